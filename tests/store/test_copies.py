"""What leaves the store: backups while it runs, session files; and what comes in."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kiosk.journal import Journal, JournalError
from kiosk.journal_copy import export, hide
from kiosk.sealing_key import KEY_FILE
from tests.store.conftest import HEADER
from tests.store.evening import evening

CARD = {"type": "card", "t": 41, "card": "As", "reader": "shoe"}


def test_a_backup_with_the_key_is_a_store_that_opens(journal: Journal, tmp_path: Path) -> None:
    for line, receipt in evening(2):
        journal.append(line, receipt)
    copy = tmp_path / "copy"
    journal.backup(copy)
    journal.append({"type": "undo"})  # the journal itself goes on
    assert sorted(path.name for path in copy.iterdir()) == ["liege.db", "liege.head", "liege.mark"]
    shutil.copy(tmp_path / "store" / KEY_FILE, copy)
    restored = Journal.open(copy)
    assert [entry.line for entry in restored.lines()] == [HEADER, *(line for line, _ in evening(2))]
    assert restored.findings == ()
    assert restored.last_receipts() == {"B7F2": 24}
    assert restored.append(CARD) == 54
    restored.close()


def test_a_backup_without_the_key_does_not_open(journal: Journal, tmp_path: Path) -> None:
    journal.append(CARD)
    journal.backup(tmp_path / "copy")
    with pytest.raises(JournalError, match=r"key file .* cannot be read"):
        Journal.open(tmp_path / "copy")


def test_a_backup_needs_an_empty_folder(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is not empty"):
        journal.backup(tmp_path / "store")
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="cannot be written"):
        journal.backup(tmp_path / "file")
    assert journal.append(CARD) == 2


def test_inputs_come_in_while_a_backup_is_taken(journal: Journal, tmp_path: Path) -> None:
    written = [line for line, _ in evening(30)]
    for line in written:
        journal.append(line)
    done = threading.Event()

    def back_up() -> None:
        journal.backup(tmp_path / "copy")
        done.set()

    thread = threading.Thread(target=back_up)
    thread.start()
    more: list[dict[str, object]] = []
    while not done.is_set() and len(more) < 3000:
        more.append({"type": "act", "seat": len(more), "action": "check"})
        journal.append(more[-1])
    thread.join()
    shutil.copy(tmp_path / "store" / KEY_FILE, tmp_path / "copy")
    copy = Journal.open(tmp_path / "copy")
    copied = [entry.line for entry in copy.lines()]
    copy.close()
    assert len(copied) > len(written)
    assert copied == [HEADER, *written, *more][: len(copied)]
    assert [entry.line for entry in journal.lines()] == [HEADER, *written, *more]


def test_threads_may_append_at_the_same_time(journal: Journal) -> None:
    numbers: list[int] = []

    def add(seat: int) -> None:
        for _ in range(40):
            numbers.append(journal.append({"type": "card", "seat": seat, "card": "As"}))

    threads = [threading.Thread(target=add, args=(seat,)) for seat in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(2, 162))
    assert [entry.seq for entry in journal.lines()] == list(range(1, 162))
    assert sum(entry.line.get("seat") == 3 for entry in journal.lines()) == 40


def without_cards(line: Mapping[str, object]) -> Mapping[str, object] | None:
    return {**line, "card": None} if "card" in line else line


def test_an_export_says_what_redact_lets_it(journal: Journal, tmp_path: Path) -> None:
    journal.append({"type": "hand", "dealer": 1})
    journal.append(CARD)
    journal.append({"type": "note", "text": "Björn holds As"})
    target = tmp_path / "evening.session.jsonl"
    assert export(journal.lines(), target, lambda line: line) == 4
    assert [json.loads(line) for line in target.read_text().splitlines()] == [
        HEADER,
        {"type": "hand", "dealer": 1},
        CARD,
        {"type": "note", "text": "Björn holds As"},
    ]
    assert export(journal.lines(), target, without_cards) == 4
    assert json.loads(target.read_text().splitlines()[2]) == {**CARD, "card": None}
    assert export(journal.lines(), target, hide) == 3
    assert b"As" not in target.read_bytes()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (CARD, {"type": "card", "t": 41, "card": None, "reader": "shoe"}),
        ({**CARD, "confidence": 0.7}, {"type": "card", "t": 41, "card": None, "reader": "shoe"}),
        ({"type": "show", "seat": 2, "cards": ["As"]}, {"type": "show", "seat": 2}),
        ({"type": "pass", "seat": 2, "card": "As"}, {"type": "pass", "seat": 2}),
        ({"type": "act", "seat": 2, "action": "fold"}, {"type": "act", "seat": 2, "action": "fold"}),
        ({"type": "serial", "port": "shoe", "data": "QVM="}, None),
        ({"type": "note", "text": "As"}, None),
    ],
)
def test_hide_leaves_what_everybody_saw(line: dict[str, object], told: dict[str, object] | None) -> None:
    assert hide(line) == told


def test_an_export_that_cannot_be_written_is_one_sentence(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=r"missing/x\.jsonl cannot be written: No such file"):
        export(journal.lines(), tmp_path / "missing" / "x.jsonl", hide)


def test_a_session_file_is_taken_up_whole(open_journal: Callable[[], Journal]) -> None:
    journal = open_journal()
    written = [line for line, _ in evening(2)]
    journal.take_up([HEADER, *written])
    assert [entry.line for entry in journal.lines()] == [HEADER, *written]
    assert [hand.number for hand in journal.hands()] == [1, 2]
    assert [entry.line for entry in open_journal().lines()] == [HEADER, *written]


@pytest.mark.parametrize("lines", [[], [CARD], [HEADER, CARD, HEADER], [HEADER, CARD, {"type": "note", "text": b""}]])
def test_a_session_that_is_none_leaves_the_journal_alone(journal: Journal, lines: list[dict[str, object]]) -> None:
    with pytest.raises(JournalError):
        journal.take_up(lines)
    assert [entry.line for entry in journal.lines()] == [HEADER]
    assert journal.append(CARD) == 2
