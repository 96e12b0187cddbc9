"""The screens over the table as plain data: a title, sentences, tiles to touch, actions at the bottom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from engine.cards import Card
from engine.inputs import Leave, Void
from engine.view import SeatView
from kiosk.session import ScreenState
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.desk import Desk
from kiosk.ui.evening import Evening, settle
from kiosk.ui.intents import Key, Open, PadAmount, PickCard, Set, StartNext, Submit
from kiosk.wording import Wording
from kiosk.wording.catalogue import LANGUAGES


@dataclass(frozen=True, slots=True)
class SheetLook:
    """One screen over the table. ``display``: what is being typed, in large letters."""

    title: str
    lines: tuple[str, ...] = ()
    tiles: tuple[ButtonLook, ...] = ()
    columns: int = 3
    actions: tuple[ButtonLook, ...] = ()
    display: str = ""
    warning: str = ""
    plot: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Lines of figures, each with its name, drawn beside the sentences."""
    back: str = ""
    """Label of the way back; empty: Back."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a sheet is made from."""

    state: ScreenState
    words: Wording
    desk: Desk
    hands: tuple[tuple[int, str, int], ...] = ()
    """Hands that can be looked at: number, what it was, how many steps."""
    evening: Evening = field(default_factory=Evening)


def sheet(name: str, seat: int | None, text: str, scene: Scene) -> SheetLook | None:
    """The look of an open screen; None: there is nothing left to show, so it closes."""
    return _SHEETS[name](scene, seat, text)


def _open_hand(scene: Scene) -> bool:
    return scene.state.view.status == "open"


def _seat(scene: Scene, number: int | None) -> SeatView | None:
    return next((seat for seat in scene.state.view.seats if seat.seat == number), None)


def _menu(scene: Scene, seat: int | None, text: str) -> SheetLook:
    _ = scene.words._
    playing = _open_hand(scene)
    tiles = (
        ButtonLook(_("Misdeal"), Open("misdeal"), _("all chips go back"), "danger", "misdeal", playing),
        ButtonLook(
            _("Correct a card"), Open("correct"), _("a read was wrong"), name="correct", enabled=playing
        ),
        ButtonLook(_("What now?"), Open("help"), _("the rule behind it"), name="help"),
        ButtonLook(_("Hands played"), Open("hands"), _("step by step"), name="hands"),
        ButtonLook(
            _("Players, game"), Open("between"), _("between hands"), name="between", enabled=not playing
        ),
        ButtonLook(_("Evening"), Open("evening"), _("stacks so far"), name="evening"),
        ButtonLook(_("Readers"), Open("readers"), _("shoe, camera"), name="readers"),
        ButtonLook(_("Settings"), Open("settings"), _("language, colours"), name="settings"),
    )
    return SheetLook(_("Menu"), tiles=tiles)


def _misdeal(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    if not _open_hand(scene):
        return None
    pot = scene.words.money(scene.state.view.pot)
    yes = ButtonLook(
        _("Yes, misdeal"), Submit(Void("misdeal"), then_close=True), style="danger", name="misdeal-yes"
    )
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
    if not _open_hand(scene):
        return None
    view = scene.state.view
    at = _seat(scene, seat)
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
            tiles.append(
                ButtonLook(_("The middle"), _fix(None, view.common[0]), words.hands.cards(view.common))
            )
        return SheetLook(
            _("Whose card is wrong?"), (_("A card that lies face up: touch its player."),), tuple(tiles)
        )
    tiles = [
        ButtonLook(
            "?" if card is None else card.sign,
            _fix(at.seat, card),
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


def _fix(seat: int | None, card: Card | None) -> PickCard:
    return PickCard("up", seat) if card is None else PickCard("correct", seat, was=card)


def _between(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words, view = scene.words._, scene.words, scene.state.view
    if _open_hand(scene):
        return None
    there = {one.seat: one for one in view.seats}
    tiles = []
    for number in range(1, 9):
        one = there.get(number)
        if one is None:
            tiles.append(
                ButtonLook(
                    _("Seat {number}").format(number=number),
                    Open("name", number),
                    _("free: touch to join"),
                    "quiet",
                    f"free-{number}",
                )
            )
            continue
        detail = _("sits out") if number in scene.desk.sitting_out else words.money(one.stack)
        tiles.append(ButtonLook(one.name, Open("player", number), detail, name=f"player-{number}"))
    tiles += [
        ButtonLook(
            _("Game"), Open("games"), words.game_title(scene.desk.next_rules, view.title), name="games"
        ),
        ButtonLook(_("Rules"), Open("rules"), _("limits and ante"), name="rules"),
    ]
    start = ButtonLook(
        _("Start hand {number}").format(number=view.hand + 1), StartNext(), style="primary", name="start-hand"
    )
    return SheetLook(
        _("Players and game"), tiles=tuple(tiles), columns=4, actions=(start,), warning=scene.desk.refused
    )


def _player(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words = scene.words._, scene.words
    one = _seat(scene, seat)
    if one is None or _open_hand(scene):
        return None
    out = one.seat in scene.desk.sitting_out
    tiles = (
        ButtonLook(_("Buy chips"), PadAmount("rebuy", one.seat), name="rebuy"),
        ButtonLook(
            _("Deal in again") if out else _("Sit out"),
            Set("sit-out", one.seat),
            _("from the next hand"),
            name="sit-out",
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


def _name(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _ = scene.words._
    typed = scene.desk.typed
    if seat is None or _seat(scene, seat) is not None:
        return None
    full = len(typed) >= LONGEST_NAME
    keys = [
        ButtonLook(
            letter, Key(letter if not typed else letter.lower()), name=f"key-{letter}", enabled=not full
        )
        for letter in LETTERS
    ]
    keys.append(ButtonLook("←", Key("back"), name="key-back", enabled=bool(typed)))
    on = ButtonLook(
        _("Chips …"), PadAmount("join", seat, typed), style="primary", name="enter", enabled=bool(typed)
    )
    return SheetLook(
        _("Seat {number}: who sits down?").format(number=seat),
        tiles=tuple(keys),
        columns=10,
        actions=(on,),
        display=typed or "…",
    )


def _games(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words = scene.words._, scene.words
    if _open_hand(scene):
        return None
    tiles = tuple(
        ButtonLook(title, Set("preset", name), what, name=f"preset-{name}")
        for name, title, what in words.presets()
    )
    return SheetLook(_("Which game?"), (_("From the next hand on."),), tiles, columns=2)


def _rules(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words, view = scene.words._, scene.words, scene.state.view
    if _open_hand(scene):
        return None
    chosen = dict(scene.desk.next_rules)
    game = view.game
    small = int(str(chosen.get("small_bet", view.small_bet)))
    side = str(chosen.get("share_side", view.share_side or "right"))
    ante = int(str(chosen.get("ante", game.ante if game else 0)))
    limits = [(50, 100), (100, 200), (200, 400), (500, 1000), (1000, 2000)]
    tiles = [
        ButtonLook(
            _("Limits {small}/{big}").format(small=words.money(low), big=words.money(high)),
            Set("limits", (low, high)),
            _("chosen") if low == small else "",
            "primary" if low == small else "plain",
            f"limits-{low}",
        )
        for low, high in limits
    ]
    tiles += [
        ButtonLook(
            _("Ante {amount}").format(amount=words.money(amount)),
            Set("ante", amount),
            _("chosen") if amount == ante else "",
            "primary" if amount == ante else "plain",
            f"ante-{amount}",
        )
        for amount in words.antes(small, view.smallest_chip)
    ]
    tiles.append(
        ButtonLook(
            _("Share right") if side == "left" else _("Share left"),
            Set("share_side", "right" if side == "left" else "left"),
            _("now right") if side == "right" else _("now left"),
            name="share-side",
        )
    )
    if side == "right":
        line = _("The winner shares with the nearest player on the right who has not folded.")
    else:
        line = _("The winner shares with the nearest player on the left who has not folded.")
    return SheetLook(_("Rules from the next hand on"), (line,), tuple(tiles), warning=scene.desk.refused)


def _hands(scene: Scene, seat: int | None, text: str) -> SheetLook:
    from kiosk.ui.intents import Look

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
    plot = tuple(
        (evening.names[one], tuple(evening.stacks[hand].get(one, 0) for hand in hands)) for one in balances
    )
    pay = ButtonLook(
        _("Settle up"), Open("settle"), _("who pays whom"), "primary", "settle", enabled=bool(balances)
    )
    return SheetLook(_("The evening so far"), tuple(lines), plot=plot, actions=(pay,))


def _settle(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """The fewest payments after which everyone has what they won."""
    _, words, names = scene.words._, scene.words, scene.evening.names
    balances = scene.evening.balances()
    payments = settle(balances) if not sum(balances.values()) else []
    lines = tuple(
        _("{payer} pays {receiver} {amount}").format(
            payer=names[payer], receiver=names[receiver], amount=words.money(amount)
        )
        for payer, receiver, amount in payments
    )
    return SheetLook(_("Who pays whom"), lines or (_("Nobody owes anything."),))


def _readers(scene: Scene, seat: int | None, text: str) -> SheetLook:
    _ = scene.words._
    states = {
        "ok": _("ready"),
        "waiting": _("not heard yet"),
        "fault": _("fault"),
        "off": _("switched off"),
    }
    lines = [
        _("{reader}: {state}").format(reader=lamp.reader, state=states[lamp.state])
        for lamp in scene.state.lamps
    ]
    lines += [banner.sentence for banner in scene.state.banners]
    return SheetLook(
        _("Readers"), tuple(lines) or (_("No reader is connected: the dealer touches the cards in."),)
    )


def _settings(scene: Scene, seat: int | None, text: str) -> SheetLook:
    _, settings = scene.words._, scene.desk.settings
    on, off = _("on"), _("off")
    others = [code for code in LANGUAGES if code != settings.language]
    tiles = [
        ButtonLook(LANGUAGES[code], Set("language", code), _("language"), name=f"language-{code}")
        for code in others
    ]
    tiles += [
        ButtonLook(
            _("Day colours") if settings.theme == "night" else _("Night colours"),
            Set("theme", "day" if settings.theme == "night" else "night"),
            _("now: {theme}").format(theme=_("night") if settings.theme == "night" else _("day")),
            name="theme",
        ),
        ButtonLook(
            _("Four-colour suits"), Set("four_suits", not settings.four_suits),
            on if settings.four_suits else off, name="four-suits",
        ),
        ButtonLook(
            _("Sounds"), Set("sounds", not settings.sounds), on if settings.sounds else off, name="sounds"
        ),
    ]  # fmt: skip
    return SheetLook(_("Settings"), tiles=tuple(tiles))


_SHEETS: dict[str, Callable[[Scene, int | None, str], SheetLook | None]] = {
    "menu": _menu,
    "misdeal": _misdeal,
    "why": _why,
    "help": _help,
    "correct": _correct,
    "between": _between,
    "player": _player,
    "name": _name,
    "games": _games,
    "rules": _rules,
    "hands": _hands,
    "evening": _evening,
    "settle": _settle,
    "readers": _readers,
    "settings": _settings,
}
