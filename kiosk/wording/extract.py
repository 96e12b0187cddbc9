"""Finds every sentence that the program says: what a catalogue must hold.

``python -m kiosk.wording.extract`` prints a fresh template; a test compares it with the catalogues.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable

SPOKEN_IN = "kiosk"
"""The package whose sentences are looked up."""


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence, its plural (empty: it counts nothing), and where it stands."""

    text: str
    plural: str
    where: str


class NotWhole(ValueError):
    """A sentence is glued together in code: no catalogue could hold it."""


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _sources(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{name}/{entry.name}", entry.read_text("utf-8")


def _called(node: ast.Call) -> str:
    function = node.func
    name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
    return {"_": "one", "N_": "one", "Said": "one", "n_": "many"}.get(name, "")


def _whole(node: ast.expr, where: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise NotWhole(f"{where}: a sentence is not one whole text")


def messages_in(source: str, where: str) -> Iterator[Message]:
    """The sentences of one module. Raises NotWhole where one is put together from parts."""
    looked_up = {"messages", "message"}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not (kind := _called(node)):
            continue
        place = f"{where}:{node.lineno}"
        if kind == "many":
            yield Message(_whole(node.args[0], place), _whole(node.args[1], place), where)
        elif isinstance(node.args[0], ast.Constant):
            yield Message(_whole(node.args[0], place), "", where)
        elif not (isinstance(node.args[0], ast.Subscript | ast.Call) or ast.unparse(node.args[0]) in looked_up):
            raise NotWhole(f"{place}: a sentence is not one whole text")


def messages() -> dict[str, Message]:
    """Every sentence of the program by its text, in the order in which the files name them."""
    found: dict[str, Message] = {}
    for where, source in _sources(files(SPOKEN_IN), SPOKEN_IN):
        for message in messages_in(source, where):
            if message.text not in found or message.plural:
                found[message.text] = message
    return found


def template() -> str:
    """An empty catalogue, as gettext's tools write it."""
    lines = ['msgid ""', 'msgstr "Content-Type: text/plain; charset=UTF-8\\n"', ""]
    for message in messages().values():
        lines += [f"#: {message.where}", f"msgid {_quoted(message.text)}"]
        if message.plural:
            lines += [f"msgid_plural {_quoted(message.plural)}", 'msgstr[0] ""', 'msgstr[1] ""', ""]
        else:
            lines += ['msgstr ""', ""]
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


if __name__ == "__main__":
    sys.stdout.write(template())
