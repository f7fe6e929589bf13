"""Chromium without a window, driven by its DevTools protocol over a WebSocket: with Python's standard library alone."""

import base64
import json
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import urllib.request


class Failed(Exception):
    """Something is not as it should be."""


NAMES = "[...document.querySelectorAll('#workers tbody tr .name')].map(cell => cell.textContent)"


def row(name):
    """The row of a worker, as a script finds it."""
    return f"[...document.querySelectorAll('#workers tbody tr')].find(row => row.querySelector('.name')?.textContent === '{name}')"


def state(name):
    return f"{row(name)}?.children[1].dataset.state"


def check(what, is_true, *details):
    if not is_true:
        raise Failed(" ".join([what, *map(str, details)]))


def wait(what, is_true, seconds=30):
    """Asks until there is an answer that counts as true, and returns it."""
    end = time.monotonic() + seconds
    while True:
        value = is_true()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"not within {seconds} s: {what}")
        time.sleep(0.02)


class WebSocket:
    """The client's side of RFC 6455, as far as DevTools need it: texts, in one or more frames."""

    def __init__(self, host, port, path):
        self.socket = socket.create_connection((host, port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.file = self.socket.makefile("rb")
        if b" 101 " not in self.file.readline():
            raise Failed("the browser speaks no WebSocket")
        while self.file.readline() != b"\r\n":
            pass

    def send(self, text):
        payload = text.encode()
        if len(payload) < 126:
            length = struct.pack("!B", 0x80 | len(payload))
        elif len(payload) < 1 << 16:
            length = struct.pack("!BH", 0x80 | 126, len(payload))
        else:
            length = struct.pack("!BQ", 0x80 | 127, len(payload))
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        payload = b""
        while True:
            first, second = self.file.read(2)
            size = second & 0x7F
            if size == 126:
                size, = struct.unpack("!H", self.file.read(2))
            elif size == 127:
                size, = struct.unpack("!Q", self.file.read(8))
            part = self.file.read(size)
            if first & 0x0F in (0, 1):
                payload += part
                if first & 0x80:
                    return payload.decode()


class Browser:
    """One Chromium with one page. What went wrong in it, and what it asked for, is kept."""

    KEYS = {"Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), " ": ("Space", 32, " "),
            "Escape": ("Escape", 27, ""), "ArrowDown": ("ArrowDown", 40, ""), "ArrowUp": ("ArrowUp", 38, ""),
            "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowRight": ("ArrowRight", 39, ""),
            "Home": ("Home", 36, ""), "End": ("End", 35, "")}

    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="pando-browser-")
        self.process = subprocess.Popen(
            [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
             f"--user-data-dir={self.folder}", "--remote-debugging-port=0", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        port_file = pathlib.Path(self.folder, "DevToolsActivePort")
        wait("the browser says its port", lambda: port_file.exists() and port_file.read_text().count("\n"), 60)
        self.port = int(port_file.read_text().splitlines()[0])
        pages = wait("the browser has a page", self.pages, 60)
        self.socket = WebSocket("127.0.0.1", self.port, "/" + pages[0]["webSocketDebuggerUrl"].split("/", 3)[3])
        self.count = 0
        self.problems, self.requests = [], []
        for domain in ("Page", "Runtime", "Log", "Network", "Accessibility"):
            self.call(f"{domain}.enable")

    def pages(self):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/json/list", timeout=5) as answer:
                return [page for page in json.load(answer) if page["type"] == "page"]
        except OSError:
            return []

    def call(self, method, **parameters):
        self.count += 1
        number = self.count
        self.socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.receive())
            if message.get("id") == number:
                if "error" in message:
                    raise Failed(f"{method}: {message['error']}")
                return message["result"]
            self.note(message)

    def note(self, message):
        method, values = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and values["entry"]["level"] == "error":
            self.problems.append(values["entry"]["text"] + " " + values["entry"].get("url", ""))
        elif method == "Runtime.consoleAPICalled" and values["type"] == "error":
            self.problems.append(str(values["args"]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])

    def evaluate(self, script):
        """The value of a script, which may be a promise."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise Failed(f"{script}: {result['exceptionDetails'].get('exception', {}).get('description')}")
        return result["result"].get("value")

    def wait(self, what, script, seconds=30):
        try:
            return wait(what, lambda: self.evaluate(script), seconds)
        except Failed as error:
            raise Failed(f"{error}; the page says: {self.evaluate('document.body.innerText')}") from None

    def open(self, url):
        self.call("Page.navigate", url=url)

    def press(self, key, times=1):
        code, number, text = self.KEYS[key]
        for _ in range(times):
            for kind in ("keyDown", "keyUp"):
                self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number,
                          **({"text": text} if text and kind == "keyDown" else {}))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def look(self, scheme, width, height):
        """Shows the page as a browser of that size and color scheme has it."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, path):
        """Keeps a picture of the whole page."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 4_000), "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        # Its helpers are of its session.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
