"""The card picker as plain data, and what its cards become."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.inputs import CardRead, Correct, Input, Show
from kiosk.ui.actions import next_up_card, order_from_dealer
from kiosk.ui.buttons import ButtonLook
from kiosk.ui.intents import PickCard, PickDone
from kiosk.ui.sheetlooks import Scene


@dataclass(frozen=True, slots=True)
class PickerLook:
    """The picker. ``gone``: cards that everyone has seen, which cannot be picked."""

    title: str
    note: str
    gone: frozenset[Card]
    picked: tuple[Card, ...]
    done: ButtonLook | None
    warning: str = ""
    four_suits: bool = False


def picker_look(pick: PickCard, scene: Scene) -> PickerLook:
    """What the picker shows."""
    _, words = scene.words._, scene.words
    name = words.name(pick.seat) if pick.seat is not None else ""
    done = None
    note = ""
    match pick.purpose:
        case "show":
            title = _("{name} shows: touch the down cards").format(name=name)
            left = pick.count - len(scene.desk.picked)
            note = words.n_("{count} card to go", "{count} cards to go", left).format(count=left) if left > 0 else ""
            done = ButtonLook(
                _("Show"),
                PickDone(),
                words.hands.cards(scene.desk.picked),
                "primary",
                "pick-done",
                enabled=bool(scene.desk.picked),
            )
        case "correct":
            title = _("{name}: what is it really?").format(name=name) if name else _("What is it really?")
            note = _("not {card}").format(card="" if pick.was is None else pick.was.sign)
        case "unread":
            title = _("{name}: what is it really?").format(name=name)
            note = _("dark cards lie face up already")
        case "common":
            title = _("The card in the middle")
        case _:
            title = _("{name} turns up which card?").format(name=name)
            note = _("dark cards lie face up already")
    return PickerLook(
        title,
        note,
        scene.state.view.gone,
        scene.desk.picked,
        done,
        scene.desk.refused,
        scene.desk.settings.four_suits,
    )


def entry_for(pick: PickCard, cards: tuple[Card, ...]) -> Input | None:
    """The input that picked cards make; None: more are needed."""
    if pick.purpose == "show":
        assert pick.seat is not None
        return Show(pick.seat, cards) if cards else None
    if pick.purpose == "correct":
        return Correct(pick.seat, cards[-1], was=pick.was)
    if pick.purpose == "unread" and pick.place is not None:
        street, index = pick.place
        return Correct(pick.seat, cards[-1], street=street, index=index)
    return CardRead(cards[-1], "dealer", pick.seat)


def next_pick(scene: Scene) -> PickCard | None:
    """After one face-up card: whose is the next to touch in; None: all are in."""
    view = scene.state.view
    if view.prompt.kind == "deal" and (seat := next_up_card(view)) is not None:
        return PickCard("up", seat)
    if view.prompt.kind == "reveal":
        waiting = [seat for seat in order_from_dealer(view) if seat in view.prompt.seats]
        if waiting:
            return PickCard("up", waiting[0])
    return None
