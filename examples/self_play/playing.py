"""Self-play: a round of games, and how much better than expected each move was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from examples.self_play.network import Inputs, forward, parts_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from examples.self_play.network import Floats, Weights
    from undercut.play.arrays.batch import Batch


@dataclass(frozen=True, slots=True)
class Settings:
    """Choices of the training.

    Args:
        threads: How many threads play and learn, each with games of its own.
        games: Games that each thread plays side by side.
        steps: Moves in each of them per round.
        hidden: Sizes of the hidden layers.
        epochs: How often each round's decisions are learned from.
        batch: Decisions per gradient step.
        rate: Learning rate at the start.
        decay: Rounds in which the learning rate falls to 0.
        entropy: Weight of the policy's entropy, which keeps it trying other moves.
        clip: How far a round may change the probability of a move: as a factor, up to this much above or below 1.
        trace: Lambda of the generalized advantage estimation: how far later values count.
        older: Share of the games in which an earlier network has a seat.
        keep: How many earlier networks are kept.
        every: After how many rounds another one is kept.
    """

    threads: int = 2
    games: int = 256
    steps: int = 64
    hidden: tuple[int, int] = (128, 128)
    epochs: int = 2
    batch: int = 2048
    rate: float = 1e-3
    decay: int = 120
    entropy: float = 0.02
    clip: float = 0.2
    trace: float = 0.95
    older: float = 0.25
    keep: int = 10
    every: int = 10


@dataclass(frozen=True, slots=True)
class Policy:
    """The legal moves of some positions in one list, with their probabilities.

    Args:
        starts: Where each position's moves begin in the list.
        owners: The position of each move.
        moves: Each move's number.
        logs: The logarithm of each move's probability.
    """

    starts: NDArray[np.int64]
    owners: NDArray[np.int64]
    moves: NDArray[np.int64]
    logs: Floats

    def sample(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """Choose a move in each position by its probability; return their places in the list."""
        keys = self.logs + chance.gumbel(size=len(self.logs))
        best = np.flatnonzero(keys == np.maximum.reduceat(keys, self.starts)[self.owners])
        return best[np.searchsorted(self.owners[best], np.arange(len(self.starts)))]


def policy_of(scores: Floats, parts: NDArray[np.int64], mask: NDArray[np.bool_]) -> Policy:
    """Turn the scores of parts into probabilities of the legal moves.

    Args:
        scores: Positions by parts.
        parts: See `parts_of`.
        mask: Which moves are legal, positions by moves; at least one in each position.
    """
    # On a flat array this is ten times as fast as `np.nonzero` on rows.
    owners, moves = np.divmod(np.flatnonzero(mask), mask.shape[1])
    starts = np.searchsorted(owners, np.arange(len(mask)))
    logits = scores[owners[:, None], parts[moves]].sum(1)
    logits -= np.maximum.reduceat(logits, starts)[owners]
    logits -= np.log(np.add.reduceat(np.exp(logits), starts))[owners]
    return Policy(starts, owners, moves, logits)


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions to learn from, in arrays of steps by games or in one row."""

    observations: NDArray[np.int16]
    masks: NDArray[np.bool_]
    moves: NDArray[np.int64]
    logs: Floats
    advantages: Floats
    returns: Floats

    def chosen(self, places: NDArray[np.int64]) -> Decisions:
        """Return some of the decisions; each must be in one row."""
        arrays = (self.observations, self.masks, self.moves, self.logs, self.advantages, self.returns)
        return Decisions(*(array[places] for array in arrays))


def joined(rounds: Sequence[Decisions]) -> Decisions:
    """Join decisions into one row; advantages become comparable, with mean 0 and deviation 1."""
    arrays = {name: np.concatenate([getattr(each, name) for each in rounds]) for name in Decisions.__slots__}
    gain = arrays.pop("advantages")
    return Decisions(**arrays, advantages=(gain - gain.mean()) / (gain.std() + 1e-6))


@dataclass(frozen=True, slots=True)
class Course:
    """What happened in a round, in arrays of steps by games.

    Args:
        seats: Whose move it was.
        values: The network's value for that seat.
        done: Whether the move ended the game.
        rewards: The seats' rewards, in a third dimension.
        after: The values for all seats after the last step, games by seats.
    """

    seats: NDArray[np.int64]
    values: Floats
    done: NDArray[np.bool_]
    rewards: Floats
    after: Floats


def advantages(course: Course, trace: float) -> Floats:
    """Estimate how much better than expected each move was (generalized advantage estimation, without a discount).

    A seat's next value is that of its own next decision in the game, or its reward at the end.
    """
    found = np.zeros_like(course.values)
    games = np.arange(course.seats.shape[1])
    following, ahead = course.after.copy(), np.zeros_like(course.after)
    for step in reversed(range(len(found))):
        done, seats, values = course.done[step], course.seats[step], course.values[step]
        following[done], ahead[done] = course.rewards[step][done], 0
        found[step] = following[games, seats] - values + trace * ahead[games, seats]
        following[games, seats], ahead[games, seats] = values, found[step]
    return found


class SelfPlay:
    """Games that a policy plays against itself and against earlier networks.

    Args:
        games: The batch; it deals a new game when one ends.
        settings: See `Settings`.
        chance: The source of the choices between moves.
    """

    def __init__(self, games: Batch, settings: Settings, chance: np.random.Generator) -> None:
        """Reserve the arrays of a round."""
        shape = settings.steps, len(games.to_move)
        self.games, self.chance, self.trace = games, chance, settings.trace
        self.inputs, self.parts = Inputs(games.game), parts_of(games.game.actions)
        self.older = int(settings.older * shape[1])
        self.observations = np.zeros((*shape, games.observe().shape[1]), np.int16)
        self.masks = np.zeros((*shape, games.mask.shape[1]), np.bool_)
        self.moves, self.seats = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        self.logs, self.values = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.done, self.counts = np.zeros(shape, np.bool_), np.zeros(shape, np.bool_)
        self.rewards = np.zeros((*shape, games.game.seats), np.float32)

    def play(self, weights: Weights, older: Weights | None) -> Decisions:
        """Play a round; return the policy's own decisions between at least two moves.

        Args:
            weights: The policy's network.
            older: The network that has a seat in the first games; None: the policy plays alone.
        """
        for step in range(len(self.moves)):
            self._step(step, weights, older)
        values = forward(weights, self.inputs.of(self.games.observe())).values
        games, seats = np.arange(len(values)), self.games.game.seats
        # The rewards of a game add up to 0.
        after = np.repeat(-values[:, None] / (seats - 1), seats, axis=1)
        after[games, self.games.to_move] = values
        found = advantages(Course(self.seats, self.values, self.done, self.rewards, after), self.trace)
        places = self.counts
        arrays = (self.observations, self.masks, self.moves, self.logs, found, found + self.values)
        return Decisions(*(array[places] for array in arrays))

    def _step(self, step: int, weights: Weights, older: Weights | None) -> None:
        games = self.games
        self.observations[step], self.masks[step] = games.observe(), games.mask
        self.seats[step] = games.to_move
        inputs = self.inputs.of(self.observations[step])
        layers = forward(weights, inputs)
        self.counts[step] = games.mask.sum(1) > 1
        if older:
            theirs = np.flatnonzero(games.to_move[: self.older] == np.arange(self.older) % games.game.seats)
            layers.scores[theirs] = forward(older, inputs[theirs]).scores
            self.counts[step][theirs] = False
        policy = policy_of(layers.scores, self.parts, games.mask)
        picked = policy.sample(self.chance)
        self.moves[step], self.logs[step], self.values[step] = policy.moves[picked], policy.logs[picked], layers.values
        self.rewards[step], self.done[step] = games.step(policy.moves[picked])
