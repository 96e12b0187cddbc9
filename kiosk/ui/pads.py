"""The number pad as plain data: what is typed, its bounds, and what comes of it (SCREENS, "Layout")."""

from __future__ import annotations

from engine.inputs import Act, Input, Join, Rebuy
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Amount, Enter, Key, PadAmount
from kiosk.ui.sheetlooks import Scene, SheetLook

MOST = 10_000_000
"""No amount has more digits than this."""


def bounds(pad: PadAmount, scene: Scene) -> tuple[int, int, int]:
    """Least and most, and the chip in whose multiples amounts go; the most may be odd: all-in."""
    view = scene.state.view
    if pad.purpose == "bet" and view.actions is not None:
        return view.actions.least, view.actions.most, view.actions.step
    stack = next((seat.stack for seat in view.seats if seat.seat == pad.seat), 0)
    buy_in = int(str(scene.desk.next_rules.get("small_bet", view.small_bet))) * 10
    return max(view.smallest_chip, buy_in - stack), MOST, view.smallest_chip


def entry_for(pad: PadAmount, amount: int, scene: Scene) -> Input | None:
    """The input that the amount makes; None where the amount is out of bounds."""
    least, most, chip = bounds(pad, scene)
    if not least <= amount <= most or (amount % chip and amount != most):
        return None
    if pad.purpose == "rebuy":
        return Rebuy(pad.seat, amount)
    if pad.purpose == "join":
        return Join(pad.seat, pad.text, amount)
    actions = scene.state.view.actions
    return Act(pad.seat, actions.upward, amount) if actions is not None and actions.upward else None


def pad_sheet(pad: PadAmount, scene: Scene) -> SheetLook | None:
    """The pad's look; None where its moment has passed."""
    _, words, view = scene.words._, scene.words, scene.state.view
    if pad.purpose == "bet" and (
        view.actions is None or view.actions.seat != pad.seat or not view.actions.upward
    ):
        return None
    least, most, chip = bounds(pad, scene)
    amount = int(scene.desk.typed or "0")
    name = pad.text or words.name(pad.seat)
    if most < MOST:
        line = _("From {least} to {most}, in steps of {chip}.").format(
            least=words.money(least), most=words.money(most), chip=words.money(chip)
        )
    else:
        line = _("At least {least}, in steps of {chip}.").format(
            least=words.money(least), chip=words.money(chip)
        )
    keys = [ButtonLook(key, Key(key), name=f"key-{key}") for key in (*"123456789", "00", "0")]
    keys.append(ButtonLook("←", Key("back"), name="key-back"))
    quick = [(_("least"), least), *_often(pad, scene)]
    tiles = []
    for row in range(4):
        tiles += keys[3 * row : 3 * row + 3]
        label, value = quick[row] if row < len(quick) else ("", 0)
        text = words.money(value) if label else ""
        tiles.append(ButtonLook(text, Amount(value), label, "quiet", f"quick-{row}", enabled=bool(label)))
    title, verb = {
        "bet": (_("{name}: how much?"), _("Bet")),
        "rebuy": (_("{name} buys chips"), _("Buy")),
        "join": (_("{name} sits down with"), _("Sit down")),
    }[pad.purpose]
    if pad.purpose == "bet" and view.actions is not None:
        verb = {"bet": _("Bet"), "raise": _("Raise to"), "complete": _("Complete to"), "": ""}[
            view.actions.upward
        ]
    fits = entry_for(pad, amount, scene) is not None
    done = ButtonLook(verb, Enter(), words.money(amount), "raise", "enter", enabled=fits)
    warning = "" if fits or not scene.desk.typed else line
    return SheetLook(
        title.format(name=name),
        (line,),
        tuple(tiles),
        columns=4,
        actions=(done,),
        display=words.money(amount),
        warning=scene.desk.refused or warning,
    )


def _often(pad: PadAmount, scene: Scene) -> list[tuple[str, int]]:
    """Amounts that are often wanted: pot and all-in, or round buy-ins."""
    _, view = scene.words._, scene.state.view
    least, most, chip = bounds(pad, scene)
    if pad.purpose != "bet":
        base = int(str(scene.desk.next_rules.get("small_bet", view.small_bet)))
        return [(_("{count} bets").format(count=count), max(least, count * base)) for count in (20, 40, 60)]
    half = least + (view.pot // 2) // chip * chip
    quick = [(_("half the pot"), half)] if least < half < most else []
    actions = view.actions
    all_in = actions is not None and most == actions.all_in
    quick.append((_("all-in") if all_in else _("most"), most))
    return quick
