"""Sentences as a card room says them; expected texts are written by hand."""

import pytest

from engine.cards import Card
from engine.inputs import Refusal
from engine.prompts import Notice, Prompt
from engine.ranking import HandName, rank_high, rank_low
from engine.view import PotView, PublicView, SeatView, ShareView
from kiosk.supervision import TakenBack
from kiosk.wording import Wording

NAMES = {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dev"}


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


@pytest.mark.parametrize(
    ("hand", "english"),
    [
        ("Ks Kd Kc 4h 4s", "full house, kings over fours"),
        ("As Ad 9c 9h 4s", "two pair, aces and nines"),
        ("7s 7d 9c Kh 4s", "pair of sevens"),
        ("As 2d 9c Kh 4s", "ace high"),
        ("Ks 2s 9s Js 4s", "flush, king high"),
        ("9s 8d 7c 6h 5s", "straight, nine high"),
        ("As 2d 3c 4h 5s", "straight, five high"),
        ("Ts 9s 8s 7s 6s", "straight flush, ten high"),
        ("Ts Js Qs Ks As", "royal flush"),
        ("6s 6d 6c 6h 4s", "four of a kind, sixes"),
        ("Ts Td Tc 6h 4s", "three of a kind, tens"),
    ],
)
def test_hands_by_name(hand, english):
    name = HandName(rank_high(cards(hand)))
    assert Wording("en").hand_name(name) == english


@pytest.mark.parametrize(
    ("hand", "english"),
    [("8s 6d 4c 3h 2s Kd Kc", "eight-six low"), ("As 2d 3c 4h 5s", "five-four low")],
)
def test_lows_by_name(hand, english):
    assert Wording().hand_name(HandName(rank_low(cards(hand)), low=True)) == english


@pytest.mark.parametrize(
    ("board", "english"),
    [
        ("Ks", "K♠"),
        ("7c Ks", "K♠ 7♣"),
        ("9c Ks 9d", "a pair of nines"),
        ("9c Ks 9d Kd", "two pair, kings and nines"),
        ("9c 9s 9d Kd", "three nines"),
        ("9c 9s 9d 9h", "four nines"),
        ("9c 9s 9d Kd Kh", "three nines and two kings"),
    ],
)
def test_what_shows(board, english):
    assert Wording().hands.board(cards(board)) == english


def test_seats_are_numbers_in_a_replay_and_names_on_the_screen():
    refusal = Refusal("not-to-act", 3, 2)
    assert Wording().refusal(refusal) == "seat 3 is not to act: seat 2 is"
    assert Wording(names=NAMES).refusal(refusal) == "Cleo is not to act: Ben is"


def test_too_many_players_are_counted_and_not_paid_in_money():
    refusal = Refusal("too-many-players", amount=8, limit=7, text="Liege Lord")
    assert Wording().refusal(refusal) == "Liege Lord is for at most 7 players, here are 8"


def test_money_is_written_as_the_language_does():
    assert [Wording().money(amount) for amount in (0, 5, 200, 123456, -25)] == [
        "0.00", "0.05", "2.00", "1234.56", "-0.25",
    ]  # fmt: skip


def test_an_opener_is_given_its_reason():
    words = Wording(names=NAMES)
    assert words.notice(Notice("opens", 2, cards=cards("Ks"))) == "Ben opens: K♠ is the highest card showing"
    assert words.notice(Notice("opens", 2, cards=cards("9s 9d"))) == "Ben opens with a pair of nines showing"
    assert Wording().notice(Notice("opens", 2)) == "Seat 2 opens"


def test_undo_says_what_it_takes_back():
    words = Wording(names=NAMES)
    assert words.undo(TakenBack("act", 2, "fold")) == "Undo: Ben folds"
    assert words.undo(TakenBack("act", 2, "raise", 400)) == "Undo: Ben raises to 4.00"
    assert words.undo(TakenBack("confirm", None, "pass")) == "Undo: cards passed"


def table(prompt: Prompt, **fields) -> PublicView:
    seats = tuple(SeatView(seat, name, 3000, True) for seat, name in NAMES.items())
    return PublicView(
        fields.pop("variant", "liege-lord"), "Liege Lord", "open", 1, "bet", 3, 5, 1,
        fields.pop("seats", seats), prompt, **fields,
    )  # fmt: skip


def test_a_pass_names_who_passes_over_a_folded_seat():
    seats = tuple(SeatView(seat, name, 3000, True, folded=seat == 3) for seat, name in NAMES.items())
    prompt = Prompt("pass", 3, 5, count=1, direction="left", arrows=((1, 2), (2, 4), (4, 1)))
    spoken = Wording(names=NAMES).prompt(prompt, table(prompt, seats=seats))
    assert spoken.headline == "All pass 1 card left"
    assert spoken.why == "Cleo has folded: Ben passes to Dev · round 3 of 5"


def test_who_acts_and_how_much():
    prompt = Prompt("act", 3, 5, seat=2, amount=200)
    spoken = Wording(names=NAMES).prompt(prompt, table(prompt, unit=200))
    assert str(spoken) == "Ben: 2.00 to call · Round 3 of 5 · bets of 2.00"


def test_the_payout_gives_amounts_reasons_partner_and_odd_chip():
    house = HandName(rank_high(cards("Ks Kd Kc 4h 4s")))
    pot = PotView(
        1225,
        (1, 2, 3),
        (ShareView(3, 625, "winner", cards("Ks Kd Kc 4h 4s"), house, 25), ShareView(2, 600, "partner")),
    )
    prompt = Prompt("pay", amount=1225)
    view = table(prompt, pots=(pot,), returned=((3, 200),), share_side="right")
    words = Wording(names=NAMES)
    assert words.payout(view) == [
        "Cleo wins 6.25: full house, kings over fours · shares with Ben, nearest on Cleo's right",
        "Odd chips in it for Cleo: 0.25",
        "Ben gets 6.00 as partner",
        "2.00 goes back to Cleo: nobody called it",
    ]
    assert words.prompt(prompt, view).headline == "Pay Cleo 6.25, Ben 6.00"


def test_pots_are_told_apart():
    pair = HandName(rank_high(cards("7s 7d 9c Kh 4s")))
    pots = (
        PotView(600, (1, 2, 3), (ShareView(1, 600, "high", (), pair),)),
        PotView(400, (2, 3), (ShareView(2, 400, "high", (), pair),)),
    )
    view = table(Prompt("pay"), pots=pots, variant="stud")
    assert Wording(names=NAMES).payout(view) == [
        "Main pot 6.00 among Ana, Ben and Cleo",
        "Ana wins 6.00: pair of sevens",
        "Side pot 4.00 among Ben and Cleo",
        "Ben wins 4.00: pair of sevens",
    ]
