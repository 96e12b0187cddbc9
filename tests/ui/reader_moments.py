"""Every screen of the readers, with the real desk behind it: for the audit, for pictures and for the monkey."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

from engine.cards import DECK
from firmware.shoe.lines import seal
from kiosk.machine import Port
from kiosk.reader_choice import ReaderChoice
from kiosk.readers.base import CardRead, Fault, LinkUp, Receipt
from kiosk.session import Banner, Lamp
from kiosk.ui.app import LiegeApp
from kiosk.ui.hands_off import Fingers, idle
from kiosk.ui.panel import Panel
from tests import offscreen
from tests.ui.desks import DeskPlace, reading, sight, turned
from tests.ui.moments import EIGHT
from tests.ui.tables import MemorySession, feed
from tests.vision.pictures import FIVE, Laid, table
from tests.vision.test_calibration import photographed

CHOICE = ReaderChoice(shoe="/dev/ttyACM0", scanner="/dev/ttyUSB0", camera="/dev/video0", place="table")
PORTS = (
    Port("/dev/ttyACM0", 0x2E8A, 0x0005, "Pico"),
    Port("/dev/ttyUSB0", 0x1A86, 0x7523, "USB Serial"),
    Port("/dev/ttyUSB1", 0x0403, 0x6001, "FT232R USB UART"),
)
LOST = "The shoe does not answer: look at its cable. The hand waits; you may go on by touch."
CORNERS = ((0.1, 0.1), (0.3, 0.12), (0.32, 0.4), (0.1, 0.42))


@cache
def felt(*cards: Laid) -> object:
    """A picture of the felt with these cards; they take their time to paint."""
    return table(*cards)


@cache
def sheet() -> object:
    """A picture of the calibration sheet."""
    return photographed()[0]


def five(**options: object) -> object:
    """Five cards on the felt, each with a reading in its corner."""
    seen = []
    for card in FIVE:
        dx, dy = turned((-88.0, -118.0), card.turn)  # the upper left corner of a card 206 x 300 pixels
        seen.append(reading(card.name, card.x + dx, card.y + dy, 54, card.turn))
    return sight(felt(*FIVE), *seen, **options)


def at_readers(folder: Path, **options: object) -> tuple[DeskPlace, Fingers]:
    """A table between hands, the readers screen open, all readers linked."""
    offscreen.clear()
    session = MemorySession(EIGHT[:7])
    session.lamps = (Lamp("shoe", "ok"), Lamp("scanner", "waiting"), Lamp("camera", "ok"))
    place = DeskPlace(folder, session, CHOICE, PORTS)
    place.says(LinkUp("shoe", {"port": "/dev/ttyACM0", "firmware": "0.1.0", "boot": "B7F2"}))
    place.says(LinkUp("camera"))
    fingers = Fingers(LiegeApp(session, reader_desk=place.desk, **options))  # type: ignore[arg-type]
    fingers.tap("menu")
    fingers.tap("readers")
    return place, fingers


def shown(fingers: Fingers) -> int:
    """The number of the picture on the screen; 0: none."""
    top = fingers.app.stage.children[0]
    return int(top.picture.number) if hasattr(top, "picture") else 0


def fetch_picture(fingers: Fingers) -> None:
    """The screen fetches the newest picture now, and not when its clock says so."""
    before = shown(fingers)
    fingers.app.readers.fetch()
    assert shown(fingers) > before
    idle(2)


def touch_picture(fingers: Fingers, *places: tuple[float, float]) -> None:
    """A finger on these places of the picture, each from 0 to 1 across and down."""
    box = fingers.app.stage.children[0].picture
    for across, down in places:
        x, y, wide, high = box._area()
        fingers.tap_at(x + across * wide, y + (1 - down) * high)


def reader_moments(
    folder: Path, panel: Panel, language: str = "en", theme: str = "night"
) -> Iterator[tuple[str, Fingers]]:
    """Name of the moment, and the fingers that read it."""
    place, fingers = at_readers(folder, panel=panel, language=language, theme=theme)
    yield "readers", fingers
    fingers.tap("reader-shoe")
    yield "reader", fingers
    fingers.tap("self-test")
    yield "shoe-tested", fingers
    place.lines.heard("shoe", "/dev/ttyACM0", b"")
    place.lines.heard("shoe", "/dev/ttyACM0", seal("HELLO shoe 1 fw=0.1.0 boot=B7F2") + seal("GATE B7F2 shut stop"))
    for number in range(12, 17):
        place.lines.heard("shoe", "", seal(f"CARD B7F2 {number} 04A1B2C3D4E580") + seal(f"BEAT B7F2 {number} 1"))
    fingers.tap("lines")
    yield "lines", fingers
    fingers.tap("back")
    fingers.tap("lamps")
    yield "lamps", fingers
    for answer in ("yes", "no", "no", "no", "no"):
        fingers.tap(answer)
    yield "lamps-bad", fingers
    place.says(Fault("shoe", "lost"))
    place.session.lamps = (Lamp("shoe", "fault"), *place.session.lamps[1:])
    place.session.say_banner(Banner("shoe", "lost", LOST))
    idle(2)
    yield "reader-fault", fingers
    fingers.tap("back")
    yield "readers-fault", fingers
    place.session.say_banner()
    fingers.tap("reader-camera")
    fingers.tap("self-test")
    yield "camera-testing", fingers
    for _ in range(8):
        place.sees(five())
    idle(2)
    yield "camera-tested", fingers
    fingers.tap("live")
    yield "live-empty", fingers
    place.sees(five(fresh=True, pixels=14.0))
    fetch_picture(fingers)
    yield "live", fingers
    fingers.tap("back")
    fingers.tap("back")
    fingers.tap("plugged")
    yield "plugged", fingers
    for what in ("shoe", "scanner", "place"):
        fingers.tap(f"plugged-{what}")
        yield f"plugged-{what}", fingers
        fingers.tap("back")
    fingers.tap("back")
    yield from _decks(place, fingers)
    yield from _calibration(place, fingers)
    fingers.tap("live")
    feed(place.session, "hand 3,announce,antes")
    idle(2)
    fingers.tap("menu")
    fingers.tap("readers")
    yield "readers-in-play", fingers
    assert not fingers.app.failures
    fingers.app.on_stop()
    offscreen.clear()


def _decks(place: DeskPlace, fingers: Fingers) -> Iterator[tuple[str, Fingers]]:
    fingers.tap("deck")
    yield "deck", fingers
    fingers.tap("deck-camera")
    yield "deck-names", fingers
    fingers.tap("deck-1")
    yield "look-empty", fingers
    place.desk._work.embed = lambda picture: np.ones((1, 64), np.float32)
    for number, card in enumerate(DECK[:30]):
        for frame in range(2 if number % 7 == 0 else 3):
            place.sees(sight(felt(), reading(str(card), 300, 300), fresh=frame == 0))
    fingers.app.readers.fetch()  # the picture that was made first
    place.sees(sight(felt(*FIVE[:1]), reading(None, 90, 100, 54), fresh=True))
    fetch_picture(fingers)
    yield "look", fingers
    fingers.tap("keep")
    yield "look-saved", fingers
    for _ in range(2):
        fingers.tap("back")
    fingers.tap("deck-shoe")
    fingers.tap("deck-2")
    yield "tags", fingers
    place.says(CardRead("shoe", "04A1B2C3D4E580", None, Receipt("B7F2", 13)))
    place.says(CardRead("shoe", "04A1B2C3D4E580", None, Receipt("B7F2", 14)))
    idle(2)
    yield "tags-known", fingers
    for _ in range(3):
        fingers.tap("back")


def _calibration(place: DeskPlace, fingers: Fingers) -> Iterator[tuple[str, Fingers]]:
    fingers.tap("calibrate")
    yield "calibrate-empty", fingers
    place.sees(sight(sheet()))
    fetch_picture(fingers)
    fingers.tap("take-picture")
    yield "calibrated", fingers
    fingers.tap("zone-1")
    touch_picture(fingers, *CORNERS)
    fingers.tap("zone-2")
    touch_picture(fingers, (0.4, 0.1), (0.6, 0.12), (0.62, 0.4))
    yield "zones", fingers
    fingers.tap("keep")
    yield "calibration-saved", fingers
    fingers.tap("back")
