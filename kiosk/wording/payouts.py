"""The payout in words: amounts, to whom, why; partners and odd chips named (RULES 3.6-3.11, 6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.view import PotView, PublicView, ShareView
from kiosk.settle_up import settle_up

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording


def say(words: Wording, view: PublicView) -> list[str]:
    """Sentences, pot by pot."""
    _ = words._
    sentences = []
    for number, pot in enumerate(view.pots):
        if len(view.pots) > 1:
            sentences.append(_heading(words, number, pot, len(view.pots)))
        sentences += _pot(words, pot, view)
    sentences += [
        _("{amount} goes back to {name}: nobody called it").format(amount=words.money(amount), name=words.name(seat))
        for seat, amount in view.returned
    ]
    return sentences


def settle(words: Wording, balances: Mapping[int, int], names: Mapping[int, str]) -> list[str]:
    """The payments that settle an evening, a sentence each; players may have left, so their names come along."""
    # By seat and not by name: two players may be called alike.
    payments = settle_up({str(seat): balance for seat, balance in balances.items()})
    if not payments:
        return [words._("Nobody owes anything.")]
    return [
        words._("{payer} pays {receiver} {amount}").format(
            payer=names[int(payment.payer)],
            receiver=names[int(payment.payee)],
            amount=words.money(payment.amount),
        )
        for payment in payments
    ]


def _heading(words: Wording, number: int, pot: PotView, pots: int) -> str:
    _ = words._
    amount, names = words.money(pot.amount), words.name_list(pot.eligible)
    if number == 0:
        return _("Main pot {amount} among {names}").format(amount=amount, names=names)
    if pots == 2:
        return _("Side pot {amount} among {names}").format(amount=amount, names=names)
    return _("Side pot {number}, {amount} among {names}").format(number=number, amount=amount, names=names)


def _pot(words: Wording, pot: PotView, view: PublicView) -> list[str]:
    sentences = []
    winners = [share for share in pot.shares if share.role in ("winner", "high")]
    if len(winners) > 1:
        sentences.append(words._("{names} tie").format(names=words.name_list(tuple(share.seat for share in winners))))
    split = any(share.role == "low" for share in pot.shares)
    for index, share in enumerate(pot.shares):
        following = pot.shares[index + 1] if index + 1 < len(pot.shares) else None
        partner = following if following is not None and following.role == "partner" else None
        sentences.append(_share(words, share, partner, view.share_side, split, len(pot.eligible)))
        if share.odd:
            sentences.append(
                words._("odd chips in it for {name}: {amount}").format(
                    name=words.name(share.seat), amount=words.money(share.odd)
                )
            )
    return sentences


def _share(
    words: Wording, share: ShareView, partner: ShareView | None, side: str | None, split: bool, eligible: int
) -> str:
    _ = words._
    said = {
        "name": words.name(share.seat),
        "amount": words.money(share.amount),
        "hand": words.hand_name(share.name) if share.name is not None else "",
        "partner": words.name(partner.seat) if partner is not None else "",
    }
    match share.role:
        case "last":
            return _("{name} wins {amount}: everyone else has folded").format(**said)
        case "partner":
            return _("{name} gets {amount} as partner").format(**said)
        case _ if share.name is None or eligible == 1:
            return _("{name} wins {amount}: nobody else can win this pot").format(**said)
        case "high" if split:
            return _("{name} wins {amount}, the high half: {hand}").format(**said)
        case "low":
            return _("{name} wins {amount}, the low half: {hand}").format(**said)
        case _ if partner is not None and side == "left":
            return _("{name} wins {amount}: {hand} · shares with {partner}, nearest on {name}'s left").format(**said)
        case _ if partner is not None:
            return _("{name} wins {amount}: {hand} · shares with {partner}, nearest on {name}'s right").format(**said)
        case _:
            return _("{name} wins {amount}: {hand}").format(**said)
