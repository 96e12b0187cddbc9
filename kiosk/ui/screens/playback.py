"""The table screen of a recording: in the place of the dealer's buttons a bar to play it with.

The bar has drawings and figures only, the same in every language.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from kiosk.ui import shapes
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.layout import MARGIN_MM, Rect, TableLayout
from kiosk.ui.looks import TableLook
from kiosk.ui.panel import Panel
from kiosk.ui.screens.table import TableScreen
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.button import TouchButton
from kiosk.ui.widgets.surface import Box
from kiosk.ui.widgets.text import Text

PLAY = shapes.TRIANGLE
PAUSE: tuple[shapes.Outline, ...] = (
    ((0.16, 0.06), (0.4, 0.06), (0.4, 0.94), (0.16, 0.94)),
    ((0.6, 0.06), (0.84, 0.06), (0.84, 0.94), (0.6, 0.94)),
)
STEP: tuple[shapes.Outline, ...] = (
    ((0.1, 0.06), (0.72, 0.5), (0.1, 0.94)),
    ((0.74, 0.06), (0.92, 0.06), (0.92, 0.94), (0.74, 0.94)),
)
BACK: tuple[shapes.Outline, ...] = tuple(tuple((1 - x, y) for x, y in outline) for outline in STEP)
BUTTON_MM = 15.0


@dataclass(frozen=True, slots=True)
class Step:
    """So many moments on, or back."""

    by: int


@dataclass(frozen=True, slots=True)
class Run:
    """Play on by itself, or stand still."""

    on: bool


@dataclass(frozen=True, slots=True)
class Seek:
    """To that part of the whole, 0 to 1."""

    part: float


Steering = Step | Run | Seek


@dataclass(frozen=True, slots=True)
class BarLook:
    """What the bar shows: how far the recording is (0 to 1), that in figures, and whether it plays."""

    part: float
    text: str
    playing: bool


class Timeline(Widget):
    """The whole recording as a line, with a mark where each hand begins; touch or draw to go elsewhere."""

    text = StringProperty("")
    name = StringProperty("timeline")
    enabled = BooleanProperty(True)
    role = "button"
    primary_target = True

    def __init__(
        self, theme: Theme, unit: float, box: Rect, marks: Sequence[float], steer: Callable[[Steering], None]
    ) -> None:
        super().__init__(size_hint=(None, None), pos=(box.x, box.y), size=(box.width, box.height))
        self.unit, self.steer = unit, steer
        self.track = Rect(box.x + unit, box.y + 2.5 * unit, box.width - 2 * unit, 3 * unit)
        track = self.track
        Box(self.canvas, 1.5 * unit, theme.plain, theme.seat_edge, 1).place(track.x, track.y, track.width, track.height)
        self._done = Box(self.canvas, 1.5 * unit, theme.accent)
        with self.canvas:
            Color(*theme.muted)
            for mark in marks:
                Rectangle(pos=(round(track.x + mark * track.width), round(track.y - unit)), size=(2, unit))
        self.label = Text(halign="center", font_size=4.2 * unit, least_size=2.9 * unit, lines=1, color=theme.text)
        self.label.pos = (box.x, box.y + 7 * unit)
        self.label.size = (box.width, box.height - 7 * unit)
        self.add_widget(self.label)

    def show(self, part: float, text: str) -> None:
        """The part that has been played, and its figures."""
        self.text = self.label.text = text
        track = self.track
        self._done.place(track.x, track.y, max(track.height, part * track.width), track.height)

    def _seek(self, touch: Any) -> None:
        self.steer(Seek(min(1.0, max(0.0, (touch.x - self.track.x) / self.track.width))))

    def on_touch_down(self, touch: Any) -> bool:
        if not self.collide_point(*touch.pos) or getattr(touch, "is_mouse_scrolling", False):
            return False
        touch.grab(self)
        self._seek(touch)
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        self._seek(touch)
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True


class PlaybackBar(Widget):
    """One step back, play or pause, one step on, and the timeline, in the lowest row of the panel."""

    def __init__(
        self, theme: Theme, plan: TableLayout, marks: Sequence[float], steer: Callable[[Steering], None]
    ) -> None:
        super().__init__(size_hint=(None, None))
        panel = plan.panel
        unit, gap = panel.per_mm, panel.px(MARGIN_MM)
        width, row = panel.px(BUTTON_MM), plan.undo
        self.buttons: dict[str, TouchButton] = {}
        places = {"back": 0, "play": 1, "pause": 1, "step": 2}
        drawings = {"back": BACK, "play": PLAY, "pause": PAUSE, "step": STEP}
        self._looks = {
            "back": ButtonLook("", Step(-1), name="back"),  # type: ignore[arg-type]
            "play": ButtonLook("", Run(True), style="primary", name="play"),  # type: ignore[arg-type]
            "pause": ButtonLook("", Run(False), style="primary", name="pause"),  # type: ignore[arg-type]
            "step": ButtonLook("", Step(1), name="step"),  # type: ignore[arg-type]
        }
        for name, place in places.items():
            button = TouchButton(
                theme,
                unit,
                steer,
                self._looks[name],
                primary=True,
                icon=drawings[name],
                size_hint=(None, None),
            )
            button.pos, button.size = (row.x + place * (width + gap), row.y), (width, row.height)
            self.buttons[name] = button
            self.add_widget(button)
        left = row.x + 3 * (width + gap)
        box = Rect(left, row.y, panel.width - row.x - left, row.height)
        self.timeline = Timeline(theme, unit, box, marks, steer)
        self.add_widget(self.timeline)
        self.look: BarLook | None = None

    def show(self, look: BarLook) -> None:
        """Show this."""
        if self.look is None or look.playing != self.look.playing:
            self.buttons["play"].show(None if look.playing else self._looks["play"])
            self.buttons["pause"].show(self._looks["pause"] if look.playing else None)
        self.timeline.show(look.part, look.text)
        self.look = look


class PlaybackTable(TableScreen):
    """The table as it was. ``marks``: where the hands begin, 0 to 1; ``steer``: called by the bar."""

    def __init__(
        self,
        panel: Panel,
        theme: Theme,
        on_intent: Callable[[Any], None],
        marks: Sequence[float],
        steer: Callable[[Steering], None],
        **options: Any,
    ) -> None:
        super().__init__(panel, theme, on_intent, **options)
        self.bar = PlaybackBar(theme, self.plan, marks, steer)
        self.add_widget(self.bar)

    def show(self, look: TableLook, moving: bool = False) -> None:
        """Draw this, without what a dealer could touch then."""
        super().show(replace(look, buttons=(), undo=None), moving)
