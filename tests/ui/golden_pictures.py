"""A few pictures of the screen that are compared with those kept in ``golden/``, half as large.

``python -m tests.ui.golden_pictures`` renews them: to be looked at before they are kept. Compared are the mean
colours of blocks of eight by eight pixels, so that another Mesa or another rounding of letters is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kiosk.ui import intents
from tests import offscreen

FOLDER = Path(__file__).parent / "golden"
BLOCK = 8
MEAN, MOST = 2.0, 40.0
"""Of 255: how far the blocks may differ on the average, and the one that differs most."""

PLAYED = "hand 5,announce,antes,deal,pass,Ks@1 Qh@2 9d@3 Ah@4 Jc@5"
STREETS = (
    ",4 bet,5 call,1 call,2 fold,3 call,deal,pass,Kd@1 2h@3 7s@4 8s@5,checks,deal,pass,Kc@1 3d@3 7d@4 8d@5,checks"
    ",deal,pass,4c@1 4d@3 2s@4 6c@5,checks,deal,pass,checks"
)


def scenes() -> Iterator[tuple[str, Any]]:
    """Name and fingers of each picture: both themes, both languages, the table and what lies over it."""
    from engine.cards import Card
    from engine.inputs import Show
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers, idle
    from tests.ui.tables import MemorySession, feed

    def at(script: str, over: Any = None, **options: Any) -> Fingers:
        offscreen.clear()
        session = MemorySession()
        fingers = Fingers(LiegeApp(session, **options))
        feed(session, script)
        if script.endswith("pass,checks"):
            for seat, down in ((4, "As Ad 5h"), (5, "8h Tc 2c"), (1, "Qs 9h 3c"), (3, "Jd 6d 5s")):
                session.submit(Show(seat, tuple(map(Card.parse, down.split()))))
        idle(3)
        if over is not None:
            fingers.app.do(over)
            idle(3)
        return fingers

    yield "pass", at(PLAYED + ",4 bet,5 call,1 call,2 fold,3 call,deal")
    yield "betting-day-de", at(PLAYED + ",4 bet", theme="day", language="de")
    yield "picker-four-suits", at(PLAYED, intents.PickCard("up", 2), four_suits=True)
    yield "payout", at(PLAYED + STREETS)
    yield "set-up", at("hand 5,undo", intents.Open("between"))
    yield "rules-de", at("hand 5,undo", intents.Open("rules"), language="de")
    yield "number-pad", at("hand 5,undo", intents.PadAmount("join", 6, "Zoe"))


def reduced(picture: Any, by: int) -> Any:
    """The mean colours of blocks of ``by`` by ``by`` pixels; float, height x width x 3."""
    height, width, _ = picture.shape
    return picture.astype("float64").reshape(height // by, by, width // by, by, 3).mean(axis=(1, 3))


def difference(one: Any, other: Any) -> tuple[float, float]:
    """How far two pictures lie apart: on the average, and in the block that differs most."""
    apart = abs(reduced(one, BLOCK) - reduced(other, BLOCK)).max(axis=2)
    return float(apart.mean()), float(apart.max())


def kept(name: str) -> Any:
    """A golden picture at the size of the screen; RGB, height x width x 3."""
    import cv2

    half = cv2.imread(str(FOLDER / f"{name}.png"))
    return half[:, :, ::-1].repeat(2, axis=0).repeat(2, axis=1)


def main() -> None:
    offscreen.prepare()
    offscreen.window()
    import cv2
    from kivy.clock import Clock

    Clock._max_fps = 0
    for name, _fingers in scenes():
        half = reduced(offscreen.pixels(), 2).round().astype("uint8")
        path = FOLDER / f"{name}.png"
        cv2.imwrite(str(path), half[:, :, ::-1], [cv2.IMWRITE_PNG_COMPRESSION, 9])
        print(path)


if __name__ == "__main__":
    main()
