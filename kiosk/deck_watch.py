"""The deck in the shoe, hand by hand: whether its 52 cards can be accounted for, as far as reads go."""

from __future__ import annotations

from typing import Final

from engine.cards import Card
from engine.hand import Hand
from engine.inputs import CardRead
from kiosk.readers.base import Fault

SUSPECT: Final = "deck-suspect"
"""The kind of the fault that stands after such a hand, until the dealer has counted the deck."""

_FOREIGN: Final = frozenset({"foreign-tag", "unknown-code"})


class DeckWatch:
    """What the shoe read in the hand in play. ``repr`` names no card.

    A hand that went back through its burns (RULES 4.6) may read those twice, so there repeats do not count.
    """

    def __init__(self) -> None:
        self._read: set[Card] = set()
        self._twice = self._foreign = False

    def begin(self) -> None:
        """A hand begins, with the whole deck in the shoe."""
        self._read.clear()
        self._twice = self._foreign = False

    def card(self, entry: CardRead, hand: Hand | None) -> None:
        """A card was read."""
        if entry.reader != "shoe" or entry.card is None or hand is None or hand.status != "open":
            return
        self._twice = self._twice or (entry.card in self._read and not hand.burns_shuffled)
        self._read.add(entry.card)

    def fault(self, kind: str) -> None:
        """A reader's fault was told."""
        self._foreign = self._foreign or kind in _FOREIGN

    def end(self, hand: Hand) -> Fault | None:
        """The hand is over: the fault that stands where the cards read cannot be those of one deck.

        It names no card: which one came twice may still be secret.
        """
        suspect = self._twice or self._foreign
        self._twice = self._foreign = False
        return Fault("shoe", SUSPECT, {"hand": hand.number}) if suspect else None
