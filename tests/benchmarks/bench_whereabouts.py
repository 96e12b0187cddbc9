"""The pass tracker's cost by seats and rounds, and beside general solvers asked the same questions.

The solvers (python-sat and OR-tools CP-SAT, needed by this benchmark alone) get the plain model: a truth
value for "this card lies at this seat after this pass" and "this card goes in this pass", and exact
counts for the passes. They are used well: python-sat keeps its solver from question to question, and no
question is asked that an earlier model has answered. All answers are compared before any time is told.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ortools.sat.python import cp_model
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from engine.cards import DECK, Card
from engine.story import Dealt, Event, Passed, Revealed, ShownDown
from engine.whereabouts import Whereabouts
from tests.engine.whereabouts_hands import Chances, play

Answers = tuple[dict[int, set[Card]], dict[tuple[int, int, int, Card], bool]]
"""The cards that can lie at each seat, and each possible pass with whether it is certain."""
Solve = Callable[[list[int]], list[int] | None]
"""Literals that are assumed -> a model, or None."""


class PlainModel:
    """A story as truth values, clauses and exact counts, solver unknown. Every deal must be read."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.top = 0
        self.clauses: list[list[int]] = []
        self.exactly: list[tuple[list[int], int]] = []
        self.goes: dict[tuple[int, int, int, Card], int] = {}
        self.at: dict[Card, dict[int, int]] = {}
        at = 0
        while at < len(events):
            event = events[at]
            match event:
                case Dealt(seat=seat, card=card) if card is not None:
                    self.at[card] = {seat: self.new()}
                    self.clauses.append([self.at[card][seat]])
                case Passed():
                    group = [e for e in events[at:] if isinstance(e, Passed) and e.round == event.round]
                    self.pass_(group)
                    at += len(group) - 1
                case Revealed(seat=seat, card=None):
                    self.unread_reveal(seat)
                case Revealed(seat=seat, card=card) if card is not None:
                    self.clauses.append([self.at.pop(card)[seat]])
                case ShownDown(seat=seat, cards=cards):
                    self.clauses += [[self.at[card][seat]] for card in cards if card is not None]
            at += 1

    def new(self) -> int:
        self.top += 1
        return self.top

    def pass_(self, group: list[Passed]) -> None:
        before = self.at
        arrives: dict[Card, dict[int, list[int]]] = {
            card: {seat: [lies] for seat, lies in seats.items()} for card, seats in before.items()
        }
        for p in group:
            going = []
            for card, seats in before.items():
                if p.giver in seats:
                    goes, stays, lies = self.new(), self.new(), seats[p.giver]
                    self.clauses += [[-lies, goes, stays], [-goes, lies], [-stays, lies], [-goes, -stays]]
                    arrives[card][p.giver].remove(lies)
                    arrives[card][p.giver].append(stays)
                    arrives[card].setdefault(p.receiver, []).append(goes)
                    self.goes[p.round, p.giver, p.receiver, card] = goes
                    going.append(goes)
            self.exactly.append((going, p.count))
            self.clauses += [[self.goes[p.round, p.giver, p.receiver, c]] for c in p.cards if c is not None]
        self.at = {card: {seat: self.any_of(ways) for seat, ways in seats.items()} for card, seats in arrives.items()}

    def any_of(self, ways: list[int]) -> int:
        if len(ways) == 1:
            return ways[0]
        lies = self.new()
        self.clauses += [[-way, lies] for way in ways]
        self.clauses.append([-lies, *ways])
        return lies

    def unread_reveal(self, seat: int) -> None:
        turned = []
        for seats in self.at.values():
            if seat in seats:
                turns, stays, lies = self.new(), self.new(), seats[seat]
                self.clauses += [[-lies, turns, stays], [-turns, lies], [-stays, lies], [-turns, -stays]]
                seats[seat] = stays
                turned.append(turns)
        self.exactly.append((turned, 1))


Prepare = Callable[[PlainModel], Solve]


def ask_solver(events: Sequence[Event], prepare: Callable[[PlainModel], Callable[[list[int]], Any]]) -> Answers:
    """All the questions, each at most once and only if no model found so far has answered it."""
    plain = PlainModel(events)
    solve = prepare(plain)
    seen_true: set[int] = set()
    seen_false: set[int] = set()

    def can(literal: int) -> bool:
        seen = seen_true if literal > 0 else seen_false
        if abs(literal) not in seen:
            model = solve([literal])
            if model is None:
                return False
            seen_true.update(v for v in model if v > 0)
            seen_false.update(-v for v in model if v < 0)
        return True

    lie: dict[int, set[Card]] = {e.seat: set() for e in events if isinstance(e, Dealt)}
    for card, seats in plain.at.items():
        for seat, lies in seats.items():
            if can(lies):
                lie[seat].add(card)
    return lie, {key: not can(-goes) for key, goes in plain.goes.items() if can(goes)}


def python_sat(plain: PlainModel) -> Solve:
    solver = Solver("glucose4", bootstrap_with=plain.clauses)
    top = plain.top
    for literals, count in plain.exactly:
        counted = CardEnc.equals(literals, count, top_id=top, encoding=EncType.seqcounter)
        top = max(top, counted.nv)
        solver.append_formula(counted.clauses)

    def solve(assumed: list[int]) -> list[int] | None:
        return solver.get_model()[: plain.top] if solver.solve(assumptions=assumed) else None

    return solve


def cp_sat(plain: PlainModel) -> Solve:
    model = cp_model.CpModel()
    value = [model.new_bool_var(str(i)) for i in range(plain.top + 1)]
    for clause in plain.clauses:
        model.add_bool_or([value[v] if v > 0 else ~value[-v] for v in clause])
    for literals, count in plain.exactly:
        model.add(sum(value[v] for v in literals) == count)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1

    def solve(assumed: list[int]) -> list[int] | None:
        asked = model.clone()
        for v in assumed:
            asked.add_bool_or([value[v] if v > 0 else ~value[-v]])
        if solver.solve(asked) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return [i if solver.boolean_value(value[i]) else -i for i in range(1, plain.top + 1)]

    return solve


def ask_ours(events: Sequence[Event]) -> Answers:
    ours = Whereabouts(events)
    seats = {e.seat for e in events if isinstance(e, Dealt)}
    lie = {seat: set(ours.can_lie_at(seat)) for seat in seats}
    return lie, {(p.round, p.giver, p.receiver, p.card): p.certain for p in ours.passes()}


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def hand(rng: random.Random, seats: int, rounds: int, unread: float = 0.0) -> list[Event]:
    """A Liege Lord hand: folds, an odd unread reveal, a showdown; `unread` of the deals are not read."""
    chances = Chances(
        unread_deal=unread,
        fold=rng.choice([0.0, 0.05, 0.1]),
        unread_reveal=rng.choice([0.0, 0.0, 0.05]),
        read_pass=rng.choice([0.0, 0.0, 0.1]),
        shown=rng.choice([0.5, 1.0]),
    )
    return play(rng, seats=range(1, seats + 1), rounds=rounds, first=3, chances=chances).events


def looks(events: list[Event]) -> Iterator[list[Event]]:
    """The story at each moment at which something is asked: after a pass, after each reveal, at the end."""
    for at, (event, following) in enumerate(zip(events, [*events[1:], None], strict=True), start=1):
        if isinstance(event, Revealed) or (isinstance(event, Passed) and not isinstance(following, Passed)):
            yield events[:at]
    yield events


def questions(rng: random.Random, events: list[Event]) -> dict[str, Callable[[Whereabouts], Any]]:
    """Each kind of question, about a card and a seat of this hand."""
    seat = rng.choice([e.seat for e in events if isinstance(e, Dealt)])
    seen = [e.card for e in events if isinstance(e, Dealt | Revealed) and e.card is not None]
    card = rng.choice(seen or DECK)
    return {
        "can_hold": lambda w: w.can_hold(card),
        "can_lie_at": lambda w: w.can_lie_at(seat),
        "can_reveal": lambda w: w.can_reveal(seat, card),
        "down_cards": lambda w: w.down_cards(seat),
        "passes": lambda w: w.passes(),
        "way_of": lambda w: w.way_of(card),
        "identified": lambda w: w.identified(),
    }


def late(times: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(times)[int(len(times) * 0.95)]


def slowest_question(seats: int, rounds: int, hands: int, unread: float = 0.0) -> tuple[str, float]:
    """The kind of question with the highest 95th percentile, and that in ms; each asked of a new tracker."""
    rng = random.Random(seats * 10 + rounds)
    times: dict[str, list[float]] = {}
    for _ in range(hands):
        for story in looks(hand(rng, seats, rounds, unread)):
            for name, ask in questions(rng, story).items():
                times.setdefault(name, []).append(seconds(lambda a=ask, s=story: a(Whereabouts(s)))[0])
    name = max(times, key=lambda n: late(times[n]))
    return name, 1000 * late(times[name])


def beside(seats: int, rounds: int, hands: int, prepare: Prepare) -> tuple[float, float]:
    """Median ms for all the questions of one moment: ours and the solver's. The answers are the same."""
    rng = random.Random(seats * 100 + rounds)
    ours, theirs = [], []
    for _ in range(hands):
        moments = list(looks(hand(rng, seats, rounds)))
        for story in (moments[len(moments) // 2], moments[-1]):
            mine, answer = seconds(lambda s=story: ask_ours(s))
            other, reply = seconds(lambda s=story: ask_solver(s, prepare))
            if answer != reply:
                raise AssertionError(f"{seats} seats, {rounds} rounds: the tracker and the solver disagree")
            ours.append(1000 * mine)
            theirs.append(1000 * other)
    return statistics.median(ours), statistics.median(theirs)


def run() -> dict[str, dict[str, Any]]:
    print(f"{'seats':>5} {'rounds':>6} {'slowest question, p95':>28} {'all of a moment':>16} {'python-sat':>11}")
    slowest = ("", 0.0)
    for seats in range(2, 8):
        for rounds in (1, 3, 5):
            slowest = slowest_question(seats, rounds, hands=20)
            mine, other = beside(seats, rounds, 12, python_sat)
            words = f"{slowest[0]} {slowest[1]:.2f} ms"
            print(f"{seats:>5} {rounds:>6} {words:>28} {mine:>13.2f} ms {other:>8.2f} ms", flush=True)
    mine, other = beside(7, 5, 30, python_sat)
    mine_again, cp = beside(7, 5, 3, cp_sat)
    blind = slowest_question(7, 5, hands=20, unread=1.0)
    reveal = [
        1000 * seconds(lambda s=story: (w := Whereabouts(s)).consistent and w.can_lie_at(s[-1].seat))[0]
        for i in range(30)
        for story in looks(hand(random.Random(i), 7, 5))
        if isinstance(story[-1], Revealed)
    ]
    return {
        "whereabouts-vs-solver": {
            "value": mine,
            "unit": "ms",
            "peer": f"python-sat, same questions: {other:.1f} ms (7 seats, 5 rounds)",
            "ratio": mine / other,
        },
        "whereabouts-vs-cp-sat": {
            "value": mine_again,
            "unit": "ms",
            "peer": f"OR-tools CP-SAT, same questions: {cp:.0f} ms (7 seats, 5 rounds)",
            "ratio": mine_again / cp,
        },
        "whereabouts-slowest": {
            "value": slowest[1],
            "unit": "ms, p95",
            "peer": f"the bound, 50 ms ({slowest[0]}, 7 seats, 5 rounds)",
            "ratio": slowest[1] / 50,
        },
        "whereabouts-no-shoe": {
            "value": blind[1],
            "unit": "ms, p95",
            "peer": f"the bound, 50 ms ({blind[0]}; no card read at the deal)",
            "ratio": blind[1] / 50,
        },
        "whereabouts-reveal": {
            "value": late(reveal),
            "unit": "ms, p95",
            "peer": "one frame at 60 Hz, 16.7 ms",
            "ratio": late(reveal) / 16.7,
        },
    }
