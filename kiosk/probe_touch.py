"""Which of Kivy's input providers the kiosk runs with, beside SDL's own fingers: for `liege doctor`.

Run in a process of its own (`python -m kiosk.probe_touch`), since Kivy reads its settings once for a process.
Prints a JSON list of providers, as in `["mouse"]`.
"""

from __future__ import annotations

import json
import sys

from kiosk.ui import environment


def providers() -> list[str]:
    """The providers by Kivy's names, after the kiosk has made its settings."""
    environment.prepare(800, 480, offscreen=True)
    environment.one_touch_provider()
    from kivy.config import Config

    return [value.partition(",")[0].strip() for _, value in Config.items("input")]


if __name__ == "__main__":
    sys.stdout.write(json.dumps(providers()) + "\n")
