"""The host's end of the link: hello, cards once each, gaps, restarts, repeats, and lines that must not be
believed.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card
from firmware.shoe.lines import LONGEST, seal
from kiosk.decks import Deck
from kiosk.readers.base import CardRead, Fault, FaultOver, Lamp, LinkUp, ReaderEvent, Receipt
from kiosk.readers.shoe_decoder import FORGOTTEN_AFTER, ShoeDecoder

A, B, C = "04000000000001", "04000000000002", "04000000000003"
DECK = Deck("Blue", cards={A: Card.parse("As"), B: Card.parse("Td")})
HELLO = "HELLO shoe 1 fw=0.1.0 boot=B7F2"


def connected(*journaled: Receipt) -> ShoeDecoder:
    decoder = ShoeDecoder(DECK, journaled)
    decoder.connected()
    return decoder


def told(decoder: ShoeDecoder, *bodies: str) -> list[ReaderEvent]:
    return decoder.feed(b"".join(seal(body) for body in bodies))


def cards(events: list[ReaderEvent]) -> list[tuple[str | None, Receipt | None]]:
    return [(event.uid, event.receipt) for event in events if isinstance(event, CardRead)]


def faults(events: list[ReaderEvent]) -> list[tuple[str, dict[str, str | int]]]:
    return [(event.kind, dict(event.params)) for event in events if isinstance(event, Fault)]


def test_hello_is_asked_for_and_brings_the_link_up() -> None:
    decoder = connected()
    assert decoder.take_output() == b"HELLO?*C851\n"
    assert told(decoder, HELLO) == [LinkUp("shoe", {"boot": "B7F2", "firmware": "0.1.0"})]
    assert told(decoder, HELLO) == []


def test_a_card_is_named_by_the_deck_and_acknowledged_only_when_told() -> None:
    decoder = connected()
    decoder.take_output()
    events = told(decoder, HELLO, f"CARD B7F2 1 {A}")
    assert events[1:] == [CardRead("shoe", A, Card.parse("As"), Receipt("B7F2", 1))]
    assert decoder.take_output() == b""
    assert told(decoder, f"CARD B7F2 1 {A}") == []  # said again: it is on its way to the journal
    assert decoder.take_output() == b""
    decoder.acknowledge(Receipt("B7F2", 1))
    assert decoder.take_output() == seal("ACK B7F2 1")
    assert told(decoder, f"CARD B7F2 1 {A}") == []  # the acknowledgement got lost
    assert decoder.take_output() == seal("ACK B7F2 1")


def test_unread_cards_and_foreign_tags() -> None:
    decoder = connected()
    events = told(decoder, HELLO, "CARD B7F2 1 ?", f"CARD B7F2 2 {C}")
    assert events[1] == CardRead("shoe", None, None, Receipt("B7F2", 1))
    assert events[2] == CardRead("shoe", C, None, Receipt("B7F2", 2))
    assert faults(events) == [("foreign-tag", {"deck": "Blue", "seq": 2})]


def test_nothing_is_believed_before_hello() -> None:
    decoder = connected()
    assert told(decoder, f"CARD B7F2 1 {A}", "BEAT B7F2 1 1", "ERR B7F2 two-tags") == []
    assert cards(told(decoder, HELLO, f"CARD B7F2 1 {A}")) == [(A, Receipt("B7F2", 1))]


def test_after_a_restart_of_the_host_what_is_journaled_is_dropped() -> None:
    decoder = connected(Receipt("B7F2", 2))
    decoder.take_output()
    events = told(decoder, HELLO, f"CARD B7F2 2 {B}", f"CARD B7F2 3 {C}")
    assert cards(events) == [(C, Receipt("B7F2", 3))]
    assert decoder.take_output() == seal("ACK B7F2 2")


def test_a_gap_is_an_alarm_and_names_what_is_missing() -> None:
    decoder = connected(Receipt("B7F2", 2))
    events = told(decoder, HELLO, f"CARD B7F2 5 {A}")
    assert faults(events) == [("gap", {"boot": "B7F2", "first": 3, "last": 4})]
    assert cards(events) == [(A, Receipt("B7F2", 5))]


def test_a_gap_is_seen_by_the_heartbeat_before_the_next_card() -> None:
    """Another program took cards 3 and 4, such as `liege deck check` while the kiosk was off."""
    decoder = connected(Receipt("B7F2", 2))
    assert faults(told(decoder, HELLO, "BEAT B7F2 4 1")) == []
    assert faults(told(decoder, "BEAT B7F2 4 0")) == [("gap", {"boot": "B7F2", "first": 3, "last": 4})]
    assert faults(told(decoder, "BEAT B7F2 4 0", f"CARD B7F2 5 {A}")) == []


def test_a_host_without_a_past_takes_a_shoe_that_has_one() -> None:
    events = told(connected(), HELLO, f"CARD B7F2 40 {A}", f"CARD B7F2 42 {B}")
    assert faults(events) == [("gap", {"boot": "B7F2", "first": 41, "last": 41})]


def test_a_restart_is_an_alarm_and_numbers_begin_anew() -> None:
    decoder = connected()
    told(decoder, HELLO, f"CARD B7F2 1 {A}")
    events = told(decoder, "HELLO shoe 1 fw=0.1.0 boot=B7F3", f"CARD B7F3 1 {B}")
    assert faults(events) == [("restarted", {"boot": "B7F3", "before": "B7F2", "last": 1})]
    assert cards(events) == [(B, Receipt("B7F3", 1))]


def test_a_restart_is_seen_by_the_heartbeat_where_hello_got_lost() -> None:
    decoder = connected()
    told(decoder, HELLO)
    assert [kind for kind, _ in faults(told(decoder, "BEAT B7F3 0 0", "BEAT B7F3 0 0"))] == ["restarted"]


def test_cards_kept_over_a_restart_come_under_their_old_boot() -> None:
    decoder = connected(Receipt("B7F2", 3))
    decoder.take_output()
    events = told(
        decoder,
        "HELLO shoe 1 fw=0.1.0 boot=B7F3",
        f"CARD B7F2 2 {A}",
        f"CARD B7F2 4 {B}",
        f"CARD B7F3 1 {C}",
    )
    assert cards(events) == [(B, Receipt("B7F2", 4)), (C, Receipt("B7F3", 1))]
    assert "gap" not in [kind for kind, _ in faults(events)]
    assert decoder.take_output() == seal("ACK B7F2 3")  # all that the host has of that boot, at once


def test_a_count_that_goes_back_under_the_same_boot_is_an_alarm_once() -> None:
    decoder = connected(Receipt("B7F2", 9))
    events = told(decoder, HELLO, "BEAT B7F2 2 0", "BEAT B7F2 2 0")
    assert faults(events) == [("counts-anew", {"boot": "B7F2", "last": 2, "journaled": 9})]


def test_another_version_is_refused_once_and_its_cards_too() -> None:
    decoder = connected()
    events = told(decoder, "HELLO shoe 2 fw=9.0 boot=B7F2", "HELLO shoe 2 fw=9.0 boot=B7F2", f"CARD B7F2 1 {A}")
    assert faults(events) == [("unsupported-version", {"version": 2, "supported": 1})]
    assert cards(events) == []


def test_faults_that_stand_are_said_once_and_end() -> None:
    decoder = connected()
    events = told(decoder, HELLO, "ERR  B7F2 reader-lost", "ERR B7F2 reader-lost", "ERR B7F2 two-tags")
    assert [kind for kind, _ in faults(events)] == ["reader-lost", "two-tags"]
    assert told(decoder, "ERR B7F2 reader-back") == [FaultOver("shoe", "reader-lost")]
    assert told(decoder, "ERR B7F2 reader-back") == []
    assert [kind for kind, _ in faults(told(decoder, "ERR B7F2 reader-lost"))] == ["reader-lost"]


def test_a_fault_whose_end_got_lost_is_over_when_the_shoe_no_longer_speaks_of_it() -> None:
    decoder = connected()
    told(decoder, HELLO, "ERR B7F2 barrier-lost")
    for _ in range(FORGOTTEN_AFTER - 1):
        assert told(decoder, "BEAT B7F2 0 0") == []
    told(decoder, "ERR B7F2 barrier-lost")
    for _ in range(FORGOTTEN_AFTER - 1):
        assert told(decoder, "BEAT B7F2 0 0") == []
    assert told(decoder, "BEAT B7F2 0 0") == [FaultOver("shoe", "barrier-lost")]


def test_faults_of_the_parts_end_with_a_restart_and_come_again_if_they_last() -> None:
    decoder = connected()
    told(decoder, HELLO, "ERR B7F2 reader-lost")
    events = told(decoder, "HELLO shoe 1 fw=0.1.0 boot=B7F3", "ERR B7F3 reader-lost")
    assert events[0] == FaultOver("shoe", "reader-lost")
    assert [kind for kind, _ in faults(events)] == ["restarted", "reader-lost"]


def test_gate_and_lamp() -> None:
    decoder = connected()
    decoder.take_output()
    decoder.want(True, Lamp.GO)
    assert decoder.take_output() == seal("GATE open") + seal("LAMP go")
    told(decoder, HELLO, "GATE B7F2 open go")
    assert decoder.gate_state == ("open", "go")
    told(decoder, "GATE B7F2 shut")
    assert list(decoder.gate_state) == ["shut"]


@pytest.mark.parametrize(
    "body",
    [
        "CARD B7F2 1 04A1",
        "CARD B7F2 1 04a1b2c3d4e580",
        "CARD B7F2 01 04000000000001",
        "CARD B7F2 -1 04000000000001",
        "CARD B7F2 1",
        "CARD B7F 1 04000000000001",
        "CARD B7F2 1 04000000000001 x",
        "CARD B7F2 9999999999 04000000000001",
        "CARD B7F2 1 As",
        "BEAT B7F2 1",
        "GATE B7F2 ajar",
        "ERR B7F2",
        "ERR B7F2 Two Tags",
        "HELLO shoe one fw=1 boot=B7F2",
        "HELLO shoe 1 fw=1",
        "HELLO printer 1 fw=1 boot=B7F2",
        "ACK B7F2 1",
        "HELLO?",
        "x",
    ],
)
def test_lines_that_are_not_the_shoe_s_are_dropped_and_counted(body: str) -> None:
    decoder = connected()
    told(decoder, HELLO)
    dropped = decoder.counters.dropped
    assert told(decoder, body) == []
    assert decoder.counters.dropped == dropped + 1


def test_banners_probes_and_tracebacks_are_noise() -> None:
    decoder = connected()
    noise = (
        b"MicroPython v1.28.0 on 2026-04-01; Raspberry Pi Pico with RP2040\r\n>>> \r\nAT\r\nAT+GCAP\r\n"
        b'Traceback (most recent call last):\r\n  File "main.py", line 3\r\n\xff\xfe\x00\n'
    )
    events = decoder.feed(noise + seal(HELLO) + noise + seal(f"CARD B7F2 1 {A}"))
    assert cards(events) == [(A, Receipt("B7F2", 1))]


@pytest.mark.parametrize(
    "body",
    [HELLO, f"CARD B7F2 1 {A}", "CARD B7F2 1 ?", "BEAT B7F3 0 0", "GATE B7F2 open go", "ERR B7F2 two-tags"],
)
def test_every_single_bit_flip_of_a_line_is_refused(body: str) -> None:
    line = seal(body)
    for bit in range((len(line) - 1) * 8):  # the line feed apart: without it the line is not over
        flipped = bytearray(line)
        flipped[bit // 8] ^= 1 << bit % 8
        decoder = connected()
        told(decoder, "HELLO shoe 1 fw=0.1.0 boot=B7F2")
        state = decoder.gate_state, decoder.boot
        assert decoder.feed(bytes(flipped)) == []
        assert (decoder.gate_state, decoder.boot) == state


@given(st.binary(max_size=400), st.integers(0, 3))
def test_fuzz_no_exception_and_no_invented_card(noise: bytes, at: int) -> None:
    decoder = connected()
    stream = [seal(HELLO), seal(f"CARD B7F2 1 {A}"), seal(f"CARD B7F2 1 {A}")]
    stream.insert(at, noise + b"\n")
    events = decoder.feed(b"".join(stream))
    assert cards(events) == [(A, Receipt("B7F2", 1))]


@given(st.lists(st.sampled_from([*range(32, 127)]), max_size=60))
def test_fuzz_sound_lines_with_any_words(letters: list[int]) -> None:
    decoder = connected()
    told(decoder, HELLO)
    for event in told(decoder, "CARD B7F2 " + bytes(letters).decode()):
        assert isinstance(event, (CardRead, Fault))


def test_a_peer_that_never_ends_a_line_takes_no_memory() -> None:
    decoder = connected()
    for _ in range(2000):
        assert decoder.feed(b"CARD B7F2 1 04" * 100) == []
    assert len(decoder._cutter._line) <= LONGEST + 1
    for boot in range(3000):
        told(decoder, f"HELLO shoe 1 fw=0 boot={boot:04X}", f"CARD {boot:04X} 1 ?")
    assert len(decoder._boots) <= 66


def test_a_replay_gives_the_events_of_the_live_run() -> None:
    stream = [b"", seal(HELLO), seal(f"CARD B7F2 1 {A}")[:9], b"", seal(HELLO) + seal(f"CARD B7F2 1 {A}") * 2]
    stream.append(seal(f"CARD B7F2 2 {B}"))
    live, replayed = ShoeDecoder(DECK), ShoeDecoder.for_replay(DECK)
    seen = [[decoder.feed(data) for data in stream] for decoder in (live, replayed)]
    assert seen[0] == seen[1]
    assert [uid for events in seen[0] for uid, _ in cards(events)] == [A, B]


def test_a_recording_that_begins_in_the_middle_is_read() -> None:
    decoder = ShoeDecoder.for_replay(DECK)
    assert cards(told(decoder, f"CARD B7F2 7 {A}", f"CARD B7F2 8 {B}")) == [
        (A, Receipt("B7F2", 7)),
        (B, Receipt("B7F2", 8)),
    ]


def test_no_card_and_no_tag_in_any_text() -> None:
    events = told(connected(), HELLO, f"CARD B7F2 1 {A}", f"CARD B7F2 2 {C}")
    for event in events:
        for secret in (A, C, "As", "A♠"):
            assert secret not in repr(event)
            assert secret not in str(event)
            assert secret not in f"{event}"
    assert A not in repr(DECK)
    assert "As" not in repr(DECK)
