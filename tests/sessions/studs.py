"""Stud high sessions and what they must give, reckoned by hand. ``python studs.py`` writes them.

Unless said otherwise: ante 25, bring-in 50, bets 100 and 200, chip 25, burns, three raises, open pair option.
"""

from __future__ import annotations

from typing import Any

from reckoned import one, winner
from scribe import Hand, Scribe


def high(seat: int, amount: int) -> dict[str, Any]:
    return winner(seat, amount, "high")


def last(seat: int, amount: int) -> dict[str, Any]:
    return winner(seat, amount, "last")


def stud(name: str, note: str, stacks: dict[int, int], **rules: Any) -> Scribe:
    return Scribe(name, note, stacks, variant="stud", **rules)


def finish(h: Hand, *seats: int) -> None:
    if seats:
        h.show(*seats)
    h.pay()


def bringing_in(seat: int, *showing: str) -> dict[str, Any]:
    return {"round": 1, "seat": seat, "bring_in": True, "showing": list(showing)}


# ---- an ordinary hand
s = stud(
    "st-ordinary",
    "RULES 4.1 4.2 4.4 4.5 4.8 1.6: bring-in, complete, open pair, raises to the cap, burns",
    {1: 4000, 2: 4000, 3: 4000, 4: 4000},
)
h = s.hand(
    4,
    {1: "As Kd | 9c 9h 4d Jc | 2s", 2: "Qc Qd | 3h Qh 7d 7c | 5s", 3: "Tc 9d | 2d", 4: "8h 8d | Kc Js 5h 4h | 8c"},
    burns="2c 2h 3c 3d",
)
h.go("3i 4o 1c 2r 3f 4c 1c")
h.go("1b200 2r 4c 1c")
h.go("1k 2b 4c 1c")
h.go("1k 2b 4c 1f")
h.go("2b 4r 2r 4r")
refused = s.say("act", seat=2, action="raise", to=1000)
h.acts("2c")
finish(h, 4, 2)
s.write(
    {
        "_why": "Doors 9c 3h 2d Kc: 2d brings in 50, seat 4 completes to 100, seat 2 raises to 200. Put in: 1, "
        "2, 4 225, 3 75. Fourth street: seat 1 shows nines and bets the upper limit, so seat 2's raise "
        "is to 400: 625. Fifth: 200: 825. Sixth: seat 1 folds, 2 and 4 1025. Seventh: bet and three "
        "raises to 800: 1825. Pot 2x1825+825+75=4550. Seat 2 QQQ77, seat 4 888. 2: 4000-1825+4550=6725.",
        **one(
            variant="stud",
            dealer=4,
            openers=[
                bringing_in(3, "2d"),
                {"round": 2, "seat": 1, "showing": ["9c", "9h"]},
                {"round": 3, "seat": 1, "showing": ["9c", "9h", "4d"]},
                {"round": 4, "seat": 1, "showing": ["9c", "9h", "4d", "Jc"]},
                {"round": 5, "seat": 2, "showing": ["3h", "Qh", "7d", "7c"]},
            ],
            pots=[{"amount": 4550, "eligible": [2, 4], "shares": [high(2, 4550)]}],
            returned=[],
            won={"2": 4550},
            stacks={"1": 3175, "2": 6725, "3": 3925, "4": 2175},
            alarms=[],
            refused=[{"line": refused}],
        ),
    }
)

# ---- RULES 9, the facts
s = stud("st-fact-9-1", "RULES 9.1 4.2 1.1: doors 2s 2c 2d, the two of clubs brings it in", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(3, {1: "Ah Kd | 2s", 2: "Qc Jd | 2c", 3: "9h 8d | 2d"})
h.go("2i 3f 1f")
finish(h)
s.write(
    {
        "_why": "Clubs are the lowest suit. All fold to the bring-in: 50 goes back, three antes are won.",
        **one(
            openers=[bringing_in(2, "2c")],
            returned=[{"seat": 2, "amount": 50}],
            pots=[{"amount": 75, "eligible": [2], "shares": [last(2, 75)]}],
            won={"2": 75},
            stacks={"1": 975, "2": 1050, "3": 975},
        ),
    }
)

SMALL = {"ante": 1, "bring_in": 3, "small_bet": 10, "big_bet": 20, "smallest_chip": 1, "open_pair_option": False}
FACT = {1: "Ah Kd | 5s 7d 9c Jd | 4h", 2: "Qc Qd | 2c 8s 8h Ts | 3h", 3: "9h 9d | 3d 6s Jc Kc | 4d"}
s = stud(
    "st-fact-9-2", "RULES 9.2 4.2 2.3: the bring-in player is all-in for the ante", {1: 200, 2: 1, 3: 200}, **SMALL
)
h = s.hand(3, FACT)
h.go("3i 1f")
for _ in range(4):
    h.go("")
finish(h, 3, 2)
s.write(
    {
        "_why": "2c is lowest but all-in, seat 3 acts for the bring-in with 3. Seat 1 folds; the 3 go back "
        "(seat 3 put in 4, nobody else more than 1). Pot 3; seat 2 QQ88 beats 99.",
        **one(
            folded=[1],
            openers=[{"round": 1, "seat": 3, "bring_in": True}]
            + [{"round": n, "seat": None, "skipped": True} for n in range(2, 6)],
            returned=[{"seat": 3, "amount": 3}],
            pots=[{"amount": 3, "eligible": [2, 3], "shares": [high(2, 3)]}],
            stacks={"1": 199, "2": 3, "3": 199},
        ),
    }
)

s = stud(
    "st-fact-9-3",
    "RULES 9.3 6.1: a bring-in player posts what is there, the next owes the full bring-in",
    {1: 200, 2: 2, 3: 200},
    **SMALL,
)
h = s.hand(3, FACT)
h.go("2i 3c 1c")
h.go("3k 1k")
h.go("3k 1k")
h.go("3k 1k")
h.go("3k 1k")
finish(h, 1, 2, 3)
s.write(
    {
        "_why": "Seat 2 posts its last 1; seats 3 and 1 call 3. Main 3x2=6: seat 2 QQ88. Side 2x2=4: seat 3 99 "
        "against A high. Boards on fourth street: 5s7d, 2c8s (best, all-in), 3d6s: the next able after "
        "2 is 3. ",
        **one(
            pots=[
                {"amount": 6, "eligible": [1, 2, 3], "shares": [high(2, 6)]},
                {"amount": 4, "eligible": [1, 3], "shares": [high(3, 4)]},
            ],
            stacks={"1": 196, "2": 6, "3": 200},
        ),
    }
)

for tie, opener, acts in (("position", 1, "1b 2f 3f"), ("suit", 2, "2b 3f 1f")):
    s = stud(
        f"st-fact-9-4-{tie}",
        f"RULES 9.4 2.2: Ah2s and Ac2c on fourth street, opener_tie {tie}",
        {1: 1000, 2: 1000, 3: 1000},
        opener_tie=tie,
    )
    h = s.hand(3, {1: "9c 9d | Ac 2c", 2: "8c 8d | Ah 2s", 3: "7s 6d | Kd 7h"})
    h.go("3i 1c 2c")
    h.go(acts)
    finish(h)
    s.write(
        {
            "_why": "Aces are high, so the king brings it in. Seats 1 and 2 show A2 each: by position the first "
            "from the dealer's left (1), by suit Ah (2). 75 each in the pot: 225; the winner has "
            "1000-75+225.",
            **one(
                openers=[
                    bringing_in(3, "Kd"),
                    {"round": 2, "seat": opener, "showing": ["Ac", "2c"] if opener == 1 else ["Ah", "2s"]},
                ],
                returned=[{"seat": opener, "amount": 100}],
                won={str(opener): 225},
                stacks={"1": 1150 if opener == 1 else 925, "2": 1150 if opener == 2 else 925, "3": 925},
            ),
        }
    )

s = stud(
    "st-fact-9-6",
    "RULES 9.6 6.1: a bet of 20 by an all-in of 15; a full raise is to 35",
    {1: 20, 2: 500, 3: 500},
    ante=5,
    bring_in=0,
    small_bet=20,
    big_bet=40,
    smallest_chip=5,
)
h = s.hand(3, {1: "Ah Ad | Kc 7d 5h 4s | 2h", 2: "Qc Jd | 9c 9s 8s 3h | 2d", 3: "Th 8d | 7c"})
h.go("1b")
refused = s.say("act", seat=2, action="raise", to=40)
h.acts("2r35 3f")
for _ in range(4):
    h.go("")
finish(h, 2, 1)
s.write(
    {
        "_why": "15 is at least half of 20: the next raise is to 35. Seat 3 folds, 20 go back to 2. Pot "
        "20+20+5=45, AA wins.",
        **one(
            returned=[{"seat": 2, "amount": 20}],
            pots=[{"amount": 45, "eligible": [1, 2], "shares": [high(1, 45)]}],
            stacks={"1": 45, "2": 480, "3": 495},
            refused=[{"line": refused}],
        ),
    }
)

s = stud(
    "st-fact-9-7",
    "RULES 9.7 4.2 4.5: 15/30, a bring-in of 5 completed to 15, three raises still follow",
    {1: 500, 2: 500, 3: 500},
    ante=5,
    bring_in=5,
    small_bet=15,
    big_bet=30,
    smallest_chip=5,
)
h = s.hand(3, {1: "Ah Ad | 2c", 2: "Qc Jd | 9c", 3: "Th 8d | 7c"})
h.go("1i 2o15 3r30 1r45 2r60")
refused = s.say("act", seat=3, action="raise", to=75)
h.acts("3f 1f")
finish(h)
s.write(
    {
        "_why": "Completing is the bet; raises to 30, 45 and 60 follow, a fourth is refused. Put in: 65, 50, "
        "35; 15 go back to seat 2; pot 50+50+35=135. Seat 2: 500-50+135=585.",
        **one(
            returned=[{"seat": 2, "amount": 15}],
            won={"2": 135},
            stacks={"1": 450, "2": 585, "3": 465},
            refused=[{"line": refused}],
        ),
    }
)

# ---- short deck. Seat 1 has four twos, the others no more than threes.
EIGHT = {
    1: "2c 2d | 2h 2s 3c 4d",
    2: "3d 3h | 3s 5c 7h 9d",
    3: "4c 4h | 6c 8d Th Qs",
    4: "5d 5s | 7c 9c Jh Ks",
    5: "6h 6s | 8c Td Qh As",
    6: "7d 7s | 9h Jd Kh 4s",
    7: "8h 9s | Ts Qd Kc Ah",
    8: "8s Jc | Js Qc Kd Ac",
}
EIGHT_OPENERS = [
    bringing_in(1, "2h"),
    {"round": 2, "seat": 1, "showing": ["2h", "2s"]},
    {"round": 3, "seat": 1, "showing": ["2h", "2s", "3c"]},
    {"round": 4, "seat": 1, "showing": ["2h", "2s", "3c", "4d"]},
]


def eight_players(s: Scribe, cards: dict[int, str], sixth: str, **kind: str) -> Hand:
    seats = sorted(cards)
    check = " ".join(f"{seat}k" for seat in seats)
    h = s.hand(seats[-1], cards, burns="5h 6d Tc", **kind)
    h.go("1i " + " ".join(f"{seat}c" for seat in seats[1:]))
    h.go(check)
    h.go(check)
    h.go(sixth or check)
    return h


s = stud(
    "st-fact-9-8",
    "RULES 9.8 4.6 4.7: eight players, nobody folds: one common card; it counts in the boards",
    dict.fromkeys(range(1, 9), 1000),
)
h = eight_players(s, EIGHT, "", middle="Ad")
h.deal_common()
h.acts("8k 1k 2k 3k 4k 5k 6k 7k")
finish(h, 8, 1, 2, 3, 4, 5, 6, 7)
s.write(
    {
        "_why": "48 cards and 3 burns leave one. With Ad seats 5, 7 and 8 show a pair of aces; AAKQJ (8) beats "
        "AAKQT (7) and AAQT8 (5). 8x75=600 to the four twos.",
        **one(
            openers=[*EIGHT_OPENERS, {"round": 5, "seat": 8, "showing": ["Js", "Qc", "Kd", "Ac"]}],
            pots=[{"amount": 600, "eligible": [1, 2, 3, 4, 5, 6, 7, 8], "shares": [high(1, 600)]}],
            stacks={"1": 1525, **{str(seat): 925 for seat in range(2, 9)}},
            alarms=[],
            refused=[],
        ),
    }
)

RIVER = dict(zip(range(1, 8), ["8s", "Jc", "Js", "Qc", "Kd", "Ac", "Ad"], strict=True))
s = stud(
    "st-fact-9-9",
    "RULES 9.9 4.6: seven players, nobody folds: seven cards are left, dealt without a burn",
    dict.fromkeys(range(1, 8), 1000),
)
h = eight_players(s, {seat: f"{EIGHT[seat]} | {RIVER[seat]}" for seat in range(1, 8)}, "")
h.go("1k 2k 3k 4k 5k 6k 7k", burn=False)
finish(h, 1, 2, 3, 4, 5, 6, 7)
s.write(
    {
        "_why": "42 cards and 3 burns leave 7 for 7 players. The boards are those of sixth street. 7x75=525.",
        **one(
            openers=[*EIGHT_OPENERS, {"round": 5, "seat": 1, "showing": ["2h", "2s", "3c", "4d"]}],
            pots=[{"amount": 525, "eligible": [1, 2, 3, 4, 5, 6, 7], "shares": [high(1, 525)]}],
            stacks={"1": 1450, **{str(seat): 925 for seat in range(2, 8)}},
            alarms=[],
            refused=[],
        ),
    }
)

s = stud(
    "st-refill",
    "RULES 4.6: one card left, three burns, four players: shuffled together they serve all four",
    dict.fromkeys(range(1, 9), 1000),
)
h = eight_players(s, EIGHT, "1b 2c 3c 4c 5f 6f 7f 8f")
for seat, card in zip((1, 2, 3, 4), ["Tc", "Ad", "5h", "6d"], strict=True):
    h.cards[seat].append(card)
h.go("1k 2k 3k 4k", burn=False)
finish(h, 1, 2, 3, 4)
s.write(
    {
        "_why": "Burns 5h 6d Tc and the last card Ad come out again as ordinary cards: no alarm. Pot "
        "8x75+4x200=1400. Seat 1: 1000-275+1400.",
        **one(
            openers=[*EIGHT_OPENERS, {"round": 5, "seat": 1, "showing": ["2h", "2s", "3c", "4d"]}],
            folded=[5, 6, 7, 8],
            pots=[{"amount": 1400, "eligible": [1, 2, 3, 4], "shares": [high(1, 1400)]}],
            stacks={"1": 2125, "2": 725, "3": 725, "4": 725, "5": 925, "6": 925, "7": 925, "8": 925},
            alarms=[],
            refused=[],
        ),
    }
)

s = stud(
    "st-common-without-burns",
    "RULES 4.6: without burns eight players leave four cards: a common card",
    dict.fromkeys(range(1, 9), 1000),
    burn=False,
)
h = eight_players(s, EIGHT, "", middle="5h")
h.deal_common()
h.acts("2k 3k 4k 5k 6k 7k 8k 1k")
finish(h, *range(1, 9))
s.write(
    {
        "_why": "4 cards for 8 players. 5h pairs seat 2's five: fives beat the twos of seat 1, so seat 2 opens. "
        "Seat 2 has 33355, seat 1 still four twos: 8x75=600.",
        **one(
            openers=[*EIGHT_OPENERS, {"round": 5, "seat": 2, "showing": ["3s", "5c", "7h", "9d"]}],
            pots=[{"amount": 600, "eligible": [1, 2, 3, 4, 5, 6, 7, 8], "shares": [high(1, 600)]}],
            stacks={"1": 1525, **{str(seat): 925 for seat in range(2, 9)}},
            alarms=[],
            refused=[],
        ),
    }
)

# ---- all-in between bring-in and small bet
BETWEEN = {1: "Ah Kd | 2c 7d 9c Jd | 4h", 2: "Qc Qd | 5s 8s 8h Ts | 3h", 3: "9h 9d | 6d 6s Jc Kc | 4d"}
s = stud(
    "st-all-in-completes",
    "RULES 4.2: an all-in that covers half of the difference is the completion",
    {1: 1000, 2: 100, 3: 1000},
)
h = s.hand(3, BETWEEN)
h.go("1i 2o75")
refused = s.say("act", seat=3, action="complete", to=100)
h.acts("3r175 1f")
for _ in range(4):
    h.go("")
finish(h, 3, 2)
s.write(
    {
        "_why": "75 is 25 over the bring-in of 50, half of the difference: the next raise is to 175. Seat 1 "
        "folds, 100 go back to 3; pot 100+100+75=275, QQ88 beats 9966.",
        **one(
            returned=[{"seat": 3, "amount": 100}],
            pots=[{"amount": 275, "eligible": [2, 3], "shares": [high(2, 275)]}],
            stacks={"1": 925, "2": 275, "3": 900},
            refused=[{"line": refused}],
        ),
    }
)

s = stud(
    "st-all-in-below",
    "RULES 4.2: a smaller all-in is not; the next may complete to the small bet",
    {1: 1000, 2: 95, 3: 1000},
    smallest_chip=5,
)
h = s.hand(3, BETWEEN)
h.go("1i 2o70")
refused = s.say("act", seat=3, action="raise", to=170)
h.acts("3o100 1f")
for _ in range(4):
    h.go("")
finish(h, 3, 2)
s.write(
    {
        "_why": "70 is 20 over 50, less than 25: seat 3 may complete to 100. Seat 1 folds; 30 go back; pot "
        "95+95+75=265.",
        **one(
            returned=[{"seat": 3, "amount": 30}],
            pots=[{"amount": 265, "eligible": [2, 3], "shares": [high(2, 265)]}],
            stacks={"1": 925, "2": 265, "3": 905},
            refused=[{"line": refused}],
        ),
    }
)

s = stud(
    "st-bring-in-completes-short",
    "RULES 4.2: the bring-in player completes at once with its last 35 of 50",
    {1: 1000, 2: 60, 3: 1000},
    smallest_chip=5,
    bring_in=25,
    small_bet=50,
    big_bet=100,
)
h = s.hand(3, {**BETWEEN, 1: "Ah Kd | 5s 7d 9c Jd | 4h", 2: "Qc Qd | 2c 8s 8h Ts | 3h"})
h.go("2o35 3o50 1f")
for _ in range(4):
    h.go("")
finish(h, 3, 2)
s.write(
    {
        "_why": "35 is 10 over 25, less than half of the difference of 25: seat 3 may complete to 50 (RULES "
        "4.2, not 85). Seat 1 folds; 15 go back; pot 60+60+25=145, QQ88 wins.",
        **one(
            returned=[{"seat": 3, "amount": 15}],
            pots=[{"amount": 145, "eligible": [2, 3], "shares": [high(2, 145)]}],
            stacks={"1": 975, "2": 145, "3": 940},
            refused=[],
        ),
    }
)
