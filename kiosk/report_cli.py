"""``liege report FILE``: the evening as one HTML page, and who pays whom."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from kiosk.audit_telling import audit_lines, audit_of
from kiosk.decks import Deck
from kiosk.evening import evening_of
from kiosk.recording import Recording
from kiosk.replay_cli import add_session_options, with_session
from kiosk.report import page, payment_sentences
from kiosk.wording import Wording


def add_parser(subparsers: Any) -> None:
    """Add ``report``."""
    report = subparsers.add_parser("report", help="the evening as a page: stacks, pots, who pays whom")
    report.add_argument("file", type=Path, metavar="FILE", help="a session file, NAME.session.jsonl")
    report.add_argument(
        "--out",
        type=Path,
        metavar="HTML",
        help="the page to write, or - for the page itself (default: NAME.html in this folder)",
    )
    add_session_options(report)
    report.set_defaults(func=with_session(_write))


def _write(arguments: argparse.Namespace, recording: Recording, deck: Deck | None) -> int:
    evening = evening_of(recording, deck)
    words = Wording(names={seat.seat: seat.name for seat in recording.header.seats})
    text = page(evening, audit=audit_lines(audit_of(recording, deck), words, timed=False))
    if str(arguments.out) == "-":
        print(text, end="")
        return 0
    out = arguments.out or Path(f"{arguments.file.name.removesuffix('.session.jsonl')}.html")
    if out.exists() and out.samefile(arguments.file):
        print(f"liege report: {out} is the session itself", file=sys.stderr)
        return 2
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"liege report: {out} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    for sentence in payment_sentences(evening, Wording()) or ["Everybody is even: nobody pays anything."]:
        print(sentence)
    print(f"page: {out}")
    return 0
