"""A table session in memory, without threads, store or readers: the engine's timeline and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.cards import Card
from engine.inputs import Act, CardRead, Confirm, Input, Join, Leave, Rebuy, Refusal, StartHand, Undo
from engine.projection import view_of
from engine.table import Seat, Table
from engine.timeline import Timeline
from kiosk.session import Banner, CameraAnswer, CameraAsk, Lamp, Past, ScreenState
from kiosk.supervision import AuditEntry, Office, Request
from kiosk.taken_back import taken_back
from kiosk.wording import Wording

FIVE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000), (4, "Dev", 4000), (5, "Eli", 4000))


class MemorySession:
    """A TableSession whose answers come at once. ``deck``: the simulated shoe's cards, the first one next."""

    def __init__(
        self,
        seats: Iterable[tuple[int, str, int]] = FIVE,
        rules: Mapping[str, object] | None = None,
        deck: Iterable[Card] = (),
    ) -> None:
        self.timeline = Timeline(Table([Seat(*seat) for seat in seats], rules or {"variant": "liege-lord"}))
        self.deck = list(deck)
        self.simulated = bool(self.deck)
        self.lamps: tuple[Lamp, ...] = ()
        self.banners: tuple[Banner, ...] = ()
        self.asks: tuple[CameraAsk, ...] = ()
        self.answered: list[tuple[int, CameraAnswer]] = []
        self.cleared: list[tuple[str, str]] = []
        self.entries: list[Input] = []
        self.listeners: list[Callable[[ScreenState], None]] = []
        self.number = 0
        self.busy_for = 0.0
        self.refusal: Refusal | None = None
        self.office = Office()
        self.asked: list[Request] = []
        self.audited: tuple[AuditEntry, ...] = ()
        self.book: list[int] = []
        """What each input that stands brought to the table or took from it: an account of our own."""
        self._booked_back: list[int] = []
        self.state = self._state()

    def _state(self) -> ScreenState:
        timeline, refusal = self.timeline, self.refusal
        back, again = timeline.takes_back, timeline.brings_back
        names = {seat.seat: seat.name for seat in timeline.table.seats.values()}
        return ScreenState(
            view=view_of(timeline.table),
            undo=taken_back(back) if back else None,
            redo=taken_back(again) if again else None,
            lamps=self.lamps,
            banners=self.banners,
            refused=Wording(names=names).refusal(refusal) if refusal is not None else "",
            refused_kind=refusal.kind if refusal is not None else "",
            can_draw=self.simulated,
            number=self.number,
            refusal=refusal,
            office=self.office,
            asks=self.asks,
        )

    def submit(self, entry: Input) -> None:
        self.entries.append(entry)
        stacks = self.timeline.table.stacks()
        refused = self.timeline.apply(entry)
        if refused is None:
            self._book(entry, stacks)
        self.number += 1
        self.refusal = refused if refused is not None and refused.kind != "unchanged" else None
        self.state = self._state()
        self.tell()

    def _book(self, entry: Input, stacks: Mapping[int, int]) -> None:
        match entry:
            case Undo(deeper) if self._booked_back and not deeper:
                self.book.append(self._booked_back.pop())
            case Undo():
                self._booked_back.append(self.book.pop())
            case _:
                moved = {Join: "stack", Rebuy: "amount"}.get(type(entry))
                amount = getattr(entry, moved) if moved else 0
                if isinstance(entry, Rebuy) and entry.corrects is not None:
                    amount = 0 if entry.source is not None else -amount if entry.back else amount
                self.book.append(-stacks[entry.seat] if isinstance(entry, Leave) else amount)
                self._booked_back.clear()

    def tell(self) -> None:
        for listener in self.listeners:
            listener(self.state)

    def draw_card(self) -> None:
        if self.deck:
            self.submit(CardRead(self.deck.pop(0), "shoe"))

    def say_banner(self, *banners: Banner) -> None:
        """These faults stand from now on."""
        self.banners = banners
        self.number += 1
        self.state = self._state()
        self.tell()

    def ask(self, *asks: CameraAsk) -> None:
        """The camera asks this from now on."""
        self.asks = asks
        self.number += 1
        self.state = self._state()
        self.tell()

    def clear_banner(self, reader: str, kind: str) -> None:
        self.cleared.append((reader, kind))
        self.banners = tuple(banner for banner in self.banners if (banner.reader, banner.kind) != (reader, kind))
        self.state = self._state()
        self.tell()

    def supervise(self, request: Request) -> None:
        self.asked.append(request)

    def audit(self) -> tuple[AuditEntry, ...]:
        return self.audited

    def past(self) -> Past:
        """Nothing was before."""
        return Past()

    def answer_camera(self, ask: int, answer: CameraAnswer) -> None:
        """What the table does with an answer: the card lies at that seat, or there is no question any more."""
        self.answered.append((ask, answer))
        seat = next(one.seat for one in self.asks if one.number == ask)
        self.asks = tuple(one for one in self.asks if one.number != ask)
        if isinstance(answer, Card):
            self.submit(CardRead(answer, "dealer", seat))
        else:
            self.state = self._state()
            self.tell()

    def subscribe(self, listener: Callable[[ScreenState], None]) -> None:
        self.listeners.append(listener)


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def feed(session: MemorySession, script: str) -> None:
    """Inputs in shorthand: 'hand', 'announce', ..., 'Ks@2' (a card at seat 2), '2 raise 400', 'undo'."""
    for line in script.split(","):
        words = line.split()
        if words[0] == "hand":
            session.submit(StartHand(dealer=int(words[1]) if len(words) > 1 else None))
        elif words[0] == "undo":
            session.submit(Undo())
        elif words[0] == "draw":
            for _ in range(int(words[1])):
                session.draw_card()
        elif words[0] == "checks":
            round_now = session.state.view.round
            while session.state.view.step == "bet" and session.state.view.round == round_now:
                session.submit(Act(session.state.view.prompt.seat or 0, "check"))
        elif "@" in words[0]:
            for word in words:
                card, seat = word.split("@")
                session.submit(CardRead(Card.parse(card), "dealer", int(seat)))
        elif words[0].isdigit():
            session.submit(Act(int(words[0]), words[1], int(words[2]) if len(words) > 2 else None))
        else:
            session.submit(Confirm(words[0]))
        assert not session.state.refused, f"{line}: {session.state.refused}"
