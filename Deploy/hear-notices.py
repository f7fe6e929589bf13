"""Hears what daemons tell a service manager: hear-notices.py FOLDER NAME...

Makes a socket FOLDER/notify-NAME for each name, and writes each line that comes to FOLDER/heard-NAME.
"""

import selectors
import signal
import socket
import sys


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    folder, names = sys.argv[1], sys.argv[2:]
    selector = selectors.DefaultSelector()
    for name in names:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.bind(f"{folder}/notify-{name}")
        selector.register(listener, selectors.EVENT_READ, f"{folder}/heard-{name}")
    while True:
        for key, _ in selector.select():
            with open(key.data, "a", encoding="utf-8") as file:
                file.write(key.fileobj.recv(65536).decode() + "\n")


main()
