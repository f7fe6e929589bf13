"""Strangers, who connect to one address in many ways. Says what became of them, and fails where one got in.

What takes a key that is let in first, a recorded handshake and a frame of 1 GB, has a program of the project do it
through a recorder: --ask is its command line, whose word ENDPOINT is replaced.
"""

import argparse
import os
import resource
import select
import socket
import struct
import subprocess
import sys
import threading
import time

from recorder import READY, Recorder, frames

FRAME_BYTES = 1 << 30
# What the kernel may hold of a frame that nobody reads, and what is read before its head is looked at.
READ_AT_MOST = 32 << 20
# A listener has room for 100 that it has not taken yet: of more at once, the others try again only after a second.
BURST, PAUSE = 20, 0.005
GREETING = b"\xff" + bytes(8) + b"\x7f"


def connect(address):
    connection = socket.create_connection(address, timeout=10)
    connection.settimeout(10)
    return connection


def is_cut(connection, patience=20):
    """Whether the other side ends the connection, whatever it says before."""
    connection.settimeout(patience)
    try:
        while connection.recv(65536):
            pass
        return True
    except (ConnectionResetError, BrokenPipeError):
        return True
    except TimeoutError:
        return False


def send(connection, data):
    try:
        connection.sendall(data)
    except (ConnectionResetError, BrokenPipeError, TimeoutError):
        pass


def greeting(mechanism):
    """The greeting of ZMTP 3.1, as libzmq says it."""
    return GREETING + b"\x03\x01" + mechanism.ljust(20, b"\0") + b"\0" + bytes(31)


def garbage(address):
    connection = connect(address)
    send(connection, os.urandom(100_000))
    return connection


def without_a_key(address):
    connection = connect(address)
    send(connection, greeting(b"NULL") + b"\x04\x06\x05READY")
    return connection


def huge_frame(address):
    connection = connect(address)
    # A long command of 1 GB, where the first of CURVE has 200 bytes.
    send(connection, greeting(b"CURVE") + b"\x06" + struct.pack(">Q", FRAME_BYTES) + bytes(1_000_000))
    return connection


def wrong_handshake(address):
    connection = connect(address)
    send(connection, greeting(b"CURVE") + b"\x04\xc8\x05HELLO\x01\x00" + os.urandom(192))
    return connection


def slow_reader(address):
    connection = connect(address)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_024)
    send(connection, greeting(b"CURVE"))
    return connection


# --- Of those who were let in ------------------------------------------------------------------------------------


class Asker:
    """A program with a key that is trusted, which talks through a recorder until it is ended."""

    def __init__(self, recorder, command):
        words = [recorder.endpoint if word == "ENDPOINT" else word for word in command]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()


def eventually(title, condition, patience=30):
    start = time.monotonic()
    while not condition():
        if time.monotonic() - start > patience:
            sys.exit(f"after {patience} s it was still not so that {title}")
        time.sleep(0.01)


def record(address, command):
    """What a program said from its greeting on, in a connection that was let in."""
    recorder = Recorder(address)
    with Asker(recorder, command) as asker:
        eventually("the handshake to record succeeds", recorder.let_in)
        # Its request follows, by which it would be answered.
        eventually("it has asked", lambda: len(frames(recorder.let_in().said)) > 3 or asker.process.poll() is not None)
    said = recorder.let_in().said
    recorder.close()
    return said


def replay(address, said, waits):
    """Says the same again, either as fast as it goes or behind each answer. Returns what came back; None where the
    connection was not ended."""
    connection = connect(address)
    heard = []

    def listen():
        try:
            while data := connection.recv(65536):
                heard.append(data)
        except (ConnectionResetError, BrokenPipeError):
            pass
        except TimeoutError:
            heard.append(None)

    connection.settimeout(20)
    listener = threading.Thread(target=listen)
    listener.start()
    for part in frames(said):
        send(connection, part)
        if waits:
            time.sleep(0.2)
    listener.join()
    connection.close()
    return None if None in heard else b"".join(heard)


def replayed_handshake(address, command):
    said = record(address, command)
    for waits in (False, True, True):
        heard = replay(address, said, waits)
        if heard is None:
            sys.exit("replayed_handshake: the connection was not ended")
        if READY in heard:
            sys.exit("replayed_handshake: it was let in")
        if waits and b"\x07WELCOME" not in heard:
            sys.exit("replayed_handshake: it got no further than the greeting, so nothing was tried")
    print(f"replayed_handshake: {len(said)} bytes of a real one were refused, thrice", flush=True)


def frame_of_one_who_is_let_in(address, command):
    recorder = Recorder(address, FRAME_BYTES)
    with Asker(recorder, command):
        eventually("one is let in, and cut off at its frame", recorder.was_cut.is_set)
    sent = recorder.let_in().sent_of_frame
    recorder.close()
    print(f"frame of 1 GB by one who was let in: cut off after {sent / (1 << 20):.1f} MB", flush=True)
    if sent > READ_AT_MOST:
        sys.exit(f"{sent} bytes of a frame were taken that is too large")


# --- Half-open ---------------------------------------------------------------------------------------------------


def connect_many(address, count):
    """Connections that say nothing, and how many were not taken."""
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    silent, refused = [], 0
    poller = select.poll()
    connecting = {}
    while count > 0 or connecting:
        for _ in range(min(BURST, count)):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(address)
            connecting[connection.fileno()] = connection
            poller.register(connection, select.POLLOUT)
            count -= 1
        if count > 0:
            time.sleep(PAUSE)
        for descriptor, _ in poller.poll(0 if count > 0 else 20_000):
            poller.unregister(descriptor)
            connection = connecting.pop(descriptor)
            if connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == 0:
                connection.setblocking(True)
                silent.append(connection)
            else:
                connection.close()
                refused += 1
    return silent, refused


def half_open(address, count):
    start = time.monotonic()
    silent, refused = connect_many(address, count)
    print(
        f"half_open: {len(silent)} connections are open after {time.monotonic() - start:.1f} s, "
        f"{refused} were not taken",
        flush=True,
    )
    start = time.monotonic()
    left = still_open(silent, 30)
    # Where its queue was full, the other side never had them; this side is told when it says something.
    for connection in left:
        send(connection, GREETING)
    forgotten = len(left)
    left = still_open(left, 30)
    print(
        f"half_open: {len(silent) - len(left)} of them were cut off within {time.monotonic() - start:.1f} s "
        f"({forgotten} had never been taken)",
        flush=True,
    )
    if left or refused > 0 or forgotten > len(silent) // 20:
        sys.exit("half_open: not all were taken and then cut off")


def still_open(connections, patience):
    """Those that the other side has not ended in time, of all together."""
    end = time.monotonic() + patience
    return [each for each in connections if not is_cut(each, max(0.01, end - time.monotonic()))]


def main():
    parser = argparse.ArgumentParser(prog="attackers.py", description=__doc__)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--half-open", type=int, default=1_000, metavar="COUNT", help="so many connections that are silent")
    parser.add_argument("--ask", nargs=argparse.REMAINDER, help="the command of a program whose key is trusted")
    options = parser.parse_args()
    address = (options.host, options.port)
    for attack in (garbage, without_a_key, huge_frame, wrong_handshake, slow_reader):
        connections = [attack(address) for _ in range(5)]
        start = time.monotonic()
        cut = sum(is_cut(connection) for connection in connections)
        print(f"{attack.__name__}: {cut} of 5 were cut off within {time.monotonic() - start:.1f} s", flush=True)
        if cut < 5:
            sys.exit(1)
    if options.ask:
        replayed_handshake(address, options.ask)
        frame_of_one_who_is_let_in(address, options.ask)
    # Connected, and silent.
    half_open(address, options.half_open)


if __name__ == "__main__":
    main()
