"""How a command talks with the person at the terminal, a line at a time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeAlias

Say: TypeAlias = Callable[[str], None]
Ask: TypeAlias = Callable[[str], str]


def say(text: str) -> None:
    """A line for the person."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def ask(question: str) -> str:
    """A line from the person; an empty one where there is nobody."""
    sys.stdout.write(question + " ")
    sys.stdout.flush()
    return sys.stdin.readline().strip()


def told(command: str, run: Callable[[], int], wrong: type[Exception]) -> int:
    """Run a command; what is ``wrong`` is one sentence on the error stream and status 2."""
    try:
        return run()
    except wrong as error:
        sys.stderr.write(f"liege {command}: {error}\n")
        return 2
