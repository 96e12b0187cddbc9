"""The screens over the table as plain data: a title, sentences, tiles to touch, actions at the bottom."""

from __future__ import annotations

from collections.abc import Callable

from engine.cards import Card
from engine.inputs import Void
from engine.view import SeatView
from kiosk.ui import (
    sheets_between,
    sheets_camera,
    sheets_money,
    sheets_office,
    sheets_readers,
    sheets_rules,
    sheets_settings,
)
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Look, Open, PickCard, Submit
from kiosk.ui.looks import TableLook
from kiosk.ui.setup import setup_look
from kiosk.ui.sheetlooks import LearnLook, PictureLook, Scene, SheetLook, playing, seat_of

AnyLook = SheetLook | PictureLook | LearnLook | TableLook


def sheet(name: str, seat: int | None, text: str, scene: Scene) -> AnyLook | None:
    """The look of an open screen; None: there is nothing left to show, so it closes."""
    return _SHEETS[name](scene, seat, text)


def _menu(scene: Scene, seat: int | None, text: str) -> SheetLook:
    _ = scene.words._
    on = playing(scene)
    tiles = (
        ButtonLook(_("Misdeal"), Open("misdeal"), _("all chips go back"), "danger", "misdeal", on),
        ButtonLook(_("Correct a card"), Open("correct"), _("a read was wrong"), name="correct", enabled=on),
        ButtonLook(_("What now?"), Open("help"), _("the rule behind it"), name="help"),
        ButtonLook(_("Hands played"), Open("hands"), _("step by step"), name="hands"),
        ButtonLook(_("Players, game"), Open("between"), _("between hands"), name="between", enabled=not on),
        ButtonLook(_("Rules"), Open("rules"), _("of the house"), name="rules"),
        ButtonLook(_("Evening"), Open("evening"), _("stacks so far"), name="evening"),
        ButtonLook(_("Readers"), Open("readers"), _("shoe, camera"), name="readers"),
        ButtonLook(_("Settings"), Open("settings"), _("language, colours"), name="settings"),
        ButtonLook(_("Supervisor"), Open("office"), _("PIN, money, audit"), name="office"),
    )
    return SheetLook(_("Menu"), tiles=tiles)


def _misdeal(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    if not playing(scene):
        return None
    pot = scene.words.money(scene.state.view.pot)
    yes = ButtonLook(_("Yes, misdeal"), Submit(Void("misdeal"), then_close=True), style="danger", name="misdeal-yes")
    return SheetLook(
        _("Misdeal?"),
        (
            _("The hand is void: all {pot} of the pot goes back to where it came from.").format(pot=pot),
            _("The button stays, and the same dealer deals again. Undo takes a misdeal back."),
        ),
        actions=(yes,),
        back=_("No, play on"),
    )


def _why(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    lines = tuple(scene.words.payout(scene.state.view))
    return SheetLook(scene.words._("Why"), lines) if lines else None


def _help(scene: Scene, seat: int | None, text: str) -> SheetLook:
    view = scene.state.view
    spoken = scene.words.prompt(view.prompt, view)
    lines = tuple(line for line in (scene.words.rule_behind(view.prompt, view), spoken.why) if line)
    return SheetLook(spoken.headline, lines)


def _correct(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """Which card is wrong? Only cards that lie face up can be named here."""
    _, words = scene.words._, scene.words
    if not playing(scene):
        return None
    view = scene.state.view
    at = seat_of(scene, seat)
    if at is None:
        tiles = [
            ButtonLook(
                one.name,
                Open("correct", one.seat),
                words.hands.cards(_faces(one)),
                name=f"correct-{one.seat}",
            )
            for one in view.seats
            if _faces(one)
        ]
        if view.common:
            tiles.append(ButtonLook(_("The middle"), _fix(None, view.common[0]), words.hands.cards(view.common)))
        return SheetLook(_("Whose card is wrong?"), (_("A card that lies face up: touch its player."),), tuple(tiles))
    tiles = [
        ButtonLook(
            "?" if card is None else card.sign,
            _fix(at.seat, card, view.up_places[index] if card is None else None),
            _("unread") if card is None else "",
            name=f"card-{index}",
        )
        for index, card in enumerate(_faces(at))
    ]
    if not tiles:
        return SheetLook(words.name(seat), (_("No card of this player lies face up."),))
    title = _("{name}: which card is wrong?").format(name=at.name)
    return SheetLook(title, (_("Touch it, then the card that it really is."),), tuple(tiles), columns=4)


def _faces(seat: SeatView) -> tuple[Card | None, ...]:
    return (*seat.up, *seat.shown, *seat.exposed)


def _fix(seat: int | None, card: Card | None, place: tuple[int, int] | None = None) -> PickCard:
    if card is not None:
        return PickCard("correct", seat, was=card)
    return PickCard("common", None) if seat is None else PickCard("unread", seat, place=place)


def _hands(scene: Scene, seat: int | None, text: str) -> SheetLook:
    _ = scene.words._
    tiles = tuple(
        ButtonLook(_("Hand {number}").format(number=number), Look(number), what, name=f"hand-{number}")
        for number, what, _steps in scene.hands
    )
    lines = () if tiles else (_("No hand has been played yet."),)
    return SheetLook(_("Hands played"), lines, tiles, columns=4)


def _evening(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """Stacks over the hands, what each has won or lost, and who pays whom."""
    _, words, evening = scene.words._, scene.words, scene.evening
    balances = evening.balances()
    hands = sorted(evening.stacks)
    lines = [
        _("{name} {change} · pots {won}, shares {shared}").format(
            name=evening.names[one],
            change=("+" if balance > 0 else "") + words.money(balance),
            won=evening.won.get(one, 0),
            shared=evening.shared.get(one, 0),
        )
        for one, balance in sorted(balances.items(), key=lambda item: -item[1])
    ]
    plot = tuple((evening.names[one], tuple(evening.stacks[hand].get(one, 0) for hand in hands)) for one in balances)
    pay = ButtonLook(_("Settle up"), Open("settle"), _("who pays whom"), "primary", "settle", enabled=bool(balances))
    return SheetLook(_("The evening so far"), tuple(lines), plot=plot, actions=(pay,))


def _settle(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """The fewest payments after which everyone has what they won."""
    lines = tuple(scene.words.settle_up(scene.evening.balances(), scene.evening.names))
    return SheetLook(scene.words._("Who pays whom"), lines)


_SHEETS: dict[str, Callable[[Scene, int | None, str], AnyLook | None]] = {
    "office": sheets_office.office,
    "pin": sheets_office.pin,
    "pin-new": sheets_office.pin_new,
    "pin-again": sheets_office.pin_again,
    "pin-off": sheets_office.pin_off,
    "recovery": sheets_office.recovery,
    "code": sheets_office.code,
    "sealed": sheets_office.sealed,
    "sealed-sure": sheets_office.sealed_sure,
    "backup": sheets_office.backup,
    "new-evening": sheets_office.new_evening,
    "audit": sheets_office.audit,
    "money": sheets_money.money,
    "money-from": sheets_money.money_from,
    "money-to": sheets_money.money_to,
    "money-why": sheets_money.money_why,
    "money-text": sheets_money.money_text,
    "money-sure": sheets_money.money_sure,
    "menu": _menu,
    "misdeal": _misdeal,
    "why": _why,
    "help": _help,
    "correct": _correct,
    "between": lambda scene, seat, text: setup_look(scene),
    "player": sheets_between.player,
    "move": sheets_between.move,
    "name": sheets_between.name,
    "games": sheets_between.games,
    "rules": sheets_rules.rules,
    "rule": sheets_rules.rule,
    "hands": _hands,
    "evening": _evening,
    "settle": _settle,
    "readers": sheets_readers.readers,
    "reader": sheets_readers.reader,
    "lines": sheets_readers.lines,
    "lamps": sheets_readers.lamps,
    "plugged": sheets_readers.plugged,
    "deck": sheets_readers.deck,
    "look": sheets_camera.look,
    "tags": sheets_camera.tags,
    "live": sheets_camera.live,
    "calibrate": sheets_camera.calibrate,
    "settings": sheets_settings.settings,
    "panels": sheets_settings.panels,
}
