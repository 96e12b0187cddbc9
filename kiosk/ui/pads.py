"""The number pad as plain data: what is typed, its bounds, and what comes of it (SCREENS, "Layout")."""

from __future__ import annotations

from engine.inputs import Act, Input, Join, Rebuy
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Amount, Enter, Key, PadAmount, Set
from kiosk.ui.sheetlooks import Scene, SheetLook, seat_of
from kiosk.wording import house

MOST = 10_000_000
"""No amount has more digits than this."""


def bounds(pad: PadAmount, scene: Scene) -> tuple[int, int, int]:
    """Least and most, and the chip in whose multiples amounts go; the most may be odd: all-in."""
    view = scene.state.view
    if pad.purpose == "bet" and view.actions is not None:
        return view.actions.least, view.actions.most, view.actions.step
    if pad.purpose == "rule":
        rules = house.possible(view, scene.desk.next_rules)
        if rules is None:
            return view.smallest_chip, MOST, view.smallest_chip
        least, most = house.bounds(pad.text, rules)
        return least, MOST if most is None else most, rules.smallest_chip
    if pad.purpose == "money":
        giver = seat_of(scene, scene.desk.money.source)
        return 1, MOST if giver is None else giver.stack, 1
    stack = next((seat.stack for seat in view.seats if seat.seat == pad.seat), 0)
    return max(view.smallest_chip, buy_in(scene) - stack), MOST, view.smallest_chip


def buy_in(scene: Scene) -> int:
    """The smallest buy-in (RULES 1.4): by the rules in force, and by those that have been chosen."""
    chosen = (house.possible(scene.state.view, changed) for changed in ({}, scene.desk.next_rules))
    return max(rules.min_buy_in for rules in chosen if rules is not None)


def fits(pad: PadAmount, amount: int, scene: Scene) -> bool:
    """Whether the amount is within the bounds."""
    least, most, chip = bounds(pad, scene)
    return amount > 0 and least <= amount <= most and (amount % chip == 0 or amount == most)


def entry_for(pad: PadAmount, amount: int, scene: Scene) -> Input | None:
    """The input that the amount makes; None where the amount is out of bounds."""
    if pad.purpose == "money" or not fits(pad, amount, scene):
        return None
    if pad.purpose == "rebuy":
        return Rebuy(pad.seat, amount)
    if pad.purpose == "join":
        return Join(pad.seat, pad.text, amount)
    actions = scene.state.view.actions
    return Act(pad.seat, actions.upward, amount) if actions is not None and actions.upward else None


def _fits(amount: int, least: int, most: int, chip: int) -> bool:
    return least <= amount <= most and (not amount % chip or amount == most)


def rule_for(pad: PadAmount, amount: int, scene: Scene) -> Set | None:
    """The choice that the amount makes of a house rule; None where it cannot be."""
    view, changed = scene.state.view, scene.desk.next_rules
    rules = house.possible(view, changed)
    if rules is None or not _fits(amount, *bounds(pad, scene)):
        return None
    change = house.with_amount(pad.text, amount, rules)
    return Set("rules", tuple(change.items())) if house.possible(view, {**changed, **change}) else None


def pad_sheet(pad: PadAmount, scene: Scene) -> SheetLook | None:
    """The pad's look; None where its moment has passed."""
    _, words, view = scene.words._, scene.words, scene.state.view
    if pad.purpose == "bet" and (view.actions is None or view.actions.seat != pad.seat or not view.actions.upward):
        return None
    least, most, chip = bounds(pad, scene)
    amount = int(scene.desk.typed or "0")
    name = house.title(words, pad.text) if pad.purpose == "rule" else pad.text or words.name(pad.seat)
    if most < MOST:
        line = _("From {least} to {most}, in steps of {chip}.").format(
            least=words.money(least), most=words.money(most), chip=words.money(chip)
        )
    else:
        line = _("At least {least}, in steps of {chip}.").format(least=words.money(least), chip=words.money(chip))
    keys = [ButtonLook(key, Key(key), name=f"key-{key}") for key in (*"123456789", "00", "0")]
    keys.append(ButtonLook("←", Key("back"), name="key-back"))
    quick = [] if pad.purpose == "money" else [(_("least"), least), *_often(pad, scene)]
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
        "rule": ("{name}", _("Take")),
        "money": (_("How much is moved?"), _("Go on")),
    }[pad.purpose]
    if pad.purpose == "bet" and view.actions is not None:
        verb = {"bet": _("Bet"), "raise": _("Raise to"), "complete": _("Complete to"), "": ""}[view.actions.upward]
    good = rule_for(pad, amount, scene) is not None if pad.purpose == "rule" else fits(pad, amount, scene)
    done = ButtonLook(verb, Enter(), words.money(amount), "raise", "enter", enabled=good)
    warning = "" if good or not scene.desk.typed else line
    return SheetLook(
        title.format(name=name),
        (line,),
        tuple(tiles),
        columns=4,
        upright=4,
        actions=(done,),
        display=words.money(amount),
        warning=scene.desk.refused or warning,
    )


def _often(pad: PadAmount, scene: Scene) -> list[tuple[str, int]]:
    """Amounts that are often wanted: pot and all-in, or round buy-ins."""
    _, view = scene.words._, scene.state.view
    least, most, chip = bounds(pad, scene)
    if pad.purpose == "rule":
        return []
    if pad.purpose != "bet":
        base = int(str(scene.desk.next_rules.get("small_bet", view.small_bet)))
        return [(_("{count} bets").format(count=count), max(least, count * base)) for count in (20, 40, 60)]
    half = least + (view.pot // 2) // chip * chip
    quick = [(_("half the pot"), half)] if least < half < most else []
    actions = view.actions
    all_in = actions is not None and most == actions.all_in
    quick.append((_("all-in") if all_in else _("most"), most))
    return quick
