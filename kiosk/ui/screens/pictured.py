"""A screen with the camera's picture: what it sees, or the zones that are drawn in it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kiosk.reader_desk import Corners, DrawZone, LivePicture
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import AtReaders, Close
from kiosk.ui.layout import MARGIN_MM, PRIMARY_MM, TARGET_MM
from kiosk.ui.panel import Panel
from kiosk.ui.screens.sheet import SheetScreen
from kiosk.ui.sheetlooks import PictureLook
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.livepicture import LivePictureBox
from kiosk.ui.widgets.text import Text
from kiosk.wording import Wording
from kiosk.wording import readers as said

ROW = 24
"""So many letters stand in a row beside the picture, more or less."""


class PictureScreen(SheetScreen):
    """Draws any PictureLook. The picture is left, or upright on top; sentences and tiles beside it."""

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None], **options: Any) -> None:
        super().__init__(panel, theme, on_intent, **options)
        self.picture = LivePictureBox(theme, panel.per_mm, self._zone_drawn)
        self.add_widget(self.picture)
        self.pictured: PictureLook | None = None
        self.words = Wording()
        self.facts: tuple[str, ...] = ()
        """What the picture itself tells, under the sentences of the look."""

    def _zone_drawn(self, corners: Corners) -> None:
        if self.picture.active:
            self.on_intent(AtReaders(DrawZone(self.picture.active, corners)))

    def show_picture(self, picture: LivePicture) -> None:
        """The newest picture."""
        if self.pictured is not None and self.pictured.live:
            self.picture.show(picture)
            self.tell(picture)

    def tell(self, picture: LivePicture) -> None:
        """What the camera's picture is like, in words."""
        facts = said.picture(self.words, picture) if self.pictured is not None and not self.pictured.tiles else ()
        if facts != self.facts:
            self.facts = facts
            self._lay_out()

    def forget_picture(self) -> None:
        """Nothing of it stays."""
        self.facts = ()
        self.picture.forget()

    def show(self, look: Any) -> None:
        """Draw this."""
        if look == self.pictured:
            return
        self.pictured = look
        if not look.live:
            self.forget_picture()
        self._lay_out()
        self.picture.edit(look.zones, look.active)

    def _lay_out(self) -> None:
        look = self.pictured
        if look is None:
            return
        unit = self.panel.per_mm
        margin, bar, head = MARGIN_MM * unit, PRIMARY_MM * unit, 8.3 * unit
        width, top = self.width, self.height - margin
        self.title.text, self.warning.text = look.title, look.warning
        self.title.pos, self.title.size = (1.5 * margin, top - head), (width - 3 * margin, head)
        top -= head + margin * 0.5
        self.back.show(ButtonLook(look.back or self.back_label, Close(), style="quiet", name="back"))
        bottom = margin + bar + margin
        self._show_actions(look, margin, bar)  # type: ignore[arg-type]
        if self.panel.portrait:
            high = min((width - 2 * margin) * 0.62, (top - bottom) * 0.5)
            self.picture.pos, self.picture.size = (margin, top - high), (width - 2 * margin, high)
            side, top, wide = margin, top - high - margin, width - 2 * margin
        else:
            wide = 47 * unit
            side = width - margin - wide
            self.picture.pos, self.picture.size = (margin, bottom), (side - 2 * margin, top - bottom)
        rows = ceil(len(look.tiles) / look.columns)
        tall = TARGET_MM * unit
        tiles = rows * (tall + margin)
        self._side_tiles(look, side, bottom + tiles - margin, wide, tall, margin)
        self._side_lines((*look.lines, *self.facts), look.warning, side, top, bottom + tiles, wide)

    def _side_tiles(self, look: PictureLook, side: float, top: float, wide: float, tall: float, margin: float) -> None:
        self._need(self.tiles, len(look.tiles), False)
        each = (wide - margin * (look.columns - 1)) / look.columns
        for index, tile in enumerate(self.tiles):
            if index >= len(look.tiles):
                tile.show(None)
                continue
            row, column = divmod(index, look.columns)
            tile.pos = (side + column * (each + margin), top - (row + 1) * tall - row * margin)
            tile.size = (each, tall)
            tile.show(look.tiles[index])

    def _side_lines(
        self, lines: tuple[str, ...], warning: str, side: float, top: float, bottom: float, wide: float
    ) -> None:
        unit = self.panel.per_mm
        if warning:
            high = min(19 * unit, (top - bottom) * (0.45 if lines else 1.0))
            self.warning.pos, self.warning.size, self.warning.lines = (side, top - high), (wide, high), 5
            top -= high
        else:
            self.warning.size = (0, 0)
        self._write(lines, side, top, bottom, wide)

    def _write(self, lines: tuple[str, ...], side: float, top: float, bottom: float, wide: float) -> None:
        unit = self.panel.per_mm
        while len(self.lines) < len(lines):
            text = Text(font_size=4.2 * unit, least_size=3.2 * unit, color=self.theme.text, lines=4, valign="top")
            self.lines.append(text)
            self.add_widget(text)
        rows = [2 + len(line) // ROW for line in lines]
        row = min(6.5 * unit, (top - bottom) / max(1, sum(rows)))
        for index, text in enumerate(self.lines):
            if index >= len(lines):
                text.text = ""
                text.size = (0, 0)
                continue
            high = rows[index] * row
            top -= high
            text.pos, text.size = (side, top), (wide, high)
            text.text = lines[index]
