"""Hands and cards in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.ranking import (
    ACE,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    HandName,
    rank_board,
)
from kiosk.wording.catalogue import Catalogue


def N_(message: str) -> str:
    """Marks a message that is looked up later."""
    return message


_ONE = (
    N_("two"), N_("three"), N_("four"), N_("five"), N_("six"), N_("seven"), N_("eight"), N_("nine"),
    N_("ten"), N_("jack"), N_("queen"), N_("king"), N_("ace"),
)  # fmt: skip
_MANY = (
    N_("twos"), N_("threes"), N_("fours"), N_("fives"), N_("sixes"), N_("sevens"), N_("eights"), N_("nines"),
    N_("tens"), N_("jacks"), N_("queens"), N_("kings"), N_("aces"),
)  # fmt: skip
_SUITS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))


class HandWords:
    """Names of hands, boards and cards in one language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._ = catalogue.gettext

    def one(self, rank: int) -> str:
        """A rank as a single card: 'king'. ``rank`` from 0 (two) to 12 (ace)."""
        return self._(_ONE[rank])

    def suit(self, card: Card) -> str:
        """The suit of a card: 'hearts'."""
        return self._(_SUITS[card.suit])

    def many(self, rank: int) -> str:
        """A rank as several cards: 'kings'."""
        return self._(_MANY[rank])

    def hand(self, name: HandName) -> str:
        """A hand as the card room says it: 'full house, kings over fours', 'eight-six low'."""
        _ = self._
        if name.low:
            first, second = (ACE if value == 1 else value - 2 for value in name.rank[:2])
            return _("{first}-{second} low").format(first=self.one(first), second=self.one(second))
        category, *ranks = name.rank
        high = self.one(ranks[0])
        several = self.many(ranks[0])
        if category == HIGH_CARD:
            return _("{rank} high").format(rank=high)
        if category == PAIR:
            return _("pair of {ranks}").format(ranks=several)
        if category == TWO_PAIR:
            return _("two pair, {high} and {low}").format(high=several, low=self.many(ranks[1]))
        if category == TRIPS:
            return _("three of a kind, {ranks}").format(ranks=several)
        if category == STRAIGHT:
            return _("straight, {rank} high").format(rank=high)
        if category == FLUSH:
            return _("flush, {rank} high").format(rank=high)
        if category == FULL_HOUSE:
            return _("full house, {three} over {two}").format(three=several, two=self.many(ranks[1]))
        if category == QUADS:
            return _("four of a kind, {ranks}").format(ranks=several)
        assert category == STRAIGHT_FLUSH
        if ranks[0] == ACE:
            return _("royal flush")
        return _("straight flush, {rank} high").format(rank=high)

    def board(self, cards: Sequence[Card | None]) -> str:
        """What shows: 'a pair of nines', or the cards that decide where no two are alike: 'K♠', 'K♠ 7♣'."""
        _ = self._
        known = [card for card in cards if card is not None]
        counts, ranks = rank_board(known) if known else ((), ())
        if counts[:1] == (4,):
            return _("four {ranks}").format(ranks=self.many(ranks[0]))
        if counts[:2] == (3, 2):
            return _("three {three} and two {two}").format(three=self.many(ranks[0]), two=self.many(ranks[1]))
        if counts[:1] == (3,):
            return _("three {ranks}").format(ranks=self.many(ranks[0]))
        if counts[:2] == (2, 2):
            return _("two pair, {high} and {low}").format(high=self.many(ranks[0]), low=self.many(ranks[1]))
        if counts[:1] == (2,):
            return _("a pair of {ranks}").format(ranks=self.many(ranks[0]))
        return self.cards(sorted(known, reverse=True))

    def cards(self, cards: Sequence[Card | None]) -> str:
        """Cards by their signs, 'K♠ 7♣'; '?' for one that nobody has read."""
        return " ".join("?" if card is None else card.sign for card in cards)
