"""``liege replay``: a session file played through the engine, told in lines or as one JSON object
(SESSION-FORMAT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.hand import Hand
from engine.inputs import UNCHANGED, Input, Refusal, Undo
from engine.projection import pots_of, prompt_of, view_of
from engine.prompts import Notice, Prompt
from engine.timeline import Timeline
from engine.view import OpenerView, PassView, PotView, PublicView
from kiosk.decks import Deck
from kiosk.recording import Header, Recording, entry_of, parse_header
from kiosk.replay_readers import inputs_of
from kiosk.session_lines import Line
from kiosk.wording import Wording

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Event:
    """What one input led to, for those who tell the session: all of it public."""

    line: int
    entry: Input
    refused: Refusal | None
    alarms: tuple[Notice, ...]
    prompt: Prompt | None
    """The prompt, where it is a new one."""


@dataclass
class _HandRecord:
    hand: Hand
    alarms: list[Json] = field(default_factory=list)
    refused: list[Json] = field(default_factory=list)
    prompts: list[Json] = field(default_factory=list)


def _prompt_key(prompt: Prompt, hand: int) -> tuple[object, ...]:
    """Prompts that differ in this are told apart: a deal is one prompt, every player to act a new one."""
    return (hand, prompt.kind, prompt.round, prompt.seat if prompt.kind != "fault" else prompt.notices)


class Replay:
    """Plays inputs one after the other and keeps what ``liege replay --json`` prints."""

    def __init__(self, header: Header, wording: Wording | None = None) -> None:
        self.timeline = Timeline(header.make_table())
        self.wording = wording or Wording()
        self._records: dict[int, _HandRecord] = {}
        self._refused_before: list[Json] = []
        self._prompt_key: tuple[object, ...] = ()

    @property
    def view(self) -> PublicView:
        return view_of(self.timeline.table)

    def play(self, line: int, entry: Input) -> Event:
        """Take one input; ``line`` is where it stands in the file."""
        timeline = self.timeline
        refused = timeline.apply(entry)
        if refused is UNCHANGED:
            return Event(line, entry, None, timeline.new_alarms, None)
        table = timeline.table
        hand = table.hand
        if refused is not None:
            self._refuse(line, refused)
            return Event(line, entry, refused, timeline.new_alarms, None)
        self._keep(hand, isinstance(entry, Undo))
        record = self._records.get(table.hands_begun)
        if record is not None:
            for notice in timeline.new_alarms:
                record.alarms.append(self._alarm(line, notice))
        prompt = prompt_of(table)
        key = _prompt_key(prompt, table.hands_begun)
        if key == self._prompt_key:
            return Event(line, entry, None, timeline.new_alarms, None)
        self._prompt_key = key
        if record is not None:
            text = str(self.wording.prompt(prompt, view_of(table)))
            record.prompts.append({"line": line, "kind": prompt.kind, "text": text})
        return Event(line, entry, None, timeline.new_alarms, prompt)

    def _keep(self, hand: Hand | None, undone: bool) -> None:
        if undone:
            for number in [number for number in self._records if number > self.timeline.table.hands_begun]:
                del self._records[number]
        if hand is not None:
            record = self._records.setdefault(hand.number, _HandRecord(hand))
            record.hand = hand

    def _refuse(self, line: int, refused: Refusal) -> None:
        told = {"line": line, "why": self.wording.refusal(refused)}
        record = self._records.get(self.timeline.table.hands_begun)
        (record.refused if record is not None else self._refused_before).append(told)

    def _alarm(self, line: int, notice: Notice) -> Json:
        told: Json = {"line": line, "kind": notice.kind}
        if notice.cards and notice.cards[0] is not None:
            told["card"] = str(notice.cards[0])
        if notice.seat is not None:
            told["seat"] = notice.seat
        told["text"] = self.wording.notice(notice)
        return told

    def result(self) -> Json:
        """The JSON object of ``liege replay --json``."""
        table = self.timeline.table
        prompt = prompt_of(table)
        told: Json = {
            "version": 1,
            "hands": [self._hand(record) for _, record in sorted(self._records.items())],
            "stacks": _by_seat(table.stacks()),
            "next": {"kind": prompt.kind, "text": str(self.wording.prompt(prompt, view_of(table)))},
        }
        if self._refused_before:
            told["refused"] = self._refused_before
        return told

    def _hand(self, record: _HandRecord) -> Json:
        hand = record.hand
        reckoning = hand.reckoning
        told: Json = {
            "hand": hand.number,
            "variant": hand.variant.name,
            "dealer": hand.dealer,
            "status": hand.status,
            "openers": [_opener(view) for view in hand.openers],
            "folded": sorted(player.seat for player in hand.players if player.folded),
            "pots": [self._pot(pot) for pot in pots_of(hand)],
            "returned": [{"seat": seat, "amount": amount} for seat, amount in reckoning.returned] if reckoning else [],
            "won": _by_seat(reckoning.won) if reckoning else {},
            "stacks": _by_seat(hand.stacks_at_end or self.timeline.table.stacks()),
            "alarms": record.alarms,
            "refused": record.refused,
            "prompts": record.prompts,
        }
        if hand.status == "complete" and hand.rules.provenance != "off":
            told["passes"] = [_pass(view) for view in hand.passes]
        return told

    def _pot(self, pot: PotView) -> Json:
        shares: list[Json] = []
        for share in pot.shares:
            told: Json = {"seat": share.seat, "amount": share.amount, "as": share.role}
            if share.name is not None:
                told["hand"] = [str(card) for card in share.hand]
                told["name"] = self.wording.hand_name(share.name)
            shares.append(told)
        return {"amount": pot.amount, "eligible": list(pot.eligible), "shares": shares}


def _pass(view: PassView) -> Json:
    card = str(view.card) if view.card is not None else None
    return {
        "round": view.round,
        "from": view.giver,
        "to": view.receiver,
        "card": card,
        "certain": view.certain,
    }


def _by_seat(amounts: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): amount for seat, amount in sorted(amounts.items())}


def _opener(view: OpenerView) -> Json:
    told: Json = {"round": view.round, "seat": view.seat}
    if view.showing or not view.skipped:
        told["showing"] = [str(card) if card is not None else None for card in view.showing]
    if view.best is not None:
        told["best"] = view.best
    if view.bring_in:
        told["bring_in"] = True
    if view.skipped:
        told["skipped"] = True
    return told


def replay_lines(lines: Iterable[Line], folder: Path = Path()) -> Json:
    """Replay a session given as a list of its lines, the header first. Raises LineError where one is
    malformed."""
    iterator = iter(lines)
    header = parse_header(next(iterator, None))
    entries = tuple((number, entry_of(line, header.variants)) for number, line in enumerate(iterator, start=2))
    return replay_recording(Recording(header, entries, folder=folder))


def replay_recording(recording: Recording, deck: Deck | None = None) -> Json:
    """Replay a session that has been read; ``deck`` names the cards in its raw bytes from a reader."""
    replay = Replay(recording.header)
    for line, entry in inputs_of(recording, deck):
        replay.play(line, entry)
    return replay.result()
