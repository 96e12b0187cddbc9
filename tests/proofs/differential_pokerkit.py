"""The engine against PokerKit: 100,000 random complete hands of stud and hi/lo, step by step (RULES 4, 5,
6).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.differential.duel import Disagreement, run_hands

HANDS = 100_000
SHORT = 200
BATCH = 100
FIRST_SEED = 1_000_000
"""Other hands than those of the ordinary tests."""


def report(found: Counter[str]) -> dict[str, Any]:
    """Hands that agreed, and how many ended where PokerKit is known to differ (those must stay rare)."""
    kinds = ("refill", "short-bring-in", "common-card-opener", "low-beside", "odd-chip")
    known = {kind: found[kind] for kind in kinds if found[kind]}
    hands = found["agreed"] + sum(known.values())
    told = ", ".join(f"{kind} {count:,}" for kind, count in known.items())
    figure = f"{found['agreed']:,} of {hands:,} hands agree at every step ({found['actions']:,} actions)"
    return {
        "figure": f"{figure}; known differences: {told or 'none'}",
        "ok": found["agreed"] > 0.9 * hands,
    }


def run(full: bool) -> dict[str, Any]:
    found: Counter[str] = Counter()
    for first in range(FIRST_SEED, FIRST_SEED + (HANDS if full else SHORT), BATCH):
        try:
            found += run_hands(range(first, first + BATCH))
        except Disagreement as problem:
            return {"figure": f"they differ: {problem}", "ok": False}
    return report(found)
