"""A journal of every version so far opens, whole, and is of this version afterwards."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.journal import Journal, JournalError
from kiosk.journal_schema import STORE_FILE, VERSION

JOURNALS = Path(__file__).parent / "journals"
KEPT = [JOURNALS / f"version-{version}" for version in range(1, VERSION + 1)]


def version_of(folder: Path) -> int:
    with closing(sqlite3.connect(folder / STORE_FILE)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        return int(version)


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.name)
def test_a_kept_journal_opens(kept: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(kept, tmp_path / "store"))
    written = [json.loads(line) for line in kept.with_suffix(".session.jsonl").read_text().splitlines()]
    assert version_of(folder) == int(kept.name.rpartition("-")[2])
    for _ in range(2):  # the second time as a journal of this version
        journal = Journal.open(folder)
        assert [entry.line for entry in journal.lines()] == written
        assert journal.last_receipts() == {"B7F2": 3}
        journal.close()
        assert version_of(folder) == VERSION
    journal = Journal.open(folder)
    assert journal.append({"type": "undo"}, public={"stacks": {"1": 4000}}) == len(written) + 1
    journal.close()
    journal = Journal.open(folder)
    assert [entry.line for entry in journal.lines()] == [*written, {"type": "undo"}]
    assert journal.last_public() == (len(written) + 1, {"stacks": {"1": 4000}})
    assert journal.findings == ()
    journal.close()


def test_a_newer_journal_is_left_alone(tmp_path: Path) -> None:
    """Fault: wrong version for the journal."""
    Journal.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = (tmp_path / STORE_FILE).read_bytes()
    with pytest.raises(JournalError, match=f"newer program .its version is {VERSION + 1}"):
        Journal.open(tmp_path)
    assert (tmp_path / STORE_FILE).read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"\0" * 4096, b"hello" * 1000])
def test_something_else_is_no_journal(tmp_path: Path, content: bytes) -> None:
    Journal.open(tmp_path).close()
    (tmp_path / STORE_FILE).write_bytes(content)
    with pytest.raises(JournalError, match=r"liege\.db (is not a journal|is damaged)"):
        Journal.open(tmp_path)
    assert (tmp_path / STORE_FILE).read_bytes() == content


def test_another_program_s_file_is_no_journal(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as db:
        db.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY)")
    with pytest.raises(JournalError, match=r"liege\.key cannot be read|is not a journal"):
        Journal.open(tmp_path)
