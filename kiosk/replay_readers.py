"""Raw bytes and pictures of a recording, put through the real reader code (SESSION-FORMAT).

A ``serial`` line goes to the shoe's decoder; a ``frame`` line to the camera reader. Beside a
session file ``evening.session.jsonl`` may lie ``evening.deck`` (which tag is which card) and, for the
camera ``table``, ``table.calibration`` (where the seats are); without one the camera is a read spot. As at
the table itself (kiosk.camera_table), only cards that the prompt waits for are taken from a picture of the seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.inputs import CardRead, Input
from engine.open_cards import OpenCards
from engine.projection import view_of
from engine.timeline import Timeline
from kiosk.camera_table import CameraTable
from kiosk.decks import Deck
from kiosk.readers.base import CardRead as SeenCard
from kiosk.readers.shoe_decoder import ShoeDecoder
from kiosk.recording import Recording
from kiosk.session_lines import Frame, Serial

if TYPE_CHECKING:
    from kiosk.vision.calibration import Calibration
    from kiosk.vision.reading import CardEye


class FrameError(Exception):
    """A picture of a recording, or its calibration, cannot be read: ``LINE: one sentence``."""


def inputs_of(recording: Recording, deck: Deck | None = None) -> Iterator[tuple[int, Input]]:
    """The inputs of a recording with their line numbers. Without the deck, tags are cards that nobody can name.

    Raises FrameError where a picture cannot be read.
    """
    if not any(isinstance(entry, Frame) for _, entry in recording.entries):
        yield from _inputs_of(recording, deck, None)
        return
    timeline = Timeline(recording.header.make_table())  # a camera over the table sees what the prompt waits for
    for line, entry in _inputs_of(recording, deck, timeline):
        timeline.apply(entry)
        yield line, entry


def _inputs_of(recording: Recording, deck: Deck | None, timeline: Timeline | None) -> Iterator[tuple[int, Input]]:
    shoe = ShoeDecoder.for_replay(deck)  # one shoe, whatever its port is called after a replug
    shoe_port: str | None = None
    cameras: dict[str, _Camera] = {}
    for line, entry in recording.entries:
        if isinstance(entry, Serial):
            if shoe_port not in (None, entry.port):
                shoe.feed(b"")  # half a line of the old port is no beginning for the new one
            shoe_port = entry.port
            for event in shoe.feed(entry.data):
                if isinstance(event, SeenCard):
                    if event.receipt is not None:
                        shoe.acknowledge(event.receipt)
                    yield line, CardRead(event.card, "shoe")
        elif isinstance(entry, Frame):
            assert timeline is not None
            try:
                camera = cameras.get(entry.camera) or _Camera.named(entry.camera, recording.folder)
                cameras[entry.camera] = camera
                for seen in camera.look(recording.folder / entry.file, timeline):
                    yield line, seen
            except FrameError as error:
                raise FrameError(f"{line}: {error}") from None
        else:
            yield line, entry
            for camera in cameras.values():
                assert timeline is not None
                for seen in camera.go_on(timeline):
                    yield line, seen


@dataclass
class _Camera:
    """One camera of a recording: by seats where it is calibrated, else a read spot."""

    eye: CardEye
    calibration: Calibration | None
    table: CameraTable = field(default_factory=CameraTable)
    on_spot: Card | None = field(default=None, repr=False)

    @staticmethod
    def named(name: str, folder: Path) -> _Camera:
        from kiosk.vision.calibration import Calibration, CalibrationError
        from kiosk.vision.reading import CardEye

        path = folder / f"{name}.calibration"
        try:
            return _Camera(CardEye(), Calibration.load(path) if name and path.exists() else None)
        except CalibrationError as error:
            raise FrameError(str(error)) from None

    def look(self, path: Path, timeline: Timeline) -> Iterator[Input]:
        """What the picture shows for certain: on the read spot the next card, once; over the table the cards that the
        prompt waits for."""
        import cv2
        import numpy as np

        read = cv2.imread(str(path)) if path.exists() else None
        if read is None:
            raise FrameError(f"the picture {path.name} cannot be read")
        picture = np.asarray(read, np.uint8)
        readings = self.eye.read(picture)
        if self.calibration is None:
            named = [reading for reading in readings if reading.card is not None]
            cards = {reading.card for reading in named}
            card = cards.pop() if len(cards) == 1 else None
            if card is not None and card != self.on_spot:
                yield CardRead(card, "camera", confidence=named[0].probability)
            self.on_spot = card
            return
        from kiosk.readers.camera import Sight
        from kiosk.vision.watching import View

        seats = tuple(self.calibration.seat_of(reading.middle) for reading in readings)
        view = View(tuple(readings), still=True, settled=True, fresh=True)
        self.table.see(Sight(picture, view, seats, self.calibration))
        yield from self.go_on(timeline)

    def go_on(self, timeline: Timeline) -> Iterator[Input]:
        """What the last picture of the seats shows of what the prompt waits for now."""
        while self.calibration is not None:
            hand = timeline.table.hand
            cards_open = OpenCards(hand) if hand is not None and hand.status == "open" else None
            handed = self.table.look(view_of(timeline.table), cards_open)
            if not handed.entries:
                return
            yield from handed.entries
