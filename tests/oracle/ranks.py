"""Hand ranks by brute force: the best five of all combinations, compared as plain tuples.

Cards are two letters, ``"As"``. Nothing here is fast; everything can be read aloud.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # low to high; used only where a rule says that suits decide
DECK = [rank + suit for rank in RANKS for suit in SUITS]
Key = tuple[int, ...]


def rank(card: str) -> int:
    """2 is 2, an ace 14."""
    return RANKS.index(card[0]) + 2


def rank_and_suit(card: str) -> tuple[int, int]:
    return rank(card), SUITS.index(card[1])


def grouped(cards: Iterable[str]) -> list[tuple[int, int]]:
    """``(how many, rank)``, the biggest group first, then the highest rank."""
    return sorted(((n, r) for r, n in Counter(map(rank, cards)).items()), reverse=True)


def five_card_key(cards: Iterable[str]) -> Key:
    """The standard ranking of five cards: category 8 (straight flush) to 0 (high card), then ranks."""
    cards = list(cards)
    groups = grouped(cards)
    shape = tuple(n for n, _ in groups)
    ranks = [r for _, r in groups]
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        category = 8
    elif shape == (4, 1):
        category = 7
    elif shape == (3, 2):
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif shape == (3, 1, 1):
        category = 3
    elif shape == (2, 2, 1):
        category = 2
    elif shape == (2, 1, 1, 1):
        category = 1
    else:
        category = 0
    return (category, *ranks)


def best_high(cards: Iterable[str]) -> tuple[Key, list[str]]:
    """The best five of these (five to seven) cards and its key; a greater key wins."""
    return max((five_card_key(five), in_order(five)) for five in combinations(sorted(cards), 5))


def in_order(five: Iterable[str]) -> list[str]:
    """Five cards, groups first, then downward; the ace of a wheel last."""
    five = list(five)
    count = Counter(map(rank, five))
    cards = sorted(five, key=lambda c: (count[rank(c)], rank_and_suit(c)), reverse=True)
    if [rank(c) for c in cards] == [14, 5, 4, 3, 2]:
        cards = cards[1:] + cards[:1]
    return cards


def best_low(cards: Iterable[str]) -> tuple[Key, list[str]] | None:
    """The best eight-or-better low (RULES 5.2) and its key, where a smaller key wins; None without one."""

    def low_rank(card: str) -> int:
        return 1 if rank(card) == 14 else rank(card)

    lows = []
    for five in combinations(sorted(cards), 5):
        ranks = sorted(map(low_rank, five), reverse=True)
        if len(set(ranks)) == 5 and ranks[0] <= 8:
            lows.append((tuple(ranks), sorted(five, key=low_rank, reverse=True)))
    return min(lows) if lows else None


def board_key(cards: Iterable[str]) -> tuple[Key, Key]:
    """The rank of what shows (RULES 2.1): pairs, threes, fours, then ranks; no straight and no flush."""
    groups = grouped(cards)
    return tuple(n for n, _ in groups if n > 1), tuple(r for _, r in groups)
