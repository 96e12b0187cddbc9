"""Hand ranks: best five of up to seven cards, the eight-or-better low, and what shows (RULES 1.1, 2.1, 5.2).

Ranks are plain tuples, so that they compare with ``>``; ranks inside them run from 0 (two) to 12 (ace).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import Card

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
ACE: Final = 12
FIVE: Final = 3

HighRank = tuple[int, ...]
"""Category, then the ranks that decide, most important first."""
LowRank = tuple[int, ...]
"""Five low values (ace 1 to eight 8), highest first; the smaller tuple is the better low."""


@dataclass(frozen=True, slots=True)
class HandName:
    """A hand to be put in words: ``rank`` is a HighRank, or with ``low`` a LowRank."""

    rank: tuple[int, ...]
    low: bool = False


def _straight_tops() -> bytes:
    """For each 13-bit set of ranks: 1 + the top rank of its best straight, 0 where there is none."""
    tops = bytearray(1 << 13)
    for ranks in range(1 << 13):
        wheel = ranks << 1 | ranks >> ACE
        runs = wheel & wheel >> 1 & wheel >> 2 & wheel >> 3 & wheel >> 4
        if runs:
            tops[ranks] = runs.bit_length() + 3
    return bytes(tops)


def _ranks_of() -> tuple[tuple[int, ...], ...]:
    """For each 13-bit set of ranks: those ranks, the highest first."""
    sets: list[tuple[int, ...]] = [()]
    for ranks in range(1, 1 << 13):
        top = ranks.bit_length() - 1
        sets.append((top, *sets[ranks ^ 1 << top]))
    return tuple(sets)


_STRAIGHT_TOP: Final = _straight_tops()
_RANKS_OF: Final = _ranks_of()
_PLACE: Final = tuple(1 << 13 * (card & 3) + (card >> 2) for card in range(52))
"""Each card as one bit: thirteen ranks of clubs, then of diamonds, hearts, spades."""


def rank_high(cards: Iterable[Card]) -> HighRank:
    """The rank of the best five of five to seven cards (RULES 1.1).

    >>> rank_high(map(Card.parse, "Ks Kd Kc 4h 4s 2c 3d".split()))
    (6, 11, 2)
    """
    spread = 0
    for card in cards:
        spread |= _PLACE[card]
    clubs, diamonds, hearts, spades = spread & 8191, spread >> 13 & 8191, spread >> 26 & 8191, spread >> 39
    ones = clubs | diamonds | hearts | spades
    held, ranks = spread.bit_count(), ones.bit_count()
    for suited in (clubs, diamonds, hearts, spades):
        if suited.bit_count() >= 5:
            if top := _STRAIGHT_TOP[suited]:
                return (STRAIGHT_FLUSH, top - 1)
            return (FLUSH, *_RANKS_OF[suited][:5])  # seven cards with a flush leave no room for more
    if held == ranks:
        top = _STRAIGHT_TOP[ones]
        return (STRAIGHT, top - 1) if top else (HIGH_CARD, *_RANKS_OF[ones][:5])
    black, red = clubs & spades, diamonds & hearts
    twos = black | red | (clubs | spades) & (diamonds | hearts)
    threes = black & (diamonds | hearts) | red & (clubs | spades)
    fours = black & red
    if fours:
        quad = fours.bit_length() - 1
        return (QUADS, quad, _RANKS_OF[ones ^ 1 << quad][0])
    if threes:
        trips = threes.bit_length() - 1
        pairs = twos ^ 1 << trips
        if pairs:
            return (FULL_HOUSE, trips, pairs.bit_length() - 1)
    top = _STRAIGHT_TOP[ones]
    if top:
        return (STRAIGHT, top - 1)
    if threes:
        kickers = _RANKS_OF[ones ^ 1 << trips]
        return (TRIPS, trips, kickers[0], kickers[1])
    high = twos.bit_length() - 1
    if rest := twos ^ 1 << high:
        second = rest.bit_length() - 1
        return (TWO_PAIR, high, second, _RANKS_OF[ones ^ 1 << high ^ 1 << second][0])
    return (PAIR, high, *_RANKS_OF[ones ^ 1 << high][:3])


def five_of(cards: Sequence[Card], rank: HighRank) -> tuple[Card, ...]:
    """The five of ``cards`` that make ``rank``, most important first, higher suits first among equals."""
    high_first = sorted(cards, reverse=True)
    category = rank[0]
    if category in (STRAIGHT, STRAIGHT_FLUSH):
        top = rank[1]
        wanted = [top, top - 1, top - 2, top - 3, top - 4 if top > FIVE else ACE]
        if category == STRAIGHT:
            return tuple(next(card for card in high_first if card.rank == want) for want in wanted)
        for suit in range(4):
            run = [card for want in wanted for card in high_first if card == 4 * want + suit]
            if len(run) == 5:
                return tuple(run)
        raise ValueError("the cards do not hold that straight flush")
    if category == FLUSH:
        suit = next(s for s in range(4) if sum(card.suit == s for card in cards) >= 5)
        return tuple(card for card in high_first if card.suit == suit)[:5]
    chosen: list[Card] = []
    for wanted_rank, size in zip(rank[1:], _SIZES[category], strict=True):
        chosen += [card for card in high_first if card >> 2 == wanted_rank][:size]
    return tuple(chosen)


_SIZES: Final = {
    QUADS: (4, 1),
    FULL_HOUSE: (3, 2),
    TRIPS: (3, 1, 1),
    TWO_PAIR: (2, 2, 1),
    PAIR: (2, 1, 1, 1),
    HIGH_CARD: (1, 1, 1, 1, 1),
}
"""Of each category made of equal ranks: how many cards of each rank that its HighRank names."""


def rank_low(cards: Iterable[Card]) -> LowRank | None:
    """The best eight-or-better low, ace low, straights and flushes no matter (RULES 5.2); None: no low.

    >>> rank_low(map(Card.parse, "Ac 2d 3h 4s 6c Kd Kh".split()))
    (6, 4, 3, 2, 1)
    """
    values = 0
    for card in cards:
        rank = card >> 2
        if rank == ACE:
            values |= 1 << 1
        elif rank <= 6:
            values |= 1 << (rank + 2)
    lowest = [value for value in range(1, 9) if values >> value & 1][:5]
    return tuple(reversed(lowest)) if len(lowest) == 5 else None


def five_of_low(cards: Sequence[Card], low: LowRank) -> tuple[Card, ...]:
    """The five of ``cards`` that make ``low``, the highest first (an ace is low)."""
    return tuple(
        next(card for card in sorted(cards, reverse=True) if (card.rank + 1) % 13 + 1 == value) for value in low
    )


BoardRank = tuple[tuple[int, ...], tuple[int, ...]]
"""How many of each rank, most first; then those ranks: compares as RULES 2.1 says."""


def rank_board(cards: Iterable[Card | None]) -> BoardRank:
    """The rank of what shows: groups of equal ranks only, no straight, no flush (RULES 2.1).

    Cards that nobody has read (None) do not count. With a common card three of a kind and a
    pair comes above three of a kind, which the comparison of group sizes gives by itself.
    """
    ranks = sorted([card >> 2 for card in cards if card is not None], reverse=True)
    different = set(ranks)
    if len(different) == len(ranks):
        return _SINGLES[len(ranks)], tuple(ranks)
    groups = sorted([(ranks.count(rank), rank) for rank in different], reverse=True)
    return tuple([count for count, _ in groups]), tuple([rank for _, rank in groups])


_SINGLES: Final = tuple((1,) * count for count in range(14))
