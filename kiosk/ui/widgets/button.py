"""Buttons for fingers: large, plain, with a label and under it a smaller line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from kiosk.ui import shapes
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.theme import Colour, Theme
from kiosk.ui.widgets.surface import Box, Glyph
from kiosk.ui.widgets.text import Text


def colours(theme: Theme, style: str) -> tuple[Colour, Colour]:
    """Fill and letters."""
    return {
        "primary": (theme.primary, theme.on_primary),
        "raise": (theme.raise_, theme.on_raise),
        "plain": (theme.plain, theme.on_plain),
        "danger": (theme.danger, theme.on_danger),
        "quiet": (theme.seat, theme.text),
    }[style]


class TouchButton(Widget):
    """A button. ``on_press`` is called with its intent when a finger that went down on it is lifted on it."""

    text = StringProperty("")
    detail = StringProperty("")
    name = StringProperty("")
    enabled = BooleanProperty(True)
    held = BooleanProperty(False)
    role = "button"

    def __init__(
        self,
        theme: Theme,
        unit: float,
        on_press: Callable[[Any], None],
        look: ButtonLook | None = None,
        *,
        primary: bool = False,
        icon: Any = None,
        text_mm: float = 4.6,
        lines: int = 1,
        detail_lines: int = 1,
        once: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.theme, self.unit, self.on_press = theme, unit, on_press
        self.primary_target = primary
        self.once = once
        self._icon_outline = icon
        self._text_mm = text_mm
        self._box = Box(self.canvas, 1.9 * unit)
        self._icon = Glyph(self.canvas)
        self.label = Text(bold=True, halign="center", font_size=text_mm * unit, least_size=3.2 * unit, lines=lines)
        self.line = Text(halign="center", font_size=3.5 * unit, least_size=2.9 * unit, lines=detail_lines)
        self._split = 0.46 if detail_lines == 1 else 0.56
        self.add_widget(self.label)
        self.add_widget(self.line)
        self.look = look or ButtonLook("")
        self._meant = self.look.intent
        self.fbind("pos", self._place)
        self.fbind("size", self._place)
        self.fbind("held", self._paint)
        self.show(self.look)

    def set_icon(self, outline: Any) -> None:
        """Another drawing, or None; seen from the next ``show`` on."""
        self._icon_outline = outline
        if outline is None:
            self._icon.hide()

    def show(self, look: ButtonLook | None) -> None:
        """Say this; None: the button is not there."""
        self.opacity = 1.0 if look is not None else 0.0
        self.enabled = look is not None and look.enabled
        if look is None:
            self.text = self.detail = self.label.text = self.line.text = ""
            self.look = ButtonLook("")
            self._box.hide()
            self._icon.hide()
            return
        self.look = look
        self.name = look.name
        self.text = self.label.text = look.text
        self.detail = self.line.text = look.detail
        self._paint()
        self._place()

    def _paint(self, *_: object) -> None:
        if not self.opacity:
            return
        fill, ink = colours(self.theme, self.look.style)
        if self.held:
            fill = tuple(0.72 * a + 0.28 * b for a, b in zip(fill, ink, strict=True))  # type: ignore[assignment]
        edge, line = self.theme.seat_edge, 1 if self.look.style in ("quiet", "plain") else 0
        self._box.style(fill, edge, line)
        faded = ink if self.enabled else (*ink[:3], 0.35)
        self.label.color = self.line.color = faded
        if self._icon_outline is not None:
            size = round(4.6 * self.unit)
            self._icon.show(shapes.drawing(self._icon_outline, size), *self._icon_place(size), faded)

    def _icon_place(self, size: int) -> tuple[float, float]:
        if self.label.text:
            return self.x + 1.6 * self.unit, self.top - size - 2.2 * self.unit
        return self.center_x - size / 2, self.center_y - size / 2

    def _place(self, *_: object) -> None:
        unit = self.unit
        self._box.place(self.x, self.y, self.width, self.height)
        pad = 1.2 * unit
        left = pad + (5.4 * unit if self._icon_outline is not None and self.label.text else 0)
        if self.line.text:
            split = self.height * self._split
            self.label.pos, self.label.size = (
                (self.x + left, self.y + split - unit),
                (
                    self.width - left - pad,
                    self.height - split,
                ),
            )
            self.line.pos, self.line.size = (
                (self.x + pad, self.y + 1.2 * unit),
                (
                    self.width - 2 * pad,
                    split - 1.6 * unit,
                ),
            )
        else:
            self.label.pos, self.label.size = (
                (self.x + left, self.y + 2),
                (self.width - left - pad, self.height - 4),
            )
            self.line.size = (0, 0)
        if self._icon_outline is not None:
            self._paint()

    # Touches.

    def on_touch_down(self, touch: Any) -> bool:
        if not self.enabled or not self.opacity or not self.collide_point(*touch.pos) or self.held:
            return False
        if getattr(touch, "is_mouse_scrolling", False):
            return False
        if touch.is_double_tap and self.once:
            return True  # one tap that bounced: the button may already mean the next player
        touch.grab(self)
        self._meant = self.look.intent
        self.held = True
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self.held = bool(self.collide_point(*touch.pos))
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        inside = self.held and self.collide_point(*touch.pos)
        self.held = False
        same = self.look.intent == self._meant  # a card may have come in under the finger
        if inside and same and self.enabled and self.opacity and self.get_root_window() is not None:
            self.on_press(self.look.intent)
        return True
