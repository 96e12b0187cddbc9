"""Who opens a betting round, and what happens when it is over (RULES 2, 3.4, 4.2-4.4, 4.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.betting import Betting
from engine.cards import Card
from engine.player import Player
from engine.prompts import Notice
from engine.ranking import rank_board
from engine.variants import Bet
from engine.view import OpenerView

if TYPE_CHECKING:
    from engine.hand import Hand


def enter(hand: Hand, step: Bet) -> bool:
    """Open the betting round; True where nobody, or only one, can act and the round is skipped (RULES
    2.3)."""
    rules = hand.rules
    unit = rules.small_bet if step.unit == "small" else rules.big_bet
    upper = rules.big_bet if step.open_pair and rules.open_pair_option and _pair_shows(hand) else 0
    hand.betting = Betting(hand.players, rules, unit, upper)
    return choose(hand, step)


def choose(hand: Hand, step: Bet) -> bool:
    """Find who opens and record it; True where the round is skipped."""
    betting = hand.betting
    assert betting is not None
    best, bring_in = best_of(hand, step)
    able = [index for index, player in enumerate(hand.players) if not player.folded and player.stack]
    showing = tuple(hand.players[best].up) if best is not None else ()
    holder = hand.players[best] if best is not None else None
    cannot = holder.seat if holder is not None and not holder.stack else None
    if len(able) <= 1:
        hand.openers.append(OpenerView(hand.round, None, showing, cannot, skipped=True))
        hand.betting = None
        hand.notices = [Notice("betting-skipped", count=hand.round)]
        _end_round(hand)
        return True
    hand.notices = [notice for notice in hand.notices if notice.kind == "betting-skipped"]
    _say_two_left(hand)
    if best is None:
        hand.openers.append(OpenerView(hand.round, None, bring_in=bring_in))
        if bring_in:
            betting.bring_in_due = True
        return False
    opener = able_from(hand, best)
    seat = hand.players[opener].seat
    hand.openers.append(OpenerView(hand.round, seat, showing, cannot, bring_in=bring_in))
    betting.open(opener, best if bring_in else -1, in_place=opener != best)
    kind = ("brings-in", "brings-in-for") if bring_in else ("opens", "opens-for")
    hand.notices.append(Notice(kind[opener != best], seat, cannot, showing))  # type: ignore[arg-type]
    return False


def best_of(hand: Hand, step: Bet) -> tuple[int | None, bool]:
    """Index of the player whose board opens (None: unknown), and whether it is a bring-in."""
    bring_in = step.opening == "bring-in" and hand.rules.bring_in > 0
    return (_lowest_door(hand) if bring_in else _best_board(hand, step)), bring_in


def able_from(hand: Hand, index: int) -> int:
    """That player, or the next clockwise who can act (RULES 2.3)."""
    player = hand.players[index]
    if player.stack and not player.folded:
        return index
    count = len(hand.players)
    return next(
        following
        for following in ((index + step) % count for step in range(1, count))
        if not hand.players[following].folded and hand.players[following].stack
    )


def _pair_shows(hand: Hand) -> bool:
    """Anyone shows a pair (RULES 4.5)."""
    return any(rank_board(player.up)[0][:1] >= (2,) for player in hand.players if not player.folded and player.up)


def _lowest_door(hand: Hand) -> int | None:
    """The lowest up card by rank then suit brings it in (RULES 4.2)."""
    doors = [
        (card, index)
        for index, player in enumerate(hand.players)
        if not player.folded
        for card in player.up[:1]
        if card is not None
    ]
    return min(doors)[1] if doors else None


def _best_board(hand: Hand, step: Bet) -> int | None:
    """Index of the player with the best board (RULES 2.1-2.3); None where no identity of an up card is
    known."""
    opening = step.opening
    if opening == "last-opener" or (hand.river_exposed and hand.round == hand.variant.rounds):
        if hand.last_opener >= 0 and not hand.players[hand.last_opener].folded:
            return hand.last_opener
        if hand.last_opener >= 0:
            return _next_live(hand, hand.last_opener)
        opening = "left-of-dealer"
    live = [index for index, player in enumerate(hand.players) if not player.folded]
    if opening == "left-of-dealer":
        return live[0]
    players = hand.players
    known = [index for index in live if players[index].up.count(None) < len(players[index].up)]
    if not known:
        return None
    common = hand.common
    boards = [rank_board(players[index].up + common if common else players[index].up) for index in known]
    best = max(boards)
    tied = [index for index, board in zip(known, boards, strict=True) if board == best]
    if len(tied) > 1 and hand.rules.opener_tie == "suit" and step.opening != "bring-in":
        return max(tied, key=lambda index: _highest(hand.players[index]))
    return tied[0]


def _next_live(hand: Hand, index: int) -> int:
    count = len(hand.players)
    return next(
        following
        for following in ((index + step) % count for step in range(1, count + 1))
        if not hand.players[following].folded
    )


def _highest(player: Player) -> Card:
    """The highest card that shows, by rank then suit: among equal boards it is the highest tied card
    (RULES 2.2)."""
    return max(card for card in player.up if card is not None)


def _say_two_left(hand: Hand) -> None:
    """With two left and nobody all-in short, each is certain of half: said once (RULES 3.7)."""
    if not hand.variant.shares or hand.two_left_said:
        return
    left = [player for player in hand.players if not player.folded]
    if len(left) == 2 and left[0].total == left[1].total:
        hand.two_left_said = True
        hand.notices.append(Notice("two-left", left[0].seat, left[1].seat))


def dealer_names_opener(hand: Hand, index: int) -> None:
    """Nobody's up cards are known, so the first to act is whom the dealer names."""
    betting = hand.betting
    assert betting is not None
    due = betting.bring_in_due
    betting.open(index, index if due else -1)


def ask_again(hand: Hand) -> None:
    """The named opener's action was refused: ask anew."""
    betting = hand.betting
    assert betting is not None
    betting.unopen()


def end_betting(hand: Hand) -> None:
    """The round is over: go on, or settle where only one is left."""
    betting = hand.betting
    assert betting is not None
    if hand.round == hand.variant.rounds:
        hand.last_bettor = betting.aggressor
    hand.last_opener = betting.opener
    hand.betting = None
    _end_round(hand)
    if hand.only_one_left():
        hand.settle_last()
    else:
        hand.next_step()


def _end_round(hand: Hand) -> None:
    hand.first_bet_settled = True
    for player in hand.players:
        player.bet = 0
