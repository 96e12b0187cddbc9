"""A session taken up from the journal: the table as the inputs made it, the faults that stand, the deck."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.cards import Card
from engine.hand import Hand
from engine.inputs import CardRead, Confirm, Input, Note, Refusal, Show, StartHand
from engine.projection import view_of
from engine.timeline import Timeline
from engine.variants import Variant
from kiosk.audit import LEFT_OUT, AuditLog
from kiosk.deck_watch import DeckWatch
from kiosk.in_sight import Looking
from kiosk.journal import Entry, Journal, JournalError
from kiosk.reader_faults import ReaderFaults
from kiosk.reader_watch import where
from kiosk.recorder_telling import Taken
from kiosk.recording import Header, entry_of, parse_header
from kiosk.session_lines import Line, LineError

LOG = logging.getLogger("liege.session")

FIRST_DEALER: Final = "first dealer: "
"""A note of the kiosk's: this session goes on at a table whose next button was settled in the one before."""


@dataclass
class Standing:
    """Where a session stands. ``play`` is the same live and when it is taken up again."""

    header: Header
    timeline: Timeline
    faults: ReaderFaults = field(default_factory=ReaderFaults)
    deck: DeckWatch = field(default_factory=DeckWatch)
    time: int = 0
    """Milliseconds of the session when the last line came."""
    left_out: frozenset[int] = frozenset()
    """Rows over which the engine stumbles: an error of ours, which must not take the hand with it."""
    noted: frozenset[int] = frozenset()
    """Those of them that a note in the journal names."""
    refused: Refusal | None = None
    """Why the last input was not taken."""
    looking: Looking = field(default_factory=lambda: Looking(None, Note("")))
    """What there was to see before the last input."""
    shown: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    """What the last input, if it was a show or a confirm, turned up at which seat."""
    last: int = 0
    """The number of the last row."""
    wall: float = 0.0
    """When it came, by the clock on the wall: a label."""
    audit: AuditLog = field(default_factory=AuditLog)

    @property
    def hand(self) -> Hand | None:
        return self.timeline.table.hand

    @property
    def public(self) -> frozenset[Card]:
        """The cards of the hand in play (or the last one) that everyone has seen."""
        return frozenset(self.hand.public) if self.hand is not None else frozenset()

    def taken(self, line: Line) -> Taken:
        """The last line, with what became of it, for the session file."""
        players = self.hand.players if self.hand is not None else []
        short = any(player.live and (player.down or None in player.up) for player in players)
        return Taken(
            line=line,
            counted=self.refused is None,
            public=self.public,
            lying=self.looking.lying(),
            dealt_to=self.looking.dealt_to(),
            ended=self.looking.ended(),
            shown=self.shown,
            short=short,
        )

    def play(self, entry: Input) -> Refusal | None:
        """Apply one input, and look whether the deck of a hand that ends with it is whole."""
        before = self.hand
        shown = _shown(before)
        self.looking = Looking(before, entry)
        self.audit.before(self.timeline)
        refused = self.refused = self.timeline.apply(entry)
        self.audit.heard(entry, refused, self.timeline, self.wall)
        hand = self.hand
        told = isinstance(entry, Show | Confirm) and refused is None
        self.shown = {
            seat: cards[len(shown.get(seat, ())) :]
            for seat, cards in (_shown(hand) if told else {}).items()
            if len(cards) > len(shown.get(seat, ()))
        }
        if isinstance(entry, CardRead) and refused is None:
            self.deck.card(entry, hand)
        elif isinstance(entry, StartHand) and hand is not before:
            self._look_at_deck(before)
            self.deck.begin()
        elif refused is None and hand is not None and hand.status != "open":
            self._look_at_deck(hand)
        return refused

    def _look_at_deck(self, hand: Hand | None) -> None:
        suspect = self.deck.end(hand) if hand is not None else None
        if suspect is not None:
            self.faults.stand(suspect)  # without a note: it follows from the lines of the hand
            self.audit.deck_suspect(suspect, hand.number if hand is not None else 0, self.wall)


def _shown(hand: Hand | None) -> dict[int, tuple[Card, ...]]:
    return {player.seat: tuple(player.shown) for player in hand.players} if hand is not None else {}


def fold(journal: Journal, variants: Mapping[str, Variant], left_out: frozenset[int] = frozenset()) -> Standing:
    """The session in play, from its header on; one must have been started.

    Raises JournalError where it cannot be read or taken up.

    Rows over which the engine stumbles are left out, the same ones at every start.
    """
    while True:
        standing = deque((one for _, one in folded(journal, variants, left_out)), maxlen=1).pop()
        if standing.left_out == left_out and (wrong := _cannot_be_seen(standing)) is not None:
            LOG.error("row %d is left out: %s", standing.last, where(wrong))
            standing.left_out |= {standing.last}
        if standing.left_out == left_out:
            return standing
        left_out = standing.left_out


def _cannot_be_seen(standing: Standing) -> Exception | None:
    """The engine took the last row, and cannot tell what follows from it."""
    try:
        view_of(standing.timeline.table)
    except Exception as error:
        return None if standing.last in standing.left_out else error
    return None


def folded(
    journal: Journal, variants: Mapping[str, Variant], left_out: frozenset[int], session: int | None = None
) -> Iterator[tuple[Line, Standing]]:
    """Each line of a session (None: the one in play) and where it led; ends early, with one row more in ``left_out``,
    where the engine stumbles. Raises JournalError."""
    try:
        rows = journal.lines() if session is None else journal.lines_of(session)
        first = next(rows)
        header = parse_header(dict(first.line), variants)
        standing = Standing(header, Timeline(header.make_table()), left_out=left_out)
        yield first.line, standing
        for row in rows:
            if row.seq in left_out:
                continue
            entry = entry_of(dict(row.line), header.variants)
            standing.time = max(standing.time, _time_of(row))
            standing.last, standing.wall = row.seq, row.wall_time
            if isinstance(entry, Note):
                standing.deck.fault(standing.faults.recall(entry.text))
                if entry.text.startswith(FIRST_DEALER):
                    standing.timeline.first_dealer(int(entry.text.removeprefix(FIRST_DEALER)))
                if entry.text.startswith(LEFT_OUT):
                    standing.noted |= {int(entry.text.removeprefix(LEFT_OUT))}
                    standing.left_out |= standing.noted
                    if standing.left_out != left_out:
                        yield row.line, standing
                        return
            try:
                standing.play(entry)  # type: ignore[arg-type]  # the kiosk journals no raw bytes, no frames
            except Exception as error:
                LOG.error("row %d is left out: %s", row.seq, where(error))
                standing.left_out |= {row.seq}
                yield row.line, standing
                return
            yield row.line, standing
    except LineError as error:
        raise JournalError(f"The session in the journal cannot be taken up: {error}.") from None


def _time_of(row: Entry) -> int:
    told = row.line.get("t", 0)
    return int(told) if isinstance(told, int | float) else 0
