"""The shoe's firmware on a PC: MicroPython's Unix port (or CPython), with pipes in the place of the Pico's
pins.

Arguments: the file descriptor of the PN532's UART, that of the pins, the folder for what is kept, and the
milliseconds after which a card is said again. The USB line is standard input and output (a pseudo-terminal).
On the pins' descriptor ``1`` and ``0`` tell that a card is in the slot or not, ``d`` and ``a`` that the light
barrier is dead or alive, and ``m`` asks for ``heap 123456``; the firmware says ``gate open``, ``lamp go``,
``beam broken``, ``tag 04A2...`` (``tag`` alone for two at once) and the like, a line each.
"""

import os
import select
import sys
import time

from shoe.app import Shoe, Timing
from shoe.barrier import Barrier
from shoe.clock import Clock
from shoe.draws import Draws
from shoe.outbox import Outbox
from shoe.pn532 import PN532
from shoe.stdio import PolledStream
from shoe.store import Store

ON_MICROPYTHON = sys.implementation.name == "micropython"


def device(descriptor: int, mode: str):  # type: ignore[no-untyped-def]
    """An unbuffered file object for a descriptor that was handed down."""
    return open(descriptor, mode) if ON_MICROPYTHON else open(descriptor, mode, buffering=0)


class Pins:
    """Beam, gate and lamp at the other end of a pipe."""

    def __init__(self, stream: PolledStream) -> None:
        self._stream = stream
        self._card = False
        self._emitter = True
        self._dead = False
        self._told = False

    def tell(self, broken: bool) -> None:
        """Say when the firmware has taken the beam for broken or clear: a card waits for that, since a busy PC
        may not look for longer than a hand takes to draw; a Pico always looks."""
        if broken != self._told and self._stream.write(b"beam broken\n" if broken else b"beam clear\n"):
            self._told = broken

    def broken(self) -> bool:
        for told in self._stream.read():
            if told == ord("m"):
                self._stream.write(b"heap %d\n" % free_heap())
            elif told == ord("d") or told == ord("a"):
                self._dead = told == ord("d")
            else:
                self._card = told == ord("1")
        return (self._card or not self._emitter) and not self._dead

    def tag(self, uid: str) -> bool:
        """Say which tag the firmware has taken; a card waits for that too."""
        return bool(self._stream.write(b"tag " + uid.encode() + b"\n"))

    def emitter(self, on: bool) -> None:
        self._emitter = on

    def gate(self, open: bool) -> None:
        self._stream.write(b"gate open\n" if open else b"gate shut\n")

    def lamp(self, name: str) -> None:
        self._stream.write(b"lamp " + name.encode() + b"\n")


class TellingReader(PN532):
    """The firmware's reader; each tag that it takes from a draw is told to the pins' other end, once."""

    def __init__(self, uart: PolledStream, pins: Pins) -> None:
        super().__init__(uart, ack_ms=300, answer_ms=1000)  # a busy PC lets the simulated chip answer late
        self._pins = pins
        self._said = ""

    def look(self, on: bool) -> None:
        if on:
            self._said = ""
        super().look(on)

    def step(self, now: int) -> "list[tuple[str, str]]":
        events = super().step(now)
        for kind, value in events:
            if kind in ("tag", "tags") and self._said != kind + value and self._pins.tag(value):
                self._said = kind + value
        return events


def free_heap() -> int:
    """Bytes free after a collection; -1 where the interpreter does not say."""
    if not ON_MICROPYTHON:
        return -1
    import gc

    gc.collect()
    return gc.mem_free()  # type: ignore[attr-defined, no-any-return]


def clock() -> Clock:
    if ON_MICROPYTHON:
        return Clock(time.ticks_ms, time.ticks_diff)
    return Clock(lambda: time.monotonic_ns() // 1000000, lambda new, old: new - old)


def main() -> None:
    """Run until the other end of the pins' pipe is gone."""
    if ON_MICROPYTHON:
        import micropython

        micropython.kbd_intr(-1)
    uart_file, pins_file = device(int(sys.argv[1]), "r+b"), device(int(sys.argv[2]), "r+b")
    usb_in, usb_out = device(0, "rb"), device(1, "wb")
    uart, pins_stream, usb = (
        PolledStream(uart_file, uart_file),
        PolledStream(pins_file, pins_file),
        PolledStream(usb_in, usb_out),
    )
    pins = Pins(pins_stream)

    class Shorter(Timing):
        repeat = int(sys.argv[4])

    store = Store(sys.argv[3])
    random = os.urandom(2)
    boot = "%04X" % store.next_boot(random[0] << 8 | random[1])
    reader = TellingReader(uart, pins)
    barrier = Barrier(pins, Shorter.debounce, Shorter.beam_test)
    draws = Draws(barrier, reader, Shorter.redraw, Shorter.grace, Shorter.blocked)
    shoe = Shoe(clock(), usb, draws, pins, Outbox(boot, store, Shorter.keep), Shorter)
    arrivals = select.poll()
    for source in (usb_in, uart_file, pins_file):
        arrivals.register(source, select.POLLIN)
    while not (pins_stream.ended or uart.ended):
        wait = shoe.step()
        pins.tell(barrier.broken)
        if wait > 0:
            arrivals.poll(wait)


main()
