"""From a table to what everyone may see of it: ``PublicView`` and the prompt that stands."""

from __future__ import annotations

from engine import corrections, passing, showdown
from engine.cards import Card
from engine.dealing import BURN, MIDDLE
from engine.hand import Hand
from engine.player import Player
from engine.prompts import Announcement, DealPlan, Notice, Prompt
from engine.table import Table
from engine.variants import Bet, Deal, Pass, Reveal
from engine.view import Actions, PotView, PublicView, SeatView, Status


def announcement(table: Table) -> Announcement:
    """What the dealer says before a hand (RULES 3.6, 3.8)."""
    rules, variant = table.rules, table.variant
    return Announcement(
        variant=variant.name,
        title=variant.title,
        limit=rules.limit,
        ante=rules.ante,
        small_bet=rules.small_bet,
        big_bet=rules.big_bet,
        bring_in=rules.bring_in if any(getattr(step, "opening", "") == "bring-in" for step in variant.steps) else 0,
        share_side=rules.share_side if variant.shares else None,
        table_talk=variant.table_talk_reminder,
        min_bet=rules.min_bet if rules.limit == "spread" else 0,
        max_bet=(rules.max_bet or 0) if rules.limit == "spread" else 0,
    )


def actions_now(hand: Hand) -> Actions | None:
    """What the player to act may do; None where nobody is to act."""
    betting = hand.betting
    if betting is None or betting.actor < 0 or hand.faults:
        return None
    return betting.actions(betting.actor)


def _deal_plan(hand: Hand, step: Deal) -> DealPlan:
    next_seat = None
    next_is = "none"
    if hand.pending:
        index, face_up = hand.pending[-1]
        if index == BURN:
            next_is = "burn"
        elif index == MIDDLE:
            next_is = "common"
        else:
            next_seat = hand.players[index].seat
            next_is = "up" if face_up else "down"
    return DealPlan(
        faces=tuple("up" if face_up else "down" for face_up in step.faces),
        method=hand.method,
        next_seat=next_seat,
        next_is=next_is,  # type: ignore[arg-type]
        remaining=len(hand.pending),
        stub_before_shuffle=hand.stub_before_shuffle,
        burns=hand.burns_shuffled,
        up_seats=tuple(hand.players[index].seat for index, face_up in reversed(hand.pending) if index >= 0 and face_up),
    )


def prompt_of(table: Table) -> Prompt:
    """The prompt that stands now."""
    hand = table.hand
    if hand is None or hand.status != "open":
        return Prompt("start-hand", seat=table.next_dealer(), notices=tuple(hand.alarms_at_end) if hand else ())
    step = hand.step
    now, of = hand.round, hand.variant.rounds
    notices = (*hand.faults, *hand.notices)
    if hand.faults:
        return Prompt("fault", seat=hand.faults[0].seat, notices=notices, round=now, rounds=of)
    if step.name == "announce":
        return Prompt("announce", announcement=announcement(table))
    if step.name == "antes":
        short = tuple(player.seat for player in hand.players if player.stack <= hand.rules.ante)
        return Prompt("antes", amount=hand.rules.ante, seats=short, notices=notices)
    if isinstance(step, Deal):
        return Prompt("deal", deal=_deal_plan(hand, step), notices=notices, round=now, rounds=of)
    if isinstance(step, Pass):
        arrows = tuple(
            (hand.players[giver].seat, hand.players[receiver].seat)
            for giver, receiver in passing.receivers(hand, step)
            if receiver is not None
        )
        return Prompt(
            "pass",
            count=step.count,
            direction=step.direction,
            arrows=arrows,
            notices=notices,
            round=now,
            rounds=of,
        )
    if isinstance(step, Reveal):
        return Prompt(
            "reveal",
            count=step.count,
            seats=tuple(passing.waiting(hand)),
            notices=notices,
            round=now,
            rounds=of,
        )
    if isinstance(step, Bet) and hand.betting is not None:
        betting = hand.betting
        if betting.actor < 0:
            return Prompt("ask-opener", notices=notices, round=now, rounds=of)
        actions = betting.actions(betting.actor)
        kind = "bring-in" if betting.bring_in_due else "act"
        amount = actions.bring_in if betting.bring_in_due else actions.call
        return Prompt(kind, seat=actions.seat, amount=amount, notices=notices, round=now, rounds=of)  # type: ignore[arg-type]
    if step.name == "showdown":
        waiting = tuple(player.seat for player in showdown.showing_order(hand) if not showdown.tabled(hand, player))
        unread = tuple(Notice("unread", player.seat) for player in hand.players if player.live and None in player.up)
        seat = waiting[0] if waiting else None
        return Prompt("showdown", seat=seat, seats=waiting, notices=(*notices, *unread), round=now, rounds=of)
    amount = sum(pot.amount for pot in hand.reckoning.pots) if hand.reckoning else 0
    return Prompt("pay", amount=amount, notices=notices, round=now, rounds=of)


def _playing(hand: Hand, player: Player) -> tuple[Card, ...]:
    if hand.reckoning is None:
        return ()
    cards: list[Card] = []
    for pot in hand.reckoning.pots:
        for share in pot.shares:
            if share.seat == player.seat:
                cards += share.hand
    return tuple(dict.fromkeys(cards))


def _seat_view(table: Table, seat: int, hand: Hand | None) -> SeatView:
    holder = table.seats[seat]
    index = hand.index_of.get(seat) if hand is not None else None
    if hand is None or index is None:
        return SeatView(seat, holder.name, holder.stack, False, is_dealer=table.button == seat)
    player = hand.players[index]
    step = hand.step
    open_hand = hand.status == "open"
    revealed = isinstance(step, Reveal) and len(hand.revealing.get(index, ())) >= step.count
    return SeatView(
        seat=seat,
        name=holder.name,
        stack=player.stack if open_hand else holder.stack,
        in_hand=True,
        bet=player.bet,
        total=player.total,
        up=tuple(player.up),
        down=len(player.down) - len(player.exposed) if player.live else 0,
        exposed=tuple(player.exposed),
        shown=tuple(player.shown),
        playing=_playing(hand, player),
        folded=player.folded,
        mucked=player.mucked,
        all_in=open_hand and player.all_in,
        is_dealer=hand.dealer == seat,
        to_act=hand.betting is not None and hand.betting.actor == index,
        revealed=revealed and open_hand,
    )


def pots_of(hand: Hand) -> tuple[PotView, ...]:
    """The pots: settled with their shares, else as they stand."""
    if hand.status == "void":
        return ()
    if hand.reckoning is not None:
        return hand.reckoning.pots
    return tuple(PotView(amount, eligible) for amount, eligible in showdown.pots_so_far(hand))


def view_of(table: Table) -> PublicView:
    """What everyone at the table may see now."""
    hand = table.hand
    open_hand = hand is not None and hand.status == "open"
    status: Status = "between" if hand is None else hand.status
    step = hand.step if hand is not None and open_hand else None
    betting = hand.betting if hand is not None else None
    return PublicView(
        variant=table.rules.variant,
        title=table.variant.title,
        status=status,
        hand=table.hands_begun,
        step=step.name if step is not None else "",
        round=hand.round if hand is not None else 0,
        rounds=table.variant.rounds,
        dealer=hand.dealer if hand is not None else table.button,
        seats=tuple(_seat_view(table, seat, hand) for seat in table.seats),
        prompt=prompt_of(table),
        pot=hand.pot if hand is not None else 0,
        common=tuple(hand.common) if hand is not None else (),
        actions=actions_now(hand) if hand is not None and open_hand else None,
        openers=tuple(hand.openers) if hand is not None else (),
        pots=pots_of(hand) if hand is not None else (),
        returned=hand.reckoning.returned if hand is not None and hand.reckoning is not None else (),
        faults=tuple(hand.faults) if hand is not None else (),
        gone=frozenset(hand.public) if hand is not None and open_hand else frozenset(),
        moved=tuple(table.moved.items()),
        wants_cards=isinstance(step, Deal) and hand is not None and bool(hand.pending),
        games=table.games,
        passes=hand.passes if hand is not None else (),
        ways=hand.ways if hand is not None else (),
        small_bet=table.rules.small_bet,
        big_bet=table.rules.big_bet,
        unit=betting.unit if betting is not None and betting.fixed else 0,
        share_side=table.rules.share_side if table.variant.shares else None,
        smallest_chip=table.rules.smallest_chip,
        told=tuple(table.told.items()),
        game=announcement(table),
        up_places=corrections.up_places(hand.variant) if hand is not None and open_hand else (),
    )
