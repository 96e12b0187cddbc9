"""Uncalled bets, pots and who takes which part of them (RULES 3.9-3.11, 5.3, 6.2-6.6), in whole chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.ranks import best_high, best_low, rank_and_suit


@dataclass
class Pot:
    amount: int
    eligible: list[int]


def uncalled(put_in: dict[int, int]) -> tuple[int, int] | None:
    """``(seat, amount)`` that goes back: what one player put in above every other player's total."""
    top = max(put_in, key=lambda seat: put_in[seat])
    second = max((amount for seat, amount in put_in.items() if seat != top), default=0)
    return (top, put_in[top] - second) if put_in[top] > second else None


def make_pots(put_in: dict[int, int], contenders: set[int]) -> list[Pot]:
    """Pots by levels of contribution; neighbours with the same eligible players are one pot."""
    pots: list[Pot] = []
    below = 0
    for level in sorted(set(put_in.values()) - {0}):
        payers = [seat for seat in put_in if put_in[seat] >= level]
        eligible = sorted(seat for seat in payers if seat in contenders)
        amount = (level - below) * len(payers)
        if pots and (not eligible or eligible == pots[-1].eligible):
            pots[-1].amount += amount
        else:
            pots.append(Pot(amount, eligible))
        below = level
    return pots


@dataclass
class Payout:
    """Divides pots; knows the house rules, the seats from the dealer's left and each hand's seven cards."""

    rules: dict[str, Any]
    clockwise: list[int]
    cards: dict[int, list[str]]

    def split(self, amount: int, seats: list[int]) -> dict[int, int]:
        """Equal parts in whole chips; odd chips one by one, or all to the highest card (RULES 6.3)."""
        chip = self.rules["smallest_chip"]
        order = [seat for seat in self.clockwise if seat in seats]
        each, odd = divmod(amount // chip, len(seats))
        if self.rules["odd_chip"] == "high-card-by-suit":
            lucky = max(seats, key=lambda seat: sorted(map(rank_and_suit, self.cards[seat]), reverse=True))
            return {seat: (each + (odd if seat == lucky else 0)) * chip for seat in order}
        return {seat: (each + (1 if place < odd else 0)) * chip for place, seat in enumerate(order)}

    def halves(self, amount: int) -> tuple[int, int]:
        """The bigger half first (RULES 3.11, 5.3, 6.6)."""
        chip = self.rules["smallest_chip"]
        smaller = amount // chip // 2 * chip
        return amount - smaller, smaller

    def partner_of(self, seat: int, eligible: list[int]) -> int:
        """The nearest eligible player on the winner's share side (RULES 3.6, 3.9)."""
        step = -1 if self.rules["share_side"] == "right" else 1
        at = self.clockwise.index(seat)
        for distance in range(1, len(self.clockwise)):
            other = self.clockwise[(at + step * distance) % len(self.clockwise)]
            if other in eligible:
                return other
        raise ValueError("a partner was asked for a lone player")

    def shares(self, pot: Pot) -> list[dict[str, Any]]:
        highs = {seat: best_high(self.cards[seat]) for seat in pot.eligible if self.cards.get(seat)}
        if self.rules["variant"] == "liege-lord":
            return self._liege_lord(pot, highs)
        return self._stud(pot, highs)

    def _liege_lord(self, pot: Pot, highs: dict[int, Any]) -> list[dict[str, Any]]:
        if len(pot.eligible) == 1:
            return [share(pot.eligible[0], pot.amount, "winner", highs)]
        best = max(key for key, _ in highs.values())
        winners = [seat for seat in highs if highs[seat][0] == best]
        shares = []
        for seat, part in self.split(pot.amount, winners).items():
            if len(winners) > 1 and self.rules["tie_split"] == "winners-only":
                shares.append(share(seat, part, "winner", highs))
                continue
            own, others = self.halves(part)
            shares.append(share(seat, own, "winner", highs))
            shares.append({"seat": self.partner_of(seat, pot.eligible), "amount": others, "as": "partner"})
        return shares

    def _stud(self, pot: Pot, highs: dict[int, Any]) -> list[dict[str, Any]]:
        if len(pot.eligible) == 1:
            return [share(pot.eligible[0], pot.amount, "high", highs)]
        lows = {}
        if self.rules["variant"] == "hi-lo":
            lows = {seat: low for seat in pot.eligible if (low := best_low(self.cards[seat]))}
        for_high, for_low = self.halves(pot.amount) if lows else (pot.amount, 0)
        best = max(key for key, _ in highs.values())
        winners = [seat for seat in highs if highs[seat][0] == best]
        shares = [share(seat, part, "high", highs) for seat, part in self.split(for_high, winners).items()]
        if lows:
            lowest = min(key for key, _ in lows.values())
            winners = [seat for seat in lows if lows[seat][0] == lowest]
            shares += [share(seat, part, "low", lows) for seat, part in self.split(for_low, winners).items()]
        return shares


def share(seat: int, amount: int, role: str, hands: dict[int, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": seat, "amount": amount, "as": role}
    if seat in hands:
        found["hand"] = hands[seat][1]
    return found
