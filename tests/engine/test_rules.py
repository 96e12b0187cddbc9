"""The rules one by one, worked out by hand: what each says, in the smallest hand that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import DECK, Card
from engine.inputs import Act, CardRead, Confirm, Correct, Join, Rebuy, StartHand, Void
from engine.rules import PRESETS, RulesError, house_rules, proposed_ante
from engine.table import Seat, Table
from engine.variants import house_variants
from tests.engine.play import LIEGE, STUD, Play, cards

HOUSE = house_variants()


# 9: facts


def test_the_two_of_clubs_brings_it_in() -> None:
    """RULES 9.1, 4.2: doors 2s 2c 2d."""
    play = Play(STUD, [200] * 3)
    play.deal("Ah Kh Qh As Ks Qs 2s 2c 2d")
    assert play.opener() == 2 and play.prompt.kind == "bring-in"


def test_the_next_player_acts_for_an_all_in_bring_in() -> None:
    """RULES 9.2, 4.2: stacks 200/1/200, doors 5s 2c 3d: seat 3 may bring in, complete or fold."""
    play = Play(STUD, [200, 1, 200])
    play.deal("Ah Kh Qh As Ks Qs 5s 2c 3d")
    assert (play.opener(), play.may.seat, play.may.bring_in, play.may.levels, play.may.fold) == (3, 3, 3, (10,), True)
    assert play.hand.openers[-1].best == 2


def test_a_short_bring_in_is_owed_in_full() -> None:
    """RULES 9.3, 6.1: stacks 200/2/200: seat 2 posts its 1, the next owes 3."""
    play = Play(STUD, [200, 2, 200])
    play.deal("Ah Kh Qh As Ks Qs 5s 2c 3d")
    assert play.may.bring_in == 1 and not play.may.fold
    play.act("2 bring_in")
    assert play.may.seat == 3 and play.may.call == 3


@pytest.mark.parametrize(("tie", "opener"), [("position", 1), ("suit", 2)])
def test_equal_boards_on_fourth_street(tie: str, opener: int) -> None:
    """RULES 9.4, 2.2, 4.4: A of clubs with a two left of the dealer, A of hearts with a two after it."""
    play = Play({**STUD, "opener_tie": tie}, [200] * 3)
    play.deal("Kh Kd Qh Ks Kc Qs Ac Ah 3d")
    play.passive()
    play.deal("2c 2s 4d")
    assert play.opener() == opener


def test_the_low_plays_only_for_the_pot_that_it_reached() -> None:
    """RULES 9.5, 5.1, 5.3, 6.6: 40/160/280/0."""
    play = Play({**STUD, "variant": "hi-lo", "ante": 2}, [20, 60, 200, 200])
    deals = [
        "Ac Qc Jc Ks 2d Qd Js Kc 3h Qh Ts 8c",
        "4s 9s Tc 7c",
        "6c 9c 8h 5s",
        "Kd Jd 7s 9d",
        "Kh Th 5d 2h",
    ]
    for street in deals:
        play.deal(street)
        number = play.hand.step_number
        while play.hand.step.name == "bet" and play.hand.step_number == number:
            may = play.may
            play.act(f"{may.seat} raise" if may.upward else f"{may.seat} {'call' if may.call else 'check'}")
    play.tell(Confirm("showdown"), Confirm("pay"))
    assert play.stacks() == [40, 160, 280, 0]


def test_a_full_raise_of_a_short_bet() -> None:
    """RULES 9.6, 6.1: fixed limit, a bet of 20 by an all-in of 15: a full raise is to 35."""
    play = Play({**STUD, "bring_in": 0, "small_bet": 20}, [16, 200, 200])
    play.deal("Kh Kd Qh Ks Kc Qs Ac 5h 3d")
    play.act("1 bet 15")
    assert play.may.levels == (35,)


def test_three_raises_follow_a_completion() -> None:
    """RULES 9.7, 4.2, 4.5: 15/30, bring-in 5 completed to 15, then 30, 45, 60, and no more."""
    play = Play({**STUD, "bring_in": 5, "small_bet": 15, "big_bet": 30}, [500] * 3)
    play.deal("Kh Kd Qh Ks Kc Qs 2c 5h 3d")
    play.act("1 bring_in", "2 complete", "3 raise", "1 raise", "2 raise")
    assert play.hand.players[1].bet == 60 and not play.may.upward
    assert play.refused(Act(3, "raise")).text == "cap"


@pytest.mark.parametrize(("players", "method", "stub"), [(8, "common-card", 1), (7, "without-burn", 7)])
def test_seventh_street_for_a_full_table(players: int, method: str, stub: int) -> None:
    """RULES 9.8, 9.9, 4.6: nobody folds, with burns."""
    play = Play({**STUD, "burn": True}, [500] * players)
    deck = iter(DECK)
    for _ in range(4):
        while play.hand.step.name == "deal":
            play.deal(str(next(deck)))
        play.passive()
    assert play.step == ("deal", 5) and play.hand.method == method
    assert len(list(deck)) == stub
    assert play.prompt.deal is not None and play.prompt.deal.method == method


# 1: cards, seats, money


def test_a_game_seats_seven_or_eight() -> None:
    """RULES 1.2: eight for stud, seven for Liege Lord."""
    assert Play(STUD, [100] * 8).step == ("deal", 1)
    table = Table([Seat(seat, "", 4000) for seat in range(1, 9)], LIEGE)
    refused = table.apply(StartHand())
    assert refused is not None and (refused.kind, refused.amount, refused.limit) == ("too-many-players", 8, 7)


def test_the_deal_goes_clockwise_and_the_button_moves() -> None:
    """RULES 1.3: seats 2, 5, 7, the button at 5: 7 is first; then 7 deals; a void hand leaves it."""
    play = Play(STUD, {2: 100, 5: 100, 7: 100}, dealer=5)
    play.deal("2c 3c 4c")
    assert [(player.seat, player.down) for player in play.hand.players] == [
        (7, [Card.parse("2c")]),
        (2, [Card.parse("3c")]),
        (5, [Card.parse("4c")]),
    ]
    play.tell(Void())
    assert play.table.next_dealer() == 5
    play.tell(StartHand(), Confirm("antes"), *[CardRead(card, "shoe") for card in DECK[:9]])
    play.act("7 bring_in", "2 fold", "5 fold")
    play.tell(Confirm("pay"))
    assert play.table.next_dealer() == 7


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"ante": 30}, "ante"),
        ({"small_bet": 110}, "small_bet"),
        ({"big_bet": 310}, "big_bet"),
        ({"variant": "stud", "bring_in": 60}, "bring_in"),
        ({"limit": "none", "min_bet": 40}, "min_bet"),
        ({"limit": "spread", "max_bet": 140}, "max_bet"),
    ],
)
def test_money_is_in_whole_chips(rules: dict[str, Any], key: str) -> None:
    """RULES 1.4: a setting that is no multiple of the smallest chip is an error that names the key."""
    with pytest.raises(RulesError, match=rf"^{key}: "):
        house_rules(rules, HOUSE)


def test_the_minimum_buy_in_is_ten_small_bets() -> None:
    """RULES 1.4: less is refused with the figure."""
    table = Table([], {"small_bet": 100})
    refused = table.apply(Join(1, "Ana", 975))
    assert refused is not None and (refused.kind, refused.limit) == ("short-buy-in", 1000)
    assert table.apply(Join(1, "Ana", 1000)) is None
    assert table.apply(Rebuy(1, 25)) is None and table.stacks() == {1: 1025}


def test_a_short_stack_is_all_in_for_the_ante() -> None:
    """RULES 1.5: everyone antes before any card; 25 of an ante of 50 is all-in."""
    play = Play({**LIEGE, "ante": 50}, [25, 400, 400])
    assert [player.total for player in play.hand.players] == [25, 50, 50]
    assert play.hand.players[0].all_in and play.step == ("deal", 1)


@pytest.mark.parametrize(("rules", "burns"), [({"variant": "stud"}, [0, 1, 1]), ({"variant": "liege-lord"}, [0, 0])])
def test_one_card_is_burnt_before_each_deal_but_the_first(rules: dict[str, Any], burns: list[int]) -> None:
    """RULES 1.6: by default with stud, not with Liege Lord."""
    play = Play(rules, [4000, 4000])
    deck = iter(DECK)
    for burn in burns:
        before = len(play.hand.burns)
        while play.hand.step.name == "deal":
            play.deal(str(next(deck)))
        assert len(play.hand.burns) - before == burn
        while play.hand.step.name in ("pass", "reveal", "bet"):
            if play.hand.step.name == "bet" and play.view.actions is None:
                play.act(f"{play.hand.players[0].seat} check")
            elif play.hand.step.name == "bet":
                play.passive()
            else:
                play.tell(Confirm(play.hand.step.name))  # type: ignore[arg-type]


# 2: what is showing


def test_no_straight_or_flush_among_up_cards() -> None:
    """RULES 2.1: 9-T-J-Q of hearts show less than a pair of twos."""
    play = Play({**STUD, "bring_in": 0}, [500] * 2)
    play.deal("Ac Ad Kc Kd 9h 2c")
    for pair in ("Th 2d", "Jh 4s", "Qh 7s"):
        play.passive()
        play.deal(pair)
    assert play.opener() == 2 and play.hand.openers[0].seat == 1


def test_betting_is_skipped_where_one_can_act() -> None:
    """RULES 2.3: two are all-in for the ante, the third has chips: no betting, and the kiosk says so."""
    play = Play({**STUD, "ante": 10}, [10, 10, 200])
    play.deal("Ah Kh Qh As Ks Qs 5s 2c 3d")
    assert play.step == ("deal", 2) and play.hand.openers[0].skipped and play.hand.openers[0].seat is None
    assert "betting-skipped" in [notice.kind for notice in play.prompt.notices]


def test_the_next_acts_where_the_best_board_is_all_in() -> None:
    """RULES 2.3: aces show, their player is all-in: the next clockwise acts first and may check."""
    play = Play({**STUD, "bring_in": 0}, [1, 200, 200])
    play.deal("Kh Kd Qh Ks Kc Qs Ac 5h 3d")
    assert play.hand.openers[-1].best == 1 and play.opener() == 2 and play.may.check


# 4, 5, 6 beyond the sessions and the differential tests


def test_seventh_street_is_dealt_down() -> None:
    """RULES 4.1: two down, one up, three times up, down."""
    faces = [face for step in HOUSE["stud"].steps for face in getattr(step, "faces", ())]
    assert faces == [False, False, True, True, True, True, False]


def test_highest_card_first_where_nobody_brings_in() -> None:
    """RULES 4.3: kings show twice; suit never breaks that tie, not even where ``opener_tie`` is suit."""
    play = Play({**STUD, "bring_in": 0, "opener_tie": "suit"}, [200] * 3)
    play.deal("Ah Ad Qh As Ac Qs Kc Ks 3d")
    assert play.opener() == 1 and play.may.check


def test_the_open_pair_option() -> None:
    """RULES 4.5: with a pair on fourth street 10 or 20; once 20 was bet, raises are by 20."""
    play = Play({**STUD, "bring_in": 0, "open_pair_option": True}, [200] * 3)
    play.deal("Ah Ad Qh As Ac Qs Kc 5s 3d")
    play.passive()
    play.deal("Kd 6s 4d")
    assert play.may.levels == (10, 20)
    play.act("1 bet 10")
    assert play.may.levels == (20, 30)
    play.act("2 raise 30")
    assert play.may.levels == (50,)


def test_the_common_card_is_everybodys_seventh() -> None:
    """RULES 4.6, 4.8: best five of six and the common card."""
    play = Play({**STUD, "burn": True}, [500] * 8)
    deck = iter(DECK)
    for _ in range(4):
        while play.hand.step.name == "deal":
            play.deal(str(next(deck)))
        play.passive()
    last = next(deck)
    play.deal(str(last))
    assert play.view.common == (last,) and [len(player.up) for player in play.hand.players] == [4] * 8
    play.passive()
    play.tell(Confirm("showdown"))
    assert play.hand.reckoning is not None
    assert sum(play.hand.reckoning.won.values()) == sum(player.total for player in play.hand.players)


def test_an_uncalled_bet_goes_back_first() -> None:
    """RULES 6.2: 40 above what anyone else put in, folded ones included."""
    play = Play({**STUD, "bring_in": 0, "limit": "none"}, [200] * 3)
    play.deal("Ah Ad Qh As Ac Qs Kc 5s 3d")
    play.act("1 bet 20", "2 raise 60", "3 fold", "1 fold")
    assert play.hand.reckoning is not None
    assert play.hand.reckoning.returned == ((2, 40),) and play.hand.reckoning.won == {2: 43}


def test_who_shows_first() -> None:
    """RULES 6.4: the last to bet or raise in the last round, then clockwise."""
    play = Play({**STUD, "bring_in": 0}, [200] * 3)
    play.deal("Ah Ad Qh As Ac Qs Kc 5s 3d")
    play.passive()
    for street in ("Kd 6s 4d", "2s 7h 5h", "4s 8h 8d"):
        play.deal(street)
        play.passive()
    play.deal("Tc Td Th")
    play.act("1 check", "2 bet", "3 call", "1 call")
    assert play.prompt.seats == (2, 3, 1)


# 7: house rules


def test_presets_are_house_rules() -> None:
    """RULES 7: every preset is a set of house rules as it stands, with the defaults of its game."""
    rules = {name: house_rules(preset, HOUSE) for name, preset in PRESETS.items()}
    assert set(rules) == {"liege-lord", "stud-bring-in", "card-room", "home-no-bring-in", "hi-lo"}
    assert (rules["liege-lord"].bring_in, rules["liege-lord"].burn, rules["liege-lord"].open_pair_option) == (
        0,
        False,
        False,
    )
    assert (rules["card-room"].bring_in, rules["card-room"].burn, rules["card-room"].open_pair_option) == (
        50,
        True,
        True,
    )
    assert rules["home-no-bring-in"].bring_in == 0
    assert (rules["hi-lo"].bring_in, rules["hi-lo"].open_pair_option, rules["hi-lo"].max_raises) == (50, False, 3)


def test_antes_that_go_with_limits() -> None:
    """RULES 7: 1/2 -> 0.25, 10/20 -> 1.00."""
    assert (proposed_ante(100, 25), proposed_ante(1000, 25)) == (25, 100)


@pytest.mark.parametrize(
    ("rules", "key"),
    [
        ({"colour": "red"}, "colour"),
        ({"limit": "half"}, "limit"),
        ({"ante": "25"}, "ante"),
        ({"ante": True}, "ante"),
        ({"burn": 1}, "burn"),
        ({"max_raises": -1}, "max_raises"),
        ({"variant": "whist"}, "variant"),
        ({"small_bet": 0}, "small_bet"),
        ({"small_bet": 400, "big_bet": 200}, "big_bet"),
    ],
)
def test_a_wrong_house_rule_is_named(rules: dict[str, Any], key: str) -> None:
    """RULES 7: a wrong setting is one sentence that names the key."""
    with pytest.raises(RulesError, match=rf"^{key}: [^\n]+$"):
        house_rules(rules, HOUSE)


def test_a_bring_in_as_large_as_the_bet() -> None:
    """RULES 4.2: there is nothing to complete, so the next upward action is a raise by a bet."""
    play = Play({**STUD, "bring_in": 10}, [200] * 3)
    play.deal("Ah Kh Qh As Ks Qs 2s 2c 2d")
    play.act("2 bring_in")
    assert play.may.call == 10 and play.may.levels == (20,)


# 8: when dealing goes wrong


def test_an_extra_card_is_the_next_burn_once() -> None:
    """RULES 8.2: a card too many before the first bet is the next burn; nothing is dealt twice."""
    play = Play({**STUD, "burn": True}, [200] * 2)
    play.deal("Ah Kh As Ks 5s 2c")
    play.tell(CardRead(Card.parse("Qd"), "shoe"))
    assert {notice.kind for notice in play.prompt.notices} >= {"extra-card", "misdeal-offered"}
    play.passive()
    assert play.hand.burns == [Card.parse("Qd")]
    play.deal("7h 8h")
    play.passive()
    play.deal("9h Th Jh")
    assert play.hand.burns == list(cards("Qd 9h")) and not play.hand.extra
    assert [player.up for player in play.hand.players] == [list(cards("5s 7h Th")), list(cards("2c 8h Jh"))]


def test_an_unread_card_is_named_when_it_turns_up() -> None:
    """RULES 8.1: the opener is worked out when the up card that nobody read is named."""
    play = Play({**STUD, "bring_in": 0}, [200] * 2)
    play.deal("Ah Kh As Ks 5s -")
    assert play.opener() == 1
    play.tell(CardRead(Card.parse("Qd"), "dealer", 2))
    assert play.opener() == 2
    assert "opener-changed" in [notice.kind for notice in play.prompt.notices]


def test_nothing_is_settled_while_a_card_was_read_twice() -> None:
    """RULES 8.3: down cards are not named; acting waits for a correction, an undo or a void."""
    play = Play(STUD, [200] * 2)
    play.deal("Ah Kh As Ah 5s 2c")
    assert play.prompt.kind == "fault" and play.prompt.notices[0].cards == ()
    assert play.refused(Act(2, "bring_in")).kind == "fault-stands"
    play.tell(Correct(2, Card.parse("Ad"), Card.parse("Ah")))
    play.act("2 bring_in")


def test_a_late_correction_lets_the_opener_stand() -> None:
    """RULES 8.5: once somebody has acted the opener stands, and the dealer is told."""
    play = Play({**STUD, "bring_in": 0}, [200] * 3)
    play.deal("Ah Ad Qh As Ac Qs Kc 5s 3d")
    play.act("1 check")
    play.tell(Correct(3, Card.parse("Kd"), Card.parse("3d")), Correct(1, Card.parse("9c"), Card.parse("Kc")))
    assert play.opener() == 1 and play.may.seat == 2
    assert "opener-stands" in [notice.kind for notice in play.prompt.notices]


def test_a_correction_to_a_card_that_lies_elsewhere_is_a_fault() -> None:
    """RULES 8.3: the down king of seat 2 is corrected to what seat 1 was dealt; put right, the hand goes on."""
    play = Play(STUD, [200] * 2)
    play.deal("Ah Kh As Ks 5s 2c")
    play.tell(Correct(2, Card.parse("Ah"), Card.parse("Kh")))
    assert play.prompt.kind == "fault" and play.prompt.notices[0].cards == ()
    play.tell(Correct(2, Card.parse("Kd"), Card.parse("Ah")))
    assert play.prompt.kind == "bring-in"
