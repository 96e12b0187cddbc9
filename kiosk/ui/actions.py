"""The buttons that each prompt offers: at most four, always in the same places (SCREENS, "Layout")."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.inputs import Act, Confirm, Muck, Show, Undo
from engine.prompts import Prompt
from engine.view import Actions, PublicView
from kiosk.session import ScreenState
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import Draw, Open, PadAmount, PickCard, StartNext, Submit, Way
from kiosk.wording import Wording


@dataclass(frozen=True, slots=True)
class Choices:
    """The buttons of one moment."""

    buttons: tuple[ButtonLook, ...]


def choices(state: ScreenState, words: Wording, chosen: int | None = None) -> Choices:
    """What the dealer may do now; ``chosen`` is the seat that was touched, where that matters."""
    prompt = state.view.prompt
    buttons = _OFFERS[prompt.kind](state, words, prompt, chosen)
    if state.redo is not None:
        redo = ButtonLook(
            words._("Redo"), Submit(Undo()), detail=words.happened(state.redo), style="quiet", name="redo"
        )
        buttons = (*buttons[:3], redo)
    return Choices(buttons)


Offer = tuple[ButtonLook, ...]


def _step(step: str, text: str, detail: str = "") -> ButtonLook:
    return ButtonLook(text, Submit(Confirm(step)), detail, "primary", f"confirm-{step}")  # type: ignore[arg-type]


def _start(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    if prompt.seat is None:
        seat = ButtonLook(_("Seat the players"), Open("between"), _("touch their places"), "primary", "between")
        return (seat,)
    number = state.view.hand + 1
    start = ButtonLook(
        _("Start hand {number}").format(number=number),
        StartNext(),
        _("button: {name}").format(name=words.name(prompt.seat)),
        "primary",
        "start-hand",
    )
    buttons = [start, ButtonLook(_("Players, game"), Open("between"), name="between")]
    if state.view.ways:
        buttons.append(ButtonLook(_("Way of the cards"), Way(-1), _("who fed whom"), name="ways"))
    return tuple(buttons)


def _announce(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    return (_step("announce", words._("Announced")),)


def _antes(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    return (_step("antes", words._("Antes are in")),)


def order_from_dealer(view: PublicView) -> list[int]:
    """Seats still in, in the order of the deal: clockwise from the dealer's left."""
    live = [seat.seat for seat in view.seats if seat.in_hand and not seat.folded]
    dealer = view.dealer or 0
    return [seat for seat in live if seat > dealer] + [seat for seat in live if seat <= dealer]


def next_up_card(view: PublicView) -> int | None:
    """The seat whose up card of this deal is still to come, in the order of the deal; None: none is due."""
    plan = view.prompt.deal
    return plan.up_seats[0] if plan is not None and plan.up_seats else None


def _deal(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    plan = prompt.deal
    assert plan is not None
    dealt = ButtonLook(_("All dealt"), Submit(Confirm("deal")), name="confirm-deal")
    if state.can_draw:
        detail = {
            "burn": _("the burn"),
            "common": _("the middle"),
            "down": _("{name}, down"),
            "up": _("{name}, up"),
            "none": "",
        }[plan.next_is].format(name=words.name(plan.next_seat))
        return ButtonLook(_("Deal"), Draw(), detail, "primary", "deal"), dealt
    seat = next_up_card(state.view)
    unread = _("up cards stay unread")
    if plan.next_is == "common":
        card = ButtonLook(_("Card in the middle"), PickCard("common", None), style="primary", name="pick-common")
        return card, ButtonLook(_("Dealt"), Submit(Confirm("deal")), unread, name="confirm-deal")
    if seat is not None:
        pick = ButtonLook(
            _("{name}'s up card").format(name=words.name(seat)),
            PickCard("up", seat),
            _("touch it in"),
            "primary",
            name="pick-up",
        )
        return pick, ButtonLook(_("All dealt"), Submit(Confirm("deal")), unread, name="confirm-deal")
    return (_step("deal", _("All dealt")),)


def _pass(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    return (_step("pass", words._("All passed")),)


def _reveal(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    seat = chosen if chosen in prompt.seats else next(iter(_in_deal_order(state.view, prompt.seats)), None)
    done = ButtonLook(_("All turned up"), Submit(Confirm("reveal")), _("the rest stays unread"), name="confirm-reveal")
    if seat is None:
        return (done,)
    pick = ButtonLook(
        _("{name}'s card").format(name=words.name(seat)),
        PickCard("up", seat),
        _("touch it in"),
        "primary",
        name="pick-up",
    )
    return pick, done


def _in_deal_order(view: PublicView, seats: tuple[int, ...]) -> list[int]:
    return [seat for seat in order_from_dealer(view) if seat in seats]


def _act(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    actions = state.view.actions
    if actions is None:
        return ()
    stack = next((seat.stack for seat in state.view.seats if seat.seat == actions.seat), 0)
    return _betting(words, actions, stack)


def _betting(words: Wording, actions: Actions, stack: int) -> Offer:
    _, seat = words._, actions.seat
    fold = ButtonLook(_("Fold"), Submit(Act(seat, "fold")), name="fold", enabled=actions.fold)
    if actions.bring_in:
        level = ButtonLook(
            _("Bring in"), Submit(Act(seat, "bring_in")), words.money(actions.bring_in), "primary", "bring-in"
        )
    elif actions.call:
        detail = _("{amount} all-in") if actions.call == stack else "{amount}"
        level = ButtonLook(
            _("Call"),
            Submit(Act(seat, "call")),
            detail.format(amount=words.money(actions.call)),
            "primary",
            "call",
        )
    else:
        level = ButtonLook(_("Check"), Submit(Act(seat, "check")), "", "primary", "check", enabled=actions.check)
    return (fold, level, *_upward(words, actions))


def _upward(words: Wording, actions: Actions) -> Offer:
    if not actions.upward:
        return (ButtonLook(words._("No raise"), name="no-raise", enabled=False),)
    _, seat = words._, actions.seat
    label = {"bet": _("Bet"), "raise": _("Raise to"), "complete": _("Complete to")}[actions.upward]
    if actions.levels:
        return tuple(
            ButtonLook(
                label,
                Submit(Act(seat, actions.upward, level)),
                (_("{amount} all-in") if level == actions.all_in else "{amount}").format(amount=words.money(level)),
                "raise",
                f"{actions.upward}-{level}",
            )
            for level in actions.levels
        )
    if actions.least == actions.most:
        return (
            ButtonLook(
                label,
                Submit(Act(seat, actions.upward, actions.most)),
                (_("{amount} all-in") if actions.most == actions.all_in else "{amount}").format(
                    amount=words.money(actions.most)
                ),
                "raise",
                f"{actions.upward}-{actions.most}",
            ),
        )
    bounds = _("{least} to {most}").format(least=words.money(actions.least), most=words.money(actions.most))
    open_label = {"bet": _("Bet …"), "raise": _("Raise to …"), "complete": _("Complete to …")}[actions.upward]
    return (ButtonLook(open_label, PadAmount("bet", seat), bounds, "raise", "pad"),)


def _ask_opener(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    if chosen is None:
        return (ButtonLook(_("Touch the player who opens"), None, name="hint", enabled=False),)
    name, unit = words.name(chosen), state.view.unit or state.view.small_bet
    return (
        ButtonLook(_("{name}'s card").format(name=name), PickCard("up", chosen), name="pick-up"),
        ButtonLook(_("{name} checks").format(name=name), Submit(Act(chosen, "check")), "", "primary", "check"),
        ButtonLook(
            _("{name} bets").format(name=name),
            Submit(Act(chosen, "bet", unit)),
            words.money(unit),
            "raise",
            "bet",
        ),
    )


def _showdown(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    seat = chosen if chosen in prompt.seats else prompt.seat
    if seat is None:
        return (_step("showdown", _("All have shown")),)
    name = words.name(seat)
    return (
        ButtonLook(_("Muck"), Submit(Muck(seat)), name, name="muck"),
        ButtonLook(_("Show"), Submit(Show(seat)), name, "primary", "show"),
    )


def _pay(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    return _step("pay", _("Paid")), ButtonLook(_("Why"), Open("why"), name="why")


def _fault(state: ScreenState, words: Wording, prompt: Prompt, chosen: int | None) -> Offer:
    _ = words._
    return (
        ButtonLook(_("Correct a card"), Open("correct", prompt.seat), style="primary", name="correct"),
        ButtonLook(_("Misdeal"), Open("misdeal"), style="danger", name="misdeal"),
    )


_OFFERS: dict[str, Callable[[ScreenState, Wording, Prompt, int | None], Offer]] = {
    "start-hand": _start,
    "announce": _announce,
    "antes": _antes,
    "deal": _deal,
    "pass": _pass,
    "reveal": _reveal,
    "bring-in": _act,
    "act": _act,
    "ask-opener": _ask_opener,
    "showdown": _showdown,
    "pay": _pay,
    "fault": _fault,
}
