"""The Raspberry Pi Pico and what is wired to it (the table in docs/shoe.md). With main.py the only file
that imports ``machine``.
"""

import time

import machine

from .stdio import PolledStream

UART_TX, UART_RX = 0, 1  # to the PN532's RXD and TXD
BEAM_IN, BEAM_LED = 2, 3
SERVO = 4
LAMP_RED, LAMP_GREEN = 6, 7
BUTTON = 15  # held down while the cable goes in: no firmware, the REPL for mpremote

SERVO_HZ = 50
SHUT_NS, OPEN_NS = 1000000, 2000000  # 1 ms and 2 ms: the two ends of a hobby servo
WATCHDOG_MS = 5000
UART_BUFFER = 256


class Board:
    """The Pico's pins as the firmware's parts: ``uart``, the beam, the exit, and the watchdog."""

    def __init__(self) -> None:
        self._button = machine.Pin(BUTTON, machine.Pin.IN, machine.Pin.PULL_UP)
        self._beam = machine.Pin(BEAM_IN, machine.Pin.IN, machine.Pin.PULL_UP)
        self._led = machine.Pin(BEAM_LED, machine.Pin.OUT, value=1)
        self._servo = machine.PWM(machine.Pin(SERVO), freq=SERVO_HZ, duty_ns=SHUT_NS)
        self._red = machine.Pin(LAMP_RED, machine.Pin.OUT, value=0)
        self._green = machine.Pin(LAMP_GREEN, machine.Pin.OUT, value=0)
        self._blinking = False
        self._blinks_from = time.ticks_ms()
        line = machine.UART(
            0,
            baudrate=115200,
            tx=machine.Pin(UART_TX),
            rx=machine.Pin(UART_RX),
            rxbuf=UART_BUFFER,
            txbuf=UART_BUFFER,
        )
        self.uart = PolledStream(line, line)
        self._watchdog: "machine.WDT | None" = None

    def repl_wanted(self) -> bool:
        """Whether the button is held down."""
        return self._button.value() == 0

    def guard(self) -> None:
        """From now on ``feed`` must be called every WATCHDOG_MS, or the board resets."""
        self._watchdog = machine.WDT(timeout=WATCHDOG_MS)

    def feed(self) -> None:
        """The firmware lives: once a turn. Lamps that blink change every quarter of a second."""
        if self._watchdog is not None:
            self._watchdog.feed()
        if self._blinking:
            lit = time.ticks_diff(time.ticks_ms(), self._blinks_from) >> 8 & 1
            self._light(lit, lit)

    def broken(self) -> bool:
        """The phototransistor pulls the pin down while it sees the light: high is a broken beam."""
        return self._beam.value() == 1

    def emitter(self, on: bool) -> None:
        self._led.value(1 if on else 0)

    def gate(self, open: bool) -> None:
        self._servo.duty_ns(OPEN_NS if open else SHUT_NS)

    def lamp(self, name: str) -> None:
        """``go`` green, ``stop`` red, ``wrong`` both blinking, ``off`` dark."""
        self._blinking = name == "wrong"
        self._blinks_from = time.ticks_ms()
        self._light(1 if name == "stop" else 0, 1 if name == "go" else 0)

    def _light(self, red: int, green: int) -> None:
        self._red.value(red)
        self._green.value(green)
