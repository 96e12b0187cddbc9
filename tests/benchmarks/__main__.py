"""`make bench`: runs tests/benchmarks/bench_*.py, prints a table, writes build/bench.json.

Each module has `run()`, which gives {name: {"value": number, "unit": text, "peer": text, "ratio": number}}:
what was measured, what it was measured against in the same run, and how many times that it is; `peer` and
`ratio` may be None. Arguments: names of modules (`start_up` for bench_start_up.py); without any, all of
them.
"""

from __future__ import annotations

import sys
from typing import Any

from tests.workers import WorkerFailed, call, found, write_report

FIELDS = {"value": (int, float), "unit": str, "peer": (str, type(None)), "ratio": (int, float, type(None))}


def wrong(entry: dict[str, Any]) -> str | None:
    """What is wrong with the shape of one entry, or None."""
    if set(entry) != set(FIELDS):
        return f"has {sorted(entry)}, not {sorted(FIELDS)}"
    for field, kind in FIELDS.items():
        if not isinstance(entry[field], kind):
            return f"has a wrong {field}: {entry[field]!r}"
    return None


def number(value: float | None) -> str:
    """A figure with three digits that count: `0.0123`, `1.23`, `12,300`."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def main(names: list[str]) -> int:
    entries: dict[str, dict[str, Any]] = {}
    problems: list[str] = []
    print(f"{'name':<28} {'value':>10} {'unit':<14} {'ratio':>7}  peer")
    for name in names or found("benchmarks", "bench_"):
        try:
            measured = call(f"tests.benchmarks.bench_{name}", {})
        except WorkerFailed as failure:
            problems.append(str(failure))
            continue
        for key, entry in measured.items():
            complaint = wrong(entry)
            if complaint:
                problems.append(f"entry {key} of bench_{name} {complaint}")
                continue
            entries[key] = entry
            value, ratio = number(entry["value"]), number(entry["ratio"])
            print(f"{key:<28} {value:>10} {entry['unit']:<14} {ratio:>7}  {entry['peer'] or ''}", flush=True)
    print(f"written: {write_report('bench.json', entries, keep=bool(names))}")
    for problem in problems:
        print(f"bench: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
