"""Stud sessions on limits, openers, dealing faults and dealer's choice. ``python studs_limits.py`` writes
them.
"""

from __future__ import annotations

from reckoned import one
from scribe import Scribe
from studs import SMALL, bringing_in, finish, high, last, stud

# Seat 1 shows the best door and aces; nobody else gets further than a pair.
PLAIN = {1: "Ah Ad | Kc 7d 5h 4s | 2h", 2: "Qc Jd | 9c 9s 8s 3h | 2d", 3: "Th 8d | 7c 6h 4d Jc | 2s"}
NO_BRING = {"bring_in": 0, "open_pair_option": False}

# ---- no bring-in
s = stud(
    "st-no-bring-in",
    "RULES 4.3 7: highest door opens and may check; suit never breaks that tie",
    {1: 1000, 2: 1000, 3: 1000},
    **NO_BRING,
    opener_tie="suit",
)
h = s.hand(3, {1: "9h 9d | Kc 7d", 2: "8c 8d | Ks 7s", 3: "Th 5d | 2c 3h"})
h.go("1k 2k 3k")
h.go("2b 3f 1f")
finish(h)
s.write(
    {
        "_why": "Kc and Ks: seat 1 is first from the dealer's left, whatever the suit. On fourth street K7 and "
        "K7 tie: by suit Ks. Three antes are won.",
        **one(
            openers=[{"round": 1, "seat": 1, "showing": ["Kc"]}, {"round": 2, "seat": 2, "showing": ["Ks", "7s"]}],
            returned=[{"seat": 2, "amount": 100}],
            pots=[{"amount": 75, "eligible": [2], "shares": [last(2, 75)]}],
            stacks={"1": 975, "2": 1050, "3": 975},
        ),
    }
)

# ---- open pair
PAIRED = {1: "Ah Ad | Kc Kd", 2: "Qc Jd | 9c 8s", 3: "Th 8d | 7c 6h"}
s = stud(
    "st-open-pair",
    "RULES 4.5: lower or upper limit on an open pair; once upper, always upper",
    {1: 2000, 2: 2000, 3: 2000},
)
h = s.hand(3, PAIRED)
h.go("3i 1c 2c")
h.go("1b100 2r300")
refused = s.say("act", seat=3, action="raise", to=400)
h.acts("3r500 1f 2f")
finish(h)
s.write(
    {
        "_why": "Seat 1 bets 100, seat 2 raises by the upper limit to 300, so 400 is refused and 500 taken. 200 "
        "go back to seat 3: pot 3x75+100+300+300=925. Seat 3: 2000-75-300+925.",
        **one(
            openers=[bringing_in(3, "7c"), {"round": 2, "seat": 1, "showing": ["Kc", "Kd"]}],
            returned=[{"seat": 3, "amount": 200}],
            won={"3": 925},
            stacks={"1": 1825, "2": 1625, "3": 2550},
            refused=[{"line": refused}],
        ),
    }
)

s = stud("st-open-pair-off", "RULES 4.5: open_pair_option off", {1: 2000, 2: 2000, 3: 2000}, open_pair_option=False)
h = s.hand(3, PAIRED)
h.go("3i 1c 2c")
h.go("")
refused = s.say("act", seat=1, action="bet", to=200)
h.acts("1b100 2f 3f")
finish(h)
s.write(
    {
        "_why": "Without the option only 100 may be bet. Pot 3x75=225.",
        **one(
            returned=[{"seat": 1, "amount": 100}],
            won={"1": 225},
            stacks={"1": 2150, "2": 1925, "3": 1925},
            refused=[{"line": refused}],
        ),
    }
)

# ---- caps
s = stud(
    "st-cap",
    "RULES 6.1 4.5: the cap stays when a round becomes heads-up",
    {1: 4000, 2: 4000, 3: 4000},
    **NO_BRING,
    uncapped_heads_up=True,
)
h = s.hand(3, PLAIN)
h.go("1b 2r 3f 1r 2r")
refused = s.say("act", seat=1, action="raise", to=500)
h.acts("1c")
h.go("2b 1r 2r 1r 2r 1f")  # two players began this round: no cap
finish(h)
s.write(
    {
        "_why": "The first round began with three: capped at 400. Fourth street begins heads-up (9c9s opens): "
        "five bets to 500 are taken. Seat 1 put in 425+400, seat 2 425+500: 100 go back; pot "
        "825+825+25=1675.",
        **one(
            returned=[{"seat": 2, "amount": 100}],
            won={"2": 1675},
            stacks={"1": 3175, "2": 4850, "3": 3975},
            refused=[{"line": refused}],
        ),
    }
)

s = stud("st-must-open", "RULES 3.4: must_open on fourth street", {1: 1000, 2: 1000, 3: 1000}, must_open=True)
h = s.hand(3, PLAIN)
h.go("3i 1c 2c")
h.go("")
refused = s.say("act", seat=2, action="check")
h.acts("2b100 3f 1f")
finish(h)
s.write(
    {
        "_why": "Nines open and must bet. Pot 3x75=225.",
        **one(won={"2": 225}, stacks={"1": 925, "2": 1150, "3": 925}, refused=[{"line": refused}]),
    }
)

# ---- limits
s = stud(
    "st-spread",
    "RULES 3.5 6.1: spread limit, 50 to 300",
    {1: 2000, 2: 2000, 3: 2000},
    **NO_BRING,
    limit="spread",
    min_bet=50,
    max_bet=300,
)
h = s.hand(3, PLAIN)
h.go("")
wrong = [s.say("act", seat=1, action="bet", to=25), s.say("act", seat=1, action="bet", to=325)]
h.acts("1b250")
wrong.append(s.say("act", seat=2, action="raise", to=575))
h.acts("2r550 3f 1f")
finish(h)
s.write(
    {
        "_why": "A bet from 50 to 300, a raise by up to 300. 300 go back; pot 275+275+25.",
        **one(
            returned=[{"seat": 2, "amount": 300}],
            won={"2": 575},
            stacks={"1": 1725, "2": 2300, "3": 1975},
            refused=[{"line": line} for line in wrong],
        ),
    }
)

s = stud(
    "st-pot", "RULES 3.5: pot limit", {1: 5000, 2: 5000, 3: 5000}, **NO_BRING, limit="pot", ante=100, max_raises=None
)
h = s.hand(3, PLAIN)
h.go("")
wrong = [s.say("act", seat=1, action="bet", to=325)]
h.acts("1b300")
wrong.append(s.say("act", seat=2, action="raise", to=1225))
h.acts("2r1200 3f 1f")
finish(h)
s.write(
    {
        "_why": "Antes 300: the bet is at most 300. The pot is 600, with the call of 300 900: a raise to "
        "300+900=1200. 900 go back; pot 400+400+100.",
        **one(
            returned=[{"seat": 2, "amount": 900}],
            won={"2": 900},
            stacks={"1": 4600, "2": 5500, "3": 4900},
            refused=[{"line": line} for line in wrong],
        ),
    }
)

FOUR = {
    1: "Ah Ad | Kc 7d 5h 4s | 2h",
    2: "Kh Kd | 9c 9s 8s 3h | 2d",
    3: "Th 8d | 7c 6h 4d Jc | 2s",
    4: "Qh Qd | 6c 5c 3d 8h | Ts",
}
s = stud(
    "st-no-limit-not-reopened",
    "RULES 6.1: no limit, an all-in smaller than a full raise does not reopen",
    {1: 2000, 2: 175, 3: 2000, 4: 2000},
    **NO_BRING,
    limit="none",
    min_bet=100,
    max_raises=None,
)
h = s.hand(4, FOUR)
h.go("1b100 2r150 3c 4f")
refused = s.say("act", seat=1, action="raise", to=400)
h.acts("1c")
h.go("3k 1k")
h.go("3k 1k")
h.go("3k 1k")
h.go("3k 1k")
finish(h, 1, 2, 3)
s.write(
    {
        "_why": "150 is 50 over 100: seat 1 may only call. Seat 2's nines are best from fourth street but "
        "all-in: next is seat 3. Pot 3x175+25=550 to seat 2: kings and nines beat aces.",
        **one(
            pots=[{"amount": 550, "eligible": [1, 2, 3], "shares": [high(2, 550)]}],
            stacks={"1": 1825, "2": 550, "3": 1825, "4": 1975},
            refused=[{"line": refused}],
        ),
    }
)

s = stud(
    "st-no-limit-reopened",
    "RULES 6.1: two short all-ins together reach a full raise and reopen the betting",
    {1: 2000, 2: 175, 3: 2000, 4: 225},
    **NO_BRING,
    limit="none",
    min_bet=100,
    max_raises=None,
)
h = s.hand(4, FOUR)
h.go("1b100 2r150 3c 4r200 1r500 3f")
for _ in range(4):
    h.go("")
finish(h, 1, 2, 4)
s.write(
    {
        "_why": "150 and 200: 100 over the bet of 100, so seat 1 may raise, to 500. Seat 3 folds with 175 in; "
        "300 of seat 1 go back. Main 4x175=700: seat 2 KK99. Side 2x50=100: seat 1 AA against QQ.",
        **one(
            returned=[{"seat": 1, "amount": 300}],
            folded=[3],
            pots=[
                {"amount": 700, "eligible": [1, 2, 4], "shares": [high(2, 700)]},
                {"amount": 100, "eligible": [1, 4], "shares": [high(1, 100)]},
            ],
            stacks={"1": 1875, "2": 700, "3": 1825, "4": 0},
            refused=[],
        ),
    }
)

# ---- ties
SPLIT = {1: "Ah Kd | Qc Js Td 2c | 3h", 2: "As Ks | Qd Jh Tc 2d | 4h", 3: "9s 9d | 8c 7h 5s 3c | 2h"}
for odd, seat_1, seat_2 in (("left-of-dealer", 200, 175), ("high-card-by-suit", 175, 200)):
    s = stud(
        f"st-split-{odd}",
        f"RULES 6.3: the odd chip of a tie, {odd}",
        {1: 1000, 2: 1000, 3: 1000},
        **NO_BRING,
        ante=125,
        odd_chip=odd,
    )
    h = s.hand(3, SPLIT)
    for _ in range(5):
        h.go("1k 2k 3k")
    finish(h, 1, 2, 3)
    s.write(
        {
            "_why": "Both have Broadway; 375 is 15 chips. Seat 1 is first from the dealer's left; As outranks "
            "Ah by suit.",
            **one(won={"1": seat_1, "2": seat_2}, stacks={"1": 875 + seat_1, "2": 875 + seat_2, "3": 875}),
        }
    )

# ---- when dealing goes wrong
s = stud(
    "st-down-card-faced",
    "RULES 8.4: a down card turned up is the player's up card, the third card goes down",
    {1: 200, 2: 200, 3: 200},
    **SMALL,
)
s.lines[0]["rules"]["burn"] = False
s.rules["burn"] = False
h = s.hand(3, {})
for card in ["9h", "Kd", "Th", "8c", "2d", "Jc"]:
    s.say("card", card=card, reader="shoe")
s.say("card", card="Kd", reader="dealer", seat=2)
for card in ["5c", "3s", "7d"]:
    s.say("card", card=card, reader="shoe")
h.live = [1, 2, 3]
h.acts("1i 2f 3f")
finish(h)
s.write(
    {
        "_referee": False,
        "_why": "Seat 2's Kd was turned up; its third card, 3s, goes down. Doors 5c Kd 7d: seat 1 brings in. "
        "(With 3s as its door seat 2 would.) All fold: two antes.",
        **one(
            openers=[bringing_in(1, "5c")], returned=[{"seat": 1, "amount": 3}], stacks={"1": 202, "2": 199, "3": 199}
        ),
    }
)

s = stud(
    "st-river-faced",
    "RULES 8.6: a river card turned up: the opener is the one of the round before",
    {1: 1000, 2: 1000, 3: 1000},
    **NO_BRING,
)
h = s.hand(3, {1: "Ah Ad | Kc 7d 5h 4s | Ks", 2: "Qc Jd | 9c 9s 8s 3h | 2d", 3: "Th 8d | 7c 6h 4d Jc | 2s"})
h.go("1k 2k 3k")
h.go("2k 3k 1k")
h.go("2k 3k 1k")
h.go("2k 3k 1k")
h.deal()
s.say("card", card="Ks", reader="dealer", seat=1)
h.acts("2k 3k 1k")
finish(h, 2, 3, 1)
s.write(
    {
        "_referee": False,
        "_why": "Seat 1 would show a pair of kings, but the nines of sixth street open again. Seat 1 has AAKK: 75.",
        "hands": [
            {
                "status": "complete",
                "openers": [{"seat": 1}, {"seat": 2}, {"seat": 2}, {"seat": 2}, {"seat": 2}],
                "refused": [],
                "stacks": {"1": 1050, "2": 975, "3": 975},
            }
        ],
    }
)

s = stud(
    "st-extra-card",
    "RULES 8.2: a card too many before the first bet is taken as the next burn",
    {1: 1000, 2: 1000, 3: 1000},
    **NO_BRING,
)
h = s.hand(3, PLAIN)
h.deal()
s.say("card", card="Qs", reader="shoe")
h.acts("1k 2k 3k")
h.go("2b 3f 1f", burn=False)
finish(h)
s.write(
    {
        "_referee": False,
        "_why": "Qs is the burn of fourth street, so its first card goes to seat 1.",
        **one(
            openers=[{"round": 1, "seat": 1, "showing": ["Kc"]}, {"round": 2, "seat": 2, "showing": ["9c", "9s"]}],
            won={"2": 75},
            stacks={"1": 975, "2": 1050, "3": 975},
        ),
    }
)

s = stud(
    "st-unread-door",
    "RULES 8.1: unread up cards of all-in players are told while the next street is dealt",
    {1: 25, 2: 25, 3: 25},
    burn=False,
)
h = s.hand(3, PLAIN)
h.deal(unread=("7c",))
s.say("card", card="7c", reader="camera", seat=3)
for _ in range(4):
    h.go("")
finish(h, 1, 2, 3)
s.write(
    {
        "_why": "Everybody is all-in for the ante, so the next street is wanted at once; 7c is the card that "
        "seat 3 already has and nobody had read, not one of the next street. Aces win 75.",
        **one(won={"1": 75}, stacks={"1": 75, "2": 0, "3": 0}, alarms=[], refused=[]),
    }
)

# ---- between hands
s = Scribe(
    "mixed-dealers-choice",
    "RULES 7 1.3 1.4: another game each hand; an undo between hands",
    {1: 1000, 2: 1000, 3: 1000},
)
h = s.hand(1, {1: "9s 9c | Th", 2: "Jc Td | 4h", 3: "Ah 9d | Kc"})
h.go("3b 1f 2f")
finish(h)
s.say("rebuy", seat=1, amount=1000)
s.say("rebuy", seat=2, amount=1000)
s.say("undo")
h = s.hand(
    2,
    PLAIN,
    say_dealer=False,
    rules={"variant": "stud", "ante": 50, "bring_in": 50, "burn": True, "open_pair_option": True},
)
h.go("3i 1f 2f")
finish(h)
h = s.hand(
    3, PLAIN, say_dealer=False, rules={"variant": "hi-lo", "bring_in": 0, "burn": False, "open_pair_option": False}
)
h.go("1b 2f 3f")
finish(h)
s.write(
    {
        "_why": "Hand 1: seat 3 wins three antes of 25 (1050, others 975). Seat 1 buys 1000 (1975); the rebuy "
        "of seat 2 is taken back. Hand 2, ante 50: seat 3's bring-in wins 100 (1150). Hand 3: Kc opens, "
        "seat 1 wins 100.",
        "hands": [
            {"variant": "liege-lord", "dealer": 1, "status": "complete", "stacks": {"1": 975, "2": 975, "3": 1050}},
            {"variant": "stud", "dealer": 2, "status": "complete", "stacks": {"1": 1925, "2": 925, "3": 1150}},
            {"variant": "hi-lo", "dealer": 3, "status": "complete", "stacks": {"1": 2025, "2": 875, "3": 1100}},
        ],
        "stacks": {"1": 2025, "2": 875, "3": 1100},
    }
)
