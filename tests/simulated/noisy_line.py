"""A bad cable between the shoe's port and the reader's: drops, flips, cuts, merges and hang-ups."""

from __future__ import annotations

import contextlib
import os
import random
import select
import threading
import tty
from dataclasses import dataclass


@dataclass(frozen=True)
class Noise:
    """Chances: per byte to be dropped or to have one bit flipped, per chunk to lose a run of bytes."""

    drop: float = 0.02
    flip: float = 0.02
    cut: float = 0.01

    def spoil(self, data: bytes, chance: random.Random) -> bytes:
        out = bytearray()
        skip = 0
        for byte in data:
            roll = chance.random()
            if skip:
                skip -= 1
            elif roll < self.drop:
                pass  # a line feed that is dropped merges two lines
            elif roll < self.drop + self.flip:
                out.append(byte ^ (1 << chance.randrange(8)))
            else:
                out.append(byte)
            if chance.random() < self.cut / 16:
                skip = chance.randrange(1, 40)
        return bytes(out)


class NoisyLine:
    """Carries bytes between ``inner`` (a port's path) and a pseudo-terminal of its own, in a thread."""

    def __init__(self, inner: str, noise: Noise, seed: int) -> None:
        self._noise = noise
        self._chance = random.Random(seed)
        self._inner = os.open(inner, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._lock = threading.Lock()
        self._outer = self._new()
        self._closing = False
        self._wake_read, self._wake_write = os.pipe()
        self.spoilt = self.carried = 0
        self._thread = threading.Thread(target=self._run, name="noisy line", daemon=True)
        self._thread.start()

    @staticmethod
    def _new() -> tuple[int, int]:
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        return master, slave

    def ports(self) -> list[str]:
        with self._lock:
            return [os.ttyname(self._outer[1])]

    def hang_up(self) -> None:
        """The port goes away and comes back under another name."""
        with self._lock:
            old, self._outer = self._outer, self._new()
            for descriptor in old:
                os.close(descriptor)
        os.write(self._wake_write, b"x")

    def close(self) -> None:
        self._closing = True
        os.write(self._wake_write, b"x")
        self._thread.join()
        for descriptor in (*self._outer, self._inner, self._wake_read, self._wake_write):
            os.close(descriptor)

    def _run(self) -> None:
        while not self._closing:
            with self._lock:
                outer = self._outer[0]
            ready, _, _ = select.select([self._inner, outer, self._wake_read], [], [])
            if self._wake_read in ready:
                os.read(self._wake_read, 64)
                continue  # the outer end may be another now
            with self._lock:
                if outer != self._outer[0]:
                    continue
                if self._inner in ready:
                    self._carry(self._inner, outer)
                if outer in ready:
                    self._carry(outer, self._inner)

    def _carry(self, source: int, sink: int) -> None:
        with contextlib.suppress(BlockingIOError):  # full: the bytes are lost, as on a bad cable
            data = os.read(source, 4096)
            spoilt = self._noise.spoil(data, self._chance)
            self.carried += len(data)
            self.spoilt += spoilt != data
            os.write(sink, spoilt)
