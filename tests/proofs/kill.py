"""`make proof`, entry kill: the kiosk's process is killed (SIGKILL) at random moments and started again.

The shoe stands beside it, as on a table: real firmware, which keeps every card until it was acknowledged.
It is restarted now and then too, and the dealer clears the banner. Nothing is lost or doubled where the
journal holds, line by line, the evening that nobody interrupted, and the independent referee pays the same.
"""

from __future__ import annotations

import multiprocessing
import random
import select
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from engine.cards import DECK, Card
from kiosk.journal import Journal
from kiosk.practice import practice_lines
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck
from kiosk.recording import read_session
from kiosk.replay import replay_lines, replay_recording
from tests.oracle.compare import differences, essence
from tests.oracle.referee import judge

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = 4
HANDS = 12
PATIENCE = 120.0
"""Seconds without a word from the kiosk after which it hangs."""


@dataclass
class Tally:
    """What happened so far."""

    kills: int = 0
    on_the_way: int = 0
    """Kills while a card had left the shoe that no state had shown."""
    at_start: int = 0
    """Kills before the kiosk had said anything."""
    shoe_restarts: int = 0
    unread: int = 0
    """Evenings broken off since the simulated chip answered too late, on a busy machine, and the firmware
    rightly let the card go unread."""
    hands: int = 0
    lines: int = 0
    wrong: list[str] = field(default_factory=list)

    def __iadd__(self, other: Tally) -> Tally:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


TABLES = 2
"""So many tables play at the same time in the full form: each with its own shoe, store and kiosks."""


def run(full: bool) -> dict[str, object]:
    """500 kills, or 10, in evenings of twelve hands (the short form: of one)."""
    wanted, hands, tables = (500, HANDS, TABLES) if full else (10, 1, 1)
    tally = Tally()
    if tables == 1:
        tally += play_evenings(0, 1, wanted, hands)
    else:
        fresh = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(tables, fresh) as pool:
            shares = [wanted // tables + (table < wanted % tables) for table in range(tables)]
            for one in pool.map(play_evenings, range(tables), [tables] * tables, shares, [hands] * tables):
                tally += one
    figure = (
        f"{tally.kills} kills ({tally.on_the_way} with a card on its way, {tally.at_start} while starting, "
        f"{tally.shoe_restarts} restarts of the shoe) in {tally.hands} hands: all {tally.lines} lines and all "
        "stacks as in the evenings that nobody interrupted"
    )
    if tally.unread:
        figure += f"; {tally.unread} evenings broken off at an unread card"
    enough = tally.kills >= wanted and tally.hands > 0 and tally.on_the_way > 0
    return {"figure": "; ".join(tally.wrong) or figure, "ok": not tally.wrong and enough}


def play_evenings(table: int, tables: int, wanted: int, hands: int) -> Tally:
    """One table's evenings, until so many kiosks were killed at it, one at least with a card on its way; no two
    tables play the same evening."""
    tally, chance = Tally(), random.Random(5319 + table)
    seed = 1 + table
    while not tally.wrong and (tally.kills < wanted or tally.on_the_way == 0):
        if not same_card_again(seed, hands):
            Evening(seed, hands, tally, chance).play(max(wanted, tally.kills + 1))
        seed += tables
    return tally


def order(seed: int, hand: int) -> list[Card]:
    """The deck of that hand, as ``practice_lines`` shuffles it; the first to be drawn in front."""
    cards = list(DECK)
    random.Random(f"{seed}-{hand}").shuffle(cards)
    return cards


def same_card_again(seed: int, hands: int) -> bool:
    """Whether a hand begins with the card that was drawn last: dealt on within a second, without the time
    that people shuffle, the shoe would take it for one that was pushed back (``same-card``)."""
    last, first = "", False
    for line in practice_lines(hands, PLAYERS, seed):
        if line["type"] == "hand":
            first = True
        elif line.get("reader") == "shoe":
            if first and str(line["card"]) == last:
                return True
            last, first = str(line["card"]), False
    return False


class Evening:
    """One evening: a journal, a shoe, and as many kiosks one after the other as it takes."""

    def __init__(self, seed: int, hands: int, tally: Tally, chance: random.Random) -> None:
        self.seed, self.hands, self.tally, self.chance = seed, hands, tally, chance
        self.hand = 0
        self.drawn = 0
        self.shown = 0
        self.unread = False

    def play(self, kills: int) -> None:
        with (
            tempfile.TemporaryDirectory(prefix="liege-kill-") as scratch,
            SimulatedShoe(order(self.seed, 1), simulated_deck(), read_within=10.0) as shoe,
        ):
            self.shoe = shoe
            folder = Path(scratch)
            while not self.tally.wrong and not self.run_once(folder, self.tally.kills < kills):
                pass
            if not self.tally.wrong:
                self.judge(folder)

    def run_once(self, folder: Path, kill: bool) -> bool:
        """One kiosk from its start to its end; whether it came to the end of the evening."""
        command = [sys.executable, "-m", "tests.proofs._kiosk", str(folder), self.shoe.port]
        command += [str(self.seed), str(PLAYERS), str(self.hands)]
        kiosk = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        words, last = self.moment(kill)
        heard = 0
        try:
            for word in said(kiosk, PATIENCE if words else last):
                heard += 1
                self.answer(word)
                if word == "UNREAD":
                    self.unread = True
                    return True
                if word == "DONE" or self.tally.wrong:
                    kiosk.wait()
                    return True
                if heard == words:
                    quiet(kiosk, last)
                    break
            if kiosk.poll() is None and kill and (not words or heard == words):
                self.count_kill(heard)
                return False
            if heard == words and kiosk.poll() == 0:  # it came to the end in the last moment before the kill
                return True
            kiosk.kill()
            self.tally.wrong.append(
                f"seed {self.seed}: {complaint(kiosk)}; hand {self.hand}, {self.drawn} cards drawn, "
                f"{self.shown} shown {self.shoe.log()}"
            )
            return True
        finally:
            kiosk.send_signal(signal.SIGKILL)
            kiosk.communicate()

    def moment(self, kill: bool) -> tuple[int, float]:
        """When to kill: after so many words and seconds; no words: so many seconds after its start."""
        if not kill:
            return -1, 0.0
        if self.chance.random() < 0.15:
            return 0, self.chance.uniform(0.0, 0.6)
        return self.chance.randint(1, 90), self.chance.choice((0.0, self.chance.uniform(0.0, 0.04)))

    def count_kill(self, heard: int) -> None:
        self.tally.kills += 1
        self.tally.at_start += heard == 0
        self.tally.on_the_way += self.drawn > self.shown

    def answer(self, word: str) -> None:
        """The dealer's hand at the shoe: draws where all cards on the table are on the screen."""
        if word in ("DONE", "UNREAD"):
            return
        hand, self.shown = (int(part) for part in word.split()[1:])
        if word.startswith("S"):
            return
        if hand != self.hand:
            self.hand, self.drawn = hand, 0
            self.shoe.load(order(self.seed, hand))
        if self.shown > self.drawn:
            self.tally.wrong.append(
                f"seed {self.seed}, hand {hand}: {self.drawn} cards were drawn and {self.shown} are shown"
            )
        elif self.shown == self.drawn and self.chance.random() < 0.01:
            self.tally.shoe_restarts += 1
            self.shoe.restart()
            self.shoe.heap_free()  # it answers as soon as the firmware runs
        elif self.shown == self.drawn:
            self.drawn += 1
            self.shoe.draw()

    def judge(self, folder: Path) -> None:
        """Hold the journal and the session file against the evening without kills, and the referee."""
        journal = Journal.open(folder)
        told = [{name: value for name, value in entry.line.items() if name != "t"} for entry in journal.lines()]
        journal.close()
        expected = list(practice_lines(self.hands, PLAYERS, self.seed))
        if self.unread:
            self.tally.unread += 1
            self.judge_unread(told, expected)
            return
        lines = [line for line in told if line["type"] != "note"]
        self.tally.lines += len(lines)
        self.tally.hands += sum(line["type"] == "hand" for line in lines)
        if lines != expected:
            at = next(
                (at for at, (one, other) in enumerate(zip(lines, expected, strict=False)) if one != other),
                min(len(lines), len(expected)),
            )
            found = lines[at] if at < len(lines) else "missing"
            notes = [line["text"] for line in told if line["type"] == "note"]
            self.tally.wrong.append(
                f"seed {self.seed}, after {self.tally.kills} kills: line {at + 1} of {len(lines)} is {found}, and "
                f"{expected[at] if at < len(expected) else 'none'} was due; notes: {notes}"
            )
            return
        paid = essence(judge(lines))
        self.tally.wrong += differences(paid, essence(replay_lines(lines)))
        recorded = read_session(folder / "sessions" / "evening.session.jsonl")
        self.tally.wrong += differences(paid["stacks"], replay_recording(recorded)["stacks"])

    def judge_unread(self, told: list[dict[str, object]], expected: list[dict[str, object]]) -> None:
        """Up to the card without a name every line is that of the evening."""
        lines = [line for line in told if line["type"] != "note"]
        same = next((at for at, line in enumerate(lines) if line != expected[at]), len(lines))
        if same < len(lines) and lines[same] != {**expected[same], "card": None}:
            self.tally.wrong.append(f"seed {self.seed}: line {same + 1} is not that of the evening")


def said(kiosk: subprocess.Popen[bytes], patience: float) -> Iterator[str]:
    """The kiosk's words, until it ends or says nothing for so long."""
    assert kiosk.stdout is not None
    held = b""
    while select.select([kiosk.stdout], [], [], patience)[0]:
        data = kiosk.stdout.read1(4096)  # type: ignore[attr-defined]
        if not data:
            return
        *words, held = (held + data).split(b"\n")
        yield from (word.decode() for word in words)


def quiet(kiosk: subprocess.Popen[bytes], seconds: float) -> None:
    """Let it go on for a moment, whatever it says."""
    kiosk_ended = select.poll()
    kiosk_ended.register(kiosk.stderr or 2, select.POLLHUP)
    kiosk_ended.poll(seconds * 1000)


def complaint(kiosk: subprocess.Popen[bytes]) -> str:
    """The last line that it wrote on standard error."""
    lines = kiosk.communicate()[1].decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"status {kiosk.returncode}, without a word"
