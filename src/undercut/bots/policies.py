"""Trained policies: layers of units over what a seat may know; they play without a search, and are kept in files."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import pairwise
from os import PathLike
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from undercut.errors import UndercutError
from undercut.files import BAD_ARCHIVE, file_errors, replacing
from undercut.games.base.game_types import Move
from undercut.games.base.layout import Observations
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.loading import from_view

BASELINES = Path(__file__).parent / "baselines"
FORMAT = 1
_CODES = "code"  # the unit of columns whose values have no order
_STEPS = 127  # the largest weight of a unit in a small file


def input_scales(layout: Observations, cap: int | None = None) -> NDArray[np.float32]:
    """Return what columns are multiplied by: one by the greatest value, or by the cap if that is less; 0 for codes."""
    divisors = [max(1, one.greatest if cap is None else min(one.greatest, cap)) for one in layout.columns]
    return np.array([one.unit != _CODES for one in layout.columns], np.float32) / np.array(divisors, np.float32)


@dataclass
class Policy:
    """The probabilities of moves by a network; `undercut.match` and `undercut.batch` take it as a player.

    Args:
        game: The game that it plays.
        weights: The network's layers, matrices and biases of NumPy or JAX; the first outputs are the logits of the
            actions.
        algorithm: What trained it.
        seed: The seed of the choices of `act`.
        draws: Whether `choose` draws moves by their probabilities, too; otherwise it takes the likeliest.
        scales: What the columns of observations are multiplied by; None: `input_scales` of the game.
    """

    game: Game
    weights: list[tuple[Any, Any]]
    algorithm: str = ""
    seed: int = 0
    draws: bool = False
    scales: NDArray[np.float32] | None = None
    name: str = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.algorithm or "policy"
        self._chance = np.random.default_rng(self.seed)
        self._scales = input_scales(self.game.observations) if self.scales is None else self.scales

    def outputs(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Compute the outputs of the network: n by outputs; rectified layers, and a linear one."""
        found = observations * self._scales
        *hidden, (last, bias) = [(np.asarray(matrix), np.asarray(shift)) for matrix, shift in self.weights]
        for matrix, shift in hidden:
            found = np.maximum(found @ matrix + shift, 0)
        return found @ last + bias

    def logits(self, observations: NDArray[Any]) -> NDArray[np.float32]:
        """Compute the logits of all actions: n by actions."""
        return self.outputs(observations)[:, : len(self.game.actions)]

    def shares(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Compute the probabilities of all actions: n by actions, 0 for illegal ones."""
        logits = np.where(masks, self.logits(observations).astype(np.float64), -np.inf)
        likely = np.exp(logits - logits.max(1, keepdims=True))
        return likely / likely.sum(1, keepdims=True)

    def act(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Draw an action for each row by its probability, as training by self-play needs it."""
        noise = self._chance.gumbel(size=masks.shape)
        return np.where(masks, self.logits(observations) + noise, -np.inf).argmax(1)

    def decide(self, observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Choose an action for each row as `choose` does: the likeliest, unless the policy draws. Batches call it."""
        if self.draws:
            return self.act(observations, masks)
        return np.where(masks, self.logits(observations), -np.inf).argmax(1)

    def choose(self, view: Mapping[str, object], moves: Sequence[Move]) -> Move:
        """Choose a move for the seat whose view this is."""
        state = from_view(view)
        by_action = {cast("int", move.action): move for move in moves}
        mask = np.zeros((1, len(self.game.actions)), np.bool_)
        mask[0, list(by_action)] = True
        return by_action[int(self.decide(state.observation(state.to_move or 0)[None], mask)[0])]

    def save(self, path: str | PathLike[str], *, small: bool = False) -> None:
        """Write the policy to a file.

        Args:
            path: The file.
            small: Round each weight to one of 255 multiples of its unit's step, for a fourth of the size or less.

        Raises:
            UndercutError: The file cannot be written.
        """
        facts = {
            "format": FORMAT, "undercut": version("undercut"), "game": self.game.name, "rules": self.game.rules,
            "seats": self.game.seats, "algorithm": self.algorithm, "draws": self.draws,
            "observations": self.game.observations.version,
        }  # fmt: skip
        arrays: dict[str, NDArray[Any]] = {"scales": self._scales}
        for number, (matrix, bias) in enumerate(self.weights):
            kept = np.asarray(matrix)
            if small:
                step = np.maximum(np.abs(kept).max(0), np.finfo(np.float32).tiny) / np.float32(_STEPS)
                kept, arrays[f"step{number}"] = np.rint(kept / step).astype(np.int8), step
            arrays |= {f"matrix{number}": kept, f"bias{number}": np.asarray(bias)}
        with file_errors(Path(path)), replacing(Path(path)) as draft, draft.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, facts=np.array(json.dumps(facts)), **arrays)

    @classmethod
    def load(cls, path: str | PathLike[str], seed: int = 0) -> Self:
        """Read a policy from a file that `save` wrote.

        Raises:
            UndercutError: The file cannot be read, or was not written by `save`.
        """
        try:
            with file_errors(Path(path)), Path(path).open("rb") as file, np.load(file) as kept:
                facts = _facts(path, kept)
                weights = [_layer(kept, number) for number in range(sum(name.startswith("matrix") for name in kept))]
                scales = kept.get("scales")  # version 1.0 did not store them
            game = make_game(facts["game"], rules=facts["rules"], seats=facts["seats"])
            known, kept_version = game.observations.version, facts["observations"]
            policy = cls(game, weights, facts["algorithm"], seed, facts.get("draws", False), scales)
        except UndercutError:
            raise
        except BAD_ARCHIVE as error:
            raise UndercutError(f"{path}: not the file of a policy ({type(error).__name__}: {error!s:.60})") from None
        if kept_version != known:
            raise UndercutError(f"{path}: made for version {kept_version} of the observations; this is version {known}")
        if not policy.fits:
            raise UndercutError(f"{path}: its layers do not fit {game.name} with {game.seats} seats")
        return policy

    @property
    def fits(self) -> bool:
        """Whether the layers fit each other and the game."""
        sizes = [self.game.observations.length, *(len(bias) for _matrix, bias in self.weights)]
        shapes = [(matrix.shape, bias.ndim) for matrix, bias in self.weights]
        return (
            self._scales.shape == (sizes[0],)
            and shapes == [(shape, 1) for shape in pairwise(sizes)]
            and sizes[-1] >= len(self.game.actions)
        )


def _facts(path: str | PathLike[str], kept: Mapping[str, NDArray[Any]]) -> dict[str, Any]:
    facts = json.loads(str(kept["facts"]))
    if facts["format"] != FORMAT:
        raise UndercutError(f"{path}: a file of format {facts['format']!r}; this version reads {FORMAT}")
    return facts


def _layer(kept: Mapping[str, NDArray[Any]], number: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    matrix, step = kept[f"matrix{number}"], f"step{number}"
    return matrix * kept[step] if step in kept else matrix, kept[f"bias{number}"]


def baselines_of(game: str) -> list[str]:
    """List the policies that come with Undercut for a game."""
    return sorted(path.stem.removeprefix(f"{game}-") for path in BASELINES.glob(f"{game}-*.npz"))


def load_baseline(name: str, game: str, seed: int) -> Policy:
    """Make the player of ``baseline:NAME``, a policy that comes with Undercut, or of ``baseline:FILE.npz``."""
    wanted = name.partition(":")[2]
    if not wanted.endswith(".npz") and wanted not in baselines_of(game):
        known = ", ".join(f"baseline:{each}" for each in baselines_of(game))
        message = f"{name!r} is not a baseline of {game}; choose from {known or 'none'}, or a file such as "
        raise UndercutError(message + "baseline:folder/policy.npz")
    found = Policy.load(wanted if wanted.endswith(".npz") else BASELINES / f"{game}-{wanted}.npz", seed)
    if found.game.name != game:
        raise UndercutError(f"{name}: a policy for {found.game.name}, not for {game}")
    found.name = name
    return found
