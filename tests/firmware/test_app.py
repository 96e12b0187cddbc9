"""What the shoe says and does: hello, cards until acknowledged, heartbeat, gate, lamp, and what it keeps
over a reset.
"""

from __future__ import annotations

from firmware.shoe.app import Timing
from firmware.shoe.lines import seal
from firmware.shoe.outbox import LIMIT, STALE
from tests.firmware.metal import Bench, MemoryStore

A, B, C = "04000000000001", "04000000000002", "04000000000003"


def test_hello_at_boot_and_when_asked() -> None:
    bench = Bench()
    hello = ["HELLO", "shoe", "1", "fw=0.1.0", "boot=B7F2"]
    assert bench.port.said[0] == hello
    bench.port.said.clear()
    bench.port.tell("HELLO?")
    bench.run(1)
    assert bench.port.said[0] == hello
    assert bench.port.lines("GATE") == [["GATE", "B7F2", "shut", "stop"]]


def test_a_card_is_said_until_acknowledged_and_then_the_next() -> None:
    bench = Bench()
    bench.draw(A)
    bench.draw(B)
    bench.port.said.clear()
    bench.run(10 * Timing.repeat)
    assert bench.port.lines("CARD") == [["CARD", "B7F2", "1", A]] * 10
    bench.port.tell("ACK B7F2 1")
    bench.port.said.clear()
    bench.run(1)
    assert bench.port.lines("CARD") == [["CARD", "B7F2", "2", B]]
    bench.port.tell("ACK B7F2 2")
    bench.port.said.clear()
    bench.run(10 * Timing.repeat)
    assert bench.port.lines("CARD") == []


def test_no_other_acknowledgement_lets_a_card_go() -> None:
    bench = Bench()
    bench.draw(A)
    bench.draw(B)
    for body in (
        "ACK B7F2 2",
        "ACK B7F2 0",
        "ACK B7F3 1",
        "ACK B7F2",
        "ACK B7F2 x",
        "ACK b7f2 1",
        "ACK B7F2 1 1",
    ):
        bench.port.tell(body)
        bench.run(5)
    bench.port.tell_raw(seal("ACK B7F2 1").replace(b"1", b"2", 1))
    bench.run(5)
    assert bench.outbox.oldest() == ("B7F2", 1, A)


def test_the_heartbeat_each_second() -> None:
    bench = Bench()
    bench.port.said.clear()
    bench.run(5 * Timing.beat)
    assert bench.port.lines("BEAT") == [["BEAT", "B7F2", "0", "0"]] * 5
    bench.draw(A)
    bench.port.said.clear()
    bench.run(Timing.beat)
    assert bench.port.lines("BEAT") == [["BEAT", "B7F2", "1", "1"]]


def test_gate_and_lamp_as_told() -> None:
    bench = Bench()
    bench.port.tell("GATE open")
    bench.port.tell("LAMP go")
    bench.run(1)
    assert (bench.slot.gates[-1], bench.slot.lamps[-1]) == (True, "go")
    assert bench.port.lines("GATE")[-1] == ["GATE", "B7F2", "open", "go"]
    for body in ("GATE ajar", "LAMP blue", "GATE", "LAMP off off", "OPEN", "gate shut"):
        bench.port.tell(body)
    bench.run(5)
    assert (bench.slot.gates[-1], bench.slot.lamps[-1]) == (True, "go")


def test_a_card_drawn_while_the_gate_is_shut_is_reported_like_any_other() -> None:
    bench = Bench()
    bench.draw(A)
    assert bench.cards() == [["CARD", "B7F2", "1", A]]


def test_gate_shut_and_lamp_wrong_while_the_host_does_not_take_the_cards() -> None:
    bench = Bench()
    bench.port.tell("GATE open")
    bench.port.tell("LAMP go")
    bench.draw(A)
    bench.run(Timing.late)
    assert (bench.slot.gates[-1], bench.slot.lamps[-1]) == (False, "wrong")
    bench.port.tell("ACK B7F2 1")
    bench.run(2)
    assert (bench.slot.gates[-1], bench.slot.lamps[-1]) == (True, "go")


def test_a_host_that_does_not_read_loses_no_card() -> None:
    bench = Bench()
    bench.port.full = True
    bench.draw(A)
    bench.draw(B)
    bench.run(5000)
    bench.port.full = False
    bench.port.said.clear()
    bench.run(Timing.repeat)
    assert bench.cards() == [["CARD", "B7F2", "1", A]]
    assert len(bench.outbox.cards) == 2


def test_noise_from_the_host_is_left_alone() -> None:
    bench = Bench()
    bench.draw(A)
    bench.port.tell_raw(b"AT\r\n\x03\x04\xff\xfe" + b"x" * 2000 + b"\nATE1 E0\r")
    bench.run(50)
    bench.port.tell_raw(b"\n")
    bench.port.tell("ACK B7F2 1")
    bench.run(5)
    assert bench.outbox.cards == []


def test_more_cards_than_it_can_hold_are_told_and_leave_a_gap() -> None:
    bench = Bench()
    for number in range(LIMIT + 2):
        bench.outbox.put(f"{number:014X}", bench.ticks.now)
    assert len(bench.outbox.cards) == LIMIT
    assert bench.outbox.last == LIMIT + 2
    bench.draw(A)
    assert "queue-full" in bench.errors()


def test_a_prompt_host_costs_no_write_to_flash() -> None:
    bench = Bench()
    for number in range(1, 53):
        bench.draw(f"04{number:012X}", slow=30)
        bench.port.tell(f"ACK B7F2 {number}")
        bench.run(2)
    assert (bench.store.writes, bench.outbox.cards) == (0, [])


def test_cards_that_wait_outlive_a_reset_under_their_old_numbers() -> None:
    store = MemoryStore()
    before = Bench("B7F2", store)
    before.draw(A)
    before.port.tell("ACK B7F2 1")
    before.draw(B)
    before.draw(C)
    before.run(Timing.keep)
    after = Bench("B7F3", store)
    after.draw("04000000000004")
    after.port.tell("ACK B7F2 2")
    after.run(2)
    after.port.tell("ACK B7F2 3")
    after.run(2)
    assert after.cards() == [
        ["CARD", "B7F2", "2", B],
        ["CARD", "B7F2", "3", C],
        ["CARD", "B7F3", "1", "04000000000004"],
    ]
    after.port.tell("ACK B7F3 1")
    after.run(2)
    assert store.cards == []


def test_of_an_earlier_boot_one_acknowledgement_lets_all_go_that_the_host_has() -> None:
    store = MemoryStore()
    store.cards = [("B7F2", 5, A), ("B7F2", 6, B), ("B7F2", 7, C)]
    bench = Bench("B7F3", store)
    bench.port.tell("ACK B7F2 6")
    bench.run(2)
    assert bench.outbox.cards == [("B7F2", 7, C)]
    bench.port.tell("ACK B7F2 4")
    bench.run(2)
    assert bench.outbox.cards == [("B7F2", 7, C)]


def test_the_store_does_not_grow_while_cards_come_and_go() -> None:
    bench = Bench()
    bench.outbox.put(A, bench.ticks.now)
    for number in range(1, 400):
        bench.outbox.put(f"{number:014X}", bench.ticks.now)
        bench.run(Timing.keep + 1)
        bench.port.tell(f"ACK B7F2 {number}")
        bench.run(1)
        assert len(bench.store.cards) <= STALE + 3


def test_the_self_test_names_what_ails() -> None:
    bench = Bench()
    bench.port.tell("TEST?")
    bench.run(1)
    assert bench.port.lines("TEST") == [["TEST", "B7F2", "reader=ok", "barrier=ok"]]
    bench.slot.dead = True
    bench.chip.faults.quiet = True
    bench.run(20000)
    bench.port.tell("TEST?")
    bench.run(200)
    bench.port.tell("TEST?")
    bench.run(1)
    assert bench.port.lines("TEST")[-1] == ["TEST", "B7F2", "reader=reader-lost", "barrier=barrier-lost"]
