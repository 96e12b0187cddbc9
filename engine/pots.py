"""Main and side pots, who wins them, and how they are shared (RULES 3.6, 3.9-3.11, 5, 6.2, 6.3, 6.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.player import Player
from engine.ranking import HandName, HighRank, LowRank, five_of, five_of_low
from engine.rules import HouseRules
from engine.variants import Variant
from engine.view import PotView, Role, ShareView


@dataclass(frozen=True, slots=True)
class Reckoning:
    """How a hand is settled: pots with their shares, and the uncalled bet that goes back first (RULES
    6.2)."""

    pots: tuple[PotView, ...]
    returned: tuple[tuple[int, int], ...]
    won: Mapping[int, int]
    """Seat -> what it gets out of all pots."""


def uncalled(players: Sequence[Player]) -> tuple[int, int]:
    """Index and amount of what one player put in above every other player's total, folded ones included
    (RULES 6.2)."""
    best = max(range(len(players)), key=lambda index: players[index].total)
    others = max((player.total for index, player in enumerate(players) if index != best), default=0)
    return best, players[best].total - others


def layers(players: Sequence[Player], back: int = 0, back_to: int = -1) -> list[tuple[int, list[Player]]]:
    """The pots: amount and the players eligible, main pot first (RULES 6.2).

    ``back`` chips of the player of index ``back_to`` are uncalled and in no pot.
    """
    totals = [player.total - (back if index == back_to else 0) for index, player in enumerate(players)]
    levels = sorted({total for total, player in zip(totals, players, strict=True) if player.live and total})
    pots: list[tuple[int, list[Player]]] = []
    floor = 0
    for level in levels:
        top = level if level != levels[-1] else max(totals)
        amount = sum(min(total, top) - min(total, floor) for total in totals)
        eligible = [player for total, player in zip(totals, players, strict=True) if player.live and total >= level]
        if pots and len(pots[-1][1]) == len(eligible):
            pots[-1] = (pots[-1][0] + amount, eligible)
        elif amount:
            pots.append((amount, eligible))
        floor = level
    return pots


@dataclass(frozen=True, slots=True)
class Showing:
    """What one live player holds at the showdown: all cards that count (the common card too), and their
    ranks."""

    cards: tuple[Card, ...]
    own: tuple[Card, ...]
    high: HighRank
    low: LowRank | None


def split(amount: int, ways: int, chip: int) -> tuple[int, int]:
    """Equal parts in whole chips, and what is left over (RULES 6.3, 6.6).

    >>> split(250, 2, 25), split(275, 2, 25)
    ((125, 0), (125, 25))
    """
    part = amount // (ways * chip) * chip
    return part, amount - part * ways


class Settlement:
    """Settles the pots of one hand. ``players`` sit in the order of the deal, so first is left of the
    dealer."""

    def __init__(
        self,
        players: Sequence[Player],
        rules: HouseRules,
        variant: Variant,
        showing: Mapping[int, Showing],
    ) -> None:
        self.players = players
        self.rules = rules
        self.variant = variant
        self.showing = showing
        self.chip = rules.smallest_chip

    def reckon(self) -> Reckoning:
        """Pots, shares and returns. Every live player must be in ``showing`` unless only one is left."""
        back_to, back = uncalled(self.players)
        returned = ((self.players[back_to].seat, back),) if back else ()
        pots = []
        won: dict[int, int] = {}
        for amount, eligible in layers(self.players, back, back_to):
            shares = tuple(self._shares(amount, eligible))
            for share in shares:
                won[share.seat] = won.get(share.seat, 0) + share.amount
            pots.append(PotView(amount, tuple(sorted(player.seat for player in eligible)), shares))
        return Reckoning(tuple(pots), returned, won)

    def _shares(self, amount: int, eligible: Sequence[Player]) -> list[ShareView]:
        if sum(not player.folded for player in self.players) == 1:
            return [ShareView(eligible[0].seat, amount, "last")]
        if len(eligible) == 1:
            role: Role = "winner" if self.variant.shares else "high"
            return [self._share(eligible[0], amount, role, 0)]
        if self.variant.shares:
            return self._shares_with_partners(amount, eligible)
        lows = {player.seat: low for player in eligible if (low := self.showing[player.seat].low) is not None}
        if not (self.variant.low and lows):
            return self._equal(amount, self._best(eligible), "high")
        half, odd = split(amount, 2, self.chip)
        best_low = min(lows.values())
        low_winners = [player for player in eligible if lows.get(player.seat) == best_low]
        return [
            *self._equal(half + odd, self._best(eligible), "high", odd),
            *self._equal(half, low_winners, "low"),
        ]

    def _best(self, eligible: Sequence[Player]) -> list[Player]:
        best = max(self.showing[player.seat].high for player in eligible)
        return [player for player in eligible if self.showing[player.seat].high == best]

    def _parts(self, amount: int, winners: Sequence[Player]) -> list[tuple[Player, int, int]]:
        """Each winner's part and how much of it is odd chips (RULES 6.3)."""
        part, left = split(amount, len(winners), self.chip)
        odd = dict.fromkeys((player.seat for player in winners), 0)
        if left and self.rules.odd_chip == "high-card-by-suit":
            highest = max(winners, key=lambda player: max(self.showing[player.seat].own))
            odd[highest.seat] = left
        else:
            for player in winners:
                odd[player.seat] = min(left, self.chip)
                left -= odd[player.seat]
        return [(player, part + odd[player.seat], odd[player.seat]) for player in winners]

    def _equal(self, amount: int, winners: Sequence[Player], role: Role, odd: int = 0) -> list[ShareView]:
        parts = self._parts(amount, winners)
        return [
            self._share(player, part, role, extra + (odd if player is winners[0] else 0))
            for player, part, extra in parts
            if part
        ]

    def _shares_with_partners(self, amount: int, eligible: Sequence[Player]) -> list[ShareView]:
        winners = self._best(eligible)
        if len(winners) > 1 and self.rules.tie_split == "winners-only":
            return self._equal(amount, winners, "winner")
        shares = []
        for winner, part, odd in self._parts(amount, winners):
            if not part:
                continue
            half, rest = split(part, 2, self.chip)
            shares.append(self._share(winner, half + rest, "winner", odd + rest))
            if half:
                partner = self._partner(winner, eligible)
                shares.append(ShareView(partner.seat, half, "partner"))
        return shares

    def _partner(self, winner: Player, eligible: Sequence[Player]) -> Player:
        """The nearest eligible player on the winner's ``share_side`` (RULES 3.6, 3.9); right is
        anticlockwise."""
        clockwise = 1 if self.rules.share_side == "left" else -1
        return eligible[(list(eligible).index(winner) + clockwise) % len(eligible)]

    def _share(self, player: Player, amount: int, role: Role, odd: int) -> ShareView:
        showing = self.showing.get(player.seat)
        if showing is None:
            return ShareView(player.seat, amount, role, odd=odd)
        if role == "low" and showing.low is not None:
            return ShareView(
                player.seat,
                amount,
                role,
                five_of_low(showing.cards, showing.low),
                HandName(showing.low, True),
                odd,
            )
        return ShareView(player.seat, amount, role, five_of(showing.cards, showing.high), HandName(showing.high), odd)
