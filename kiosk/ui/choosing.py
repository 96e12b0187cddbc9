"""What a choice of the screen's own changes: a setting, who sits out, a rule for the next hand. Pure."""

from __future__ import annotations

from dataclasses import fields, replace

from engine.view import PublicView, SeatView
from kiosk.session import ScreenState
from kiosk.settings import Settings
from kiosk.ui.desk import Desk
from kiosk.wording import Wording

SETTINGS = frozenset(one.name for one in fields(Settings))


def chosen_button(desk: Desk, view: PublicView) -> int | None:
    """Who was given the button and can have it in the next hand."""
    return next((one.seat for one in view.seats if one.seat == desk.button and can_have_button(desk, one)), None)


def can_have_button(desk: Desk, seat: SeatView) -> bool:
    """The player will be dealt in."""
    return seat.stack > 0 and seat.seat not in desk.sitting_out


def with_button(state: ScreenState, desk: Desk) -> ScreenState:
    """The state, with the button of the next hand where the dealer put it."""
    prompt, seat = state.view.prompt, chosen_button(desk, state.view)
    if prompt.kind != "start-hand" or seat is None:
        return state
    return replace(state, view=replace(state.view, prompt=replace(prompt, seat=seat)))


def chosen(desk: Desk, name: str, value: object, state: ScreenState, words: Wording) -> Desk:
    """The desk after a choice (``intents.Set``)."""
    view = state.view
    match name, value:
        case _ if name in SETTINGS:
            return replace(desk, settings=replace(desk.settings, **{name: value}))  # type: ignore[arg-type]
        case "sit-out", int():
            return replace(desk, sitting_out=desk.sitting_out ^ {value})
        case "button", int():
            return replace(desk, button=value)
        case "preset", str():
            return replace(desk, next_rules=words.preset_rules(value, view))
        case "rules", tuple():
            return replace(desk, next_rules={**desk.next_rules, **dict(value)})
        case "as-before", _:
            return replace(desk, next_rules={})
        case _:
            raise ValueError(f"there is nothing called {name} to choose")
