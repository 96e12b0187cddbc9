"""One draw, one card: the beam says when a card passes, the tag reader which it was.

A card breaks the beam as it comes out, its tag is read while it does, and it counts when the beam is
clear again. A card that rests in the slot is read many times and counts once; one that goes back and
forth counts once too. Two tags in one draw are an error and an unread card, never a guess.
"""

from .barrier import BROKEN, CLEAR, Barrier

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .parts import TagReader

UNREAD = "?"


class Draws:
    """Puts barrier and tag reader together."""

    def __init__(self, barrier: Barrier, reader: "TagReader", redraw_ms: int, grace_ms: int, blocked_ms: int) -> None:
        self.barrier = barrier
        self.reader = reader
        self._redraw = redraw_ms
        self._grace = grace_ms
        self._blocked = blocked_ms
        self._uids: "list[str]" = []
        self._two = False
        self._drawing = False
        self._broken_at = 0
        self._clear_at = -1
        self._blocked_said = False
        self._last_uid = ""
        self._last_at = 0

    def step(self, now: int) -> "list[tuple[str, str]]":
        """("card", uid or ?) for each card that left; ("error", code) for what went wrong."""
        events: "list[tuple[str, str]]" = []
        edge = self.barrier.step(now)
        if edge == BROKEN:
            if self._clear_at >= 0:
                self._finish(now, events)
            self._drawing = True
            self._broken_at = now
            self.reader.look(True)
        elif edge == CLEAR:
            self._clear_at = now
            self.reader.look(False)
            if self._blocked_said:
                self._blocked_said = False
                events.append(("error", "slot-clear"))
        for kind, value in self.reader.step(now):
            if kind == "error":
                events.append((kind, value))
            elif kind == "tags":
                self._two = self._two or self._drawing
            elif self._drawing and value not in self._uids and len(self._uids) < 4:
                self._uids.append(value)
        if self._clear_at >= 0 and (not self.reader.busy or now - self._clear_at >= self._grace):
            self._finish(now, events)
        if self._drawing and self._clear_at < 0 and now - self._broken_at >= self._blocked:
            events.append(("error", "slot-blocked"))
            self._broken_at = now  # said again after as long
            self._blocked_said = True
        return events

    def due(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do though nothing arrives."""
        wait = min(self.barrier.due(now), self.reader.due(now))
        if self._clear_at >= 0:
            wait = min(wait, max(0, self._clear_at + self._grace - now))
        return wait

    def _finish(self, now: int, events: "list[tuple[str, str]]") -> None:
        uids, two = self._uids, self._two or len(self._uids) > 1
        self._uids, self._two, self._drawing, self._clear_at = [], False, False, -1
        if two:
            events.append(("error", "two-tags"))
            uid = UNREAD
        else:
            uid = uids[0] if uids else UNREAD
        if uid != UNREAD and uid == self._last_uid and now - self._last_at < self._redraw:
            events.append(("error", "same-card"))  # said, in case it hides a card whose tag is dead
        else:
            events.append(("card", uid))
        self._last_uid = uid
        self._last_at = now
