"""Putting a read right: which card it really was, and what follows from it (RULES 3.12, 8.3, 8.5)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine import opening, passing, showdown
from engine.cards import Card
from engine.inputs import UNCHANGED, Correct, Refusal
from engine.prompts import Notice
from engine.variants import Bet, Deal, Reveal, Showdown, Variant
from engine.view import OpenerView

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.player import Player


def correct(hand: Hand, entry: Correct) -> Refusal | None:
    """A read was wrong: what the kiosk holds becomes what it really is, and what follows is worked out
    anew."""
    card, was = entry.card, entry.was
    if was is card:
        return UNCHANGED
    if hand.step.name == "pay":
        return Refusal("wrong-step", text="pay")
    elsewhere = next((one.seat for one in hand.players if card in one.up or card in one.shown), None)
    if elsewhere is not None or card in hand.common:
        return Refusal("card-is-up", elsewhere, card=card)
    if entry.seat is None:
        if was is None:
            return Refusal("correct-what")
        _in_the_middle(hand, was, card)
    else:
        player = hand.player_at(entry.seat)
        if isinstance(player, Refusal):
            return player
        if was is None:
            refused = _unread(hand, player, entry.street, entry.index, card)
        else:
            refused = _misread(hand, player, was, card)
        if refused is not None:
            return refused
    find_doubles(hand)
    reopen(hand)
    if isinstance(hand.step, Reveal) and not hand.faults and not passing.waiting(hand):
        passing.finish_reveal(hand)
    elif isinstance(hand.step, Showdown):
        showdown.end_if_done(hand)
    return None


def _in_the_middle(hand: Hand, was: Card, card: Card) -> None:
    """A common card, a burn or an extra card; a burn is nobody's to see, so a wrong name tells nothing."""
    for cards in (hand.common, hand.burns, hand.extra):
        if was in cards:
            cards[cards.index(was)] = card
            if cards is hand.common:
                hand.public.discard(was)
                hand.public.add(card)
    _rename_read(hand, None, was, card)


def _misread(hand: Hand, player: Player, was: Card, card: Card) -> Refusal | None:
    index = hand.index_of[player.seat]
    turned = hand.revealing.get(index, [])
    if was in player.up:
        place = player.up.index(was)
        player.up[place] = card
        _rename_public(hand, was, card)
        hand.openers = [_renamed(view, player.seat, was, card) for view in hand.openers]
        _rename_reveal(hand, player.seat, was, card)
    elif was in player.shown:
        player.shown[player.shown.index(was)] = card
        _rename_public(hand, was, card)
        _rename_entry(hand, ("shown", player.seat, was), ("shown", player.seat, card))
    elif was in turned:
        turned[turned.index(was)] = card
        return None
    else:
        if not (player.down or hand.passed.get(index)):
            return Refusal("no-such-read", player.seat)
        if was in player.down:
            player.down[player.down.index(was)] = card
        if was in player.exposed:
            player.exposed[player.exposed.index(was)] = card
            _rename_public(hand, was, card)
        given = hand.passed.get(index, [])
        if was in given:
            given[given.index(was)] = card
    _rename_read(hand, player.seat, was, card)
    return None


def _unread(hand: Hand, player: Player, street: int | None, index: int | None, card: Card) -> Refusal | None:
    """Name an unread card by the street in which it was dealt or turned up and its number there, both from 1.

    An up card of that street is meant before a down card.
    """
    if street is None:
        return Refusal("correct-what", player.seat)
    number = index or 1
    reveals = any(isinstance(step, Reveal) for step in hand.variant.steps)
    if reveals:
        places = _turned_in(hand, street)
        if number <= len(places) and places[number - 1] < len(player.up) and player.up[places[number - 1]] is None:
            name_up_card(hand, player, places[number - 1], card)
            return None
        return _name_down(hand, player, street, number, card)
    face_up, place = _dealt_place(hand, street, number)
    held = player.up if face_up else player.down
    if place is None or place >= len(held) or held[place] is not None:
        return Refusal("no-such-read", player.seat)
    if face_up:
        name_up_card(hand, player, place, card)
        return None
    return _name_down(hand, player, street, number, card, place)


def up_places(variant: Variant) -> tuple[tuple[int, int], ...]:
    """Street and number there, both from 1 as a ``correct`` line names them, of a player's first up card, the second,
    and so on."""
    places: list[tuple[int, int]] = []
    for step in variant.steps:
        if isinstance(step, Reveal):
            places += [(step.round, number) for number in range(1, step.count + 1)]
        elif isinstance(step, Deal):
            places += [(step.round, at) for at, face_up in enumerate(step.faces, start=1) if face_up]
    return tuple(places)


def _turned_in(hand: Hand, street: int) -> list[int]:
    """Places among a player's up cards of those revealed in that round."""
    before = sum(step.count for step in hand.variant.steps if isinstance(step, Reveal) and step.round < street)
    during = sum(step.count for step in hand.variant.steps if isinstance(step, Reveal) and step.round == street)
    return list(range(before, before + during))


def _dealt_place(hand: Hand, street: int, number: int) -> tuple[bool, int | None]:
    """Whether that card was dealt face up, and its place among the up or the down cards."""
    counts = {False: 0, True: 0}
    for step in hand.variant.steps:
        if isinstance(step, Deal):
            for position, face_up in enumerate(step.faces, start=1):
                if step.round == street and position == number:
                    return face_up, counts[face_up]
                counts[face_up] += 1
    return False, None


def _name_down(
    hand: Hand, player: Player, street: int, number: int, card: Card, place: int | None = None
) -> Refusal | None:
    """An unread down card as it was dealt; it may have been passed on since, so the log keeps it."""
    seen = 0
    for position, entry in enumerate(hand.log):
        if entry[0] == "deal" and entry[1] == street and entry[2] == player.seat:
            seen += 1
            if seen == number:
                if entry[3] is not None:
                    return Refusal("no-such-read", player.seat)
                hand.log[position] = (*entry[:3], card, entry[4])
                hand.seen.add(card)
                passed = any(entry[0] == "pass" for entry in hand.log)
                if not passed and None in player.down:
                    player.down[place if place is not None else player.down.index(None)] = card
                return None
    return Refusal("no-such-read", player.seat)


def name_up_card(hand: Hand, player: Player, place: int, card: Card) -> None:
    """An up card that nobody had read gets its identity; who opens may change (RULES 8.1)."""
    player.up[place] = card
    hand.public.add(card)
    nameless: Card | None = None
    if any(isinstance(step, Reveal) for step in hand.variant.steps):
        _rename_reveal(hand, player.seat, nameless, card)
        if card in player.down:
            player.down[player.down.index(card)] = None
    else:
        _rename_read(hand, player.seat, nameless, card)
        hand.seen.add(card)
    find_doubles(hand)
    reopen(hand)


def _renamed(view: OpenerView, seat: int, was: Card, card: Card) -> OpenerView:
    holder = view.best if view.best is not None else view.seat
    if holder != seat or was not in view.showing:
        return view
    showing = tuple(card if one is was else one for one in view.showing)
    return OpenerView(view.round, view.seat, showing, view.best, view.bring_in, view.skipped)


def _rename_public(hand: Hand, was: Card, card: Card) -> None:
    still = any(was in one.up or was in one.shown or was in one.exposed for one in hand.players)
    if not still and was not in hand.common:
        hand.public.discard(was)
    hand.public.add(card)


def _rename_entry(hand: Hand, old: tuple[object, ...], new: tuple[object, ...]) -> None:
    if old in hand.log:
        hand.log[hand.log.index(old)] = new


def _rename_reveal(hand: Hand, seat: int, was: Card | None, card: Card) -> None:
    for position, entry in enumerate(hand.log):
        if entry[0] == "reveal" and entry[2] == seat and entry[3] is was:
            hand.log[position] = (*entry[:3], card)
            return


def _rename_read(hand: Hand, seat: int | None, was: Card | None, card: Card) -> None:
    """The identity that a reader gave to a card as it was dealt (the later of two alike) is put right."""
    for position in range(len(hand.log) - 1, -1, -1):
        entry = hand.log[position]
        if seat is not None and entry[0] == "deal" and entry[2] == seat and entry[3] is was:
            hand.log[position] = (*entry[:3], card, entry[4])
            return
        if seat is None and entry[0] in ("burn", "common") and entry[1] is was:
            hand.log[position] = (entry[0], card)
            return


def find_doubles(hand: Hand) -> None:
    """Which cards lie in two places now (RULES 8.3): faults about cards that no longer do are over, and a correction
    that puts a card where it cannot be is a fault itself.
    """
    dealt: Counter[Card] = Counter()
    for entry in hand.log:
        card = entry[3] if entry[0] == "deal" else entry[1] if entry[0] in ("burn", "common") else None
        if entry[0] == "burns-back":
            burns = [one[1] for one in hand.log if one[0] == "burn"]
            dealt.subtract(one for one in burns if isinstance(one, Card))
        if isinstance(card, Card):
            dealt[card] += 1
    dealt.update(card for card in hand.extra if card is not None)
    hand.seen = {card for card, times in dealt.items() if times > 0}
    lying: Counter[Card] = Counter()
    for index, player in enumerate(hand.players):
        lying.update(card for card in _in_sight(hand, index, player) if card is not None)
    lying.update(card for card in hand.common if card is not None)
    in_sight = [card for card, times in lying.items() if times > 1]
    hidden = [card for card, times in dealt.items() if times > 1 and card not in in_sight]
    told: set[Card | None] = set()
    kept: list[Notice] = []
    for notice in hand.faults:
        card = notice.cards[0] if notice.cards else None
        if notice.kind != "duplicate-card":
            kept.append(notice)
        elif card in in_sight or (card is None and hidden):
            kept.append(notice)
            told.add(card)
    hand.faults = kept
    for card in in_sight:
        if card not in told:
            seats = [one.seat for at, one in enumerate(hand.players) if card in _in_sight(hand, at, one)]
            _doubled(hand, seats, (card,))
    if hidden and None not in told:
        seats = [
            entry[2] for entry in hand.log if entry[0] == "deal" and entry[3] in hidden and isinstance(entry[2], int)
        ]
        _doubled(hand, seats, ())


def _in_sight(hand: Hand, index: int, player: Player) -> list[Card | None]:
    return [*player.up, *player.shown, *player.exposed, *hand.revealing.get(index, ())]


def _doubled(hand: Hand, seats: list[int], cards: tuple[Card, ...]) -> None:
    seat = seats[-1] if seats else None
    other = seats[0] if seats and seats[0] != seat else None
    hand.alarm(Notice("duplicate-card", seat, other, cards), fault=True)


def reopen(hand: Hand) -> None:
    """Work out anew who opens: told where it changes, and where the betting has gone on so that it stands
    (RULES 8.5)."""
    step = hand.step
    betting = hand.betting
    if not isinstance(step, Bet) or betting is None:
        return
    before = hand.openers[-1]
    if betting.acted:
        best, _ = opening.best_of(hand, step)
        if best is not None and betting.opener >= 0 and opening.able_from(hand, best) != betting.opener:
            hand.notices.append(Notice("opener-stands", before.seat, hand.players[best].seat))
        return
    hand.openers.pop()
    if opening.enter(hand, step):
        hand.next_step()
        return
    now = hand.openers[-1]
    if now.seat != before.seat and before.seat is not None:
        hand.notices.append(Notice("opener-changed", now.seat, before.seat))
