"""Liege Lord sessions with short stacks, reckoned by hand. ``python lords_all_in.py`` writes them."""

from __future__ import annotations

from reckoned import one, partner, winner
from scribe import Scribe

# ---- short all-ins
THREE = {1: "Ah Ad | Qc Js 8d 2c | 3h", 2: "Kd Tc | Jc 6s 5h 4c | 2d", 3: "9s 9c | Th 7h 5s 3c | 2h"}
s = Scribe(
    "ll-short-all-in",
    "RULES 6.1: an all-in under half a bet does not reopen the betting",
    {1: 2000, 2: 145, 3: 2000},
    smallest_chip=5,
)
h = s.hand(3, THREE)
h.go("1b100 2r120 3c")
refused = [s.say("act", seat=1, action="raise", to=220)]
h.acts("1c")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "Seat 2's 120 is 20 over the bet, under half of 100. Seat 3 had not acted and might raise to "
        "200; seat 1 has acted: call or fold. 3x145=435=87 chips of 5: seat 1 (AA) 44 chips 220, seat 3 "
        "on its right 215.",
        **one(
            pots=[{"amount": 435, "eligible": [1, 2, 3], "shares": [winner(1, 220), partner(3, 215)]}],
            won={"1": 220, "3": 215},
            stacks={"1": 2075, "2": 0, "3": 2070},
            refused=[{"line": refused[0]}],
        ),
    }
)

s = Scribe(
    "ll-short-all-in-raised",
    "RULES 6.1: over an all-in of 120 the next raise completes to 200",
    {1: 2000, 2: 145, 3: 2000},
    smallest_chip=5,
)
h = s.hand(3, THREE)
h.go("1b100 2r120")
refused = [s.say("act", seat=3, action="raise", to=220)]
h.acts("3r200 1r300 3c")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "Seat 3 completes to 200, a full raise, so seat 1 may raise again, to 300. Main 3x145=435: seat "
        "1 220, seat 3 215. Side 2x180=360: 180 each. Seat 1: 2000-325+220+180=2075; seat 3: "
        "1675+215+180=2070.",
        **one(
            pots=[
                {"amount": 435, "eligible": [1, 2, 3], "shares": [winner(1, 220), partner(3, 215)]},
                {"amount": 360, "eligible": [1, 3], "shares": [winner(1, 180), partner(3, 180)]},
            ],
            stacks={"1": 2075, "2": 0, "3": 2070},
            refused=[{"line": refused[0]}],
        ),
    }
)

s = Scribe(
    "ll-all-in-reopens", "RULES 6.1: an all-in of half a bet or more counts as a raise", {1: 2000, 2: 175, 3: 2000}
)
h = s.hand(3, {**THREE, 1: "Ah Kd | Qc Js 8d 2c | 3h", 2: "Ks Kc | Jc 6s 5h 4c | 2d"})
h.go("1b100 2r150 3c 1r 3c")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "150 over 100 is half a bet: seat 1 may raise, to 150+100=250. Main 3x175=525=21 chips: seat 2 "
        "(KK) 11, seat 1 on its right 10. Side 2x100=200: seat 3 (99) 100, seat 1 100. 1: "
        "2000-275+250+100=2075.",
        **one(
            pots=[
                {"amount": 525, "eligible": [1, 2, 3], "shares": [winner(2, 275), partner(1, 250)]},
                {"amount": 200, "eligible": [1, 3], "shares": [winner(3, 100), partner(1, 100)]},
            ],
            stacks={"1": 2075, "2": 275, "3": 1825},
            refused=[],
        ),
    }
)

s = Scribe(
    "ll-ante-all-in",
    "RULES 1.5 6.2: a stack shorter than the ante is all-in for it",
    {1: 1000, 2: 10, 3: 1000},
    smallest_chip=5,
)
h = s.hand(3, {**THREE, 1: "Ah Kd | Qc Js 8d 2c | 3h", 2: "Ks Kc | Jc 6s 5h 4c | 2d"})
h.go("1b100 3c")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.go("1k 3k")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "Main 3x10=30: seat 2 (KK) 15, seat 1 15. Side 2x115=230: seat 3 (99) 115, seat 1 115. "
        "1: 875+15+115=1005, 3: 875+115=990.",
        **one(
            pots=[
                {"amount": 30, "eligible": [1, 2, 3], "shares": [winner(2, 15), partner(1, 15)]},
                {"amount": 230, "eligible": [1, 3], "shares": [winner(3, 115), partner(1, 115)]},
            ],
            stacks={"1": 1005, "2": 15, "3": 990},
        ),
    }
)

s = Scribe(
    "ll-nobody-to-act",
    "RULES 2.3: only one can act and nothing is to be called: no betting, but the passes and reveals go on",
    {1: 1000, 2: 25, 3: 20},
    smallest_chip=5,
)
h = s.hand(3, {**THREE, 2: "Ks Kc | Jc 6s 5h 4c | 2d"})
for _ in range(5):
    h.go("")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "Seats 2 and 3 are all-in for the ante (25 and 20). Every round is skipped. Main 3x20=60 to "
        "seat 1 (AA) 30 and seat 3 on its right 30. Side 2x5=10: seat 1 5, seat 2 5.",
        **one(
            openers=[{"round": n, "seat": None, "skipped": True} for n in range(1, 6)],
            returned=[],
            pots=[
                {"amount": 60, "eligible": [1, 2, 3], "shares": [winner(1, 30), partner(3, 30)]},
                {"amount": 10, "eligible": [1, 2], "shares": [winner(1, 5), partner(2, 5)]},
            ],
            stacks={"1": 1010, "2": 5, "3": 30},
        ),
    }
)
