"""The engine against PokerKit on 2,000 random complete hands of stud and hi/lo (100,000 with ``make
proof``).
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.differential.duel import run_hands
from tests.proofs import differential_pokerkit

HANDS = 2000
BATCH = 250


@pytest.mark.parametrize("first", range(0, HANDS, BATCH))
def test_every_step_of_random_hands_agrees(first: int) -> None:
    """Who acts, what is legal, openers, pots and stacks (RULES 1.5, 2.1, 2.2, 2.3, 4.1, 4.2, 4.3, 4.4, 4.8,
    5.1, 5.2, 6.1, 6.2).
    """
    found = run_hands(range(first, first + BATCH))
    assert found["agreed"] > 0.9 * BATCH  # a hand with a known difference is told apart, and is rare
    assert found["showdowns"] > 0.8 * BATCH and found["side pots"] > 0.4 * BATCH
    assert found["common cards"] > 0  # RULES 4.6


def test_the_proof_reports_what_it_found() -> None:
    """The long form is the same work with other seeds; a short stretch of it must pass."""
    assert differential_pokerkit.report(Counter({"agreed": 3, "actions": 9}))["ok"]
    assert not differential_pokerkit.report(Counter({"agreed": 1, "refill": 2}))["ok"]
