"""The screens between hands: who plays, with how many chips, which game, which rules."""

from __future__ import annotations

from engine.inputs import Leave
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Key, Move, Open, PadAmount, Set, StartNext, Submit
from kiosk.ui.sheetlooks import Scene, SheetLook, playing, seat_of


def between(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words, view = scene.words._, scene.words, scene.state.view
    if playing(scene):
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
        ButtonLook(_("Game"), Open("games"), words.game_title(scene.desk.next_rules, view), name="games"),
        ButtonLook(_("Rules"), Open("rules"), _("limits and ante"), name="rules"),
    ]
    start = ButtonLook(
        _("Start hand {number}").format(number=view.hand + 1), StartNext(), style="primary", name="start-hand"
    )
    return SheetLook(
        _("Players and game"), tiles=tuple(tiles), columns=4, actions=(start,), warning=scene.desk.refused
    )


def player(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words = scene.words._, scene.words
    one = seat_of(scene, seat)
    if one is None or playing(scene):
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
            _("Move"),
            Open("move", one.seat),
            _("to another seat"),
            name="move",
            enabled=one.stack >= smallest_buy_in(scene),
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


def smallest_buy_in(scene: Scene) -> int:
    """The smallest buy-in: ten times the lower limit (RULES 1.4)."""
    return 10 * scene.state.view.small_bet


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


def rules(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    _, words, view = scene.words._, scene.words, scene.state.view
    if playing(scene):
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
    told = str(chosen.get("provenance", scene.desk.told_rules.get("provenance", "off")))
    following = {"off": "winner", "winner": "all", "all": "off"}[told]
    tiles.append(
        ButtonLook(
            _("Way of the cards"),
            Set("provenance", following),
            {"off": _("not told"), "winner": _("of the winners"), "all": _("of all")}[told],
            name="provenance",
        )
    )
    if side == "right":
        line = _("The winner shares with the nearest player on the right who has not folded.")
    else:
        line = _("The winner shares with the nearest player on the left who has not folded.")
    return SheetLook(
        _("Rules from the next hand on"), (line,), tuple(tiles), columns=4, warning=scene.desk.refused
    )
