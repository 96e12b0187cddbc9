"""Render training data to a folder of shards: ``python -m kiosk.vision.training.make_data --help``."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kiosk.vision.crops import Pyramid, cut
from kiosk.vision.training import glyphs
from kiosk.vision.training.faces import NO_RANK, NO_SUIT
from kiosk.vision.training.foreign_packs import pack_print
from kiosk.vision.training.real_decks import RealDeck, load_deck
from kiosk.vision.training.scenes import Scene, SeenIndex, make_scene
from kiosk.vision.training.targets import IGNORED, PATCH, POSITIVE

CLOSE = 160
PATCHES_PER_SCENE = 3
CLOSE_PER_SCENE = 5
FOREIGN = 0.2
FOREIGN_PACKS = 0.55
LEAST_CONTRAST = 5.0
SMALLEST, LARGEST = 9.0, 120.0
FULL, HALF_SEEN = 0.9, 0.4
# one row of a patch's truth: patch number, cx, cy, down x, y, right x, y, rank share, state


def patch_of(scene: Scene, rng: np.random.Generator) -> tuple[NDArray[np.uint8], list[list[float]]]:
    """A PATCH-sized part of the scene at a random smaller scale, with its truths."""
    factor = float(np.exp(rng.uniform(np.log(0.4), 0)))
    picture = cv2.resize(scene.picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    size = picture.shape[0]
    if size < PATCH:
        picture = cv2.copyMakeBorder(picture, 0, PATCH - size, 0, PATCH - size, cv2.BORDER_CONSTANT)
    room = max(0, size - PATCH)
    x0, y0 = (int(v) for v in rng.integers(0, room + 1, 2))
    if scene.indices and room:
        aim = scene.indices[int(rng.integers(len(scene.indices)))]
        jitter = rng.uniform(-100, 100, 2)
        x0 = int(np.clip(aim.centre[0] * factor - PATCH / 2 + jitter[0], 0, room))
        y0 = int(np.clip(aim.centre[1] * factor - PATCH / 2 + jitter[1], 0, room))
    rows = []
    for index in scene.indices:
        cx, cy = index.centre[0] * factor - x0, index.centre[1] * factor - y0
        if not (0 <= cx < PATCH and 0 <= cy < PATCH) or index.visible < HALF_SEEN:
            continue
        down = (index.down[0] * factor, index.down[1] * factor)
        right = (index.right[0] * factor, index.right[1] * factor)
        height = 2 * float(np.hypot(*down))
        named = index.rank != NO_RANK and index.suit != NO_SUIT
        good = named and index.visible >= FULL and SMALLEST <= height <= LARGEST and clear(scene, index)
        rows.append([cx, cy, *down, *right, index.rank_share, POSITIVE if good else IGNORED])
    return np.ascontiguousarray(picture[y0 : y0 + PATCH, x0 : x0 + PATCH]), rows


def clear(scene: Scene, index: SeenIndex) -> bool:
    """Whether there is enough contrast for anybody to see it."""
    (x, y), reach = index.centre, float(np.hypot(*index.down))
    size = len(scene.picture)
    x0, x1 = (int(np.clip(v, 0, size)) for v in (x - reach * 0.5, x + reach * 0.5 + 1))
    y0, y1 = (int(np.clip(v, 0, size)) for v in (y - reach * 0.5, y + reach * 0.5 + 1))
    return bool(scene.picture[y0:y1, x0:x1].std() > LEAST_CONTRAST)


def shaken(index: SeenIndex, rng: np.random.Generator) -> tuple[NDArray[np.float64], ...]:
    """The index's place, as wrong as the finder's is at times."""
    down, right = np.array(index.down), np.array(index.right)
    amount = 1.6 if rng.random() < 0.2 else 0.8
    centre = np.array(index.centre) + down * rng.normal(0, 0.09) * amount + right * rng.normal(0, 0.08) * amount
    angle = rng.normal(0, 0.1) * amount
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    grow = np.exp(rng.normal(0, 0.09) * amount)
    lean = rng.normal(0, 0.07) * amount
    return centre, turn @ down * grow, turn @ (right * np.exp(rng.normal(0, 0.08)) + down * lean) * grow


def crops_of(scene: Scene, rng: np.random.Generator, empty: int) -> list[tuple[NDArray[np.uint8], int, int]]:
    """Crops to name: the indices, some of them turned the wrong way, and up to ``empty`` places where none
    is."""
    pyramid = Pyramid(scene.picture)
    out = []
    for index in scene.indices:
        tall = 2 * float(np.hypot(*index.down))
        if tall < 13 or HALF_SEEN <= index.visible < 0.8:
            continue
        centre, down, right = shaken(index, rng)
        covered = index.visible < HALF_SEEN
        labels = (NO_RANK, NO_SUIT) if covered else (index.rank, index.suit)
        if covered and rng.random() < 0.6:
            continue
        if rng.random() < 0.06:
            down, right, labels = -down, -right, (NO_RANK, NO_SUIT)
        elif rng.random() < 0.04:
            down, right, labels = right, -down, (NO_RANK, NO_SUIT)
        out.append((cut(pyramid, list(centre), list(down), list(right)), *labels))
    centres = np.array([i.centre for i in scene.indices]).reshape(-1, 2)
    reaches = np.array([np.hypot(*i.down) for i in scene.indices])
    angles = np.array([np.arctan2(i.down[1], i.down[0]) for i in scene.indices])
    for _ in range(empty):
        spot = rng.uniform(0, len(scene.picture), 2)
        size, angle = np.exp(rng.uniform(np.log(7), np.log(60))), rng.uniform(0, 2 * np.pi)
        if len(centres) and rng.random() < 0.6:  # along a card, near its index: pips and courts
            beside = int(rng.integers(len(centres)))
            size = reaches[beside] * rng.uniform(0.6, 1.4)
            angle = angles[beside] + rng.normal(0, 0.15) + np.pi * float(rng.random() < 0.5)
            spot = centres[beside] + rng.uniform(-5, 5, 2) * reaches[beside]
            if not ((spot >= 0) & (spot < len(scene.picture))).all():
                continue
        if len(centres) and (np.hypot(*(centres - spot).T) < reaches * 1.2 + 0.8 * size).any():
            continue
        down = np.array([np.cos(angle), np.sin(angle)]) * size
        out.append((cut(pyramid, list(spot), list(down), [down[1], -down[0]]), NO_RANK, NO_SUIT))
    return out


def make_shard(path: Path, seed: int, scenes: int, fonts: glyphs.Fonts, decks: list[RealDeck]) -> None:
    """Render one shard: patches, truths and names to ``path`` (npz), crops beside it (npy)."""
    rng = np.random.default_rng(seed)
    patches: list[bytes] = []
    truths: list[list[float]] = []
    crops: list[NDArray[np.uint8]] = []
    names: list[tuple[int, int]] = []
    for _ in range(scenes):
        scene = make_scene(fonts, decks, rng)
        for _ in range(PATCHES_PER_SCENE):
            picture, rows = patch_of(scene, rng)
            truths += [[len(patches), *row] for row in rows]
            patches.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].tobytes())
        named = crops_of(scene, rng, 2)
        for _ in range(CLOSE_PER_SCENE):
            close = make_scene(fonts, decks, rng, CLOSE, True, FOREIGN)
            named += crops_of(close, rng, int(rng.random() < 0.5))
        for crop, rank, suit in named:
            crops.append(crop)
            names.append((rank, suit))
    lengths = np.array([len(p) for p in patches])
    # uncompressed and apart, so that training maps them into memory
    np.save(path.with_suffix(".crops.npy"), np.stack(crops))
    np.savez(
        path,
        patches=np.frombuffer(b"".join(patches), np.uint8),
        lengths=lengths,
        truths=np.array(truths, np.float32).reshape(-1, 9),
        names=np.array(names, np.uint8),
    )


def make_pack_shard(path: Path, seed: int, scenes: int, fonts: glyphs.Fonts, decks: list[RealDeck]) -> None:
    """One shard of crops only, for the namer: more than half of the invented cards foreign packs'."""
    rng = np.random.default_rng(seed)
    crops: list[NDArray[np.uint8]] = []
    names: list[tuple[int, int]] = []
    for _ in range(scenes * CLOSE_PER_SCENE):
        close = make_scene(fonts, decks, rng, CLOSE, True, FOREIGN_PACKS, pack_print)
        for crop, rank, suit in crops_of(close, rng, int(rng.random() < 0.3)):
            crops.append(crop)
            names.append((rank, suit))
    np.save(path.with_suffix(".crops.npy"), np.stack(crops))
    np.savez(path, names=np.array(names, np.uint8))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fonts", type=Path, required=True, help="folder with font files (see MODEL.md)")
    parser.add_argument("--decks", type=Path, required=True, help="folder with one folder of PNG faces per deck")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="number of the first shard; each has its own seed")
    parser.add_argument("--scenes", type=int, default=300, help="scenes in one shard")
    parser.add_argument("--packs", action="store_true", help="crops of foreign packs, for the namer")
    parser.add_argument("--signs", type=Path, help="folder of make_signs, for --packs")
    given = parser.parse_args()
    make = make_pack_shard if given.packs else make_shard
    cv2.setNumThreads(1)
    fonts = glyphs.find_fonts(given.fonts, given.signs)
    decks = [load_deck(p) for p in sorted(given.decks.iterdir()) if p.is_dir()]
    given.out.mkdir(parents=True, exist_ok=True)
    for number in range(given.first, given.first + given.shards):
        make(given.out / f"shard{number:03}.npz", 7000 + number, given.scenes, fonts, decks)
        print(f"shard {number} written", flush=True)


if __name__ == "__main__":
    main()
