"""``liege export``: hands of a session file as poker hand histories, sessions of the store, a backup of it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from engine.variants import VariantError
from kiosk import decks
from kiosk.decks import DeckError
from kiosk.phh import NotTold, histories
from kiosk.recording import Malformed, read_session, read_variants
from kiosk.replay_readers import FrameError, inputs_of

Subparsers = Any


def add_parser(subparsers: Subparsers) -> None:
    """Add ``export``."""
    parser = subparsers.add_parser(
        "export",
        help="write hands, sessions or a backup",
        description="Writes each stud hand that was paid as NAME.HAND.phh and prints the file's name. Cards that "
        "nobody showed stay hidden. Hands that PHH cannot tell are named on standard error.",
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--phh", type=Path, metavar="FILE", help="a session file, NAME.session.jsonl")
    what.add_argument(
        "--session",
        type=int,
        nargs="?",
        const=0,
        metavar="N",
        help="a session of the store as a session file, 1 is the oldest (no number: all of them)",
    )
    what.add_argument("--backup", type=Path, metavar="FOLDER", help="a copy of the store, also while the kiosk runs")
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="the store (default: this user's)")
    parser.add_argument("--to", type=Path, default=Path(), metavar="FOLDER", help="where to write (here)")
    parser.add_argument(
        "--variant", type=Path, action="append", default=[], metavar="TOML", help="also know the game of this file"
    )
    parser.add_argument(
        "--deck", type=Path, metavar="DECK", help="the deck that names the cards in raw bytes from a shoe"
    )
    parser.set_defaults(func=_export)


def _say(text: object) -> None:
    sys.stderr.write(f"{text}\n")


def _export(arguments: argparse.Namespace) -> int:
    """0: all that PHH can tell is written; 2: the session file is malformed, or the folder cannot be written."""
    if arguments.phh is None:
        return _of_the_store(arguments)
    source: Path = arguments.phh
    name = source.name.removesuffix(".session.jsonl")
    beside = source.with_name(name + decks.SUFFIX)
    deck_path = arguments.deck or (beside if beside.exists() else None)
    try:
        recording = read_session(source, read_variants(arguments.variant))
        deck = decks.load(deck_path) if deck_path is not None else None
        if recording.warning:
            _say(recording.warning)
        told = list(histories(recording.header, (entry for _, entry in inputs_of(recording, deck))))
        for number, text in told:
            if isinstance(text, NotTold):
                _say(f"{source}: hand {number} is left out: {text}")
                continue
            target = arguments.to / f"{name}.{number}.phh"
            target.write_text(text, "utf-8")
            sys.stdout.write(f"{target}\n")
    except (Malformed, VariantError, DeckError, FrameError) as error:
        _say(error)
        return 2
    except OSError as error:
        _say(f"{arguments.to}: cannot be written: {error.strerror}")
        return 2
    return 0


def _of_the_store(arguments: argparse.Namespace) -> int:
    from kiosk import store_cli
    from kiosk.run_cli import DATA

    data = arguments.data or DATA
    if arguments.backup is not None:
        return store_cli.back_up(data, arguments.backup)
    try:
        variants = read_variants(arguments.variant)
    except VariantError as error:
        _say(error)
        return 2
    return store_cli.export_sessions(data, arguments.to, variants, arguments.session or None)
