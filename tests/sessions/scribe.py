"""Writes down a session as a dealer would have recorded it, so that a hand fits on a screen.

It knows the order of dealing and who has folded, nothing else of the rules: no openers, no amounts, no pots.
What must come out stands beside each session, reckoned by hand.

A player's cards are written as they lie at the end: ``"Ks Kd | Kh 4h 4s 9d | 2d"`` (down, up, down).
In Liege Lord the scribe lets everybody pass the newest card and turn up the card just received. So the first
two cards are dealt to the player and stay; the other five are dealt to the neighbour who passes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ACTIONS = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise", "i": "bring_in", "o": "complete"}
NAMES = ["Ana", "Ben", "Cem", "Dee", "Eli", "Fay", "Gus", "Hal"]

Line = dict[str, Any]


class Scribe:
    """One session file. ``stacks`` is ``{seat: chips}``; further keywords are house rules."""

    def __init__(self, name: str, note: str, stacks: dict[int, int], **rules: Any) -> None:
        self.name = name
        self.rules = {"variant": "liege-lord", **rules}
        self.seats = sorted(stacks)
        header = {
            "type": "session",
            "version": 1,
            "table": "Kitchen",
            "rules": dict(self.rules),
            "seats": [{"seat": s, "name": NAMES[s - 1], "stack": stacks[s]} for s in self.seats],
        }
        self.lines: list[Line] = [header, {"type": "note", "text": note}]
        self.cut = ""

    @property
    def here(self) -> int:
        """The number of the line just written."""
        return len(self.lines)

    def say(self, kind: str, **fields: Any) -> int:
        self.lines.append({"type": kind, **fields})
        return self.here

    def confirm(self, step: str) -> int:
        return self.say("confirm", step=step)

    def hand(
        self,
        dealer: int,
        cards: dict[int, str],
        *,
        say_dealer: bool = True,
        start: bool = True,
        rules: dict[str, Any] | None = None,
        out: list[int] | None = None,
        middle: str = "",
        burns: str = "",
    ) -> Hand:
        fields: Line = {}
        if say_dealer:
            fields["dealer"] = dealer
        if rules:
            self.rules.update(rules)
            fields["rules"] = rules
        if out is not None:
            fields["sitting_out"] = out
        self.say("hand", **fields)
        if start:
            self.confirm("announce")
            self.confirm("antes")
        return Hand(self, dealer, cards, middle, burns)

    def write(self, expected: dict[str, Any]) -> None:
        """Write both files. ``cut`` is the beginning of a line that a power loss left behind."""
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines) + self.cut
        (HERE / f"{self.name}.session.jsonl").write_text(text, encoding="utf-8")
        (HERE / f"{self.name}.expected.json").write_text(
            json.dumps(expected, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


class Hand:
    """One hand of a session; ``cards`` is ``{seat: "down | up | down"}``, cut short for who folds."""

    def __init__(self, scribe: Scribe, dealer: int, cards: dict[int, str], middle: str, burns: str) -> None:
        self.scribe = scribe
        seats = sorted(cards)
        self.live = [s for s in seats if s > dealer] + [s for s in seats if s <= dealer]
        self.cards = {s: text.replace("|", " ").split() for s, text in cards.items()}
        self.middle = middle
        self.burns = burns.split()
        self.round = 0

    def receiver_of(self, seat: int) -> int:
        """Who gets the card that ``seat`` passes."""
        return self.live[(self.live.index(seat) + 1) % len(self.live)]

    def deal(self, *, unread: tuple[str, ...] = (), burn: bool | None = None) -> None:
        """The next deal from the shoe; the cards named in ``unread`` come out as null. A burn is one, read
        or not.
        """
        s, number = self.scribe, self.round
        if burn is None:
            burn = s.rules.get("burn", s.rules["variant"] != "liege-lord")
        self.round += 1
        count = 3 if number == 0 else 1
        if number > 0 and burn:
            s.say("card", card=self.burns.pop(0) if self.burns else None, reader="shoe")
        for turn in range(count):
            for seat in self.live:
                place = turn if number == 0 else number + 2
                owner = seat
                if s.rules["variant"] == "liege-lord" and place >= 2:
                    owner = self.receiver_of(seat)
                card = self.cards[owner][place]
                s.say("card", card=None if card in unread else card, reader="shoe")

    def reveal(self, *, reader: str = "dealer", skip: tuple[int, ...] = ()) -> None:
        for seat in self.live:
            if seat not in skip:
                self.scribe.say("card", card=self.cards[seat][self.round + 1], reader=reader, seat=seat)

    def deal_common(self) -> None:
        """The one card for everybody's seventh."""
        self.round += 1
        self.scribe.say("card", card=self.middle, reader="shoe")

    def go(self, acts: str = "", *, unread: tuple[str, ...] = (), burn: bool | None = None) -> None:
        """Deal, pass, reveal and bet one round."""
        self.deal(unread=unread, burn=burn)
        if self.scribe.rules["variant"] == "liege-lord":
            self.scribe.confirm("pass")
            if self.round <= 4:
                self.reveal()
        self.acts(acts)

    def acts(self, acts: str) -> None:
        """``"3b100 1c 2f"``: seat, letter, and the amount to which a bet or raise goes, if it is named."""
        for word in acts.split():
            seat, action, to = int(word[0]), ACTIONS[word[1]], word[2:]
            self.scribe.say("act", seat=seat, action=action, **({"to": int(to)} if to else {}))
            if action == "fold":
                self.live.remove(seat)

    def show(self, *seats: int) -> None:
        """These players turn up all their down cards."""
        for seat in seats:
            cards = self.cards[seat]
            self.scribe.say("show", seat=seat, cards=cards[:2] + cards[6:])

    def pay(self) -> int:
        return self.scribe.confirm("pay")

    def void(self, reason: str) -> int:
        return self.scribe.say("void", reason=reason)
