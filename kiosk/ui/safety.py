"""An exception in a callback must not end a kiosk."""

from __future__ import annotations

import logging
import traceback

from kivy.base import ExceptionHandler, ExceptionManager

LOG = logging.getLogger("liege.screen")


class KeepRunning(ExceptionHandler):
    """Logs what a callback raised and keeps it in ``failures``; the screen goes on with the next state."""

    def __init__(self, failures: list[BaseException]) -> None:
        self.failures = failures

    def handle_exception(self, inst: BaseException) -> int:
        if isinstance(inst, KeyboardInterrupt | SystemExit):
            return int(ExceptionManager.RAISE)
        self.failures.append(inst)
        place = traceback.extract_tb(inst.__traceback__)[-1] if inst.__traceback__ else None
        where = f"{place.name}, line {place.lineno}" if place is not None else "an unknown place"
        LOG.error("the screen met a fault: %s in %s", type(inst).__name__, where)  # its text could name a card
        return int(ExceptionManager.PASS)
