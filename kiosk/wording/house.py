"""The house rules in words: each rule's name, how it stands, what that means, and what it could be (RULES 7).

A rule is called by its key; ``limits`` stands for the lower and the upper limit together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from engine.prompts import Announcement
from engine.rules import HouseRules, RulesError, house_rules, proposed_ante
from engine.view import GameView, PublicView

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording

LIMITS: Final = (50, 100, 200, 500, 1000, 2000)
"""Lower limits to choose from; the upper one is twice as much."""
AMOUNTS: Final = frozenset({"limits", "min_bet", "max_bet", "ante", "bring_in", "min_buy_in"})
"""Rules for which any amount can be typed."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way that a rule could be: its label, and the house rules that it changes."""

    label: str
    rules: tuple[tuple[str, object], ...]
    chosen: bool


def game_of(view: PublicView, told: Mapping[str, object]) -> GameView:
    """The game that the next hand will be."""
    name = str(told.get("variant", view.variant))
    return next((game for game in view.games if game.name == name), GameView(name, view.title))


def ahead(view: PublicView, changed: Mapping[str, object]) -> HouseRules:
    """The rules of the next hand, where ``changed`` has been chosen for it. Raises RulesError."""
    games = {game.name: game for game in view.games}
    return house_rules({"variant": view.variant, **dict(view.told), **changed}, games)


def possible(view: PublicView, changed: Mapping[str, object]) -> HouseRules | None:
    """The rules of the next hand; None where they do not go together."""
    try:
        return ahead(view, changed)
    except RulesError:
        return None


def announced(game: GameView, rules: HouseRules) -> Announcement:
    """What the dealer will say before a hand by these rules (RULES 3.6, 3.8)."""
    spread = rules.limit == "spread"
    return Announcement(
        game.name,
        game.title,
        rules.limit,
        rules.ante,
        rules.small_bet,
        rules.big_bet,
        rules.bring_in if game.bring_in else 0,
        rules.share_side if game.shares else None,
        table_talk=False,
        min_bet=rules.min_bet if spread else 0,
        max_bet=(rules.max_bet or 0) if spread else 0,
    )


def relevant(game: GameView, rules: HouseRules) -> tuple[str, ...]:
    """The house rules that matter in a game, in the order in which a person asks for them."""
    fixed, spread = rules.limit == "fixed", rules.limit == "spread"
    asked = (
        ("limit", True),
        ("limits", fixed),
        ("min_bet", not fixed),
        ("max_bet", spread),
        ("ante", True),
        ("bring_in", game.bring_in),
        ("share_side", game.shares),
        ("max_raises", fixed or spread),
        ("uncapped_heads_up", (fixed or spread) and rules.max_raises is not None),
        ("open_pair_option", game.open_pair and fixed),
        ("must_open", True),
        ("opener_tie", True),
        ("burn", True),
        ("tie_split", game.shares),
        ("odd_chip", True),
        ("smallest_chip", True),
        ("min_buy_in", True),
        ("provenance", game.passes),
    )
    return tuple(name for name, matters in asked if matters)


def title(words: Wording, name: str) -> str:
    """What a rule is called."""
    _ = words._
    return {
        "limit": _("Kind of limit"),
        "limits": _("Limits"),
        "min_bet": _("Smallest bet"),
        "max_bet": _("Largest bet"),
        "ante": _("Ante"),
        "bring_in": _("Bring-in"),
        "share_side": _("Who shares"),
        "max_raises": _("Raises"),
        "uncapped_heads_up": _("Two players"),
        "open_pair_option": _("Open pair"),
        "must_open": _("The opener"),
        "opener_tie": _("Equal cards open"),
        "burn": _("Burn cards"),
        "tie_split": _("Tied winners"),
        "odd_chip": _("Odd chip"),
        "smallest_chip": _("Smallest chip"),
        "min_buy_in": _("Buy-in"),
        "provenance": _("Way of the cards"),
    }[name]


def value(words: Wording, name: str, rules: HouseRules) -> str:
    """How a rule stands, in a word or two."""
    _, money = words._, words.money
    match name:
        case "limit":
            return _kinds(words)[rules.limit]
        case "limits":
            return _("{small}/{big}").format(small=money(rules.small_bet), big=money(rules.big_bet))
        case "ante" | "bring_in" | "min_bet" | "max_bet" | "smallest_chip" | "min_buy_in":
            amount = getattr(rules, name)
            return money(amount) if amount else _("none")
        case "max_raises":
            return _("no cap") if rules.max_raises is None else _at_most(words, rules.max_raises)
        case _:
            return _labels(words, name)[getattr(rules, name)]


def _at_most(words: Wording, raises: int) -> str:
    return words._("at most {count}").format(count=raises)


def _kinds(words: Wording) -> dict[str, str]:
    _ = words._
    return {"fixed": _("fixed limit"), "spread": _("spread limit"), "pot": _("pot limit"), "none": _("no limit")}


def _labels(words: Wording, name: str) -> dict[object, str]:
    """Each value of a rule that is a choice of few, with its label."""
    _ = words._
    labels: dict[str, dict[object, str]] = {
        "share_side": {"right": _("on the right"), "left": _("on the left")},
        "uncapped_heads_up": {False: _("capped too"), True: _("no cap")},
        "open_pair_option": {True: _("may bet double"), False: _("changes nothing")},
        "must_open": {False: _("may check"), True: _("must bet")},
        "opener_tie": {"position": _("first from the dealer"), "suit": _("higher suit")},
        "burn": {True: _("yes"), False: _("no")},
        "tie_split": {"partners": _("each with a partner"), "winners-only": _("winners alone")},
        "odd_chip": {"left-of-dealer": _("first from the dealer"), "high-card-by-suit": _("highest card")},
        "provenance": {"off": _("not told"), "winner": _("of the winners"), "all": _("of all")},
    }
    return labels[name]


def sentence(words: Wording, name: str, rules: HouseRules) -> str:
    """What a rule means as it stands, in one plain sentence."""
    _ = words._
    said: dict[str, dict[object, str]] = {
        "limit": {
            "fixed": _("Every bet and raise has one size: the lower limit first, the upper one later."),
            "spread": _("Every bet or raise is between a smallest and a largest amount."),
            "pot": _("Nobody may raise by more than what lies in the pot after the call."),
            "none": _("Everyone may bet all that lies in front of them."),
        },
        "share_side": {
            "right": _("The winner shares with the nearest player on the right who has not folded."),
            "left": _("The winner shares with the nearest player on the left who has not folded."),
        },
        "uncapped_heads_up": {
            False: _("The cap on raises holds for two players too."),
            True: _("Where only two begin a round they may raise as often as they like."),
        },
        "open_pair_option": {
            True: _("Where a pair shows on fourth street, everyone may bet the upper limit already."),
            False: _("A pair that shows on fourth street changes no limit."),
        },
        "must_open": {
            False: _("The player who opens a round may check."),
            True: _("The player who opens a round must bet."),
        },
        "opener_tie": {
            "position": _("Where equal cards show, the first from the dealer's left opens."),
            "suit": _("Where equal cards show, the higher suit opens: spades, hearts, diamonds, clubs."),
        },
        "burn": {
            True: _("One card is put away unseen before each deal but the first."),
            False: _("No card is put away between the deals."),
        },
        "tie_split": {
            "partners": _("The pot is split among the winners, and each shares a part with a neighbour."),
            "winners-only": _("The pot is split among the winners alone; no neighbour shares it."),
        },
        "odd_chip": {
            "left-of-dealer": _("What cannot be split goes to the first winner from the dealer's left."),
            "high-card-by-suit": _("What cannot be split goes to the winner with the highest single card."),
        },
        "provenance": {
            "off": _("After the hand nobody is told which way the cards went round the table."),
            "winner": _("After the hand the kiosk tells which way the winners' shown cards went."),
            "all": _("After the hand the kiosk tells which way all shown cards went."),
        },
    }
    if name in said:
        return said[name][getattr(rules, name)]
    return {
        "limits": _("The lower limit holds for the early rounds, the upper one for the later rounds."),
        "min_bet": _("No bet and no raise is smaller than this."),
        "max_bet": _("No bet and no raise is larger than this."),
        "ante": _("Everyone pays this before any card is dealt."),
        "bring_in": _("The lowest card showing must pay this to open; with none the highest card opens."),
        "max_raises": _("So many raises after the first bet of a round."),
        "smallest_chip": _("No bet and no share is finer than this chip."),
        "min_buy_in": _("Nobody sits down or buys in with less; mostly ten times the lower limit."),
    }[name]


def choices(words: Wording, name: str, view: PublicView, changed: Mapping[str, object]) -> list[Choice]:
    """What a rule could be: only what the other rules leave possible. Raises RulesError."""
    _, rules = words._, ahead(view, changed)
    offered: list[tuple[str, dict[str, object], bool]] = []
    match name:
        case "limit":
            offered = [
                (label, {"limit": kind, "max_bet": None}, rules.limit == kind) for kind, label in _kinds(words).items()
            ]
        case "limits" | "min_bet" | "max_bet" | "ante" | "bring_in" | "min_buy_in":
            now = rules.small_bet if name == "limits" else getattr(rules, name)
            offered = [
                (_amount_label(words, name, amount), with_amount(name, amount, rules), now == amount)
                for amount in _amounts(name, rules)
            ]
        case "max_raises":
            offered = [
                (_("no cap") if cap is None else _at_most(words, cap), {name: cap}, rules.max_raises == cap)
                for cap in (2, 3, 4, 5, None)
            ]
        case "smallest_chip":
            offered = [
                (words.money(chip), _chip(rules, chip), rules.smallest_chip == chip)
                for chip in (1, 5, 10, 25, 50, 100, 500)
            ]
        case _:
            now = getattr(rules, name)
            offered = [(label, {name: one}, one == now) for one, label in _labels(words, name).items()]
    return [
        Choice(label, tuple(change.items()), chosen)
        for label, change, chosen in offered
        if possible(view, {**changed, **change}) is not None
    ]


def _amount_label(words: Wording, name: str, amount: int) -> str:
    _ = words._
    if name == "limits":
        return _("{small}/{big}").format(small=words.money(amount), big=words.money(2 * amount))
    return words.money(amount) if amount else _("none")


def _amounts(name: str, rules: HouseRules) -> tuple[int, ...]:
    """Amounts that are often wanted, and the one that holds."""
    small, chip = rules.small_bet, rules.smallest_chip
    half = -(-small // (2 * chip)) * chip
    often = {
        "limits": LIMITS,
        "min_bet": LIMITS,
        "max_bet": tuple(rules.min_bet * times for times in (1, 2, 5, 10)),
        "ante": (0, proposed_ante(small, chip), max(chip, small // 2 // chip * chip), small),
        "bring_in": (0, max(chip, small // 4 // chip * chip), half, small),
        "min_buy_in": (0, 10 * small, 20 * small, 40 * small),
    }[name]
    now = rules.small_bet if name == "limits" else getattr(rules, name)
    return tuple(sorted({*often, now} - {None}))


def _chip(rules: HouseRules, chip: int) -> dict[str, object]:
    """Another smallest chip; what is finer follows it."""
    half = -(-rules.small_bet // (2 * chip)) * chip
    ante = rules.ante if not rules.ante % chip else proposed_ante(rules.small_bet, chip)
    bring_in = rules.bring_in if not rules.bring_in % chip else half
    return {"smallest_chip": chip, "ante": ante, "bring_in": bring_in}


def with_amount(name: str, amount: int, rules: HouseRules) -> dict[str, object]:
    """What changes where a rule becomes that amount: with the limit also what goes by it (RULES 1.4, 4.2, 7)."""
    chip = rules.smallest_chip
    if name not in ("limits", "min_bet"):
        return {name: amount}
    changed: dict[str, object] = {
        "small_bet": amount,
        "big_bet": 2 * amount,
        "min_bet": None,
        "max_bet": None,
        "min_buy_in": None,
        "ante": proposed_ante(amount, chip),
    }
    if rules.bring_in:
        changed["bring_in"] = -(-amount // (2 * chip)) * chip
    return changed


def bounds(name: str, rules: HouseRules) -> tuple[int, int | None]:
    """Least and most of an amount that is typed; None: no bound."""
    chip = rules.smallest_chip
    match name:
        case "max_bet":
            return rules.min_bet, None
        case "bring_in":
            return 0, rules.small_bet
        case "ante" | "min_buy_in":
            return 0, None
        case _:
            return chip, None
