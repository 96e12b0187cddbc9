"""What a choice of the screen's own changes: a setting, who sits out, a rule for the next hand. Pure."""

from __future__ import annotations

from dataclasses import fields, replace

from kiosk.session import ScreenState
from kiosk.settings import Settings
from kiosk.ui.desk import Desk
from kiosk.wording import Wording

SETTINGS = frozenset(one.name for one in fields(Settings))


def chosen(desk: Desk, name: str, value: object, state: ScreenState, words: Wording) -> Desk:
    """The desk after a choice (``intents.Set``)."""
    view = state.view
    match name, value:
        case _ if name in SETTINGS:
            return replace(desk, settings=replace(desk.settings, **{name: value}))  # type: ignore[arg-type]
        case "sit-out", int():
            return replace(desk, sitting_out=desk.sitting_out ^ {value})
        case "preset", str():
            return replace(desk, next_rules=words.preset_rules(value, view))
        case "rules", tuple():
            return replace(desk, next_rules={**desk.next_rules, **dict(value)})
        case "as-before", _:
            return replace(desk, next_rules={})
        case _:
            raise ValueError(f"there is nothing called {name} to choose")
