"""The table: seats, stacks, the button, hands one after the other (RULES 1.2-1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.hand import Hand
from engine.inputs import UNCHANGED, Confirm, Join, Leave, Rebuy, Refusal, StartHand, TableInput
from engine.rules import HouseRules, RulesError, house_rules
from engine.variants import Bet, Variant, house_variants
from engine.view import GameView

MAX_SEATS = 8
_BETWEEN_HANDS: Final = frozenset({StartHand, Join, Leave, Rebuy})


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there, and the chips between hands."""

    seat: int
    name: str
    stack: int


def _game_view(variant: Variant) -> GameView:
    bets = [step for step in variant.steps if isinstance(step, Bet)]
    return GameView(
        variant.name,
        variant.title,
        tuple(variant.defaults.items()),
        variant.max_players,
        variant.shares,
        variant.passes,
        bring_in=any(bet.opening == "bring-in" for bet in bets),
        open_pair=any(bet.open_pair for bet in bets),
    )


class Table:
    """Seats, house rules, and the hand in play (or the last one). ``apply`` is the only way to change it.

    Raises RulesError where the rules that it begins with are wrong.
    """

    def __init__(
        self,
        seats: Iterable[Seat],
        rules: Mapping[str, object],
        name: str = "",
        variants: Mapping[str, Variant] | None = None,
    ) -> None:
        self.name = name
        self.variants = house_variants() if variants is None else variants
        self.games = tuple(map(_game_view, self.variants.values()))
        self.told = dict(rules)
        self.moved: dict[int, int] = {}
        """Seat -> chips that corrections brought it from other seats (less those that they took); not bought."""
        self.rules: HouseRules = house_rules(self.told, self.variants)
        self.seats: dict[int, Seat] = {seat.seat: seat for seat in sorted(seats, key=lambda one: one.seat)}
        self.hand: Hand | None = None
        self.hands_begun = 0
        self.button: int | None = None
        """Seat that had the button in the last hand."""
        self.first_dealer: int | None = None
        """Who gets the button in the first hand, where the table has played before; None: the lowest seat."""

    def copy_between_hands(self) -> Table:
        """A copy to go back to; the hand that is over is shared, since nothing changes it any more."""
        twin = Table.__new__(Table)
        twin.__dict__.update(self.__dict__)
        twin.told = dict(self.told)
        twin.moved = dict(self.moved)
        twin.seats = dict(self.seats)
        return twin

    @property
    def in_play(self) -> bool:
        return self.hand is not None and self.hand.status == "open"

    @property
    def variant(self) -> Variant:
        return self.variants[self.rules.variant]

    def stacks(self) -> dict[int, int]:
        """Seat -> chips behind, in the hand in play too."""
        stacks = {seat.seat: seat.stack for seat in self.seats.values()}
        if self.hand is not None and self.in_play:
            stacks.update((player.seat, player.stack) for player in self.hand.players)
        return stacks

    def apply(self, entry: TableInput) -> Refusal | None:
        """Take one input. None: it was taken; else why not, and nothing has changed."""
        if type(entry) in _BETWEEN_HANDS:
            return self._between(entry)
        hand = self.hand
        if hand is None:
            return Refusal("no-hand")
        refused = hand.apply(entry)  # type: ignore[arg-type]  # what is not for between hands is for the hand
        if refused is None and hand.status != "open":
            self._settle(hand)
        return refused

    # Between hands.

    def _between(self, entry: TableInput) -> Refusal | None:
        if isinstance(entry, StartHand):
            return self._start(entry)
        if self.in_play:
            return Refusal("hand-in-play")
        return self._join(entry) if isinstance(entry, Join) else self._change(entry)  # type: ignore[arg-type]

    def _join(self, entry: Join) -> Refusal | None:
        if not 1 <= entry.seat <= MAX_SEATS:
            return Refusal("no-such-seat", entry.seat)
        if entry.seat in self.seats:
            return Refusal("seat-taken", entry.seat)
        if entry.stack < self.rules.min_buy_in:
            return Refusal("short-buy-in", entry.seat, amount=entry.stack, limit=self.rules.min_buy_in)
        self.seats[entry.seat] = Seat(entry.seat, entry.name, entry.stack)
        self.seats = dict(sorted(self.seats.items()))
        return None

    def _change(self, entry: Leave | Rebuy) -> Refusal | None:
        seat = self.seats.get(entry.seat)
        if seat is None:
            return Refusal("no-such-seat", entry.seat)
        if isinstance(entry, Leave):
            del self.seats[entry.seat]
            return None
        if entry.corrects is not None:
            return self._put_right(entry, entry.corrects)
        stack = seat.stack + entry.amount
        if stack < self.rules.min_buy_in:
            return Refusal("short-buy-in", entry.seat, amount=stack, limit=self.rules.min_buy_in)
        self.seats[entry.seat] = Seat(seat.seat, seat.name, stack)
        return None

    def _put_right(self, entry: Rebuy, hand: int) -> Refusal | None:
        """The money of a hand that is over: chips go from one stack to another, onto the table or off it."""
        if not 1 <= hand <= self.hands_begun:
            return Refusal("no-such-hand", amount=hand)
        if entry.amount == 0 or entry.source == entry.seat:
            return UNCHANGED
        moves = {entry.seat: -entry.amount if entry.back else entry.amount}
        if entry.source is not None:
            moves[entry.source] = -moves[entry.seat]
        for number, amount in moves.items():
            seat = self.seats.get(number)
            if seat is None:
                return Refusal("no-such-seat", number)
            if seat.stack + amount < 0:
                return Refusal("over-stack", number, amount=entry.amount, limit=seat.stack)
        for number, amount in moves.items():
            seat = self.seats[number]
            self.seats[number] = Seat(seat.seat, seat.name, seat.stack + amount)
            if entry.source is not None:
                self.moved[number] = self.moved.get(number, 0) + amount
        return None

    # Hands.

    def next_dealer(self, active: Iterable[int] | None = None) -> int | None:
        """Who gets the button: one active seat to the left of the last one; after a void hand the same
        (RULES 1.3)."""
        seats = sorted(active if active is not None else self.active())
        if not seats:
            return None
        if self.button is None:
            return next((seat for seat in seats if seat >= (self.first_dealer or 0)), seats[0])
        if self.hand is not None and self.hand.status == "void" and self.button in seats:
            return self.button
        return next((seat for seat in seats if seat > self.button), seats[0])

    def active(self, sitting_out: Iterable[int] = ()) -> list[int]:
        """Seats that are dealt in: with chips, and not sitting out."""
        out = set(sitting_out)
        return [seat.seat for seat in self.seats.values() if seat.stack > 0 and seat.seat not in out]

    def _start(self, entry: StartHand) -> Refusal | None:
        hand = self.hand
        if hand is not None and hand.status == "open" and hand.step.name != "pay":
            return Refusal("hand-in-play")
        told = {**self.told, **entry.rules}
        try:
            rules = house_rules(told, self.variants) if entry.rules else self.rules
        except RulesError as error:
            return Refusal("bad-rules", text=str(error))
        unknown = next((seat for seat in entry.sitting_out if seat not in self.seats), None)
        if unknown is not None:
            return Refusal("no-such-seat", unknown)
        stacks = self.stacks_after_pay()
        active = [seat for seat in self.active_with(stacks) if seat not in entry.sitting_out]
        variant = self.variants[rules.variant]
        if len(active) > variant.max_players:
            return Refusal("too-many-players", amount=len(active), limit=variant.max_players, text=variant.title)
        if len(active) < 2:
            return Refusal("too-few-players", amount=len(active))
        if entry.dealer is not None and entry.dealer not in self.seats:
            return Refusal("no-such-seat", entry.dealer)
        if hand is not None and hand.status == "open":
            # A new hand begins, so the last one has been paid.
            hand.apply(Confirm("pay"))
            self._settle(hand)
        dealer = entry.dealer if entry.dealer is not None else self.next_dealer(active)
        assert dealer is not None
        order = [seat for seat in active if seat > dealer] + [seat for seat in active if seat <= dealer]
        self.told, self.rules = told, rules
        self.hands_begun += 1
        self.button = dealer
        self.hand = Hand(self.hands_begun, rules, variant, dealer, [(seat, self.seats[seat].stack) for seat in order])
        return None

    def stacks_after_pay(self) -> dict[int, int]:
        """Seat -> chips once the pots of the hand in play are paid, where they are reckoned."""
        stacks = self.stacks()
        if self.hand is not None and self.in_play and self.hand.reckoning is not None:
            for seat, amount in self.hand.reckoning.won.items():
                stacks[seat] += amount
        return stacks

    def active_with(self, stacks: Mapping[int, int]) -> list[int]:
        """Seats that have chips, with these stacks."""
        return [seat for seat in self.seats if stacks[seat] > 0]

    def _settle(self, hand: Hand) -> None:
        for player in hand.players:
            seat = self.seats[player.seat]
            self.seats[player.seat] = Seat(seat.seat, seat.name, player.stack)
        hand.stacks_at_end = self.stacks()
