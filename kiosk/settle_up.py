"""Who pays whom at the end of an evening, with the fewest payments.

``n`` people whose balances cannot be split into smaller groups that add up to nothing need ``n - 1``
payments, and that many are enough. So the fewest payments are those of the split into the most groups,
which is found exactly, by trying all sets of people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

EXACT: Final = 16
"""So many people without an exact opposite are split exactly (the work doubles with each); of more, the
rest is settled as one group. A table has eight seats."""


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` gives ``amount`` (minor units, above 0) to ``payee``."""

    payer: str
    payee: str
    amount: int


def settle_up(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The payments that bring every balance to nothing. Above 0: gets that much; below: owes it.

    Raises ValueError where the balances do not add up to nothing.
    """
    over = sum(balances.values())
    if over:
        raise ValueError(f"the balances do not add up: {over} is left over")
    payments = [payment for group in _groups(balances) for payment in _within(group)]
    order = {name: number for number, name in enumerate(balances)}
    return tuple(sorted(payments, key=lambda one: (order[one.payer], order[one.payee])))


def _groups(balances: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """The most groups that add up to nothing each."""
    rest: dict[str, int] = {}
    for name, balance in balances.items():
        # Two exact opposites are a group of the best split: joining what they leave behind costs no group.
        opposite = next((other for other, owed in rest.items() if owed == -balance), None)
        if not balance:
            continue
        if opposite is None:
            rest[name] = balance
        else:
            yield {opposite: rest.pop(opposite), name: balance}
    if len(rest) > EXACT:
        yield rest
        return
    names = list(rest)
    yield from ({names[index]: rest[names[index]] for index in group} for group in _split(list(rest.values())))


def _split(amounts: list[int]) -> Iterator[list[int]]:
    """The most groups of indices, by going through all sets: ``most[s]`` is the largest number of times
    that the sum passes through nothing while the people of ``s`` are lined up in the best order."""
    sets = 1 << len(amounts)
    totals, most, last = [0] * sets, [0] * sets, [0] * sets
    for members in range(1, sets):
        lowest = (members & -members).bit_length() - 1
        totals[members] = totals[members & (members - 1)] + amounts[lowest]
        best = -1
        for index in range(len(amounts)):
            if members >> index & 1 and most[members ^ (1 << index)] > best:
                best, last[members] = most[members ^ (1 << index)], index
        most[members] = best + (totals[members] == 0)
    group: list[int] = []
    members = sets - 1
    while members:
        group.append(last[members])
        members ^= 1 << last[members]
        if not totals[members]:
            yield sorted(group)
            group = []


def _within(group: Mapping[str, int]) -> Iterator[Payment]:
    """One payment fewer than people: each one settles somebody for good."""
    debts = sorted(((-owed, name) for name, owed in group.items() if owed < 0), reverse=True)
    dues = sorted(((due, name) for name, due in group.items() if due > 0), reverse=True)
    while debts:
        (debt, payer), (due, payee) = debts.pop(0), dues.pop(0)
        amount = min(debt, due)
        yield Payment(payer, payee, amount)
        if debt > amount:
            debts.insert(0, (debt - amount, payer))
        if due > amount:
            dues.insert(0, (due - amount, payee))
