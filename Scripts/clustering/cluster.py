"""The cluster: three members of etcd, two coordinators, four workers, two clients, and their keys."""

import base64
import json
import os
import shutil
import subprocess

from daemons import Client, Daemon, eventually
from network import Failed

COORDINATORS = {"one": 1, "two": 2}
WORKERS = {"w1": 1, "w2": 2, "w3": 3, "w4": 3}
CLIENTS = {"alder": 2, "birch": 3}
# A client and a worker of another build, which come late.
LATE_CLIENTS = {"cedar": 1}
LATE_WORKERS = {"w5": 2}


class Cluster:
    def __init__(self, network, folder, programs):
        self.network, self.folder, self.programs = network, folder, programs
        self.pando, self.program = programs / "pando", programs / "HostsProgram"
        self.etcd, self.coordinators, self.workers, self.clients = {}, {}, {}, {}

    # --- Keys ------------------------------------------------------------------------------------------------

    def make_keys(self):
        """One keyring, and a copy of it on every host."""
        roles = {name: "coordinator" for name in COORDINATORS}
        roles |= {name: "worker" for name in [*WORKERS, *LATE_WORKERS]}
        roles |= {name: "client" for name in [*CLIENTS, *LATE_CLIENTS]}
        roles |= {"operator": "operator"}
        for name, role in roles.items():
            self.keys("new", name)
            self.keys("trust", f"{name}.pub", "--role", role, "--keyring", "keyring")
        for host in (1, 2, 3):
            shutil.copytree(self.folder / "keyring", self.keyring(host))

    def keys(self, *arguments):
        self.local("keys", *arguments)

    def local(self, *arguments):
        done = subprocess.run(
            [self.pando, *arguments], cwd=self.folder, capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise Failed(f"pando {' '.join(arguments)}: {done.stderr}")

    def keyring(self, host):
        return self.folder / f"keyring-{host}"

    def identity(self, host, name):
        return ["--keyring", self.keyring(host), "--key", self.folder / f"{name}.key"]

    # --- Starting --------------------------------------------------------------------------------------------

    def start(self):
        self.make_keys()
        for host in (1, 2, 3):
            self.start_etcd(host)
        eventually("etcd has a leader", self.etcd_is_healthy)
        for name in COORDINATORS:
            self.start_coordinator(name)
        for name in WORKERS:
            self.start_worker(name)
        eventually("both coordinators know four workers and a leader", self.is_complete, explain=self.lacks)
        for number, name in enumerate(CLIENTS, 1):
            self.start_client(name, number)

    def start_etcd(self, host):
        address = self.network.address(host)
        members = ",".join(f"e{n}=http://{self.network.address(n)}:2380" for n in (1, 2, 3))
        command = [
            *["etcd", "--name", f"e{host}", "--data-dir", self.folder / f"etcd-{host}"],
            *["--listen-client-urls", f"http://{address}:2379"],
            *["--advertise-client-urls", f"http://{address}:2379"],
            *["--listen-peer-urls", f"http://{address}:2380"],
            *["--initial-advertise-peer-urls", f"http://{address}:2380"],
            *["--initial-cluster", members, "--logger", "zap", "--log-level", "warn"],
            # Six processes share a disk and two cores.
            *["--heartbeat-interval", "100", "--election-timeout", "1000"],
        ]
        self.etcd[host] = Daemon(self.network, self.folder, host, f"etcd-{host}", command).start()

    @property
    def etcd_clients(self):
        return ",".join(f"{self.network.address(n)}:2379" for n in (1, 2, 3))

    def etcdctl(self, host, *arguments):
        return subprocess.run(
            self.network.inside(
                host,
                ["etcdctl", "--endpoints", self.etcd_clients, "--command-timeout=3s", *arguments],
            ),
            env={**os.environ, "ETCDCTL_API": "3"},
            capture_output=True,
            text=True,
            check=False,
        )

    def etcd_is_healthy(self):
        return self.etcdctl(3, "put", "/test", "1").returncode == 0

    def etcd_leader(self):
        """The host of the member that leads etcd; None where nobody says so."""
        done = self.etcdctl(3, "endpoint", "status", "-w", "json")
        for entry in json.loads(done.stdout or "[]"):
            status = entry["Status"]
            if status["leader"] == status["header"]["member_id"]:
                address = entry["Endpoint"].split(":")[0]
                return next(host for host in (1, 2, 3) if self.network.address(host) == address)
        return None

    def start_coordinator(self, name):
        host = COORDINATORS[name]
        command = [
            *[self.pando, "coordinator", "--bind", self.endpoint(name)],
            *["--registry", f"etcd://{self.etcd_clients}/pando", *self.identity(host, name)],
        ]
        self.coordinators[name] = Daemon(self.network, self.folder, host, name, command).start()

    def endpoint(self, coordinator):
        return f"tcp://{self.network.address(COORDINATORS[coordinator])}:7610"

    @property
    def endpoints(self):
        return ",".join(self.endpoint(name) for name in COORDINATORS)

    def start_worker(self, name, program=None, arguments=()):
        host = (WORKERS | LATE_WORKERS)[name]
        port = 7610 + int(name[1:])
        command = [
            *[program or self.program, "worker", "--name", name, "--coordinator", self.endpoints],
            *["--bind", f"tcp://{self.network.address(host)}:{port}", *self.identity(host, name)],
            *arguments,
        ]
        journal = {"PANDO_HOSTS_JOURNAL": str(self.folder / "effects")}
        self.workers[name] = Daemon(
            self.network, self.folder, host, name, command, journal
        ).start()

    def start_client(self, name, number, program=None, arguments=()):
        host = (CLIENTS | LATE_CLIENTS)[name]
        environment = {
            "PANDO_KEYRING": str(self.keyring(host)),
            "PANDO_KEY": str(self.folder / f"{name}.key"),
            "PANDO_HOSTS_JOURNAL": str(self.folder / "effects"),
        }
        command = [
            *[program or self.program, "--coordinator", self.endpoints, "--client", str(number)],
            *arguments,
        ]
        client = Client(self.network, self.folder, host, name, command, environment)
        self.clients[name] = client.start()
        return client

    def second_build(self):
        """The same program in another executable, to which a linker would have given another id."""
        path = self.folder / "second" / self.program.name
        path.parent.mkdir()
        shutil.copy(self.program, path)
        first = self.status("one")["workers"][0]["build"]
        if first.startswith("digest-"):
            with open(path, "ab") as file:
                file.write(b"2")
        else:
            note = bytes.fromhex(first)
            path.write_bytes(path.read_bytes().replace(note, note[::-1]))
        return path

    # --- Looking ---------------------------------------------------------------------------------------------

    def tool(self, host, *arguments, patience=20):
        """Runs pando on a host, as its operator."""
        command = [str(self.pando), *arguments, *map(str, self.identity(host, "operator"))]
        try:
            return subprocess.run(
                self.network.inside(host, command),
                capture_output=True,
                text=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"pando {' '.join(arguments)} did not end in {patience} s") from error

    def status(self, name):
        """The status as a coordinator tells it, asked on its own host; None where it does not answer."""
        done = self.tool(
            *[COORDINATORS[name], "status", "--json", "--coordinator", self.endpoint(name)]
        )
        return json.loads(done.stdout) if done.returncode == 0 else None

    def leader(self):
        for name in COORDINATORS:
            status = self.status(name)
            if status and status["coordinator"]["leads"]:
                return name
        return None

    def leads(self, name):
        status = self.status(name)
        return status is not None and status["coordinator"]["leads"]

    def names(self, name):
        """The names of the workers that a coordinator knows and places on."""
        status = self.status(name) or {"workers": []}
        return sorted(w["name"] for w in status["workers"] if w["state"] == "ready")

    def lacks(self):
        """What keeps the cluster from being whole, in words; empty where nothing does."""
        lacking = []
        for name in COORDINATORS:
            status = self.status(name)
            if status is None:
                lacking.append(f"{name} does not answer")
                continue
            registry = status["registry"]
            if registry["isAway"]:
                lacking.append(f"{name} is without its registry")
            if not registry.get("leader"):
                lacking.append(f"{name} knows no leader")
            if len(registry["coordinators"]) != len(COORDINATORS):
                lacking.append(f"{name} knows the coordinators {registry['coordinators']}")
            states = {worker["name"]: worker["state"] for worker in status["workers"]}
            for worker in WORKERS:
                if states.get(worker) != "ready":
                    lacking.append(f"{name} takes {worker} to be {states.get(worker, 'unknown')}")
        return lacking

    def is_complete(self):
        return not self.lacks()

    # --- The writes of leaders -------------------------------------------------------------------------------

    def written_terms(self):
        """The term of every write, since etcd was started, to the part that only a leader writes."""
        command = ["etcdctl", "--endpoints", self.etcd_clients, "watch", "--prefix", "--rev", "1"]
        watch = Client(
            *[self.network, self.folder, 3, "watch", [*command, "/pando/features/", "-w", "json"]],
            {"ETCDCTL_API": "3"},
        ).start()
        # A last one, to know that all were read; it has no term.
        self.etcdctl(3, "put", "/pando/features/end", "end")
        terms = []

        def is_read():
            terms.clear()
            for line in list(watch.lines):
                for event in line.get("Events") or []:
                    value = base64.b64decode(event.get("kv", {}).get("value", ""))
                    if value == b"end":
                        return True
                    if value:
                        terms.append(json.loads(value)["term"])
            return False

        eventually("the history of what leaders wrote is read", is_read)
        watch.kill()
        return terms

    def tempt(self):
        """Removes what a leader writes, so that whoever takes itself for one writes at once."""
        self.etcdctl(3, "del", "--prefix", "/pando/features/")

    # --- The end ---------------------------------------------------------------------------------------------

    def daemons(self):
        return [*self.clients.values(), *self.workers.values(), *self.coordinators.values(), *self.etcd.values()]

    def double_starts(self):
        """The effects that began more than once."""
        path = self.folder / "effects"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        seen, twice = set(), set()
        for line in lines:
            (twice if line in seen else seen).add(line)
        return len(lines), sorted(twice)
