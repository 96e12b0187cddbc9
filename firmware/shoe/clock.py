"""Time in milliseconds that only grows: the board's ticks wrap (the Pico's after 12.4 days)."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Clock:
    """Built from ``ticks_ms`` and ``ticks_diff`` of MicroPython's time module, or anything like them."""

    def __init__(self, ticks_ms: "Callable[[], Any]", ticks_diff: "Callable[[Any, Any], int]") -> None:
        self._ticks_ms = ticks_ms
        self._ticks_diff = ticks_diff
        self._last: int = ticks_ms()
        self._now = 0

    def now(self) -> int:
        """Milliseconds since the clock was made. Must be asked at least once in six days."""
        ticks = self._ticks_ms()
        self._now += self._ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now
