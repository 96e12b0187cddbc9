"""``liege replay`` and ``liege check`` as a person calls them: bad input gets one sentence that names the place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kiosk.cli import main

HEADER: dict[str, Any] = {
    "type": "session",
    "version": 1,
    "rules": {"variant": "liege-lord"},
    "seats": [{"seat": seat, "name": name, "stack": 4000} for seat, name in enumerate(("Ana", "Ben", "Cleo"), 1)],
}
HAND = {"type": "hand"}


def session(folder: Path, *lines: object, end: str = "\n") -> str:
    """A session file; strings are written as they stand."""
    path = folder / "evening.session.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text + end, encoding="utf-8")
    return str(path)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(words)
    output = capsys.readouterr()
    return status, output.out, output.err


MALFORMED = [
    ("not json", 3, "this line is not JSON"),
    ('{"type":"hand","seats":[1]}', 3, "unknown field 'seats' in a 'hand' line"),
    ('{"type":"deal"}', 3, "unknown type 'deal'"),
    ('{"dealer":1}', 3, "the type is missing"),
    ("[1]", 3, "a line must be a JSON object"),
    ('{"type":"act","seat":"one","action":"bet"}', 3, "'seat' must be a seat number, from 1"),
    ('{"type":"act","seat":true,"action":"bet"}', 3, "'seat' must be a seat number, from 1"),
    ('{"type":"act","seat":1,"action":"jump"}', 3, "'action' must be one of"),
    ('{"type":"act","seat":1}', 3, "'action' is missing in a 'act' line"),
    ('{"type":"card","card":"1s"}', 3, "'card' must be a card, as in As, Td, 9c, or null"),
    ('{"type":"card","card":"As","confidence":2}', 3, "'confidence' must be a number from 0 to 1"),
    ('{"type":"act","seat":1,"action":"bet","to":1.5}', 3, "'to' must be a whole number of minor units"),
    ('{"type":"act","seat":1,"action":"bet","to":NaN}', 3, "this line is not JSON"),
    ('{"type":"serial","port":"x","data":"?"}', 3, "'data' must be base64"),
    ('{"type":"hand","rules":{"antee":25}}', 3, "antee: there is no such house rule"),
    ('{"type":"hand","rules":{"share_side":"up"}}', 3, "share_side: must be one of right, left"),
    ('{"type":"note","text":"x","t":-1}', 3, "'t' must be milliseconds"),
]


@pytest.mark.parametrize(("line", "number", "sentence"), MALFORMED)
def test_a_malformed_line_ends_the_replay_with_its_place(
    line: str, number: int, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """SESSION-FORMAT: exit status 2 and one line on standard error, FILE:LINE: what is wrong."""
    path = session(tmp_path, HEADER, HAND, line, HAND)
    for command in (("replay", path), ("replay", "--json", path), ("check", path)):
        status, out, err = told(capsys, *command)
        assert status == 2
        assert out == ""
        assert err.startswith(f"{path}:{number}: ")
        assert sentence in err
        assert err.count("\n") == 1


HEADERS = [
    ({**HEADER, "rules": {"ante": 30}}, "ante: 30 is not a multiple of the smallest chip, 25"),
    ({**HEADER, "rules": {"variant": "bridge"}}, "variant: must be one of"),
    ({**HEADER, "rules": {"limit": "fixed", "colour": 1}}, "colour: there is no such house rule"),
    ({**HEADER, "rules": {"big_bet": 25, "small_bet": 100}}, "big_bet: 25 is less than the small bet, 100"),
    ({**HEADER, "version": 2}, "'version' must be 1"),
    ({**HEADER, "players": []}, "unknown field 'players' in the header"),
    ({**HEADER, "seats": [{"seat": 1, "stack": 10}, {"seat": 1, "stack": 10}]}, "seat 1 is given twice"),
    ({**HEADER, "seats": [{"seat": 9, "stack": 10}]}, "'seat' in 'seats' must be 1 to 8"),
    ({**HEADER, "seats": [{"seat": 1}]}, "'stack' is missing in 'seats'"),
    (HAND, "the first line must be the header"),
]


@pytest.mark.parametrize(("header", "sentence"), HEADERS)
def test_a_wrong_header_names_the_key(
    header: dict[str, Any], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """RULES 1.4, 7; SESSION-FORMAT, header."""
    path = session(tmp_path, header)
    status, out, err = told(capsys, "replay", path)
    assert (status, out) == (2, "")
    assert err.startswith(f"{path}:1: ")
    assert sentence in err


def test_a_file_that_ends_in_the_middle_of_a_line_is_read_up_to_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fault: session file cut short. SESSION-FORMAT: power loss; the rest is replayed, with a warning."""
    path = session(tmp_path, HEADER, HAND, '{"type":"confirm","st', end="")
    status, out, err = told(capsys, "replay", "--json", path)
    assert status == 0
    assert json.loads(out)["next"]["kind"] == "announce"
    assert err == f"{path}:3: the file ends in the middle of this line, it is left out\n"


def test_a_whole_last_line_needs_no_line_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = session(tmp_path, HEADER, HAND, {"type": "confirm", "step": "announce"}, end="")
    status, out, err = told(capsys, "replay", "--json", path)
    assert (status, err) == (0, "")
    assert json.loads(out)["next"]["kind"] == "antes"


def test_what_is_refused_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SESSION-FORMAT: a line that makes no sense at that moment changes nothing and is reported."""
    path = session(tmp_path, HEADER, HAND, {"type": "act", "seat": 2, "action": "bet"})
    status, out, _ = told(capsys, "check", path)
    assert status == 0
    assert out == f"{path}:3: not now: the rules are announced first\n"
    status, out, _ = told(capsys, "replay", "--json", path)
    (hand,) = json.loads(out)["hands"]
    assert [refused["line"] for refused in hand["refused"]] == [3]


def test_eight_players_are_too_many_for_liege_lord(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """RULES 1.2."""
    seats = [{"seat": seat, "stack": 4000} for seat in range(1, 9)]
    path = session(tmp_path, {**HEADER, "seats": seats}, HAND)
    status, out, _ = told(capsys, "check", path)
    assert status == 0
    assert out == f"{path}:2: Liege Lord is for at most 7 players, here are 8\n"


def test_a_missing_file_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "nowhere.session.jsonl")
    status, out, err = told(capsys, "replay", path)
    assert (status, out) == (2, "")
    assert err == f"{path}: cannot be read: No such file or directory\n"


def test_a_command_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["deal"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "liege: there is no command 'deal'; liege --help names them\n"


def test_no_hidden_card_is_in_the_output_of_an_open_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Down cards are dealt and one is read twice: neither the text nor the JSON names one (RULES 8.3)."""
    cards = ["As", "Kd", "Qh", "Jc", "Td", "9s", "8h", "As", "7c"]
    path = session(
        tmp_path,
        HEADER,
        HAND,
        {"type": "confirm", "step": "announce"},
        {"type": "confirm", "step": "antes"},
        *({"type": "card", "card": card, "reader": "shoe"} for card in cards),
        {"type": "confirm", "step": "pass"},
    )
    for options in ((), ("--json",)):
        status, out, err = told(capsys, "replay", path, *options)
        assert status == 0
        for card in cards:
            sign = card[0].replace("T", "10") + {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[card[1]]
            assert f'"{card}"' not in out + err
            assert sign not in out + err
    (hand,) = json.loads(out)["hands"]
    assert [alarm["kind"] for alarm in hand["alarms"]] == ["duplicate-card"]
    assert "card" not in hand["alarms"][0]
