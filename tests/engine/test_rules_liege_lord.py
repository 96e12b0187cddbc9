"""Liege Lord, rule by rule, worked out by hand (RULES 3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import DECK, Card
from engine.inputs import CardRead, Confirm, Muck, PassRead, Show, StartHand
from engine.projection import prompt_of
from engine.table import Seat, Table
from tests.engine.play import LIEGE, Play, cards
from tests.engine.snapshot import cards_in


def liege_round(play: Play, deal: str) -> None:
    """Deal, and let everyone pass and reveal the card that was dealt first of those still down."""
    play.deal(deal)
    for player in list(play.hand.live_players()):
        play.tell(PassRead(player.seat, player.down[0]))  # type: ignore[arg-type]
    if play.hand.step.name == "reveal":
        for player in list(play.hand.live_players()):
            play.tell(CardRead(player.down[0], "camera", player.seat))


def test_four_up_and_three_down_at_the_end() -> None:
    """RULES 3.1: five rounds of deal, pass, reveal, bet; the fifth has no reveal."""
    play = Play(LIEGE, [4000, 4000])
    steps = [step.name for step in play.hand.variant.steps]
    assert steps == [
        *("announce", "antes"),
        *("deal", "pass", "reveal", "bet") * 4,
        *("deal", "pass", "bet"),
        *("showdown", "pay"),
    ]
    deck = iter(DECK)
    for count in (6, 2, 2, 2, 2):
        liege_round(play, " ".join(str(next(deck)) for _ in range(count)))
        play.passive()
    assert play.hand.step.name == "showdown"
    assert [(len(player.up), len(player.down)) for player in play.hand.players] == [(4, 3), (4, 3)]


def test_all_pass_at_the_same_time_to_the_nearest_left() -> None:
    """RULES 3.2: three cards each; who folded is passed over; what was received is not passed on."""
    play = Play(LIEGE, [4000] * 4)
    play.deal("2c 3c 4c 5c 2d 3d 4d 5d 2h 3h 4h 5h")
    assert play.prompt.arrows == ((1, 2), (2, 3), (3, 4), (4, 1))
    play.passes(s1="2c", s2="3c", s3="4c")
    assert play.step == ("pass", 1) and Card.parse("2c") not in play.hand.players[1].down
    play.passes(s4="5c")
    assert [player.down[-1] for player in play.hand.players] == list(cards("5c 2c 3c 4c"))
    play.reveals(s1="2d", s2="3d", s3="4d", s4="5d")
    play.act("4 bet", "1 call", "2 fold", "3 call")
    play.deal("6c 7c 8c")
    assert play.prompt.arrows == ((1, 3), (3, 4), (4, 1))


def test_all_in_players_pass_and_reveal() -> None:
    """RULES 3.2, 3.3: a player without chips is still in."""
    play = Play(LIEGE, [25, 4000, 4000])
    play.deal("2c 3c 4c 2d 3d 4d 2h 3h 4h")
    assert (1, 2) in play.prompt.arrows
    play.passes(s1="2c", s2="3c", s3="4c")
    assert play.prompt.seats == (1, 2, 3)


def test_no_revealed_card_shows_before_every_reveal_is_in() -> None:
    """RULES 3.3: the card is in no view and no opener is named until the last one is turned."""
    play = Play(LIEGE, [4000] * 3)
    play.deal("2c 3c 4c 2d 3d 4d 2h 3h 4h")
    play.passes(s1="2c", s2="3c", s3="4c")
    play.reveals(s1="4c", s2="2c")  # both turn up what they have just received
    assert not {*cards_in(play.view), *cards_in(play.prompt)} & set(DECK)
    assert not play.hand.openers and [seat.revealed for seat in play.view.seats] == [True, True, False]
    play.reveals(s3="3c")
    assert [seat.up for seat in play.view.seats] == [cards("4c"), cards("2c"), cards("3c")]
    assert play.opener() == 1


def test_the_opener_may_check_unless_the_house_says_otherwise() -> None:
    """RULES 3.4: ``must_open`` makes it bet."""
    for must, check in ((False, True), (True, False)):
        play = Play({**LIEGE, "must_open": must}, [4000] * 2)
        liege_round(play, "2c 3c 4c 5c 6c 7c")
        assert play.may.check == check and play.may.upward == "bet"


def test_the_first_prompt_announces_the_rules_in_force() -> None:
    """RULES 3.6, 3.8: who shares, the limits, no table talk."""
    table = Table([Seat(1, "", 4000), Seat(2, "", 4000)], {**LIEGE, "share_side": "left"})
    assert table.apply(StartHand()) is None
    announcement = prompt_of(table).announcement
    assert announcement is not None
    assert (announcement.share_side, announcement.table_talk, announcement.small_bet) == ("left", True, 100)


def at_the_showdown(rules: dict[str, Any], stacks: list[int], hands: list[str]) -> Play:
    """Liege Lord for three, all pads and cameras reading, nobody betting.

    After each pass every seat holds what ``hands`` says: the first card of each deal for a seat is dealt to the
    seat on its right, which passes it on.
    """
    play = Play({**LIEGE, **rules}, stacks)
    held = [hand.split() for hand in hands]
    count = len(held)

    def one_round(places: list[int], passed: int) -> None:
        given = {seat: held[(seat + 1) % count][passed] for seat in range(count)}
        for place in places:
            play.deal(" ".join(given[seat] if place == passed else held[seat][place] for seat in range(count)))
        for seat in range(count):
            play.tell(PassRead(seat + 1, Card.parse(given[seat])))

    for number, places in enumerate(([0, 1, 2], [3], [4], [5], [6])):
        one_round(places, places[0])
        if number < 4:
            for seat in range(count):
                play.tell(CardRead(Card.parse(held[seat][number]), "camera", seat + 1))
        play.passive()
    return play


def showdown_of_three(rules: dict[str, Any], stacks: list[int], hands: list[str]) -> Play:
    play = at_the_showdown(rules, stacks, hands)
    play.tell(Confirm("showdown"))
    return play


HANDS_OF_THREE = ["As Ah Kc Kd 2c 3d 7h", "Qs Qh Jc Td 4c 3h 8s", "Ts Tc 9d 9h 2d 4s 6c"]
"""Two pair, aces over kings; a pair of queens; two pair, tens over nines."""


@pytest.mark.parametrize(("side", "partner"), [("right", 3), ("left", 2)])
def test_the_winner_shares_with_the_neighbour(side: str, partner: int) -> None:
    """RULES 3.6: seat 1 wins 75 and shares with seat 3, on its right, or 2; the odd 25 is the winner's
    (3.11).
    """
    play = showdown_of_three({"share_side": side}, [4000] * 3, HANDS_OF_THREE)
    assert play.hand.reckoning is not None and play.hand.reckoning.won == {1: 50, partner: 25}


def test_the_partner_of_a_side_pot_is_eligible_for_it() -> None:
    """RULES 3.9: seat 1 is all-in for the ante of 25 and wins the main pot; seats 2 and 3 share the side
    pot.
    """
    play = showdown_of_three({"ante": 50}, [25, 4000, 4000], HANDS_OF_THREE)
    reckoning = play.hand.reckoning
    assert reckoning is not None
    assert [(pot.amount, pot.eligible) for pot in reckoning.pots] == [(75, (1, 2, 3)), (50, (2, 3))]
    assert [(share.seat, share.amount) for share in reckoning.pots[0].shares] == [(1, 50), (3, 25)]
    assert [(share.seat, share.amount) for share in reckoning.pots[1].shares] == [(3, 25), (2, 25)]


TIED = ["As Ah Kc Kd 2c 3d 7h", "Qs Qh Jc Td 4c 3h 8s", "Ac Ad Kh Ks 2d 3s 7c"]
"""Seats 1 and 3 tie."""


@pytest.mark.parametrize(("split", "won"), [("partners", {1: 300, 3: 600, 2: 300}), ("winners-only", {1: 600, 3: 600})])
def test_tied_winners(split: str, won: dict[int, int]) -> None:
    """RULES 3.10: 1200 among three, A and B (seats 3 and 1, clockwise) tie, share right: A 600, B 300, C 300.

    Seat 3's right is seat 2, seat 1's right is seat 3: 3 gets 300 + 300, 1 gets 300, 2 gets 300.
    """
    play = showdown_of_three({"tie_split": split, "ante": 400}, [4000] * 3, TIED)
    assert play.hand.reckoning is not None and play.hand.reckoning.won == won


def test_the_last_one_standing_takes_the_whole_pot() -> None:
    """RULES 3.7: no showdown, no partner."""
    play = Play(LIEGE, [4000] * 3)
    liege_round(play, "2c 3c 4c 5c 6c 7c 8c 9c Tc")
    opener = play.opener()
    assert opener is not None
    play.act(f"{opener} bet")
    play.act(f"{play.may.seat} fold")
    play.act(f"{play.may.seat} fold")
    assert play.hand.reckoning is not None and play.hand.reckoning.won == {opener: 75}
    assert play.hand.reckoning.returned == ((opener, 100),)


def test_a_misdeal_is_offered_before_the_first_bet_is_settled() -> None:
    """RULES 3.12: a down card turned up in round 1 is a misdeal if the dealer says so; in round 2 it is
    not.
    """
    play = Play(LIEGE, [4000] * 2)
    play.deal("2c 3c 4c 5c 6c 7c")
    play.tell(CardRead(Card.parse("2c"), "camera", 1))
    assert [notice.kind for notice in play.prompt.notices] == ["exposed", "misdeal-offered"]
    play.passes(s1="4c", s2="3c")
    play.reveals(s1="3c", s2="4c")
    play.passive()
    play.deal("8c 9c")
    play.tell(CardRead(Card.parse("9c"), "camera", 2))
    assert [notice.kind for notice in play.prompt.notices] == ["exposed"]


def test_a_mucked_hand_cannot_win() -> None:
    """RULES 6.5: in Liege Lord it is no partner either: seat 3, on the right of the winner, gave its hand
    up.
    """
    play = at_the_showdown({}, [4000] * 3, HANDS_OF_THREE)
    play.tell(Muck(3), Show(1), Show(2))
    assert play.hand.reckoning is not None and play.hand.reckoning.won == {1: 50, 2: 25}


def test_a_read_that_cannot_be_names_no_hidden_card() -> None:
    """RULES 8.1: a pass of seat 2 is read as a card that it cannot hold; it ends in a folded hand, unnamed."""
    play = Play(LIEGE, [4000] * 2)
    play.deal("2c 3c 4c 5c 6c 7c")  # seat 1: 2c 4c 6c, seat 2: 3c 5c 7c
    play.passes(s1="2c", s2="Qs")
    play.reveals(s1="4c", s2="5c")
    play.act("2 bet", "1 fold")
    play.tell(Confirm("pay"))
    assert [notice.kind for notice in play.prompt.notices] == ["impossible-read"]
    assert Card.parse("Qs") not in {*cards_in(play.view), *cards_in(play.prompt)}
