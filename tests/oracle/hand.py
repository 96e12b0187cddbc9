"""One hand, told as a story: ``play`` asks for the next thing and is sent a session line.

A line that makes no sense now raises nothing: ``play`` notes why in ``refusal`` and asks again.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.bets import BettingRound
from tests.oracle.money import Payout, Pot, make_pots, uncalled
from tests.oracle.ranks import board_key, rank_and_suit

Line = dict[str, Any]


@dataclass
class Want:
    """What the hand waits for: ``kind`` confirm, card, pass, reveal, act or show, and what belongs to it."""

    kind: str
    step: str = ""  # confirm
    to: int | str = ""  # card: a seat, "burn" or "common"
    up: bool = False  # card: does it lie face up
    begins: bool = False  # card: the first of this deal
    refill: bool = False  # card: burns are shuffled in first
    seats: list[int] = field(default_factory=list)  # pass, reveal, show: who still has to
    options: dict[str, Any] = field(default_factory=dict)  # act: BettingRound.legal


Story = Generator[Want, Line, None]


class Hand:
    """``seats``: the active players clockwise from the dealer's left. ``stacks`` is the table's own dict."""

    def __init__(
        self, number: int, rules: dict[str, Any], dealer: int, seats: list[int], stacks: dict[int, int]
    ) -> None:
        self.number, self.rules, self.dealer, self.seats, self.stacks = number, rules, dealer, seats, stacks
        self.put_in = dict.fromkeys(seats, 0)
        self.folded: list[int] = []
        self.mucked: list[int] = []
        self.down: dict[int, list[str | None]] = {seat: [] for seat in seats}
        self.up: dict[int, list[str | None]] = {seat: [] for seat in seats}
        self.shown: dict[int, list[str]] = {}
        self.common: list[str | None] = []
        self.burnt = self.dealt = 0
        self.openers: list[dict[str, Any]] = []
        self.pots: list[Pot] = []
        self.shares: list[list[dict[str, Any]]] = []
        self.returned: list[dict[str, int]] = []
        self.alarms: list[dict[str, Any]] = []
        self.stacks_after: dict[int, int] | None = None
        self.status = "open"
        self.refusal: str | None = None
        self.betting_open = False  # a round of which nobody has acted yet: the opener may still change
        self.round: BettingRound | None = None
        self.last_skipped = False

    # ---- small helpers
    @property
    def liege_lord(self) -> bool:
        return bool(self.rules["variant"] == "liege-lord")

    def live(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded]

    def known_up(self, seat: int) -> list[str]:
        return [card for card in self.up[seat] if card]

    def receiver_of(self, seat: int) -> int:
        live = self.live()
        return live[(live.index(seat) + 1) % len(live)]

    def _refuse(self, why: str) -> None:
        self.refusal = why

    # ---- the story
    def play(self) -> Story:
        yield from self._confirm("announce")
        yield from self._confirm("antes")
        for seat in self.seats:
            ante = min(self.rules["ante"], self.stacks[seat])
            self.stacks[seat] -= ante
            self.put_in[seat] += ante
        for number in range(1, 6):
            yield from self._deal(number)
            if self.liege_lord:
                yield from self._pass()
                if number < 5:
                    yield from self._reveal()
            yield from self._bet(number)
            if len(self.live()) == 1:
                break
        self._return_uncalled()
        if len(self.live()) > 1:
            yield from self._showdown()
        self._divide()
        yield from self._confirm("pay")
        for pot in self.shares:
            for part in pot:
                self.stacks[part["seat"]] += part["amount"]
        self.status = "complete"

    def _confirm(self, step: str) -> Story:
        while True:
            line = yield Want("confirm", step=step)
            if line["type"] == "confirm" and line["step"] == step:
                return
            self._refuse(f"{step} comes first")

    # ---- dealing (RULES 1.3, 1.6, 4.6)
    def _deal(self, number: int) -> Story:
        plan, refill = self._plan(number)
        for place, (to, face_up) in enumerate(plan):
            while True:
                line = yield Want("card", to=to, up=face_up, begins=place == 0, refill=refill and place == 0)
                if line["type"] == "card" and "seat" not in line:
                    self._lay(to, face_up, line["card"])
                    break
                if line["type"] == "confirm" and line["step"] == "deal":
                    for rest, rest_up in plan[place:]:
                        self._lay(rest, rest_up, None)
                    return
                self._refuse("cards are being dealt")

    def _plan(self, number: int) -> tuple[list[tuple[int | str, bool]], bool]:
        """Where the cards of this deal go, in order, and whether the burns are shuffled in first."""
        live = self.live()
        if self.liege_lord:
            faces = [False] * (3 if number == 1 else 1)
        else:
            faces = {1: [False, False, True], 5: [False]}.get(number, [True])
        cards: list[tuple[int | str, bool]] = [(seat, face) for face in faces for seat in live]
        burn: list[tuple[int | str, bool]] = [("burn", False)] if self.rules["burn"] and number > 1 else []
        left = 52 - self.dealt
        if len(burn) + len(cards) <= left:
            return burn + cards, False
        if len(cards) <= left:
            return cards, False
        if len(cards) <= left + self.burnt:
            return cards, True
        return [("common", True)], False

    def _lay(self, to: int | str, face_up: bool, card: str | None) -> None:
        self.dealt += 1
        if to == "burn":
            self.burnt += 1
        elif to == "common":
            self.common.append(card)
        else:
            (self.up if face_up else self.down)[int(to)].append(card)

    # ---- passing and revealing (RULES 3.2, 3.3)
    def _pass(self) -> Story:
        passed: dict[int, str] = {}
        while len(passed) < len(self.live()):
            line = yield Want("pass", seats=[seat for seat in self.live() if seat not in passed])
            if line["type"] == "confirm" and line["step"] == "pass":
                break
            if line["type"] != "pass" or line["seat"] not in self.live() or line["seat"] in passed:
                self._refuse("cards are being passed")
                continue
            hidden = self.down[line["seat"]]
            if line["card"] not in hidden and None not in hidden:
                self._refuse("that card is not there")
                continue
            passed[line["seat"]] = line["card"]
        given: dict[int, str | None] = {}
        for seat in self.live():
            hidden = self.down[seat]
            card = given[seat] = passed.get(seat)
            if card is None:
                self.down[seat] = [None, None]
            else:
                hidden.remove(card if card in hidden else None)
        for seat in self.live():
            self.down[self.receiver_of(seat)].append(given[seat])

    def _reveal(self) -> Story:
        shown: set[int] = set()
        while len(shown) < len(self.live()):
            line = yield Want("reveal", seats=[seat for seat in self.live() if seat not in shown])
            if line["type"] == "confirm" and line["step"] == "reveal":
                for seat in self.live():
                    if seat not in shown:
                        self.up[seat].append(None)
                        self.down[seat] = [None, None]
                return
            if line["type"] != "card" or line.get("seat") not in self.live() or line["seat"] in shown:
                self._refuse("reveals are wanted")
                continue
            seat, card = line["seat"], line["card"]
            hidden = self.down[seat]
            if card not in hidden and None not in hidden:
                self._refuse("that card is not there")
                continue
            hidden.remove(card if card in hidden else None)
            self.up[seat].append(card)
            shown.add(seat)

    # ---- betting (RULES 2.2, 2.3, 3.4, 4.2-4.5)
    def _bet(self, number: int) -> Story:
        self.openers.append({})
        able = [seat for seat in self.live() if self.stacks[seat] > 0]
        self.last_skipped = len(able) < 2
        if self.last_skipped:
            self.openers[-1] = {"round": number, "seat": None, "skipped": True}
            return
        self.betting_open = True
        while True:
            if self.betting_open:
                entry, betting = self._begin(number)
                self.openers[-1] = entry
                self.round = betting
            seat = betting.to_act()
            if seat is None:
                break
            line = yield Want("act", seats=[seat], options=betting.legal(seat))
            if line["type"] == "seen":
                continue
            if line["type"] != "act":
                self._refuse(f"seat {seat} is to act")
                continue
            why = betting.act(line["seat"], line["action"], line.get("to"))
            if why:
                self._refuse(why)
                continue
            self.betting_open = False
            if line["action"] == "fold":
                self.folded.append(line["seat"])
        self.betting_open = False
        self.round = None

    def _begin(self, number: int) -> tuple[dict[str, Any], BettingRound]:
        """The entry for ``openers`` and the round, with the first to act in front."""
        bring_in = not self.liege_lord and number == 1 and self.rules["bring_in"] > 0
        best = self._lowest_door() if bring_in else self._best_board(number)
        live = self.live()
        entry: dict[str, Any] = {"round": number, "seat": None}
        first = live[0] if best is None else best
        at = live.index(first)
        while self.stacks[live[at]] == 0:
            at = (at + 1) % len(live)
        if best is not None:
            entry["seat"] = live[at]
            entry["showing"] = self.known_up(best)
            if live[at] != best:
                entry["best"] = best
        if bring_in:
            entry["bring_in"] = True
        pair = (
            number == 2
            and bool(self.rules["open_pair_option"])
            and not self.liege_lord
            and any(board_key(self.known_up(seat))[0] for seat in live)
        )
        betting = BettingRound(
            self.rules,
            number,
            live[at:] + live[:at],
            self.stacks,
            self.put_in,
            bring_in=bring_in,
            stands_in=bring_in and live[at] != best,
            open_pair=pair,
            must_open=bool(self.rules["must_open"]),
            opener=first,
        )
        return entry, betting

    def _lowest_door(self) -> int | None:
        known = [seat for seat in self.live() if self.known_up(seat)]
        return min(known, key=lambda seat: rank_and_suit(self.known_up(seat)[0])) if known else None

    def _best_board(self, number: int) -> int | None:
        known = [seat for seat in self.live() if self.known_up(seat)]
        if not known:
            return None
        middle = [card for card in self.common if card]
        boards = {seat: self.known_up(seat) + middle for seat in known}
        best = max(board_key(board) for board in boards.values())
        tied = [seat for seat in known if board_key(boards[seat]) == best]
        first_street = number == 1 and not self.liege_lord
        if self.rules["opener_tie"] == "suit" and not first_street:
            return max(tied, key=lambda seat: sorted(map(rank_and_suit, boards[seat]), reverse=True))
        return tied[0]

    # ---- a reader tells of a card that lies face up already
    def seen(self, line: Line) -> bool:
        """Take a ``card`` line about a seat outside the step that is on; False if it is not of that kind."""
        seat, card = line.get("seat"), line["card"]
        if seat not in self.up or card is None:
            return False
        if card in self.up[seat]:
            return True
        if None in self.up[seat]:
            self.up[seat][self.up[seat].index(None)] = card
            return True
        return False

    def correct(self, line: Line) -> bool:
        """A face-up card was read wrong (RULES 8.3, 8.5)."""
        up = self.up.get(line["seat"], [])
        if line.get("was") not in up:
            return False
        up[up.index(line["was"])] = line["card"]
        return True

    def face_up_twice(self) -> str | None:
        """A card that lies face up in two places, as far as the reads tell."""
        up = [card for seat in self.seats for card in self.known_up(seat)]
        up += [card for card in self.common if card]
        return next((card for card in up if up.count(card) > 1), None)

    # ---- the end (RULES 3.6-3.11, 4.8, 5, 6.2-6.6)
    def _return_uncalled(self) -> None:
        back = uncalled(self.put_in)
        if back:
            seat, amount = back
            self.put_in[seat] -= amount
            self.stacks[seat] += amount
            self.returned.append({"seat": seat, "amount": amount})

    def _showdown(self) -> Story:
        done: set[int] = set()
        while True:
            waiting = [seat for seat in self.live() if seat not in done]
            if not waiting:
                return
            line = yield Want("show", seats=waiting)
            seat = line.get("seat")
            if line["type"] not in ("show", "muck", "card") or seat not in waiting:
                self._refuse("the showdown is on")
                continue
            if line["type"] == "muck":
                self.mucked.append(seat)
                done.add(seat)
                continue
            hidden = list(self.down[seat])
            if line["type"] == "card":
                told = [*self.shown.get(seat, []), line["card"]]
            else:
                told = line.get("cards", [])
            unknown = [card for card in told if card not in hidden]
            if told and len(told) != len(hidden) and line["type"] == "show" and None in hidden:
                self.mucked.append(seat)  # too few or too many cards: a dead hand (RULES 8.7)
                done.add(seat)
                continue
            if len(told) > len(hidden) or len(unknown) > hidden.count(None):
                self._refuse("those cards are not there")
                continue
            self.shown[seat] = told
            missing = [card for card in hidden if card and card not in told]
            if line["type"] == "card":
                if len(told) == len(hidden):
                    done.add(seat)
                continue
            if len(told) + len(missing) < len(hidden):
                self._refuse("which cards are they?")
                del self.shown[seat]
                continue
            self.shown[seat] = told + missing
            done.add(seat)

    def _divide(self) -> None:
        contenders = {seat for seat in self.live() if seat not in self.mucked}
        self.pots = make_pots(self.put_in, contenders)
        if len(self.live()) == 1:
            only = self.live()[0]
            self.shares = [[{"seat": only, "amount": pot.amount, "as": "last"}] for pot in self.pots]
            return
        cards = {
            seat: self.shown[seat] + self.known_up(seat) + [card for card in self.common if card] for seat in contenders
        }
        payout = Payout(self.rules, self.seats, cards)
        self.shares = [[part for part in payout.shares(pot) if part["amount"]] for pot in self.pots]

    # ---- what the contract prints
    def public(self) -> set[str]:
        """The cards that players at the table have seen face up; a mucked hand's down cards are none."""
        shown = {card for seat, cards in self.shown.items() if seat not in self.mucked for card in cards}
        return shown | {card for cards in (*self.up.values(), self.common) for card in cards if card}

    def report(self) -> dict[str, Any]:
        won: dict[str, int] = {}
        stacks = self.stacks if self.stacks_after is None else self.stacks_after
        for pot in self.shares:
            for part in pot:
                won[str(part["seat"])] = won.get(str(part["seat"]), 0) + part["amount"]
        return {
            "hand": self.number,
            "variant": self.rules["variant"],
            "dealer": self.dealer,
            "status": self.status,
            "openers": self.openers,
            "folded": self.folded,
            "pots": [
                {"amount": pot.amount, "eligible": pot.eligible, "shares": parts}
                for pot, parts in zip(self.pots, self.shares, strict=True)
            ],
            "returned": self.returned,
            "won": won,
            "stacks": {str(seat): stacks[seat] for seat in sorted(stacks)},
            "alarms": self.alarms,
        }

    def give_back(self) -> None:
        """A misdeal (RULES 1.3, 8): every chip of this hand goes back."""
        for back in self.returned:
            self.stacks[back["seat"]] -= back["amount"]
            self.put_in[back["seat"]] += back["amount"]
        for seat, amount in self.put_in.items():
            self.stacks[seat] += amount
        self.status = "void"
        self.openers = [entry for entry in self.openers if entry]
        self.pots, self.shares, self.returned = [], [], []
