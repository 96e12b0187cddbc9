"""The host's end of the shoe's link, as bytes in and events out: no port, no clock, no thread.

The same object serves the live reader (kiosk.readers.shoe) and the replay of recorded ``serial`` lines,
so a recording goes through the code that made its cards. The lines are described in docs/shoe.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from firmware.shoe import PROTOCOL
from firmware.shoe.lines import LineCutter, seal, unseal
from kiosk.decks import Deck
from kiosk.readers.base import CardRead, Fault, FaultOver, Lamp, LinkUp, ReaderEvent, Receipt

NAME = "shoe"
_BOOT = re.compile(r"[0-9A-F]{4}")
_SEQ = re.compile(r"0|[1-9][0-9]{0,8}")
_UID = re.compile(r"\?|[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}")  # 4, 7 or 10 bytes (ISO 14443-3, 6.5.4)
_CODE = re.compile(r"[a-z][a-z0-9-]{0,31}")
_REMEMBERED_BOOTS = 64

ENDS = {
    "reader-back": ("reader-lost", "reader-timeout"),
    "slot-clear": ("slot-blocked",),
    "barrier-back": ("barrier-lost",),
}
"""ERR codes that end standing faults: code -> the kinds that are over."""
FORGOTTEN_AFTER = 15
"""Heartbeats. The shoe says again what lasts, at least every ten seconds; the line that ends it may get lost."""


@dataclass
class Counters:
    """What the decoder met: lines taken, and lines dropped because they were damaged or not the shoe's."""

    lines: int = 0
    dropped: int = 0
    repeats: int = 0


@dataclass
class _Boot:
    """One boot of a shoe: the last card handed on, and the last one known to be in the journal."""

    seen: int = 0
    journaled: int = 0


@dataclass
class ShoeDecoder:
    """Turns the shoe's bytes into events and says what to answer.

    ``feed`` gives the events of the bytes that arrived; ``take_output`` the bytes to send back (a replay
    leaves them). ``journaled`` are the receipts of the last journaled card of each boot, oldest boot first:
    their repeats are acknowledged again and dropped. Nothing that arrives raises.
    """

    deck: Deck | None = None
    journaled: Iterable[Receipt] = ()
    counters: Counters = field(default_factory=Counters)
    greeted: bool = False
    refused: bool = False
    boot: str | None = None
    gate_state: tuple[str, ...] = ()
    pending: int = 0
    tested: dict[str, str] = field(default_factory=dict)
    """The answer to the last ``TEST?``: part -> ``ok`` or what ails it."""

    def __post_init__(self) -> None:
        self._boots: dict[str, _Boot] = {}
        for boot, seq in self.journaled:
            known = self._boots.setdefault(boot, _Boot())
            known.seen = known.journaled = max(known.journaled, seq)
            self.boot = boot
        self._cutter = LineCutter()
        self._output = bytearray()
        self._counts_anew = ""
        self._standing: dict[str, int] = {}  # kind -> heartbeats since it was last said

    @classmethod
    def for_replay(cls, deck: Deck | None) -> ShoeDecoder:
        """A decoder for a recording, which may begin long after the shoe said HELLO."""
        return cls(deck, greeted=True)

    def connected(self) -> None:
        """A port was opened: what was half read is gone, and the shoe must say HELLO before it is believed.

        A recording holds this moment as a ``serial`` line without data; ``feed(b"")`` means the same.
        """
        self._cutter = LineCutter()
        self._output.clear()
        self.greeted = self.refused = False
        self.gate_state = ()
        self.ask()

    def forget_on_the_way(self) -> None:
        """What was handed on and is not known to be in the journal may be lost: take it when it comes again."""
        for known in self._boots.values():
            known.seen = known.journaled

    def ask(self) -> None:
        """Ask the shoe for its HELLO."""
        self._output += seal("HELLO?")

    def ask_test(self) -> None:
        """Ask the shoe to test its reader and its light barrier."""
        self.tested = {}
        self._output += seal("TEST?")

    def want(self, open: bool, lamp: Lamp) -> None:
        """Ask for gate and lamp."""
        self._output += seal("GATE open" if open else "GATE shut") + seal("LAMP " + lamp.value)

    def acknowledge(self, receipt: Receipt) -> None:
        """This card stands in the journal: tell the shoe."""
        known = self._boots.setdefault(receipt.boot, _Boot())
        known.journaled = max(known.journaled, receipt.seq)
        known.seen = max(known.seen, receipt.seq)
        self._output += seal(f"ACK {receipt.boot} {receipt.seq}")

    def take_output(self) -> bytes:
        """What to send to the shoe; taken once."""
        data = bytes(self._output)
        self._output.clear()
        return data

    def feed(self, data: bytes) -> list[ReaderEvent]:
        """The events of the bytes that arrived; no bytes at all mean that the port was opened."""
        if not data:
            self.connected()
        events: list[ReaderEvent] = []
        for line in self._cutter.feed(data):
            words = unseal(line)
            found = self._line(words) if words else None
            if found is None:
                self.counters.dropped += 1
            else:
                self.counters.lines += 1
                events += found
        return events

    def _line(self, words: list[str]) -> list[ReaderEvent] | None:
        """The events of one sound line; None where it is no line of the shoe's."""
        match words:
            case ["HELLO", "shoe", version, *rest] if _SEQ.fullmatch(version):
                return self._hello(version, dict(word.split("=", 1) for word in rest if "=" in word))
            case ["CARD", boot, seq, uid] if _BOOT.fullmatch(boot) and _SEQ.fullmatch(seq) and _UID.fullmatch(uid):
                return self._card(boot, int(seq), None if uid == "?" else uid) if self.greeted else []
            case ["BEAT", boot, last, held] if _BOOT.fullmatch(boot) and _SEQ.fullmatch(last) and _SEQ.fullmatch(held):
                return self._beat(boot, int(last), int(held)) if self.greeted else []
            case ["GATE", boot, ("open" | "shut") as state, *lamp] if _BOOT.fullmatch(boot) and len(lamp) < 2:
                self.gate_state = (state, *lamp)
                return []
            case ["ERR", boot, code] if _BOOT.fullmatch(boot) and _CODE.fullmatch(code):
                return self._error(code) if self.greeted else []
            case ["TEST", boot, *results] if _BOOT.fullmatch(boot):
                self.tested = dict(word.split("=", 1) for word in results if "=" in word)
                return []
        return None

    def _hello(self, version: str, named: dict[str, str]) -> list[ReaderEvent] | None:
        if int(version) != PROTOCOL:
            again, self.refused, self.greeted = self.refused, True, False
            found = {"version": int(version), "supported": PROTOCOL}
            return [] if again else [Fault(NAME, "unsupported-version", found)]
        boot = named.get("boot", "")
        if not _BOOT.fullmatch(boot):
            return None
        events = self._booted(boot)
        if not self.greeted:
            self.greeted = True
            firmware = named.get("fw", "?")[:20]
            events.append(LinkUp(NAME, {"boot": boot, "firmware": firmware}))
        return events

    def _booted(self, boot: str) -> list[ReaderEvent]:
        """The current boot id was named; a fault if the shoe is not in the boot that we know."""
        before, self.boot = self.boot, boot
        if boot not in self._boots:
            self._boots[boot] = _Boot()
            while len(self._boots) > _REMEMBERED_BOOTS:
                del self._boots[next(iter(self._boots))]
        if before is None or before == boot:
            return []
        self.gate_state = ()
        last = self._boots[before].seen if before in self._boots else 0
        return [
            *self._over(list(self._standing)),
            Fault(NAME, "restarted", {"boot": boot, "before": before, "last": last}),
        ]

    def _card(self, boot: str, seq: int, uid: str | None) -> list[ReaderEvent]:
        """A card: new, a repeat, or one after a gap. Cards of an earlier boot may follow a restart (kept in
        flash).
        """
        known = self._boots.setdefault(boot, _Boot())
        receipt = Receipt(boot, seq)
        if seq <= known.journaled:
            self.counters.repeats += 1
            # of an earlier boot the shoe lets go all that we have, and need not say them one by one
            self._output += seal(f"ACK {boot} {seq if boot == self.boot else known.journaled}")
            return []
        if seq <= known.seen:
            self.counters.repeats += 1
            return []  # on its way to the journal: the acknowledgement comes after the commit
        events = self._gap(boot, seq - 1)
        known.seen = seq
        card = self.deck.card(uid) if self.deck is not None and uid is not None else None
        events.append(CardRead(NAME, uid, card, receipt))
        if uid is not None and self.deck is not None and card is None:
            events.append(Fault(NAME, "foreign-tag", {"deck": self.deck.name, "seq": seq}))
        return events

    def _gap(self, boot: str, last: int) -> list[ReaderEvent]:
        """All cards up to ``last`` are gone from the shoe: a fault if some of them never came to us.

        A host that has no past takes the shoe as it is: another program took those cards before.
        """
        known = self._boots[boot]
        first, known.seen = known.seen + 1, max(known.seen, last)
        if first > last or (first == 1 and len(self._boots) == 1):
            return []
        return [Fault(NAME, "gap", {"boot": boot, "first": first, "last": last})]

    def _beat(self, boot: str, last: int, held: int) -> list[ReaderEvent]:
        """The heartbeat. It follows the cards that it counts: a lower count means that it counts anew."""
        events = self._booted(boot)
        self.pending = held
        journaled = self._boots[boot].journaled
        events += self._forgotten()
        if last < journaled and boot != self._counts_anew:
            self._counts_anew = boot
            events.append(Fault(NAME, "counts-anew", {"boot": boot, "last": last, "journaled": journaled}))
        if held == 0:
            events += self._gap(boot, last)
        return events

    def _error(self, code: str) -> list[ReaderEvent]:
        if code in ENDS:
            return self._over([kind for kind in ENDS[code] if kind in self._standing])
        said_before = code in self._standing
        if any(code in kinds for kinds in ENDS.values()):
            self._standing[code] = 0
        return [] if said_before else [Fault(NAME, code)]  # it is said again while it lasts

    def _forgotten(self) -> list[ReaderEvent]:
        """A heartbeat: faults that the shoe no longer speaks of are over."""
        for kind in self._standing:
            self._standing[kind] += 1
        return self._over([kind for kind, beats in self._standing.items() if beats >= FORGOTTEN_AFTER])

    def _over(self, kinds: list[str]) -> list[ReaderEvent]:
        for kind in kinds:
            del self._standing[kind]
        return [FaultOver(NAME, kind) for kind in kinds]
