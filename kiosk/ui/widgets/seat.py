"""One seat at the table: who sits there, chips, cards, and whether it is their turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from kiosk.ui import shapes
from kiosk.ui.cardlooks import CardLook
from kiosk.ui.layout import Side, Slot
from kiosk.ui.looks import SeatLook
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.cards import CardRow
from kiosk.ui.widgets.surface import CLEAR, Box, Glyph
from kiosk.ui.widgets.text import Text, extent

EMPTY = SeatLook(0, "", "")


class Seat(Widget):
    """A seat. ``on_press`` is called with the seat's number when it is touched."""

    name = StringProperty("")
    seat = NumericProperty(0)
    enabled = BooleanProperty(False)
    held = BooleanProperty(False)
    role = "button"
    primary_target = False

    def __init__(
        self,
        theme: Theme,
        unit: float,
        size: tuple[float, float],
        middle: float,
        bet_inside: bool,
        on_press: Callable[[int], None],
        **options: Any,
    ) -> None:
        """``middle``: x of the table's middle, towards which bets are put; ``bet_inside``: in the first line."""
        super().__init__(size=size, size_hint=(None, None), **options)
        self.theme, self.unit, self.on_press = theme, unit, on_press
        self.middle, self.bet_inside = middle, bet_inside
        self.look = EMPTY
        self.side: Side = "top"
        height = size[1]
        self._pad = max(4, round(height * 0.075))
        self._line = round(height * 0.28)
        self._box = Box(self.canvas, height * 0.11)
        self._turn = Glyph(self.canvas)
        letter = height * 0.225
        self.name_text = Text(bold=True, font_size=letter, least_size=letter * 0.76)
        self.tag_text = Text(bold=True, font_size=letter * 0.8, least_size=letter * 0.7, color=theme.accent)
        self.stack_text = Text(font_size=letter * 0.95, least_size=letter * 0.75, halign="right")
        self.note_text = Text(font_size=letter, least_size=letter * 0.7, halign="center", color=theme.muted)
        card = height * 0.6
        self.ups = CardRow(theme, (card * 0.7, card), room=8)
        small = height * 0.47
        self.downs = CardRow(theme, (small * 0.68, small), room=4)
        self.downs.align = "right"
        for part in (self.name_text, self.tag_text, self.stack_text, self.note_text, self.ups, self.downs):
            self.add_widget(part)
        self._bet_box = Box(self.canvas.after, height * 0.16)
        self._disc = Box(self.canvas.after, self._line * 0.42)
        bet = height * 0.225
        self.bet_text = Text(bold=True, font_size=bet, least_size=bet * 0.8, halign="center")
        self.disc_text = Text(bold=True, font_size=bet * 0.8, halign="center", color=theme.ground)
        self._over = Widget()
        self.add_widget(self._over)
        self._over.add_widget(self.bet_text)
        self._over.add_widget(self.disc_text)
        for box in (self._bet_box, self._disc):  # drawn under their letters, over the seat
            self.canvas.after.remove(box.group)
            self._over.canvas.before.add(box.group)
        self.fbind("held", self._paint)
        self.show(EMPTY, None)

    def show(self, look: SeatLook, slot: Slot | None) -> None:
        """Draw this; no slot: nobody sits here."""
        if slot is None:
            self.opacity = 0.0
            self.enabled = False
            self.look = EMPTY
            self.name = ""
            for part in (
                self.name_text,
                self.tag_text,
                self.stack_text,
                self.note_text,
                self.bet_text,
                self.disc_text,
            ):
                part.text = ""
            self.ups.show(())
            self.downs.show(())
            self._turn.hide()
            for box in (self._box, self._bet_box, self._disc):
                box.hide()
            return
        moved = (slot.box.x, slot.box.y) != (self.x, self.y) or slot.side != self.side or not self.opacity
        if look == self.look and not moved:
            return
        self.opacity, self.enabled = 1.0, True
        self.look, self.side = look, slot.side
        self.pos = slot.box.x, slot.box.y
        self.seat, self.name = look.seat, f"seat-{look.seat}"
        self.name_text.text = look.name
        self.tag_text.text = look.tag
        self.stack_text.text = "" if look.won else look.stack
        self.note_text.text = look.note
        self.ups.show(look.up)
        self.downs.show((CardLook(down=True),) * look.down)
        self.bet_text.text = look.won or look.bet
        self.disc_text.text = "D" if look.dealer else ""
        self._place()
        self._paint()

    def _paint(self, *_: object) -> None:
        if not self.opacity:
            return
        theme, look = self.theme, self.look
        lit = look.active or look.chosen
        fill = theme.seat
        if lit:
            fill = tuple(a * 0.86 + b * 0.14 for a, b in zip(theme.seat, theme.accent, strict=True))  # type: ignore[assignment]
        if self.held:
            fill = tuple(a * 0.75 + b * 0.25 for a, b in zip(fill, theme.text, strict=True))  # type: ignore[assignment]
        edge = theme.accent if lit else theme.seat_edge
        self._box.style((*fill[:3], 0.55 if look.dim else 1.0), edge, max(3, round(0.55 * self.unit)) if lit else 1)
        ink = theme.muted if look.dim else theme.accent if look.active else theme.text
        self.name_text.color = ink
        self.stack_text.color = theme.muted if look.dim else theme.text
        if look.won:
            self._bet_box.style(theme.accent, theme.on_accent, 1)
            self.bet_text.color = theme.on_accent
        elif look.bet:
            self._bet_box.style(theme.ground, theme.accent, 2)
            self.bet_text.color = theme.accent
        else:
            self._bet_box.style(CLEAR)
        self._disc.style(*((theme.text, theme.ground, 2) if look.dealer else (CLEAR, CLEAR, 0)))

    def _place(self) -> None:
        x, y, width, height = self.x, self.y, self.width, self.height
        pad, line = self._pad, self._line
        self._box.place(x, y, width, height)
        top = self.top - line - pad * 0.2
        left = x + pad * 1.4
        bet_width = extent(self.bet_text.text, self.bet_text.font_size, True) + self.height * 0.22
        stack_width = (
            bet_width
            if self.look.won
            else min(extent(self.stack_text.text, self.stack_text.font_size, False) + 2, width * 0.42)
        )
        stack_left = self.right - pad * 1.4 - stack_width
        self.stack_text.pos, self.stack_text.size = (stack_left, top), (stack_width, line)
        if self.look.active:
            size = round(line * 0.56)
            self._turn.show(shapes.drawing(shapes.TRIANGLE, size), left, top + (line - size) / 2, self.theme.accent)
            left += size + pad * 0.6
        else:
            self._turn.hide()
        tag_width = extent(self.tag_text.text, self.tag_text.font_size, True) + pad if self.tag_text.text else 0
        disc_width = line * 0.84 + pad if self.disc_text.text else 0.0
        if self.bet_inside and self.look.bet and not self.look.won:
            tag_width += bet_width + pad
        room = max(10.0, stack_left - left - pad * 0.5 - tag_width - disc_width)
        self.name_text.pos, self.name_text.size = (left, top), (room, line)
        name_end = left + min(room, extent(self.name_text.text, self.name_text.font_size, True))
        self._place_disc(name_end + pad * 0.8)
        name_end += disc_width
        self.tag_text.pos, self.tag_text.size = (name_end + pad * 0.8, top), (tag_width, line)
        cards_y = y + pad * 0.9
        downs = len(self.downs.looks)
        downs_width = self.downs.card_width + max(0, downs - 1) * self.downs.card_width * 0.34 if downs else 0
        self.downs.size = (downs_width, self.downs.card_height)
        self.downs.pos = (
            self.right - pad * 1.2 - downs_width,
            cards_y + (self.ups.card_height - self.downs.card_height),
        )
        ups_width = width - 2.4 * pad - (downs_width + pad if downs else 0)
        self.ups.size, self.ups.pos = (ups_width, self.ups.card_height), (x + pad * 1.2, cards_y)
        self.note_text.pos, self.note_text.size = (x + pad, cards_y), (width - 2 * pad, self.ups.card_height)
        self._place_bet()

    def _place_bet(self) -> None:
        if not self.bet_text.text:
            self.bet_text.size = (0, 0)
            return
        width = extent(self.bet_text.text, self.bet_text.font_size, True) + self.height * 0.22
        if self.look.won:  # in the place of the stack
            height = round(self._line * 0.9)
            box = (round(self.right - width - self._pad), round(self.top - height - 2), round(width), height)
            self._bet_box.place(*box)
            self.bet_text.pos, self.bet_text.size = box[:2], box[2:]
            return
        height = round(self.height * 0.28)
        if self.bet_inside:
            x = self.stack_text.x - width - self._pad
            box = (round(x), round(self.stack_text.center_y - height / 2), round(width), height)
            self._bet_box.place(*box)
            self.bet_text.pos, self.bet_text.size = box[:2], box[2:]
            return
        gap = height * 0.12
        towards = 0.76 if self.center_x < self.middle - 1 else 0.22
        x, y = {
            "top": (self.x + self.width * towards, self.y - height / 2 - gap),
            "bottom": (self.x + self.width * towards, self.top + height / 2 + gap),
            "left": (self.right + width / 2 + gap, self.center_y),
            "right": (self.x - width / 2 - gap, self.center_y),
        }[self.side]
        box = (round(x - width / 2), round(y - height / 2), round(width), height)
        self._bet_box.place(*box)
        self.bet_text.pos, self.bet_text.size = box[:2], box[2:]

    def _place_disc(self, x: float) -> None:
        if not self.disc_text.text:
            self.disc_text.size = (0, 0)
            return
        size = round(self._line * 0.84)
        y = self.name_text.center_y - size / 2
        self._disc.place(x, y, size, size)
        self.disc_text.pos, self.disc_text.size = (x, y), (size, size)

    # Touches.

    def on_touch_down(self, touch: Any) -> bool:
        if not self.enabled or not self.collide_point(*touch.pos) or self.held:
            return False
        touch.grab(self)
        self.held = True
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        inside = self.collide_point(*touch.pos)
        self.held = False
        if inside and self.enabled and self.get_root_window() is not None:
            self.on_press(int(self.seat))
        return True
