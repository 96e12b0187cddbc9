"""A shoe that is only its bytes: for proofs in which thousands of cards come and no metal is asked for."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.shoe import PROTOCOL
from firmware.shoe.lines import seal
from kiosk.decks import Deck
from kiosk.readers.base import Emit, Lamp, Receipt
from kiosk.readers.shoe_decoder import NAME, ShoeDecoder

BOOT = "A17C"


class BytesShoe:
    """The CardReader for lines that the caller makes; ``told`` is what the kiosk sent back."""

    name = NAME
    acknowledges = True

    def __init__(self, deck: Deck, journaled: Iterable[Receipt] = ()) -> None:
        self._decoder = ShoeDecoder(deck, journaled)
        self._emit: Emit | None = None
        self.drawn = 0
        self.told = bytearray()

    def start(self, emit: Emit) -> None:
        self._emit = emit
        self._decoder.connected()
        self.say(f"HELLO shoe {PROTOCOL} fw=0.1.0 boot={BOOT}")

    def say(self, body: str) -> None:
        """One line of the shoe's, with its check sum."""
        self.raw(seal(body))

    def raw(self, data: bytes) -> None:
        """Bytes as they come; none at all mean that the port was opened anew."""
        assert self._emit is not None
        for event in self._decoder.feed(data):
            self._emit(event)

    def card(self, uid: str) -> None:
        """The next card comes out."""
        self.drawn += 1
        self.say(f"CARD {BOOT} {self.drawn} {uid}")

    def acknowledge(self, receipt: Receipt) -> None:
        self._decoder.acknowledge(receipt)
        self.told += self._decoder.take_output()

    def gate(self, open: bool, lamp: Lamp) -> None:
        self._decoder.want(open, lamp)
        self.told += self._decoder.take_output()

    def close(self) -> None:
        self._emit = None
