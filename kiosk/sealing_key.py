"""The table key: what wraps the keys of the hands, so that a hand can be taken up after a cut.

It is a key pair. Wrapping a hand's key needs only the public half, so the kiosk can go on sealing
while the private half is locked; opening needs the private half. The file `liege.key` beside the
store holds the pair: the private half plain, or sealed by the supervisor's PIN (kiosk.sealing_pin).
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, PublicKey, SealedBox

from kiosk.sealing import SealError

KEY_FILE = "liege.key"


class KeyFileError(Exception):
    """The key file is missing, damaged or cannot be written; the text is one sentence."""


class TableKey:
    """The table's key pair, as far as it is known.

    `public` wraps; the private half, if it is there, unwraps.
    """

    __slots__ = ("_private", "_public")

    def __init__(self, public: bytes, private: bytes | None) -> None:
        self._public = PublicKey(public)
        self._private = None if private is None else PrivateKey(private)

    @staticmethod
    def fresh() -> TableKey:
        """A new random key pair."""
        private = PrivateKey.generate()
        return TableKey(bytes(private.public_key), bytes(private))

    @property
    def public(self) -> bytes:
        """The 32 bytes of the public half."""
        return bytes(self._public)

    @property
    def private(self) -> bytes:
        """The 32 bytes of the private half. Raises SealError where it is locked."""
        if self._private is None:
            raise SealError("the table key is locked, and the supervisor's PIN opens it")
        return bytes(self._private)

    @property
    def can_open(self) -> bool:
        """Whether the private half is there."""
        return self._private is not None

    def unlock(self, private: bytes) -> None:
        """Take the private half. Raises SealError where it is that of another table."""
        key = PrivateKey(private)
        if bytes(key.public_key) != self.public:
            raise SealError("it is the key of another table")
        self._private = key

    def lock(self) -> None:
        """Forget the private half, as far as Python lets us (docs/trust.md)."""
        self._private = None

    def wrap(self, hand_key: bytes) -> bytes:
        """A hand's key, sealed to this table: 80 bytes."""
        return bytes(SealedBox(self._public).encrypt(hand_key))

    def unwrap(self, wrapped: bytes) -> bytes:
        """The hand's key. Raises SealError where the private half is locked or is another one."""
        try:
            return bytes(SealedBox(PrivateKey(self.private)).decrypt(wrapped))
        except (CryptoError, ValueError):
            raise SealError("it was sealed with another table key, or changed") from None

    def __repr__(self) -> str:
        return f"TableKey({'open' if self.can_open else 'locked'})"


def make_or_load(folder: Path, may_make: bool) -> TableKey:
    """The key in `folder`; with `may_make`, a new one where there is none. Raises KeyFileError."""
    if may_make and not (folder / KEY_FILE).exists():
        key = TableKey.fresh()
        save_plain(folder, key)
        return key
    return load(folder)[0]


def load(folder: Path) -> tuple[TableKey, dict[str, str]]:
    """The key in `folder`, locked where a PIN seals it, and the fields of its file.

    Raises KeyFileError with one sentence.
    """
    path = folder / KEY_FILE
    try:
        fields = framed(path.read_bytes())
        private = unpacked(fields["private"]) if fields["kind"] == "file" else None
        key = TableKey(unpacked(fields["public"]), None)
        if private is not None:
            key.unlock(private)
        return key, fields
    except OSError as error:
        raise KeyFileError(f"The key file {path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, CryptoError, SealError):
        raise KeyFileError(f"The key file {path} is damaged.") from None


def save_plain(folder: Path, key: TableKey) -> None:
    """Write the pair with its private half plain. Raises KeyFileError."""
    fields = {"kind": "file", "public": packed(key.public), "private": packed(key.private)}
    write_private(folder / KEY_FILE, frame(fields))


def write_private(path: Path, content: bytes) -> None:
    """Replace a file as a whole, readable by its owner alone, on disk when this returns.

    Raises KeyFileError with one sentence.
    """
    fresh = path.with_name(path.name + ".new")
    try:
        with suppress(FileNotFoundError):
            fresh.unlink()
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as opened:
            opened.write(content)
            opened.flush()
            os.fsync(handle)
        os.replace(fresh, path)
        sync_folder(path.parent)
    except OSError as error:
        raise KeyFileError(f"The file {path} cannot be written: {error.strerror}.") from None


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def frame(fields: Mapping[str, str]) -> bytes:
    """Fields as one JSON line with a check sum in it."""
    body = json.dumps(fields, separators=(",", ":"), sort_keys=True)
    check = hashlib.sha256(body.encode()).hexdigest()
    return json.dumps({**fields, "check": check}, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def framed(raw: bytes) -> dict[str, str]:
    """The fields of such a line. Raises ValueError where it is not, to the byte, what `frame` made."""
    fields = json.loads(raw)
    if not isinstance(fields, dict):
        raise ValueError("not an object")
    fields.pop("check", None)
    if not all(isinstance(value, str) for value in fields.values()) or frame(fields) != raw:
        raise ValueError("changed")
    return fields


def packed(raw: bytes) -> str:
    """Bytes as text."""
    return base64.b64encode(raw).decode()


def unpacked(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    return base64.b64decode(text, validate=True)
