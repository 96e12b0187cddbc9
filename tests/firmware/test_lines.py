"""The line format: the same vectors in CPython and in MicroPython, every single-bit flip refused, memory
bounded.
"""

from __future__ import annotations

import binascii
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shoe.lines import LONGEST, LineCutter, crc16, seal, unseal
from kiosk.readers.simulated_shoe import SimulationError, interpreter_command

BODIES = [
    "HELLO shoe 1 fw=0.1.0 boot=B7F2",
    "CARD B7F2 17 04A1B2C3D4E580",
    "CARD B7F2 18 ?",
    "BEAT B7F2 17 0",
    "GATE B7F2 open go",
    "ERR B7F2 reader-timeout",
    "TEST B7F2 reader=ok barrier=ok",
    "HELLO?",
    "ACK B7F2 17",
    "GATE open",
    "LAMP wrong",
    "TEST?",
]
# CRC-16/CCITT-FALSE: the catalogue's check value; the rest from binascii.crc_hqx, which is not ours
VECTORS = [(b"123456789", 0x29B1), (b"", 0xFFFF)] + [
    (body.encode(), binascii.crc_hqx(body.encode(), 0xFFFF)) for body in BODIES
]


@pytest.mark.parametrize(("data", "crc"), VECTORS)
def test_crc_vectors(data: bytes, crc: int) -> None:
    assert crc16(data) == crc


@given(st.binary(max_size=300))
def test_crc_agrees_with_the_standard_library(data: bytes) -> None:
    assert crc16(data) == binascii.crc_hqx(data, 0xFFFF)


def test_crc_vectors_in_micropython(root: Path) -> None:
    try:
        _, command = interpreter_command("micropython")
    except SimulationError as error:
        pytest.skip(str(error))
    script = f"from shoe.lines import crc16\nprint([crc16(data) for data, _ in {VECTORS!r}])"
    done = subprocess.run([*command, "-c", script], cwd=root / "firmware", capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([crc for _, crc in VECTORS])


@pytest.mark.parametrize("body", BODIES)
def test_a_line_comes_back_and_every_single_bit_flip_is_refused(body: str) -> None:
    line = seal(body)[:-1]
    assert unseal(line) == body.split()
    assert unseal(line + b"\r") == body.split()
    for bit in range(len(line) * 8):
        flipped = bytearray(line)
        flipped[bit // 8] ^= 1 << bit % 8
        # a flip into a line feed cuts the line in two; neither part may pass
        cutter = LineCutter()
        assert [words for part in cutter.feed(bytes(flipped) + b"\n") if (words := unseal(part))] == []


@pytest.mark.parametrize("body", BODIES)
def test_every_dropped_doubled_or_cut_byte_is_refused(body: str) -> None:
    line = seal(body)[:-1]
    for at in range(len(line)):
        assert unseal(line[:at] + line[at + 1 :]) is None
        assert unseal(line[:at] + line[at : at + 1] + line[at:]) is None
        assert unseal(line[:at]) is None
        assert at == 0 or unseal(line[at:]) is None


@given(st.binary(max_size=600))
def test_noise_is_never_an_exception_and_never_a_line(data: bytes) -> None:
    for part in LineCutter().feed(data):
        words = unseal(part)
        if words is not None:  # it can only be a line whose CRC fits, worked out by the standard library
            body, _, crc = part.rstrip(b"\r").rpartition(b"*")
            assert int(crc, 16) == binascii.crc_hqx(body, 0xFFFF)


@given(st.lists(st.integers(1, 40)), st.sampled_from(BODIES))
def test_lines_do_not_depend_on_how_the_bytes_arrive(sizes: list[int], body: str) -> None:
    stream = seal(body) * 3
    cutter = LineCutter()
    lines, at = [], 0
    for size in [*sizes, len(stream)]:
        lines += cutter.feed(stream[at : at + size])
        at += size
    assert lines == [seal(body)[:-1]] * 3


def test_a_peer_that_never_ends_a_line_takes_no_memory() -> None:
    cutter = LineCutter()
    for _ in range(1000):
        assert cutter.feed(b"x" * 1000) == []
        assert len(cutter._line) <= LONGEST + 1
    assert cutter.feed(b"\n" + seal("HELLO?")) == [seal("HELLO?")[:-1]]


def test_a_line_of_256_bytes_is_taken_and_one_of_257_is_not() -> None:
    longest = seal("x" * (LONGEST - 5))
    assert LineCutter().feed(longest) == [longest[:-1]]
    assert unseal(longest[:-1]) == ["x" * (LONGEST - 5)]
    assert unseal(seal("x" * (LONGEST - 4))[:-1]) is None
