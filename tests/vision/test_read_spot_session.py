"""A whole session on the read spot, frame by frame: a hand brings each card, lets go, takes it away. The faces are
the public-domain ones of tests/vision/faces; the networks are those that ship."""

import queue

import cv2
import numpy as np

from kiosk.readers.base import CardRead
from kiosk.readers.camera import CameraReader, Pace
from kiosk.vision.sources import SourceEnded
from tests.vision.pictures import Laid, table

DEALT = ("Ac", "6d", "Ks", "9h")


def with_hand(picture: np.ndarray, x: int) -> np.ndarray:
    """An arm from the picture's lower edge to the spot, its fingers at column ``x``."""
    out = picture.copy()
    cv2.line(out, (x + 150, 720), (x, 430), (120, 150, 205), 90, cv2.LINE_AA)
    cv2.circle(out, (x, 430), 48, (125, 155, 210), -1, cv2.LINE_AA)
    return out


def film() -> list[np.ndarray]:
    """For each card: the hand brings it, four still frames, the hand takes it away, three still frames of felt."""
    frames = [table(seed=seed) for seed in range(3)]
    for turn, name in enumerate(DEALT):
        for step, x in enumerate((1000, 850, 720)):
            frames.append(with_hand(table(Laid(name, x - 60, 350, 10 * turn, 400), seed=step), x))
        lying = Laid(name, 640, 350, 10 * turn, 400)
        frames += [table(lying, seed=10 + seed) for seed in range(4)]
        frames.append(with_hand(table(lying, seed=20), 700))
        frames.append(with_hand(table(Laid(name, 900, 350, 10 * turn, 400), seed=21), 960))
        frames += [table(seed=30 + seed) for seed in range(3)]
    return frames


class Recorded:
    live = False

    def __init__(self) -> None:
        self.frames = film()

    def open(self) -> None:
        pass

    def next(self) -> np.ndarray:
        if not self.frames:
            raise SourceEnded
        return self.frames.pop(0)

    def close(self) -> None:
        pass


def test_each_card_dealt_under_the_camera_is_told_once_and_in_order() -> None:
    events: queue.Queue[object] = queue.Queue()
    reader = CameraReader(Recorded, pace=Pace(patience=60.0))
    reader.start(events.put)
    reader._thread.join(600)
    assert not reader._thread.is_alive()
    told = [event.card for event in events.queue if isinstance(event, CardRead)]
    assert [str(card) for card in told] == list(DEALT)
