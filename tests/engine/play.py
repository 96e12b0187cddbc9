"""A table that tests tell what happens in few words; an input that is not taken fails the test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import Card
from engine.hand import Hand
from engine.inputs import Act, CardRead, Confirm, PassRead, Refusal, StartHand, TableInput
from engine.projection import prompt_of, view_of
from engine.prompts import Prompt
from engine.table import Seat, Table
from engine.variants import Variant
from engine.view import Actions, PublicView

STUD = {
    "variant": "stud",
    "ante": 1,
    "bring_in": 3,
    "small_bet": 10,
    "big_bet": 20,
    "smallest_chip": 1,
    "burn": False,
    "open_pair_option": False,
}
LIEGE = {"variant": "liege-lord"}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in text.split())


class Play:
    """One table. ``stacks``: by seat, or a list from seat 1. The hand has begun and the antes are in."""

    def __init__(
        self,
        rules: Mapping[str, Any],
        stacks: Mapping[int, int] | Sequence[int],
        dealer: int | None = None,
        variants: Mapping[str, Variant] | None = None,
    ) -> None:
        if not isinstance(stacks, Mapping):
            stacks = dict(enumerate(stacks, 1))
        self.table = Table([Seat(seat, f"P{seat}", stack) for seat, stack in stacks.items()], rules, "", variants)
        self.tell(StartHand(dealer=dealer if dealer is not None else max(stacks)), Confirm("antes"))

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None
        return self.table.hand

    @property
    def prompt(self) -> Prompt:
        return prompt_of(self.table)

    @property
    def view(self) -> PublicView:
        return view_of(self.table)

    @property
    def may(self) -> Actions:
        actions = self.view.actions
        assert actions is not None, f"nobody is to act: {self.hand}"
        return actions

    @property
    def step(self) -> tuple[str, int]:
        return self.hand.step.name, self.hand.round

    def tell(self, *entries: TableInput) -> None:
        for entry in entries:
            refused = self.table.apply(entry)
            assert refused is None, f"{entry}: {refused} in {self.hand}"

    def refused(self, entry: TableInput) -> Refusal:
        refused = self.table.apply(entry)
        assert refused is not None, f"{entry} was taken"
        return refused

    def deal(self, text: str) -> None:
        """Cards from the shoe in the order of the deal; ``-`` is one that could not be read."""
        for name in text.split():
            self.tell(CardRead(Card.parse(name) if name != "-" else None, "shoe"))

    def act(self, *acts: str) -> None:
        """``"3 bet 100"``: seat, action, and what it goes to where that is needed."""
        for text in acts:
            seat, action, *to = text.split()
            self.tell(Act(int(seat), action, int(to[0]) if to else None))  # type: ignore[arg-type]

    def passive(self) -> None:
        """Everyone checks, calls or brings in until the betting round is over."""
        number = self.hand.step_number
        while self.hand.step_number == number and self.hand.step.name == "bet":
            may = self.may
            self.act(f"{may.seat} {'bring_in' if may.bring_in else 'call' if may.call else 'check'}")

    def passes(self, **by_seat: str) -> None:
        """``s1="Ac"``: the cards that each seat passes."""
        for seat, text in by_seat.items():
            self.tell(*(PassRead(int(seat[1:]), card) for card in cards(text)))

    def reveals(self, **by_seat: str) -> None:
        for seat, text in by_seat.items():
            self.tell(*(CardRead(card, "camera", int(seat[1:])) for card in cards(text)))

    def opener(self) -> int | None:
        return self.hand.openers[-1].seat

    def stacks(self) -> list[int]:
        return list(self.table.stacks().values())
