"""One draw, one card: fast, slow, at rest, back and forth, two at once, and what the beam can do wrong."""

from __future__ import annotations

from firmware.shoe.app import Timing
from tests.firmware.metal import Bench, Slot

A, B, C = "04000000000001", "04000000000002", "04000000000003"


def uids(bench: Bench) -> list[str]:
    """The UIDs of the cards that the shoe has numbered."""
    return [uid for _, _, uid in bench.outbox.cards]


def test_cards_in_the_order_in_which_they_leave() -> None:
    bench = Bench()
    for uid in (A, B, C):
        bench.draw(uid)
    assert uids(bench) == [A, B, C]
    assert bench.errors() == []


def test_nothing_is_said_while_the_card_is_in_the_slot() -> None:
    bench = Bench()
    bench.chip.tags = [A]
    bench.slot.card = True
    bench.run(5000)
    assert uids(bench) == []
    bench.slot.card = False
    bench.run(20)
    assert uids(bench) == [A]


def test_a_card_that_rests_in_the_slot_counts_once() -> None:
    bench = Bench()
    bench.draw(A, slow=8000)
    assert len(bench.chip.listed) > 100
    assert uids(bench) == [A]


def test_a_fast_draw_is_read() -> None:
    bench = Bench()
    bench.draw(A, slow=12)
    assert uids(bench) == [A]


def test_an_answer_that_is_under_way_when_the_beam_clears_counts() -> None:
    bench = Bench()
    bench.chip.found_after = 0.040
    bench.draw(A, slow=20)
    assert uids(bench) == [A]


def test_a_draw_too_fast_for_the_reader_is_an_unread_card() -> None:
    bench = Bench()
    bench.chip.found_after = 0.150
    bench.draw(A, slow=20)
    assert uids(bench) == ["?"]


def test_a_dead_tag_is_an_unread_card() -> None:
    bench = Bench()
    bench.draw()
    assert uids(bench) == ["?"]


def test_back_and_forth_is_one_card_and_is_told() -> None:
    bench = Bench()
    bench.draw(A)
    bench.draw(A)
    bench.draw(A)
    assert uids(bench) == [A]
    assert set(bench.errors()) == {"same-card"}


def test_the_same_card_later_is_a_card_again() -> None:
    bench = Bench()
    bench.draw(A)
    bench.run(Timing.redraw)
    bench.draw(A)
    assert uids(bench) == [A, A]


def test_two_at_once_are_an_error_and_an_unread_card() -> None:
    bench = Bench()
    bench.draw(A, B)
    assert uids(bench) == ["?"]
    assert bench.errors() == ["two-tags"]


def test_two_tags_one_after_the_other_in_one_draw_are_no_guess_either() -> None:
    bench = Bench()
    bench.slot.card = True
    bench.chip.tags = [A]
    bench.run(50)
    bench.chip.tags = [B]
    bench.run(50)
    bench.slot.card = False
    bench.run(100)
    assert uids(bench) == ["?"]
    assert bench.errors() == ["two-tags"]


def test_a_second_card_right_behind_the_first() -> None:
    bench = Bench()
    for uid in (A, B):
        bench.chip.tags = [uid]
        bench.slot.card = True
        bench.run(30)
        bench.slot.card = False
        bench.run(4)  # just longer than the debouncing
    bench.chip.tags = []
    bench.run(100)
    assert uids(bench) == [A, B]


def test_a_flickering_beam_is_debounced() -> None:
    bench = Bench()
    bench.chip.tags = [A]
    for _ in range(5):
        bench.slot.card = True
        bench.run(1)
        bench.slot.card = False
        bench.run(1)
    bench.slot.card = True
    bench.run(60)
    for _ in range(5):
        bench.slot.card = False
        bench.run(1)
        bench.slot.card = True
        bench.run(1)
    bench.slot.card = False
    bench.run(100)
    assert uids(bench) == [A]


def test_a_shadow_shorter_than_the_debouncing_is_nothing() -> None:
    bench = Bench()
    bench.slot.card = True
    bench.run(2)
    bench.slot.card = False
    bench.run(100)
    assert uids(bench) == []


def test_something_stuck_in_the_slot_is_told_and_told_when_gone() -> None:
    bench = Bench()
    bench.slot.card = True
    bench.run(2 * Timing.blocked + 100)
    assert bench.errors() == ["slot-blocked", "slot-blocked"]
    bench.slot.card = False
    bench.run(100)
    assert bench.errors()[-1] == "slot-clear"


def test_a_dead_beam_is_found_when_the_deal_is_over_and_told_till_it_sees() -> None:
    bench = Bench()
    bench.port.tell("GATE open")
    bench.run(10)
    bench.slot.dead = True
    bench.port.tell("GATE shut")
    bench.run(3 * Timing.beat)
    assert len(bench.errors()) >= 2
    assert set(bench.errors()) == {"barrier-lost"}
    bench.slot.dead = False
    bench.run(2 * Timing.beat)
    assert bench.errors()[-1] == "barrier-back"


def test_a_dead_beam_is_found_at_boot() -> None:
    slot = Slot()
    slot.dead = True
    bench = Bench(slot=slot)
    bench.run(2 * Timing.beat)
    assert "barrier-lost" in bench.errors()


def test_a_card_in_the_slot_at_boot_is_not_missed() -> None:
    slot = Slot()
    slot.card = True
    bench = Bench(slot=slot)
    bench.chip.tags = [A]
    bench.run(100)
    slot.card = False
    bench.run(100)
    assert uids(bench) == [A]


def test_the_test_of_the_beam_makes_no_card() -> None:
    bench = Bench()
    for _ in range(3):
        bench.port.tell("GATE open")
        bench.run(20)
        bench.port.tell("GATE shut")
        bench.run(200)
    assert uids(bench) == []
    assert bench.errors() == []
    assert bench.slot.on


def test_a_card_drawn_during_the_test_of_the_beam_is_not_missed() -> None:
    bench = Bench()
    bench.port.tell("GATE open")
    bench.run(10)
    bench.port.tell("GATE shut")
    bench.run(1)
    bench.chip.tags = [A]
    bench.slot.card = True
    bench.run(40)
    bench.slot.card = False
    bench.run(100)
    assert uids(bench) == [A]
