"""Lines of figures, one for each player, with the name at its end."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine
from kivy.uix.widget import Widget

from kiosk.ui.theme import Theme, hexed
from kiosk.ui.widgets.text import Text

INKS = ("#ffc145", "#7fb8ff", "#ff9d8a", "#7be0a8", "#d9a8ff", "#c9d2d8", "#f2e37c", "#8fe3e3")
DARK_INKS = ("#653200", "#17509f", "#8c1c1c", "#0b6b3a", "#5a2a86", "#3c4a54", "#6b5a00", "#0b5c5c")


class Plot(Widget):
    """Up to eight lines. Names are moved apart, so that none lies over another."""

    def __init__(self, theme: Theme, unit: float, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **options)
        self.unit = unit
        inks = INKS if theme.name == "night" else DARK_INKS
        self._colours = [Color(*hexed(ink)) for ink in inks]
        self._lines = [SmoothLine(points=(), width=max(1.3, 0.3 * unit)) for _ in inks]
        self._drawn: list[Text] = []
        self._axis_colour, self._axis = Color(*theme.seat_edge), SmoothLine(points=(), width=1)
        self.canvas.add(self._axis_colour)
        self.canvas.add(self._axis)
        for colour, line in zip(self._colours, self._lines, strict=True):
            self.canvas.add(colour)
            self.canvas.add(line)
        for ink in inks:
            text = Text(font_size=3.5 * unit, least_size=2.8 * unit, color=hexed(ink))
            self._drawn.append(text)
            self.add_widget(text)

    def show(self, lines: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
        """Draw these: names and figures, each line as long as the others; none: nothing is drawn."""
        for line, text in zip(self._lines, self._drawn, strict=True):
            line.points = ()
            text.text = ""
        self._axis.points = ()
        if not lines:
            return
        most = max((figure for _, figures in lines for figure in figures), default=0) or 1
        names = 19 * self.unit
        wide, high = self.width - names, self.height - self.unit
        count = max(2, *(len(figures) for _, figures in lines))
        self._axis.points = (self.x, self.top, self.x, self.y, self.x + wide, self.y)
        ends = []
        for index, (name, figures) in enumerate(lines[: len(self._lines)]):
            points = [
                value
                for place, figure in enumerate(figures)
                for value in (self.x + wide * place / (count - 1), self.y + high * figure / most)
            ]
            if len(points) >= 4:
                self._lines[index].points = points
            ends.append((points[-1] if points else self.y, index, name))
        step = 4.6 * self.unit
        below, places = self.y - step, []
        for y, index, name in sorted(ends):
            below = max(y - step / 2, below + step)
            places.append((below, index, name))
        above = self.top
        for low, index, name in reversed(places):
            above = min(low, above - step)
            text = self._drawn[index]
            text.pos, text.size = (self.x + wide + self.unit, above), (names - self.unit, step)
            text.text = name
