"""`make proof`: runs tests/proofs/*.py in full length, prints a table, writes build/proof.json.

Each module has `run(full: bool)`, which gives {"figure": what was found, in a few words or a number, "ok":
bool}; its entry is called like the file, with dashes. A short form of it (`full=False`) runs among the
ordinary tests. Arguments: names of modules, `--quick` for the short form; without names, all of them.
"""

from __future__ import annotations

import sys
import time
from typing import Any

from tests.workers import WorkerFailed, call, found, write_report


def main(arguments: list[str]) -> int:
    full = "--quick" not in arguments
    names = [word for word in arguments if word != "--quick"]
    entries: dict[str, dict[str, Any]] = {}
    for name in names or found("proofs"):
        entry = name.replace("_", "-")
        began = time.monotonic()
        try:
            answer = call(f"tests.proofs.{name.replace('-', '_')}", {"full": full})
            entries[entry] = {"figure": answer["figure"], "ok": bool(answer["ok"])}
        except WorkerFailed as failure:
            entries[entry] = {"figure": str(failure), "ok": False}
        verdict = "ok" if entries[entry]["ok"] else "FAILED"
        seconds = time.monotonic() - began
        print(f"{entry:<28} {verdict:<7} {seconds:6.0f} s  {entries[entry]['figure']}", flush=True)
    print(f"written: {write_report('proof.json', entries, keep=bool(names))}")
    return 0 if all(entry["ok"] for entry in entries.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
