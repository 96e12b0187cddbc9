"""Where pictures come from: folders, a stream served on this machine, a scripted USB and Pi camera."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from kiosk.vision.newest import Newest
from kiosk.vision.sources import (
    FolderSource,
    Locks,
    PiSource,
    SourceEnded,
    SourceError,
    StreamSource,
    UsbSource,
    VideoSource,
    source_of,
)


def grey(level: int, wide: int = 64) -> np.ndarray:
    return np.full((48, wide, 3), level, np.uint8)


def jpeg(level: int) -> bytes:
    return cv2.imencode(".jpg", grey(level))[1].tobytes()


def test_a_folder_gives_its_pictures_by_name_and_ends(tmp_path: Path) -> None:
    for name, level in (("b.png", 20), ("a.png", 10), ("notes.txt", 0)):
        target = tmp_path / name
        target.write_bytes(cv2.imencode(".png", grey(level))[1].tobytes())
    newest = Newest(FolderSource(tmp_path))
    newest.start()
    assert [int(newest.get(10).picture[0, 0, 0]) for _ in range(2)] == [10, 20]
    with pytest.raises(SourceEnded):
        newest.get(10)
    newest.close()


def test_a_missing_folder_and_a_file_that_is_no_picture_are_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no folder"):
        FolderSource(tmp_path / "nowhere").open()
    (tmp_path / "x.jpg").write_text("no picture")
    source = FolderSource(tmp_path)
    source.open()
    with pytest.raises(SourceError, match="is no picture"):
        source.next()


def test_a_file_that_is_no_video_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.mp4").write_text("no video")
    with pytest.raises(SourceError, match="no video"):
        VideoSource(tmp_path / "x.mp4").open()


def test_a_video_is_played_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "x.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (30, 90, 150):
        writer.write(grey(level))
    writer.release()
    source = VideoSource(path)
    source.open()
    assert [round(float(source.next().mean()), -1) for _ in range(3)] == [30, 90, 150]
    with pytest.raises(SourceEnded):
        source.next()
    source.close()


class Stream(BaseHTTPRequestHandler):
    """Sends `levels` as an MJPEG stream, the parts with or without their length, then hangs up."""

    levels = (40, 80, 120)
    with_length = True

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=part")
        self.end_headers()
        for level in self.levels:
            data = jpeg(level)
            length = f"Content-Length: {len(data)}\r\n" if self.with_length else ""
            self.wfile.write(f"--part\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + data + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.mark.parametrize("with_length", [True, False])
def test_a_stream_is_cut_into_pictures_and_its_end_is_a_fault(with_length: bool) -> None:
    handler = type("Handler", (Stream,), {"with_length": with_length})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        source = StreamSource(f"http://127.0.0.1:{server.server_address[1]}/")
        source.open()
        assert [round(float(source.next().mean())) for _ in range(3)] == [40, 80, 120]
        with pytest.raises(SourceError) as fault:
            source.next()
        assert fault.value.kind == "camera-lost"
        source.close()
    finally:
        server.shutdown()
        server.server_close()


class UsbCamera:
    """Stands in for cv2.VideoCapture: remembers what was set, gives pictures until it is unplugged."""

    def __init__(self, pictures: int) -> None:
        self.left, self.calls = pictures, []

    def isOpened(self) -> bool:
        return True

    def get(self, prop: int) -> float:
        return {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_FOCUS: 30.0, cv2.CAP_PROP_WB_TEMPERATURE: 4200.0}[prop]

    def set(self, prop: int, value: float) -> bool:
        self.calls.append((prop, value))
        return True

    def read(self) -> tuple[bool, np.ndarray | None]:
        self.left -= 1
        return (True, grey(99)) if self.left >= 0 else (False, None)

    def release(self) -> None:
        self.left = -1


def test_a_usb_camera_is_locked_after_it_has_settled_and_unplugging_is_a_fault() -> None:
    camera = UsbCamera(6)
    source = UsbSource(0, Locks(settle=5, focus=12.0), capture=lambda _name: camera)
    source.open()
    # what was found is held, what was asked for is taken instead
    for pair in (
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
        (cv2.CAP_PROP_EXPOSURE, 157.0),
        (cv2.CAP_PROP_AUTOFOCUS, 0),
        (cv2.CAP_PROP_FOCUS, 12.0),
        (cv2.CAP_PROP_AUTO_WB, 0),
        (cv2.CAP_PROP_WB_TEMPERATURE, 4200.0),
    ):
        assert pair in camera.calls
    assert source.next()[0, 0, 0] == 99
    with pytest.raises(SourceError, match="look at its cable") as fault:
        source.next()
    assert fault.value.kind == "camera-lost"


def test_a_pi_camera_is_locked_too() -> None:
    set_to: dict[str, object] = {}
    found = {"ExposureTime": 9000, "AnalogueGain": 1.5, "ColourGains": (1.2, 2.0), "LensPosition": 3.0}
    camera = SimpleNamespace(
        create_video_configuration=lambda main: main,
        configure=lambda _main: None,
        start=lambda: None,
        capture_array=lambda _name: grey(5),
        capture_metadata=lambda: found,
        set_controls=set_to.update,
        stop=lambda: None,
        close=lambda: None,
    )
    source = PiSource(Locks(settle=2), make=lambda: camera)
    source.open()
    assert set_to["AeEnable"] is False and set_to["AwbEnable"] is False and set_to["AfMode"] == 0
    assert (set_to["ExposureTime"], set_to["LensPosition"]) == (9000, 3.0)
    assert source.next()[0, 0, 0] == 5
    source.close()


class Quick:
    """A live source whose pictures 1..9 come as fast as it is read; it waits at ``hold`` for ``go``."""

    live = True

    def __init__(self) -> None:
        self.level, self.reached, self.go = 0, threading.Event(), threading.Event()

    def open(self) -> None:
        pass

    def next(self) -> np.ndarray:
        if self.level == 9:
            self.reached.set()
            self.go.wait(10)
            raise SourceError("camera-lost", "gone")
        self.level += 1
        return grey(self.level)

    def close(self) -> None:
        pass


def test_of_a_live_camera_only_the_newest_picture_is_taken() -> None:
    source = Quick()
    newest = Newest(source)
    newest.start()
    assert source.reached.wait(10)
    frame = newest.get(10)
    assert frame is not None and frame.number == 9 and frame.picture[0, 0, 0] == 9
    assert newest.get(0.0) is None
    source.go.set()
    with pytest.raises(SourceError, match="gone"):
        newest.get(10)
    newest.close()


def test_names_of_sources(tmp_path: Path) -> None:
    kinds = {"0": UsbSource, "/dev/video2": UsbSource, "pi": PiSource, "http://a/b": StreamSource}
    assert {name: type(source_of(name)) for name in kinds} == kinds
    assert isinstance(source_of(str(tmp_path)), FolderSource)
    (tmp_path / "x.avi").write_bytes(b"x")
    assert isinstance(source_of(str(tmp_path / "x.avi")), VideoSource)
