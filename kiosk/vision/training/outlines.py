"""Outlines laid on a square sheet: what the signs of foreign packs are drawn with."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

SIZE = 200
Shape = NDArray[np.uint8]
Points = NDArray[np.float64]


def filled(points: Points) -> Shape:
    """The outline (n, 2) filled, in a sheet of SIZE by SIZE, 0 or 255."""
    shape = np.zeros((SIZE, SIZE), np.uint8)
    cv2.fillPoly(shape, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return shape


def stroked(points: Points, wide: int) -> Shape:
    """The open line (n, 2) drawn ``wide`` pixels wide, in a sheet of SIZE by SIZE, 0 or 255."""
    shape = np.zeros((SIZE, SIZE), np.uint8)
    cv2.polylines(shape, [np.round(points * 16).astype(np.int32)], False, 255, wide, cv2.LINE_AA, 4)
    return shape


def bent(x0: float, y0: float, x1: float, y1: float, sag: float) -> Points:
    """A line from one point to another that bends to the side by ``sag`` pixels."""
    t = np.linspace(0, 1, 20)
    return np.stack([x0 + (x1 - x0) * t + sag * np.sin(np.pi * t), y0 + (y1 - y0) * t], 1)
