"""The engine's speed: hands beside PokerKit, the replay of an evening, and whether long sessions slow down.

All times are CPU time of this process; both sides of a comparison run in turns, and the best time of each
counts, so that other work on the machine counts little.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pokerkit

from engine.cards import DECK
from engine.inputs import Act, CardRead, Confirm, PassRead, StartHand, TableInput
from engine.table import Seat, Table
from kiosk.recording import Header, read_session
from kiosk.replay import replay_recording
from kiosk.session_lines import line_of

PLAYERS = 6
STACK = 100_000
RULES = {
    "variant": "stud",
    "ante": 1,
    "bring_in": 3,
    "small_bet": 10,
    "big_bet": 20,
    "smallest_chip": 1,
    "open_pair_option": False,  # PokerKit has none
}
AUTOMATIONS = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)
THEIR_CARD = {card: next(pokerkit.Card.parse(str(card))) for card in DECK}

Inputs = list[TableInput]
Steps = list[tuple[str, Any]]
"""The same for PokerKit: the name of an operation and its argument."""


def new_table(variant: dict[str, Any] | None = None, players: int = PLAYERS, stack: int = STACK) -> Table:
    return Table([Seat(seat, f"P{seat}", stack) for seat in range(1, players + 1)], variant or RULES)


def random_hand(table: Table, rng: random.Random, rules: Mapping[str, object] | None = None) -> tuple[Inputs, Steps]:
    """One complete hand in which hardly anybody folds: the inputs for both engines."""
    inputs: Inputs = []
    steps: Steps = []

    def tell(entry: TableInput, theirs: tuple[str, Any] | None = None) -> None:
        assert table.apply(entry) is None
        inputs.append(entry)
        if theirs is not None:
            steps.append(theirs)

    deck = rng.sample(DECK, len(DECK))
    for entry in (StartHand(rules=rules or {}), Confirm("announce"), Confirm("antes")):
        tell(entry)
    hand = table.hand
    assert hand is not None
    while hand.status == "open":
        step = hand.step.name
        if step == "deal":
            index, card = hand.pending[-1][0], deck.pop()
            tell(CardRead(card, "shoe"), ("burn_card" if index < 0 else "deal_hole", THEIR_CARD[card]))
        elif step == "bet":
            assert hand.betting is not None
            tell(*random_action(table, rng))
        elif step in ("pass", "reveal"):
            for player in hand.live_players():
                card = rng.choice(player.down)
                assert card is not None
                tell(PassRead(player.seat, card) if step == "pass" else CardRead(card, "camera", player.seat))
        else:
            tell(Confirm("showdown" if step == "showdown" else "pay"))
    return inputs, steps


def random_action(table: Table, rng: random.Random) -> tuple[Act, tuple[str, Any]]:
    hand = table.hand
    assert hand is not None and hand.betting is not None
    may = hand.betting.actions(hand.betting.actor)
    dice = rng.random()
    if may.call and dice < 0.06:
        return Act(may.seat, "fold"), ("fold", None)
    if may.upward and dice > 0.8:
        return Act(may.seat, may.upward, may.least), ("complete_bet_or_raise_to", may.least)
    if may.bring_in:
        return Act(may.seat, "bring_in"), ("post_bring_in", None)
    return Act(may.seat, "call" if may.call else "check"), ("check_or_call", None)


def play_ours(hands: list[tuple[Inputs, Steps]]) -> dict[int, int]:
    table = new_table()
    apply = table.apply
    for inputs, _ in hands:
        for entry in inputs:
            apply(entry)
    return table.stacks()


def play_theirs(hands: list[tuple[Inputs, Steps]]) -> dict[int, int]:
    """The same hands in a row: stacks are carried on, the button moves."""
    stacks = dict.fromkeys(range(1, PLAYERS + 1), STACK)
    for number, (_, steps) in enumerate(hands):
        order = [(number + step) % PLAYERS + 1 for step in range(1, PLAYERS + 1)]
        state = pokerkit.FixedLimitSevenCardStud.create_state(
            AUTOMATIONS, True, 1, 3, 10, 20, [stacks[seat] for seat in order], PLAYERS
        )
        for name, argument in steps:
            operation = getattr(state, name)
            if argument is None:
                operation()
            else:
                operation(argument)
        assert not state.status
        stacks.update(zip(order, state.stacks, strict=True))
    return stacks


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def stud_against_pokerkit(count: int = 60, rounds: int = 5) -> dict[str, Any]:
    """Complete hands per second, and how many times PokerKit's; the stacks at the end are the same."""
    rng = random.Random(11)
    table = new_table()
    hands = [random_hand(table, rng) for _ in range(count)]
    assert play_ours(hands) == play_theirs(hands) == table.stacks(), "the engines disagree about the stacks"
    ours, theirs = [], []
    for _ in range(rounds):
        ours += [seconds(lambda: play_ours(hands)) for _ in range(5)]
        theirs.append(seconds(lambda: play_theirs(hands)))
    return {
        "value": count / min(ours),
        "unit": "hands/s",
        "peer": "PokerKit, same hands",
        "ratio": min(theirs) / min(ours),
    }


def evening(hands: int, rng: random.Random) -> list[dict[str, object]]:
    """The lines of a three-hour session: Liege Lord, stud and hi/lo in turns."""
    games: list[dict[str, object]] = [{"variant": "liege-lord"}, {"variant": "stud"}, {"variant": "hi-lo"}]
    seats = tuple(Seat(seat, f"P{seat}", STACK) for seat in range(1, PLAYERS + 1))
    header = Header("Kitchen", games[0], seats)
    table = header.make_table()
    lines = [header.line()]
    for number in range(hands):
        inputs, _ = random_hand(table, rng, games[number % 3])
        lines += [line_of(entry) for entry in inputs]
    return lines


def replay_of_an_evening() -> dict[str, Any]:
    """CPU seconds beyond start-up for ``liege replay --json`` of 60 hands (bound: 1)."""
    lines = evening(60, random.Random(12))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evening.session.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        took = []
        for _ in range(5):
            took.append(seconds(lambda: json.dumps(replay_recording(read_session(path)), ensure_ascii=False)))
    value = min(took)
    return {"value": value, "unit": "s CPU", "peer": "the bound, 1 s", "ratio": 1 / value}


def cost_of_late_hands(hands: int = 1200) -> dict[str, Any]:
    """Hands per second in the last quarter of a long session; to the first quarter it should be level, 1."""
    rng = random.Random(13)
    table = new_table()
    played = [random_hand(table, rng)[0] for _ in range(hands)]
    quarter = hands // 4
    early, late = [], []
    for _ in range(5):
        table = new_table()

        def play(part: list[Inputs], table: Table = table) -> None:
            for inputs in part:
                for entry in inputs:
                    table.apply(entry)

        first = seconds(lambda: play(played[:quarter]))
        play(played[quarter:-quarter])
        last = seconds(lambda: play(played[-quarter:]))
        early.append(quarter / first)
        late.append(quarter / last)
    return {
        "value": max(late),
        "unit": "hands/s",
        "peer": "the first quarter of the session",
        "ratio": max(late) / max(early),
    }


def run() -> dict[str, dict[str, Any]]:
    return {
        "stud-hands-vs-pokerkit": stud_against_pokerkit(),
        "replay-60-hands": replay_of_an_evening(),
        "late-hands-in-a-session": cost_of_late_hands(),
    }
