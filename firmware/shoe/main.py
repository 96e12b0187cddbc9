"""Started by MicroPython at power-on (flashed as /main.py): builds the shoe from the board's parts and runs
it.
"""

import os
import select
import sys
import time

import machine
import micropython
from shoe.app import Shoe, Timing
from shoe.barrier import Barrier
from shoe.board import Board
from shoe.clock import Clock
from shoe.draws import Draws
from shoe.outbox import Outbox
from shoe.pn532 import PN532
from shoe.stdio import PolledStream
from shoe.store import Store


def run(board: Board) -> None:
    """Serve until the power goes. An error ends in a reset: the host is told of the new boot and has the
    cards counted.
    """
    micropython.kbd_intr(-1)  # else a stray byte 03 on the line stops the firmware
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    store = Store("shoe-state")
    random = os.urandom(2)
    boot = "%04X" % store.next_boot(random[0] << 8 | random[1])
    outbox = Outbox(boot, store, Timing.keep)
    barrier = Barrier(board, Timing.debounce, Timing.beam_test)
    draws = Draws(barrier, PN532(board.uart), Timing.redraw, Timing.grace, Timing.blocked)
    clock = Clock(time.ticks_ms, time.ticks_diff)
    shoe = Shoe(clock, PolledStream(source, sink), draws, board, outbox)
    arrivals = select.poll()
    arrivals.register(source, select.POLLIN)
    board.guard()
    while True:
        board.feed()
        if shoe.step() > 0:
            arrivals.poll(1)  # the beam has no poll: look at it every millisecond


board = Board()
if not board.repl_wanted():
    try:
        run(board)
    except Exception as error:
        sys.print_exception(error)  # the host drops it as noise, a person at the port reads it
        time.sleep_ms(500)
        machine.reset()
