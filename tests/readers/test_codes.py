"""Scanners and 125 kHz readers: lines, idle time-outs, checksums, once per draw, and what a code means."""

from __future__ import annotations

import os
import queue
import tty
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import DECK, Card
from kiosk.decks import Deck
from kiosk.readers.base import CardRead, Fault, FaultOver, LinkUp, ReaderEvent
from kiosk.readers.codes import LONGEST, LineDecoder, Rdm6300Decoder, card_of, checked
from kiosk.readers.sentences import sentence
from kiosk.readers.serial_codes import CodeReader

# 62 ^ E3 ^ 08 ^ 6C ^ ED = 08: the example of the RDM6300's data sheet
FRAME = b"\x0262E3086CED08\x03"


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"])
def test_lines_by_any_end(end: bytes) -> None:
    decoder = LineDecoder()
    assert decoder.feed(b"AS" + end + b"10H" + end, 0.0) == ["AS", "10H"]


def test_a_line_without_end_is_over_after_the_idle_time() -> None:
    decoder = LineDecoder(idle=0.05)
    assert decoder.feed(b"K", 1.0) == []
    assert decoder.feed(b"D", 1.02) == []
    assert decoder.due(1.03) == pytest.approx(0.04)
    assert decoder.feed(b"", 1.06) == []
    assert decoder.feed(b"", 1.08) == ["KD"]
    assert decoder.due(1.08) is None


def test_the_same_line_again_and_again_is_one_draw() -> None:
    decoder = LineDecoder(away=1.0)
    assert decoder.feed(b"AS\n" * 5, 0.0) == ["AS"]
    assert decoder.feed(b"AS\n", 0.9) == []
    assert decoder.feed(b"AS\n", 1.8) == []
    assert decoder.feed(b"AS\n", 2.9) == ["AS"]
    assert decoder.feed(b"KD\nAS\n", 3.0) == ["KD", "AS"]


def test_lines_that_are_no_text_or_too_long_are_dropped() -> None:
    decoder = LineDecoder()
    assert decoder.feed(b"\xff\xfe\n" + b"x" * 5000 + b"\nAS\n", 0.0) == ["AS"]
    assert decoder.dropped == 2
    for second in range(1000):
        decoder.feed(b"x" * 100, second / 1000)
    assert len(decoder._line) <= LONGEST


def test_cards_as_people_print_them() -> None:
    printed = ("AS", "10H", "KD", "Td", "2c", "as", "tH")
    assert [str(card_of(text)) for text in printed] == ["As", "Th", "Kd", "Td", "2c", "As", "Th"]
    for text in ("", "A", "S", "1S", "11S", "ASX", "A♠", "10", "0H", "H10", "JOKER"):
        assert card_of(text) is None
    assert {card_of(str(card)) for card in DECK} == set(DECK)


def test_a_tag_is_said_every_50_ms_and_counts_once() -> None:
    decoder = Rdm6300Decoder(away=0.3)
    codes = []
    for beat in range(40):
        codes += decoder.feed(FRAME, beat * 0.05)
    assert codes == ["62E3086CED"]
    assert decoder.feed(FRAME, 2.5) == ["62E3086CED"]


def test_a_frame_in_pieces_and_after_noise() -> None:
    decoder = Rdm6300Decoder()
    assert decoder.feed(b"\x00\x0262E3", 0.0) == []
    assert decoder.feed(FRAME[5:], 0.01) == ["62E3086CED"]
    assert decoder.dropped == 1


def test_every_flipped_bit_of_a_frame_is_refused() -> None:
    for bit in range(8, (len(FRAME) - 1) * 8):
        flipped = bytearray(FRAME)
        flipped[bit // 8] ^= 1 << bit % 8
        codes = Rdm6300Decoder().feed(bytes(flipped), 0.0)
        # bit 5 of a letter only changes its case
        assert codes == [] or flipped.upper() == FRAME


def test_checksums_by_hand() -> None:
    assert checked(b"010203040500") is None  # 01^02^03^04^05 = 01
    assert checked(b"010203040501") == "0102030405"
    assert checked(b"01020304050") is None
    assert checked(b"0102030405 1") is None


@given(st.lists(st.binary(max_size=40), max_size=20))
def test_noise_makes_no_tag_without_its_checksum(chunks: list[bytes]) -> None:
    decoder = Rdm6300Decoder()
    for place, chunk in enumerate(chunks):
        for code in decoder.feed(chunk, place * 1.0):
            assert len(code) == 10
    for place, chunk in enumerate(chunks):
        LineDecoder().feed(chunk, place * 1.0)


@pytest.fixture
def peer() -> Iterator[tuple[int, str]]:
    master, slave = os.openpty()
    tty.setraw(slave)
    yield master, os.ttyname(slave)
    os.close(master)
    os.close(slave)


def test_a_live_scanner(peer: tuple[int, str]) -> None:
    master, path = peer
    deck = Deck("Bar codes", cards={"4006381333931": Card.parse("Qh")})
    reader = CodeReader("scanner", path, deck)
    events: queue.Queue[ReaderEvent] = queue.Queue()
    reader.start(events.put)
    up = events.get(timeout=10)
    assert up == LinkUp("scanner", {"port": path, "baud": 9600, "acknowledges": "no"})
    os.write(master, b"4006381333931\r10S\rwhat\r")
    seen = [events.get(timeout=10) for _ in range(4)]
    reader.close()
    assert seen == [
        CardRead("scanner", "4006381333931", Card.parse("Qh")),
        CardRead("scanner", "10S", Card.parse("Ts")),
        CardRead("scanner", "what", None),
        Fault("scanner", "unknown-code", {"deck": "Bar codes"}),
    ]
    assert not reader.acknowledges


def test_a_wrong_baud_rate_is_told_as_babble_and_ends(peer: tuple[int, str]) -> None:
    """Fault: scanner babbling."""
    master, path = peer
    reader = CodeReader("rdm6300", path, Deck("Old tags", cards={"62E3086CED": Card.parse("2c")}))
    events: queue.Queue[ReaderEvent] = queue.Queue()
    reader.start(events.put)
    assert isinstance(events.get(timeout=10), LinkUp)
    os.write(master, b"\x80\xfe" * 200)
    fault = events.get(timeout=10)
    assert isinstance(fault, Fault)
    assert sentence(fault) == (
        f"What comes from {path} is not what a reader sends: check the baud rate in the settings."
    )
    os.write(master, FRAME)
    rest = [event for event in (events.get(timeout=10) for _ in range(2)) if event != fault]
    reader.close()
    assert CardRead("rfid", "62E3086CED", Card.parse("2c")) in rest
    assert FaultOver("rfid", "babble") in [*rest, *(events.get() for _ in range(events.qsize()))]


def test_a_scanner_that_is_not_there_is_told_once_by_name() -> None:
    """Fault: scanner unplugged."""
    reader = CodeReader("scanner", "/dev/no-such-port", None, retry=0.01)
    events: queue.Queue[ReaderEvent] = queue.Queue()
    reader.start(events.put)
    fault = events.get(timeout=10)
    reader.close()
    assert isinstance(fault, Fault)
    assert "/dev/no-such-port does not answer" in sentence(fault)
    assert events.empty()


def test_a_kind_that_is_none() -> None:
    with pytest.raises(ValueError, match="use scanner or rdm6300"):
        CodeReader("barcode", "/dev/x", None)
