"""The ``liege`` command: which module answers which sub-command. A module is imported only when it is
asked."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

COMMANDS: Final = {
    "run": ("kiosk.run_cli", "start the kiosk"),
    "replay": ("kiosk.replay_cli", "tell a recorded session"),
    "check": ("kiosk.replay_cli", "say what is wrong with a session file"),
    "report": ("kiosk.report_cli", "the evening as a page: stacks, pots, who pays whom"),
    "export": ("kiosk.export_cli", "write hands, sessions or a backup"),
    "import": ("kiosk.store_cli", "take a session file into the store"),
    "audit": ("kiosk.store_cli", "what was put right, taken back, changed or tried"),
    "practice": ("kiosk.practice_cli", "write a session that a practice table played"),
    "shoe": ("kiosk.shoe_cli", "find, watch, test and flash the card shoe"),
    "deck": ("kiosk.deck_cli", "enrol, check and mend decks of tagged cards"),
    "camera": ("kiosk.camera_cli", "set the camera up, measure how well it reads, watch it"),
    "doctor": ("kiosk.doctor", "look this machine over"),
    "install": ("kiosk.install", "start the kiosk with the power (Raspberry Pi, Debian)"),
    "uninstall": ("kiosk.install", "undo what install did"),
    "service": ("kiosk.service", "what the system starts: the kiosk on its panel"),
    "update": ("kiosk.update", "change to another version of Liege"),
    "rollback": ("kiosk.update", "go back to the version before the last update"),
}
"""Sub-command -> the module whose ``add_parser`` knows it, and what it is for."""


class _Version(argparse.Action):
    """Prints the version; looked up only then, since that takes longer than many a command."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(f"liege {_version()}")
        parser.exit()


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("liege")
    except PackageNotFoundError:
        return "not installed"


def _overview() -> argparse.ArgumentParser:
    lines = "\n".join(f"  {name:10} {purpose}" for name, (_, purpose) in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="liege",
        description="A dealer's assistant for Liege Lord and seven-card stud.",
        epilog=f"commands:\n{lines}\n\nliege COMMAND --help tells more.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    parser = _overview()
    if not words:
        parser.print_help()
        return 2
    if words[0] not in COMMANDS:
        if words[0].startswith("-"):
            parser.parse_args(words)
        parser.exit(2, f"liege: there is no command {words[0]!r}; liege --help names them\n")
    subparsers = parser.add_subparsers()
    import_module(COMMANDS[words[0]][0]).add_parser(subparsers)
    parsed = parser.parse_args(words)
    try:
        status: int = parsed.func(parsed)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    return status
