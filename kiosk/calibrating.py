"""Where the camera looks, told from the screen: pictures of the printed sheet, then a zone for each seat.

Zones are drawn in the picture and stored in millimetres of the felt, as ``liege camera calibrate`` stores them.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kiosk.reader_desk import Calibrating, Corners, Told
from kiosk.vision.boards import SHEET_IDS
from kiosk.vision.calibration import (
    LEAST_SHEET,
    Calibration,
    CalibrationError,
    Zone,
    calibrate,
    find_markers,
)

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.crops import Picture

INDEX_MM: Final = 9.0
"""Height of the rank of a usual index."""
LEAST_ZONE: Final = 0.0005
"""Of the picture's area; what is smaller is a slip of the finger."""
FOR_LENS: Final = 3
MOST_PICTURES: Final = 12


class CalibrationMaking:
    """Takes sights, touches and gives a calibration. ``known``: the one in use, whose zones are taken over."""

    def __init__(self, known: Calibration | None = None, paper: str = "a4") -> None:
        self._known = known
        self._paper = paper
        self._made = known
        self._pictures: list[Picture] = []
        self._now: Picture | None = None
        self._markers: dict[int, Corners] = {}
        self._said: Told | None = None
        self._saved = True
        self._zones: dict[str, Corners] = {}
        if known is not None:
            wide, high = known.size
            for zone in known.zones:
                corners = known.pixels(zone.corners)
                self._zones[zone.seat] = tuple((float(x) / wide, float(y) / high) for x, y in corners)

    @property
    def markers(self) -> tuple[Corners, ...]:
        """The corners of each marker in view."""
        return tuple(self._markers.values())

    @property
    def state(self) -> Calibrating:
        """How far it is."""
        made = self._made
        return Calibrating(
            taken=len(self._pictures),
            seen=sum(marker in SHEET_IDS for marker in self._markers),
            ready=made is not None,
            lens=made is not None and made.lens[3] != 0,
            index_pixels=None if made is None else round(INDEX_MM * made.pixels_per_mm()),
            zones=dict(self._zones),
            said=self._said,
            saved=self._saved,
        )

    def sight(self, sight: Sight) -> None:
        """One frame: the markers in it."""
        self._now = sight.picture
        high, wide = sight.picture.shape[:2]
        self._markers = {
            marker: tuple((x / wide, y / high) for x, y in corners)
            for marker, corners in find_markers(sight.picture).items()
        }
        if self._made is not None and self._made.size != (wide, high):
            self._made, self._pictures, self._said = None, [], Told("other-size")

    def take(self) -> None:
        """Calibrate with the sheet as it lies now; from the third picture on the lens is measured too."""
        if self._now is None:
            self._said = Told("no-picture")
            return
        self._use([*self._pictures, self._now][-MOST_PICTURES:])

    def take_back(self) -> None:
        """Without the last picture."""
        if self._pictures:
            self._use(self._pictures[:-1])

    def _use(self, pictures: list[Picture]) -> None:
        if not pictures:
            self._pictures, self._made, self._said = [], self._known, None
            return
        try:
            self._made = calibrate(pictures, self._paper)
        except CalibrationError:
            few = self.state.seen < LEAST_SHEET
            self._said = Told("few-markers", {"count": self.state.seen}) if few else Told("sheet-wrong")
            return
        self._pictures = pictures
        self._saved = False
        self._said = Told("calibrated") if len(pictures) >= FOR_LENS else Told("calibrated-once")

    def draw(self, seat: str, corners: Corners) -> None:
        """A seat's zone, its four corners in any order; none: it has no zone."""
        if not corners:
            if self._zones.pop(seat, None) is not None:
                self._saved = False
            return
        corners = in_order(corners)
        if len(corners) != 4 or area(corners) < LEAST_ZONE:
            self._said = Told("zone-small")
            return
        self._zones[seat] = corners
        self._said, self._saved = None, False

    def keep(self, path: Path) -> bool:
        """Save it; ``state`` says what came of it."""
        made = self._made
        if made is None:
            self._said = Told("not-calibrated-yet")
            return False
        wide, high = made.size
        zones = []
        for seat, corners in sorted(self._zones.items()):
            places = made.millimetres([(x * wide, y * high) for x, y in corners])
            zones.append(Zone(seat, tuple((float(x), float(y)) for x, y in places)))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.with_zones(zones).save(path)
        except OSError as error:
            self._said = Told("not-saved", {"why": error.strerror or str(error)})
            return False
        self._saved = True
        self._said = Told("calibration-saved", {"count": len(zones)})
        return True


def in_order(corners: Corners) -> Corners:
    """Corners inside the picture, one after the other round their middle, so that no two sides cross."""
    inside = [(min(1.0, max(0.0, x)), min(1.0, max(0.0, y))) for x, y in corners]
    cx = sum(x for x, _ in inside) / len(inside)
    cy = sum(y for _, y in inside) / len(inside)
    return tuple(sorted(inside, key=lambda point: math.atan2(point[1] - cy, point[0] - cx)))


def area(corners: Corners) -> float:
    """Of a polygon (the shoelace formula)."""
    turned = (*corners[1:], corners[0])
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, turned, strict=True))) / 2
