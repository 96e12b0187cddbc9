"""The durable store of everything that reached the kiosk (RELIABILITY, storage).

One input is one transaction: when `append` returns, the line is on the disk. The screen and the
acknowledgement to the shoe come after that. Order is the sequence number; wall time is a label.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from kiosk.journal_check import COLUMNS, JournalError, Standing, inspect, unreadable
from kiosk.journal_schema import APPLICATION_ID, SCHEMA, SETTINGS, STORE_FILE, VERSION, link
from kiosk.sealing import HandKey, Line, SealError, join, split
from kiosk.sealing_key import KEY_FILE, KeyFileError, TableKey, sync_folder

__all__ = ["Entry", "Journal", "JournalError"]

_INSERT = f"INSERT INTO entry ({COLUMNS}, chain) VALUES ({', '.join('?' * 10)})"
_OPENS_A_KEY = frozenset({"session", "hand"})


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: its sequence number, the line as a session file has it, the wall
    clock in seconds when it came. Its `repr` never shows the line."""

    seq: int
    line: Line
    wall_time: float

    def __repr__(self) -> str:
        return f"Entry({self.seq}, {self.line.get('type')!r})"


class Journal:
    """The store in one folder. Use `Journal.open`. May be used from several threads."""

    def __init__(
        self,
        db: sqlite3.Connection,
        path: Path,
        standing: Standing,
        key: TableKey,
        clock: Callable[[], float],
    ) -> None:
        self._db = db
        self._path = path
        self._standing = standing
        self._key = key
        self._clock = clock
        self._hand: HandKey | None = None  # none yet since the start: the next line brings a new one
        self._fault: str | None = None
        self._guard = threading.RLock()
        self._file = os.stat(path)

    @staticmethod
    def open(
        folder: Path, clock: Callable[[], float] = time.time, table_key: TableKey | None = None
    ) -> Journal:
        """Open the store `folder`/liege.db, or make it.

        `clock` gives the wall time in seconds. Without `table_key` the key file beside the store is
        used, and made with a new store. Raises JournalError with one sentence: in use, read-only,
        newer, damaged (naming the first bad row).
        """
        path = folder / STORE_FILE
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            key = table_key or _key_of(folder, may_make=not path.exists())
            if not path.exists():
                _create(path)
        except OSError as error:
            raise JournalError(f"The journal cannot be made in {folder}: {error.strerror}.") from None
        except KeyFileError as error:
            raise JournalError(str(error)) from None
        except sqlite3.Error as error:
            raise JournalError(unreadable(path, error)) from None
        standing = inspect(path)
        return Journal(_connect(path, standing), path, standing, key, clock)

    def append(self, line: Mapping[str, object], receipt: tuple[str, int] | None = None) -> int:
        """Put one line of the session in play on disk; its sequence number.

        `receipt` is the shoe's run and the number of its card, kept in the same transaction. Raises
        JournalError. Where the disk failed, the journal is locked: every later append raises the
        same sentence, until the kiosk is started again.
        """
        with self._guard:
            if not self._standing.sessions:
                raise JournalError("No session has been started in this journal.")
            if line.get("type") == "session":
                raise JournalError("A session begins with its header, by start_session.")
            return self._write(line, self._standing.sessions[-1], receipt)

    def start_session(self, header: Mapping[str, object]) -> None:
        """Begin a session with its header (SESSION-FORMAT); it is the one in play from now on."""
        with self._guard:
            self._write({**header, "type": "session"}, self._standing.seq + 1, None)

    def lines(self) -> Iterator[Entry]:
        """The session in play, its header first, in order. Empty where none was started."""
        with self._guard:
            sessions = self._standing.sessions[-1:]
        return self.lines_of(sessions[0]) if sessions else iter(())

    def sessions(self) -> list[Entry]:
        """The headers of all sessions, oldest first; `seq` is the session's name for `lines_of`."""
        with self._guard:
            return [next(self._read(seq, seq)) for seq in self._standing.sessions]

    def lines_of(self, session: int) -> Iterator[Entry]:
        """The lines of one session, its header first. Raises JournalError where there is none."""
        with self._guard:
            if session not in self._standing.sessions:
                raise JournalError(f"There is no session {session} in this journal.")
            later = [seq for seq in self._standing.sessions if seq > session]
            last = later[0] - 1 if later else self._standing.seq
        return self._read(session, last)

    def last_receipt(self, boot: str) -> int | None:
        """The number of the last card of this run of the shoe that stands in the journal."""
        return self._standing.receipts.get(boot)

    def last_receipts(self) -> dict[str, int]:
        """The last card of each of the latest runs of the shoe, the latest run last."""
        return dict(self._standing.receipts)

    def close(self) -> None:
        """End the use of the store. Closing twice does no harm."""
        with self._guard:
            self._db.close()
            self._fault = self._fault or "The journal is closed."

    def __repr__(self) -> str:
        return f"Journal({str(self._path)!r}, {self._standing.seq} rows)"

    def _write(self, line: Mapping[str, object], session: int, receipt: tuple[str, int] | None) -> int:
        if self._fault is not None:
            raise JournalError(self._fault)
        seq = self._standing.seq + 1
        kind = str(line.get("type"))
        boot, card = receipt if receipt is not None else (None, None)
        if boot is not None and card is not None and card <= self._standing.receipts.get(boot, -1):
            raise JournalError(f"Card {card} of the shoe's run {boot} stands in the journal already.")
        wrapped = None
        hand = self._hand
        if hand is None or kind in _OPENS_A_KEY:
            hand, raw = HandKey.fresh()
            wrapped = self._key.wrap(raw)
        shown, secret = split(line)
        try:
            text = json.dumps(shown, separators=(",", ":"), allow_nan=False)
            sealed = hand.seal(seq, kind, secret) if secret else None
        except (TypeError, ValueError):
            raise JournalError(f"This {kind} line cannot be kept: no session file could hold it.") from None
        wall = round(self._clock() * 1000)
        fields = (seq, session, wall, kind, text, sealed, wrapped, boot, card)
        chain = link(self._standing.chain, fields)
        try:
            self._still_there()
            self._db.execute(_INSERT, (*fields, chain))
        except (sqlite3.Error, OSError) as error:
            self._fault = _failed(self._path, error)
            raise JournalError(self._fault) from None
        self._hand = hand
        self._standing.note(seq, chain, kind, boot, card)
        return seq

    def _still_there(self) -> None:
        """A file that was deleted can be written for hours, and all of it is lost."""
        now = os.stat(self._path)
        if (now.st_dev, now.st_ino) != (self._file.st_dev, self._file.st_ino):
            raise FileNotFoundError

    def _read(self, first: int, last: int) -> Iterator[Entry]:
        with self._guard:
            rows = self._db.execute(
                "SELECT seq, wall, shown, sealed, wrapped FROM entry WHERE seq BETWEEN ? AND ? ORDER BY seq",
                (first, last),
            ).fetchall()
        hand: HandKey | None = None
        for seq, wall, shown, sealed, wrapped in rows:
            try:
                if wrapped is not None:
                    hand = HandKey(self._key.unwrap(wrapped))
                secret = {} if sealed is None or hand is None else hand.open(seq, sealed)
            except SealError as error:
                raise JournalError(f"The cards of row {seq} cannot be opened: {error}.") from None
            yield Entry(seq, join(json.loads(shown), secret), wall / 1000)


def _key_of(folder: Path, may_make: bool) -> TableKey:
    if may_make and not (folder / KEY_FILE).exists():
        key = TableKey.fresh()
        key.save(folder)
        return key
    return TableKey.load(folder)


def _create(path: Path) -> None:
    """Make an empty store under another name, then give it its name: there is never half a store."""
    fresh = path.with_name(path.name + ".new")
    fresh.unlink(missing_ok=True)
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    db = sqlite3.connect(fresh, isolation_level=None)
    try:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        for statement in SCHEMA:
            db.execute(statement)
        db.execute("PRAGMA journal_mode = WAL")
    finally:
        db.close()
    os.replace(fresh, path)
    sync_folder(path.parent)


def _connect(path: Path, standing: Standing) -> sqlite3.Connection:
    """The writing connection, once `inspect` found the store good."""
    db = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        for setting in SETTINGS:
            db.execute(setting)
        db.execute("BEGIN IMMEDIATE")
        last = db.execute("SELECT seq, chain FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
        db.execute("COMMIT")
    except sqlite3.Error as error:
        db.close()
        raise JournalError(unreadable(path, error)) from None
    if (last or (0, standing.chain)) != (standing.seq, standing.chain):
        db.close()
        raise JournalError(f"The journal {path} is in use by another kiosk: only one may write it.")
    path.with_name(path.name + "-shm").unlink(missing_ok=True)  # the check's; nobody else has it open
    return db


def _failed(path: Path, error: sqlite3.Error | OSError) -> str:
    """The sentence for a write that did not come through."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, OSError):
        return f"The storage is gone: {path} is not there any more, and the last input was not taken."
    if name == "SQLITE_FULL":
        return (
            f"The storage is full, and the last input was not taken: "
            f"free some space in {path.parent} and start the kiosk again."
        )
    return (
        f"The storage {path} did not keep the last input ({error}): play is suspended; "
        f"check the disk and start the kiosk again."
    )
