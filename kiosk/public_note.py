"""What is noted publicly with a row of the journal, so that a start without the table key can go on from it.

Chips, names, rules and the next button are seen by everyone at the table; no card is among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.inputs import Confirm, Input, Join, Leave, Rebuy, StartHand, Void
from engine.table import Seat, Table
from engine.timeline import Timeline
from engine.variants import Variant
from kiosk.folding import FIRST_DEALER, Standing
from kiosk.journal import Journal, JournalError
from kiosk.recording import Header, parse_header
from kiosk.session_lines import LineError

Told = dict[str, object]


def note_before(table: Table, entry: Input) -> Told | None:
    """The table as it stands once ``entry`` is taken; None where its chips cannot be told before that."""
    hand = table.hand
    paying = hand is not None and hand.status == "open" and hand.step.name == "pay" and not hand.faults
    match entry:
        case StartHand() if paying or not table.in_play:
            stacks = table.stacks_after_pay()
            active = [seat for seat in table.active_with(stacks) if seat not in entry.sitting_out]
            dealer = entry.dealer if entry.dealer is not None else table.next_dealer(active)
            told = {**table.told, **entry.rules}
            return _told(table, stacks, dealer, told, in_play=True)
        case Confirm(step="pay") if paying:
            stacks = table.stacks_after_pay()
            return _told(table, stacks, table.next_dealer(table.active_with(stacks)), table.told)
        case Void() if hand is not None and table.in_play:
            back = {player.seat: player.stack_before for player in hand.players}
            return _told(table, {**table.stacks(), **back}, hand.dealer, table.told)
        case Join() | Leave() | Rebuy() if not table.in_play:
            twin = table.copy_between_hands()
            return note_now(twin) if twin.apply(entry) is None else None
    return None


def note_now(table: Table) -> Told | None:
    """The table as it stands between two hands; None inside one."""
    if table.in_play:
        return None
    return _told(table, table.stacks(), table.next_dealer(), table.told)


def _told(table: Table, stacks: dict[int, int], dealer: int | None, rules: Told, in_play: bool = False) -> Told:
    return {
        "stacks": {str(seat): stack for seat, stack in stacks.items()},
        "names": {str(seat.seat): seat.name for seat in table.seats.values()},
        "dealer": dealer,
        "rules": dict(rules),
        "in_play": in_play,
    }


@dataclass(frozen=True, slots=True)
class KnownWithout:
    """What is known of the session in play without the key."""

    header: Header
    """The table as a new session goes on with it."""
    dealer: int | None
    in_play: bool
    """A hand was in play: it is void, and its chips are back in the stacks."""
    sure: bool
    """False: something was taken back after the note, so the chips must be counted."""
    time: int

    def standing(self) -> Standing:
        """The table, to be looked at."""
        timeline = Timeline(self.header.make_table())
        if self.dealer is not None:
            timeline.first_dealer(self.dealer)
        return Standing(self.header, timeline, time=self.time)

    def notes(self) -> list[str]:
        """What the new session must note beside its header."""
        told = [] if self.dealer is None else [FIRST_DEALER + str(self.dealer)]
        return [*told, "the sealed cards of the session before were left sealed"]


def go_on_without(journal: Journal, variants: Mapping[str, Variant]) -> None:
    """Begin a session with what is known without the key. Raises JournalError."""
    known = known_without(journal, variants)
    notes = [{"type": "note", "text": text} for text in known.notes()]
    journal.take_up([known.header.line(), *notes])


def known_without(journal: Journal, variants: Mapping[str, Variant]) -> KnownWithout:
    """What the plain parts of the journal say. Raises JournalError."""
    rows = list(journal.shown_lines())
    try:
        first = parse_header(dict(rows[0].line), variants)
    except LineError as error:
        raise JournalError(f"The session in the journal cannot be taken up: {error}.") from None
    note = journal.last_public()
    told: Told = note[1] if note is not None and note[0] >= rows[0].seq else {}
    stacks, names = told.get("stacks"), told.get("names")
    if not isinstance(stacks, dict):  # no hand was begun, nobody joined
        stacks = {str(seat.seat): seat.stack for seat in first.seats}
    if not isinstance(names, dict):
        names = {str(seat.seat): seat.name for seat in first.seats}
    seats = tuple(Seat(int(seat), str(names.get(seat, "")), stack) for seat, stack in stacks.items())
    rules, dealer = told.get("rules", first.rules), told.get("dealer")
    at = note[0] if told and note is not None else rows[0].seq
    in_play = bool(told.get("in_play"))
    taken_back = any(row.line["type"] == "undo" and row.seq > at for row in rows)
    time = max((int(str(row.line.get("t", 0)).partition(".")[0]) for row in rows), default=0)
    return KnownWithout(
        Header(first.table, rules if isinstance(rules, dict) else first.rules, seats, variants),
        dealer if isinstance(dealer, int) else None,
        in_play,
        in_play or not taken_back,
        time,
    )
