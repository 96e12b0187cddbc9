"""The store: what is appended comes back, in order, whole, after any restart."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.journal import Entry, Journal, JournalError
from tests.store.conftest import HEADER

CARD = {"type": "card", "t": 41, "card": "As", "reader": "shoe"}


def lines(journal: Journal) -> list[dict[str, object]]:
    return [entry.line for entry in journal.lines()]


def test_lines_come_back_in_order_with_their_numbers(journal: Journal) -> None:
    assert journal.append({"type": "hand", "dealer": 1}) == 2
    assert journal.append(CARD) == 3
    assert list(journal.lines()) == [
        Entry(1, HEADER, 1000.0),
        Entry(2, {"type": "hand", "dealer": 1}, 1001.0),
        Entry(3, CARD, 1002.0),
    ]


def test_the_order_of_the_fields_is_kept(journal: Journal) -> None:
    line = {"reader": "pad", "card": "Td", "seat": 2, "type": "card", "confidence": 0.97}
    journal.append(line)
    assert list(lines(journal)[-1]) == list(line)


def test_a_restart_loses_nothing_and_goes_on(open_journal: Callable[[], Journal]) -> None:
    first = open_journal()
    first.start_session(HEADER)
    first.append(CARD)
    second = open_journal()
    assert lines(second) == [HEADER, CARD]
    assert second.append({"type": "undo"}) == 3
    assert lines(open_journal()) == [HEADER, CARD, {"type": "undo"}]


def test_the_wall_clock_may_step_back(tmp_path: Path) -> None:
    """Fault: clock stepped back."""
    times = iter([500.0, 400.0, 300.0])
    journal = Journal.open(tmp_path, clock=lambda: next(times))
    journal.start_session(HEADER)
    journal.append(CARD)
    journal.append({"type": "undo"})
    assert [(entry.seq, entry.wall_time) for entry in journal.lines()] == [(1, 500.0), (2, 400.0), (3, 300.0)]
    journal.close()


def test_a_line_needs_a_session(open_journal: Callable[[], Journal]) -> None:
    journal = open_journal()
    assert list(journal.lines()) == []
    with pytest.raises(JournalError, match="No session has been started"):
        journal.append(CARD)
    journal.start_session(HEADER)
    assert journal.append(CARD) == 2


def test_only_the_latest_session_is_in_play(journal: Journal) -> None:
    journal.append(CARD)
    other = {**HEADER, "table": "Club"}
    journal.start_session(other)
    journal.append({"type": "undo"})
    assert lines(journal) == [other, {"type": "undo"}]
    assert [(entry.seq, entry.line["table"]) for entry in journal.sessions()] == [(1, "Kitchen"), (3, "Club")]
    assert [entry.line for entry in journal.lines_of(1)] == [HEADER, CARD]
    with pytest.raises(JournalError, match="no session 2"):
        journal.lines_of(2)


def test_receipts_stand_with_their_lines(open_journal: Callable[[], Journal]) -> None:
    journal = open_journal()
    journal.start_session(HEADER)
    assert journal.last_receipt("B7F2") is None
    journal.append(CARD, ("B7F2", 16))
    journal.append(CARD, ("B7F2", 17))
    journal.append(CARD, ("0001", 0))
    again = open_journal()
    assert again.last_receipt("B7F2") == 17
    assert again.last_receipts() == {"B7F2": 17, "0001": 0}


def test_a_receipt_is_taken_once(journal: Journal) -> None:
    journal.append(CARD, ("B7F2", 17))
    with pytest.raises(JournalError, match="Card 17 of the shoe's run B7F2"):
        journal.append(CARD, ("B7F2", 17))
    assert journal.append(CARD, ("B7F2", 18)) == 3


def test_an_old_run_of_the_shoe_is_forgotten(open_journal: Callable[[], Journal]) -> None:
    """Its id has 16 bits and may come again: after eight other runs it counts as a new one."""
    journal = open_journal()
    journal.start_session(HEADER)
    journal.append(CARD, ("AAAA", 40))
    for run in range(8):
        journal.append(CARD, (f"000{run}", 1))
    starts: list[Callable[[], Journal]] = [lambda: journal, open_journal]
    for start in starts:
        store = start()
        assert store.last_receipt("AAAA") is None
        assert list(store.last_receipts()) == [f"000{run}" for run in range(8)]


def test_the_second_process_gets_a_sentence(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    program = (
        "import pathlib, sys\nfrom kiosk.journal import Journal, JournalError\n"
        "try:\n    Journal.open(pathlib.Path(sys.argv[1]))\n"
        "except JournalError as error:\n    print(error)\n"
    )
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=root, capture_output=True, text=True, check=True
    )
    assert told.stdout == (f"The journal {tmp_path / 'liege.db'} is in use by another kiosk: only one may write it.\n")
    journal.start_session(HEADER)
    assert lines(journal) == [HEADER]
    journal.close()


def test_files_are_the_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "store"
    journal = Journal.open(folder)
    journal.start_session(HEADER)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert set(modes.values()) == {0o600} and {"liege.db", "liege.db-wal", "liege.key"} <= set(modes)
    journal.close()


def test_a_line_that_json_cannot_hold_is_refused_and_the_journal_goes_on(journal: Journal) -> None:
    for value in (object(), float("nan"), b"raw"):
        with pytest.raises(JournalError, match="This note line cannot be kept"):
            journal.append({"type": "note", "text": value})
    assert journal.append(CARD) == 2


def test_a_deleted_store_is_noticed(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "store" / "liege.db").unlink()
    for _ in range(2):
        with pytest.raises(JournalError, match="storage is gone"):
            journal.append(CARD)


def test_a_closed_journal_says_so(journal: Journal) -> None:
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append(CARD)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
any_line = st.fixed_dictionaries(
    {"type": st.sampled_from(["hand", "card", "show", "serial", "note", "act", "other"])},
    optional={"card": values, "seat": values, "data": values, "text": values, "t": values},
)


@settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.lists(any_line, max_size=8))
def test_any_line_comes_back(journal: Journal, written: list[dict[str, object]]) -> None:
    journal.start_session(HEADER)
    for line in written:
        journal.append(line)
    assert lines(journal) == [HEADER, *written]


def test_a_journal_that_is_never_closed_opens_again(tmp_path: Path) -> None:
    """Garbage collection closes SQLite's connection, and that writes into the store file."""
    journal = Journal.open(tmp_path)
    journal.start_session(HEADER)
    journal.append(CARD)
    del journal
    again = Journal.open(tmp_path)
    assert lines(again) == [HEADER, CARD]
    assert again.findings == ()
    again.close()


def test_a_process_that_ends_without_closing_loses_nothing(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys\nfrom kiosk.journal import Journal\n"
        "journal = Journal.open(pathlib.Path(sys.argv[1]))\n"
        "journal.start_session({'type': 'session', 'version': 1})\n"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], cwd=root, check=True)
    again = Journal.open(tmp_path)
    assert lines(again) == [{"type": "session", "version": 1}]
    assert again.findings == ()
    again.close()
