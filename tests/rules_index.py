"""Which test proves which rule: read out of docstrings (``RULES 3.2, 3.3``) and of session files (``note`` lines).

The numbers are those of the rules that the engine plays, 1.1 to 8.7, and of the facts of section 9.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

SECTIONS = {1: 6, 2: 3, 3: 12, 4: 8, 5: 3, 6: 6, 7: 0, 8: 7, 9: 9}
"""How many rules each section has; section 7 has no numbers of its own and is rule 7."""
RULES = [
    *(f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)),
    "7",
]
RULES.sort(key=lambda rule: [int(part) for part in rule.split(".")])

_NAMED = re.compile(r"RULES (\d+(?:\.\d+)?(?:(?:, | and |-| )\d+\.\d+)*)")


def rules_in(text: str) -> set[str]:
    """The rules that a text names: ``RULES 3.9-3.11, 6.2`` is 3.9, 3.10, 3.11 and 6.2."""
    found: set[str] = set()
    for named in _NAMED.findall(" ".join(text.split())):
        for part in re.split(", | and | ", named):
            first, _, last = part.partition("-")
            if not last:
                found.add(first)
            elif first in RULES and last in RULES:
                found.update(RULES[RULES.index(first) : RULES.index(last) + 1])
    return found


def _tests(path: Path, root: Path) -> Iterator[tuple[str, set[str]]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield f"{path.relative_to(root)}::{node.name}", rules_in(ast.get_docstring(node) or "")


def _remarks(told: object) -> Iterator[str]:
    """Texts under keys that begin with an underscore."""
    if isinstance(told, dict):
        for key, value in told.items():
            if key.startswith("_"):
                yield json.dumps(value)
            else:
                yield from _remarks(value)
    elif isinstance(told, list):
        for part in told:
            yield from _remarks(part)


def _sessions(folder: Path) -> Iterator[tuple[str, set[str]]]:
    for path in sorted(folder.glob("*.expected.json")):
        name = path.name.removesuffix(".expected.json")
        texts = list(_remarks(json.loads(path.read_text("utf-8"))))
        recording = path.with_name(f"{name}.session.jsonl").read_text("utf-8")
        texts += [line for line in recording.splitlines() if '"note"' in line]
        yield f"tests/sessions/{name}", rules_in(" ".join(texts))


def proofs(root: Path) -> dict[str, list[str]]:
    """Rule -> the tests and the recorded sessions that name it."""
    table: dict[str, list[str]] = {rule: [] for rule in RULES}
    tests = [one for path in sorted((root / "tests").rglob("test_*.py")) for one in _tests(path, root)]
    for name, rules in [*tests, *_sessions(root / "tests" / "sessions")]:
        for rule in rules:
            if rule in table:
                table[rule].append(name)
            elif rule.startswith("7"):
                table["7"].append(name)
    return table


def as_text(table: dict[str, list[str]]) -> str:
    """The table for people, in Markdown."""
    lines = [
        "# Which test proves which rule",
        "",
        "Made by the tests themselves (`tests/test_rules_covered.py`): every rule, the tests that name it in their",
        "docstring, and the recorded sessions that name it in a `note`.",
        "",
        "| rule | tests | recorded sessions |",
        "| --- | --- | --- |",
    ]
    for rule, names in table.items():
        tests = "<br>".join(f"`{name.removeprefix('tests/')}`" for name in names if "::" in name)
        sessions = ", ".join(name.removeprefix("tests/sessions/") for name in names if "::" not in name)
        lines.append(f"| {rule} | {tests} | {sessions} |")
    return "\n".join(lines) + "\n"
