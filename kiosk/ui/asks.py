"""The camera's question on the table screen: whose card, its picture, the likely names, all to be answered by one
touch. It stands where the actions stand, so that it covers nothing of the hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kiosk.session import CameraAsk
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Answer, PickCard
from kiosk.wording import Wording

if TYPE_CHECKING:
    from kiosk.ui.looks import TableLook


def with_ask(look: TableLook, asks: tuple[CameraAsk, ...], words: Wording) -> TableLook:
    """The table screen with the first of these questions; the seats of the others are marked."""
    if not asks:
        return look
    ask = asks[0]
    headline, why = _question(ask, words)
    others = {one.seat for one in asks} - {ask.seat}
    return replace(
        look,
        headline=headline,
        why=look.why if look.warning else why,
        seats=tuple(
            replace(seat, active=seat.seat == ask.seat, tag="?" if seat.seat in others else seat.tag)
            for seat in look.seats
        ),
        buttons=_answers(ask, words),
        crop=ask.crop,
    )


def _question(ask: CameraAsk, words: Wording) -> tuple[str, str]:
    _ = words._
    name = words.name(ask.seat) if ask.seat is not None else _("The middle")
    if ask.why == "again":
        return (
            _("{name}: card not read").format(name=name),
            _("It counts as unread. To have it read, touch below first, then lay the same card on the camera's spot."),
        )
    if ask.why == "laid-again":
        return (
            _("Lay {name}'s card down again").format(name=name),
            _("On the camera's spot, the same card; then deal it as before."),
        )
    if ask.why == "contradicted":
        why = _("What the camera reads there lies open elsewhere. Touch what it really is.")
    else:
        why = _("The camera cannot name it for certain. Touch what it is.")
    return _("{name}: which card?").format(name=name), why


def _answers(ask: CameraAsk, words: Wording) -> tuple[ButtonLook, ...]:
    _ = words._
    unread = ButtonLook(_("Leave it unread"), Answer(ask.number, "unread"), name="ask-unread")
    if ask.why == "again":
        again = ButtonLook(_("Read it again"), Answer(ask.number, "again"), "", "primary", "ask-again")
        return again, unread
    if ask.why == "laid-again":
        return (unread,)
    names = [
        ButtonLook(card.sign, Answer(ask.number, card), words.hands.suit(card), "primary", f"ask-{card}")
        for card, _chance in ask.names
    ]
    purpose = "up" if ask.seat is not None else "common"
    return (
        *names,
        ButtonLook(_("Other card"), PickCard(purpose, ask.seat, ask=ask.number), name="ask-other"),
        ButtonLook(_("No card"), Answer(ask.number, "no-card"), style="quiet", name="ask-none"),
    )
