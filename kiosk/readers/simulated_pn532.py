"""A PN532 at bytes (HSU), for runs without hardware: what the chip answers, after NXP's manual UM0701-02.

Bytes go in by ``receive``, answers come out of ``take`` when they are due; time is handed in. Faults on
demand: damaged and late answers, silence, two tags. ``adafruit-circuitpython-pn532``, unmodified, is this
simulator's check (tests/simulated).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

ACK = bytes.fromhex("0000ff00ff00")
NACK = bytes.fromhex("0000ffff0000")
ERROR = bytes.fromhex("0000ff01ff7f8100")  # [6.2.1.5] the syntax error frame


def framed(payload: bytes) -> bytes:
    """A normal information frame [6.2.1.1] with ``payload``, TFI first."""
    return b"\x00\x00\xff" + bytes((len(payload), -len(payload) & 0xFF)) + payload + bytes((-sum(payload) & 0xFF, 0))


@dataclass
class Faults:
    """What goes wrong next. Counts go down with each use; ``quiet`` lasts until it is taken back."""

    damaged_answers: int = 0
    damaged_acks: int = 0
    late: float = 0.0
    quiet: bool = False
    preamble: int = 1
    """Zero bytes before the start code; the manual allows any number."""


@dataclass
class SimulatedPN532:
    """The chip with the tags in its field, as UIDs in upper-case hex. Times are seconds."""

    tags: list[str] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)
    ack_after: float = 0.0005
    found_after: float = 0.004
    nothing_after: float = 0.010
    smart_tags: bool = False
    """Tags of ISO 14443-4, whose entries carry an ATS."""

    def __post_init__(self) -> None:
        self._in = bytearray()
        self._out: deque[tuple[float, bytes]] = deque()
        self._answer = b""
        self._waiting = False
        self._most = 1
        self.said_at = 0.0
        """When the chip last said something."""
        self.awake = False
        self.configured = False
        self.retries = 0xFF
        self.listed: list[tuple[str, ...]] = []
        """The tags of each LIST_TARGETS answer since the list was cleared; () for none."""

    def power_cycle(self) -> None:
        """Off and on: asleep, nothing configured, nothing remembered."""
        tags, faults = self.tags, self.faults
        self.__post_init__()
        self.tags, self.faults = tags, faults

    def receive(self, data: bytes, now: float) -> None:
        """Bytes from the host."""
        if self.faults.quiet:
            return
        if not self.awake:
            # [6.3.2.1] asleep until woken by a run of bytes; those bytes are not taken as a frame
            if b"\x55\x55" not in data:
                return
            self.awake = True
        self._in += data
        while True:
            start = self._in.find(b"\x00\xff")
            if start < 0:
                del self._in[: max(0, len(self._in) - 1)]
                return
            del self._in[:start]
            used = self._frame(now)
            if not used:
                return
            del self._in[:used]

    def _frame(self, now: float) -> int:
        held = self._in
        if len(held) < 4:
            return 0
        length, check = held[2], held[3]
        if (length, check) == (0x00, 0xFF):
            self._out.clear()  # an ACK of the host's ends what is going on [6.2.1.3]
            self._waiting = False
            return 4
        if (length, check) == (0xFF, 0x00):
            self._say(now, self._answer)
            return 4
        if (length + check) & 0xFF:
            return 2  # a damaged command meets silence
        if len(held) < length + 5:
            return 0
        payload = bytes(held[4 : 4 + length])
        if (sum(payload) + held[4 + length]) & 0xFF == 0 and len(payload) >= 2 and payload[0] == 0xD4:
            self._out.clear()
            self._waiting = False
            ack = ACK
            if self.faults.damaged_acks:
                self.faults.damaged_acks -= 1
                ack = bytes.fromhex("0000ff00fe00")
            self._out.append((now + self.ack_after, ack))
            self._command(payload[1], payload[2:], now)
        return length + 5

    def _command(self, code: int, params: bytes, now: float) -> None:
        if code == 0x02 and not params:
            self._respond(now, code, bytes((0x32, 0x01, 0x06, 0x07)))  # [7.2.2] IC, version, revision, support
        elif code == 0x14 and 2 <= len(params) <= 3:
            self.configured = params[0] == 0x01
            self._respond(now, code, b"")
        elif code == 0x32 and params[:1] == b"\x05" and len(params) == 4:
            self.retries = params[3]
            self._respond(now, code, b"")
        elif code == 0x32 and params[:1] == b"\x01" and len(params) == 2:
            self._respond(now, code, b"")
        elif code == 0x4A and len(params) >= 2 and 1 <= params[0] <= 2 and params[1] == 0 and self.configured:
            self._most = params[0]
            self._list(now)
        elif code == 0x52 and len(params) == 1:
            self._respond(now, code, b"\x00")
        else:
            self._answer = ERROR
            self._say(now + self.ack_after, ERROR)

    def _list(self, now: float) -> None:
        """Answer InListPassiveTarget; with endless retries an empty field is waited out."""
        if not self.tags and self.retries == 0xFF:
            self._waiting = True
            return
        self._waiting = False
        seen = tuple(self.tags[: self._most])
        self.listed.append(seen)
        body = bytes((len(seen),))
        for number, uid in enumerate(seen, 1):
            raw = bytes.fromhex(uid)
            sens = b"\x00\x04" if len(raw) == 4 else b"\x00\x44"  # [7.3.5] and ISO 14443-3, 6.5.2: UID size
            kind, ats = (b"\x20", bytes((5, 0x78, 0x80, 0x70, 0x02))) if self.smart_tags else (b"\x00", b"")
            body += bytes((number,)) + sens + kind + bytes((len(raw),)) + raw + ats
        self._respond(now, 0x4A, body, self.found_after if seen else self.nothing_after)

    def _respond(self, now: float, code: int, data: bytes, after: float = 0.001) -> None:
        self._answer = bytes(self.faults.preamble) + framed(bytes((0xD5, code + 1)) + data)[1:]
        self._say(now + self.ack_after + after + self.faults.late, self._answer)

    def _say(self, when: float, answer: bytes) -> None:
        if self.faults.damaged_answers and answer:
            self.faults.damaged_answers -= 1
            spoilt = bytearray(answer)
            spoilt[-3] ^= 0x10
            answer = bytes(spoilt)
        if answer:
            self._out.append((when, answer))

    def due(self) -> float | None:
        """When the next bytes are due, None if there are none."""
        return self._out[0][0] if self._out and not self.faults.quiet else None

    def take(self, now: float) -> bytes:
        """The bytes that are due."""
        data = b""
        if self._out and self._out[0][0] <= now:
            self.said_at = now
        while self._out and self._out[0][0] <= now and not self.faults.quiet:
            data += self._out.popleft()[1]
        return data
