"""The screens that a camera or a reader works for: a deck being learned, the live picture, the calibration."""

from __future__ import annotations

from engine.cards import Card
from kiosk.reader_desk import DrawZone, Keep, TakeBack, TakePicture, Told
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import AtReaders, Open
from kiosk.ui.sheetlooks import LearnLook, PictureLook, Scene, playing
from kiosk.ui.sheets_readers import desk_of, notes
from kiosk.wording import readers as said

SPOT = "spot"
SHEET_MARKERS = 4


def look(scene: Scene, seat: int | None, text: str) -> LearnLook | None:
    """A deck being learned by its look."""
    return _learn(scene, pictured=True)


def tags(scene: Scene, seat: int | None, text: str) -> LearnLook | None:
    """A deck being learned by its tags."""
    return _learn(scene, pictured=False)


def _learn(scene: Scene, pictured: bool) -> LearnLook | None:
    _, words, desk = scene.words._, scene.words, desk_of(scene)
    learning = desk.learning
    if playing(scene):
        return None
    if learning is None:
        why = notes(scene) or _shut(scene)
        return LearnLook(_("Learn the deck"), "", why, (0,) * 52, 1, None, False, (), pictured, enabled=False)
    wanted = learning.wanted
    if learning.said is not None:
        note = said.say(words, learning.said)
    elif wanted is not None:
        note = _("Draw {card} from the shoe, or touch another card to draw that one.").format(card=wanted.sign)
    elif pictured:
        note = _("Lay a card down alone, as it lies in play. Any order.")
    else:
        note = ""
    title = _("{deck}: {count} of 52").format(deck=learning.name, count=learning.learned)
    if wanted is not None:
        title = _("{deck}: {count} of 52 · draw {card}").format(
            deck=learning.name, count=learning.learned, card=wanted.sign
        )
    actions = (
        ButtonLook(
            _("Take back"), AtReaders(TakeBack()), _sign(learning.last), name="take-back",
            enabled=learning.last is not None,
        ),
        ButtonLook(
            _("Save") if pictured else _("Use this deck"), AtReaders(Keep()),
            _missing(scene, learning.counts, learning.goal), "primary", "keep", enabled=learning.learned > 0,
        ),
    )  # fmt: skip
    return LearnLook(
        title, note, notes(scene), learning.counts, learning.goal, wanted,
        scene.desk.settings.four_suits, actions, pictured,
    )  # fmt: skip


def _shut(scene: Scene) -> str:
    """Why what the dealer wants to look at is closed."""
    _, closed = scene.words._, desk_of(scene).closed
    if closed == "supervisor":
        return said.say(scene.words, Told("supervisors"))
    if closed == "hand":
        return _("A hand is in play: what lies on the read spot is nobody's business.")
    return {
        "no-camera": _("No camera is at the table: choose one under What is plugged in."),
        "no-reader": _("No such reader is at the table."),
    }.get(closed, "")


def _sign(card: Card | None) -> str:
    return "" if card is None else card.sign


def _missing(scene: Scene, counts: tuple[int, ...], goal: int) -> str:
    """What is missing: the cards by name while they are few."""
    missing = [Card(place) for place, count in enumerate(counts) if count < goal]
    if not missing:
        return scene.words._("all 52")
    if len(missing) <= 4:
        return scene.words._("missing: {cards}").format(cards=scene.words.hands.cards(tuple(missing)))
    return scene.words.n_("{count} card missing", "{count} cards missing", len(missing)).format(count=len(missing))


def live(scene: Scene, seat: int | None, text: str) -> PictureLook:
    """What the camera sees. Sizes and the scene's state come with the picture."""
    _, desk = scene.words._, desk_of(scene)
    shut = _shut(scene)
    over_table = playing(scene) and desk.camera_place == "table"
    lines = (_("Cards that are not face up for everyone are covered."),) if over_table and not shut else ()
    return PictureLook(_("Live picture"), lines, shut or notes(scene), live=not shut)


def calibrate(scene: Scene, seat: int | None, text: str) -> PictureLook | None:
    """The sheet, then the zones. ``text``: whose zone is drawn."""
    _, words, desk = scene.words._, scene.words, desk_of(scene)
    if playing(scene):
        return None
    made = desk.calibrating
    if made is None:
        return PictureLook(_("Calibrate"), (), _shut(scene), live=False)
    seats = [str(one.seat) for one in scene.state.view.seats]
    places = list(dict.fromkeys([*(str(number) for number in range(1, 9)), *seats, SPOT]))[:9]
    tiles = tuple(
        ButtonLook(
            _("spot") if place == SPOT else place,
            AtReaders(None, Open("calibrate", text="" if place == text else place), "turn"),
            "✓" if place in made.zones else "",
            "primary" if place == text else "plain",
            f"zone-{place}",
            enabled=made.ready,
        )
        for place in places
    )
    if text:
        lines: tuple[str, ...] = (_("Touch the zone's four corners; drag a corner to move it."),)
    else:
        lines = (said.say(words, made.said) if made.said else _("Lay the printed sheet in view, then take a picture."),)
    if made.index_pixels is not None:
        lines += (_("Usual corner: {pixels} pixels").format(pixels=made.index_pixels),)
    if text and text in made.zones:
        second = ButtonLook(_("Clear"), AtReaders(DrawZone(text, ())), _("this zone"), name="clear-zone")
    else:
        taken = made.taken > 0
        second = ButtonLook(_("Take back"), AtReaders(TakeBack()), _("a picture"), name="take-back", enabled=taken)
    actions = (
        second,
        ButtonLook(_("Take picture"), AtReaders(TakePicture()), f"{made.seen}/{SHEET_MARKERS}", name="take-picture"),
        ButtonLook(_("Save"), AtReaders(Keep()), "", "primary", "keep", enabled=made.ready and not made.saved),
    )
    return PictureLook(_("Calibrate"), lines, notes(scene), tiles, 3, actions, tuple(sorted(made.zones.items())), text)
