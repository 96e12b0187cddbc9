"""Movement where it explains: cards that go along the arrows of a pass, chips that go to who shares the pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from kiosk.ui.theme import Theme
from kiosk.ui.widgets.surface import CLEAR, Box

Path = Sequence[tuple[float, float]]
SECONDS = 0.9


def along(path: Path, share: float) -> tuple[float, float]:
    """The point at that share (0 to 1) of a path of points, as they follow each other."""
    place = min(max(share, 0.0), 1.0) * (len(path) - 1)
    index = min(int(place), len(path) - 2)
    part = place - index
    (x0, y0), (x1, y1) = path[index], path[index + 1]
    return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part


def eased(share: float) -> float:
    """Slow, fast, slow."""
    return share * share * (3 - 2 * share)


class Movement(Widget):
    """Cards or chips on their way, once; nothing is drawn and nothing runs while none moves."""

    def __init__(self, theme: Theme, unit: float, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **options)
        self.theme, self.unit = theme, unit
        self._boxes = [Box(self.canvas, 0.9 * unit) for _ in range(8)]
        self._paths: tuple[Path, ...] = ()
        self._size = (0.0, 0.0)
        self._since = 0.0
        self._event: Any = None

    def cards(self, paths: Sequence[Path]) -> None:
        """A card back goes along each path."""
        self._begin(paths, (4.2 * self.unit, 6.0 * self.unit), self.theme.back, self.theme.back_line)

    def chips(self, paths: Sequence[Path]) -> None:
        """A chip goes along each path."""
        size = 4.4 * self.unit
        self._begin(paths, (size, size), self.theme.accent, self.theme.on_accent)

    def stop(self) -> None:
        """Everything is where it belongs."""
        if self._event is not None:
            self._event.cancel()
            self._event = None
        for box in self._boxes:
            box.style(CLEAR)

    def _begin(self, paths: Sequence[Path], size: tuple[float, float], fill: Any, edge: Any) -> None:
        self.stop()
        self._paths, self._size, self._since = tuple(paths[: len(self._boxes)]), size, 0.0
        for box in self._boxes[: len(self._paths)]:
            box.style(fill, edge, 2)
        self._event = Clock.schedule_interval(self._step, 0)
        self._step(0.0)

    def _step(self, seconds: float) -> None:
        self._since += seconds
        if self._since >= SECONDS:
            self.stop()
            return
        share = eased(self._since / SECONDS)
        for box, path in zip(self._boxes, self._paths, strict=False):
            x, y = along(path, share)
            box.place(x - self._size[0] / 2, y - self._size[1] / 2, *self._size)
