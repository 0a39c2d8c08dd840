"""Fit the three networks to rendered data on the CPU."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.networks import Finder, Reader, Refiner
from training.resume import weights_of


def load(folders: list[Path], names: tuple[str, ...]) -> list[list[NDArray[np.generic]]]:
    """Map the named arrays of every data folder into memory: one list of parts for each name."""
    return [
        [np.load(folder / f"{name}.npy", mmap_mode="r") for folder in folders] for name in names
    ]


def _half_precision() -> torch.autocast:
    """Compute in bfloat16 where the processor can; where it cannot, that is many times slower."""
    has_bfloat16 = torch.backends.cpu.get_cpu_capability().startswith("AVX512")
    return torch.autocast("cpu", torch.bfloat16, enabled=has_bfloat16)


def batches(
    parts: list[list[NDArray[np.generic]]], size: int, rng: np.random.Generator
) -> Iterator[list[NDArray[np.generic]]]:
    """Deal all rows of parallel arrays in random order, `size` at a time."""
    starts = np.cumsum([0] + [len(part) for part in parts[0]])
    order = rng.permutation(starts[-1])
    for first in range(0, len(order) - size + 1, size):
        rows = np.sort(order[first : first + size])
        folder = np.searchsorted(starts, rows, "right") - 1
        yield [
            np.concatenate([name[k][rows[folder == k] - starts[k]] for k in np.unique(folder)])
            for name in parts
        ]


def _pixels(images: NDArray[np.generic]) -> Tensor:
    """(n, h, w, 3) uint8 to (n, 3, h, w) float32 0..1 in channels-last memory."""
    return torch.from_numpy(np.ascontiguousarray(images)).permute(0, 3, 1, 2).float() / 255


def _relight(images: Tensor, generator: torch.Generator) -> Tensor:
    """Vary brightness, channel gains and contrast a little, beyond what was rendered."""
    n = len(images)
    gains = torch.exp(0.07 * torch.randn((n, 3, 1, 1), generator=generator))
    bright = torch.exp(0.12 * torch.randn((n, 1, 1, 1), generator=generator))
    return (images * gains * bright).clamp(0, 1)


def finder_loss(net: nn.Module, batch: list[NDArray[np.generic]], g: torch.Generator) -> Tensor:
    """Focal loss of the core, L1 of the quad's parameters on it, on randomly mirrored frames."""
    images, values, state = (
        _relight(_pixels(batch[0]), g),
        torch.from_numpy(batch[1].astype(np.float32)),
        torch.from_numpy(batch[2].astype(np.int64)),
    )
    flips = torch.rand(3, generator=g) < 0.5
    if flips[0]:
        images, values, state = images.flip(3), values.flip(3), state.flip(2)
        values = values * torch.tensor([-1, 1, 1, 1, 1, -1, 1, -1, -1, 1.0])[:, None, None]
    if flips[1]:
        images, values, state = images.flip(2), values.flip(2), state.flip(1)
        values = values * torch.tensor([1, -1, 1, 1, 1, -1, 1, -1, 1, -1.0])[:, None, None]
    if flips[2]:
        images, values, state = (x.transpose(-1, -2) for x in (images, values, state))
        values = values[:, [1, 0, 2, 3, 4, 5, 6, 7, 9, 8]]
        values = values * torch.tensor([1, 1, 1, 1, -1, 1, -1, 1, 1, 1.0])[:, None, None]
    with _half_precision():
        out = net(images.contiguous(memory_format=torch.channels_last))
    out = out.float()
    logit, core = out[:, 0], (state == 1).float()
    weight = (state != 2).float() * (1 + core)
    chance = torch.sigmoid(logit)
    miss = core * (1 - chance) + (1 - core) * chance
    entropy = functional.binary_cross_entropy_with_logits(logit, core, reduction="none")
    focal = (weight * miss**1.5 * entropy).sum() / core.sum().clamp(min=1)
    # Large cards have many cells; without this they would outvote the small ones.
    per_cell = core * torch.exp(-0.5 * (values[:, 2] + values[:, 3]))
    total = per_cell.sum().clamp(min=1e-6)
    size = torch.exp(0.5 * (values[:, 2:3] + values[:, 3:4])).clamp(min=0.5)
    offset = ((out[:, 1:3] - values[:, :2]).abs() / size).sum(1)
    axes = (out[:, 3:5] - values[:, 2:4]).abs().sum(1)
    turn = (out[:, 5:9] - values[:, 4:8]).abs().sum(1)
    lean = (out[:, 9:11] - values[:, 8:10]).abs().sum(1)
    quad = (per_cell * (2 * offset + 2 * axes + turn + lean)).sum() / total
    return focal + quad


def refiner_loss(net: nn.Module, batch: list[NDArray[np.generic]], g: torch.Generator) -> Tensor:
    """Smooth L1 of the corner offsets on randomly mirrored crops."""
    images = _relight(_pixels(batch[0]), g)
    offsets = torch.from_numpy(batch[1].astype(np.float32)).reshape(-1, 4, 2)
    mirror = torch.rand((len(images), 2), generator=g) < 0.5
    images[mirror[:, 0]] = images[mirror[:, 0]].flip(3)
    offsets[mirror[:, 0]] = offsets[mirror[:, 0]][:, [1, 0, 3, 2]] * torch.tensor([-1.0, 1.0])
    images[mirror[:, 1]] = images[mirror[:, 1]].flip(2)
    offsets[mirror[:, 1]] = offsets[mirror[:, 1]][:, [3, 2, 1, 0]] * torch.tensor([1.0, -1.0])
    with _half_precision():
        out = net(images.contiguous(memory_format=torch.channels_last))
    return functional.smooth_l1_loss(out.float(), offsets.reshape(-1, 8), beta=0.02) * 10


def reader_loss(net: nn.Module, batch: list[NDArray[np.generic]], g: torch.Generator) -> Tensor:
    """Cross-entropy of the four features, of "is a card" and of "all of it is to be seen"."""
    images = _relight(_pixels(batch[0]), g)
    labels = torch.from_numpy(batch[1].astype(np.int64))
    mirror = torch.rand((len(images), 2), generator=g) < 0.5
    images[mirror[:, 0]] = images[mirror[:, 0]].flip(3)
    images[mirror[:, 1]] = images[mirror[:, 1]].flip(2)
    with _half_precision():
        out, _ = net(images.contiguous(memory_format=torch.channels_last))
    out = out.float()
    loss = torch.zeros(())
    for k in range(4):
        loss = loss + functional.cross_entropy(
            out[:, 3 * k : 3 * k + 3], labels[:, k], ignore_index=-1
        )
    card = labels[:, 4].float()
    loss = loss + functional.binary_cross_entropy_with_logits(out[:, 12], card)
    known = labels[:, 5] >= 0
    whole = labels[known, 5].float()
    loss = loss + 0.5 * functional.binary_cross_entropy_with_logits(out[known, 13], whole)
    clear = (labels[:, 4] == 1) & (labels[:, 6] < 2)
    edition = labels[clear, 6].float()
    return loss + 0.2 * functional.binary_cross_entropy_with_logits(out[clear, 14], edition)


MakeNet = Callable[[], nn.Module]
LossFunction = Callable[[nn.Module, list[NDArray[np.generic]], torch.Generator], Tensor]

RECIPES: dict[str, tuple[MakeNet, LossFunction, tuple[str, ...], int, float]] = {
    "finder": (Finder, finder_loss, ("frames", "parameters", "state"), 16, 2e-3),
    "refiner": (Refiner, refiner_loss, ("loose", "residuals"), 128, 2e-3),
    "reader": (Reader, reader_loss, ("crops", "labels"), 128, 2e-3),
}
"""Network, loss, arrays, batch size and peak learning rate by name."""


def fit(
    name: str, folders: list[Path], epochs: int, seed: int, out: Path, start: Path | None = None
) -> None:
    """Train one network and save its averaged weights.

    Parameters
    ----------
    name : {"finder", "refiner", "reader"}
    folders : list of Path
        Data made by `training.dataset`.
    epochs : int
        Passes over the data, with a one-cycle learning rate (Smith, 2018).
    seed : int
        Initial weights, order and mirroring.
    out : Path
        Where the state dict goes, rewritten after every epoch.
    start : Path, optional
        A state dict or an exported network to go on from.
    """
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    make, loss_of, names, size, rate = RECIPES[name]
    parts = load(folders, names)
    net = make().to(memory_format=torch.channels_last)
    if start is not None and start.suffix == ".onnx":
        net.load_state_dict(weights_of(start, make(), np.ascontiguousarray(parts[0][0][:256])))
    elif start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    optimizer = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    steps = epochs * (sum(len(part) for part in parts[0]) // size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rate if start is None else rate / 2, total_steps=steps + 1, pct_start=0.15
    )
    began = time.monotonic()
    for epoch in range(epochs):
        net.train()
        losses = []
        for batch in batches(parts, size, rng):
            optimizer.zero_grad()
            loss = loss_of(net, batch, generator)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            average.update_parameters(net)
            losses.append(float(loss.detach()))
            if len(losses) % 100 == 0:
                recent = np.mean(losses[-100:])
                print(f"{name} {epoch + 1}/{epochs} step {len(losses)} loss {recent:.4f} "
                      f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
        print(f"{name} epoch {epoch + 1} loss {np.mean(losses):.4f}", flush=True)
        torch.save(average.module.state_dict(), out)
