"""From the start of the process to the first prompt on the screen, and how much memory stands behind it.

`memory-camera`: the same while a camera over a read spot is read (1280x720, three equal pictures).

Peer: an empty Kivy window under the same settings (`_empty_window.py`) with OpenCV imported, and for
`start-up-bare` without it, in turns with ours so that a busy machine slows all three. All programs are timed
until they have ended.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.offscreen import environment

ROUNDS = 7
CAMERA_ROUNDS = 3
EMPTY = [sys.executable, str(Path(__file__).with_name("_empty_window.py"))]
COMMANDS = {
    "liege": [str(Path(sys.executable).with_name("liege")), "run", "--demo", "--until", "first-prompt"],
    "empty": EMPTY,
    "opencv": [*EMPTY, "--opencv"],
}
FOLDERS = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")


class Run(NamedTuple):
    seconds: float
    mebibytes: float  # the most that was resident at any time


def once(command: list[str]) -> Run:
    """Runs `command` in fresh folders. RuntimeError with its last words when it ends badly."""
    with tempfile.TemporaryDirectory(prefix="liege-bench-") as home, tempfile.TemporaryFile() as said:
        settings = os.environ | environment(home) | dict.fromkeys(FOLDERS, home)
        settings["PYTHONPATH"] = str(Path(__file__).resolve().parents[2])
        began = time.perf_counter()
        process = subprocess.Popen(command, env=settings, stdout=said, stderr=subprocess.STDOUT, cwd=home)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            said.seek(0)
            last = " / ".join(said.read().decode(errors="replace").strip().splitlines()[-5:])
            raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}: {last}")
        return Run(seconds, used.ru_maxrss / 1024)


def with_camera() -> float:
    """The most memory that a kiosk needs that reads a camera: mebibytes."""
    from tests.vision.pictures import FIVE, table

    with tempfile.TemporaryDirectory(prefix="liege-bench-") as folder:
        import cv2

        for number in range(3):  # so many equal ones until the reader says what lies there
            cv2.imwrite(f"{folder}/{number}.png", table(*FIVE, seed=number))
        command = [sys.executable, "-m", "tests.benchmarks._reading_kiosk", folder]
        return statistics.median(once(command).mebibytes for _ in range(CAMERA_ROUNDS))


def run() -> dict[str, dict[str, object]]:
    for command in COMMANDS.values():  # the first time reads from the disk
        once(command)
    runs: dict[str, list[Run]] = {name: [] for name in COMMANDS}
    for _ in range(ROUNDS):
        for name, command in COMMANDS.items():
            runs[name].append(once(command))
    seconds = {name: statistics.median(run.seconds for run in done) for name, done in runs.items()}
    memory = {name: statistics.median(run.mebibytes for run in done) for name, done in runs.items()}
    camera = memory | {"liege": with_camera()}

    def entry(figures: dict[str, float], unit: str, against: str) -> dict[str, object]:
        peer = "an empty Kivy window" + (" with OpenCV imported" if against == "opencv" else "")
        return {
            "value": round(figures["liege"], 3),
            "unit": unit,
            "peer": f"{peer}: {figures[against]:.3g} {unit}",
            "ratio": round(figures["liege"] / figures[against], 3),
        }

    return {
        "start-up": entry(seconds, "s", "opencv"),
        "start-up-bare": entry(seconds, "s", "empty"),
        "memory": entry(memory, "MiB", "opencv"),
        "memory-camera": entry(camera, "MiB", "opencv"),
    }
