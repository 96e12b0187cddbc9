"""The tables of the store, its settings, and the chain through its rows.

The store is one SQLite file, `liege.db`. Its version is SQLite's `user_version`; `MIGRATIONS`
holds what leads from each version to the next. A new store is made the same way, from nothing.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence

STORE_FILE = "liege.db"
APPLICATION_ID = 0x4C494547  # "LIEG": tells our file from any other SQLite file

SETTINGS = (
    "PRAGMA locking_mode = EXCLUSIVE",  # one writer; also keeps the write-ahead index in memory
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA wal_autocheckpoint = 0",  # Journal does it, so that liege.head stays true
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE entry (
        seq INTEGER PRIMARY KEY,
        session INTEGER NOT NULL REFERENCES entry (seq),
        wall INTEGER NOT NULL,
        kind TEXT NOT NULL,
        shown TEXT NOT NULL,
        sealed BLOB,
        wrapped BLOB,
        boot TEXT,
        card INTEGER,
        chain BLOB NOT NULL
    ) STRICT""",
    ),
    (
        "ALTER TABLE entry ADD COLUMN public TEXT",
        """CREATE TABLE anchor (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seq INTEGER NOT NULL,
        chain BLOB NOT NULL
    ) STRICT""",
        "INSERT INTO anchor VALUES (1, 0, zeroblob(32))",
    ),
)
"""What makes version n + 1 of version n, from 0, the empty file.

`entry` has one row for each input. `session` is the row of the header; `wall` the wall clock in
milliseconds, a label; `shown` the plain part of the line as JSON; `sealed` its secret part;
`wrapped` a new hand key that holds from this row on; `boot` and `card` the shoe's receipt; `public`
what the kiosk wants to know again without any key. `anchor` holds the number and link of the last
row that was retired.
"""

VERSION = len(MIGRATIONS)

GENESIS = bytes(32)
"""The link before the first row."""

COLUMNS = ("seq", "session", "wall", "kind", "shown", "sealed", "wrapped", "boot", "card", "public")
SINCE = {"public": 2}
"""Columns that came after version 1, and with which version."""

_LENGTH = struct.Struct(">cQ")


def columns(version: int) -> str:
    """The columns to read from a store of that version; those that it has not yet are null."""
    return ", ".join(name if SINCE.get(name, 1) <= version else f"NULL AS {name}" for name in COLUMNS)


def link(before: bytes, fields: Sequence[int | str | bytes | None]) -> bytes:
    """The SHA-256 of a row, `fields` in the order of `COLUMNS`, and of the link before it: 32 bytes.

    Kind and length of each field go in with it, so that no two rows give the same text. Columns at
    the end that are null do not count, so a row of an older version keeps its link. The sealed part
    goes in as it lies on disk: the chain holds no hash of a card.
    """
    count = len(fields)
    while count > len(COLUMNS) - len(SINCE) and fields[count - 1] is None:
        count -= 1
    parts = [before]
    for field in fields[:count]:
        match field:
            case None:
                kind, raw = b"n", b""
            case int():
                kind, raw = b"i", str(field).encode()
            case str():
                kind, raw = b"s", field.encode("utf-8", "surrogatepass")
            case bytes():
                kind, raw = b"b", field
        parts += (_LENGTH.pack(kind, len(raw)), raw)
    return hashlib.sha256(b"".join(parts)).digest()
