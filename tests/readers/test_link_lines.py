"""The last lines of a link: what was said, never which card."""

from __future__ import annotations

import pytest

from firmware.shoe.lines import seal
from kiosk.readers.link_lines import KEPT, LinkLines, line_of

UID = "04A1B2C3D4E580"


@pytest.mark.parametrize(
    ("raw", "kind", "params"),
    [
        (f"CARD B7F2 12 {UID}", "card", {"number": 12}),
        ("CARD B7F2 12 ?", "card-unread", {"number": 12}),
        ("HELLO shoe 1 fw=0.1.0 boot=B7F2", "hello", {"words": "fw=0.1.0 boot=B7F2"}),
        ("BEAT B7F2 12 1", "beat", {"last": 12, "held": 1}),
        ("GATE B7F2 open go", "gate-open", {"lamp": "go"}),
        ("ERR B7F2 slot-blocked", "error", {"code": "slot-blocked"}),
        ("TEST B7F2 reader=ok barrier=ok", "test", {"words": "reader=ok barrier=ok"}),
        # a line that is sound, and of no shape that we know, may hold a tag anywhere
        (f"CARD {UID} 12 B7F2", "strange", {"bytes": 32}),
        (f"{UID} B7F2", "strange", {"bytes": 24}),
        (f"ERR B7F2 {UID}", "strange", {"bytes": 28}),
        (f"GATE B7F2 open {UID}", "gate-open", {"lamp": "?"}),
    ],
)
def test_each_line_has_a_meaning_without_the_tag(raw: str, kind: str, params: dict[str, object]) -> None:
    line = line_of(seal(raw)[:-1])
    assert (line.kind, line.params) == (kind, params)
    assert UID not in repr(line)


def test_a_damaged_line_is_its_length_only() -> None:
    line = line_of(b"CARD B7F2 12 04A1B2C3D4E5")
    assert (line.kind, line.params) == ("noise", {"bytes": 25})


def test_lines_are_cut_kept_in_order_and_those_alike_counted() -> None:
    times = iter(range(100, 200))
    lines, told = LinkLines(lambda: next(times)), []
    lines.changed = told.append
    lines.heard("shoe", "/dev/ttyACM0", b"")
    whole = seal("BEAT B7F2 0 0") * 3 + seal(f"CARD B7F2 1 {UID}")
    for start in range(0, len(whole), 7):
        lines.heard("shoe", "/dev/ttyACM0", whole[start : start + 7])
    kept = lines.last("shoe")
    assert [(line.kind, line.times) for line in kept] == [("opened", 1), ("beat", 3), ("card", 1)]
    assert [line.at for line in kept] == [100, 103, 104]
    assert set(told) == {"shoe"}
    assert lines.bytes_of("shoe") == len(whole)
    assert UID not in repr(lines.__dict__)


def test_no_more_than_the_last_are_kept() -> None:
    lines = LinkLines()
    for number in range(KEPT + 5):
        lines.heard("shoe", "", seal(f"CARD B7F2 {number} {UID}"))
    assert len(lines.last("shoe")) == KEPT
    assert lines.last("shoe", 1)[0].params == {"number": KEPT + 4}


def test_what_a_scanner_reads_is_a_number_of_bytes() -> None:
    lines = LinkLines()
    lines.heard("scanner", "/dev/ttyUSB0", b"AS\r\n")
    assert [(line.kind, line.params) for line in lines.last("scanner")] == [("bytes", {"bytes": 4})]
