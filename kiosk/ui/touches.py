"""What touches of the app do: screens open and close over the table, cards are picked, amounts are typed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.inputs import Input, Join, Leave, Show
from kiosk.session import ScreenState
from kiosk.ui import intents
from kiosk.ui.layers import Over


class Touches:
    """The part of the app that follows the dealer's finger, and closes a picker whose moment is over."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self._asked = False
        """A card of the open picker has been handed in."""
        self._showing: int | None = None
        """Who was told last to show."""

    def submit(self, entry: Input, then_close: bool) -> None:
        """An input goes out."""
        app = self._app
        if isinstance(entry, Show):
            self._showing = entry.seat
        app.desk = replace(app.desk, chosen=None)
        if then_close:
            app.over.clear()
        app.session.submit(entry)

    def answered(self, before: ScreenState, state: ScreenState) -> None:
        """What a new state means for what is open over the table."""
        app = self._app
        top = app.over[-1] if app.over else None
        if state.refused:
            self._asked = False
            if state.refused_kind == "not-known" and not app.over and state.view.step == "showdown":
                self._ask_for_cards(state)
            return
        if state.view.hand != before.view.hand:
            app.over.clear()
        elif isinstance(top, intents.PickCard) and self._picker_is_done(top, before):
            app.over.pop()
            app.desk = replace(app.desk, picked=())
            from kiosk.ui import pickers

            following = pickers.next_pick(app.scene())
            if following is not None and top.purpose == "up":
                app.over.append(following)
            else:
                app.over.clear()

    def open(self, over: Over) -> None:
        """A screen opens over the table, or over another one."""
        app = self._app
        app.desk = replace(app.desk, typed="", picked=(), refused="")
        app.over.append(app.office.guard(over))
        app.refresh_over()

    def close(self, everything: bool) -> None:
        """The screen on top closes, or all of them."""
        app = self._app
        if everything:
            app.over.clear()
        elif app.over:
            app.over.pop()
        app.desk = replace(app.desk, typed="", picked=(), refused="")
        app.office.wipe()
        app.refresh_over()

    def move(self, seat: int, to: int) -> None:
        """A player takes another seat: leaves the one and joins at the other, with the same chips."""
        app = self._app
        player = next((one for one in app.state.view.seats if one.seat == seat), None)
        if player is not None:
            self.close(everything=False)
            app.session.submit(Leave(seat))
            app.session.submit(Join(to, player.name, player.stack))

    def touch_seat(self, seat: int) -> None:
        """What a seat offers at this moment."""
        app = self._app
        view = app.state.view
        prompt = view.prompt
        if app.looking is not None or app.desk.way is not None:
            return
        if app.over:  # the set-up screen
            sits = any(one.seat == seat for one in view.seats)
            self.open(intents.Open("player" if sits else "name", seat))
        elif view.status != "open":
            self.open(intents.Open("player", seat))
        elif seat in self._waits_for_card():
            self.open(intents.PickCard("up", seat))
        elif prompt.kind == "ask-opener" or (prompt.kind == "showdown" and seat in prompt.seats):
            app.desk = replace(app.desk, chosen=None if app.desk.chosen == seat else seat)
            app.refresh()
        else:
            self.open(intents.Open("correct", seat))

    def _waits_for_card(self) -> tuple[int, ...]:
        """Seats whose face-up card the dealer's finger is expected to tell."""
        state: ScreenState = self._app.state
        prompt = state.view.prompt
        if prompt.kind == "deal" and prompt.deal is not None and not state.can_draw:
            return prompt.deal.up_seats
        return prompt.seats if prompt.kind == "reveal" else ()

    def picked(self, card: Any) -> None:
        """A card of the picker was touched."""
        app = self._app
        top = app.over[-1] if app.over else None
        if not isinstance(top, intents.PickCard):
            return
        if top.purpose == "show":
            picked = app.desk.picked
            if card in picked:
                picked = tuple(one for one in picked if one != card)
            elif len(picked) < top.count:
                picked = (*picked, card)
            app.desk = replace(app.desk, picked=picked, refused="")
            app.refresh_over()
            return
        from kiosk.ui import pickers

        self._asked = True
        if any(ask.number == top.ask for ask in app.state.asks):
            assert top.ask is not None
            app.session.answer_camera(top.ask, card)
            return
        entry = pickers.entry_for(top, (card,))
        assert entry is not None  # one card is enough for all but a hand that is shown
        app.session.submit(entry)

    def pick_done(self) -> None:
        """All cards of a hand that is shown have been picked."""
        app = self._app
        top = app.over[-1] if app.over else None
        if isinstance(top, intents.PickCard):
            from kiosk.ui import pickers

            entry = pickers.entry_for(top, app.desk.picked)
            if entry is not None:
                self._asked = True
                app.session.submit(entry)

    def key(self, text: str) -> None:
        """A sign was typed on a pad."""
        app = self._app
        typed = app.desk.typed
        longest = 24 if app.over and getattr(app.over[-1], "screen", "") == "money-text" else 10
        typed = typed[:-1] if text == "back" else (typed + text)[:longest]
        if isinstance(app.over[-1] if app.over else None, intents.PadAmount):
            typed = typed.lstrip("0")[:7]
        app.desk = replace(app.desk, typed=typed, refused="")
        app.refresh_over()

    def enter(self) -> None:
        """The amount on the pad is handed in, where it is in bounds."""
        app = self._app
        top = app.over[-1] if app.over else None
        if isinstance(top, intents.PadAmount):
            from kiosk.ui import pads

            amount = int(app.desk.typed or "0")
            if top.purpose == "rule":
                choice = pads.rule_for(top, amount, app.scene())
                if choice is not None:
                    self.close(everything=False)
                    app.do(choice)
                return
            if top.purpose == "money" and pads.fits(top, amount, app.scene()):
                app.office.amount(amount)
                return
            entry = pads.entry_for(top, amount, app.scene())
            if entry is not None:
                app.desk = replace(app.desk, typed="")
                while app.over and not (isinstance(app.over[-1], intents.Open) and app.over[-1].screen == "between"):
                    app.over.pop()
                app.session.submit(entry)

    def _picker_is_done(self, pick: intents.PickCard, before: ScreenState) -> bool:
        """Its card was taken, or something else has taken its moment away."""
        view = self._app.state.view
        if view == before.view:
            return False
        asked, self._asked = self._asked, False
        if asked:
            return True
        if pick.purpose == "up":
            return pick.seat not in self._waits_for_card()
        return view.step != before.view.step or (pick.purpose == "show" and pick.seat not in view.prompt.seats)

    def _ask_for_cards(self, state: ScreenState) -> None:
        """A hand is to be shown whose cards nobody has read: the dealer touches them in."""
        app = self._app
        seat = next((one for one in state.view.seats if one.seat == self._showing), None)
        if seat is not None:
            unread = seat.down + sum(card is None for card in seat.up)
            app.desk = replace(app.desk, picked=(), refused="")
            app.state = replace(state, refused="", refused_kind="", refusal=None)
            app.over.append(intents.PickCard("show", seat.seat, max(1, unread)))
