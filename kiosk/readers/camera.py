"""The camera as a CardReader: on a read spot it takes the shoe's place, over the table it shows the up cards.

One thread reads the newest frames and tells: ``emit`` gets CardRead, Fault, FaultOver and LinkUp like those
of every reader; ``show`` (where given) gets each Sight. On a read spot, a card that comes to lie there and is
agreed on is the next card, once: the spot must show another card or be empty before it reads again. Where
``lay`` is given it gets the Sight of each such card, and ``emit`` no CardRead.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.cards import Card
from kiosk.readers.base import ENDS_WITHIN, CardRead, Emit, Fault, FaultOver, Lamp, LinkUp, Receipt
from kiosk.said import N_
from kiosk.vision.calibration import Calibration
from kiosk.vision.crops import Picture
from kiosk.vision.deciding import Reading
from kiosk.vision.newest import OPENING, Frame, Newest
from kiosk.vision.reading import CardEye
from kiosk.vision.sources import Source, SourceEnded, SourceError
from kiosk.vision.watching import View, Watcher
from kiosk.vision.zones import only_zones

NAME = "camera"
SPOT = "spot"
LEFT_BEHIND = 3
"""So many threads at most may hang in a camera's driver."""
CROP_HIGH = 144
MARGIN = 0.45
"""How much of what lies around an index a crop shows, in widths and heights of the index."""
SENTENCES = {
    "camera-lost": N_("The camera does not answer: look at its cable. You may go on by touch."),
    "camera-hangs": N_(
        "The camera's driver does not answer, it is opened anew: if its lamp stays red, unplug the camera and "
        "plug it in again. You may go on by touch."
    ),
    "camera-picture": N_("What comes from the camera is no picture: look at its settings."),
    "camera-covered": N_("The camera sees nothing: something is before the lens, or the light is off."),
    "camera-glare": N_(
        "Too much light falls into the camera, and not every card can be read: dim the lamp or turn it away."
    ),
    "camera-moved": N_("The camera stands elsewhere than when it was calibrated: calibrate it again."),
    "camera-small": N_(
        "The cards' corners are too small for the camera ({pixels} pixels, 20 are needed): move it nearer."
    ),
    "camera-broken": N_("The camera reader has stopped: {reason}. You may go on by touch."),
}
"""A sentence for each kind of fault of this reader, for kiosk.readers.sentences."""


@dataclass(frozen=True)
class Sight:
    """What the screen may show of one frame: the picture, the view, and each reading's seat (None: no
    zone)."""

    picture: Picture = field(repr=False)
    view: View
    seats: tuple[str | None, ...]
    calibration: Calibration | None = None
    laid: Reading | None = None
    """On a read spot: the card that came to lie there with this frame."""

    def crop(self, item: Reading, seat: str | None = None) -> Picture:
        """The index of a reading upright, with what lies around it, CROP_HIGH pixels high.

        Of a ``seat`` only what lies in its zone: beside it may be somebody's down card.
        """
        left, right, low = (np.array(item.place[at], np.float32) for at in (0, 1, 3))
        across, down = right - left, low - left
        wide = round(CROP_HIGH * float(np.hypot(*across) / max(1e-3, np.hypot(*down))))
        wide = min(max(wide, CROP_HIGH // 3), 2 * CROP_HIGH)
        start = left - MARGIN * (across + down)
        whole = 1 + 2 * MARGIN
        corners = np.array([start, start + whole * across, start + whole * down], np.float32)
        target = np.array([(0, 0), (wide, 0), (0, CROP_HIGH)], np.float32)
        quad = np.array([*corners, corners[1] + corners[2] - corners[0]])
        high, broad = self.picture.shape[:2]
        x0, y0 = (int(v) for v in np.clip(np.floor(quad.min(0)), 0, (broad - 1, high - 1)))
        x1, y1 = (int(v) for v in np.clip(np.ceil(quad.max(0)) + 1, 1, (broad, high)))
        part = np.ascontiguousarray(self.picture[y0:y1, x0:x1])
        if seat is not None and self.calibration is not None:
            part = only_zones(part, self.calibration, (seat,), (x0, y0))
        turn = cv2.getAffineTransform(corners - np.array((x0, y0), np.float32), target)
        return np.asarray(cv2.warpAffine(part, turn, (wide, CROP_HIGH)), np.uint8)

    def only(self, seats: Collection[str]) -> Picture:
        """The whole picture, black but for these seats' zones. Without a calibration all of it is black."""
        if self.calibration is None:
            return np.zeros_like(self.picture)
        return only_zones(self.picture, self.calibration, seats)

    def at(self, seat: str) -> tuple[Reading, ...]:
        """The readings in one seat's zone."""
        return tuple(r for r, s in zip(self.view.readings, self.seats, strict=True) if s == seat)


@dataclass(frozen=True)
class Pace:
    """Seconds."""

    patience: float = 2.0
    """Without a frame for so long the camera is lost."""
    first_delay: float = 0.5
    longest_delay: float = 5.0
    opening: float = OPENING
    hanging: float = 10.0
    """Without a frame for so long the driver hangs: its thread is left behind and the camera opened anew."""
    check_every: float = 10.0
    """Between two looks whether the camera has moved."""


def only_card(readings: Sequence[Reading]) -> Reading | None:
    """The one card that these are readings of; None where they are more. Beside a card whose two corners agree, what
    cannot be named is no card: on a spot lies one."""
    if len(readings) == 1:
        return readings[0]
    named = [reading for reading in readings if reading.card is not None]
    return named[0] if len(named) == 1 and named[0].corners > 1 else None


class Spot:
    """Which card lies on the read spot, and whether it is the next one."""

    def __init__(self) -> None:
        self._lying: tuple[Card | None, tuple[float, float]] | None = None

    def next_card(self, view: View) -> Reading | None:
        """The reading to tell, once for each card laid down; None while nothing new lies there.

        With several cards in view nothing is told: one card at a time is what a spot is for.
        """
        if not (view.fresh and view.settled):
            return None
        if not view.readings:
            self._lying = None
            return None
        item = only_card(view.readings)
        if item is None:
            return None
        before = self._lying
        self._lying = (item.card, item.middle)
        if before is None:
            return item
        card, middle = before
        moved = float(np.hypot(middle[0] - item.middle[0], middle[1] - item.middle[1])) > 3 * item.rank_pixels
        if item.card is None:
            return item if card is not None or moved else None
        # the same card pushed a little is the same card; what could not be named and now can be was told
        # already
        return item if card != item.card and not (card is None and not moved) else None


class CameraReader:
    """CardReader over any Source. ``acknowledges`` is False: a card lies there until someone takes it."""

    name = NAME
    acknowledges = False

    def __init__(
        self,
        source: Callable[[], Source],
        eye: Callable[[], CardEye] = CardEye,
        calibration: Calibration | None = None,
        spot: bool = True,
        show: Callable[[Sight], None] | None = None,
        lay: Callable[[Sight], None] | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make_source = source
        self._make_eye = eye
        self._calibration = calibration
        self._spot = Spot() if spot else None
        self._show = show
        self._lay = lay
        self._pace = pace or Pace()
        self._clock = clock
        self._stop = threading.Event()
        self._faults: set[str] = set()
        self._emit: Emit = lambda _event: None
        self._thread = threading.Thread(target=self._run, name="camera-reader", daemon=True)
        self._checked = float("-inf")
        self._left_behind: list[Newest] = []
        self.moved_at = time.monotonic()
        """When the thread last went round, for who watches it."""

    def start(self, emit: Emit) -> None:
        """Begin to read, in a thread of its own."""
        self._emit = emit
        self.moved_at = time.monotonic()
        if not self._thread.is_alive() and self._thread.ident is not None:
            self._thread = threading.Thread(target=self._run, name="camera-reader", daemon=True)
        self._thread.start()

    def acknowledge(self, receipt: Receipt) -> None:
        """A camera keeps no cards, so there is nothing to tell it."""

    def gate(self, open: bool, lamp: Lamp) -> None:
        """A camera has neither gate nor lamp."""

    def close(self) -> None:
        """Stop; returns when the thread has ended."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(ENDS_WITHIN)

    def afresh(self, journaled: Iterable[Receipt]) -> CameraReader:
        self._stop.set()
        fresh = CameraReader(
            self._make_source,
            self._make_eye,
            self._calibration,
            self._spot is not None,
            self._show,
            self._lay,
            self._pace,
            self._clock,
        )
        fresh.follow(self)
        return fresh

    def follow(self, before: CameraReader) -> None:
        """Take the place of this one: what lies on the spot was told, and is not told again."""
        if self._spot is not None and before._spot is not None:
            self._spot = before._spot

    def _run(self) -> None:
        try:
            eye = self._make_eye()
        except ValueError as error:
            self._fault("camera-broken", reason=str(error).rstrip("."))
            return
        delay = self._pace.first_delay
        while not self._stop.is_set():
            self.moved_at = time.monotonic()
            self._left_behind = [one for one in self._left_behind if one.hangs]
            if len(self._left_behind) >= LEFT_BEHIND:  # then the driver is asked no more, until it lets go of one
                self._stop.wait(self._pace.longest_delay)
                continue
            newest = Newest(self._make_source(), self._clock)
            try:
                newest.start(self._pace.opening)
                self._emit(LinkUp(NAME))
                self._over("camera-lost", "camera-picture", "camera-hangs")
                delay = self._pace.first_delay
                self._watch(newest, Watcher(eye.read))
            except SourceEnded:
                return
            except SourceError as error:
                self._fault(error.kind)
            except cv2.error as error:
                self._fault("camera-broken", reason=f"OpenCV refused a picture ({error.err})")
                return
            finally:
                newest.close()
                self._left_behind.append(newest)
                self.moved_at = time.monotonic()
            self._stop.wait(delay)
            delay = min(delay * 2, self._pace.longest_delay)

    def _watch(self, newest: Newest, watcher: Watcher) -> None:
        without = 0.0
        while not self._stop.is_set():
            self.moved_at = time.monotonic()
            frame = newest.get(self._pace.patience)
            if frame is None:
                self._fault("camera-lost")
                without += self._pace.patience
                if without >= self._pace.hanging:
                    raise SourceError("camera-hangs", "No picture came for too long.")
                continue
            without = 0.0
            self._over("camera-lost")
            self.take(frame, watcher)

    def take(self, frame: Frame, watcher: Watcher) -> None:
        """One frame: what it shows, what is wrong, and on a spot the next card."""
        view = watcher.feed(frame.picture)
        if self._stop.is_set():
            return  # closed or given up meanwhile: what this thread still sees comes too late
        self._set("camera-covered", view.covered)
        self._look_for_movement(frame, view)
        if view.settled:
            self._set("camera-glare", view.dazzled)
            self._set("camera-small", view.small, pixels=round(view.index_pixels or 0))
        laid = self._spot.next_card(self._on_spot(view)) if self._spot is not None else None
        seats = tuple(self._seat(item) for item in view.readings)
        sight = Sight(frame.picture, view, seats, self._calibration, laid)
        if self._show is not None:
            self._show(sight)
        if laid is None:
            return
        if self._lay is not None:
            self._lay(sight)
        else:
            self._emit(CardRead(NAME, None, laid.card))

    def _seat(self, item: Reading) -> str | None:
        return None if self._calibration is None else self._calibration.seat_of(item.middle)

    def _on_spot(self, view: View) -> View:
        """Where a zone called ``spot`` is drawn, only what lies in it."""
        if self._calibration is None or all(zone.seat != SPOT for zone in self._calibration.zones):
            return view
        kept = tuple(item for item in view.readings if self._seat(item) == SPOT)
        return View(kept, view.still, view.settled, view.fresh, view.covered, view.index_pixels)

    def _look_for_movement(self, frame: Frame, view: View) -> None:
        if self._calibration is None or view.covered or not view.still:
            return
        if frame.t - self._checked < self._pace.check_every:
            return
        self._checked = frame.t
        moved = self._calibration.moved(frame.picture)
        if moved is not None:
            self._set("camera-moved", moved)

    def _set(self, kind: str, wrong: bool, **params: str | int) -> None:
        if wrong:
            self._fault(kind, **params)
        else:
            self._over(kind)

    def _fault(self, kind: str, **params: str | int) -> None:
        if kind not in self._faults:
            self._faults.add(kind)
            self._emit(Fault(NAME, kind, params))

    def _over(self, *kinds: str) -> None:
        for kind in kinds:
            if kind in self._faults:
                self._faults.discard(kind)
                self._emit(FaultOver(NAME, kind))
