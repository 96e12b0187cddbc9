"""Poker hand histories: a stud hand of a session as a PHH file (the format of PokerKit and of the PHH data set).

Source: J. Kim, "Recording and Describing Poker Hands" (arXiv:2312.11753), variants ``F7S`` and ``F7S/8``. A card
of a folded or mucked hand that lay face down is ``??``: it is nobody's to know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from engine.cards import Card
from engine.hand import Hand
from engine.inputs import Act, Input, StartHand, TableInput, Undo
from engine.player import Player
from engine.timeline import Timeline
from engine.variants import Deal, Pass, Reveal
from kiosk.recording import Header

_HIDDEN: Final = "??"
_FACES: Final = [(False, False, True), (True,), (True,), (True,), (False,)]
_CODES: Final = {"bring_in": "pb", "fold": "f", "check": "cc", "call": "cc"}


class NotTold(Exception):
    """PHH cannot tell this hand; the text is one sentence that says why."""


@dataclass
class _Course:
    """One hand as it went: the actions of each round, who folded in it, and how many could still act after it."""

    hand: Hand
    acts: dict[int, list[str]] = field(default_factory=dict)
    folds: dict[int, int] = field(default_factory=dict)
    """Index of a player -> the round in which it folded."""
    able: dict[int, int] = field(default_factory=dict)
    open_pair: bool = False
    """Somebody bet where the open pair option gave the choice."""

    def before(self, entry: Act) -> None:
        """Note an action that is about to be taken."""
        hand = self.hand
        betting = hand.betting
        assert betting is not None, "an action that stands was made in a betting round"
        index = hand.index_of[entry.seat]
        code = _CODES.get(entry.action) or f"cbr {betting.amount_of(index, entry.action, entry.to)}"
        self.acts.setdefault(hand.round, []).append(f"p{index + 1} {code}")
        if entry.action == "fold":
            self.folds[index] = hand.round
        self.open_pair = self.open_pair or (entry.action not in _CODES and betting.upper > betting.unit)
        self.able[hand.round] = -1

    def after(self) -> None:
        """The action has been taken: how many can still act."""
        self.able[max(self.able)] = sum(not one.folded and one.stack > 0 for one in self.hand.players)


def _standing(header: Header, inputs: Iterable[Input]) -> list[TableInput]:
    """The inputs that count in the end: without refused ones and those that an undo took back."""
    timeline = Timeline(header.make_table())
    standing: list[TableInput] = []
    undone: list[TableInput] = []
    for entry in inputs:
        if timeline.apply(entry) is not None:
            continue
        if not isinstance(entry, Undo):
            assert timeline.last is not None
            standing.append(timeline.last.entry)
            undone.clear()
        elif undone and not entry.deeper:
            standing.append(undone.pop())
        else:
            undone.append(standing.pop())
    return standing


def histories(header: Header, inputs: Iterable[Input]) -> Iterator[tuple[int, str | NotTold]]:
    """Number and PHH text of every hand of a session that was paid, or why PHH cannot tell it."""
    table = header.make_table()
    courses: list[_Course] = []
    for entry in _standing(header, inputs):
        if isinstance(entry, Act):
            courses[-1].before(entry)
        table.apply(entry)
        if isinstance(entry, Act):
            courses[-1].after()
        elif isinstance(entry, StartHand):
            assert table.hand is not None
            courses.append(_Course(table.hand))
    for course in courses:
        if course.hand.status != "complete":
            continue
        try:
            yield course.hand.number, _text(course, header.table)
        except NotTold as reason:
            yield course.hand.number, reason


def _check(course: _Course) -> None:
    hand, rules = course.hand, course.hand.rules
    faces = [step.faces for step in hand.variant.steps if isinstance(step, Deal)]
    if faces != _FACES or any(isinstance(step, Pass | Reveal) for step in hand.variant.steps):
        raise NotTold(f"{hand.variant.title} is none of PHH's games")
    if rules.limit != "fixed" or not 0 < rules.bring_in < rules.small_bet:
        raise NotTold("PHH's stud has a fixed limit and a bring-in smaller than the bet")
    if course.open_pair:
        raise NotTold("PHH does not know the open pair option")
    if hand.common:
        raise NotTold("a common card was dealt, for which PHH's readers count the cards of folded hands too")
    if any(None in player.up for player in hand.players):
        raise NotTold("an up card was never read")


def _street_cards(player: Player) -> list[str]:
    """The player's cards street by street, as far as they were dealt; hidden where they never became public."""
    shown: list[Card | str] = [*player.shown]
    shown += [_HIDDEN] * (3 - len(shown))
    up = [str(card) for card in player.up]
    return [f"{shown[0]}{shown[1]}{up[0]}", *up[1:], str(shown[2])]


def _text(course: _Course, place: str) -> str:
    _check(course)
    hand, rules = course.hand, course.hand.rules
    cards = [_street_cards(player) for player in hand.players]
    left = [index for index, player in enumerate(hand.players) if not player.folded]
    actions: list[str] = []
    shown = False
    for number in range(1, len(_FACES) + 1):
        dealt = [index for index in range(len(cards)) if course.folds.get(index, number) >= number]
        actions += [f"d dh p{index + 1} {cards[index][number - 1]}" for index in dealt]
        actions += course.acts.get(number, [])
        if len(left) == 1 and number == max(course.folds.values()):
            break
        if number < len(_FACES) and not shown and course.able.get(number, 0) <= 1:
            # Nobody can bet any more: PHH has the hands shown before the rest is dealt.
            shown = True
            actions += _shows(hand, left)
    else:
        actions += _shows(hand, left)
    table = {"event": place} if place else {}
    order = [player.seat for player in hand.players]
    told = {
        "variant": "F7S/8" if hand.variant.low else "F7S",
        "ante_trimming_status": True,
        "antes": [rules.ante] * len(order),
        "bring_in": rules.bring_in,
        "small_bet": rules.small_bet,
        "big_bet": rules.big_bet,
        "starting_stacks": [player.stack_before for player in hand.players],
        "actions": actions,
        **table,
        "hand": hand.number,
        "seats": order,
        "finishing_stacks": [player.stack for player in hand.players],
    }
    # Texts, whole numbers, truth values and lists of them are written alike in JSON and in TOML.
    return "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in told.items())


def _shows(hand: Hand, left: list[int]) -> list[str]:
    """Every player still in shows or gives the hand up."""
    return [f"p{index + 1} sm{'' if hand.players[index].mucked else ' -'}" for index in left]
