"""The kiosk with a camera over a read spot, ended when it has read a card: `_reading_kiosk.py FOLDER` of pictures.

How much memory stands behind that is measured from outside (bench_start_up.py).
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from kivy.clock import Clock

import kiosk.ui.app
from kiosk.cli import main
from kiosk.vision.reading import CardEye

read = threading.Event()
look = CardEye.read


def counted(eye: CardEye, picture: Any) -> Any:
    found = look(eye, picture)
    if any(reading.card for reading in found):
        read.set()
    return found


class ReadingApp(kiosk.ui.app.LiegeApp):
    """Ends when a card was read, not with the first prompt."""

    def __init__(self, *words: Any, **options: Any) -> None:
        super().__init__(*words, **options | {"until_first_prompt": False})

    def on_start(self) -> None:
        Clock.schedule_interval(lambda _: self.stop() if read.is_set() else None, 0.05)


CardEye.read = counted  # type: ignore[method-assign]
kiosk.ui.app.LiegeApp = ReadingApp  # type: ignore[misc]
if __name__ == "__main__":
    sys.exit(main(["run", "--shoe", "none", "--camera", sys.argv[1], "--data", "data", "--until", "first-prompt"]))
