"""How the lines of a hand are told without any card that stayed face down.

A down card is told as unread when it is dealt; its name comes with the line that turns it up. What was put right
before anyone saw it is told as it really was, and without the correction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from engine.cards import BY_NAME, Card
from kiosk.in_sight import Lying
from kiosk.session_lines import Line

Told = dict[str, object]


@dataclass(frozen=True)
class Taken:
    """A line that came, and what became of it."""

    line: Line = field(repr=False)
    counted: bool = True
    """False: it was refused, or changed nothing."""
    public: Set[Card] = frozenset()
    """The cards of its hand that everyone had seen when it came."""
    lying: Lying = "up"
    """How the card lay that it names."""
    dealt_to: int | None = None
    """The seat that it was dealt to, where it was."""
    ended: bool = False
    """With it a pass or a reveal was over."""
    shown: Mapping[int, Sequence[Card]] = field(default_factory=dict)
    """Seat -> the cards that a ``show`` or a ``confirm`` turned up there, named or not."""
    short: bool = False
    """After it somebody's hand still lies face down in part."""


def without_hidden(lines: Sequence[Taken]) -> list[list[Told]]:
    """For each line that stands, the lines that tell it.

    What a pad read of a pass is not told, only that all have passed: who gave a card that is shown later was seen by
    nobody. A card that lay face up by mistake was seen by everyone as it was passed on.
    """
    telling = _Telling()
    told = [telling.tell(one) for one in lines]
    telling.end_hand()
    return told


class _Telling:
    def __init__(self) -> None:
        self._seen: set[Card] = set()
        """What everyone has seen in this hand at one time or other."""
        self._turning: list[Told] = []
        """Reads of a reveal that is not over yet."""
        self._downs: list[tuple[Told, int | None, object]] = []
        """Reads of cards dealt face down, to which seat, and what they really were."""
        self._early: list[Told] = []
        """Reads of cards that came before their place was due."""
        self._passed: list[tuple[list[Told], Told]] = []
        """How pads' reads of down cards in a pass are told, and what they read."""

    def tell(self, one: Taken) -> list[Told]:
        line, kind = dict(one.line), str(one.line["type"])
        told = [line]
        if kind == "hand":
            self.end_hand()
        self._seen |= one.public
        if kind == "pass" and one.lying != "up":
            told = [_note(f"seat {line['seat']} passed a card that a pad read")]
            self._passed.append((told, line))
        elif kind == "correct" and one.lying != "up":
            self._put_right(line, one.lying)
            told = [_note("a card that lies face down was corrected")]
        elif kind == "card":
            told = self._card(line, one)
        elif one.shown and "cards" not in line:
            # Now everyone knows them; a reader of the file does not know whose they were.
            told = _shows(one)
            if kind == "confirm" and (one.short or line["step"] == "pay"):
                told.append(line)
        if one.ended:
            if kind == "pass" and self._passed:
                told.append({"type": "confirm", "step": "pass"})
            self._turning, self._passed = [], []
        return told

    def _card(self, line: Told, one: Taken) -> list[Told]:
        name = line["card"]
        if one.lying in ("up", "known", "unplaced", "beside-unread"):
            self._see_passed(line)
        if one.lying == "down":
            self._downs.append((line, one.dealt_to, name))
            line["card"] = None
        elif one.lying == "early":
            self._early.append(line)
        elif one.lying == "turning":
            self._turning.append(line)
        elif one.lying == "unplaced":
            return [{"type": "card", "card": None, "reader": "pad", "seat": line["seat"]}, line]
        elif one.lying == "known":
            for read, _, was in self._downs:
                if was == name:
                    read["card"] = name
        elif one.lying == "beside-unread":
            return [_note(f"a down card of seat {line['seat']} was turned up by mistake: {name}")]
        return [line]

    def _see_passed(self, line: Told) -> None:
        """A card that lies ready to be passed was turned up by mistake: everyone sees where it goes."""
        for told, read in list(self._passed):
            if (read["seat"], read["card"]) == (line.get("seat"), line["card"]):
                told[:] = [read]
                self._passed.remove((told, read))

    def _put_right(self, correction: Told, lying: Lying) -> None:
        seat, was, card = correction["seat"], correction.get("was"), correction["card"]
        if lying == "turning":
            for read in self._turning:
                if (read["seat"], read["card"]) == (seat, was):
                    read["card"] = card
        else:
            for at, (read, held_by, name) in reversed(list(enumerate(self._downs))):
                if (held_by, name) == (seat, was):
                    self._downs[at] = (read, held_by, card)
                    return

    def end_hand(self) -> None:
        """A reveal that never came to its end showed nothing (RULES 3.3). Of the cards that came early those are
        told that lie face up now."""
        for read in self._early:
            name = read["card"]
            if isinstance(name, str) and BY_NAME[name] not in self._seen:
                read["card"] = None
        for read in self._turning:
            read["card"] = None
        self._turning, self._early, self._downs, self._passed, self._seen = [], [], [], [], set()


def _shows(one: Taken) -> list[Told]:
    time = {"t": one.line["t"]} if "t" in one.line else {}
    return [
        {"type": "show", "seat": seat, "cards": [str(card) for card in cards], **time}
        for seat, cards in one.shown.items()
    ]


def _note(text: str) -> Told:
    return {"type": "note", "text": text}
