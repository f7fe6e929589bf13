"""What goes wrong, one after the other. Each scene ends with the cluster whole, and with everything committed."""

import pathlib
import re
import resource
import subprocess
import time

from cluster import COORDINATORS, WORKERS
from daemons import PATIENCE, Daemon, eventually, say
from network import Failed

# What the design promises: docs/PROMISES.md and docs/KEYS.md.
LEADS_WITHIN = 3
REVOKED_WITHIN = 1
# P10, for features with a timeout of 5 s behind a coordinator: four times that, and 10 s for restarts.
COMMITS_WITHIN = 30
# The connections that strangers leave open, and what all that strangers do may cost a process.
HALF_OPEN = 10_000
MEMORY_GROWS_BY = 128 << 20
# What else a process may open meanwhile: connections of those who are let in, and of the other attacks.
DESCRIPTORS_BESIDES = 64
# How long those who are let in may wait, beside the attack, for one action.
ACTION_TAKES_AT_MOST = 5


class Scenes:
    def __init__(self, cluster):
        self.cluster, self.network = cluster, cluster.network
        self.start = time.monotonic()

    # --- Of every scene --------------------------------------------------------------------------------------

    def begin(self):
        self.start = time.monotonic()

    def others(self, host):
        return [client for client in self.cluster.clients.values() if client.host != host]

    def go_on(self, clients, title):
        for client in clients:
            client.goes_on(title)

    def recover(self, title):
        """Everything that was accepted up to now commits within the bound, and more does."""
        since = time.monotonic()
        clients = self.cluster.clients.values()
        took = max(client.settles(since, COMMITS_WITHIN) for client in clients)
        self.go_on(clients, f"after {title}")
        eventually(f"the cluster is whole after {title}", self.cluster.is_complete, explain=self.cluster.lacks)
        for daemon in self.cluster.daemons():
            if not daemon.is_running():
                raise Failed(f"{daemon.name} has ended: {daemon.text()[-2000:]}")
        longest = max(client.longest(self.start) for client in clients)
        say(
            f"  all that was accepted had committed {took:.1f} s later; "
            f"the longest action of the scene took {longest:.1f} s"
        )

    def takes_over(self, other, since, within=None):
        """Waits until a coordinator leads, and returns the seconds that it took."""
        eventually(f"{other} leads", lambda: self.cluster.leads(other))
        took = time.monotonic() - since
        if within is not None and took > within:
            raise Failed(f"{other} led only {took:.2f} s after the blow; promised are {within} s")
        return took

    def leader_and_other(self):
        leader, _ = eventually("a coordinator leads", self.cluster.leader)
        return leader, next(name for name in COORDINATORS if name != leader)

    # --- The scenes ------------------------------------------------------------------------------------------

    def leader_is_killed(self):
        """kill -9 of the leading coordinator"""
        leader, other = self.leader_and_other()
        since = time.monotonic()
        self.cluster.coordinators[leader].kill()
        took = self.takes_over(other, since, LEADS_WITHIN)
        say(f"  {other} led {took:.2f} s after the blow (promised: {LEADS_WITHIN} s)")
        self.go_on(self.cluster.clients.values(), "while one coordinator is gone")
        self.cluster.coordinators[leader].start()
        self.recover("the leader was killed")

    def host_is_killed(self):
        """kill -9 of every process of a host, and all of them are started again"""
        daemons = [daemon for daemon in self.cluster.daemons() if daemon.host == 1]
        children = sum(client.ready().get("w1", 0) for client in self.cluster.clients.values())
        for daemon in daemons:
            daemon.process.kill()
        for daemon in daemons:
            daemon.process.wait()
        if self.network.processes(1):
            raise Failed("processes are left on a host on which all were killed")
        self.go_on(self.cluster.clients.values(), "while a host is down")
        say(f"  {len(daemons)} processes are gone that had {children} children, and both clients go on")
        for daemon in daemons:
            daemon.start()
        self.recover("a host was started again")

    def host_is_cut_off(self):
        """a host with the leader is cut off, and joined again"""
        leader, other = self.leader_and_other()
        host = COORDINATORS[leader]
        # Once etcd has another leader of its own, it grants every lease its whole life again: no bound is promised.
        too = " and etcd's leader" if self.cluster.etcd_leader() == host else ""
        since = time.monotonic()
        self.network.link(host, is_up=False)
        took = self.takes_over(other, since)
        say(f"  {other} led {took:.2f} s after the leading coordinator{too} was cut off")
        self.go_on(self.others(host), "while a host is cut off")
        # Longer than etcd and every lease take to notice.
        time.sleep(max(0.0, 6 - (time.monotonic() - since)))
        self.cluster.tempt()
        self.network.link(host, is_up=True)
        for _ in range(6):
            self.cluster.tempt()
            time.sleep(0.25)
        say("  it is joined again, and what its coordinator took itself for is over")
        eventually(f"{leader} knows that it leads no more", lambda: not self.cluster.leads(leader))
        self.recover("a host was joined again")

    def etcd_loses_its_quorum(self):
        """two members of etcd are killed, and started again"""
        for host in (2, 3):
            self.cluster.etcd[host].kill()
        for name in COORDINATORS:
            eventually(f"{name} says that its registry is away", lambda: self.is_away(name))
        self.go_on(self.cluster.clients.values(), "without a registry")
        # Longer than every lease lives.
        time.sleep(4)
        self.go_on(self.cluster.clients.values(), "without a registry for longer than leases live")
        for host in (2, 3):
            self.cluster.etcd[host].start()
        self.recover("etcd has its quorum again")

    def is_away(self, name):
        status = self.cluster.status(name)
        return status is not None and status["registry"]["isAway"]

    def network_is_bad(self):
        """a host's packets are delayed, and some are lost"""
        relay = None
        if not self.network.shape(2, "netem", "delay", "20ms", "10ms", "loss", "3%"):
            self.network.shape(2)
            say("  this kernel has no sch_netem: a relay between two tap interfaces delays and loses packets")
            relay = self.network.put_relay(2, delay=0.02, jitter=0.01, loss=0.03)
            if relay is None:
                say("  ***************************************************************************")
                say("  NOT TESTED: delay and loss. This machine has no tap interfaces either.")
                say("  ***************************************************************************")
                return
        try:
            trips = sorted(self.round_trip(3, 2) for _ in range(9))
            say(f"  a round trip with the host takes {trips[4] * 1000:.0f} ms; 3 % of all packets are lost, each way")
            if trips[4] < 0.02:
                raise Failed(f"the packets of a host are not delayed: a round trip took {trips[4] * 1000:.1f} ms")
            self.go_on(self.cluster.clients.values(), "over a bad network")
            time.sleep(6)
            self.go_on(self.cluster.clients.values(), "over a bad network")
        finally:
            if relay is None:
                self.network.shape(2)
            else:
                count, lost = self.network.take_relay(2, relay)
                say(f"  {lost} of {count} packets were lost")
        if relay is not None and not 0 < lost < count / 4:
            raise Failed(f"{lost} of {count} packets were lost; 3 % were to be")
        self.recover("packets were delayed and lost")

    def round_trip(self, source, target):
        """The seconds in which a connection is made with etcd on another host: one round trip."""
        address = self.network.address(target)
        script = (
            "import socket, time; start = time.monotonic();"
            f"socket.create_connection(('{address}', 2379), timeout=30); print(time.monotonic() - start)"
        )
        done = subprocess.run(
            self.network.inside(source, ["python3", "-c", script]),
            capture_output=True,
            text=True,
            timeout=PATIENCE + 30,
            check=False,
        )
        if done.returncode != 0:
            raise Failed(f"host {target} cannot be reached from host {source}: {done.stderr}")
        return float(done.stdout)

    def network_is_slow(self):
        """a host has a line of 2 Mbit/s, and is taken off it for 300 ms at a time"""
        if not self.network.shape(2, *"tbf rate 2mbit burst 16kb latency 200ms".split()):
            say("  NOT TESTED: a slow line. This kernel has no sch_tbf.")
        for _ in range(5):
            self.network.link(2, is_up=False)
            time.sleep(0.3)
            self.network.link(2, is_up=True)
            time.sleep(0.7)
        self.go_on(self.cluster.clients.values(), "over a slow line")
        time.sleep(3)
        self.go_on(self.cluster.clients.values(), "over a slow line")
        self.network.shape(2)
        self.recover("the network was slow")

    def key_is_revoked(self):
        """a client's key is revoked, and trusted again"""
        client, other = self.cluster.clients["alder"], self.cluster.clients["birch"]
        eventually("it uses workers", client.ready)
        for host in (1, 2, 3):
            self.cluster.keys("revoke", "alder", "--keyring", str(self.cluster.keyring(host)))
        revoked = time.monotonic()
        eventually("the client has no worker any more", lambda: not client.ready())
        took = client.last["at"] - revoked
        say(f"  it was cut off {max(0, took):.2f} s after the revocation (promised: {REVOKED_WITHIN} s)")
        if took > REVOKED_WITHIN:
            raise Failed(f"the client was cut off only after {took:.2f} s")
        before = client.committed()
        other.goes_on("while another client is cut off", 200)
        if client.committed() > before + 1:
            raise Failed("a client whose key was revoked had more than one action committed")
        for host in (1, 2, 3):
            self.cluster.keys(
                *["trust", "alder.pub", "--role", "client"],
                *["--keyring", str(self.cluster.keyring(host))],
            )
        self.recover("the key was trusted again")

    def workers_are_restarted(self):
        """every worker drains, ends and is started again, one after the other"""
        for name in WORKERS:
            worker = self.cluster.workers[name]
            done = self.cluster.tool(
                *[worker.host, "drain", name, "--within", "10s", "--wait"],
                *["--coordinator", self.cluster.endpoints],
                patience=30,
            )
            if done.returncode != 0:
                raise Failed(f"{name} does not drain: {done.stderr}")
            worker.end()
            worker.start()
            eventually(
                f"{name} is in service again",
                lambda name=name: all(name in self.cluster.names(c) for c in COORDINATORS),
            )
        self.recover("every worker was started again")

    def builds_share_the_cluster(self):
        """a second build comes: as a canary, then with a client that takes no other"""
        alder, birch = self.cluster.clients["alder"], self.cluster.clients["birch"]
        second = self.cluster.second_build()
        self.cluster.start_worker("w5", second, ["--weight", "0.1"])
        eventually("both coordinators know the canary", lambda: self.knows("w5"))
        builds = {w["name"]: w["build"] for w in self.cluster.status("one")["workers"]}
        if builds["w5"] == builds["w1"] or len(set(builds.values())) != 2:
            raise Failed(f"the status does not show two builds: {builds}")
        alder.tell("plant 200")
        eventually("200 children have workers", lambda: sum(alder.ready().values()) >= 200)
        taken = alder.ready().get("w5", 0)
        say(f"  the canary with --weight 0.1 has {taken} of 200 new children of the other build")
        if not 12 <= taken <= 28:
            raise Failed(f"a canary of 0.1 took {taken} of 200 lanes: {alder.ready()}")
        self.cluster.workers.pop("w5").end()
        eventually("its children went elsewhere", lambda: "w5" not in alder.ready())
        alder.tell("fell 200")
        # It takes workers of its own build alone, and there is none.
        cedar = self.cluster.start_client("cedar", 3, second, ["--same-build"])
        eventually("a client says that it waits", lambda: self.says(cedar) == 1)
        self.go_on([alder, birch], "while a client waits for its build")
        if cedar.ready():
            raise Failed(f"a client uses workers of another build: {cedar.ready()}")
        start = time.monotonic()
        self.cluster.start_worker("w5", second)
        cedar.goes_on("once its build is there")
        say(f"  a client that waited for its build goes on {time.monotonic() - start:.1f} s after a worker came")
        if set(cedar.ready()) != {"w5"} or self.says(cedar) != 1:
            raise Failed(f"it uses {cedar.ready()}, and said {self.says(cedar)} times that it waits")
        alder.tell("plant 50")
        eventually("50 children have workers", lambda: sum(alder.ready().values()) >= 50)
        if alder.ready().get("w5", 0) > 0:
            raise Failed(f"children went to another build without need: {alder.ready()}")
        alder.tell("fell 50")
        self.recover("two builds shared it")
        self.cluster.clients.pop("cedar").finish()
        self.cluster.workers.pop("w5").end()
        self.go_on([alder, birch], "after the second build has gone")

    def attackers_come(self):
        """strangers come to a coordinator and a worker: keys of all kinds, garbage, 1 GB, 10,000 half-open"""
        targets = [self.cluster.coordinators["one"], self.cluster.workers["w1"]]
        for target in targets:
            _, most = resource.prlimit(target.process.pid, resource.RLIMIT_NOFILE)
            if most < HALF_OPEN + 1_000:
                raise Failed(f"{target.name} may open {most} files only: run as root, or raise \"ulimit -Hn\"")
        logs = [len(target.text()) for target in targets]
        before = [self.footprint(target) for target in targets]
        self.others_keys()
        attacks = []
        script = pathlib.Path(__file__).parent / "attackers.py"
        for port, option in ((7610, "--coordinator"), (7611, "--worker")):
            ask = ["--ask", self.cluster.pando, "health", option, "ENDPOINT", *self.cluster.identity(3, "operator")]
            command = ["python3", "-B", script, self.network.address(1), port, "--half-open", HALF_OPEN, *ask]
            attacks.append(Daemon(self.network, self.cluster.folder, 3, f"attack-{port}", command).start())
        most = before
        while any(attack.is_running() for attack in attacks):
            now = [self.footprint(target) for target in targets]
            most = [tuple(map(max, old, new)) for old, new in zip(most, now)]
            for client in self.cluster.clients.values():
                client.check()
            time.sleep(0.1)
        longest = max(client.longest(self.start) for client in self.cluster.clients.values())
        for attack in attacks:
            for line in attack.text().splitlines():
                say(f"  {attack.name}: {line}")
            if attack.process.returncode != 0:
                raise Failed(f"{attack.name} was not warded off: {attack.text()[-2000:]}")
        say(f"  the longest action of those who are let in took {longest:.2f} s meanwhile")
        if longest > ACTION_TAKES_AT_MOST:
            raise Failed(f"an action took {longest:.2f} s while strangers came; {ACTION_TAKES_AT_MOST} s are allowed")
        self.go_on(self.cluster.clients.values(), "while strangers come")
        for target, log, old, new in zip(targets, logs, before, most):
            self.hold(target, target.text()[log:], old, new)
        self.recover("strangers had come")

    def hold(self, target, log, old, new):
        """What strangers cost a process, and what it said of them, is bounded."""
        refusals = [line for line in log.splitlines() if "refused" in line]
        say(
            f"  {target.name}: at most {new[0]} descriptors (before: {old[0]}) and {new[1] >> 20} MB "
            f"(before: {old[1] >> 20} MB), {len(refusals)} lines about refusals"
        )
        # All were taken, as the attackers say; on a busy machine the first are cut off before the last have come.
        if new[0] < HALF_OPEN // 10:
            raise Failed(f"{target.name} never had many connections at once: {new[0]} descriptors at most")
        if new[0] > old[0] + HALF_OPEN + DESCRIPTORS_BESIDES:
            raise Failed(f"{target.name} had {new[0]} descriptors")
        if new[1] - old[1] > MEMORY_GROWS_BY:
            raise Failed(f"{target.name} grew by {(new[1] - old[1]) >> 20} MB")
        # The same of the same peer is told once: without its time, a line is there once. A peer that had gone before
        # it was looked at has no address, and its port differs every time.
        told = [re.sub(r"^\S+ | at [0-9.]+(:\d+)?", "", line) for line in refusals]
        often = {line for line in told if told.count(line) > 2}
        if often:
            raise Failed(f"{target.name} tells the same more than once: {often}")
        for cause in ("without a key", "expected the key of another process", "is not in the keyring"):
            if not any(cause in line for line in told):
                raise Failed(f"{target.name} did not say that one was refused who came {cause}: {told}")
        eventually(
            f"{target.name} has let go of the descriptors",
            lambda: self.footprint(target)[0] <= old[0] + 16,
        )

    def footprint(self, daemon):
        """The descriptors of a process, and its bytes of memory."""
        number = daemon.process.pid
        pages = int(pathlib.Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()[1])
        return len(list(pathlib.Path(f"/proc/{number}/fd").iterdir())), pages * 4096

    def others_keys(self):
        """A key that nobody trusts, one that was revoked, and a client's in the place of a worker's."""
        cluster = self.cluster
        for name in ("stranger", "former"):
            cluster.keys("new", name)
        for host in (1, 2, 3):
            keyring = str(cluster.keyring(host))
            cluster.keys("trust", "former.pub", "--role", "operator", "--keyring", keyring)
        asked = (("--coordinator", cluster.endpoint("one")), ("--worker", f"tcp://{self.network.address(1)}:7611"))
        for where in asked:
            eventually("a key is trusted at first", lambda where=where: self.is_answered("former", where))
        for host in (1, 2, 3):
            cluster.keys("revoke", "former", "--keyring", str(cluster.keyring(host)))
        for where in asked:
            eventually("a revoked key is refused", lambda where=where: not self.is_answered("former", where))
            # Twice: what is refused again is not told again.
            for name in ("former", "stranger", "stranger"):
                if self.is_answered(name, where):
                    raise Failed(f"the key of a {name} was answered by {where[1]}")
        log = cluster.coordinators["one"]
        command = [
            *[cluster.program, "worker", "--name", "impostor", "--coordinator", cluster.endpoint("one")],
            *["--bind", f"tcp://{self.network.address(3)}:7699", *cluster.identity(3, "birch")],
        ]
        impostor = Daemon(self.network, cluster.folder, 3, "impostor", command).start()
        eventually("a client's key is refused as a worker's", lambda: "role worker" in log.text())
        if "impostor" in cluster.names("one"):
            raise Failed("a client joined as a worker")
        impostor.kill()

    def is_answered(self, name, where):
        command = [
            *[self.cluster.pando, "health", *where, "--timeout", "2"],
            *self.cluster.identity(3, name),
        ]
        done = subprocess.run(
            self.network.inside(3, [str(word) for word in command]),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode == 0

    def knows(self, name):
        return all(name in self.cluster.names(coordinator) for coordinator in COORDINATORS)

    def says(self, client):
        return client.text().count("children wait for a worker")

    def all(self):
        return [
            self.leader_is_killed,
            self.host_is_killed,
            self.host_is_cut_off,
            self.etcd_loses_its_quorum,
            self.network_is_bad,
            self.network_is_slow,
            self.key_is_revoked,
            self.workers_are_restarted,
            self.builds_share_the_cluster,
            self.attackers_come,
        ]
