"""A stand-in for MicroPython's ``machine`` on a PC, as far as the shoe's board uses it; run by MicroPython.

The environment's BUTTON is the level of the button's pin, UART the descriptor of the UART's other end.
"""

import os
import sys


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number: int, mode: int = 0, pull: int = -1, value: int = 0) -> None:
        self._level = int(os.getenv("BUTTON") or 1) if number == 15 else value

    def value(self, level: "int | None" = None) -> int:
        if level is not None:
            self._level = level
        return self._level


class PWM:
    def __init__(self, pin: Pin, freq: int, duty_ns: int) -> None:
        pass

    def duty_ns(self, value: int) -> None:
        pass


class WDT:
    def __init__(self, timeout: int) -> None:
        pass

    def feed(self) -> None:
        pass


def UART(number: int, **settings: object) -> object:
    return open(int(os.getenv("UART") or 0), "r+b")


def reset() -> None:
    sys.exit(3)
