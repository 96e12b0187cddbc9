"""What lies over the table: at most one screen is drawn, made and imported when it is first opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kiosk.reader_desk import LivePicture
from kiosk.ui import intents
from kiosk.ui.looks import TableLook
from kiosk.ui.panel import Panel
from kiosk.ui.sheetlooks import LearnLook, Scene, SheetLook
from kiosk.ui.theme import Theme

Over = intents.Open | intents.PickCard | intents.PadAmount


class Layers:
    """The screens over the table."""

    def __init__(self, panel: Panel, theme: Theme, on_intent: Callable[[Any], None]) -> None:
        self._made_for = panel, theme, on_intent
        self._sheet: Any = None
        self._picker: Any = None
        self._learn: Any = None
        self._picture: Any = None
        self._setup: Any = None

    def top(self, over: list[Over], scene: Scene) -> Any:
        """The screen for the last of ``over``, drawn; those whose moment has passed are taken out. None: none."""
        from kiosk.ui import pads, pickers, sheets

        while over:
            wanted = over[-1]
            if isinstance(wanted, intents.PickCard):
                return self._shown(self._picker_screen(), pickers.picker_look(wanted, scene), scene)
            look: Any
            if isinstance(wanted, intents.PadAmount):
                look = pads.pad_sheet(wanted, scene)
            else:
                look = sheets.sheet(wanted.screen, wanted.seat, wanted.text, scene)
            if look is not None:
                return self._shown(self._screen_for(look), look, scene)
            over.pop()
        return None

    def warm_up(self) -> None:
        """Make what a first touch is likely to open, so that it need not wait."""
        from kiosk.ui import pads, pickers, sheets  # noqa: F401

        self._sheet_screen()
        self._picker_screen()

    def _shown(self, screen: Any, look: Any, scene: Scene) -> Any:
        screen.back_label, screen.words = scene.words._("Back"), scene.words
        screen.show(look)
        return screen

    def _screen_for(self, look: Any) -> Any:
        if isinstance(look, SheetLook):
            return self._sheet_screen()
        if isinstance(look, TableLook):
            return self._setup_screen()
        if isinstance(look, LearnLook):
            if self._learn is None:
                from kiosk.ui.screens.learn import LearnScreen

                self._learn = LearnScreen(*self._made_for)
            return self._learn
        if self._picture is None:
            from kiosk.ui.screens.pictured import PictureScreen

            self._picture = PictureScreen(*self._made_for)
        return self._picture

    def show_picture(self, picture: LivePicture) -> None:
        """The camera's newest picture, for the screen that shows it."""
        for screen in (self._learn, self._picture):
            if screen is not None and screen.parent is not None:
                screen.show_picture(picture)

    def forget_pictures(self) -> None:
        """Nothing that the camera saw stays on a screen, or in its memory."""
        for screen in (self._learn, self._picture):
            if screen is not None:
                screen.forget_picture()

    def _setup_screen(self) -> Any:
        if self._setup is None:
            from kiosk.ui.screens.table import TableScreen

            self._setup = TableScreen(*self._made_for)
        return self._setup

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
