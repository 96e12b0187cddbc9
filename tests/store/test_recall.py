"""The last ten hands can be looked at; old sessions can be let go."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.journal import Hand, Journal, JournalError
from kiosk.journal_schema import STORE_FILE
from tests.store.conftest import HEADER

HAND = {"type": "hand"}
CARD = {"type": "card", "card": "As"}


def play(journal: Journal, hands: int) -> None:
    for _ in range(hands):
        journal.append(HAND)
        journal.append(CARD)


def test_hands_lie_between_their_lines(journal: Journal) -> None:
    journal.append({"type": "rebuy", "seat": 1, "amount": 100})
    play(journal, 2)
    journal.start_session(HEADER)
    play(journal, 1)
    assert journal.hands() == [Hand(1, 1, 3, 4), Hand(1, 2, 5, 6), Hand(7, 1, 8, 9)]
    assert [entry.line for entry in journal.lines_of_hand(Hand(1, 2, 5, 6))] == [HAND, CARD]


def test_ten_hands_and_the_one_in_play_are_recalled(open_journal: Callable[[], Journal]) -> None:
    journal = open_journal()
    assert journal.recall() == []
    journal.start_session(HEADER)
    play(journal, 13)
    starts: list[Callable[[], Journal]] = [lambda: journal, open_journal]
    for start in starts:
        store = start()
        assert [hand.number for hand in store.recall()] == list(range(3, 14))
        before = store.end
        assert [[entry.line for entry in store.lines_of_hand(hand)] for hand in store.recall()] == [[HAND, CARD]] * 11
        assert store.end == before  # looking changes nothing


def test_old_sessions_are_let_go(open_journal: Callable[[], Journal], tmp_path: Path) -> None:
    journal = open_journal()
    for _ in range(5):
        journal.start_session(HEADER)  # rows 1, 6, 11, 16, 21
        play(journal, 2)
    journal.append(CARD, public={"stacks": {"1": 5}})
    assert journal.retire(keep_sessions=2, keep_hands=3) == 3
    starts: list[Callable[[], Journal]] = [lambda: journal, open_journal]
    for start in starts:
        store = start()
        assert [entry.seq for entry in store.sessions()] == [16, 21]
        assert [hand.first for hand in store.hands()] == [17, 19, 22, 24]
        assert [entry.line for entry in store.lines()] == [HEADER, HAND, CARD, HAND, CARD, CARD]
        assert store.last_public() == (26, {"stacks": {"1": 5}})
        with pytest.raises(JournalError, match="no session 1"):
            store.lines_of(1)
    again = open_journal()
    assert again.append(CARD) == 27
    again.close()
    with closing(sqlite3.connect(tmp_path / "store" / STORE_FILE)) as db:
        assert db.execute("SELECT min(seq) FROM entry").fetchone() == (16,)


def test_ten_hands_keep_their_session(journal: Journal) -> None:
    play(journal, 6)
    for _ in range(3):
        journal.start_session(HEADER)
        play(journal, 3)
    assert journal.retire(keep_sessions=1, keep_hands=10) == 0  # the last 11 of 15 reach the first one
    assert journal.retire(keep_sessions=1, keep_hands=8) == 1
    assert journal.retire(keep_sessions=0, keep_hands=0) == 2  # the session in play always stays
    assert len(journal.hands()) == 3


def test_what_was_let_go_is_not_in_the_file(journal: Journal, tmp_path: Path) -> None:
    journal.append({"type": "join", "seat": 2, "name": "Zacharias", "stack": 1})
    store = tmp_path / "store" / STORE_FILE
    journal.start_session(HEADER)
    assert b"Zacharias" in store.with_name("liege.db-wal").read_bytes()
    journal.retire(keep_sessions=1)
    assert b"Zacharias" not in b"".join(path.read_bytes() for path in store.parent.iterdir())
    journal.append(CARD)


def test_the_log_is_moved_into_the_store_between_hands(journal: Journal, tmp_path: Path) -> None:
    store, log = tmp_path / "store" / STORE_FILE, tmp_path / "store" / "liege.db-wal"
    empty = store.stat().st_size
    for _ in range(498):
        journal.append(CARD)
    journal.append(HAND)  # 499 rows lie in the log, the header among them
    assert store.stat().st_size == empty
    journal.append(CARD)
    grown = log.stat().st_size
    journal.append(HAND)
    assert store.stat().st_size > empty + 100_000
    play(journal, 20)
    assert log.stat().st_size == grown  # it is written again from its start
    assert len(list(journal.lines())) == 542
