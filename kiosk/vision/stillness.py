"""Is the scene still, has it changed, is the lens covered? All from a 160-pixel grey picture, in well under a
millisecond, so that a still table costs next to nothing."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.crops import Picture

WIDE = 160


@dataclass(frozen=True)
class Limits:
    """``step`` grey levels of 255 a pixel must change to count (sensor noise stays below once averaged);
    ``share`` of the pixels that may so change in a still scene. A lens counts as covered after ``frames``
    pictures that are dark (mean below ``dark``) and even (deviation below ``even``), or quite without
    detail (below ``blank``): plain felt under a lamp has more. Light dazzles the camera where so large a share of
    the picture as ``glare`` is as bright as it can tell (``white``), and all of it from the share ``flood`` on."""

    step: int = 10
    share: float = 0.0008
    dark: float = 45.0
    even: float = 5.0
    blank: float = 1.2
    frames: int = 3
    white: int = 250
    glare: float = 0.25
    flood: float = 0.6


def thumbnail(picture: Picture) -> NDArray[np.uint8]:
    """Grey, WIDE pixels wide, averaged."""
    high = max(1, round(WIDE * picture.shape[0] / picture.shape[1]))
    # a plain subsample first: averaging all of a large picture would cost more than all the rest
    small = cv2.resize(picture, (2 * WIDE, 2 * high), interpolation=cv2.INTER_NEAREST)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (WIDE, high), interpolation=cv2.INTER_AREA), np.uint8)


class Stillness:
    """Fed every frame; says what has changed since the last one and since the scene that was last kept."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self._last: NDArray[np.uint8] | None = None
        self._kept: NDArray[np.uint8] | None = None
        self._now: NDArray[np.uint8] | None = None
        self._flat = 0

    def feed(self, picture: Picture) -> bool:
        """True if this frame shows the same as the one before."""
        self._last, self._now = self._now, thumbnail(picture)
        spread, limits = float(self._now.std()), self.limits
        flat = spread < limits.blank or (spread < limits.even and float(self._now.mean()) < limits.dark)
        self._flat = self._flat + 1 if flat else 0
        return self._last is not None and not self._differ(self._last, self._now)

    def keep(self) -> None:
        """Remember the present scene as the one that has been read."""
        self._kept = self._now

    @property
    def changed(self) -> bool:
        """True if the scene is another than the kept one (or none was kept)."""
        if self._kept is None or self._now is None:
            return True
        return self._differ(self._kept, self._now)

    @property
    def covered(self) -> bool:
        """True if the last few frames show nothing at all: a hand or a cap before the lens, or no light."""
        return self._flat >= self.limits.frames

    def dazzled(self, everywhere: bool) -> bool:
        """True if so much of the frame (or nearly all) is so bright that nothing can be told in it."""
        limit = self.limits.flood if everywhere else self.limits.glare
        return self._now is not None and float((self._now >= self.limits.white).mean()) >= limit

    def _differ(self, a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
        if a.shape != b.shape:
            return True
        apart = np.asarray(cv2.absdiff(a, b))
        # light that rises or falls everywhere is no movement
        drift = round(float(np.median(apart[::3, ::3])))
        _, marks = cv2.threshold(apart, self.limits.step + drift, 255, cv2.THRESH_BINARY)
        moved = cv2.countNonZero(marks)
        return moved > self.limits.share * apart.size
