"""Binds the screen's own clock to systemd: ready with the first prompt, alive as long as frames come."""

from __future__ import annotations

from typing import Any

from kiosk import systemd


def watch(app: Any) -> None:
    """To be called before `app` (a kivy App) runs. A screen that hangs sends nothing, and is restarted."""
    from kivy.clock import Clock
    from kivy.core.window import Window

    def drawn(window: Any) -> None:
        window.unbind(on_flip=drawn)
        systemd.ready()

    def alive(_: float) -> None:
        systemd.alive()  # its answer is not handed on: a False would end the interval

    def started(_: Any) -> None:
        Window.bind(on_flip=drawn)
        seconds = systemd.watchdog_seconds()
        if seconds is not None:
            Clock.schedule_interval(alive, seconds)

    def stopped(_: Any) -> None:
        systemd.stopping()

    app.bind(on_start=started, on_stop=stopped)
