"""One betting round (RULES 4.2, 4.5, 6.1): whose turn, what is legal, what an act does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# The totals to which a player may bet, raise or complete: (low, high), both included.
Ranges = list[tuple[int, int]]


@dataclass
class BettingRound:
    """``seats``: all who have not folded, clockwise from the first to act. The dicts are the hand's own."""

    rules: dict[str, Any]
    number: int
    seats: list[int]
    stacks: dict[int, int]
    put_in: dict[int, int]
    bring_in: bool = False  # a bring-in is still to be posted
    stands_in: bool = False  # the first player acts for a bring-in player who is all-in, and may fold
    open_pair: bool = False  # both limits are open
    must_open: bool = False
    opener: int = 0  # the player whom must_open binds
    wager: dict[int, int] = field(default_factory=dict)
    cur: int = 0  # the highest wager (or the bring-in owed)
    full: int = 0  # the last full bet level
    bring_in_level: int = 0  # the bring-in, while nobody has completed it
    last_raise: int = 0  # spread, pot, none: the last full bet or raise
    bets: int = 0  # full bets and raises so far
    upper: bool = False  # the upper limit was bet on an open pair
    acted: set[int] = field(default_factory=set)  # since the last full bet or raise
    folded: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    heads_up: bool = False

    def __post_init__(self) -> None:
        self.wager = dict.fromkeys(self.seats, 0)
        self.waiting = [seat for seat in self.seats if self.stacks[seat] > 0]
        self.heads_up = len(self.seats) == 2
        if self.bring_in:
            self.bring_in_level = self.rules["bring_in"]

    # ---- whose turn
    def able(self) -> list[int]:
        return [seat for seat in self.live() if self.stacks[seat] > 0]

    def live(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded]

    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        if len(self.live()) == 1 or not self.waiting:
            return None
        seat = self.waiting[0]
        alone = self.able() == [seat]
        return None if alone and self.wager[seat] >= self.cur else seat

    # ---- what is legal
    def unit(self) -> int:
        """The limit of this round; on an open pair the lower until the upper has been bet."""
        if self.upper:
            return int(self.rules["big_bet"])
        early = self.number <= 2
        return int(self.rules["small_bet"] if early else self.rules["big_bet"])

    def least_full(self) -> int:
        """Spread, pot, none: the least full bet or raise."""
        small = self.rules["limit"] == "pot" or self.bring_in_level > 0
        return self.last_raise or int(self.rules["small_bet" if small else "min_bet"])

    def capped(self) -> bool:
        most = self.rules["max_raises"]
        if most is None or (self.heads_up and self.rules["uncapped_heads_up"]):
            return False
        return self.bets >= 1 + int(most)

    def ups(self, seat: int) -> Ranges:
        """To what the player may bet, raise or complete."""
        have = self.wager[seat] + self.stacks[seat]
        at_least = max(self.cur, self.bring_in_level)
        others = [s for s in self.live() if s != seat and self.wager[s] + self.stacks[s] > at_least]
        if have <= at_least or seat in self.acted or self.capped() or not others:
            return []
        if self.rules["limit"] == "fixed":
            units = [self.unit()]
            if self.open_pair and not self.upper:
                units.append(int(self.rules["big_bet"]))
            return [(to, to) for to in sorted({min(self.full + unit, have) for unit in units})]
        low = self.least_full() if self.bring_in_level and not self.bets else self.cur + self.least_full()
        if self.rules["limit"] == "spread":
            high = self.cur + int(self.rules["max_bet"])
        elif self.rules["limit"] == "pot":
            owed = self.cur - self.wager[seat]
            high = self.cur + sum(self.put_in.values()) + owed
        else:
            high = have
        high = max(high, low)
        return [(min(low, have), min(high, have))]

    def legal(self, seat: int) -> dict[str, Any]:
        """``{"fold": True, "check": True, "call": to, "bring_in": to, "up": ranges}``, what is legal only."""
        have = self.wager[seat] + self.stacks[seat]
        options: dict[str, Any] = {}
        if self.bring_in:
            options["bring_in"] = min(self.rules["bring_in"], have)
            if self.stands_in:
                options["fold"] = True
        elif self.wager[seat] < self.cur:
            options["fold"] = True
            options["call"] = min(self.cur, have)
        elif not (self.must_open and seat == self.opener and self.cur == 0):
            options["check"] = True
        if ranges := self.ups(seat):
            options["up"] = ranges
        return options

    # ---- acts
    def act(self, seat: int, action: str, to: int | None) -> str | None:
        """Do it, or give the reason why not."""
        if seat != self.to_act():
            return f"seat {seat} is not to act: seat {self.to_act()} is"
        options = self.legal(seat)
        if action in ("bet", "raise", "complete"):
            ranges = options.get("up", [])
            if to is None and len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
                to = ranges[0][0]
            if to is None or not any(low <= to <= high for low, high in ranges):
                return f"seat {seat} may not {action}" + (f" to {to}" if ranges else "")
            self._up(seat, to)
        elif action not in options:
            return f"seat {seat} may not {action.replace('_', ' ')}"
        elif action == "fold":
            self.folded.append(seat)
        elif action == "call":
            self._pay(seat, options["call"])
        elif action == "bring_in":
            self._pay(seat, options["bring_in"])
            self.cur = self.bring_in_level
            self.bring_in = False
        self.acted.add(seat)
        if seat in self.waiting:
            self.waiting.remove(seat)
        return None

    def _pay(self, seat: int, to: int) -> None:
        more = to - self.wager[seat]
        self.wager[seat] = to
        self.stacks[seat] -= more
        self.put_in[seat] += more

    def _up(self, seat: int, to: int) -> None:
        before = self.cur
        self._pay(seat, to)
        if self._is_full(to):
            if self.rules["limit"] != "fixed":
                raised_by = to if self.bets == 0 and self.bring_in_level else to - before
                self.last_raise = max(self.least_full(), raised_by)
            elif self.open_pair and to - self.full >= self.rules["big_bet"]:
                self.upper = True
            self.full = to
            self.bets += 1
            self.acted = set()
        self.cur = to
        self.bring_in = False
        at = self.seats.index(seat)
        after = self.seats[at + 1 :] + self.seats[:at]
        self.waiting = [s for s in after if s not in self.folded and self.stacks[s] > 0]

    def _is_full(self, to: int) -> bool:
        """Whether this wager, all-in or not, counts as a bet or raise (RULES 6.1; 4.2 for completing)."""
        if self.bring_in_level and self.bets == 0:
            lower = int(self.rules["small_bet"])
            return to >= lower or 2 * (to - self.bring_in_level) >= lower - self.bring_in_level
        if self.rules["limit"] == "fixed":
            return 2 * (to - self.full) >= self.unit()
        return to - self.full >= self.least_full()
