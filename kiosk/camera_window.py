"""The window on the camera: its newest sight, no queue, and the picture made from it when the screen asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from kiosk.reader_desk import LivePicture

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight


class CameraWindow:
    """Sights come in on the camera's thread, pictures go out on the screen's; ``wake`` asks the desk's to look."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._open = False
        self._newest: Sight | None = None
        self._picture: LivePicture | None = None
        self._wanted = True
        self.number = 0

    def open(self) -> None:
        """Take sights from now on."""
        with self._lock:
            self._open = True

    def shut(self) -> None:
        """Take none, and forget what was seen."""
        with self._lock:
            self._open = False
            self._newest = self._picture = None
            self._wanted = True

    def seen(self, sight: Sight) -> None:
        """The camera tells a sight; one that nobody has looked at yet gives way to it."""
        with self._lock:
            if not self._open:
                return
            waits, self._newest = self._newest is not None, sight
        if not waits:
            self._wake()

    def take(self) -> Sight | None:
        """The newest sight, once."""
        with self._lock:
            sight, self._newest = self._newest, None
            return sight

    @property
    def picture_wanted(self) -> bool:
        """The screen has taken the last picture."""
        with self._lock:
            return self._open and self._wanted

    def show(self, picture: LivePicture) -> None:
        """A picture for the screen."""
        with self._lock:
            if self._open:
                self._picture, self._wanted = picture, False

    def picture(self) -> LivePicture | None:
        """The newest picture, once; the next one is made only after that."""
        with self._lock:
            picture, self._picture = self._picture, None
            if picture is not None:
                self._wanted = True
            return picture
