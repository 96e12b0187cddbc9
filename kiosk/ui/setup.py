"""The set-up screen: the table with all its seats, to be touched; the game and its rules in the middle."""

from __future__ import annotations

from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Close, Open, StartNext
from kiosk.ui.looks import SeatLook, TableLook, shared
from kiosk.ui.sheetlooks import Scene, playing
from kiosk.wording import house

SEATS = 8


def setup_look(scene: Scene) -> TableLook | None:
    """The table as it will be for the next hand; None while one is in play."""
    _, words, view = scene.words._, scene.words, scene.state.view
    if playing(scene):
        return None
    there = {one.seat: one for one in view.seats}
    seats = []
    for number in range(1, SEATS + 1):
        one = there.get(number)
        if one is None:
            name = _("Seat {number}").format(number=number)
            seats.append(SeatLook(number, name, "", note=_("free")))
            continue
        out = number in scene.desk.sitting_out
        away = _("sits out") if out else _("no chips") if not one.stack else ""
        note = away or (_("has the button") if number == view.prompt.seat else "")
        seats.append(SeatLook(number, one.name, words.money(one.stack), note=note, dim=bool(away)))
    centre, rules = _centre(scene)
    buttons = (
        ButtonLook(_("Game"), Open("games"), words.game_title(scene.desk.next_rules, view), name="games"),
        ButtonLook(_("Rules"), Open("rules"), rules, name="rules"),
        ButtonLook(
            _("Start hand {number}").format(number=view.hand + 1),
            StartNext(),
            style="primary",
            name="start-hand",
            enabled=sum(bool(one.stack) and one.seat not in scene.desk.sitting_out for one in view.seats) > 1,
        ),
    )
    return TableLook(
        headline=_("Players and game"),
        why=scene.desk.refused or _("Touch a free seat to sit somebody down, or a player to change something."),
        warning=bool(scene.desk.refused),
        seats=tuple(seats),
        pot="",
        pot_label="",
        side_pots="",
        common=(),
        winning=(),
        centre=centre,
        arrows=(),
        clockwise=True,
        buttons=buttons,
        undo=ButtonLook(_("Back"), Close(), style="quiet", name="back"),
        lamps=scene.state.lamps,
        banner=None,
        highest_seat=SEATS,
    )


def _centre(scene: Scene) -> tuple[tuple[str, ...], str]:
    """What will be announced, and the limits in a word."""
    words, view, changed = scene.words, scene.state.view, scene.desk.next_rules
    rules = house.possible(view, changed)
    if rules is None:
        return (words._("These rules do not go together: look at Rules."),), ""
    said = house.announced(house.game_of(view, changed), rules)
    lines = (words.game(said), shared(words, said.share_side))
    limits = house.value(words, "limits" if rules.limit == "fixed" else "limit", rules)
    return tuple(line for line in lines if line), limits
