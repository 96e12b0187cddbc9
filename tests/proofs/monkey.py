"""Thousands of random touches over all screens: no exception, chips conserved, never stuck without a way back.

Two fingers, drags and slips are among them. Each session is another game or another panel.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from tests import offscreen

SEED = 20
SESSION_TOUCHES = 250
GAMES: tuple[tuple[dict[str, object], int], ...] = (
    ({"variant": "liege-lord"}, 5),
    ({"variant": "stud"}, 8),
    ({"variant": "hi-lo", "limit": "pot"}, 4),
    ({"variant": "liege-lord", "limit": "none", "share_side": "left"}, 7),
)

READERS = (
    {"shoe": "/dev/ttyACM0", "camera": "/dev/video0", "place": "table"},
    {"shoe": "none", "camera": "/dev/video0"},
    {"scanner": "/dev/ttyUSB0"},
)
"""Fields of the choice of readers."""


class Monkey:
    """One session under random fingers."""

    def __init__(self, chance: random.Random, number: int) -> None:
        from engine.cards import DECK
        from kiosk.reader_choice import ReaderChoice
        from kiosk.session import Banner, Lamp
        from kiosk.supervision import Office
        from kiosk.ui.app import LiegeApp
        from kiosk.ui.hands_off import Fingers
        from kiosk.ui.panel import PANELS
        from tests.ui.desks import DeskPlace
        from tests.ui.reader_moments import PORTS
        from tests.ui.tables import MemorySession

        self.chance = chance
        rules, players = GAMES[number % len(GAMES)]
        seats = [(seat, f"Player {seat}", chance.choice((300, 4000, 6000))) for seat in range(1, players + 1)]
        deck = chance.sample(DECK, 52) if number % 2 else ()
        self.session = MemorySession(seats, rules, deck)
        self.session.lamps = (Lamp("shoe", "ok"), Lamp("camera", "fault"))
        if number % 3 == 0:
            self.session.banners = (Banner("shoe", "restarted", "The shoe started anew: count the cards.", True),)
        self.session.office = (Office(), Office(has_pin=True), Office(has_pin=True, open=True))[number % 3]
        self.bought = sum(stack for _, _, stack in seats)
        self.counted = self.reads = 0
        panel = list(PANELS.values())[number % len(PANELS)]
        offscreen.clear()
        self._folder = tempfile.TemporaryDirectory(prefix="liege-monkey-")
        choice = ReaderChoice(**READERS[number % len(READERS)])
        self.place = DeskPlace(Path(self._folder.name), self.session, choice, PORTS)
        self.app = LiegeApp(self.session, reader_desk=self.place.desk, panel=panel)
        self.fingers = Fingers(self.app)
        self.screens: set[str] = set()
        if number % 4 == 3:  # every fourth session begins where the readers are
            self.fingers.tap("menu")
            self.fingers.tap("readers")

    def close(self) -> None:
        """Put everything away."""
        self.app.on_stop()
        self.place.desk.close()
        self._folder.cleanup()

    def touch(self) -> None:
        """One random thing that fingers do."""
        from kivy.base import EventLoop

        from kiosk.ui.hands_off import _Touch, idle

        spots = [self._spot() for _ in range(2 if self.chance.random() < 0.15 else 1)]
        fingers = [_Touch(*spot) for spot in spots]
        for finger in fingers:
            EventLoop.post_dispatch_input("begin", finger)
        if self.chance.random() < 0.12:
            x, y = self._spot()
            finger = fingers[0]
            finger.move({"x": x, "y": y})
            EventLoop.post_dispatch_input("update", finger)
        if self.chance.random() < 0.2:
            idle()
        for finger in fingers:
            EventLoop.post_dispatch_input("end", finger)
        if self.chance.random() < 0.3:
            self.world()
        idle()

    def world(self) -> None:
        """One random thing that readers and the camera do."""
        from engine.cards import DECK
        from firmware.shoe.lines import seal
        from kiosk.readers.base import CardRead, Fault, FaultOver, LinkUp, Receipt
        from tests.ui.desks import reading, sight
        from tests.ui.reader_moments import felt, sheet

        self.reads += 1
        name = self.chance.choice([reader.name for reader in self.place.maker.made])
        uid = self.chance.choice([None, *(f"04{number:012X}" for number in range(60))])
        card = self.chance.choice([None, *DECK])
        event = self.chance.choice(
            (
                LinkUp(name, {"port": "/dev/ttyACM0", "firmware": "0.1.0"}),
                Fault(name, "lost"),
                FaultOver(name, "lost"),
                CardRead(name, uid, card, Receipt("B7F2", self.reads)),
            )
        )
        self.place.says(event)
        self.place.lines.heard("shoe", "", seal(f"CARD B7F2 {self.reads} {uid or '?'}"))
        seen = None if card is None else str(card)
        fresh = self.chance.random() < 0.4
        if self.chance.random() < 0.3:
            self.place.sees(sight(sheet(), fresh=fresh))
        else:
            self.place.sees(sight(felt(), reading(seen, 300, 300), fresh=fresh, settled=self.chance.random() < 0.8))

    def _spot(self) -> tuple[float, float]:
        panel = self.app.panel
        buttons = self.fingers.buttons()
        if not buttons or self.chance.random() < 0.2:
            return self.chance.uniform(0, panel.width - 1), self.chance.uniform(0, panel.height - 1)
        # Away from what only undoes, so that hands go on.
        likely = [button for button in buttons if button.name not in ("undo", "redo", "misdeal-yes", "leave", "menu")]
        button = self.chance.choice(likely if likely and self.chance.random() < 0.93 else buttons)
        return (
            button.x + self.chance.uniform(0.05, 0.95) * button.width,
            button.y + self.chance.uniform(0.05, 0.95) * button.height,
        )

    def check(self) -> str:
        """What is wrong, or nothing."""
        from kiosk.ui.intents import Open

        if self.place.failures:
            return f"an exception ended a job of the reader desk: {self.place.failures[0]!r}"
        if self.app.failures:
            return f"an exception reached the app: {self.app.failures[0]!r}"
        top = self.app.over[-1] if self.app.over else None
        self.screens.add(top.screen if isinstance(top, Open) else type(top).__name__ if top else "table")
        if not self.fingers.buttons():
            return "nothing can be touched"
        view = self.session.state.view
        there = sum(seat.stack for seat in view.seats) + view.pot
        if there != self._bought():
            return f"{there} chips are on the table, {self._bought()} were bought"
        return ""

    def _bought(self) -> int:
        """Chips that were bought and not taken away, from the timeline's own account of joins, rebuys, leaves."""
        return self.bought + sum(self.session.book)

    def way_back(self) -> str:
        """From wherever the fingers left it, a person gets back to the table and can do something there."""
        for _ in range(12):
            if self.fingers.has("present"):
                self.fingers.tap("present")
            elif self.fingers.has("back"):
                self.fingers.tap("back")
            else:
                break
        names = {button.name for button in self.fingers.buttons()}
        if not names - {"menu"} or "menu" not in names:
            return f"there is no way on from {sorted(names)}"
        return self.check()


def run(full: bool) -> dict[str, Any]:
    """20,000 touches (1,000 in the short form)."""
    offscreen.prepare()
    offscreen.window()
    from kivy.clock import Clock

    Clock._max_fps = 0
    chance = random.Random(SEED)
    touches = 20_000 if full else 1_000
    done = inputs = hands = 0
    screens: set[str] = set()
    wrong = ""
    number = 0
    while done < touches and not wrong:
        monkey = Monkey(chance, number)
        number += 1
        for _ in range(min(SESSION_TOUCHES, touches - done)):
            monkey.touch()
            done += 1
            wrong = monkey.check()
            if wrong:
                break
        wrong = wrong or monkey.way_back()
        inputs += len(monkey.session.entries)
        hands += monkey.session.state.view.hand
        screens |= monkey.screens
        monkey.close()
    figure = f"{done} touches, {inputs} inputs, {hands} hands begun, {len(screens)} screens"
    return {"figure": f"{figure}; {wrong}" if wrong else figure, "ok": not wrong}
