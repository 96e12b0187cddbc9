"""Raw bytes and pictures of a recording, put through the real reader code (SESSION-FORMAT, ``serial``,
``frame``)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.inputs import CardRead, Input
from kiosk.decks import Deck
from kiosk.readers.base import CardRead as SeenCard
from kiosk.readers.shoe_decoder import ShoeDecoder
from kiosk.recording import Recording
from kiosk.session_lines import Frame, Serial


def inputs_of(recording: Recording, deck: Deck | None = None) -> Iterator[tuple[int, Input]]:
    """The inputs of a recording with their line numbers. Without the deck, tags are cards that nobody can
    name."""
    decoders: dict[str, ShoeDecoder] = {}
    for line, entry in recording.entries:
        if isinstance(entry, Serial):
            decoder = decoders.setdefault(entry.port, ShoeDecoder.for_replay(deck))
            for event in decoder.feed(entry.data):
                if isinstance(event, SeenCard):
                    if event.receipt is not None:
                        decoder.acknowledge(event.receipt)
                    yield line, CardRead(event.card, "shoe")
        elif isinstance(entry, Frame):
            yield from _seen_in(recording, line, entry)
        else:
            yield line, entry


def _seen_in(recording: Recording, line: int, entry: Frame) -> Iterator[tuple[int, Input]]:
    raise NotImplementedError(recording, line, entry)
