"""The store from the command line: sessions out and in, backups of a kiosk that runs, the audit, the PIN."""

from __future__ import annotations

import io
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.inputs import Confirm, StartHand, Undo, Void
from kiosk.cli import main
from kiosk.decks import Deck
from kiosk.door import DOOR_FILE, Door
from kiosk.journal import Journal
from kiosk.pin_asking import objection_to_decks
from kiosk.recording import read_session
from kiosk.replay import replay_recording
from kiosk.supervision import Lock, SetPin
from tests.live.test_roles import PIN, Guarded


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[Guarded]:
    place = Guarded(tmp_path / "data")
    yield place
    place.session.close()


def say(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text + "\n"))


def play(kiosk: Guarded) -> None:
    """All fold to seat 1, who wins the other two antes of 25; a rule changes and something is taken back."""
    kiosk.to_the_bet()
    kiosk.fold_round()
    kiosk.enter(Confirm("pay"), StartHand(rules={"ante": 50}), Confirm("announce"), Undo(), Void("misdeal"))


def test_a_session_goes_out_and_into_another_kiosk(kiosk: Guarded, tmp_path: Path, capsys) -> None:
    play(kiosk)
    kiosk.session.close()
    out, other = tmp_path / "out", tmp_path / "other"
    assert main(["export", "--session", "--data", str(kiosk.folder), "--to", str(out)]) == 0
    path = out / "session-1.session.jsonl"
    assert capsys.readouterr().out == f"{path}\n"
    told = replay_recording(read_session(path))
    assert told["stacks"] == {"1": 4050, "2": 3975, "3": 3975}
    assert [hand["status"] for hand in told["hands"]] == ["complete", "void"]
    assert main(["import", str(path), "--data", str(other)]) == 0
    again = Guarded(other)
    state = again.session.settle()
    again.session.close()
    assert {seat.seat: seat.stack for seat in state.view.seats} == {1: 4050, 2: 3975, 3: 3975}
    assert state.view.hand == 2
    assert main(["export", "--session", "7", "--data", str(kiosk.folder), "--to", str(out)]) == 2
    assert "there is no session 7; there are 1" in capsys.readouterr().err


def test_cards_that_nobody_saw_are_in_no_export(kiosk: Guarded, tmp_path: Path) -> None:
    kiosk.to_the_bet()
    kiosk.fold_round()
    kiosk.session.close()
    assert main(["export", "--session", "1", "--data", str(kiosk.folder), "--to", str(tmp_path)]) == 0
    text = (tmp_path / "session-1.session.jsonl").read_text("utf-8")
    assert '"As"' in text and '"8c"' not in text


def test_a_running_kiosk_is_asked_for_a_backup(kiosk: Guarded, tmp_path: Path, capsys) -> None:
    play(kiosk)
    door = Door(kiosk.folder, kiosk.session)
    try:
        assert stat.S_IMODE(os.stat(kiosk.folder / DOOR_FILE).st_mode) == 0o600
        backup = tmp_path / "backup"
        assert main(["export", "--backup", str(backup), "--data", str(kiosk.folder)]) == 0
        assert main(["export", "--backup", str(backup), "--data", str(kiosk.folder)]) == 2
        assert "is not empty: a backup needs a folder of its own" in capsys.readouterr().err
    finally:
        door.close()
    assert not (kiosk.folder / DOOR_FILE).exists()
    shutil.copy(kiosk.folder / "liege.key", backup)
    copy = Journal.open(backup)
    assert [hand.number for hand in copy.hands()] == [1, 2]
    copy.close()


def test_a_backup_needs_the_pin_where_one_is_set(kiosk: Guarded, tmp_path: Path, capsys, monkeypatch) -> None:
    play(kiosk)
    kiosk.ask(SetPin(PIN), Lock())
    door = Door(kiosk.folder, kiosk.session)
    try:
        say(monkeypatch, "000111")
        assert main(["export", "--backup", str(tmp_path / "one"), "--data", str(kiosk.folder)]) == 2
        assert "PIN" in capsys.readouterr().err
        say(monkeypatch, PIN)
        assert main(["export", "--backup", str(tmp_path / "two"), "--data", str(kiosk.folder)]) == 0
    finally:
        door.close()
    assert not kiosk.ask().open, "the door closes behind it"
    assert kiosk.noted()[-4:] == [("pin", "wrong"), ("pin", "right"), ("backup", "done"), ("lock", "done")]
    assert not (tmp_path / "one").exists()


def test_a_store_that_lies_still_is_copied_too(kiosk: Guarded, tmp_path: Path, capsys, monkeypatch) -> None:
    play(kiosk)
    kiosk.ask(SetPin(PIN))
    kiosk.session.close()
    say(monkeypatch, "000111")
    assert main(["export", "--backup", str(tmp_path / "one"), "--data", str(kiosk.folder)]) == 2
    assert "That is not the PIN" in capsys.readouterr().err
    say(monkeypatch, PIN)
    assert main(["export", "--backup", str(tmp_path / "two"), "--data", str(kiosk.folder)]) == 0
    assert (tmp_path / "two" / "liege.db").exists()
    assert main(["export", "--backup", str(tmp_path / "x"), "--data", str(tmp_path / "nowhere")]) == 2
    assert "there is no store" in capsys.readouterr().err


def test_the_audit_is_told_newest_first(kiosk: Guarded, tmp_path: Path, capsys, monkeypatch) -> None:
    play(kiosk)
    kiosk.ask(SetPin(PIN))
    kiosk.session.close()
    say(monkeypatch, PIN)
    assert main(["audit", "--data", str(kiosk.folder)]) == 0
    lines = [line.partition(" · ")[2] for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "hand 2 · PIN: right",
        "hand 2 · new PIN: done",
        "hand 2 · misdeal: all chips went back",
        "hand 2 · taken back: rules announced",
        "hand 2 · rule Ante: now 0.50",
    ]
    say(monkeypatch, "000111")
    assert main(["audit", "--data", str(kiosk.folder)]) == 2
    assert "That is not the PIN" in capsys.readouterr().err


def test_the_report_has_the_audit_of_its_session(kiosk: Guarded, tmp_path: Path, capsys) -> None:
    play(kiosk)
    kiosk.session.close()
    assert main(["report", str(kiosk.recording), "--out", "-"]) == 0
    page = capsys.readouterr().out
    assert "<h2>Audit</h2>" in page and "<li>hand 2 · rule Ante: now 0.50</li>" in page
    assert main(["audit", str(kiosk.recording)]) == 0
    assert "hand 2 · rule Ante: now 0.50" in capsys.readouterr().out.splitlines()


def test_decks_of_a_kiosk_with_a_pin_need_it(kiosk: Guarded, monkeypatch, capsys) -> None:
    decks = kiosk.folder / "decks"
    assert objection_to_decks(decks) == ""
    kiosk.ask(SetPin(PIN))
    say(monkeypatch, "000111")
    assert "That is not the PIN" in objection_to_decks(decks)
    say(monkeypatch, "000111")
    assert main(["deck", "enrol", Deck("red").label, "--decks", str(decks), "--port", "/dev/null"]) == 2
    assert "That is not the PIN" in capsys.readouterr().err
    say(monkeypatch, PIN)
    assert objection_to_decks(decks) == ""
