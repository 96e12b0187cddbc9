"""The settings: language, colours, suits, sounds, clock, and the layout of the panel."""

from __future__ import annotations

from kiosk.settings import CLOCKS
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Open, Set
from kiosk.ui.panel import PANELS
from kiosk.ui.sheetlooks import Scene, SheetLook
from kiosk.wording.catalogue import LANGUAGES


def settings(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """Everything that a touch changes about the screen; it holds at once, and at the next start."""
    _, now = scene.words._, scene.desk.settings
    on, off = _("on"), _("off")
    clocks = {"off": off, "24": _("24 hours"), "12": _("12 hours")}
    tiles = [
        ButtonLook(LANGUAGES[code], Set("language", code), _("language"), name=f"language-{code}")
        for code in LANGUAGES
        if code != now.language
    ]
    tiles += [
        ButtonLook(
            _("Day colours") if now.theme == "night" else _("Night colours"),
            Set("theme", "day" if now.theme == "night" else "night"),
            _("now: {theme}").format(theme=_("night") if now.theme == "night" else _("day")),
            name="theme",
        ),
        ButtonLook(
            _("Four-colour suits"), Set("four_suits", not now.four_suits), on if now.four_suits else off,
            name="four-suits",
        ),
        ButtonLook(_("Sounds"), Set("sounds", not now.sounds), on if now.sounds else off, name="sounds"),
        ButtonLook(
            _("Clock"),
            Set("clock", CLOCKS[(CLOCKS.index(now.clock) + 1) % len(CLOCKS)]),
            clocks[now.clock],
            name="clock",
        ),
    ]  # fmt: skip
    if len(scene.desk.panels) > 1:
        tiles.append(ButtonLook(_("Panel"), Open("panels"), _("size of the screen"), name="panels"))
    return SheetLook(_("Settings"), tiles=tuple(tiles))


def panels(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """The layouts that fit this screen."""
    _, now = scene.words._, scene.desk.settings.panel
    found = ButtonLook(
        _("As found"), Set("panel", ""), _("chosen") if not now else "", "plain" if now else "primary", "panel-found"
    )
    tiles = tuple(
        ButtonLook(
            _("{inches} inches, {width} × {height}").format(
                inches=PANELS[name].inches, width=PANELS[name].width, height=PANELS[name].height
            ),
            Set("panel", name),
            _("chosen") if name == now else "",
            "primary" if name == now else "plain",
            f"panel-{name}",
        )
        for name in scene.desk.panels
    )
    line = _("Which screen is this? Letters and buttons are drawn in its millimetres.")
    return SheetLook(_("Panel"), (line,), (found, *tiles), columns=2)
