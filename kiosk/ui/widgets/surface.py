"""Parts that a widget draws on its canvas: rounded boxes and tinted drawings.

Each part keeps its place among the others in a group of its own; what is hidden is taken out of that
group, so that it costs nothing to draw.
"""

from __future__ import annotations

from typing import Any

from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle

from kiosk.ui import shapes
from kiosk.ui.theme import Colour

CLEAR: Colour = (0.0, 0.0, 0.0, 0.0)


class Box:
    """A rounded box with a fill and an edge, on ``canvas``."""

    def __init__(self, canvas: Any, radius: float, fill: Colour = CLEAR, edge: Colour = CLEAR, line: int = 0) -> None:
        self.radius = max(2, round(radius))
        border = (self.radius,) * 4
        self._fill, self._edge = Color(*fill), Color(*edge)
        self._inner = BorderImage(border=border, auto_scale="off", texture=shapes.corner(self.radius))
        self._outer = BorderImage(border=border, auto_scale="off")
        self._line = 0
        self.group = InstructionGroup()
        self._shown: tuple[bool, bool] = (False, False)
        canvas.add(self.group)
        self.style(fill, edge, line)

    def style(self, fill: Colour, edge: Colour = CLEAR, line: int = 0) -> None:
        """Change the colours and the width of the edge."""
        self._fill.rgba, self._edge.rgba = fill, edge
        if line and line != self._line:
            self._line = line
            self._outer.texture = shapes.corner(self.radius, line)
        shown = bool(fill[3]), bool(line and edge[3])
        if shown != self._shown:
            self._shown = shown
            self.group.clear()
            for part, on in (
                (self._fill, shown[0]),
                (self._inner, shown[0]),
                (self._edge, shown[1]),
                (self._outer, shown[1]),
            ):
                if on:
                    self.group.add(part)

    def hide(self) -> None:
        """Draw nothing."""
        self.style(CLEAR)

    def place(self, x: float, y: float, width: float, height: float) -> None:
        """Put it there, on whole pixels."""
        box = round(x), round(y), round(width), round(height)
        for part in (self._inner, self._outer):
            part.pos, part.size = box[:2], box[2:]


class Glyph:
    """A drawing in one colour, on ``canvas``."""

    def __init__(self, canvas: Any) -> None:
        self._colour, self._box = Color(*CLEAR), Rectangle(size=(0, 0))
        self._shown = False
        self.group = InstructionGroup()
        canvas.add(self.group)

    def show(self, texture: Any, x: float, y: float, colour: Colour, size: tuple[float, float] | None = None) -> None:
        """Draw ``texture`` at its own size (or ``size``), on whole pixels."""
        self._colour.rgba = colour
        self._box.texture = texture
        self._box.pos = round(x), round(y)
        self._box.size = size or texture.size
        if not self._shown:
            self._shown = True
            self.group.add(self._colour)
            self.group.add(self._box)

    def hide(self) -> None:
        """Draw nothing."""
        if self._shown:
            self._shown = False
            self.group.clear()
