"""Notices in words: why a seat opens, what was skipped, what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.prompts import Notice

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording


def say(words: Wording, notice: Notice) -> str:
    """One sentence for a notice. It names only cards that lie face up."""
    _ = words._
    name, other = words.name(notice.seat), words.name(notice.other)
    cards = words.hands.cards(notice.cards)
    match notice.kind:
        case "opens" if len(notice.cards) == 1:
            return _("{name} opens: {card} is the highest card showing").format(name=name, card=cards)
        case "opens" if notice.cards:
            return _("{name} opens with {board} showing").format(name=name, board=words.hands.board(notice.cards))
        case "opens":
            return _("{name} opens").format(name=name)
        case "opens-for" if notice.cards:
            return _("{name} acts first: {other}, showing {board}, is all-in").format(
                name=name, other=other, board=words.hands.board(notice.cards)
            )
        case "opens-for":
            return _("{name} acts first: {other} is all-in").format(name=name, other=other)
        case "brings-in" if notice.cards:
            return _("{name} brings it in: {card} is the lowest card showing").format(name=name, card=cards)
        case "brings-in":
            return _("{name} brings it in").format(name=name)
        case "brings-in-for":
            return _("{name} acts for the bring-in: {other} is all-in for the ante").format(name=name, other=other)
        case "betting-skipped":
            return _("no betting this round: nobody is left to bet against")
        case "two-left":
            return _("two are left: each is certain of half the pot")
        case "opener-changed":
            return _("corrected: {name} opens now, not {other}").format(name=name, other=other)
        case "opener-stands":
            return _("corrected: {name} would have opened, but the betting goes on as it began").format(name=name)
        case "unread" if notice.seat is None:
            return _("a card came out unread: its place is known, not its face")
        case "unread":
            return _("{name} has a card that nobody has read").format(name=name)
        case "extra-card":
            return _("one card too many has left the shoe: lay it aside, it is dealt first next time")
        case "exposed" if notice.cards:
            return _("{card} of {name} was turned up by mistake").format(name=name, card=cards)
        case "exposed":
            return _("a down card of {name} was turned up by mistake").format(name=name)
        case "duplicate-card" if notice.cards:
            return _("{card} was read twice").format(card=cards)
        case "duplicate-card":
            return _("the deck may be foul, or a read is wrong: a card came twice")
        case "card-count":
            return words.n_(
                "{name} has {count} card, so the hand is dead unless you correct it",
                "{name} has {count} cards, so the hand is dead unless you correct it",
                notice.count,
            ).format(name=name, count=notice.count)
        case "misdeal-offered":
            return _("you may call a misdeal: the first bet is not settled")
        case "drawn-early":
            return _("a card left the shoe before the deal: it is dealt first")
        case "impossible-read" if notice.cards:
            return _("a read was wrong: {cards} cannot have been there").format(cards=cards)
        case "impossible-read":
            return _("a read of this hand was wrong: check the deck")
        case "table-talk":
            return _("no table talk: nobody speaks of cards in play")


def say_all(words: Wording, notices: tuple[Notice, ...]) -> str:
    """Several notices, one after the other."""
    return " · ".join(words.notice(notice) for notice in notices)
