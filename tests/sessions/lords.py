"""Liege Lord sessions and what they must give, reckoned by hand. ``python lords.py`` writes them.

Unless said otherwise: ante 25, bets 100 and 200, chip 25, partner on the right, seats and deals clockwise.
"""

from __future__ import annotations

from typing import Any

from scribe import Scribe

# Four players whom several sessions use again. Seat 3 makes kings full, nobody else better than two pair.
FOUR = {1: "Ah Ad | Kc 7d 5s 2c | 9h", 2: "Qs Qd | Jc 7c 6h 3d | Jh", 3: "Ks Kd | Kh 4h 4s 9d | 2d", 4: "Ts 8s | 8d"}
# Three players, seats 1 and 2 with the same straight, seat 3 with a pair. Broadway: A K Q J T.
TIED = {1: "Ah Kd | Qc Js Td 2c | 3h", 2: "Ac Ks | Qd Jh Tc 2d | 4h", 3: "9s 9d | 8c 7h 5s 3c | 2h"}


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


ORDINARY_OPENERS = [
    {"round": 1, "seat": 3, "showing": ["Kh"]},
    {"round": 2, "seat": 1, "showing": ["Kc", "7d"]},
    {"round": 3, "seat": 3, "showing": ["Kh", "4h", "4s"]},
    {"round": 4, "seat": 3, "showing": ["Kh", "4h", "4s", "9d"]},
    {"round": 5, "seat": 3, "showing": ["Kh", "4h", "4s", "9d"]},
]

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
