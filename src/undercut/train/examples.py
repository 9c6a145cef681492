"""Examples for fitting, made of searched positions."""

# States are plain objects on one host and records on the others, so type checking is relaxed.
# pyright: basic

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from undercut.bots.thinking.tree import fill_settings, new_workspace, weights_for
from undercut.engine.contract import WHOLE_SHARE, Fields
from undercut.engine.engine import Engine
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.parts.bots import Settings
from undercut.search import workspace
from undercut.train.playing import Positions, train_engine
from undercut.train.self_play import describe_choices, describe_values, evaluate_seats

NO_FEATURE = -1  # pads the rows of features
_FEATURES_A_LIST = 160


@dataclass(frozen=True, slots=True)
class ValueExamples:
    features: NDArray[np.int16]  # a row for each position, padded with `NO_FEATURE`
    targets: NDArray[np.float32]  # the seat to move first; 0 for seats that are not in play
    seats: NDArray[np.int64]  # how many are in play
    games: NDArray[np.int64]  # the numbers of their games, of which some are not fitted to


@dataclass(frozen=True, slots=True)
class PolicyExamples:
    features: NDArray[np.int16]  # a row for each position, padded with `NO_FEATURE`
    moves: NDArray[np.int16]  # a row for each legal move, position by position
    counts: NDArray[np.int64]  # how many moves each position has
    targets: NDArray[np.float32]  # of each move
    games: NDArray[np.int64]  # the numbers of their games, of which some are not fitted to


class ExampleWriter:
    def __init__(self, game: str, settings: Settings, host: Host | None = None) -> None:
        self.settings = settings
        self.engine: Engine = train_engine(game, host)
        self.weights = weights_for(self.engine, settings)
        self.workspace = new_workspace(self.engine)

    def values(self, positions: Positions, most_seats: int, trust: float) -> ValueExamples:
        """Return examples for the value network: the positions after which only the search moved."""
        calm = np.flatnonzero(positions.facts["calm"])
        shares = self._shares(positions, calm, most_seats)
        return self._examples(positions, calm, smoothed(shares, positions.facts[calm], trust))

    def evaluated(self, positions: Positions, most_seats: int) -> ValueExamples:
        """Return all positions as examples for the value network; the target is the evaluation of each."""
        every = np.arange(len(positions))
        return self._examples(positions, every, self._shares(positions, every, most_seats))

    def _examples(self, positions: Positions, chosen: NDArray[np.int64], shares: NDArray[np.float64]) -> ValueExamples:
        """Describe positions, and rotate the shares so that the seat to move comes first."""
        states, facts = self._states(positions, chosen), positions.facts[chosen]
        features, ends = self._cells(len(states)), self.engine.cells(len(states))
        done = self.engine.hosted(describe_values)(states, features, ends, self.workspace[workspace.POOL])
        _check(done, len(states))
        targets: NDArray[np.float32] = np.zeros(shares.shape, dtype=np.float32)
        for place in range(shares.shape[1]):
            inside = place < facts["seats"]
            seat = (facts["seat"] + place) % facts["seats"]
            targets[inside, place] = shares[inside, seat[inside]]
        return ValueExamples(padded(features, ends), targets, facts["seats"], facts["game"])

    def choices(self, positions: Positions) -> PolicyExamples:
        """Return examples for the policy network: the positions of the thorough searches."""
        thorough = np.flatnonzero(positions.facts["thorough"])
        counts = positions.counts[thorough]
        places = places_of(positions.counts, thorough)
        rows = self._describe_choices(self._states(positions, thorough), positions.moves[places], counts)
        # Each position has a row of its own, and then one for each move.
        heads = np.cumsum(counts + 1) - counts - 1
        is_move = np.ones(len(rows), dtype=np.bool_)
        is_move[heads] = False
        moves = rows[is_move]
        widest = int((moves != NO_FEATURE).any(0).sum())
        visits = positions.visits[places].astype(np.float32)
        totals = np.add.reduceat(visits, np.cumsum(counts) - counts)
        shares = (visits / np.repeat(totals, counts)).astype(np.float32)
        return PolicyExamples(rows[heads], moves[:, :widest], counts, shares, positions.facts["game"][thorough])

    def _describe_choices(
        self, states: list[Fields], moves: NDArray[np.int64], counts: NDArray[np.int64]
    ) -> NDArray[np.int16]:
        move_cells, count_cells = self.engine.cells(len(moves)), self.engine.cells(len(states))
        move_cells[:], count_cells[:] = moves.tolist(), counts.tolist()
        lists = len(states) + len(moves)
        features, ends = self._cells(lists), self.engine.cells(lists)
        done = self.engine.hosted(describe_choices)(
            states, move_cells, count_cells, features, ends, self.workspace[workspace.POOL]
        )
        _check(done, len(states))
        return padded(features, ends)

    def _states(self, positions: Positions, chosen: NDArray[np.int64]) -> list[Fields]:
        records = positions.states[chosen]
        if self.engine.host is Host.PLAIN:
            return [self.engine.unload(records, place) for place in range(len(records))]
        return cast("list[Fields]", records)

    def _cells(self, lists: int) -> list[int]:
        return self.engine.cells(lists * _FEATURES_A_LIST + workspace.LEAST_ROW)

    def _shares(self, positions: Positions, chosen: NDArray[np.int64], most: int) -> NDArray[np.float64]:
        """Evaluate positions: the share that each seat expects, up to the greatest number of seats."""
        shares, seats = np.zeros((len(chosen), most)), positions.facts["seats"][chosen]
        for number in np.unique(seats).tolist():
            places = np.flatnonzero(seats == number)
            rows = self.engine.rows(len(places), number)
            fill_settings(self.workspace[workspace.SETTINGS], self.settings, number, 2)
            states = self._states(positions, chosen[places])
            self.engine.hosted(evaluate_seats)(states, rows, self.workspace, self.weights, number)
            shares[places[:, None], np.arange(number)] = np.array(rows) / WHOLE_SHARE
        return shares


def _check(done: int, wanted: int) -> None:
    if done < wanted:
        raise UndercutError(f"the features of {wanted} positions do not fit: {done} did")


def places_of(counts: NDArray[np.int64], chosen: NDArray[np.int64]) -> NDArray[np.int64]:
    """List the places of all entries of chosen lists, where lists of such lengths lie one after the other.

    Examples:
        >>> places_of(np.array([2, 3, 1]), np.array([0, 2])).tolist()
        [0, 1, 5]
    """
    sizes, starts = counts[chosen], np.cumsum(counts) - counts
    return np.repeat(starts[chosen] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())


def padded(features: list[int], ends: list[int]) -> NDArray[np.int16]:
    stops = np.array(ends, dtype=np.int64)
    sizes = np.diff(stops, prepend=0)
    rows = np.full((len(stops), int(sizes.max())), NO_FEATURE, dtype=np.int16)
    inside = np.arange(rows.shape[1]) < sizes[:, None]
    rows[inside] = np.array(features[: int(stops[-1])], dtype=np.int16)
    return rows


def smoothed(shares: NDArray[np.float64], facts: NDArray[np.void], trust: float) -> NDArray[np.float64]:
    """Mix the result of each game with the evaluations of later positions, from its end backwards."""
    seats = np.arange(shares.shape[1])
    playing = seats < facts["seats"][:, None]
    won = (facts["winners"][:, None] >> seats & 1).astype(float)
    # In a draw, all share.
    won = np.where(won.sum(1, keepdims=True) == 0, playing, won)
    results = won / won.sum(1, keepdims=True)
    mixed = results.copy()
    for place in range(len(shares) - 2, -1, -1):
        if facts["game"][place] == facts["game"][place + 1]:
            mixed[place] = (1 - trust) * shares[place + 1] + trust * mixed[place + 1]
    return mixed
