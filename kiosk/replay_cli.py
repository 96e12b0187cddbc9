"""``liege replay FILE`` and ``liege check FILE`` (SESSION-FORMAT)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from engine.inputs import Act, Muck, Undo, Void
from engine.variants import VariantError
from kiosk import decks
from kiosk.decks import Deck, DeckError
from kiosk.recording import Malformed, Recording, read_session, read_variants
from kiosk.replay import Event, Replay, replay_recording
from kiosk.replay_readers import FrameError, inputs_of
from kiosk.taken_back import taken_back
from kiosk.wording import Wording

Subparsers = Any


def add_parser(subparsers: Subparsers) -> None:
    """Add ``replay`` and ``check``."""
    replay = subparsers.add_parser("replay", help="tell a recorded session")
    replay.add_argument("file", type=Path, metavar="FILE", help="a session file, NAME.session.jsonl")
    way = replay.add_mutually_exclusive_group()
    way.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    way.add_argument("--screen", action="store_true", help="play it on the kiosk's screen")
    way.add_argument("--pictures", type=Path, metavar="FOLDER", help="write a picture of the screen for every prompt")
    replay.add_argument("--speed", type=_speed, default=1.0, metavar="N", help="N times as fast (default: 1)")
    replay.add_argument("--panel", default="7-800x480", metavar="NAME", help="the screen (default: 7-800x480)")
    replay.add_argument("--language", default="en", choices=["en", "de"], help="of the screen (default: en)")
    replay.set_defaults(func=with_session(_tell))
    check = subparsers.add_parser("check", help="say what is wrong with a session file")
    check.add_argument("file", type=Path, metavar="FILE", help="a session file, NAME.session.jsonl")
    check.set_defaults(func=with_session(_say_what_is_wrong))
    for parser in (replay, check):
        add_session_options(parser)


def _speed(text: str) -> float:
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0.01 <= speed <= 1000:
        raise argparse.ArgumentTypeError("the speed is a number from 0.01 to 1000")
    return speed


def add_session_options(parser: argparse.ArgumentParser) -> None:
    """What every command on a session file understands."""
    parser.add_argument(
        "--variant",
        type=Path,
        action="append",
        default=[],
        metavar="TOML",
        help="also know the game of this file",
    )
    parser.add_argument(
        "--deck", type=Path, metavar="DECK", help="the deck that names the cards in raw bytes from a shoe"
    )


def _deck(arguments: argparse.Namespace) -> Deck | None:
    """The deck that was named, or one beside the session file under its name."""
    beside = arguments.file.with_name(arguments.file.name.removesuffix(".session.jsonl") + decks.SUFFIX)
    path = arguments.deck or (beside if beside.exists() else None)
    return decks.load(path) if path is not None else None


Use = Callable[[argparse.Namespace, Recording, Deck | None], int]


def with_session(use: Use) -> Callable[[argparse.Namespace], int]:
    """A command on a session file: exit status 2 and one line on standard error where it is malformed, else
    that of ``use``."""

    def run(arguments: argparse.Namespace) -> int:
        try:
            recording = read_session(arguments.file, read_variants(arguments.variant))
            deck = _deck(arguments)
            if recording.warning:
                print(recording.warning, file=sys.stderr)
            return use(arguments, recording, deck)
        except FrameError as error:
            print(f"{arguments.file}:{error}", file=sys.stderr)
            return 2
        except (Malformed, VariantError, DeckError) as error:
            print(error, file=sys.stderr)
            return 2

    return run


def _tell(arguments: argparse.Namespace, recording: Recording, deck: Deck | None) -> int:
    if arguments.screen or arguments.pictures is not None:
        return _on_screen(arguments, recording, deck)
    if arguments.json:
        print(json.dumps(replay_recording(recording, deck), ensure_ascii=False))
        return 0
    replay = Replay(recording.header)
    for line, entry in inputs_of(recording, deck):
        for sentence in told(replay, replay.play(line, entry)):
            print(sentence)
    return 0


def _on_screen(arguments: argparse.Namespace, recording: Recording, deck: Deck | None) -> int:
    """``--screen`` and ``--pictures``."""
    from kiosk import replay_screen
    from kiosk.display import find_display, say_trouble
    from kiosk.ui import environment
    from kiosk.ui.panel import PANELS

    if arguments.panel not in PANELS:
        print(f"liege: there is no panel {arguments.panel!r}; there are {', '.join(PANELS)}", file=sys.stderr)
        return 2
    panel, language, folder = PANELS[arguments.panel], arguments.language, arguments.pictures
    if folder is None:
        display = find_display()
        say_trouble(display, "trying another one" if display.seen else "no other one was found")
        if not display.seen:
            print("liege: there is no display here; --pictures FOLDER needs none", file=sys.stderr)
            return 2
    shown = replay_screen.moments(recording, deck, language)
    session = replay_screen.RecordedSession(shown, replay_screen.times_of(arguments.file))
    environment.prepare(panel.width, panel.height, offscreen=folder is not None)
    if folder is None:
        from kiosk.ui.playback import PlaybackApp

        PlaybackApp(session, speed=arguments.speed, panel=panel, language=language).run()
        return 0
    try:
        written = replay_screen.write_pictures(session, folder, panel, language)
    except OSError as error:
        print(f"liege: {folder} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    print(f"pictures: {len(written)} in {folder}")
    return 0


def _say_what_is_wrong(arguments: argparse.Namespace, recording: Recording, deck: Deck | None) -> int:
    """Malformed lines, refused lines, alarms, and nothing else."""
    replay = Replay(recording.header)
    wording = Wording()
    for line, entry in inputs_of(recording, deck):
        event = replay.play(line, entry)
        if event.refused is not None:
            print(f"{arguments.file}:{line}: {wording.refusal(event.refused)}")
        for notice in event.alarms:
            print(f"{arguments.file}:{line}: {wording.notice(notice)}")
    return 0


def told(replay: Replay, event: Event) -> Iterator[str]:
    """One input as the dealer would have seen it: the action, what was refused, alarms, the new prompt,
    the payout."""
    names = {seat.seat: seat.name for seat in replay.timeline.table.seats.values()}
    wording = Wording(names=names)
    view = replay.view
    if event.refused is not None:
        yield f"{event.line:5}  refused: {wording.refusal(event.refused)}"
        return
    last = replay.timeline.last
    if isinstance(event.entry, Undo):
        yield f"{event.line:5}    undo"
    elif isinstance(event.entry, Act | Void | Muck) and last is not None:
        yield f"{event.line:5}    {wording.happened(taken_back(last))}"
    for notice in event.alarms:
        yield f"{event.line:5}  ! {wording.notice(notice)}"
    if event.prompt is None:
        return
    if event.prompt.kind == "pay":
        for sentence in wording.payout(view):
            yield f"{event.line:5}    {sentence}"
    yield f"{event.line:5}  {wording.prompt(event.prompt, view)}"
    if event.prompt.kind == "start-hand" and view.status == "complete":
        stacks = ", ".join(f"{wording.name(seat.seat)} {wording.money(seat.stack)}" for seat in view.seats)
        yield f"{event.line:5}    {stacks}"
