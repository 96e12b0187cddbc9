"""Refusals in words, and what an undo takes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.inputs import Refusal
    from kiosk.supervision import TakenBack
    from kiosk.wording.speaker import Wording


def step_name(words: Wording, step: str) -> str:
    """A step of the hand by its name."""
    _ = words._
    return {
        "announce": _("announcement"),
        "antes": _("antes"),
        "deal": _("deal"),
        "pass": _("pass"),
        "reveal": _("reveal"),
        "bet": _("betting"),
        "showdown": _("showdown"),
        "pay": _("payout"),
    }.get(step, step)


def _wrong_step(words: Wording, refusal: Refusal) -> str:
    _ = words._
    said = {
        "announce": _("not now: the rules are announced first"),
        "antes": _("not now: the antes come first"),
        "deal": _("not now: the cards are being dealt"),
        "pass": _("not now: the pass comes first"),
        "reveal": _("not now: the reveal comes first"),
        "bet": _("not now: the betting is not over"),
        "showdown": _("not now: it is the showdown"),
        "pay": _("not now: the pot is to be paid"),
    }
    return said.get(refusal.text) or _("that makes no sense now")


def _no_raise(words: Wording, refusal: Refusal) -> str:
    _ = words._
    name = words.name(refusal.seat)
    match refusal.text:
        case "cap":
            return _("{name} cannot raise: the last raise has been made").format(name=name)
        case "nobody":
            return _("{name} cannot raise: nobody is left who could call").format(name=name)
        case _:
            return _("{name} cannot raise now").format(name=name)


def say(words: Wording, refusal: Refusal) -> str:
    """One plain sentence; in a replay it begins with a small letter, as seats are numbers there."""
    match refusal.kind:
        case "wrong-step":
            return _wrong_step(words, refusal)
        case "no-raise":
            return _no_raise(words, refusal)
        case "bad-rules" | "bad-line":
            return refusal.text
    _ = words._
    name = words.name(refusal.seat)
    sentence = {
        "not-to-act": _("{name} is not to act: {other} is"),
        "no-hand": _("no hand is in play"),
        "hand-in-play": _("a hand is in play: this can be changed only between hands"),
        "not-in-hand": _("{name} is not in this hand"),
        "folded": _("{name} has folded"),
        "all-in": _("{name} is all-in"),
        "cannot-check": _("{name} cannot check: {amount} is to be called"),
        "nothing-to-call": _("{name} has nothing to call"),
        "must-bring-in": _("{name} must bring in {amount} or complete"),
        "no-bring-in": _("{name} has no bring-in to post"),
        "must-open": _("{name} must bet: the opener may not check here"),
        "bad-amount": _("{amount} is not possible here: it has to be {limit}"),
        "amount-missing": _("an amount is missing: from {amount} to {limit}"),
        "out-of-bounds": _("the amount has to be from {amount} to {limit}"),
        "over-stack": _("{amount} is more than {name} has: {limit}"),
        "too-many-players": _("{title} is for at most {limit_count} players, here are {count}"),
        "too-few-players": _("two players with chips are needed"),
        "no-such-seat": _("nobody sits at seat {number}"),
        "seat-taken": _("seat {number} is taken"),
        "short-buy-in": _("{amount} is less than the smallest buy-in, {limit}"),
        "read-twice": _("a card stands twice among those of {name}"),
        "has-shown": _("{name} has shown already"),
        "mucked": _("{name} has mucked"),
        "not-shown": _("{name} has neither shown nor mucked yet"),
        "common-unread": _("the card in the middle is not known: touch it in"),
        "correct-what": _("say which card is wrong"),
        "no-such-read": _("the kiosk holds no such card at {name}"),
        "already-revealed": _("{name} has turned a card up already"),
        "card-is-up": _("{card} lies face up at another place"),
        "not-known": _("the cards of {name} are not known: touch them in"),
        "no-place": _("{name} waits for no card"),
        "fault-stands": _("a read is in doubt: correct it, undo, or call a misdeal first"),
        "nothing-to-undo": _("there is nothing to take back"),
        "last-for-a-pot": _("{name} cannot muck: a pot would have no winner"),
        "no-such-hand": _("there has been no hand {count} yet"),
        "needs-supervisor": _("this needs the supervisor's PIN: Menu, Supervisor"),
        "cards-sealed": _("the cards are sealed: enter the PIN, or go on without them"),
        "unchanged": _("that is known already"),
    }.get(refusal.kind, _("that is not possible now"))
    return sentence.format(
        name=name,
        other=words.name(refusal.other),
        number=refusal.seat,
        amount=words.money(refusal.amount),
        limit=words.money(refusal.limit),
        count=refusal.amount,
        limit_count=refusal.limit,
        title=refusal.text,
        card="" if refusal.card is None else refusal.card.sign,
    )


def what_happened(words: Wording, entry: TakenBack) -> str:
    """An input as a short sentence: "Ben folds", "cards dealt"."""
    _ = words._
    key = f"{entry.kind} {entry.action}" if entry.kind in ("act", "confirm") else entry.kind
    sentence = {
        "act fold": _("{name} folds"),
        "act check": _("{name} checks"),
        "act call": _("{name} calls {amount}"),
        "act bet": _("{name} bets {amount}"),
        "act raise": _("{name} raises to {amount}"),
        "act bring_in": _("{name} brings in {amount}"),
        "act complete": _("{name} completes to {amount}"),
        "confirm announce": _("rules announced"),
        "confirm antes": _("antes taken"),
        "confirm deal": _("cards dealt"),
        "confirm pass": _("cards passed"),
        "confirm reveal": _("cards turned up"),
        "confirm showdown": _("showdown over"),
        "confirm pay": _("pot paid"),
        "card": _("a card of {name}") if entry.seat is not None else _("the last card"),
        "pass": _("a pass of {name}"),
        "show": _("{name} shows"),
        "muck": _("{name} mucks"),
        "correct": _("the correction"),
        "hand": _("start of the hand"),
        "join": _("{name} joins"),
        "leave": _("{name} leaves"),
        "rebuy": _("{name} buys {amount}"),
        "money": _("correction: {amount}"),
        "void": _("the misdeal"),
    }.get(key, _("the last entry"))
    return sentence.format(name=words.name(entry.seat), amount=words.money(entry.amount))
