"""The one connection that writes the store, and the two files that vouch for it.

Whatever fails here while something is written locks the writer: a failed sync is not tried again,
because the system may have thrown the pages away and would report success the second time.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
import weakref
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from kiosk.journal_check import JournalError, Standing, inspect, unreadable
from kiosk.journal_head import (
    HEAD_FILE,
    HEAD_MAGIC,
    MARK_FILE,
    MARK_MAGIC,
    Record,
    Slots,
    SlotsDamaged,
    file_digest,
    read_slots,
)
from kiosk.journal_schema import APPLICATION_ID, COLUMNS, GENESIS, MIGRATIONS, SETTINGS, VERSION
from kiosk.said import Said
from kiosk.sealing_key import sync_folder

LOCK_FILE = "liege.lock"

_INSERT = f"INSERT INTO entry ({', '.join(COLUMNS)}, chain) VALUES ({', '.join('?' * (len(COLUMNS) + 1))})"

SETTLE_AFTER = 500
"""Rows in the write-ahead log from which on it is moved into the store file when a hand begins."""

SETTLE_AT_ONCE = 5000
"""Rows from which on that does not wait for a hand."""


class Writer:
    """The open store. Not safe for several threads at once: Journal sees to that."""

    def __init__(
        self, path: Path, db: sqlite3.Connection, head: Slots, mark: Slots, store: int, held: ExitStack
    ) -> None:
        """`store` is a handle of the store file to read it by; `held` lets go of everything in order."""
        self.path = path
        self.fault: str | None = None
        self._db = db
        self._head = head
        self._mark = mark
        self._store = store
        self._unsettled = 0
        self._held = held
        self._let_go = weakref.finalize(self, _let_go, held, head, os.getpid())

    @staticmethod
    def open(path: Path) -> tuple[Writer, Standing]:
        """Make the store if it is not there, check it, bring it to this version, take it.

        Raises JournalError with one sentence.
        """
        with ExitStack() as held:
            try:
                _lock(path, held)
                if not path.exists():
                    _create(path)
                store = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
                held.callback(os.close, store)  # before the connection: it must be closed after it
                standing = inspect(path, store)
                head = Slots(path.with_name(HEAD_FILE), HEAD_MAGIC)
                held.callback(head.close)
                mark = Slots(path.with_name(MARK_FILE), MARK_MAGIC)
                held.callback(mark.close)
                if standing.version < VERSION:
                    head.reset(Record(standing.seq, None))
                    sync_folder(path.parent)  # no store of this version is ever without its head
                db = _connect(path, standing)
                held.callback(db.close)
                writer = Writer(path, db, head, mark, store, held.pop_all())
                writer._take(standing)
                return writer, standing
            except OSError as error:
                raise JournalError(
                    f"The journal {path} cannot be opened for writing: {error.strerror or error}."
                ) from None
            except sqlite3.Error as error:
                raise JournalError(unreadable(path, error)) from None

    def insert(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """Put rows, each with its link last, on disk in one transaction. Raises JournalError."""
        with self._writing(Said("the last input was not taken")):
            self._still_there()
            due = SETTLE_AFTER if any(row[3] == "hand" for row in rows) else SETTLE_AT_ONCE
            if self._unsettled >= due:
                self._settle(rows[0][0] - 1)
            if len(rows) == 1:
                self._db.execute(_INSERT, rows[0])
            else:
                with self._transaction():
                    self._db.executemany(_INSERT, rows)
        self._unsettled += len(rows)
        with suppress(JournalError), self._writing(Said("nothing was lost yet")):  # the rows stand; no more come
            self._mark.write(Record(rows[-1][0], rows[-1][-1]), sync=False)

    def retire(self, last: int, standing: Standing) -> None:
        """Delete the rows up to `last`; the anchor keeps the link of that row. Raises JournalError."""
        with self._writing(Said("the old sessions were not retired")):
            (chain,) = self._db.execute("SELECT chain FROM entry WHERE seq = ?", (last,)).fetchone()
            # each deleted row would be looked for in all others; whole sessions go, so none can be orphaned
            self._db.execute("PRAGMA foreign_keys = OFF")
            with self._transaction():
                self._db.execute("DELETE FROM entry WHERE seq <= ?", (last,))
                self._db.execute("UPDATE anchor SET seq = ?, chain = ?", (last, chain))
            self._db.execute("PRAGMA foreign_keys = ON")
            self._settle(standing.seq, "TRUNCATE")  # so that they are not in the log either

    def rows(self, what: str, first: int, last: int) -> list[tuple[Any, ...]]:
        """The columns `what` of the rows from `first` to `last`, in order. Raises JournalError."""
        question = f"SELECT {what} FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq"
        try:
            return self._db.execute(question, (first, last)).fetchall()
        except sqlite3.Error as error:
            raise JournalError(self.fault or unreadable(self.path, error)) from None

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copy the store, a little at a time: inputs may come in between. Raises sqlite3.Error."""
        self._db.backup(target, pages=64, sleep=0.01)

    def close(self, seq: int) -> None:
        """Move the log into the store file, and let go. Closing twice does no harm.

        Where that fails every row is still in the log, and the next start reads it from there.
        """
        if self.fault is None:
            with suppress(JournalError), self._writing(Said("the journal was not closed in order")):
                self._settle(seq)
                self._let_go.detach()
                self._held.close()
        self._let_go()
        self.fault = self.fault or Said("The journal is closed.")

    def _take(self, standing: Standing) -> None:
        """After the checks: the files that vouch are made true again where they are behind."""
        try:
            self._mark.read()
        except SlotsDamaged:
            self._mark.reset(Record(standing.seq, standing.chain))
        self._mark.write(Record(standing.seq, standing.chain), sync=False)
        self._head.read()
        if not standing.settled:
            self._settle(standing.seq)

    def _settle(self, seq: int, how: str = "RESTART") -> None:
        """A checkpoint: the log goes into the store file, and the head says how that looks now.

        The log is written again from its start, not cut short: a file that grows costs each commit a
        second write of the file system's own journal. `TRUNCATE` leaves nothing of it.
        """
        self._head.write(Record(seq, None), sync=True)
        (busy, _, _) = self._db.execute(f"PRAGMA wal_checkpoint({how})").fetchone()
        if busy:
            raise sqlite3.OperationalError("the write-ahead log is in use")
        self._head.write(Record(seq, file_digest(self._store)), sync=True)
        self._unsettled = 0

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _writing(self, loss: str) -> Iterator[None]:
        if self.fault is not None:
            raise JournalError(self.fault)
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            self.fault = _failed(self.path, error, loss)
            raise JournalError(self.fault) from None

    def _still_there(self) -> None:
        """A file that was deleted can be written for hours, and all of it is lost."""
        if os.fstat(self._store).st_nlink == 0:
            raise FileNotFoundError


_ABANDONED: list[ExitStack] = []


def _let_go(held: ExitStack, head: Slots, process: int) -> None:
    """The end of a writer that was not closed, or that failed.

    SQLite moves the log into the store file when its connection goes, also at the interpreter's end;
    the head must say so first. Where even that cannot be written, or in a forked child, the connection
    is kept for good: then SQLite does nothing.
    """
    try:
        if os.getpid() != process:
            raise OSError("not this process's store")
        head.write(Record(0, None), sync=True)
    except OSError:
        _ABANDONED.append(held)
    else:
        held.close()


def _lock(path: Path, held: ExitStack) -> None:
    """One kiosk at a time, from before the checks on; the lock ends with the process."""
    handle = os.open(path.with_name(LOCK_FILE), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    held.callback(os.close, handle)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalError(f"The journal {path} is in use by another kiosk: only one may write it.") from None


def _create(path: Path) -> None:
    """Make an empty store under another name, then give it its name: there is never half a store."""
    mark_path, head_path = path.with_name(MARK_FILE), path.with_name(HEAD_FILE)
    if path.with_name(path.name + "-wal").exists():
        raise JournalError(f"The journal {path} is missing, and its write-ahead log is there.")
    try:
        if read_slots(mark_path, MARK_MAGIC)[0].seq > 0:
            raise JournalError(f"The journal {path} is missing, and {mark_path.name} says that it held rows.")
    except (FileNotFoundError, SlotsDamaged):
        pass  # nothing was kept yet
    for slots, record in (
        (Slots(mark_path, MARK_MAGIC), Record(0, GENESIS)),
        (Slots(head_path, HEAD_MAGIC), Record(0, None)),
    ):
        slots.reset(record)
        slots.close()
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    db = sqlite3.connect(fresh, isolation_level=None)
    try:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _migrate(db, 0)
        db.execute("PRAGMA journal_mode = WAL")
    finally:
        db.close()
    os.replace(fresh, path)
    sync_folder(path.parent)


def _migrate(db: sqlite3.Connection, version: int) -> None:
    """Bring a store to this version, all steps or none."""
    db.execute("BEGIN IMMEDIATE")
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _connect(path: Path, standing: Standing) -> sqlite3.Connection:
    """The writing connection, once `inspect` found the store good."""
    db = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        for setting in SETTINGS:
            db.execute(setting)
        db.execute("BEGIN IMMEDIATE")
        last = db.execute("SELECT seq, chain FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        db.execute("COMMIT")
        if last is not None and last != (standing.seq, standing.chain):
            raise JournalError(f"The journal {path} is in use by another kiosk: only one may write it.")
        if standing.version < VERSION:
            _migrate(db, standing.version)
    except (sqlite3.Error, JournalError):
        db.close()
        raise
    path.with_name(path.name + "-shm").unlink(missing_ok=True)  # left by the check; nobody else has it open
    return db


def _failed(path: Path, error: sqlite3.Error | OSError, loss: str) -> str:
    """The sentence for a write that did not come through."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, FileNotFoundError):
        return Said("The storage is gone: {path} is not there any more, and {loss}.", path=path, loss=loss)
    if name == "SQLITE_FULL" or getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT):
        return Said(
            "The storage is full, and {loss}: free some space in {folder} and start the kiosk again.",
            loss=loss,
            folder=path.parent,
        )
    if name == "SQLITE_IOERR_FSYNC":
        loss = Said("whether the last input was kept shows at the next start")
    return Said(
        "The storage {path} failed ({why}), and {loss}: play is suspended; check the disk and start the kiosk again.",
        path=path,
        why=getattr(error, "strerror", None) or error,
        loss=loss,
    )
