"""Games that a batch has finished: their records, and all their decisions as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray

from undercut.decoding import JSON
from undercut.engine.contract import Fields
from undercut.engine.host import Engine, Host
from undercut.games.base.game_types import rewards_of
from undercut.play.arrays.engines import OBSERVING, array_engine
from undercut.play.arrays.loops.contract import Deals, Written
from undercut.play.arrays.loops.recording import replay_games
from undercut.play.game import Game
from undercut.play.observing import layout

_ROWS_AT_ONCE = 8192


@dataclass(frozen=True, slots=True)
class Decisions:
    """Decisions of finished games, a row for each, game by game."""

    game: NDArray[np.int64]  # the number of the game among the finished ones
    number: NDArray[np.int64]  # the number of the move in its game
    seat: NDArray[np.int64]
    action: NDArray[np.int64]
    legal: NDArray[np.int64]  # the numbers of the legal moves, row by row
    offsets: NDArray[np.int64]  # where those of each row begin in `legal`, and where the last end
    reward: NDArray[np.float32]  # the seat's reward at the end
    policy: NDArray[np.float32]  # of each number in `legal`; not a number in rows for which no policy was given
    observation: NDArray[np.int16] | None


@dataclass(frozen=True, slots=True)
class Finished:
    """Games that have ended, by their deals and the numbers of their moves."""

    played: Game
    host: Host
    seeds: NDArray[np.int64]
    winners: NDArray[np.int64]  # masks of seats
    learners: NDArray[np.int64]  # with opponents, the learner's seat; otherwise -1
    actions: NDArray[np.int64]  # game by game
    offsets: NDArray[np.int64]  # where those of each game begin, and where the last end
    policies: NDArray[np.float32]  # of the legal moves of each decision for which the caller gave a policy
    policy_offsets: NDArray[np.int64]  # where those of each action begin, and where the last end

    def __len__(self) -> int:
        """Return how many games there are."""
        return len(self.seeds)

    def records(self) -> Iterator[dict[str, JSON]]:
        for seed, (first, last) in zip(self.seeds.tolist(), pairwise(self.offsets.tolist()), strict=True):
            state = self.played.deal(seed)
            for number in cast("list[int]", self.actions[first:last].tolist()):
                state.play(self.played.actions[number])
            yield state.record()

    def chunks(self, *, observations: bool = True) -> Iterator[Decisions]:
        """Yield all decisions, some thousands at a time; with observations, if the game has any and they are wanted."""
        first = 0
        while first < len(self):
            enough = int(self.offsets[first]) + _ROWS_AT_ONCE
            last = int(np.searchsorted(self.offsets, enough, side="right")) - 1
            last = max(last, first + 1)
            yield self._chunk(first, last, observations=observations)
            first = last

    def _chunk(self, first: int, last: int, *, observations: bool) -> Decisions:
        """Replay the games of a range, and gather their decisions."""
        game, engine = self.played, array_engine(self.played.name, self.host)
        engine.prepare_function(replay_games, OBSERVING)
        begin, end = int(self.offsets[first]), int(self.offsets[last])
        rows = end - begin
        written = room_for(engine, rows, layout(game.spec).length if observations else None)
        states, pack = engine.states(2), engine.cells(len(game.pack))
        engine.load(game.fresh_table(), states, 1)
        pack[:] = game.pack
        deals = Deals(self.seeds, self.actions, self.offsets, pack)
        scratch = engine.cells(1), engine.cells(engine.pack_size), engine.cells(engine.max_moves)
        filled = engine.hosted(replay_games)(cast("list[Fields]", states), deals, written, *scratch, first, last)
        policy, bounds = np.full(filled, np.nan, dtype=np.float32), self.policy_offsets[begin : end + 1]
        policy[np.repeat(np.diff(bounds) > 0, written.sizes)] = self.policies[bounds[0] : bounds[-1]]
        lengths = np.diff(self.offsets[first : last + 1])
        games = np.repeat(np.arange(first, last), lengths)
        return Decisions(
            game=games,
            number=np.arange(begin, end) - self.offsets[games],
            seat=written.seats,
            action=self.actions[begin:end],
            legal=written.legal[:filled].copy(),
            offsets=np.concatenate([[0], np.cumsum(written.sizes)]),
            reward=shares_of(game.seats)[self.winners[games], written.seats],
            policy=policy,
            observation=written.grid if observations else None,
        )


def room_for(engine: Engine, decisions: int, width: int | None) -> Written:
    """Make room for what a replay writes of a number of decisions, with observations of a width unless that is None."""
    return Written(
        seats=np.zeros(decisions, dtype=np.int64),
        sizes=np.zeros(decisions, dtype=np.int64),
        legal=np.empty(decisions * engine.max_moves, dtype=np.int64),  # far more than is used
        grid=np.zeros((0 if width is None else decisions, width or 0), dtype=np.int16),
    )


def shares_of(seats: int) -> NDArray[np.float32]:
    """List the rewards of all sets of winners: they add up to 0, and winning alone brings 1."""
    rows = np.zeros((1 << seats, seats), dtype=np.float32)
    for mask in range(1, 1 << seats):
        rows[mask] = rewards_of([seat for seat in range(seats) if mask >> seat & 1], seats)
    return rows
