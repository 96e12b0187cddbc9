"""What readers that people already have send, as bytes in and codes out: line scanners and 125 kHz readers.

No port, no thread: time (seconds) is handed in. Such readers acknowledge nothing, and say the same thing
again and again while a card lies before them; a code counts once until it has been away for a while.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from engine.cards import BY_NAME, Card

LONGEST = 128


class CodeDecoder(Protocol):
    """Turns a reader's bytes into codes."""

    dropped: int

    def feed(self, data: bytes, now: float) -> list[str]:
        """The codes that the bytes complete. ``data`` may be empty: time has passed."""

    def due(self, now: float) -> float | None:
        """Seconds until an empty ``feed`` may give something; None: only bytes can."""


def card_of(code: str) -> Card | None:
    """The card that a scanner's line names by itself: ``AS``, ``As``, ``10H``, ``TD``; None for anything
    else.
    """
    rank, suit = code[:-1].upper(), code[-1:].lower()
    return BY_NAME.get(("T" if rank == "10" else rank) + suit)


@dataclass
class OnceWhilePresent:
    """Lets a code through once until it has been away for ``away`` seconds."""

    away: float
    _last: str = ""
    _seen_at: float = 0.0

    def new(self, code: str, now: float) -> bool:
        repeat = code == self._last and now - self._seen_at < self.away
        self._last, self._seen_at = code, now
        return not repeat


@dataclass
class LineDecoder:
    """A bar code or QR scanner: a line ended by CR, LF or both, or by ``idle`` seconds of silence."""

    idle: float = 0.05
    away: float = 1.0
    dropped: int = 0
    """Lines that were no text, or too long."""

    def __post_init__(self) -> None:
        self._line = bytearray()
        self._too_long = False
        self._last_at = 0.0
        self._once = OnceWhilePresent(self.away)

    def feed(self, data: bytes, now: float) -> list[str]:
        codes = []
        if (self._line or self._too_long) and now - self._last_at >= self.idle:
            codes += self._end(self._last_at)
        for byte in data:
            if byte in b"\r\n":
                codes += self._end(now)
            elif len(self._line) < LONGEST:
                self._line.append(byte)
            else:
                self._too_long = True
        if data:
            self._last_at = now
        return codes

    def due(self, now: float) -> float | None:
        return max(0.0, self._last_at + self.idle - now) if self._line or self._too_long else None

    def _end(self, now: float) -> list[str]:
        line, bad = bytes(self._line), self._too_long
        self._line.clear()
        self._too_long = False
        text = line.decode("ascii", "replace").strip()
        if bad or not text.isprintable() or "\ufffd" in text:
            self.dropped += 1
            return []
        return [text] if text and self._once.new(text, now) else []


@dataclass
class Rdm6300Decoder:
    """RDM6300 and its like (125 kHz, EM4100): ``02``, ten hex digits, two of checksum, ``03``; 9600 baud.

    The checksum is the exclusive or of the five bytes that the ten digits stand for. A tag is said every
    50 ms or so while it is present.
    """

    away: float = 0.3
    dropped: int = 0
    """Frames with a wrong checksum or cut short."""
    _frame: bytearray | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._once = OnceWhilePresent(self.away)

    def feed(self, data: bytes, now: float) -> list[str]:
        codes = []
        for byte in data:
            if byte == 0x02:
                self.dropped += self._frame is not None
                self._frame = bytearray()
            elif self._frame is None:
                self.dropped += 1
            elif byte == 0x03:
                code = checked(bytes(self._frame))
                self._frame = None
                if code is None:
                    self.dropped += 1
                elif self._once.new(code, now):
                    codes.append(code)
            elif len(self._frame) < 12:
                self._frame.append(byte)
            else:
                self._frame = None
                self.dropped += 1
        return codes

    def due(self, now: float) -> float | None:
        return None


def checked(digits: bytes) -> str | None:
    """The ten digits of an RDM6300 frame's twelve, if its checksum fits."""
    if len(digits) != 12 or not all(digit in b"0123456789ABCDEFabcdef" for digit in digits):
        return None
    *data, check = bytes.fromhex(digits.decode())
    for byte in data:
        check ^= byte
    return digits[:10].decode().upper() if check == 0 else None
