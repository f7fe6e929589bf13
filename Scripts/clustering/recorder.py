"""A recorder of connections: it stands between a program and an address, and keeps what both say."""

import socket
import struct
import threading

GREETING_BYTES = 64
READY = b"\x05READY"


def frames(data):
    """Splits what one side of a connection said into its greeting and its frames."""
    parts, place = [data[:GREETING_BYTES]], GREETING_BYTES
    while place < len(data):
        head = 9 if data[place] & 2 else 2
        size = struct.unpack(">Q", data[place + 1 : place + 9])[0] if head == 9 else data[place + 1]
        parts.append(data[place : place + head + size])
        place += head + size
    return parts


class Conversation:
    """One connection through the recorder."""

    def __init__(self, recorder, near, far):
        self.recorder, self.near, self.far = recorder, near, far
        self.said, self.heard = b"", b""
        self.sent_of_frame = None
        for step in (self.carry_there, self.carry_back):
            threading.Thread(target=step, daemon=True).start()

    @property
    def is_let_in(self):
        return READY in self.heard

    def carry_there(self):
        self.carry(self.near, self.far, "said")

    def carry_back(self):
        self.carry(self.far, self.near, "heard")

    def carry(self, source, target, name):
        try:
            while data := source.recv(65536):
                if name == "said" and self.sent_of_frame is not None:
                    continue
                setattr(self, name, getattr(self, name) + data)
                if name == "heard" and self.recorder.frame_bytes and self.is_let_in:
                    self.announce()
                    return
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def announce(self):
        """Goes on in the place of the program that was let in: with the head of a huge frame, and all of it."""
        self.sent_of_frame = 0
        # Of the far side's answers, whatever they are, only the end matters.
        threading.Thread(target=self.listen, daemon=True).start()
        zeros = bytes(1 << 20)
        try:
            self.far.settimeout(20)
            self.far.sendall(b"\x02" + struct.pack(">Q", self.recorder.frame_bytes))
            while self.sent_of_frame < self.recorder.frame_bytes:
                self.sent_of_frame += self.far.send(zeros)
        except OSError:
            self.recorder.was_cut.set()

    def listen(self):
        try:
            while self.far.recv(65536):
                pass
        except TimeoutError:
            return
        except OSError:
            pass
        self.recorder.was_cut.set()


class Recorder:
    """Listens on this host, and passes every connection on to an address.

    With `frame_bytes`, a connection that was let in is taken over, to announce a frame of that size.
    """

    def __init__(self, address, frame_bytes=0):
        self.address, self.frame_bytes = address, frame_bytes
        self.was_cut = threading.Event()
        self.conversations = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.endpoint = f"tcp://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near, _ = self.listener.accept()
                far = socket.create_connection(self.address, timeout=10)
            except OSError:
                return
            far.settimeout(None)
            self.conversations.append(Conversation(self, near, far))

    def let_in(self):
        """The first connection whose handshake succeeded; None where none did."""
        return next((each for each in self.conversations if each.is_let_in), None)

    def close(self):
        self.listener.close()
        for conversation in self.conversations:
            for end in (conversation.near, conversation.far):
                end.close()
