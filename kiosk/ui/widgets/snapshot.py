"""A small picture from the camera: one texture, filled anew where the picture is another one."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from kiosk.session import Crop
from kiosk.ui.layout import Rect
from kiosk.ui.theme import Theme
from kiosk.ui.widgets.surface import CLEAR, Box


class Snapshot(Widget):
    """Shows a Crop as large as its place lets it be; nothing without one."""

    def __init__(self, theme: Theme, unit: float, **options: Any) -> None:
        super().__init__(size_hint=(None, None), size=(0, 0), **options)
        self.theme = theme
        self.crop: Crop | None = None
        self._frame = Box(self.canvas, 1.2 * unit)
        self._pad = 0.5 * unit
        self._colour: Any = Color(*CLEAR)
        self._box: Any = Rectangle(size=(0, 0))
        self.canvas.add(self._colour)
        self.canvas.add(self._box)

    def show(self, crop: Crop | None, place: Rect) -> None:
        """This picture there."""
        if crop is None:
            self._frame.hide()
            self._colour.rgba = CLEAR
            self.size, self._box.size = (0.0, 0.0), (0, 0)
            self.crop = None
            return
        if crop != self.crop:
            self._fill(crop)
        self.crop = crop
        self.pos, self.size = (place.x, place.y), (place.width, place.height)
        self._frame.style(self.theme.seat, self.theme.accent, 2)
        self._frame.place(place.x, place.y, place.width, place.height)
        room = place.shrunk(self._pad)
        scale = min(room.width / crop.width, room.height / crop.height)
        width, height = crop.width * scale, crop.height * scale
        self._colour.rgba = (1, 1, 1, 1)
        self._box.pos = (round(room.centre[0] - width / 2), round(room.centre[1] - height / 2))
        self._box.size = (round(width), round(height))

    def _fill(self, crop: Crop) -> None:
        texture = self._box.texture
        if texture is None or texture.size != (crop.width, crop.height):
            texture = Texture.create(size=(crop.width, crop.height), colorfmt="rgb")
            texture.flip_vertical()
            self._box.texture = texture
        texture.blit_buffer(crop.rgb, colorfmt="rgb", bufferfmt="ubyte")
