"""An exception in a callback must not end a kiosk."""

from __future__ import annotations

import logging

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
        LOG.error("the screen met a fault", exc_info=inst)
        return int(ExceptionManager.PASS)
