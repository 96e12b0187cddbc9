"""The readers of a session: their threads, lamps, gate and receipts; and the simulated shoe of a demo table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal

from engine.inputs import Input, StartHand
from engine.view import PublicView
from kiosk.journal import Journal
from kiosk.reader_faults import ReaderFaults
from kiosk.reader_watch import HANGS, STOPPED, ReaderWatch
from kiosk.readers.base import CardRead, CardReader, Emit, LinkUp, Receipt
from kiosk.readers.base import Lamp as SlotLamp
from kiosk.session import DemoShoe, Lamp


class TableReaders:
    """All readers at the table; but for ``start`` and ``close``, to be used on the session's thread.

    ``emit`` takes what they tell; ``dead`` is called on a reader's thread that ends by an error of ours.
    """

    def __init__(self, readers: Sequence[CardReader], emit: Emit, dead: Callable[[CardReader], None]) -> None:
        self._linked: set[str] = set()
        self._away: set[str] = set()
        self._gate: tuple[bool, SlotLamp] | None = None
        self.watch = ReaderWatch(readers, emit, dead)

    def start(self) -> None:
        """Start all of them."""
        self.watch.start()

    def close(self) -> None:
        """Stop all of them; returns when their threads have ended."""
        for reader in self.watch.readers:
            reader.close()
        self.watch.close()

    def exchange(self, out: Collection[str], into: Sequence[CardReader], faults: ReaderFaults) -> list[CardReader]:
        """Readers of these names are taken from the table, to be closed by who asked for them; others are put there."""
        self._away = (self._away | set(out)) - {one.name for one in into}
        for name in out:
            self._linked.discard(name)
            faults.forget(name)
        self._gate = None
        return self.watch.exchange(out, into)

    def away(self, reader: str) -> bool:
        """That reader was taken from the table: what is still on its way from it does not count."""
        return reader in self._away

    def start_again(self, reader: CardReader) -> None:
        """One whose thread died begins anew; it learns gate and lamp again."""
        self._linked.discard(reader.name)
        self._gate = None
        self.watch.start_again(reader)

    def look_round(self, faults: ReaderFaults, journal: Journal) -> None:
        """To be called every few seconds: puts fresh readers in the place of those that hang."""
        for reader in self.watch.hanging():
            self._linked.discard(reader.name)
            self._gate = None
            faults.forget(reader.name)
            self.watch.replace(reader, [Receipt(*last) for last in journal.last_receipts().items()])

    def link_up(self, event: LinkUp, faults: ReaderFaults) -> bool:
        """A reader answers; True the first time since its thread began."""
        first = event.reader not in self._linked
        self._linked.add(event.reader)
        for ended in (STOPPED, HANGS):
            faults.end(event.reader, ended)
        self._gate = None
        return first

    def stands_already(self, seen: CardRead, journal: Journal) -> bool:
        """A card told again, by a reader that was started anew: it does not double."""
        receipt = seen.receipt
        last = journal.last_receipt(receipt.boot) if receipt is not None else None
        if receipt is None or last is None or receipt.seq > last:
            return False
        self._named(seen.reader).acknowledge(receipt)
        return True

    def taken(self, seen: CardRead) -> None:
        """The card is in the journal: only now its reader may forget it."""
        if seen.receipt is not None:
            self._named(seen.reader).acknowledge(seen.receipt)
        self.watch.read(seen.reader)

    def tell(self, view: PublicView, in_doubt: bool) -> None:
        """The gate is open only while cards are wanted, and the lamp tells (SHOE)."""
        if view.faults or in_doubt:
            wanted = (False, SlotLamp.WRONG)
        else:
            wanted = (view.wants_cards, SlotLamp.GO if view.wants_cards else SlotLamp.STOP)
        if wanted != self._gate:
            self._gate = wanted
            for reader in self.watch.readers:
                reader.gate(*wanted)

    def lamps(self, faults: ReaderFaults) -> tuple[Lamp, ...]:
        """How each reader stands."""
        return tuple(Lamp(reader.name, self._lamp(reader.name, faults)) for reader in self.watch.readers)

    def _lamp(self, reader: str, faults: ReaderFaults) -> Literal["ok", "waiting", "fault"]:
        if faults.of(reader):
            return "fault"
        return "ok" if reader in self._linked else "waiting"

    def _named(self, name: str) -> CardReader:
        return next(reader for reader in self.watch.readers if reader.name == name)


class DemoDealing:
    """Draws the cards of a simulated shoe, one after the other, while the prompt wants cards."""

    def __init__(self, shoe: DemoShoe | None) -> None:
        self._shoe = shoe
        self._dealing = False

    @property
    def can_draw(self) -> bool:
        """A simulated shoe stands at the table."""
        return self._shoe is not None

    def prepare(self, number: int, drawn: int) -> None:
        """Load the deck of that hand, of which so many cards are out already."""
        if self._shoe is not None:
            self._shoe.prepare(number, drawn)

    def played(self, entry: Input, hand: int | None) -> None:
        """An input counted; where it began a hand, the shoe gets that hand's deck."""
        if isinstance(entry, StartHand) and hand is not None:
            self.prepare(hand, 0)

    def begin(self, wanted: bool) -> None:
        """Deal all that is wanted now."""
        if self._shoe is not None and wanted and not self._dealing:
            self._dealing = True
            self._shoe.draw()

    def go_on(self, wanted: bool) -> None:
        """A card came: draw the next one."""
        if self._shoe is not None and self._dealing:
            self._dealing = wanted
            if wanted:
                self._shoe.draw()

    def stop(self) -> None:
        """Something is wrong: the next card waits until somebody asks for it."""
        self._dealing = False
