"""A whole evening by taps alone, without any reader: three games, rebuys, corrections, misdeals, undo.

The dealer here knows only what the screen says: names and texts of what can be touched. The cards that
players turn up come from a shuffled deck in its hands.
"""

from __future__ import annotations

import random
from typing import Any

from tests import offscreen

SEED = 8
HANDS = 20
GAMES = ("liege-lord", "card-room", "hi-lo")
SEATS = ((1, "Ana", 3000), (2, "Ben", 3000), (3, "Cleo", 3000), (4, "Dev", 3000), (5, "Eli", 3000))
MOST_TAPS = 900
"""No hand takes so many: the dealer is stuck."""


class Stuck(Exception):
    """The dealer does not know what to do; the text is what the screen says."""


class Dealer:
    """Plays hands by touch."""

    def __init__(self, fingers: Any, chance: random.Random) -> None:
        self.fingers, self.chance = fingers, chance
        self.deck: list[str] = []
        self.taps = 0
        self.did: dict[str, int] = {}

    def tap(self, name: str) -> None:
        self.fingers.tap(name)
        self.taps += 1

    def note(self, what: str) -> None:
        self.did[what] = self.did.get(what, 0) + 1

    def names(self) -> list[str]:
        return [button.name for button in self.fingers.buttons()]

    def hand(self) -> None:
        """From the start of a hand to its end."""
        from engine.cards import DECK

        self.deck = [str(card) for card in self.chance.sample(DECK, 52)]
        self.tap("start-hand")
        before = self.taps
        while True:
            names = self.names()
            if "start-hand" in names:
                return
            if self.taps - before > MOST_TAPS:
                raise Stuck(" / ".join(self.fingers.texts()))
            self._step(names)

    def _step(self, names: list[str]) -> None:
        chance = self.chance.random()
        betting = bool({"fold", "check", "call", "bring-in"} & set(names))
        if betting and chance < 0.03:
            self._correct(names)
        elif betting and chance < 0.06:
            self._think_again()
        elif betting and chance < 0.063:
            for name in ("menu", "misdeal", "misdeal-yes"):
                self.tap(name)
            self.note("misdeals")
        elif betting:
            self._bet(names)
        elif "pick-up" in names:
            self.tap("pick-up")
            self._pick()
        elif "pick-common" in names:
            self.tap("pick-common")
            self._pick()
        elif "show" in names:
            self._show(names)
        else:
            steps = [name for name in names if name.startswith("confirm-")]
            if not steps:
                raise Stuck(" / ".join(self.fingers.texts()))
            self.tap(steps[0])

    def _pick(self) -> None:
        """The card that the player turns up, and the next one's, as the picker asks for them."""
        while True:
            keys = {name for name in self.names() if name.startswith("pick-") and len(name) == 7}
            if not keys:
                return
            card = next(card for card in self.deck if f"pick-{card}" in keys)
            self.deck.remove(card)
            self.tap(f"pick-{card}")
            self.note("cards touched in")

    def _show(self, names: list[str]) -> None:
        if "muck" in names and self.chance.random() < 0.15:
            self.tap("muck")
            self.note("mucked, or tried to")
            if "show" not in self.names():
                return
        self.tap("show")
        while self.fingers.has("back"):
            keys = {name for name in self.names() if name.startswith("pick-") and len(name) == 7}
            waiting = any(" to go" in text for text in self.fingers.texts())
            if not waiting:
                self.tap("pick-done")
                self.note("hands shown")
                return
            card = next(card for card in self.deck if f"pick-{card}" in keys)
            self.deck.remove(card)
            self.tap(f"pick-{card}")

    def _bet(self, names: list[str]) -> None:
        ways = {"fold": 1.0, "check": 5.0, "call": 5.0, "bring-in": 4.0}
        able = [name for name in names if name in ways or name.partition("-")[0] in ("bet", "raise", "complete")]
        able += ["pad"] if "pad" in names else []
        if not able:
            raise Stuck(" / ".join(self.fingers.texts()))
        name = self.chance.choices(able, [ways.get(name, 1.6) for name in able])[0]
        self.tap(name)
        if name == "pad":
            self.tap("quick-0")
            self.tap("enter")
        self.note("actions")

    def _correct(self, names: list[str]) -> None:
        """A misread: touch the seat, the card, then the right one."""
        self.tap(self.chance.choice([name for name in names if name.startswith("seat-")]))
        cards = [name for name in self.names() if name.startswith("card-")]
        if cards:
            self.tap(self.chance.choice(cards))
            keys = {name for name in self.names() if name.startswith("pick-") and len(name) == 7}
            card = next(card for card in self.deck if f"pick-{card}" in keys)
            self.deck.remove(card)
            self.tap(f"pick-{card}")
            self.note("corrections")
        while self.fingers.has("back"):
            self.tap("back")

    def _think_again(self) -> None:
        if self.fingers.has("undo"):
            self.tap("undo")
            if self.fingers.has("redo"):
                self.tap("redo")
                self.note("undos and redos")

    def between(self, game: str) -> None:
        """Who is short buys chips; another game is chosen."""
        self.tap("between")
        for seat, *_ in SEATS:
            if float(self.fingers.find(f"seat-{seat}").stack_text.text) < 10:
                self.tap(f"seat-{seat}")
                self.tap("rebuy")
                self.tap("quick-2")
                self.tap("enter")
                self.note("rebuys")
        self.tap("games")
        self.tap(f"preset-{game}")
        self.tap("back")


def play(hands: int) -> tuple[Any, Dealer, Any]:
    """The app, the dealer and the session after that many hands."""
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers
    from tests.ui.tables import MemorySession

    offscreen.clear()
    session = MemorySession(SEATS)
    app = LiegeApp(session)
    dealer = Dealer(Fingers(app), random.Random(SEED))
    for number in range(hands):
        dealer.between(GAMES[number * len(GAMES) // hands])
        dealer.hand()
    app.on_stop()
    return app, dealer, session


def run(full: bool) -> dict[str, Any]:
    """Twenty hands (three in the short form)."""
    offscreen.prepare()
    offscreen.window()
    from kivy.clock import Clock

    pace, Clock._max_fps = Clock._max_fps, 0
    hands = HANDS if full else 3
    try:
        app, dealer, session = play(hands)
    except Stuck as stuck:
        return {"figure": f"the dealer was stuck at: {stuck}", "ok": False}
    finally:
        Clock._max_fps = pace
    view = session.state.view
    bought = sum(stack for _, _, stack in SEATS) + sum(session.book)
    there = sum(seat.stack for seat in view.seats)
    balances = app.evening.balances()
    ok = (
        not app.failures
        and there == bought
        and view.hand == hands
        and not sum(balances.values())
        and {seat.seat: seat.stack for seat in view.seats}
        == {seat: app.evening.bought[seat] + balance for seat, balance in balances.items()}
    )
    did = ", ".join(f"{count} {what}" for what, count in sorted(dealer.did.items()))
    return {"figure": f"{hands} hands, {dealer.taps} taps: {did}; {there} chips of {bought}", "ok": ok}
