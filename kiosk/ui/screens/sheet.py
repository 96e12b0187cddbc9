"""One screen over the table: title, sentences, tiles, actions; the way back is always bottom left."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from kivy.uix.widget import Widget

from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Close
from kiosk.ui.layout import MARGIN_MM, PRIMARY_MM, TARGET_MM
from kiosk.ui.panel import Panel
from kiosk.ui.sheetlooks import SheetLook
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.button import TouchButton
from kiosk.ui.widgets.plot import Plot
from kiosk.ui.widgets.text import Text


class SheetScreen(Widget):
    """Draws any SheetLook; its widgets are made when first needed and kept."""

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None], **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(panel.width, panel.height), **options)
        self.panel, self.theme, self.on_intent, self.back_label = panel, theme, on_intent, ""
        unit = panel.per_mm
        self.title = Text(bold=True, font_size=6.6 * unit, least_size=4.6 * unit, color=theme.text, lines=1)
        self.display = Text(bold=True, font_size=8.4 * unit, least_size=5 * unit, color=theme.accent, halign="right")
        self.warning = Text(bold=True, font_size=3.9 * unit, least_size=3.2 * unit, color=theme.warning, lines=2)
        self.back = TouchButton(theme, unit, on_intent, None, primary=True, size_hint=(None, None))
        self.lines: list[Text] = []
        self.tiles: list[TouchButton] = []
        self.actions: list[TouchButton] = []
        for part in (self.title, self.display, self.warning, self.back):
            self.add_widget(part)
        self.plot = Plot(theme, unit)
        self.add_widget(self.plot)
        self.look: SheetLook | None = None

    def show(self, look: SheetLook) -> None:
        """Draw this."""
        if look == self.look:
            return
        self.look = look
        unit = self.panel.per_mm
        margin, bar = MARGIN_MM * unit, PRIMARY_MM * unit
        width, top = self.width, self.height - margin
        self.title.text, self.display.text, self.warning.text = look.title, look.display, look.warning
        head = 8.3 * unit
        half = width * 0.6 if look.display and not self.panel.portrait else width
        self.title.pos, self.title.size = (1.5 * margin, top - head), (half - 3 * margin, head)
        if self.panel.portrait and look.display:
            top -= head
            half = 0.0
        self.display.pos, self.display.size = (half, top - head), (width - half - 1.5 * margin, head)
        top -= head + margin * 0.5
        back = ButtonLook(look.back or self.back_label, Close(), style="quiet", name="back")
        self.back.show(None if look.no_back else back)
        bottom = margin + bar + margin
        self._show_actions(look, margin, bar)
        warning = 9.5 * unit if look.warning else 0.0
        self.warning.pos, self.warning.size = (1.5 * margin, bottom), (width - 3 * margin, warning)
        bottom += warning
        self._plot(look, top, bottom)
        room = top - bottom - 5.6 * unit * bool(look.lines)
        columns = self._columns(look, room)
        rows = ceil(len(look.tiles) / columns)
        tall = min(18 * unit, max(TARGET_MM * unit, room / max(1, rows) - margin))
        tiles_height = rows * (tall + margin)
        self._show_lines(
            look.lines,
            top,
            max(self._lines_bottom, bottom + tiles_height),
        )
        self._show_tiles(look, columns, bottom + tiles_height, tall, margin)

    def _plot(self, look: SheetLook, top: float, bottom: float) -> None:
        """Beside the sentences, upright under them."""
        unit = self.panel.per_mm
        self._lines_width, self._lines_bottom = self.width, bottom
        if look.plot:
            if self.panel.portrait:
                self._lines_bottom = bottom + (top - bottom) * 0.45
                self.plot.pos, self.plot.size = (
                    (2 * unit, bottom),
                    (self.width - 4 * unit, (top - bottom) * 0.42),
                )
            else:
                self._lines_width = self.width * 0.5
                self.plot.pos = (self._lines_width, bottom + unit)
                self.plot.size = (self.width - self._lines_width - 3 * unit, top - bottom - 2 * unit)
        self.plot.show(look.plot)

    def _columns(self, look: SheetLook, room: float) -> int:
        """``room``: the height that the tiles may take."""
        if not self.panel.portrait:
            return look.columns
        if look.upright:
            return look.upright
        rows = max(1, int(room / self.panel.px(TARGET_MM + MARGIN_MM)))
        return max(min(2, look.columns), ceil(len(look.tiles) / rows))

    def _show_actions(self, look: SheetLook, margin: float, bar: float) -> None:
        count = len(look.actions)
        self._need(self.actions, count, True)
        back = min(27 * self.panel.per_mm, 0.36 * self.width)
        wide = self.width - 2 * margin
        self.back.pos, self.back.size = (margin, margin), (back, bar)
        each = (wide - back - margin * count) / max(1, count)
        for index, button in enumerate(self.actions):
            if index >= count:
                button.show(None)
                continue
            button.pos = (margin + back + margin + index * (each + margin), margin)
            button.size = (each, bar)
            button.show(look.actions[index])

    def _show_lines(self, lines: tuple[str, ...], top: float, bottom: float) -> None:
        unit = self.panel.per_mm
        while len(self.lines) < len(lines):
            most = 4 if self.panel.portrait else 2
            text = Text(font_size=4.6 * unit, least_size=3.3 * unit, color=self.theme.text, lines=most)
            self.lines.append(text)
            self.add_widget(text)
        each = min((16 if self.panel.portrait else 11) * unit, (top - bottom) / max(1, len(lines)))
        for index, text in enumerate(self.lines):
            if index >= len(lines):
                text.text = ""
                text.size = (0, 0)
                continue
            text.pos = (1.5 * MARGIN_MM * unit, top - (index + 1) * each)
            text.size = (self._lines_width - 3 * MARGIN_MM * unit, each)
            text.text = lines[index]

    def _show_tiles(self, look: SheetLook, columns: int, top: float, tall: float, margin: float) -> None:
        self._need(self.tiles, len(look.tiles), False)
        wide = (self.width - margin * (columns + 1)) / columns
        for index, tile in enumerate(self.tiles):
            if index >= len(look.tiles):
                tile.show(None)
                continue
            row, column = divmod(index, columns)
            tile.pos = (margin + column * (wide + margin), top - (row + 1) * (tall + margin) + margin)
            tile.size = (wide, tall)
            tile.show(look.tiles[index] if look.tiles[index].text else None)

    def _need(self, buttons: list[TouchButton], count: int, primary: bool) -> None:
        while len(buttons) < count:
            button = TouchButton(
                self.theme,
                self.panel.per_mm,
                self.on_intent,
                None,
                primary=primary,
                lines=2,
                size_hint=(None, None),
            )
            buttons.append(button)
            self.add_widget(button)
