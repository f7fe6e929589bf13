"""Hosts as network namespaces, on one bridge in a namespace of its own: nothing of the machine's network is touched."""

import os
import pathlib
import re
import signal
import subprocess
import time

PREFIX = "pando-cluster"


class Failed(Exception):
    """That something did not go as it must."""


def ip(*arguments):
    done = subprocess.run(["ip", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"ip {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def processes(namespace):
    """The processes of a namespace, whoever started them."""
    done = subprocess.run(
        ["ip", "netns", "pids", namespace], capture_output=True, text=True, check=False
    )
    return [int(line) for line in done.stdout.split()]


def remove(namespace):
    """Ends what runs in a namespace, and removes it with its interfaces."""
    for _ in range(100):
        left = processes(namespace)
        for process in left:
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        if not left:
            break
        time.sleep(0.02)
    subprocess.run(["ip", "netns", "del", namespace], capture_output=True, check=False)


def leftovers(number=None):
    """The namespaces of one run, or of every run whose process is gone."""
    found = []
    for path in sorted(pathlib.Path("/run/netns").glob(f"{PREFIX}-*")):
        owner = re.fullmatch(rf"{PREFIX}-(\d+)-.*", path.name)
        if owner is None:
            continue
        if number is None and not os.path.exists(f"/proc/{owner[1]}"):
            found.append(path.name)
        if number is not None and int(owner[1]) == number:
            found.append(path.name)
    return found


class Network:
    """Three hosts with addresses of one network."""

    def __init__(self, count=3):
        self.number = os.getpid()
        self.switch = f"{PREFIX}-{self.number}-switch"
        self.hosts = [f"{PREFIX}-{self.number}-host{host}" for host in range(1, count + 1)]

    def make(self):
        ip("netns", "add", self.switch)
        ip("-n", self.switch, "link", "add", "bridge0", "type", "bridge")
        ip("-n", self.switch, "link", "set", "bridge0", "up")
        for host, namespace in enumerate(self.hosts, 1):
            ip("netns", "add", namespace)
            ip(
                *["-n", self.switch, "link", "add", f"port{host}", "type", "veth"],
                *["peer", "name", "eth0", "netns", namespace],
            )
            ip("-n", self.switch, "link", "set", f"port{host}", "master", "bridge0", "up")
            ip("-n", namespace, "link", "set", "lo", "up")
            ip("-n", namespace, "addr", "add", f"{self.address(host)}/24", "dev", "eth0")
            ip("-n", namespace, "link", "set", "eth0", "up")

    def address(self, host):
        return f"10.77.0.{10 + host}"

    def inside(self, host, command):
        """The command line that runs a command on a host."""
        return ["nsenter", f"--net=/run/netns/{self.hosts[host - 1]}", *command]

    def link(self, host, is_up):
        """Cuts a host off, or joins it again: the plug is pulled, and nobody is told."""
        ip("-n", self.switch, "link", "set", f"port{host}", "up" if is_up else "down")

    def shape(self, host, *rule):
        """Has a host's packets pass a queueing discipline, both ways; without a rule, none. False where the kernel has
        no such discipline."""
        for namespace, device in [(self.hosts[host - 1], "eth0"), (self.switch, f"port{host}")]:
            subprocess.run(
                ["tc", "-n", namespace, "qdisc", "del", "dev", device, "root"],
                capture_output=True,
                check=False,
            )
            if not rule:
                continue
            done = subprocess.run(
                ["tc", "-n", namespace, "qdisc", "add", "dev", device, "root", *rule],
                capture_output=True,
                check=False,
            )
            if done.returncode != 0:
                return False
        return True

    def put_relay(self, host, delay, jitter, loss):
        """Puts a relay before a host, through which all its packets pass. Returns the process; None where this machine
        has no tap interfaces."""
        line, names = f"line{host}", (f"near{host}", f"far{host}")
        script = pathlib.Path(__file__).parent / "relay.py"
        relay = subprocess.Popen(
            [
                *["nsenter", f"--net=/run/netns/{self.switch}", "python3", "-B", script, *names],
                *["--delay", str(delay), "--jitter", str(jitter), "--loss", str(loss)],
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        if relay.stdout.readline() != "ready\n":
            relay.kill()
            relay.wait()
            return None
        # The host's port moves to a bridge of its own, and the relay is between that one and the switch.
        ip("-n", self.switch, "link", "add", line, "type", "bridge")
        ip("-n", self.switch, "link", "set", line, "up")
        for name, bridge in zip(names, (line, "bridge0")):
            ip("-n", self.switch, "link", "set", name, "master", bridge, "up")
        ip("-n", self.switch, "link", "set", f"port{host}", "master", line)
        return relay

    def take_relay(self, host, relay):
        """Takes the relay away again; returns how many packets it carried, and how many of them it lost."""
        ip("-n", self.switch, "link", "set", f"port{host}", "master", "bridge0")
        said, _ = relay.communicate(timeout=10)
        ip("-n", self.switch, "link", "del", f"line{host}")
        count, lost = said.split()
        return int(count), int(lost)

    def processes(self, host):
        return processes(self.hosts[host - 1])

    def remove(self):
        for namespace in leftovers(self.number):
            remove(namespace)
