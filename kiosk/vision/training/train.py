"""Train both networks on the shards of ``make_data`` and write them as ONNX.

``python -m kiosk.vision.training.train finder|namer --data FOLDER --out FILE.onnx``; seeded, on the CPU. What is
written is the running mean of the weights, which reads better than the last step's.
"""

from __future__ import annotations

import argparse
import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from kiosk.vision.naming import normalised
from kiosk.vision.training import nets
from kiosk.vision.training.targets import CELLS, FINDER_OUTPUTS, PATCH, draw_targets, turned

LEAST_CONTRAST = 9.0
RATE = 2e-3
"""The highest learning rate."""
UNSHARP = 0.16
"""Share of the namer's crops that are far out of focus or smeared."""
MEAN_OVER = 1000
"""Steps that the running mean of the weights looks back over."""
REPORT_EVERY = 1000
FINDER_BATCH, NAMER_BATCH = 16, 128
HELD_PATCHES, HELD_CROPS = 1, 2
"""Shards kept apart to report on, the first ones."""


class Patches:
    """All finder patches, kept as JPEG, with their truths."""

    def __init__(self, files: list[Path]) -> None:
        self.jpegs: list[NDArray[np.uint8]] = []
        self.truths: list[NDArray[np.float32]] = []
        for file in files:
            shard = np.load(file)
            ends = np.cumsum(shard["lengths"])
            owner = shard["truths"][:, 0].astype(int)
            for i, data in enumerate(np.split(shard["patches"], ends[:-1])):
                self.jpegs.append(data)
                self.truths.append(shard["truths"][owner == i, 1:])

    def batch(self, picks: NDArray[np.int64], rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """Pictures, targets (B, 10, CELLS, CELLS) with the last map 1 where the vectors count, heat
        weights."""
        pictures = np.empty((len(picks), 3, PATCH, PATCH), np.float32)
        targets = np.zeros((len(picks), FINDER_OUTPUTS + 1, CELLS, CELLS), np.float32)
        weights = np.ones((len(picks), CELLS, CELLS), np.float32)
        for row, pick in enumerate(picks):
            picture = cv2.imdecode(self.jpegs[pick], cv2.IMREAD_COLOR)
            assert picture is not None
            truths = self.truths[pick].copy()
            for _ in range(int(rng.integers(0, 4))):
                picture = np.rot90(picture)
                truths = turned(truths)
            scene = picture.astype(np.float32) / 255
            scene = scene * np.float32(rng.uniform(0.75, 1.2)) + np.float32(rng.uniform(-0.06, 0.06))
            pictures[row] = np.clip(scene, 0, 1).transpose(2, 0, 1)
            draw_targets(truths, targets[row], weights[row])
        return torch.from_numpy(pictures), torch.from_numpy(targets), torch.from_numpy(weights)


def finder_loss(out: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Penalty-reduced focal loss for the heat, L1 for the vectors (Zhou et al. 2019, Objects as Points)."""
    logit, heat = out[:, 0], target[:, 0]
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    peak = (heat >= 0.999).float()
    positive = peak * (1 - p) ** 2 * -torch.log(p)
    negative = (1 - peak) * (1 - heat) ** 4 * p**2 * -torch.log(1 - p)
    focal = ((positive + negative) * weight).sum() / peak.sum().clamp(min=1)
    counted = target[:, 9:10]
    scale = torch.tensor([0.5, 0.5, 1, 2, 2, 1, 1, 1]).view(1, 8, 1, 1)
    vectors = ((out[:, 1:9] - target[:, 1:9]).abs() * scale * counted).sum() / counted.sum().clamp(min=1)
    return focal + vectors


def namer_loss(out: Tensor, ranks: Tensor, suits: Tensor) -> Tensor:
    rank, suit = out[:, : nets.RANKS], out[:, nets.RANKS : nets.RANKS + nets.SUITS]
    smooth = 0.03
    return functional.cross_entropy(rank, ranks, label_smoothing=smooth) + functional.cross_entropy(
        suit, suits, label_smoothing=smooth
    )


@dataclass(frozen=True)
class Run:
    """How many steps, and whether in bfloat16."""

    steps: int
    half: bool


def train_finder(files: list[Path], plan: Run) -> nn.Module:
    patches, held, net = Patches(files[HELD_PATCHES:]), Patches(files[:HELD_PATCHES]), nets.Finder()
    return run(
        net,
        len(patches.jpegs),
        FINDER_BATCH,
        plan,
        lambda picks, rng: finder_step(net, patches, picks, rng, plan.half),
        lambda mean: finder_check(mean, held),
    )


def finder_step(
    net: nn.Module, patches: Patches, picks: NDArray[np.int64], rng: np.random.Generator, half: bool
) -> Tensor:
    pictures, targets, weights = patches.batch(picks, rng)
    with torch.autocast("cpu", torch.bfloat16, enabled=half):
        out = net(pictures)
    return finder_loss(out.float(), targets, weights)


def finder_check(net: nn.Module, held: Patches) -> str:
    """Recall and precision of the peaks on the held-out shard, within a fifth of the height."""
    hit = wanted = found = 0
    rng = np.random.default_rng(1)
    for first in range(0, len(held.jpegs) - 15, 16):
        pictures, targets, weights = held.batch(np.arange(first, first + 16), rng)
        with torch.no_grad():
            heat = torch.sigmoid(net(pictures)[:, 0])
        peak = (heat == functional.max_pool2d(heat[:, None], 3, 1, 1)[:, 0]) & (heat > 0.35) & (weights > 0)
        near = functional.max_pool2d((targets[:, :1] >= 0.999).float(), 5, 1, 2)[:, 0] > 0
        found += int(peak.sum())
        hit += int((peak & near).sum())
        wanted += int((targets[:, 0] >= 0.999).sum())
    return f"found {hit / max(1, wanted):.3f} of {wanted}, right {hit / max(1, found):.3f} of {found}"


def shaken(crop: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.float32]:
    """A crop moved, turned, grown, and sometimes blurred more than it was rendered: a little, or so much that a spade
    may be a club, for then the probabilities are to say so."""
    turn, grow = rng.normal(0, 0.05), 1 + rng.normal(0, 0.05, 2)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * grow
    middle = np.array([crop.shape[1] / 2, crop.shape[0] / 2])
    shift = middle - matrix @ middle + rng.normal(0, 1.2, 2)
    size = (crop.shape[1], crop.shape[0])
    out = cv2.warpAffine(crop, np.column_stack([matrix, shift]), size, borderMode=cv2.BORDER_REPLICATE)
    blur = rng.random()
    if blur < 0.15:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.5, 1.6)))
    elif blur < 0.15 + UNSHARP / 2:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(1.6, 5)))
    elif blur < 0.15 + UNSHARP:
        out = cv2.filter2D(out, -1, smear(float(rng.uniform(6, 20)), float(rng.uniform(0, np.pi))))
    return np.asarray(out, np.float32)


def smear(length: float, angle: float) -> NDArray[np.float32]:
    """What a point becomes that moves by so many pixels while the shutter is open: a kernel for filter2D."""
    reach = int(np.ceil(length / 2))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    end = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    ends = [tuple(int(v) for v in np.round((reach + sign * end) * 16)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


class Crops:
    """All crops, mapped from their files, with their names; what nobody could read is left out."""

    def __init__(self, files: list[Path]) -> None:
        self.maps = [np.load(f.with_suffix(".crops.npy"), mmap_mode="r") for f in files]
        names = [np.load(f)["names"].astype(np.int64) for f in files]
        # indices without contrast teach nothing, empty places without it are kept
        seen = [
            (np.array([crop.std() for crop in crops]) > LEAST_CONTRAST) | (named[:, 0] == nets.RANKS - 1)
            for crops, named in zip(self.maps, names, strict=True)
        ]
        self.places = np.concatenate(
            [np.stack([np.full(s.sum(), i), np.flatnonzero(s)], 1) for i, s in enumerate(seen)]
        )
        kept = torch.from_numpy(np.concatenate([n[s] for n, s in zip(names, seen, strict=True)]))
        self.ranks, self.suits = kept[:, 0], kept[:, 1]

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, pick: int) -> NDArray[np.uint8]:
        shard, row = self.places[pick]
        return np.asarray(self.maps[shard][row])


def train_namer(files: list[Path], plan: Run) -> nn.Module:
    crops, held, net = Crops(files[HELD_CROPS:]), Crops(files[:HELD_CROPS]), nets.Namer()

    def step(picks: NDArray[np.int64], rng: np.random.Generator) -> Tensor:
        batch = np.stack([shaken(crops[int(pick)], rng) for pick in picks])
        batch *= rng.uniform(0.9, 1.1, (len(picks), 1, 1, 3)).astype(np.float32)
        with torch.autocast("cpu", torch.bfloat16, enabled=plan.half):
            said = net(torch.from_numpy(normalised(batch)))
        return namer_loss(said.float(), crops.ranks[picks], crops.suits[picks])

    return run(net, len(crops), NAMER_BATCH, plan, step, lambda mean: namer_check(mean, held))


def namer_check(net: nn.Module, held: Crops) -> str:
    outs, ranks, suits = [], held.ranks, held.suits
    with torch.no_grad():
        for first in range(0, len(held), 256):
            batch = np.stack([held[i] for i in range(first, min(first + 256, len(held)))])
            outs.append(net(torch.from_numpy(normalised(batch.astype(np.float32)))))
    out = torch.cat(outs)
    rank, suit = out[:, : nets.RANKS].argmax(1), out[:, nets.RANKS : nets.RANKS + nets.SUITS].argmax(1)
    real = (ranks < 13) & (suits < 4)
    both = (rank == ranks) & (suit == suits)
    said = (rank < 13) & (suit < 4)
    return (
        f"rank {(rank == ranks)[real].float().mean():.4f} suit {(suit == suits)[real].float().mean():.4f} "
        f"card {both[real].float().mean():.4f} named where none {said[~real].float().mean():.4f} "
        f"best temperature {best_temperature(out, ranks, suits):.2f}"
    )


def best_temperature(out: Tensor, ranks: Tensor, suits: Tensor) -> float:
    """What to divide the logits by so that the probabilities are true (Guo et al. 2017), for kiosk.vision.naming."""

    def surprise(t: float) -> float:
        rank = functional.cross_entropy(out[:, : nets.RANKS] / t, ranks)
        suit = functional.cross_entropy(out[:, nets.RANKS : nets.RANKS + nets.SUITS] / t, suits)
        return float(rank + suit)

    return min((0.5 + 0.05 * step for step in range(31)), key=surprise)


def run(
    net: nn.Module,
    count: int,
    size: int,
    plan: Run,
    step: Callable[[NDArray[np.int64], np.random.Generator], Tensor],
    check: Callable[[nn.Module], str],
) -> nn.Module:
    """AdamW for the plan's batches, the rate rising shortly and falling as a cosine; gives the mean network."""
    steps = plan.steps
    net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, unused-ignore]
    mean = copy.deepcopy(net).eval()
    rng, begun = np.random.default_rng(11), time.monotonic()
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.01)
    order = rng.permutation(count)
    for done in range(steps):
        rate = RATE * min(1, (done + 1) / (0.04 * steps)) * (0.5 + 0.5 * np.cos(np.pi * done / steps)) + 1e-6
        for group in optimiser.param_groups:
            group["lr"] = rate
        at = done % (count // size)
        if at == 0:
            order = rng.permutation(count)
        net.train()
        loss = step(order[at * size : (at + 1) * size], rng)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        blend(mean, net, 1 / min(MEAN_OVER, 1 + done / 10))
        if (done + 1) % REPORT_EVERY == 0 or done + 1 == steps:
            said = f"{done + 1}/{steps} {time.monotonic() - begun:.0f} s loss {loss.item():.3f}"
            print(f"{said} {check(mean)}", flush=True)
    return mean


def blend(mean: nn.Module, net: nn.Module, share: float) -> None:
    """``mean`` moved by ``share`` of the way to ``net``, weights and the normalisations' statistics."""
    with torch.no_grad():
        for value, held in zip(net.state_dict().values(), mean.state_dict().values(), strict=True):
            if value.is_floating_point():
                held.lerp_(value, share)
            else:
                held.copy_(value)


def export(net: nn.Module, shape: tuple[int, ...], out: Path) -> None:
    """Write ONNX with a free batch (and for the finder a free picture size)."""
    free = {0: "n"} if shape[2] == 64 else {0: "n", 2: "high", 3: "wide"}
    torch.onnx.export(
        net.eval(),
        (torch.zeros(shape),),
        str(out),
        dynamo=False,
        opset_version=13,
        input_names=["picture"],
        output_names=["out"],
        dynamic_axes={"picture": free, "out": {0: "n"}},
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", choices=("finder", "namer"))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--more", type=Path, help="a second folder of shards, for the namer")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--half", action="store_true", help="bfloat16 where the processor is fast at it")
    given = parser.parse_args()
    torch.manual_seed(3)
    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    given.out.parent.mkdir(parents=True, exist_ok=True)
    files = sorted(given.data.glob("*.npz"))
    files += sorted(given.more.glob("*.npz")) if given.more is not None else []
    train = train_finder if given.which == "finder" else train_namer
    net = train(files, Run(given.steps, given.half))
    export(net, (1, 3, PATCH, PATCH) if given.which == "finder" else (1, 3, 64, 48), given.out)


if __name__ == "__main__":
    main()
