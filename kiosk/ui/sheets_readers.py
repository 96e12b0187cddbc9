"""The readers' screens as plain data: overview, one reader, its lines, what is plugged in, lamps, the camera."""

from __future__ import annotations

from kiosk.reader_desk import (
    Attend,
    Choose,
    DeskState,
    LookAround,
    Offer,
    ReaderReport,
    SelfTest,
    ShowLamps,
    Told,
)
from kiosk.ui.buttons import ButtonLook, Style
from kiosk.ui.intents import AtReaders, Open
from kiosk.ui.sheetlooks import Scene, SheetLook, playing
from kiosk.wording import readers as said

NO_DESK = DeskState()
STYLES: dict[str, Style] = {"fault": "danger"}
SIGNS = {"ok": "●", "waiting": "○", "fault": "✗"}
LAMP_STEPS = ("go", "stop", "wrong", "open", "shut")
OFFERS_SHOWN = 12


def desk_of(scene: Scene) -> DeskState:
    """The reader desk; one without readers where the session has none."""
    return scene.readers or NO_DESK


def notes(scene: Scene) -> str:
    """What the desk has to say beside."""
    return " · ".join(said.say(scene.words, one) for one in desk_of(scene).notes)


def _named(scene: Scene, reader: str) -> ReaderReport | None:
    return next((one for one in desk_of(scene).readers if one.reader == reader), None)


def readers(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """All readers with their lamps, and what else can be done here."""
    _, words, desk = scene.words._, scene.words, desk_of(scene)
    between = not playing(scene)
    tiles = [
        ButtonLook(
            f"{SIGNS[one.lamp]} {said.what(words, one.what)}",
            Open("reader", text=one.reader),
            said.lamp(words, one.lamp),
            STYLES.get(one.lamp, "plain"),
            f"reader-{one.reader}",
        )
        for one in desk.readers
    ]
    if scene.readers is not None:
        over_table = desk.camera_place == "table"
        tiles += [
            ButtonLook(
                _("Live picture"), Open("live"), _("what the camera sees"), name="live",
                enabled=desk.has_camera and (between or over_table),
            ),
            ButtonLook(
                _("Learn the deck"), AtReaders(LookAround(), Open("deck"), "push"), _("by camera or tags"), name="deck",
                enabled=between and bool(desk.readers),
            ),
            ButtonLook(
                _("Calibrate"), Open("calibrate"), _("seats, sheet"), name="calibrate",
                enabled=between and desk.has_camera,
            ),
            ButtonLook(
                _("What is plugged in"), AtReaders(LookAround(), Open("plugged"), "push"), _("choose readers"),
                name="plugged", enabled=between,
            ),
        ]  # fmt: skip
    lines = [words.told(one) for report in desk.readers for one in report.faults]
    lines += [words.told(banner.sentence) for banner in scene.state.banners if banner.reader not in _names(desk)]
    if not desk.readers:
        lines += [_("No reader is connected: the dealer touches the cards in.")]
    return SheetLook(_("Readers"), tuple(lines), tuple(tiles), warning=notes(scene))


def _names(desk: DeskState) -> set[str]:
    return {one.reader for one in desk.readers}


def reader(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """One reader: what it is, where, since when, what was wrong, what its test found."""
    _, words, desk = scene.words._, scene.words, desk_of(scene)
    one = _named(scene, text)
    if one is None:
        return None
    lines = [_linked(scene, one), *(map(words.told, one.faults) if one.faults else _past(scene, one))]
    test = one.test
    if desk.busy == text:
        lines.append(_("The test runs …"))
    elif test is not None:
        verdict = _("Tested at {time}: all is well.") if test.good else _("Tested at {time}: something is wrong.")
        found = [said.say(words, part) for part in test.parts]
        lines += [verdict.format(time=test.at), *found]
    camera = one.reader == "camera"
    free = not playing(scene) or one.what == "table-camera"
    actions = [
        ButtonLook(
            _("Self-test"), AtReaders(SelfTest(text)), style="primary", name="self-test",
            enabled=free and not desk.busy,
        ),
    ]  # fmt: skip
    if camera:
        actions.append(ButtonLook(_("Live picture"), Open("live"), name="live", enabled=free))
    else:
        actions.append(ButtonLook(_("Lines"), Open("lines", text=text), _("of the link"), name="lines"))
    if one.reader == "shoe":
        actions.append(
            ButtonLook(
                _("Lamps, gate"), AtReaders(ShowLamps(LAMP_STEPS[0]), Open("lamps"), "push"), name="lamps",
                enabled=free and one.lamp != "waiting",
            )
        )  # fmt: skip
    title = f"{SIGNS[one.lamp]} {said.what(words, one.what)}"
    return SheetLook(title, tuple(lines[:9]), actions=tuple(actions), warning=notes(scene))


def _linked(scene: Scene, one: ReaderReport) -> str:
    _ = scene.words._
    if not one.since:
        if one.where:
            return _("{lamp}: {where}").format(lamp=said.lamp(scene.words, one.lamp), where=one.where)
        return said.lamp(scene.words, one.lamp)
    if one.firmware:
        return _("On {where}, linked since {time}, firmware {version}.").format(
            where=one.where, time=one.since, version=one.firmware
        )
    return _("On {where}, linked since {time}.").format(where=one.where, time=one.since)


def _past(scene: Scene, one: ReaderReport) -> tuple[str, ...]:
    _ = scene.words._
    if not one.last_fault:
        return (_("No fault since the start."),)
    return (_("Last fault, {time}: {fault}").format(time=one.last_fault_at, fault=scene.words.told(one.last_fault)),)


def lines(scene: Scene, seat: int | None, text: str) -> SheetLook:
    """The last lines of a link, the newest at the bottom."""
    _, desk = scene.words._, desk_of(scene)
    told = tuple(said.line(scene.words, one) for one in desk.lines) if desk.reader == text else ()
    one = _named(scene, text)
    title = _("{reader}: the last lines").format(reader=said.what(scene.words, one.what if one else text))
    return SheetLook(title, told or (_("Nothing was said yet."),))


def lamps(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """Gate and lamps, one after the other, for an eye. ``text``: which one, and after a colon what was wrong."""
    _ = scene.words._
    if playing(scene):
        return None
    step, _sep, held = text.partition(":")
    at = int(step or "0")
    bad = tuple(filter(None, held.split(",")))
    if at >= len(LAMP_STEPS):
        return None
    question = {
        "go": _("Is the lower lamp green and steady, the upper dark?"),
        "stop": _("Is the upper lamp red and steady, the lower dark?"),
        "wrong": _("Do both lamps blink?"),
        "open": _("Is the gate open?"),
        "shut": _("Is the gate shut?"),
    }[LAMP_STEPS[at]]
    yes = _lamp_step(at, bad)
    no = _lamp_step(at, (*bad, LAMP_STEPS[at]))
    actions = (
        ButtonLook(_("No"), no, style="danger", name="no"),
        ButtonLook(_("Yes"), yes, style="primary", name="yes"),
    )
    count = _("{number} of {all}").format(number=at + 1, all=len(LAMP_STEPS))
    return SheetLook(_("Gate and lamps"), (question, count), actions=actions)


def _lamp_step(at: int, bad: tuple[str, ...]) -> AtReaders:
    if at + 1 < len(LAMP_STEPS):
        return AtReaders(ShowLamps(LAMP_STEPS[at + 1]), Open("lamps", text=f"{at + 1}:{','.join(bad)}"), "turn")
    return AtReaders(ShowLamps("", bad), go="back")


def plugged(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """What is plugged in, by its use; ``text``: the use that is looked at."""
    _, desk = scene.words._, desk_of(scene)
    if playing(scene):
        return None
    if not scene.state.office.may:
        return _supervisors(scene, _("What is plugged in"))
    titles = {
        "shoe": _("Card shoe"),
        "deck": _("Deck with tags"),
        "scanner": _("Line scanner"),
        "rdm6300": _("RFID reader"),
        "camera": _("Camera"),
        "place": _("The camera looks at"),
        "look": _("Deck by its look"),
        "calibration": _("Calibration"),
    }
    if text:
        tiles = tuple(_choice(scene, one) for one in _offered(desk, text))[:OFFERS_SHOWN]
        nothing = () if len(tiles) > 1 else (_("Nothing else was found: plug it in, then look again."),)
        again = ButtonLook(_("Look again"), AtReaders(LookAround()), name="look-again")
        return SheetLook(titles[text], nothing, tiles, columns=2, actions=(again,), warning=notes(scene))
    tiles = tuple(
        ButtonLook(title, Open("plugged", text=field), _now(scene, field), name=f"plugged-{field}")
        for field, title in titles.items()
    )
    again = ButtonLook(_("Look again"), AtReaders(LookAround()), name="look-again")
    return SheetLook(_("What is plugged in"), (), tiles, actions=(again,), warning=notes(scene))


def _supervisors(scene: Scene, title: str) -> SheetLook:
    """The PIN is needed first."""
    enter = ButtonLook(scene.words._("Supervisor"), Open("office"), style="primary", name="office")
    return SheetLook(title, (said.say(scene.words, Told("supervisors")),), actions=(enter,))


def _offered(desk: DeskState, field: str) -> tuple[Offer, ...]:
    """What can be chosen there, and last of all: none."""
    if field == "place":
        return tuple(Offer("place", place, place, desk.camera_place == place) for place in ("spot", "table"))
    there = tuple(one for one in desk.offers if one.field == field)
    if field == "shoe":
        return there
    return (*there, Offer(field, "", "none", not any(one.chosen for one in there)))


def _choice(scene: Scene, one: Offer) -> ButtonLook:
    style: Style = "primary" if one.chosen else "plain"
    label = _label(scene, one)
    detail = one.value if one.value not in ("", "auto", "none", "spot", "table") and one.value != label else ""
    detail = detail.rpartition("/")[2] if one.field in ("deck", "look", "calibration") else detail
    return ButtonLook(label, AtReaders(Choose(one.field, one.value)), detail, style, f"choose-{one.value or 'none'}")


def _label(scene: Scene, one: Offer) -> str:
    _ = scene.words._
    return {
        "none": _("none"),
        "auto": _("the Pico that answers"),
        "spot": _("a read spot"),
        "table": _("the table"),
    }.get(one.label, one.label)


def _now(scene: Scene, field: str) -> str:
    return next((_label(scene, one) for one in _offered(desk_of(scene), field) if one.chosen), "")


def deck(scene: Scene, seat: int | None, text: str) -> SheetLook | None:
    """Which deck is to be learned, and by what."""
    _, words, desk = scene.words._, scene.words, desk_of(scene)
    if playing(scene):
        return None
    if not scene.state.office.may:
        return _supervisors(scene, _("Learn the deck"))
    if not text:
        tiles = tuple(
            ButtonLook(
                said.what(words, one.what),
                Open("deck", text="look" if one.reader == "camera" else one.reader),
                _("by its look") if one.reader == "camera" else _("by its tags"),
                name=f"deck-{one.reader}",
            )
            for one in desk.readers
        )
        return SheetLook(_("Learn the deck"), (_("What shall learn it?"),), tiles)
    own = (_("House deck"), _("Red deck"), _("Blue deck"), _("Green deck"), _("Black deck"), _("Spare deck"))
    stored = tuple(one.label for one in desk.offers if one.field == ("look" if text == "look" else "deck"))
    names = tuple(dict.fromkeys((*stored, *own)))[:OFFERS_SHOWN]
    tiles = tuple(
        ButtonLook(
            name,
            Open("look", text=name) if text == "look" else Open("tags", text=f"{text}:{name}"),
            name=f"deck-{number}",
        )
        for number, name in enumerate(names, start=1)
    )
    return SheetLook(_("Which deck?"), (), tiles)


def attended(over: object) -> Attend:
    """What the desk is to attend to while this is on top."""
    screen, text = getattr(over, "screen", ""), getattr(over, "text", "")
    match screen:
        case "lines":
            return Attend("lines", text)
        case "tags":
            reader_, _sep, name = text.partition(":")
            return Attend("tags", reader_, name)
        case "look":
            return Attend("look", "camera", text)
        case "live":
            return Attend("live", "camera")
        case "calibrate":
            return Attend("calibrate", "camera")
    return Attend("")
