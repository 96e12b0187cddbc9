"""Hi/lo sessions and what they must give, reckoned by hand. ``python hilos.py`` writes them."""

from __future__ import annotations

from typing import Any

from reckoned import one, winner
from scribe import Scribe
from studs import finish, high


def low(seat: int, amount: int) -> dict[str, Any]:
    return winner(seat, amount, "low")


# ---- RULES 9.5
s = Scribe(
    "hl-fact-9-5",
    "RULES 9.5 5.2 5.3 6.6: the low plays for the main pot alone",
    {1: 20, 2: 60, 3: 200, 4: 200},
    variant="hi-lo",
    ante=2,
    bring_in=3,
    small_bet=10,
    big_bet=20,
    smallest_chip=1,
)
h = s.hand(
    4,
    {
        1: "Ac 2d | 3h 4s 6c Kd | Kh",
        2: "Qc Qd | Qh 9s 9c Jd | Th",
        3: "Jc Js | Ts Tc 8h 7s | 5d",
        4: "Ks Kc | 8c 7c 5s 9d | 2h",
    },
)
h.go("1o10 2r20 3r30 4r40 1c 2c 3c")
h.go("3b10 4r20 2c 3r30 4r40 3c")
h.go("3b20 4r40 3r60 4r80 3c")
h.go("3b20 4r38 3c")
h.go("")
finish(h, 1, 2, 3, 4)
s.write(
    {
        "_why": "Put in: 20, 60, 200, 200. Main 80: high 2 (QQQ99) 40, low 1 (64 low) 40. Side 3x40=120: seat "
        "2. Side 2x140=280: seat 3 (JJTT); nobody in it has a low.",
        **one(
            variant="hi-lo",
            pots=[
                {"amount": 80, "eligible": [1, 2, 3, 4], "shares": [high(2, 40), low(1, 40)]},
                {"amount": 120, "eligible": [2, 3, 4], "shares": [high(2, 120)]},
                {"amount": 280, "eligible": [3, 4], "shares": [high(3, 280)]},
            ],
            returned=[],
            stacks={"1": 40, "2": 160, "3": 280, "4": 0},
            refused=[],
        ),
    }
)


def checked(
    name: str, note: str, cards: dict[int, str], dealer: int, rounds: list[str], why: str, **expected: Any
) -> None:
    s = Scribe(name, note, dict.fromkeys(cards, 1000), variant="hi-lo", ante=125, bring_in=0)
    h = s.hand(dealer, cards)
    for acts in rounds:
        h.go(acts)
    finish(h, *cards)
    s.write({"_why": why, **one(**expected)})


QUEENS = "Qc Qd | Qh 9s 9c Jd | Th"
checked(
    "hl-odd-chip",
    "RULES 5.3: the odd chip between the halves goes to the high hand",
    {1: "Ac 2d | 3h 5s 7c Kd | Kh", 2: QUEENS, 3: "Jc Js | Ts Tc 8h 6s | 4d"},
    3,
    ["2k 3k 1k", "3k 1k 2k", "3k 1k 2k", "3k 1k 2k", "3k 1k 2k"],
    "3x125=15 chips: high 8 (QQQ99), low 7 (75 low). Fourth street: tens at seat 3 open; on fifth "
    "street tens still beat nines.",
    pots=[{"amount": 375, "eligible": [1, 2, 3], "shares": [high(2, 200), low(1, 175)]}],
    stacks={"1": 1050, "2": 1075, "3": 875},
    refused=[],
)

checked(
    "hl-low-tie",
    "RULES 5.2 6.3 6.6: two tied lows share the low half",
    {1: "Ac 2d | 3h 5s 7c Kd | Kh", 2: QUEENS, 3: "Ah 2h | 3s 5c 7d Jc | Js"},
    1,
    ["2k 3k 1k"] * 5,
    "High 8 chips (200). Seats 1 and 3 both have 75 low: 7 chips, the odd one to seat 3, first from the "
    "dealer's left after 2: 100 and 75.",
    won={"1": 75, "2": 200, "3": 100},
    stacks={"1": 950, "2": 1075, "3": 975},
    refused=[],
)

checked(
    "hl-scoop",
    "RULES 5.1 5.2: one player wins both with different five cards; a wheel is low and straight",
    {1: "Ah 2h | 3h 4c 6h Kh | 9d", 2: "Qc Qd | Jh 9s 9c Jd | Th", 3: "8c 7s | 6d 5c 2s Kd | Kc"},
    3,
    ["2k 3k 1k", "2k 3k 1k", "2k 3k 1k", "2k 3k 1k", "2k 3k 1k"],
    "Seat 1: flush A K 6 3 2 of hearts, and the low 6 4 3 2 A; seat 3's low is 8 7 6 5 2. High 200, low 175.",
    pots=[
        {
            "amount": 375,
            "eligible": [1, 2, 3],
            "shares": [{**high(1, 200), "hand": ["Ah", "Kh", "6h", "3h", "2h"]}, low(1, 175)],
        }
    ],
    won={"1": 375},
    stacks={"1": 1250, "2": 875, "3": 875},
    refused=[],
)

checked(
    "hl-no-low",
    "RULES 5.3: no low, the high hand takes all",
    {1: "Ac 2d | 3h 5s 9h Kd | Kh", 2: QUEENS, 3: "Jc Js | Ts Tc 8h 6s | 4d"},
    3,
    ["2k 3k 1k", "3k 1k 2k", "3k 1k 2k", "3k 1k 2k", "3k 1k 2k"],
    "Seat 1 has only 5 3 2 A under nine, seat 3 only 8 6 4: 375 to QQQ99.",
    pots=[{"amount": 375, "eligible": [1, 2, 3], "shares": [high(2, 375)]}],
    stacks={"1": 875, "2": 1250, "3": 875},
    refused=[],
)
