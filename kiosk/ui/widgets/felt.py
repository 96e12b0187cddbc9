"""The table itself: felt, pot, common card, the middle's sentences, and the arrows of a pass."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, sin
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate, SmoothLine
from kivy.uix.widget import Widget

from kiosk.ui import shapes
from kiosk.ui.layout import Rect, Side, Slot, TableLayout, arrow_room
from kiosk.ui.looks import TableLook
from kiosk.ui.placing import free_place
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.cards import CardRow
from kiosk.ui.widgets.surface import CLEAR, Box
from kiosk.ui.widgets.text import Text, extent

POT_LINE = 1.1
"""Height of the pot's line, by its letters."""
POT_GAP_MM = 0.8
"""The arrows of a pass keep so far from it."""

__all__ = ["Arrow", "Felt", "arrow_path"]


def _exit(slot: Slot, clockwise: bool, leaving: bool, middle: Rect) -> tuple[float, float]:
    """Where an arrow leaves or reaches a seat: on the side of the table, a little towards the way it goes."""
    box = slot.box
    shift = (1 if leaving else -1) * (1 if clockwise else -1)
    x, y = box.centre
    if slot.side in ("top", "bottom"):
        along = x + (shift if slot.side == "top" else -shift) * box.width * 0.24
        inset = box.width * 0.08  # what lies beside the middle is covered by the seats left and right
        along = min(max(along, middle.x + inset), middle.right - inset)
        return along, (box.y if slot.side == "top" else box.top)
    return {
        "left": (box.right, y + shift * box.height * 0.26),
        "right": (box.x, y - shift * box.height * 0.26),
    }[slot.side]


def arrow_path(
    giver: Slot, receiver: Slot, clockwise: bool, middle: Rect, steps: int = 22
) -> list[tuple[float, float]]:
    """Points of a bent arrow from one seat to another, drawn in towards the middle of the table."""
    start, end = _exit(giver, clockwise, True, middle), _exit(receiver, clockwise, False, middle)
    far = hypot(end[0] - start[0], end[1] - start[1]) * 0.45
    narrow = min(middle.width, middle.height)
    if giver.side == receiver.side:
        far = min(far, narrow * 0.4)  # round the pot, not through it
    elif middle.height > middle.width:
        far = min(far, narrow * 0.9)
    handles = [
        (point[0] + far * dx, point[1] + far * dy)
        for point, (dx, dy) in ((start, _INWARD[giver.side]), (end, _INWARD[receiver.side]))
    ]
    points = []
    for step in range(steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * handles[0][0] + c * handles[1][0] + d * end[0],
                a * start[1] + b * handles[0][1] + c * handles[1][1] + d * end[1],
            )
        )
    return points


_INWARD: dict[Side, tuple[float, float]] = {
    "top": (0.0, -1.0),
    "bottom": (0.0, 1.0),
    "left": (1.0, 0.0),
    "right": (-1.0, 0.0),
}


class Arrow:
    """One arrow; kept and moved, never rebuilt."""

    def __init__(self, canvas: Any, unit: float) -> None:
        self.unit = unit
        self._colour = Color(*CLEAR)
        self._line = SmoothLine(points=(), width=max(1.6, 0.42 * unit), overdraw_width=1.2)
        self._push, self._turn, self._pop = PushMatrix(), Rotate(angle=0), PopMatrix()
        self._head = Rectangle(size=(0, 0), texture=shapes.drawing(shapes.ARROW, round(3.6 * unit)))
        for part in (self._colour, self._line, self._push, self._turn, self._head, self._pop):
            canvas.add(part)

    def hide(self) -> None:
        self._colour.rgba = CLEAR
        self._line.points = ()
        self._head.size = (0, 0)

    def show(self, path: Sequence[tuple[float, float]], colour: Any) -> None:
        """Draw along these points."""
        self._colour.rgba = colour
        size = round(3.6 * self.unit)
        (x0, y0), (x1, y1) = path[-4], path[-1]
        angle = atan2(y1 - y0, x1 - x0)
        self._turn.origin = (x1, y1)
        self._turn.angle = degrees(angle)
        self._head.pos, self._head.size = (round(x1 - size), round(y1 - size / 2)), (size, size)
        back = size * 0.7
        tail = [point for point in path if (point[0] - x1) ** 2 + (point[1] - y1) ** 2 > back**2]
        tail.append((x1 - back * cos(angle), y1 - back * sin(angle)))
        self._line.points = [value for point in tail for value in point]


class Felt(Widget):
    """What lies in the middle of the table."""

    def __init__(self, theme: Theme, layout: TableLayout, **options: Any) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.theme, self.layout = theme, layout
        unit = layout.panel.per_mm
        felt = layout.felt
        self.pos, self.size = (felt.x, felt.y), (felt.width, felt.height)
        width, height = layout.seat_size
        inset_x, inset_y = width * 0.3, height * 0.3
        self._rim = Box(
            self.canvas, min(felt.width, felt.height) * 0.34, theme.felt, theme.rim, max(3, round(0.9 * unit))
        )
        self._rim.place(felt.x + inset_x, felt.y + inset_y, felt.width - 2 * inset_x, felt.height - 2 * inset_y)
        # Before the texts are added: the pot lies over the plate, and that over the arrows.
        self._arrows = [Arrow(self.canvas, unit) for _ in range(8)]
        self._plate = Box(self.canvas, 1.4 * unit)
        self.plated = False
        """The pot stands over an arrow, on a plate."""
        centre = layout.centre
        x, y, wide, high = centre.x, centre.y, centre.width, centre.height
        big = min(8.9 * unit, high * 0.52)
        self.pot = Text(bold=True, font_size=big, least_size=big * 0.6, halign="center", color=theme.text)
        self.pot_label = Text(font_size=3.9 * unit, least_size=3 * unit, halign="center", color=theme.text)
        self.common = CardRow(theme, (high * 0.42, high * 0.6), room=1)
        self.common.align = "center"
        self.sentences = [
            Text(font_size=4.1 * unit, least_size=3.1 * unit, halign="center", color=theme.text, lines=2)
            for _ in range(3)
        ]
        self.side_pots = Text(font_size=3.7 * unit, least_size=3 * unit, halign="center", color=theme.text)
        self.winning = CardRow(theme, (high * 0.32, high * 0.46), room=5)
        self.winning.align = "center"
        for part in (self.winning, self.pot, self.pot_label, self.side_pots, self.common, *self.sentences):
            self.add_widget(part)
        self._centre = (x, y, wide, high)

    def show(self, look: TableLook, slots: Sequence[Slot]) -> None:
        """Draw the middle for this look; ``slots`` are the seats' places."""
        x, y, wide, high = self._centre
        paths = self.paths(look, slots)
        crossed = False
        unit = self.layout.panel.per_mm
        lines = look.centre[:3]
        for text, sentence in zip(self.sentences, (*lines, "", "", "")[:3], strict=True):
            text.text = sentence
        self.winning.show(look.winning)
        if lines or look.winning:
            pad = 0.02 * wide
            cards = self.winning.card_height + unit if look.winning else 0.0
            top = y + high + (0 if look.winning else 1.5 * unit)
            self.winning.size, self.winning.pos = (
                (wide - 2 * pad, self.winning.card_height),
                (x + pad, top - cards + unit),
            )
            each = min((top - y + unit - cards) / max(1, len(lines)), 11 * unit)
            for index, text in enumerate(self.sentences[: len(lines)]):
                text.lines = 2 if each > 6 * unit else 1
                text.size = (wide - 2 * pad, each)
                text.pos = (x + pad, top - cards - (index + 1) * each)
            self.pot.text = self.pot_label.text = self.side_pots.text = ""
            self.common.show(())
        else:
            with_card = bool(look.common)
            shift = wide * 0.16 if with_card else 0
            self.pot.text, self.pot_label.text, self.side_pots.text = look.pot, look.pot_label, look.side_pots
            line = high * 0.56
            base = y + (high - line) / 2 + (high * 0.12 if look.side_pots else 0)
            label = extent(look.pot_label, round(self.pot_label.font_size), False) if look.pot_label else 0.0
            amount = extent(look.pot, round(self.pot.font_size), True) if look.pot else 0.0
            gap = 1.6 * unit if label else 0.0
            left = x + shift + (wide - shift - label - gap - amount) / 2
            self.pot_label.size, self.pot_label.pos = (label + 2, line), (left - 1, base - 0.06 * high)
            self.pot.size, self.pot.pos = (amount + 4, line), (left + label + gap - 2, base)
            self.side_pots.size, self.side_pots.pos = (
                (wide - shift, high * 0.24),
                (x + shift, base - high * 0.2),
            )
            self.common.size = (high * 0.42, high * 0.6)
            self.common.pos = (x + wide * 0.14, y + high * 0.2)
            self.common.show(look.common)
            if paths and look.pot:
                crossed = not self._pot_beside(paths, label, amount)
        self.plated = crossed
        self._plate.style(self.theme.ground if crossed else CLEAR)
        if crossed:
            pad = 0.8 * unit
            texts = [text.drawn for text in (self.pot_label, self.pot, self.side_pots) if text.text]
            left, low = min(box[0] for box in texts) - pad, min(box[1] for box in texts)
            right, high = max(box[0] + box[2] for box in texts) + pad, max(box[1] + box[3] for box in texts)
            self._plate.place(left, low, right - left, high - low)
        self._show_arrows(paths, len(look.arrows))

    def _pot_beside(self, paths: Sequence[Sequence[tuple[float, float]]], label: float, amount: float) -> bool:
        """Put the pot where no arrow crosses it, without its label where it must be; False: there is no such place."""
        unit, room = self.layout.panel.per_mm, self.layout.centre
        for share, labelled in ((1.0, True), (1.0, False), (0.8, False)):
            gap = 1.6 * unit if label and labelled else 0.0
            name = label if labelled else 0.0
            high = self.pot.font_size * share * POT_LINE
            below = self.side_pots.font_size * 1.2 if self.side_pots.text else 0.0
            sides = extent(self.side_pots.text, round(self.side_pots.font_size), False) if below else 0.0
            wide = max(name + gap + amount * share + 4, sides + 4)
            box = free_place((wide, high + below), room, paths, POT_GAP_MM * unit)
            if box is not None:
                left, low = box.x + (wide - name - gap - amount * share - 4) / 2, box.y + below
                self.pot_label.pos, self.pot_label.size = (left, low - 0.06 * high), (name and name + 2, high)
                self.pot.pos, self.pot.size = (left + name + gap, low), (amount * share + 4, high)
                self.side_pots.pos, self.side_pots.size = (box.x, box.y), (wide, below)
                return True
        return False

    def _show_arrows(self, paths: Sequence[Sequence[tuple[float, float]]], certain: int) -> None:
        for index, arrow in enumerate(self._arrows):
            if index < len(paths):
                arrow.show(paths[index], self.theme.accent if index < certain else self.theme.muted)
            else:
                arrow.hide()

    def paths(self, look: TableLook, slots: Sequence[Slot]) -> list[list[tuple[float, float]]]:
        """The way of each arrow."""
        room = arrow_room(self.layout)
        return [
            arrow_path(slots[giver - 1], slots[receiver - 1], look.clockwise, room)
            for giver, receiver in (*look.arrows, *look.perhaps)
        ]
