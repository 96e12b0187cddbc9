"""The firmware's parts for tests under CPython, with time moved by hand."""

from __future__ import annotations

from firmware.shoe.app import Shoe, Timing
from firmware.shoe.barrier import Barrier
from firmware.shoe.clock import Clock
from firmware.shoe.draws import Draws
from firmware.shoe.lines import LineCutter, seal, unseal
from firmware.shoe.outbox import Outbox
from firmware.shoe.pn532 import PN532
from kiosk.readers.simulated_pn532 import SimulatedPN532


class Ticks:
    """Milliseconds that a test moves."""

    def __init__(self) -> None:
        self.now = 0

    def clock(self) -> Clock:
        return Clock(lambda: self.now, lambda new, old: new - old)


class Uart:
    """The simulated PN532 at the end of a UART."""

    def __init__(self, ticks: Ticks, chip: SimulatedPN532) -> None:
        self._ticks = ticks
        self.chip = chip
        self.sent: list[bytes] = []

    def read(self) -> bytes:
        return self.chip.take(self._ticks.now / 1000)

    def write(self, data: bytes) -> bool:
        self.sent.append(data)
        self.chip.receive(data, self._ticks.now / 1000)
        return True


class Port:
    """The USB line: what the shoe said, as words, and what it is told."""

    def __init__(self) -> None:
        self._told = b""
        self._cutter = LineCutter()
        self.said: list[list[str]] = []
        self.full = False

    def read(self) -> bytes:
        told, self._told = self._told, b""
        return told

    def write(self, data: bytes) -> bool:
        if not self.full:
            for line in self._cutter.feed(data):
                words = unseal(line)
                assert words is not None
                self.said.append(words)
        return not self.full

    def tell(self, body: str) -> None:
        self._told += seal(body)

    def tell_raw(self, data: bytes) -> None:
        self._told += data

    def lines(self, word: str) -> list[list[str]]:
        """What was said since the last look, of one kind."""
        return [words for words in self.said if words[0] == word]


class Slot:
    """Beam, gate and lamp."""

    def __init__(self) -> None:
        self.card = False
        self.on = True
        self.dead = False
        self.gates: list[bool] = []
        self.lamps: list[str] = []

    def broken(self) -> bool:
        return (self.card or not self.on) and not self.dead

    def emitter(self, on: bool) -> None:
        self.on = on

    def gate(self, open: bool) -> None:
        self.gates.append(open)

    def lamp(self, name: str) -> None:
        self.lamps.append(name)


class MemoryStore:
    """A store that outlives the shoe, as flash does."""

    def __init__(self) -> None:
        self.cards: list[tuple[str, int, str]] = []
        self.writes = 0

    def next_boot(self, random_boot: int) -> int:
        return random_boot

    def kept(self) -> list[tuple[str, int, str]]:
        return list(self.cards)

    def keep(self, card: tuple[str, int, str]) -> None:
        self.cards.append(card)
        self.writes += 1

    def keep_only(self, cards: list[tuple[str, int, str]]) -> None:
        self.cards = list(cards)
        self.writes += 1


class Bench:
    """A whole shoe on the bench, after its first turns: the chip is set up."""

    def __init__(self, boot: str = "B7F2", store: MemoryStore | None = None, slot: Slot | None = None) -> None:
        self.ticks = Ticks()
        self.chip = SimulatedPN532()
        self.uart = Uart(self.ticks, self.chip)
        self.port = Port()
        self.slot = slot or Slot()
        self.store = store or MemoryStore()
        self.outbox = Outbox(boot, self.store, Timing.keep)
        self.barrier = Barrier(self.slot, Timing.debounce, Timing.beam_test)
        self.pn532 = PN532(self.uart)
        draws = Draws(self.barrier, self.pn532, Timing.redraw, Timing.grace, Timing.blocked)
        self.shoe = Shoe(self.ticks.clock(), self.port, draws, self.slot, self.outbox)
        self.run(50)

    def run(self, milliseconds: int) -> None:
        """A turn each millisecond."""
        for _ in range(milliseconds):
            self.ticks.now += 1
            self.shoe.step()

    def draw(self, *uids: str, slow: int = 100) -> None:
        """Draw a card, or several at once, past the antenna and the beam."""
        self.chip.tags = list(uids)
        self.slot.card = True
        self.run(slow)
        self.slot.card = False
        self.chip.tags = []
        self.run(100)

    def cards(self) -> list[list[str]]:
        """The CARD lines, each once."""
        seen: list[list[str]] = []
        for words in self.port.lines("CARD"):
            if words not in seen:
                seen.append(words)
        return seen

    def errors(self) -> list[str]:
        return [words[2] for words in self.port.lines("ERR")]
