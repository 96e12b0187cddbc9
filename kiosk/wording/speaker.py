"""One language's voice for one table: every sentence that the kiosk says comes from here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.prompts import Announcement, Notice, Prompt
from engine.ranking import HandName
from engine.view import CardWay, PublicView
from kiosk.said import Said
from kiosk.wording import games, notices, offices, payouts, prompts, refusals, ways
from kiosk.wording.catalogue import Catalogue, catalogue
from kiosk.wording.hands import HandWords

if TYPE_CHECKING:
    from engine.inputs import Refusal
    from kiosk.supervision import Answer, AuditEntry, TakenBack


@dataclass(frozen=True, slots=True)
class Spoken:
    """A prompt in words: what to do now in large letters, and under it why (may be empty)."""

    headline: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.headline} · {self.why}" if self.why else self.headline


class Wording:
    """The sentences in one language. ``names``: seat -> name; a seat without one is called by its number.

    Replays give no names and say "seat 3"; screens say "Cleo". Raises KeyError for an unknown language.
    """

    def __init__(self, language: str = "en", names: Mapping[int, str] | None = None) -> None:
        self.language = language
        self.names: dict[int, str] = dict(names or {})
        self.catalogue: Catalogue = catalogue(language)
        self.hands = HandWords(self.catalogue)
        self._ = self.catalogue.gettext
        self.n_ = self.catalogue.ngettext

    def with_names(self, names: Mapping[int, str]) -> Wording:
        """The same language with these names."""
        return Wording(self.language, names)

    # Words.

    def name(self, seat: int | None) -> str:
        """What a seat is called."""
        if seat is None:
            return self._("nobody")
        return self.names.get(seat) or self._("seat {number}").format(number=seat)

    def name_list(self, seats: tuple[int, ...]) -> str:
        """'Ana', 'Ana and Ben', 'Ana, Ben and Cleo'."""
        words = [self.name(seat) for seat in seats]
        if len(words) < 2:
            return "".join(words)
        return self._("{some} and {last}").format(some=", ".join(words[:-1]), last=words[-1])

    def money(self, amount: int) -> str:
        """Minor units as a person reads them: 200 is '2.00'."""
        sign = "-" if amount < 0 else ""
        return self._("{whole}.{hundredths}").format(
            whole=f"{sign}{abs(amount) // 100}", hundredths=f"{abs(amount) % 100:02}"
        )

    def hand_name(self, name: HandName) -> str:
        """'full house, kings over fours' (see ``HandWords.hand``)."""
        return self.hands.hand(name)

    # Sentences.

    def prompt(self, prompt: Prompt, view: PublicView) -> Spoken:
        """The prompt that stands: what the dealer does now, and why."""
        headline, why = prompts.say(self, prompt, view)
        return Spoken(capital(headline), capital(why))

    def notice(self, notice: Notice) -> str:
        """One public fact in a sentence."""
        return capital(notices.say(self, notice))

    def refusal(self, refusal: Refusal) -> str:
        """Why an input was not taken: "seat 3 is not to act: seat 2 is"."""
        return refusals.say(self, refusal)

    def told(self, text: str) -> str:
        """A sentence of another part of the kiosk in this language; one that does not remember what it was made
        from stays as it is."""
        if not isinstance(text, Said):
            return text
        params = {name: self.told(one) if isinstance(one, str) else one for name, one in text.params.items()}
        message = text.message
        return self._(message).format(**params)

    def office_answer(self, told: Answer) -> str:
        """What the supervisor's office answered."""
        return offices.answer(self, told)

    def audit_line(self, entry: AuditEntry, clock: str) -> str:
        """One line of the audit; ``clock`` is its time as it is to be read."""
        return offices.audit_line(self, entry, clock)

    def reason(self, why: str) -> str:
        """Why money was put right."""
        return offices.reason(self, why)

    def game(self, rules: Announcement) -> str:
        """The game and its limits in a sentence: 'Liege Lord, fixed limit 1.00/2.00, ante 0.25'."""
        return prompts.game(self, rules)

    def rule_behind(self, prompt: Prompt, view: PublicView) -> str:
        """The rule behind a prompt, for who asks "what now?"."""
        return games.rule_behind(self, prompt, view)

    def presets(self, view: PublicView) -> list[tuple[str, str, str]]:
        """Name, title and peculiarity of each preset of the house (RULES 7)."""
        return games.presets(self, view)

    def preset_rules(self, name: str, view: PublicView) -> dict[str, object]:
        """The house rules of a preset, at the table's present limits."""
        return games.preset_rules(name, view)

    def game_title(self, rules: Mapping[str, object], view: PublicView) -> str:
        """The title of the game that the next hand will be."""
        return games.game_title(self, rules, view)

    def antes(self, small: int, chip: int) -> tuple[int, ...]:
        """Antes to choose from, the one that goes with the limit first (RULES 7)."""
        return games.antes(small, chip)

    def payout(self, view: PublicView) -> list[str]:
        """The pots in words: amounts, to whom, why, odd chips; empty before the pots are reckoned."""
        return [capital(sentence) for sentence in payouts.say(self, view)]

    def way(self, way: CardWay) -> str:
        """The way of one card round the table: who was dealt it, who passed it to whom."""
        return ways.say(self, way)

    def settle_up(self, balances: Mapping[int, int], names: Mapping[int, str]) -> list[str]:
        """Who pays whom, with the fewest payments; ``balances`` (by seat) add up to nothing, else ValueError."""
        return payouts.settle(self, balances, names)

    def undo(self, entry: TakenBack) -> str:
        """What the undo button takes back: "Undo: Ben folds"."""
        return self._("Undo: {what}").format(what=refusals.what_happened(self, entry))

    def redo(self, entry: TakenBack) -> str:
        """What the redo takes up again: "Redo: Ben folds"."""
        return self._("Redo: {what}").format(what=refusals.what_happened(self, entry))

    def happened(self, entry: TakenBack) -> str:
        """An input as a short sentence: "Ben folds"."""
        return refusals.what_happened(self, entry)

    def step_name(self, step: str) -> str:
        """A step of the hand by its name: 'pass'."""
        return refusals.step_name(self, step)


def capital(sentence: str) -> str:
    """A sentence begins with a capital letter, also where a seat's number or a hand comes first."""
    return sentence[:1].upper() + sentence[1:]
