"""``python -m tests.ui.pictures``: the pictures of docs/dealer.md and docs/readers.md, taken from the real screens."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests import offscreen

TAKEN = {
    "announce": "announce",
    "pass-over-folded": "pass",
    "pickcard-up": "picker",
    "asked": "asked",
    "raise": "betting",
    "fault-to-confirm": "fault",
    "pay": "payout",
    "open-office-open": "supervisor",
    "open-between": "between-hands",
    "bring-in": "stud",
}
"""Moment (tests/ui/moments.py) -> name of its picture."""
READERS = {"live": "readers-live", "look": "readers-learn", "zones": "readers-zones"}
"""The same of tests/ui/reader_moments.py."""


def main() -> None:
    offscreen.prepare()
    offscreen.window()
    from kivy.clock import Clock

    from kiosk.ui.panel import PANELS
    from tests.ui.moments import moments
    from tests.ui.reader_moments import reader_moments

    Clock._max_fps = 0
    folder = Path(__file__).resolve().parents[2] / "docs" / "pictures"
    left = dict(TAKEN)
    for moment, fingers in moments(PANELS["7-800x480"]):
        name = left.pop(moment, None)
        if name is not None:
            print(fingers.picture(folder / f"{name}.png"))
    left |= READERS
    with tempfile.TemporaryDirectory() as data:
        for moment, fingers in reader_moments(Path(data), PANELS["7-800x480"]):
            name = left.pop(moment, None)
            if name is not None:
                print(fingers.picture(folder / f"{name}.png"))
    assert not left, left


if __name__ == "__main__":
    main()
