"""The lines of an evening as the readers and the dealer send them, for the tests of the store.

The store knows no rules, so the hands need not be legal; kinds, sizes and order are those of a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.cards import DECK

Input = tuple[dict[str, object], tuple[str, int] | None]

SEATS = (1, 2, 3, 4)
HEADER: dict[str, object] = {
    "type": "session",
    "version": 1,
    "table": "Kitchen",
    "rules": {"variant": "liege-lord", "ante": 25, "small_bet": 100, "big_bet": 200},
    "seats": [{"seat": seat, "name": f"Player {seat}", "stack": 4000} for seat in SEATS],
}


def evening(hands: int, seed: int = 7) -> Iterator[Input]:
    """Lines and receipts of `hands` hands of two rounds, 26 lines each, without the header."""
    chance = random.Random(seed)
    drawn = 0
    for hand in range(hands):
        deck = [str(card) for card in DECK]
        chance.shuffle(deck)
        start = hand * 120_000
        yield {"type": "hand", "t": start, "dealer": SEATS[hand % 4]}, None
        for step in ("announce", "antes"):
            yield {"type": "confirm", "t": start + 1000, "step": step}, None
        for at in range(12):
            drawn += 1
            card = {"type": "card", "t": start + 2000 + at, "card": deck.pop(), "reader": "shoe"}
            yield card, ("B7F2", drawn)
        for seat in SEATS[:2]:
            yield {"type": "pass", "t": start + 20_000, "seat": seat, "card": deck.pop()}, None
        yield {"type": "confirm", "t": start + 25_000, "step": "pass"}, None
        for seat in SEATS[:2]:
            up = {"type": "card", "t": start + 30_000, "card": deck.pop(), "reader": "dealer", "seat": seat}
            yield up, None
        for seat, action in zip(SEATS, ("bet", "call", "raise", "fold"), strict=True):
            yield {"type": "act", "t": start + 40_000, "seat": seat, "action": action}, None
        yield {"type": "show", "t": start + 60_000, "seat": 1, "cards": [deck.pop() for _ in range(3)]}, None
        yield {"type": "confirm", "t": start + 70_000, "step": "pay"}, None
