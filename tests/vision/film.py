"""``python -m tests.vision.film FACES FOLDER``: draws the pictures of the recorded session ``ll-camera``.

FACES holds PNG faces (252 x 352 pixels, named as 9c.png) rendered from the npm package ``@letele/playing-cards``
0.1.0 by Letele Motebang, CC0 1.0 (public domain), like those of tests/vision/faces. Four players sit round a table
under a camera straight above; 2.6 pixels are a millimetre. Two cards are worn: the seven of spades, whose rank
hardly shows, and the king of hearts, whose small hearts look like diamonds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from kiosk.vision.calibration import Calibration, Zone

SIZE = (1280, 720)
PER_MM = 2.6
FELT = (66, 104, 58)
STEP, ROW = 64, 88
"""Pixels from card to card in a row, and from the row of up cards to the down cards turned up over it."""
HIGH = 229

SEATS = {1: (60, 18), 2: (720, 18), 3: (720, 378), 4: (60, 378)}
"""Where each seat's first up card lies: its upper left corner."""
ZONES = {seat: (x - 50, y - 14, x + 540, y + 338) for seat, (x, y) in SEATS.items()}

UP = {1: "9c 6d Kh 9s", 2: "Kd", 3: "Ks 4h 4s 9d", 4: "Qh 7s 2c Qd"}
DOWN = {1: "6h 2d Ac", 3: "Kc 4d Jc", 4: "Qs 7d 3c"}
SCENES: dict[str, tuple[int, tuple[int, ...]]] = {
    "reveal-1": (1, ()),
    "reveal-2": (2, ()),
    "reveal-3": (3, ()),
    "reveal-4": (4, ()),
    "showdown-1": (4, (4,)),
    "showdown-2": (4, (4, 3, 1)),
}
"""How many up cards lie there, and which seats have turned up their down cards. Ben folds in round 1."""


def worn(name: str, face: np.ndarray, faces: Path) -> np.ndarray:
    """The two worn cards."""
    out = face.copy()
    if name == "Kh":
        king = cv2.imread(str(faces / "Kd.png"), cv2.IMREAD_UNCHANGED)
        for _ in range(2):
            out[46:88, 4:40] = king[46:88, 4:40]
            out, king = out[::-1, ::-1].copy(), king[::-1, ::-1].copy()
    elif name == "7s":
        for _ in range(2):
            out[12:45, 6:40, :3] = np.where(np.indices((33, 34)).sum(0)[..., None] % 9 < 8, 235, out[12:45, 6:40, :3])
            out = out[::-1, ::-1].copy()
    return out


def felt() -> np.ndarray:
    weave = np.random.default_rng(1).normal(0, 3, (SIZE[1] // 4, SIZE[0] // 4, 1)).astype(np.float32)
    canvas = np.full((SIZE[1], SIZE[0], 3), FELT, np.float32)
    return canvas + cv2.resize(weave, SIZE).reshape(SIZE[1], SIZE[0], 1)


def lay(canvas: np.ndarray, face: np.ndarray, x: float, y: float, turn: float) -> np.ndarray:
    scale = HIGH / face.shape[0]
    matrix = cv2.getRotationMatrix2D((0, 0), turn, scale)
    matrix[:, 2] += (x, y)
    laid = cv2.warpAffine(face, matrix, SIZE, flags=cv2.INTER_AREA).astype(np.float32)
    alpha = laid[..., 3:] / 255
    return canvas * (1 - alpha) + np.minimum(laid[..., :3], 236) * alpha


def scene(name: str, faces: Path) -> np.ndarray:
    ups, shown = SCENES[name]
    canvas = felt()
    for seat, (x, y) in SEATS.items():
        cards = UP[seat].split()[: ups if seat != 2 or ups == 1 else 0]
        down = DOWN[seat].split() if seat in shown else []
        for row, names in enumerate((cards, down)):
            for at, card in enumerate(names):
                face = worn(card, cv2.imread(str(faces / f"{card}.png"), cv2.IMREAD_UNCHANGED), faces)
                turn = ((7 * seat + 5 * at + 3 * row) % 5 - 2) * 1.1
                canvas = lay(canvas, face, x + at * STEP, y + row * ROW + 4 * at, turn)
    return np.clip(cv2.GaussianBlur(canvas, (0, 0), 0.6), 0, 255).astype(np.uint8)


def calibration() -> Calibration:
    """The camera stands straight above."""
    scale = 1 / PER_MM
    zones = tuple(
        Zone(str(seat), tuple((x * scale, y * scale) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))))
        for seat, (x0, y0, x1, y1) in ZONES.items()
    )
    to_mm = ((scale, 0.0, 0.0), (0.0, scale, 0.0), (0.0, 0.0, 1.0))
    return Calibration(SIZE, to_mm, (float(SIZE[0]), SIZE[0] / 2, SIZE[1] / 2, 0.0), {}, zones)


def main() -> None:
    parser = argparse.ArgumentParser(description="draw the pictures of the recorded session")
    parser.add_argument("faces", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    frames = arguments.folder / "ll-camera.frames"
    frames.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        cv2.imwrite(str(frames / f"{name}.jpg"), scene(name, arguments.faces), [cv2.IMWRITE_JPEG_QUALITY, 82])
    calibration().save(arguments.folder / "ll-camera.calibration")


if __name__ == "__main__":
    main()
