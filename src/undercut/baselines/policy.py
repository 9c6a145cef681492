"""A trained policy: layers of units over what a seat may know, in JAX; it plays in matches, and is kept in a file."""

# JAX's own types are partly unknown, so type checking is relaxed in this module only.
# pyright: basic

from __future__ import annotations

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from undercut.errors import UndercutError, file_errors
from undercut.games.base.game_types import Move
from undercut.games.base.layout import Observations
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.loading import from_view

Weights = list[tuple[jax.Array, jax.Array]]

HIDDEN = (128, 128)
FORMAT = 1
_IMPOSSIBLE = -1e9
_CODES = "code"  # the unit of columns whose values have no order


def input_scales(layout: Observations) -> NDArray[np.float32]:
    """Return what each column is multiplied by: values become at most 1, codes become 0."""
    return np.array([0 if one.unit == _CODES else 1 / max(1, one.greatest) for one in layout.columns], np.float32)


def new_weights(key: jax.Array, sizes: Sequence[int]) -> Weights:
    """Make layers with random weights; the last layer begins at zero, so that all its outputs are equal."""
    keys = jax.random.split(key, len(sizes) - 1)
    scales = [*(np.sqrt(2 / size) for size in sizes[:-2]), 0.0]
    pairs = zip(keys, sizes[:-1], sizes[1:], scales, strict=True)
    return [(scale * jax.random.normal(one, (before, after)), jnp.zeros(after)) for one, before, after, scale in pairs]


def forward(weights: Weights, inputs: jax.Array) -> jax.Array:
    """Compute the outputs of positions: rectified layers, and a linear one."""
    *hidden, (last, bias) = weights
    for matrix, shift in hidden:
        inputs = jax.nn.relu(inputs @ matrix + shift)
    return inputs @ last + bias


def log_policy(logits: jax.Array, masks: jax.Array) -> jax.Array:
    """Turn logits into the logarithms of the probabilities of legal moves."""
    return jax.nn.log_softmax(jnp.where(masks, logits, _IMPOSSIBLE))


@jax.jit
def _outputs(weights: Weights, scales: jax.Array, observations: jax.Array) -> jax.Array:
    return forward(weights, observations * scales)


def outputs(weights: Weights, scales: NDArray[np.float32], observations: NDArray[Any]) -> NDArray[np.float32]:
    """Compute the outputs of observations; JAX compiles for a few numbers of rows only, so rows are filled up."""
    size = max(1, 1 << (len(observations) - 1).bit_length())
    filled = np.zeros((size, observations.shape[1]), observations.dtype)
    filled[: len(observations)] = observations
    return np.asarray(_outputs(weights, scales, filled))[: len(observations)]


@dataclass
class Policy:
    """The probabilities of moves by a network; `undercut.match` and `undercut.batch` take it as a player.

    Args:
        game: The game that it plays.
        weights: The network's layers; the first outputs are the logits of the actions.
        algorithm: What trained it.
        seed: The seed of the choices of `act`.
    """

    game: Game
    weights: Weights
    algorithm: str = ""
    seed: int = 0
    name: str = field(init=False)

    def __post_init__(self) -> None:
        """Name the player, and begin its choices."""
        self.name = self.algorithm or "policy"
        self._chance = np.random.default_rng(self.seed)

    @cached_property
    def _scales(self) -> NDArray[np.float32]:
        return input_scales(self.game.observations)

    def outputs(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Compute the outputs of the network: n by outputs."""
        return outputs(self.weights, self._scales, observations)

    def logits(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Compute the logits of all actions: n by actions."""
        return self.outputs(observations)[:, : len(self.game.actions)]

    def shares(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Compute the probabilities of all actions: n by actions, 0 for illegal ones."""
        logits = np.where(masks, self.logits(observations).astype(np.float64), -np.inf)
        likely = np.exp(logits - logits.max(1, keepdims=True))
        return likely / likely.sum(1, keepdims=True)

    def act(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Draw an action for each row by its probability, as an opponent in a batch does."""
        noise = self._chance.gumbel(size=masks.shape)
        return np.where(masks, self.logits(observations) + noise, -np.inf).argmax(1)

    def choose(self, view: Mapping[str, object], moves: Sequence[Move]) -> Move:
        """Choose the likeliest move for the seat whose view this is."""
        state = from_view(view)
        logits = self.logits(state.observation(state.to_move or 0)[None])[0]
        return max(moves, key=lambda move: float(logits[move.action]))

    def save(self, path: str | PathLike[str]) -> None:
        """Write the policy to a file.

        Raises:
            UndercutError: The file cannot be written.
        """
        facts = {
            "format": FORMAT, "undercut": version("undercut"), "game": self.game.name, "rules": self.game.rules,
            "seats": self.game.seats, "algorithm": self.algorithm, "observations": self.game.observations.version,
        }  # fmt: skip
        arrays = {f"{kind}{number}": np.asarray(array) for number, layer in enumerate(self.weights)
                  for kind, array in zip(("matrix", "bias"), layer, strict=True)}  # fmt: skip
        with file_errors(Path(path)), Path(path).open("wb") as file:
            np.savez(file, allow_pickle=False, facts=np.array(json.dumps(facts)), **arrays)

    @classmethod
    def load(cls, path: str | PathLike[str], seed: int = 0) -> Policy:
        """Read a policy from a file that `save` wrote.

        Raises:
            UndercutError: The file cannot be read, or was not written by `save`.
        """
        try:
            with file_errors(Path(path)), Path(path).open("rb") as file, np.load(file) as kept:
                facts = json.loads(str(kept["facts"]))
                count = sum(name.startswith("matrix") for name in kept)
                weights = [(kept[f"matrix{number}"], kept[f"bias{number}"]) for number in range(count)]
            game = make_game(facts["game"], rules=facts["rules"], seats=facts["seats"])
            known, kept_version = game.observations.version, facts["observations"]
        except (KeyError, ValueError, TypeError, EOFError, NotImplementedError, zipfile.BadZipFile) as error:
            message = f"{path}: not the file of a policy ({type(error).__name__}: {error!s:.60})"
            raise UndercutError(message) from None
        if facts["format"] != FORMAT or kept_version != known:
            message = f"{path}: made for version {kept_version} of the observations; this is version {known}"
            raise UndercutError(message)
        return cls(game, weights, facts["algorithm"], seed)
