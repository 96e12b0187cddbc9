"""The pass tracker beside the oracle: the first question on which they differ, in words."""

from __future__ import annotations

import random
from collections.abc import Sequence

from engine.cards import DECK, Card
from engine.story import Dealt, Event, Passed, Revealed, ShownDown, TurnedUp
from engine.whereabouts import Whereabouts
from tests.engine.whereabouts_hands import Chances, play
from tests.engine.whereabouts_oracle import Oracle, TooMany

__all__ = ["Oracle", "TooMany", "difference", "random_case", "spoil"]


def difference(events: Sequence[Event], deck: Sequence[Card], oracle: Oracle) -> str | None:
    """None when every question gets the very same answer as from the oracle of the same events."""
    ours = Whereabouts(events, deck)
    seats = sorted({e.seat for e in events if isinstance(e, Dealt)})
    if ours.consistent != bool(oracle.histories):
        return f"consistent: {ours.consistent}, {oracle.histories} histories"
    for card in deck:
        hold = {s for s in seats if oracle.may(card, "hold", s)}
        if ours.can_hold(card) != hold:
            return f"can_hold({card}): {sorted(ours.can_hold(card))}, not {sorted(hold)}"
    for seat in seats:
        lie = {card for card in deck if oracle.may(card, "hand", seat)}
        if ours.can_lie_at(seat) != lie:
            return f"can_lie_at({seat}): {sorted(map(str, ours.can_lie_at(seat)))}, not {sorted(map(str, lie))}"
        for card in deck:
            if ours.can_reveal(seat, card) != (card in lie):
                return f"can_reveal({seat}, {card}): {card not in lie}"
        sure = {card for card in deck if oracle.must(card, "hand", seat)}
        down = ours.down_cards(seat)
        if {card for card in down if card is not None} != sure:
            return f"down_cards({seat}): {down}, not {sorted(map(str, sure))}"
    return passes_differ(ours, oracle, events, deck) or names_differ(ours, oracle)


def passes_differ(ours: Whereabouts, oracle: Oracle, events: Sequence[Event], deck: Sequence[Card]) -> str | None:
    named = {e.card for e in events if isinstance(e, Dealt | Revealed | TurnedUp)}
    for e in events:
        if isinstance(e, Passed | ShownDown):
            named |= set(e.cards)
    found = {(p.round, p.giver, p.receiver, p.card): p.certain for p in ours.passes()}
    wanted = {}
    for e in events:
        if isinstance(e, Passed):
            arc = (e.round, e.giver, e.receiver)
            for card in deck:
                if card in named and oracle.may(card, "pass", *arc):
                    wanted[*arc, card] = oracle.must(card, "pass", *arc)
    if found != wanted:
        return f"passes: {sorted(found.items())}, not {sorted(wanted.items())}"
    up = {e.card for e in events if isinstance(e, Dealt) and e.face_up}
    for card in deck:
        if card not in named or card in up:
            continue
        way = ours.way_of(card)
        steps = {(s.round, s.seat): s.certain for s in way if s.kind == "dealt"}
        dealt = {
            (e.round, e.seat): oracle.must(card, "dealt", e.round, e.seat)
            for e in events
            if isinstance(e, Dealt) and not e.face_up and oracle.may(card, "dealt", e.round, e.seat)
        }
        if steps != dealt:
            return f"way_of({card}): dealt {steps}, not {dealt}"
        gone = {(s.round, s.seat, s.receiver, card): s.certain for s in way if s.kind == "passed"}
        if gone != {key: sure for key, sure in wanted.items() if key[3] == card}:
            return f"way_of({card}): passed {gone}"
    return None


def names_differ(ours: Whereabouts, oracle: Oracle) -> str | None:
    wanted = sorted(
        (*key[:3], card)
        for key, names in oracle.names_of_unread.items()
        if len(names) == 1
        for card in next(iter(names))
    )
    found = sorted((i.kind, i.round, i.seat, i.card) for i in ours.identified())
    return None if found == wanted else f"identified: {found}, not {wanted}"


def spoil(rng: random.Random, events: Sequence[Event], deck: Sequence[Card]) -> list[Event]:
    """The story with one card of one event read as another."""
    spoilt = list(events)
    readable = [i for i, e in enumerate(spoilt) if isinstance(e, Dealt | Revealed | TurnedUp | ShownDown | Passed)]
    i = rng.choice(readable)
    event = spoilt[i]
    card = rng.choice(deck)
    match event:
        case Dealt():
            spoilt[i] = Dealt(event.round, event.seat, card, event.face_up)
        case Revealed():
            spoilt[i] = Revealed(event.round, event.seat, card)
        case TurnedUp():
            spoilt[i] = TurnedUp(event.seat, card)
        case ShownDown() if event.cards:
            spoilt[i] = ShownDown(event.seat, (card, *event.cards[1:]))
        case Passed():
            spoilt[i] = Passed(event.round, event.giver, event.receiver, event.count, (card, *event.cards[1:]))
    return spoilt


def random_case(rng: random.Random) -> tuple[list[Event], list[Card]]:
    """A small hand and its deck: 2 to 4 seats, up to 3 rounds, up to 3 cards down, sometimes misread."""
    seats = rng.choice([2, 3, 3, 3, 4])
    rounds = rng.choice([1, 2, 2, 3]) if seats == 4 else rng.choice([1, 2, 3, 3])
    first = rng.choice([2, 3]) if seats * rounds > 8 else rng.choice([1, 2, 3, 3])
    often = [0.0, 0.0, 0.1, 0.3]
    chances = Chances(
        unread_deal=rng.choice([0.0, 0.0, 0.1, 0.25, 0.6]),
        read_pass=rng.choice(often),
        unread_reveal=rng.choice(often),
        fold=rng.choice(often),
        turned_up=rng.choice(often),
        shown=rng.choice([0.0, 0.5, 1.0]),
        unread_shown=rng.choice(often),
        unread_burn=0.5,
    )
    needed = seats * (first + rounds - 1)
    start = rng.randrange(40 - needed) if needed < 36 else 0
    extra = rng.choice([0, 0, 1, 2])
    deck = list(DECK[start : start + needed + extra])
    hand = play(
        rng,
        seats=rng.sample(range(1, 9), seats),
        rounds=rounds,
        first=first,
        chances=chances,
        deck=deck,
        counts=[rng.choice([1, 1, 1, 2]) for _ in range(rounds)] if first > 1 else [1],
        step=[rng.choice([1, 1, 1, -1, 2]) for _ in range(rounds)],
        reveals=rng.random() < 0.8,
        burn=rng.random() < 0.2,
        up_cards=rng.random() < 0.1,
        common=rng.random() < 0.1,
    )
    events = hand.events
    if rng.random() < 0.3:
        events = spoil(rng, events, deck)
    if rng.random() < 0.1:
        events = events[: rng.randrange(1, len(events) + 1)]
    return events, deck
