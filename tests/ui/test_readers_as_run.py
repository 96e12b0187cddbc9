"""The readers screen as ``liege run`` puts it together: store, session, simulated shoe, desk and screen."""

from __future__ import annotations

import argparse

from kiosk import run_cli


def arguments(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    run_cli.add_parser(parser.add_subparsers())
    return parser.parse_args(["run", *words])


def test_the_shoe_of_the_demo_tests_itself_and_its_lines_are_read(tmp_path, at_table):
    with run_cli.open_place(arguments("--demo", "--data", str(tmp_path), "--seed", "3")) as place:
        fingers = at_table(place.session, reader_desk=place.desk)
        fingers.tap("menu")
        fingers.tap("readers")
        assert fingers.wait(lambda: fingers.has("● Simulated shoe"), 1_000_000)
        fingers.tap("reader-shoe")
        fingers.tap("self-test")
        assert fingers.wait(lambda: any(text.endswith(": all is well.") for text in fingers.texts()), 1_000_000)
        assert {"The tag reader and its antenna answer.", "The light barrier sees."} <= set(fingers.texts())
        fingers.tap("lines")
        assert fingers.wait(lambda: any("heartbeat: last card 0" in text for text in fingers.texts()), 1_000_000)
        fingers.app.on_stop()
