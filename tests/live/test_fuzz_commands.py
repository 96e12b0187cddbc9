"""Spoilt files handed to the commands, as a person hands them: one sentence on standard error and a status, never a
traceback; and a spoilt journal under `liege run`, to the first prompt. Each goes through ``kiosk.cli.main``.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kiosk.cli import main
from kiosk.decks import dumps
from kiosk.journal import Journal
from kiosk.readers.simulated_shoe import simulated_deck
from tests.proofs.bit_flips import killed

ROOT = Path(__file__).resolve().parents[2]
SESSION = ROOT / "tests" / "sessions" / "ll-ordinary.session.jsonl"
GAME = ROOT / "engine" / "games" / "liege-lord.toml"
TOLD = ("replay", "replay --json", "check", "report --out -", "export --phh", "audit", "import")
"""Commands that take a session file."""

place = st.floats(0, 1, exclude_max=True)
spoiling = st.tuples(place, st.integers(0, 40), st.binary(max_size=12))


def spoilt(content: bytes, how: tuple[float, int, bytes]) -> bytes:
    where, cut, data = how
    at = int(where * len(content))
    return content[:at] + data + content[at + cut :]


def run(*words: str) -> tuple[int, str]:
    """A command's status and what it said on standard error."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(words)
    assert status in (0, 1, 2)
    assert "Traceback" not in out.getvalue() + err.getvalue()
    if status == 2:
        assert err.getvalue().strip(), "a refusal says why"
    return status, err.getvalue()


def rows(store: Path) -> int:
    """Lines that an empty store took from a file that it refused."""
    journal = Journal.open(store.parent)
    count = sum(1 for _ in journal.lines())
    journal.close()
    return count


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as scratch:
        yield Path(scratch)


@settings(max_examples=60)
@given(how=spoiling, command=st.sampled_from(TOLD))
@example(how=(0.0, 10**6, b""), command="replay")
@example(how=(0.0, 10**6, b"[" * 100_000), command="check")
@example(how=(0.5, 10**6, b"\xff\xfe"), command="report --out -")
def test_commands_that_tell_a_session(folder: Path, how: tuple[float, int, bytes], command: str) -> None:
    path = folder / "spoilt.session.jsonl"
    path.write_bytes(spoilt(SESSION.read_bytes(), how))
    words = [*command.split(), str(path)]
    with tempfile.TemporaryDirectory() as store:
        if command.startswith("export"):
            words += ["--to", store]
        elif command == "import":
            words += ["--data", store]
        status, _ = run(*words)
        if command == "import" and status == 2:
            assert not [one for one in Path(store).iterdir() if one.suffix == ".db" and rows(one)]


@settings(max_examples=40)
@given(how=spoiling)
@example(how=(0.0, 10**6, b""))
@example(how=(0.0, 0, b"\xff"))
def test_a_deck_beside_a_session(folder: Path, how: tuple[float, int, bytes]) -> None:
    deck = folder / "spoilt.deck"
    deck.write_bytes(spoilt(dumps(simulated_deck()).encode(), how))
    status, said = run("replay", "--deck", str(deck), str(SESSION))
    assert status == 0 or said.count("\n") == 1


@settings(max_examples=40)
@given(how=spoiling)
@example(how=(0.0, 10**6, b""))
@example(how=(0.0, 0, b"\xff"))
@example(how=(0.0, 10**6, b"name = " + b"[" * 5000))
def test_a_game_for_a_session(folder: Path, how: tuple[float, int, bytes]) -> None:
    game = folder / "spoilt.toml"
    game.write_bytes(spoilt(GAME.read_bytes(), how))
    status, said = run("check", "--variant", str(game), str(SESSION))
    assert status != 2 or said.count("\n") == 1


@pytest.fixture(scope="module")
def whole() -> Iterator[Path]:
    """A store whose process was killed, with rows in the store file and in the log."""
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(scratch, "whole")
        killed(store)
        yield store


FILES = ("liege.db", "liege.db-wal", "liege.head", "liege.mark", "liege.key", "readers.json")


@settings(max_examples=30)
@given(name=st.sampled_from(FILES), how=spoiling)
def test_liege_run_with_a_spoilt_data_folder(whole: Path, name: str, how: tuple[float, int, bytes]) -> None:
    """It says one sentence, or comes as far as a kiosk without a display can; the rows are those that were there."""
    with tempfile.TemporaryDirectory() as scratch:
        store = Path(shutil.copytree(whole, Path(scratch, "store")))
        path = store / name
        path.write_bytes(spoilt(path.read_bytes() if path.exists() else b'{"version": 1}', how))
        status, said = run("run", "--data", str(store), "--shoe", "none")
        assert status == 2
        assert said.count("\n") <= 2, said
        if "there is no display here" not in said:
            return
        journal = Journal.open(store)
        sound = Journal.open(Path(shutil.copytree(whole, Path(scratch, "sound"))))
        lines, written = list(journal.lines()), list(sound.lines())
        assert [entry.line for entry in lines][: len(written)] == [entry.line for entry in written]
        journal.close()
        sound.close()


def test_every_command_of_a_session_file_is_tried() -> None:
    """Those that open no session: they need a device, a machine, or make one."""
    others = {
        "run",
        "practice",
        "shoe",
        "deck",
        "camera",
        "doctor",
        "install",
        "uninstall",
        "service",
        "update",
    }
    others.add("rollback")
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(["--help"])
    listed = out.getvalue().partition("commands:")[2].splitlines()
    commands: Sequence[str] = [line.split()[0] for line in listed if line.startswith("  ")]
    assert set(commands) == others | {command.split()[0] for command in TOLD}
