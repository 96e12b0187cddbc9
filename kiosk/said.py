"""A sentence that remembers what it was made from, so that each screen can say it in its own language.

Logs and commands use it as the English text that it is; ``Wording.told`` turns it into another language.
"""

from __future__ import annotations

from string import Formatter
from typing import Any


def N_(message: str) -> str:
    """Marks a sentence for the catalogues where it is only kept, to be said later."""
    return message


class Said(str):
    """``message`` is a whole sentence of the catalogues, ``params`` fill its places; a param may be Said itself."""

    message: str
    params: dict[str, Any]

    def __new__(cls, message: str, /, **params: Any) -> Said:
        places = {name: "" for _, name, _, _ in Formatter().parse(message) if name}
        text = super().__new__(cls, message.format(**{**places, **params}))
        text.message, text.params = message, {**places, **params}
        return text
