"""Every session that was worked out by hand, through the reader of session files and the replay.

``tests/sessions/NAME.expected.json`` is a part of what ``liege replay --json`` prints: each key that it gives
must be so, lists whole; a key that begins with ``_`` is a remark of the one who reckoned.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kiosk.recording import read_session
from kiosk.replay import replay_recording

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.session.jsonl"))


def name_of(path: Path) -> str:
    return path.name.removesuffix(".session.jsonl")


def differences(expected: Any, found: Any, where: str = "result") -> list[str]:
    """Every place where ``found`` is not what was reckoned."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return [f"{where}: reckoned {expected}, found {found}"]
        wrong = []
        for key, value in expected.items():
            if key.startswith("_"):
                continue
            if key in found:
                wrong += differences(value, found[key], f"{where}.{key}")
            else:
                wrong.append(f"{where}.{key}: missing")
        return wrong
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for at, (one, other) in pairs for line in differences(one, other, f"{where}[{at}]")]
    if type(expected) is type(found) and expected == found:
        return []
    return [f"{where}: reckoned {json.dumps(expected)}, found {json.dumps(found)}"]


def test_there_are_sessions() -> None:
    """An empty folder would prove nothing; each session has its expectation and the other way round."""
    folder = Path(__file__).parent / "sessions"
    expected = {path.name.removesuffix(".expected.json") for path in folder.glob("*.expected.json")}
    assert SESSIONS and expected == {name_of(path) for path in SESSIONS}


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_session_gives_what_was_reckoned(path: Path) -> None:
    """The whole session file through ``read_session`` and ``replay_recording``."""
    expected = json.loads(path.with_name(f"{name_of(path)}.expected.json").read_text("utf-8"))
    result = json.loads(json.dumps(replay_recording(read_session(path))))  # as it is printed
    wrong = differences(expected, result)
    refused = [one for hand in result["hands"] for one in hand["refused"]]
    assert not wrong, "\n".join([*wrong, f"refused lines: {refused}"])


@pytest.mark.parametrize(
    ("expected", "found"),
    [({"a": 1}, {}), ({"a": [1]}, {"a": [1, 2]}), ([{"a": 1}], [{"a": 2}]), (1, True), ({"a": {}}, {"a": 3})],
)
def test_a_difference_is_found(expected: Any, found: Any) -> None:
    """The comparison itself can fail."""
    assert differences(expected, found)
