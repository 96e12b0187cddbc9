"""Prompts in words: a headline for large letters (some thirty letters at most) and the reason under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.prompts import Announcement, DealPlan, Prompt
from engine.view import PublicView
from kiosk.wording.notices import say_all

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording


def say(words: Wording, prompt: Prompt, view: PublicView) -> tuple[str, str]:
    """Headline and reason."""
    headline, reasons = _SAY[prompt.kind](words, prompt, view)
    told = say_all(words, prompt.notices)
    return headline, " · ".join(reason for reason in (told, *reasons) if reason)


Said = tuple[str, tuple[str, ...]]


def _round(words: Wording, prompt: Prompt) -> str:
    if not prompt.rounds:
        return ""
    return words._("round {number} of {all}").format(number=prompt.round, all=prompt.rounds)


def _start_hand(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    if prompt.seat is None:
        return _("Seat the players"), (_("two players with chips are needed to begin"),)
    headline = _("Start the next hand") if view.hand else _("Start the first hand")
    return headline, (_("the button goes to {name}").format(name=words.name(prompt.seat)),)


def _announce(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    rules = prompt.announcement
    assert rules is not None
    if rules.share_side == "right":
        headline = _("Say: the winner shares right")
        share = _("the winner shares the pot with the nearest player on the right who has not folded")
    elif rules.share_side == "left":
        headline = _("Say: the winner shares left")
        share = _("the winner shares the pot with the nearest player on the left who has not folded")
    else:
        headline, share = _("Say: {title}").format(title=rules.title), ""
    talk = _("no table talk") if rules.table_talk else ""
    return headline, (share, talk, game(words, rules))


def game(words: Wording, rules: Announcement) -> str:
    """The game and its limits in a sentence: 'Liege Lord, fixed limit 1.00/2.00, ante 0.25'."""
    _ = words._
    sentence = {
        ("fixed", False): _("{title}, fixed limit {small}/{big}, ante {ante}"),
        ("fixed", True): _("{title}, fixed limit {small}/{big}, ante {ante}, bring-in {bring_in}"),
        ("spread", False): _("{title}, spread limit {least} to {most}, ante {ante}"),
        ("spread", True): _("{title}, spread limit {least} to {most}, ante {ante}, bring-in {bring_in}"),
        ("pot", False): _("{title}, pot limit, ante {ante}"),
        ("pot", True): _("{title}, pot limit, ante {ante}, bring-in {bring_in}"),
        ("none", False): _("{title}, no limit, ante {ante}"),
        ("none", True): _("{title}, no limit, ante {ante}, bring-in {bring_in}"),
    }[rules.limit, bool(rules.bring_in)]
    return sentence.format(
        title=rules.title,
        small=words.money(rules.small_bet),
        big=words.money(rules.big_bet),
        ante=words.money(rules.ante),
        bring_in=words.money(rules.bring_in),
        least=words.money(rules.min_bet),
        most=words.money(rules.max_bet),
    )


def _antes(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _, n_ = words._, words.n_
    players = sum(seat.in_hand for seat in view.seats)
    reason = n_("from {count} player", "from {count} players", players).format(count=players)
    short = ""
    if prompt.seats:
        short = n_("{names} is all-in for it", "{names} are all-in for it", len(prompt.seats)).format(
            names=words.name_list(prompt.seats)
        )
    return _("Antes: {amount} each").format(amount=words.money(prompt.amount)), (reason, short)


def _deal(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    plan = prompt.deal
    assert plan is not None
    return _deal_headline(words, plan), (_method(words, plan), _next_card(words, plan), _round(words, prompt))


def _deal_headline(words: Wording, plan: DealPlan) -> str:
    _, n_ = words._, words.n_
    if plan.method == "common-card":
        return _("One card up for all")
    down, up = plan.faces.count("down"), plan.faces.count("up")
    if not up:
        return n_("Deal {down} card down each", "Deal {down} cards down each", down).format(down=down)
    if not down:
        return n_("Deal {up} card up each", "Deal {up} cards up each", up).format(up=up)
    return _("Deal {down} down, {up} up").format(down=down, up=up)


def _method(words: Wording, plan: DealPlan) -> str:
    _, n_ = words._, words.n_
    match plan.method:
        case "burn-first":
            return _("burn one card first") if plan.next_is == "burn" else ""
        case "without-burn":
            return _("no burn this time: the stub is too short for it")
        case "shuffle-burns" if not plan.stub_before_shuffle:
            return _("first shuffle the last stub card with the {burns} burnt ones, then deal on").format(
                burns=plan.burns
            )
        case "shuffle-burns":
            return n_(
                "after {count} card shuffle the last stub card with the {burns} burnt ones and deal on",
                "after {count} cards shuffle the last stub card with the {burns} burnt ones and deal on",
                plan.stub_before_shuffle,
            ).format(count=plan.stub_before_shuffle, burns=plan.burns)
        case "common-card":
            return _("the stub is too short: without a burn, one card face up in the middle is everyone's seventh")
        case "plain":
            return ""


def _next_card(words: Wording, plan: DealPlan) -> str:
    _ = words._
    match plan.next_is:
        case "down":
            return _("next: {name}, face down").format(name=words.name(plan.next_seat))
        case "up":
            return _("next: {name}, face up").format(name=words.name(plan.next_seat))
        case "burn":
            return _("next: the burn")
        case "common":
            return _("next: the middle, face up")
        case "none":
            return ""


def _pass(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    n_ = words.n_
    headline = {
        "left": n_("All pass {count} card left", "All pass {count} cards left", prompt.count),
        "right": n_("All pass {count} card right", "All pass {count} cards right", prompt.count),
        "across": n_("All pass {count} card across", "All pass {count} cards across", prompt.count),
        "muck": n_("All discard {count} card", "All discard {count} cards", prompt.count),
    }[prompt.direction].format(count=prompt.count)
    return headline, (*_over_folded(words, prompt, view), _round(words, prompt))


def _over_folded(words: Wording, prompt: Prompt, view: PublicView) -> tuple[str, ...]:
    """Who passes over whom: the one thing of a pass that a table gets wrong."""
    if prompt.direction not in ("left", "right"):
        return ()
    order = [seat.seat for seat in view.seats if seat.in_hand]
    if prompt.direction == "right":
        order.reverse()
    folded = {seat.seat for seat in view.seats if seat.folded}
    said = []
    for giver, receiver in prompt.arrows:
        if giver not in order or receiver not in order:
            continue
        start = order.index(giver)
        between = []
        for step in range(1, len(order)):
            seat = order[(start + step) % len(order)]
            if seat == receiver:
                break
            between.append(seat)
        skipped = tuple(seat for seat in between if seat in folded)
        if skipped:
            said.append(
                words.n_(
                    "{folded} has folded: {giver} passes to {receiver}",
                    "{folded} have folded: {giver} passes to {receiver}",
                    len(skipped),
                ).format(folded=words.name_list(skipped), giver=words.name(giver), receiver=words.name(receiver))
            )
    return tuple(said)


def _reveal(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    headline = words.n_("All turn {count} card up", "All turn {count} cards up", prompt.count or 1).format(
        count=prompt.count or 1
    )
    playing = sum(seat.in_hand and not seat.folded for seat in view.seats)
    if prompt.seats and len(prompt.seats) < playing:
        waiting = _("still to turn up: {names}").format(names=words.name_list(prompt.seats))
    else:
        waiting = _("all at the same time, also a card just received")
    return headline, (waiting, _round(words, prompt))


def _limit(words: Wording, prompt: Prompt, view: PublicView) -> tuple[str, ...]:
    where = _round(words, prompt)
    if view.unit:
        return where, words._("bets of {amount}").format(amount=words.money(view.unit))
    return (where,)


def _bring_in(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    headline = words._("{name}: bring in {amount}").format(
        name=words.name(prompt.seat), amount=words.money(prompt.amount)
    )
    return headline, _limit(words, prompt, view)


def _act(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    name = words.name(prompt.seat)
    actions = view.actions
    short = ""
    if prompt.amount:
        headline = _("{name}: {amount} to call").format(name=name, amount=words.money(prompt.amount))
        owner = next((seat for seat in view.seats if seat.seat == prompt.seat), None)
        if owner is not None and owner.stack == prompt.amount:
            short = _("the call takes all of {name}'s chips").format(name=name)
    elif actions is not None and not actions.check:
        headline = _("{name} must bet").format(name=name)
    elif actions is not None and not actions.upward:
        headline = _("{name}: check").format(name=name)
    else:
        headline = _("{name}: check or bet").format(name=name)
    return headline, (short, *_limit(words, prompt, view))


def _ask_opener(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    return _("Who opens?"), (
        _("no card showing is known: touch the player who opens, or touch the cards in"),
        _round(words, prompt),
    )


def _showdown(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    rest = tuple(seat for seat in prompt.seats if seat != prompt.seat)
    waiting = _("then: {names}").format(names=words.name_list(rest)) if rest else ""
    if prompt.seat is None:
        return _("All have shown"), (waiting,)
    return _("{name}: show or muck").format(name=words.name(prompt.seat)), (waiting,)


def won_by_seat(view: PublicView) -> dict[int, int]:
    """Seat -> what it gets out of all pots, in the order of the shares."""
    won: dict[int, int] = {}
    for pot in view.pots:
        for share in pot.shares:
            won[share.seat] = won.get(share.seat, 0) + share.amount
    return won


def _pay(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    won = [(words.name(seat), words.money(amount)) for seat, amount in won_by_seat(view).items()]
    if len(won) == 1:
        ((name, amount),) = won
        headline = _("Pay {name} {amount}").format(name=name, amount=amount)
    elif len(won) == 2:
        (one, first), (two, second) = won
        headline = _("Pay {one} {first}, {two} {second}").format(one=one, first=first, two=two, second=second)
    else:
        headline = words.n_("Pay {count} player", "Pay {count} players", len(won)).format(count=len(won))
    return headline, tuple(words.payout(view)[:1])


def _fault(words: Wording, prompt: Prompt, view: PublicView) -> Said:
    _ = words._
    told = "" if prompt.notices else say_all(words, view.faults)
    return _("Stop: a read is in doubt"), (told, _("correct a card, undo, or call a misdeal"))


_SAY = {
    "start-hand": _start_hand,
    "announce": _announce,
    "antes": _antes,
    "deal": _deal,
    "pass": _pass,
    "reveal": _reveal,
    "bring-in": _bring_in,
    "act": _act,
    "ask-opener": _ask_opener,
    "showdown": _showdown,
    "pay": _pay,
    "fault": _fault,
}
