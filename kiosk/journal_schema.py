"""The tables of the store, its settings, and the chain through its rows.

The store is one SQLite file, `liege.db`. Its version is SQLite's `user_version`; `MIGRATIONS`
holds what leads from each version to the next.
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
    "PRAGMA wal_autocheckpoint = 0",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
)

SCHEMA = (
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
)
"""One row for each input. `session` is the row of the header; `wall` the wall clock in
milliseconds, a label; `shown` the plain part of the line as JSON; `sealed` its secret part;
`wrapped` a new hand key that holds from this row on; `boot` and `card` the shoe's receipt."""

VERSION = 1

MIGRATIONS: dict[int, tuple[str, ...]] = {}
"""What makes version n + 1 of a store of version n."""

GENESIS = bytes(32)
"""The link before the first row."""

_LENGTH = struct.Struct(">cQ")


def link(before: bytes, fields: Sequence[int | str | bytes | None]) -> bytes:
    """The SHA-256 of a row and the link before it: 32 bytes.

    Kind and length of each field go in with it, so that no two rows give the same text. The sealed
    part goes in as it lies on disk: the chain holds no hash of a card.
    """
    digest = hashlib.sha256(before)
    for field in fields:
        match field:
            case None:
                kind, raw = b"n", b""
            case int():
                kind, raw = b"i", str(field).encode()
            case str():
                kind, raw = b"s", field.encode("utf-8", "surrogatepass")
            case bytes():
                kind, raw = b"b", field
        digest.update(_LENGTH.pack(kind, len(raw)) + raw)
    return digest.digest()
