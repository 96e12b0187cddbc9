"""The engine against the independent referee of tests/oracle, on sessions made at random.

``LIEGE_SEEDS`` sets how many sessions (300), ``LIEGE_FIRST_SEED`` where they begin. The referee itself is
held to the sessions that were worked out by hand, and to the conservation of chips.
"""

from __future__ import annotations

import json
import os
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pokerkit import EightOrBetterLowHand, StandardHighHand

from kiosk.recording import read_session
from kiosk.replay import replay_lines
from kiosk.replay_readers import inputs_of
from kiosk.session_lines import line_of
from tests.oracle.compare import differences, essence
from tests.oracle.generate import generate
from tests.oracle.ranks import DECK, best_high, best_low
from tests.oracle.referee import Referee, judge

SESSIONS = Path(__file__).parent / "sessions"
FIRST = int(os.environ.get("LIEGE_FIRST_SEED", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("LIEGE_SEEDS", "300")))
BATCH = 25  # seeds in one test, so that a failure is found soon and the report stays short


def told(lines: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in lines)


@cache
def played(seed: int) -> tuple[list[dict[str, Any]], Referee, dict[str, Any]]:
    """A session, the referee that has played it, and what the engine says of it."""
    lines = generate(seed)
    referee = Referee(lines[0])
    for line in lines[1:]:
        referee.feed(line)
    return lines, referee, replay_lines(lines)


@pytest.mark.parametrize("first", SEEDS[::BATCH])
def test_engine_agrees_with_the_referee(first: int) -> None:
    """Openers, folded, pots, shares, returns, wins, stacks, buttons, refused lines of every session."""
    for seed in range(first, min(first + BATCH, SEEDS.stop)):
        lines, referee, printed = played(seed)
        wrong = differences(essence(referee.report()), essence(printed))
        assert not wrong, f"seed {seed}:\n" + "\n".join(wrong) + "\n" + told(lines)


def lines_of(path: Path) -> list[dict[str, Any]]:
    """The lines of the session beside an expectation; a cut last line is not read. Pictures are what was read
    from them: who judges a game need not see."""
    session = path.with_name(path.name.replace("expected.json", "session.jsonl"))
    text = session.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]
    if any(line["type"] == "frame" for line in lines):
        return [lines[0], *(line_of(entry) for _, entry in inputs_of(read_session(session)))]
    return lines


def without_pictures() -> list[Path]:
    """The sessions that are all inputs; those with pictures beside them are replayed in tests/test_sessions.py."""
    paths = sorted(SESSIONS.glob("*.expected.json"))
    return [path for path in paths if all(line["type"] != "frame" for line in lines_of(path))]


@pytest.mark.parametrize("path", without_pictures(), ids=lambda path: path.name[:-14])
def test_engine_agrees_with_hand_worked_sessions(path: Path) -> None:
    assert not differences(json.loads(path.read_text(encoding="utf-8")), replay_lines(lines_of(path)))


def hand_worked() -> list[Path]:
    """The sessions whose rules the referee knows: all but some of RULES 8 (``"_referee": false``)."""
    return [path for path in without_pictures() if json.loads(path.read_text(encoding="utf-8")).get("_referee", True)]


@pytest.mark.parametrize("path", hand_worked(), ids=lambda path: path.name[:-14])
def test_referee_agrees_with_hand_worked_sessions(path: Path) -> None:
    """The referee gives what was reckoned by hand, so that neither can be wrong alone."""
    assert not differences(json.loads(path.read_text(encoding="utf-8")), judge(lines_of(path)))


@pytest.mark.parametrize("first", SEEDS[::BATCH])
def test_no_hidden_card_in_any_output(first: int) -> None:
    """Whatever the file holds: a card that no player has turned up stands nowhere in the hand's output."""
    for seed in range(first, min(first + BATCH, SEEDS.stop)):
        lines, referee, printed = played(seed)
        for hand, told_of in zip(referee.hands, printed["hands"], strict=True):
            hidden = named(json.dumps(told_of, ensure_ascii=False)) - hand.public()
            assert not hidden, f"seed {seed}, hand {hand.number}: {hidden}\n{told(lines)}"


def named(text: str) -> set[str]:
    """The cards that a text names, in letters (``"As"``) or in signs (A♠, 10♥)."""
    signs = re.findall("(10|[2-9TJQKA])([♣♦♥♠])", text)
    letters = re.findall('"([2-9TJQKA][cdhs])"', text)
    return {rank.replace("10", "T") + "cdhs"["♣♦♥♠".index(sign)] for rank, sign in signs} | set(letters)


def test_ranks_against_another_evaluator() -> None:
    """The brute-force ranks order random hands as PokerKit does, high and eight or better."""
    rng = random.Random(7)
    for _ in range(300):
        one, other = (rng.sample(DECK, 7) for _ in range(2))
        theirs = [StandardHighHand.from_game("".join(cards)) for cards in (one, other)]
        ours = [best_high(cards)[0] for cards in (one, other)]
        assert (ours[0] > ours[1], ours[0] == ours[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1])
        lows = [EightOrBetterLowHand.from_game_or_none("".join(cards)) for cards in (one, other)]
        mine = [best_low(cards) for cards in (one, other)]
        assert [low is None for low in lows] == [low is None for low in mine]
        if mine[0] and mine[1] and lows[0] and lows[1]:
            assert (mine[0][0] < mine[1][0]) == (lows[0] > lows[1])


@pytest.mark.parametrize("seed", SEEDS[:50])
def test_chips_are_conserved(seed: int) -> None:
    """Stacks change in sum only by join, leave and rebuy; every pot is paid out whole."""
    lines, referee, _ = played(seed)
    report = referee.report()
    for hand in report["hands"]:
        for pot in hand["pots"]:
            assert sum(part["amount"] for part in pot["shares"]) == pot["amount"]
        assert sum(hand["won"].values()) == sum(pot["amount"] for pot in hand["pots"])
        assert min(hand["stacks"].values()) >= 0
    if not any(line["type"] in ("join", "leave", "rebuy") for line in lines):
        assert report["hands"][-1]["status"] != "complete" or sum(report["stacks"].values()) == sum(
            entry["stack"] for entry in lines[0]["seats"]
        )
