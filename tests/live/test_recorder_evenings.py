"""Any evening's session file: it replays to the same result, nothing in it is refused, and it names no card that
nobody saw."""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from engine.inputs import UNCHANGED, Input
from engine.table import Table
from engine.timeline import Timeline
from engine.variants import house_variants
from kiosk.folding import Standing
from kiosk.recorder import Recorder
from kiosk.recording import Header, read_session
from kiosk.session_lines import line_of
from tests.engine.slips import Evening
from tests.engine.truth import Truth

RULES: dict[str, Any] = {
    "variant": "liege-lord",
    "smallest_chip": 5,
    "small_bet": 100,
    "big_bet": 200,
    "ante": 25,
    "min_buy_in": 200,
}


@pytest.mark.parametrize("seed", range(6))
def test_with_pads_and_undos(seed: int, tmp_path: Path) -> None:
    """Liege Lord with unread cards, passes that pads read or the dealer confirms, and undos of all of it."""
    rng = random.Random(seed)
    truth = Truth(rng, RULES, rng.randint(2, 5))
    for _ in range(160):
        if rng.random() < 0.08:
            truth.undo(deeper=rng.random() < 0.5)
        else:
            truth.progress()
    comes_out_the_same(tmp_path, truth)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", sorted(house_variants()))
def test_full_of_slips(game: str, seed: int, tmp_path: Path) -> None:
    """Cards too many, down cards turned up by mistake, wrong reads, wrong corrections and corrections of those,
    nonsense, undos, people who come and go."""
    rng = random.Random(f"{game} {seed}")
    rules = {**RULES, "variant": game, "burn": rng.random() < 0.5}
    truth = Evening(rng, rules, rng.randint(2, 6))
    for _ in range(200):
        dice = rng.random()
        if dice < 0.06:
            truth.undo(deeper=rng.random() < 0.5)
        elif dice < 0.09:
            truth.slip()
        elif dice < 0.11:
            truth.nonsense()
        elif dice < 0.12:
            truth.change_seats()
        else:
            truth.progress()
    comes_out_the_same(tmp_path, truth)


def comes_out_the_same(tmp_path: Path, truth: Truth) -> None:
    header = Header("", truth.rules, truth.seats)
    standing = Standing(header, Timeline(header.make_table()))
    recorder = Recorder(tmp_path / "evening.session.jsonl", header.line())
    seen: defaultdict[int, set[Card]] = defaultdict(set)
    for entry, _ in truth.told:
        standing.play(entry)
        recorder.take(standing.taken(line_of(entry)))
        if standing.hand is not None:
            seen[standing.hand.number] |= standing.public
    recorder.flush()
    again = Timeline(header.make_table())
    for number, entry in read_session(recorder.path).entries:
        refused = again.apply(entry)  # type: ignore[arg-type]
        assert refused is None or refused is UNCHANGED, f"line {number}: {refused}"
        assert named(entry) <= seen[again.table.hand.number if again.table.hand else 0], f"line {number}"
    assert outcome(again.table) == outcome(standing.timeline.table)


def named(entry: Input) -> set[Card]:
    cards = {getattr(entry, "card", None), getattr(entry, "was", None), *(getattr(entry, "cards", None) or ())}
    return {card for card in cards if card is not None}


def outcome(table: Table) -> object:
    """Stacks, button, and of the hand what everyone sees of it: who opened, who is in, the cards that are up."""
    hand = table.hand
    assert hand is not None
    return (
        table.stacks(),
        table.button,
        (hand.number, hand.status, hand.step_number),
        hand.openers,
        [
            (player.seat, player.folded, player.bet, player.up, player.shown, len(player.down))
            for player in hand.players
        ],
        hand.reckoning,
    )
