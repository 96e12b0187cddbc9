"""Face-down cards are never plain on the disk, and sealed lines tell nothing by their size."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.journal import Journal, JournalError
from kiosk.journal_schema import STORE_FILE
from kiosk.sealing import PLAIN, HandKey, SealError, join, split
from kiosk.sealing_key import KEY_FILE, TableKey
from tests.store.conftest import HEADER
from tests.store.evening import evening

CANARY = "Qx-canary-9z"
HIDING: list[dict[str, object]] = [
    {"type": "card", "card": CANARY, "reader": "shoe", "confidence": 0.123456789},
    {"type": "pass", "seat": 2, "card": CANARY},
    {"type": "show", "seat": 2, "cards": [CANARY, CANARY]},
    {"type": "correct", "seat": 2, "card": CANARY, "was": CANARY},
    {"type": "serial", "port": "shoe", "data": CANARY},
    {"type": "note", "text": CANARY},
    {"type": "void", "reason": CANARY},
    {"type": "card", "card": None, "new_field": CANARY},
    {"type": "new_type", "card": CANARY},
]


def test_no_hidden_field_is_plain_in_any_file(tmp_path: Path) -> None:
    """While it runs (write-ahead log) and after it was closed."""
    journal = Journal.open(tmp_path)
    journal.start_session(HEADER)
    for line in HIDING:
        journal.append(line)

    def everything() -> bytes:
        return b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))

    running = everything()
    journal.close()
    assert b"Kitchen" in running and b"Kitchen" in everything()  # the header is plain: the search can find
    for content in (running, everything()):
        assert CANARY.encode() not in content
        assert b"0.123456789" not in content
    again = Journal.open(tmp_path)
    assert [entry.line for entry in again.lines()] == [HEADER, *HIDING]
    again.close()


def sizes(folder: Path) -> list[tuple[str, str, int]]:
    with closing(sqlite3.connect(folder / STORE_FILE)) as db:
        return db.execute("SELECT kind, shown, length(sealed) FROM entry WHERE sealed IS NOT NULL").fetchall()


@pytest.mark.parametrize(
    ("kind", "contents"),
    [
        ("card", [{"card": "As"}, {"card": None}, {"card": "Td"}]),
        ("card", [{"card": "As", "confidence": 1}, {"card": "2c", "confidence": 0.9876543210123}]),
        ("show", [{"cards": ["As"]}, {"cards": ["As", "Kd", "2h"]}]),
        ("correct", [{"card": "As", "was": "Kd"}, {"card": "Kd", "was": None}]),
        ("serial", [{"data": "QVMNCg=="}, {"data": "MTBIDQo="}, {"data": "A" * 344}]),
    ],
)
def test_sealed_lines_look_alike(tmp_path: Path, kind: str, contents: list[dict[str, object]]) -> None:
    journal = Journal.open(tmp_path)
    journal.start_session(HEADER)
    for content in contents:
        journal.append({"type": kind, "seat": 3, **content})
    journal.close()
    assert len(set(sizes(tmp_path))) == 1


def test_two_hands_with_other_cards_leave_the_same_store(tmp_path: Path) -> None:
    """All that is plain is the same; of what is sealed only the bytes differ, not the lengths."""
    stores = []
    for seed in (1, 2):
        folder = tmp_path / str(seed)
        ticks = iter(range(1000))
        journal = Journal.open(folder, clock=lambda ticks=ticks: float(next(ticks)))  # type: ignore[misc]
        journal.start_session(HEADER)
        for line, receipt in evening(2, seed):
            journal.append(line, receipt)
        dealt = [entry.line.get("card") for entry in journal.lines()]
        log = (folder / "liege.db-wal").stat().st_size
        journal.close()
        with closing(sqlite3.connect(folder / STORE_FILE)) as db:
            plain = db.execute(
                "SELECT seq, session, wall, kind, shown, length(sealed), length(wrapped), boot, card, public "
                "FROM entry ORDER BY seq"
            ).fetchall()
        stores.append((dealt, (plain, log, (folder / STORE_FILE).stat().st_size)))
    (first_cards, first), (second_cards, second) = stores
    assert first_cards != second_cards
    assert first == second


def test_the_same_card_is_never_the_same_bytes(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.start_session(HEADER)
    for _ in range(50):
        journal.append({"type": "card", "card": "As"})
    journal.close()
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as db:
        (different,) = db.execute("SELECT count(DISTINCT sealed) FROM entry WHERE kind = 'card'").fetchone()
    assert different == 50


def test_each_hand_has_a_key_of_its_own(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.start_session(HEADER)
    for _ in range(3):
        journal.append({"type": "hand"})
        journal.append({"type": "card", "card": "As"})
    journal.close()
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as db:
        rows = db.execute("SELECT seq, wrapped FROM entry WHERE wrapped IS NOT NULL ORDER BY seq").fetchall()
    assert [seq for seq, _ in rows] == [1, 2, 4, 6]
    assert len({wrapped for _, wrapped in rows}) == 4


def test_nothing_shows_a_line_by_its_repr(journal: Journal) -> None:
    journal.append({"type": "card", "card": CANARY})
    key, _ = HandKey.fresh()
    for thing in (journal, *journal.lines(), key, TableKey.fresh()):
        assert CANARY not in repr(thing)
    assert repr(key) == "HandKey(...)"
    assert repr(list(journal.lines())[1]) == "Entry(2, 'card')"


def test_a_line_that_cannot_be_kept_is_not_shown(journal: Journal) -> None:
    with pytest.raises(JournalError) as said:
        journal.append({"type": "card", "card": {CANARY}})
    assert CANARY not in str(said.value)


def test_another_table_s_key_opens_nothing(tmp_path: Path) -> None:
    for name in ("ours", "theirs"):
        journal = Journal.open(tmp_path / name)
        journal.start_session(HEADER)
        journal.append({"type": "card", "card": CANARY})
        journal.close()
    (tmp_path / "theirs" / KEY_FILE).replace(tmp_path / "ours" / KEY_FILE)
    journal = Journal.open(tmp_path / "ours")
    with pytest.raises(JournalError, match=r"row 1 cannot be opened: it was sealed with another table key"):
        list(journal.lines())
    journal.close()


def test_a_lost_key_file_is_named(open_journal: Callable[[], Journal], tmp_path: Path) -> None:
    open_journal().close()
    (tmp_path / "store" / KEY_FILE).unlink()
    with pytest.raises(JournalError, match=r"key file .*liege\.key cannot be read: No such file"):
        Journal.open(tmp_path / "store")


def test_rows_of_a_hand_cannot_be_exchanged() -> None:
    key, _ = HandKey.fresh()
    sealed = key.seal(7, "card", {"card": "As"})
    assert key.open(7, sealed) == {"card": "As"}
    with pytest.raises(SealError, match="row 7"):
        key.open(8, sealed)
    with pytest.raises(SealError):
        HandKey.fresh()[0].open(7, sealed)


json_values = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text(), max_size=3)


@given(
    st.sampled_from([*PLAIN, "other"]),
    st.dictionaries(st.sampled_from(["t", "card", "cards", "seat", "was", "data", "x"]), json_values),
)
def test_split_and_join_undo_each_other(kind: str, fields: dict[str, object]) -> None:
    line = {"type": kind, **fields}
    shown, secret = split(line)
    assert list(shown) == list(line)
    assert join(shown, secret) == line
    assert not {"card", "cards", "was", "data", "x"} & {key for key in shown if shown[key] is not None}


def test_every_line_type_of_the_contract_is_known(shared: Path) -> None:
    """The table of lines in SESSION-FORMAT: no field that names a card is plain."""
    contract = (shared / "design" / "SESSION-FORMAT.md").read_text()
    table = [row for row in contract.splitlines() if row.startswith("| `")]
    kinds = {kind.strip("` ") for row in table for kind in row.split("|")[1].split("/")}
    assert kinds == set(PLAIN) - {"session"}
    assert json.dumps(sorted(PLAIN["card"])) == '["reader", "seat"]'
