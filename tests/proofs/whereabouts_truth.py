"""The pass tracker on full hands whose true history it is not told: what happened is among what it calls
possible, nothing that it calls certain is false, and a sight that the facts exclude is always found out.

What the facts exclude is decided here by simple rules of their own: a card is nowhere but where it was
seen to stay, is not carried further than there were passes, was not dealt if every deal was read and it
is not among them, and no two cards go where one was passed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.cards import DECK, Card
from engine.story import Burnt, Dealt, Event, Passed, Revealed, TurnedUp
from engine.whereabouts import Whereabouts
from tests.engine.whereabouts_hands import Chances, Hand, Thing, play


def random_hand(rng: random.Random) -> Hand:
    """Liege Lord with 2 to 7 players, all five rounds, with what goes wrong at a table; some with no shoe."""
    return play(
        rng,
        seats=sorted(rng.sample(range(1, 9), rng.randint(2, 7))),
        rounds=5,
        first=3,
        chances=Chances(
            unread_deal=rng.choice([0.0, 0.0, 0.02, 0.08, 0.3, 1.0]),
            read_pass=rng.choice([0.0, 0.0, 0.1, 0.5]),
            unread_reveal=rng.choice([0.0, 0.0, 0.05]),
            fold=rng.choice([0.0, 0.04, 0.12]),
            turned_up=rng.choice([0.0, 0.0, 0.03]),
            shown=rng.choice([0.0, 0.5, 1.0, 1.0]),
            unread_shown=rng.choice([0.0, 0.0, 0.1]),
            unread_burn=0.2,
        ),
        burn=rng.random() < 0.1,
    )


def false_words(ours: Whereabouts, things: list[Thing]) -> Iterator[str]:
    """Everything that the tracker says of this finished hand and that is not so."""
    if not ours.consistent:
        yield "no history fits"
        return
    of = {thing.card: thing for thing in things}
    passed = {(*step, thing.card) for thing in things for step in thing.passes}
    for thing in things:
        if thing.seat not in ours.can_hold(thing.card):
            yield f"seat {thing.seat} cannot hold {thing.card}"
        if not thing.up and not ours.can_reveal(thing.seat, thing.card):
            yield f"seat {thing.seat} cannot reveal {thing.card}"
    for seat in {thing.seat for thing in things}:
        hand = [thing.card for thing in things if thing.seat == seat and not thing.up]
        down = ours.down_cards(seat)
        if len(down) != len(hand) or not set(down) - {None} <= set(hand):
            yield f"down cards of seat {seat}"
        if not set(hand) <= ours.can_lie_at(seat):
            yield f"cards that can lie at seat {seat}"
    said = {(p.round, p.giver, p.receiver, p.card): p.certain for p in ours.passes()}
    named = {key[3] for key in said}
    if not {step for step in passed if step[3] in named} <= said.keys():
        yield "a pass that happened is called impossible"
    if not {step for step, certain in said.items() if certain} <= passed:
        yield "a pass that never happened is called certain"
    for thing in things:
        way = ours.way_of(thing.card)
        sure = [(s.round, s.seat, s.receiver) for s in way if s.certain and s.kind == "passed"]
        if way and not set(sure) <= set(thing.passes):
            yield f"the way of {thing.card}"
        if any(s.certain and s.kind == "dealt" and (s.round, s.seat) != thing.dealt for s in way):
            yield f"the deal of {thing.card}"
    for i in ours.identified():
        thing = of[i.card]
        if (i.kind == "down" and (i.round, i.seat) != thing.dealt) or (i.kind == "revealed" and not thing.up):
            yield f"the unread card {i.card}"


def excluded(rng: random.Random, events: list[Event]) -> Iterator[tuple[str, int, Card]]:
    """Sights at the end of the story that simple rules exclude: why, the seat, the card."""
    reach: dict[Card, set[int]] = {}
    settled: dict[Card, int] = {}
    burnt: set[Card] = set()
    all_read = True
    at = 0
    while at < len(events):
        event = events[at]
        if isinstance(event, Dealt):
            if event.card is None:
                all_read = False
            else:
                reach[event.card] = {event.seat}
        elif isinstance(event, Burnt) and event.card is not None:
            burnt.add(event.card)
        elif isinstance(event, Revealed) and event.card is not None:
            settled[event.card] = event.seat
        elif isinstance(event, Passed):
            group = [e for e in events[at:] if isinstance(e, Passed) and e.round == event.round]
            to = {e.giver: e.receiver for e in group}
            for seats in reach.values():
                seats |= {to[seat] for seat in seats if seat in to}
            at += len(group) - 1
        at += 1
    seats_now = {e.seat for e in events if isinstance(e, Dealt)}
    for card, seats in reach.items():
        if card in settled:
            yield "already up", rng.choice(sorted(seats_now)), card
        else:
            for seat in seats_now - seats:
                yield "out of reach", seat, card
    for card in burnt:
        yield "burnt", rng.choice(sorted(seats_now)), card
    if all_read:
        for card in set(DECK) - reach.keys() - burnt:
            yield "never dealt", rng.choice(sorted(seats_now)), card


def two_for_one(rng: random.Random, events: list[Event]) -> list[Event] | None:
    """The story up to the first pass of one card, after which two cards of the giver are seen at the next."""
    first = next(i for i, e in enumerate(events) if isinstance(e, Passed))
    group = [e for e in events[first:] if isinstance(e, Passed) and e.round == 1]
    one = rng.choice(group)
    dealt = [e.card for e in events[:first] if isinstance(e, Dealt) and e.seat == one.giver]
    cards = [card for card in dealt if card is not None]
    if len(cards) < 2:
        return None
    pair = rng.sample(cards, 2)
    return [*events[: first + len(group)], *(TurnedUp(one.receiver, card) for card in pair)]


def run(full: bool) -> dict[str, Any]:
    """5,000 hands (120 in short), each looked at in its middle and at its end."""
    hands = 5000 if full else 120
    planted = 0
    wrong: list[str] = []
    for seed in range(hands):
        rng = random.Random(seed)
        hand = random_hand(rng)
        wrong += [f"hand {seed}: {words}" for words in false_words(Whereabouts(hand.events), hand.things)]
        middle = rng.randrange(1, len(hand.events) + 1)
        for part in (hand.events[:middle], hand.events):
            ours = Whereabouts(part)
            if not ours.consistent:
                wrong.append(f"hand {seed}: no history fits event {len(part)}")
            cases = list(excluded(rng, part))
            for why, seat, card in rng.sample(cases, min(len(cases), 8)):
                planted += 1
                if ours.can_reveal(seat, card) or Whereabouts([*part, Revealed(9, seat, card)]).consistent:
                    wrong.append(f"hand {seed}, event {len(part)}: {card} at seat {seat} is {why}")
        story = two_for_one(rng, hand.events)
        if story is not None:
            planted += 1
            if Whereabouts(story).consistent:
                wrong.append(f"hand {seed}: two cards went where one was passed")
    figure = f"{hands:,} hands, {planted:,} planted impossibilities, {len(wrong)} wrong answers"
    return {"figure": "; ".join([figure, *wrong[:3]]), "ok": not wrong}
