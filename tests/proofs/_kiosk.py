"""The kiosk that is killed: journal, session, shoe reader and players, without the screen.

Arguments: folder, the shoe's port, seed, players, last hand. On its output a line for each state (`S hand
cards-shown`), `UNREAD` before it where a card came out unread, one when it wants a card drawn (`DRAW hand
cards-shown`), and at the end `DONE`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kiosk.demo import demo_header
from kiosk.journal import Journal
from kiosk.live_session import LiveSession
from kiosk.readers.base import Receipt
from kiosk.readers.shoe import ShoeReader
from kiosk.readers.simulated_shoe import simulated_deck
from kiosk.recorder import Recorder
from kiosk.session import ScreenState
from tests.proofs._table import Dealer


def main(folder: str, port: str, seed: str, players: str, last_hand: str) -> None:
    journal = Journal.open(Path(folder))
    journaled = [Receipt(boot, seq) for boot, seq in journal.last_receipts().items()]
    reader = ShoeReader(simulated_deck(), journaled, lambda: [port])
    recording = Path(folder) / "sessions" / "evening.session.jsonl"
    session = LiveSession(
        journal,
        demo_header(int(players)),
        [reader],
        make_recorder=lambda header: Recorder(recording, header.line()),
    )

    def shown() -> str:
        hand = session._standing.hand
        return f"{hand.number} {hand.out_of_stub + len(hand.extra)}" if hand is not None else "0 0"

    def wanted() -> str:
        return shown() if session.state.view.wants_cards else ""

    def draw(_: ScreenState) -> None:
        if cards := session.run_there(wanted):  # the last one may have come meanwhile: it was on its way
            say(f"DRAW {cards}")

    def told(_: ScreenState) -> None:
        hand = session._standing.hand
        if hand is not None and any(entry[0] == "deal" and entry[3] is None for entry in hand.log):
            say("UNREAD")
        say(f"S {shown()}")

    session.run_there(lambda: session.subscribe(told))
    dealer = Dealer(session, int(seed), draw)
    dealer.play(int(last_hand))
    session.close()
    say("DONE")


def say(text: str) -> None:
    os.write(1, text.encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
