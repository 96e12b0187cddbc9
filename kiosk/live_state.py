"""What a running session tells the screen beside the table: what is wrong with the kiosk, why an input was refused."""

from __future__ import annotations

from typing import Final

from engine.inputs import Refusal
from engine.projection import view_of
from engine.timeline import Timeline
from kiosk.folding import Standing
from kiosk.live_camera import LiveCamera
from kiosk.live_readers import TableReaders
from kiosk.said import Said
from kiosk.session import Banner, ScreenState
from kiosk.supervision import Office
from kiosk.taken_back import taken_back
from kiosk.wording import Wording

INSIDE: Final = Said(
    "Something went wrong inside the kiosk: the hand stands as the prompt says; if your last input is "
    "missing, give it in another way."
)
"""After an error of our own: the hand goes on from what stands in the journal."""


class LiveState:
    """Makes the states of a session, and keeps what only they hold. To be used on the session's thread."""

    def __init__(self) -> None:
        self._faults: dict[str, str] = {}
        self._number = 0
        self._refused = ""
        self._refusal: Refusal | None = None
        self.taken_up = 0
        """How often another session was taken up."""

    def fault(self, kind: str, told: str) -> None:
        """Something is wrong with the kiosk itself."""
        self._faults[kind] = told

    def inside(self) -> None:
        """An error of our own."""
        self.fault("inside", INSIDE)

    def clear(self, kind: str, locked: bool) -> None:
        """The dealer has read it; only a journal that is locked stays so."""
        if kind != "storage" or not locked:
            self._faults.pop(kind, None)

    def answer(self, refused: Refusal | None, timeline: Timeline) -> None:
        """The last input was refused, or was not."""
        self._refusal = refused
        if refused is None:
            self._refused = ""
        else:
            names = {seat.seat: seat.name for seat in timeline.table.seats.values()}
            self._refused = Wording(names=names).refusal(refused)

    def not_now(self, sentence: str) -> None:
        """The last input was not taken, because of a fault."""
        self._refused, self._refusal = sentence, None

    @property
    def said(self) -> tuple[str, Refusal | None]:
        """Why the last input was not taken, to be put back after one that is not the dealer's."""
        return self._refused, self._refusal

    @said.setter
    def said(self, said: tuple[str, Refusal | None]) -> None:
        self._refused, self._refusal = said

    def make(
        self,
        standing: Standing,
        readers: TableReaders,
        camera: LiveCamera,
        office: Office,
        *,
        can_draw: bool,
        locked: bool,
    ) -> ScreenState:
        """A new state of the table as it stands; ``locked``: the journal takes nothing more."""
        timeline = standing.timeline
        undo, redo = timeline.takes_back, timeline.brings_back
        own = (Banner("kiosk", kind, told, kind != "storage" or not locked) for kind, told in self._faults.items())
        self._number += 1
        return ScreenState(
            view=view_of(timeline.table),
            undo=taken_back(undo) if undo is not None else None,
            redo=taken_back(redo) if redo is not None else None,
            lamps=readers.lamps(standing.faults),
            banners=(*own, *standing.faults.banners()),
            refused=self._refused,
            refused_kind=self._refusal.kind if self._refusal is not None else "",
            refusal=self._refusal,
            can_draw=can_draw,
            number=self._number,
            row=standing.last,
            taken_up=self.taken_up,
            asks=camera.asks,
            office=office,
        )
