"""The screens between hands: who plays, with how many chips, which game, which rules."""

from __future__ import annotations

from engine.inputs import Leave
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.choosing import can_have_button
from kiosk.ui.intents import Key, Move, Open, PadAmount, Set, Submit
from kiosk.ui.pads import buy_in
from kiosk.ui.sheetlooks import Scene, SheetLook, playing, seat_of


def player(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words = scene.words._, scene.words
    one = seat_of(scene, seat)
    if one is None or playing(scene):
        return None
    out = one.seat in scene.desk.sitting_out
    has_button = one.seat == scene.state.view.prompt.seat
    tiles = (
        ButtonLook(_("Buy chips"), PadAmount("rebuy", one.seat), name="rebuy"),
        ButtonLook(
            _("Deal in again") if out else _("Sit out"),
            Set("sit-out", one.seat),
            _("from the next hand"),
            name="sit-out",
        ),
        ButtonLook(
            _("Button here"),
            Set("button", one.seat),
            _("has it in the next hand") if has_button else _("in the next hand"),
            name="button",
            enabled=can_have_button(scene.desk, one) and not has_button,
        ),
        ButtonLook(
            _("Move"),
            Open("move", one.seat),
            _("to another seat"),
            name="move",
            enabled=one.stack >= buy_in(scene),
        ),
        ButtonLook(
            _("Leave"),
            Submit(Leave(one.seat)),
            _("takes {amount} along").format(amount=words.money(one.stack)),
            "danger",
            "leave",
        ),
    )
    line = _("Seat {number}, chips {amount}").format(number=one.seat, amount=words.money(one.stack))
    return SheetLook(one.name, (line,), tiles, warning=scene.desk.refused)


LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
LONGEST_NAME = 10


def move(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """Which free seat a player moves to."""
    _ = scene.words._
    one = seat_of(scene, seat)
    if one is None or playing(scene):
        return None
    taken = {other.seat for other in scene.state.view.seats}
    tiles = tuple(
        ButtonLook(_("Seat {number}").format(number=number), Move(one.seat, number), name=f"to-{number}")
        for number in range(1, 9)
        if number not in taken
    )
    return SheetLook(_("{name} moves to").format(name=one.name), tiles=tiles, columns=4)


def name(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    typed = scene.desk.typed
    if seat is None or seat_of(scene, seat) is not None:
        return None
    full = len(typed) >= LONGEST_NAME
    keys = [
        ButtonLook(letter, Key(letter if not typed else letter.lower()), name=f"key-{letter}", enabled=not full)
        for letter in LETTERS
    ]
    keys.append(ButtonLook("←", Key("back"), name="key-back", enabled=bool(typed)))
    on = ButtonLook(_("Chips …"), PadAmount("join", seat, typed), style="primary", name="enter", enabled=bool(typed))
    return SheetLook(
        _("Seat {number}: who sits down?").format(number=seat),
        tiles=tuple(keys),
        columns=10,
        upright=6,
        actions=(on,),
        display=typed or "…",
    )


def games(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words = scene.words._, scene.words
    if playing(scene):
        return None
    tiles = tuple(
        ButtonLook(title, Set("preset", name), what, name=f"preset-{name}")
        for name, title, what in words.presets(scene.state.view)
    )
    columns = 2 if len(tiles) <= 6 else 3
    return SheetLook(_("Which game?"), (_("From the next hand on."),), tiles, columns=columns)
