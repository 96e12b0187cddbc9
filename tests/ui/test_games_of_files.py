"""The set-up screen offers every game that the table knows, those of variant files too (RULES 7)."""

from __future__ import annotations

from pathlib import Path

from engine.inputs import StartHand
from engine.projection import view_of
from engine.table import Seat, Table
from engine.variants import house_variants
from kiosk.recording import read_variants
from kiosk.wording import Wording

OWN = """
name = "three-street"
title = "Three Street"

[[round]]
deal = ["down", "down", "up"]
opens = "best-board"
bet = "small"

[[round]]
deal = ["up", "up"]
opens = "best-board"
bet = "big"
"""


def test_a_game_of_a_file_can_be_chosen_for_the_next_hand(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    variants = read_variants([tmp_path / "own.toml"])
    table = Table([Seat(1, "Ana", 4000), Seat(2, "Ben", 4000)], {"variant": "stud"}, variants=variants)
    view, words = view_of(table), Wording()
    offered = {name: title for name, title, _ in words.presets(view)}
    assert offered["three-street"] == "Three Street"
    assert set(house_variants()) - {"stud"} <= set(offered)
    rules = words.preset_rules("three-street", view)
    assert words.game_title(rules, view) == "Three Street"
    assert table.apply(StartHand(rules=rules)) is None
    assert (table.rules.variant, table.rules.burn, table.rules.open_pair_option) == ("three-street", False, False)
