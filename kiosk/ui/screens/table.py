"""The table screen: prompt, table, actions. Widgets are made once; a state only changes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.uix.widget import Widget

from kiosk.ui import shapes
from kiosk.ui.intents import TouchSeat
from kiosk.ui.layout import Slot, buttons, crop_place, slots, table_layout
from kiosk.ui.looks import TableLook
from kiosk.ui.panel import Panel
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.button import TouchButton
from kiosk.ui.widgets.felt import Felt
from kiosk.ui.widgets.header import Header
from kiosk.ui.widgets.movement import Movement
from kiosk.ui.widgets.seat import EMPTY, Seat
from kiosk.ui.widgets.snapshot import Snapshot

MOST_BUTTONS = 5
SEATS = 8


class TableScreen(Widget):
    """The whole table. ``on_intent`` is called with what a touch means."""

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None], **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(panel.width, panel.height), **options)
        self.panel, self.theme = panel, theme
        self.plan = table_layout(panel)
        unit = panel.per_mm
        self.felt = Felt(theme, self.plan)
        self.header = Header(theme, self.plan, on_intent)
        self.seats = [
            Seat(
                theme,
                unit,
                self.plan.seat_size,
                self.plan.felt.centre[0],
                panel.portrait,
                lambda seat: on_intent(TouchSeat(seat)),
            )
            for _ in range(SEATS)
        ]
        self.undo = TouchButton(
            theme,
            unit,
            on_intent,
            None,
            primary=True,
            icon=shapes.UNDO,
            size_hint=(None, None),
            text_mm=4.2,
            detail_lines=2,
        )
        undo = self.plan.undo
        self.undo.pos, self.undo.size = (undo.x, undo.y), (undo.width, undo.height)
        self.actions = [
            TouchButton(
                theme, unit, on_intent, None, primary=True, once=True, size_hint=(None, None), text_mm=5.2, lines=2
            )
            for _ in range(MOST_BUTTONS)
        ]
        self.movement = Movement(theme, unit)
        self.snapshot = Snapshot(theme, unit)
        parts = (self.felt, self.header, *self.seats, self.movement, self.snapshot, self.undo, *self.actions)
        for part in parts:
            self.add_widget(part)
        self.look: TableLook | None = None
        self.four_suits = False

    def set_four_suits(self, four: bool) -> None:
        """Draw the suits in four colours, or in two."""
        if four != self.four_suits:
            self.four_suits = four
            for row in (self.felt.common, *(seat.ups for seat in self.seats)):
                row.set_four_suits(four)

    def show(self, look: TableLook, moving: bool = False) -> None:
        """Draw this; what is as before is left alone. ``moving``: cards and chips go their way before one's eyes."""
        if look == self.look:
            return
        places = slots(self.plan, look.highest_seat)
        by_seat: dict[int, tuple[Any, Slot]] = {seat.seat: (seat, places[seat.seat - 1]) for seat in look.seats}
        for number, seat in enumerate(self.seats, start=1):
            seat.show(*by_seat.get(number, (EMPTY, None)))
        self.header.show(look)
        self.felt.show(look, places)
        if self.look is None or look.undo != self.look.undo:
            self.undo.set_icon(shapes.UNDO if look.undo is not None and look.undo.name == "undo" else None)
            self.undo.show(look.undo)
        crop = crop_place(self.plan)
        self.snapshot.show(look.crop, crop)
        rects = buttons(self.plan, len(look.buttons), crop.width if look.crop is not None else 0.0)
        for index, button in enumerate(self.actions):
            if index < len(look.buttons):
                rect = rects[index]
                button.pos, button.size = (rect.x, rect.y), (rect.width, rect.height)
                if button.look != look.buttons[index] or not button.opacity:
                    button.show(look.buttons[index])
            elif button.opacity:
                button.show(None)
        if moving:
            self._move(look, places)
        else:
            self.movement.stop()
        self.look = look

    def _move(self, look: TableLook, places: tuple[Slot, ...]) -> None:
        """Cards along the arrows where a pass begins, chips from the pot where it is paid."""
        before = self.look
        if before is None:
            return
        if look.arrows and not before.arrows:
            self.movement.cards(self.felt.paths(look, places))
        elif any(seat.won for seat in look.seats) and not any(seat.won for seat in before.seats):
            centre = self.plan.felt.centre
            self.movement.chips([(centre, places[seat.seat - 1].box.centre) for seat in look.seats if seat.won])
        elif before.arrows and not look.arrows:
            self.movement.stop()
