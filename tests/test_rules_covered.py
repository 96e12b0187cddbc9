"""Every rule has a test; the table of docs/rules-tested.md is written anew by each run."""

from __future__ import annotations

from pathlib import Path

from tests.rules_index import RULES, as_text, proofs, rules_in


def test_every_rule_has_a_test(root: Path) -> None:
    """A rule that no test names is one that nobody has proved."""
    table = proofs(root)
    text = as_text(table)
    path = root / "docs" / "rules-tested.md"
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
    missing = [rule for rule, names in table.items() if not names]
    assert not missing, f"no test names RULES {', '.join(missing)}"


def test_rules_are_read_out_of_texts() -> None:
    assert rules_in("x (RULES 3.9-3.11, 6.2) and RULES 8.4") == {"3.9", "3.10", "3.11", "6.2", "8.4"}
    assert rules_in("RULES 4.1,\n    4.2") == {"4.1", "4.2"}
    assert rules_in("RULES 9.5 5.2 5.3: the low") == {"9.5", "5.2", "5.3"}
    assert rules_in("rule 4.1 of another book") == set()
    assert len(RULES) == 55 and RULES[0] == "1.1" and RULES[-1] == "9.9"
