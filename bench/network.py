"""Fit the network that evaluates tables of Cuttle, and write its weights: part of ``python bench/fit.py cuttle``.

One hidden layer of clipped units beside direct weights of the features, fitted to the winners by cross entropy (Adam,
Kingma and Ba 2015, with cosine decay), then rounded to integers.
"""

from __future__ import annotations

import json

import numpy as np

from undercut.games.cuttle.search import evaluation as played
from undercut.games.cuttle.search.evaluation import FEATURES, FULL, UNITS

EPOCHS, BATCH, RATE, DECAY = 6, 4096, 8e-3, 1e-4
Weights = dict[str, np.ndarray]


def units_of(weights: Weights, table: np.ndarray) -> np.ndarray:
    """Sum the inputs of each unit for each position."""
    return table @ weights["first"] + weights["start"]


def odds_of(weights: Weights, table: np.ndarray) -> np.ndarray:
    """Return the probability that the player on turn wins, for each row of feature counts."""
    units = np.clip(units_of(weights, table), 0, 1)
    return 1 / (1 + np.exp(-(units @ weights["last"] + table @ weights["direct"] + weights["offset"])))


def slopes(weights: Weights, table: np.ndarray, results: np.ndarray) -> Weights:
    """Return the gradient of the cross entropy."""
    sums = units_of(weights, table)
    units = np.clip(sums, 0, 1)
    odds = 1 / (1 + np.exp(-(units @ weights["last"] + table @ weights["direct"] + weights["offset"])))
    miss = ((odds - results) / len(results)).astype(np.float32)
    back = np.outer(miss, weights["last"]) * ((sums > 0) & (sums < 1))
    found = {
        "first": table.T @ back,
        "start": back.sum(0),
        "last": units.T @ miss,
        "direct": table.T @ miss,
        "offset": miss.sum(keepdims=True),
    }
    return {name: slope + DECAY * weights[name] for name, slope in found.items()}


def fitted(table: np.ndarray, results: np.ndarray, seed: int) -> Weights:
    """Fit the network.

    Args:
        table: For each position, how often it has each part.
        results: The result of the player on turn, 0 to 1.
        seed: The seed of the initial weights and the order of the positions.
    """
    chance = np.random.default_rng(seed)
    weights = {
        "first": chance.normal(0, 0.08, (FEATURES, UNITS)),
        "start": np.full(UNITS, 0.3),
        "last": chance.normal(0, 0.3, UNITS),
        "direct": np.zeros(FEATURES),
        "offset": np.zeros(1),
    }
    weights = {name: value.astype(np.float32) for name, value in weights.items()}
    mean, square = ({name: np.zeros_like(value) for name, value in weights.items()} for _ in range(2))
    steps, done = EPOCHS * -(-len(table) // BATCH), 0
    for _ in range(EPOCHS):
        order = chance.permutation(len(table))
        for first in range(0, len(table), BATCH):
            chosen = order[first : first + BATCH]
            done += 1
            rate = RATE * (1 + np.cos(np.pi * done / steps)) / 2
            for name, slope in slopes(weights, table[chosen].astype(np.float32), results[chosen]).items():
                mean[name] += 0.1 * (slope - mean[name])
                square[name] += 0.001 * (slope * slope - square[name])
                step = mean[name] / (1 - 0.9**done) / (np.sqrt(square[name] / (1 - 0.999**done)) + 1e-8)
                weights[name] -= (rate * step).astype(np.float32)
    return weights


def rounded(weights: Weights, table: np.ndarray) -> Weights:
    """Round the weights to integers, and check that no sum over these positions comes close to overflow.

    Raises:
        ValueError: The sums are too large.
    """
    scales = {"first": FULL, "start": FULL, "last": 64, "direct": 64 * FULL, "offset": 64 * FULL}
    whole = {name: np.rint(weights[name] * scale).astype(np.int64) for name, scale in scales.items()}
    largest = int(np.abs(units_of(whole, table)).max())
    if 2 * largest > -played.LEAST:
        message = f"a unit's sum of {largest} comes too near to {-played.LEAST}"
        raise ValueError(message)
    return whole


def write(whole: Weights, source: str) -> None:
    """Write the rounded weights, with a note on the data they were fitted to, into the file of the evaluation."""
    named = {name: whole[name].ravel().tolist() for name in ("first", "start", "direct")}
    last = np.append(whole["last"], whole["offset"]).tolist()
    lines = [f'"{name}": {json.dumps(value)}' for name, value in {"source": source, **named, "last": last}.items()]
    played.DATA[0].write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
