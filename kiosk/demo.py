"""The demo table: five players, a simulated shoe (the real firmware) with a freshly shuffled deck for
every hand."""

from __future__ import annotations

import random
from typing import Final

from engine.cards import DECK, Card
from engine.table import Seat
from kiosk.decks import Deck
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck
from kiosk.recording import Header

NAMES: Final = ("Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal")
BUY_IN: Final = 4000


def demo_header(players: int = 5, variant: str = "liege-lord") -> Header:
    """A table with that many players, 40.00 each."""
    seats = tuple(Seat(number, NAMES[number - 1], BUY_IN) for number in range(1, players + 1))
    return Header("Demo", {"variant": variant}, seats)


class ShuffledShoe:
    """A simulated shoe whose deck for each hand follows from ``seed`` and the hand's number.

    After a restart of the kiosk the same hand has the same deck, less the cards that are out already.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.deck: Deck = simulated_deck()
        self.shoe = SimulatedShoe(
            self.order(1), self.deck, read_within=60.0
        )  # a patient hand: the screen is busy too, and some machines are slow

    def order(self, hand: int) -> list[Card]:
        """The deck of that hand, the first card to be drawn in front."""
        cards = list(DECK)
        random.Random(f"{self._seed}-{hand}").shuffle(cards)
        return cards

    def prepare(self, hand: int, drawn: int) -> None:
        self.shoe.load(self.order(hand)[drawn:])

    def draw(self) -> None:
        if self.shoe.remaining:
            self.shoe.draw()

    def close(self) -> None:
        self.shoe.close()
