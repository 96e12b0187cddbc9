"""What everyone at the table can see of the card that a line names, when it names it."""

from __future__ import annotations

from typing import Literal

from engine.cards import Card
from engine.hand import Hand, LogEntry
from engine.inputs import CardRead, Correct, Input, PassRead
from engine.player import Player
from engine.variants import Pass, Reveal

Lying = Literal["up", "down", "early", "turning", "known", "unplaced", "beside-unread"]
"""How a card lies: face up; face down; face down, come before its place was due; turned while the others still reveal.
The others are turned up by mistake, where hidden reads tell what it is: ``known`` one that lay face down in a game
without passes, ``unplaced`` a further card of the deal, ``beside-unread`` not the unread up card at its seat."""

_CAME = ("deal", "burn", "common", "turned-up")


class Looking:
    """The hand before an input; how its card lay and what it ended is asked when it has been played."""

    def __init__(self, hand: Hand | None, entry: Input) -> None:
        self._hand = hand
        self._entry = entry
        self._held: Lying = "down"
        if hand is None:
            return
        self._step, self._step_number = hand.step, hand.step_number
        self._came = len(hand.log)
        self._extra = len(hand.extra)
        self._public = frozenset(hand.public)
        self._downs: tuple[Card | None, ...] = ()
        self._unread_up = False
        seat = entry.seat if isinstance(entry, CardRead | PassRead | Correct) else None
        if seat in hand.index_of:
            self._look_at(hand, hand.players[hand.index_of[seat]])
        elif isinstance(entry, Correct) and entry.was in hand.common:
            self._held = "up"

    def _look_at(self, hand: Hand, player: Player) -> None:
        entry = self._entry
        self._downs = tuple(player.down)
        self._unread_up = None in player.up
        if isinstance(entry, PassRead) and entry.card in player.exposed:
            self._held = "up"
        elif isinstance(entry, Correct) and entry.was is not None:
            if entry.was in player.up or entry.was in player.shown:
                self._held = "up"
            elif entry.was in hand.revealing.get(hand.index_of[player.seat], ()):
                self._held = "turning"
            elif entry.was in player.exposed:
                self._held = "up"

    def lying(self) -> Lying:
        """How the card lies that a card read or a pass names, or that a correction is about."""
        hand, entry = self._hand, self._entry
        if hand is None:
            return "down"
        if isinstance(entry, Correct) and entry.was is None:
            return "up" if entry.card in hand.public - self._public else "down"
        if not isinstance(entry, CardRead):
            return self._held
        if isinstance(self._step, Reveal) and entry.seat is not None:
            return "turning"
        came = self._new(hand)
        if any(one[0] == "turned-up" for one in came):
            return self._by_mistake(hand, entry, came)
        if came and (came[0][0] == "burn" or (came[0][0] == "deal" and not came[0][4])):
            return "down"
        return "early" if len(hand.extra) > self._extra else "up"

    def _by_mistake(self, hand: Hand, entry: CardRead, came: list[LogEntry]) -> Lying:
        if entry.card not in self._downs:
            return "unplaced" if came[0][0] == "deal" and self._downs else "up"
        if not any(isinstance(step, Pass) for step in hand.variant.steps):
            return "known"
        return "beside-unread" if self._unread_up else "up"

    def dealt_to(self) -> int | None:
        """The seat that the card was dealt to, where it was."""
        came = self._new(self._hand) if self._hand is not None else []
        seat = came[0][2] if came and came[0][0] == "deal" else None
        return seat if isinstance(seat, int) else None

    def ended(self) -> bool:
        """With it a pass or a reveal was over."""
        hand = self._hand
        if hand is None or hand.status != "open" or not isinstance(self._step, Pass | Reveal):
            return False
        return hand.step_number != self._step_number

    def _new(self, hand: Hand) -> list[LogEntry]:
        return [one for one in hand.log[self._came :] if one[0] in _CAME]
