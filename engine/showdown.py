"""Showing, mucking, settling and paying (RULES 3.6-3.11, 4.8, 5, 6.2-6.6, 8.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine import provenance
from engine.cards import Card
from engine.inputs import UNCHANGED, Refusal
from engine.player import Player
from engine.pots import Reckoning, Settlement, Showing, layers, uncalled
from engine.prompts import Notice
from engine.ranking import rank_high, rank_low
from engine.variants import Showdown

if TYPE_CHECKING:
    from engine.hand import Hand


def enter(hand: Hand, step: Showdown) -> bool:
    return False


def showing_order(hand: Hand) -> list[Player]:
    """Who shows first: the last to bet or raise in the last round, else its opener; then clockwise (RULES
    6.4)."""
    first = hand.last_bettor if hand.last_bettor >= 0 else max(hand.last_opener, 0)
    count = len(hand.players)
    return [hand.players[(first + step) % count] for step in range(count) if hand.players[(first + step) % count].live]


def tabled(hand: Hand, player: Player) -> bool:
    """All of the player's cards lie face up and are known."""
    return not player.down and None not in player.up


def cards_of(hand: Hand, player: Player) -> list[Card]:
    """The player's own cards, as far as they are known and face up."""
    return [card for card in player.up if card is not None] + player.shown


def too_many(hand: Hand, player: Player) -> int:
    """How many cards the player holds where that is wrong (RULES 8.7), else 0."""
    held = len(player.up) + len(player.down) + len(player.shown) + len(hand.common)
    return held if held != hand.variant.hand_size else 0


def show(hand: Hand, player: Player, cards: Sequence[Card] | None) -> Refusal | None:
    """A player turned down cards up; without names those that the kiosk knows."""
    if player.folded:
        return Refusal("folded", player.seat)
    if player.mucked:
        return Refusal("mucked", player.seat)
    if cards is None:
        if None in player.down or None in player.up:
            return Refusal("not-known", player.seat)
        cards = [card for card in player.down if card is not None]
        if not cards:
            return UNCHANGED
    if len(set(cards)) != len(cards):
        return Refusal("read-twice", player.seat)
    new = [card for card in cards if card not in player.up and card not in player.shown]
    if not new:
        return UNCHANGED if tabled(hand, player) or cards else Refusal("not-known", player.seat)
    for card in new:
        _turn_up(hand, player, card)
    if not player.down and too_many(hand, player):
        hand.alarm(Notice("card-count", player.seat, count=too_many(hand, player)), fault=True)
    end_if_done(hand)
    return None


def show_one(hand: Hand, player: Player, card: Card | None) -> Refusal | None:
    """One card seen at a seat during the showdown."""
    return show(hand, player, (card,)) if card is not None else Refusal("not-known", player.seat)


def _turn_up(hand: Hand, player: Player, card: Card) -> None:
    if card in hand.public and card not in player.exposed:
        other = next((one.seat for one in hand.players if card in one.up or card in one.shown), None)
        hand.alarm(Notice("duplicate-card", player.seat, other, (card,)), fault=True)
    hand.public.add(card)
    if card in player.exposed:
        player.exposed.remove(card)
    if not player.down and None in player.up:
        place = player.up.index(None)
        player.up[place] = card
        rename = next(
            i for i, one in enumerate(hand.log) if one[0] in ("reveal", "deal") and _is_unread_up(one, player)
        )
        hand.log[rename] = tuple(card if part is None else part for part in hand.log[rename])
        return
    if card in player.down:
        player.down.remove(card)
    elif None in player.down:
        player.down.remove(None)
    elif player.down:
        # The readers dealt this seat other cards: what lies on the table counts, and the hand's end says so.
        player.down.pop()
        hand.unspoken.append(Notice("impossible-read", player.seat, cards=(card,), count=hand.variant.rounds))
    player.shown.append(card)
    hand.log.append(("shown", player.seat, card))


def _is_unread_up(entry: tuple[object, ...], player: Player) -> bool:
    if entry[0] == "deal":
        return entry[2:] == (player.seat, None, True)
    return entry[2:] == (player.seat, None)


def muck(hand: Hand, player: Player) -> Refusal | None:
    """The player gives the hand up unseen: cannot win, can be no partner (RULES 6.5)."""
    if player.folded:
        return Refusal("folded", player.seat)
    if player.mucked:
        return UNCHANGED
    if hand.faults:
        return Refusal("fault-stands")
    if player.shown and not player.down:
        return Refusal("has-shown", player.seat)
    player.mucked = True
    if _pot_without_owner(hand):
        player.mucked = False
        return Refusal("last-for-a-pot", player.seat)
    end_if_done(hand)
    return None


def _pot_without_owner(hand: Hand) -> bool:
    """Some chips would be left that nobody still in had matched."""
    back_to, back = uncalled(hand.players)
    highest = max(player.total - (back if index == back_to else 0) for index, player in enumerate(hand.players))
    return not any(
        player.live and player.total - (back if index == back_to else 0) == highest
        for index, player in enumerate(hand.players)
    )


def confirm_showdown(hand: Hand) -> Refusal | None:
    """The dealer says that the showdown is done: hands that the kiosk knows are shown, a wrong count is
    dead (RULES 8.7)."""
    known: list[Player] = []
    dead: list[Player] = []
    for player in showing_order(hand):
        if too_many(hand, player) or (player.down and None in player.down and player.shown):
            dead.append(player)
        elif None in player.down or None in player.up:
            return Refusal("not-shown", player.seat)
        elif player.down:
            known.append(player)
    if any(notice.kind != "card-count" for notice in hand.faults):
        return Refusal("fault-stands")
    if None in hand.common:
        return Refusal("common-unread")
    for player in dead:
        player.mucked = True
    if dead and _pot_without_owner(hand):
        for player in dead:
            player.mucked = False
        return Refusal("last-for-a-pot", dead[0].seat)
    hand.faults = []
    for player in dead:
        held = len(player.up) + len(player.shown) + len(hand.common)
        hand.alarm(Notice("card-count", player.seat, count=held))
    for player in known:
        for card in list(player.down):
            assert card is not None
            _turn_up(hand, player, card)
    end_if_done(hand)
    return None


def end_if_done(hand: Hand) -> None:
    """When every survivor has shown or mucked the showdown is over, unless a card is in doubt."""
    if hand.faults or None in hand.common:
        return
    if all(tabled(hand, player) for player in hand.players if player.live):
        hand.go_to_pay(reckon(hand))


def reckon(hand: Hand) -> Reckoning:
    """Settle the pots from what has been shown."""
    common = tuple(card for card in hand.common if card is not None)
    showing: dict[int, Showing] = {}
    if not hand.only_one_left():
        for player in hand.players:
            if player.live:
                own = tuple(cards_of(hand, player))
                cards = own + common
                low = rank_low(cards) if hand.variant.low else None
                showing[player.seat] = Showing(cards, own, rank_high(cards), low)
    return Settlement(hand.players, hand.rules, hand.variant, showing).reckon()


def pay(hand: Hand) -> None:
    """The pots go to whom they belong; the hand is over."""
    reckoning = hand.reckoning
    assert reckoning is not None
    for seat, amount in reckoning.won.items():
        hand.players[hand.index_of[seat]].stack += amount
    if provenance.tracked(hand):
        story, impossible = provenance.believable(hand)
        spoken = {notice.cards for notice in hand.unspoken}
        hand.unspoken += [notice for notice in impossible if notice.cards not in spoken]
        provenance.name_by_elimination(hand, story)
        hand.passes, hand.ways = provenance.tell(hand, story)
    hand.unspoken = [_without_hidden(hand, notice) for notice in hand.unspoken]
    hand.unspoken = list(dict.fromkeys(hand.unspoken))
    hand.alarms_at_end = hand.unspoken
    hand.alarms += hand.unspoken
    hand.finish("complete")


def _without_hidden(hand: Hand, notice: Notice) -> Notice:
    """A card that never became public stays unnamed: it may lie in a folded hand."""
    return notice if hand.public.issuperset(notice.cards) else Notice(notice.kind)


def pots_so_far(hand: Hand) -> list[tuple[int, tuple[int, ...]]]:
    """The pots as they stand before they are settled: amount and eligible seats."""
    return [(amount, tuple(sorted(player.seat for player in eligible))) for amount, eligible in layers(hand.players)]
