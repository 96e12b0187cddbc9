"""``liege export --backup | --session``, ``liege import`` and ``liege audit``: the store from the command line.

What needs the PIN on the screen needs it here; every attempt is kept in the journal.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from engine.variants import Variant, VariantError
from kiosk.audit import NOTED
from kiosk.audit_telling import audit_lines, audit_of
from kiosk.decks import Deck
from kiosk.door import ask_for_backup
from kiosk.folding import folded
from kiosk.journal import Journal, JournalError
from kiosk.pin_asking import ask_pin, unlock
from kiosk.recorder import Recorder
from kiosk.recording import Malformed, Recording, parse_header, read_session, read_variants
from kiosk.replay_cli import add_session_options, with_session
from kiosk.replay_readers import FrameError, inputs_of
from kiosk.run_cli import DATA
from kiosk.sealing_key import KEY_FILE, KeyFileError
from kiosk.sealing_pin import PinError, Supervisor
from kiosk.session_lines import line_of
from kiosk.store_place import open_guarded
from kiosk.wording import Wording

NO_STORE: Final = "there is no store"


def add_parser(subparsers: Any) -> None:
    """Add ``import`` and ``audit``."""
    take = subparsers.add_parser(
        "import",
        help="take a session file into the store",
        description="Takes a session file into the store: it is the session in play from then on.",
    )
    take.add_argument("file", type=Path, metavar="FILE", help="a session file, NAME.session.jsonl")
    take.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help=f"the store (default: {DATA})")
    add_session_options(take)
    take.set_defaults(func=with_session(_import))
    audit = subparsers.add_parser("audit", help="what was put right, taken back, changed or tried")
    audit.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a session file (default: the store)")
    audit.add_argument("--data", type=Path, default=DATA, metavar="FOLDER", help=f"the store (default: {DATA})")
    audit.add_argument("--language", default="en", choices=["en", "de"])
    add_session_options(audit)
    audit.set_defaults(func=_audit)


@contextmanager
def opened(data: Path, what: str = "") -> Iterator[Journal]:
    """The store of a kiosk that does not run, its cards unsealed. A PIN that was tried and ``what`` is done are kept
    in it.

    Raises JournalError: none there, in use, damaged, or the PIN was wrong.
    """
    if not (data / KEY_FILE).exists():
        raise JournalError(f"{data}: {NO_STORE}.")
    journal, supervisor = open_guarded(data)
    try:
        try:
            if unlock(supervisor):
                _note(journal, "pin", "right")
        except (PinError, KeyFileError) as error:
            _note(journal, "pin", "wrong")
            raise JournalError(str(error)) from None
        if what:
            _note(journal, what, "done")
        yield journal
    finally:
        journal.close()


def _note(journal: Journal, what: str, outcome: str) -> None:
    if journal.end[0]:
        told = json.dumps({"what": what, "outcome": outcome}, sort_keys=True)
        journal.append({"type": "note", "text": NOTED + told})


def back_up(data: Path, folder: Path) -> int:
    """``liege export --backup FOLDER``: of a kiosk that runs, or of a store that lies still."""
    pin = ask_pin() if _has_pin(data) else ""
    wrong = ask_for_backup(data, folder, pin)
    try:
        if wrong is None:
            journal, supervisor = open_guarded(data) if (data / KEY_FILE).exists() else _nothing(data)
            try:
                if supervisor.has_pin:
                    supervisor.enter(pin)
                _note(journal, "backup", "done")
                journal.backup(folder)
            finally:
                journal.close()
        elif wrong:
            raise JournalError(wrong)
    except (JournalError, PinError, KeyFileError) as error:
        print(f"liege export: {error}", file=sys.stderr)
        return 2
    print(folder)
    return 0


def _nothing(data: Path) -> tuple[Journal, Supervisor]:
    raise JournalError(f"{data}: {NO_STORE}.")


def _has_pin(data: Path) -> bool:
    try:
        return (data / KEY_FILE).exists() and Supervisor.open(data).has_pin
    except KeyFileError:
        return False


def export_sessions(data: Path, folder: Path, variants: Mapping[str, Variant], number: int | None) -> int:
    """``liege export --session [N]``: session files of the store, without what nobody saw. ``number``: from 1, the
    oldest; None: all."""
    try:
        with opened(data, "export") as journal:
            sessions = list(enumerate(journal.sessions(), start=1))
            chosen = [(n, entry) for n, entry in sessions if number in (None, n)]
            if not chosen:
                print(f"liege export: there is no session {number}; there are {len(sessions)}", file=sys.stderr)
                return 2
            for n, entry in chosen:
                path = folder / f"session-{n}.session.jsonl"
                header = parse_header(dict(entry.line), variants)
                recorder = Recorder(path, header.line())
                for line, standing in folded(journal, variants, frozenset(), entry.seq):
                    if line["type"] != "session":
                        recorder.take(standing.taken(line))
                recorder.flush()
                if recorder.fault:
                    raise JournalError(recorder.fault)
                print(path)
    except JournalError as error:
        print(f"liege export: {error}", file=sys.stderr)
        return 2
    return 0


def _import(arguments: argparse.Namespace, recording: Recording, deck: Deck | None) -> int:
    lines = [line_of(entry) for _, entry in inputs_of(recording, deck)]
    try:
        if not (arguments.data / KEY_FILE).exists():
            open_guarded(arguments.data)[0].close()
        with opened(arguments.data, "import") as journal:
            journal.take_up([recording.header.line(), *lines])
    except JournalError as error:
        print(f"liege import: {error}", file=sys.stderr)
        return 2
    print(f"{len(lines)} lines of {arguments.file} are the session in play now.")
    return 0


def _audit(arguments: argparse.Namespace) -> int:
    words = Wording(arguments.language)
    try:
        variants = dict(read_variants(arguments.variant))
        if arguments.file is not None:
            recording = read_session(arguments.file, variants)
            words = words.with_names({seat.seat: seat.name for seat in recording.header.seats})
            lines = audit_lines(audit_of(recording), words, timed=False)
        else:
            with opened(arguments.data) as journal:
                standing = deque((one for _, one in folded(journal, variants, frozenset())), maxlen=1).pop()
                table = standing.timeline.table
                words = words.with_names({seat.seat: seat.name for seat in table.seats.values()})
                lines = audit_lines(standing.audit.entries, words, timed=True)
    except (JournalError, Malformed, VariantError, FrameError) as error:
        print(f"liege audit: {error}", file=sys.stderr)
        return 2
    for line in lines or ["Nothing was corrected, taken back or changed."]:
        print(line)
    return 0
