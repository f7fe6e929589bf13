"""A coordinator with a page, workers and a program that sends all the time: real processes, over ipc."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import urllib.error
import urllib.request

from devtools import Failed, wait

TOKEN = "the-token-of-a-test-0123"


class Cluster:
    def __init__(self, programs):
        self.programs = pathlib.Path(programs)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pando-page-"))
        self.endpoint = f"ipc://{self.folder}/c.sock"
        self.token_file = self.folder / "token"
        self.token_file.write_text(TOKEN + "\n")
        self.token_file.chmod(0o600)
        self.processes = {}

    def start(self, name, *arguments, program="pando", pipe=False, output=subprocess.DEVNULL):
        log = open(self.folder / f"{name}.log", "ab")
        environment = dict(os.environ, XDG_RUNTIME_DIR=str(self.folder))
        process = subprocess.Popen(
            [self.programs / program, *arguments], env=environment, stdin=subprocess.PIPE if pipe else subprocess.DEVNULL,
            stdout=output, stderr=log)
        self.processes[name] = process
        return process

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def coordinator(self, page="127.0.0.1:0", with_token=True, life=2_000):
        """Starts a coordinator, and returns where its page is."""
        seen = len(self.log("coordinator")) if "coordinator" in self.processes else 0
        token = ["--page-token-file", self.token_file] if with_token else []
        process = self.start(
            "coordinator", "coordinator", "--bind", self.endpoint, "--page", page, "--life-milliseconds", str(life), *token)

        def address():
            if process.poll() is not None:
                raise Failed(f"the coordinator has ended: {self.log('coordinator')}")
            found = re.search(r"http://[0-9.:]+/", self.log("coordinator")[seen:])
            return found and found[0]

        return wait("the coordinator says where its page is", address)

    def worker(self, name, *arguments):
        return self.start(
            name, "worker", "--bind", f"ipc://{self.folder}/{name}.sock", "--coordinator", self.endpoint, "--name", name,
            *arguments, program="HostsProgram")

    def client(self):
        return self.start("client", "--coordinator", self.endpoint, program="HostsProgram", pipe=True)

    def program(self, children=6):
        """Starts a program with two workers of its own, and returns where its page is."""
        process = self.start("program", str(children), program="PageProgram", pipe=True, output=subprocess.PIPE)
        return process.stdout.readline().decode().strip()

    def kill(self, name, number=signal.SIGKILL):
        process = self.processes.pop(name)
        process.send_signal(number)
        return process.wait(30)

    def close(self):
        for process in self.processes.values():
            process.kill()
            process.wait()
        self.processes.clear()
        shutil.rmtree(self.folder, ignore_errors=True)


def ask(url, method="GET", headers=None, body=None):
    """The status and the text of an answer."""
    request = urllib.request.Request(url, method=method, headers=headers or {}, data=body)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def status(url):
    return json.loads(ask(url + "status.json")[1])
