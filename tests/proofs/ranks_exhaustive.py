"""High ranks: all 2,598,960 five-card hands counted by category, and seven-card hands ordered as phevaluator does.

Short form: a stretch of the five-card hands that is counted by a second, plain way, and fewer seven-card hands.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import Any

from phevaluator import evaluate_cards

from engine.cards import DECK, Card
from engine.ranking import five_of, rank_high

PRINTED = {
    # Any book of probabilities; they sum to C(52, 5).
    8: 40,
    7: 624,
    6: 3_744,
    5: 5_108,
    4: 10_200,
    3: 54_912,
    2: 123_552,
    1: 1_098_240,
    0: 1_302_540,
}
SEVENS, SHORT_SEVENS = 400_000, 4_000


def plain_category(cards: Iterable[Card]) -> int:
    """The category of five cards, worked out the long way."""
    hand = list(cards)
    ranks = sorted((card.rank for card in hand), reverse=True)
    sizes = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card.suit for card in hand}) == 1
    straight = len(set(ranks)) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if straight or flush:
        return 8 if straight and flush else 5 if flush else 4
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(sizes), 0)


def wrong_orders(count: int) -> int:
    """Pairs of seven-card hands that phevaluator (smaller is better) orders otherwise; the five must rank alike."""
    rng = random.Random(7)
    wrong = 0
    last = None
    for _ in range(count):
        cards = rng.sample(DECK, 7)
        ours, theirs = rank_high(cards), evaluate_cards(*map(str, cards))
        five = five_of(cards, ours)
        wrong += len(set(five)) != 5 or not set(five) <= set(cards) or evaluate_cards(*map(str, five)) != theirs
        if last is not None:
            wrong += (ours > last[0], ours == last[0]) != (theirs < last[1], theirs == last[1])
        last = ours, theirs
    return wrong


def run(full: bool) -> dict[str, Any]:
    if full:
        counts = Counter(rank_high(hand)[0] for hand in combinations(DECK, 5))
        good = dict(counts) == PRINTED
        what = f"{sum(counts.values()):,} five-card hands, {len(counts)} categories"
    else:
        hands = [hand for number, hand in enumerate(combinations(DECK, 5)) if number % 331 == 0]
        good = all(rank_high(hand)[0] == plain_category(hand) for hand in hands)
        what = f"{len(hands):,} five-card hands"
    wrong = wrong_orders(SEVENS if full else SHORT_SEVENS)
    sevens = f"{SEVENS if full else SHORT_SEVENS:,} seven-card hands, {wrong} ordered otherwise than by phevaluator"
    return {"figure": f"{what} as printed: {'yes' if good else 'NO'}; {sevens}", "ok": good and not wrong}
