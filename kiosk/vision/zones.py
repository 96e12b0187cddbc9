"""The seats' zones in the picture, and a picture in which nothing else is left."""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.calibration import Calibration, Zone
from kiosk.vision.crops import Picture

STEPS = 12
"""Points along each side of a zone: a lens bends straight lines."""


def outline(calibration: Calibration, zone: Zone) -> NDArray[np.float64]:
    """(n, 2): where the zone's edge runs in the picture, in pixels."""
    corners = np.array(zone.corners, np.float64)
    along = np.linspace(0, 1, STEPS, endpoint=False)[None, :, None]
    ahead = np.roll(corners, -1, axis=0)
    points = (corners[:, None] * (1 - along) + ahead[:, None] * along).reshape(-1, 2)
    flat = cv2.perspectiveTransform(points[None], np.linalg.inv(np.array(calibration.to_mm)))[0]
    focal, cx, cy, k1 = calibration.lens
    if k1 == 0:
        return np.asarray(flat, np.float64)
    middle = np.array([cx, cy])
    away = (np.asarray(flat, np.float64) - middle) / focal
    return np.asarray(away * (1 + k1 * (away**2).sum(1, keepdims=True)) * focal + middle, np.float64)


def only_zones(
    picture: Picture, calibration: Calibration, seats: Collection[str], corner: tuple[int, int] = (0, 0)
) -> Picture:
    """The picture with all black but these seats' zones: what lies elsewhere may be somebody's down card.

    ``corner``: where a part of a picture has its upper left corner in the whole.
    """
    mask = np.zeros(picture.shape[:2], np.uint8)
    for zone in calibration.zones:
        if zone.seat in seats:
            cv2.fillPoly(mask, [np.round(outline(calibration, zone) - corner).astype(np.int32)], 255)
    return np.asarray(cv2.bitwise_and(picture, picture, mask=mask), np.uint8)
