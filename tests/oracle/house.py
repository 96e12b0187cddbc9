"""House rules and stacks at random, always in whole chips."""

from __future__ import annotations

from random import Random
from typing import Any

TIES = ["position", "position", "suit"]
# Left out now and then, where the value is the default anyway.
MAY_BE_LEFT_OUT = {
    "limit": "fixed",
    "smallest_chip": 25,
    "share_side": "right",
    "opener_tie": "position",
    "must_open": False,
    "tie_split": "partners",
    "odd_chip": "left-of-dealer",
    "max_raises": 3,
    "uncapped_heads_up": False,
}


def house_rules(rng: Random, variant: str, *, chip: int | None = None, whole: bool = False) -> dict[str, Any]:
    """Rules for one game. ``whole``: leave nothing out (a change between hands must not lean on defaults)."""
    chip = chip or rng.choice([1, 5, 25, 25])
    small = chip * rng.choice([2, 4, 4, 6, 10])
    limit = rng.choice(["fixed", "fixed", "fixed", "spread", "pot", "none"])
    rules: dict[str, Any] = {
        "variant": variant,
        "limit": limit,
        "ante": chip * rng.choice([1, 1, 2, 3]),
        "small_bet": small,
        "big_bet": 2 * small,
        "smallest_chip": chip,
        "opener_tie": rng.choice(TIES),
        "odd_chip": rng.choice(["left-of-dealer", "left-of-dealer", "high-card-by-suit"]),
        "must_open": rng.random() < 0.1,
    }
    if limit == "fixed":
        rules["max_raises"] = rng.choice([3, 3, 4, 1, None])
        rules["uncapped_heads_up"] = rng.random() < 0.3
    else:
        rules["min_bet"] = small
        rules["max_raises"] = None
        rules["uncapped_heads_up"] = False
    if limit == "spread" or whole:
        rules["max_bet"] = small * rng.choice([2, 3, 5])
    if whole:
        rules["min_bet"] = small
    if variant == "liege-lord":
        rules["share_side"] = rng.choice(["right", "right", "left"])
        rules["tie_split"] = rng.choice(["partners", "partners", "winners-only"])
        rules["burn"] = rng.random() < 0.1
        if whole:
            rules["bring_in"], rules["open_pair_option"] = 0, False
    else:
        rules["bring_in"] = rng.choice([0, chip * rng.randint(1, small // chip // 2), small // 2 // chip * chip])
        rules["open_pair_option"] = limit == "fixed" and rng.random() < 0.5
        rules["burn"] = rng.random() < 0.7
    if not whole:
        for name, default in MAY_BE_LEFT_OUT.items():
            if rules.get(name, object()) == default and rng.random() < 0.5:
                del rules[name]
    return rules


def stack_for(rng: Random, rules: dict[str, Any], depth: int) -> int:
    """A stack in whole chips: sometimes less than an ante, mostly up to ``depth`` small bets."""
    chip = int(rules.get("smallest_chip", 25))
    if rng.random() < 0.1:
        return chip * rng.randint(1, max(1, rules["ante"] // chip))
    if rules.get("bring_in") and rng.random() < 0.2:  # an all-in between the bring-in and the small bet
        between = range(rules["bring_in"] + chip, rules["small_bet"], chip)
        return int(rules["ante"]) + rng.choice(between or [chip])
    return chip * rng.randint(1, int(depth * rules["small_bet"] // chip))
