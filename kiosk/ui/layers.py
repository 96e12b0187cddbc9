"""What lies over the table: at most one screen is drawn, made and imported when it is first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kiosk.ui import intents
from kiosk.ui.panel import Panel
from kiosk.ui.sheetlooks import Scene
from kiosk.ui.theme import Theme

Over = intents.Open | intents.PickCard | intents.PadAmount


class Layers:
    """The screens over the table."""

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None]) -> None:
        self._made_for = panel, theme, on_intent
        self._sheet: Any = None
        self._picker: Any = None

    def top(self, over: list[Over], scene: Scene) -> Any:
        """The screen for the last of ``over``, drawn; those whose moment has passed are taken out. None: none."""
        from kiosk.ui import pads, pickers, sheets

        while over:
            wanted = over[-1]
            if isinstance(wanted, intents.PickCard):
                return self._shown(self._picker_screen(), pickers.picker_look(wanted, scene), scene)
            if isinstance(wanted, intents.PadAmount):
                look = pads.pad_sheet(wanted, scene)
            else:
                look = sheets.sheet(wanted.screen, wanted.seat, wanted.text, scene)
            if look is not None:
                return self._shown(self._sheet_screen(), look, scene)
            over.pop()
        return None

    def _shown(self, screen: Any, look: Any, scene: Scene) -> Any:
        screen.back_label = scene.words._("Back")
        screen.show(look)
        return screen

    def _sheet_screen(self) -> Any:
        if self._sheet is None:
            from kiosk.ui.screens.sheet import SheetScreen

            self._sheet = SheetScreen(*self._made_for)
        return self._sheet

    def _picker_screen(self) -> Any:
        if self._picker is None:
            from kiosk.ui.screens.picker import PickerScreen

            self._picker = PickerScreen(*self._made_for)
        return self._picker
