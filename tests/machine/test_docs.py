"""The pages name commands that exist, with options that exist, and quote sentences that the program says."""

from __future__ import annotations

import argparse
import ast
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from kiosk.cli import COMMANDS

PROJECT = Path(__file__).resolve().parents[2]
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]
CALL = re.compile(r"(?:sudo )?(?:\.venv/bin/)?liege ([a-z].*)")


def commands(page: Path) -> list[str]:
    """What stands behind `liege` in the page's code: in backticks, or on lines of code."""
    fenced = False
    found = []
    for line in page.read_text().splitlines():
        if line.startswith("```"):
            fenced = not fenced
        codes = [line.strip()] if fenced or line.startswith("    ") else re.findall(r"`([^`]+)`", line)
        for code in codes:
            # `liege update   # the newest; or: liege update v1.2`
            found += [call[1] for part in re.split(r"#|;", code) if (call := CALL.match(part.strip()))]
    return found


def parse(text: str) -> None:
    """Hands the words to the command's own parser, as kiosk.cli does. SystemExit where they do not fit."""
    name, *words = shlex.split(text.replace("[", "").replace("]", ""))
    parser = argparse.ArgumentParser()
    import_module(COMMANDS[name][0]).add_parser(parser.add_subparsers())
    parser.parse_args([name, *words])


GROUPS = {"shoe", "deck", "camera"}
"""Commands with commands of their own, which a page may name alone."""


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_on_the_page_is_one(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for text in commands(page):
        if text in GROUPS | COMMANDS.keys():
            continue
        try:
            parse(text)
        except (SystemExit, KeyError) as error:
            reason = capsys.readouterr().err.rpartition("error: ")[2] or repr(error)
            only_named = "arguments are required", "expected one argument"  # as in "try `liege deck check`"
            if not any(each in reason for each in only_named):
                wrong.append((text, reason))
    assert wrong == []


def test_commands_are_found_and_wrong_ones_are_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("a `liege doctor --jsn` b\n\n    sudo .venv/bin/liege install   # yes\n```\nliege fly\n```\n")
    assert [text.strip() for text in commands(page)] == ["doctor --jsn", "install", "fly"]
    with pytest.raises(SystemExit):
        parse("doctor --jsn")
    with pytest.raises(KeyError):
        parse("fly")


def said() -> list[str]:
    """All that the program's texts hold; what is filled in is a blank."""
    texts = [(PROJECT / "tools/setup").read_text()]
    for path in (PROJECT / "kiosk").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else " " for part in node.values]
                texts.append("".join(map(str, parts)))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return texts


def test_what_the_troubles_quote_is_what_the_program_says() -> None:
    page = (PROJECT / "docs/troubles.md").read_text()
    quotes = re.findall(r'"([^"]+)"', page)
    assert len(quotes) > 30
    titles = re.findall(r"^#+ (.*)$", "".join(path.read_text() for path in PAGES), re.MULTILINE)
    texts = [*said(), *titles]
    missing = [quote for quote in quotes if not any(all(part in text for part in quote.split(" … ")) for text in texts)]
    assert missing == []
