"""From a ScreenState to what the table screen shows, as plain data: what is said, offered and drawn.

Pure: no Kivy here, so that every prompt's screen can be checked without a window.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.view import PublicView, SeatView
from kiosk.session import Banner, Crop, Lamp, ScreenState
from kiosk.ui.actions import Choices, choices
from kiosk.ui.asks import with_ask
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.cardlooks import CardLook
from kiosk.ui.intents import ClearBanner, Submit
from kiosk.wording import Wording


@dataclass(frozen=True, slots=True)
class SeatLook:
    """One seat as it is drawn."""

    seat: int
    name: str
    stack: str
    up: tuple[CardLook, ...] = ()
    down: int = 0
    bet: str = ""
    won: str = ""
    note: str = ""
    """A word over the cards' place: folded, mucked, out."""
    tag: str = ""
    """A word beside the name: all-in, has revealed."""
    dealer: bool = False
    active: bool = False
    """It is this seat's turn."""
    chosen: bool = False
    """The dealer has touched it."""
    dim: bool = False


@dataclass(frozen=True, slots=True)
class BannerLook:
    """A fault that stands; ``button`` where the dealer must say that it has been looked after."""

    text: str
    button: ButtonLook | None = None


@dataclass(frozen=True, slots=True)
class TableLook:
    """The whole table screen."""

    headline: str
    why: str
    warning: bool
    """``why`` is a refusal."""
    seats: tuple[SeatLook, ...]
    pot: str
    pot_label: str
    side_pots: str
    """The pots one by one, where somebody is all-in."""
    common: tuple[CardLook, ...]
    winning: tuple[CardLook, ...]
    """The five cards that win, in the middle of the table, where one hand wins everything."""
    centre: tuple[str, ...]
    """Sentences in the middle of the table: the payout, the announcement."""
    arrows: tuple[tuple[int, int], ...]
    clockwise: bool
    """The arrows go to the left, as the deal does."""
    buttons: tuple[ButtonLook, ...]
    undo: ButtonLook | None
    lamps: tuple[Lamp, ...]
    banner: BannerLook | None
    highest_seat: int
    crop: Crop | None = None
    """The picture of the card that the camera asks about."""
    perhaps: tuple[tuple[int, int], ...] = ()
    """Arrows of which nobody is certain."""
    clock: str = ""


def names_of(view: PublicView) -> dict[int, str]:
    """Seat -> the player's name."""
    return {seat.seat: seat.name for seat in view.seats}


def refused_in(words: Wording, state: ScreenState) -> str:
    """Why the last input was not taken, as a sentence; empty where it was."""
    said = words.refusal(state.refusal) if state.refusal is not None else words.told(state.refused)
    return said[:1].upper() + said[1:]


def table_look(state: ScreenState, words: Wording, chosen: int | None = None, clock: str = "") -> TableLook:
    """The table screen for a state. ``words`` knows the names; ``chosen``: the seat that was touched."""
    view = state.view
    spoken = words.prompt(view.prompt, view)
    paying = view.step == "pay"
    won: dict[int, int] = {}
    if paying:
        for pot in view.pots:
            for share in pot.shares:
                won[share.seat] = won.get(share.seat, 0) + share.amount
    played = {card for seat in view.seats for card in seat.playing}
    turn = _turns(view)
    offer = choices(state, words, chosen)
    seats = tuple(_seat_look(words, view, seat, turn, won, chosen, paying) for seat in view.seats)
    centre = _paid(words, view) if paying else _announced(words, view)
    pot_label = words._("pot") if view.pot else ""
    side_pots = ""
    if len(view.pots) > 1 and not paying and any(seat.all_in for seat in view.seats):
        side_pots = _pots_apart(words, view)
    refused = refused_in(words, state)
    look = TableLook(
        headline=spoken.headline,
        why=refused or (words.game(view.prompt.announcement) if view.prompt.announcement else spoken.why),
        warning=bool(refused),
        seats=seats,
        pot=words.money(view.pot) if view.pot else "",
        pot_label=pot_label,
        side_pots=side_pots,
        common=tuple(CardLook(card, raised=paying and card in played) for card in view.common),
        winning=_winning(view) if paying else (),
        centre=centre,
        arrows=view.prompt.arrows if view.prompt.kind == "pass" else (),
        clockwise=view.prompt.direction != "right",
        buttons=offer.buttons,
        undo=_undo(state, words),
        lamps=state.lamps,
        banner=_banner(state.banners, words),
        highest_seat=max((seat.seat for seat in view.seats), default=0),
        clock=clock,
    )
    return with_ask(look, state.asks, words)


def _pots_apart(words: Wording, view: PublicView) -> str:
    amounts = [words.money(pot.amount) for pot in view.pots]
    if len(amounts) == 2:
        return words._("main {main} · side {side}").format(main=amounts[0], side=amounts[1])
    return words._("main {main} · sides {sides}").format(main=amounts[0], sides=", ".join(amounts[1:]))


def _turns(view: PublicView) -> frozenset[int]:
    prompt = view.prompt
    if prompt.kind in ("act", "bring-in", "showdown", "fault") and prompt.seat is not None:
        return frozenset({prompt.seat})
    if prompt.kind == "reveal":
        return frozenset(prompt.seats)
    if prompt.kind == "deal" and prompt.deal is not None and prompt.deal.next_seat is not None:
        return frozenset({prompt.deal.next_seat})
    if prompt.kind == "pay":
        return frozenset(share.seat for pot in view.pots for share in pot.shares)
    return frozenset()


CENTRE_LINES = 3


def _paid(words: Wording, view: PublicView) -> tuple[str, ...]:
    """The payout without its first sentence, which stands under the headline, as far as there is room."""
    rest = tuple(words.payout(view)[1:])
    room = CENTRE_LINES - bool(_winning(view))
    return rest if len(rest) <= room else (*rest[: room - 1], words._("more under Why"))


def _winning(view: PublicView) -> tuple[CardLook, ...]:
    hands = {share.hand for pot in view.pots for share in pot.shares if share.hand}
    return tuple(CardLook(card) for card in next(iter(hands))) if len(hands) == 1 else ()


def _announced(words: Wording, view: PublicView) -> tuple[str, ...]:
    rules = view.prompt.announcement
    if rules is None:
        return ()
    talk = words._("No table talk.") if rules.table_talk else ""
    return tuple(line for line in (shared(words, rules.share_side), talk) if line)


def shared(words: Wording, side: str | None) -> str:
    """The sentence on who shares, which the dealer must say; empty where nobody does."""
    _ = words._
    share: dict[str | None, str] = {
        "right": _("The winner shares with the nearest player on the RIGHT who has not folded."),
        "left": _("The winner shares with the nearest player on the LEFT who has not folded."),
        None: "",
    }
    return share[side]


def _seat_look(
    words: Wording,
    view: PublicView,
    seat: SeatView,
    turn: frozenset[int],
    won: dict[int, int],
    chosen: int | None,
    paying: bool,
) -> SeatLook:
    _ = words._
    note = ""
    if view.status in ("open",) and not seat.in_hand:
        note = _("sits out")
    elif seat.folded:
        note = _("folded")
    elif seat.mucked:
        note = _("mucked")
    gone = seat.folded or seat.mucked
    cards: list[Card | None] = [] if gone else [*seat.up, *seat.shown, *seat.exposed]
    shown_hand = bool(seat.playing) and paying
    up = tuple(
        CardLook(
            card,
            raised=shown_hand and card in seat.playing,
            dim=paying and not (shown_hand and card in seat.playing),
        )
        for card in cards
    )
    tag = ""
    if seat.all_in and not gone and not paying:
        tag = _("all-in")
    elif seat.revealed:
        tag = "✓"
    return SeatLook(
        seat=seat.seat,
        name=seat.name,
        stack=words.money(seat.stack),
        up=up,
        down=0 if gone else seat.down,
        bet=words.money(seat.bet) if seat.bet else "",
        won=f"+{words.money(won[seat.seat])}" if seat.seat in won else "",
        note=note,
        tag=tag,
        dealer=seat.is_dealer,
        active=seat.seat in turn,
        chosen=seat.seat == chosen,
        dim=bool(note),
    )


def _undo(state: ScreenState, words: Wording) -> ButtonLook | None:
    from engine.inputs import Undo

    if state.undo is None:
        return None
    return ButtonLook(
        words._("Undo"),
        Submit(Undo(deeper=state.redo is not None)),
        detail=words.happened(state.undo),
        style="quiet",
        name="undo",
    )


def _banner(banners: tuple[Banner, ...], words: Wording) -> BannerLook | None:
    if not banners:
        return None
    first = next((banner for banner in banners if banner.needs_confirm), banners[0])
    button = None
    if first.needs_confirm:
        button = ButtonLook(words._("Done"), ClearBanner(first.reader, first.kind), style="danger", name="banner-done")
    return BannerLook(words.told(first.sentence), button)


__all__ = ["BannerLook", "Choices", "SeatLook", "TableLook", "names_of", "table_look"]
