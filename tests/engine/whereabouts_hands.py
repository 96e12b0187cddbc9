"""Random pass-and-reveal hands for the pass tracker's tests: what was noted, and what truly happened."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.cards import DECK, Card
from engine.story import Burnt, Common, Dealt, Event, Folded, Passed, Revealed, ShownDown, TurnedUp


@dataclass(eq=False)
class Thing:
    """One real card, and what truly became of it."""

    card: Card
    seat: int
    dealt: tuple[int, int]
    """Round and seat."""
    passes: list[tuple[int, int, int]] = field(default_factory=list)
    """Round, giver, receiver."""
    up: bool = False


@dataclass(frozen=True)
class Chances:
    """How often things are seen, missed or go wrong, each a probability."""

    unread_deal: float = 0.0
    read_pass: float = 0.0
    unread_reveal: float = 0.0
    fold: float = 0.0
    turned_up: float = 0.0
    shown: float = 0.0
    """That a seat still in shows its hand at the end."""
    unread_shown: float = 0.0
    unread_burn: float = 0.0


@dataclass
class Hand:
    events: list[Event]
    things: list[Thing]


def play(
    rng: random.Random,
    *,
    seats: Sequence[int],
    rounds: int,
    first: int,
    chances: Chances,
    deck: Sequence[Card] = DECK,
    counts: Sequence[int] = (1,),
    step: Sequence[int] = (1,),
    reveals: bool = True,
    burn: bool = False,
    up_cards: bool = False,
    common: bool = False,
) -> Hand:
    """A hand in which everybody passes and reveals at random.

    Round 1 deals `first` cards down, each later round one; the pass of round r gives
    `counts[(r - 1) % len(counts)]` cards `step[...]` places to the left; all but the last round reveal.
    """
    stub = list(deck)
    rng.shuffle(stub)
    events: list[Event] = []
    things: list[Thing] = []
    still_in = list(seats)

    def missed(chance: float, card: Card) -> Card | None:
        return None if rng.random() < chance else card

    def hand(seat: int) -> list[Thing]:
        return [t for t in things if t.seat == seat and not t.up]

    for round_ in range(1, rounds + 1):
        if burn and round_ > 1 and stub:
            events.append(Burnt(missed(chances.unread_burn, stub.pop())))
        for _ in range(first if round_ == 1 else 1):
            for seat in still_in:
                if stub:
                    card = stub.pop()
                    things.append(Thing(card, seat, (round_, seat)))
                    events.append(Dealt(round_, seat, missed(chances.unread_deal, card)))
        if up_cards and round_ == 1:
            for seat in still_in:
                if stub:
                    events.append(Dealt(round_, seat, missed(chances.unread_deal, stub.pop()), face_up=True))
        for seat in still_in:
            if hand(seat) and rng.random() < chances.turned_up:
                events.append(TurnedUp(seat, rng.choice(hand(seat)).card))
        count = counts[(round_ - 1) % len(counts)]
        hop = step[(round_ - 1) % len(step)]
        if len(still_in) > 1 and hop % len(still_in) and all(len(hand(s)) >= count for s in still_in):
            chosen = {seat: rng.sample(hand(seat), count) for seat in still_in}
            for at, seat in enumerate(still_in):
                to = still_in[(at + hop) % len(still_in)]
                for thing in chosen[seat]:
                    thing.seat = to
                    thing.passes.append((round_, seat, to))
                cards = tuple(None if rng.random() >= chances.read_pass else t.card for t in chosen[seat])
                events.append(Passed(round_, seat, to, count, cards))
        if reveals and round_ < rounds:
            for seat in still_in:
                if hand(seat):
                    thing = rng.choice(hand(seat))
                    thing.up = True
                    events.append(Revealed(round_, seat, missed(chances.unread_reveal, thing.card)))
        for seat in list(still_in):
            if len(still_in) > 1 and rng.random() < chances.fold:
                still_in.remove(seat)
                events.append(Folded(seat))
    if common and stub:
        events.append(Common(missed(chances.unread_burn, stub.pop())))
    for seat in still_in:
        if rng.random() < chances.shown:
            shown = tuple(missed(chances.unread_shown, t.card) for t in hand(seat))
            events.append(ShownDown(seat, shown))
    return Hand(events, things)
