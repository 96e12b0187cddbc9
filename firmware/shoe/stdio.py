"""A byte stream over two file objects and ``select.poll``: the Pico's USB line, its UART, or a pipe on a
PC.
"""

import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MOST = 256


class PolledStream:
    """Reads one byte at a time and only where poll says that one is there: MicroPython's text stdin stops for
    good at a byte from 0x80 up, and longer reads wait. Writes only where there is room: a host that does not
    read would hold each write for half a second."""

    def __init__(self, source: "Any", sink: "Any") -> None:
        self._source = source
        self._sink = sink
        self._readable = select.poll()
        self._readable.register(source, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sink, select.POLLOUT)
        self.ended = False

    def read(self) -> bytes:
        """What has arrived, at most MOST bytes."""
        data = bytearray()
        while len(data) < MOST and self._ready(self._readable, select.POLLIN):
            byte = self._source.read(1)
            if not byte:
                self.ended = self.ended or byte == b""  # None: nothing after all
                break
            data.extend(byte)
        return bytes(data)

    def write(self, data: bytes) -> bool:
        """Send ``data`` if there is room."""
        if not self._ready(self._writable, select.POLLOUT):
            return False
        try:
            return bool(self._sink.write(data) == len(data))
        except OSError:
            return False  # nobody at the other end

    def _ready(self, poll: "Any", event: int) -> bool:
        for _, events in poll.poll(0):
            if events & event:
                return True
            if events & (select.POLLHUP | select.POLLERR):
                self.ended = True
        return False
