"""Putting the money of a hand right that is over: which hand, from whom, to whom, how much, why."""

from __future__ import annotations

from engine.inputs import Rebuy
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.desk import Money
from kiosk.ui.intents import Draft, Key, Open, PadAmount, Submit
from kiosk.ui.sheetlooks import Scene, SheetLook, playing, seat_of
from kiosk.ui.sheets_between import LETTERS

LONGEST_REASON = 24


def money(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """Which hand is put right?"""
    _ = scene.words._
    if playing(scene):
        return None
    tiles = tuple(
        ButtonLook(
            _("Hand {number}").format(number=number),
            Draft("hand", number, Open("money-from")),
            what,
            name=f"money-hand-{number}",
        )
        for number, what, _steps in scene.hands
    )
    line = _("Which hand is put right? Its cards and its record stay as they are.")
    return SheetLook(_("Put money right"), (line if tiles else _("No hand has been played yet."),), tiles, columns=4)


def _players(scene: Scene, name: str, without: int, then: Open | PadAmount | None) -> list[ButtonLook]:
    words = scene.words
    return [
        ButtonLook(
            one.name or words.name(one.seat),
            Draft(name, one.seat, then or PadAmount("money", one.seat)),
            words.money(one.stack),
            name=f"{name}-{one.seat}",
        )
        for one in scene.state.view.seats
        if one.seat != without
    ]


def money_from(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    if playing(scene):
        return None
    tiles = _players(scene, "source", 0, Open("money-to"))
    added = ButtonLook(_("Nobody"), Draft("source", 0, Open("money-to")), _("chips are added"), "quiet", "source-0")
    return SheetLook(
        _("Hand {number}: who gives chips?").format(number=scene.desk.money.hand),
        tiles=(*tiles, added),
        columns=4,
    )


def money_to(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, chosen = scene.words._, scene.desk.money
    if playing(scene):
        return None
    tiles = _players(scene, "target", chosen.source, None)
    if chosen.source:
        off = Draft("target", 0, PadAmount("money", chosen.source))
        tiles.append(ButtonLook(_("Nobody"), off, _("chips leave the table"), "quiet", "target-0"))
    return SheetLook(_("Hand {number}: who gets them?").format(number=chosen.hand), tiles=tuple(tiles), columns=4)


def money_why(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    if playing(scene):
        return None
    reasons = {
        "pot to the wrong player": _("pot to the wrong player"),
        "wrong amount paid": _("wrong amount paid"),
        "share not paid": _("share not paid"),
        "bet not taken in": _("bet not taken in"),
        "stack miscounted": _("stack miscounted"),
    }
    tiles = [
        ButtonLook(said, Draft("why", kept, Open("money-sure")), name=f"why-{number}")
        for number, (kept, said) in enumerate(reasons.items(), start=1)
    ]
    tiles.append(ButtonLook(_("Something else …"), Open("money-text"), style="quiet", name="why-other"))
    return SheetLook(_("Why?"), (_("The reason stays in the record."),), tuple(tiles), columns=2)


def money_text(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, typed = scene.words._, scene.desk.typed
    if playing(scene):
        return None
    full = len(typed) >= LONGEST_REASON
    keys = [
        ButtonLook(letter, Key(letter if not typed else letter.lower()), name=f"key-{letter}", enabled=not full)
        for letter in LETTERS
    ]
    keys.append(ButtonLook(_("space"), Key(" "), name="key-space", enabled=bool(typed) and not full))
    keys.append(ButtonLook("←", Key("back"), name="key-back", enabled=bool(typed)))
    done = ButtonLook(
        _("Go on"),
        Draft("why", typed.strip(), Open("money-sure")),
        style="primary",
        name="enter",
        enabled=bool(typed.strip()),
    )
    return SheetLook(_("Why?"), tiles=tuple(keys), columns=11, actions=(done,), display=typed or "…")


def money_sure(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """All of it in a sentence, and what the stacks become."""
    _, words, chosen = scene.words._, scene.words, scene.desk.money
    if playing(scene):
        return None
    if not chosen.source:
        what = _("{amount} come onto the table, to {name}.")
    elif not chosen.target:
        what = _("{amount} leave the table, from {other}.")
    else:
        what = _("{amount} go from {other} to {name}.")
    said = what.format(
        amount=words.money(chosen.amount), name=words.name(chosen.target), other=words.name(chosen.source)
    )
    why = _("For hand {number}: {why}.").format(number=chosen.hand, why=words.reason(chosen.why))
    after = [
        _("{name} then has {amount}.").format(name=one.name, amount=words.money(one.stack + change))
        for number, change in ((chosen.source, -chosen.amount), (chosen.target, chosen.amount))
        if (one := seat_of(scene, number)) is not None
    ]
    yes = ButtonLook(_("Move the chips"), Submit(entry_of(chosen), then_close=True), style="primary", name="money-yes")
    return SheetLook(_("Is this right?"), (said, why, *after), actions=(yes,), warning=scene.desk.refused)


def entry_of(chosen: Money) -> Rebuy:
    """The input that a correction makes."""
    seat = chosen.target or chosen.source
    source = chosen.source if chosen.source and chosen.target else None
    return Rebuy(seat, chosen.amount, chosen.hand, source, back=not chosen.target, why=chosen.why)
