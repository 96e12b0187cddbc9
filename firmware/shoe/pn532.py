"""A PN532 on a UART (HSU), read without ever waiting. Numbers in brackets: sections of NXP's user manual
UM0701-02.

Frames [6.2.1]: ``00 00 FF LEN LCS TFI data DCS 00``, where LEN counts TFI and data, LEN + LCS = 0 and
TFI + data + DCS = 0 modulo 256; TFI is D4 towards the chip and D5 from it. A command is answered by an
ACK frame, then by a response whose code is the command's plus one. Preambles vary in length.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .parts import ByteStream

ACK = b"\x00\x00\xff\x00\xff\x00"
NACK = b"\x00\x00\xff\xff\x00\x00"
# [6.3.2.1] a long run of bytes wakes the chip's serial port; 55 55 and zeros is what is used everywhere
WAKE = b"\x55\x55" + b"\x00" * 14

GET_FIRMWARE_VERSION = b"\x02"
SAM_CONFIGURATION = b"\x14\x01\x14\x01"  # [7.2.10] normal mode, no virtual card; comes before all else
MAX_RETRIES = b"\x32\x05\xff\x01\x02"  # [7.3.1, item 5] without it an empty slot is waited for, for ever
LIST_TARGETS = b"\x4a\x02\x00"  # [7.3.5] up to two, 106 kbit/s type A: two tags are then an error, not a guess

_SETUP = (SAM_CONFIGURATION, GET_FIRMWARE_VERSION, MAX_RETRIES)
_LONGEST = 80  # the answer with two tags of ten bytes has 42

_ASLEEP, _IDLE, _SENT, _TAKEN = 0, 1, 2, 3


def frame(data: bytes) -> bytes:
    """The frame that carries a command, its code first, to the chip."""
    length = len(data) + 1
    total = 0xD4
    for byte in data:
        total += byte
    return b"\x00\x00\xff" + bytes((length, -length & 0xFF, 0xD4)) + data + bytes((-total & 0xFF, 0))


def uids_of(answer: bytes) -> "list[str] | None":
    """The UIDs in an answer to LIST_TARGETS, given from its count of targets on; None if it is cut short.

    Each target [7.3.5]: number, SENS_RES (2), SEL_RES, length of the UID, the UID, and for a tag of
    ISO 14443-4 (bit 5 of SEL_RES) an ATS whose first byte is its own length.
    """
    if not answer:
        return None
    uids = []
    at = 1
    for _ in range(answer[0]):
        if at + 5 > len(answer):
            return None
        size = answer[at + 4]
        uid = answer[at + 5 : at + 5 + size]
        if len(uid) != size or size not in (4, 7, 10):
            return None
        uids.append("".join(["%02X" % byte for byte in uid]))
        smart = answer[at + 3] & 0x20
        at += 5 + size
        if smart:
            if at >= len(answer):
                return None
            at += answer[at]
    return uids


class FrameReader:
    """Cuts the chip's bytes into frames: ``ack``, ``nack``, ``damaged``, or the data after TFI. Bounded."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def clear(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> "list[tuple[str, bytes]]":
        """The frames that ``data`` completes, each ("ack" | "nack" | "damaged" | "data", payload)."""
        held = self._bytes
        held.extend(data)
        frames: "list[tuple[str, bytes]]" = []
        while True:
            start = held.find(b"\x00\xff")
            if start < 0:
                self._bytes = held[-1:] if held[-1:] == b"\x00" else bytearray()
                return frames
            held = held[start:]
            used = self._one(held, frames)
            if not used:
                self._bytes = held
                return frames
            held = held[used:]

    def _one(self, held: bytearray, frames: "list[tuple[str, bytes]]") -> int:
        """Take the frame at the start of ``held``; how many bytes it used, 0 if it is not whole yet."""
        if len(held) < 4:
            return 0
        length, check = held[2], held[3]
        if length == 0 and check == 0xFF:
            frames.append(("ack", b""))
            return 4
        if length == 0xFF and check == 0:
            frames.append(("nack", b""))
            return 4
        if (length + check) & 0xFF or length > _LONGEST or length == 0:
            frames.append(("damaged", b""))
            return 2  # what follows may hold a sound frame
        if len(held) < length + 5:
            return 0
        total = 0
        for byte in held[4 : length + 5]:
            total += byte
        if total & 0xFF or held[4] not in (0xD5, 0x7F):
            frames.append(("damaged", b""))
        else:
            # TFI 7F is the chip's own error frame [6.2.1.5]; it answers no command
            frames.append(("data", bytes(held[5 : length + 4])) if held[4] == 0xD5 else ("error", b""))
        return length + 5


class PN532:
    """The tag reader: wakes and sets up the chip, lists tags while wanted, starts anew when it goes quiet."""

    def __init__(self, uart: "ByteStream", ack_ms: int = 30, answer_ms: int = 100, check_ms: int = 5000) -> None:
        self._uart = uart
        self._frames = FrameReader()
        self._ack_ms = ack_ms
        self._answer_ms = answer_ms
        self._check_ms = check_ms
        self._phase = _ASLEEP
        self._next = 0  # when the phase is over, or from when on the chip is woken or checked
        self._command = b""
        self._setup = 0
        self._tries = 0
        self._failures = 0
        self._said = ""
        self._looking = False
        self.state = "starting"
        self.version = ""

    @property
    def busy(self) -> bool:
        """A list of tags is on its way."""
        return self._phase >= _SENT and self._command == LIST_TARGETS

    def look(self, on: bool) -> None:
        """Whether tags are wanted now."""
        self._looking = on

    def due(self, now: int) -> int:
        """Milliseconds until ``step`` has something to do though nothing arrives."""
        if self._phase == _IDLE and self._looking:
            return 0
        return max(0, self._next - now)

    def step(self, now: int) -> "list[tuple[str, str]]":
        """What became known: ("tag", uid), ("tags", ""), ("error", code)."""
        events: "list[tuple[str, str]]" = []
        for kind, data in self._frames.feed(self._uart.read()):
            self._take(kind, data, now, events)
        if self._phase == _IDLE:
            if self._looking:
                self._send(LIST_TARGETS, now)
            elif now >= self._next:
                self._send(GET_FIRMWARE_VERSION, now)
        elif now >= self._next:
            if self._phase == _ASLEEP:
                self._wake(now)
            else:
                self._late(now, events)
        return events

    def _wake(self, now: int) -> None:
        self._frames.clear()
        self._uart.write(WAKE)
        self._setup = 0
        self._send(_SETUP[0], now)

    def _send(self, command: bytes, now: int) -> None:
        self._command = command
        self._tries = 0
        self._again(now)

    def _again(self, now: int) -> None:
        self._uart.write(frame(self._command))
        self._phase = _SENT
        self._next = now + self._ack_ms

    def _late(self, now: int, events: "list[tuple[str, str]]") -> None:
        """No ACK: the chip stays silent on a damaged command, so say it again. No answer: stop it, start
        anew.
        """
        self._tries += 1
        if self._phase == _SENT and self._tries < 3:
            self._again(now)
            return
        self._uart.write(ACK)  # [6.2.1.3] aborts what the chip may still be doing
        self._fail(now, events)

    def _fail(self, now: int, events: "list[tuple[str, str]]") -> None:
        self._failures += 1
        self._phase = _ASLEEP
        self._next = now + (0 if self._failures < 3 else 500)
        if self._failures >= 2:
            code = "reader-timeout" if self._failures < 4 else "reader-lost"
            self.state = code
            # said again every few seconds while it lasts: an ERR line is not acknowledged
            if code != self._said or self._failures % 8 == 0:
                self._said = code
                events.append(("error", code))

    def _take(self, kind: str, data: bytes, now: int, events: "list[tuple[str, str]]") -> None:
        if kind == "ack":
            if self._phase == _SENT:
                self._phase = _TAKEN
                self._next = now + self._answer_ms
        elif kind == "damaged" or kind == "error":
            if self._phase == _SENT:
                self._late(now, events)  # the ACK was damaged; a NACK would bring back the answer before
            elif self._phase == _TAKEN:
                self._tries += 1
                if self._tries < 3:
                    self._uart.write(NACK)  # [6.2.1.4] the chip says its answer again
                    self._next = now + self._answer_ms
                else:
                    self._fail(now, events)
        elif kind == "data" and self._phase == _TAKEN and data[:1] == bytes((self._command[0] + 1,)):
            self._answered(data[1:], now, events)

    def _answered(self, answer: bytes, now: int, events: "list[tuple[str, str]]") -> None:
        self._phase = _IDLE
        self._next = now + self._check_ms
        if self._command == GET_FIRMWARE_VERSION and len(answer) == 4:
            self.version = "%d.%d" % (answer[1], answer[2])
        if self._setup < len(_SETUP) - 1:
            self._setup += 1
            self._send(_SETUP[self._setup], now)
            return
        self._failures = 0
        self.state = "ok"
        if self._said:
            self._said = ""
            events.append(("error", "reader-back"))
        if self._command == LIST_TARGETS:
            uids = uids_of(answer)
            if uids is None:
                self._fail(now, events)
            elif len(uids) > 1:
                events.append(("tags", ""))
            elif uids:
                events.append(("tag", uids[0]))
