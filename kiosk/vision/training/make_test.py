"""Lay a deck's faces on tables taken from photos, to measure on: ``python -m kiosk.vision.training.make_test --help``.

The light, the sensor and the tables are not those of the training: a table is a part of a photo that shows no card,
with its own light and noise; a card takes on the table's brightness and colour, a slope of light, a shadow, some
blur and noise. Seeded. Writes folders for ``liege camera measure``: single, overlap, foreign, none, foreign-alone.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.cards import RANKS, SUITS
from kiosk.vision.measuring import Label, read_labels
from kiosk.vision.training import scenes
from kiosk.vision.training.faces import PX_PER_MM, Face, IndexTruth, Picture
from kiosk.vision.training.invented_faces import back
from kiosk.vision.training.real_decks import corner_index

SIZE = 960
LEAST_TABLE = 260
LEAST_RANK = 20.0
REACH, WIDER_REACH = (0.17, 0.26), (0.28, 0.42)
CLEAR, DOUBTFUL = 0.96, 0.5
"""An index of which more shows must be read; one between the two makes the picture unfit for measuring."""


@dataclass(frozen=True)
class Card:
    name: str
    face: Face


def load(folder: Path) -> list[Card]:
    """The faces ``As.png`` and so on of one deck, with their indices; those whose index is not found are left out."""
    out = []
    for path in sorted(folder.glob("*.png")):
        raw = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if raw is None or path.stem[0] not in RANKS or path.stem[1:] not in SUITS:
            continue
        size = (63 * PX_PER_MM, 88 * PX_PER_MM)
        full = cv2.resize(raw, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        picture: Picture = full[..., :3]
        if full.shape[2] == 4:
            picture = picture * full[..., 3:] + (1 - full[..., 3:])
        rank, suit = RANKS.index(path.stem[0]), SUITS.index(path.stem[1:])
        truths = corner_index(picture, REACH, rank, suit) or corner_index(picture, WIDER_REACH, rank, suit)
        if truths:
            out.append(Card(path.stem, Face(picture, tuple(truths))))
    return out


def table_parts(folder: Path, most: int) -> list[NDArray[np.uint8]]:
    """Up to ``most`` square parts of the folder's photos that no labelled box touches."""
    out: list[NDArray[np.uint8]] = []
    for file, labels in read_labels(folder).items():
        photo = cv2.imread(str(folder / file))
        if photo is None:
            continue
        spot = largest_free(labels, photo.shape[1], photo.shape[0])
        if spot is not None:
            x, y, side = spot
            out.append(np.asarray(photo[y : y + side, x : x + side], np.uint8))
        if len(out) == most:
            break
    return out


def largest_free(labels: list[Label], wide: int, high: int) -> tuple[int, int, int] | None:
    """The largest square (x, y, side) of a photo that keeps 20 pixels away from every box."""
    boxes = [label.box for label in labels if label.box is not None]
    for side in range(min(wide, high), LEAST_TABLE - 1, -40):
        for y in range(0, high - side + 1, 40):
            for x in range(0, wide - side + 1, 40):
                if all(
                    x1 + 20 < x or x0 - 20 > x + side or y1 + 20 < y or y0 - 20 > y + side for x0, y0, x1, y1 in boxes
                ):
                    return x, y, side
    return None


def tabletop(parts: list[NDArray[np.uint8]], rng: np.random.Generator) -> Picture:
    """A part continued by its mirror images to SIZE x SIZE, so that its grain and noise stay as they were."""
    part = parts[int(rng.integers(len(parts)))]
    part = np.rot90(part, int(rng.integers(4)))
    pair = np.concatenate([part, part[:, ::-1]], 1)
    four = np.concatenate([pair, pair[::-1]], 0)
    times = SIZE // four.shape[0] + 1
    return np.ascontiguousarray(np.tile(four, (times, times, 1))[:SIZE, :SIZE]).astype(np.float32) / 255


def lit(faces_white: float, table: Picture, rng: np.random.Generator) -> NDArray[np.float32]:
    """What white paper looks like on that table (3,): its colour cast, as bright as a camera would expose it."""
    mean = table.reshape(-1, 3).mean(0)
    cast = (mean / (mean.mean() + 1e-3)) ** 0.15 * rng.uniform(0.93, 1.07, 3)
    return np.asarray(faces_white * cast, np.float32)


def picture_of(
    cards: list[Card], table: Picture, rng: np.random.Generator, spread: str
) -> tuple[NDArray[np.uint8], list[tuple[str, tuple[int, int, int, int]]]] | None:
    """The cards on the table as a photo, and the labelled boxes; None if an index is neither clear nor hidden."""
    scale = float(np.exp(rng.uniform(np.log(2.6), np.log(6.0 if spread == "single" else 4.6))))
    canvas, owner = table.copy(), np.zeros((SIZE, SIZE), np.uint8)
    camera = scenes.look_at(scale, SIZE, rng)
    white = lit(float(rng.uniform(0.55, 1.02)), table, rng)
    laid: list[tuple[int, Card, scenes.Matrix]] = []
    for number, (card, place) in enumerate(zip(cards, places(len(cards), spread, scale, rng), strict=True), 1):
        x, y, angle = place
        high, wide = card.face.picture.shape[:2]
        shown = Face(card.face.picture * white, card.face.indices)
        view = camera @ scenes.placed(x, y, angle, wide, high)
        if scenes.lay_card(canvas, owner, number, shown, view, rng) is not None:
            laid.append((number, card, view))
    boxes = []
    for number, card, view in laid:
        seen = [scenes.see(truth, view, owner, number) for truth in card.face.indices]
        if any(s.visible > CLEAR and rank_height(s) >= LEAST_RANK for s in seen):
            ys, xs = np.nonzero(owner == number)
            boxes.append((card.name, (int(xs.min()), int(ys.min()), int(xs.max()), int(ys.max()))))
        elif any(s.visible > DOUBTFUL for s in seen):
            return None
    return taken(canvas, rng), boxes


def rank_height(index: scenes.SeenIndex) -> float:
    """Pixels from the rank's top to its foot; of a slanted index the smaller of height and width counts."""
    return 2 * float(min(np.hypot(*index.down), np.hypot(*index.right))) * index.rank_share


def places(count: int, spread: str, scale: float, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Where the cards lie (mm and angle): one, scattered, in a row, or fanned around the hand's middle."""
    turn = float(rng.uniform(0, 2 * np.pi))
    if spread == "single":
        return [(float(rng.uniform(-15, 15)), float(rng.uniform(-15, 15)), turn)]
    kind, reach = rng.random(), 0.3 * SIZE / scale
    if kind < 0.3:
        return [
            (
                float(rng.uniform(-reach, reach)),
                float(rng.uniform(-reach, reach)),
                float(rng.uniform(0, 2 * np.pi)),
            )
            for _ in range(count)
        ]
    middle = (count - 1) / 2
    if kind < 0.65:
        step, along = float(rng.uniform(16, 45)), turn + float(rng.normal(0, 0.15))
        return [(np.cos(along) * step * (i - middle), np.sin(along) * step * (i - middle), turn) for i in range(count)]
    radius, between = float(rng.uniform(90, 170)), float(rng.uniform(0.13, 0.3))
    angles = [turn + between * (i - middle) for i in range(count)]
    mx, my = radius * np.sin(turn), -radius * np.cos(turn)
    return [(radius * np.sin(a) - mx, -radius * np.cos(a) - my, a) for a in angles]


def taken(canvas: Picture, rng: np.random.Generator) -> NDArray[np.uint8]:
    """A slope of light, a lamp's reflection at times, the lens's blur, shot noise, a JPEG of usual quality."""
    ys, xs = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    slope = 1 + float(rng.uniform(0, 0.5)) * (xs * float(np.cos(angle)) + ys * float(np.sin(angle)))
    canvas = canvas * slope[..., None]
    if rng.random() < 0.25:
        x, y, reach = rng.uniform(-0.4, 0.4), rng.uniform(-0.4, 0.4), float(rng.uniform(0.03, 0.12))
        lamp = np.exp(-((xs - float(x)) ** 2 + (ys - float(y)) ** 2) / reach**2)
        canvas = canvas + float(rng.uniform(0.2, 0.6)) * lamp[..., None]
    canvas = canvas * float(rng.uniform(0.4, 1.0) if rng.random() < 0.3 else rng.uniform(0.85, 1.15))
    canvas = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.5, 1.7)))
    light = np.clip(canvas, 0, 1)
    full_well = float(rng.uniform(150, 1500))
    noisy = rng.normal(light, np.sqrt(light / full_well + 2e-5))
    picture = (np.clip(noisy, 0, 1) * 255).astype(np.uint8)
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 93))])[1]
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.asarray(decoded, np.uint8)


def write_set(
    out: Path,
    count: int,
    decks: list[tuple[str, list[Card]]],
    table: Callable[[], Picture],
    spread: str,
    rng: np.random.Generator,
    labelled: bool,
) -> None:
    """``count`` pictures with LABELS.csv and BOXES.csv, the decks in turn; unlabelled ones must give no reading."""
    out.mkdir(parents=True, exist_ok=True)
    with (
        (out / "LABELS.csv").open("w", newline="", encoding="utf-8") as labels,
        (out / "BOXES.csv").open("w", newline="", encoding="utf-8") as boxes,
    ):
        label_rows, box_rows = csv.writer(labels), csv.writer(boxes)
        label_rows.writerow(("file", "labels"))
        box_rows.writerow(("file", "label", "x0", "y0", "x1", "y1"))
        number = tries = 0
        while number < count:
            name, deck = decks[tries % len(decks)]
            tries += 1
            many = 1 if spread == "single" else int(rng.integers(3, 7))
            cards = [deck[int(i)] for i in rng.permutation(len(deck))[:many]]
            made = picture_of(cards, table(), rng, spread)
            if made is None or (labelled and not made[1]):
                continue
            picture, rows = made
            file = f"{number:03}-{name}.png"
            cv2.imwrite(str(out / file), picture)
            label_rows.writerow((file, " ".join(text for text, _ in rows) if labelled else ""))
            if labelled:
                box_rows.writerows((file, text, *box) for text, box in rows)
            number += 1


def without_index(rng: np.random.Generator) -> list[Card]:
    """Backs of invented decks."""
    nothing: tuple[IndexTruth, ...] = ()
    return [Card("back", Face(back(rng).picture, nothing)) for _ in range(60)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=Path, required=True, help="folder of decks not trained on: DECK/As.png")
    parser.add_argument("--foreign", type=Path, help="the same, only cards whose index names no card")
    parser.add_argument("--photos", type=Path, required=True, help="photos with LABELS.csv and BOXES.csv")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--single", type=int, default=150)
    parser.add_argument("--overlap", type=int, default=150)
    parser.add_argument("--none", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(given.seed)
    parts = table_parts(given.photos, 80)
    decks = [(folder.name, load(folder)) for folder in sorted(given.decks.iterdir()) if folder.is_dir()]

    def table() -> Picture:
        return tabletop(parts, rng)

    write_set(given.out / "single", given.single, decks, table, "single", rng, True)
    write_set(given.out / "overlap", given.overlap, decks, table, "overlap", rng, True)
    strange = []
    if given.foreign is not None:
        strange = [(f.name, load(f)) for f in sorted(given.foreign.iterdir()) if f.is_dir()]
        write_set(given.out / "foreign", given.none, strange, table, "overlap", rng, False)
    write_set(given.out / "none", given.none, [("back", without_index(rng))], table, "overlap", rng, False)
    if strange:
        write_set(given.out / "foreign-alone", given.none, strange, table, "single", rng, False)


if __name__ == "__main__":
    main()
