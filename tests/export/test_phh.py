"""``liege export --phh``: PokerKit reads the files back to the same stacks."""

from __future__ import annotations

import argparse
import json
import random
import tomllib
import warnings
from pathlib import Path
from typing import Any

import pokerkit
import pytest

from engine.cards import DECK
from engine.inputs import StartHand, TableInput, Undo
from engine.table import Seat
from kiosk import export_cli
from kiosk.phh import NotTold, histories
from kiosk.recording import Header, parse_header
from kiosk.session_lines import line_of
from tests.differential.duel import EXACT, Duel, Game, random_choice, random_game


def read_back(text: str) -> Any:
    """The last state of a PHH file in PokerKit; it must be over."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of hidden cards and of folds that cost nothing
        *_, last = pokerkit.HandHistory.loads(text)
    assert not last.status
    return last


class Recorder(Duel):
    """A duel that keeps what the engine was told."""

    def tell(self, entry: TableInput) -> None:
        if isinstance(entry, StartHand):
            self.inputs: list[TableInput] = []
        self.inputs.append(entry)
        super().tell(entry)


def random_hands(count: int, rng: random.Random, plain: bool = True) -> list[tuple[Game, Recorder]]:
    """Fixed-limit hands with a bring-in that agreed with PokerKit to the end; ``plain``: without a common card."""
    found = []
    while len(found) < count:
        game = random_game(rng)
        if game.limit != "fixed" or not game.bring_in or game.ante % EXACT:
            continue
        duel = Recorder(game, rng.sample(DECK, len(DECK)), random_choice(rng))
        if duel.play() == "" and not (plain and duel.hand.common):
            found.append((game, duel))
    return found


def header_of(game: Game) -> Header:
    table = game.table()
    seats = tuple(Seat(seat, "", stack) for seat, stack in enumerate(game.stacks, 1))
    return Header("Kitchen", table.told, seats)


def test_random_hands_are_read_back_to_the_same_stacks() -> None:
    """Stud and hi/lo, two to eight players, with folds, all-ins and side pots."""
    variants = set()
    told = 0
    for game, duel in random_hands(120, random.Random(5), plain=False):
        ((_, text),) = histories(header_of(game), duel.inputs)
        if isinstance(text, NotTold):
            assert duel.hand.common, text
            continue
        fields = tomllib.loads(text)
        variants.add(fields["variant"])
        told += 1
        stacks = duel.table.stacks()
        assert fields["finishing_stacks"] == [stacks[seat] for seat in fields["seats"]]
        assert list(read_back(text).stacks) == fields["finishing_stacks"]
    assert variants == {"F7S", "F7S/8"} and told > 100


def test_what_was_undone_is_not_told() -> None:
    ((game, duel),) = random_hands(1, random.Random(6))
    plain = list(histories(header_of(game), duel.inputs))
    erring = [entry for one in duel.inputs for entry in (one, Undo(), one)]
    redone = [entry for one in duel.inputs for entry in (one, Undo(), Undo())]
    assert list(histories(header_of(game), erring)) == plain == list(histories(header_of(game), redone))


def session(tmp_path: Path, *lines: dict[str, Any]) -> Path:
    path = tmp_path / "evening.session.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def export(*words: str) -> int:
    parser = argparse.ArgumentParser()
    export_cli.add_parser(parser.add_subparsers())
    parsed = parser.parse_args(["export", *words])
    return int(parsed.func(parsed))


HEADER = {
    "type": "session",
    "table": 'The "Kitchen"',
    "rules": {"variant": "stud", "burn": False, "open_pair_option": False},
    "seats": [{"seat": seat, "name": "", "stack": 4000} for seat in (2, 3, 5)],
}
HAND = [
    {"type": "hand"},
    {"type": "confirm", "step": "antes"},
    *({"type": "card", "card": card} for card in ("Ah", "Kh", "Qh", "As", "Ks", "Qs", "2s", "2c", "2d")),
    {"type": "act", "seat": 5, "action": "bring_in"},
    {"type": "act", "seat": 2, "action": "fold"},
    {"type": "act", "seat": 3, "action": "complete", "to": 100},
    {"type": "act", "seat": 5, "action": "fold"},
    {"type": "confirm", "step": "pay"},
]
"""The button is at seat 2: seat 3 is first, and shows the two of spades; 5 has the two of clubs."""


def test_a_hand_by_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing was shown, so no down card is told; seat 3 wins 3 antes of 25 and the bring-in of 50."""
    assert export("--phh", str(session(tmp_path, HEADER, *HAND)), "--to", str(tmp_path)) == 0
    target = tmp_path / "evening.1.phh"
    assert capsys.readouterr().out == f"{target}\n"
    fields = tomllib.loads(target.read_text("utf-8"))
    assert fields["actions"] == [
        *("d dh p1 ????2s", "d dh p2 ????2c", "d dh p3 ????2d"),
        *("p2 pb", "p3 f", "p1 cbr 100", "p2 f"),
    ]
    assert fields["seats"] == [3, 5, 2] and fields["event"] == 'The "Kitchen"'
    assert fields["finishing_stacks"] == [4100, 3925, 3975]
    assert list(read_back(target.read_text("utf-8")).stacks) == [4100, 3925, 3975]


def test_hands_that_phh_does_not_know_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = {**HEADER, "rules": {**HEADER["rules"], "limit": "pot"}}  # type: ignore[dict-item]
    assert export("--phh", str(session(tmp_path, header, *HAND)), "--to", str(tmp_path)) == 0
    told = capsys.readouterr()
    assert told.out == "" and "hand 1 is left out: PHH's stud has a fixed limit" in told.err
    assert not list(tmp_path.glob("*.phh"))


def test_a_malformed_session_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export("--phh", str(session(tmp_path, HEADER, {"type": "hands"}))) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert export("--phh", str(session(tmp_path, HEADER, *HAND)), "--to", str(tmp_path / "no" / "folder")) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_lines_and_inputs_are_the_same_hand(tmp_path: Path) -> None:
    """A hand that was played through the engine and one read from its session file are told alike."""
    ((game, duel),) = random_hands(1, random.Random(8))
    header = header_of(game)
    assert parse_header(header.line()) == header
    path = session(tmp_path, header.line(), *(line_of(entry) for entry in duel.inputs))
    assert export("--phh", str(path), "--to", str(tmp_path)) == 0
    ((_, text),) = histories(header, duel.inputs)
    assert [one.read_text("utf-8") for one in tmp_path.glob("*.phh")] == [text]
