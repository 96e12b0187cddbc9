"""The supervisor's screens: the office, the PIN, sealed cards at a start, backups, the end of an evening."""

from __future__ import annotations

import time

from kiosk.supervision import (
    CODE_LENGTH,
    CODE_SIGNS,
    SHORTEST_PIN,
    BackUp,
    FindPlaces,
    GoOnWithout,
    Lock,
    NewEvening,
    RemovePin,
    Seen,
)
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Ask, Open, PinEnter, PinKey
from kiosk.ui.sheetlooks import Scene, SheetLook, playing

GUARDED = frozenset({"money", "backup", "new-evening", "pin-off"})
"""Screens that need the PIN, where one is set."""

GUARDED_CHOICES = frozenset({"rules", "deck"})
"""Choices that do: house rules (the game itself is the dealer's), and learning a deck."""

AUDIT_LINES = 6
DOT = "●"


def _told(scene: Scene) -> str:
    """The office's last answer in words."""
    told = scene.state.office.answer
    return "" if told is None else scene.words.office_answer(told)


def office(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """Who is the supervisor, and what only the supervisor may do."""
    _, stands = scene.words._, scene.state.office
    on = playing(scene)
    if not stands.has_pin:
        line = _("No PIN is set: everything is open to the dealer.")
        first = [ButtonLook(_("Set a PIN"), Open("pin-new"), _("for the supervisor"), name="pin-new")]
    elif stands.open:
        line = _("Open until the next hand begins, or for five minutes.")
        first = [
            ButtonLook(_("Lock"), Ask(Lock()), _("the supervisor goes"), "primary", "lock"),
            ButtonLook(_("New PIN"), Open("pin-new"), name="pin-new"),
            ButtonLook(_("No PIN"), Open("pin-off"), _("open to the dealer"), name="pin-off"),
        ]
    else:
        line = _("Locked: what is not play itself needs the PIN.")
        first = [ButtonLook(_("Unlock"), Open("pin"), _("with the PIN"), "primary", "unlock")]
    tiles = (
        *first,
        ButtonLook(_("Put money right"), Open("money"), _("of a hand played"), name="money", enabled=not on),
        ButtonLook(_("Audit"), Open("audit"), _("what was changed"), name="audit"),
        ButtonLook(_("Back up"), Open("backup"), _("to a stick"), name="backup"),
        ButtonLook(_("New evening"), Open("new-evening"), _("empty seats"), name="new-evening", enabled=not on),
    )
    return SheetLook(_("Supervisor"), (_told(scene) or line,), tiles, columns=3 if len(tiles) <= 6 else 4)


def pin(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """The pad on which the PIN is entered; ``text``: the screen that it leads to."""
    _, stands = scene.words._, scene.state.office
    actions = [_typed_in(scene, _("Unlock"), SHORTEST_PIN)]
    if stands.answer is not None:
        actions.insert(0, ButtonLook(_("Recovery code"), Open("recovery", text=text), style="quiet", name="recovery"))
    return _pad(scene, _("Supervisor's PIN"), actions, _told(scene))


def pin_new(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """A PIN is chosen, twice the same."""
    _ = scene.words._
    says = {
        "": "",
        "weak": _("A PIN has at least six digits, and three different ones."),
        "differ": _("The two were not the same: begin again."),
    }[scene.desk.pin_says]
    hint = "" if says else _("At least six digits, three different ones.")
    return _pad(scene, _("New PIN"), [_typed_in(scene, _("Go on"), SHORTEST_PIN)], says, hint)


def pin_again(scene: Scene, seat: int | None, text: str) -> SheetLook:
    _ = scene.words._
    done = _typed_in(scene, _("Set the PIN"), SHORTEST_PIN)
    return _pad(scene, _("The same PIN again"), [done], _told(scene))


def _typed_in(scene: Scene, label: str, least: int) -> ButtonLook:
    return ButtonLook(label, PinEnter(), style="primary", name="pin-enter", enabled=scene.desk.dots >= least)


def _pad(scene: Scene, title: str, actions: list[ButtonLook], says: str, hint: str = "") -> SheetLook:
    keys = [ButtonLook(key, PinKey(key), name=f"key-{key}") for key in "123456789"]
    keys += [
        ButtonLook(""),
        ButtonLook("0", PinKey("0"), name="key-0"),
        ButtonLook("←", PinKey("back"), name="key-back", enabled=scene.desk.dots > 0),
    ]
    display = DOT * scene.desk.dots if scene.desk.dots else "…"
    lines = (hint,) if hint else ()
    return SheetLook(title, lines, tuple(keys), actions=tuple(actions), display=display, warning=says)


def recovery(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """The recovery code that was shown when the PIN was set."""
    _ = scene.words._
    full = scene.desk.dots >= CODE_LENGTH
    keys = [ButtonLook(sign, PinKey(sign), name=f"key-{sign}", enabled=not full) for sign in CODE_SIGNS]
    keys.append(ButtonLook("←", PinKey("back"), name="key-back", enabled=scene.desk.dots > 0))
    groups = [DOT * min(5, scene.desk.dots - start) for start in range(0, scene.desk.dots, 5)]
    actions = (_typed_in(scene, _("Unlock"), CODE_LENGTH),)
    return SheetLook(
        _("Recovery code"),
        tiles=tuple(keys),
        columns=11,
        actions=actions,
        display=" ".join(groups) or "…",
        warning=_told(scene),
    )


def code(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """The new recovery code, shown once."""
    _, stands = scene.words._, scene.state.office
    if not stands.code:
        return None
    done = ButtonLook(_("It is written down"), Ask(Seen()), style="primary", name="code-seen")
    return SheetLook(
        _("The recovery code"),
        (
            stands.code,
            _("Write it down and keep it away from the table: if the PIN is forgotten or locked, only it helps."),
            _("It is shown once and kept nowhere. PIN and code lost: the cards of all hands are lost."),
        ),
        actions=(done,),
        no_back=True,
    )


def pin_off(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    if not scene.state.office.open:
        return None
    return SheetLook(
        _("No PIN any more?"),
        (
            _("Everything is open to the dealer, and whoever takes the kiosk can read the cards of all hands."),
            _told(scene),
        ),
        actions=(ButtonLook(_("Remove the PIN"), Ask(RemovePin()), style="danger", name="pin-off-yes"),),
    )


def sealed(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """After a start: the cards wait for the PIN."""
    _ = scene.words._
    if not scene.state.office.sealed:
        return None
    return SheetLook(
        _("The cards are sealed"),
        (
            _("Enter the PIN to bring back the sealed cards, or go on without."),
            _("Nothing is lost: with the PIN the hand stands as it was."),
            _told(scene),
        ),
        actions=(
            ButtonLook(_("Go on without …"), Open("sealed-sure"), style="quiet", name="without"),
            ButtonLook(_("Enter the PIN"), Open("pin"), style="primary", name="unlock"),
        ),
        no_back=True,
    )


def sealed_sure(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, stands = scene.words._, scene.state.office
    if not stands.sealed:
        return None
    lines = [
        _("Chips, names, rules and the button come back."),
        _("A hand that was in play is void: its chips go back, and the same dealer deals again."),
        _("Hands played and the evening so far stay sealed until the PIN was entered."),
    ]
    if stands.count_chips:
        lines.append(_("Something was taken back last: count the chips of every player."))
    return SheetLook(
        _("Go on without the cards?"),
        tuple(lines),
        actions=(ButtonLook(_("Go on without"), Ask(GoOnWithout()), style="danger", name="without-yes"),),
        back=_("No"),
    )


def backup(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """Where a backup goes: sticks and disks that are mounted."""
    _, stands = scene.words._, scene.state.office
    tiles = [
        ButtonLook(place.rpartition("/")[2], Ask(BackUp(place)), place.rpartition("/")[0], name=f"place-{number}")
        for number, place in enumerate(stands.places, start=1)
    ][:6]
    tiles.append(ButtonLook(_("Look again"), Ask(FindPlaces()), _("for sticks"), "quiet", "look-again"))
    lines = [_told(scene) or _("Cards stay sealed in a backup; the key is not in it. Play may go on.")]
    if not stands.places:
        lines.insert(0, _("No stick is mounted: plug one in, or use the command liege export --backup FOLDER."))
    return SheetLook(_("Back up to"), tuple(lines), tuple(tiles))


def new_evening(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    if playing(scene):
        return None
    yes = ButtonLook(_("Begin a new evening"), Ask(NewEvening()), style="danger", name="new-evening-yes")
    return SheetLook(
        _("A new evening?"),
        (
            _("All seats become free; game and rules stay."),
            _("Settle up first: the hands of this evening stay in the journal, the screen begins anew."),
        ),
        actions=(yes,),
    )


def audit(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """What was put right, taken back, voided, changed or tried: the newest first, by page."""
    _, entries = scene.words._, scene.audit[::-1]
    first = int(text or "0")
    page = entries[first : first + AUDIT_LINES]
    lines = tuple(scene.words.audit_line(entry, time.strftime("%H:%M", time.localtime(entry.time))) for entry in page)
    actions = [
        ButtonLook(_("Newer"), Open("audit", text=str(first - AUDIT_LINES)), name="newer", enabled=first > 0),
        ButtonLook(
            _("Older"),
            Open("audit", text=str(first + AUDIT_LINES)),
            name="older",
            enabled=first + AUDIT_LINES < len(entries),
        ),
    ]
    return SheetLook(_("Audit"), lines or (_("Nothing was corrected, taken back or changed."),), actions=tuple(actions))
