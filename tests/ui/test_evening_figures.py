"""Chips bought and won over an evening, and the fewest payments that settle it."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inputs import Join, Leave, Rebuy, Undo
from kiosk.ui.evening import Evening, settle
from tests.ui.tables import MemorySession, feed

THREE = ((1, "Ana", 4000), (2, "Ben", 4000), (3, "Cleo", 4000))


def watched():
    session = MemorySession(THREE)
    evening = Evening()
    evening.keep(session.state.view)
    session.subscribe(lambda state: evening.keep(state.view))
    return session, evening


def test_what_is_bought_is_not_won():
    session, evening = watched()
    session.submit(Rebuy(2, 1000))
    session.submit(Join(5, "Eli", 2000))
    assert evening.balances() == {1: 0, 2: 0, 3: 0, 5: 0}
    feed(session, "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 2c@5,1 bet,2 fold,3 fold,5 fold,pay")
    # Four antes of 0.25; Ana's bet is not called and comes back.
    assert evening.balances() == {1: 75, 2: -25, 3: -25, 5: -25}
    assert evening.bought == {1: 4000, 2: 5000, 3: 4000, 5: 2000}
    assert evening.won == {1: 1}
    session.submit(Leave(5))
    assert evening.balances() == {1: 75, 2: -25, 3: -25, 5: -25}
    session.submit(Undo())
    session.submit(Undo(deeper=True))  # the payment is taken back: the hand is open again
    session.submit(Undo(deeper=True))
    assert session.state.view.status == "open"


def test_a_rebuy_taken_back_was_not_bought():
    session, evening = watched()
    session.submit(Rebuy(2, 1000))
    session.submit(Undo())
    assert evening.bought == {1: 4000, 2: 4000, 3: 4000}


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({}, []),
        ({1: 0, 2: 0}, []),
        ({1: -300, 2: 200, 3: 100}, [(1, 2, 200), (1, 3, 100)]),
        # Two pairs that even each other out need two payments, not three.
        ({1: -500, 2: 300, 3: 500, 4: -300}, [(4, 2, 300), (1, 3, 500)]),
    ],
)
def test_settling(balances, payments):
    assert sorted(settle(balances)) == sorted(payments)


def test_balances_must_add_up():
    with pytest.raises(ValueError, match="add up"):
        settle({1: 100})


def fewest(balances):
    """By trying every division of the players into groups that add up to nothing."""
    seats = [seat for seat in balances if balances[seat]]
    best = 0

    def divide(rest, groups):
        nonlocal best
        if not rest:
            best = max(best, groups)
            return
        first, others = rest[0], rest[1:]
        for size in range(len(others) + 1):
            for chosen in itertools.combinations(others, size):
                if balances[first] + sum(balances[seat] for seat in chosen) == 0:
                    divide([seat for seat in others if seat not in chosen], groups + 1)

    divide(seats, 0)
    return len(seats) - best


@given(st.lists(st.integers(-4, 4).map(lambda chips: chips * 25), min_size=1, max_size=6))
def test_payments_settle_everything_and_are_the_fewest(parts):
    balances = dict(enumerate([*parts, -sum(parts)], start=1))
    payments = settle(balances)
    left = dict(balances)
    for payer, receiver, amount in payments:
        assert amount > 0
        left[payer] += amount
        left[receiver] -= amount
    assert not any(left.values())
    assert len(payments) == fewest(balances)
