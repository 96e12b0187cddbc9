"""Where the camera looks: picture pixels to millimetres on the felt, the lens, the seats' zones, and whether
the camera has moved since.

Made from one or more pictures of the printed sheet (kiosk.vision.boards). Stored as JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.boards import DICTIONARY, SHEET_IDS, spot_sheet
from kiosk.vision.crops import Picture

Floats = NDArray[np.float64]
FORMAT = "liege-camera 1"
MOVED_PIXELS = 0.006
"""A marker that stands elsewhere by this share of the picture's width (8 pixels of 1280) has moved."""
LEAST_SHEET = 3


class CalibrationError(ValueError):
    """A calibration that cannot be made or read; the text is a sentence."""


@dataclass(frozen=True)
class Zone:
    """A seat's place for its up cards (or ``spot``), as a polygon in millimetres on the felt."""

    seat: str
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Calibration:
    """``to_mm`` takes undistorted pixels to millimetres; ``lens`` is (focal length, centre x, y, k1) in
    pixels; ``markers`` where each marker stood, in pixels, to see a moved camera."""

    size: tuple[int, int]
    to_mm: tuple[tuple[float, float, float], ...]
    lens: tuple[float, float, float, float]
    markers: dict[int, tuple[tuple[float, float], ...]]
    zones: tuple[Zone, ...] = field(default=())

    def millimetres(self, points: Sequence[Sequence[float]]) -> Floats:
        """(n, 2) pixels to (n, 2) millimetres."""
        flat = undistorted(np.asarray(points, np.float64), self.lens)
        return np.asarray(cv2.perspectiveTransform(flat[None], np.array(self.to_mm))[0], np.float64)

    def pixels(self, points: Sequence[Sequence[float]]) -> Floats:
        """(n, 2) millimetres to (n, 2) pixels: the way back from ``millimetres``."""
        back = np.linalg.inv(np.array(self.to_mm))
        flat = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], back)[0]
        return distorted(np.asarray(flat, np.float64), self.lens)

    def seat_of(self, point: tuple[float, float]) -> str | None:
        """The seat in whose zone a pixel lies; None between the zones."""
        x, y = (float(v) for v in self.millimetres([point])[0])
        for zone in self.zones:
            outline = np.array(zone.corners, np.float32)
            if cv2.pointPolygonTest(outline, (x, y), False) >= 0:
                return zone.seat
        return None

    def pixels_per_mm(self) -> float:
        """In the middle of the picture."""
        cx, cy = self.size[0] / 2, self.size[1] / 2
        here, there = self.millimetres([(cx, cy), (cx + 10, cy)])
        return 10 / float(np.hypot(*(there - here)))

    def with_zones(self, zones: Sequence[Zone]) -> Calibration:
        return Calibration(self.size, self.to_mm, self.lens, self.markers, tuple(zones))

    def moved(self, picture: Picture) -> bool | None:
        """Whether the camera stands elsewhere now; None when no known marker is in view, so that nobody can
        say.

        One marker that was pushed does not count while most of the others stand where they stood.
        """
        if (picture.shape[1], picture.shape[0]) != self.size:
            return True
        seen = find_markers(picture)
        shifts = [
            float(np.hypot(*(np.array(seen[i]) - np.array(self.markers[i])).T).mean())
            for i in seen
            if i in self.markers
        ]
        return None if not shifts else float(np.median(shifts)) > MOVED_PIXELS * self.size[0]

    def save(self, path: Path) -> None:
        data = {
            "format": FORMAT,
            "size": self.size,
            "to_mm": self.to_mm,
            "lens": self.lens,
            "markers": {str(k): v for k, v in self.markers.items()},
            "zones": [{"seat": z.seat, "corners": z.corners} for z in self.zones],
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    @staticmethod
    def load(path: Path) -> Calibration:
        """Raises CalibrationError naming the file."""
        try:
            data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise CalibrationError(f"{path} is a calibration of another version: calibrate again.")
            return Calibration(
                (int(data["size"][0]), int(data["size"][1])),
                tuple((float(a), float(b), float(c)) for a, b, c in data["to_mm"]),
                (
                    float(data["lens"][0]),
                    float(data["lens"][1]),
                    float(data["lens"][2]),
                    float(data["lens"][3]),
                ),
                {int(k): tuple((float(x), float(y)) for x, y in v) for k, v in data["markers"].items()},
                tuple(Zone(z["seat"], tuple((float(x), float(y)) for x, y in z["corners"])) for z in data["zones"]),
            )
        except OSError as error:
            raise CalibrationError(f"{path} cannot be read: {error.strerror}.") from error
        except (KeyError, TypeError, IndexError, ValueError) as error:
            if isinstance(error, CalibrationError):
                raise
            raise CalibrationError(f"{path} is no camera calibration: calibrate again.") from error


def undistorted(points: Floats, lens: tuple[float, float, float, float]) -> Floats:
    """Pixels as a lens without distortion would give them."""
    focal, cx, cy, k1 = lens
    if k1 == 0:
        return points
    matrix = np.array([[focal, 0, cx], [0, focal, cy], [0, 0, 1.0]])
    out = cv2.undistortPoints(points[:, None], matrix, np.array([k1, 0, 0, 0]), P=matrix)
    return np.asarray(out[:, 0], np.float64)


def distorted(points: Floats, lens: tuple[float, float, float, float]) -> Floats:
    """Pixels as the lens gives them, from those of a lens without distortion."""
    focal, cx, cy, k1 = lens
    middle = np.array([cx, cy])
    unit = (points - middle) / focal
    return np.asarray(unit * (1 + k1 * (unit**2).sum(1, keepdims=True)) * focal + middle, np.float64)


def find_markers(picture: Picture) -> dict[int, tuple[tuple[float, float], ...]]:
    """All ArUco markers of our dictionary: id to its four corners in pixels, to a fraction of a pixel."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)
    corners, ids, _ = detector.detectMarkers(picture)
    if len(corners) == 0:
        return {}
    return {
        int(i): tuple((float(x), float(y)) for x, y in np.asarray(c).reshape(4, 2))
        for i, c in zip(np.asarray(ids).ravel(), corners, strict=True)
    }


def calibrate(pictures: Sequence[Picture], paper: str = "a4") -> Calibration:
    """From pictures of the read-spot sheet; the sheet's place in the last one is the table's millimetres.

    With three or more pictures (the sheet in other places, tilted) the lens is measured too. Raises
    CalibrationError when the sheet is not seen.
    """
    if not pictures:
        raise CalibrationError("No picture to calibrate with.")
    size = (pictures[-1].shape[1], pictures[-1].shape[0])
    places = {s.marker: s.corners() for s in spot_sheet(paper)}
    views = []
    for picture in pictures:
        if (picture.shape[1], picture.shape[0]) != size:
            raise CalibrationError("The pictures have different sizes: take them all with the same camera setting.")
        views.append(find_markers(picture))
    seen = [i for i in views[-1] if i in SHEET_IDS]
    if len(seen) < LEAST_SHEET:
        raise CalibrationError(
            f"Only {len(seen)} of the sheet's 4 markers are seen: put the whole sheet in view, flat and evenly lit."
        )
    lens = measured_lens(views, places, size)
    pixels = np.array([p for i in seen for p in views[-1][i]], np.float64)
    target = np.array([p for i in seen for p in places[i]], np.float64)
    matrix, good = cv2.findHomography(undistorted(pixels, lens), target, cv2.RANSAC, 2.0)
    if matrix is None or int(np.asarray(good).sum()) < 4 * LEAST_SHEET:
        raise CalibrationError("The markers do not lie as on the sheet: print it at 100 % and lay it flat.")
    rows = tuple((float(a), float(b), float(c)) for a, b, c in np.asarray(matrix))
    return Calibration(size, rows, lens, views[-1])


def measured_lens(
    views: Sequence[dict[int, tuple[tuple[float, float], ...]]],
    places: dict[int, tuple[tuple[float, float], ...]],
    size: tuple[int, int],
) -> tuple[float, float, float, float]:
    """Focal length and the first radial term from at least three views; else a plain lens without
    distortion."""
    usable = [v for v in views if sum(i in places for i in v) >= LEAST_SHEET]
    middle = (size[0] / 2, size[1] / 2)
    plain = (float(max(size)), *middle, 0.0)
    if len(usable) < 3:
        return plain
    on_sheet = [np.array([(*p, 0.0) for i in v if i in places for p in places[i]], np.float32) for v in usable]
    in_picture = [np.array([p for i in v if i in places for p in v[i]], np.float32) for v in usable]
    flags = (
        cv2.CALIB_USE_INTRINSIC_GUESS
        | cv2.CALIB_FIX_PRINCIPAL_POINT
        | cv2.CALIB_FIX_ASPECT_RATIO
        | cv2.CALIB_ZERO_TANGENT_DIST
        | cv2.CALIB_FIX_K2
        | cv2.CALIB_FIX_K3
    )
    guess = np.array([[plain[0], 0, middle[0]], [0, plain[0], middle[1]], [0, 0, 1.0]])
    error, matrix, distortion, _, _ = cv2.calibrateCamera(on_sheet, in_picture, size, guess, np.zeros(5), flags=flags)
    if error > 2.0:
        return plain
    return (float(matrix[0, 0]), *middle, float(np.asarray(distortion).ravel()[0]))
