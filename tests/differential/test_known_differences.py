"""Where PokerKit is known to differ from RULES: what it does, and what RULES says, one by one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import DECK, Card
from engine.inputs import Act
from engine.view import Actions
from tests.differential.duel import Choose, Duel, Game

ROUNDS = ((0, 1, 2), (3,), (4,), (5,), (6,))


def in_deal_order(hands: Sequence[str], common: str = "") -> list[Card]:
    """A deck, its first card last, that deals these hands without burns; the order of the deal is that of
    the list.
    """
    held = [[Card.parse(name) for name in hand.split()] for hand in hands]
    order = [hand[at] for places in ROUNDS for at in places for hand in held if at < len(hand)]
    order += [Card.parse(common)] if common else []
    assert len(set(order)) == len(order)
    return [*(card for card in DECK if card not in order), *reversed(order)]


def passive(duel: Duel, may: Actions) -> Act:
    """Check, call, bring in; never more."""
    return Act(may.seat, "bring_in" if may.bring_in else "call" if may.call else "check")


def eager(duel: Duel, may: Actions) -> Act:
    """Raise whenever both engines take it."""
    if may.upward and duel.both_take(may.least):
        return Act(may.seat, may.upward, may.least)
    return passive(duel, may)


def played(*script: tuple[int, str, int | None]) -> Choose:
    """These actions one after the other (seat, action, to), then passive."""
    left = list(script)

    def choose(duel: Duel, may: Actions) -> Act:
        if not left:
            return passive(duel, may)
        seat, action, to = left.pop(0)
        assert seat == may.seat, f"seat {seat} is not to act: {may}"
        return Act(seat, action, to)  # type: ignore[arg-type]

    return choose


def game(stacks: Sequence[int], variant: str = "stud", ante: int = 1, bring_in: int = 0, burn: bool = False) -> Game:
    """Limits 10/20, the button at the last seat, so that seat 1 is dealt first."""
    table = (len(stacks), tuple(stacks))
    return Game(variant, "fixed", ante, bring_in, 10, 20, burn, *table)  # type: ignore[arg-type]


def up_to_the_bet(duel: Duel) -> Duel:
    while duel.hand.step.name == "deal":
        duel.deal()
    return duel


def bets(duel: Duel, count: int) -> Duel:
    for _ in range(count):
        duel.bet()
    return duel


def test_a_pot_without_a_low_goes_to_the_high_hand() -> None:
    """RULES 9.5, 5.3, 6.6: PokerKit halves the side pots because somebody in the main pot has a low."""
    hands = ["Ac 2d 3h 4s 6c Kd Kh", "Qc Qd Qh 9s 9c Jd Th", "Jc Js Ts Tc 8h 7s 5d", "Ks Kc 8c 7c 5s 9d 2h"]
    duel = Duel(game((20, 60, 200, 200), "hi-lo", ante=2, bring_in=3), in_deal_order(hands), eager)
    assert duel.play() == "low-beside"
    assert duel.table.stacks() == {1: 40, 2: 160, 3: 280, 4: 0}
    assert list(duel.state.stacks) == [40, 130, 310, 0]


def test_mucked_cards_are_never_dealt_again() -> None:
    """RULES 4.6: eight players, one folds on sixth street: 1 card and 3 burns for 7 players, so a common
    card.
    """
    deck = list(reversed(DECK))

    def choose(duel: Duel, may: Actions) -> Act:
        if duel.hand.round == 4 and may.check and may.upward:
            return Act(may.seat, "bet", may.least)
        if duel.hand.round == 4 and may.call and sum(player.folded for player in duel.hand.players) == 0:
            return Act(may.seat, "fold")
        return passive(duel, may)

    duel = Duel(game((500,) * 8, burn=True), deck, choose)
    assert duel.play() == "refill"
    assert duel.hand.method == "common-card" and len(duel.hand.live_players()) == 7
    assert [len(cards) for cards in duel.state.hole_dealing_statuses].count(1) == 7


def test_a_short_all_in_is_no_raise_of_the_cap() -> None:
    """RULES 4.5, 6.1: an all-in under half is no raise, three raises still follow; PokerKit counts it as
    one.
    """
    hands = ["2c 3d Ah", "4c 5d Kh", "6c 7d Qh", "8c 9d Jh"]
    script = played((1, "bet", 10), (2, "raise", 13))
    duel = bets(up_to_the_bet(Duel(game((500, 14, 500, 500)), in_deal_order(hands), script)), 2)
    assert duel.state.completion_betting_or_raising_count == 2  # of four
    for seat, to in ((3, 20), (4, 30), (1, 40)):
        assert duel.table.apply(Act(seat, "raise", to)) is None
    assert not duel.betting.actions(duel.betting.actor).upward


def test_the_next_raise_completes_a_short_all_in() -> None:
    """RULES 6.1: bet 10, all-in 13: the next raise is to 20; PokerKit wants a whole raise above 13."""
    script = played((1, "bet", 10), (2, "raise", 13))
    duel = Duel(game((500, 14, 500)), in_deal_order(["2c 3d Ah", "4c 5d Kh", "6c 7d Qh"]), script)
    bets(up_to_the_bet(duel), 2)
    assert duel.betting.actions(duel.betting.actor).levels == (20,)
    assert duel.state.min_completion_betting_or_raising_to_amount == 23


def test_half_a_raise_reopens_the_betting() -> None:
    """RULES 6.1: bet 10, all-in 15 counts as a full raise for the bettor too; PokerKit lets the bettor only
    call.
    """
    duel = Duel(
        game((500, 16, 500)),
        in_deal_order(["2c 3d Ah", "4c 5d Kh", "6c 7d Qh"]),
        played((1, "bet", 10), (2, "raise", 15), (3, "call", None)),
    )
    bets(up_to_the_bet(duel), 3)
    assert duel.betting.actor == 0 and duel.betting.actions(0).levels == (25,)
    assert not duel.state.can_complete_bet_or_raise_to()


def test_odd_chips_go_one_by_one() -> None:
    """RULES 6.3: 20 chips for three tied straights: 7, 7, 6 from the dealer's left; PokerKit: 8, 6, 6."""
    hands = ["Tc 9c 8d 7d 6h 2c 3d", "Td 9d 8h 7h 6s 2d 3h", "Th 9h 8s 7s 6c 2h 3s", "Kc 5d 4h Js Qc Kd Jh"]
    # The ante is 2; on third street seat 4 shows a four; the last seat folds to a bet of 4.
    rules = Game("stud", "fixed", 2, 0, 4, 4, False, 4, (100,) * 4)
    script = played((1, "bet", 4), (2, "call", None), (3, "call", None), (4, "fold", None))
    order = [hand.split() for hand in hands]
    folded = [" ".join(hand[:3]) if seat == 4 else " ".join(hand) for seat, hand in enumerate(order, 1)]
    duel = Duel(rules, in_deal_order(folded), script)
    assert duel.play() == "odd-chip"
    assert [stack - 94 for stack in duel.table.stacks().values()] == [7, 7, 6, 4]  # seat 4 paid only its ante
    assert [stack - 94 for stack in duel.state.stacks] == [8, 6, 6, 4]


def test_the_common_card_counts_for_the_opener() -> None:
    """RULES 4.7: kings show, but with a common nine the nines are three; PokerKit lets the kings open."""
    boards = ["Kc Kd 7h 2s", "9c 9d 4h 3s", "Ah Qd 8c 6s", "Ac Js 8d 5h"]
    boards += ["Ad Qs Tc 4d", "As Jc Th 6d", "Qc Jd 7c 3h", "Qh Ts 8h 5c"]
    taken = {name for board in boards for name in board.split()} | {"9s"}
    rest = [str(card) for card in DECK if str(card) not in taken]
    hands = [f"{rest[2 * seat]} {rest[2 * seat + 1]} {board}" for seat, board in enumerate(boards)]
    deck = in_deal_order(hands, common="9s")
    duel = Duel(game((500,) * 8, burn=True), _with_burns(deck), passive)
    assert duel.play() == "common-card-opener"
    assert duel.hand.common == [Card.parse("9s")]
    assert duel.hand.openers[-1].seat == 2 and duel.state.actor_index == 0


def _with_burns(deck: list[Card]) -> list[Card]:
    """The same deals for eight players with a burn before fourth, fifth and sixth street."""
    order = list(reversed(deck))
    dealt, spare = order[:49], order[49:]
    for burn, at in zip(spare, (24, 33, 42), strict=True):
        dealt.insert(at, burn)
    return list(reversed(dealt))


def test_a_player_may_fold_with_nothing_to_call() -> None:
    """RULES 6.1 offers fold, check and bet; PokerKit refuses a fold that costs nothing."""
    duel = up_to_the_bet(Duel(game((500, 500)), in_deal_order(["2c 3d Ah", "4c 5d Kh"]), passive))
    may = duel.betting.actions(duel.betting.actor)
    assert may.fold and may.check and not duel.state.can_fold()
    assert duel.table.apply(Act(may.seat, "fold")) is None
    assert duel.hand.reckoning is not None and duel.hand.reckoning.won == {2: 2}


def test_a_short_bring_in_is_called_in_full() -> None:
    """RULES 9.3: stacks 200/2/200, ante 1, bring-in 3: seat 2 posts its 1, the next owes 3; PokerKit: 1."""
    duel = Duel(game((200, 2, 200), bring_in=3), in_deal_order(["Ah Ks 5s", "Ad Kc 2c", "Qh Js 3d"]), passive)
    assert duel.play() == "short-bring-in"
    assert duel.betting.actions(duel.betting.actor).call == 3
    assert duel.state.checking_or_calling_amount == 1


def test_nobody_can_be_raised_beyond_the_bring_in() -> None:
    """RULES 6.1: the other player's last 1 cannot call more than the bring-in; PokerKit offers to complete."""
    duel = up_to_the_bet(Duel(game((32, 2), bring_in=3), in_deal_order(["Ah Ks 2c", "Ad Kc 5s"]), passive))
    may = duel.betting.actions(0)
    assert may.bring_in == 3 and not may.upward
    assert duel.state.can_complete_bet_or_raise_to(10)
