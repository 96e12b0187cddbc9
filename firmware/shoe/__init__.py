"""The card shoe's firmware (MicroPython on a Raspberry Pi Pico); runs under CPython too, for tests."""

VERSION = "0.1.0"
PROTOCOL = 1
