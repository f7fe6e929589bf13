"""Runs a command that may open no sockets but of some families: restrict-families.py AF_UNIX,AF_INET COMMAND...

As RestrictAddressFamilies= of systemd does it: by a filter of system calls.
"""

import ctypes
import os
import platform
import socket
import struct
import sys

# The number of the call, by machine.
SOCKET_CALL = {"x86_64": 41, "aarch64": 198}
LOAD, JUMP_IF_EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
CALL, FIRST_ARGUMENT = 0, 16
FAMILY_NOT_SUPPORTED = 97
NO_NEW_PRIVILEGES, SET_FILTER, FILTER_MODE = 38, 22, 2


def instruction(code, if_true, if_false, value):
    return struct.pack("HBBI", code, if_true, if_false, value)


def program(families):
    """Allows every call but socket(), and that for the families."""
    count = len(families)
    yield instruction(LOAD, 0, 0, CALL)
    yield instruction(JUMP_IF_EQUAL, 0, count + 2, SOCKET_CALL[platform.machine()])
    yield instruction(LOAD, 0, 0, FIRST_ARGUMENT)
    for index, family in enumerate(families):
        yield instruction(JUMP_IF_EQUAL, count - index, 0, family)
    yield instruction(RETURN, 0, 0, REFUSE | FAMILY_NOT_SUPPORTED)
    yield instruction(RETURN, 0, 0, ALLOW)


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def main():
    families = [int(getattr(socket, name)) for name in sys.argv[1].split(",")]
    code = list(program(families))
    system = ctypes.CDLL(None, use_errno=True)
    filter_ = Program(len(code), b"".join(code))
    if system.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0 or system.prctl(
            SET_FILTER, FILTER_MODE, ctypes.byref(filter_), 0, 0) != 0:
        sys.exit(f"restrict-families: {os.strerror(ctypes.get_errno())}")
    os.execv(sys.argv[2], sys.argv[2:])


main()
