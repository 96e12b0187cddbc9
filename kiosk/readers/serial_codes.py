"""The live reader for scanners and 125 kHz readers: port, thread, and what a code means. No
acknowledgement.
"""

from __future__ import annotations

import contextlib
import select
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import serial

from kiosk.decks import Deck
from kiosk.readers.base import ENDS_WITHIN, CardRead, Emit, Fault, FaultOver, Lamp, LinkUp, Receipt
from kiosk.readers.codes import CodeDecoder, LineDecoder, Rdm6300Decoder, card_of
from kiosk.readers.ports import PORT_FAILED, PortError, abandon_port, close_port, open_port
from kiosk.readers.wake import Wake

ROUND = 5.0
"""Seconds. So often the thread goes round, though nothing comes, to show that it does not hang."""

BABBLE = 64
"""So many drops without one code between are not a reader's noise but a wrong setting."""


@dataclass(frozen=True)
class Kind:
    """A kind of reader: its name in CardRead, its baud rate by default, and its decoder."""

    reader: str
    baud: int
    decoder: Callable[[], CodeDecoder]


KINDS: Mapping[str, Kind] = {
    "scanner": Kind("scanner", 9600, LineDecoder),
    "rdm6300": Kind("rfid", 9600, Rdm6300Decoder),
}


class CodeReader:
    """The CardReader for a serial reader of codes. ``kind`` is a key of KINDS; ValueError names another."""

    acknowledges = False

    def __init__(
        self,
        kind: str,
        port: str,
        deck: Deck | None,
        baud: int | None = None,
        tap: Callable[[str, bytes], None] | None = None,
        retry: float = 2.0,
    ) -> None:
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is not a kind of reader: use {' or '.join(KINDS)}")
        self._name = kind
        self._kind = KINDS[kind]
        self._port = port
        self._deck = deck
        self._baud = baud or self._kind.baud
        self._tap = tap
        self._retry = retry
        self._standing: set[str] = set()
        self._closing = False
        self._abandoned = False
        self._opened: serial.Serial | None = None
        self._wake = Wake()
        self._thread: threading.Thread | None = None
        self.moved_at = time.monotonic()
        """When the thread last went round, for who watches it."""

    @property
    def name(self) -> str:
        return self._kind.reader

    def start(self, emit: Emit) -> None:
        self.moved_at = time.monotonic()
        self._thread = threading.Thread(target=self._run, args=(emit,), name=self.name, daemon=True)
        self._thread.start()

    def acknowledge(self, receipt: Receipt) -> None:
        """These readers keep nothing."""

    def gate(self, open: bool, lamp: Lamp) -> None:
        """These readers have neither gate nor lamp."""

    def close(self) -> None:
        self._closing = True
        if self._thread is not None:
            self._wake.nudge()
            self._thread.join(ENDS_WITHIN)
            if not self._thread.is_alive():
                self._wake.let_go()
            self._thread = None

    def afresh(self, journaled: Iterable[Receipt]) -> CodeReader:
        self._abandoned = self._closing = True
        self._wake.nudge()
        if self._opened is not None:
            abandon_port(self._opened)
        return CodeReader(self._name, self._port, self._deck, self._baud, self._tap, self._retry)

    def _run(self, emit: Emit) -> None:
        while not self._closing:
            self.moved_at = time.monotonic()
            try:
                port = open_port(self._port, self._baud)
            except PortError as error:
                kind = "scanner-lost" if error.kind == "lost" else error.kind
                self._stand(emit, Fault(self.name, kind, {"port": self._port, **error.params}))
            else:
                for fault in sorted(self._standing):
                    emit(FaultOver(self.name, fault))
                self._standing.clear()
                emit(LinkUp(self.name, {"port": self._port, "baud": self._baud, "acknowledges": "no"}))
                self._opened = port
                try:
                    self._serve(port, emit)
                except PORT_FAILED:
                    self._stand(emit, Fault(self.name, "scanner-lost", {"port": self._port}))
                finally:
                    self._opened = None
                    close_port(port)
            if not self._closing:
                select.select([self._wake.reading], [], [], self._retry)
        if self._abandoned:
            self._wake.let_go()

    def _serve(self, port: serial.Serial, emit: Emit) -> None:
        decoder = self._kind.decoder()
        quiet_drops = 0
        while not self._closing:
            now = self.moved_at = time.monotonic()
            due = decoder.due(now)
            wait = ROUND if due is None else min(due, ROUND)
            ready, _, _ = select.select([port.fileno(), self._wake.reading], [], [], wait)
            if self._wake.reading in ready:
                return
            data = b""
            if ready:
                data = bytes(port.read(max(1, port.in_waiting)))
                if not data:
                    raise serial.SerialException("the port hung up")
                if self._tap is not None:
                    self._tap(self._port, data)
            codes = decoder.feed(data, time.monotonic())
            for code in codes:
                self._read(code, emit)
            if codes:
                quiet_drops = decoder.dropped
                with contextlib.suppress(KeyError):
                    self._standing.remove("babble")
                    emit(FaultOver(self.name, "babble"))
            elif decoder.dropped - quiet_drops >= BABBLE:
                quiet_drops = decoder.dropped
                self._stand(emit, Fault(self.name, "babble", {"port": self._port}))

    def _read(self, code: str, emit: Emit) -> None:
        card = self._deck.card(code) if self._deck is not None else None
        if card is None and self._kind.reader == "scanner":
            card = card_of(code)
        emit(CardRead(self.name, code, card))
        if card is None and self._deck is not None:
            emit(Fault(self.name, "unknown-code", {"deck": self._deck.name}))

    def _stand(self, emit: Emit, fault: Fault) -> None:
        if fault.kind not in self._standing:
            self._standing.add(fault.kind)
            emit(fault)
