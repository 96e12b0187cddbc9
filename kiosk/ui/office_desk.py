"""What the supervisor's screens do: signs of a PIN that are typed, guarded screens, parts of a money correction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kiosk.session import ScreenState
from kiosk.supervision import CODE_LENGTH, SHORTEST_PIN, EnterCode, EnterPin, FindPlaces, SetPin
from kiosk.ui import intents
from kiosk.ui.layers import Over
from kiosk.ui.sheets_office import GUARDED, GUARDED_CHOICES

LONGEST_PIN = 16
PADS = frozenset({"pin", "pin-new", "pin-again", "recovery"})


class OfficeDesk:
    """The part of the app that deals with the supervisor. Signs lie in bytes that are wiped once they were used."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._signs = bytearray()
        self._first = bytearray()

    def do(self, intent: intents.Ask | intents.PinKey | intents.PinEnter | intents.Draft) -> None:
        """Carry out what a touch means."""
        app = self._app
        match intent:
            case intents.Ask(request):
                app.session.supervise(request)
            case intents.PinKey(sign):
                self._key(sign)
            case intents.PinEnter():
                self._enter()
            case intents.Draft(name, value, then):
                money = replace(app.desk.money, **{name: value})
                app.desk = replace(app.desk, money=money)
                app.do(then)

    def guard(self, over: Over) -> Over:
        """The screen that opens instead: the PIN pad before one that needs the PIN."""
        app = self._app
        self.wipe()
        if not isinstance(over, intents.Open):
            return over
        if over.screen in GUARDED and not app.state.office.may:
            return intents.Open("pin", text=over.screen)
        if over.screen == "backup":
            app.session.supervise(FindPlaces())
        if over.screen == "audit" and app.over and self._top() == "audit":
            app.over.pop()  # another page of the same
        return over

    def asks_first(self, setting: str) -> bool:
        """A choice of that name needs the PIN: the pad opens, and the choice is not made."""
        if setting not in GUARDED_CHOICES or self._app.state.office.may:
            return False
        self._app.do(intents.Open("pin"))
        return True

    def answered(self, before: ScreenState, state: ScreenState) -> None:
        """A new state came: what it means for the supervisor's screens."""
        app, office = self._app, state.office
        if state.taken_up != before.taken_up:
            app.over.clear()
            app.desk = replace(app.desk, next_rules={}, sitting_out=frozenset(), button=None)
        elif office.code and not before.office.code:
            self._instead(intents.Open("code"))
        elif office.open and not before.office.open and self._top() in ("pin", "recovery"):
            following = app.over[-1].text
            while self._top() in PADS:
                app.over.pop()
            if following:
                app.over.append(self.guard(intents.Open(following)))
        elif before.office.open and not office.open:
            app.over[:] = [one for one in app.over if getattr(one, "screen", "") not in GUARDED]

    def keep_sealed(self) -> None:
        """While the cards are sealed nothing else can be looked at."""
        app = self._app
        if app.state.office.sealed and not any(getattr(one, "screen", "") == "sealed" for one in app.over):
            app.over[:] = [intents.Open("sealed")]

    def amount(self, typed: int) -> None:
        """How much a correction moves."""
        app = self._app
        app.desk = replace(app.desk, money=replace(app.desk.money, amount=typed), typed="")
        app.do(intents.Open("money-why"))

    def wipe(self) -> None:
        """Forget what was typed."""
        for signs in (self._signs, self._first if self._top() != "pin-new" else bytearray()):
            signs[:] = bytes(len(signs))
            signs.clear()
        self._dots("")

    def _top(self) -> str:
        over = self._app.over
        return getattr(over[-1], "screen", "") if over else ""

    def _instead(self, over: intents.Open) -> None:
        if self._app.over:
            self._app.over.pop()
        self._app.over.append(over)

    def _key(self, sign: str) -> None:
        if sign == "back":
            del self._signs[-1:]
        elif len(self._signs) < (CODE_LENGTH if self._top() == "recovery" else LONGEST_PIN):
            self._signs += sign.encode()
        self._dots("")
        self._app.refresh_over()

    def _dots(self, says: str) -> None:
        self._app.desk = replace(self._app.desk, dots=len(self._signs), pin_says=says)

    def _enter(self) -> None:
        app, top = self._app, self._top()
        if top == "pin":
            app.session.supervise(EnterPin(self._signs.decode()))
        elif top == "recovery":
            app.session.supervise(EnterCode(self._signs.decode()))
        elif top == "pin-new":
            weak = len(self._signs) < SHORTEST_PIN or len(set(self._signs)) < 3
            if weak:
                self.wipe()
                self._dots("weak")
            else:
                self._first[:] = self._signs
                self.wipe()
                self._instead(intents.Open("pin-again"))
            app.refresh_over()
            return
        elif self._signs == self._first:
            app.session.supervise(SetPin(self._signs.decode()))
        else:
            self.wipe()
            self._instead(intents.Open("pin-new"))
            self._dots("differ")
            app.refresh_over()
            return
        self.wipe()
        app.refresh_over()
