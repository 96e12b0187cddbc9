"""`liege doctor`: looks the machine over and says in plain words what is right, what is not, and what to do.

One line for each finding, `--json` for programs. Exit status by the worst finding: 0 nothing wrong,
1 a warning, 2 a fault.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

from kiosk import checks_devices, checks_system
from kiosk.machine import Finding, Level, Machine, data_folder

CHECKS: tuple[checks_system.Check, ...] = (*checks_system.CHECKS, *checks_devices.CHECKS)
STATUS = {Level.ok: 0, Level.note: 0, Level.warning: 1, Level.fault: 2}


def examine(machine: Machine, checks: Iterable[checks_system.Check] = CHECKS) -> list[Finding]:
    """All findings. A check that cannot read what it should is itself a finding, never an end of the
    others.
    """
    found: list[Finding] = []
    for check in checks:
        try:
            found += check(machine)
        except (OSError, ValueError) as error:
            name = check.__name__
            found.append(Finding(name, Level.warning, f"could not be checked: {error}", {"error": str(error)}))
    return found


def status(findings: Iterable[Finding]) -> int:
    """The exit status that the worst finding asks for."""
    return max((STATUS[finding.level] for finding in findings), default=0)


def as_json(findings: Iterable[Finding]) -> str:
    entries = [
        {"check": each.check, "level": each.level.name, "text": each.text, "facts": each.facts} for each in findings
    ]
    worst = max(findings, key=lambda each: each.level, default=None)
    return json.dumps({"version": 1, "worst": worst.level.name if worst else "ok", "findings": entries}, indent=1)


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("doctor", help="look the machine over: panel, touch, shoe, camera, storage")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    parser.add_argument("--data", type=Path, help="folder of the journal")
    parser.set_defaults(func=run)


def run(args: argparse.Namespace) -> int:
    machine = Machine(data=args.data.absolute() if args.data else data_folder(Machine()))
    findings = examine(machine)
    if args.json:
        print(as_json(findings))
    else:
        for finding in findings:
            print(f"{finding.level.name:<8} {finding.check:<9} {finding.text}")
    return status(findings)
