"""Who pays whom: it adds up to the chip, and nobody could do with fewer payments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.settle_up import EXACT, Payment, settle_up

NAMES = ["Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal"]


@st.composite
def balances(draw: st.DrawFn, people: int, most: int = 12) -> dict[str, int]:
    """Small amounts, so that groups which add up to nothing are common."""
    amounts = draw(st.lists(st.integers(-most, most), min_size=1, max_size=people - 1))
    amounts.append(-sum(amounts))
    return dict(zip(NAMES, draw(st.permutations(amounts)), strict=False))


def after(owed: dict[str, int], payments: Sequence[Payment]) -> dict[str, int]:
    left = dict(owed)
    for payment in payments:
        left[payment.payer] += payment.amount
        left[payment.payee] -= payment.amount
    return left


@given(balances(8))
def test_everybody_is_even_afterwards(owed: dict[str, int]) -> None:
    payments = settle_up(owed)
    assert set(after(owed, payments).values()) <= {0}
    for payment in payments:
        assert payment.amount > 0
        assert owed[payment.payer] < 0 < owed[payment.payee], "who owes pays, and nobody passes money on"


def partitions(people: tuple[int, ...]) -> Iterator[list[list[int]]]:
    """Every way to split people into groups, by the textbook's recursion."""
    if not people:
        yield []
        return
    for groups in partitions(people[1:]):
        yield [[people[0]], *groups]
        for index in range(len(groups)):
            yield [*groups[:index], [people[0], *groups[index]], *groups[index + 1 :]]


@given(balances(7))
@settings(max_examples=200)
def test_as_few_as_the_best_of_all_splits(owed: dict[str, int]) -> None:
    amounts = tuple(amount for amount in owed.values() if amount)
    fewest = min(
        sum(len(group) - 1 for group in groups)
        for groups in partitions(amounts)
        if all(sum(group) == 0 for group in groups)
    )
    assert len(settle_up(owed)) == fewest


@given(balances(4, most=5))
@settings(max_examples=60)
def test_no_shorter_list_of_payments_exists(owed: dict[str, int]) -> None:
    """By trying every payment of every amount, with money passed on as well: no theorem about groups."""

    @cache
    def reachable(amounts: tuple[int, ...], payments: int) -> bool:
        if not any(amounts):
            return True
        if not payments:
            return False
        whole = sum(amount for amount in amounts if amount > 0)
        return any(
            reachable(tuple(sorted(_moved(amounts, payer, payee, amount))), payments - 1)
            for payer in range(len(amounts))
            for payee in range(len(amounts))
            if payer != payee
            for amount in range(1, whole + 1)
        )

    payments = len(settle_up(owed))
    start = tuple(sorted(owed.values()))
    assert reachable(start, payments)
    assert payments == 0 or not reachable(start, payments - 1)


def _moved(amounts: tuple[int, ...], payer: int, payee: int, amount: int) -> list[int]:
    moved = list(amounts)
    moved[payer] += amount
    moved[payee] -= amount
    return moved


def test_an_evening_worked_out_by_hand() -> None:
    # The largest debt to the largest due first would take four: Dev-Ana 5, Eli-Ben 4, Ben... Groups of
    # Ana +7 = Dev 4 + Eli 3, and Ben +5 with Cleo -5, take three.
    owed = {"Ana": 700, "Ben": 500, "Cleo": -500, "Dev": -400, "Eli": -300}
    assert settle_up(owed) == (
        Payment("Cleo", "Ben", 500),
        Payment("Dev", "Ana", 400),
        Payment("Eli", "Ana", 300),
    )


def test_groups_of_three_are_found_without_exact_opposites() -> None:
    # 9 = 5 + 4, 8 = 6 + 2: four payments; as one group it would be five.
    owed = {"Ana": 9, "Ben": 8, "Cleo": -6, "Dev": -5, "Eli": -4, "Fay": -2}
    assert len(settle_up(owed)) == 4


def test_who_is_even_pays_nothing() -> None:
    assert settle_up({"Ana": 0, "Ben": 0}) == ()
    assert settle_up({}) == ()


def test_chips_from_nowhere_are_an_error() -> None:
    with pytest.raises(ValueError, match="do not add up: 1"):
        settle_up({"Ana": 100, "Ben": -99})


def test_a_crowd_is_settled_too() -> None:
    owed = {f"P{number}": 1 << number for number in range(EXACT + 2)}
    owed["Bank"] = -sum(owed.values())
    payments = settle_up(owed)
    assert set(after(owed, payments).values()) == {0}
    assert len(payments) == EXACT + 2
