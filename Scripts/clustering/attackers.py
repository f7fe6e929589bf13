"""Strangers without keys, who connect to one address in many ways: attackers.py HOST PORT. Says what became of them."""

import os
import socket
import struct
import sys
import time

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
    # A long command of a tebibyte, where the first of CURVE has 200 bytes.
    send(connection, greeting(b"CURVE") + b"\x06" + struct.pack(">Q", 1 << 40) + bytes(1_000_000))
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


def main():
    address = (sys.argv[1], int(sys.argv[2]))
    for attack in (garbage, without_a_key, huge_frame, wrong_handshake, slow_reader):
        connections = [attack(address) for _ in range(5)]
        start = time.monotonic()
        cut = sum(is_cut(connection) for connection in connections)
        print(f"{attack.__name__}: {cut} of 5 were cut off within {time.monotonic() - start:.1f} s", flush=True)
        if cut < 5:
            sys.exit(1)
    # Half-open: connected, and silent.
    silent, refused = [], 0
    for _ in range(1_000):
        try:
            silent.append(connect(address))
        except OSError:
            refused += 1
    print(f"half_open: {len(silent)} connections are open, {refused} were not taken", flush=True)
    start = time.monotonic()
    cut = sum(is_cut(connection) for connection in silent)
    print(f"half_open: {cut} of them were cut off within {time.monotonic() - start:.1f} s", flush=True)
    if cut < len(silent):
        sys.exit(1)


if __name__ == "__main__":
    main()
