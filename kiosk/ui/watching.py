"""The window of ``liege camera watch``: what one camera sees, with boxes, names and the size of the corners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kiosk.reader_desk import LivePicture
from kiosk.ui import environment
from kiosk.ui.panel import Panel
from kiosk.ui.readers import PICTURES
from kiosk.ui.sheetlooks import PictureLook
from kiosk.ui.theme import NIGHT
from kiosk.wording import Wording

environment.prepare(800, 480)
environment.one_touch_provider()

from kivy.app import App  # noqa: E402
from kivy.clock import Clock  # noqa: E402

from kiosk.ui.screens.pictured import PictureScreen  # noqa: E402

ESCAPE, Q = 27, ord("q")


class WatchApp(App):
    """Shows the newest of the pictures that ``newest`` gives; ``trouble`` is what ended them, or empty."""

    title = "Liege"

    def __init__(
        self, panel: Panel, newest: Callable[[], LivePicture | None], trouble: Callable[[], str], **options: Any
    ) -> None:
        super().__init__(**options)
        self.panel, self.newest, self.trouble = panel, newest, trouble
        self.words = Wording()

    def build(self) -> Any:
        from kivy.core.window import Window

        Window.clearcolor = NIGHT.ground
        Window.bind(on_key_down=self._key_down)
        self.screen = PictureScreen(self.panel, NIGHT, lambda intent: self.stop())
        self.screen.back_label = self.words._("Back")
        self._show("")
        Clock.schedule_interval(self.fetch, 1 / PICTURES)
        return self.screen

    def on_stop(self) -> None:
        from kivy.core.window import Window

        Window.unbind(on_key_down=self._key_down)
        Clock.unschedule(self.fetch)

    def _show(self, warning: str) -> None:
        self.screen.show(PictureLook(self.words._("Live picture"), (), warning))

    def fetch(self, *_: object) -> None:
        """The newest picture, or what is wrong."""
        picture = self.newest()
        if picture is not None:
            self.screen.show_picture(picture)
        self._show(self.trouble())

    def _key_down(self, _window: Any, key: int, *_: Any) -> bool:
        if key in (ESCAPE, Q):
            self.stop()
        return key in (ESCAPE, Q)
