"""Message catalogues: gettext's own ``.po`` files, read as they are: no compiled copy can be stale."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch"}
"""Every language of the screen, by its own name."""


class CatalogueError(ValueError):
    """A catalogue is damaged; the text is one sentence that names its line."""


class Catalogue:
    """The sentences of one language. What it lacks is said in English, the language of the messages."""

    def __init__(self, messages: Mapping[str, tuple[str, ...]], plural: Callable[[int], int]) -> None:
        self.messages = messages
        """Message -> its translation, one text for each plural form."""
        self._plural = plural

    def gettext(self, message: str) -> str:
        """The translation of a whole sentence."""
        forms = self.messages.get(message)
        return forms[0] if forms else message

    def ngettext(self, one: str, many: str, count: int) -> str:
        """The translation of a sentence that counts something."""
        forms = self.messages.get(one)
        if forms:
            return forms[self._plural(count)]
        return one if count == 1 else many


def _entries(text: str, where: str) -> Iterator[dict[str, str]]:
    """The entries of a ``.po`` file: keyword (msgid, msgstr, msgstr[0], ...) -> text."""
    entry: dict[str, str] = {}
    keyword = ""
    for number, written in enumerate(text.splitlines(), start=1):
        line = written.strip()
        if not line or line.startswith("#"):
            continue
        if not line.startswith('"'):
            keyword, _, line = line.partition(" ")
            if keyword == "msgid" and entry:
                yield entry
                entry = {}
            entry[keyword] = ""
        try:
            entry[keyword] += ast.literal_eval(line)
        except (SyntaxError, ValueError, KeyError, TypeError):
            raise CatalogueError(f"{where}:{number}: this is not a line of a message catalogue") from None
    if entry:
        yield entry


def parse_po(text: str, where: str = "catalogue") -> dict[str, tuple[str, ...]]:
    """Message -> translations. The header stands under the empty message. Raises CatalogueError."""
    messages = {}
    for entry in _entries(text, where):
        forms = [entry[key] for key in sorted(entry) if key.startswith("msgstr")]
        if all(forms) and forms:
            messages[entry.get("msgid", "")] = tuple(forms)
    return messages


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language; English needs none. Raises KeyError for a language that is not there."""
    if language not in LANGUAGES:
        raise KeyError(language)
    if language == "en":
        return Catalogue({}, lambda count: int(count != 1))
    text = files("kiosk.wording").joinpath("locale", f"{language}.po").read_text("utf-8")
    # English and German count alike; a language that does not names its forms here.
    return Catalogue(parse_po(text, f"{language}.po"), lambda count: int(count != 1))
