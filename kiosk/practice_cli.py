"""``liege practice``: writes a session of any length that a practice table played."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from engine.variants import house_variants
from kiosk.practice import practice_lines


def add_parser(subparsers: Any) -> None:
    """Add ``practice``."""
    practice = subparsers.add_parser("practice", help="write a session that plays itself")
    practice.add_argument("out", type=Path, metavar="FILE", help="the session file to write, or - for the screen")
    practice.add_argument("--hands", type=int, default=20, help="how many hands (default: 20)")
    practice.add_argument("--players", type=int, default=5, choices=range(2, 9), help="how many players (default: 5)")
    practice.add_argument("--variant", default="liege-lord", choices=sorted(house_variants()), help="which game")
    practice.add_argument("--seed", type=int, default=1, help="another seed, another evening (default: 1)")
    practice.set_defaults(func=_write)


def _write(arguments: argparse.Namespace) -> int:
    if arguments.players > house_variants()[arguments.variant].max_players:
        print(f"liege practice: {arguments.players} players are too many for {arguments.variant}", file=sys.stderr)
        return 2
    lines = practice_lines(arguments.hands, arguments.players, arguments.seed, arguments.variant)
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    if str(arguments.out) == "-":
        print(text, end="")
        return 0
    try:
        arguments.out.write_text(text, encoding="utf-8")
    except OSError as error:
        print(f"liege practice: {arguments.out} cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0
