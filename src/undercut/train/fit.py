"""Fitting the networks with PyTorch; the only module that needs it."""

# PyTorch's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import torch  # pyright: ignore[reportMissingImports]  not among the tools for development
from torch import Tensor, nn  # pyright: ignore[reportMissingImports]  as above

from undercut.train.examples import NO_FEATURE, Describer, PolicyExamples, ValueExamples
from undercut.train.playing import Positions
from undercut.train.recipes import Inputs, Sizes
from undercut.train.rounding import Fitted

BATCH = 2048
HELD_OUT = 20  # one game of this many is not fitted to; the errors are measured on it


class Units(nn.Module):
    """Clipped sums of the rows of features."""

    def __init__(self, features: int, units: int) -> None:
        """Start with small weights, in the middle of the range."""
        super().__init__()
        self.sums = nn.Linear(features, units)
        nn.init.normal_(self.sums.weight, 0, 0.08)
        nn.init.constant_(self.sums.bias, 0.3)

    def forward(self, counts: Tensor) -> Tensor:
        """Sum and clip."""
        return torch.clamp(self.sums(counts), 0, 1)


def counted(rows: np.ndarray, features: int) -> np.ndarray:
    """Count how often each feature occurs in each row."""
    table = np.zeros((len(rows), features), dtype=np.uint8)
    for column in rows.T:
        given = np.flatnonzero(column != NO_FEATURE)
        table[given, column[given]] += 1
    return table


class Value(nn.Module):
    """The value network: the log odds of each seat, the seat to move first."""

    def __init__(self, features: int, seats: int, sizes: Sizes) -> None:
        super().__init__()
        self.units = Units(features, sizes.units)
        self.inner = nn.Linear(sizes.units, sizes.inner)
        self.last = nn.Linear(sizes.inner, seats)

    def forward(self, counts: Tensor, seats: Tensor) -> Tensor:
        """Return the logarithm of each seat's share."""
        odds = self.last(torch.clamp(self.inner(self.units(counts)), 0, 1))
        outside = torch.arange(odds.shape[1]) >= seats[:, None]
        return torch.log_softmax(odds.masked_fill(outside, -1e9), 1)


class Policy(nn.Module):
    """The policy network: the log odds of each move."""

    def __init__(self, features: int, move_features: int, sizes: Sizes) -> None:
        super().__init__()
        self.units = Units(features, sizes.policy)
        self.moves = nn.EmbeddingBag(move_features + 1, sizes.policy + 1, mode="sum", padding_idx=move_features)
        nn.init.normal_(self.moves.weight, 0, 0.05)
        with torch.no_grad():
            self.moves.weight[move_features] = 0
        self.features = move_features

    def forward(self, counts: Tensor, moves: Tensor, owner: Tensor) -> Tensor:
        """Return the logarithm of the probability of each move."""
        rows = self.moves(torch.where(moves < 0, self.features, moves))
        odds = (self.units(counts)[owner] * rows[:, 1:]).sum(1) + rows[:, 0]
        greatest = torch.full((len(counts),), -1e9).scatter_reduce(0, owner, odds, "amax")
        odds = odds - greatest[owner].detach()
        totals = torch.zeros(len(counts)).scatter_add(0, owner, odds.exp())
        return odds - totals.log()[owner]


# Sums of several threads would depend on how many there are.
torch.set_num_threads(1)


def _train(model: nn.Module, chosen: np.ndarray, loss: Callable[[np.ndarray], Tensor], sizes: Sizes, seed: int) -> None:
    optimizer = torch.optim.AdamW(model.parameters(), lr=sizes.rate, weight_decay=1e-3)
    steps = sizes.epochs * -(-len(chosen) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, sizes.rate, total_steps=steps, pct_start=0.1)
    order = np.random.default_rng(seed)
    for _ in range(sizes.epochs):
        shuffled = order.permutation(chosen)
        for first in range(0, len(shuffled), BATCH):
            optimizer.zero_grad()
            loss(shuffled[first : first + BATCH]).backward()
            optimizer.step()
            schedule.step()


def _held_out(games: np.ndarray) -> np.ndarray:
    return games % HELD_OUT == 0


def fit_value(
    examples: ValueExamples, inputs: Inputs, sizes: Sizes, seed: int, model: Value | None = None
) -> tuple[Value, dict[str, float]]:
    """Fit the value network, a new one or one that was fitted before; also return its error on the games held out."""
    torch.manual_seed(seed)
    if model is None:
        model = Value(inputs.state_features, inputs.seats, sizes)
    else:
        sizes = replace(sizes, rate=sizes.rate / 4, epochs=-(-sizes.epochs // 2))
    held, table = _held_out(examples.games), counted(examples.features, inputs.state_features)

    def shares(some: np.ndarray) -> Tensor:
        return model(torch.from_numpy(table[some].astype(np.float32)), torch.from_numpy(examples.seats[some]))

    def loss(some: np.ndarray) -> Tensor:
        return -(torch.from_numpy(examples.targets[some]) * shares(some)).sum(1).mean()

    _train(model, np.flatnonzero(~held), loss, sizes, seed)
    with torch.no_grad():
        error = (shares(np.flatnonzero(held)).exp().numpy() - examples.targets[held])[:, 0]
    return model, {"value error": float((error**2).mean())}


def warmed(positions: Positions, describer: Describer, inputs: Inputs, sizes: Sizes) -> Value:
    """Fit a new value network to an evaluation of positions instead of results."""
    examples = describer.evaluated(positions, inputs.seats)
    return fit_value(examples, inputs, sizes, seed=0)[0]


def fit_policy(examples: PolicyExamples, inputs: Inputs, sizes: Sizes, seed: int) -> tuple[Policy, dict[str, float]]:
    """Fit the policy network; also return how well it predicts the search in the games held out."""
    torch.manual_seed(seed)
    model = Policy(inputs.state_features, inputs.move_features, sizes)
    starts = np.cumsum(examples.counts) - examples.counts
    held, table = _held_out(examples.games), counted(examples.features, inputs.state_features)

    def odds(some: np.ndarray) -> tuple[Tensor, Tensor, Tensor]:
        counts = examples.counts[some]
        first = np.cumsum(counts) - counts
        where = np.repeat(starts[some] - first, counts) + np.arange(counts.sum())
        owner = torch.from_numpy(np.repeat(np.arange(len(some)), counts))
        moves = torch.from_numpy(examples.moves[where].astype(np.int64))
        return (
            model(torch.from_numpy(table[some].astype(np.float32)), moves, owner),
            torch.from_numpy(examples.targets[where]),
            owner,
        )

    def loss(some: np.ndarray) -> Tensor:
        found, targets, _ = odds(some)
        return -(targets * found).sum() / len(some)

    _train(model, np.flatnonzero(~held), loss, sizes, seed)
    with torch.no_grad():
        found, targets, owner = odds(np.flatnonzero(held))
    count = int(held.sum())
    best = torch.full((count,), -1e9).scatter_reduce(0, owner, found, "amax")
    most = torch.zeros(count).scatter_reduce(0, owner, targets, "amax")
    hits = torch.zeros(count).scatter_add(0, owner, ((found == best[owner]) & (targets == most[owner])).float())
    surprise = -(targets * found).sum() / count
    entropy = -(targets * targets.clamp(min=1e-9).log()).sum() / count
    return model, {
        "policy agrees": float(hits.clamp(max=1).mean()),
        "policy surprise": float(surprise - entropy),
    }


def indifferent(inputs: Inputs, sizes: Sizes) -> Policy:
    """Make a policy network that likes all moves equally."""
    model = Policy(inputs.state_features, inputs.move_features, sizes)
    with torch.no_grad():
        model.moves.weight.zero_()
    return model


def fitted(value: Value, policy: Policy) -> Fitted:
    """Take the weights out of the fitted networks."""

    def floats(tensor: Tensor) -> np.ndarray:
        return tensor.detach().numpy().astype(np.float32)

    moves = floats(policy.moves.weight)[:-1]
    return Fitted(
        floats(value.units.sums.bias),
        floats(value.units.sums.weight.T),
        floats(value.inner.bias),
        floats(value.inner.weight),
        floats(value.last.bias),
        floats(value.last.weight),
        floats(policy.units.sums.bias),
        floats(policy.units.sums.weight.T),
        moves[:, 0],
        moves[:, 1:],
    )
