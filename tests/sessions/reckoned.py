"""The words of what a session must give, and the hand of Liege Lord that several sessions play. Writes nothing."""

from __future__ import annotations

from typing import Any

from scribe import Scribe

# Four players whom several sessions use again. Seat 3 makes kings full, nobody else better than two pair.
FOUR = {1: "Ah Ad | Kc 7d 5s 2c | 9h", 2: "Qs Qd | Jc 7c 6h 3d | Jh", 3: "Ks Kd | Kh 4h 4s 9d | 2d", 4: "Ts 8s | 8d"}
ORDINARY_OPENERS = [
    {"round": 1, "seat": 3, "showing": ["Kh"]},
    {"round": 2, "seat": 1, "showing": ["Kc", "7d"]},
    {"round": 3, "seat": 3, "showing": ["Kh", "4h", "4s"]},
    {"round": 4, "seat": 3, "showing": ["Kh", "4h", "4s", "9d"]},
    {"round": 5, "seat": 3, "showing": ["Kh", "4h", "4s", "9d"]},
]


def one(**hand: Any) -> dict[str, Any]:
    """The part of an expectation that is the same for one complete hand."""
    stacks = hand["stacks"]
    return {"version": 1, "hands": [{"hand": 1, "status": "complete", **hand}], "stacks": stacks}


def winner(seat: int, amount: int, role: str = "winner") -> dict[str, Any]:
    return {"seat": seat, "amount": amount, "as": role}


def partner(seat: int, amount: int) -> dict[str, Any]:
    return winner(seat, amount, "partner")


def ordinary(name: str, note: str, **rules: Any) -> Scribe:
    s = Scribe(name, note, {1: 4000, 2: 4000, 3: 4000, 4: 4000}, **rules)
    h = s.hand(1, FOUR)
    h.go("3b100 4f 1c 2c")
    h.go("1k 2b100 3c 1c")
    h.go("3b200 1c 2c")
    h.go("3b200 1r400 2c 3c")
    h.go("3k 1k 2k")
    h.show(3, 1, 2)
    h.pay()
    return s
