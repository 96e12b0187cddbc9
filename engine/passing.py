"""Passing and revealing: everybody at the same time (RULES 3.2, 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Card
from engine.inputs import UNCHANGED, Refusal
from engine.prompts import Notice
from engine.variants import Pass, Reveal

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.player import Player


def receivers(hand: Hand, step: Pass) -> list[tuple[int, int | None]]:
    """Who passes to whom, as indices: the nearest player in that direction who has not folded (RULES 3.2)."""
    live = [index for index, player in enumerate(hand.players) if not player.folded]
    hop = {"left": 1, "right": -1, "across": len(live) // 2, "muck": 0}[step.direction]
    return [
        (giver, None if step.direction == "muck" else live[(place + hop) % len(live)])
        for place, giver in enumerate(live)
    ]


def enter_pass(hand: Hand, step: Pass) -> bool:
    hand.passed = {}
    return False


def pass_read(hand: Hand, player: Player, card: Card) -> Refusal | None:
    """A passed card was read at the giver's seat; when every pass is read the step is done."""
    step = hand.step
    assert isinstance(step, Pass)
    if player.folded:
        return Refusal("folded", player.seat)
    index = hand.index_of[player.seat]
    given = hand.passed.get(index, [])
    if len(given) == step.count:
        return Refusal("already-passed", player.seat)
    if card in hand.public and card not in player.exposed:
        return Refusal("card-is-up", player.seat, card=card)
    if any(card in cards for cards in hand.passed.values()):
        return Refusal("read-twice", player.seat)
    hand.passed[index] = [*given, card]
    live = [one for one, other in enumerate(hand.players) if not other.folded]
    if all(len(hand.passed.get(one, ())) == step.count for one in live):
        _finish_pass(hand, step)
    return None


def confirm_pass(hand: Hand) -> Refusal | None:
    """The dealer says that all have passed; what no pad read stays unknown."""
    step = hand.step
    assert isinstance(step, Pass)
    _finish_pass(hand, step)
    return None


def _finish_pass(hand: Hand, step: Pass) -> None:
    """All pass at the same time: what was received is not passed on in the same pass."""
    moving: list[tuple[int | None, list[Card | None]]] = []
    for giver, receiver in receivers(hand, step):
        player = hand.players[giver]
        cards: list[Card | None] = []
        cards += hand.passed.get(giver, [])
        for card in hand.passed.get(giver, []):
            _take_known(hand, player, card)
            if card in player.exposed:
                player.exposed.remove(card)
        unread = step.count - len(cards)
        if unread:
            _forget_down(player, len(player.down) - unread)
            cards += [None] * unread
        moving.append((receiver, cards))
        to = None if receiver is None else hand.players[receiver].seat
        hand.log.append(("pass", hand.round, player.seat, to, tuple(cards)))
    for receiver, cards in moving:
        if receiver is not None:
            hand.players[receiver].down += cards
            hand.players[receiver].exposed += [card for card in cards if card is not None and card in hand.public]
    hand.passed = {}
    hand.next_step()


def _forget_down(player: Player, count: int) -> None:
    """Some card went unseen: of the ``count`` that are left only those that lie face up are known."""
    if len(player.exposed) > count:
        player.exposed = []  # one of them went, and nobody said which
    player.down = [*player.exposed, *[None] * (count - len(player.exposed))]


def _take_known(hand: Hand, player: Player, card: Card) -> None:
    """Take a card whose identity was read out of the down cards, as far as they are known."""
    if card in player.down:
        player.down.remove(card)
    elif None in player.down:
        player.down.remove(None)
    else:
        hand.unspoken.append(Notice("impossible-read", player.seat, cards=(card,), count=hand.round))
        player.down = [None] * (len(player.down) - 1)


def _take_exposed(hand: Hand, player: Player, card: Card) -> None:
    """A card that lay face up by mistake is revealed, perhaps by the player whom it was passed to (RULES
    8.4)."""
    for other in hand.players:
        if card in other.exposed:
            other.exposed.remove(card)
            if other is not player and card in other.down:
                other.down[other.down.index(card)] = None


def enter_reveal(hand: Hand, step: Reveal) -> bool:
    hand.revealing = {}
    return False


def waiting(hand: Hand) -> list[int]:
    """Seats that still have to reveal."""
    step = hand.step
    assert isinstance(step, Reveal)
    return [
        player.seat
        for index, player in enumerate(hand.players)
        if not player.folded and len(hand.revealing.get(index, ())) < step.count
    ]


def reveal(hand: Hand, player: Player, card: Card | None) -> Refusal | None:
    """A player turned one up. Nothing is shown before every reveal is in (RULES 3.3)."""
    step = hand.step
    assert isinstance(step, Reveal)
    index = hand.index_of[player.seat]
    turned = hand.revealing.get(index, [])
    if card is not None and (card in player.up or card in turned):
        return UNCHANGED
    if len(turned) >= step.count:
        return Refusal("already-revealed", player.seat)
    if card is not None:
        up_at = next((one.seat for one in hand.players if card in one.up), None)
        turned_at = next((at for at, cards in hand.revealing.items() if card in cards), None)
        if turned_at is not None:
            up_at = hand.players[turned_at].seat
        if up_at is not None and up_at != player.seat:
            hand.alarm(Notice("duplicate-card", player.seat, up_at, (card,)), fault=True)
    hand.revealing[index] = [*turned, card]
    if not waiting(hand) and not hand.faults:
        finish_reveal(hand)
    return None


def confirm_reveal(hand: Hand) -> Refusal | None:
    """The dealer says that all have revealed; cards that nobody read are up and unknown."""
    finish_reveal(hand)
    return None


def finish_reveal(hand: Hand) -> None:
    """Every reveal is in: turn the cards up."""
    step = hand.step
    assert isinstance(step, Reveal)
    for index, player in enumerate(hand.players):
        if player.folded:
            continue
        turned = hand.revealing.get(index, [])
        for card in [*turned, *[None] * (step.count - len(turned))]:
            if card is None:
                _forget_down(player, len(player.down) - 1)
            else:
                _take_exposed(hand, player, card)
                _take_known(hand, player, card)
                hand.public.add(card)
            player.up.append(card)
            hand.log.append(("reveal", hand.round, player.seat, card))
    hand.revealing = {}
    hand.next_step()
