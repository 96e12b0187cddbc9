"""Where everything lies on the table screen, from millimetres; no Kivy, so that it is checked alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Literal

from kiosk.ui.panel import Panel

Side = Literal["left", "top", "right", "bottom"]

MARGIN_MM = 1.5
TARGET_MM = 12.0
CHANNEL_MM = 9.0
"""Upright panels: what lies free between the two columns of seats, for the arrows of a pass."""
PRIMARY_MM = 15.0
CLOCK_MM = 13.0
HEADLINE_MM = 8.9
"""Font size whose capital letters are 5.8 mm high and more (Roboto's capitals are 0.71 of it)."""
LEAST_HEADLINE_MM = 8.2


@dataclass(frozen=True, slots=True)
class Rect:
    """A box; x and y are its bottom left corner, in pixels from the window's."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def overlaps(self, other: Rect) -> bool:
        """True where they have more than an edge in common."""
        return (
            self.x < other.right - 0.5
            and other.x < self.right - 0.5
            and self.y < other.top - 0.5
            and other.y < self.top - 0.5
        )

    def shrunk(self, by: float) -> Rect:
        return Rect(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Slot:
    """One place at the table: its box, and on which side of the table it lies."""

    box: Rect
    side: Side


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table screen of one panel."""

    panel: Panel
    headline: Rect
    why: Rect
    menu: Rect
    lamps: Rect
    felt: Rect
    undo: Rect
    actions: Rect
    seat_size: tuple[float, float]
    headline_lines: int

    @property
    def clock(self) -> Rect:
        """Where the time stands, where it is shown: at the right end of the first line of the reason."""
        width, height = self.panel.px(CLOCK_MM), self.panel.px(5.5)
        return Rect(self.why.right - width, self.why.top - height, width, height)

    @property
    def centre(self) -> Rect:
        """The middle of the felt that no seat covers."""
        width, height = self.seat_size
        gap = self.panel.px(MARGIN_MM)
        if self.panel.portrait:
            return Rect(self.felt.x, self.felt.centre[1] - height / 2 - gap, self.felt.width, height + 2 * gap)
        return Rect(
            self.felt.x + width + gap, self.felt.y + height + gap,
            self.felt.width - 2 * (width + gap), self.felt.height - 2 * (height + gap),
        )  # fmt: skip


def arrow_room(layout: TableLayout) -> Rect:
    """Where the arrows of a pass run: round the pot, or upright between the columns of seats."""
    if layout.panel.portrait:
        channel = layout.panel.px(CHANNEL_MM)
        return Rect(layout.felt.centre[0] - channel / 2, layout.felt.y, channel, layout.felt.height)
    return layout.centre


def table_layout(panel: Panel) -> TableLayout:
    """The parts of the table screen, for a panel lying or upright."""
    margin, bar = panel.px(MARGIN_MM), panel.px(PRIMARY_MM)
    target = panel.px(TARGET_MM)
    width, height = float(panel.width), float(panel.height)
    lines = 2 if panel.portrait else 1
    line = panel.px(10.1)
    why_lines = 4 if panel.portrait else 2
    why = panel.px(4.5) * why_lines
    menu = Rect(width - margin - target, height - margin - target, target, target)
    lamps = Rect(menu.x, menu.y - panel.px(4.6), target, panel.px(4.2))
    left = margin * 1.6
    headline = Rect(left, height - lines * line - panel.px(0.4), menu.x - 2 * left, lines * line)
    why_box = Rect(left, headline.y - why, (width - 2 * left) if panel.portrait else headline.width, why)
    actions_y = margin
    bars = 2 if panel.portrait else 1
    bar_height = bar * bars + margin * (bars - 1)
    undo_width = min(panel.px(27), 0.31 * width)
    undo = Rect(margin, actions_y, undo_width, bar)
    if panel.portrait:
        actions = Rect(margin, actions_y, width - 2 * margin, bar_height)
    else:
        actions = Rect(undo.right + margin, actions_y, width - undo.right - 2 * margin, bar)
    bottom = actions_y + bar_height + margin
    felt = Rect(margin, bottom, width - 2 * margin, why_box.y - margin * 0.5 - bottom)
    gap = margin * 0.8
    if panel.portrait:
        seat_width = (felt.width - panel.px(CHANNEL_MM)) / 2
        seat_height = min((felt.height - 4 * gap) / 5, seat_width * 0.55)
    else:
        seat_width = min(felt.width * 0.238, felt.height)
        seat_height = min((felt.height - 2 * gap) / 3, seat_width * 0.55)
    return TableLayout(panel, headline, why_box, menu, lamps, felt, undo, actions, (seat_width, seat_height), lines)


_RINGS: dict[int, tuple[tuple[Side, float], ...]] = {
    4: (("left", 0.5), ("top", 0.5), ("right", 0.5), ("bottom", 0.5)),
    5: (("left", 0.5), ("top", 0.25), ("top", 0.75), ("right", 0.5), ("bottom", 0.5)),
    6: (("left", 0.5), ("top", 0.25), ("top", 0.75), ("right", 0.5), ("bottom", 0.75), ("bottom", 0.25)),
    7: (
        ("left", 0.5), ("top", 0.0), ("top", 0.5), ("top", 1.0), ("right", 0.5),
        ("bottom", 0.75), ("bottom", 0.25),
    ),
    8: (
        ("left", 0.5), ("top", 0.0), ("top", 0.5), ("top", 1.0), ("right", 0.5),
        ("bottom", 1.0), ("bottom", 0.5), ("bottom", 0.0),
    ),
}  # fmt: skip
"""Lying panels: the places clockwise from the left, by the highest seat number: side, how far along it."""


def slots(layout: TableLayout, highest_seat: int) -> tuple[Slot, ...]:
    """The places of seats 1 to ``highest_seat`` (at least 4), clockwise; a seat keeps its place all hand."""
    count = min(8, max(4, highest_seat))
    if layout.panel.portrait:
        return _upright(layout, count)
    width, height = layout.seat_size
    felt = layout.felt
    places = []
    inset = width * 0.55 if count >= 7 else width * 0.42
    for side, along in _RINGS[count]:
        x = felt.x + inset + along * (felt.width - 2 * inset - width)
        middle = felt.y + (felt.height - height) / 2
        box = {
            "left": Rect(felt.x, middle, width, height),
            "right": Rect(felt.right - width, middle, width, height),
            "top": Rect(x, felt.top - height, width, height),
            "bottom": Rect(x, felt.y, width, height),
        }[side]
        places.append(Slot(box, side))
    return tuple(places)


def _upright(layout: TableLayout, count: int) -> tuple[Slot, ...]:
    """Upright panels: two columns, the pot in a gap between their rows."""
    width, height = layout.seat_size
    felt = layout.felt
    left, right = ceil(count / 2), count // 2
    places = []
    for column, (seats, side) in enumerate(((left, "left"), (right, "right"))):
        lower = seats // 2
        for row in range(seats):
            number = row if side == "left" else seats - 1 - row  # from the bottom
            gap = (felt.height - 5 * height) / 4
            y = felt.y + number * (height + gap)
            if number >= lower:
                y = felt.top - (seats - number) * height - (seats - number - 1) * gap
            places.append(Slot(Rect(felt.x if column == 0 else felt.right - width, y, width, height), side))  # type: ignore[arg-type]
    return tuple(places)


def crop_place(layout: TableLayout) -> Rect:
    """Where the picture of the card that the camera asks about lies: left of the actions."""
    area, high = layout.actions, layout.undo.height
    return Rect(area.x, area.top - high, high, high)


def buttons(layout: TableLayout, count: int, left: float = 0.0) -> tuple[Rect, ...]:
    """Where ``count`` actions lie: always from the left; upright they have the first row, Undo the second.

    ``left``: the width of what lies left of them.
    """
    gap = layout.panel.px(MARGIN_MM)
    area = layout.actions
    shift = left + gap if left else 0.0
    if layout.panel.portrait:
        bar = layout.undo.height
        if count <= 3:
            width = (area.width - shift - gap * (count - 1)) / max(1, count)
            return tuple(Rect(area.x + shift + i * (width + gap), area.top - bar, width, bar) for i in range(count))
        rest = area.width - layout.undo.width - gap
        width = (rest - gap * (count - 4)) / (count - 3)
        second = layout.undo.right + gap
        lower = (Rect(second + i * (width + gap), area.y, width, bar) for i in range(count - 3))
        return (*buttons(layout, 3, left), *lower)
    width = (area.width - shift - gap * (count - 1)) / max(1, count)
    return tuple(Rect(area.x + shift + i * (width + gap), area.y, width, area.height) for i in range(count))
