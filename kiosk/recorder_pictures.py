"""The pictures beside a session file: what the camera read a card from, so that a dispute can be looked at again.

Of each picture only the zones of the seats whose cards were read from it are kept, and it is written only once all
those cards are public: nothing that lay face down gets into a file.
"""

from __future__ import annotations

import threading
from collections.abc import Set
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.cards import Card

if TYPE_CHECKING:
    from kiosk.camera_table import Shot

MOST: Final = 40
"""Pictures of one hand: as many as it can need, so that a scene that never rests fills no card."""
QUALITY: Final = 92


class _Encoding:
    """A picture being made into a JPEG file's bytes on a thread of its own: a large one takes a while."""

    def __init__(self, shot: Shot) -> None:
        self.cards = shot.cards
        self._shot: Shot | None = shot
        self._data = b""
        self._thread = threading.Thread(target=self._run, name="picture", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        import cv2

        assert self._shot is not None
        done, data = cv2.imencode(".jpg", self._shot.picture(), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        self._data = data.tobytes() if done else b""
        self._shot = None

    def data(self) -> bytes:
        """The bytes, once they are there; empty where the picture could not be made."""
        self._thread.join()
        return self._data


class Pictures:
    """The pictures of the session file ``path``: in ``NAME.frames``, with ``NAME.calibration`` beside them."""

    def __init__(self, path: Path) -> None:
        self._name = path.name.removesuffix(".session.jsonl")
        self._folder = path.parent
        self._waiting: dict[str, _Encoding] = {}
        self._count = 0

    def take(self, shot: Shot) -> str | None:
        """Keep a picture for now; the name of its file, or None where there are too many."""
        calibration = shot.sight.calibration
        if calibration is None or len(self._waiting) >= MOST:
            return None
        self._count += 1
        if self._count == 1:
            self._folder.mkdir(parents=True, exist_ok=True)
            calibration.save(self._folder / f"{self._name}.calibration")
        file = f"{self._name}.frames/{self._count:04}.jpg"
        self._waiting[file] = _Encoding(shot)
        return file

    @property
    def camera(self) -> str:
        """What the session file calls the camera: so the replay finds its calibration."""
        return self._name

    def write(self, public: Set[Card]) -> frozenset[str]:
        """Write what may be kept of the hand that is over, forget the rest; the files written. Raises OSError."""
        written = set()
        for file, encoding in self._waiting.items():
            data = encoding.data()
            if data and encoding.cards <= public:
                (self._folder / file).parent.mkdir(parents=True, exist_ok=True)
                (self._folder / file).write_bytes(data)
                written.add(file)
        self._waiting = {}
        return frozenset(written)
