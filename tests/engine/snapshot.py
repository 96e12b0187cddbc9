"""A table taken apart into plain values, so that two states can be compared whole, hidden cards included."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from engine.betting import Betting
from engine.cards import Card
from engine.hand import Hand
from engine.player import Player
from engine.rules import HouseRules
from engine.table import Table
from engine.variants import Variant

SHARED = (HouseRules, Variant)
"""Frozen, and the same object in every state."""


def snapshot(thing: Any) -> Any:
    """Every attribute of every part, as nested tuples."""
    if isinstance(thing, SHARED):
        return (type(thing).__name__, thing.variant if isinstance(thing, HouseRules) else thing.name)
    if isinstance(thing, Table | Hand):
        kept = {name: value for name, value in vars(thing).items() if name != "variants"}
        return (type(thing).__name__, snapshot(kept))
    if isinstance(thing, Player | Betting):
        return (type(thing).__name__, *((name, snapshot(getattr(thing, name))) for name in thing.__slots__))
    if is_dataclass(thing):
        return (type(thing).__name__, *((one.name, snapshot(getattr(thing, one.name))) for one in fields(thing)))
    if isinstance(thing, Mapping):
        return ("mapping", *sorted((repr(key), snapshot(value)) for key, value in thing.items()))
    if isinstance(thing, list | tuple):
        return (type(thing).__name__, *(snapshot(part) for part in thing))
    if isinstance(thing, set | frozenset):
        return ("set", *sorted(repr(part) for part in thing))
    return repr(thing)


def twin(table: Table) -> Table:
    """A copy that shares nothing that changes."""
    memo: dict[int, Any] = {id(table.variants): table.variants, id(table.rules): table.rules}
    if table.hand is not None:
        memo |= {id(table.hand.variant): table.hand.variant, id(table.hand.rules): table.hand.rules}
        memo[id(table.hand.step)] = table.hand.step
    return copy.deepcopy(table, memo)


def cards_in(thing: Any) -> Iterator[Card]:
    """Every card that a view or a prompt holds, however deep."""
    if isinstance(thing, Card):
        yield thing
    elif is_dataclass(thing):
        for one in fields(thing):
            yield from cards_in(getattr(thing, one.name))
    elif isinstance(thing, Mapping):
        for pair in thing.items():
            yield from cards_in(pair)
    elif isinstance(thing, list | tuple | set | frozenset):
        for part in thing:
            yield from cards_in(part)


def face_up(hand: Hand) -> set[Card]:
    """Cards that everyone at the table can see, or has seen in this hand."""
    lying = [card for player in hand.players for card in [*player.up, *player.shown, *player.exposed]]
    return {card for card in [*lying, *hand.common] if card is not None}


def face_down(hand: Hand) -> set[Card]:
    """Cards whose identity the engine holds and nobody may see."""
    down = [card for player in hand.players for card in player.down]
    waiting = [card for cards in [*hand.passed.values(), *hand.revealing.values()] for card in cards]
    held = [*down, *waiting, *hand.burns, *hand.extra]
    return {card for card in held if card is not None} - face_up(hand) - _turned_twice(hand)


def _turned_twice(hand: Hand) -> set[Card]:
    """Turned up during a reveal and lying face up at another place: the alarm may name it (RULES 8.3)."""
    turned = [card for cards in hand.revealing.values() for card in cards if card is not None]
    return {card for card in turned if turned.count(card) > 1}
