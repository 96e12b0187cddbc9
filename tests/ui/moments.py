"""Every kind of moment that a dealer meets, on the real screen: for the audit and for pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from engine.cards import Card
from engine.inputs import Note
from engine.rules import house_rules
from engine.variants import house_variants
from kiosk.readers.base import Fault
from kiosk.readers.sentences import sentence
from kiosk.session import Banner, CameraAsk, Crop, Lamp
from kiosk.supervision import Answer, AuditEntry, Office, TakenBack
from kiosk.ui import intents
from kiosk.ui.app import LiegeApp
from kiosk.ui.desk import Money
from kiosk.ui.hands_off import Fingers, idle
from kiosk.ui.panel import Panel
from tests import offscreen
from tests.ui.tables import MemorySession, feed

EIGHT = [
    (number, name, 6000)
    for number, name in enumerate(("Alexander", "Ben", "Cleo", "Dev", "Elisabeth", "Fay", "Gus", "Hanna"), start=1)
]
LAMPS = (Lamp("shoe", "ok"), Lamp("camera", "waiting"), Lamp("room", "off"))

LIEGE_LORD = (
    ("announce", "hand 7"),
    ("antes", "announce"),
    ("deal", "antes"),
    ("pass", "deal"),
    ("reveal", "pass"),
    ("reveal-some", "Ks@1 Qh@2 9d@3"),
    ("bet", "Ah@4 Jc@5 2c@6 2h@7"),
    ("raise", "4 bet,5 raise,6 raise,7 raise"),
    ("cap", "1 fold,2 fold"),
    ("pass-over-folded", "3 call,4 call,5 call,6 call,deal"),
    ("fourth", "pass,3h@3 3d@4 3s@5 4s@6 4c@7,checks,deal,pass,5h@3 5d@4 5s@5 6s@6 6c@7,checks,deal,pass"),
    ("showdown", "7h@3 7d@4 7s@5 8s@6 8c@7,checks,deal,pass,checks"),
    ("pay", "Ts@3 Td@3 Th@3 As@4 Ad@4 Ac@4 Js@5 Jd@5 Jh@5 Qs@6 Qd@6 Qc@6 Kd@7 Kh@7 Kc@7"),
    ("paid", "pay"),
)
STUD = (
    ("stud-deal", "hand 8,announce,antes"),
    ("bring-in", "5s@1 9c@2 Td@3 Qh@4 2c@5 3d@6 7c@7 Ah@8,deal"),
    ("pot-limit", "5 bring_in,6 complete 100,7 raise 200,8 call,1 call,2 fold"),
    ("side-pot", "3 call,4 raise 300,5 fold,6 call,7 call,8 call,1 call,3 call"),
)
PLAYING_SHEETS = (
    intents.Open("menu"),
    intents.Open("misdeal"),
    intents.Open("help"),
    intents.Open("correct"),
    intents.Open("correct", 4),
    intents.Open("evening"),
    intents.Open("settle"),
    intents.Open("readers"),
    intents.Open("settings"),
    intents.Open("panels"),
    intents.Open("rule", text="share_side"),
    intents.Open("hands"),
    intents.PickCard("show", 4, 3),
    intents.PickCard("up", 5),
)
BETWEEN_SHEETS = (
    intents.Open("between"),
    intents.Open("player", 2),
    intents.Open("move", 2),
    intents.Open("name", 8),
    intents.Open("games"),
    intents.Open("rules"),
    intents.Open("rule", text="limits"),
    intents.Open("rule", text="limit"),
    intents.Open("rule", text="opener_tie"),
    intents.PadAmount("rule", 0, "ante"),
    intents.PadAmount("rebuy", 2),
    intents.PadAmount("join", 8, "Maximilian"),
)


OPEN = Office(has_pin=True, open=True)
LOCKED = Office(has_pin=True, answer=Answer("wait", 900))
SEALED = Office(has_pin=True, sealed=True, count_chips=True, answer=Answer("locked"))
CODE = Office(has_pin=True, open=True, code="WWWWW-MMMMM-WWWWW-00000")
PLACES = Office(places=("/media/alexander/KINGSTON-64GB", "/media/alexander/Backup"), answer=Answer("backup-runs"))
SUPERVISOR_SHEETS = (
    (Office(), (intents.Open("office"), intents.Open("pin-new"), intents.Open("pin-again"), intents.Open("backup"),
                intents.Open("new-evening"), intents.Open("money"), intents.Open("money-from"),
                intents.Open("money-to"), intents.Open("money-why"), intents.Open("money-text"),
                intents.PadAmount("money", 2), intents.Open("audit"))),
    (OPEN, (intents.Open("office"), intents.Open("pin-off"))),
    (LOCKED, (intents.Open("office"), intents.Open("pin"), intents.Open("recovery"))),
    (CODE, (intents.Open("code"),)),
    (PLACES, (intents.Open("backup"),)),
    (SEALED, (intents.Open("sealed"), intents.Open("sealed-sure"), intents.Open("pin"))),
)  # fmt: skip
STUD_RULES = house_rules({"variant": "stud"}, house_variants())
AUDITED = (
    AuditEntry(1_700_000_000.0, 0, "finding", text="A part of /var/lib/liege/liege.mark was damaged."),
    AuditEntry(1_700_000_000.0, 12, "fault", text=sentence(Fault("shoe", "deck-suspect", {"hand": 12}))),
    AuditEntry(1_700_000_000.0, 12, "money", 5, 1, 12345, "pot to the wrong player", by="supervisor"),
    AuditEntry(1_700_000_000.0, 12, "office", text="go on without the cards", value="done"),
    AuditEntry(1_700_000_000.0, 12, "undo", what=TakenBack("act", 5, "complete", 12345)),
    AuditEntry(1_700_000_000.0, 12, "correct", 1),
    AuditEntry(1_700_000_000.0, 12, "rule", text="open_pair_option", value=STUD_RULES),
)  # fmt: skip


def sheet_name(over: object) -> str:
    """A file-name-like word for an open screen."""
    return "-".join(
        str(part)
        for part in (type(over).__name__.lower(), *(getattr(over, field) for field in ("screen", "purpose", "text")
                     if getattr(over, field, "")))
    )  # fmt: skip


def supervisor_moments(session: MemorySession, app: LiegeApp, fingers: Fingers) -> Iterator[tuple[str, Fingers]]:
    """The supervisor's screens, with the longest that they can have to say."""
    session.audited = AUDITED
    for office, sheets in SUPERVISOR_SHEETS:
        session.office = office
        session.submit(Note("the office changed"))
        idle(3)
        for name, _ in _over(app, fingers, sheets):
            yield f"{name}{'-sealed' if office.sealed else '-open' if office.open else ''}", fingers
    session.office = Office()
    session.submit(Note("a home game again"))
    idle(3)
    app.do(intents.PadAmount("money", 2))
    app.desk = replace(app.desk, money=Money(1, 2, 5, 12345, "something that was typed in"))
    app.do(intents.Open("money-sure"))
    idle(3)
    yield "money-sure", fingers
    app.do(intents.Close(everything=True))
    idle(2)


def _over(app: LiegeApp, fingers: Fingers, sheets: tuple[object, ...]) -> Iterator[tuple[str, Fingers]]:
    for over in sheets:
        app.do(over)  # type: ignore[arg-type]
        idle(3)
        yield sheet_name(over), fingers
        app.do(intents.Close(everything=True))
        idle(2)


def _crop() -> Crop:
    """The corner of a nine of hearts, as a camera sees it."""
    face = cv2.imread(str(Path(__file__).resolve().parents[1] / "vision" / "faces" / "9h.png"))
    assert face is not None
    corner = cv2.GaussianBlur(face[4:104, 2:72], (0, 0), 2.2)[:, :, ::-1]
    return Crop(corner.shape[1], corner.shape[0], corner.tobytes())


CROP = _crop()
LIKELY = tuple((Card.parse(name), chance) for name, chance in (("9h", 0.5), ("6h", 0.3), ("8h", 0.1)))
ASKS = {
    "asked": (CameraAsk(1, 5, "unknown", CROP, LIKELY), CameraAsk(2, 4, "unknown", CROP, LIKELY)),
    "asked-contradicted": (CameraAsk(3, 4, "contradicted", CROP, LIKELY[:1]),),
    "asked-without-names": (CameraAsk(4, 7, "unknown", CROP),),
    "asked-again": (CameraAsk(-1, 5, "again"),),
    "asked-laid-again": (CameraAsk(-1, 5, "laid-again"),),
}
"""Questions of the camera: the same places of the screen, with as much on them as there can be."""


def asked(session: MemorySession, fingers: Fingers) -> Iterator[tuple[str, Fingers]]:
    """Every kind of question, one after the other, and none in the end."""
    for name, asks in ASKS.items():
        session.ask(*asks)
        idle(3)
        yield name, fingers
    session.ask()
    idle(2)


def moments(panel: Panel, language: str = "en", theme: str = "night") -> Iterator[tuple[str, Fingers]]:
    """Name of the moment, and the fingers that read it."""
    offscreen.clear()
    session = MemorySession(EIGHT[:7])
    app = LiegeApp(session, panel=panel, language=language, theme=theme)
    fingers = Fingers(app)
    yield "start", fingers
    session.lamps = LAMPS
    for name, script in LIEGE_LORD:
        feed(session, script)
        idle(3)
        yield name, fingers
        if name == "reveal-some":
            yield from asked(session, fingers)
        if name == "bet":
            session.say_banner(Banner("shoe", "lost", sentence(Fault("shoe", "lost"))))
            idle(3)
            yield "fault", fingers
            session.say_banner(Banner("shoe", "restarted", sentence(Fault("shoe", "restarted")), True))
            idle(3)
            yield "fault-to-confirm", fingers
            fingers.tap("banner-done")
        if name == "showdown":
            yield from _over(app, fingers, PLAYING_SHEETS)
        if name == "pay":
            yield from _over(app, fingers, (intents.Open("why"),))
    yield from _over(app, fingers, BETWEEN_SHEETS)
    yield from supervisor_moments(session, app, fingers)
    app.do(intents.Look(1, 5))
    idle(2)
    yield "looking-back", fingers
    offscreen.clear()
    seats = [*EIGHT[:3], (4, "Dev", 325), *EIGHT[4:]]
    session = MemorySession(seats, {"variant": "stud", "limit": "pot"})
    app = LiegeApp(session, panel=panel, language=language, theme=theme)
    fingers = Fingers(app)
    for name, script in STUD:
        feed(session, script)
        idle(3)
        yield name, fingers
        if name == "pot-limit":
            yield from _over(app, fingers, (intents.PadAmount("bet", 3),))
    assert not app.failures
    offscreen.clear()
