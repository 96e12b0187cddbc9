"""The house rules: all of them at a glance, and each with its sentence and what it could be (RULES 7)."""

from __future__ import annotations

from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Open, PadAmount, Set
from kiosk.ui.sheetlooks import Scene, SheetLook, playing
from kiosk.wording import house


def rules(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """Every rule that matters in the game, with how it stands; touched, it says what that means."""
    _, words, view = scene.words._, scene.words, scene.state.view
    changed = {} if playing(scene) else scene.desk.next_rules
    title = _("Rules of this hand") if playing(scene) else _("Rules from the next hand on")
    now = house.possible(view, changed)
    back = (ButtonLook(_("As before"), Set("as-before", None), _("nothing changed"), name="as-before"),)
    if now is None:
        return SheetLook(title, (_("These rules do not go together."),), actions=back)
    names = house.relevant(house.game_of(view, changed), now)
    tiles = tuple(
        ButtonLook(
            house.title(words, name), Open("rule", text=name), house.value(words, name, now), name=f"rule-{name}"
        )
        for name in names
    )
    return SheetLook(title, tiles=tiles, columns=4, actions=back if changed else (), warning=scene.desk.refused)


def rule(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """One rule: what it means as it stands, and what it could be."""
    _, words, view = scene.words._, scene.words, scene.state.view
    changed = {} if playing(scene) else scene.desk.next_rules
    now = house.possible(view, changed)
    if now is None:
        return None
    still = _("A hand is in play: rules change only between hands.") if playing(scene) else ""
    tiles = [
        ButtonLook(
            choice.label,
            Set("rules", choice.rules),
            _("chosen") if choice.chosen else "",
            "primary" if choice.chosen else "plain",
            f"choice-{index}",
            enabled=not still,
        )
        for index, choice in enumerate(house.choices(words, text, view, changed))
    ]
    if text in house.AMOUNTS:
        tiles.append(
            ButtonLook(_("Another amount"), PadAmount("rule", 0, text), _("type it"), name="another", enabled=not still)
        )
    lines = tuple(line for line in (house.sentence(words, text, now), still) if line)
    return SheetLook(house.title(words, text), lines, tuple(tiles), columns=2 if len(tiles) <= 4 else 4)
