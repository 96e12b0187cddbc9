"""Playing cards: 52 interned values, parsing and printing (RULES 1.1)."""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = "♣♦♥♠"


_INTERNED: dict[int, Card] = {}


class Card(int):
    """One of the 52 cards, as a small integer ``4 * rank + suit``.

    Ranks run from 0 (two) to 12 (ace), suits from 0 (clubs) to 3 (spades), so that cards
    order by rank and then by suit (RULES 1.1: spades, hearts, diamonds, clubs, high to low).

    >>> Card.parse("As"), str(Card.parse("Td")), Card.parse("9c").sign
    (Card('As'), 'Td', '9♣')
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        return _INTERNED[number] if number in _INTERNED else _INTERNED.setdefault(number, int.__new__(cls, number))

    @property
    def rank(self) -> int:
        """0 (two) to 12 (ace)."""
        return self >> 2

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3

    @property
    def sign(self) -> str:
        """The card as a person reads it, ``A♠``; ten is written out."""
        rank = RANKS[self >> 2]
        return ("10" if rank == "T" else rank) + SUIT_SIGNS[self & 3]

    @staticmethod
    def parse(text: str) -> Card:
        """The card written as rank then suit, ``As``, ``Td``, ``9c``.

        Raises ValueError, naming the text, for anything else.
        """
        card = BY_NAME.get(text)
        if card is None:
            raise ValueError(f"{text!r} is not a card (a card is a rank and a suit, as in As, Td, 9c)")
        return card

    def __str__(self) -> str:
        return RANKS[self >> 2] + SUITS[self & 3]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


DECK: tuple[Card, ...] = tuple(Card(i) for i in range(52))
"""All 52 cards, the two of clubs first, the ace of spades last."""

BY_NAME: dict[str, Card] = {str(card): card for card in DECK}
