"""Liege Lord sessions about who gets what: ties, side pots, odd chips. ``python lords_shares.py`` writes them.

Unless said otherwise: ante 25, bets 100 and 200, chip 25, partner on the right, seats and deals clockwise.
"""

from __future__ import annotations

from typing import Any

from reckoned import one, partner, winner
from scribe import Scribe

# Three players, seats 1 and 2 with the same straight, seat 3 with a pair. Broadway: A K Q J T.
TIED = {1: "Ah Kd | Qc Js Td 2c | 3h", 2: "Ac Ks | Qd Jh Tc 2d | 4h", 3: "9s 9d | 8c 7h 5s 3c | 2h"}


# ---- ties
def tied(name: str, note: str, **rules: Any) -> Scribe:
    s = Scribe(name, note, {1: 4000, 2: 4000, 3: 4000}, ante=100, **rules)
    h = s.hand(3, TIED)
    h.go("1b 2c 3c")
    h.go("1k 2k 3k")
    h.go("1b 2c 3c")
    h.go("1k 2k 3k")
    h.go("1k 2k 3k")
    h.show(1, 2, 3)
    h.pay()
    return s


TIED_HANDS = [["Ah", "Kd", "Qc", "Js", "Td"], ["Ac", "Ks", "Qd", "Jh", "Tc"]]
tied("ll-tie", "RULES 3.10: the rule's own example, two tied winners and a partner who wins too").write(
    {
        "_why": "Ante 100, bets 100 and 200: 400 each, pot 1200. Seats 1 and 2 have the same straight. 600 "
        "each: seat 1 shares with 3 (300/300), seat 2 with 1 (300/300). 1 gets 600, 2 and 3 get 300. "
        "Boards tie in every round; dealer 3, so seat 1 is first on the left.",
        **one(
            openers=[
                {"round": 1, "seat": 1, "showing": ["Qc"]},
                {"round": 2, "seat": 1, "showing": ["Qc", "Js"]},
                {"round": 3, "seat": 1, "showing": ["Qc", "Js", "Td"]},
                {"round": 4, "seat": 1, "showing": ["Qc", "Js", "Td", "2c"]},
                {"round": 5, "seat": 1, "showing": ["Qc", "Js", "Td", "2c"]},
            ],
            pots=[
                {
                    "amount": 1200,
                    "eligible": [1, 2, 3],
                    "shares": [
                        {**winner(1, 300), "hand": TIED_HANDS[0]},
                        partner(3, 300),
                        {**winner(2, 300), "hand": TIED_HANDS[1]},
                        partner(1, 300),
                    ],
                }
            ],
            won={"1": 600, "2": 300, "3": 300},
            stacks={"1": 4200, "2": 3900, "3": 3900},
        ),
    }
)

tied("ll-tie-winners-only", "RULES 3.10: tie_split winners-only", tie_split="winners-only").write(
    {
        "_why": "As ll-tie, but 1200 is split among the two winners alone: 600 each.",
        **one(
            pots=[{"amount": 1200, "eligible": [1, 2, 3], "shares": [winner(1, 600), winner(2, 600)]}],
            won={"1": 600, "2": 600},
            stacks={"1": 4200, "2": 4200, "3": 3600},
        ),
    }
)

s = Scribe(
    "ll-opener-by-suit", "RULES 2.2: opener_tie suit in Liege Lord", {1: 4000, 2: 4000, 3: 4000}, opener_tie="suit"
)
h = s.hand(3, TIED)
for _ in range(5):
    h.go("2k 3k 1k")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "Boards of seats 1 and 2 tie in each round; Qd outranks Qc, so seat 2 opens though seat 1 is "
        "first on the dealer's left. 75 is three chips: seat 1 (first on the left) has two: one to "
        "itself, one to 3; seat 2 one, which cannot be halved.",
        **one(
            openers=[
                {"round": 1, "seat": 2, "showing": ["Qd"]},
                {"round": 2, "seat": 2, "showing": ["Qd", "Jh"]},
                {"round": 3, "seat": 2, "showing": ["Qd", "Jh", "Tc"]},
                {"round": 4, "seat": 2, "showing": ["Qd", "Jh", "Tc", "2d"]},
                {"round": 5, "seat": 2, "showing": ["Qd", "Jh", "Tc", "2d"]},
            ],
            won={"1": 25, "2": 25, "3": 25},
            stacks={"1": 4000, "2": 4000, "3": 4000},
            refused=[],
        ),
    }
)


# ---- three all-in, two side pots
s = Scribe(
    "ll-three-all-in",
    "RULES 2.3 3.9 6.1 6.2: three all-in, two side pots, another partner in each",
    {1: 400, 2: 900, 3: 1300, 4: 2000},
)
h = s.hand(
    4,
    {
        1: "As Ad | 3c 3d 3h 6c | 6d",
        2: "Kd 8s | Kc 9s 5d 2h | 7h",
        3: "Qs Qh | Qd Ts 8d 4s | 2c",
        4: "Jd Tc | Jh 9d 7s 4h | 2d",
    },
)
h.go("2b100 3r200 4r300 1c 2r400 3c 4c 1c")
h.go("2b100 3r200 4r300 2r400 3c 4c")
h.go("2b75 3r200 4c")
h.go("3b200 4c")
h.go("3b75 4c")
h.show(1, 2, 3, 4)
h.pay()
s.write(
    {
        "_why": "Totals: seat 1 25+375=400, seat 2 425+400+75=900, seats 3 and 4 425+400+200+200+75=1300. Main "
        "4x400=1600, side 3x500=1500, side 2x400=800. From round 2 seat 1 (threes) has the best board "
        "but is all-in: the next able on the left acts. Round 3: 75 is under half of 200, so seat 3 "
        "completes to 200. Round 5: seat 3 bets its last 75. Hands: 1 33366, 3 QQQ, 2 KK, 4 JJ. Main: 1 "
        "and on its right 4, 800 each. First side pot: 3 and 2, 750 each. Second: 3, whose nearest "
        "eligible on the right is 4, 400 each.",
        **one(
            folded=[],
            returned=[],
            openers=[
                {"round": 1, "seat": 2, "showing": ["Kc"]},
                {"round": 2, "seat": 2, "best": 1, "showing": ["3c", "3d"]},
                {"round": 3, "seat": 2, "best": 1, "showing": ["3c", "3d", "3h"]},
                {"round": 4, "seat": 3, "best": 1, "showing": ["3c", "3d", "3h", "6c"]},
                {"round": 5, "seat": 3, "best": 1, "showing": ["3c", "3d", "3h", "6c"]},
            ],
            pots=[
                {"amount": 1600, "eligible": [1, 2, 3, 4], "shares": [winner(1, 800), partner(4, 800)]},
                {"amount": 1500, "eligible": [2, 3, 4], "shares": [winner(3, 750), partner(2, 750)]},
                {"amount": 800, "eligible": [3, 4], "shares": [winner(3, 400), partner(4, 400)]},
            ],
            won={"1": 800, "2": 750, "3": 1150, "4": 1200},
            stacks={"1": 800, "2": 750, "3": 1150, "4": 1900},
            alarms=[],
            refused=[],
        ),
    }
)


# ---- odd chips
def checked_down(name: str, note: str, cards: dict[int, str], opener: list[int], dealer: int, **rules: Any) -> None:
    """Play without a bet; ``opener`` names who begins each round, the others check clockwise."""
    h = (s := Scribe(name, note, dict.fromkeys(cards, 1000), **rules)).hand(dealer, cards)
    seats = sorted(cards)
    for first in opener:
        at = seats.index(first)
        h.go(" ".join(f"{seat}k" for seat in seats[at:] + seats[:at]))
    h.show(*seats)
    h.pay()
    SHELF[name] = s


SHELF: dict[str, Scribe] = {}
checked_down(
    "ll-odd-chip",
    "RULES 3.11 6.6: the odd chip of winner and partner",
    {1: "Ah 9d | Qc Js 8d 2c | 3h", 2: "Kc Ks | Kd Jh Tc 2d | 4h", 3: "9s 9c | 8c 7h 5s 3c | 2h"},
    [2, 2, 2, 2, 2],
    3,
)
SHELF["ll-odd-chip"].write(
    {
        "_why": "Three antes of 25 are three chips: seat 2 (KKK) takes two, its right neighbour 1 one.",
        **one(
            pots=[{"amount": 75, "eligible": [1, 2, 3], "shares": [winner(2, 50), partner(1, 25)]}],
            won={"1": 25, "2": 50},
            stacks={"1": 1000, "2": 1025, "3": 975},
        ),
    }
)

# Seats 1 and 3 tie with Broadway; dealer 2, so seat 3 is first on the left.
ODD = {1: "As Kd | Qc Js Td 2c | 3h", 2: "9s 9d | 8c 7h 5s 3c | 2h", 3: "Ah Ks | Qd Jh Tc 2d | 4h"}
checked_down(
    "ll-odd-chip-tie",
    "RULES 6.3 3.11: the odd chip among tied winners, dealer's left",
    ODD,
    [3, 3, 3, 3, 3],
    2,
    ante=125,
)
SHELF["ll-odd-chip-tie"].write(
    {
        "_why": "3x125=375=15 chips. Seat 3 (first from the dealer's left) 8 chips, seat 1 7. Seat 3's 8: 4 and "
        "4 to 2. Seat 1's 7: 4 and 3 to seat 3 (right of 1). 3: 4+3=7 chips 175, 2: 100, 1: 100. Each "
        "paid 125.",
        **one(won={"1": 100, "2": 100, "3": 175}, stacks={"1": 975, "2": 975, "3": 1050}),
    }
)

checked_down(
    "ll-odd-chip-by-suit",
    "RULES 6.3: odd_chip high-card-by-suit",
    ODD,
    [3, 3, 3, 3, 3],
    2,
    ante=125,
    odd_chip="high-card-by-suit",
)
SHELF["ll-odd-chip-by-suit"].write(
    {
        "_why": "As before, but As (seat 1) beats Ah (seat 3): seat 1 has 8 chips: 4 and 4 to 3; seat 3 has 7: "
        "4 and 3 to 2. 1: 100, 3: 200, 2: 75.",
        **one(won={"1": 100, "2": 75, "3": 200}, stacks={"1": 975, "2": 950, "3": 1075}),
    }
)
