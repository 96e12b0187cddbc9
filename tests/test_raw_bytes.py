"""Raw bytes of a shoe in a session file go through the real decoder and deck (SESSION-FORMAT, ``serial``)."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from engine.cards import Card
from firmware.shoe.lines import seal
from kiosk import decks
from kiosk.cli import main
from kiosk.decks import Deck

TAGS = {"As": "04A1B2C3D4E580", "Kd": "04A1B2C3D4E581", "7c": "04A1B2C3D4E582"}
HEADER = {
    "type": "session",
    "version": 1,
    "rules": {"variant": "stud"},
    "seats": [{"seat": 1, "stack": 4000}, {"seat": 2, "stack": 4000}],
}
BEGIN = [{"type": "hand"}, {"type": "confirm", "step": "announce"}, {"type": "confirm", "step": "antes"}]


def serial(port: str, *bodies: str) -> dict[str, Any]:
    data = b"".join(seal(body) for body in bodies)
    return {"type": "serial", "port": port, "data": base64.b64encode(data).decode()}


def test_a_card_that_is_repeated_under_another_port_counts_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The shoe is unplugged before the acknowledgement arrives and repeats its card after the replug."""
    path = tmp_path / "evening.session.jsonl"
    lines = [
        HEADER,
        *BEGIN,
        serial("/dev/ttyACM0", "HELLO shoe 1 fw=0.1.0 boot=B7F2", f"CARD B7F2 1 {TAGS['7c']}"),
        serial("/dev/ttyACM1", f"CARD B7F2 1 {TAGS['7c']}", f"CARD B7F2 2 {TAGS['Kd']}"),
        {"type": "confirm", "step": "deal"},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    deck = Deck("Kitchen", cards={key: Card.parse(name) for name, key in TAGS.items()})
    decks.save(deck, tmp_path / "evening.deck")
    assert main(["replay", "--json", str(path)]) == 0
    (hand,) = json.loads(capsys.readouterr().out)["hands"]
    assert hand["refused"] == hand["alarms"] == []
    assert [prompt["kind"] for prompt in hand["prompts"]] == ["announce", "antes", "deal", "ask-opener"]


def test_door_cards_from_raw_bytes_decide_the_bring_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two unread cards each, then A♠ and 7♣ face up: 7♣ is the lowest (RULES 4.2)."""
    path = tmp_path / "evening.session.jsonl"
    unread = [f"CARD B7F2 {number} ?" for number in range(1, 5)]
    doors = [f"CARD B7F2 5 {TAGS['As']}", f"CARD B7F2 6 {TAGS['7c']}"]
    lines = [HEADER, *BEGIN, serial("shoe", "HELLO shoe 1 fw=0.1.0 boot=B7F2", *unread, *doors)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    deck = Deck("Kitchen", cards={key: Card.parse(name) for name, key in TAGS.items()})
    decks.save(deck, tmp_path / "evening.deck")
    assert main(["replay", "--json", str(path)]) == 0
    (hand,) = json.loads(capsys.readouterr().out)["hands"]
    assert hand["openers"] == [{"round": 1, "seat": 1, "showing": ["7c"], "bring_in": True}]
