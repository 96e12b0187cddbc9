"""The engine against the independent referee of tests/oracle, on sessions made at random.

``LIEGE_SEEDS`` sets how many sessions (300), ``LIEGE_FIRST_SEED`` where they begin. The referee itself is held to
the sessions that were worked out by hand, and to the conservation of chips.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.compare import differences, essence
from tests.oracle.generate import generate
from tests.oracle.referee import judge

SESSIONS = Path(__file__).parent / "sessions"
FIRST = int(os.environ.get("LIEGE_FIRST_SEED", "0"))
SEEDS = range(FIRST, FIRST + int(os.environ.get("LIEGE_SEEDS", "300")))
BATCH = 25  # seeds in one test, so that a failure is found soon and the report stays short


def told(lines: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(line) for line in lines)


@pytest.mark.parametrize("first", SEEDS[::BATCH])
def test_engine_agrees_with_the_referee(first: int) -> None:
    """Openers, folded, pots, shares, returns, wins, stacks, buttons, refused lines of every session."""
    replay_lines = pytest.importorskip("kiosk.replay").replay_lines
    for seed in range(first, min(first + BATCH, SEEDS.stop)):
        lines = generate(seed)
        wrong = differences(essence(judge(lines)), essence(replay_lines(lines)))
        assert not wrong, f"seed {seed}:\n" + "\n".join(wrong) + "\n" + told(lines)


def hand_worked() -> list[Path]:
    """The sessions whose rules the referee knows: all but some of RULES 8 (``"_referee": false``)."""
    return [path for path in sorted(SESSIONS.glob("*.expected.json"))
            if json.loads(path.read_text(encoding="utf-8")).get("_referee", True)]


@pytest.mark.parametrize("path", hand_worked(), ids=lambda path: path.name[:-14])
def test_referee_agrees_with_hand_worked_sessions(path: Path) -> None:
    """The referee gives what was reckoned by hand, so that neither can be wrong alone."""
    text = path.with_name(path.name.replace("expected.json", "session.jsonl")).read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]  # a cut last line is not read
    lines = [json.loads(line) for line in whole.splitlines()]
    assert not differences(json.loads(path.read_text(encoding="utf-8")), judge(lines))


@pytest.mark.parametrize("seed", SEEDS[:50])
def test_chips_are_conserved(seed: int) -> None:
    """Stacks change in sum only by join, leave and rebuy; every pot is paid out whole."""
    lines = generate(seed)
    report = judge(lines)
    for hand in report["hands"]:
        for pot in hand["pots"]:
            assert sum(part["amount"] for part in pot["shares"]) == pot["amount"]
        assert sum(hand["won"].values()) == sum(pot["amount"] for pot in hand["pots"])
        assert min(hand["stacks"].values()) >= 0
    if not any(line["type"] in ("join", "leave", "rebuy") for line in lines):
        assert report["hands"][-1]["status"] != "complete" or sum(report["stacks"].values()) == sum(
            entry["stack"] for entry in lines[0]["seats"])
