"""Running a network from an ONNX file on the CPU.

With onnxruntime: on one thread it runs the finder in less than half of the time that OpenCV's classic engine takes
(docs/camera.md), and its wheels exist for the Pi's processors.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

Floats = NDArray[np.float32]
MODELS = Path(__file__).parent / "models"
THREADS = 1
"""The screen needs the other cores."""


class Network:
    """One ONNX network. Raises ValueError if the file is missing or is no network."""

    def __init__(self, path: Path, threads: int = THREADS) -> None:
        if not path.is_file():
            raise ValueError(f"The camera's network {path.name} is missing from the installation.")
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = threads
        settings.inter_op_num_threads = 1
        settings.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(os.fspath(path), settings, providers=["CPUExecutionProvider"])
        except Exception as error:  # onnxruntime's own errors share no base class but Exception
            raise ValueError(f"The camera's network {path.name} cannot be read: {error}") from error
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: Floats) -> Floats:
        """(n, channels, height, width) in, the network's one output out."""
        return np.asarray(self._session.run(None, {self._input: batch})[0], np.float32)
