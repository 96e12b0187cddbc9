"""Where each face-down card can be, given the deals, passes and reveals: exact, never a guess.

>>> from engine.story import Dealt, Passed
>>> ace, king = Card.parse("As"), Card.parse("Kd")
>>> w = Whereabouts([Dealt(1, 1, ace), Dealt(1, 1, king), Dealt(1, 2, None),
...                  Passed(1, 1, 2, 1, (None,)), Passed(1, 2, 1, 1, (None,))])
>>> sorted(w.can_hold(ace)), w.can_reveal(2, king), w.down_cards(2)
([1, 2], True, (None,))

The answers name face-down cards: they are for the engine and the supervisor, never for a screen, a
log or a message while the cards are down. docs/whereabouts.md has the model and its proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from engine.cards import DECK, Card
from engine.story import Event
from engine.whereabouts_histories import Histories
from engine.whereabouts_network import Network


@dataclass(frozen=True, slots=True)
class PassFact:
    """In `round` the card went from `giver` to `receiver`: in every history (`certain`) or in some."""

    round: int
    giver: int
    receiver: int
    card: Card = field(repr=False)
    certain: bool


@dataclass(frozen=True, slots=True)
class WayStep:
    """One step of a card round the table, `certain` or possible.

    `dealt`: to `seat` in `round`. `passed`: by `seat` to `receiver` in `round`. `seen`: at `seat`,
    turned up, revealed or shown down (`round` 0).
    """

    kind: Literal["dealt", "passed", "seen"]
    round: int
    seat: int
    receiver: int | None
    certain: bool


@dataclass(frozen=True, slots=True, order=True)
class Identified:
    """A card that nobody read, dealt `down` or `up` or `revealed` at `seat` in `round`, can only be `card`.

    Several unread cards dealt alike to one seat are named when all of them are certain.
    """

    kind: Literal["down", "up", "revealed"]
    round: int
    seat: int
    card: Card = field(repr=False)


class Whereabouts:
    """What can be true after these events. Nothing is worked out before it is asked; answers are kept.

    `deck` is the set of cards in play. When no history at all fits the events, `consistent` is
    False and every question is answered with nothing.
    """

    def __init__(self, events: Iterable[Event], deck: Iterable[Card] = DECK) -> None:
        self._events = tuple(events)
        self._deck = frozenset(deck)

    def __repr__(self) -> str:
        return f"Whereabouts({len(self._events)} events)"

    # Questions

    @cached_property
    def consistent(self) -> bool:
        """Whether any history fits the events."""
        return self._histories.any

    def can_hold(self, card: Card) -> frozenset[int]:
        """The seats that can have the card now, in their hand or face up before them."""
        if not self.consistent or card not in self._deck:
            return frozenset()
        net = self._net
        if card in net.elsewhere:
            seat = net.elsewhere[card]
            return frozenset() if seat is None else frozenset((seat,))
        if self._is_gone(card):
            return frozenset((net.sights[card][-1].seat,))
        places = {arc: seat for seat, arc in net.ends.items()}
        places |= {arc: seat for arc, (_, seat) in net.sinks.items()}
        some, _ = self._histories.resolve(card, sum(places))
        seats = {seat for arc, seat in places.items() if some & arc}
        if card in net.nameless:
            seats |= {seat for _, seat in net.unread_up}
        return frozenset(seats)

    def can_lie_at(self, seat: int) -> frozenset[Card]:
        """The cards that can be in the seat's hand now: face down, turned up by mistake or shown down."""
        end = self._net.ends.get(seat)
        if end is None or not self.consistent:
            return frozenset()
        return frozenset(card for card in self._deck if self._in_play(card) and self._histories.resolve(card, end)[0])

    def can_reveal(self, seat: int, card: Card) -> bool:
        """Whether the seat can reveal this card now: some history has it in the seat's hand."""
        end = self._net.ends.get(seat)
        return (
            end is not None
            and self.consistent
            and card in self._deck
            and self._in_play(card)
            and bool(self._histories.resolve(card, end)[0])
        )

    def down_cards(self, seat: int) -> tuple[Card | None, ...]:
        """The seat's hand: the cards that are in it in every history, then None for each other one."""
        end = self._net.ends.get(seat)
        if end is None or not self.consistent:
            return ()
        sure = self._sure(self._deck, end)
        return (*sure, *[None] * (self._net.held[seat] - len(sure)))

    def passes(self, cards: Collection[Card] | None = None) -> tuple[PassFact, ...]:
        """Who can have passed what to whom, in order of time; only `cards`, when they are given.

        Cards that nobody read anywhere are left out: they can stand for each other.
        """
        if not self.consistent:
            return ()
        net = self._net
        mask = sum(p.arc for p in net.passes)
        asked = net.dealt.keys() | net.sights.keys()
        ways = [
            (card, *self._histories.resolve(card, mask))
            for card in sorted(asked if cards is None else asked & set(cards))
        ]
        return tuple(
            PassFact(p.round, p.giver, p.receiver, card, bool(every & p.arc))
            for p in net.passes
            for card, some, every in ways
            if some & p.arc
        )

    def way_of(self, card: Card) -> tuple[WayStep, ...]:
        """The card's way round the table, in the order of time: deal, passes, sights.

        Every step that some history has is there; those that all have are `certain`. Empty for a card
        that was neither read at the deal nor seen later.
        """
        net = self._net
        if not self.consistent:
            return ()
        if card in net.elsewhere:
            seat = net.elsewhere[card]
            return () if seat is None else (WayStep("seen", 0, seat, None, True),)
        if card not in net.dealt and card not in net.sights:
            return ()
        sources = sum(s.arc for s in net.sources)
        some, every = self._histories.resolve(card, sources | sum(p.arc for p in net.passes))
        steps: list[tuple[int, WayStep]] = []
        if card in net.dealt:
            (at, seat), round_ = net.dealt[card]
            steps.append((at, WayStep("dealt", round_, seat, None, True)))
        for source in net.sources:
            if some & source.arc:
                sure = bool(every & source.arc)
                for round_ in sorted(set(source.rounds)):
                    certain = sure and len(set(source.rounds)) == 1
                    steps.append((source.place[0], WayStep("dealt", round_, source.place[1], None, certain)))
        for p in net.passes:
            if some & p.arc:
                steps.append((p.at, WayStep("passed", p.round, p.giver, p.receiver, bool(every & p.arc))))
        for sight in net.sights.get(card, ()):
            if not sight.arc:
                steps.append((sight.at, WayStep("seen", 0, sight.seat, None, True)))
        return tuple(step for _, step in sorted(steps, key=lambda s: s[0]))

    def identified(self) -> tuple[Identified, ...]:
        """The cards dealt or revealed unread whose identity is certain by elimination."""
        if not self.consistent:
            return ()
        net = self._net
        found = []
        for source in net.sources:
            sure = self._sure(net.sights.keys() | net.nameless, source.arc)
            if len(sure) == len(source.rounds) and len(set(source.rounds)) == 1:
                found += [Identified("down", source.rounds[0], source.place[1], card) for card in sure]
        for arc, (round_, seat) in net.sinks.items():
            found += [Identified("revealed", round_, seat, card) for card in self._sure(self._deck, arc)]
        up = set(net.unread_up)
        if len(up) == 1 and len(net.nameless) == len(net.unread_up) and not net.stub + net.unread_off_table:
            round_, seat = up.pop()
            found += [Identified("up", round_, seat, card) for card in net.nameless]
        return tuple(sorted(found))

    # How they are answered

    @cached_property
    def _net(self) -> Network:
        return Network(self._events, self._deck)

    @cached_property
    def _histories(self) -> Histories:
        return Histories(self._net)

    def _is_gone(self, card: Card) -> bool:
        sights = self._net.sights.get(card)
        return bool(sights) and self._net.sights[card][-1].gone

    def _in_play(self, card: Card) -> bool:
        """Whether the card can be in a hand at all."""
        return card not in self._net.elsewhere

    def _must_be_dealt(self, card: Card) -> bool:
        """Whether the card was certainly dealt face down: read, seen, or no other place is left for it."""
        net = self._net
        if card in net.dealt or card in net.sights:
            return True
        return not (net.stub or net.unread_up or net.unread_off_table)

    def _sure(self, cards: Iterable[Card], arc: int) -> list[Card]:
        """Those of the cards that use the arc in every history."""
        return [
            card
            for card in sorted(cards)
            if self._in_play(card) and self._must_be_dealt(card) and self._histories.resolve(card, arc)[1]
        ]
