"""How well the reader reads a folder of labelled pictures.

The folder holds pictures and LABELS.csv (``file,labels``; labels apart by blanks, ``As`` or ``K?`` when only
the rank is known) and may hold BOXES.csv (``file,label,x0,y0,x1,y1``, the card's visible extent in pixels).
Every labelled card is right, wrong or missed; a reading that belongs to no label is false.
"""

from __future__ import annotations

import csv
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.cards import RANKS, SUITS
from kiosk.vision.crops import Picture
from kiosk.vision.deciding import Reading

MARGIN = 0.08
"""A reading belongs to a box if its middle lies in it or this share of its size beside it."""


class FolderError(ValueError):
    """A folder that cannot be measured; the text says why, for a person."""


@dataclass(frozen=True)
class Label:
    """A labelled card: ``text`` as in the file; ``box`` x0, y0, x1, y1 if known."""

    text: str
    box: tuple[float, float, float, float] | None = None

    def fits(self, item: Reading) -> bool:
        """Whether the reading names this card (only the rank counts for ``K?``)."""
        name = str(item.card) if item.card is not None else ""
        return name[:1] == self.text[:1] and (self.text[1:] == "?" or name[1:] == self.text[1:])

    def holds(self, item: Reading) -> bool:
        """Whether the reading lies in this card's box; without a box, anywhere."""
        if self.box is None:
            return True
        x0, y0, x1, y1 = self.box
        mx, my = MARGIN * (x1 - x0), MARGIN * (y1 - y0)
        x, y = item.middle
        return x0 - mx <= x <= x1 + mx and y0 - my <= y <= y1 + my

    def middle(self) -> tuple[float, float]:
        if self.box is None:
            return (0.0, 0.0)
        return ((self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2)


@dataclass
class PictureResult:
    """What was read in one picture, against its labels."""

    file: str
    labels: list[str]
    read: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    unknown: int = 0
    ms: float = 0.0
    decode_ms: float = 0.0
    index_px: list[float] = field(default_factory=list)


@dataclass
class Totals:
    """The sums over a folder; ``wrong_rank`` and ``wrong_suit`` say in what the wrong ones are wrong."""

    cards: int = 0
    right: int = 0
    wrong: int = 0
    missed: int = 0
    false: int = 0
    rank_right: int = 0
    unknown: int = 0
    wrong_rank: int = 0
    wrong_suit: int = 0
    index_px_median: float | None = None
    ms_median: float = 0.0
    ms_p95: float = 0.0
    decode_ms_median: float = 0.0


def read_labels(folder: Path) -> dict[str, list[Label]]:
    """The labels of each picture, in the file's order. Raises FolderError."""
    table = folder / "LABELS.csv"
    if not table.is_file():
        raise FolderError(f"{folder} has no LABELS.csv, so there is nothing to measure against.")
    labels: dict[str, list[Label]] = {}
    with table.open(newline="", encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            if row.get("file") is None or row.get("labels") is None:
                raise FolderError(f"{table} needs the columns file and labels.")
            labels[row["file"]] = [Label(checked(text, table)) for text in row["labels"].split()]
    boxes = folder / "BOXES.csv"
    if boxes.is_file():
        with boxes.open(newline="", encoding="utf-8") as lines:
            give_boxes(labels, csv.DictReader(lines), boxes)
    return labels


def checked(text: str, table: Path) -> str:
    if len(text) == 2 and text[0] in RANKS and (text[1] in SUITS or text[1] == "?"):
        return text
    raise FolderError(f"{table}: {text!r} is no card label (As, Td, or K? when only the rank is known).")


def give_boxes(labels: dict[str, list[Label]], rows: csv.DictReader[str], table: Path) -> None:
    """Attach each box to a label of the same text; a box of a card that LABELS.csv lacks is one more
    label."""
    for row in rows:
        try:
            box = (float(row["x0"]), float(row["y0"]), float(row["x1"]), float(row["y1"]))
            file, text = row["file"], checked(row["label"], table)
        except (KeyError, TypeError, ValueError) as error:
            raise FolderError(f"{table}: a row is not file,label,x0,y0,x1,y1 ({error}).") from error
        of_file = labels.setdefault(file, [])
        for place, label in enumerate(of_file):
            if label.text == text and label.box is None:
                of_file[place] = Label(text, box)
                break
        else:
            of_file.append(Label(text, box))


def compare(
    labels: list[Label], readings: list[Reading]
) -> tuple[list[Label], list[tuple[Label, Reading]], list[Label], list[Reading]]:
    """(right, wrong pairs, missed, false): first the readings that name a label in its place, then the
    others to the nearest label still free whose box holds them."""
    named = [r for r in readings if r.card is not None]
    free = list(labels)
    right, rest = [], []
    for item in named:
        fitting = [label for label in free if label.fits(item) and label.holds(item)]
        if fitting:
            chosen = min(fitting, key=lambda label: away(label, item))
            free.remove(chosen)
            right.append(chosen)
        else:
            rest.append(item)
    wrong, false = [], []
    for item in rest:
        near = [label for label in free if label.holds(item)]
        if near:
            chosen = min(near, key=lambda label: away(label, item))
            free.remove(chosen)
            wrong.append((chosen, item))
        else:
            false.append(item)
    return right, wrong, free, false


def away(label: Label, item: Reading) -> float:
    x, y = label.middle()
    return float(np.hypot(x - item.middle[0], y - item.middle[1]))


def measure_picture(path: Path, labels: list[Label], read: Callable[[Picture], list[Reading]]) -> PictureResult:
    """Decode, read and compare one picture. Raises FolderError if it is no picture."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise FolderError(f"{path} cannot be read: {error.strerror}.") from error
    begun = time.perf_counter()
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    decoded = time.perf_counter()
    if picture is None:
        raise FolderError(f"{path} is no picture.")
    readings = read(np.asarray(picture, np.uint8))
    ended = time.perf_counter()
    right, wrong, missed, false = compare(labels, readings)
    return PictureResult(
        file=path.name,
        labels=[label.text for label in labels],
        read=[str(r.card) for r in readings if r.card is not None],
        right=[label.text for label in right],
        wrong=[(label.text, str(item.card)) for label, item in wrong],
        missed=[label.text for label in missed],
        false=[str(item.card) for item in false],
        unknown=sum(r.card is None for r in readings),
        ms=1000 * (ended - decoded),
        decode_ms=1000 * (decoded - begun),
        index_px=[round(r.rank_pixels, 1) for r in readings],
    )


def totals(results: list[PictureResult]) -> Totals:
    """The sums and medians over a folder."""
    out = Totals()
    for result in results:
        out.cards += len(result.labels)
        out.right += len(result.right)
        out.wrong += len(result.wrong)
        out.missed += len(result.missed)
        out.false += len(result.false)
        out.unknown += result.unknown
        for label, read in result.wrong:
            out.wrong_rank += label[0] != read[0]
            out.wrong_suit += label[1] != "?" and label[1] != read[1]
        out.rank_right += len(result.right) + sum(label[0] == read[0] for label, read in result.wrong)
    sizes = [px for result in results for px in result.index_px]
    out.index_px_median = round(statistics.median(sizes), 1) if sizes else None
    times = sorted(result.ms for result in results)
    if times:
        out.ms_median = round(statistics.median(times), 2)
        out.ms_p95 = round(times[min(len(times) - 1, int(0.95 * len(times)))], 2)
        out.decode_ms_median = round(statistics.median(r.decode_ms for r in results), 2)
    return out


def measure_folder(folder: Path, read: Callable[[Picture], list[Reading]]) -> list[PictureResult]:
    """All pictures of LABELS.csv. Raises FolderError naming what is wrong."""
    return [measure_picture(folder / file, labels, read) for file, labels in read_labels(folder).items()]
