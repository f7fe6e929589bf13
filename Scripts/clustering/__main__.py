"""Runs a cluster on three hosts, and has everything happen to it that it must stand.

The hosts are network namespaces with addresses of their own; every process is a real one, and everybody is known by
a CURVE key. Two clients send all the time, and compare every state with what one process makes of it. It takes root,
ip, etcd and etcdctl. Scripts/test-cluster builds what it runs.
"""

import argparse
import pathlib
import shutil
import signal
import sys
import tempfile
import time

from cluster import Cluster
from daemons import say
from network import PREFIX, Failed, Network, leftovers, remove
from scenes import Scenes


def stop(*_):
    raise KeyboardInterrupt


def run(cluster, only):
    scenes = Scenes(cluster)
    scenes.begin()
    cluster.start()
    for client in cluster.clients.values():
        client.goes_on("at first", 300)
    say(f"three hosts are up, after {time.monotonic() - scenes.start:.1f} s")
    for scene in scenes.all():
        if only and not any(word in scene.__name__ for word in only):
            continue
        scenes.begin()
        say(scene.__doc__)
        scene()
        say(f"  done in {time.monotonic() - scenes.start:.1f} s")
    for client in list(cluster.clients.values()):
        last = client.finish()
        say(
            f"{client.name}: {last['committed']} commits, {last['compared']} states are those of one process "
            f"({last['digest']})"
        )
    cluster.clients.clear()
    count, twice = cluster.double_starts()
    if twice:
        raise Failed(f"effects began more than once: {twice[:10]}")
    say(f"{count} effects began on workers and clients, none of them twice")
    terms = cluster.written_terms()
    if not terms or terms != sorted(terms):
        raise Failed(f"a deposed leader wrote, or nobody did: {terms}")
    say(f"{len(terms)} writes of {len(set(terms))} leaders, none of them by one that was deposed")


def show_logs(cluster):
    for daemon in cluster.daemons():
        text = daemon.text()
        if text:
            print(f"--- {daemon.name}\n{text[-4000:]}", file=sys.stderr)
    for client in cluster.clients.values():
        print(f"--- the last line of {client.name}\n{client.last}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(prog="test-cluster", description=__doc__)
    parser.add_argument("programs", type=pathlib.Path, help="the folder with pando and HostsProgram")
    parser.add_argument("--only", action="append", metavar="WORD", help="run the scenes with this word alone")
    parser.add_argument("--keep", action="store_true", help="keep the folder with the logs")
    options = parser.parse_args()
    for name in leftovers():
        say(f"removing {name}, which a run left that was killed")
        remove(name)
    for path in pathlib.Path("/tmp").glob(f"{PREFIX}-*-*"):
        if not pathlib.Path(f"/proc/{path.name.split('-')[2]}").exists():
            shutil.rmtree(path, ignore_errors=True)
    # Explicitly, since a shell has what it starts in the background ignore the first.
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    network = Network()
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{PREFIX}-{network.number}-", dir="/tmp"))
    cluster = Cluster(network, folder, options.programs.resolve())
    start = time.monotonic()
    status = 0
    try:
        network.make()
        run(cluster, options.only)
        say(f"passed in {time.monotonic() - start:.0f} s")
    except Failed as error:
        show_logs(cluster)
        print(f"cluster-test: FAILED: {error}", file=sys.stderr)
        status = 1
    except KeyboardInterrupt:
        print("cluster-test: interrupted", file=sys.stderr)
        status = 130
    finally:
        # What clears up is not interrupted again.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        network.remove()
        for daemon in cluster.daemons():
            if daemon.process is not None:
                daemon.process.wait()
        if options.keep:
            say(f"the logs are in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    left = leftovers(network.number)
    if left:
        print(f"cluster-test: FAILED: namespaces are left: {left}", file=sys.stderr)
        status = status or 1
    sys.exit(status)


if __name__ == "__main__":
    main()
