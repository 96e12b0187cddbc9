"""Self-tests: what a reader can find out about itself, as facts of which each is one sentence on the screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

from kiosk.reader_bench import ReaderBench
from kiosk.reader_desk import SelfTestReport, Told
from kiosk.reader_log import ReaderLog
from kiosk.readers.base import Lamp
from kiosk.readers.link_lines import LinkLines

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight
    from kiosk.vision.calibration import Calibration
    from kiosk.vision.crops import Picture
    from kiosk.vision.deciding import Reading

PATIENCE: Final = 4.0
"""Seconds for which a camera is watched at most."""
LEAST_FRAMES: Final = 5
DARK, BURNT = 40, 250
"""Grey levels of 255: a mean below ``DARK`` is dark; pixels from ``BURNT`` on are burnt out."""
MOST_BURNT: Final = 0.04
"""Share of burnt-out pixels: a lamp's mirror image on a few cards is more."""
BLURRED: Final = 0.25
"""An edge of an index that is wider than this share of its rank's height is blurred."""


@runtime_checkable
class SelfTesting(Protocol):
    """A reader that tests its own parts: part -> ``ok`` or a kind of fault; None: it did not answer."""

    def self_test(self) -> dict[str, str] | None: ...


def of_the_shoe(reader: SelfTesting) -> tuple[bool, tuple[Told, ...]]:
    """Whether all is well, and each part's result. Waits for the answer."""
    results = reader.self_test()
    if results is None:
        return False, (Told("shoe-silent"),)
    good = all(result == "ok" for result in results.values())
    return good, tuple(
        Told(f"{part}-ok" if result == "ok" else result)
        for part, result in results.items()
        if part in ("reader", "barrier")
    )


def of_a_code_reader(port: str, linked: bool, heard: int) -> tuple[bool, tuple[Told, ...]]:
    """These have nothing to test but their port; ``heard``: bytes since the start."""
    if not linked:
        return False, (Told("port-closed", {"port": port}),)
    return True, (Told("port-open", {"port": port}), Told("heard", {"count": heard}) if heard else Told("unheard"))


@dataclass
class CameraTest:
    """Watches a camera for a moment. ``moved``: what a calibration says of a picture."""

    calibration: Calibration | None
    spot: bool
    clock: Callable[[], float] = time.monotonic
    _times: list[float] = field(default_factory=list)
    _last: Sight | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        self._began = self.clock()

    def sight(self, sight: Sight) -> None:
        """One frame."""
        self._times.append(self.clock())
        self._last = sight

    @property
    def done(self) -> bool:
        """Enough was seen, or it takes too long."""
        settled = self._last is not None and (self._last.view.settled or self._last.view.covered)
        return (settled and len(self._times) >= LEAST_FRAMES) or self.clock() - self._began > PATIENCE

    def result(self) -> tuple[bool, tuple[Told, ...]]:
        """Whether all is well, and what was found."""
        if self._last is None:
            return False, (Told("no-frames"),)
        picture, view = self._last.picture, self._last.view
        if view.covered:
            return False, (Told("covered"),)
        parts = [self._frames(picture), light(picture)]
        if view.index_pixels is None:
            parts.append(Told("no-index"))
        else:
            pixels = round(view.index_pixels)
            parts.append(Told("index-small" if view.small else "index-large", {"pixels": pixels}))
            parts.append(sharpness(self._last))
        parts.append(self._drift(picture))
        return not any(part.kind in WRONG for part in parts), tuple(parts)

    def _frames(self, picture: Picture) -> Told:
        high, wide = picture.shape[:2]
        lasted = self._times[-1] - self._times[0]
        rate = round((len(self._times) - 1) / lasted) if lasted > 0 else 0
        return Told("frames", {"rate": rate, "width": wide, "height": high})

    def _drift(self, picture: Picture) -> Told:
        if self.calibration is None:
            return Told("uncalibrated" if self.spot else "table-uncalibrated")
        moved = self.calibration.moved(picture)
        return Told("no-marker" if moved is None else "moved" if moved else "stands")


WRONG: Final = frozenset({"dark", "burnt", "index-small", "blurred", "moved", "table-uncalibrated"})


def light(picture: Picture) -> Told:
    """Too dark, burnt out, or well."""
    import cv2
    import numpy as np

    grey = np.asarray(cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY))
    level = round(100 * float(grey.mean()) / 255)
    if grey.mean() < DARK:
        return Told("dark", {"level": level})
    burnt = float((grey >= BURNT).mean())
    if burnt > MOST_BURNT:
        return Told("burnt", {"share": round(100 * burnt)})
    return Told("light", {"level": level})


def sharpness(sight: Sight) -> Told:
    """How wide the edges of the indices in view are, against the height of their ranks (in the middle of all)."""
    widths = [
        edge_width(_around(sight.picture, item)) / item.rank_pixels
        for item in sight.view.readings
        if item.rank_pixels > 0
    ]
    width = median(widths) if widths else 1.0
    return Told("blurred" if width > BLURRED else "sharp", {"percent": round(100 * width)})


def _around(picture: Picture, item: Reading) -> Picture:
    """The part of the picture where an index lies, as the camera saw it."""
    across, down = [place[0] for place in item.place], [place[1] for place in item.place]
    left, top = max(0, int(min(across))), max(0, int(min(down)))
    return picture[top : int(max(down)) + 2, left : int(max(across)) + 2]


def edge_width(crop: Picture) -> float:
    """Pixels over which ink turns into paper: the whole step divided by its steepest rise."""
    import cv2
    import numpy as np

    grey = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), np.float32)
    dark, bright = np.percentile(grey, (3, 97))
    across = np.abs(np.diff(grey, axis=1)).max(initial=1e-3)
    along = np.abs(np.diff(grey, axis=0)).max(initial=1e-3)
    return float((bright - dark) / max(across, along))


LAMPS: Final = {
    "go": (False, Lamp.GO),
    "stop": (False, Lamp.STOP),
    "wrong": (False, Lamp.WRONG),
    "open": (True, Lamp.STOP),
    "shut": (False, Lamp.STOP),
}
"""What the shoe is asked to show for an eye to check: its gate open or not, its lamp."""


class DeskTests:
    """The self-tests of all readers, and what came of them; on the desk's thread."""

    def __init__(self, bench: ReaderBench, log: ReaderLog, lines: LinkLines, clock: Callable[[], float]) -> None:
        self._bench, self._log, self._lines, self._clock = bench, log, lines, clock
        self._camera: CameraTest | None = None
        self._lit = False

    def run(self, name: str) -> bool:
        """Test that reader; True where the test is over, False for a camera, which is watched for a while."""
        reader = self._bench.get(name)
        if reader is None:
            return True
        if name == "camera":
            spot = self._bench.choice.place == "spot"
            self._camera = CameraTest(self._bench.used_parts().calibration, spot, self._clock)
            return False
        if isinstance(reader, SelfTesting):
            self._tested(name, *of_the_shoe(reader))
        else:
            report = next(one for one in self._log.reports() if one.reader == name)
            self._tested(name, *of_a_code_reader(report.where, bool(report.since), self._lines.bytes_of(name)))
        return True

    @property
    def camera_runs(self) -> bool:
        """The camera is being watched."""
        return self._camera is not None

    def sight(self, sight: Sight) -> None:
        """A frame for the camera's test."""
        if self._camera is not None:
            self._camera.sight(sight)

    def camera_done(self) -> bool:
        """The camera's test has just ended."""
        test = self._camera
        if test is None or not test.done:
            return False
        self._camera = None
        self._tested("camera", *test.result())
        return True

    def show_lamps(self, what: str, bad: tuple[str, ...]) -> None:
        """Gate and lamp like that; empty: the check is over, and ``bad`` looked wrong."""
        reader = self._bench.get("shoe")
        if reader is None:
            return
        self._lit = bool(what)
        reader.gate(*LAMPS.get(what, LAMPS["stop"]))
        if not what:
            self._tested("shoe", not bad, tuple(Told(f"bad-{one}") for one in bad) or (Told("lamps-good"),))

    def lamps_off(self) -> None:
        """A hand begins: what was shown for an eye is not what the game wants."""
        reader = self._bench.get("shoe")
        if self._lit and reader is not None:
            self._lit = False
            reader.gate(*LAMPS["stop"])

    def _tested(self, name: str, good: bool, parts: tuple[Told, ...]) -> None:
        self._log.tested(name, SelfTestReport(self._log.time_of_day(), good, parts))
