"""An independent referee: plays a session (RULES 1-6, SESSION-FORMAT) and returns the contract's JSON.

It was written from the rules and the contract alone, for clarity, and shares no code with the engine.
``judge(lines)`` for a whole session; a ``Referee`` to which lines are fed one by one, with ``wants`` between.
"""

from __future__ import annotations

from typing import Any

from tests.oracle.hand import Hand, Line, Story, Want

COMMON_DEFAULTS: dict[str, Any] = {
    "limit": "fixed",
    "ante": 25,
    "small_bet": 100,
    "big_bet": 200,
    "min_bet": 100,
    "max_bet": 200,
    "smallest_chip": 25,
    "max_raises": 3,
    "uncapped_heads_up": False,
    "share_side": "right",
    "opener_tie": "position",
    "must_open": False,
    "tie_split": "partners",
    "odd_chip": "left-of-dealer",
}
VARIANT_DEFAULTS: dict[str, dict[str, Any]] = {
    "liege-lord": {"bring_in": 0, "open_pair_option": False, "burn": False},
    "stud": {"bring_in": 50, "open_pair_option": True, "burn": True},
    "hi-lo": {"bring_in": 50, "open_pair_option": False, "burn": True},
}


class Referee:
    """A table. ``feed`` takes one line; ``wants`` says what is waited for (None between hands)."""

    def __init__(self, header: Line) -> None:
        self.header = header
        self.line_number = 1
        self.history: list[list[tuple[int, Line]]] = [[]]
        self.noted: list[tuple[int, int, str]] = []  # hand number, line, why: refused lines
        self._reset()

    def _reset(self) -> None:
        self.stated: dict[str, Any] = dict(self.header.get("rules", {}))
        self.stacks = {entry["seat"]: entry["stack"] for entry in self.header["seats"]}
        self.hands: list[Hand] = []
        self.story: Story | None = None
        self.want: Want | None = None

    @property
    def rules(self) -> dict[str, Any]:
        """Every house rule: what was stated, else the variant's default."""
        variant = self.stated.get("variant", "liege-lord")
        return {**COMMON_DEFAULTS, **VARIANT_DEFAULTS[variant], "variant": variant, **self.stated}

    @property
    def hand(self) -> Hand | None:
        """The hand that is on."""
        return self.hands[-1] if self.story else None

    @property
    def wants(self) -> Want | None:
        return self.want

    def feed(self, line: Line) -> str | None:
        """Take a line. Returns why it was refused, else None."""
        self.line_number += 1
        if line["type"] == "note":
            return None
        if line["type"] == "undo":
            return self._undo()
        why = self._take(line)
        if why:
            self.noted.append((len(self.hands), self.line_number, why))
        else:
            self.history.append(self.history[-1] + [(self.line_number, line)])
        return why

    def _undo(self) -> str | None:
        """Go back to before the last line that counted; the undo counts itself, so undoing it is a redo."""
        if len(self.history) < 2:
            return "there is nothing to take back"
        self.history.append(self.history[-2])
        self._reset()
        for _, line in self.history[-1]:
            self._take(line)
        return None

    def _take(self, line: Line) -> str | None:
        if not self.story:
            return self._between_hands(line)
        hand = self.hands[-1]
        before = hand.face_up_twice()
        why = self._in_hand(line)
        twice = hand.face_up_twice()
        if twice and not before:
            hand.alarms.append({"line": self.line_number, "kind": "duplicate-card", "card": twice})
        return why

    def _in_hand(self, line: Line) -> str | None:
        hand, want = self.hands[-1], self.want
        assert want is not None and self.story is not None
        if line["type"] == "void":
            hand.give_back()
            self._end()
            return None
        if line["type"] in ("hand", "join", "leave", "rebuy"):
            return "a hand is on"
        about_the_past = line["type"] == "card" and "seat" in line and want.kind not in ("reveal", "show")
        if about_the_past or line["type"] == "correct":
            if not (hand.correct(line) if line["type"] == "correct" else hand.seen(line)):
                return "no card is looked for there"
            if want.kind != "act":
                return None
            line = {"type": "seen"}
        hand.refusal = None
        try:
            self.want = self.story.send(line)
        except StopIteration:
            self._end()
        return hand.refusal

    def _end(self) -> None:
        self.hands[-1].stacks_after = dict(self.stacks)
        self.story = self.want = None

    def _between_hands(self, line: Line) -> str | None:
        kind, seat = line["type"], line.get("seat", 0)
        if kind == "hand":
            return self._start(line)
        if kind in ("join", "rebuy"):
            amount = line["stack"] if kind == "join" else line["amount"]
            least = self.rules.get("min_buy_in", 10 * self.rules["small_bet"])
            if amount < least:
                return f"the minimum buy-in is {least}"
            if (seat in self.stacks) == (kind == "join") or not 1 <= seat <= 8:
                return f"seat {seat} cannot {kind}"
            self.stacks[seat] = self.stacks.get(seat, 0) + amount
            return None
        if kind == "leave" and seat in self.stacks:
            del self.stacks[seat]
            return None
        return "no hand is on"

    def _start(self, line: Line) -> str | None:
        stated = {**self.stated, **line.get("rules", {})}
        active = [
            seat for seat in sorted(self.stacks) if self.stacks[seat] > 0 and seat not in line.get("sitting_out", [])
        ]
        most = 7 if stated.get("variant", "liege-lord") == "liege-lord" else 8
        if not 2 <= len(active) <= most:
            return f"{len(active)} players cannot play this"
        dealer = line.get("dealer", self.next_dealer(active))
        if dealer not in active:
            return f"seat {dealer} is not in the hand"
        self.stated = stated
        clockwise = [seat for seat in active if seat > dealer] + [seat for seat in active if seat <= dealer]
        hand = Hand(len(self.hands) + 1, self.rules, dealer, clockwise, self.stacks)
        self.hands.append(hand)
        self.story = hand.play()
        self.want = next(self.story)
        return None

    def next_dealer(self, active: list[int]) -> int:
        """One active seat left of the last button, the same after a void; at first the lowest (RULES 1.3)."""
        if not self.hands:
            return active[0]
        last = self.hands[-1]
        if last.status == "void" and last.dealer in active:
            return last.dealer
        return next((seat for seat in active if seat > last.dealer), active[0])

    def report(self) -> dict[str, Any]:
        hands = [hand.report() for hand in self.hands]
        for entry in hands:
            entry["refused"] = [
                {"line": number, "why": why} for hand, number, why in self.noted if hand == entry["hand"]
            ]
        return {"version": 1, "hands": hands, "stacks": {str(seat): self.stacks[seat] for seat in sorted(self.stacks)}}


def judge(lines: list[Line]) -> dict[str, Any]:
    """Play a whole session, header first, and return what ``liege replay --json`` must contain."""
    referee = Referee(lines[0])
    for line in lines[1:]:
        referee.feed(line)
    return referee.report()
