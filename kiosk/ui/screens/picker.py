"""The card picker: 4 x 13. Cards that everyone has seen are disabled, hidden ones never are (SCREENS)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from engine.cards import DECK, Card
from kiosk.ui import shapes
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Close, Picked
from kiosk.ui.layout import MARGIN_MM, PRIMARY_MM, TARGET_MM
from kiosk.ui.panel import Panel
from kiosk.ui.pickers import PickerLook
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.button import TouchButton
from kiosk.ui.widgets.cards import rank_text
from kiosk.ui.widgets.surface import Box, Glyph
from kiosk.ui.widgets.text import Text, texture


class CardKey(Widget):
    """One card of the picker: the whole cell is its target."""

    name = StringProperty("")
    text = StringProperty("")
    enabled = BooleanProperty(True)
    held = BooleanProperty(False)
    role = "button"
    primary_target = False

    def __init__(self, card: Card, theme: Theme, unit: float, on_press: Callable[[Any], None], **options: Any) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.card, self.theme, self.unit, self.on_press = card, theme, unit, on_press
        self.name, self.text = f"pick-{card}", card.sign
        self.chosen = False
        self.ink = theme.suits[card.suit]
        self._box = Box(self.canvas, 1.2 * unit)
        self._rank, self._pip = Glyph(self.canvas), Glyph(self.canvas)
        self.fbind("pos", self.paint)
        self.fbind("size", self.paint)
        self.fbind("held", self.paint)

    def show(self, enabled: bool, chosen: bool, four_suits: bool) -> None:
        """Whether it can be picked, and whether it has been."""
        ink = (self.theme.four_suits if four_suits else self.theme.suits)[self.card.suit]
        if (enabled, chosen, ink) != (self.enabled, self.chosen, self.ink):
            self.enabled, self.chosen, self.ink = enabled, chosen, ink
            self.paint()

    def paint(self, *_: object) -> None:
        theme = self.theme
        gap = max(1, round(0.35 * self.unit))
        ink = self.ink
        if not self.enabled:
            fill, edge, line, ink = theme.seat, theme.seat_edge, 1, theme.seat_edge
        elif self.chosen or self.held:
            fill, edge, line = theme.accent, theme.text, 3
        else:
            fill, edge, line = theme.card, theme.card_edge, 1
        self._box.style(fill, edge, line)
        x, y, width, height = self.x + gap, self.y + gap, self.width - 2 * gap, self.height - 2 * gap
        self._box.place(x, y, width, height)
        rank = texture(rank_text(self.card), round(min(6.6 * self.unit, height * 0.46)), True, None, "left", 1)
        pip = round(min(width * 0.46, height * 0.36))
        self._rank.show(rank, x + (width - rank.width) / 2, y + height - rank.height - height * 0.03, ink)
        self._pip.show(shapes.suit(self.card.suit, pip), x + (width - pip) / 2, y + height * 0.1, ink)

    def on_touch_down(self, touch: Any) -> bool:
        if not self.enabled or not self.collide_point(*touch.pos) or self.held:
            return False
        touch.grab(self)
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
        if inside and self.enabled and self.get_root_window() is not None:
            self.on_press(Picked(self.card))
        return True


class PickerScreen(Widget):
    """The 52 cards: a row for each suit, upright two, aces left.

    Where thirteen cards side by side would be narrower than a finger, the four twos lie in the lowest row.
    """

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None], **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(panel.width, panel.height), **options)
        self.panel, self.theme = panel, theme
        self.back_label = ""
        unit = panel.per_mm
        margin, bar = MARGIN_MM * unit, PRIMARY_MM * unit
        head = 8.5 * unit
        self.title = Text(bold=True, font_size=6.6 * unit, least_size=4.4 * unit, color=theme.text)
        self.note = Text(font_size=4 * unit, least_size=3.2 * unit, color=theme.muted, lines=2)
        self.title.pos, self.title.size = (
            (1.5 * margin, self.height - head - 2),
            (self.width - 3 * margin, head),
        )
        self.back = TouchButton(theme, unit, on_intent, None, primary=True, size_hint=(None, None))
        self.done = TouchButton(theme, unit, on_intent, None, primary=True, size_hint=(None, None))
        self.back.pos, self.back.size = (margin, margin), (27 * unit, bar)
        across, down = (7, 8) if panel.portrait else (13, 4)
        narrow = not panel.portrait and self.width / across < TARGET_MM * unit
        across -= narrow
        wide = self.width / across
        self.done.pos = (self.back.right + margin, margin)
        self.done.size = (self.width - 3 * margin - self.back.width - 4 * wide * narrow, bar)
        self.title.width = self.width * 0.6 - 3 * margin
        self.note.pos, self.note.size = (
            (self.width * 0.6, self.title.y),
            (self.width * 0.4 - 1.5 * margin, head),
        )
        self.note.halign = "right"
        if panel.portrait:
            self.note.halign = "left"
            self.title.width = self.width - 3 * margin
            self.note.pos, self.note.size = (
                (1.5 * margin, self.title.y - head),
                (self.width - 3 * margin, head),
            )
        self.keys = [CardKey(card, theme, unit, on_intent) for card in DECK]
        bottom = margin + bar + margin * 0.6
        top = (self.note.y if panel.portrait else self.title.y) - 2
        high = (top - bottom) / down
        for key in self.keys:
            rank, suit = 12 - key.card.rank, 3 - key.card.suit  # ace first, spades first
            column, row = (rank % 7, 2 * suit + rank // 7) if panel.portrait else (rank, suit)
            key.pos = (column * wide, top - (row + 1) * high)
            key.size = (wide, high)
            if narrow and key.card.rank == 0:
                key.pos, key.size = (self.width - (4 - suit) * wide, margin * 0.5), (wide, bar + margin)
        for part in (self.title, self.note, self.back, self.done, *self.keys):
            self.add_widget(part)
        self.look: PickerLook | None = None

    def show(self, look: PickerLook) -> None:
        """Draw this."""
        if look == self.look:
            return
        self.look = look
        self.title.text = look.title
        self.note.text = look.warning or look.note
        self.note.color = self.theme.warning if look.warning else self.theme.muted
        self.back.show(ButtonLook(self.back_label, Close(), style="quiet", name="back"))
        self.done.show(look.done)
        for key in self.keys:
            key.show(key.card not in look.gone, key.card in look.picked, look.four_suits)
