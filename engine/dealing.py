"""Dealing: where the next card belongs, burns, the short stub, cards that were not wanted (RULES 1.3,
1.6, 4.6, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.corrections import name_up_card, reopen
from engine.inputs import UNCHANGED, CardRead, Refusal
from engine.prompts import DealMethod, Notice
from engine.variants import Deal, Reveal

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.player import Player

BURN: Final = -1
MIDDLE: Final = -2


def method_for(stub: int, players: int, burns: int, burn: bool, may_be_common: bool) -> DealMethod:
    """How one card each can be dealt from a stub of that many cards (RULES 4.6)."""
    if burn and stub > players:
        return "burn-first"
    if stub >= players:
        return "without-burn" if burn else "plain"
    if burn and stub + burns >= players and stub:
        return "shuffle-burns"
    return "common-card" if may_be_common else "plain"


def enter(hand: Hand, step: Deal) -> bool:
    """Work out the places of this deal; cards that came too early fill the first of them."""
    live = [index for index, player in enumerate(hand.players) if not player.folded]
    burn = hand.rules.burn and not step.first
    hand.method = "burn-first" if burn else "plain"
    if not step.first:
        hand.method = method_for(
            52 - hand.out_of_stub, len(live) * len(step.faces), len(hand.burns), burn, step.may_be_common
        )
    if hand.method == "common-card":
        places = [(MIDDLE, True)]
    else:
        places = [(index, face_up) for face_up in step.faces for index in live]
        if hand.method == "burn-first":
            places.insert(0, (BURN, False))
    if hand.method == "shuffle-burns":
        hand.stub_before_shuffle = 51 - hand.out_of_stub
        hand.burns_shuffled = len(hand.burns)
        hand.seen.difference_update(card for card in hand.burns if card is not None)
        hand.log.append(("burns-back",))
        hand.out_of_stub -= len(hand.burns)
        hand.burns = []
    places.reverse()
    hand.pending = places
    while hand.extra and hand.pending:
        _place(hand, hand.pending.pop(), hand.extra.pop(0))
    return not hand.pending


def _place(hand: Hand, place: tuple[int, bool], card: Card | None) -> None:
    index, face_up = place
    hand.out_of_stub += 1
    if index >= 0:
        player = hand.players[index]
        if face_up:
            player.up.append(card)
            if card is not None:
                hand.public.add(card)
        else:
            player.down.append(card)
        hand.log.append(("deal", hand.round, player.seat, card, face_up))
    elif index == BURN:
        hand.burns.append(card)
        hand.log.append(("burn", card))
    else:
        hand.common.append(card)
        if card is not None:
            hand.public.add(card)
        hand.log.append(("common", card))


def _read(hand: Hand, card: Card | None, seat: int | None, face_up: bool) -> None:
    """A reader named a card as it was dealt: twice in a hand is an alarm (RULES 8.3)."""
    if card is not None and card in hand.seen:
        other = next((entry[2] for entry in hand.log if entry[0] == "deal" and entry[3] is card), None)
        both_public = face_up and card in hand.public
        hand.alarm(
            Notice(
                "duplicate-card",
                seat,
                other if isinstance(other, int) and other != seat else None,
                (card,) if both_public else (),
            ),
            fault=True,
        )
    elif card is not None:
        hand.seen.add(card)


def next_card(hand: Hand, entry: CardRead) -> Refusal | None:
    """A card without a seat: it goes where the next card belongs."""
    card = entry.card
    step = hand.step
    pending = hand.pending
    if pending:
        hand.one_by_one = hand.one_by_one or entry.reader != "dealer"
        place = pending.pop()
        index = place[0]
        if card in hand.seen:
            _read(hand, card, hand.players[index].seat if index >= 0 else None, place[1])
        elif card is not None:
            hand.seen.add(card)
        _place(hand, place, card)
        if not pending:
            _end_deal(hand)
        return None
    if hand.common == [None] and card is not None and entry.reader not in ("shoe", None):
        name_common(hand, card)
        return None
    if step.name == "pay":
        return Refusal("wrong-step", text=step.name)
    _read(hand, card, None, False)
    hand.extra.append(card)
    hand.alarm(Notice("extra-card", count=len(hand.extra)))
    _offer_misdeal(hand)
    return None


def name_common(hand: Hand, card: Card) -> None:
    """The common card's identity becomes known."""
    hand.common[0] = card
    hand.public.add(card)
    hand.log.append(("common-named", card))


def card_at_seat(hand: Hand, player: Player, entry: CardRead) -> Refusal | None:
    """A card seen at a seat during a deal.

    A camera or the dealer's finger sees up cards, so it fills an up place first; a pad lies under
    the player's down cards. A down card that a camera sees has been turned up by mistake.
    """
    card = entry.card
    if card is not None and card in player.up:
        return UNCHANGED
    index = hand.index_of[player.seat]
    places = [place for place in reversed(hand.pending) if place[0] == index]
    up_places = [place for place in places if place[1]]
    # Where cards come past a reader one by one, an up card that lies here before this seat's has come is an older
    # one; where none do, it is the one that the prompt waits for.
    older = None in player.up and (hand.one_by_one or not up_places)
    if not places or (older and card is not None and entry.reader != "pad"):
        return seen_at_seat(hand, player, entry)
    place = up_places[0] if up_places and entry.reader != "pad" else places[0]
    if entry.reader == "camera" and not place[1] and card is not None:
        if card in player.down or None in player.down:
            return seen_at_seat(hand, player, entry)
        take_place(hand, place)
        _read(hand, card, player.seat, False)
        _place(hand, place, card)
        _expose(hand, player, card)
    else:
        if up_places and card is not None and card in player.down:
            return seen_at_seat(hand, player, entry)
        take_place(hand, place)
        _read(hand, card, player.seat, place[1])
        _place(hand, place, card)
    if not any(place[0] >= 0 for place in hand.pending):
        _unread_rest(hand)
        _end_deal(hand)
    return None


def take_place(hand: Hand, place: tuple[int, bool]) -> None:
    """Take the earliest pending place like that one out of the deal."""
    for position in range(len(hand.pending) - 1, -1, -1):
        if hand.pending[position] == place:
            del hand.pending[position]
            return


def _unread_rest(hand: Hand) -> None:
    while hand.pending:
        _place(hand, hand.pending.pop(), None)


def confirm_deal(hand: Hand) -> Refusal | None:
    """The dealer says that it is dealt: cards that no reader saw stay unknown."""
    _unread_rest(hand)
    _end_deal(hand)
    return None


def _end_deal(hand: Hand) -> None:
    faults = [notice for notice in hand.notices if notice.kind in ("exposed", "extra-card", "misdeal-offered")]
    hand.next_step()
    hand.notices = faults + hand.notices


def seen_at_seat(hand: Hand, player: Player, entry: CardRead) -> Refusal | None:
    """A card seen at a seat where none was expected: known already, an unread one named, or a down card
    turned up."""
    card = entry.card
    if card is None:
        return Refusal("wrong-step", entry.seat, text=hand.step.name)
    if card in player.up or card in player.exposed or card in player.shown:
        return UNCHANGED
    if hand.step.name == "pay":
        return Refusal("wrong-step", entry.seat, text=hand.step.name)
    if card not in player.down and None in player.up and card not in hand.public:
        name_up_card(hand, player, player.up.index(None), card)
        return None
    if card in hand.public:
        other = next((one.seat for one in hand.players if card in one.up), None)
        hand.alarm(Notice("duplicate-card", player.seat, other, (card,)), fault=True)
        return None
    if not player.down:
        return Refusal("no-place", player.seat)
    _expose(hand, player, card)
    return None


def _expose(hand: Hand, player: Player, card: Card) -> None:
    """A down card of this player was turned up by the dealer's mistake (RULES 8.4, 8.6)."""
    reveals = any(isinstance(step, Reveal) for step in hand.variant.steps)
    step = hand.step
    if card in player.down:
        player.down.remove(card)
    else:
        player.down.remove(None) if None in player.down else player.down.pop()
    hand.public.add(card)
    hand.log.append(("turned-up", player.seat, card))
    index = hand.index_of[player.seat]
    if not reveals and isinstance(step, Deal) and (index, True) in hand.pending:
        player.up.append(card)
        hand.pending[hand.pending.index((index, True))] = (index, False)
    else:
        player.down.append(card)
        player.exposed.append(card)
        unopened = hand.betting is not None and not hand.betting.acted
        if not reveals and hand.round == hand.variant.rounds and (isinstance(step, Deal) or unopened):
            hand.river_exposed = True
            reopen(hand)
    hand.alarm(Notice("exposed", player.seat, cards=(card,)))
    _offer_misdeal(hand)


def _offer_misdeal(hand: Hand) -> None:
    """Before the first bet is settled a dealing fault is a misdeal if the dealer says so (RULES 3.12)."""
    if not hand.first_bet_settled and not any(notice.kind == "misdeal-offered" for notice in hand.notices):
        hand.notices.append(Notice("misdeal-offered"))
