"""The camera as a card reader: frames of our own through the whole thread, with a scripted or the real eye."""

import queue
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from engine.cards import Card
from kiosk.readers.base import CardRead, Fault, FaultOver, LinkUp
from kiosk.readers.camera import SENTENCES, CameraReader, Pace, Sight, Spot
from kiosk.vision.calibration import Calibration, Zone, calibrate
from kiosk.vision.deciding import Reading
from kiosk.vision.sources import SourceEnded, SourceError
from kiosk.vision.watching import View
from tests.vision.pictures import Laid, table
from tests.vision.test_calibration import photographed


def seen(name: str | None, x: float = 300, y: float = 300) -> Reading:
    card = None if name is None else Card.parse(name)
    box = ((x - 10, y - 20), (x + 10, y - 20), (x + 10, y + 20), (x - 10, y + 20))
    return Reading(card, 0.9, box, (x, y), 25.0, 1)


def settled(*readings: Reading) -> View:
    return View(readings, still=True, settled=True, fresh=True, index_pixels=25.0)


class Film:
    """A source that gives frames and then ends, or fails where an error stands among them."""

    live = False

    def __init__(self, frames: list[np.ndarray | Exception]) -> None:
        self.frames = list(frames)

    def open(self) -> None:
        pass

    def next(self) -> np.ndarray:
        if not self.frames:
            raise SourceEnded
        frame = self.frames.pop(0)
        if isinstance(frame, Exception):
            raise frame
        return frame

    def close(self) -> None:
        pass


class Eye:
    """Reads a frame by a rule of the test."""

    def __init__(self, rule: Callable[[np.ndarray], list[Reading]]) -> None:
        self.read = rule


def played(
    *films: list[np.ndarray | Exception],
    rule: Callable[[np.ndarray], list[Reading]] = lambda _: [],
    often: bool = False,
    **settings: object,
) -> list[object]:
    """All events until the last film has ended."""
    events: queue.Queue[object] = queue.Queue()
    rest = [Film(film) for film in films]
    reader = CameraReader(
        lambda: rest.pop(0),
        eye=lambda: Eye(rule),
        pace=Pace(first_delay=0.0, longest_delay=0.0, check_every=0.0 if often else 10.0),
        **settings,
    )
    reader.start(events.put)
    reader._thread.join(30)
    assert not reader._thread.is_alive()
    reader.close()
    return list(events.queue)


def still(*cards: Laid, frames: int = 4) -> list[np.ndarray | Exception]:
    return [table(*cards, seed=seed) for seed in range(frames)]


def bright(picture: np.ndarray) -> list[Reading]:
    """A card is where the left or the right half of the table is bright."""
    halves = picture[:, :640], picture[:, 640:]
    left, right = (half.mean() > 95 for half in halves)
    return [seen("Ac", 320, 360)] * bool(left) + [seen("2d", 960, 360)] * bool(right)


HERE, THERE = Laid("Ac", 320, 360, high=500), Laid("2d", 960, 360, high=500)


def test_each_card_laid_on_the_spot_is_told_once() -> None:
    film = still() + still(HERE) + still(HERE) + still() + still(THERE)
    events = played(film, rule=bright)
    assert events[0] == LinkUp("camera")
    told = [event for event in events if isinstance(event, CardRead)]
    assert [(e.reader, str(e.card)) for e in told] == [("camera", "Ac"), ("camera", "2d")]
    assert "Ac" not in repr(told[0])


def test_two_cards_on_the_spot_are_not_guessed_between() -> None:
    assert not [e for e in played(still(HERE, THERE), rule=bright) if isinstance(e, CardRead)]


def test_unplugged_is_a_fault_and_plugged_in_again_it_is_over() -> None:
    """Fault: camera unplugged."""
    gone = SourceError("camera-lost", "gone")
    events = played([*still(), gone], still(HERE), rule=bright)
    assert [type(e) for e in events] == [LinkUp, Fault, LinkUp, FaultOver, CardRead]
    assert events[1] == Fault("camera", "camera-lost") and events[3] == FaultOver("camera", "camera-lost")


def test_a_covered_lens_is_a_fault() -> None:
    """Fault: camera covered."""
    dark = [np.full((720, 1280, 3), 4, np.uint8)] * 4
    events = played([*still(), *dark, *still()])
    assert events[1:] == [Fault("camera", "camera-covered"), FaultOver("camera", "camera-covered")]


def test_the_light_goes_out_and_on_again() -> None:
    """Fault: camera in the dark. A room without a lamp leaves sensor noise, and nothing is read from it."""
    rng = np.random.default_rng(7)
    night = [np.clip(rng.normal(6, 3, (720, 1280, 3)), 0, 255).astype(np.uint8) for _ in range(5)]
    asked: list[np.ndarray] = []

    def reads(picture: np.ndarray) -> list[Reading]:
        asked.append(picture)
        return bright(picture)

    events = played([*still(), *night, *still()], rule=reads)
    assert events[1:] == [Fault("camera", "camera-covered"), FaultOver("camera", "camera-covered")]
    assert all(picture.mean() > 20 for picture in asked)


def dazzling(*cards: Laid, frames: int = 4) -> list[np.ndarray | Exception]:
    """A lamp is mirrored on the table: a third of the picture is as bright as the sensor can tell."""
    pictures = []
    for seed in range(frames):
        picture = table(*cards, seed=seed)
        picture[:, 850:] = 255
        pictures.append(picture)
    return list(pictures)


def test_glare_is_told_where_a_card_cannot_be_named_and_is_over_with_it() -> None:
    """Fault: glare. What lies outside the light is read; what lies in it is a question for the dealer."""

    def reads(picture: np.ndarray) -> list[Reading]:
        glare = picture[:, 850:].mean() > 250
        return [seen("Ac", 320, 360), seen(None if glare else "2d", 960, 360)]

    film = still(HERE, THERE) + dazzling(HERE, THERE) + still(HERE, THERE)
    events = played(film, rule=reads, spot=False)
    assert events[1:] == [Fault("camera", "camera-glare"), FaultOver("camera", "camera-glare")]


def test_light_that_drowns_all_is_glare_though_nothing_is_found() -> None:
    """Fault: glare. A white table cloth fills less of the picture, and is none."""
    drowned, cloth = ([table(seed=seed) for seed in range(4)] for _ in range(2))
    for picture in drowned:
        picture[:, 400:] = 255
    for picture in cloth:
        picture[:, 700:] = 255
    assert played([*drowned], spot=False)[1:] == [Fault("camera", "camera-glare")]
    assert played([*cloth], spot=False)[1:] == []


def test_a_bright_table_on_which_all_is_read_is_no_glare() -> None:
    events = played(dazzling(HERE), rule=lambda _: [seen("Ac", 320, 360)], spot=False)
    assert events == [LinkUp("camera")]


def test_a_camera_that_is_knocked_is_told_until_it_stands_again_as_it_was() -> None:
    """Fault: camera moved. By the markers on the felt, which then lie elsewhere in the picture."""
    picture, _ = photographed()
    known = calibrate([picture])
    knocked = np.roll(picture, 20, axis=1)
    film = [picture] * 4 + [knocked] * 4 + [picture] * 4
    events = played([*film], calibration=known, spot=False, often=True)
    assert events[1:] == [Fault("camera", "camera-moved"), FaultOver("camera", "camera-moved")]


def test_a_broken_network_is_a_fault_not_a_crash() -> None:
    def broken() -> Eye:
        raise ValueError("The camera's network finder.onnx is missing from the installation.")

    events: list[object] = []
    reader = CameraReader(lambda: Film([]), eye=broken)
    reader.start(events.append)
    reader._thread.join(10)
    assert [e.kind for e in events] == ["camera-broken"]


def test_the_screen_gets_the_seats_and_a_crop() -> None:
    millimetres = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    zone = Zone("2", ((600, 0), (1280, 0), (1280, 720), (600, 720)))
    known = Calibration((1280, 720), millimetres, (1280.0, 640.0, 360.0, 0.0), {}, (zone,))
    sights: list[Sight] = []
    played(still(HERE, THERE), rule=bright, calibration=known, spot=False, show=sights.append)
    last = sights[-1]
    assert last.seats == (None, "2") and [str(r.card) for r in last.at("2")] == ["2d"]
    crop = last.crop(last.view.readings[1])
    # the box is 20 x 40: half as wide as high, and 144 pixels high as every crop
    assert crop.shape == (144, 72, 3)
    # its middle is the picture's at (960, 360)
    assert abs(int(crop[72, 36].mean()) - int(last.picture[360, 960].mean())) < 25


def test_every_fault_has_a_sentence() -> None:
    assert {
        "camera-lost",
        "camera-hangs",
        "camera-picture",
        "camera-covered",
        "camera-glare",
        "camera-moved",
        "camera-small",
        "camera-broken",
    } == set(SENTENCES)


def test_what_looks_like_a_corner_beside_a_whole_card_is_no_second_one() -> None:
    """A pip, a finger's shadow: both corners of the one card agree, so it is the card."""
    whole, odd, other = replace(seen("Ac"), corners=2), seen(None, 500), seen("2d", 600)
    told = Spot().next_card(settled(whole, odd))
    assert told is not None and str(told.card) == "Ac"
    assert Spot().next_card(settled(seen("Ac"), odd)) is None  # one corner only: it may be another card
    assert Spot().next_card(settled(whole, other)) is None


def test_a_pushed_card_is_the_same_card() -> None:
    spot = Spot()
    assert spot.next_card(settled(seen("Ac"))) is not None
    assert spot.next_card(settled(seen("Ac", 310, 300))) is None


def test_a_card_that_could_not_be_named_is_told_once_as_unknown() -> None:
    spot = Spot()
    first = spot.next_card(settled(seen(None)))
    assert first is not None and first.card is None
    # now it can be named: the dealer has been asked already
    assert spot.next_card(settled(seen("Ac", 302, 300))) is None
    assert spot.next_card(settled()) is None
    assert spot.next_card(settled(seen("Ac"))) is not None
