"""The table key: what wraps the keys of the hands, so that a hand can be taken up after a cut.

It is a key pair. Wrapping a hand's key needs only the public half, so the kiosk can go on sealing
while the private half is not at hand; opening needs the private half. The file `liege.key` beside
the store holds both.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping
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
    def can_open(self) -> bool:
        """Whether the private half is there."""
        return self._private is not None

    def wrap(self, hand_key: bytes) -> bytes:
        """A hand's key, sealed to this table: 80 bytes."""
        return bytes(SealedBox(self._public).encrypt(hand_key))

    def unwrap(self, wrapped: bytes) -> bytes:
        """The hand's key. Raises SealError where the private half is missing or is another one."""
        if self._private is None:
            raise SealError("the table key is locked")
        try:
            return bytes(SealedBox(self._private).decrypt(wrapped))
        except (CryptoError, ValueError):
            raise SealError("it was sealed with another table key, or changed") from None

    def __repr__(self) -> str:
        return f"TableKey({'open' if self.can_open else 'locked'})"

    def save(self, folder: Path) -> None:
        """Write the pair to `liege.key`, mode 0600, on disk when this returns."""
        if self._private is None:
            raise KeyFileError("The table key is locked, so it cannot be written.")
        fields = {"kind": "file", "public": _text(self.public), "private": _text(bytes(self._private))}
        write_private(folder / KEY_FILE, _framed(fields))

    @staticmethod
    def load(folder: Path) -> TableKey:
        """The pair in `liege.key`. Raises KeyFileError with one sentence."""
        path = folder / KEY_FILE
        try:
            raw = path.read_bytes()
        except OSError as error:
            raise KeyFileError(f"The key file {path} cannot be read: {error.strerror}.") from None
        try:
            fields = json.loads(raw)
            if raw != _framed({key: value for key, value in fields.items() if key != "check"}):
                raise ValueError
            return TableKey(_bytes(fields["public"]), _bytes(fields["private"]))
        except (ValueError, AttributeError, KeyError, TypeError):
            raise KeyFileError(f"The key file {path} is damaged.") from None


def write_private(path: Path, content: bytes) -> None:
    """Replace a file as a whole, readable by its owner alone, on disk when this returns.

    Raises KeyFileError with one sentence.
    """
    fresh = path.with_name(path.name + ".new")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
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


def _framed(fields: Mapping[str, object]) -> bytes:
    body = json.dumps(fields, separators=(",", ":"), sort_keys=True)
    check = hashlib.sha256(body.encode()).hexdigest()
    return json.dumps({**fields, "check": check}, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _bytes(text: object) -> bytes:
    if not isinstance(text, str):
        raise ValueError("not a text")
    return base64.b64decode(text, validate=True)
