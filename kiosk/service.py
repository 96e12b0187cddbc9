"""`liege service`: what the systemd unit starts. Finds the panel of this boot, then becomes `liege run`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from kiosk import panels

ROTATIONS = (0, 90, 180, 270)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("service", help="open the kiosk on the panel, without a desktop (for systemd)")
    parser.add_argument("--data", type=Path, help="folder of the journal and the settings")
    add_screen_options(parser)
    parser.set_defaults(func=serve)


def add_screen_options(parser: argparse.ArgumentParser) -> None:
    """The options that `service` and `install` share."""
    names = ", ".join(f"{panel.name} ({panel.what})" for panel in panels.PANELS)
    parser.add_argument("--panel", metavar="NAME", help=f"the panel, where it is not found by itself: {names}")
    parser.add_argument("--rotate", type=int, choices=ROTATIONS, default=0, help="turn the picture, in degrees")
    parser.add_argument(
        "options", nargs="*", metavar="-- OPTIONS", help="options of `liege run`, as in: -- --language de"
    )


def kiosk_options(words: Sequence[str]) -> list[str]:
    """Options of `liege run` as the service hands them on: the files they name by their whole path, since it
    starts in another folder. Ends the program as argparse does when they are none.
    """
    from kiosk import run_cli

    parser = argparse.ArgumentParser(prog="liege")
    run_cli.add_parser(parser.add_subparsers())
    parsed = vars(parser.parse_args(["run", *words]))
    values = [each for value in parsed.values() for each in (value if isinstance(value, list) else [value])]
    files = {str(value) for value in values if isinstance(value, Path)}
    camera = parsed["camera"]
    if camera and Path(camera).exists():
        files.add(camera)
    done = []
    for word in words:
        name, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
        done.append(f"{name}{equals}{Path(value).absolute()}" if value in files else word)
    return done


def command(data: Path | None, layout: str, options: Sequence[str]) -> list[str]:
    """The kiosk itself, in the same Python."""
    words = [sys.executable, "-m", "kiosk", "run"]
    words += ["--data", str(data)] if data else []
    return [*words, "--panel", layout, *options]


def serve(args: argparse.Namespace) -> int:  # noqa: RET503 (execve does not return)
    """Status 1 and a sentence when there is no screen or no such panel; else this becomes the kiosk."""
    screens = panels.connected()
    if not screens:
        print("liege service: no screen is connected; plug in the panel", file=sys.stderr)
        return 1
    try:
        panel = panels.named(args.panel) if args.panel else screens[0].panel
        words = command(args.data, panels.layout_of(screens[0], panel, args.rotate), args.options)
    except ValueError as error:
        print(f"liege service: {error}", file=sys.stderr)
        return 1
    home = Path(os.environ.get("RUNTIME_DIRECTORY", "/run/liege"))
    environment = panels.kivy_environment(screens[0], panel, args.rotate) | {"KIVY_HOME": str(home / "kivy")}
    os.execve(words[0], words, os.environ | environment)
