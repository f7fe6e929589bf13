"""Looks at the status page as people do: with a browser, by keyboard, while workers are killed and drained.

usage: python3 Scripts/browsing PROGRAMS [--screens FOLDER]
  PROGRAMS  the folder with "pando" and "HostsProgram", built with the trait Page
  --screens writes pictures of the page there
"""

import argparse
import os
import pathlib
import shutil
import signal
import sys
import time

from cluster import TOKEN, Cluster, ask, status
from devtools import NAMES, Browser, Failed, check, row, state, wait
from sizes import Sizes

HERE = pathlib.Path(__file__).resolve().parent
FOCUS = "document.activeElement.textContent"


class Scenes:
    def __init__(self, cluster, browser, screens):
        self.cluster, self.browser, self.screens = cluster, browser, screens
        self.url = cluster.coordinator()
        self.own = [self.url.split("/")[2]]
        for name in ("w1", "w2", "w10"):
            cluster.worker(name, *(["--label", "gpu"] if name == "w10" else []))
        cluster.client()

    def _picture(self, name):
        if self.screens:
            self.browser.picture(self.screens / f"{name}.png")

    def _is_read_in_both_schemes(self, name, panel=None):
        for scheme in ("dark", "light"):
            self.browser.look(scheme, 1400, 1000)
            if panel:
                self.browser.evaluate(f"document.querySelector('{panel}').scrollIntoView()")
            # Colors may take a moment to change.
            time.sleep(0.6)
            found = self.browser.evaluate((HERE / "contrast.js").read_text())
            check("there is text:", found["count"] > 40, found)
            check(f"in {scheme}, the contrast is too low of:", not found["low"], found["low"])
            self._picture(f"{name}-{scheme}")

    def it_shows_the_workers(self):
        self.browser.look("light", 1400, 1000)
        self.browser.open(self.url)
        self.browser.wait("it is live", "document.querySelector('#connection')?.dataset.state === 'live'")
        self.browser.wait("it shows three workers", f"{NAMES}.length === 3")
        self.browser.wait("children are placed", "[...document.querySelectorAll('#workers tbody td:nth-child(6)')]"
                          ".some(cell => Number(cell.textContent) > 0)")
        self.browser.wait("somebody is busy", "[...document.querySelectorAll('#workers tbody td:nth-child(7)')]"
                          ".some(cell => Number(cell.textContent.replace(',', '')) > 0)")
        names = [worker["name"] for worker in status(self.url)["workers"]]
        check("the document has the same workers:", sorted(names) == ["w1", "w10", "w2"], names)

    def all_of_it_is_read_in_light_and_in_dark(self):
        self._is_read_in_both_schemes("workers")

    def it_fits_a_telephone(self):
        self.browser.look("light", 390, 844)
        width = self.browser.evaluate("document.documentElement.scrollWidth")
        check("the page is wider than a telephone:", width <= 390, width)
        self._picture("narrow")
        self.browser.look("light", 1400, 1000)

    def it_tells_its_parts_to_screen_readers(self):
        nodes = self.browser.call("Accessibility.getFullAXTree")["nodes"]
        seen = [node for node in nodes if not node.get("ignored")]
        roles = [node["role"]["value"] for node in seen]
        for role in ("banner", "main", "tree", "treeitem", "table", "columnheader", "rowheader", "status", "searchbox"):
            check("there is none of the role", role in roles, role)
        for node in seen:
            if node["role"]["value"] in ("button", "searchbox", "textbox", "table", "tree", "treeitem", "combobox"):
                check("it has no name:", node.get("name", {}).get("value"), node)
        names = [node["name"]["value"] for node in seen if node["role"]["value"] == "button"]
        check("a button says which worker it drains:", "Drain w1" in names, names)
        check("the page has a language", self.browser.evaluate("document.documentElement.lang") == "en")

    def it_sorts_by_keyboard(self):
        browser = self.browser
        check("the worst first:", browser.evaluate("document.querySelector('#workers [aria-sort]').textContent") == "State")
        browser.evaluate("document.activeElement.blur()")
        browser.press("Tab")
        check("the first stop leads to the workers:", "Skip to the workers" == browser.evaluate(FOCUS))
        browser.press("Enter")
        browser.wait("the workers have the focus", "document.activeElement.id === 'workers'")
        browser.press("Tab")
        check("the first head has the focus:", browser.evaluate(FOCUS) == "Worker", browser.evaluate(FOCUS))
        browser.press("Enter")
        browser.wait("by name, as people count", f"{NAMES}.join() === 'w1,w2,w10'")
        browser.press("Enter")
        browser.wait("the other way round", f"{NAMES}.join() === 'w10,w2,w1'")
        check("it says so", browser.evaluate("document.activeElement.parentElement.ariaSort") == "descending")
        browser.press("Tab", 3)
        check("a head has the focus:", browser.evaluate(FOCUS) == "Process", browser.evaluate(FOCUS))
        browser.press(" ")
        by_process = [self.cluster.processes[name].pid for name in browser.evaluate(NAMES)]
        check("largest first:", by_process == sorted(by_process, reverse=True), by_process)
        # What is sorted stays so while the page is drawn anew, and the focus stays.
        time.sleep(1.5)
        check("the focus was lost:", browser.evaluate(FOCUS) == "Process", browser.evaluate(FOCUS))
        browser.press(" ")
        by_process = [self.cluster.processes[name].pid for name in browser.evaluate(NAMES)]
        check("smallest first:", by_process == sorted(by_process), by_process)

    def it_filters(self):
        browser = self.browser
        browser.evaluate("document.querySelector('#filter-workers').focus()")
        browser.type("gpu w1")
        browser.wait("one is left", f"{NAMES}.join() === 'w10'")
        counted = browser.evaluate("document.querySelector('#count-workers').textContent")
        check("it counts:", counted == "1 of 3 workers", counted)
        browser.evaluate("document.querySelector('#filter-workers').value = ''")
        browser.type("nothing has this")
        browser.wait("it says that nothing is left",
                     "document.querySelector('#workers tbody').innerText.includes('Nothing here has all of these words')")
        browser.evaluate("(() => { const filter = document.querySelector('#filter-workers');"
                         " filter.value = ''; filter.dispatchEvent(new Event('input')); })()")
        browser.wait("all are back", f"{NAMES}.length === 3")

    def it_shows_the_lanes_as_workers_tell(self):
        browser = self.browser
        rows = "[...document.querySelectorAll('#lanes tbody tr[data-id]')]"
        browser.wait("there are lanes", f"{rows}.length > 0")
        browser.wait("each worker has told", f"new Set({rows}.map(row => row.children[1].textContent)).size === 3")
        browser.wait("they have a size", f"{rows}.every(row => Number(row.children[6].textContent.replaceAll(',', '')) > 0)")
        sizes = f"{rows}.map(row => Number(row.children[6].textContent.replaceAll(',', '')))"
        check("the largest are first:", browser.evaluate(f"{sizes}.every((size, index, all) => !index || size <= all[index - 1])"))
        check("nobody is silent:", browser.evaluate("document.querySelector('#lanes-silent').textContent") == "")
        # By keyboard, while it is drawn anew.
        browser.evaluate("document.querySelector('#lanes thead th:nth-child(2) button').focus()")
        browser.press("Enter")
        browser.wait("they are sorted by worker", f"{rows}[0].children[1].textContent === 'w1'")
        time.sleep(1.5)
        check("the focus was lost:", browser.evaluate(FOCUS) == "Worker", browser.evaluate(FOCUS))
        browser.evaluate("document.querySelector('#filter-lanes').focus()")
        browser.type("w10 tree")
        browser.wait("those of one worker are left", f"{rows}.length > 0 && {rows}.every(row => row.children[1].textContent === 'w10')")
        check("it counts:", " of " in browser.evaluate("document.querySelector('#count-lanes').textContent"))
        browser.evaluate("(() => { const filter = document.querySelector('#filter-lanes');"
                         " filter.value = ''; filter.dispatchEvent(new Event('input')); })()")
        browser.evaluate("document.querySelector('#lanes thead th:nth-child(7) button').click()")
        told = status(self.url)["lanes"]
        check("programs are told the same:", told["count"] >= len(told["lanes"]) > 0, told)
        browser.evaluate("document.querySelector('#lanes-panel').scrollIntoView()")
        self._picture("lanes")
        browser.evaluate("scrollTo(0, 0)")

    def the_tree_is_walked_with_arrows(self):
        browser = self.browser
        label = "document.activeElement.querySelector('.label')?.textContent"
        browser.evaluate("document.querySelector('[role=treeitem]').focus()")
        check("it begins with the coordinator:", browser.evaluate(label) == "Coordinator")
        browser.press("ArrowDown", 2)
        check("then a worker:", browser.evaluate(label) in ("w1", "w2", "w10"), browser.evaluate(label))
        open_one = "document.activeElement.ariaExpanded"
        check("it is open:", browser.evaluate(open_one) == "true")
        browser.press("ArrowLeft")
        check("it closes:", browser.evaluate(open_one) == "false")
        # It stays closed while the page is drawn anew.
        time.sleep(0.6)
        check("it stays closed:", browser.evaluate(open_one) == "false")
        browser.press("ArrowRight", 2)
        check("it opens, and its feature follows:", browser.evaluate(label) == "Tree", browser.evaluate(label))
        browser.press("End")
        browser.press("ArrowLeft", 3)
        browser.press("Home")
        check("and back:", browser.evaluate(label) == "Coordinator")
        stops = browser.evaluate("document.querySelectorAll('[role=tree] [tabindex=\"0\"]').length")
        check("it is one stop for Tab:", stops == 1, stops)

    def it_drains_with_the_token_alone(self):
        browser = self.browser
        browser.evaluate(f"{row('w1')}.querySelector('button').focus()")
        browser.press("Enter")
        browser.wait("the dialog is open", "document.querySelector('#drain').open")
        check("the token is asked for", browser.evaluate("document.activeElement.id") == "token")
        self._picture("dialog")
        browser.type("a-wrong-token")
        browser.press("Enter")
        browser.wait("it is refused", "document.querySelector('#drain-problem').textContent.includes('wrong')")
        found = browser.evaluate((HERE / "contrast.js").read_text())
        check("in the dialog, the contrast is too low of:", not found["low"], found["low"])
        check("it was drained without the token", browser.evaluate(state("w1")) == "ready")
        browser.evaluate("document.querySelector('#token').value = ''")
        browser.type(TOKEN)
        browser.press("Enter")
        browser.wait("it drains", f"{state('w1')} === 'draining'")
        browser.wait("the dialog is closed", "!document.querySelector('#drain').open")
        browser.wait("it is said", "document.querySelector('#notice').innerText.includes('w1 drains')")
        browser.wait("its children move",
                     f"{row('w1')}.children[5].textContent === '0'")
        self._picture("draining")
        browser.evaluate(f"{row('w1')}.querySelector('button').focus()")
        browser.press("Enter")
        browser.wait("the dialog is open", "document.querySelector('#drain').open")
        browser.press("Enter")
        browser.wait("it is back", f"{state('w1')} === 'ready'")
        # News of the worker may overtake the answer that closes it, and until then nothing else takes the focus.
        browser.wait("the dialog is closed", "!document.querySelector('#drain').open")

    def a_worker_that_is_killed_goes(self):
        browser = self.browser
        browser.evaluate("document.querySelector('#filter-workers').focus()")
        self.cluster.kill("w2")
        browser.wait("it is silent or gone", f"{state('w2')} !== 'ready'")
        browser.wait("it is gone", f"!{NAMES}.includes('w2')")
        browser.wait("its death is told",
                     "document.querySelector('#events [data-weight=loss]')?.innerText.includes('w2 was taken for dead')")
        check("the focus was lost", browser.evaluate("document.activeElement.id") == "filter-workers")
        self._picture("killed")
        self.cluster.worker("w2")
        browser.wait("another is there", f"{NAMES}.includes('w2')")

    def it_comes_back_with_the_coordinator(self):
        browser = self.browser
        address = self.url.split("/")[2]
        code = self.cluster.kill("coordinator", 15)
        check("the coordinator ends well, though the page is open:", code == 0, code)
        browser.wait("it says that nobody answers", "document.querySelector('#connection').dataset.state === 'lost'")
        self._picture("lost")
        browser.problems.clear()
        self.cluster.coordinator(page=address, with_token=False)
        browser.wait("it is live again", "document.querySelector('#connection').dataset.state === 'live'", 60)
        browser.wait("the workers have joined", f"{NAMES}.length === 3")
        # Not those of the former process, which had the same numbers.
        events = ("[...document.querySelectorAll('#events li')].map(item => "
                  "[Date.parse(item.querySelector('time').dateTime), item.querySelector('span').textContent])")
        wait("its events are told, and no others", lambda: browser.evaluate(events) == [
            [event["at"], f"{event['subject']} {event['text']}"] for event in status(self.url)["events"]])
        browser.problems.clear()

    def without_a_token_it_only_shows(self):
        browser = self.browser
        browser.wait("there is nothing to press", "!document.querySelector('#workers tbody button')")
        worker = status(self.url)["workers"][0]["id"]
        for headers in ({}, {"Authorization": f"Bearer {TOKEN}"}):
            code, text = ask(f"{self.url}workers/{worker}/drain", "POST", headers)
            check("it is refused, and says how to allow it:", code == 403 and "--page-token-file" in text, code, text)
        code, text = ask(self.url + "status.json", headers={"Host": "evil.example"})
        check("another name is refused:", code == 421, code, text)

    def a_program_goes_on_meanwhile(self):
        client = self.cluster.processes["client"]
        check("the program has ended", client.poll() is None)
        client.stdin.close()
        code = client.wait(60)
        check("every state was as in one process:", code == 0, code, self.cluster.log("client")[-2000:])

    def a_program_shows_its_children(self):
        browser = self.browser
        url = self.cluster.program()
        browser.open(url)
        names = "[...document.querySelectorAll('#children tbody .name')].map(cell => cell.textContent)"
        browser.wait("it shows six children", f"{names}?.length === 6")
        browser.wait("all are hosted", "[...document.querySelectorAll('#children tbody td:nth-child(2)')]"
                     ".every(cell => cell.dataset.state === 'hosted')")
        browser.wait("its events are told", "document.querySelectorAll('#events li').length > 0")
        check("it sorts:", browser.evaluate(names)[-1] == "Shard[6]", browser.evaluate(names))
        self._is_read_in_both_schemes("program")
        self.own.append(url.split("/")[2])
        self.program_url = url

    def its_commits_stand_side_by_side(self):
        browser = self.browser
        rows = "[...document.querySelectorAll('#commits tbody tr[data-id]:not(.gap)')]"
        browser.wait("there are commits", f"{rows}.length >= 30")
        browser.wait("children are told with their workers and times",
                     f"{rows}.some(row => row.querySelector('.child .place')?.textContent.startsWith('worker')"
                     " && / (\u00b5s|ms) away/.test(row.querySelector('.child .took').textContent))")
        check("parents are told with their times:", browser.evaluate(
            f"{rows}.every(row => / (\u00b5s|ms|s)$/.test(row.querySelector('.parent .took').textContent))"))
        numbers = f"{rows}.map(row => Number(row.dataset.id))"
        check("the newest is first:", browser.evaluate(f"{numbers}.every((one, index, all) => !index || one < all[index - 1])"))
        browser.wait("both workers are there",
                     f"new Set({rows}.map(row => row.querySelector('.child .place')?.textContent)).size >= 2")
        text = browser.evaluate("document.querySelector('#commits').innerText")
        check("actions go by their cases:", "shards(" in text and "page-tick" not in text, text[:400])
        before = browser.evaluate(f"{numbers}[0]")
        browser.wait("it goes on", f"{numbers}[0] > {before}")
        # It is held, and goes on, by keyboard.
        browser.evaluate("document.querySelector('#hold-commits').focus()")
        browser.press("Enter")
        check("it says so:", browser.evaluate("document.activeElement.ariaPressed") == "true")
        held = browser.evaluate(f"{numbers}.join()")
        time.sleep(1)
        check("it was drawn anew while it was held", browser.evaluate(f"{numbers}.join()") == held)
        self._is_read_in_both_schemes("commits", "#commits-panel")
        browser.press(" ")
        browser.wait("it goes on again", f"{numbers}[0] > {before} && {numbers}.join() !== '{held}'")
        browser.evaluate("document.querySelector('#filter-commits').focus()")
        browser.type("tick")
        browser.wait("only those are left", f"{rows}.length > 0 && {rows}.every(row => row.querySelector('code').textContent.includes('tick'))")
        browser.evaluate("(() => { const filter = document.querySelector('#filter-commits');"
                         " filter.value = ''; filter.dispatchEvent(new Event('input')); })()")
        nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
        named = {(node["role"]["value"], node.get("name", {}).get("value")) for node in nodes if not node.get("ignored")}
        for part in (("table", "Commits, newest first"), ("region", "Commits"), ("button", "Hold"), ("columnheader", "Action")):
            check("screen readers are not told of", part in named, part)
        browser.look("light", 390, 844)
        width = browser.evaluate("document.documentElement.scrollWidth")
        check("the page of a program is wider than a telephone:", width <= 390, width)
        browser.evaluate("document.querySelector('#commits-panel').scrollIntoView()")
        self._picture("commits-narrow")
        browser.look("light", 1400, 1000)
        browser.evaluate("scrollTo(0, 0)")

    def its_past_is_walked_through(self):
        browser = self.browser
        values = "[...document.querySelectorAll('#past-rows tr')]"
        browser.wait("the journal's end is shown", f"{values}.length === 12")
        title = "document.querySelector('#past-title').textContent"
        newest = browser.evaluate(title)
        check("it says which commits there are:", "the journal has " in newest, newest)
        browser.evaluate("document.querySelector('#past-earlier').focus()")
        for _ in range(20):
            before = browser.evaluate(title)
            browser.press("Enter")
            browser.wait("an earlier one is shown", f"{title} !== {before!r} && {title}.includes('the journal has')")
        # A tick or a count is another behind each commit, and nothing else.
        changed = f"{values}.filter(row => row.dataset.changed === 'true').map(row => row.innerText)"
        check("what has changed is marked:", 1 <= len(browser.evaluate(changed)) <= 3, browser.evaluate(changed))
        actions = browser.evaluate("document.querySelector('#past-actions').innerText")
        check("its action is told:", "Action.shards(" in actions and "page-tick" not in actions, actions)
        browser.evaluate("document.querySelector('#past-commit').focus()")
        before = browser.evaluate(title)
        browser.press("End")
        browser.wait("the slider goes to the end", f"{title} !== {before!r} && {title}.includes('the journal has')")
        self._is_read_in_both_schemes("past", "#past-panel")
        browser.look("light", 390, 844)
        width = browser.evaluate("document.documentElement.scrollWidth")
        check("the journal is wider than a telephone:", width <= 390, width)
        browser.look("light", 1400, 1000)
        browser.evaluate("scrollTo(0, 0)")

    def a_child_shows_what_its_type_allows(self):
        browser = self.browser
        browser.evaluate("document.querySelector('[aria-label=\"State of Shard[3]\"]').focus()")
        browser.press("Enter")
        values = "[...document.querySelectorAll('#state-values dt')].map(name => name.textContent)"
        browser.wait("it shows the two that are named", f"{values}.join() === 'count,ticks'")
        check("and the value", int(browser.evaluate("document.querySelector('#state-values dd').textContent")) > 0)
        self._picture("state")
        browser.press("Escape")
        browser.wait("it is closed", "!document.querySelector('#state').open")
        browser.wait("the button has the focus again", "document.activeElement.ariaLabel === 'State of Shard[3]'")

    def a_killed_worker_of_a_program_is_told(self):
        browser = self.browser
        before = browser.evaluate("[...document.querySelectorAll('#workers tbody td:nth-child(3)')]"
                                  ".map(cell => Number(cell.textContent))")
        os.kill(before[0], signal.SIGKILL)
        browser.wait("its loss is told",
                     "document.querySelector('#events [data-weight=loss]')?.innerText.includes('is lost')")
        browser.wait("another takes its place", "[...document.querySelectorAll('#workers tbody td:nth-child(3)')]"
                     f".every(cell => cell.textContent && cell.textContent !== '{before[0]}')")
        browser.wait("the children go on", "[...document.querySelectorAll('#children tbody td:nth-child(2)')]"
                     ".every(cell => cell.dataset.state === 'hosted')")
        # The timeline goes on, with all children: those of the lost worker are on another.
        newest = "Number(document.querySelector('#commits tbody tr[data-id]:not(.gap)').dataset.id)"
        after = browser.evaluate(newest)
        browser.wait("commits of all children follow",
                     "new Set([...document.querySelectorAll('#commits tbody tr[data-id]:not(.gap)')]"
                     f".filter(row => Number(row.dataset.id) > {after})"
                     ".map(row => row.querySelector('th .under').textContent)).size === 6")
        self._picture("program-lost")
        program = self.cluster.processes["program"]
        program.stdin.close()
        code = program.wait(60)
        check("the program ends well, though its page is open:", code == 0, code, self.cluster.log("program"))
        browser.wait("it says that nobody answers", "document.querySelector('#connection').dataset.state === 'lost'")
        browser.problems.clear()


def run(scenes, browser):
    for name, scene in vars(type(scenes)).items():
        if name.startswith("_"):
            continue
        start = time.monotonic()
        scene(scenes)
        check("the browser tells of problems:", not [text for text in browser.problems if "401" not in text], browser.problems)
        print(f"page-test: {name.replace('_', ' ')} ({time.monotonic() - start:.1f} s)", flush=True)
    foreign = [url for url in browser.requests
               if url != "about:blank" and url.split("/")[2:3] not in [[name] for name in scenes.own]]
    check("it asks elsewhere:", not foreign, foreign)
    browser.requests.clear()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs")
    parser.add_argument("--screens", type=pathlib.Path)
    options = parser.parse_args()
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        sys.exit("page-test: there is no chromium")
    if options.screens:
        options.screens.mkdir(parents=True, exist_ok=True)
    clusters = [Cluster(options.programs), Cluster(options.programs)]
    browser = Browser(program)
    try:
        for scenes, cluster in zip((Scenes, Sizes), clusters):
            run(scenes(cluster, browser, options.screens), browser)
            cluster.close()
    except Failed as error:
        if options.screens:
            browser.picture(options.screens / "failed.png")
        sys.exit(f"page-test: FAILED: {error}")
    finally:
        browser.close()
        for cluster in clusters:
            cluster.close()


main()
