"""Two games of the open literature of home games, each a file only, worked out by hand (RULES 3.2, 3.3, 6.1)."""

from __future__ import annotations

from typing import Any

from kiosk.replay import replay_lines

Line = dict[str, Any]


def header(variant: str, seats: int) -> Line:
    people = [{"seat": seat, "name": f"P{seat}", "stack": 4000} for seat in range(1, seats + 1)]
    return {"type": "session", "version": 1, "table": "Kitchen", "rules": {"variant": variant}, "seats": people}


def cards(text: str, **fields: Any) -> list[Line]:
    return [{"type": "card", "card": card, **fields} for card in text.split()]


def passes(**by_seat: str) -> list[Line]:
    return [
        {"type": "pass", "seat": int(seat[1:]), "card": card} for seat, text in by_seat.items() for card in text.split()
    ]


def reveals(**by_seat: str) -> list[Line]:
    return [line for seat, text in by_seat.items() for line in cards(text, seat=int(seat[1:]), reader="camera")]


def acts(*texts: str) -> list[Line]:
    found = []
    for text in texts:
        seat, action, *to = text.split()
        found.append({"type": "act", "seat": int(seat), "action": action, **({"to": int(to[0])} if to else {})})
    return found


def confirm(step: str) -> Line:
    return {"type": "confirm", "step": step}


def test_anaconda() -> None:
    """Three players, the button at seat 3; three passes to the left, two cards thrown away, four rolled.

    Dealt   1: 2c 2d 2h Kc Kd 7c 7d     2: 3c 3d 3h Qc Qd 8c 8d     3: 4c 4d 4h Jc Jd 9c 9d
    Pass 3: 1 gives its twos to 2, 2 its threes to 3, 3 its fours to 1.
    Now     1: Kc Kd 7c 7d 4c 4d 4h     2: Qc Qd 8c 8d 2c 2d 2h     3: Jc Jd 9c 9d 3c 3d 3h
    Pass 2: 1 gives 7c 7d, 2 gives 8c 8d, 3 gives 9c 9d.
    Now     1: Kc Kd 4c 4d 4h 9c 9d     2: Qc Qd 2c 2d 2h 7c 7d     3: Jc Jd 3c 3d 3h 8c 8d
    Pass 1: 1 gives 9d, 2 gives 7d, 3 gives 8d.
    Now     1: Kc Kd 4c 4d 4h 9c 8d     2: Qc Qd 2c 2d 2h 7c 9d     3: Jc Jd 3c 3d 3h 8c 7d
    Thrown  1: 9c 8d, 2: 7c 9d, 3: 8c 7d: fours full of kings, twos full of queens, threes full of jacks.

    Rolled: 4c/2c/3c: the four opens, seat 1; then 4d/2d/3d: fours; Kc/2h/3h: 2 shows three twos, 3 three threes:
    seat 3; Kd/Qc/Jc: two pair against three threes: seat 3. Antes 75, bets of 100 small in round 1 and 200 in
    round 4: pot 75 + 300 + 600 = 975, all of it for seat 1.
    """
    lines = [
        header("anaconda", 3),
        {"type": "hand", "dealer": 3},
        confirm("antes"),
        *cards("2c 3c 4c 2d 3d 4d 2h 3h 4h Kc Qc Jc Kd Qd Jd 7c 8c 9c 7d 8d 9d", reader="shoe"),
        *passes(s1="2c 2d 2h", s2="3c 3d 3h", s3="4c 4d 4h"),
        *acts("1 bet 100", "2 call", "3 call"),
        *passes(s1="7c 7d", s2="8c 8d", s3="9c 9d"),
        *acts("1 check", "2 check", "3 check"),
        *passes(s1="9d", s2="7d", s3="8d"),
        *acts("1 check", "2 check", "3 check"),
        *passes(s1="9c 8d", s2="7c 9d", s3="8c 7d"),
        *reveals(s1="4c", s2="2c", s3="3c"),
        *acts("1 bet 200", "2 call", "3 call"),
        *reveals(s1="4d", s2="2d", s3="3d"),
        *acts("1 check", "2 check", "3 check"),
        *reveals(s1="Kc", s2="2h", s3="3h"),
        *acts("3 check", "1 check", "2 check"),
        *reveals(s1="Kd", s2="Qc", s3="Jc"),
        *acts("3 check", "1 check", "2 check"),
        *({"type": "show", "seat": seat, "cards": [card]} for seat, card in ((3, "Jd"), (1, "4h"), (2, "Qd"))),
        confirm("pay"),
    ]
    result = replay_lines(lines)
    (hand,) = result["hands"]
    assert hand["refused"] == [] and hand["alarms"] == [] and hand["status"] == "complete"
    assert [(one["round"], one["seat"]) for one in hand["openers"]] == [
        *((1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 3), (7, 3))
    ]
    ((pot,)) = hand["pots"]
    assert (pot["amount"], pot["eligible"]) == (975, [1, 2, 3])
    (share,) = pot["shares"]
    assert (share["seat"], share["amount"], share["as"]) == (1, 975, "high")
    assert {*share["hand"]} == {"4c", "4d", "4h", "Kc", "Kd"} and share["name"] == "full house, fours over kings"
    assert result["stacks"] == {"1": 4650, "2": 3675, "3": 3675}


def test_roll_your_own() -> None:
    """Two players, the button at seat 2: everyone turns up what they like, four up and one down in the end.

    1: As down in the end, up Kh 9d 9c 5s: a pair of nines, ace, king, five.
    2: 9h down, up Qd Qs 4c 4h: two pair, queens over fours.
    Openers: Kh over Qd: 1; Kh 9d against a pair of queens: 2; Kh 9d 9c against Qd Qs 4c: queens, 2;
    two pair: 2. Antes 50, a bet of 200 in round 3, raised to 400: pot 850.
    """
    lines = [
        header("roll-your-own", 2),
        {"type": "hand", "dealer": 2},
        confirm("antes"),
        *cards("As Qd Kh 9h", reader="shoe"),
        *reveals(s1="Kh", s2="Qd"),
        *acts("1 check", "2 check"),
        *cards("9d Qs", reader="shoe"),
        *reveals(s1="9d", s2="Qs"),
        *acts("2 check", "1 check"),
        *cards("9c 4c", reader="shoe"),
        *reveals(s1="9c", s2="4c"),
        *acts("2 bet 200", "1 raise 400", "2 call"),
        *cards("5s 4h", reader="shoe"),
        *reveals(s1="5s", s2="4h"),
        *acts("2 check", "1 check"),
        confirm("showdown"),
        confirm("pay"),
    ]
    result = replay_lines(lines)
    (hand,) = result["hands"]
    assert hand["refused"] == [] and hand["status"] == "complete"
    assert [(one["seat"], one["showing"]) for one in hand["openers"]] == [
        (1, ["Kh"]),
        (2, ["Qd", "Qs"]),
        (2, ["Qd", "Qs", "4c"]),
        (2, ["Qd", "Qs", "4c", "4h"]),
    ]
    assert hand["won"] == {"2": 850} and result["stacks"] == {"1": 3575, "2": 4425}
    assert hand["pots"][0]["shares"][0]["name"] == "two pair, queens and fours"
