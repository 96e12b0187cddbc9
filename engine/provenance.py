"""What the pass tracker tells of a hand that is over: who passed what to whom, and reads that cannot be true.

Cards that never became public are named in no mode of the house rule ``provenance``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.prompts import Notice
from engine.story import Burnt, Common, Dealt, Event, Folded, Passed, Revealed, ShownDown, TurnedUp
from engine.variants import Pass, Reveal, Variant
from engine.view import CardWay, PassView, WayStepView

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.whereabouts import PassFact, Whereabouts

_EVENTS: Final[Mapping[str, Callable[..., Event]]] = {
    "deal": Dealt,
    "burn": Burnt,
    "common": Common,
    "pass": lambda round, giver, receiver, cards: Passed(round, giver, receiver, len(cards), cards),
    "reveal": Revealed,
    "fold": Folded,
    "turned-up": TurnedUp,
    "shown": lambda seat, card: ShownDown(seat, (card,)),
}


def _tracker(story: list[Event]) -> Whereabouts:
    """The pass tracker on that story; loaded when the first hand asks, so that the screen comes sooner."""
    from engine.whereabouts import Whereabouts

    return Whereabouts(story)


def story_of(hand: Hand) -> list[Event]:
    """The hand's log as the pass tracker reads it."""
    return [_EVENTS[str(entry[0])](*entry[1:]) for entry in hand.log if entry[0] in _EVENTS]


def passed_round(variant: Variant) -> bool:
    """Cards change hands unseen from seat to seat."""
    directions = [step.direction for step in variant.steps if isinstance(step, Pass)]
    return bool(directions) and "muck" not in directions


def tracked(hand: Hand) -> bool:
    """Cards change hands unseen from seat to seat, and some identity was read."""
    return passed_round(hand.variant) and bool(hand.seen)


def believable(hand: Hand) -> tuple[list[Event], list[Notice]]:
    """The story without reads of public cards that no history of deals and passes allows, and those reads.

    A contradicted read stays in the story as a card that nobody could name. Where the deals and passes contradict
    each other already, no public card is to blame and one nameless notice says so.
    """
    story = story_of(hand)
    if _tracker(story).consistent:
        return story, []
    kept: list[Event] = []
    found: list[Notice] = []
    for event in story:
        kept.append(event)
        if isinstance(event, Revealed) and event.card is not None and not _tracker(kept).consistent:
            kept[-1] = Revealed(event.round, event.seat, None)
            found.append(Notice("impossible-read", event.seat, cards=(event.card,), count=event.round))
        elif isinstance(event, ShownDown) and not _tracker(kept).consistent:
            kept[-1] = ShownDown(event.seat, (None,) * len(event.cards))
            found.append(Notice("impossible-read", event.seat, cards=event.cards))
        else:
            continue
        if not _tracker(kept).consistent:
            return story, [*found[:-1], Notice("impossible-read")]
    return kept, found


def name_by_elimination(hand: Hand, story: list[Event]) -> None:
    """Up cards that nobody read and that can only be one card get their name once the hand is over."""
    unread = [player for player in hand.players if None in player.up]
    if not unread:
        return
    for found in _tracker(story).identified():
        player = hand.players[hand.index_of[found.seat]]
        if found.kind == "revealed" and None in player.up:
            place = sum(
                step.count for step in hand.variant.steps if isinstance(step, Reveal) and step.round < found.round
            )
            if player.up[place] is None:
                player.up[place] = found.card
                hand.public.add(found.card)


def _told_cards(hand: Hand) -> frozenset[Card]:
    """The cards whose ways are told under the house rule: the winning fives, or all that became public."""
    if hand.rules.provenance == "all":
        return frozenset(hand.public)
    pots = hand.reckoning.pots if hand.reckoning is not None else ()
    return frozenset(card for pot in pots for share in pot.shares for card in share.hand)


def tell(hand: Hand, story: list[Event]) -> tuple[tuple[PassView, ...], tuple[CardWay, ...]]:
    """Who passed what, and each told card's way round the table. Empty where the house rule is ``off``."""
    cards = _told_cards(hand)
    if hand.rules.provenance == "off" or not cards:
        return (), ()
    tracker = _tracker(story)
    if not tracker.consistent:
        return (), ()
    facts = tracker.passes(cards)
    ways = tuple(
        CardWay(
            card,
            tuple(
                WayStepView(step.kind, step.round, step.seat, step.receiver, step.certain)
                for step in tracker.way_of(card)
            ),
        )
        for card in sorted(cards, reverse=True)
    )
    return tuple(_passes(hand, facts)), ways


def _passes(hand: Hand, facts: Iterable[PassFact]) -> list[PassView]:
    """Every pass with the cards told of it; with ``all`` also those of which none is known."""
    told: dict[tuple[int, int, int], list[PassView]] = {}
    for entry in hand.log:
        if entry[0] == "pass":
            _, round_, giver, receiver, _ = entry
            told[int(str(round_)), int(str(giver)), int(str(receiver))] = []
    for fact in facts:
        place = (fact.round, fact.giver, fact.receiver)
        told[place].append(PassView(*place, fact.card, fact.certain))
    passes: list[PassView] = []
    for place, views in sorted(told.items()):
        certain = [view for view in views if view.certain]
        if certain or views:
            passes += certain or views
        elif hand.rules.provenance == "all":
            passes.append(PassView(*place, None, False))
    return passes
