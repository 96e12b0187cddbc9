"""One betting round: who acts, what is legal, when it is over (RULES 4.2, 4.5, 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from engine.inputs import UPWARD, Action, Refusal
from engine.player import Player
from engine.rules import HouseRules
from engine.view import Actions


class Betting:
    """One round of betting among ``players``, who sit in the order of the deal.

    In fixed limit ``base`` is the last full bet level and ``target`` the next one; a short all-in
    lifts ``current`` above ``base`` without being a full bet (RULES 6.1). In the other limits
    ``size`` is the last full bet or raise.
    """

    __slots__ = (
        "acted",
        "actor",
        "aggressor",
        "base",
        "bring_in_due",
        "bring_in_holder",
        "capped",
        "current",
        "fixed",
        "full_bets",
        "must_bet",
        "opener",
        "players",
        "rules",
        "size",
        "target",
        "unit",
        "upper",
    )

    def __init__(self, players: Sequence[Player], rules: HouseRules, unit: int, upper: int = 0) -> None:
        """``unit``: the bet of this round in fixed limit. ``upper``: the other bet that the open pair
        option allows."""
        self.players = players
        self.rules = rules
        self.fixed = rules.limit == "fixed"
        self.unit = unit
        self.upper = upper
        self.current = 0
        """The highest wager: what a player must have in to call."""
        self.base = 0
        self.target = unit
        self.size = rules.min_bet
        self.full_bets = 0
        self.opener = -1
        self.actor = -1
        """Index of the player to act; -1: the round is over, or nobody knows who opens."""
        self.aggressor = -1
        """Index of the last to bet or raise."""
        self.acted = False
        self.must_bet = False
        """The opener may not check (house rule ``must_open``)."""
        self.bring_in_due = False
        self.bring_in_holder = -1
        uncapped = rules.max_raises is None or (
            rules.uncapped_heads_up and sum(not player.folded for player in players) == 2
        )
        self.capped = not uncapped and rules.limit in ("fixed", "spread")
        for player in players:
            player.bet = 0
            player.acted_at = -1

    def open(self, opener: int, bring_in_holder: int = -1, in_place: bool = False) -> None:
        """The round begins with the player of index ``opener``; with a bring-in, ``bring_in_holder`` has the low card.

        ``in_place``: the opener acts in the place of an all-in player, who counts as having checked (RULES 2.3).
        """
        self.opener = self.actor = opener
        self.must_bet = self.rules.must_open and not in_place
        self.bring_in_holder = bring_in_holder
        self.bring_in_due = bring_in_holder >= 0
        if self.bring_in_due and self.fixed:
            self.base = self.rules.bring_in
            if self.target <= self.base:  # the bring-in is a whole bet: what follows is a raise
                self.target = self.base + self.unit

    def unopen(self) -> None:
        """Back to where nobody knows who opens: the named opener's action was refused."""
        self.opener = self.actor = self.bring_in_holder = -1
        self.must_bet = False
        self.base, self.target = 0, self.unit

    # What is legal.

    def _upward(self, index: int) -> tuple[int, ...]:
        """The legal amounts 'to' of an upward action in fixed limit, else its least and its most; empty:
        none."""
        player = self.players[index]
        total = player.bet + player.stack
        current = self.rules.bring_in if self.bring_in_due else self.current
        if total <= current or player.acted_at == self.full_bets or self.at_cap:
            return ()
        for other in self.players:
            if not other.folded and other is not player and other.stack and other.bet + other.stack > current:
                break
        else:
            return ()
        if self.fixed:
            level = self.target
            if self.upper and self.upper != self.unit:
                return tuple(dict.fromkeys((min(level, total), min(self.base + self.upper, total))))
            return (level if level < total else total,)
        if self.base:
            least = max(current, self.base) + self.size
        else:
            chip = self.rules.smallest_chip
            least = max(self.size, (current // chip + 1) * chip)
        if self.rules.limit == "pot":
            pot = sum(one.total for one in self.players)
            most = 2 * self.current - player.bet + pot  # a bring-in that is only due is not in the pot
        elif self.rules.max_bet is not None and self.rules.limit == "spread":
            most = self.current + self.rules.max_bet
        else:
            most = total
        most = max(most, least)
        return min(least, total), min(most, total)

    @property
    def at_cap(self) -> bool:
        """One bet and ``max_raises`` raises have been made (RULES 4.5)."""
        return self.capped and self.rules.max_raises is not None and self.full_bets > self.rules.max_raises

    def _must_bet(self, index: int, upward: tuple[int, ...]) -> bool:
        return self.must_bet and not self.acted and index == self.opener and self.current == 0 and bool(upward)

    def upward_name(self) -> Literal["bet", "raise", "complete"]:
        """What an upward action is called now."""
        if self.bring_in_holder >= 0 and not self.full_bets:
            return "complete"
        return "raise" if self.current else "bet"

    def actions(self, index: int) -> Actions:
        """What the player of that index may do."""
        player = self.players[index]
        upward = self._upward(index)
        owed = self.current - player.bet
        due = self.bring_in_due
        forced = (due and index == self.bring_in_holder) or self._must_bet(index, upward)
        return Actions(
            seat=player.seat,
            fold=not forced,
            check=not due and owed <= 0 and not self._must_bet(index, upward),
            call=min(owed, player.stack) if owed > 0 and not due else 0,
            bring_in=min(self.rules.bring_in, player.stack) if due else 0,
            upward=self.upward_name() if upward else "",
            levels=upward if self.fixed else (),
            least=upward[0] if upward else 0,
            most=upward[-1] if upward else 0,
            all_in=player.bet + player.stack,
            step=self.rules.smallest_chip,
        )

    def amount_of(self, index: int, action: Action, to: int | None) -> int:
        """What the action is about, for those who tell it: what a call or a bring-in adds, what a bet
        goes to; else 0."""
        player = self.players[index]
        if action in UPWARD:
            upward = self._upward(index)
            return to if to is not None else upward[0] if upward else 0
        if action == "call":
            return max(0, min(self.current - player.bet, player.stack))
        return min(self.rules.bring_in, player.stack) if action == "bring_in" else 0

    # What happens.

    def act(self, index: int, action: Action, to: int | None) -> Refusal | None:
        """Take one action of the player whose turn it is; a Refusal, and nothing changed, where it is not
        legal."""
        player = self.players[index]
        owed = self.current - player.bet
        seat = player.seat
        if action in UPWARD:
            return self._raise_to(index, to)
        if action == "fold":
            if self.bring_in_due and index == self.bring_in_holder:
                return Refusal("must-bring-in", seat, amount=self.rules.bring_in)
            if self._must_bet(index, self._upward(index)):
                return Refusal("must-open", seat)
            player.folded = True
            if sum(not one.folded for one in self.players) == 1:
                self.acted, self.actor = True, -1
                return None
        elif action == "bring_in":
            if not self.bring_in_due:
                return Refusal("no-bring-in", seat)
            amount = min(self.rules.bring_in, player.stack)
            if to is not None and to != amount:
                return Refusal("bad-amount", seat, amount=to, limit=amount, text=action)
            player.put_in(amount)
            self.current = self.rules.bring_in
            self.bring_in_due = False
        elif self.bring_in_due:
            return Refusal("must-bring-in", seat, amount=self.rules.bring_in)
        elif action == "check":
            if owed > 0:
                return Refusal("cannot-check", seat, amount=min(owed, player.stack))
            if self._must_bet(index, self._upward(index)):
                return Refusal("must-open", seat)
        else:
            if owed <= 0:
                return Refusal("nothing-to-call", seat)
            amount = owed if owed < player.stack else player.stack
            if to is not None and to != player.bet + amount:
                return Refusal("bad-amount", seat, amount=to, limit=player.bet + amount, text=action)
            player.put_in(amount)
        player.acted_at = self.full_bets
        self._next(index)
        return None

    def _raise_to(self, index: int, to: int | None) -> Refusal | None:
        player = self.players[index]
        upward = self._upward(index)
        total = player.bet + player.stack
        if to is not None and to > total:
            return Refusal("over-stack", player.seat, amount=to, limit=total)
        if not upward:
            return Refusal("no-raise", player.seat, text=self._why_no_raise(index))
        if to is None:
            if len(set(upward)) > 1:
                return Refusal("amount-missing", player.seat, amount=upward[0], limit=upward[-1])
            to = upward[0]
        elif self.fixed:
            if to not in upward:
                return Refusal("bad-amount", player.seat, amount=to, limit=upward[0], text=self.upward_name())
        elif not upward[0] <= to <= upward[1] or (to % self.rules.smallest_chip and to != total):
            return Refusal("out-of-bounds", player.seat, amount=upward[0], limit=upward[1])
        player.put_in(to - player.bet)
        if self.fixed:
            self._fixed_level(to)
        else:
            self._free_level(to)
        self.bring_in_due = False
        self.aggressor = index
        player.acted_at = self.full_bets
        self._next(index)
        return None

    def _fixed_level(self, to: int) -> None:
        """An upward action reached ``to``: a full bet, a short all-in that counts as one, or neither
        (RULES 6.1)."""
        counts = 2 * (to - self.base) >= self.target - self.base
        if to >= self.target or counts:
            full = self.upper and to - self.base >= self.upper
            if full:
                self.unit = self.upper
            over = to - self.target  # more than 0 only for an all-in between the two bets of an open pair
            self.base = self.target if not full and 0 < 2 * over < self.unit else to
            self.target = self.base + self.unit
            self.full_bets += 1
        self.current = max(self.current, to)

    def _free_level(self, to: int) -> None:
        """The same without fixed bets: several short all-ins that together reach a full raise reopen
        (RULES 6.1)."""
        least = self.current + self.size if self.base else self.size
        if to >= least:
            self.size = max(self.size, to - self.current)
            self.base = to
            self.full_bets += 1
        elif self.base and to - self.base >= self.size:
            self.base = to
            self.full_bets += 1
        self.current = max(self.current, to)

    def _why_no_raise(self, index: int) -> str:
        player = self.players[index]
        if player.bet + player.stack <= self.current:
            return "stack"
        if self.at_cap:
            return "cap"
        return "not-reopened" if player.acted_at == self.full_bets else "nobody"

    def _next(self, index: int) -> None:
        """The turn goes to the next player clockwise who still has to act; else the round is over."""
        self.acted = True
        players = self.players
        current = self.current
        last = len(players) - 1
        following = index
        acting = players[index]
        stays_able = acting.stack > 0 and not acting.folded
        for _ in range(last):
            following = following + 1 if following < last else 0
            player = players[following]
            if player.folded or not player.stack:
                continue
            if player.bet < current or (player.acted_at < 0 and (stays_able or self._another_can_act(following))):
                self.actor = following
                return
        self.actor = -1

    def _another_can_act(self, index: int) -> bool:
        return any(not player.folded and player.stack for other, player in enumerate(self.players) if other != index)
