"""The demo without a display: one hand plays itself through the real widgets, offscreen.

The shoe is the real firmware, the touches are Kivy's, the players see only their own cards. Every prompt,
opener and the payout are printed; pictures of the main moments are saved.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from engine.view import PublicView
from kiosk.demo import ShuffledShoe
from kiosk.demo_players import DemoPlayers
from kiosk.live_session import LiveSession
from kiosk.wording import Wording

if TYPE_CHECKING:
    from kiosk.ui.hands_off import Fingers

Say = Callable[[str], None]


class HandPlayer:
    """Plays hands by touch at a demo table of Liege Lord: the dealer's finger and everybody's cards."""

    def __init__(
        self, session: LiveSession, shuffled: ShuffledShoe, fingers: Fingers, say: Say, pictures: Path
    ) -> None:
        self.session = session
        self.shuffled = shuffled
        self.fingers = fingers
        self.say = say
        self.pictures = pictures
        self.players: DemoPlayers | None = None
        self.drawn = 0
        self.pictured: set[str] = set()
        self._said = ""

    @property
    def view(self) -> PublicView:
        return self.session.state.view

    def play_hand(self) -> None:
        """From the start of a hand to its payout. Raises RuntimeError where the screen does not go on."""
        self._tap("start-hand", "announce")
        self.players = None
        self.drawn = 0
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
        order = [seat.seat for seat in self.view.seats if seat.in_hand]
        dealer = self.view.dealer or 0
        order.sort(key=lambda seat: (seat <= dealer, seat))
        self.players = DemoPlayers(order, self.view.hand)

    def _deal(self) -> None:
        self._tell()
        plan = self.view.prompt.deal
        assert plan is not None and self.players is not None
        cards = self.shuffled.order(self.view.hand)[self.drawn : self.drawn + plan.remaining]
        self.drawn += len(cards)
        for _ in range(len(cards)):
            if self.fingers.has("deal"):
                self.fingers.tap("deal")
            if self.fingers.wait(lambda: self.view.step != "deal", frames=600):
                break  # else the shoe had a moment's trouble, and the dealer touches again
        else:
            raise RuntimeError("the deal does not end")
        self.players.deal(cards)

    def _pass(self) -> None:
        assert self.players is not None
        self._tell()
        self._picture("pass")
        self.players.pass_left()
        self._tap("confirm-pass", "")

    def _reveal(self) -> None:
        assert self.players is not None
        self._tell()
        while self.view.step == "reveal":
            seat = next(seat for seat in self.players.order if seat in self.view.prompt.seats)
            if self.fingers.has(f"seat-{seat}"):  # else the picker has gone on to the next seat by itself
                self.fingers.tap(f"seat-{seat}")
            if "picker" not in self.pictured:
                self._picture("picker")
            self._pick(str(self.players.reveal(seat)))
        self._tell()

    def _bet(self) -> None:
        assert self.players is not None
        self._tell()
        actions = self.view.actions
        assert actions is not None
        may_fold = len(self.players.order) > 3 and self.view.round > 1
        choice = self.players.act(actions, may_fold)
        if actions.call:
            self._picture("bet")
        if choice == "fold":
            self.players.fold(actions.seat)
        button = f"{actions.upward}-{actions.least}" if choice == "upward" else choice
        before = self.session.state.number
        name = self.view.prompt.seat
        self.fingers.tap(button)
        self._until(lambda: self.session.state.number > before, "the action is not taken")
        taken = self.session.state.undo
        if taken is not None and name is not None:
            self.say(f"    {self._words().happened(taken)}")

    def _showdown(self) -> None:
        assert self.players is not None
        self._tell()
        while self.view.step == "showdown":
            seat = self.view.prompt.seat
            assert seat is not None
            self._tap("show", "")
            down = self.players.seats[seat].down
            self._until(lambda card=down[0]: self.fingers.has(f"pick-{card}"), "the picker does not open")  # type: ignore[misc]
            for card in down:
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


def play_hand(session: LiveSession, shuffled: ShuffledShoe, pictures: Path, say: Say) -> int:
    """Play one hand on the offscreen screen; 0 when it came to its payout."""
    from kiosk.ui.app import LiegeApp
    from kiosk.ui.hands_off import Fingers

    app = LiegeApp(session)
    player = HandPlayer(session, shuffled, Fingers(app), say, pictures)
    player.play_hand()
    say(f"pictures: {pictures}")
    return 1 if app.failures else 0
