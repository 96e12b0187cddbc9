"""Raw bytes and pictures of a recording, put through the real reader code (SESSION-FORMAT).

A ``serial`` line goes to the shoe's decoder; a ``frame`` line to the camera reader. Beside a
session file ``evening.session.jsonl`` may lie ``evening.deck`` (which tag is which card) and, for the
camera ``table``, ``table.calibration`` (where the seats are); without one the camera is a read spot.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.inputs import CardRead, Input
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
            try:
                camera = cameras.get(entry.camera) or _Camera.named(entry.camera, recording.folder)
                cameras[entry.camera] = camera
                seen = list(camera.look(recording.folder / entry.file))
            except FrameError as error:
                raise FrameError(f"{line}: {error}") from None
            for card in seen:
                yield line, card
        else:
            yield line, entry


@dataclass
class _Camera:
    """One camera of a recording: by seats where it is calibrated, else a read spot."""

    eye: CardEye
    calibration: Calibration | None
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

    def look(self, path: Path) -> Iterator[CardRead]:
        """What the picture shows for certain; a card that stays on the read spot counts once."""
        import cv2
        import numpy as np

        picture = cv2.imread(str(path)) if path.exists() else None
        if picture is None:
            raise FrameError(f"the picture {path.name} cannot be read")
        named = [reading for reading in self.eye.read(np.asarray(picture, np.uint8)) if reading.card is not None]
        if self.calibration is None:
            cards = {reading.card for reading in named}
            card = cards.pop() if len(cards) == 1 else None
            if card is not None and card != self.on_spot:
                yield CardRead(card, "camera", confidence=named[0].probability)
            self.on_spot = card
            return
        for reading in named:
            seat = self.calibration.seat_of(reading.middle)
            if seat is not None and seat.isdigit():
                yield CardRead(reading.card, "camera", int(seat), reading.probability)
