"""Sealing what a session line may say about a face-down card (docs/trust.md).

A line is split in two: what everyone at the table can see stays plain, every other field is
sealed. Only the fields named in `PLAIN` are ever plain, so a field that somebody adds later is
sealed until it is listed here.

A sealed text is a PyNaCl SecretBox (XSalsa20-Poly1305) under the key of the hand, with a random
nonce. The text is filled up to a fixed size first, so that its length says nothing. There is no
hash of a card anywhere: 52 guesses would undo it.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.utils import random

Line = dict[str, object]

_ALWAYS = frozenset({"type", "t"})

PLAIN: Mapping[str, frozenset[str]] = {
    "session": frozenset({"version", "table", "rules", "seats"}),
    "hand": frozenset({"dealer", "rules", "sitting_out"}),
    "confirm": frozenset({"step"}),
    "card": frozenset({"reader", "seat"}),
    "pass": frozenset({"seat"}),
    "act": frozenset({"seat", "action", "to"}),
    "show": frozenset({"seat"}),
    "muck": frozenset({"seat"}),
    "correct": frozenset({"seat", "street", "index"}),
    "undo": frozenset(),
    "void": frozenset(),
    "join": frozenset({"seat", "name", "stack"}),
    "leave": frozenset({"seat"}),
    "rebuy": frozenset({"seat", "amount", "hand", "from", "back", "by"}),
    "serial": frozenset({"port"}),
    "frame": frozenset({"camera", "file"}),
    "note": frozenset(),
}
"""The fields of each line type (SESSION-FORMAT) that cannot name a face-down card. The free text of
a note or of a void's reason can; so can a confidence, which differs from card to card."""

SIZES = (96, 512, 2048)
"""Bytes to which a sealed text is filled up; a longer one to the next multiple of the last. A
`card`, `pass`, `show` or `correct` line always fits the first."""

_FLOOR = {"serial": 512}
"""Raw bytes of a reader start at this size: one line of a card and one of `10H` must not differ."""

to_json = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
"""A value as short JSON; made once, since making the encoder costs more than using it. Raises TypeError
and ValueError."""

_PREFIX = struct.Struct(">QI")


class SealError(Exception):
    """A sealed text could not be opened: another key, or it was changed."""


def split(line: Mapping[str, object]) -> tuple[Line, Line]:
    """The plain part of a line and its secret part.

    The plain part keeps every key in its place, with null where the value is secret, so that
    `join` gives back the line as it was, in the same order.
    """
    plain = PLAIN.get(str(line.get("type")), frozenset()) | _ALWAYS
    shown: Line = {}
    secret: Line = {}
    for key, value in line.items():
        if key in plain:
            shown[key] = value
        else:
            shown[key] = None
            secret[key] = value
    return shown, secret


def join(shown: Mapping[str, object], secret: Mapping[str, object]) -> Line:
    """The line that `split` took apart."""
    return {**shown, **secret}


class HandKey:
    """The key of one hand: seals and opens the secret parts of its lines."""

    __slots__ = ("_box",)

    def __init__(self, key: bytes) -> None:
        self._box = SecretBox(key)

    @staticmethod
    def fresh() -> tuple[HandKey, bytes]:
        """A new random key, and its 32 bytes to be wrapped."""
        key = random(SecretBox.KEY_SIZE)
        return HandKey(key), key

    def seal(self, seq: int, kind: str, secret: Mapping[str, object]) -> bytes:
        """`secret` sealed for the row `seq`: 24 bytes of nonce, 16 of authentication, the filled-up text.

        The row's number is sealed in, so that two rows of a hand cannot be exchanged.
        """
        text = to_json(secret).encode()
        size = _padded(len(text) + _PREFIX.size, _FLOOR.get(kind, 0))
        filled = (_PREFIX.pack(seq, len(text)) + text).ljust(size, b"\0")
        return bytes(self._box.encrypt(filled))

    def open(self, seq: int, sealed: bytes) -> Line:
        """The secret part of the row `seq`. Raises SealError, which says nothing of the content."""
        try:
            filled = self._box.decrypt(sealed)
        except (CryptoError, ValueError):
            raise SealError("it was sealed with another key, or changed") from None
        row, length = _PREFIX.unpack_from(filled)
        if row != seq:
            raise SealError(f"it belongs to row {row}")
        secret: Line = json.loads(filled[_PREFIX.size : _PREFIX.size + length])
        return secret

    def __repr__(self) -> str:
        return "HandKey(...)"


def _padded(length: int, floor: int) -> int:
    for size in SIZES:
        if size >= length and size >= floor:
            return size
    return -(-length // SIZES[-1]) * SIZES[-1]
