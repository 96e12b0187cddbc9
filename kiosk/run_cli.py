"""``liege run``: opens the store, the readers and the screen, and plays until the screen is closed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from engine.rules import RulesError, house_rules
from engine.variants import VariantError
from kiosk import reader_choice
from kiosk.demo import ShuffledShoe, demo_header
from kiosk.display import find_display, say_trouble
from kiosk.door import Door
from kiosk.journal import JournalError
from kiosk.live_reader_desk import LiveReaderDesk
from kiosk.live_session import LiveSession
from kiosk.reader_bench import ReaderBench
from kiosk.reader_choice import ReaderChoice
from kiosk.reader_log import ReaderLog
from kiosk.reader_making import ReaderMaker, Sights, load_parts
from kiosk.readers.base import CardReader, Receipt
from kiosk.readers.link_lines import LinkLines
from kiosk.recorder import Recorder, free_name
from kiosk.recording import Header, read_variants
from kiosk.session import Banner
from kiosk.settings import Settings, SettingsKeeper, load
from kiosk.store_place import open_guarded
from kiosk.systemd import keep_out_of_swap

if TYPE_CHECKING:
    from kiosk.ui.panel import Panel

Subparsers = Any

DATA: Final = Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "liege"
"""Where the journal, the decks and the session files of this user lie."""


def add_parser(subparsers: Subparsers) -> None:
    """Add ``run``."""
    run = subparsers.add_parser("run", help="start the kiosk")
    run.add_argument("--demo", action="store_true", help="a demo table with a simulated shoe, nothing kept")
    run.add_argument("--practice", action="store_true", help="a demo table whose players play by themselves")
    run.add_argument("--data", type=Path, metavar="FOLDER", help=f"where the journal lies (default: {DATA})")
    run.add_argument(
        "--shoe",
        metavar="PORT",
        help="the shoe's serial port, 'auto', 'none' or 'simulated' (default: as chosen on the screen, or auto)",
    )
    run.add_argument("--deck", type=Path, metavar="DECK", help="the deck in the shoe")
    run.add_argument("--scanner", metavar="PORT", help="a line scanner instead of the shoe")
    run.add_argument("--rdm6300", metavar="PORT", help="an RDM6300 reader instead of the shoe")
    run.add_argument("--camera", metavar="SOURCE", help="a camera: a number, a folder, a video file, an address")
    run.add_argument("--calibration", type=Path, metavar="FILE", help="the camera is over the table, calibrated so")
    run.add_argument("--look", type=Path, metavar="FILE", help="the deck that the camera has learned")
    run.add_argument("--players", type=int, default=5, choices=range(2, 9), help="players at a demo table (default: 5)")
    run.add_argument("--variant", default="liege-lord", help="the game of a new table (default: liege-lord)")
    run.add_argument(
        "--game",
        type=Path,
        action="append",
        default=[],
        metavar="TOML",
        help="also offer the game of this file",
    )
    run.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule of a new table, as in --rule share_side=left --rule ante=50",
    )
    run.add_argument("--seed", type=int, help="shuffle the simulated shoe in this way")
    run.add_argument("--pictures", type=Path, metavar="FOLDER", help="where the demo without a screen puts pictures")
    run.add_argument("--panel", metavar="NAME", help="the screen (default: the one that is found, else 7-800x480)")
    run.add_argument("--language", choices=["en", "de"], help="of the screen (default: that of the settings)")
    run.add_argument("--until", choices=["first-prompt"], help="end as soon as the first prompt is on the screen")
    run.set_defaults(func=run_kiosk)


class SetUpError(Exception):
    """The kiosk cannot start with what it was given; one sentence."""


@dataclass(frozen=True, slots=True)
class Place:
    """A kiosk that is ready to be shown; ``shoe`` where it is a simulated one."""

    session: LiveSession
    folder: Path
    recording: Path
    shoe: ShuffledShoe | None
    desk: LiveReaderDesk


@contextmanager
def open_place(arguments: argparse.Namespace) -> Iterator[Place]:
    """The store, the readers and the session. Raises JournalError, DeckError or SimulationError, a
    sentence each."""
    with ExitStack() as stack:
        if arguments.demo and arguments.data is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="liege-demo-")))
        else:
            folder = arguments.data or DATA
        journal, supervisor = open_guarded(folder)
        stack.callback(journal.close)
        sights, lines = Sights(), LinkLines()

        def receipts() -> list[Receipt]:
            return [Receipt(boot, seq) for boot, seq in journal.last_receipts().items()]

        maker = ReaderMaker(receipts, sights, lines.heard)
        stored, trouble = reader_choice.load(folder)
        choice = _chosen(arguments, stored)
        readers, shoe, troubles = _readers(arguments, choice, maker, stack)
        log = ReaderLog(lines)
        bench = ReaderBench(folder, choice, stored, maker, readers, log)
        desk = LiveReaderDesk(folder, bench, maker, sights, lines, log, filter(None, (trouble, *troubles)))

        stamp = time.strftime("%Y%m%d-%H%M%S")
        path = folder / "sessions" / f"{stamp}.session.jsonl"

        def recorder(header: Header) -> Recorder:
            return Recorder(free_name(path), header.line())

        header = _new_table(arguments)
        session = LiveSession(journal, header, readers, shoe, recorder, listen=desk.hear, supervisor=supervisor)
        stack.callback(session.close)
        sights.game, sights.lay = session.see, session.lay
        maker.receipts = lambda: session.run_there(receipts)  # the journal is the session's alone from now on
        desk.attach(session)
        stack.callback(desk.close)
        if not arguments.demo:
            stack.callback(Door(folder, session).close)
        if arguments.practice:
            from kiosk.practice import PracticePlayers

            stack.callback(PracticePlayers(session, seed=len(journal.hands()) + 1).close)
        yield Place(session, folder, path, shoe, desk)


def _new_table(arguments: argparse.Namespace) -> Header:
    """The table where the store holds none yet: a demo's players, or empty seats for the dealer to fill."""
    variants = read_variants(arguments.game)
    if arguments.variant not in variants:
        raise VariantError(f"there is no game {arguments.variant!r}; there are {', '.join(sorted(variants))}")
    rules = {"variant": arguments.variant, **dict(map(_rule, arguments.rule))}
    house_rules(rules, variants)
    if arguments.demo:
        demo = demo_header(arguments.players, arguments.variant)
        return Header(demo.table, rules, demo.seats, variants)
    return Header("", rules, (), variants)


def _rule(text: str) -> tuple[str, object]:
    """``share_side=left``, ``ante=50``, ``max_raises=null``: the name of a house rule and its value."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def _chosen(arguments: argparse.Namespace, stored: ReaderChoice) -> ReaderChoice:
    """The readers that were chosen on the screen, where no option names others."""
    given = {
        name: str(value)
        for name in ("shoe", "deck", "scanner", "rdm6300", "camera", "calibration", "look")
        if (value := getattr(arguments, name)) is not None
    }
    if "camera" in given:  # an option names another camera: what belongs to the chosen one does not count
        given = {"calibration": "", **given}
    if "calibration" in given:
        given["place"] = "table" if given["calibration"] else "spot"
    return stored.with_changed(**given)


def _readers(
    arguments: argparse.Namespace, choice: ReaderChoice, maker: ReaderMaker, stack: ExitStack
) -> tuple[list[CardReader], ShuffledShoe | None, list[str]]:
    """The readers, the simulated shoe of a demo, and what is wrong with a part that was chosen on the screen."""
    parts = load_parts(choice)
    for name, trouble in parts.troubles.items():
        if getattr(arguments, name) is not None:
            raise SetUpError(trouble)
    if arguments.demo or arguments.shoe == "simulated":
        shuffled = ShuffledShoe(arguments.seed if arguments.seed is not None else time.time_ns())
        stack.callback(shuffled.close)
        maker.simulated = shuffled.deck, shuffled.shoe.ports
        return maker.all_of(choice, parts), shuffled, []
    return maker.all_of(choice, parts), None, list(parts.troubles.values())


def run_kiosk(arguments: argparse.Namespace) -> int:
    """Start the kiosk; without a display the demo plays one hand by itself."""
    from kiosk.decks import DeckError
    from kiosk.readers.simulated_shoe import SimulationError
    from kiosk.ui.panel import PANELS, panel_named

    arguments.demo = arguments.demo or arguments.practice
    if arguments.panel and panel_named(arguments.panel) is None:
        print(f"liege: there is no panel {arguments.panel!r}; there are {', '.join(PANELS)}", file=sys.stderr)
        return 2
    display = find_display()
    say_trouble(display, _instead(arguments, display.seen))
    arguments.panel = arguments.panel or display.layout
    if arguments.seed is None and arguments.demo and not display.seen:
        arguments.seed = 37  # Ben folds early, so that passes and the share go round him
    try:
        if not arguments.demo:
            keep_out_of_swap()
        with open_place(arguments) as place:
            return _show(arguments, place, display.seen)
    except (JournalError, DeckError, SimulationError, VariantError, RulesError, SetUpError) as error:
        print(error, file=sys.stderr)
        return 2


def _instead(arguments: argparse.Namespace, seen: bool) -> str:
    if seen:
        return "another one is taken"
    return "the demo goes on without a screen" if arguments.demo else "no other one was found"


def _looks(
    arguments: argparse.Namespace, folder: Path, whole: bool
) -> tuple[Panel, Settings, Banner | None, tuple[str, ...]]:
    """The screen that was found, the settings and what is wrong with them, and the layouts that fit.

    ``whole``: the kiosk has the whole screen, whose pixels are what they are; else its window takes any size.
    """
    from kiosk.ui.panel import DEFAULT, PANELS, panel_named

    settings, banner = load(folder, PANELS)
    if arguments.language is not None:
        settings = replace(settings, language=arguments.language)
    found = panel_named(arguments.panel) if arguments.panel else PANELS.get(settings.panel, PANELS[DEFAULT])
    assert found is not None  # run_kiosk has looked
    fits = tuple(name for name, one in PANELS.items() if not whole or one.size == found.size)
    if settings.panel not in fits:
        settings = replace(settings, panel="")  # the screen was exchanged for one of another size
    return found, settings, banner, fits


def _show(arguments: argparse.Namespace, place: Place, seen: bool) -> int:
    from kiosk.ui import environment
    from kiosk.ui.panel import PANELS

    whole = seen and not arguments.demo
    found, settings, banner, fits = _looks(arguments, place.folder, whole)
    panel = PANELS.get(settings.panel, found)
    environment.prepare(panel.width, panel.height, offscreen=not seen, kiosk=whole)
    if seen or arguments.until:
        from kiosk.ui.app import LiegeApp
        from kiosk.watched import watch

        keeper = SettingsKeeper(place.folder)
        app = LiegeApp(
            place.session,
            reader_desk=place.desk,
            panel=found,
            settings=settings,
            keeper=keeper,
            banner=banner,
            panels=fits,
            until_first_prompt=arguments.until == "first-prompt",
        )
        watch(app)
        app.run()
        keeper.close()
        return 0
    if not arguments.demo or place.shoe is None:
        print("liege: there is no display here; see liege doctor, or try liege run --demo", file=sys.stderr)
        return 2
    from kiosk.demo_hand import play_hand

    pictures = arguments.pictures or Path(tempfile.mkdtemp(prefix="liege-pictures-"))
    return play_hand(place.session, pictures, print)
