"""Spoilt files of every kind: one plain sentence with the place, never a traceback, never half of it taken.

The search goes further with `--hypothesis-profile=search`.
"""

from __future__ import annotations

import copy
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.cards import DECK
from engine.variants import Variant, VariantError, parse_variant, variant_from
from kiosk.cli import main
from kiosk.decks import Deck, DeckError, dumps, loads
from kiosk.readers.simulated_shoe import simulated_deck
from kiosk.recording import Malformed, read_session, read_variants
from kiosk.replay import replay_recording
from kiosk.replay_readers import FrameError

ROOT = Path(__file__).resolve().parents[2]
SESSIONS = sorted((ROOT / "tests" / "sessions").glob("*.session.jsonl"))
GAMES = sorted((ROOT / "engine" / "games").glob("*.toml"))


def words(text: str) -> st.SearchStrategy[str]:
    """One of these words."""
    return st.sampled_from(text.split())


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 1, 2, 9, 10**30, 1.5, float("inf"), "", "As", "ZZ", "\ud800", "fold", "pay", "x" * 500])
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
names = words(
    "type version table rules seats seat name stack t dealer sitting_out step card reader confidence "
    "action to cards was street index deeper reason amount port data camera file text nonsense"
)
kinds = words("session hand confirm card pass act show muck correct undo void join leave rebuy serial frame note")
a_line = st.dictionaries(names, anything, max_size=4)
change = st.one_of(
    st.tuples(st.just("field"), names, anything),
    st.tuples(st.just("type"), kinds, st.none()),
    st.tuples(st.just("remove"), names, st.none()),
    st.tuples(st.just("line"), st.none(), anything | a_line),
    st.tuples(st.just("drop"), st.none(), st.none()),
    st.tuples(st.just("double"), st.none(), st.none()),
    st.tuples(st.just("swap"), st.none(), st.none()),
)
place = st.floats(0, 1, exclude_max=True)


def spoil(lines: list[Any], where: float, how: tuple[str, Any, Any]) -> None:
    """Change one line of a session."""
    at = int(where * len(lines))
    line = lines[at]
    match how:
        case ("field", name, value) if isinstance(line, dict):
            line[name] = value
        case ("type", kind, _) if isinstance(line, dict):
            line["type"] = kind
        case ("remove", name, _) if isinstance(line, dict):
            line.pop(name, None)
        case ("line", _, value):
            lines[at] = value
        case ("drop", _, _):
            del lines[at]
        case ("double", _, _):
            lines.insert(at, copy.deepcopy(line))
        case ("swap", _, _):
            lines.insert(int(where * where * len(lines)), lines.pop(at))


def one_sentence(text: str) -> None:
    assert text.count("\n") == 0
    assert 5 < len(text) < 1000
    assert "Traceback" not in text


@pytest.fixture(scope="module")
def path() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch) / "spoilt.session.jsonl"


def replay(path: Path, content: bytes) -> None:
    """Read and replay it whole, or be told in one sentence why not; what is told can be written."""
    path.write_bytes(content)
    try:
        told = replay_recording(read_session(path))
    except (Malformed, FrameError) as error:
        one_sentence(str(error))
        return
    json.dumps(told, allow_nan=False)
    chips = [hand["stacks"] for hand in told["hands"]]
    assert all(stack >= 0 for stacks in chips for stack in stacks.values())


@given(session=st.sampled_from(SESSIONS), changes=st.lists(st.tuples(place, change), min_size=1, max_size=4))
def test_session_files_with_other_lines(
    path: Path, session: Path, changes: list[tuple[float, tuple[str, Any, Any]]]
) -> None:
    lines = [json.loads(line) for line in session.read_text("utf-8").splitlines() if line.endswith("}")]
    for where, how in changes:
        if lines:
            spoil(lines, where, how)
    replay(path, "".join(json.dumps(line) + "\n" for line in lines).encode())


@given(session=st.sampled_from(SESSIONS), where=place, cut=st.integers(0, 40), data=st.binary(max_size=12))
def test_session_files_with_other_bytes(path: Path, session: Path, where: float, cut: int, data: bytes) -> None:
    content = session.read_bytes()
    at = int(where * len(content))
    replay(path, content[:at] + data + content[at + cut :])


@given(content=st.binary(max_size=300))
@example(b"[" * 100_000)
@example(b'{"type":"session","seats":[{"seat":1,"stack":' + b"9" * 5000 + b"}]}\n")
@example(b"\xef\xbb\xbf")
def test_files_that_are_no_sessions(path: Path, content: bytes) -> None:
    replay(path, content)


def test_a_name_that_is_no_unicode_is_told_in_the_terminal_too(
    path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Half a surrogate pair can stand in JSON, and in no UTF-8 text."""
    lines = [json.loads(line) for line in SESSIONS[0].read_text("utf-8").splitlines()]
    lines[0]["seats"][0]["name"] = "\ud83c"
    path.write_bytes("".join(json.dumps(line) + "\n" for line in lines).encode())
    for command in ("replay", "check"):
        assert main([command, str(path)]) in (0, 1, 2)
        said = capsysbinary.readouterr()
        assert b"Traceback" not in said.out + said.err


# Decks.


def read_deck(text: str) -> Deck | None:
    try:
        return loads(text, "spoilt.deck")
    except DeckError as error:
        one_sentence(str(error))
        assert str(error).startswith("spoilt.deck")
        return None


@given(where=place, cut=st.integers(0, 60), text=st.text(max_size=20))
def test_deck_files_with_other_characters(where: float, cut: int, text: str) -> None:
    """What is read can be written and read again; no tag ever names two cards."""
    whole = dumps(simulated_deck())
    at = int(where * len(whole))
    deck = read_deck(whole[:at] + text + whole[at + cut :])
    if deck is not None:
        assert loads(dumps(deck), "again") == deck
        assert len(set(deck.cards.values())) == len(deck.cards) <= len(DECK)


@given(text=st.text(max_size=200))
@example("liege-deck 99999999999999")
@example("liege-deck 1\nname x\nrevision 99999999999999999999")
@example("\ufeff")
def test_texts_that_are_no_decks(text: str) -> None:
    read_deck(text)


# Games.

toml_key = words(
    "name title max_players shares low table_talk_reminder rules round deal pass "
    "pass_to reveal opens bet open_pair may_be_common variant ante small_bet limit nonsense"
)
toml_value = st.recursive(
    st.booleans() | st.integers(-5, 60) | st.floats() | st.sampled_from(["down", "up", "small", "left", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(toml_key, inner, max_size=3),
    max_leaves=8,
)


def sound(variant: Variant) -> None:
    """A game that was taken can be dealt and played by somebody."""
    assert 2 <= variant.max_players <= 8
    assert 5 <= variant.hand_size <= 7


@given(game=st.sampled_from(GAMES), where=place, key=toml_key, value=toml_value)
def test_games_with_another_value(game: Path, where: float, key: str, value: object) -> None:
    import tomllib

    table = tomllib.loads(game.read_text("utf-8"))
    rounds = table["round"]
    target = [table, *rounds][int(where * (len(rounds) + 1))]
    target[key] = value
    try:
        sound(variant_from(table, game.name))
    except VariantError as error:
        one_sentence(str(error))
        assert str(error).startswith(game.name)


@given(game=st.sampled_from(GAMES), where=place, cut=st.integers(0, 40), text=st.text(max_size=12))
def test_games_with_other_characters(game: Path, where: float, cut: int, text: str) -> None:
    whole = game.read_text("utf-8")
    at = int(where * len(whole))
    try:
        sound(parse_variant(whole[:at] + text + whole[at + cut :], game.name))
    except VariantError as error:
        one_sentence(str(error))


def test_a_game_nested_without_end() -> None:
    with pytest.raises(VariantError, match=r"^deep\.toml: not a TOML file"):
        parse_variant("name = " + "[" * 5000, "deep.toml")


def test_a_game_that_is_not_text(tmp_path: Path) -> None:
    game = tmp_path / "game.toml"
    game.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(VariantError, match="not a text file"):
        read_variants([game])
