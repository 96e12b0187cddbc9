"""``liege camera board|calibrate|measure|watch`` and ``liege deck learn``.

A SOURCE is ``0`` or ``/dev/video0`` (a USB camera), ``pi`` (the Pi's camera), ``http://...`` (an MJPEG
stream), a video file or a folder of pictures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards import Card
    from kiosk.vision.calibration import Zone
    from kiosk.vision.crops import Picture
    from kiosk.vision.learning import Learning
    from kiosk.vision.reading import CardEye

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

SOURCE = "0, /dev/video0, pi, http://..., a video file or a folder of pictures"
PATIENCE = 5.0


def add_parser(subparsers: Subparsers) -> None:
    """Add ``camera`` with its own commands."""
    parser = subparsers.add_parser("camera", help="the camera reader: board, calibrate, measure, watch")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    board = commands.add_parser("board", help="write the marker sheets to print, as PDF")
    board.add_argument("out", type=Path, nargs="?", default=Path("liege-board.pdf"), metavar="FILE.pdf")
    board.add_argument("--paper", choices=("a4", "letter"), default="a4")
    board.set_defaults(func=write_board)

    calibrate = commands.add_parser("calibrate", help="find the printed sheet, store where the camera looks")
    calibrate.add_argument("source", help=SOURCE)
    calibrate.add_argument("--out", type=Path, default=Path("camera.json"))
    calibrate.add_argument("--paper", choices=("a4", "letter"), default="a4")
    calibrate.add_argument(
        "--pictures",
        type=int,
        default=1,
        help="how many to take; with three or more, tilt the sheet, and the lens is measured too",
    )
    calibrate.add_argument(
        "--zone",
        action="append",
        default=[],
        metavar="SEAT=X0,Y0,X1,Y1",
        help="a seat's place, or spot's, as a rectangle in picture pixels; may be repeated",
    )
    calibrate.set_defaults(func=store_calibration)

    measure = commands.add_parser("measure", help="how well folders of labelled pictures are read")
    measure.add_argument("folders", nargs="+", type=Path, metavar="FOLDER", help="holds LABELS.csv, perhaps BOXES.csv")
    measure.add_argument("--json", action="store_true", help="print JSON, with what was read in each picture")
    measure.add_argument("--deck", type=Path, metavar="FILE.look", help="a learned deck to read with")
    measure.set_defaults(func=measure_folders)

    watch = commands.add_parser("watch", help="live view: boxes, names, index size")
    watch.add_argument("source", help=SOURCE)
    watch.add_argument("--deck", type=Path, metavar="FILE.look", help="a learned deck to read with")
    watch.add_argument("--text", action="store_true", help="lines of text even where there is a screen")
    watch.set_defaults(func=watch_source)


def add_deck_learn(subparsers: Subparsers) -> None:
    """Add ``learn`` to the commands of ``liege deck``."""
    parser = subparsers.add_parser("learn", help="show the camera a deck's 52 cards once, in any order")
    parser.add_argument("source", help=SOURCE + "; a folder with LABELS.csv needs no typing")
    parser.add_argument("--name", required=True, help="what to call the deck")
    parser.add_argument("--out", type=Path, metavar="FILE.look", help="default: the name, with .look")
    parser.set_defaults(func=learn_deck)


def fail(command: str, error: Exception) -> int:
    """One sentence to the error stream; the exit status."""
    print(f"liege {command}: {error}", file=sys.stderr)
    return 2


def write_board(given: argparse.Namespace) -> int:
    from kiosk.vision.boards import board_pdf

    try:
        given.out.write_bytes(board_pdf(given.paper))
    except OSError as error:
        return fail("camera board", OSError(f"{given.out} cannot be written: {error.strerror}."))
    print(f"{given.out}: print it at 100 %, check the 100 mm line, then: liege camera calibrate SOURCE")
    return 0


def frames(source: str) -> Iterator[Picture]:
    """The pictures of a source, the newest each time, until it ends. Raises SourceError."""
    from kiosk.vision.newest import Newest
    from kiosk.vision.sources import SourceEnded, SourceError, source_of

    newest = Newest(source_of(source))
    newest.start()
    try:
        while True:
            frame = newest.get(PATIENCE)
            if frame is None:
                raise SourceError("camera-lost", f"No picture came from {source} for {PATIENCE:.0f} seconds.")
            yield frame.picture
    except SourceEnded:
        return
    finally:
        newest.close()


def zones(texts: list[str]) -> list[tuple[str, tuple[float, float, float, float]]]:
    """``SEAT=x0,y0,x1,y1`` in pixels. Raises ValueError."""
    out = []
    for text in texts:
        seat, _, numbers = text.partition("=")
        try:
            x0, y0, x1, y1 = (float(n) for n in numbers.split(","))
        except ValueError as error:
            raise ValueError(f"{text!r} is no zone: write SEAT=X0,Y0,X1,Y1 in pixels.") from error
        out.append((seat, (x0, y0, x1, y1)))
    return out


def store_calibration(given: argparse.Namespace) -> int:
    from itertools import islice

    from kiosk.vision import calibration
    from kiosk.vision.sources import SourceError

    try:
        wanted = zones(given.zone)
        made = calibration.calibrate(list(islice(frames(given.source), max(1, given.pictures))), given.paper)
        placed: list[Zone] = []
        for seat, (x0, y0, x1, y1) in wanted:
            corners = made.millimetres([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
            placed.append(calibration.Zone(seat, tuple((float(x), float(y)) for x, y in corners)))
        made.with_zones(placed).save(given.out)
    except (SourceError, ValueError) as error:
        return fail("camera calibrate", error)
    except OSError as error:
        return fail("camera calibrate", OSError(f"{given.out} cannot be written: {error.strerror}."))
    scale = made.pixels_per_mm()
    print(
        f"{given.out}: {scale:.2f} pixels a millimetre; a usual index (9 mm) is {9 * scale:.0f} pixels high, "
        f"a jumbo one (16 mm) {16 * scale:.0f}."
    )
    if 9 * scale < 20:
        print("That is below 20 pixels for a usual index: move the camera nearer, or play with a jumbo deck.")
    return 0


def eye_with(deck: Path | None) -> CardEye:
    """A reader, with a learned deck if one is given. Raises ValueError."""
    from kiosk.vision.learning import DeckLook, namer_mark
    from kiosk.vision.reading import CardEye

    return CardEye(look=None if deck is None else DeckLook.load(deck, namer_mark()))


def measure_folders(given: argparse.Namespace) -> int:
    """Print the measurements of each folder; 2 when a folder cannot be measured."""
    import cv2

    from kiosk.vision import report
    from kiosk.vision.measuring import measure_folder

    cv2.setNumThreads(1)  # so that times can be compared
    try:
        eye = eye_with(given.deck)
        for folder in given.folders:
            results = measure_folder(folder, eye.read)
            print(report.as_json(folder, results) if given.json else report.as_text(folder, results))
    except ValueError as error:
        return fail("camera measure", error)
    return 0


def watch_source(given: argparse.Namespace) -> int:
    """A window where there is a screen, else a line for each new scene."""
    from kiosk.display import find_display, say_trouble
    from kiosk.vision.drawing import line_of
    from kiosk.vision.sources import SourceError
    from kiosk.vision.watching import Watcher

    try:
        eye = eye_with(given.deck)
        if not given.text:
            display = find_display()
            say_trouble(display, "another one is taken" if display.seen else "lines of text are written")
            if display.seen:
                return watch_window(given.source, eye, display.layout)
        watcher = Watcher(eye.read)
        for picture in frames(given.source):
            view = watcher.feed(picture)
            if view.fresh or view.covered:
                print(line_of(view), flush=True)
    except (SourceError, ValueError) as error:
        return fail("camera watch", error)
    return 0


def watch_window(source: str, eye: CardEye, layout: str) -> int:
    """The kiosk's own live picture in a window, until it is closed."""
    from kiosk.camera_watch import Watch
    from kiosk.ui import environment
    from kiosk.ui.panel import DEFAULT, PANELS

    panel = PANELS[layout or DEFAULT]
    environment.prepare(panel.width, panel.height)
    from kiosk.ui.watching import WatchApp

    watch = Watch(frames(source), eye)
    watch.start()
    try:
        WatchApp(panel, watch.window.picture, watch.trouble).run()
    finally:
        watch.close()
    return fail("camera watch", ValueError(watch.trouble())) if watch.trouble() else 0


def learn_deck(given: argparse.Namespace) -> int:
    """Learn from a labelled folder, or from cards laid under the camera one after the other."""
    from kiosk.vision.learning import SUFFIX, Learning, namer_mark
    from kiosk.vision.reading import CardEye
    from kiosk.vision.sources import SourceError

    out: Path = given.out or Path(given.name + SUFFIX)
    try:
        eye, learning = CardEye(), Learning(given.name, namer_mark())
        folder = Path(given.source)
        if (folder / "LABELS.csv").is_file():
            learn_folder(folder, eye, learning)
        else:
            learn_live(given.source, eye, learning)
        look = learning.finish()
        look.save(out)
    except (SourceError, ValueError) as error:
        return fail("deck learn", error)
    except OSError as error:
        return fail("deck learn", OSError(f"{out} cannot be written: {error.strerror}."))
    missing = " ".join(str(card) for card in look.missing)
    print(
        f"{out}: {52 - len(look.missing)} of 52 cards learned" + (f"; too few pictures of {missing}" if missing else "")
    )
    return 0


def learn_folder(folder: Path, eye: CardEye, learning: Learning) -> None:
    """Every picture that LABELS.csv gives exactly one card."""
    import cv2
    import numpy as np

    from engine.cards import Card
    from kiosk.vision.measuring import read_labels

    for file, labels in read_labels(folder).items():
        picture = cv2.imread(str(folder / file))
        if picture is None or len(labels) != 1 or labels[0].text.endswith("?"):
            continue
        embeddings = eye.index_embeddings(np.asarray(picture, np.uint8))
        if len(embeddings):
            learning.add(Card.parse(labels[0].text), embeddings)


def learn_live(source: str, eye: CardEye, learning: Learning) -> None:
    """Each still scene with one card: its name is proposed where the reader has one, and typed where it has
    not."""
    from engine.cards import DECK
    from kiosk.vision.drawing import grid
    from kiosk.vision.learning import FRAMES
    from kiosk.vision.watching import Watcher

    watcher = Watcher(eye.read)
    present: Card | None = None
    for picture in frames(source):
        view = watcher.feed(picture)
        if view.fresh:
            present = None
            if len(view.readings) == 1:
                present = view.readings[0].card or asked()
        if present is None or not view.settled:
            continue
        embeddings = eye.index_embeddings(picture)
        if learning.count(present) < FRAMES and len(embeddings) and learning.add(present, embeddings) == FRAMES:
            print(grid({card: learning.count(card) for card in DECK}), flush=True)
            present = None
        if all(learning.count(card) >= FRAMES for card in DECK):
            return


def asked() -> Card | None:
    """The name of a card that the reader could not name, typed by a person; None to leave it out."""
    from engine.cards import Card

    text = input("Which card is this (As, Td; Enter leaves it out)? ").strip()
    try:
        return Card.parse(text[:1].upper() + text[1:].lower()) if text else None
    except ValueError as error:
        print(error)
        return None
