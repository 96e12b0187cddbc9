"""Random sessions that are legal from the first line to the last, over all games, house rules and readers.

``generate(seed)`` returns the lines, header first. The world (the real deck, who holds what) lives here;
what is legal is asked of the referee. Where RULES leaves room the generator stays inside every reading
(see README.md).
"""

from __future__ import annotations

from random import Random
from typing import Any

from tests.oracle.bets import BettingRound
from tests.oracle.hand import Hand, Line, Want
from tests.oracle.house import house_rules, stack_for
from tests.oracle.ranks import DECK, RANKS, SUITS
from tests.oracle.referee import Referee

ACTS = ["bet", "raise", "complete"]


def generate(seed: int) -> list[Line]:
    """One session of one to four hands. The same seed gives the same lines."""
    return Session(Random(seed)).lines


class Session:
    """Plays a session and keeps its lines."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        variant = rng.choice(["liege-lord", "liege-lord", "stud", "hi-lo"])
        rules = house_rules(rng, variant)
        players = rng.choice([2, 3, 3, 4, 4, 5, 6, 7, 7 if variant == "liege-lord" else 8])
        depth = rng.choice([3, 10, 40])
        seats = sorted(rng.sample(range(1, 9), players))
        header = {
            "type": "session",
            "version": 1,
            "table": "Kitchen",
            "rules": rules,
            "seats": [{"seat": seat, "name": f"P{seat}", "stack": stack_for(rng, rules, depth)} for seat in seats],
        }
        self.depth = depth
        self.read = rng.choice([1.0, 1.0, 0.9, 0.5])  # how often a reader knows the card
        self.lift = rng.choice([0.15, 0.35, 0.35, 0.8])  # how often a player bets or raises
        self.fold = rng.choice([0.02, 0.05, 0.15])
        self.slips = rng.choice([0.0, 0.02, 0.05])  # how often somebody errs and takes it back
        self.lines: list[Line] = [header]
        self.referee = Referee(header)
        self.may_undo = False
        self.sat_out = False
        for _ in range(rng.choice([1, 2, 3, 4])):
            if not self._hand():
                break
        if rng.random() < 0.05 and len(self.lines) > 30:
            del self.lines[rng.randrange(20, len(self.lines)) :]
            while self.lines[-1]["type"] == "undo":
                del self.lines[-1]

    # ---- lines
    def chance(self, part: float) -> bool:
        return self.rng.random() < part

    def say(self, kind: str, *, undoable: bool = True, **fields: Any) -> None:
        """Write a line that must be taken; now and then take it back and write it again."""
        line = {"type": kind, **fields}
        self._feed(line)
        if undoable and self.may_undo and self.chance(self.slips):
            if self.chance(0.2):
                self._feed({"type": "note", "text": "that was wrong"})
            self._feed({"type": "undo"})
            self._feed(line)
        self.may_undo = undoable

    def _feed(self, line: Line) -> None:
        self.lines.append(line)
        why = self.referee.feed(line)
        if why:
            raise AssertionError(f"the generator wrote {line}: {why}")

    def refused(self, kind: str, **fields: Any) -> None:
        line = {"type": kind, **fields}
        self.lines.append(line)
        if not self.referee.feed(line):
            raise AssertionError(f"this should be refused: {line}")

    # ---- between hands
    def _hand(self) -> bool:
        if self.referee.hands:
            self._people()
        rng, referee = self.rng, self.referee
        fields: Line = {}
        rules = dict(referee.stated)
        if referee.hands and self.chance(0.35):
            variant = rng.choice(["liege-lord", "stud", "hi-lo"]) if self.chance(0.5) else rules["variant"]
            fields["rules"] = house_rules(rng, variant, chip=referee.rules["smallest_chip"], whole=True)
            rules.update(fields["rules"])
        rich = [seat for seat in sorted(referee.stacks) if referee.stacks[seat] > 0]
        out = [seat for seat in rich if self.chance(0.05)]
        most = 7 if rules["variant"] == "liege-lord" else 8
        while len(rich) - len(out) > most:
            out.append(next(seat for seat in rich if seat not in out))
        active = [seat for seat in rich if seat not in out]
        if len(active) < 2:
            return False
        if rules["variant"] == "liege-lord" and rules.get("burn") and len(active) > 6:
            fields.setdefault("rules", {})["burn"] = False
        if out or self.sat_out:
            fields["sitting_out"] = sorted(out)
            self.sat_out = True
        if self.chance(0.25):
            fields["dealer"] = rng.choice(active)
        self.say("hand", **fields)
        hand = self.referee.hands[-1]
        World(self, hand.number).play()
        return True

    def _people(self) -> None:
        rng, referee = self.rng, self.referee
        least = 10 * referee.rules["small_bet"]
        for seat in sorted(referee.stacks):
            if (referee.stacks[seat] == 0 and self.chance(0.6)) or self.chance(0.04):
                self.say("rebuy", seat=seat, amount=least * rng.randint(1, 2))
        if len(referee.stacks) > 3 and self.chance(0.12):
            self.say("leave", seat=rng.choice(sorted(referee.stacks)))
        free = [seat for seat in range(1, 9) if seat not in referee.stacks]
        if free and self.chance(0.15):
            seat = rng.choice(free)
            self.say("join", seat=seat, name=f"Q{seat}", stack=least * rng.randint(1, 3))


def stacked_deck(rng: Random) -> list[str]:
    """A deck in which hands tie: rank by rank, or at first a few neighbouring ranks (ace low or high)."""
    if rng.random() < 0.5:
        return [rank + suit for rank in rng.sample(RANKS, 13) for suit in rng.sample(SUITS, 4)]
    ranks = "A" + RANKS
    width = rng.choice([4, 5, 5, 6])
    start = rng.randrange(len(ranks) - width + 1)
    near = [card for card in DECK if card[0] in ranks[start : start + width]]
    far = [card for card in DECK if card not in near]
    return rng.sample(near, len(near)) + rng.sample(far, len(far))


class World:
    """The real cards of one hand, and the people round them."""

    def __init__(self, session: Session, number: int) -> None:
        self.session, self.rng, self.number = session, session.rng, number
        self.stub = stacked_deck(self.rng) if session.chance(0.35) else self.rng.sample(DECK, 52)
        self.burns: list[str] = []
        self.down: dict[int, list[str]] = {seat: [] for seat in self.hand.seats}
        self.pads = self.rng.choice([0.0, 0.0, 0.5, 1.0])
        self.steps = 0
        self.void_at = self.rng.randrange(3, 150) if session.chance(0.08) else None

    @property
    def hand(self) -> Hand:
        """An undo makes the referee tell the story anew, so ask each time."""
        return self.session.referee.hands[self.number - 1]

    def play(self) -> None:
        session = self.session
        while (want := session.referee.wants) and self.hand.status == "open":
            self.steps += 1
            if self.steps == self.void_at:
                session.say("void", reason="misdeal")
                return
            getattr(self, f"_{want.kind}")(want)

    def _confirm(self, want: Want) -> None:
        if self.session.chance(self.session.slips / 4) and want.step != "pay":
            self.session.refused("confirm", step="pay")
        self.session.say("confirm", step=want.step)

    # ---- cards
    def _card(self, want: Want) -> None:
        if want.refill:
            last = [self.stub.pop()] if self.stub else []
            tail = last + self.burns
            self.rng.shuffle(tail)
            self.stub = self.stub + tail
            self.burns = []
        # A deal that no reader saw: Liege Lord, or the last street of stud (all face down).
        plan = self.hand_plan(want)
        if want.begins and plan and self.session.chance(0.5 if self.session.read < 0.9 else 0.02):
            for to in plan:
                self._lay(to)
            self.session.say("confirm", step="deal")
            return
        card = self._lay(want.to)
        known = self.session.chance(self.session.read) or want.to == "common"
        self.session.say("card", card=card if known else None, reader="shoe")
        if want.up and isinstance(want.to, int) and (not known or self.session.chance(0.05)):
            self.session.say(
                "card", undoable=not known, card=card, seat=want.to, reader=self.rng.choice(["camera", "dealer"])
            )

    def hand_plan(self, want: Want) -> list[int | str]:
        """The places of the deal that begins, if all its cards lie face down; else nothing."""
        number = len(self.hand.openers) + 1
        if not self.hand.liege_lord and number != 5:
            return []
        plan, _ = self.hand._plan(number)
        return [to for to, _ in plan] if want.to != "common" else []

    def _lay(self, to: int | str) -> str:
        card = self.stub.pop(0)
        if to == "burn":
            self.burns.append(card)
        elif isinstance(to, int):
            self.down.setdefault(to, []).append(card)
        return card

    def _pass(self, want: Want) -> None:
        live = self.hand.live()
        given = {seat: self.rng.choice(self.down[seat]) for seat in live}
        order = list(live)
        self.rng.shuffle(order)
        for seat in order:
            if self.session.chance(self.pads):
                self.session.say("pass", seat=seat, card=given[seat])
        if (wants := self.session.referee.wants) and wants.kind == "pass":
            self.session.say("confirm", step="pass")
        for seat in live:
            self.down[seat].remove(given[seat])
        for seat in live:
            self.down[self.hand.receiver_of(seat)].append(given[seat])

    def _reveal(self, want: Want) -> None:
        seat = self.rng.choice(want.seats)
        card = self.rng.choice(self.down[seat])
        self.session.say("card", card=card, seat=seat, reader=self.rng.choice(["camera", "dealer"]))
        self.down[seat].remove(card)

    # ---- betting
    def _act(self, want: Want) -> None:
        session, seat, options = self.session, want.seats[0], want.options
        if session.chance(session.slips):
            others = [other for other in self.hand.live() if other != seat]
            action = self.rng.choice(["fold", "call", "check"])
            session.refused("act", seat=self.rng.choice(others), action=action)
        if session.chance(session.slips):
            wrong = self._choose(options, seat)
            session.say("act", undoable=False, seat=seat, **wrong)
            session._feed({"type": "undo"})
            session.may_undo = False
        session.say("act", seat=seat, **self._choose(options, seat))

    def _choose(self, options: dict[str, Any], seat: int) -> Line:
        session, betting = self.session, self.hand.round
        assert betting is not None
        amounts = self._amounts(betting, options.get("up", []), seat)
        must = "check" not in options and "call" not in options and "bring_in" not in options
        stood_in = betting.must_open and betting.cur == 0 and betting.seats[0] == seat
        # Many players on the fourth betting round: folds now leave the last deal just short of cards.
        crowd = betting.number == 4 and len(self.hand.seats) >= 7 and len(self.hand.live()) > 3
        if amounts and (must or stood_in or session.chance(0.6 if crowd else session.lift)):
            to = self.rng.choice(amounts)
            name = "bet" if betting.cur == 0 else "raise"
            if betting.bring_in_level and betting.bets == 0:
                name = "complete"
            if session.chance(0.1):
                name = self.rng.choice(ACTS)
            fixed = self.hand.rules["limit"] == "fixed"  # elsewhere readings of the least raise differ
            single = fixed and len(options["up"]) == 1
            return {"action": name} if single and session.chance(0.4) else {"action": name, "to": to}
        if "fold" in options and session.chance(0.4 if crowd else session.fold):
            return {"action": "fold"}
        return {"action": next(name for name in ("bring_in", "check", "call") if name in options)}

    def _amounts(self, betting: BettingRound, ranges: list[tuple[int, int]], seat: int) -> list[int]:
        """Totals to choose from, without those whose effect RULES leave open (README.md)."""
        if not ranges:
            return []
        rules = self.hand.rules
        have = betting.wager[seat] + betting.stacks[seat]
        if rules["limit"] == "fixed":
            return [to for to, _ in ranges if len(ranges) == 1 or not self._between(betting, to, have)]
        low, high = ranges[0]
        opening = betting.bring_in_level and not betting.bets
        if rules["limit"] == "spread":
            high = min(high, betting.full + rules["max_bet"])
        if opening:
            low = max(low, rules["small_bet"] + rules["bring_in"])
        else:
            low = max(low, betting.cur + (betting.cur - betting.full)) if betting.cur != betting.full else low
        if rules["limit"] == "pot" and betting.cur != betting.full and ranges[0][0] == ranges[0][1] < have:
            return []  # the least raise over a short all-in is more than the pot
        if low > high:
            # Only an all-in is left; it is short in every reading unless the bring-in stands.
            return [have] if have == high and have == ranges[0][0] and not opening else []
        chip = rules["smallest_chip"]
        return [
            low,
            high,
            low + (high - low) // chip // 2 * chip,
            low + self.rng.randint(0, (high - low) // chip) * chip,
        ]

    @staticmethod
    def _between(betting: BettingRound, to: int, have: int) -> bool:
        """An all-in between the lower and the upper limit on an open pair."""
        return to == have and to - betting.full not in (betting.unit(), betting.rules["big_bet"])

    # ---- showdown
    def _show(self, want: Want) -> None:
        session = self.session
        seat = self.rng.choice(want.seats)
        if self._may_muck(seat) and session.chance(0.15):
            session.say("muck", seat=seat)
            return
        cards = list(self.down[seat])
        up = self.hand.known_up(seat)
        cards = [card for card in cards if card not in up]
        if None not in self.hand.down[seat] and session.chance(0.3):
            session.say("show", seat=seat)
        elif session.chance(0.2):
            for card in cards:
                session.say("card", card=card, seat=seat, reader=self.rng.choice(["camera", "dealer"]))
        else:
            session.say("show", seat=seat, cards=cards)

    def _may_muck(self, seat: int) -> bool:
        """Not all-in, and somebody is left for every pot; at the end at least two have shown."""
        hand = self.hand
        rest = [other for other in hand.live() if other not in (seat, *hand.mucked)]
        return (
            hand.stacks[seat] > 0
            and not hand.last_skipped
            and len(rest) >= 2
            and hand.put_in[seat] <= max(hand.put_in[other] for other in rest)
        )
