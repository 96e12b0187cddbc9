"""The camera over the table in the game: it fills in the up cards that the prompt waits for, and flags the rest.

It knows only the public view. A card is handed in when the scene has settled, the seat is one that the
prompt waits for, and nothing public speaks against it; a reading that the game contradicts is a banner that
names the seat, never an input.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.cards import Card
from engine.inputs import CardRead, Input
from engine.view import PublicView
from kiosk.readers.base import Fault, FaultOver, ReaderEvent
from kiosk.session import ScreenState

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight

CONTRADICTED = "camera-contradicted"


class Session(Protocol):
    """What the camera needs of the session."""

    @property
    def state(self) -> ScreenState: ...

    def submit(self, entry: Input) -> None: ...


def awaited(view: PublicView) -> dict[int, int]:
    """Seat -> how many cards the prompt waits to see face up there."""
    prompt = view.prompt
    if prompt.kind == "deal" and prompt.deal is not None:
        return {seat: prompt.deal.up_seats.count(seat) for seat in prompt.deal.up_seats}
    if prompt.kind == "reveal":
        return dict.fromkeys(prompt.seats, prompt.count)
    if prompt.kind == "showdown":
        return {seat.seat: seat.down for seat in view.seats if seat.seat in prompt.seats}
    return {}


class CameraTable:
    """Takes each Sight of the camera reader. ``emit`` tells the session of contradictions."""

    def __init__(self, session: Session, emit: Callable[[ReaderEvent], None]) -> None:
        self._session = session
        self._emit = emit
        self._contradicted: tuple[int, ...] = ()

    def take(self, sight: Sight) -> None:
        """One frame's view: acts once for each scene that has settled."""
        if not (sight.view.settled and sight.view.fresh):
            return
        seen: dict[int, dict[Card, float]] = defaultdict(dict)
        for reading, zone in zip(sight.view.readings, sight.seats, strict=True):
            if reading.card is not None and zone is not None and zone.isdigit():
                seen[int(zone)][reading.card] = reading.probability
        view = self._session.state.view
        wrong: list[int] = []
        for seat, count in awaited(view).items():
            lying = next(one for one in view.seats if one.seat == seat)
            known = {*lying.up, *lying.shown, *lying.exposed}
            new = {card: chance for card, chance in seen[seat].items() if card not in known}
            if len(new) > count or any(card in view.gone for card in new):
                wrong.append(seat)
                continue
            for card, chance in new.items():
                self._session.submit(CardRead(card, "camera", seat, round(chance, 4)))
        self._flag(tuple(wrong))

    def _flag(self, seats: tuple[int, ...]) -> None:
        if seats == self._contradicted:
            return
        if self._contradicted:
            self._emit(FaultOver("camera", CONTRADICTED))
        self._contradicted = seats
        if seats:
            self._emit(Fault("camera", CONTRADICTED, {"seats": ", ".join(str(seat) for seat in seats)}))
