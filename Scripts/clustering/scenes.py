"""What goes wrong, one after the other. Each scene ends with the cluster whole, and with everything committed."""

import pathlib
import subprocess
import time

from cluster import COORDINATORS, WORKERS
from daemons import PATIENCE, Daemon, eventually, say
from network import Failed

# What the design promises: README.md, "The promises", and docs/KEYS.md.
LEADS_WITHIN = 3
REVOKED_WITHIN = 1
# P10, for features with a timeout of 5 s behind a coordinator: four times that, and 10 s for restarts.
COMMITS_WITHIN = 30
# What strangers may cost a process, and how often a log may speak of refusals: once for each peer and reason.
MEMORY_GROWS_BY = 64 << 20
REFUSALS_AT_MOST = 40


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
        eventually(f"the cluster is whole after {title}", self.cluster.is_complete)
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
        if self.network.shape(2, "netem", "delay", "20ms", "10ms", "loss", "3%"):
            say("  20 ms more each way, and 3 % of all packets are lost")
        else:
            say("  ***************************************************************************")
            say("  NOT TESTED: delay and loss. This kernel has no sch_netem.")
            say("  In their place the host is given a line of 2 Mbit/s, and taken off it for 300 ms at a time.")
            say("  ***************************************************************************")
            if not self.network.shape(2, *"tbf rate 2mbit burst 16kb latency 200ms".split()):
                say("  NOT TESTED either: a slow line. This kernel has no sch_tbf.")
            for _ in range(5):
                self.network.link(2, is_up=False)
                time.sleep(0.3)
                self.network.link(2, is_up=True)
                time.sleep(0.7)
        self.go_on(self.cluster.clients.values(), "over a bad network")
        time.sleep(3)
        self.go_on(self.cluster.clients.values(), "over a bad network")
        self.network.shape(2)
        self.recover("the network was bad")

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
        """strangers come to the addresses: no key, a wrong one, one of another role, garbage, 1,000 half-open"""
        targets = [self.cluster.coordinators["one"], self.cluster.workers["w1"]]
        before = [self.footprint(target) for target in targets]
        attacks = []
        for port in (7610, 7611):
            script = pathlib.Path(__file__).parent / "attackers.py"
            command = ["python3", "-B", str(script), self.network.address(1), str(port)]
            attack = Daemon(
                *[self.network, self.cluster.folder, 3, f"attack-{port}", command],
            )
            attacks.append(attack.start())
        self.others_keys()
        most = before
        while any(attack.is_running() for attack in attacks):
            now = [self.footprint(target) for target in targets]
            most = [tuple(map(max, old, new)) for old, new in zip(most, now)]
            for client in self.cluster.clients.values():
                client.check()
            time.sleep(0.1)
        for attack in attacks:
            for line in attack.text().splitlines():
                say(f"  {attack.name}: {line}")
            if attack.process.returncode != 0:
                raise Failed(f"{attack.name} was not warded off: {attack.text()[-2000:]}")
        self.go_on(self.cluster.clients.values(), "while strangers come")
        for target, old, new in zip(targets, before, most):
            say(
                f"  {target.name}: at most {new[0]} descriptors (before: {old[0]}) and {new[1] >> 20} MB "
                f"(before: {old[1] >> 20} MB), {target.text().count('refused')} lines about refusals"
            )
            if new[1] - old[1] > MEMORY_GROWS_BY:
                raise Failed(f"{target.name} grew by {(new[1] - old[1]) >> 20} MB")
            if target.text().count("refused") > REFUSALS_AT_MOST:
                raise Failed(f"{target.name} logs too much: {target.text()[-3000:]}")
            eventually(
                f"{target.name} has let go of the descriptors",
                lambda target=target, old=old: self.footprint(target)[0] <= old[0] + 16,
            )
        self.recover("strangers had come")

    def footprint(self, daemon):
        """The descriptors of a process, and its bytes of memory."""
        number = daemon.process.pid
        pages = int(pathlib.Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()[1])
        return len(list(pathlib.Path(f"/proc/{number}/fd").iterdir())), pages * 4096

    def others_keys(self):
        """A key that nobody trusts, and a client's key in the place of a worker's."""
        self.cluster.keys("new", "stranger")
        done = subprocess.run(
            self.network.inside(
                3,
                [
                    *[str(self.cluster.pando), "status", "--coordinator", self.cluster.endpoint("one")],
                    *map(str, self.cluster.identity(3, "stranger")),
                ],
            ),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode == 0:
            raise Failed("a key that nobody trusts was told the status")
        log = self.cluster.coordinators["one"]
        command = [
            *[self.cluster.program, "worker", "--name", "impostor", "--coordinator", self.cluster.endpoint("one")],
            *["--bind", f"tcp://{self.network.address(3)}:7699", *self.cluster.identity(3, "birch")],
        ]
        impostor = Daemon(self.network, self.cluster.folder, 3, "impostor", command).start()
        eventually("a client's key is refused as a worker's", lambda: "role worker" in log.text())
        if "impostor" in self.cluster.names("one"):
            raise Failed("a client joined as a worker")
        impostor.kill()

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
            self.key_is_revoked,
            self.workers_are_restarted,
            self.builds_share_the_cluster,
            self.attackers_come,
        ]
