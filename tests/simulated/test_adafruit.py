"""Adafruit's PN532 driver, unmodified, against the simulated chip: does the simulator speak PN532?"""

from __future__ import annotations

import importlib
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest

from kiosk.readers.simulated_pn532 import SimulatedPN532

UID = "04A1B2C3D4E580"


class Time:
    """Time for the driver and the chip; it moves when the driver sleeps or looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        self.now += 0.001
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Uart:
    """CircuitPython's UART with the chip at its end; ``read`` waits up to its time-out of 0.1 s."""

    def __init__(self, time: Time, chip: SimulatedPN532) -> None:
        self._time = time
        self._chip = chip
        self._arrived = b""

    def _poll(self) -> bytes:
        self._arrived += self._chip.take(self._time.now)
        return self._arrived

    @property
    def in_waiting(self) -> int:
        return len(self._poll())

    def read(self, count: int) -> bytes | None:
        until = self._time.now + 0.1
        while len(self._poll()) < count and self._time.now < until:
            self._time.now += 0.001
        taken, self._arrived = self._arrived[:count], self._arrived[count:]
        return taken or None

    def write(self, data: bytes) -> None:
        self._chip.receive(bytes(data), self._time.now)

    def reset_input_buffer(self) -> None:
        self._poll()
        self._arrived = b""


@pytest.fixture
def driver_of(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Builds Adafruit's driver on a chip. Its imports for boards get empty stand-ins."""
    digitalio = types.ModuleType("digitalio")
    digitalio.Direction = object  # type: ignore[attr-defined]
    digitalio.DigitalInOut = object  # type: ignore[attr-defined]
    micropython = types.ModuleType("micropython")
    micropython.const = lambda value: value  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "digitalio", digitalio)
    monkeypatch.setitem(sys.modules, "micropython", micropython)
    buffers = types.ModuleType("circuitpython_typing")
    buffers.ReadableBuffer = bytes  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "circuitpython_typing", buffers)
    busio = types.ModuleType("busio")
    busio.UART = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "busio", busio)
    if importlib.util.find_spec("adafruit_pn532") is None:
        pytest.skip("the package adafruit-circuitpython-pn532 is not installed")
    uart_module = importlib.import_module("adafruit_pn532.uart")
    time = Time()
    monkeypatch.setattr(uart_module, "time", time)
    monkeypatch.setattr(importlib.import_module("adafruit_pn532.adafruit_pn532"), "time", time)
    yield lambda chip: (uart_module.PN532_UART(Uart(time, chip)), time)


def test_it_finds_the_chip_and_its_firmware(driver_of: Any) -> None:
    driver, _ = driver_of(SimulatedPN532())
    assert tuple(driver.firmware_version) == (0x32, 1, 6, 7)


def test_it_reads_a_tag(driver_of: Any) -> None:
    driver, _ = driver_of(SimulatedPN532(tags=[UID]))
    assert bytes(driver.read_passive_target(timeout=0.5)).hex().upper() == UID
    assert bytes(driver.read_passive_target(timeout=0.5)).hex().upper() == UID


def test_it_waits_for_a_tag_as_long_as_it_says(driver_of: Any) -> None:
    chip = SimulatedPN532()
    driver, time = driver_of(chip)
    began = time.now
    assert driver.read_passive_target(timeout=0.5) is None
    assert time.now - began >= 0.5
    chip.tags = [UID]
    assert bytes(driver.read_passive_target(timeout=0.5)).hex().upper() == UID


def test_it_takes_a_damaged_answer_for_an_error(driver_of: Any) -> None:
    chip = SimulatedPN532(tags=[UID])
    driver, _ = driver_of(chip)
    chip.faults.damaged_answers = 1
    with pytest.raises(RuntimeError, match="checksum"):
        driver.read_passive_target(timeout=0.5)
