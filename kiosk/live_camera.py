"""A session's camera: what it sees is handed in at the moments that wait for it, and what it asks is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from engine.inputs import Input
from engine.open_cards import OpenCards
from engine.projection import view_of
from kiosk.camera_spot import CameraSpot
from kiosk.camera_table import CameraTable, HandedIn, Shot
from kiosk.folding import Standing
from kiosk.readers.base import Fault
from kiosk.session import CameraAnswer, CameraAsk

if TYPE_CHECKING:
    from kiosk.readers.camera import Sight

CROWDED: Final = "camera-contradicted"
BLIND: Final = frozenset(
    {
        "camera-lost",
        "camera-hangs",
        "camera-picture",
        "camera-covered",
        "camera-moved",
        "camera-broken",
        "stopped",
        "hangs",
    }
)
"""Faults after which nothing that the camera saw counts until it sees again."""

HandIn = Callable[[Input], bool]


class LiveCamera:
    """The camera over the table or as a read spot; both are there, since readers are exchanged in play.

    Belongs to the session's thread, but for ``is_news``.
    """

    def __init__(self, keep: Callable[[Shot], None]) -> None:
        """``keep`` gets the picture that a card is read from, before the card is handed in."""
        self._table, self._spot = CameraTable(), CameraSpot()
        self._keep = keep
        self._used = False
        self._filling = False
        self._hidden = False
        """A card is in doubt: the dealer has to look after that first."""

    @property
    def asks(self) -> tuple[CameraAsk, ...]:
        """The questions that stand."""
        return () if self._hidden else (*self._spot.asks, *self._table.asks)

    def is_news(self, sight: Sight) -> bool:
        """Whether ``see`` must have it; called on the reader's thread for every frame."""
        return self._table.is_news(sight)

    def see(self, sight: Sight) -> None:
        """The scene on the table has settled, or moves."""
        self._used = True
        self._table.see(sight)

    def lay(self, sight: Sight) -> None:
        """A card lies on the read spot."""
        self._used = True
        self._spot.lay(sight)

    def forget(self) -> None:
        """The camera sees nothing that can be relied on, or another one takes its place."""
        self._table.forget()
        self._spot.forget()

    def answer(self, number: int, answer: CameraAnswer, hand_in: HandIn) -> None:
        """Hand in what the dealer says of a question."""
        for camera in (self._spot, self._table):
            if any(ask.number == number for ask in camera.asks):
                self._hand_in(camera.answer(number, answer), hand_in)
                return

    def fill_in(self, standing: Callable[[], Standing], hand_in: HandIn) -> None:
        """Hand in what is seen where the prompt waits for it, until nothing more is. ``hand_in``: False stops it."""
        if self._used and not self._filling:
            self._filling = True
            try:
                self._fill_in(standing, hand_in)
            finally:
                self._filling = False

    def _fill_in(self, standing: Callable[[], Standing], hand_in: HandIn) -> None:
        while True:
            now = standing()
            self._hidden = now.faults.in_doubt
            if now.faults.kinds("camera") & BLIND:
                self.forget()
            hand = now.hand
            cards = OpenCards(hand) if hand is not None and hand.status == "open" else None
            view = view_of(now.timeline.table)
            handed = self._spot.look(view, cards)
            if not handed.entries and not self._hidden:  # what is dealt is read all the same, as from a shoe
                handed = self._table.look(view, cards)
            if not handed.entries:
                break
            if not self._hand_in(handed, hand_in):
                return
        now.faults.end("camera", CROWDED)
        if self._table.crowded and not self._hidden:
            seats = ", ".join(str(seat) for seat in self._table.crowded)
            now.faults.stand(Fault("camera", CROWDED, {"seats": seats}))

    def _hand_in(self, handed: HandedIn, hand_in: HandIn) -> bool:
        if handed.shot is not None:
            self._keep(handed.shot)
        return all(hand_in(entry) for entry in handed.entries)
