"""Where pictures come from: a USB camera, a Pi's camera, a stream, a video file, a folder of pictures.

A source gives frames one after the other. What fails raises SourceError with a fault's kind.
"""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from kiosk.vision.crops import Picture

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
LONGEST_JPEG = 32 * 1024 * 1024


class SourceError(Exception):
    """A source that gives no pictures. ``kind`` is a fault's kind, the text a sentence for a person."""

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


class SourceEnded(Exception):
    """A folder or a video file has no more pictures; no fault."""


class Source(Protocol):
    """Gives pictures (BGR, uint8) until it raises SourceEnded or SourceError.

    ``live``: the world goes on while nobody looks, so only the newest picture counts; a file waits.
    """

    @property
    def live(self) -> bool: ...

    def open(self) -> None:
        """Get the device. Raises SourceError."""

    def next(self) -> Picture:
        """The next picture; waits for it."""

    def close(self) -> None:
        """Let the device go; harmless when it is not open."""


class FolderSource:
    """The pictures of a folder by name; for replay and tests."""

    live = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: list[Path] = []

    def open(self) -> None:
        if not self._folder.is_dir():
            raise SourceError("camera-lost", f"There is no folder {self._folder} to take pictures from.")
        self._files = sorted(p for p in self._folder.iterdir() if p.suffix.lower() in SUFFIXES)

    def next(self) -> Picture:
        if not self._files:
            raise SourceEnded
        path = self._files.pop(0)
        picture = decoded(path.read_bytes())
        if picture is None:
            raise SourceError("camera-picture", f"{path} is no picture.")
        return picture

    def close(self) -> None:
        self._files = []


def decoded(data: bytes) -> Picture | None:
    """A picture file's bytes as a picture, or None."""
    if not data:
        return None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return None if picture is None else np.asarray(picture, np.uint8)


class VideoSource:
    """A video file, frame by frame."""

    live = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._capture: cv2.VideoCapture | None = None

    def open(self) -> None:
        self._capture = cv2.VideoCapture(str(self._path))
        if not self._capture.isOpened():
            raise SourceError("camera-lost", f"{self._path} is no video that can be played here.")

    def next(self) -> Picture:
        assert self._capture is not None
        good, picture = self._capture.read()
        if not good:
            raise SourceEnded
        return np.asarray(picture, np.uint8)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


@dataclass(frozen=True)
class Locks:
    """What is held still on a camera, in the driver's units; None locks the value that the camera has found
    after ``settle`` pictures."""

    width: int = 1280
    height: int = 720
    exposure: float | None = None
    focus: float | None = None
    white: float | None = None
    settle: int = 20


class UsbSource:
    """A V4L2 camera by number or device path; exposure, focus and white balance are locked after it has
    settled."""

    live = True

    def __init__(
        self, device: int | str, locks: Locks | None = None, capture: Callable[[int | str], Any] | None = None
    ) -> None:
        self._device = device
        self._locks = locks or Locks()
        self._make = capture or (lambda name: cv2.VideoCapture(name, cv2.CAP_V4L2))
        self._capture: Any = None

    def open(self) -> None:
        self._capture = self._make(self._device)
        if not self._capture.isOpened():
            raise SourceError("camera-lost", f"The camera {self._device} does not answer: look at its cable.")
        for prop, value in (
            (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG")),
            (cv2.CAP_PROP_FRAME_WIDTH, self._locks.width),
            (cv2.CAP_PROP_FRAME_HEIGHT, self._locks.height),
            (cv2.CAP_PROP_BUFFERSIZE, 1),
        ):
            self._capture.set(prop, value)
        for _ in range(self._locks.settle):
            self._capture.read()
        self._lock()

    def _lock(self) -> None:
        """Automatic off, then the value given or the one found; a camera without a control refuses,
        harmlessly."""
        for automatic, off, prop, value in (
            (cv2.CAP_PROP_AUTO_EXPOSURE, 1, cv2.CAP_PROP_EXPOSURE, self._locks.exposure),
            (cv2.CAP_PROP_AUTOFOCUS, 0, cv2.CAP_PROP_FOCUS, self._locks.focus),
            (cv2.CAP_PROP_AUTO_WB, 0, cv2.CAP_PROP_WB_TEMPERATURE, self._locks.white),
        ):
            found = self._capture.get(prop)
            self._capture.set(automatic, off)
            self._capture.set(prop, found if value is None else value)

    def next(self) -> Picture:
        good, picture = self._capture.read()
        if not good or picture is None:
            raise SourceError("camera-lost", f"The camera {self._device} is gone: look at its cable.")
        return np.asarray(picture, np.uint8)

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class StreamSource:
    """An HTTP MJPEG stream (multipart/x-mixed-replace), as phones and network cameras give it."""

    live = True

    def __init__(self, address: str, patience: float = 5.0) -> None:
        self._address = address
        self._patience = patience
        self._answer: Any = None
        self._rest = b""

    def open(self) -> None:
        try:
            self._answer = urllib.request.urlopen(self._address, timeout=self._patience)
        except (urllib.error.URLError, OSError, ValueError, http.client.HTTPException) as error:
            raise SourceError("camera-lost", f"The camera at {self._address} does not answer: {error}.") from error
        self._rest = b""

    def next(self) -> Picture:
        """The next whole JPEG: by its Content-Length where the part has one, else by its end mark."""
        try:
            while True:
                data = self._part()
                picture = decoded(data)
                if picture is not None:
                    return picture
        except (OSError, http.client.HTTPException) as error:
            raise SourceError("camera-lost", f"The camera at {self._address} is gone: {error}.") from error

    def _part(self) -> bytes:
        length = None
        start = -1
        while True:
            if start < 0:
                start = self._rest.find(b"\xff\xd8\xff")
                if start >= 0:
                    head = re.findall(rb"content-length:\s*(\d+)", self._rest[:start], re.IGNORECASE)
                    length = int(head[-1]) if head else None
                    self._rest, start = self._rest[start:], 0
            if start == 0:
                end = length if length is not None else self._rest.find(b"\xff\xd9") + 2
                if end > 1 and len(self._rest) >= end:
                    data, self._rest = self._rest[:end], self._rest[end:]
                    return data
            if len(self._rest) > LONGEST_JPEG:
                raise SourceError("camera-picture", f"What comes from {self._address} is no stream of pictures.")
            more = self._answer.read1(65536)
            if not more:
                raise SourceError("camera-lost", f"The camera at {self._address} has stopped sending.")
            self._rest += more

    def close(self) -> None:
        if self._answer is not None:
            self._answer.close()
            self._answer = None


class PiSource:
    """A Pi's own camera through picamera2 (a Debian package on the Pi)."""

    live = True

    def __init__(self, locks: Locks | None = None, make: Callable[[], Any] | None = None) -> None:
        self._locks = locks or Locks()
        self._make = make or pi_camera
        self._camera: Any = None

    def open(self) -> None:
        self._camera = self._make()
        size = (self._locks.width, self._locks.height)
        # picamera2 names formats by the order in a word: RGB888 is B, G, R in memory, as OpenCV wants it
        self._camera.configure(self._camera.create_video_configuration(main={"size": size, "format": "RGB888"}))
        self._camera.start()
        for _ in range(self._locks.settle):
            self._camera.capture_array("main")
        found = self._camera.capture_metadata()
        held = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": found["ExposureTime"],
            "AnalogueGain": found["AnalogueGain"],
            "ColourGains": found["ColourGains"],
        }
        if "LensPosition" in found:
            held |= {"AfMode": 0, "LensPosition": found["LensPosition"]}
        self._camera.set_controls(held)

    def next(self) -> Picture:
        try:
            return np.asarray(self._camera.capture_array("main"), np.uint8)
        except RuntimeError as error:
            raise SourceError("camera-lost", f"The Pi's camera is gone: look at its cable ({error}).") from error

    def close(self) -> None:
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


def pi_camera() -> Any:
    """The Pi's first camera. Raises SourceError where there is none or picamera2 is missing."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise SourceError(
            "camera-lost", "picamera2 is not installed: on a Pi, apt install python3-picamera2."
        ) from error
    try:
        return Picamera2()
    except (RuntimeError, IndexError) as error:
        raise SourceError("camera-lost", "The Pi sees no camera on its ribbon cable.") from error


def source_of(text: str, locks: Locks | None = None) -> Source:
    """``0`` or ``/dev/video0`` a USB camera, ``pi`` the Pi's, ``http://...`` a stream, else a folder or
    video file."""
    if text == "pi":
        return PiSource(locks)
    if text.isdecimal():
        return UsbSource(int(text), locks)
    if text.startswith("/dev/"):
        return UsbSource(text, locks)
    if text.startswith(("http://", "https://")):
        return StreamSource(text)
    path = Path(text)
    return VideoSource(path) if path.is_file() else FolderSource(path)
