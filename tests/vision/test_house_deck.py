"""When a learned house deck has a say in what the reader sees: made-up networks, real rules."""

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from kiosk.vision.crops import Picture
from kiosk.vision.finding import Finder, FoundIndex
from kiosk.vision.learning import FRAMES, DeckLook, Learning
from kiosk.vision.naming import Namer, Names
from kiosk.vision.reading import CardEye

SEVEN = Card.parse("7c")


class Sees(Finder):
    """Two indices, far apart."""

    def __init__(self) -> None:
        pass

    def find(self, picture: Picture) -> list[FoundIndex]:
        return [FoundIndex((x, 100.0), (0.0, 20.0), (20.0, 0.0), 0.9, 0.55) for x in (100.0, 500.0)]


class Says(Namer):
    """The first index a seven of clubs for 0.6 (and an eight), at every look; the second a king of ``suit``."""

    def __init__(self, suit: int) -> None:
        self.suit = suit

    def name(self, crops: NDArray[np.uint8]) -> Names:
        ranks, suits = np.zeros((2, 14), np.float32), np.zeros((2, 5), np.float32)
        ranks[0, SEVEN.rank], ranks[0, SEVEN.rank + 1], ranks[1, 11] = 0.6, 0.4, 1
        suits[0, SEVEN.suit], suits[1, self.suit] = 1, 1
        embeddings = np.array([[1, 0], [0, 1]], np.float32)
        if len(crops) > 2:
            raise AssertionError("only the first index wavers")
        first_time = not hasattr(self, "seen")
        self.seen = True
        rows = [0, 1] if first_time else [0] * len(crops)
        return Names(ranks[rows], suits[rows], embeddings[rows])


def house() -> DeckLook:
    """A deck of which the seven of clubs was learned, and the eight, which looks quite different."""
    learning = Learning("Kitchen", "abc")
    for _ in range(FRAMES):
        learning.add(SEVEN, np.array([[1, 0]], np.float32))
        learning.add(Card.parse("8c"), np.array([[-1, 0]], np.float32))
    return learning.finish()


def read(suit: int, look: DeckLook | None) -> list[Card | None]:
    eye = CardEye(Sees(), Says(suit), look=look)
    return [item.card for item in eye.read(np.zeros((200, 600, 3), np.uint8))]


def test_the_house_deck_names_what_the_networks_could_not() -> None:
    assert set(read(0, None)) == {Card.parse("Kc"), None}
    assert set(read(0, house())) == {Card.parse("Kc"), SEVEN}


def test_among_foreign_cards_the_house_deck_says_nothing() -> None:
    assert read(4, None) == [None]
    assert read(4, house()) == [None]
