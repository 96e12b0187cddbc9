"""What happened to the cards of one hand, event by event, as the pass tracker hears it.

The hand appends these to a list in the order in which they happened; `engine.whereabouts` works out
what can be true. Seats are numbers, `round` counts from 1 and only labels the answers, except that
the `Passed` events of one simultaneous pass stand next to each other and carry the same round. A card
is None where nobody read it.

No `repr` here names a card: most of these lie face down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card


@dataclass(frozen=True, slots=True)
class Dealt:
    """One card dealt to a seat, face down unless `face_up`."""

    round: int
    seat: int
    card: Card | None = field(repr=False)
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """`giver` passes `count` cards of its hand to `receiver`; `cards` names those that were read.

    Every giver of one simultaneous pass is one event; a card just received is not passed on in the
    same pass (RULES 3.2). Raises ValueError when `cards` is not as long as `count`.
    """

    round: int
    giver: int
    receiver: int
    count: int
    cards: tuple[Card | None, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if self.count != len(self.cards):
            raise ValueError(
                f"seat {self.giver} passes {self.count} in round {self.round}, but {len(self.cards)} cards are listed"
            )


@dataclass(frozen=True, slots=True)
class Revealed:
    """A seat turns one card of its hand up for good (RULES 3.3)."""

    round: int
    seat: int
    card: Card | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Folded:
    """A seat is out: its cards lie dead where they are."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card of the seat's hand is seen by mistake and stays one of its hand (RULES 8.4)."""

    seat: int
    card: Card = field(repr=False)


@dataclass(frozen=True, slots=True)
class ShownDown:
    """At the showdown a seat shows these of the cards that lay face down before it."""

    seat: int
    cards: tuple[Card | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Burnt:
    """A card burnt from the stub; its place is known, it is in nobody's hand."""

    card: Card | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Common:
    """The common card in the middle (RULES 4.6)."""

    card: Card | None = field(repr=False)


Event = Dealt | Passed | Revealed | Folded | TurnedUp | ShownDown | Burnt | Common
