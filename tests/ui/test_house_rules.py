"""Every house rule of RULES 7 by touch: what it means in a sentence, and that the next hand is played by it."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from engine.inputs import Void
from engine.rules import HouseRules
from kiosk.ui import sheets_rules
from kiosk.ui.desk import Desk
from kiosk.ui.sheetlooks import Scene
from kiosk.wording import Wording, house
from tests.ui.tables import MemorySession, feed

SCREENS = {
    "limit": "spread limit",
    "share_side": "on the left",
    "uncapped_heads_up": "no cap",
    "must_open": "must bet",
    "opener_tie": "higher suit",
    "burn": "yes",
    "tie_split": "winners alone",
    "odd_chip": "highest card",
    "provenance": "of all",
    "max_raises": "at most 5",
}
MEANS = {
    "limit": "spread",
    "share_side": "left",
    "uncapped_heads_up": True,
    "must_open": True,
    "opener_tie": "suit",
    "burn": True,
    "tie_split": "winners-only",
    "odd_chip": "high-card-by-suit",
    "provenance": "all",
    "max_raises": 5,
}


def rules_of(session: MemorySession) -> HouseRules:
    return session.timeline.table.rules


@pytest.mark.parametrize("name", SCREENS)
def test_a_choice_of_few(at_table, name):
    session = MemorySession()
    fingers = at_table(session)
    for button in ("between", "rules", f"rule-{name}", SCREENS[name], "back"):
        fingers.tap(button)
    assert fingers.find(f"rule-{name}").detail == SCREENS[name]
    for button in ("back", "start-hand"):
        fingers.tap(button)
    assert session.state.view.status == "open"
    assert getattr(rules_of(session), name) == MEANS[name]


def test_limits_take_ante_and_buy_in_along(at_table):
    session = MemorySession()
    fingers = at_table(session)
    for button in ("between", "rules", "rule-limits", "10.00/20.00", "back"):
        fingers.tap(button)
    # 1 -> 0.25 and 10 -> 1.00 (RULES 7); the buy-in is ten times the lower limit (RULES 1.4).
    assert [fingers.find(f"rule-{name}").detail for name in ("limits", "ante", "min_buy_in")] == [
        "10.00/20.00", "1.00", "100.00",
    ]  # fmt: skip
    for button in ("back", "start-hand"):
        fingers.tap(button)
    rules = rules_of(session)
    assert (rules.small_bet, rules.big_bet, rules.ante, rules.min_buy_in) == (1000, 2000, 100, 10_000)


def test_spread_bounds_by_the_number_pad(at_table):
    session = MemorySession()
    fingers = at_table(session)
    for button in ("between", "rules", "rule-limit", "spread limit", "back"):
        fingers.tap(button)
    assert not fingers.has("rule-limits")
    for button in ("rule-max_bet", "another", "key-5", "key-0"):
        fingers.tap(button)
    assert not fingers.has("enter")  # 0.50 is less than the smallest bet
    for button in ("key-0", "enter"):
        fingers.tap(button)
    assert "No bet and no raise is larger than this." in fingers.texts()
    assert fingers.find("5.00").detail == "chosen"
    for button in ("back", "back"):
        fingers.tap(button)
    assert "Liege Lord, spread limit 1.00 to 5.00, ante 0.25" in fingers.texts()
    fingers.tap("start-hand")
    rules = rules_of(session)
    assert (rules.limit, rules.min_bet, rules.max_bet) == ("spread", 100, 500)


def test_stud_has_rules_of_its_own(at_table):
    session = MemorySession()
    fingers = at_table(session)
    for button in ("between", "games", "preset-card-room", "rules"):
        fingers.tap(button)
    assert not fingers.has("rule-share_side") and not fingers.has("rule-provenance")
    assert fingers.find("rule-bring_in").detail == "0.50"
    for button in ("rule-bring_in", "none", "back", "rule-open_pair_option", "changes nothing", "back", "back"):
        fingers.tap(button)
    fingers.tap("start-hand")
    assert (rules_of(session).bring_in, rules_of(session).open_pair_option) == (0, False)


def test_a_coarser_chip_takes_ante_and_bring_in_along(at_table):
    session = MemorySession(rules={"variant": "stud"})
    fingers = at_table(session)
    for button in ("between", "rules", "rule-smallest_chip", "1.00", "back"):
        fingers.tap(button)
    # Bring-in: half of 1.00, upward to a whole chip.
    assert [fingers.find(f"rule-{name}").detail for name in ("ante", "bring_in")] == ["1.00", "1.00"]
    fingers.tap("rule-smallest_chip")
    assert not fingers.has("5.00")  # bets of 1.00 are finer than that
    for button in ("back", "as-before"):
        fingers.tap(button)
    assert fingers.find("rule-smallest_chip").detail == "0.25"


def test_in_a_hand_rules_are_read_and_not_changed(at_table):
    session = MemorySession()
    fingers = at_table(session)
    feed(session, "hand 5")
    for button in ("menu", "rules", "rule-share_side"):
        fingers.tap(button)
    texts = fingers.texts()
    assert "The winner shares with the nearest player on the right who has not folded." in texts
    assert "A hand is in play: rules change only between hands." in texts
    assert [button.name for button in fingers.buttons()] == ["back"]


def test_what_was_chosen_holds_for_the_hands_after_it(at_table):
    session = MemorySession()
    fingers = at_table(session)
    for button in ("between", "rules", "rule-share_side", "on the left", "back", "back", "start-hand"):
        fingers.tap(button)
    session.submit(Void("misdeal"))
    fingers.wait(lambda: fingers.app.state is session.state)
    for button in ("between", "rules"):
        fingers.tap(button)
    assert fingers.find("rule-share_side").detail == "on the left"
    assert not fingers.has("as-before")


def test_every_house_rule_has_its_place_on_the_screen():
    """RULES 7 by name: the game is chosen under Game, both bets under Limits, all else by a tile of its own."""
    asked = set()
    for variant in ("liege-lord", "stud"):
        for limit in ("fixed", "spread"):
            session = MemorySession(rules={"variant": variant, "limit": limit})
            view = session.state.view
            asked |= set(house.relevant(house.game_of(view, {}), house.ahead(view, {})))
    assert {one.name for one in fields(HouseRules)} == (asked - {"limits"}) | {"variant", "small_bet", "big_bet"}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_rule_has_a_name_a_state_and_a_sentence_for_each_choice(language):
    words = Wording(language)
    for variant in ("liege-lord", "stud", "hi-lo"):
        for limit in ("fixed", "spread", "pot", "none"):
            view = MemorySession(rules={"variant": variant, "limit": limit}).state.view
            for name in house.relevant(house.game_of(view, {}), house.ahead(view, {})):
                choices = house.choices(words, name, view, {})
                assert sum(choice.chosen for choice in choices) == 1, name
                for choice in choices:
                    rules = house.ahead(view, dict(choice.rules))
                    assert house.sentence(words, name, rules).endswith(".")
                    assert house.title(words, name) and house.value(words, name, rules)


def test_even_a_game_with_everything_has_its_rules_on_one_page():
    """No game of the house passes cards and has a bring-in and the open pair option too; a game of a file may."""
    for limit in ("fixed", "spread"):
        state = MemorySession(rules={"variant": "liege-lord", "limit": limit}).state
        games = tuple(replace(game, bring_in=True, open_pair=True) for game in state.view.games)
        scene = Scene(replace(state, view=replace(state.view, games=games)), Wording(), Desk())
        assert len(sheets_rules.rules(scene, None, "").tiles) == 16
