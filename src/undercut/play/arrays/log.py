"""The log of a batch: the moves of each game, how it began, and the games that have ended, with their decisions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from undercut.engine.contract import copy_fields
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base.game_types import rewards_of
from undercut.play.arrays.contract import (
    CALLER_MOVES,
    END_STATE,
    ENDED_BEFORE,
    ENDED_NOW,
    FINAL_LENGTH,
    LEGAL_COUNT,
    MOVES_PLAYED,
    SEED,
    WINNERS,
    Written,
)
from undercut.play.arrays.engines import OBSERVING, array_engine
from undercut.play.arrays.recording import replay_games
from undercut.play.game import Game
from undercut.play.observing import layout
from undercut.play.sources import Seeded
from undercut.play.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from undercut.decoding import JSON
    from undercut.engine.contract import Cells, Fields
    from undercut.play.arrays.games import GameArrays

_Kind = TypeVar("_Kind", bound=np.generic)
_ROWS_AT_ONCE = 8192
_ROOM = 256  # in the log of each game at first, in moves


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
        """Yield the record of each game."""
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
        game, engine = self.played, array_engine(self.played.name, self.host)
        engine.prepare_function(replay_games, OBSERVING)
        begin, end = int(self.offsets[first]), int(self.offsets[last])
        rows = end - begin
        seats, sizes = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
        legal = np.zeros(rows * engine.max_moves, dtype=np.int64)
        grid = np.zeros((rows if observations else 0, layout(game.spec).length), dtype=np.int16)
        states, pack = engine.states(2), engine.cells(len(game.pack))
        engine.load(game.fresh_table(), states, 1)
        pack[:] = game.pack
        found = Written(seats, sizes, legal, grid)
        scratch = (engine.cells(size) for size in (1, engine.pack_size, engine.max_moves))
        given = states, self.seeds, pack, self.actions, self.offsets, found, *scratch, first, last
        filled = cast("int", engine.functions.replay_games(*given))
        policy, bounds = np.full(filled, np.nan, dtype=np.float32), self.policy_offsets[begin : end + 1]
        policy[np.repeat(np.diff(bounds) > 0, sizes)] = self.policies[bounds[0] : bounds[-1]]
        lengths = np.diff(self.offsets[first : last + 1])
        games = np.repeat(np.arange(first, last), lengths)
        return Decisions(
            game=games,
            number=np.arange(begin, end) - self.offsets[games],
            seat=seats,
            action=self.actions[begin:end],
            legal=legal[:filled].copy(),
            offsets=np.concatenate([[0], np.cumsum(sizes)]),
            reward=shares_of(game.seats)[self.winners[games], seats],
            policy=policy,
            observation=grid if observations else None,
        )


def shares_of(seats: int) -> NDArray[np.float32]:
    """List the rewards of all sets of winners: they add up to 0, and winning alone brings 1."""
    rows = np.zeros((1 << seats, seats), dtype=np.float32)
    for mask in range(1, 1 << seats):
        rows[mask] = rewards_of([seat for seat in range(seats) if mask >> seat & 1], seats)
    return rows


class MoveLog:
    """The moves of each game since it began, where that was not a deal by its seed, and the games that have ended."""

    def __init__(self, n: int, *, keep: bool) -> None:
        """Make room for n games."""
        self.moves = np.zeros((n, _ROOM), dtype=np.int16)
        self._loaded: dict[int, State] = {}
        self._followed: dict[int, tuple[int, State]] = {}  # with the seed of the deal
        # Where redealt games began: the states, and the generators of what chance decides later.
        self._redealt: tuple[list[Fields] | NDArray[np.void], list[Cells]] | None = None
        self._ended: list[tuple[NDArray[Any], ...]] | None = [] if keep else None
        # What the caller's policies give the legal moves of each game; and how many those of each move are.
        self._policies, self._filled = np.zeros((n, 0), dtype=np.float32), np.zeros(n, dtype=np.int64)
        self._policy_sizes = np.zeros((n, _ROOM if keep else 0), dtype=np.int16)

    @property
    def has_loaded(self) -> bool:
        """Whether a game began with a position of the caller."""
        return bool(self._loaded)

    @property
    def is_keeping(self) -> bool:
        """Whether finished games are kept."""
        return self._ended is not None

    def forget(self, chosen: NDArray[np.bool_]) -> None:
        """Forget which positions some games began with."""
        for place in np.flatnonzero(chosen).tolist():
            self._loaded.pop(place, None)
            self._followed.pop(place, None)

    def begin_with(self, place: int, state: State) -> None:
        """Let a game begin with a position."""
        self._loaded[place] = state

    def begin_redealt(self, games: GameArrays, chosen: NDArray[np.bool_]) -> None:
        """Let redealt games begin as they are now."""
        if self._redealt is None:
            engine = games.loops.engine
            self._redealt = engine.states(len(games)), engine.rows(len(games), 1)
        (states, generators), arrays = self._redealt, games.arrays
        if isinstance(states, np.ndarray):
            states[chosen] = cast("NDArray[np.void]", arrays.states)[: len(games)][chosen]
            cast("NDArray[np.int64]", generators)[chosen] = cast("NDArray[np.int64]", arrays.generators)[chosen]
        else:
            for place in np.flatnonzero(chosen).tolist():
                copy_fields(arrays.states[place], states[place])
                generators[place][0] = arrays.generators[place][0]

    def state(self, games: GameArrays, place: int) -> State:
        """Return a game as a state of its own, with its whole log."""
        return self._played(games, place, self._start_of(games, place))

    def follow(self, games: GameArrays, place: int) -> State:
        """Return a game as a state that is not to be changed: the next call plays the later moves alone."""
        seed = int(games.columns[place, SEED])
        before, state = self._followed.get(place, (-1, None))
        if state is None or before != seed:
            state = self._start_of(games, place)
        self._followed[place] = seed, self._played(games, place, state)
        return state

    def _played(self, games: GameArrays, place: int, state: State) -> State:
        moves = self.moves[place, len(state.moves) : games.columns[place, MOVES_PLAYED]]
        for number in cast("list[int]", moves.tolist()):
            state.play(games.game.actions[number])
        return state

    def __getstate__(self) -> dict[str, object]:
        """Leave out the states that are followed: they are made again."""
        return {**vars(self), "_followed": {}}

    def _start_of(self, games: GameArrays, place: int) -> State:
        if place in self._loaded:
            return self._loaded[place].copy()
        if games.columns[place, SEED] >= 0 or self._redealt is None:
            return games.game.deal(int(games.columns[place, SEED]))
        states, generators = self._redealt
        chance = Seeded(0)
        chance.state = [int(generators[place][0])]
        return State(games.game, games.loops.engine.unload(states, place), chance)

    def make_room(self, longest: int) -> None:
        """Make room for another move of the longest game."""
        if longest >= self.moves.shape[1]:
            more = (0, 0), (0, longest)
            self.moves, self._policy_sizes = np.pad(self.moves, more), np.pad(self._policy_sizes, more)

    def keep_policies(self, games: GameArrays, policies: NDArray[np.generic] | None) -> None:
        """Keep the policies by which the caller is about to move."""
        if not self.is_keeping:
            if policies is None:
                return
            message = "policy: this batch keeps no games; undercut.batch(..., keep=True) does"
            raise UndercutError(message)
        new = games.columns[:, CALLER_MOVES] == 0
        self._filled[new], self._policy_sizes[new] = 0, 0
        if policies is None:
            return
        enough = int((self._filled + games.columns[:, LEGAL_COUNT]).max())
        if enough > self._policies.shape[1]:
            self._policies = np.pad(self._policies, ((0, 0), (0, 2 * enough - self._policies.shape[1])))
        games.keep_policies(policies, self._policies, self._filled, self._policy_sizes)

    def note_step(self, games: GameArrays, before: NDArray[np.int64] | None, longest: int) -> None:
        """Keep the games that the last step ended, unless they were loaded, and make room for another move.

        To keep games takes the seed of each deal and the caller's seat as they were before the step.
        """
        self.make_room(longest)
        if self._ended is None or before is None:
            return
        seeds, callers = before[:, 0], before[:, 1]
        columns = games.columns
        over = np.flatnonzero(columns[:, END_STATE] == ENDED_NOW)
        columns[over, END_STATE] = ENDED_BEFORE  # should an opponent still move in the next deal
        dealt = over[seeds[over] >= 0]
        if len(dealt):
            lengths = columns[dealt, FINAL_LENGTH]
            moves, sizes = (_heads(rows, dealt, lengths).astype(np.int64) for rows in (self.moves, self._policy_sizes))
            policies = _heads(self._policies, dealt, self._filled[dealt])
            found = seeds[dealt], columns[dealt, WINNERS], callers[dealt], lengths, moves, policies, sizes
            self._ended.append(found)

    def finished(self, game: Game, host: Host) -> Finished:
        """Hand over the games that have ended since the last call."""
        if self._ended is None:
            message = "finished: this batch keeps no games; undercut.batch(..., keep=True) does"
            raise UndercutError(message)
        none = np.zeros(0, dtype=np.int64)
        parts = zip(*self._ended, strict=True) if self._ended else [[none]] * 7
        joined: list[NDArray[Any]] = [np.concatenate([*each]) for each in parts]
        seeds, winners, seats, lengths, moves, policies, sizes = joined
        self._ended = []
        offsets, policy_offsets = (np.concatenate([[0], np.cumsum(each)]) for each in (lengths, sizes))
        return Finished(game, host, seeds, winners, seats, moves, offsets, policies, policy_offsets)


def _heads(rows: NDArray[_Kind], chosen: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[_Kind]:
    """Join the beginnings of chosen rows, each of its length."""
    found = rows[chosen, : lengths.max()]
    return found[np.arange(found.shape[1]) < lengths[:, None]]
