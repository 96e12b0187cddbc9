"""The live shoe: finds its port, keeps the link up, in one thread of its own.

The protocol is kiosk.readers.shoe_decoder's; here are the port, the clock and the thread. A port that
fails is closed first and looked for again, after 0.5 s growing to 5 s.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import serial

from kiosk.decks import Deck
from kiosk.readers.base import ENDS_WITHIN, Emit, Fault, FaultOver, Lamp, LinkUp, Receipt
from kiosk.readers.ports import PORT_FAILED, PortError, abandon_port, close_port, open_port, pico_ports
from kiosk.readers.shoe_decoder import NAME, ShoeDecoder
from kiosk.readers.wake import Wake

BAUD = 115200  # USB takes no notice of it


@dataclass(frozen=True)
class LinkTiming:
    """Seconds. Tests that count cards and not time hand in shorter ones."""

    silence: float = 3.0
    """Without a sound line for so long the shoe is lost."""
    ask_every: float = 1.0
    gate_every: float = 0.5
    first_delay: float = 0.5
    """Before a lost port is looked for again; it grows to ``longest_delay``."""
    longest_delay: float = 5.0


BETWEEN_TESTS = 0.3
"""Seconds that the light barrier's test takes, and more."""
Tap = Callable[[str, bytes], None]


def _no_tap(_port: str, _data: bytes) -> None:
    """Nobody records."""


class ShoeReader:
    """The CardReader for the shoe.

    ``find`` gives the ports where a shoe may be (default: every Pico). ``journaled`` are the receipts of the
    last journaled card of each boot. ``tap`` is told the port and the raw bytes, before their events; b""
    when a port was opened.
    """

    name = NAME
    acknowledges = True

    def __init__(
        self,
        deck: Deck | None,
        journaled: Iterable[Receipt] = (),
        find: Callable[[], list[str]] = pico_ports,
        tap: Tap = _no_tap,
        timing: LinkTiming = LinkTiming(),
    ) -> None:
        self._deck = deck
        self._decoder = ShoeDecoder(deck, journaled)
        self._find = find
        self._tap = tap
        self._timing = timing
        self._lock = threading.Lock()
        self._wanted: tuple[bool, Lamp] = (False, Lamp.STOP)
        self._standing: dict[str, Fault] = {}
        self._closing = False
        self._abandoned = False
        self._port: serial.Serial | None = None
        self._tested = threading.Event()
        self._wake = Wake()
        self._thread: threading.Thread | None = None
        self._emit: Emit = _unheard
        self.moved_at = time.monotonic()
        """When the thread last went round, for who watches it."""

    @property
    def counters(self) -> str:
        """What the link met so far, for ``liege shoe watch``."""
        met = self._decoder.counters
        return f"{met.lines} lines, {met.dropped} dropped, {met.repeats} repeats"

    def start(self, emit: Emit) -> None:
        """Begin, also again after the thread died: what it had not handed on comes once more."""
        self._emit = emit
        self.moved_at = time.monotonic()
        with self._lock:
            self._decoder.forget_on_the_way()
        self._thread = threading.Thread(target=self._run, name="shoe reader", daemon=True)
        self._thread.start()

    def acknowledge(self, receipt: Receipt) -> None:
        with self._lock:
            self._decoder.acknowledge(receipt)
        self._wake.nudge()

    def gate(self, open: bool, lamp: Lamp) -> None:
        with self._lock:
            self._wanted = open, lamp
            self._decoder.want(open, lamp)
        self._wake.nudge()

    def self_test(self, within: float = 2.0) -> dict[str, str] | None:
        """The shoe tests its parts: part -> ``ok`` or a kind of fault; None where it does not answer.

        Waits: three times ``within`` seconds at most for each answer. The barrier's is that of the test before, so
        the shoe is asked twice.
        """
        if self._ask_test(within) is None:
            return None
        time.sleep(BETWEEN_TESTS)
        return self._ask_test(within)

    def _ask_test(self, within: float) -> dict[str, str] | None:
        for _ in range(3):  # a line may get lost
            with self._lock:
                self._decoder.ask_test()
                self._tested.clear()
            self._wake.nudge()
            if self._tested.wait(within):
                with self._lock:
                    return dict(self._decoder.tested)
        return None

    def close(self) -> None:
        self._closing = True
        self._wake.nudge()
        if self._thread is not None:
            self._thread.join(ENDS_WITHIN)
            if not self._thread.is_alive():
                self._wake.let_go()
            self._thread = None

    def afresh(self, journaled: Iterable[Receipt]) -> ShoeReader:
        self._abandoned = self._closing = True
        self._wake.nudge()
        if self._port is not None:
            abandon_port(self._port)
        return ShoeReader(self._deck, journaled, self._find, self._tap, self._timing)

    # the thread

    def _run(self) -> None:
        delay = self._timing.first_delay
        while not self._closing:
            self.moved_at = time.monotonic()
            try:
                port = self._open()
            except PortError as error:
                self._fault(Fault(NAME, error.kind, error.params))
            else:
                self._port = port
                try:
                    if self._serve(port):
                        delay = self._timing.first_delay
                finally:
                    self._port = None
                    close_port(port)  # first: a dead port kept open comes back under another name
            if not self._closing:
                self._pause(delay)
                delay = min(delay * 1.5, self._timing.longest_delay)
        if self._abandoned:
            self._wake.let_go()

    def _open(self) -> serial.Serial:
        """The port of the one shoe that is there."""
        paths = self._find()
        if not paths:
            raise PortError("lost")
        if len(paths) == 1:
            return open_port(paths[0], BAUD)
        failed: PortError | None = None
        answering = []
        for path in paths:
            try:
                if answers(path):
                    answering.append(path)
            except PortError as error:
                failed = error
        if len(answering) > 1:
            raise PortError("two-shoes", ports=", ".join(answering))
        if not answering:
            raise failed or PortError("silent", port=", ".join(paths))
        return open_port(answering[0], BAUD)

    def _serve(self, port: serial.Serial) -> bool:
        """Keep the link until it fails; whether it was ever up."""
        with self._lock:
            self._decoder.connected()
        self._tap(str(port.port), b"")
        heard_at = asked_at = gate_at = time.monotonic()
        up = False
        while not self._closing:
            try:
                data = self._exchange(port, 0.1)
            except PORT_FAILED:
                self._fault(Fault(NAME, "lost", {"port": str(port.port)}))
                return up
            self.moved_at = now = time.monotonic()
            with self._lock:
                before = self._decoder.counters.lines
                events = self._decoder.feed(data) if data else []
                sound = self._decoder.counters.lines > before
                greeted, refused = self._decoder.greeted, self._decoder.refused
                if self._decoder.tested:
                    self._tested.set()
                if not greeted and now - asked_at >= self._timing.ask_every:
                    asked_at = now
                    self._decoder.ask()
                if greeted and now - gate_at >= self._timing.gate_every:
                    gate_at = now
                    self._repeat_gate()
            for event in events:
                if isinstance(event, LinkUp):
                    up = True
                    self._linked(event, str(port.port))
                elif isinstance(event, Fault) and event.kind == "unsupported-version":
                    self._fault(event)
                else:
                    self._emit(event)
            if refused:
                return False
            if sound:
                heard_at = now
            elif now - heard_at >= self._timing.silence:
                self._fault(Fault(NAME, "lost" if greeted else "silent", {"port": str(port.port)}))
                return up
        self._send_last(port)
        return up

    def _send_last(self, port: serial.Serial) -> None:
        """The acknowledgements and the gate of the last moment, before the port is closed."""
        with self._lock:
            output = self._decoder.take_output()
        with contextlib.suppress(*PORT_FAILED):  # then the shoe says its cards again, and they are dropped
            port.write(output)

    def _exchange(self, port: serial.Serial, timeout: float) -> bytes:
        """Send what is to be sent, wait for bytes or a nudge, give the bytes."""
        with self._lock:
            output = self._decoder.take_output()
        if output:
            port.write(output)
        ready, _, _ = select.select([port.fileno(), self._wake.reading], [], [], timeout)
        if self._wake.reading in ready:
            os.read(self._wake.reading, 4096)
        if port.fileno() not in ready:
            return b""
        data = bytes(port.read(max(1, port.in_waiting)))
        if not data:
            raise serial.SerialException("the port hung up")
        self._tap(str(port.port), data)
        return data

    def _repeat_gate(self) -> None:
        """Ask for gate and lamp again where the shoe has not said that they are so."""
        open, lamp = self._wanted
        if self._decoder.gate_state[:2] != ("open" if open else "shut", lamp.value):
            self._decoder.want(open, lamp)

    def _linked(self, event: LinkUp, port: str) -> None:
        for kind in list(self._standing):
            del self._standing[kind]
            self._emit(FaultOver(NAME, kind))
        self._emit(LinkUp(NAME, {**event.details, "port": port}))
        with self._lock:
            self._decoder.want(*self._wanted)

    def _fault(self, fault: Fault) -> None:
        """Say a fault of the link once, while it stands; another one takes its place."""
        if fault.kind in self._standing:
            return
        for kind in [kind for kind in self._standing if kind != fault.kind]:
            del self._standing[kind]
            self._emit(FaultOver(NAME, kind))
        self._standing[fault.kind] = fault
        self._emit(fault)

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._closing and (left := until - time.monotonic()) > 0:
            ready, _, _ = select.select([self._wake.reading], [], [], left)
            if ready:
                os.read(self._wake.reading, 4096)


def _unheard(_event: object) -> None:
    """Before ``start`` nobody listens."""


def answers(path: str, within: float = 1.5) -> LinkUp | Fault | None:
    """What answers HELLO on a port: a shoe's LinkUp, the Fault of its version, or None.

    Raises PortError if the port cannot be opened.
    """
    port = open_port(path, BAUD)
    decoder = ShoeDecoder()
    decoder.connected()
    until = time.monotonic() + within
    try:
        while (left := until - time.monotonic()) > 0:
            port.write(decoder.take_output())
            ready, _, _ = select.select([port.fileno()], [], [], min(left, 0.4))
            if not ready:
                decoder.ask()
                continue
            for event in decoder.feed(port.read(max(1, port.in_waiting)) or b"\n"):
                if isinstance(event, (LinkUp, Fault)):
                    return event
    except PORT_FAILED:
        return None
    finally:
        close_port(port)
    return None
