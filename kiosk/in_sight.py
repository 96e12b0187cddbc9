"""What everyone at the table can see of the card that a line names, when it names it."""

from __future__ import annotations

from typing import Literal

from engine.cards import Card
from engine.hand import Hand, LogEntry
from engine.inputs import CardRead, Correct, Input, PassRead
from engine.player import Player
from engine.variants import Pass, Reveal

Sight = Literal["up", "down", "early", "turning", "known", "unplaced"]
"""How it lies: face up; face down; face down, come before its place was due; turned while the others still reveal;
``known``: a down card that a hidden read had named, now turned up by mistake; ``unplaced``: turned up by mistake as it
was dealt, where hidden reads tell that it is a further card."""

_CAME = ("deal", "burn", "common", "turned-up")


class Looking:
    """The hand before an input; what else is asked when it has been played."""

    def __init__(self, hand: Hand | None, entry: Input) -> None:
        self._hand = hand
        self._entry = entry
        self._held: Sight = "down"
        self.unread_up = False
        """An up card at the seat had no name."""
        self.passes = False
        """A game in which cards are passed."""
        if hand is None:
            return
        self._step = hand.step_number
        self._reveal = isinstance(hand.step, Reveal)
        self._came = len(hand.log)
        self._extra = len(hand.extra)
        self._public = frozenset(hand.public)
        self._downs: tuple[Card | None, ...] = ()
        self.passes = any(isinstance(step, Pass) for step in hand.variant.steps)
        seat = entry.seat if isinstance(entry, CardRead | PassRead | Correct) else None
        if seat in hand.index_of:
            self._look_at(hand, hand.players[hand.index_of[seat]])
        elif isinstance(entry, Correct) and entry.was in hand.common:
            self._held = "up"

    def _look_at(self, hand: Hand, player: Player) -> None:
        entry = self._entry
        self.unread_up = None in player.up
        self._downs = tuple(player.down)
        if isinstance(entry, PassRead) and entry.card in player.exposed:
            self._held = "up"
        elif isinstance(entry, Correct) and entry.was is not None:
            if entry.was in player.up or entry.was in player.shown:
                self._held = "up"
            elif entry.was in hand.revealing.get(hand.index_of[player.seat], ()):
                self._held = "turning"
            elif entry.was in player.exposed:
                self._held = "up"

    def sight(self) -> Sight:
        """How the card lies that a card read or a pass names, or that a correction is about."""
        hand, entry = self._hand, self._entry
        if hand is None:
            return "down"
        if isinstance(entry, Correct) and entry.was is None:
            return "up" if entry.card in hand.public - self._public else "down"
        if not isinstance(entry, CardRead):
            return self._held
        if self._reveal and entry.seat is not None:
            return "turning"
        came = self._new(hand)
        if any(one[0] == "turned-up" for one in came):
            if entry.card in self._downs:
                return "known"
            return "unplaced" if came[0][0] == "deal" and self._downs else "up"
        if came and (came[0][0] == "burn" or (came[0][0] == "deal" and not came[0][4])):
            return "down"
        return "early" if len(hand.extra) > self._extra else "up"

    def dealt_to(self) -> int | None:
        """The seat that the card was dealt to, where it was."""
        came = self._new(self._hand) if self._hand is not None else []
        seat = came[0][2] if came and came[0][0] == "deal" else None
        return seat if isinstance(seat, int) else None

    def _new(self, hand: Hand) -> list[LogEntry]:
        return [one for one in hand.log[self._came :] if one[0] in _CAME]

    def turned(self) -> bool:
        """With it a reveal was over."""
        hand = self._hand
        return hand is not None and self._reveal and hand.status == "open" and hand.step_number != self._step
