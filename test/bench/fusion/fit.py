"""
Trains the fusion network: `python3 fit.py SAMPLES MINUTES [KIND,KIND]` learns from the files that samples.ts writes, also from those
that it adds meanwhile. Prints errors on `unseen-*` and on the kinds named, which it never learns from, and writes
engine/vision/runtimes/fitted/fusion.onnx. It starts from SAMPLES/weights.pt, else from the network that is there. Needs Debian's
python3-torch (1.13), python3-onnx and python3-numpy, and no graphics card.
"""

import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from network import INPUTS, MULTIPLE, Network, export, restore

TARGET = Path(__file__).parents[3] / "engine/vision/runtimes/fitted/fusion.onnx"
SIDE = 320  # of the pieces that are learned from, in px
BATCH = 6
RATE = 3e-4


def read(path):
    """[INPUTS + 1, height, width], 0..1: what is seen, and the true alpha."""
    raw = np.fromfile(path, np.uint8)
    width, height = (int(v) for v in raw[:4].view(np.uint16))
    return torch.from_numpy(raw[4:].reshape(INPUTS + 1, height, width)).float() / 255


def piece(sample):
    """A part of a sample, SIDE x SIDE, mostly from where the look is wrong; other colours, turned, its looks made worse."""
    whole = resized(sample[None], random.choice([0.5, 0.65, 0.8, 1, 1]) * random.uniform(0.9, 1.1))
    height, width = whole.shape[2:]
    whole = F.pad(whole, (0, max(0, SIDE - width), 0, max(0, SIDE - height)), mode="replicate")[0]
    tries = 1 if random.random() < 0.45 else 4
    parts = []
    for _ in range(tries):
        y, x = (random.randint(0, size - SIDE) for size in whole.shape[1:])
        parts.append(whole[:, y:y + SIDE, x:x + SIDE])
    part = max(parts, key=lambda p: (p[-1] - p[4]).abs().mean().item() + 0.02 * p[-1].std().item()).clone()
    if random.random() < 0.5:
        part = part.flip(2)
    if random.random() < 0.15:
        part = part.flip(1)
    if random.random() < 0.2:
        part = part.transpose(1, 2)
    part[:3] = recoloured(part[:3])
    if random.random() < 0.7:
        part[3:5] = worsened(part[3:5], part[-1:])
    return part


def resized(batch, scale):
    if random.random() < 0.25:
        scale = SIDE / max(batch.shape[2:])
    size = [max(8, int(side * scale)) for side in batch.shape[2:]]
    return F.interpolate(batch, size=size, mode="bilinear", align_corners=False, antialias=scale < 1)


def recoloured(rgb):
    if random.random() < 0.7:
        rgb = rgb * (torch.rand(3, 1, 1) * 0.5 + 0.75)
    if random.random() < 0.5:
        rgb = rgb.clamp(0, 1) ** random.uniform(0.6, 1.6)
    if random.random() < 0.3:
        rgb = rgb[torch.randperm(3)]
    if random.random() < 0.2:
        grey = rgb.mean(0, keepdim=True)
        rgb = grey + (rgb - grey) * random.random()
    if random.random() < 0.3:
        rgb = rgb + torch.randn_like(rgb) * random.uniform(0, 0.03)
    return rgb.clamp(0, 1)


def worsened(looks, truth):
    if random.random() < 0.12:
        filled = without_gaps(truth, random.randint(1, 6))
        looks = torch.maximum(looks, filled) if random.random() < 0.5 else torch.stack([looks[0].maximum(filled[0]), looks[1]])
    if random.random() < 0.15:
        looks = F.avg_pool2d(looks[None], 9, 1, 4, count_include_pad=False)[0]
    if random.random() < 0.2:
        looks = (looks * random.uniform(0.75, 1.1)).clamp(0, 1)
    if random.random() < 0.12:
        which, y, x, side = random.randint(0, 1), random.randint(0, SIDE - 40), random.randint(0, SIDE - 40), random.randint(15, 60)
        looks = looks.clone()
        looks[which, y:y + side, x:x + side] *= random.random()
    return looks


def without_gaps(truth, reach):
    """The closing of a truth by a square of so many times 16 px: what a look makes of a wheel."""
    small = F.max_pool2d(truth[None], 8)
    size = 2 * reach + 1
    grown = F.max_pool2d(small, size, 1, reach)
    closed = -F.max_pool2d(-F.pad(grown, (reach,) * 4, value=1), size, 1)
    return F.interpolate(closed, size=truth.shape[1:], mode="bilinear", align_corners=False)[0]


def inputs_of(batch):
    seen = batch[:, :INPUTS].clone()
    seen[:, :3] -= 0.5
    return seen.contiguous(memory_format=torch.channels_last)


def loss_of(logits, truth, near):
    """
    Absolute errors of values, of their means over wider places, and of their slopes; and the cross-entropy. Errors count twice
    where both the nearer look and the truth are subject: a hole in a solid thing is worse than a gap that was not seen. Places that
    are further from the truth than the nearer look was count again: a good look must not be harmed.
    """
    alpha = torch.sigmoid(logits)
    apart = alpha - truth
    agreed = ((near > 0.9) & (truth > 0.95)).float()
    wide = sum(F.avg_pool2d(apart, size).abs().mean() for size in (4, 16))
    slopes = apart.diff(dim=2).abs().mean() + apart.diff(dim=3).abs().mean()
    entropy = F.binary_cross_entropy_with_logits(logits, truth)
    harm = F.relu(around(apart.abs()) - around((near - truth).abs())).mean()
    return ((1 + agreed) * apart.abs()).mean() + harm + 0.5 * wide + 0.3 * slopes + 0.1 * entropy


def around(errors):
    return F.avg_pool2d(errors, 16)


def errors(network, paths):
    """Mean absolute error of each sample in 1/1000, as fused and as seen from near."""
    network.eval()
    found = {}
    with torch.no_grad():
        for path in paths:
            sample = read(path)[None]
            height, width = sample.shape[2:]
            pad = (0, -width % MULTIPLE, 0, -height % MULTIPLE)
            alpha = torch.sigmoid(network(inputs_of(F.pad(sample, pad, mode="replicate"))))[:, :, :height, :width]
            truth = sample[:, INPUTS:]
            found[path.stem] = [1000 * (each - truth).abs().mean().item() for each in (alpha, sample[:, 4:5])]
    return found


def shares_by_kind(path):
    """The part of a batch that samples of this kind make: most of what is learned is about gaps and thin parts."""
    kind = path.name.split("_")[0]
    return {"rendering": 0.2, "people": 0.15, "printed": 0.05}.get(kind, 0.6)


class Samples:
    """What is in a folder, read once; files that are added meanwhile are found by `look`."""

    def __init__(self, folder, unseen):
        self.folder, self.unseen, self.read, self.held = folder, unseen, {}, []
        self.look()

    def look(self):
        for path in sorted(self.folder.glob("*.bin")):
            if path in self.read or path in self.held:
                continue
            kind = path.name.split("_")[0]
            if kind in self.unseen or kind.startswith("unseen-"):
                self.held.append(path)
            else:
                self.read[path] = read(path).mul(255).round().byte()
        kinds = {}
        for path, sample in self.read.items():
            kinds.setdefault(shares_by_kind(path), []).append(sample)
        self.groups = list(kinds.items())

    def batch(self):
        shares = [share for share, _ in self.groups]
        groups = random.choices([group for _, group in self.groups], shares, k=BATCH)
        return torch.stack([piece(random.choice(group).float() / 255) for group in groups])


def report(network, paths):
    found = errors(network, paths)
    for name, (fused, near) in found.items():
        print(f"{name}: from near {near:.1f}, fused {fused:.1f} (1/1000)")
    means = [sum(column) / len(found) for column in zip(*found.values())] if found else []
    print("mean fused, near:", [round(mean, 2) for mean in means], flush=True)
    network.train()


def step_of(network, optimiser, batch):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = network(inputs_of(batch))
    loss = loss_of(logits.float(), batch[:, INPUTS:], batch[:, 4:5])
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1)
    optimiser.step()
    return loss.item()


def main(folder, minutes, unseen):
    folder = Path(folder)
    samples = Samples(folder, unseen)
    network = Network().to(memory_format=torch.channels_last)
    weights = folder / "weights.pt"
    if weights.exists():
        network.load_state_dict(torch.load(weights))
    else:
        restore(network, str(TARGET))
    report(network, samples.held)
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-4)
    began, steps, mean = time.time(), 0, 0.0
    while (done := (time.time() - began) / 60 / minutes) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (steps + 1) / 50) * (1 + math.cos(math.pi * done)) / 2 + 1e-5
        loss = step_of(network, optimiser, samples.batch())
        steps += 1
        mean += (loss - mean) / min(steps, 200)
        if steps % 100 == 0:
            samples.look()
            torch.save(network.state_dict(), weights)
            print(f"{steps} steps, {done:.0%}, {len(samples.read)} samples, loss {mean:.4f}", flush=True)
    torch.save(network.state_dict(), weights)
    report(network, samples.held)
    export(network, str(TARGET))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), sys.argv[3].split(",") if len(sys.argv) > 3 else [])
