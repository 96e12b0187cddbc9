"""The last lines of each link, for finding faults: what was said, never which card.

A tag or a code is as good as the card for whoever has the deck file, so a line keeps the card's number in its
boot (or nothing), and of what cannot be understood only its length.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from firmware.shoe.lines import LineCutter, unseal

KEPT = 60
_BOOT = re.compile(r"[0-9A-F]{4}")
_COUNT = re.compile(r"[0-9]{1,9}")
_WORD = re.compile(r"[a-z][a-z-]{0,31}")
_HELLO = re.compile(r"[\w.=-]{1,32}")


@dataclass(frozen=True, slots=True)
class Line:
    """One line, or several alike: ``kind`` and what goes into its sentence. ``at``: seconds since the epoch."""

    kind: str
    params: dict[str, str | int] = field(default_factory=dict)
    at: float = 0.0
    times: int = 1


def line_of(raw: bytes) -> Line:
    """What one line of the shoe's says, without the tag."""
    match unseal(raw):
        case ["HELLO", "shoe", version, *rest] if _COUNT.fullmatch(version):
            return Line("hello", {"words": " ".join(word for word in rest if _HELLO.fullmatch(word))})
        case ["CARD", boot, number, "?"] if _BOOT.fullmatch(boot) and _COUNT.fullmatch(number):
            return Line("card-unread", {"number": int(number)})
        case ["CARD", boot, number, _] if _BOOT.fullmatch(boot) and _COUNT.fullmatch(number):
            return Line("card", {"number": int(number)})
        case ["BEAT", boot, last, held] if _BOOT.fullmatch(boot) and _COUNT.fullmatch(last + held):
            return Line("beat", {"last": int(last), "held": int(held)})
        case ["GATE", boot, ("open" | "shut") as gate, *lamp] if _BOOT.fullmatch(boot):
            lamps = [word for word in lamp if _WORD.fullmatch(word)]
            return Line(f"gate-{gate}", {"lamp": lamps[0] if lamps else "?"})
        case ["ERR", boot, code] if _BOOT.fullmatch(boot) and _WORD.fullmatch(code):
            return Line("error", {"code": code})
        case ["TEST", boot, *results] if _BOOT.fullmatch(boot):
            return Line("test", {"words": " ".join(word for word in results if _HELLO.fullmatch(word))})
        case None:
            return Line("noise", {"bytes": len(raw)})
    return Line("strange", {"bytes": len(raw)})


class LinkLines:
    """Keeps the last lines of every link. ``heard`` may be called from any thread; so may ``last``.

    ``changed`` is told the reader's name after each new line.
    """

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self.changed: Callable[[str], None] = lambda reader: None
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: dict[str, deque[Line]] = {}
        self._cutters: dict[str, LineCutter] = {}
        self._heard: dict[str, int] = {}

    def heard(self, reader: str, port: str, data: bytes) -> None:
        """Raw bytes of a link; none: its port was opened."""
        with self._lock:
            self._heard[reader] = self._heard.get(reader, 0) + len(data)
            if not data:
                self._cutters[reader] = LineCutter()
                self._keep(reader, Line("opened", {"port": port}))
            elif reader == "shoe":
                for raw in self._cutters.setdefault(reader, LineCutter()).feed(data):
                    self._keep(reader, line_of(raw))
            else:
                self._keep(reader, Line("bytes", {"bytes": len(data)}))
        self.changed(reader)

    def note(self, reader: str, kind: str, **params: str | int) -> None:
        """Something else that belongs between the lines: a fault, a code that was read."""
        with self._lock:
            self._keep(reader, Line(kind, params))
        self.changed(reader)

    def bytes_of(self, reader: str) -> int:
        """How much came from that reader since the start."""
        with self._lock:
            return self._heard.get(reader, 0)

    def last(self, reader: str, count: int = KEPT) -> tuple[Line, ...]:
        """The last lines, the newest last."""
        with self._lock:
            return tuple(self._kept.get(reader, ()))[-count:]

    def _keep(self, reader: str, line: Line) -> None:
        kept = self._kept.setdefault(reader, deque(maxlen=KEPT))
        line = replace(line, at=self._clock())
        if kept and (kept[-1].kind, kept[-1].params) == (line.kind, line.params):
            line = replace(line, times=kept.pop().times + 1)
        kept.append(line)
