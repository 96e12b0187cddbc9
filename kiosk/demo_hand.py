"""The demo without a display: one hand plays itself through the real widgets, offscreen.

The shoe is the real firmware, the touches are Kivy's, the players see only their own cards. Every prompt,
opener and the payout are printed; pictures of the main moments are saved.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.inputs import Act, CardRead, Input, Show
from engine.view import PublicView
from kiosk.live_session import LiveSession
from kiosk.wording import Wording

if TYPE_CHECKING:
    from kiosk.ui.hands_off import Fingers

Say = Callable[[str], None]

SEED: Final = 1
"""The players' moods in the demo."""


class HandPlayer:
    """Plays hands by touch at a demo table of Liege Lord: the dealer's finger and everybody's cards."""

    def __init__(self, session: LiveSession, fingers: Fingers, say: Say, pictures: Path) -> None:
        self.session = session
        self.fingers = fingers
        self.say = say
        self.pictures = pictures
        self.pictured: set[str] = set()
        self._said = ""

    @property
    def view(self) -> PublicView:
        return self.session.state.view

    def play_hand(self) -> None:
        """From the start of a hand to its payout. Raises RuntimeError where the screen does not go on."""
        self._tap("start-hand", "announce")
        steps = {
            "announce": self._announce,
            "antes": self._antes,
            "deal": self._deal,
            "pass": self._pass,
            "reveal": self._reveal,
            "bet": self._bet,
            "showdown": self._showdown,
        }
        while self.view.step != "pay":
            steps[self.view.step]()
        self._tell()
        self._picture("payout")
        self._tap("confirm-pay", "")
        self._tell()

    # Steps.

    def _announce(self) -> None:
        self._tell()
        self._picture("announce")
        self._tap("confirm-announce", "antes")

    def _antes(self) -> None:
        self._tell()
        self._tap("confirm-antes", "deal")

    def _deal(self) -> None:
        self._tell()
        plan = self.view.prompt.deal
        assert plan is not None
        for _ in range(plan.remaining):
            if self.fingers.has("deal"):
                self.fingers.tap("deal")
            if self.fingers.wait(lambda: self.view.step != "deal", frames=600):
                return  # else the shoe had a moment's trouble, and the dealer touches again
        raise RuntimeError("the deal does not end")

    def _pass(self) -> None:
        self._tell()
        self._picture("pass")
        self._tap("confirm-pass", "")

    def _choice(self) -> Input:
        """What the player whose turn it is does, as the dealer sees it on the table."""
        choice = self.session.run_there(lambda: self.session.ask_players(SEED))
        if choice is None:
            raise RuntimeError(f"no player knows what to do: {self.view.prompt.kind}")
        return choice

    def _reveal(self) -> None:
        self._tell()
        while self.view.step == "reveal":
            choice = self._choice()
            assert isinstance(choice, CardRead)
            if self.fingers.has(f"seat-{choice.seat}"):  # else the picker has gone on to the next seat by itself
                self.fingers.tap(f"seat-{choice.seat}")
            self._picture("picker")
            self._pick(str(choice.card))
        self._tell()

    def _bet(self) -> None:
        self._tell()
        choice = self._choice()
        assert isinstance(choice, Act)
        if self.view.actions is not None and self.view.actions.call:
            self._picture("bet")
        before = self.session.state.number
        button = f"{choice.action}-{choice.to}" if choice.to is not None else choice.action.replace("_", "-")
        self._until(
            lambda: self.fingers.app.state.number == before and self.fingers.has(button),
            f"there is no button {button!r}",
        )
        self.fingers.tap(button)
        self._until(lambda: self.session.state.number > before, "the action is not taken")
        taken = self.session.state.undo
        if taken is not None:
            self.say(f"    {self._words().happened(taken)}")

    def _showdown(self) -> None:
        self._tell()
        while self.view.step == "showdown":
            choice = self.session.run_there(lambda: self.session.ask_players(SEED))
            if choice is None:  # the shoe left a card of theirs unread: this demo cannot look at its face
                self._tap("muck", "")
                self._tell()
                continue
            assert isinstance(choice, Show) and choice.cards
            first = f"pick-{choice.cards[0]}"
            self._tap("show", "")
            self._until(lambda first=first: self.fingers.has(first), "the picker does not open")  # type: ignore[misc]
            for card in choice.cards:
                self.fingers.tap(f"pick-{card}")
            self._tap("pick-done", "")
            self._tell()

    # Touching and telling.

    def _tap(self, button: str, until: str) -> None:
        before = self.session.state.number
        self._until(lambda: self.fingers.has(button), f"there is no button {button!r}")
        self.fingers.tap(button)
        self._until(
            lambda: self.view.step == until if until else self.session.state.number > before,
            f"nothing follows the button {button!r}",
        )
        self.fingers.wait(lambda: self.fingers.app.state.number == self.session.state.number)

    def _pick(self, card: str) -> None:
        before = self.session.state.number
        self.fingers.tap(f"pick-{card}")
        self._until(lambda: self.session.state.number > before, "the card is not taken")
        self.fingers.wait(lambda: self.fingers.app.state.number == self.session.state.number)

    def _until(self, holds: Callable[[], bool], else_: str) -> None:
        if not self.fingers.wait(holds):
            state = self.session.state
            raise RuntimeError(f"{else_}: {state.view.prompt.kind}, {state.refused or state.banners}")

    def _words(self) -> Wording:
        return Wording(names={seat.seat: seat.name for seat in self.view.seats})

    def _tell(self) -> None:
        """Print the prompt that stands, once; with the payout its reasons."""
        view = self.view
        words = self._words()
        told = str(words.prompt(view.prompt, view))
        if told == self._said:
            return
        self._said = told
        self.say(told)
        if view.step == "pay":
            for sentence in words.payout(view):
                self.say(f"    {sentence}")

    def _picture(self, moment: str) -> None:
        if moment not in self.pictured:
            self.pictured.add(moment)
            self.fingers.wait(lambda: self.fingers.app.state.number == self.session.state.number)
            path = self.pictures / f"{len(self.pictured)}-{moment}.png"
            self.fingers.picture(path)
            self.say(f"    [{path}]")


def play_hand(session: LiveSession, pictures: Path, say: Say) -> int:
    """Play one hand on the offscreen screen; 0 when it came to its payout."""
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers

    app = LiegeApp(session)
    player = HandPlayer(session, Fingers(app), say, pictures)
    player.play_hand()
    say(f"pictures: {pictures}")
    return 1 if app.failures else 0
