"""Text that fits: shrinks to its box as far as it may, then wraps, then is cut with an ellipsis."""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import lru_cache
from math import ceil
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import Color, Rectangle
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

_SIGNS = re.compile("([♣♦♥♠▶◀✓✗●○→←↶⚠]+)")
"""Signs that the text font lacks; DejaVu Sans, which comes with Kivy, has them."""


Drawn = tuple[str, float, bool, float | None, str, int]
"""Text, size of the font, bold, width to wrap at, alignment, most lines (0: any number)."""


def _label(text: str, size: float, bold: bool, width: float | None, halign: str, lines: int) -> Any:
    options = {
        "font_size": size,
        "bold": bold,
        "text_size": (width, None),
        "halign": halign,
        "max_lines": lines,
        "line_height": 1.02,
    }
    if _SIGNS.search(text):
        escaped = text.replace("&", "&amp;").replace("[", "&bl;").replace("]", "&br;")
        return MarkupLabel(text=_SIGNS.sub(r"[font=DejaVuSans]\1[/font]", escaped), **options)
    return CoreLabel(text=text, **options)


@lru_cache(maxsize=1000)
def extent(text: str, size: float, bold: bool) -> float:
    """Width of the text in one line, in pixels."""
    width = 0.0
    for index, part in enumerate(_SIGNS.split(text)):
        if part:
            font = {"font_name": "DejaVuSans"} if index % 2 else {}
            width += CoreLabel(text=part, font_size=size, bold=bold, **font).get_extents(part)[0]
    return width


class _Textures:
    """The textures drawn last, up to so many pixels together: a text that stands on the screen is drawn once."""

    ROOM = 2_500_000
    """Pixels of four bytes: 10 MB."""

    def __init__(self) -> None:
        self._held: OrderedDict[Drawn, Any] = OrderedDict()
        self.pixels = 0

    def get(self, key: Drawn) -> Any:
        held = self._held.get(key)
        if held is not None:
            self._held.move_to_end(key)
            return held
        label = _label(*key)
        label.refresh()
        drawn = self._held[key] = label.texture
        self.pixels += drawn.width * drawn.height
        while self.pixels > self.ROOM and len(self._held) > 1:
            _, old = self._held.popitem(last=False)
            self.pixels -= old.width * old.height
        return drawn


TEXTURES = _Textures()


def texture(text: str, size: float, bold: bool, width: float | None, halign: str, lines: int) -> Any:
    """The text as a white texture."""
    return TEXTURES.get((text, size, bold, width, halign, lines))


@lru_cache(maxsize=1000)
def fitted(
    text: str, size: float, least: float, bold: bool, box: tuple[float, float], halign: str, lines: int
) -> tuple[Drawn, int, bool]:
    """How the text is drawn in the largest size between ``least`` and ``size`` that fits the box in that many lines.

    Gives what ``texture`` takes, the size used, and whether it fits. What does not fit even so ends in an ellipsis.
    Sizes are whole pixels, as the fonts are: each other size would be a font of its own in memory.
    """
    width, height = box
    smallest = ceil(least)
    largest = max(round(size), smallest)
    whole = extent(text, largest, bold)
    for number in range(1, lines + 1):
        # Letters grow with the size, so that the first guess is nearly right.
        tried = min(largest, int((height + 4) / (number * 1.17)), int(largest * width * number / max(whole, 1)) + 1)
        while tried >= smallest:
            if extent(text, tried, bold) <= width * number:
                if number == 1:
                    return (text, tried, bold, None, halign, 1), tried, True
                key = (text, tried, bold, width, halign, 0)
                drawn = texture(*key)
                if drawn.height <= number * tried * 1.3 and drawn.height <= height + 6:
                    return key, tried, True
            tried -= max(1, tried // 24)
    if lines == 1:
        return (_cut(text, smallest, bold, width), smallest, bold, None, halign, 1), smallest, False
    short = _cut(text, smallest, bold, width * lines * 0.92)
    return (short, smallest, bold, width, halign, lines), smallest, False


def _cut(text: str, size: float, bold: bool, width: float) -> str:
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if extent(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


class Text(Widget):
    """One text in a box. ``lines``: how many it may take; ``least_size``: the smallest (0: half)."""

    text = StringProperty("")
    color = ColorProperty((1, 1, 1, 1))
    font_size = NumericProperty(20)
    least_size = NumericProperty(0)
    bold = BooleanProperty(False)
    halign = OptionProperty("left", options=("left", "center", "right"))
    valign = OptionProperty("middle", options=("top", "middle", "bottom"))
    lines = NumericProperty(1)
    fits = BooleanProperty(True)
    """False where the text had to be cut: the layout audit looks at this."""
    used_size = NumericProperty(0)
    drawn = AliasProperty(lambda self: (*self._box.pos, *self._box.size), None)
    """Where the letters lie: x, y, width, height."""

    def __init__(self, **options: Any) -> None:
        self._tint, self._box = Color(1, 1, 1, 1), Rectangle(size=(0, 0))
        self._shown = False
        super().__init__(**options)
        redraw = self._redraw
        for name in ("text", "size", "font_size", "least_size", "bold", "halign", "lines"):
            self.fbind(name, redraw)
        for name in ("pos", "valign"):
            self.fbind(name, self._place)
        self.fbind("color", self._colour)
        self._colour()
        self._redraw()

    def _colour(self, *_: object) -> None:
        self._tint.rgba = self.color

    def _redraw(self, *_: object) -> None:
        if not self.text or self.width < 2 or self.height < 2:
            self._box.size = (0, 0)
            self.fits = True
            if self._shown:
                self._shown = False
                self.canvas.clear()
            return
        least = self.least_size or self.font_size / 2
        key, self.used_size, self.fits = fitted(
            self.text,
            self.font_size,
            min(least, self.font_size),
            self.bold,
            (round(self.width), round(self.height)),
            self.halign,
            int(self.lines),
        )
        drawn = texture(*key)
        self._box.texture = drawn
        self._box.size = drawn.size
        if not self._shown:
            self._shown = True
            self.canvas.add(self._tint)
            self.canvas.add(self._box)
        self._place()

    def _place(self, *_: object) -> None:
        width, height = self._box.size
        x = {"left": self.x, "center": self.center_x - width / 2, "right": self.right - width}[self.halign]
        y = {"top": self.top - height, "middle": self.center_y - height / 2, "bottom": self.y}[self.valign]
        self._box.pos = (round(x), round(y))
