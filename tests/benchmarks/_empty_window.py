"""The peer of the start-up figures: the least Kivy program, ended after its first frame. `--opencv`
imports that too.
"""

import sys

if "--opencv" in sys.argv:
    import cv2  # noqa: F401
from kivy.app import App
from kivy.clock import Clock
from kivy.uix.widget import Widget


class Empty(App):
    def build(self) -> Widget:
        return Widget()

    def on_start(self) -> None:
        # The first frame is drawn after this callback, the second one ends the program.
        Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: self.stop()))


Empty().run()
