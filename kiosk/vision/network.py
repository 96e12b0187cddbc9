"""Running a network from an ONNX file on the CPU."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
MODELS = Path(__file__).parent / "models"


class Network:
    """One ONNX network under OpenCV.

    ENGINE_CLASSIC: for these small networks OpenCV's new engine takes about twice as long, and its
    automatic choice takes the new one. Raises ValueError if the file is missing or is no network.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise ValueError(f"The camera's network {path.name} is missing from the installation.")
        try:
            self._net = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
        except cv2.error as error:
            raise ValueError(f"The camera's network {path.name} cannot be read: {error.err}") from error

    def run(self, batch: Floats) -> Floats:
        """(n, channels, height, width) in, the network's one output out."""
        self._net.setInput(batch)
        return np.asarray(self._net.forward(), np.float32)
