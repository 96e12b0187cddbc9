"""``liege camera watch`` with a window: a thread reads the camera, the window shows the newest picture."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from kiosk.camera_window import CameraWindow
from kiosk.live_picture import Secrecy, for_screen
from kiosk.readers.camera import Sight
from kiosk.vision.sources import SourceError
from kiosk.vision.watching import Watcher

if TYPE_CHECKING:
    from kiosk.vision.crops import Picture
    from kiosk.vision.reading import CardEye


class Watch:
    """Reads ``pictures`` on a thread of its own until they end or ``close`` is called."""

    def __init__(self, pictures: Iterable[Picture], eye: CardEye) -> None:
        self._pictures = pictures
        self._watcher = Watcher(eye.read)
        self.window = CameraWindow(lambda: None)
        self.window.open()
        self._trouble = ""
        self._stop = False
        self._thread = threading.Thread(target=self._run, name="camera watch", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def trouble(self) -> str:
        """What ended the pictures, a sentence; empty while all is well, and where a file has come to its end."""
        return self._trouble

    def close(self) -> None:
        """Stop; returns when the thread has ended, or hangs in a driver."""
        self._stop = True
        self._thread.join(2.0)

    def _run(self) -> None:
        try:
            for picture in self._pictures:
                view = self._watcher.feed(picture)
                sight = Sight(picture, view, (None,) * len(view.readings))
                if self.window.picture_wanted or view.fresh:
                    self.window.number += 1
                    shown = for_screen(sight, self.window.number, Secrecy())
                    if shown is not None:
                        self.window.show(shown)
                if self._stop:
                    return
        except SourceError as error:
            self._trouble = str(error)
