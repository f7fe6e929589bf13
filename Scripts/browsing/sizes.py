"""The page of clusters of many sizes and states, on a screen and on a telephone, in light and in dark: it is checked by what it
says and where that stands, and pictures are kept for people."""

import json
import os
import pathlib
import re
import signal
import time

from cluster import TOKEN, ask, status
from devtools import NAMES, check, state

CONTRAST = (pathlib.Path(__file__).resolve().parent / "contrast.js").read_text()
SHAPE = """(() => {
  const seen = element => element.checkVisibility();
  const tables = [...document.querySelectorAll('table')].filter(seen);
  const boxes = [...document.querySelectorAll('#workers tbody button')].map(button => button.getBoundingClientRect());
  const hosts = [...document.querySelectorAll('#workers td.long')];
  return {
    width: document.documentElement.scrollWidth,
    headline: [...document.querySelectorAll('main h2')].filter(seen)[0].id,
    tablesAboveEvents: tables.filter(table =>
      !(document.querySelector('#events').compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING)).map(table => table.id),
    rows: Math.max(...tables.filter(table => table.id !== 'commits').map(table => table.querySelectorAll('tbody tr').length)),
    sideways: innerWidth > 640 ? 0 : tables.filter(table => table.id !== 'commits' && table.scrollWidth > table.parentElement.clientWidth).length,
    buttons: boxes.length,
    outside: boxes.filter(box => box.width === 0 || box.left < 0 || box.right > innerWidth).length,
    cut: hosts.filter(cell => cell.scrollWidth > cell.clientWidth || getComputedStyle(cell).textOverflow !== 'clip').length,
    dates: [...document.querySelectorAll('#events time')].filter(time => !/^\\d{1,2} [A-Z][a-z]+ \\d\\d:\\d\\d:\\d\\d$/.test(time.textContent)).length,
    ages: [...document.querySelectorAll('#events small')].filter(age => !/^(\\d+ (d|h|min|s) ?)+ago$/.test(age.textContent)).length,
  };
})()"""


class Sizes:
    def __init__(self, cluster, browser, screens):
        self.cluster, self.browser, self.screens = cluster, browser, screens
        self.own = []

    def _look(self, name, wrong=None, drains=True):
        """Looks at the page as it stands in every size and color, and keeps the pictures.

        wrong: what there is a problem with; None for whatever there is.
        """
        browser = self.browser
        for width, height in ((1280, 900), (390, 844)):
            for scheme in ("light", "dark"):
                browser.look(scheme, width, height)
                browser.evaluate("scrollTo(0, 0)")
                # Colors may take a moment to change.
                time.sleep(0.5)
                where = f"{name} at {width} in {scheme}:"
                shape = browser.evaluate(SHAPE)
                check(f"{where} it is wider than the screen:", shape["width"] <= width, shape)
                check(f"{where} something is above the problems:", shape["headline"] == "problems-title", shape)
                check(f"{where} a table is above the events:", not shape["tablesAboveEvents"], shape)
                check(f"{where} a table has no bound:", shape["rows"] <= 25, shape)
                check(f"{where} a table goes on beyond the edge:", not shape["sideways"], shape)
                check(f"{where} a button is out of reach:", not shape["outside"], shape)
                check(f"{where} nothing can be drained:", not drains or shape["buttons"], shape)
                check(f"{where} the name of a host is cut:", not shape["cut"], shape)
                check(f"{where} an event has no date, or no age:", not shape["dates"] and not shape["ages"], shape)
                if wrong:
                    title = browser.evaluate("document.querySelector('#problems-title').textContent")
                    check(f"{where} the headline:", re.fullmatch(r"\d+ problems?", title), title)
                    told = browser.evaluate("document.querySelector('#problems').innerText")
                    check(f"{where} it is no problem:", f"{wrong} is s" in told, told)
                low = browser.evaluate(CONTRAST)["low"]
                check(f"{where} the contrast is too low of:", not low, low)
                if self.screens:
                    browser.picture(self.screens / f"{name}-{width}-{scheme}.png")
        browser.look("light", 1280, 900)

    def _pretend(self, change):
        """Shows the page's document with something changed in it, until there is news."""
        self.browser.evaluate(
            "fetch('status.json').then(answer => answer.json()).then(async status => {"
            f"{change}; (await import(new URL('page.js', location))).show(status); }})")

    def nobody_is_there(self):
        browser = self.browser
        self.url = self.cluster.coordinator(life=15_000)
        self.own.append(self.url.split("/")[2])
        browser.open(self.url)
        browser.wait("it says how to begin", "document.querySelector('#workers')?.innerText.includes('No workers. Start one')")
        self._look("workers-0", drains=False)

    def one_is_there(self):
        self.cluster.worker("w1")
        self.browser.wait("it shows one worker", f"{state('w1')} === 'ready'")
        self._look("workers-1")

    def long_names_are_whole(self):
        long = "ip-10-20-30-40.compute.eu-central-1.a-very-long-name-of-a-machine.internal.example.com"
        self._pretend(f"status.workers[0].host = '{long}'; status.workers[0].name = '{long}'")
        check("the name is whole:", self.browser.evaluate("document.querySelector('#workers td.long').textContent") == long)
        self._look("long-names")

    def the_last_hour_is_drawn(self):
        browser = self.browser
        points = [{} if 40 <= index < 55 else {
            "actionsPerSecond": 1_000 + index * 37 % 400 + (4_000 if index == 90 else 0), "residentBytes": (200 + index) << 20,
            **({"medianNanoseconds": 1_500_000 + index * 1_000, "slowNanoseconds": 9_000_000 if index == 100 else 4_000_000}
               if index > 60 else {}),
        } for index in range(120)]
        points[47] = {"actionsPerSecond": 1_200}
        self._pretend(f"status.history = {{ endsAt: Date.now(), stepMilliseconds: 30000, points: {json.dumps(points)} }}")
        labels = browser.evaluate("[...document.querySelectorAll('#curves svg')].map(curve => curve.ariaLabel)")
        check("the curves are said in words:", labels == [
            "Actions/s: last 1,003, least 1,000, most 5,130",
            "Latency while somebody reads: half within 1.6 ms, 99 % within 4 ms, least 1.6 ms, most 9 ms",
            "Memory: last 319 MiB, least 200 MiB, most 319 MiB"], labels)
        paths = browser.evaluate("[...document.querySelectorAll('#curves path')].map(path => path.getAttribute('d'))")
        check("each begins anew behind a gap:", [path.count("M") for path in paths] == [3, 1, 1, 2], paths)
        check("no number is none:", not any("NaN" in path or "Infinity" in path for path in paths), paths)
        ends = browser.evaluate("[...document.querySelectorAll('#curves path')].map(path => path.getAttribute('d').match(/[ML]([\\d.]+) [\\d.]+$/)[1])")
        check("each ends at the right edge:", set(ends) == {"240.0"}, ends)
        check("its title says of what:", browser.evaluate("document.querySelector('#history-title').textContent") == "The last hour")
        self._look("history")
        # Of nothing there is no highest value.
        self._pretend("status.history = { endsAt: 1, stepMilliseconds: 30000, points: [{}, { actionsPerSecond: 0 }, {}] }")
        check("a dot on the ground:", browser.evaluate("[...document.querySelectorAll('#curves path')].map(path => path.getAttribute('d'))")
              == ["M238.0 48.0h0"])
        self._pretend("status.history = { endsAt: 2, stepMilliseconds: 30000, points: [] }")
        check("nothing is shown of nothing", browser.evaluate("document.querySelector('#history').hidden"))

    def twelve_are_there(self):
        browser = self.browser
        for number in range(2, 13):
            self.cluster.worker(f"w{number}")
        browser.wait("it shows twelve workers", f"{NAMES}.length === 12", 60)
        self.cluster.client()
        children = "[...document.querySelectorAll('#workers tbody td:nth-child(6)')].map(cell => Number(cell.textContent))"
        browser.wait("children are placed", f"{children}.some(count => count > 0)", 60)
        self._look("workers-12")
        rows = browser.evaluate(f"(() => {{ const counts = {children}; return {NAMES}.map((name, index) => [-counts[index], Number(name.slice(1))]); }})()")
        check("those with the most children are first, then by name:", rows == sorted(rows), rows)
        browser.wait("the history goes on", "document.querySelectorAll('#curves svg').length === 2", 60)
        check("it outlasts a reload:", len(status(self.url)["history"]["points"]) >= 1)

    def one_is_killed(self):
        self.cluster.kill("w9")
        self._is_first("w9", ("silent", "suspect"))
        self._look("killed", wrong="w9")
        self._is_first("w9", ("silent", "suspect"))
        self.browser.wait("it is gone", f"!{NAMES}.includes('w9')", 60)
        self.browser.wait("its death is told", "[...document.querySelectorAll('#events [data-weight=loss]')]"
                          ".some(item => item.innerText.includes('w9 was taken for dead'))")

    def one_hangs(self):
        process = self.cluster.processes["w7"]
        os.kill(process.pid, signal.SIGSTOP)
        self._is_first("w7", ("silent", "suspect"))
        self._look("hanging", wrong="w7")
        self._is_first("w7", ("silent", "suspect"))
        os.kill(process.pid, signal.SIGCONT)
        self.browser.wait("it is back", f"{state('w7')} === 'ready'", 60)

    def one_drains(self):
        worker = next(worker for worker in status(self.url)["workers"] if worker["name"] == "w5")
        code, text = ask(f"{self.url}workers/{worker['id']}/drain", "POST",
                         {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}, b'{"withinMilliseconds":300000}')
        check("it is drained:", code == 200, code, text)
        self._is_first("w5", ("draining",))
        self._look("draining")
        self._is_first("w5", ("draining",))

    def a_program_has_two_thousand_children(self):
        browser = self.browser
        url = self.cluster.program(2_000)
        self.own.append(url.split("/")[2])
        browser.open(url)
        rows = "document.querySelectorAll('#children tbody tr').length"
        browser.wait("all are counted", "document.querySelector('#count-children')?.textContent === '2,000 children'", 120)
        check("the first are shown:", browser.evaluate(rows) == 25, browser.evaluate(rows))
        self._look("children-2000", drains=False)
        rest = "document.querySelector('#children tfoot').innerText.replace(/\\s+/g, ' ').trim()"
        check("it says how many more there are:", browser.evaluate(rest) == "1,975 more. Show all 2,000 children", browser.evaluate(rest))
        browser.evaluate("document.querySelector('#children tfoot button').focus()")
        browser.press("Enter")
        browser.wait("all are shown", f"{rows} === 2000")
        check("the button has the focus:", browser.evaluate("document.activeElement.textContent") == "Show the first 25 children")
        browser.press("Enter")
        browser.wait("the first are shown again", f"{rows} === 25")
        self.cluster.kill("program")
        browser.problems.clear()

    def _is_first(self, name, states):
        self.browser.wait(f"{name} is first", f"{NAMES}[0] === '{name}' && {json.dumps(states)}.includes({state(name)})")
