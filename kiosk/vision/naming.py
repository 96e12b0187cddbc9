"""From crops of indices to ranks and suits with probabilities, by the namer network."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kiosk.vision.network import MODELS, Floats, Network

RANKS, SUITS = 14, 5
"""Thirteen ranks and none, four suits and none; the order of engine.cards, none last."""
TEMPERATURE = 1.0
"""Divides the logits. On rendered crops kept apart 0.75 would be true; 1 says less than it knows, and with it the
second looks and the corners of a card have more to say."""


@dataclass(frozen=True)
class Names:
    """For n crops: rank probabilities (n, 14), suit probabilities (n, 5), embeddings (n, 64)."""

    ranks: Floats
    suits: Floats
    embeddings: Floats


def normalised(crops: NDArray[np.float32]) -> NDArray[np.float32]:
    """(n, 64, 48, 3) in 0..255 to (n, 3, 64, 48), each crop with mean 0 and deviation 1 over all its
    values."""
    flat = crops.reshape(len(crops), -1)
    mean = flat.mean(1)[:, None, None, None]
    spread = flat.std(1)[:, None, None, None] + np.float32(4.0)
    return np.ascontiguousarray(((crops - mean) / spread).transpose(0, 3, 1, 2), np.float32)


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    raised = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)


class Namer:
    """The namer network with its normalisation and calibration."""

    def __init__(self, network: Network | None = None) -> None:
        self._network = network or Network(MODELS / "namer.onnx")

    def name(self, crops: NDArray[np.uint8]) -> Names:
        """What each of the crops (n, 64, 48, 3) says."""
        if len(crops) == 0:
            return Names(
                np.zeros((0, RANKS), np.float32),
                np.zeros((0, SUITS), np.float32),
                np.zeros((0, 64), np.float32),
            )
        out = self._network.run(normalised(crops.astype(np.float32)))
        ranks = softmax(out[:, :RANKS] / TEMPERATURE)
        suits = softmax(out[:, RANKS : RANKS + SUITS] / TEMPERATURE)
        return Names(ranks, suits, out[:, RANKS + SUITS :])
