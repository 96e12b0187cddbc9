"""The two networks: where index corners are in a picture, and what one corner says."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from kiosk.vision.training.targets import FINDER_OUTPUTS, HEAT

RANKS, SUITS = 14, 5


def block(inputs: int, outputs: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    conv = nn.Conv2d(inputs, outputs, 3, stride, dilation, dilation, bias=False)
    return nn.Sequential(conv, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):  # type: ignore[misc, unused-ignore]
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.body = block(width, width, 1, dilation)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.body(x)  # type: ignore[no-any-return, unused-ignore]


class Finder(nn.Module):  # type: ignore[misc, unused-ignore]
    """BGR in 0..1, any size divisible by 8, to FINDER_OUTPUTS maps at a quarter of the size."""

    def __init__(self, a: int = 16, b: int = 32, c: int = 48) -> None:
        super().__init__()
        self.stem = nn.Sequential(block(3, a, 2), block(a, b, 2), block(b, b))
        self.trunk = nn.Sequential(block(b, c, 2), *(Residual(c, d) for d in (1, 2, 1, 3, 1)))
        self.lift = nn.Conv2d(c, b, 1)
        self.up = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.head = block(b, b)
        self.out = nn.Conv2d(b, FINDER_OUTPUTS, 1)
        nn.init.constant_(self.out.bias[HEAT : HEAT + 1], -4.0)  # type: ignore[index, unused-ignore]

    def forward(self, picture: Tensor) -> Tensor:
        fine = self.stem(picture)
        return self.out(self.head(torch.relu(fine + self.up(self.lift(self.trunk(fine))))))  # type: ignore[no-any-return, unused-ignore]


class Namer(nn.Module):  # type: ignore[misc, unused-ignore]
    """A normalised 64 x 48 crop to 14 rank logits and 5 suit logits (the last of each: none), and its
    embedding."""

    def __init__(self, w: int = 24, embedding: int = 64) -> None:
        super().__init__()
        self.features = nn.Sequential(
            block(3, w, 2),
            block(w, 2 * w),
            nn.MaxPool2d(2),
            block(2 * w, 3 * w),
            Residual(3 * w, 1),
            nn.MaxPool2d(2),
            block(3 * w, 4 * w),
            nn.Conv2d(4 * w, 32, 1, bias=False),
            nn.BatchNorm2d(32),
            nn.ReLU(inplace=True),
        )
        self.embed = nn.Sequential(nn.Flatten(), nn.Dropout(0.15), nn.Linear(32 * 8 * 6, embedding))
        self.rank = nn.Linear(embedding, RANKS)
        self.suit = nn.Linear(embedding, SUITS)

    def forward(self, crop: Tensor) -> Tensor:
        vector = self.embed(self.features(crop))
        live = torch.relu(vector)
        return torch.cat([self.rank(live), self.suit(live), vector], 1)
