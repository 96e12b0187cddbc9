"""``liege shoe list | watch | test | flash``: find the shoe, see what it says, test it, put the firmware on
it.
"""

from __future__ import annotations

import argparse
import importlib.util
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import serial

import firmware
from firmware.shoe.lines import LineCutter, seal, unseal
from kiosk.readers.base import Fault, LinkUp
from kiosk.readers.ports import PORT_FAILED, PortError, close_port, found_ports, open_port, pico_ports
from kiosk.readers.sentences import sentence
from kiosk.readers.shoe import BAUD, answers
from kiosk.talking import Ask, Say, ask, say, told


class ShoeError(Exception):
    """What is wrong, in a sentence."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """The sub-command ``shoe``."""
    parser = subparsers.add_parser("shoe", help="find, watch, test and flash the card shoe")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, purpose, run in (
        ("list", "the serial ports, and which of them is a shoe", list_shoes),
        ("watch", "show what the shoe says, line by line with its meaning; acknowledges nothing", watch),
        ("test", "test the tag reader, the light barrier, the lamp and the gate", test),
        ("flash", "put the firmware on a Pico with mpremote", flash),
    ):
        action = actions.add_parser(name, help=purpose, description=purpose)
        action.set_defaults(func=run)
        if name != "list":
            action.add_argument("--port", help="the port, if it is not the only Pico")
        if name == "watch":
            action.add_argument("--tags", action="store_true", help="show the tags of the cards too")
            action.add_argument("--seconds", type=float, help="stop after so long (default: Ctrl-C)")
        if name == "test":
            action.add_argument("--no-questions", action="store_true", help="only what needs no person")


def _why(error: PortError) -> str:
    return sentence(Fault("shoe", error.kind, error.params))


def list_shoes(_arguments: argparse.Namespace) -> int:
    """``liege shoe list``: status 0 where exactly one shoe answers."""
    shoes = 0
    ports = found_ports()
    for port in ports:
        line = f"{port.path}  {port.description}".rstrip()
        if not port.pico:
            say(f"{line}: not a Pico")
            continue
        text, found = describe(port.path)
        shoes += found
        say(f"{line}: {text}")
    if not ports:
        say("No serial port with USB was found: look at the shoe's cable.")
    elif shoes != 1:
        say("No shoe answers." if not shoes else sentence(Fault("shoe", "two-shoes", {"ports": str(shoes)})))
    return 0 if shoes == 1 else 1


def describe(path: str) -> tuple[str, bool]:
    """What is on a port, as a sentence, and whether it is a shoe."""
    try:
        found = answers(path)
    except PortError as error:
        return _why(error), False
    if isinstance(found, LinkUp):
        return f"a shoe, firmware {found.details['firmware']}, boot {found.details['boot']}", True
    if isinstance(found, Fault):
        return sentence(found), False
    return sentence(Fault("shoe", "silent", {"port": path})), False


def the_port(arguments: argparse.Namespace) -> str:
    """The port that is named, or the only Pico there is."""
    if arguments.port:
        return str(arguments.port)
    paths = pico_ports()
    if len(paths) == 1:
        return paths[0]
    if not paths:
        raise ShoeError("no Pico is plugged in: look at the cable, or name the port with --port")
    raise ShoeError(f"there are {len(paths)} Picos ({', '.join(paths)}): name one with --port")


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[serial.Serial]:
    """The shoe's port, for this program alone."""
    path = the_port(arguments)
    try:
        port = open_port(path, BAUD)
    except PortError as error:
        raise ShoeError(_why(error)) from None
    try:
        yield port
    except PORT_FAILED:
        raise ShoeError(f"the port {path} went away") from None
    finally:
        close_port(port)


def lines_of(port: serial.Serial, seconds: float | None) -> Iterator[bytes]:
    """The lines that come in, for so long; without limit where ``seconds`` is None."""
    cutter = LineCutter()
    until = None if seconds is None else time.monotonic() + seconds
    while until is None or time.monotonic() < until:
        left = None if until is None else max(0.0, until - time.monotonic())
        if select.select([port.fileno()], [], [], left)[0]:
            data = bytes(port.read(max(1, port.in_waiting)))
            if not data:
                raise serial.SerialException("the port hung up")
            yield from cutter.feed(data)


def watch(arguments: argparse.Namespace) -> int:
    """``liege shoe watch``."""

    def run() -> int:
        with opened(arguments) as port:
            port.write(seal("HELLO?"))
            for line in lines_of(port, arguments.seconds):
                say(meaning(line, arguments.tags))
        return 0

    return told("shoe", run, ShoeError)


def meaning(line: bytes, tags: bool) -> str:
    """One line of the link with what it means. Tags are secret unless asked for."""
    match unseal(line):
        case ["HELLO", "shoe", version, *rest]:
            return f"hello: a shoe, version {version} of the link, {', '.join(rest)}"
        case ["CARD", boot, number, "?"]:
            return f"card {number} of boot {boot} left unread (said again until acknowledged)"
        case ["CARD", boot, number, uid]:
            tag = f"tag {uid}" if tags else f"tag read, {len(uid) // 2} bytes"
            return f"card {number} of boot {boot} left, {tag} (said again until acknowledged)"
        case ["BEAT", boot, last, held]:
            return f"heartbeat: boot {boot}, last card {last}, {held} not yet acknowledged"
        case ["GATE", _, state, *lamp]:
            return f"gate {state}" + (f", lamp {lamp[0]}" if lamp else "")
        case ["ERR", _, code]:
            return f"{code}: {sentence(Fault('shoe', code))}" if not code.endswith(("back", "clear")) else code
        case ["TEST", _, *results]:
            return f"self-test: {', '.join(results)}"
        case None:
            return f"not a sound line, {len(line)} bytes: dropped"
        case words:
            return f"a line that this program does not know: {words[0]}"


def test(arguments: argparse.Namespace) -> int:
    """``liege shoe test``: status 0 where everything works, 1 where something does not."""

    def run() -> int:
        with opened(arguments) as port:
            return run_test(port, say, None if arguments.no_questions else ask)

    return told("shoe", run, ShoeError)


def run_test(port: serial.Serial, say: Say, ask: Ask | None) -> int:
    """The self-test of the parts, then lamp and gate, which only a person can see."""
    if _answer(port, "HELLO?", "HELLO") is None:
        raise ShoeError(sentence(Fault("shoe", "silent", {"port": str(port.port)})))
    _answer(port, "TEST?", "TEST")  # this one tries the barrier, the next tells how it went
    for _ in lines_of(port, 0.1):
        pass  # heartbeats: the barrier's test takes its time
    results = _answer(port, "TEST?", "TEST")
    if results is None:
        raise ShoeError("the shoe does not test itself: flash it anew")
    bad = 0
    for part, _, result in (word.partition("=") for word in results[2:]):
        good = result == "ok"
        bad += not good
        say(f"{part}: " + ("ok" if good else sentence(Fault("shoe", result))))
    if ask is not None:
        for told_line, question in QUESTIONS:
            port.write(seal(told_line))
            bad += not ask(question + " [y/n]").lower().startswith("y")
        port.write(seal("GATE shut") + seal("LAMP stop"))
    say("Everything works." if not bad else f"{bad} of the tests failed: see docs/shoe.md, what goes wrong.")
    return 1 if bad else 0


QUESTIONS = (
    ("LAMP go", "Is the lower lamp green and steady, the upper dark?"),
    ("LAMP stop", "Is the upper lamp red and steady, the lower dark?"),
    ("LAMP wrong", "Do both lamps blink?"),
    ("GATE open", "Is the gate open?"),
    ("GATE shut", "Is the gate shut?"),
)


def _answer(port: serial.Serial, question: str, word: str) -> list[str] | None:
    """The shoe's answer to a question, asked three times at most."""
    for _ in range(3):
        port.write(seal(question))
        for line in lines_of(port, 0.7):
            words = unseal(line)
            if words and words[0] == word:
                return words
    return None


def flash(arguments: argparse.Namespace) -> int:
    """``liege shoe flash``."""

    def run() -> int:
        if importlib.util.find_spec("mpremote") is None:
            raise ShoeError("mpremote is missing: install it with pip install mpremote")
        path = the_port(arguments)
        flash_with(_mpremote, path, say)
        return 0

    return told("shoe", run, ShoeError)


def files() -> list[tuple[Path, str]]:
    """What goes where on the Pico; ``parts.py`` is for type checking only, ``main.py`` comes last."""
    folder = Path(firmware.__file__).parent / "shoe"
    names = sorted(path.name for path in folder.glob("*.py"))
    inside = [(folder / name, f":shoe/{name}") for name in names if name not in ("main.py", "parts.py")]
    return [*inside, (folder / "main.py", ":main.py")]


def flash_with(mpremote: Callable[[list[str]], None], path: str, say: Say) -> None:
    """Copy the firmware and start it. ``mpremote`` runs one command; ShoeError if it fails."""
    connect = ["connect", path]
    mpremote([*connect, "exec", "import os\nif 'shoe' not in os.listdir(): os.mkdir('shoe')"])
    for source, target in files():
        say(f"copying {target[1:]}")
        mpremote([*connect, "cp", str(source), target])
    mpremote([*connect, "reset"])
    say("The shoe is flashed and starts; try liege shoe test.")


def _mpremote(words: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "mpremote", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no answer"]
        raise ShoeError(
            f"mpremote could not talk to the Pico ({last[0]}): hold the shoe's button while you plug it in, "
            "and put MicroPython on a new Pico first (docs/shoe.md)"
        )
