"""A variant is a file: what is wrong with one is told in one sentence that names the place."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inputs import Confirm, StartHand
from engine.table import Seat, Table
from engine.variants import Deal, VariantError, house_variants, parse_variant, variant_from

GAME = """
name = "five"
title = "Five-card stud"
[[round]]
deal = ["down", "up"]
bet = "small"
[[round]]
deal = ["up"]
bet = "small"
[[round]]
deal = ["up"]
bet = "big"
[[round]]
deal = ["up"]
bet = "big"
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('name = "five"', "", "'name' is missing"),
        ('name = "five"', "name = 5", "'name' must be a text"),
        ('title = "Five-card stud"', 'title = "Five"\ncolour = "red"', "unknown key 'colour'"),
        ('deal = ["down", "up"]', 'deal = ["down", "face"]', "round 1, deal: must be one of down, up"),
        ('deal = ["down", "up"]', 'deal = ["down", "up"]\npass = 2', "round 1: 2 cards cannot be passed, 1 lie"),
        ('deal = ["down", "up"]', 'deal = ["down", "up"]\nreveal = 3', "round 1: 3 cards cannot be revealed"),
        ('deal = ["down", "up"]', 'deal = ["down"]', "every player must end with five to seven cards, here it is 4"),
        ('bet = "small"', 'bet = "huge"', "round 1, bet: must be one of small, big"),
        ('bet = "small"', 'bet = "small"\nopens = "me"', "round 1, opens: must be one of"),
        ('title = "Five-card stud"', 'title = "Five"\nmax_players = 11', "max_players must be 2 to 8"),
        ('title = "Five-card stud"', 'title = "Five"\n[rules]\nantes = 5', "rules: antes: there is no such house rule"),
        ('title = "Five-card stud"', 'title = "Five"\n[rules]\nante = "5"', "rules: ante: must be a whole number"),
        ("[[round]]", "[[round", "not a TOML file"),
    ],
)
def test_what_is_wrong_is_told(old: str, new: str, told: str) -> None:
    """RULES 7: also the house rules that a game starts from are checked."""
    with pytest.raises(VariantError) as error:
        parse_variant(GAME.replace(old, new, 1), "five.toml")
    assert str(error.value).startswith("five.toml") and told in str(error.value) and "\n" not in str(error.value)


def test_a_game_that_names_no_most_has_room_for_eight() -> None:
    """RULES 1.2: also where the deck would serve more."""
    assert parse_variant(GAME).max_players == 8


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(["down", "up", "small", "left", "muck", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["deal", "pass", "bet"]), inner),
    max_leaves=6,
)
ROUND = st.fixed_dictionaries(
    {},
    optional={
        "deal": st.lists(st.sampled_from(["down", "up"]), max_size=5) | VALUES,
        "pass": st.integers(0, 3) | VALUES,
        "pass_to": st.sampled_from(["left", "right", "across", "muck"]) | VALUES,
        "reveal": st.integers(0, 2) | VALUES,
        "opens": st.sampled_from(["best-board", "bring-in", "left-of-dealer", "last-opener"]) | VALUES,
        "bet": st.sampled_from(["small", "big"]) | VALUES,
        "open_pair": VALUES,
        "may_be_common": VALUES,
        "other": VALUES,
    },
)
TABLE = st.fixed_dictionaries(
    {"name": st.just("x") | VALUES, "title": st.just("X") | VALUES, "round": st.lists(ROUND, max_size=5) | VALUES},
    optional={
        "max_players": st.integers(0, 12) | VALUES,
        "shares": VALUES,
        "low": VALUES,
        "table_talk_reminder": VALUES,
        "rules": st.dictionaries(st.sampled_from(["ante", "burn", "bring_in", "limit", "x"]), VALUES),
        "other": VALUES,
    },
)


@given(TABLE)
def test_any_table_is_a_game_or_one_sentence(table: dict[str, Any]) -> None:
    """Nothing but VariantError, whatever the file holds; and what is a game can be begun."""
    try:
        variant = variant_from(table, "x.toml")
    except VariantError as error:
        assert str(error).startswith("x.toml") and "\n" not in str(error)
        return
    begun = Table([Seat(1, "", 4000), Seat(2, "", 4000)], {"variant": variant.name}, "", {variant.name: variant})
    assert begun.apply(StartHand()) is None and begun.apply(Confirm("antes")) is None


@given(st.text(max_size=200) | st.text(alphabet='[]="\n aroundelpx1', max_size=120))
def test_any_text_is_a_game_or_one_sentence(text: str) -> None:
    with pytest.raises(VariantError):
        parse_variant(text)


def test_the_games_that_come_with_the_program() -> None:
    """Each is a file, named as the game is, and deals no more cards than there are (RULES 1.1, 1.2)."""
    games = house_variants()
    assert set(games) == {"liege-lord", "stud", "hi-lo", "anaconda", "roll-your-own"}
    for game in games.values():
        dealt = sum(len(step.faces) for step in game.steps if isinstance(step, Deal))
        spare = any(isinstance(step, Deal) and step.may_be_common for step in game.steps)
        assert (dealt - spare) * game.max_players <= 52
    assert tomllib.loads(GAME)["name"] not in games
