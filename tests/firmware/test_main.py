"""main.py itself, as the Pico starts it, in a real MicroPython with a stand-in for ``machine``."""

from __future__ import annotations

import os
import socket
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import serial

from firmware.shoe.lines import seal, unseal
from kiosk.readers.simulated_shoe import SimulationError, interpreter_command


@contextmanager
def started(root: Path, folder: Path, button: int) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The process, and the port of its USB line."""
    try:
        _, command = interpreter_command("micropython")
    except SimulationError as error:
        pytest.skip(str(error))
    master, slave = os.openpty()
    tty.setraw(slave)
    chip, uart = socket.socketpair()
    with chip, uart:
        process = subprocess.Popen(
            [*command, str(root / "firmware" / "shoe" / "main.py")],
            cwd=folder,
            env={
                "MICROPYPATH": f".frozen:{root / 'tests' / 'firmware' / 'fake_pico'}:{root / 'firmware'}",
                "BUTTON": str(button),
                "UART": str(uart.fileno()),
            },
            stdin=master,
            stdout=master,
            pass_fds=[uart.fileno()],
        )
        try:
            yield process, os.ttyname(slave)
        finally:
            process.kill()
            process.wait()
            os.close(master)
            os.close(slave)


def answer(port: serial.Serial, question: bytes, word: str) -> list[str]:
    """The first sound line that begins with a word, after a question."""
    port.write(question)
    while line := port.readline():
        words = unseal(line[:-1])
        if words and words[0] == word:
            return words
    raise AssertionError(f"no {word} for ten seconds")


def test_it_speaks_and_no_stray_byte_stops_it(root: Path, tmp_path: Path) -> None:
    with started(root, tmp_path, button=1) as (process, path), serial.Serial(path, timeout=10) as port:
        hello = answer(port, seal("HELLO?"), "HELLO")
        assert hello[:3] == ["HELLO", "shoe", "1"]
        gate = answer(port, b"\x03\x04\xff\n" + seal("GATE open"), "GATE")
        while gate[2:] == ["shut", "stop"]:  # said with the HELLO
            gate = answer(port, b"", "GATE")
        assert gate[2:] == ["open", "stop"]
        assert answer(port, b"", "BEAT")[2:] == ["0", "0"]
        assert process.poll() is None
    assert (tmp_path / "shoe-state" / "boot.txt").exists()


def test_boot_ids_count_up(root: Path, tmp_path: Path) -> None:
    boots = []
    for _ in range(2):
        with started(root, tmp_path, button=1) as (_, path), serial.Serial(path, timeout=10) as port:
            boots.append(int(answer(port, seal("HELLO?"), "HELLO")[4].removeprefix("boot="), 16))
    assert boots[1] == (boots[0] + 1) % 65536


def test_the_button_leaves_the_repl_free(root: Path, tmp_path: Path) -> None:
    with started(root, tmp_path, button=0) as (process, _):
        assert process.wait(timeout=20) == 0
    assert not (tmp_path / "shoe-state").exists()
