"""What leaves the store: a backup of all of it, or one session as a session file."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Protocol

from kiosk.journal_check import JournalError, unreadable
from kiosk.journal_head import HEAD_FILE, HEAD_MAGIC, Record, Slots
from kiosk.journal_schema import STORE_FILE
from kiosk.journal_writer import LOCK_FILE, Writer
from kiosk.sealing import Line, split
from kiosk.sealing_key import KEY_FILE, KeyFileError, write_private


class Recorded(Protocol):
    """What an export needs of an entry."""

    @property
    def line(self) -> Line: ...


def take_copy(copy_to: Callable[[sqlite3.Connection], None], folder: Path) -> None:
    """Make `folder` a store of its own, with what `copy_to` puts into a connection.

    Raises JournalError: the folder holds something, the storage is full, the copy fails its checks.
    """
    path = folder / STORE_FILE
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if any(entry.name != KEY_FILE for entry in folder.iterdir()):
            raise JournalError(f"The folder {folder} is not empty: a backup needs a folder of its own.")
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(path)) as target:
            copy_to(target)
        head = Slots(path.with_name(HEAD_FILE), HEAD_MAGIC)
        head.reset(Record(0, None))
        head.close()
    except OSError as error:
        raise JournalError(f"The backup {folder} cannot be written: {error.strerror}.") from None
    except sqlite3.Error as error:
        raise JournalError(unreadable(path, error)) from None
    copy, standing = Writer.open(path)
    copy.close(standing.seq)
    path.with_name(LOCK_FILE).unlink(missing_ok=True)


def hide(line: Mapping[str, object]) -> Line | None:
    """A line as everybody at the table saw it: no card, no raw bytes, no free text.

    A `card` line stays, as a card that nobody read; of other lines only their plain fields stay.
    None where nothing is left to tell (`serial`, `note`). The crudest `redact` of `export`.
    """
    shown, secret = split(line)
    kind = line.get("type")
    if kind in ("serial", "note"):
        return None
    stays = {("card", "card")}
    return {key: value for key, value in shown.items() if key not in secret or (kind, key) in stays}


def export(entries: Iterable[Recorded], target: Path, redact: Callable[[Line], Mapping[str, object] | None]) -> int:
    """Write entries as a session file (SESSION-FORMAT); how many lines it has.

    Every line goes through `redact`, in order: what it gives is written, None leaves the line out.
    The caller knows which cards still lie face down and which never may be told. The file is there
    whole or not at all. Raises JournalError.
    """
    lines = []
    for entry in entries:
        told = redact(dict(entry.line))
        if told is not None:
            lines.append(json.dumps(told, separators=(",", ":"), ensure_ascii=False, allow_nan=False) + "\n")
    try:
        write_private(target, "".join(lines).encode("utf-8", "surrogatepass"))
    except KeyFileError as error:
        raise JournalError(str(error)) from None
    return len(lines)
