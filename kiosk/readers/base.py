"""What every card reader is to the kiosk: a CardReader that emits events, and knows no poker.

A reader runs in its own thread and hands its events to ``emit`` (a queue's ``put``). The identity of
a card is secret until the table shows it, so no event here names a card or a tag in its ``repr``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from engine.cards import Card

Params: TypeAlias = Mapping[str, str | int]

ENDS_WITHIN = 5.0
"""Seconds that closing a reader waits for its thread; one that hangs in a driver is left behind."""


class Receipt(NamedTuple):
    """Names one card of an acknowledging reader: its boot id (four hex digits) and its sequence number."""

    boot: str
    seq: int


class Lamp(Enum):
    """The lamp at the exit slot."""

    OFF = "off"
    GO = "go"
    STOP = "stop"
    WRONG = "wrong"


@dataclass(frozen=True, repr=False)
class CardRead:
    """One physical card that a reader saw.

    ``reader`` is ``shoe``, ``scanner``, ``rfid``, ``camera``, ``dealer`` or ``pad``. ``uid`` is the tag or
    the code as read (None: the card left unread). ``card`` is what the deck file says (None: unknown).
    ``receipt`` is what to acknowledge once the card stands in the journal (None: nothing to acknowledge).
    """

    reader: str
    uid: str | None
    card: Card | None
    receipt: Receipt | None = None

    def __repr__(self) -> str:
        known = "known" if self.card is not None else "unknown"
        receipt = tuple(self.receipt) if self.receipt else None
        return f"<CardRead by {self.reader}: a card, {known}, receipt {receipt}>"

    __str__ = __repr__


@dataclass(frozen=True)
class Fault:
    """Something is wrong with a reader. ``kind`` is a key of ``kiosk.readers.sentences``; no param names a
    card.
    """

    reader: str
    kind: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True)
class FaultOver:
    """The fault of that kind has ended by itself."""

    reader: str
    kind: str


@dataclass(frozen=True)
class LinkUp:
    """The reader answers. ``details`` may hold ``port``, ``boot``, ``firmware``, ``baud``."""

    reader: str
    details: Params = field(default_factory=dict)


ReaderEvent: TypeAlias = CardRead | Fault | FaultOver | LinkUp
Emit: TypeAlias = Callable[[ReaderEvent], None]


class CardReader(Protocol):
    """A source of cards. ``acknowledges``: whether it keeps a card until ``acknowledge`` names it."""

    @property
    def name(self) -> str: ...

    @property
    def acknowledges(self) -> bool: ...

    def start(self, emit: Emit) -> None:
        """Begin to read, in a thread of its own. ``emit`` must be safe to call from that thread."""

    def acknowledge(self, receipt: Receipt) -> None:
        """Tell the reader that this card is in the journal. Only after the commit."""

    def gate(self, open: bool, lamp: Lamp) -> None:
        """Ask for the exit gate and the lamp; a reader without them does nothing."""

    def close(self) -> None:
        """Stop reading and let the device go. Returns when the thread has ended."""


@runtime_checkable
class WatchedReader(CardReader, Protocol):
    """A reader whose thread tells that it goes round, so that one which hangs in a driver is found out."""

    moved_at: float
    """When its thread last went round, seconds of ``time.monotonic``; at least every few seconds."""

    def afresh(self, journaled: Iterable[Receipt]) -> CardReader:
        """Give up the thread that hangs and its device; never waits for either.

        The reader that takes its place is not started and shares nothing with it. ``journaled`` are the last
        receipts of each boot. The old thread, should it come back, ends without touching the device.
        """
