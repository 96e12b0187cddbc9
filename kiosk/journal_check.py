"""What is checked before the store is used, on a connection that cannot write.

Nothing is repaired: a store that fails a check is left as it was found.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from kiosk.journal_schema import APPLICATION_ID, GENESIS, VERSION, link


class JournalError(Exception):
    """The store cannot be used, or cannot be used any more; the text is one sentence."""


@dataclass(slots=True)
class Standing:
    """What the boot check learnt: where the chain ends, which sessions and receipts there are."""

    version: int = VERSION
    seq: int = 0
    chain: bytes = GENESIS
    sessions: list[int] = field(default_factory=list)
    receipts: dict[str, int] = field(default_factory=dict)

    def note(self, seq: int, chain: bytes, kind: str, boot: str | None, card: int | None) -> None:
        """Take one row more into account."""
        self.seq = seq
        self.chain = chain
        if kind == "session":
            self.sessions.append(seq)
        if boot is not None and card is not None:
            self.receipts[boot] = max(card, self.receipts.pop(boot, card))
            while len(self.receipts) > RECEIPT_BOOTS:
                del self.receipts[next(iter(self.receipts))]


RECEIPT_BOOTS = 8
"""How many runs of the shoe are remembered, the latest last. A run's id has 16 bits, so an id of
long ago may come again; it must not make new cards look old."""

COLUMNS = "seq, session, wall, kind, shown, sealed, wrapped, boot, card"


def inspect(path: Path) -> Standing:
    """Check the whole store and say how it stands.

    Raises JournalError: not a store of ours, a newer version, in use, damaged (naming the first
    bad row).
    """
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=0)) as db:
            return _inspect(db, path)
    except sqlite3.Error as error:
        raise JournalError(unreadable(path, error)) from None


def unreadable(path: Path, error: sqlite3.Error) -> str:
    """The sentence for an error of SQLite while the store is opened."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"The journal {path} is in use by another kiosk: only one may write it."
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"The journal {path} cannot be opened for writing: the folder or the file is read-only."
    if name == "SQLITE_NOTADB":
        return f"The file {path} is not a journal of this kiosk."
    return f"The journal {path} is damaged and was left as it is ({error})."


def _inspect(db: sqlite3.Connection, path: Path) -> Standing:
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
        raise JournalError(f"The journal {path} is damaged: it has no version.")
    standing = Standing(version=version)
    bad = _first_bad_row(db, standing)
    if bad is not None:
        raise JournalError(
            f"The journal {path} is damaged at row {bad} and was left as it is: play from it is locked."
        )
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise JournalError(f"The journal {path} is damaged and was left as it is ({verdict}).")
    if db.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise JournalError(f"The journal {path} is damaged: a row belongs to no session.")
    return standing


def _first_bad_row(db: sqlite3.Connection, standing: Standing) -> int | None:
    """Follow the chain; the number of the first row that breaks it, or that cannot be read."""
    rows = db.execute(f"SELECT {COLUMNS}, chain FROM entry ORDER BY seq")
    expected = 1
    while True:
        try:
            row = rows.fetchone()
        except (sqlite3.Error, UnicodeError, OverflowError):
            return expected
        if row is None:
            return None
        *fields, chain = row
        session = expected if fields[3] == "session" else (standing.sessions or [0])[-1]
        if (
            fields[0] != expected
            or fields[1] != session
            or link(standing.chain, fields) != chain
            or not isinstance(fields[3], str)
        ):
            return expected
        standing.note(expected, chain, fields[3], fields[7], fields[8])
        expected += 1
