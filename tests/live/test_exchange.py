"""Readers are taken from the table and put there while the session runs."""

from __future__ import annotations

from pathlib import Path

from kiosk.readers.base import CardRead, Fault, LinkUp, Receipt
from tests.live.place import DECK, FIRST_NINE, Place, uid
from tests.proofs._bytes_shoe import BytesShoe


def test_another_shoe_takes_over_between_hands(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.session.settle()
    old, new = place.shoe, BytesShoe(DECK, [])
    assert place.session.exchange(["shoe"], []) == [old]
    assert place.session.state.lamps == ()
    place.session.exchange([], [new])
    state = place.session.settle()
    assert [(lamp.reader, lamp.state) for lamp in state.lamps] == [("shoe", "ok")]
    place.shoe = new
    place.to_the_pass()
    assert sum(seat.down for seat in place.session.state.view.seats) == 9
    place.session.close()


def test_what_a_reader_says_on_its_way_out_does_not_count(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.session.settle()
    place.session.exchange(["shoe"], [])
    before = len(list(place.journal.lines()))
    place.session.hear(CardRead("shoe", uid(FIRST_NINE[0]), FIRST_NINE[0], Receipt("B7F2", 99)))
    place.session.hear(Fault("shoe", "lost"))
    place.session.hear(LinkUp("shoe"))
    state = place.session.settle()
    assert state.banners == () and state.lamps == ()
    assert len(list(place.journal.lines())) == before
    place.session.close()


def test_its_fault_goes_with_a_reader_but_not_a_doubt_about_cards(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.session.hear(Fault("shoe", "lost"))
    place.session.hear(Fault("shoe", "two-tags"))
    assert {one.kind for one in place.session.settle().banners} == {"lost", "two-tags"}
    place.session.exchange(["shoe"], [])
    assert {one.kind for one in place.session.state.banners} == {"two-tags"}
    place.session.close()
