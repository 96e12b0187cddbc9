"""Cards through the real firmware and the real reader over a bad cable, with the truth beside them."""

from __future__ import annotations

import queue
import random
import time
from dataclasses import dataclass, field

from kiosk.readers.base import CardRead, Fault, Lamp, ReaderEvent, Receipt
from kiosk.readers.shoe import LinkTiming, ShoeReader
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck
from tests.simulated.noisy_line import Noise, NoisyLine

BACKLOG = 24
QUEUED = 4
UNREAD = "?"
TIMING = LinkTiming(silence=1.5, ask_every=0.02, gate_every=0.2, first_delay=0.02, longest_delay=0.05)


@dataclass
class Outcome:
    """What was drawn, what reached the journal, and what the alarms covered."""

    drawn: list[str] = field(default_factory=list)
    journal: list[tuple[Receipt, str]] = field(default_factory=list)
    restarts: list[int] = field(default_factory=list)
    """How many cards had been drawn at each restart of the shoe."""
    alarms: list[Fault] = field(default_factory=list)
    seconds: float = 0.0
    carried: int = 0
    """Bytes, both ways."""
    log: str = ""
    """The firmware's standard error: empty, or it died."""

    def wrong(self) -> list[str]:
        """What must not be: cards that nobody drew, doubled, out of order, or missing without an alarm."""
        found = []
        places = {uid: place for place, uid in enumerate(self.drawn)}
        at = -1
        missing: list[int] = []
        numbers: dict[str, int] = {}
        for receipt, uid in self.journal:
            if receipt.seq != numbers.get(receipt.boot, 0) + 1 and not self._gap_told(receipt):
                found.append(f"{receipt}: follows number {numbers.get(receipt.boot, 0)} of its boot")
            numbers[receipt.boot] = receipt.seq
            if uid == UNREAD:
                continue
            place = places.get(uid)
            if place is None:
                found.append(f"{receipt}: a card that nobody drew")
            elif place <= at:
                found.append(f"{receipt}: card {place} after card {at}")
            else:
                missing += range(at + 1, place)
                at = place
        missing += range(at + 1, len(self.drawn))
        silent = [place for place in missing if not self._covered(place)]
        if len(silent) > self.unread():
            found.append(f"{len(silent)} cards missing without an alarm ({self.unread()} unread): {silent[:5]}")
        if self.restarts and not self.alarmed():
            found.append("the shoe restarted and nobody was alarmed")
        return found

    def alarmed(self) -> int:
        """How often the host said that the shoe restarted."""
        return sum(fault.kind == "restarted" for fault in self.alarms)

    def unread(self) -> int:
        """Cards that reached the journal as unread, an alarm each."""
        return sum(uid == UNREAD for _, uid in self.journal)

    def missing(self) -> int:
        """Cards drawn of which the journal has not even an unread one."""
        return len(self.drawn) - len(self.journal)

    def _gap_told(self, receipt: Receipt) -> bool:
        """Whether the alarm said that the numbers just before this card are missing."""
        return any(
            fault.kind == "gap" and (fault.params["boot"], fault.params["last"]) == (receipt.boot, receipt.seq - 1)
            for fault in self.alarms
        )

    def _covered(self, place: int) -> bool:
        """Only what was on its way when the shoe restarted may be missing: its numbers end there, and the
        host was told."""
        return any(drawn - BACKLOG - QUEUED <= place <= drawn for drawn in self.restarts)


def _reader(line: NoisyLine, outcome: Outcome, events: queue.Queue[ReaderEvent]) -> ShoeReader:
    """A host that has just started, with what the journal holds."""
    last: dict[str, int] = {}
    for receipt, _ in outcome.journal:
        last.pop(receipt.boot, None)
        last[receipt.boot] = receipt.seq
    receipts = [Receipt(boot, seq) for boot, seq in last.items()]
    reader = ShoeReader(None, receipts, find=line.ports, timing=TIMING)
    reader.gate(True, Lamp.GO)
    reader.start(events.put)
    return reader


def run(cards: int, seed: int, noise: Noise, hang_ups: int, host_restarts: int, shoe_restarts: int) -> Outcome:
    """Draw ``cards`` cards with so many mishaps at random moments; every tag is another."""
    chance = random.Random(seed)
    kinds = ["hang up"] * hang_ups + ["host"] * host_restarts + ["shoe"] * shoe_restarts
    moments = sorted((chance.randrange(1, cards), kind) for kind in kinds)
    outcome = Outcome()
    started = news = time.monotonic()
    heard = 0  # cards up to the last one journaled
    with SimulatedShoe([], simulated_deck(), repeat_ms=5) as shoe:
        line = NoisyLine(shoe.port, noise, seed)
        events: queue.Queue[ReaderEvent] = queue.Queue()
        reader = _reader(line, outcome, events)
        while True:
            drawn = len(outcome.drawn)
            quiet = time.monotonic() - news
            if drawn == cards and not moments and shoe.wait(0) and quiet > (1 if heard == drawn else 5):
                break
            if moments and moments[0][0] <= drawn:
                kind = moments.pop(0)[1]
                if kind == "hang up":
                    line.hang_up()
                elif kind == "shoe":
                    outcome.restarts.append(drawn)
                    shoe.restart()
                else:
                    reader.close()
                    events = queue.Queue()  # what was not journaled died with the host
                    reader = _reader(line, outcome, events)
            if drawn < cards and shoe.queued < QUEUED and (drawn - heard < BACKLOG or quiet > 2):
                uid = f"04{drawn:06X}{seed & 0xFFFF:04X}80"
                outcome.drawn.append(uid)
                shoe.draw_tag(uid)
            try:
                event = events.get(timeout=0.02)
            except queue.Empty:
                continue
            if isinstance(event, CardRead) and event.receipt is not None:
                news = time.monotonic()
                outcome.journal.append((event.receipt, event.uid or UNREAD))
                if event.uid is not None:
                    heard = int(event.uid[2:8], 16) + 1
                reader.acknowledge(event.receipt)
            elif isinstance(event, Fault):
                outcome.alarms.append(event)
        reader.close()
        line.close()
        outcome.carried = line.carried
        outcome.log = shoe.log()
    outcome.seconds = time.monotonic() - started
    return outcome
