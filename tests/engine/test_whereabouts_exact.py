"""The pass tracker gives the very answers of a walk through all histories; short forms of its proofs."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.cards import Card
from engine.story import Dealt, Revealed
from engine.whereabouts import Whereabouts
from tests.engine import whereabouts_check
from tests.engine.whereabouts_check import Oracle, TooMany, difference, random_case
from tests.proofs import whereabouts_brute_force, whereabouts_truth


def test_small_hands_against_all_histories() -> None:
    answer = whereabouts_brute_force.run(full=False)
    assert answer["ok"], answer["figure"]


def test_full_hands_against_what_happened() -> None:
    answer = whereabouts_truth.run(full=False)
    assert answer["ok"], answer["figure"]


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_any_small_hand(rng: random.Random) -> None:
    events, deck = random_case(rng)
    try:
        oracle = Oracle(events, deck, limit=1_000)
    except TooMany:
        assume(False)
    assert difference(events, deck, oracle) is None


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False))
def test_can_reveal_is_what_a_reveal_would_show(rng: random.Random) -> None:
    events, deck = random_case(rng)
    ours = Whereabouts(events, deck)
    for seat in sorted({e.seat for e in events if isinstance(e, Dealt)}):
        for card in deck:
            after = Whereabouts([*events, Revealed(9, seat, card)], deck)
            assert ours.can_reveal(seat, card) == after.consistent


def test_the_comparison_finds_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer with one card too few is noticed: the proofs above are not empty."""
    real = Whereabouts.can_lie_at

    def one_less(self: Whereabouts, seat: int) -> frozenset[Card]:
        return frozenset(sorted(real(self, seat))[1:])

    events, deck = random_case(random.Random(1))
    events = [replace(e, card=deck[i]) if isinstance(e, Dealt) else e for i, e in enumerate(events[:2])]
    assert difference(events, deck, Oracle(events, deck)) is None
    monkeypatch.setattr(whereabouts_check.Whereabouts, "can_lie_at", one_less)
    found = difference(events, deck, Oracle(events, deck))
    assert found is not None and found.startswith("can_lie_at")
