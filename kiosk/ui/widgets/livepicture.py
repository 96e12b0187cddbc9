"""The camera's picture: one texture, the boxes of what is seen, and zones whose corners a finger sets and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from kiosk.reader_desk import Corners, LivePicture, Point
from kiosk.ui.theme import NIGHT, Theme
from kiosk.ui.widgets.surface import Box
from kiosk.ui.widgets.text import Text

NAMED = 14
"""So many boxes can have their names on the screen; a table has not more face-up cards in one picture."""
GRIP_MM = 8.0
HANDLE_MM = 2.2
ZONES = 9


class _Tag:
    """A short text on a dark ground, over the picture."""

    def __init__(self, owner: Widget, theme: Theme, unit: float) -> None:
        self.unit = unit
        self._ground = Box(owner.canvas, 0.8 * unit)
        self._fill = (*theme.seat[:3], 0.85)
        self.text = Text(bold=True, halign="center", font_size=3.9 * unit, least_size=2.9 * unit, color=theme.text)
        owner.add_widget(self.text)

    def show(self, text: str, x: float, y: float) -> None:
        """The text, its middle there; none: nothing."""
        self.text.text = text
        if not text:
            self._ground.hide()
            self.text.size = (0, 0)
            return
        wide, high = max(6.5, 2.7 * len(text)) * self.unit, 5 * self.unit
        self.text.size, self.text.pos = (wide, high), (x - wide / 2, y - high / 2)
        self._ground.style(self._fill)
        self._ground.place(x - wide / 2, y - high / 2, wide, high)


class LivePictureBox(Widget):
    """Shows LivePictures. ``on_zone`` is called with the four corners that a finger has set or moved."""

    def __init__(self, theme: Theme, unit: float, on_zone: Callable[[Corners], None], **options: Any) -> None:
        super().__init__(size_hint=(None, None), **options)
        self.theme, self.unit, self.on_zone = theme, unit, on_zone
        self.number = 0
        """Of the picture on the screen; 0: none."""
        self._texture: Any = None
        self._shape = (16, 9)
        self._frame, self._ink = Box(self.canvas, 1.2 * unit), Color(1, 1, 1, 1)
        self._rectangle = Rectangle(size=(0, 0))
        self._image, self._over = InstructionGroup(), InstructionGroup()
        self.canvas.add(self._image)
        self.canvas.add(self._over)
        self._tags = [_Tag(self, theme, unit) for _ in range(NAMED)]
        self._zone_tags = [_Tag(self, theme, unit) for _ in range(ZONES)]
        self._boxes: tuple[tuple[Corners, str], ...] = ()
        self._markers: tuple[Corners, ...] = ()
        self._zones: tuple[tuple[str, Corners], ...] = ()
        self.active = ""
        self._corners: list[Point] = []
        """Of the active zone, as far as they are set."""
        self._held: int | None = None
        self.fbind("pos", self._paint)
        self.fbind("size", self._paint)

    # What it shows.

    def show(self, picture: LivePicture) -> None:
        """Show this one from now on."""
        size = (picture.width, picture.height)
        if self._texture is None or tuple(self._texture.size) != size:
            self._texture = Texture.create(size=size, colorfmt="rgb", bufferfmt="ubyte")
            self._rectangle.texture = self._texture
        self._texture.blit_buffer(picture.rgb, colorfmt="rgb", bufferfmt="ubyte")
        self.number, self._shape = picture.number, size
        self._boxes = tuple((box.corners, box.card.sign if box.card else "") for box in picture.boxes)
        self._markers = picture.markers
        self._paint()

    def forget(self) -> None:
        """Nothing is on the screen any more, nor in its memory."""
        if self._texture is not None:
            width, height = self._texture.size
            self._texture.blit_buffer(bytes(width * height * 3), colorfmt="rgb", bufferfmt="ubyte")
        self._texture = None
        self._rectangle.texture = None
        self.number = 0
        self._boxes = self._markers = ()
        self._paint()

    def edit(self, zones: tuple[tuple[str, Corners], ...], active: str) -> None:
        """These zones, and the one whose corners a finger may set; empty: none."""
        held = dict(zones).get(active)
        if active != self.active or (held is not None and self._held is None):
            self._corners = list(held or ())
        elif held is None and len(self._corners) >= 4:
            self._corners = []  # it was cleared
        self.active, self._zones = active, zones
        self._paint()

    # Drawing.

    def _area(self) -> tuple[float, float, float, float]:
        """Where the picture lies: as large as fits, its sides in proportion."""
        width, height = self._shape
        factor = min(self.width / width, self.height / height)
        wide, high = width * factor, height * factor
        return self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2, wide, high

    def _place(self, point: Point) -> Point:
        x, y, wide, high = self._area()
        return x + point[0] * wide, y + (1 - point[1]) * high

    def _outline(self, corners: Corners, close: bool = True, width: float = 1.4) -> Line:
        places = [value for corner in corners for value in self._place(corner)]
        return Line(points=places, close=close, width=width)

    def _paint(self, *_: object) -> None:
        x, y, wide, high = self._area()
        self._frame.style(self.theme.seat, self.theme.seat_edge, 1)
        self._frame.place(x, y, wide, high)
        self._rectangle.pos, self._rectangle.size = (round(x), round(y)), (round(wide), round(high))
        self._image.clear()
        if self._texture is not None:
            self._image.add(self._ink)
            self._image.add(self._rectangle)
        self._over.clear()
        self._paint_boxes()
        self._paint_zones()

    def _paint_boxes(self) -> None:
        add = self._over.add
        for corners, name in self._boxes:
            add(Color(*(self.theme.good if name else self.theme.accent)))
            add(self._outline(corners))
        add(Color(*self.theme.primary))
        for corners in self._markers:
            add(self._outline(corners, width=2))
        named = [(corners, name) for corners, name in self._boxes if name]
        for index, tag in enumerate(self._tags):
            if index >= len(named):
                tag.show("", 0, 0)
                continue
            corners, name = named[index]
            places = [self._place(corner) for corner in corners]
            middle = sum(place[0] for place in places) / len(places)
            tag.show(name, middle, max(place[1] for place in places) + 3 * self.unit)

    def _paint_zones(self) -> None:
        add = self._over.add
        others = [(name, corners) for name, corners in self._zones if name != self.active]
        for ink, width in ((NIGHT.ground, 2.6), (NIGHT.text, 1.2)):  # seen on felt and on white paper
            add(Color(*ink))
            for _name, corners in others:
                add(self._outline(corners, width=width))
        for index, tag in enumerate(self._zone_tags):
            if index >= len(others):
                tag.show("", 0, 0)
                continue
            name, corners = others[index]
            places = [self._place(corner) for corner in corners]
            tag.show(name, sum(p[0] for p in places) / len(places), sum(p[1] for p in places) / len(places))
        if not self.active:
            return
        add(Color(*self.theme.accent))
        if len(self._corners) > 1:
            add(self._outline(tuple(self._corners), close=len(self._corners) == 4, width=2))
        size = 2 * HANDLE_MM * self.unit
        for corner in self._corners:
            x, y = self._place(corner)
            add(Ellipse(pos=(x - size / 2, y - size / 2), size=(size, size)))

    # Fingers.

    def _point(self, touch: Any) -> Point:
        x, y, wide, high = self._area()
        across, up = (touch.x - x) / wide, (touch.y - y) / high
        return min(1.0, max(0.0, across)), min(1.0, max(0.0, 1 - up))

    def _near(self, touch: Any) -> int | None:
        """The corner under a finger."""
        apart = []
        for index, corner in enumerate(self._corners):
            x, y = self._place(corner)
            apart.append((((x - touch.x) ** 2 + (y - touch.y) ** 2) ** 0.5, index))
        least, index = min(apart, default=(1e9, 0))
        return index if least < GRIP_MM * self.unit else None

    def on_touch_down(self, touch: Any) -> bool:
        x, y, wide, high = self._area()
        inside = x <= touch.x <= x + wide and y <= touch.y <= y + high
        if not self.active or not inside or self._held is not None or getattr(touch, "is_mouse_scrolling", False):
            return False
        held = self._near(touch)
        if held is None:
            if len(self._corners) >= 4:
                return True  # a touch in the middle of a whole zone changes nothing
            self._corners.append(self._point(touch))
            held = len(self._corners) - 1
        self._held = held
        touch.grab(self)
        self._paint()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        if touch.grab_current is not self or self._held is None or self._held >= len(self._corners):
            return False
        self._corners[self._held] = self._point(touch)
        self._paint()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._held = None
        if len(self._corners) == 4 and self.active and self.get_root_window() is not None:
            self.on_zone(tuple(self._corners))
        return True
