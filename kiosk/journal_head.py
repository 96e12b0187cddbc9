"""Two small files beside the store that SQLite knows nothing of.

`liege.head` says how the store file looked after the last time SQLite wrote into it: a SHA-256 of
the whole file. A changed bit is found even in a part of a page that holds no row. It is written
through to the disk, before and after each checkpoint.

`liege.mark` says which row was the last one kept. To SQLite the damaged end of a write-ahead log
looks like a write that a power cut tore: it drops the rows and says nothing. The mark tells the
two apart. It is written after the commit and not synced, so it costs next to nothing and can lag
behind the store, but never be ahead of it.

Each file has two slots of 512 bytes that are written in turns, so that a torn write spoils one
and leaves the other.
"""

from __future__ import annotations

import hashlib
import os
import struct
from dataclasses import dataclass
from pathlib import Path

HEAD_FILE = "liege.head"
MARK_FILE = "liege.mark"

SLOT = 512
_BODY = struct.Struct(">8sQQ?32s")
_CHECKED = SLOT - hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class Record:
    """What a slot says: a row, and 32 bytes: the row's link (mark) or the store file's SHA-256 (head).

    `digest` is None in a head while SQLite writes into the store file.
    """

    seq: int
    digest: bytes | None


class SlotsDamaged(Exception):
    """No slot of the file can be read."""


class Slots:
    """One open file of two slots."""

    def __init__(self, path: Path, magic: bytes) -> None:
        """`magic` is 8 bytes. Raises OSError where the file cannot be opened or made."""
        self.path = path
        self._magic = magic
        self._turn = 0
        self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def read(self) -> tuple[Record, bool]:
        """The newest record, and whether both slots are sound. Raises SlotsDamaged."""
        record, turn, sound = read_slots(self.path, self._magic)
        self._turn = turn
        return record, sound

    def write(self, record: Record, sync: bool) -> None:
        """Put a record into the older slot. Raises OSError."""
        if self._handle is None:
            raise OSError("the file is closed")
        self._turn += 1
        body = _BODY.pack(
            self._magic, self._turn, record.seq, record.digest is not None, record.digest or bytes(32)
        ).ljust(_CHECKED, b"\0")
        os.pwrite(self._handle, body + hashlib.sha256(body).digest(), self._turn % 2 * SLOT)
        if sync:
            os.fdatasync(self._handle)

    def reset(self, record: Record) -> None:
        """Put the record into both slots and sync."""
        self.write(record, sync=False)
        self.write(record, sync=True)

    def close(self) -> None:
        """Closing twice does no harm."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def read_slots(path: Path, magic: bytes) -> tuple[Record, int, bool]:
    """The newest record, its turn, and whether the whole file is sound.

    Raises SlotsDamaged; FileNotFoundError and other OSErrors of reading.
    """
    raw = path.read_bytes()
    found = [_slot(raw[at : at + SLOT], magic) for at in (0, SLOT)]
    good = [slot for slot in found if slot is not None]
    if not good:
        raise SlotsDamaged
    turn, record = max(good, key=lambda slot: slot[0])
    return record, turn, len(good) == 2 and len(raw) == 2 * SLOT


def _slot(raw: bytes, magic: bytes) -> tuple[int, Record] | None:
    body, check = raw[:_CHECKED], raw[_CHECKED:]
    if len(raw) != SLOT or hashlib.sha256(body).digest() != check:
        return None
    name, turn, seq, is_set, digest = _BODY.unpack_from(body)
    return (turn, Record(seq, digest if is_set else None)) if name == magic else None


HEAD_MAGIC = b"LIEGEhd1"
MARK_MAGIC = b"LIEGEmk1"


def file_digest(handle: int) -> bytes:
    """The SHA-256 of a whole open file.

    It takes a handle, not a path: closing any handle of a file drops the locks that this process
    holds on it, also those of SQLite. This one is closed after SQLite's.
    """
    digest = hashlib.sha256()
    at = 0
    while piece := os.pread(handle, 1 << 20, at):
        digest.update(piece)
        at += len(piece)
    return digest.digest()
