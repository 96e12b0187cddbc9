"""The top of the screen: the prompt in large letters, why, the readers' lamps, and a fault that stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from kiosk.session import Lamp
from kiosk.ui import shapes
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Open
from kiosk.ui.layout import HEADLINE_MM, LEAST_HEADLINE_MM, Rect, TableLayout
from kiosk.ui.looks import TableLook
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.button import TouchButton
from kiosk.ui.widgets.surface import CLEAR, Box, Glyph
from kiosk.ui.widgets.text import Text


def _put(widget: Any, rect: Rect) -> None:
    widget.pos, widget.size = (rect.x, rect.y), (rect.width, rect.height)


class Header(Widget):
    """Prompt, reason, lamps, menu, banner."""

    def __init__(self, theme: Theme, layout: TableLayout, on_press: Callable[[Any], None], **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **options)
        self.theme, self.layout = theme, layout
        unit = layout.panel.per_mm
        self.headline = Text(
            bold=True,
            color=theme.text,
            font_size=HEADLINE_MM * unit,
            least_size=LEAST_HEADLINE_MM * unit,
            lines=layout.headline_lines,
        )
        self.why = Text(color=theme.muted, font_size=3.85 * unit, least_size=3.2 * unit, lines=2, valign="top")
        self.clock = Text(font_size=4.4 * unit, least_size=3.4 * unit, halign="right", color=theme.muted)
        _put(self.headline, layout.headline)
        _put(self.why, layout.why)
        self._banner = Box(self.canvas, 1.5 * unit)
        self.banner_text = Text(
            bold=True,
            font_size=4.1 * unit,
            least_size=3.1 * unit,
            color=theme.on_danger,
            lines=4 if layout.panel.portrait else 2,
        )
        self.banner_button = TouchButton(theme, unit, on_press, None, size_hint=(None, None))
        self.menu = TouchButton(
            theme, unit, on_press, ButtonLook("", Open("menu"), style="quiet", name="menu"), icon=shapes.MENU,
            size_hint=(None, None),
        )  # fmt: skip
        _put(self.menu, layout.menu)
        self._lamps = [Glyph(self.canvas) for _ in range(4)]
        self.lamp_texts: tuple[str, ...] = ()
        for part in (self.headline, self.why, self.clock, self.banner_text, self.banner_button, self.menu):
            self.add_widget(part)

    def show(self, look: TableLook) -> None:
        """Say this."""
        self.headline.text = look.headline
        self.why.text = look.why
        self.why.color = self.theme.warning if look.warning else self.theme.muted
        room = self.layout.clock if look.clock else Rect(0, 0, 0, 0)
        self.clock.text = look.clock
        _put(self.clock, room)
        self.why.width = self.layout.why.width - room.width
        self._show_banner(look)
        self._show_lamps(look.lamps)

    def _show_banner(self, look: TableLook) -> None:
        banner = look.banner
        if banner is None:
            self._banner.style(CLEAR)
            self.banner_text.text = ""
            self.banner_button.show(None)
            self.headline.opacity = self.why.opacity = self.clock.opacity = 1.0
            return
        unit, layout = self.layout.panel.per_mm, self.layout
        self._banner.style(self.theme.danger, self.theme.on_danger, 1)
        self.banner_text.text = banner.text
        rect = layout.why
        if banner.button is not None:
            rect = Rect(layout.why.x, layout.why.y, layout.headline.width, layout.headline.top - layout.why.y)
        covered = banner.button is not None
        self.headline.opacity = 0.0 if covered else 1.0
        self.why.opacity = self.clock.opacity = 0.0
        self._banner.place(rect.x - 0.8 * unit, rect.y, rect.width + 1.6 * unit, rect.height - 0.5 * unit)
        room = 0.0
        self.banner_button.show(banner.button)
        if banner.button is not None:
            room = 25 * unit
            _put(
                self.banner_button,
                Rect(rect.right - room, rect.y + (rect.height - 12 * unit) / 2, room - unit, 12 * unit),
            )
        _put(
            self.banner_text,
            Rect(rect.x + unit, rect.y, rect.width - room - 2 * unit, rect.height - 0.5 * unit),
        )

    def _show_lamps(self, lamps: tuple[Lamp, ...]) -> None:
        theme, rect = self.theme, self.layout.lamps
        size = round(2.6 * self.layout.panel.per_mm)
        step = size * 1.35
        lamps = lamps[: len(self._lamps)]
        x = rect.centre[0] - (len(lamps) - 1) * step / 2 - size / 2
        for index, glyph in enumerate(self._lamps):
            if index >= len(lamps):
                glyph.hide()
                continue
            outline, colour = {
                "ok": (shapes.DISC, theme.good),
                "waiting": (shapes.RING, theme.muted),
                "fault": (shapes.CROSS, theme.warning),
                "off": (shapes.RING, theme.seat_edge),
            }[lamps[index].state]
            glyph.show(shapes.drawing(outline, size), x + index * step, rect.y + (rect.height - size) / 2, colour)
        self.lamp_texts = tuple(f"{lamp.reader} {lamp.state}" for lamp in lamps)
