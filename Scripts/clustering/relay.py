"""A relay between two interfaces that delays packets and loses some, where the kernel has no discipline that does.

It makes two tap interfaces in the network namespace that it runs in, says so in a line, and carries what comes out of
one into the other until its input ends. Then it says how many packets it carried and lost.
"""

import argparse
import fcntl
import heapq
import os
import random
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
FRAME_BYTES = 65_536
# As many as netem holds by default; what comes beyond is lost.
QUEUE_LENGTH = 1_000


def tap(name):
    """Makes an interface, which lives as long as its descriptor is open. What it gives out has its checksums, and is
    no longer than a frame: the kernel sees to both."""
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
    fcntl.ioctl(descriptor, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
    return descriptor


class Relay:
    """What is on its way, by the time at which it is due."""

    def __init__(self, ends, delay, jitter, loss, rng):
        self.other = {ends[0]: ends[1], ends[1]: ends[0]}
        self.delay, self.jitter, self.loss, self.rng = delay, jitter, loss, rng
        self.queue, self.count, self.lost = [], 0, 0

    def take(self, end):
        """Takes in all that has come out of an interface."""
        while True:
            try:
                frame = os.read(end, FRAME_BYTES)
            except (BlockingIOError, OSError):
                return
            self.count += 1
            if self.rng.random() < self.loss or len(self.queue) >= QUEUE_LENGTH:
                self.lost += 1
                continue
            # Packets overtake one another, as netem has them do.
            due = time.monotonic() + self.delay + self.rng.uniform(-self.jitter, self.jitter)
            heapq.heappush(self.queue, (due, self.count, self.other[end], frame))

    def give(self):
        """Gives out what is due, and returns the seconds until something else is; None where nothing waits."""
        while self.queue:
            left = self.queue[0][0] - time.monotonic()
            if left > 0:
                return left
            _, _, end, frame = heapq.heappop(self.queue)
            try:
                os.write(end, frame)
            except OSError:
                self.lost += 1
        return None

    def run(self, until):
        ready = []
        while until not in ready:
            for end in ready:
                self.take(end)
            ready, _, _ = select.select([*self.other, until], [], [], self.give())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs=2, help="the names of the interfaces")
    parser.add_argument("--delay", type=float, required=True, help="seconds, each way")
    parser.add_argument("--jitter", type=float, required=True, help="seconds more or less")
    parser.add_argument("--loss", type=float, required=True, help="the share of packets that are lost")
    options = parser.parse_args()
    ends = [tap(name) for name in options.names]
    print("ready", flush=True)
    relay = Relay(ends, options.delay, options.jitter, options.loss, random.Random(1))
    relay.run(sys.stdin.fileno())
    print(f"{relay.count} {relay.lost}", flush=True)


if __name__ == "__main__":
    main()
