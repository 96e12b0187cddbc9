"""What is checked before the store is used, on a connection that cannot write.

Nothing is repaired: a store that fails a check is left as it was found.
"""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.journal_head import (
    HEAD_FILE,
    HEAD_MAGIC,
    MARK_FILE,
    MARK_MAGIC,
    Record,
    SlotsDamaged,
    file_digest,
    read_slots,
)
from kiosk.journal_schema import APPLICATION_ID, GENESIS, VERSION, columns, link

RECEIPT_BOOTS = 8
"""How many runs of the shoe are remembered, the latest last. A run's id has 16 bits, so an id of
long ago may come again; it must not make new cards look old."""


class JournalError(Exception):
    """The store cannot be used, or cannot be used any more; the text is one sentence."""


@dataclass(slots=True)
class Standing:
    """What the boot check learnt: where the chain ends, which sessions, hands and receipts there are.

    `public` is the last row that carried one, and what it says; `settled` whether the store file was
    found as `liege.head` describes it; `findings` what was odd and did no harm, a sentence each.
    """

    version: int = VERSION
    first: int = 1
    seq: int = 0
    chain: bytes = GENESIS
    sessions: list[int] = field(default_factory=list)
    hands: list[int] = field(default_factory=list)
    receipts: dict[str, int] = field(default_factory=dict)
    public: tuple[int, str] | None = None
    settled: bool = False
    findings: list[str] = field(default_factory=list)

    def note(self, seq: int, chain: bytes, kind: str, boot: str | None, card: int | None, public: str | None) -> None:
        """Take one row more into account."""
        self.seq = seq
        self.chain = chain
        if kind == "session":
            self.sessions.append(seq)
        elif kind == "hand":
            self.hands.append(seq)
        if boot is not None and card is not None:
            self.receipts[boot] = max(card, self.receipts.pop(boot, card))
            while len(self.receipts) > RECEIPT_BOOTS:
                del self.receipts[next(iter(self.receipts))]
        if public is not None:
            self.public = (seq, public)


def inspect(path: Path, handle: int) -> Standing:
    """Check the whole store and say how it stands. `handle` is the same file, open for reading.

    Raises JournalError: not a store of ours, a newer version, in use, damaged (naming the first
    bad row), or shorter than it was.
    """
    try:
        if os.fstat(handle).st_size == 0:  # SQLite would throw its log away
            raise JournalError(damaged(path, "it is empty"))
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as db:
            return _inspect(db, path, handle)
    except sqlite3.Error as error:
        raise JournalError(unreadable(path, error)) from None
    except UnicodeError:  # a name or text in the tables themselves
        raise JournalError(damaged(path, "a text in it is no text")) from None
    except OSError as error:
        raise JournalError(f"The journal {path} cannot be read: {error.strerror}.") from None


def unreadable(path: Path, error: sqlite3.Error) -> str:
    """The sentence for an error of SQLite while the store is opened."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"The journal {path} is in use by another kiosk: only one may write it."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"The journal {path} cannot be opened for writing: the folder or the file is read-only."
    if name == "SQLITE_NOTADB":
        return f"The file {path} is not a journal of this kiosk."
    if name == "SQLITE_FULL":
        return f"The storage is full: free some space in {path.parent} and start the kiosk again."
    return damaged(path, str(error))


def damaged(path: Path, how: str) -> str:
    """The sentence for a store that fails a check, on one line whatever SQLite quotes."""
    how = "".join(sign if sign.isprintable() else "?" for sign in " ".join(how.split()))
    return f"The journal {path} is damaged and was left as it is: {how}."


def _inspect(db: sqlite3.Connection, path: Path, handle: int) -> Standing:
    db.execute("PRAGMA cell_size_check = ON")
    (application,) = db.execute("PRAGMA application_id").fetchone()
    if application != APPLICATION_ID:
        raise JournalError(f"The file {path} is not a journal of this kiosk.")
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise JournalError(
            f"The journal {path} was written by a newer program (its version is {version}, "
            f"this program knows {VERSION}): install that program again."
        )
    if version < 1:
        raise JournalError(damaged(path, "it has no version"))
    standing = Standing(version=version)
    head = _head(path, standing)
    mark = _mark(path, standing)
    how = _rows_wrong(db, standing, mark) or _pages_wrong(db)
    if how is None and head is not None and head.digest is not None:
        standing.settled = head.digest == file_digest(handle)
        if not standing.settled:
            how = "the file was changed outside the rows"
    if how is not None:
        raise JournalError(damaged(path, how))
    return standing


def _head(path: Path, standing: Standing) -> Record | None:
    place = path.with_name(HEAD_FILE)
    try:
        record, _, sound = read_slots(place, HEAD_MAGIC)
    except FileNotFoundError:
        if standing.version < 2:
            return None
        raise JournalError(
            f"The file {place} is missing: a copied store is taken up with its head, or by a restore."
        ) from None
    except SlotsDamaged:
        if standing.version < 2:  # an upgrade was cut short before it began
            return None
        raise JournalError(damaged(path, f"{HEAD_FILE} cannot be read")) from None
    if not sound:
        standing.findings.append(f"A part of {place} was damaged; its other part was good.")
    return record


def _mark(path: Path, standing: Standing) -> Record | None:
    place = path.with_name(MARK_FILE)
    try:
        record, _, sound = read_slots(place, MARK_MAGIC)
    except (FileNotFoundError, SlotsDamaged):
        if standing.version >= 2:
            standing.findings.append(
                f"The file {place} could not be read: whether the last inputs are all there was not checked."
            )
        return None
    if not sound:
        standing.findings.append(f"A part of {place} was damaged; its other part was good.")
    return record


def _rows_wrong(db: sqlite3.Connection, standing: Standing, mark: Record | None) -> str | None:
    """Follow the chain from the anchor to its end; what breaks it first, or None."""
    if standing.version >= 2:
        anchor = db.execute("SELECT seq, chain FROM anchor").fetchall()
        if [list(map(type, row)) for row in anchor] != [[int, bytes]]:
            return "its anchor is missing"
        standing.seq, standing.chain = anchor[0]
        standing.first = standing.seq + 1
    bad = _first_bad_row(db, standing, mark)
    if bad is not None:
        return f"row {bad} is not what was written"
    if mark is not None and mark.seq > standing.seq:
        return f"it ends at row {standing.seq}, and row {mark.seq} had been kept"
    return None


_STORABLE = frozenset({int, str, bytes, type(None)})


def _first_bad_row(db: sqlite3.Connection, standing: Standing, mark: Record | None) -> int | None:
    rows = db.execute(f"SELECT {columns(standing.version)}, chain FROM entry ORDER BY seq")
    while True:
        expected = standing.seq + 1
        try:
            row = rows.fetchone()
        except (sqlite3.Error, UnicodeError, OverflowError):
            return expected
        if row is None:
            return None
        *fields, chain = row
        session = expected if fields[3] == "session" else (standing.sessions or [0])[-1]
        if fields[:2] != [expected, session] or not _STORABLE.issuperset(map(type, fields)):
            return expected
        if link(standing.chain, fields) != chain:
            return expected
        if mark is not None and mark.seq == expected and mark.digest != chain:
            return expected
        standing.note(expected, chain, fields[3], *fields[7:])


def _pages_wrong(db: sqlite3.Connection) -> str | None:
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        return str(verdict)
    if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
        return "a row belongs to no session"
    return None


def public_of(standing: Standing) -> tuple[int, dict[str, object]] | None:
    """The last public note and its row."""
    if standing.public is None:
        return None
    seq, text = standing.public
    return seq, json.loads(text)
