"""What the shoe says when something is wrong, byte for byte, in the middle of a deal: the banner, what it stops, how it
clears, and that it stands again after a restart of the kiosk.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.cards import Card
from engine.inputs import CardRead, Confirm, Correct, StartHand
from firmware.shoe import PROTOCOL
from firmware.shoe.lines import seal
from kiosk.session import ScreenState
from tests.live.place import FIRST_NINE, Place, banner, has, uid
from tests.proofs._bytes_shoe import BOOT

CARD = FIRST_NINE[4]


@dataclass(frozen=True)
class Doubt:
    """A fault that leaves a card in doubt: lines of the shoe, and how its banner begins."""

    kind: str
    lines: tuple[str, ...]
    says: str


DOUBTS = (
    Doubt("two-tags", (f"ERR {BOOT} two-tags", f"CARD {BOOT} 5 ?"), "Two cards were in the shoe's exit at once"),
    Doubt("same-card", (f"ERR {BOOT} same-card",), "The same card went past the shoe's exit twice"),
    Doubt("restarted", (f"HELLO shoe {PROTOCOL} fw=0.1.0 boot=B000",), "The shoe restarted: count the cards"),
    Doubt("gap", (f"CARD {BOOT} 7 {uid(CARD)}",), "Cards 5 to 6 of the shoe never reached the table"),
    Doubt("counts-anew", (f"BEAT {BOOT} 1 0",), "The shoe counts from the start again"),
    Doubt("queue-full", (f"ERR {BOOT} queue-full",), "The shoe holds more cards than it can remember"),
    Doubt("foreign-tag", (f"CARD {BOOT} 5 04FFFFFFFFFF80",), "A card came out that is not in the deck Simulated"),
)


def dealing(place: Place) -> ScreenState:
    """Four of nine cards are out."""
    place.enter(StartHand(), Confirm("announce"), Confirm("antes"))
    state = place.deal(*FIRST_NINE[:4])
    assert down(state) == 4 and state.banners == ()
    return state


def notices(state: ScreenState) -> list[str]:
    return [notice.kind for notice in state.view.prompt.notices]


def down(state: ScreenState) -> int:
    return sum(seat.down for seat in state.view.seats)


@pytest.mark.parametrize("doubt", DOUBTS, ids=lambda doubt: doubt.kind)
def test_a_card_in_doubt_stops_the_hand_until_the_dealer_has_looked(place: Place, doubt: Doubt) -> None:
    """Faults: two tags, shoe restarted, cards missing, foreign tag, a card pushed back. Also over a restart."""
    dealing(place)
    place.shoe.told.clear()
    for line in doubt.lines:
        place.shoe.say(line)
    before = place.session.settle()
    told = banner(before, doubt.kind)
    assert told.sentence.startswith(doubt.says)
    assert told.needs_confirm
    assert b"GATE shut" in place.shoe.told and b"LAMP wrong" in place.shoe.told
    state = place.enter(Confirm("deal"))
    assert (state.refused, state.view) == (told.sentence, before.view)
    state = place.again()
    assert (banner(state, doubt.kind), state.view) == (told, before.view)
    assert place.enter(Confirm("deal")).refused == told.sentence
    place.session.clear_banner("shoe", doubt.kind)
    state = place.session.settle()
    assert state.banners == ()
    assert place.again().banners == ()
    rest = [card for card in FIRST_NINE[4:] if card is not CARD or "CARD" not in doubt.lines[-1]]
    if doubt.kind == "foreign-tag" or doubt.kind == "two-tags":
        rest = list(FIRST_NINE[5:])  # the fifth lies there without a name
    if doubt.kind == "gap":
        place.shoe.drawn = 7
    assert place.deal(*rest).view.step == ("pass" if down(state) + len(rest) == 9 else "deal")


@pytest.mark.parametrize(
    ("kind", "begins", "ends", "says"),
    [
        ("slot-blocked", "slot-blocked", "slot-clear", "Something stays in the shoe's exit: take it out."),
        ("reader-timeout", "reader-timeout", "reader-back", "The shoe's tag reader does not answer"),
        (
            "reader-lost",
            "reader-lost",
            "reader-back",
            "The shoe's tag reader is gone: cards come out unread.",
        ),
        ("barrier-lost", "barrier-lost", "barrier-back", "The shoe's light barrier does not see"),
    ],
)
def test_a_part_of_the_shoe_fails_and_comes_back(place: Place, kind: str, begins: str, ends: str, says: str) -> None:
    """Fault: a part of the shoe. The shoe says it again while it lasts, so a kiosk that restarts hears of it too."""
    dealing(place)
    for _ in range(2):
        place.shoe.say(f"ERR {BOOT} {begins}")
        told = banner(place.session.settle(), kind)
        assert told.sentence.startswith(says)
        assert not told.needs_confirm
        place.again()
    place.shoe.say(f"ERR {BOOT} {begins}")
    assert place.deal(FIRST_NINE[4]).view.prompt.deal.remaining == 4  # type: ignore[union-attr]
    place.shoe.say(f"ERR {BOOT} {ends}")
    assert place.session.settle().banners == ()


def test_a_card_that_left_unread_waits_for_its_name_and_hides_nothing(place: Place) -> None:
    """Fault: card unread. It takes its place, and so does one turned up that nobody could name (RULES 8.1)."""
    dealing(place)
    place.shoe.drawn += 1
    place.shoe.say(f"CARD {BOOT} {place.shoe.drawn} ?")
    state = place.session.settle()
    assert down(state) == 5 and state.banners == ()
    assert place.again().view == state.view
    place.deal(*FIRST_NINE[5:])
    place.enter(Confirm("pass"))
    up = zip((2, 3, 1), (None, *FIRST_NINE[1:3]), strict=True)
    state = place.enter(*(CardRead(card, "dealer", seat) for seat, card in up))
    assert state.view.actions is not None and state.view.actions.seat == 3  # the king, as far as is known
    assert place.again().view == state.view
    state = place.enter(Correct(2, FIRST_NINE[0], street=1))
    assert state.view.actions is not None and state.view.actions.seat == 2  # it was the ace
    assert place.again().view == state.view


def test_a_card_drawn_too_early_is_told_and_stays_first(place: Place) -> None:
    """Fault: card drawn early. While players pass the gate is shut; what comes out all the same is the next card."""
    place.to_the_pass()
    place.shoe.told.clear()
    early = Card.parse("2h")
    state = place.deal(early)
    assert "extra-card" in notices(state)
    assert state.view.step == "pass"
    assert b"GATE open" not in place.shoe.told
    again = place.again()
    assert again.view == state.view
    assert sum(entry.line.get("card") == "2h" for entry in place.journal.lines()) == 1


def test_a_card_drawn_before_the_antes_is_told_and_dealt(place: Place) -> None:
    """Fault: card drawn early. The antes are taken as in, and the prompt says so."""
    place.enter(StartHand(), Confirm("announce"))
    state = place.deal(FIRST_NINE[0])
    assert (state.view.step, down(state)) == ("deal", 1)
    assert "drawn-early" in notices(state)
    again = place.again()
    assert (again.view, notices(again)) == (state.view, notices(state))


def test_a_card_read_twice_stops_the_hand_and_names_no_card(place: Place) -> None:
    """Fault: card read twice. Down cards (RULES 8.3): the alarm names the seats, never the card."""
    dealing(place)
    state = place.deal(FIRST_NINE[0])
    fault = state.view.faults[0]
    assert (fault.kind, fault.cards) == ("duplicate-card", ())
    refused = place.enter(Confirm("deal"))
    assert refused.refused_kind == "fault-stands"
    assert place.again().view == refused.view
    assert str(FIRST_NINE[0]) not in repr(state.view)


def test_babble_on_the_line_is_noise_and_no_card(place: Place) -> None:
    """Fault: shoe babbling. A traceback, another program's probe, half lines, bytes of no meaning."""
    before = dealing(place)
    place.shoe.raw(b"Traceback (most recent call last):\r\nAT+CGMI\r\n\xff\x00\x80" * 50)
    place.shoe.raw(f"CARD {BOOT} 5 {uid(CARD)}*0000\n".encode())
    state = place.session.settle()
    assert (state.view, state.banners) == (before.view, ())
    assert down(place.deal(CARD)) == 5


def test_a_slow_line_brings_each_card_once(place: Place) -> None:
    """Fault: shoe slow. One byte at a time, each card said three times before the kiosk's answer is heard."""
    dealing(place)
    for number, card in enumerate(FIRST_NINE[4:], start=5):
        for _ in range(3):
            for byte in seal(f"CARD {BOOT} {number} {uid(card)}"):
                place.shoe.raw(bytes([byte]))
    place.shoe.drawn = 9
    state = place.session.settle()
    assert (state.view.step, down(state), state.banners) == ("pass", 9, ())
    cards = [entry.line["card"] for entry in place.journal.lines() if entry.line["type"] == "card"]
    assert cards == [str(card) for card in FIRST_NINE]


def test_another_version_of_the_link_is_one_sentence_and_touch_goes_on(place: Place) -> None:
    """Fault: shoe of another version."""
    dealing(place)
    place.shoe.raw(b"")
    place.shoe.say(f"HELLO shoe {PROTOCOL + 1} fw=9.0.0 boot={BOOT}")
    told = banner(place.session.settle(), "unsupported-version")
    assert f"version {PROTOCOL + 1} of the link" in told.sentence
    state = place.enter(Confirm("deal"))
    assert state.view.step == "pass", "the dealer deals on by hand"
    assert has("unsupported-version")(state)
