"""A reader that was given up lets its pipe go by itself; whoever still speaks to it does no harm."""

from __future__ import annotations

import os
import select

from kiosk.readers.base import Lamp
from kiosk.readers.serial_codes import CodeReader
from kiosk.readers.shoe import ShoeReader
from kiosk.readers.wake import Wake


def test_a_nudge_wakes_and_a_full_pipe_is_no_error() -> None:
    wake = Wake()
    assert select.select([wake.reading], [], [], 0)[0] == []
    for _ in range(70_000):  # a pipe holds 65,536 bytes
        wake.nudge()
    assert select.select([wake.reading], [], [], 0)[0] == [wake.reading]
    wake.let_go()
    wake.let_go()


def test_a_late_nudge_never_lands_in_a_file_that_has_the_number_now() -> None:
    wake = Wake()
    number = wake.reading
    wake.let_go()
    reading, writing = os.pipe()  # the kernel gives the lowest free numbers: those of before
    assert reading == number
    wake.nudge()
    assert select.select([reading], [], [], 0)[0] == []
    os.close(reading)
    os.close(writing)


def test_a_shoe_whose_thread_ends_while_it_is_given_up_can_still_be_spoken_to() -> None:
    reader = ShoeReader(None, find=list)
    reader.start(lambda event: None)
    thread = reader._thread
    assert thread is not None
    reader.afresh(())
    thread.join(30)
    assert not thread.is_alive()
    reader.gate(True, Lamp.GO)
    reader.afresh(())


def test_a_scanner_whose_thread_ends_while_it_is_given_up_can_still_be_spoken_to(tmp_path: object) -> None:
    reader = CodeReader("scanner", f"{tmp_path}/no-such-port", None)
    reader.start(lambda event: None)
    thread = reader._thread
    assert thread is not None
    reader.afresh(())
    thread.join(30)
    assert not thread.is_alive()
    reader.afresh(())
