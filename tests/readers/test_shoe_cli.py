"""`liege shoe`: list, watch, test and flash."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from engine.cards import DECK
from firmware.shoe.lines import seal
from kiosk import shoe_cli
from kiosk.readers.ports import FoundPort
from kiosk.readers.simulated_shoe import SimulatedShoe, simulated_deck
from kiosk.shoe_cli import ShoeError, files, flash_with, meaning, run_test


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    shoe_cli.add_parser(parser.add_subparsers())
    arguments = parser.parse_args(["shoe", *words])
    status: int = arguments.func(arguments)
    return status


@pytest.fixture
def shoe() -> Iterator[SimulatedShoe]:
    with SimulatedShoe(DECK, simulated_deck()) as simulated:
        yield simulated


def test_list_names_shoes_and_what_is_none(
    shoe: SimulatedShoe, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        FoundPort(shoe.port, "Board in FS mode", "E66", True),
        FoundPort("/dev/ttyUSB7", "CP2102", "", False),
        FoundPort("/dev/no-such-port", "", "", True),
    ]
    monkeypatch.setattr(shoe_cli, "found_ports", lambda: found)
    assert run("list") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{shoe.port}  Board in FS mode: a shoe, firmware 0.1.0, boot ")
    assert lines[1] == "/dev/ttyUSB7  CP2102: not a Pico"
    assert lines[2].startswith("/dev/no-such-port: The shoe does not answer")
    monkeypatch.setattr(shoe_cli, "found_ports", list)
    assert run("list") == 1
    assert capsys.readouterr().out == "No serial port with USB was found: look at the shoe's cable.\n"


def test_watch_shows_meanings_and_hides_tags(shoe: SimulatedShoe, capsys: pytest.CaptureFixture[str]) -> None:
    shoe.draw()
    assert run("watch", "--port", shoe.port, "--seconds", "1.2") == 0
    shown = capsys.readouterr().out
    assert "hello: a shoe, version 1 of the link, fw=0.1.0" in shown
    assert "card 1 of boot" in shown
    assert "tag read, 7 bytes" in shown
    assert (simulated_deck().key(DECK[0]) or "") not in shown
    assert "heartbeat: boot" in shown


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("CARD B7F2 3 ?", "card 3 of boot B7F2 left unread (said again until acknowledged)"),
        ("GATE B7F2 open go", "gate open, lamp go"),
        ("ERR B7F2 slot-blocked", "slot-blocked: Something stays in the shoe's exit: take it out."),
        ("ERR B7F2 reader-back", "reader-back"),
        ("TEST B7F2 reader=ok barrier=ok", "self-test: reader=ok, barrier=ok"),
        ("NEWS B7F2", "a line that this program does not know: NEWS"),
    ],
)
def test_meanings(body: str, text: str) -> None:
    assert meaning(seal(body)[:-1], tags=False) == text


def test_noise_has_a_meaning_too() -> None:
    assert meaning(b"MicroPython v1.28\r", tags=False) == "not a sound line, 18 bytes: dropped"
    assert meaning(seal("CARD B7F2 3 0401")[:-1], tags=True).startswith("card 3 of boot B7F2 left, tag 0401")


def test_the_self_test_of_a_good_shoe(shoe: SimulatedShoe) -> None:
    said: list[str] = []
    seen: list[str] = []

    def look(question: str) -> str:
        seen.append(question)
        return "y"

    with serial.Serial(shoe.port, 115200, timeout=0) as port:
        assert run_test(port, said.append, look) == 0
    assert said == ["reader: ok", "barrier: ok", "Everything works."]
    assert len(seen) == 5


def test_the_self_test_names_what_is_broken(shoe: SimulatedShoe, capsys: pytest.CaptureFixture[str]) -> None:
    shoe.spoil_beam(True)
    assert run("test", "--no-questions", "--port", shoe.port) == 1
    shown = capsys.readouterr().out
    assert "reader: ok" in shown
    assert "barrier: The shoe's light barrier does not see" in shown
    assert "1 of the tests failed" in shown


def test_no_port_and_too_many(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(shoe_cli, "pico_ports", list)
    assert run("test") == 2
    assert capsys.readouterr().err.startswith("liege shoe: no Pico is plugged in")
    monkeypatch.setattr(shoe_cli, "pico_ports", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    assert run("watch") == 2
    assert "there are 2 Picos (/dev/ttyACM0, /dev/ttyACM1)" in capsys.readouterr().err
    assert run("watch", "--port", "/dev/no-such-port") == 2
    assert capsys.readouterr().err.startswith("liege shoe: The shoe does not answer")


def test_flashing_copies_every_file_and_main_last() -> None:
    ran: list[list[str]] = []
    flash_with(ran.append, "/dev/ttyACM0", lambda _: None)
    assert all(words[:2] == ["connect", "/dev/ttyACM0"] for words in ran)
    copies = [(Path(words[3]), words[4]) for words in ran if words[2] == "cp"]
    assert copies == files()
    assert all(source.is_file() for source, _ in copies)
    assert copies[-1][1] == ":main.py"
    assert ":shoe/pn532.py" in [target for _, target in copies]
    assert ran[-1][2:] == ["reset"]


def test_a_pico_that_does_not_answer_mpremote(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("mpremote")
    with pytest.raises(ShoeError, match="hold the shoe's button"):
        shoe_cli._mpremote(["connect", "/dev/no-such-port", "reset"])
