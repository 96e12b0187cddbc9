"""The read spot in the game: each card laid down is the next card, and one that could not be read is asked about.

An unread card takes its place in the deal at once, so that cards and places never come apart; the question comes
after it. Of a card that is dealt face up it shows the picture and the likely names. Of one that is dealt face down
it shows and names nothing: the dealer may lay it down once more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.inputs import CardRead, Correct, Input
from engine.open_cards import OpenCards
from engine.view import PublicView
from kiosk.camera_table import SURE, HandedIn, crop_of
from kiosk.session import CameraAnswer, CameraAsk

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.deciding import Reading

Place = tuple[int, int, int]
"""Seat, street, and the card's number there."""


class CameraSpot:
    """Takes the Sights in which a card came to lie on the spot; belongs on the session's thread."""

    def __init__(self) -> None:
        self.asks: tuple[CameraAsk, ...] = ()
        self._laid: list[Sight] = []
        self._question: tuple[Sight, Reading, bool] | None = None
        """Of the unread card just handed in: from what it was read, and whether it is dealt face up."""
        self._place: Place | None = None
        self._moment: tuple[object, ...] = ()
        self._last_number = 0

    def lay(self, sight: Sight) -> None:
        """The next card lies on the spot."""
        self._laid.append(sight)

    def forget(self) -> None:
        """The camera sees nothing that can be relied on."""
        self._laid, self.asks, self._question = [], (), None

    def look(self, view: PublicView, cards: OpenCards | None) -> HandedIn:
        """The card that was laid down, or what there is to ask about the one before."""
        if self._laid:
            entry = self._hand_in(self._laid.pop(0), view)
            return HandedIn(() if entry is None else (entry,))
        if self._question is not None:
            self._ask(view, cards)
        elif self.asks and moment(view) != self._moment:
            self.asks = ()
        return HandedIn()

    def answer(self, number: int, answer: CameraAnswer) -> HandedIn:
        """The dealer's word on the card that could not be read."""
        ask = next((one for one in self.asks if one.number == number), None)
        if ask is None:
            return HandedIn()
        if answer == "again" and ask.why == "again":
            self.asks = (replace(ask, why="laid-again"),)
            return HandedIn()
        self.asks = ()
        return HandedIn((self._named(answer),) if isinstance(answer, Card) else ())

    def _hand_in(self, sight: Sight, view: PublicView) -> Input | None:
        reading = sight.laid
        assert reading is not None
        card = reading.card if reading.probability >= SURE and reading.card not in view.gone else None
        again = next((ask for ask in self.asks if ask.why == "laid-again"), None)
        if again is not None:
            if card is None:
                self.asks = (replace(again, why="again"),)
                return None
            self.asks = ()
            return self._named(card)
        plan = view.prompt.deal if view.prompt.kind == "deal" else None
        self.asks, self._question = (), None
        if card is None and plan is not None and plan.next_is in ("down", "up", "common"):
            self._question = sight, reading, plan.next_is != "down"
        return CardRead(card, "camera")

    def _named(self, card: Card) -> Input:
        if self._place is None:
            return CardRead(card, "dealer")
        seat, street, number = self._place
        return Correct(seat, card, street=street, index=number)

    def _ask(self, view: PublicView, cards: OpenCards | None) -> None:
        assert self._question is not None
        (sight, reading, face_up), self._question = self._question, None
        if cards is None:
            return
        self._place = cards.last_dealt()
        self._moment = moment(view)
        self._last_number -= 1  # below nought: the questions about the table count up
        seat = self._place[0] if self._place is not None else None
        if not face_up:
            self.asks = (CameraAsk(self._last_number, seat, "again"),)
            return
        contradicted = reading.card is not None and reading.card in view.gone
        names = tuple((card, round(chance, 4)) for card, chance in reading.alternatives if card not in view.gone)
        self.asks = (
            CameraAsk(
                self._last_number,
                seat,
                "contradicted" if contradicted else "unknown",
                crop_of(sight, reading, None),
                names[:3],
            ),
        )


def moment(view: PublicView) -> tuple[object, ...]:
    """Changes as soon as the dealer goes on: then the card stays unread."""
    acted = sum(seat.total for seat in view.seats), sum(seat.folded for seat in view.seats)
    return view.hand, view.round, view.step in ("deal", "pass", "bet"), acted, view.prompt.seat
