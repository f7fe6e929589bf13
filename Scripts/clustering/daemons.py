"""Processes on the hosts: etcd, coordinators, workers and clients."""

import ctypes
import json
import os
import signal
import subprocess
import threading
import time

from network import Failed

PATIENCE = 30
LIBC = ctypes.CDLL(None)
PR_SET_PDEATHSIG = 1


def say(text):
    print(f"cluster-test: {text}", flush=True)


def eventually(title, condition, patience=PATIENCE, explain=None):
    """Waits until the condition holds, and returns what it gave and the seconds that it took."""
    start = time.monotonic()
    while True:
        value = condition()
        if value:
            return value, time.monotonic() - start
        if time.monotonic() - start > patience:
            cause = f": {explain()}" if explain else ""
            raise Failed(f"after {patience} s it was still not so that {title}{cause}")
        time.sleep(0.02)


def die_with_parent():
    """Runs in the child: however this test ends, what it started ends too."""
    LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # A Ctrl-C is for the test, which ends the others in their order.
    os.setpgrp()


class Daemon:
    """A process on a host that is started again with the same command line."""

    def __init__(self, network, folder, host, name, command, environment=None):
        self.network, self.host, self.name, self.command = network, host, name, command
        self.log = folder / f"{name}.log"
        self.environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no", **(environment or {})}
        self.process = None

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                self.network.inside(self.host, [str(word) for word in self.command]),
                stdin=subprocess.PIPE,
                stdout=self.output(log),
                stderr=log,
                env=self.environment,
                cwd=self.log.parent,
                preexec_fn=die_with_parent,
            )
        return self

    def output(self, log):
        return log

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self, patience=PATIENCE):
        """Ends it by SIGTERM, which must do it well."""
        self.process.terminate()
        try:
            status = self.process.wait(patience)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{self.name} did not end within {patience} s of SIGTERM") from error
        if status != 0:
            raise Failed(f"{self.name} ended with status {status} after SIGTERM")

    def text(self):
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""


class Client(Daemon):
    """A client, whose lines are read as they come."""

    def output(self, log):
        return subprocess.PIPE

    def start(self):
        super().start()
        self.lines = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        return self

    def read(self):
        for line in self.process.stdout:
            try:
                report = json.loads(line)
            except ValueError:
                continue
            report["at"] = time.monotonic()
            self.lines.append(report)

    @property
    def last(self):
        if not self.lines:
            return None
        return self.lines[-1]

    def tell(self, line):
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def check(self):
        """Fails where the client saw a state that one process would not have passed through, or has ended."""
        if self.last is not None and self.last["violations"]:
            raise Failed(f"{self.name}: {'; '.join(self.last['violations'])}")
        if self.process.poll() is not None:
            raise Failed(f"{self.name} ended with status {self.process.returncode}")

    def committed(self):
        self.check()
        return self.last["committed"] if self.last else 0

    def goes_on(self, title, count=100):
        """Waits until so many actions more have committed."""
        before = self.committed()
        return eventually(
            f"{self.name} commits {title}", lambda: self.committed() >= before + count
        )[1]

    def settles(self, since, bound):
        """Waits until everything has committed that was accepted before a moment; returns when that was."""

        def is_settled():
            self.check()
            line = self.last
            return line["at"] > since and line["oldestMilliseconds"] / 1000 < line["at"] - since

        return eventually(
            f"{self.name} has committed everything that it had accepted", is_settled, bound
        )[1]

    def longest(self, since):
        """The longest time between acceptance and commit that ended after a moment, in seconds."""
        values = [line["longestMilliseconds"] for line in self.lines if line["at"] >= since]
        return max(values, default=0) / 1000

    def ready(self):
        """The names of the workers that it uses, and how many children each has."""
        line = self.last
        return {
            worker["name"]: worker["children"]
            for worker in (line["workers"] if line else [])
            if worker["state"] in ("ready", "draining")
        }

    def finish(self):
        """Has it end by itself; returns its last line."""
        self.tell("stop")
        try:
            status = self.process.wait(90)
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{self.name} did not end within 90 s") from error
        self.reader.join(10)
        last = self.last
        if status != 0 or last["violations"] or last["event"] != "ended":
            raise Failed(f"{self.name} ended with status {status}: {last}")
        return last
