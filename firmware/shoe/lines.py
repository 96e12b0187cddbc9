"""The shoe's line format, used by the firmware and by the host: ``BODY*CCCC`` and a line feed.

``CCCC`` is CRC-16/CCITT-FALSE of BODY (polynomial 0x1021, start 0xFFFF, check value of ``123456789``
0x29B1), four upper-case hex digits. ``binascii.crc_hqx`` does not exist on MicroPython, hence the loop.
"""

LONGEST = 256
"""Bytes in a line, its CRC counted and its line end not."""


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE of ``data``."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        crc &= 0xFFFF
    return crc


def seal(body: str) -> bytes:
    """The line that carries ``body``, with CRC and line feed."""
    data = body.encode()
    return b"%s*%04X\n" % (data, crc16(data))


def unseal(line: bytes) -> "list[str] | None":
    """The words of a line (given without its line feed; a carriage return may end it), None if it is damaged.

    Refused: too long, no CRC, a wrong CRC, lower-case CRC digits, a byte that is not printable ASCII.
    """
    if line[-1:] == b"\r":
        line = line[:-1]
    if len(line) > LONGEST or len(line) < 6 or line[-5:-4] != b"*":
        return None
    body = line[:-5]
    for byte in body:
        if not 0x20 <= byte <= 0x7E:
            return None
    if b"%04X" % crc16(body) != line[-4:]:
        return None
    return body.decode().split()


class LineCutter:
    """Cuts a byte stream into lines. Holds at most LONGEST + 1 bytes, whatever the other side sends."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> "list[bytes]":
        """The lines that ``data`` completes, without their line feeds. Of a line that is too long nothing
        is kept.
        """
        lines: "list[bytes]" = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            if end < 0:
                self._hold(data[start:])
                return lines
            self._hold(data[start:end])
            if not self._skipping:
                lines.append(bytes(self._line))
            self._line = bytearray()
            self._skipping = False
            start = end + 1

    def _hold(self, part: bytes) -> None:
        if self._skipping or not part:
            return
        if len(self._line) + len(part) > LONGEST + 1:  # one more: a carriage return
            self._skipping = True
            self._line = bytearray()
        else:
            self._line.extend(part)
