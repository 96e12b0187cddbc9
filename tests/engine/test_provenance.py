"""Who fed whom, told after the hand: held against what the players of a practice table really passed (RULES 3.2)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards import Card
from engine.hand import Hand
from engine.inputs import Confirm, StartHand
from engine.table import Table
from kiosk.demo_players import DemoPlayers
from kiosk.practice import practice_lines
from kiosk.recording import entry_of, parse_header
from kiosk.replay import replay_lines

Pass = tuple[int, int, int, str]


def evening(mode: str, players: int, seed: int, hands: int = 8) -> list[dict[str, Any]]:
    header, *lines = practice_lines(hands, players, seed)
    return [{**header, "rules": {"variant": "liege-lord", "provenance": mode}}, *lines]


def really_passed(lines: list[dict[str, Any]]) -> list[set[Pass]]:
    """What the players passed in each hand, as they alone know: the cards that their habits chose."""
    header = parse_header(lines[0])
    table = Table(header.seats, header.rules)
    told: list[set[Pass]] = []
    for line in lines[1:]:
        entry = entry_of(line, header.variants)
        hand = table.hand
        if isinstance(entry, Confirm) and entry.step == "pass" and hand is not None:
            told[-1] |= _passes_now(hand)
        table.apply(entry)  # type: ignore[arg-type]
        if isinstance(entry, StartHand):
            told.append(set())
    return told


def _passes_now(hand: Hand) -> set[Pass]:
    players = DemoPlayers(hand, 0)
    live = [player.seat for player in hand.players if not player.folded]
    return {
        (hand.round, seat, live[(place + 1) % len(live)], str(players.held[seat].least(1)[0]))
        for place, seat in enumerate(live)
    }


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_what_is_called_certain_was_really_passed(players: int) -> None:
    """RULES 3.2: every certain pass happened, every real pass of a told card is among those called possible."""
    lines = evening("all", players, seed=11)
    truth = really_passed(lines)
    told = replay_lines(lines)["hands"]
    certain = 0
    for hand, passed in zip(told, truth, strict=True):
        for one in hand["passes"]:
            if one["certain"]:
                certain += 1
                assert (one["round"], one["from"], one["to"], one["card"]) in passed
        possible = {(one["round"], one["from"], one["to"], one["card"]) for one in hand["passes"]}
        sure_places = {(one["round"], one["from"], one["to"]) for one in hand["passes"] if one["certain"]}
        named = {card for *_, card in possible if card is not None}
        for real in passed:
            if real[3] in named and real[:3] not in sure_places:
                assert real in possible
    assert certain > 0


def test_folded_and_mucked_cards_are_named_in_no_mode() -> None:
    """A card that never became public is in no pass that is told."""
    for mode in ("winner", "all"):
        lines = evening(mode, 5, seed=4)
        told = replay_lines(lines)
        starts = [at for at, line in enumerate(lines) if line["type"] == "hand"] + [len(lines)]
        for number, hand in enumerate(told["hands"]):
            public = {
                card
                for line in lines[starts[number] : starts[number + 1]]
                for card in ([line["card"]] if line["type"] == "card" and "seat" in line else line.get("cards", []))
            }
            assert {one["card"] for one in hand["passes"]} - {None} <= public


def test_only_the_winning_cards_are_told_where_the_house_says_winner() -> None:
    lines = evening("winner", 4, seed=2)
    for hand in replay_lines(lines)["hands"]:
        winning = {card for pot in hand["pots"] for share in pot["shares"] for card in share.get("hand", [])}
        assert {one["card"] for one in hand["passes"]} <= winning


def test_nothing_is_told_by_default() -> None:
    lines = list(practice_lines(2, 3, 1))
    assert all("passes" not in hand for hand in replay_lines(lines)["hands"])


def test_a_reveal_that_cannot_be_true_is_spoken_at_the_hands_end() -> None:
    """A card that the shoe never dealt is revealed: taken at once, told when the pot is paid (RELIABILITY)."""
    lines = list(practice_lines(1, 3, 5))
    dealt = {line["card"] for line in lines if line["type"] == "card" and "seat" not in line}
    shown = {card for line in lines if line["type"] == "show" for card in line["cards"]}  # type: ignore[attr-defined]
    foreign = next(str(card) for card in map(Card, range(52)) if str(card) not in dealt | shown)
    reveals = [at for at, line in enumerate(lines) if line["type"] == "card" and "seat" in line]
    for at in reveals:  # one whose false card does not change who opens, so that the hand goes on as it did
        seat = lines[at]["seat"]
        misread = [*lines[:at], {**lines[at], "card": foreign}, *lines[at + 1 :]]
        (hand,) = replay_lines(misread)["hands"]
        if not hand["refused"]:
            break
    assert hand["status"] == "complete"
    spoken = [alarm for alarm in hand["alarms"] if alarm["kind"] == "impossible-read"]
    assert [(alarm["line"], alarm["card"], alarm["seat"]) for alarm in spoken] == [(len(lines), foreign, seat)]


def test_an_unread_up_card_that_can_be_only_one_card_is_named_after_the_hand() -> None:
    """RULES 8.1, worked by hand: who turned up unread A♠ is known once the other two cards have been seen elsewhere.

    After the first pass seat 1 holds A♠ (passed to it, read by a pad), 8♣ and 9♣ and turns one up that nobody
    reads. In the second round it passes 8♣ (read by a pad) and turns up 9♣ (read): what lies there is A♠.
    """
    header = {
        "type": "session",
        "version": 1,
        "rules": {"variant": "liege-lord"},
        "seats": [{"seat": 1, "stack": 4000}, {"seat": 2, "stack": 4000}],
    }
    lines: list[dict[str, Any]] = [
        {"type": "hand", "dealer": 1},
        {"type": "confirm", "step": "announce"},
        {"type": "confirm", "step": "antes"},
        *({"type": "card", "card": card, "reader": "shoe"} for card in ("As", "7c", "Kd", "8c", "Qh", "9c")),
        {"type": "pass", "seat": 2, "card": "As"},
        {"type": "pass", "seat": 1, "card": "7c"},
        {"type": "card", "card": "Kd", "reader": "dealer", "seat": 2},
        {"type": "confirm", "step": "reveal"},
        {"type": "act", "seat": 2, "action": "check"},
        {"type": "act", "seat": 1, "action": "check"},
        *({"type": "card", "card": card, "reader": "shoe"} for card in ("2c", "3c")),
        {"type": "pass", "seat": 2, "card": "2c"},
        {"type": "pass", "seat": 1, "card": "8c"},
        {"type": "card", "card": "Qh", "reader": "dealer", "seat": 2},
        {"type": "card", "card": "9c", "reader": "dealer", "seat": 1},
        {"type": "act", "seat": 2, "action": "bet"},
        {"type": "act", "seat": 1, "action": "fold"},
        {"type": "confirm", "step": "pay"},
    ]
    parsed = parse_header(header)
    table = Table(parsed.seats, parsed.rules)
    before: list[Card | None] = []
    for line in lines:
        assert table.apply(entry_of(line, parsed.variants)) is None  # type: ignore[arg-type]
        hand = table.hand
        assert hand is not None
        if line["type"] == "act":
            before = list(hand.players[hand.index_of[1]].up)
    assert before == [None, Card.parse("9c")], "while the hand is on nobody is told"
    assert hand.players[hand.index_of[1]].up == [Card.parse("As"), Card.parse("9c")]
