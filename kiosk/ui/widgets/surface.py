"""Parts that a widget draws on its canvas: rounded boxes and tinted drawings."""

from __future__ import annotations

from typing import Any

from kivy.graphics import BorderImage, Color, InstructionGroup, Rectangle

from kiosk.ui import shapes
from kiosk.ui.theme import Colour

CLEAR: Colour = (0.0, 0.0, 0.0, 0.0)


class Box:
    """A rounded box with a fill and an edge, on ``canvas``."""

    def __init__(
        self, canvas: Any, radius: float, fill: Colour = CLEAR, edge: Colour = CLEAR, line: int = 0
    ) -> None:
        self.radius = max(2, round(radius))
        self._fill = Color(*fill)
        self._edge = Color(*edge)
        border = (self.radius,) * 4
        self._inner = BorderImage(border=border, auto_scale="off", texture=shapes.corner(self.radius))
        self._outer = BorderImage(border=border, auto_scale="off")
        self.group = InstructionGroup()
        for part in (self._fill, self._inner, self._edge, self._outer):
            self.group.add(part)
        canvas.add(self.group)
        self.style(fill, edge, line)

    def style(self, fill: Colour, edge: Colour = CLEAR, line: int = 0) -> None:
        """Change the colours and the width of the edge."""
        self._fill.rgba = fill
        self._edge.rgba = edge if line else CLEAR
        self._outer.texture = shapes.corner(self.radius, max(1, line))

    def hide(self) -> None:
        """Draw nothing (a border keeps its corners at any size, so the colours go)."""
        self._fill.rgba = self._edge.rgba = CLEAR

    def place(self, x: float, y: float, width: float, height: float) -> None:
        """Put it there, on whole pixels."""
        box = round(x), round(y), round(width), round(height)
        for part in (self._inner, self._outer):
            part.pos, part.size = box[:2], box[2:]


class Glyph:
    """A drawing in one colour, on ``canvas``."""

    def __init__(self, canvas: Any, colour: Colour = CLEAR, texture: Any = None) -> None:
        self._colour = Color(*colour)
        self._box = Rectangle(size=(0, 0), texture=texture)
        self.group = InstructionGroup()
        self.group.add(self._colour)
        self.group.add(self._box)
        canvas.add(self.group)

    def show(
        self, texture: Any, x: float, y: float, colour: Colour, size: tuple[float, float] | None = None
    ) -> None:
        """Draw ``texture`` at its own size (or ``size``), on whole pixels."""
        self._colour.rgba = colour
        self._box.texture = texture
        self._box.pos = round(x), round(y)
        self._box.size = size or texture.size

    def hide(self) -> None:
        """Draw nothing."""
        self._box.size = (0, 0)
