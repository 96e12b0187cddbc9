"""Liege Lord sessions and what they must give, reckoned by hand. ``python lords.py`` writes them.

Unless said otherwise: ante 25, bets 100 and 200, chip 25, partner on the right, seats and deals clockwise.
"""

from __future__ import annotations

from reckoned import FOUR, ORDINARY_OPENERS, one, ordinary, partner, winner
from scribe import Scribe

ordinary("ll-ordinary", "RULES 1.1 1.3 1.5 2.1 2.2 3.1 3.2 3.3 3.4 3.5 3.6 3.11 6.4: an ordinary hand").write(
    {
        "_why": "Antes 4x25=100. Seats 1-3 put in 25+100+100+200+400=825 each, seat 4 its ante: 3x825+25=2500. "
        "Round 1: Kc (seat 1) and Kh (seat 3) tie, seat 3 is first from the dealer's left (2,3,4,1). "
        "Round 2: K7 beats K4 and J7. Rounds 3-5: a pair of fours. Seat 3 has KKK44, seat 1 AA, seat 2 "
        "QQJJ. The nearest on the right of 3 is 2: 1250 each. 4000-825=3175, +1250=4425.",
        **one(
            variant="liege-lord",
            dealer=1,
            openers=ORDINARY_OPENERS,
            folded=[4],
            pots=[{"amount": 2500, "eligible": [1, 2, 3], "shares": [winner(3, 1250), partner(2, 1250)]}],
            returned=[],
            won={"2": 1250, "3": 1250},
            stacks={"1": 3175, "2": 4425, "3": 4425, "4": 3975},
            alarms=[],
            refused=[],
        ),
    }
)

ordinary("ll-share-left", "RULES 3.6: the same hand, the partner on the left", share_side="left").write(
    {
        "_why": "As ll-ordinary, pot 2500. On the left of 3 sits 4, who has folded, then 1: 1250 each for 3 and 1.",
        **one(
            openers=ORDINARY_OPENERS,
            pots=[{"amount": 2500, "eligible": [1, 2, 3], "shares": [winner(3, 1250), partner(1, 1250)]}],
            won={"1": 1250, "3": 1250},
            stacks={"1": 4425, "2": 3175, "3": 4425, "4": 3975},
        ),
    }
)


# ---- passes read by pads: a pass goes over a folded seat
s = Scribe(
    "ll-long-pass",
    "RULES 3.2: folds lengthen a pass (seats 2 and 3 fold; seat 1 passes to seat 4)",
    {1: 4000, 2: 4000, 3: 4000, 4: 4000, 5: 4000},
)
LONG = {
    1: "Ah Ad | 9c 8d 5s 2c | 9h",
    2: "Qs Qd | Tc",
    3: "Ks Kd | 7h",
    4: "Ts 8s | Kc 6d 6h 3s | Jh",
    5: "Jd Js | Qc 5d 4c 2d | 7c",
}
h = s.hand(5, LONG)


def padded_round(acts: str) -> None:
    h.deal()
    for seat in h.live:
        s.say("pass", seat=seat, card=h.cards[h.receiver_of(seat)][h.round + 1])
    if h.round <= 4:
        h.reveal(reader="camera")
    h.acts(acts)


padded_round("4b 5c 1c 2f 3f")
padded_round("4b 5c 1c")
padded_round("4b 5c 1c")
padded_round("4b 5c 1c")
padded_round("4b 5c 1c")
for seat in (4, 5, 1):
    s.say("show", seat=seat)
h.pay()
s.write(
    {
        "_why": "All passes are read, so the hands are known without naming them at the showdown. From round 2 "
        "seat 1 passes to 4 (2 and 3 are out), 4 to 5, 5 to 1; if a pass went elsewhere, the reveals of "
        "4 (6d 6h 3s) would not be cards that it can hold. Openers: K, then K6, K66. Hands: 1 AA99, 4 "
        "66, 5 JJ. 1 wins; on its right 5. Seats 1, 4, 5 put in 25+100+100+200+200+200=825; 2 and 3 25: "
        "2475+50=2525=101 chips: 51 and 50 chips.",
        **one(
            dealer=5,
            folded=[2, 3],
            openers=[
                {"round": 1, "seat": 4, "showing": ["Kc"]},
                {"round": 2, "seat": 4, "showing": ["Kc", "6d"]},
                {"round": 3, "seat": 4, "showing": ["Kc", "6d", "6h"]},
                {"round": 4, "seat": 4, "showing": ["Kc", "6d", "6h", "3s"]},
                {"round": 5, "seat": 4, "showing": ["Kc", "6d", "6h", "3s"]},
            ],
            pots=[{"amount": 2525, "eligible": [1, 4, 5], "shares": [winner(1, 1275), partner(5, 1250)]}],
            won={"1": 1275, "5": 1250},
            stacks={"1": 4450, "2": 3975, "3": 3975, "4": 3175, "5": 4425},
            alarms=[],
            refused=[],
        ),
    }
)

# ---- two left, everyone folds
s = Scribe("ll-two-left", "RULES 3.6 3.7: two left, each is certain of half", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(1, {1: "Ah 9d | Qc Js 8d 2c | 3h", 2: "5c", 3: "9s 9c | Kc 7h 5s 3c | 2h"})
h.cards[2] = ["Jc", "Td", "4h"]
h.go("3b 1c 2f")
h.go("3b 1r 3c")
h.go("3k 1k")
h.go("3k 1k")
h.go("3k 1k")
h.show(3, 1)
h.pay()
s.write(
    {
        "_why": "Seats 1 and 3: 25+100+200=325 each, seat 2 25: 675=27 chips: the winner 3 (99) 14 chips 350, "
        "seat 1 (ace high) is the partner although seat 2 sat between: 325.",
        **one(
            folded=[2],
            pots=[{"amount": 675, "eligible": [1, 3], "shares": [winner(3, 350), partner(1, 325)]}],
            won={"1": 325, "3": 350},
            stacks={"1": 1000, "2": 975, "3": 1025},
        ),
    }
)

s = Scribe("ll-all-fold", "RULES 3.7 6.2: the last one standing wins the whole pot", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(1, {1: "Ah 9d | Qc", 2: "Jc Td | 4h", 3: "9s 9c | Kc"})
h.go("3b 1f 2f")
h.pay()
s.write(
    {
        "_why": "Seat 3's bet of 100 is uncalled and goes back; the antes are 75. Nothing is shared, nothing is shown.",
        **one(
            folded=[1, 2],
            openers=[{"round": 1, "seat": 3, "showing": ["Kc"]}],
            pots=[{"amount": 75, "eligible": [3], "shares": [winner(3, 75, "last")]}],
            returned=[{"seat": 3, "amount": 100}],
            won={"3": 75},
            stacks={"1": 975, "2": 975, "3": 1050},
        ),
    }
)


# ---- misdeal
s = Scribe(
    "ll-void", "RULES 1.3 3.12 8: a misdeal gives every chip back and leaves the button", {1: 1000, 2: 1000, 3: 1000}
)
h = s.hand(2, {1: "Ah 9d | Qc Js", 2: "Jc Td | 4h 5h", 3: "9s 9c | Kc 8h"})
h.go("3b 1c 2c")
h.deal()
h.void("two cards stuck together")
h = s.hand(2, {1: "Ah 9d | Qc", 2: "Jc Td | 4h", 3: "9s 9c | Kc"}, say_dealer=False)
h.go("3b 1f 2f")
h.pay()
h = s.hand(3, {1: "Ah 9d | Kc", 2: "Jc Td | 4h", 3: "9s 9c | Qc"}, say_dealer=False)
h.go("1b 2f 3f")
h.pay()
s.write(
    {
        "_why": "Hand 1 is void: nobody lost a chip, the button stays at 2. Hand 2: seat 3 wins two antes. The "
        "button moves to 3; seat 1 wins two antes: 975-25+75=1025.",
        "hands": [
            {"hand": 1, "dealer": 2, "status": "void", "stacks": {"1": 1000, "2": 1000, "3": 1000}},
            {"hand": 2, "dealer": 2, "status": "complete", "stacks": {"1": 975, "2": 975, "3": 1050}},
            {"hand": 3, "dealer": 3, "status": "complete", "stacks": {"1": 1025, "2": 950, "3": 1025}},
        ],
        "stacks": {"1": 1025, "2": 950, "3": 1025},
    }
)


# ---- undo
s = Scribe(
    "ll-undo-pass",
    "RULES 8.5 3.2: undo over a pass, a reveal, an act, a showdown",
    {1: 4000, 2: 4000, 3: 4000, 4: 4000},
)
h = s.hand(1, FOUR)
s.say("undo")
s.confirm("antes")
h.go("3b100 4f 1c 2c")
h.deal()
s.confirm("pass")
s.say("undo")
s.confirm("pass")
h.reveal(skip=(1,))
s.say("card", card="2s", reader="dealer", seat=1)
s.say("undo")
s.say("card", card="7d", reader="dealer", seat=1)
s.say("act", seat=1, action="bet")
s.say("undo")
h.acts("1k 2b100 3c")
s.say("act", seat=1, action="fold")
s.say("undo")
h.acts("1c")
h.go("3b200 1c 2c")
h.go("3b200 1r400 2c 3c")
h.go("3k 1k 2k")
h.show(3, 1)
s.say("muck", seat=2)
s.say("undo")
h.show(2)
h.pay()
s.write(
    {
        "_why": "Every wrong line is taken back at once, so all is as in ll-ordinary.",
        **one(
            openers=ORDINARY_OPENERS,
            folded=[4],
            won={"2": 1250, "3": 1250},
            stacks={"1": 3175, "2": 4425, "3": 4425, "4": 3975},
            refused=[],
        ),
    }
)

s = Scribe("ll-undo-undo", "RULES 8.5: an undo directly after an undo is a redo", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(1, {1: "Ah 9d | Qc", 2: "Jc Td | 4h", 3: "9s 9c | Kc"})
h.go("3b")
s.say("undo")
s.say("undo")
h.acts("1f 2f")
h.pay()
s.write(
    {
        "_why": "The second undo takes back the first, so seat 3's bet stands and the others fold to it.",
        **one(
            folded=[1, 2],
            returned=[{"seat": 3, "amount": 100}],
            won={"3": 75},
            stacks={"1": 975, "2": 975, "3": 1050},
            refused=[],
        ),
    }
)
