"""Does what Deploy/README.md says, as somebody who reads it for the first time: from a checkout and three machines to a
running cluster, by the commands of the page alone, in their order. The machines are network namespaces, each with files
of its own in /etc, /run and /usr/local/bin. What is not done as the page has it: the program was built before (a
program named "swift" says so), and systemctl and sudo are small programs of the test.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from daemons import die_with_parent
from network import Failed, Network

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Deploy/README.md"
PATIENCE = 120
SUDO = """#!/bin/sh
if [ "$1" = -u ]; then user=$2; shift 2; exec setpriv --reuid "$user" --regid "$user" --clear-groups "$@"; fi
exec "$@"
"""
SWIFT = """#!/bin/sh
echo "The test has built it before: swift $*"
"""


def say(text):
    print(f"deploy-page: {text}", flush=True)


def section(title):
    """The text of a section of the page, without those below it."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^##)", text, re.DOTALL | re.MULTILINE)
    if found is None:
        raise Failed(f"{PAGE} has no section '{title}'")
    return found[1]


def blocks(title, *leads):
    """The commands of a section, each behind the sentence that says where they are for."""
    found = re.findall(r"([^\n]+)\n+```sh\n(.*?)```", section(title), re.DOTALL)
    if len(found) != len(leads) or not all(lead in text for lead, (text, _) in zip(leads, found)):
        raise Failed(f"the section '{title}' has other steps than this test does: {[text for text, _ in found]}")
    return [commands for _, commands in found]


class Machines(Network):
    """Three hosts with the addresses that the page has, and files of their own."""

    NAMES = "ABC"

    def __init__(self, folder, pando):
        super().__init__()
        self.folder, self.pando = folder, pando

    def address(self, host):
        return f"10.0.0.{6 + host}"

    def make(self):
        super().make()
        self.folder.chmod(0o755)
        for name in self.NAMES:
            home = self.files(name) / "home"
            shutil.copytree("/etc", self.files(name) / "etc", symlinks=True)
            for folder in ("run", "programs", "home/pando/.build/release"):
                (self.files(name) / folder).mkdir(parents=True)
            (home / "pando/Deploy").symlink_to(ROOT / "Deploy")
            (home / "pando/.build/release/pando").symlink_to(self.pando)
            programs = self.files(name) / "programs"
            shutil.copy(pathlib.Path(__file__).parent / "systemctl.py", programs / "systemctl")
            (programs / "sudo").write_text(SUDO, encoding="ascii")
            (programs / "swift").write_text(SWIFT, encoding="ascii")
            for program in programs.iterdir():
                program.chmod(0o755)

    def files(self, name):
        return self.folder / name

    def do(self, name, commands, folder="~"):
        """Runs commands on a machine as root, in one shell, until the first that fails."""
        files = self.files(name)
        script = "\n".join(
            [
                "set -e",
                "mount --make-rprivate /",
                f"mount --bind {files}/etc /etc",
                f"mount --bind {files}/run /run",
                f"mount --bind {files}/programs /usr/local/bin",
                f"export HOME={files}/home PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
                "umask 022",
                f"cd {folder}",
                "set -x",
                commands,
            ]
        )
        for line in commands.strip().splitlines():
            say(f"  {name}# {line}")
        with open(self.folder / "output", "w+b") as output:
            done = subprocess.Popen(
                self.inside(self.NAMES.index(name) + 1, ["unshare", "--mount", "bash", "-c", script]),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                preexec_fn=die_with_parent,
            )
            try:
                status = done.wait(PATIENCE)
            except subprocess.TimeoutExpired as error:
                done.kill()
                raise Failed(f"on {name} this took more than {PATIENCE} s:\n{commands}") from error
            output.seek(0)
            text = output.read().decode(errors="replace")
        if status != 0:
            raise Failed(f"on {name} a command of the page ended with status {status}:\n{text[-6000:]}")
        return text

    def logs(self):
        for path in sorted(self.folder.glob("*/run/units/*.log")):
            print(f"--- {path.relative_to(self.folder)}\n{path.read_text(errors='replace')[-3000:]}", file=sys.stderr)


def follow(machines):
    (install,) = re.findall(r"```sh\n(.*?)```", section("One machine"), re.DOTALL)[:1]
    titles = ("On A, as root:", "On B, as root", "On A, for each:", "and on each:", "On A, both workers are there:")
    on_a, on_b, trust, start, look = blocks("Two machines, and three", *titles)
    say("one machine")
    text = machines.do("A", install, "~/pando")
    if "2 workers" not in text and text.count("ready") < 2:
        raise Failed(f"the page's last command does not show two workers:\n{text[-2000:]}")
    say("the command, the units and the user on B and C, where no daemon runs yet")
    begin = install.index("sudo systemctl enable")
    for name in "BC":
        machines.do(name, install[:begin], "~/pando")
    say("a coordinator on the network")
    machines.do("A", on_a)
    for name, worker, address in (("B", "one", "10.0.0.8"), ("C", "two", "10.0.0.9")):
        of_it = on_b.replace("worker-one", f"worker-{worker}").replace("10.0.0.8", address)
        machines.do(name, of_it)
        public = f"etc/pando/worker-{worker}.pub"
        shutil.copy(machines.files(name) / public, machines.files("A") / public)
    for worker in ("one", "two"):
        machines.do("A", trust.replace("worker-one", f"worker-{worker}"), "/etc/pando")
    for name, worker in (("B", "one"), ("C", "two")):
        shutil.copytree(machines.files("A") / "etc/pando/keyring", machines.files(name) / "etc/pando/keyring")
        machines.do(name, start.replace("@one", f"@{worker}"))
    text = machines.do("A", look, "/etc/pando")
    if "one" not in text or "two" not in text:
        raise Failed(f"the status does not show both workers:\n{text[-2000:]}")


def main():
    parser = argparse.ArgumentParser(prog="deploy-page", description=__doc__)
    parser.add_argument("programs", type=pathlib.Path, help="the folder with pando")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="pando-page-", dir="/tmp"))
    machines = Machines(folder, options.programs.resolve() / "pando")
    start = time.monotonic()
    status = 0
    try:
        machines.make()
        follow(machines)
        say(f"passed: three machines run a cluster, {time.monotonic() - start:.0f} s after a checkout")
    except Failed as error:
        machines.logs()
        print(f"deploy-page: FAILED: {error}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        status = 130
    finally:
        machines.remove()
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
