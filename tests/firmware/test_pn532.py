"""The PN532 driver against frames from the manual, and against the simulated chip with its faults."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shoe.pn532 import (
    ACK,
    GET_FIRMWARE_VERSION,
    LIST_TARGETS,
    MAX_RETRIES,
    NACK,
    PN532,
    SAM_CONFIGURATION,
    FrameReader,
    frame,
    uids_of,
)
from kiosk.readers.simulated_pn532 import SimulatedPN532
from tests.firmware.metal import Bench, Ticks, Uart

UID = "04A1B2C3D4E580"
OTHER = "04112233445566"


@pytest.mark.parametrize(
    ("command", "wire"),
    [
        # checksums by hand: LCS = 100 - LEN, DCS = 100 - (D4 + data) modulo 100, all hexadecimal
        (GET_FIRMWARE_VERSION, "0000ff02fed4022a00"),
        (SAM_CONFIGURATION, "0000ff05fbd4140114010200"),
        (MAX_RETRIES, "0000ff06fad43205ff0102f300"),
        (LIST_TARGETS, "0000ff04fcd44a0200e000"),
    ],
)
def test_commands_on_the_wire(command: bytes, wire: str) -> None:
    assert frame(command).hex() == wire


def test_frames_from_the_chip() -> None:
    reader = FrameReader()
    version = bytes.fromhex("0000ff06fad50332010607e800")  # UM0701-02's answer to GetFirmwareVersion
    assert reader.feed(ACK + version) == [("ack", b""), ("data", bytes.fromhex("0332010607"))]
    assert reader.feed(NACK) == [("nack", b"")]
    assert reader.feed(bytes.fromhex("0000ff01ff7f8100")) == [("error", b"")]
    # preambles of any length, and byte by byte
    found = []
    for byte in b"\x00" * 9 + version:
        found += reader.feed(bytes((byte,)))
    assert found == [("data", bytes.fromhex("0332010607"))]


@pytest.mark.parametrize("at", range(3, 12))
def test_a_flipped_byte_in_a_frame_is_never_data(at: int) -> None:
    version = bytearray.fromhex("0000ff06fad50332010607e800")
    version[at] ^= 0x04
    assert all(kind != "data" for kind, _ in FrameReader().feed(bytes(version) + b"\x00" * 80))


def test_the_frame_reader_holds_little() -> None:
    reader = FrameReader()
    for _ in range(200):
        reader.feed(b"\x00\xff\x50\xb0" + b"\xaa" * 60)
        assert len(reader._bytes) < 200


def test_uids_with_two_tags_and_with_an_ats() -> None:
    seven = bytes.fromhex("01004400070" + "4a1b2c3d4e580")
    four = bytes.fromhex("02000420041122334405" + "78807002")  # SEL_RES 20: an ATS of five bytes follows
    assert uids_of(b"\x01" + seven) == [UID]
    assert uids_of(b"\x02" + seven + four) == [UID, "11223344"]
    assert uids_of(b"\x00") == []
    assert uids_of(b"") is None
    for size in range(1, len(seven)):
        assert uids_of(b"\x01" + seven[:size]) is None


def set_up(chip: SimulatedPN532) -> tuple[Ticks, Uart, PN532]:
    ticks = Ticks()
    uart = Uart(ticks, chip)
    return ticks, uart, PN532(uart)


def turn(ticks: Ticks, driver: PN532, milliseconds: int) -> list[tuple[str, str]]:
    events = []
    for _ in range(milliseconds):
        ticks.now += 1
        events += driver.step(ticks.now)
    return events


def test_set_up_wakes_the_chip_and_limits_its_retries() -> None:
    chip = SimulatedPN532()
    ticks, uart, driver = set_up(chip)
    assert turn(ticks, driver, 50) == []
    assert uart.sent[0].startswith(b"\x55\x55")
    assert (chip.awake, chip.configured, chip.retries, driver.state, driver.version) == (
        True,
        True,
        2,
        "ok",
        "1.6",
    )


def test_tags_are_listed_only_while_wanted() -> None:
    chip = SimulatedPN532(tags=[UID])
    ticks, _, driver = set_up(chip)
    turn(ticks, driver, 100)
    assert chip.listed == []
    driver.look(True)
    assert ("tag", UID) in turn(ticks, driver, 30)
    driver.look(False)
    turn(ticks, driver, 30)
    chip.listed.clear()
    turn(ticks, driver, 100)
    assert chip.listed == []


def test_two_tags_are_no_guess() -> None:
    chip = SimulatedPN532(tags=[UID, OTHER])
    ticks, _, driver = set_up(chip)
    driver.look(True)
    assert set(turn(ticks, driver, 60)) == {("tags", "")}


def test_tags_of_four_and_ten_bytes_and_smart_ones() -> None:
    for uid in ("11223344", "04112233445566778899"):
        chip = SimulatedPN532(tags=[uid], smart_tags=True)
        ticks, _, driver = set_up(chip)
        driver.look(True)
        assert ("tag", uid) in turn(ticks, driver, 60)


@pytest.mark.parametrize("preamble", [0, 1, 2, 20])
def test_preambles_of_any_length(preamble: int) -> None:
    chip = SimulatedPN532(tags=[UID])
    chip.faults.preamble = preamble
    ticks, _, driver = set_up(chip)
    driver.look(True)
    assert ("tag", UID) in turn(ticks, driver, 200)


def test_a_damaged_answer_is_asked_for_again_with_nack() -> None:
    chip = SimulatedPN532(tags=[UID])
    ticks, uart, driver = set_up(chip)
    turn(ticks, driver, 50)
    chip.faults.damaged_answers = 1
    driver.look(True)
    assert ("tag", UID) in turn(ticks, driver, 40)
    assert NACK in uart.sent


def test_a_damaged_ack_does_not_stop_it() -> None:
    chip = SimulatedPN532(tags=[UID])
    ticks, _, driver = set_up(chip)
    turn(ticks, driver, 50)
    chip.faults.damaged_acks = 1
    driver.look(True)
    events = turn(ticks, driver, 400)
    assert ("tag", UID) in events
    assert not [event for event in events if event[0] == "error"]


def test_a_late_answer_is_aborted_and_the_chip_set_up_anew() -> None:
    chip = SimulatedPN532(tags=[UID])
    ticks, uart, driver = set_up(chip)
    turn(ticks, driver, 50)
    chip.faults.late = 0.6
    driver.look(True)
    turn(ticks, driver, 400)
    assert ACK in uart.sent
    chip.faults.late = 0.0
    assert ("tag", UID) in turn(ticks, driver, 2000)


def test_a_quiet_chip_is_lost_and_comes_back() -> None:
    chip = SimulatedPN532(tags=[UID])
    ticks, _, driver = set_up(chip)
    turn(ticks, driver, 50)
    chip.faults.quiet = True
    events = turn(ticks, driver, 10000)  # no card is drawn: the health check finds it
    codes = [value for kind, value in events if kind == "error"]
    assert codes[:2] == ["reader-timeout", "reader-lost"]
    assert set(codes[2:]) <= {"reader-lost"}
    assert driver.state == "reader-lost"
    chip.faults.quiet = False
    chip.power_cycle()
    assert ("error", "reader-back") in turn(ticks, driver, 2000)
    assert driver.state == "ok"
    driver.look(True)
    assert ("tag", UID) in turn(ticks, driver, 40)


def test_a_lost_reader_is_said_again_since_errors_are_not_acknowledged() -> None:
    bench = Bench()
    bench.chip.faults.quiet = True
    bench.run(60000)
    assert bench.errors().count("reader-lost") >= 3


@given(st.lists(st.binary(max_size=60), max_size=20))
def test_fuzz_no_exception_and_no_frame_without_its_checksums(chunks: list[bytes]) -> None:
    reader = FrameReader()
    for chunk in chunks:
        for kind, data in reader.feed(chunk):
            if kind == "data":
                total = 0xD5 + sum(data)
                assert bytes((0xD5, *data, -total & 0xFF)) in b"".join(chunks)
        assert len(reader._bytes) < 200


@given(st.binary(max_size=60))
def test_fuzz_any_list_of_targets_is_uids_or_nothing(answer: bytes) -> None:
    uids = uids_of(answer)
    assert uids is None or all(len(uid) in (8, 14, 20) for uid in uids)


def test_noise_on_the_uart_never_makes_a_wrong_card() -> None:
    """One byte in fifty of the chip's answers flipped: each draw is the right card or an unread one."""
    chance = random.Random(3)
    bench = Bench()
    answers = bench.uart.read

    def spoilt() -> bytes:
        return bytes(byte ^ (1 << chance.randrange(8)) if chance.random() < 0.02 else byte for byte in answers())

    bench.uart.read = spoilt  # type: ignore[method-assign]
    drawn = [f"04{number:012X}" for number in range(40)]
    for uid in drawn:
        bench.draw(uid, slow=120)
    seen = [uid for _, _, uid in bench.outbox.cards]
    assert len(seen) == len(drawn)
    assert all(uid in (drawn[place], "?") for place, uid in enumerate(seen))
    assert seen.count("?") <= 4
