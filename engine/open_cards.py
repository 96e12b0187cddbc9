"""What lies face up, and where public facts let a card lie: for a reader that must not know more than the table.

Every answer is worked out from what everyone has seen. Two hands that differ only in cards that lie face down
give the same answers, so whoever is shown them learns nothing (docs/whereabouts.md, "What the camera may ask").
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from engine.cards import Card
from engine.provenance import passed_round
from engine.story import Burnt, Common, Dealt, Event, Folded, Passed, Revealed, ShownDown, TurnedUp

if TYPE_CHECKING:
    from engine.hand import Hand
    from engine.whereabouts import Whereabouts

_PUBLIC: Final[Mapping[str, Callable[..., Event]]] = {
    "deal": lambda round, seat, card, face_up: Dealt(round, seat, card if face_up else None, face_up),
    "burn": lambda card: Burnt(None),
    "common": Common,
    "pass": lambda round, giver, receiver, cards: Passed(round, giver, receiver, len(cards), (None,) * len(cards)),
    "reveal": Revealed,
    "fold": Folded,
    "turned-up": TurnedUp,
    "shown": lambda seat, card: ShownDown(seat, (card,)),
}


def public_story(hand: Hand) -> list[Event]:
    """The hand as everyone has seen it: of a card that lies face down only that it was dealt and passed."""
    story = [_PUBLIC[str(entry[0])](*entry[1:]) for entry in hand.log if entry[0] in _PUBLIC]
    for index, cards in hand.revealing.items():
        story += [Revealed(hand.round, hand.players[index].seat, card) for card in cards]
    return story


class OpenCards:
    """A hand's cards as they lie open now. Made anew for every question's moment; never changes the hand."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand

    def at(self, seat: int) -> tuple[Card | None, ...]:
        """The cards face up before a seat, those of a reveal that is not complete too; None where nobody has
        read one. () for a seat that is not in the hand."""
        hand = self._hand
        index = hand.index_of.get(seat)
        if index is None:
            return ()
        player = hand.players[index]
        return (*player.up, *player.shown, *player.exposed, *hand.revealing.get(index, ()))

    def possible(self, seat: int, card: Card) -> bool:
        """Whether that card can be the next to lie open before the seat, for all that is public."""
        if card in self._elsewhere(seat):
            return False
        tracker = self._tracker
        return tracker is None or not tracker.consistent or tracker.can_reveal(seat, card)

    def last_dealt(self) -> tuple[int, int, int] | None:
        """Where the last card of the deal went: seat, street, and its number there from 1 (as a ``correct`` line
        names it); None where it was a burn or the card in the middle, or none has been dealt."""
        entries = [entry for entry in self._hand.log if entry[0] in ("deal", "burn", "common")]
        if not entries or entries[-1][0] != "deal":
            return None
        _, street, seat, _, _ = entries[-1]
        number = sum(entry[:3] == ("deal", street, seat) for entry in entries)
        return int(str(seat)), int(str(street)), number

    def _elsewhere(self, seat: int) -> set[Card]:
        """Cards that lie open for good: what was turned up by mistake may be passed on (RULES 8.4)."""
        hand = self._hand
        holders = [player for player in hand.players if player.seat == seat or passed_round(hand.variant)]
        moving = {card for player in holders for card in player.exposed}
        turned = {
            card
            for index, cards in hand.revealing.items()
            for card in cards
            if card is not None and hand.players[index].seat != seat
        }
        return (hand.public - moving) | turned

    @cached_property
    def _tracker(self) -> Whereabouts | None:
        """The pass tracker on the public story, where cards go round unseen and one of them has been seen."""
        hand = self._hand
        if not passed_round(hand.variant) or not any(player.exposed for player in hand.players):
            return None
        from engine.whereabouts import Whereabouts

        return Whereabouts(public_story(hand))
