"""Games and their presets by name, and the sentence of the rule behind each prompt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.prompts import Prompt
from engine.rules import PRESETS, proposed_ante
from engine.view import PublicView

if TYPE_CHECKING:
    from kiosk.wording.speaker import Wording


def presets(words: Wording, view: PublicView) -> list[tuple[str, str, str]]:
    """Name, title and what is special about it, of each preset of the house (RULES 7) and each other game that the
    table knows."""
    _ = words._
    said = {
        "liege-lord": (_("Liege Lord"), _("pass, reveal, share")),
        "card-room": (_("Seven-card stud"), _("bring-in, burns, open pair")),
        "stud-bring-in": (_("Stud with bring-in"), _("no open pair option")),
        "home-no-bring-in": (_("Stud at home"), _("highest card opens")),
        "hi-lo": (_("Stud hi/lo"), _("eight or better")),
    }
    covered = {preset["variant"] for preset in PRESETS.values()}
    others = [(game.name, game.title, "") for game in view.games if game.name not in covered]
    return [(name, *said[name]) for name in said if name in PRESETS] + others


def preset_rules(name: str, view: PublicView) -> dict[str, object]:
    """The rules of a preset with the table's present limits; what the last preset changed is set back."""
    rules: dict[str, object] = {
        "opener_tie": "position",
        "max_raises": 3,
        "small_bet": view.small_bet,
        "big_bet": view.big_bet,
    }
    if name not in PRESETS:
        own = next(dict(game.rules) for game in view.games if game.name == name)
        return {**rules, "burn": False, "open_pair_option": False, "bring_in": 0, **own, "variant": name}
    preset = dict(PRESETS[name])
    stud = preset["variant"] != "liege-lord"
    rules["burn"] = stud
    rules["open_pair_option"] = preset["variant"] == "stud"
    chip = view.smallest_chip
    rules["bring_in"] = -(-view.small_bet // (2 * chip)) * chip if stud else 0
    return {**rules, **preset}


def game_title(words: Wording, rules: Mapping[str, object], view: PublicView) -> str:
    """The title of the game that the next hand will be."""
    titles = {game.name: game.title for game in view.games}
    return titles.get(str(rules.get("variant")), view.title)


def antes(small: int, chip: int) -> tuple[int, ...]:
    """Antes to choose from: the one that goes with the limit first, none, and half the bet."""
    proposed = proposed_ante(small, chip)
    half = max(chip, small // 2 // chip * chip)
    return tuple(dict.fromkeys((proposed, 0, half)))


def rule_behind(words: Wording, prompt: Prompt, view: PublicView) -> str:
    """The rule behind a prompt, in a sentence or two, for who asks "what now?"."""
    _ = words._
    match prompt.kind:
        case "start-hand":
            return _("The button moves one player to the left. Chips, players and rules change only now.")
        case "announce":
            return _("The rules in force are said aloud before every deal, so that nobody can dispute them later.")
        case "antes":
            return _("Everyone pays the ante before any card; who has less is all-in for what is there.")
        case "deal":
            return _("One card at a time, clockwise, beginning on the dealer's left.")
        case "pass":
            return _(
                "Everyone still in passes at the same time to the nearest player who has not folded; "
                "a card just received is not passed on."
            )
        case "reveal":
            return _("Everyone still in turns one card up at the same time; it may be the one just received.")
        case "bring-in":
            return _("The lowest card showing must open: with the bring-in, or with a full bet at once.")
        case "act":
            return _("The buttons are all that is allowed now; what is not there cannot be done.")
        case "ask-opener":
            return _("The best cards showing open the betting; the kiosk does not know them, you do.")
        case "showdown":
            return _("The last to bet shows first, then clockwise. Who mucks can win nothing.")
        case "pay" if view.share_side is not None:
            return _("The best hand wins each pot and shares it with a neighbour; odd chips stay with the winner.")
        case "pay":
            return _("The best hand wins each pot; odd chips go to the first from the dealer's left.")
        case "fault":
            return _("Nothing is settled while a card is in doubt: correct it, undo, or call a misdeal.")
