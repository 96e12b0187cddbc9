"""One 1280 x 720 picture with five cards, on one thread: the reading against the decoding of its own JPEG.

`camera-picture-vs-decode`: find, name and decide. `camera-still-vs-decode`: a frame of a scene that has been read
already. In turns, and by the processor time of the one thread, so that a busy machine counts in neither. The picture is
tests/vision's.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2
import numpy as np

from kiosk.vision.reading import CardEye
from kiosk.vision.watching import Watcher
from tests.vision.pictures import FIVE, table

ROUNDS = 40
QUALITY = 90


def milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def run() -> dict[str, dict[str, object]]:
    cv2.setNumThreads(1)
    frames = [table(*FIVE, seed=seed) for seed in range(4)]
    jpeg = cv2.imencode(".jpg", frames[0], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    eye = CardEye()
    named = sorted(str(item.card) for item in eye.read(frames[0]))
    if named != sorted(card.name for card in FIVE):
        raise RuntimeError(f"the five cards were read as {' '.join(named)}")
    watcher = Watcher(eye.read)
    for frame in frames:
        view = watcher.feed(frame)
    if not view.settled:
        raise RuntimeError("the still scene did not settle")
    decode, read, still = [], [], []
    for number in range(ROUNDS):
        decode.append(milliseconds(lambda: cv2.imdecode(np.asarray(jpeg), cv2.IMREAD_COLOR)))
        read.append(milliseconds(lambda: eye.read(frames[0])))
        still.append(milliseconds(lambda n=number: watcher.feed(frames[n % 4])))
    peer = statistics.median(decode)
    told = f"decoding the same picture's JPEG ({len(jpeg) // 1000} kB), {peer:.1f} ms"
    return {
        name: {
            "value": statistics.median(times),
            "unit": "ms",
            "peer": told,
            "ratio": statistics.median(times) / peer,
        }
        for name, times in (("camera-picture-vs-decode", read), ("camera-still-vs-decode", still))
    }
