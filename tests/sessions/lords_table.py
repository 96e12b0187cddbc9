"""Liege Lord sessions about the table, the readers and what goes wrong. ``python lords_table.py`` writes
them.
"""

from __future__ import annotations

from reckoned import FOUR, ORDINARY_OPENERS, one, ordinary, partner, winner
from scribe import Scribe

# ---- three hands, people come and go
s = Scribe(
    "ll-three-hands",
    "RULES 1.3 1.4 7: the button moves; rebuy, join, leave, sitting out, a rule changed",
    {1: 1000, 2: 1000, 3: 1000, 4: 1000},
)
h = s.hand(1, {1: "9s 9c | Th", 2: "Jc Td | 4h", 3: "Ah 9d | Kc", 4: "Qc Qs | 2d"}, say_dealer=False)
h.go("3b 4f 1f 2f")
h.pay()
s.say("rebuy", seat=2, amount=2000)
s.say("leave", seat=4)
s.say("join", seat=6, name="Fay", stack=900)
s.say("join", seat=5, name="Eli", stack=1500)
h = s.hand(
    2, {5: "Ah 9d | Kc Js 8d 2c | 3h", 1: "9s 9c | Th 7h 5s 3c | 2h", 2: "Jc Td | 4h"}, say_dealer=False, out=[3]
)
h.go("5b 1c 2f")
for _ in range(4):
    h.go("5k 1k")
h.show(5, 1)
h.pay()
h = s.hand(
    3,
    {5: "Ah 9d | Kc", 1: "9s 9c | Th", 2: "Jc Td | 4h", 3: "2c 2d | 3s"},
    say_dealer=False,
    out=[],
    rules={"ante": 50, "share_side": "left"},
)
h.go("5b 1f 2f 3f")
h.pay()
s.write(
    {
        "_why": "Hand 1 (button 1, the lowest seat): seat 3 wins three antes: 1075, the others 975. Seat 2 buys "
        "2000 more, seat 4 leaves with 975, seat 6 with 900 is below ten small bets and is refused, "
        "seat 5 joins with 1500. Hand 2 (button 2): 275=11 chips, seat 1 (99) 6 chips 150, seat 5 125. "
        "Hand 3: the button goes to 3, who is back; ante 50: seat 5 wins three antes of 50. "
        "6525=4000+2000-975+1500.",
        "hands": [
            {"hand": 1, "dealer": 1, "status": "complete", "stacks": {"1": 975, "2": 975, "3": 1075, "4": 975}},
            {
                "hand": 2,
                "dealer": 2,
                "status": "complete",
                "folded": [2],
                "pots": [{"amount": 275, "eligible": [1, 5], "shares": [winner(1, 150), partner(5, 125)]}],
                "stacks": {"1": 1000, "2": 2950, "3": 1075, "5": 1500},
            },
            {"hand": 3, "dealer": 3, "status": "complete", "stacks": {"1": 950, "2": 2900, "3": 1025, "5": 1650}},
        ],
        "stacks": {"1": 950, "2": 2900, "3": 1025, "5": 1650},
    }
)


# ---- muck
def mucking() -> Scribe:
    s = Scribe("ll-muck", "RULES 6.5: who mucks can be no partner", {1: 4000, 2: 4000, 3: 4000, 4: 4000})
    h = s.hand(1, FOUR)
    h.go("3b100 4f 1c 2c")
    h.go("1k 2b100 3c 1c")
    h.go("3b200 1c 2c")
    h.go("3b200 1r400 2c 3c")
    h.go("3k 1k 2k")
    h.show(3)
    s.say("muck", seat=2)
    h.show(1)
    h.pay()
    return s


mucking().write(
    {
        "_why": "As ll-ordinary, but seat 2 mucks, so the nearest on the right of 3 is seat 1: 1250 each.",
        **one(
            pots=[{"amount": 2500, "eligible": [1, 3], "shares": [winner(3, 1250), partner(1, 1250)]}],
            won={"1": 1250, "3": 1250},
            stacks={"1": 4425, "2": 3175, "3": 4425, "4": 3975},
        ),
    }
)

# ---- refusals
s = Scribe("ll-refused", "RULES 6.1: only what is legal now is taken", {1: 4000, 2: 4000, 3: 4000, 4: 4000})
wrong: list[int] = []
h = s.hand(1, FOUR, start=False)
wrong.append(s.say("act", seat=2, action="check"))  # nothing is dealt yet
wrong.append(s.say("rebuy", seat=2, amount=2000))  # inside a hand
s.confirm("announce")
wrong.append(s.confirm("pay"))  # nothing to pay
s.confirm("antes")
wrong.append(s.confirm("pass"))  # no card is out
h.deal()
wrong.append(s.say("show", seat=1, cards=["Ah"]))  # no showdown yet
s.confirm("pass")
h.reveal()
wrong.append(s.say("act", seat=4, action="check"))  # seat 3 opens
wrong.append(s.say("act", seat=3, action="bet", to=200))  # the bet is 100
wrong.append(s.say("act", seat=3, action="call"))  # nothing to call
wrong.append(s.say("pass", seat=3, card="Kh"))  # not during the betting
h.acts("3b100")
wrong.append(s.say("act", seat=3, action="raise", to=200))  # has just bet
wrong.append(s.say("act", seat=4, action="check"))  # there is a bet
wrong.append(s.say("act", seat=4, action="raise", to=5000))
wrong.append(s.say("hand", dealer=2))  # a hand is on
h.acts("4f 1r 2r 3r")
wrong.append(s.say("act", seat=1, action="raise", to=500))  # one bet and three raises
wrong.append(s.say("act", seat=4, action="call"))  # has folded
h.acts("1f 2f")
wrong.append(s.confirm("showdown"))  # there is none
h.pay()
s.write(
    {
        "_why": "Everything refused changes nothing. Seat 3's 400 is called to 300 by seat 2: 100 goes back. "
        "Seat 1 put in 225, 2 325, 4 25; pot 225+325+325+25=900.",
        **one(
            pots=[{"amount": 900, "eligible": [3], "shares": [winner(3, 900, "last")]}],
            returned=[{"seat": 3, "amount": 100}],
            won={"3": 900},
            stacks={"1": 3775, "2": 3675, "3": 4575, "4": 3975},
            refused=[{"line": n} for n in wrong],
        ),
    }
)

# ---- eight and seven players
SEVEN = {
    1: "2c 2d | 2h 2s 3c 4d | 5h",
    2: "3d 3h | 3s 5c 6d 7h | 8s",
    3: "4c 4h | 6c 8d Th Qs | 9c",
    4: "5d 5s | 7c 9d Jh Ks | Tc",
    5: "6h 6s | 8c Td Qh As | Jc",
    6: "7d 7s | 9h Jd Kh 4s | Qc",
    7: "8h 9s | Ts Qd Kc Ah | Js",
}
s = Scribe(
    "ll-eight-refused",
    "RULES 1.2: eight players are refused; with one sitting out seven play with 49 cards",
    dict.fromkeys(range(1, 9), 1000),
)
s.say("hand", dealer=1)
h = s.hand(1, SEVEN, out=[8])
h.go("7k 1k 2k 3k 4k 5k 6k")
for _ in range(4):
    h.go("1k 2k 3k 4k 5k 6k 7k")
h.show(1, 2, 3, 4, 5, 6, 7)
h.pay()
s.write(
    {
        "_why": "The first `hand` is refused (no hand of eight). Seven antes are seven chips: seat 1 (four "
        "twos) four, the seat on its right, 7 (8 sits out), three.",
        **one(
            openers=[
                {"round": 1, "seat": 7, "showing": ["Ts"]},
                {"round": 2, "seat": 1, "showing": ["2h", "2s"]},
                {"round": 3, "seat": 1, "showing": ["2h", "2s", "3c"]},
                {"round": 4, "seat": 1, "showing": ["2h", "2s", "3c", "4d"]},
                {"round": 5, "seat": 1, "showing": ["2h", "2s", "3c", "4d"]},
            ],
            pots=[{"amount": 175, "eligible": [1, 2, 3, 4, 5, 6, 7], "shares": [winner(1, 100), partner(7, 75)]}],
            stacks={"1": 1075, "2": 975, "3": 975, "4": 975, "5": 975, "6": 975, "7": 1050, "8": 1000},
        ),
    }
)

# ---- unread cards
UNREAD = {1: "Ah Ad | Kc 7d 5s 2c | 9h", 2: "Qs Qd | Jc 7c 6h 3d | 2h", 3: "9s 9c | 4h 8h Ts 3c | 5d"}
s = Scribe("ll-unread", "RULES 8.1 3.3: cards, passes and a reveal that nobody read", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(3, UNREAD)
s.confirm("deal")
h.round = 1
s.confirm("pass")
h.reveal(skip=(3,))
s.confirm("reveal")
h.acts("1b")
s.say("card", card="4h", reader="camera", seat=3, confidence=0.97)
h.acts("2c 3c")
h.go("1k 2k 3k", unread=("7d", "7c", "8h"))
h.go("1k 2k 3k", unread=("6h",))
h.go("1k 2k 3k")
s.confirm("deal")
s.confirm("pass")
h.round = 5
h.acts("1k 2k 3k")
h.show(1, 2, 3)
h.pay()
s.write(
    {
        "_why": "Round 1: of the known K and J the king opens; seat 3's card turns up later. Everybody in for "
        "125: 375=15 chips: seat 1 (AA) 8, seat 3 on its right 7.",
        **one(
            openers=[
                {"round": 1, "seat": 1, "showing": ["Kc"]},
                {"round": 2, "seat": 1, "showing": ["Kc", "7d"]},
                {"round": 3, "seat": 1, "showing": ["Kc", "7d", "5s"]},
                {"round": 4, "seat": 1, "showing": ["Kc", "7d", "5s", "2c"]},
                {"round": 5, "seat": 1, "showing": ["Kc", "7d", "5s", "2c"]},
            ],
            pots=[{"amount": 375, "eligible": [1, 2, 3], "shares": [winner(1, 200), partner(3, 175)]}],
            stacks={"1": 1075, "2": 875, "3": 1050},
            alarms=[],
            refused=[],
        ),
    }
)

s = Scribe(
    "ll-reveals-unread", "RULES 8.1: no up card is known, the dealer is asked who opens", {1: 1000, 2: 1000, 3: 1000}
)
h = s.hand(3, UNREAD)
s.confirm("deal")
h.round = 1
s.confirm("pass")
s.confirm("reveal")
h.acts("1b 2f 3f")
h.pay()
s.write(
    {
        "_why": "The opener is unknown (null); the first on the dealer's left bets, the others fold: two antes.",
        **one(
            folded=[2, 3], openers=[{"round": 1, "seat": None}], won={"1": 75}, stacks={"1": 1050, "2": 975, "3": 975}
        ),
    }
)

# ---- a power loss in the middle of a line
s = ordinary("ll-cut", "RULES 6.4: the file ends in the middle of its last line")
del s.lines[-4:]
s.cut = '{"type": "show", "seat": 3, "car'
s.write(
    {
        "_why": "Read up to the last whole line, seat 2's last check: the hand stands open at the showdown.",
        "hands": [{"hand": 1, "status": "open", "openers": ORDINARY_OPENERS, "folded": [4]}],
    }
)

# ---- wrong reads
s = Scribe("ll-duplicate", "RULES 8.3 8.5: a card seen face up in two places, corrected", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(3, UNREAD)
s.confirm("deal")
h.round = 1
s.confirm("pass")
s.say("card", card="Jc", reader="camera", seat=1)
twice = s.say("card", card="Jc", reader="camera", seat=2)
s.say("correct", seat=1, card="Kc", was="Jc")
s.say("card", card="4h", reader="camera", seat=3)
h.acts("1b 2f 3f")
h.pay()
s.write(
    {
        "_why": "Jc at seats 1 and 2: an alarm that may name it, for both are face up. Corrected to Kc: seat 1 opens.",
        **one(
            openers=[{"round": 1, "seat": 1, "showing": ["Kc"]}],
            alarms=[{"line": twice, "kind": "duplicate-card", "card": "Jc"}],
            stacks={"1": 1050, "2": 975, "3": 975},
        ),
    }
)

s = Scribe(
    "ll-misread-opener",
    "RULES 8.5 3.4: a misread names the wrong opener; undone, corrected, opened anew",
    {1: 1000, 2: 1000, 3: 1000},
)
h = s.hand(3, UNREAD)
s.confirm("deal")
h.round = 1
s.confirm("pass")
s.say("card", card="Kc", reader="camera", seat=1)
s.say("card", card="As", reader="camera", seat=2)
s.say("card", card="4h", reader="camera", seat=3)
h.acts("2k")
s.say("undo")
s.say("correct", seat=2, card="Jc", was="As")
h.acts("1b 2f 3f")
h.pay()
s.write(
    {
        "_why": "Jc was read as As, so seat 2 opened; after the undo and the correction Kc at seat 1 opens.",
        **one(
            openers=[{"round": 1, "seat": 1, "showing": ["Kc"]}],
            won={"1": 75},
            refused=[],
            stacks={"1": 1050, "2": 975, "3": 975},
        ),
    }
)

s = Scribe("ll-must-open", "RULES 3.4: must_open", {1: 1000, 2: 1000, 3: 1000}, must_open=True)
h = s.hand(3, UNREAD)
h.go("")
check = s.say("act", seat=1, action="check")
h.acts("1b 2f 3f")
h.pay()
s.write(
    {
        "_why": "The opener may not check.",
        **one(refused=[{"line": check}], won={"1": 75}, stacks={"1": 1050, "2": 975, "3": 975}),
    }
)

s = Scribe(
    "ll-card-faced",
    "RULES 8.4: a down card turned up by mistake stays in the hand, may be passed, and is a reveal like any other",
    {1: 1000, 2: 1000, 3: 1000},
)
h = s.hand(3, UNREAD)
h.deal()
s.say("card", card="Kc", reader="dealer", seat=3)  # seat 3 is to pass it to seat 1
s.confirm("pass")
h.reveal()
h.acts("1b 2f 3f")
h.pay()
s.write(
    {
        "_why": "Kc lies face up at seat 3, is passed to seat 1 and is what seat 1 reveals.",
        **one(
            openers=[{"round": 1, "seat": 1, "showing": ["Kc"]}], won={"1": 75}, stacks={"1": 1050, "2": 975, "3": 975}
        ),
    }
)

s = Scribe(
    "ll-extra-card-void",
    "RULES 8.2 3.12: a card too many before the first bet; the dealer calls a misdeal",
    {1: 1000, 2: 1000, 3: 1000},
)
h = s.hand(3, UNREAD)
h.deal()
s.say("card", card="Qh", reader="shoe")
h.void("a card too many")
s.write(
    {
        "_why": "Every chip goes back.",
        "hands": [{"status": "void", "stacks": {"1": 1000, "2": 1000, "3": 1000}}],
        "stacks": {"1": 1000, "2": 1000, "3": 1000},
    }
)

s = Scribe("ll-dead-hand", "RULES 8.7: a hand of six cards at the showdown is dead", {1: 1000, 2: 1000, 3: 1000})
h = s.hand(3, UNREAD)
for number in range(5):
    s.confirm("deal")
    h.round = number + 1
    s.confirm("pass")
    if number < 4:
        h.reveal()
    h.acts("1k 2k 3k")
s.say("show", seat=1, cards=["Ah", "Ad"])
h.show(2, 3)
h.pay()
s.write(
    {
        "_why": "Seat 1 shows two down cards, six in all: its aces are dead. Seat 2 (QQ) wins two of three "
        "chips; seat 1 cannot be the partner, seat 3 is: one chip.",
        **one(
            pots=[{"amount": 75, "eligible": [2, 3], "shares": [winner(2, 50), partner(3, 25)]}],
            stacks={"1": 975, "2": 1025, "3": 1000},
        ),
    }
)
