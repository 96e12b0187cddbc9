"""The camera over the table in the game: it fills in the up cards that the prompt waits for, and asks about the rest.

It knows what everyone at the table knows (the public view, ``engine.open_cards``). A card is handed in when the
scene has settled, the seat is one that the prompt waits for, the reading is sure and nothing public speaks against
it. One such card that is not sure or cannot be is asked about, with its picture; more open cards at a seat than are
due are only flagged, because somebody's down cards may be among them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.inputs import CardRead, Input
from engine.open_cards import OpenCards
from engine.view import PublicView
from kiosk.session import CameraAnswer, CameraAsk, Crop
from kiosk.vision.sizes import like_cards

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.crops import Picture
    from kiosk.vision.deciding import Reading

SURE: Final = 0.90
"""From this probability on a reading is handed in without a question (``Rules.clear`` of the card eye)."""
MOST_NAMES: Final = 3

Spot = tuple[int, tuple[float, float], float]
"""A seat, a place there (the middle of an index in pixels), and how far off it is still the same place."""


@dataclass(frozen=True)
class Shot:
    """What a card was read from: of the picture only these seats' zones may be kept."""

    sight: Sight
    seats: tuple[int, ...]
    cards: frozenset[Card]
    by_touch: bool = False
    """The dealer said which card it is."""

    def picture(self) -> Picture:
        """The picture, black but for the zones."""
        return self.sight.only([str(seat) for seat in self.seats])


@dataclass(frozen=True)
class HandedIn:
    """What the camera hands in now, and from which picture."""

    entries: tuple[Input, ...] = ()
    shot: Shot | None = None


@dataclass(frozen=True)
class _Told:
    """What was handed in: from where, which card, and what the reading there said."""

    spot: Spot
    card: Card
    read_as: Card | None

    def fits(self, spot: Spot, reading: Reading) -> bool:
        if self.read_as is not self.card and reading.card is not None and reading.card is self.read_as:
            return self.spot[0] == spot[0]  # the card that the dealer knows better, by whichever corner
        return _same(self.spot, spot) and reading.card in (None, self.card, self.read_as)


@dataclass(frozen=True)
class _At:
    """What lies newly before one seat: sure readings, questions, or more than are due."""

    sure: tuple[Reading, ...] = ()
    open: tuple[Reading, ...] = ()
    crowded: bool = False

    @property
    def anything(self) -> bool:
        return bool(self.sure or self.open or self.crowded)


def awaited(view: PublicView) -> dict[int, int]:
    """Seat -> how many cards the prompt waits to see face up there."""
    prompt = view.prompt
    if prompt.kind == "deal" and prompt.deal is not None:
        return {seat: prompt.deal.up_seats.count(seat) for seat in prompt.deal.up_seats}
    if prompt.kind == "reveal":
        return dict.fromkeys(prompt.seats, prompt.count)
    if prompt.kind == "showdown":
        return {seat.seat: seat.down + seat.up.count(None) for seat in view.seats if seat.seat in prompt.seats}
    return {}


def ranked(reading: Reading, seat: int, cards: OpenCards) -> tuple[tuple[Card, float], ...]:
    """The likely names in the camera's order, without those that public facts exclude at that seat."""
    named = ((reading.card, reading.probability),) if reading.card is not None else ()
    chances = [
        (card, round(chance, 4))
        for card, chance in reading.alternatives or named
        if card not in cards.at(seat) and cards.possible(seat, card)
    ]
    return tuple(sorted(chances, key=lambda one: -one[1])[:MOST_NAMES])


def crop_of(sight: Sight, reading: Reading, seat: int | None) -> Crop:
    """The picture of a reading for the screen."""
    picture = sight.crop(reading, None if seat is None else str(seat))
    return Crop(picture.shape[1], picture.shape[0], picture[:, :, ::-1].tobytes())


class CameraTable:
    """Takes the Sights of the camera reader; all but ``is_news`` belongs on the session's thread."""

    def __init__(self) -> None:
        self.asks: tuple[CameraAsk, ...] = ()
        self.crowded: tuple[int, ...] = ()
        """Seats with more open cards than are due."""
        self._sight: Sight | None = None
        """The last one that settled."""
        self._still = False
        self._was_settled = False
        self._hand = 0
        self._before: dict[int, tuple[tuple[Spot, Card | None], ...]] = {}
        """Where something lay at a seat before the prompt waited for it."""
        self._no_cards: list[Spot] = []
        self._told: list[_Told] = []
        self._asked_of: dict[int, tuple[Sight, Reading]] = {}
        self._last_number = 0

    def is_news(self, sight: Sight) -> bool:
        """True for the frame on which a scene settles and the first on which it moves. On the reader's thread."""
        settled, before = sight.view.settled, self._was_settled
        self._was_settled = settled
        return sight.view.fresh if settled else before

    def see(self, sight: Sight) -> None:
        """The scene has settled, or moves."""
        self._still = sight.view.settled
        if self._still:
            self._sight = sight

    def forget(self) -> None:
        """The camera sees nothing that can be relied on."""
        self.asks, self.crowded, self._sight, self._asked_of = (), (), None, {}

    def look(self, view: PublicView, cards: OpenCards | None) -> HandedIn:
        """What to hand in at this moment; ``asks`` and ``crowded`` are made anew."""
        if view.hand != self._hand:
            self._hand, self._before, self._no_cards, self._told = view.hand, {}, [], []
        sight, waiting = self._sight, awaited(view)
        if sight is None or cards is None or not waiting:
            self.asks, self.crowded, self._asked_of = (), (), {}
        if sight is None or cards is None:
            return HandedIn()
        if not self._still:  # a hand is over the table: what it will leave there nobody knows
            self.asks = tuple(ask for ask in self.asks if ask.seat in waiting)
            return HandedIn()
        for seat in {seat.seat for seat in view.seats} - waiting.keys():
            if view.step != "pass":  # who turns a card up before "All passed" is touched is early, not wrong
                self._before[seat] = tuple((_spot(seat, reading), reading.card) for reading in sight.at(str(seat)))
        at = {seat: self._at_seat(seat, due, sight, cards) for seat, due in waiting.items()}
        self.crowded = tuple(seat for seat, found in at.items() if found.crowded)
        taken = [(seat, reading) for seat, found in at.items() for reading in found.sure]
        if taken:
            self._told += [_Told(_spot(seat, reading), _card(reading), reading.card) for seat, reading in taken]
            entries = tuple(
                CardRead(reading.card, "camera", seat, round(reading.probability, 4)) for seat, reading in taken
            )
            seats = tuple(dict.fromkeys(seat for seat, _ in taken))
            return HandedIn(entries, Shot(sight, seats, frozenset(_card(reading) for _, reading in taken)))
        # no revealed card is shown before every reveal is in (RULES 3.3)
        early = view.prompt.kind == "reveal" and not all(found.anything for found in at.values())
        self._ask({} if early else {seat: found.open for seat, found in at.items()}, sight, cards)
        return HandedIn()

    def answer(self, number: int, answer: CameraAnswer) -> HandedIn:
        """The dealer's word on a question; nothing is handed in where there is no card, or the question is over."""
        ask = next((one for one in self.asks if one.number == number), None)
        if ask is None or ask.seat is None:
            return HandedIn()
        sight, reading = self._asked_of[number]
        self.asks = tuple(one for one in self.asks if one is not ask)
        spot = _spot(ask.seat, reading)
        if not isinstance(answer, Card):
            self._no_cards.append(spot)
            return HandedIn()
        self._told.append(_Told(spot, answer, reading.card))
        entry = CardRead(answer, "dealer", ask.seat)
        return HandedIn((entry,), Shot(sight, (ask.seat,), frozenset({answer}), True))

    def _at_seat(self, seat: int, due: int, sight: Sight, cards: OpenCards) -> _At:
        """What is new there. Cards that lie open already, by name or by place, are left out."""
        here = like_cards(sight.at(str(seat)), SURE)
        lying = cards.at(seat)
        seen = {reading.card for reading in here}
        known = {card for card in lying if card is not None}
        missing = known - seen
        named, nameless = [], []
        old = 0
        for reading in here:
            spot = _spot(seat, reading)
            told = self._told_at(spot, reading)
            if reading.card in known:
                continue
            if told is not None and told.card in missing:
                missing.discard(told.card)
                continue
            undone = told is not None and told.card not in known
            if undone and missing and reading.card is not None:
                continue  # handed in, and corrected by the dealer since
            if any(_same(spot, one) for one in self._no_cards) and not self._sure(reading, seat, cards):
                continue
            lay = () if undone else self._before.get(seat, ())  # by its place, or its name at whichever corner
            before = [card for one, card in lay if _same(spot, one) or (card is not None and card is reading.card)]
            if reading.card is not None:
                if missing and reading.card in before:
                    old += 1  # an older card, whose name the dealer knows better
                else:
                    named.append(reading)
            elif any(card not in seen - {None} for card in before):
                old += 1
            else:
                nameless.append(reading)
        # an older card that cannot be read now may have been pushed
        pushed = max(0, len(missing) + lying.count(None) - old)
        if len(named) + max(0, len(nameless) - pushed) > due:
            return _At(crowded=True)
        sure = [reading for reading in named if self._sure(reading, seat, cards)]
        unsure = [reading for reading in named if reading not in sure]
        return _At(tuple(sure), tuple(unsure + (nameless if len(named) < due else [])))

    def _sure(self, reading: Reading, seat: int, cards: OpenCards) -> bool:
        """Also that it is not one that was handed in before and taken back."""
        if reading.card is None or reading.probability < SURE or not cards.possible(seat, reading.card):
            return False
        told = self._told_at(_spot(seat, reading), reading)
        return told is None or told.card is not reading.card

    def _told_at(self, spot: Spot, reading: Reading) -> _Told | None:
        """What was handed in for such a reading at that place last."""
        return next((told for told in reversed(self._told) if told.fits(spot, reading)), None)

    def _ask(self, open: dict[int, tuple[Reading, ...]], sight: Sight, cards: OpenCards) -> None:
        """The questions of this scene; one that stood before keeps its number."""
        before = [(ask, *self._asked_of[ask.number]) for ask in self.asks]
        asks, asked = [], {}
        for seat, readings in open.items():
            for reading in readings:
                spot = _spot(seat, reading)
                names = ranked(reading, seat, cards)
                excluded = reading.card is not None and not cards.possible(seat, reading.card)
                old = next((one for one in before if one[0].seat == seat and _same(_spot(seat, one[2]), spot)), None)
                if old is not None and old[1] is sight:
                    ask = replace(old[0], names=names)
                else:
                    ask = CameraAsk(
                        self._number() if old is None else old[0].number,
                        seat,
                        "contradicted" if excluded else "unknown",
                        crop_of(sight, reading, seat),
                        names,
                    )
                asks.append(ask)
                asked[ask.number] = (sight, reading)
        self.asks, self._asked_of = tuple(asks), asked

    def _number(self) -> int:
        self._last_number += 1
        return self._last_number


def _card(reading: Reading) -> Card:
    assert reading.card is not None
    return reading.card


def _spot(seat: int, reading: Reading) -> Spot:
    return seat, reading.middle, 2 * reading.rank_pixels + 4


def _same(one: Spot, other: Spot) -> bool:
    (x0, y0), (x1, y1) = one[1], other[1]
    near = max(one[2], other[2])
    return one[0] == other[0] and (x0 - x1) ** 2 + (y0 - y1) ** 2 < near**2
