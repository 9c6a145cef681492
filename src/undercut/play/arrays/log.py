"""The log of a batch: the moves of each game, how it began, and the games that have ended, with their decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, NamedTuple, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from undercut.decoding import JSON
from undercut.engine.contract import Cells, Fields, copy_fields
from undercut.engine.engine import Engine
from undercut.engine.host import Host
from undercut.engine.rows import EVENT_WIDTH
from undercut.errors import UndercutError
from undercut.play.arrays import contract
from undercut.play.arrays.contract import Deals, Events, Policies, Written
from undercut.play.arrays.games import OBSERVING, GameArrays, array_engine, shares_of
from undercut.play.arrays.recording import begin_histories, copy_histories, keep_policies, replay_games
from undercut.play.game import Game
from undercut.play.sources import Seeded
from undercut.play.state import State

_ROWS_AT_ONCE = 8192


@dataclass(frozen=True, slots=True)
class Decisions:
    game: NDArray[np.int64]  # the number of the game among the finished ones
    number: NDArray[np.int64]  # the number of the move in its game
    seat: NDArray[np.int64]
    action: NDArray[np.int64]
    legal: NDArray[np.int64]  # the numbers of the legal moves, row by row
    offsets: NDArray[np.int64]  # where those of each row begin in `legal`, and where the last end
    reward: NDArray[np.float32]  # the seat's reward at the end
    policy: NDArray[np.float32]  # of each number in `legal`; not a number in rows for which no policy was given
    observation: NDArray[np.int16]  # no columns if they are not wanted

    @classmethod
    def of(
        cls, written: Written, actions: NDArray[np.int64], lengths: NDArray[np.int64], rewards: NDArray[np.float32]
    ) -> Self:
        """Read what a replay has written of games of some lengths, with the rewards by game and seat."""
        games, offsets = np.repeat(np.arange(len(lengths)), lengths), _offsets(written.sizes)
        return cls(
            game=games,
            number=np.arange(len(games)) - _offsets(lengths)[games],
            seat=written.seats,
            action=actions,
            legal=written.legal[: offsets[-1]].copy(),
            offsets=offsets,
            reward=rewards[games, written.seats],
            policy=np.full(int(offsets[-1]), np.nan, dtype=np.float32),
            observation=written.grid,
        )


@dataclass(frozen=True, slots=True)
class Finished:
    """Games that have ended, by their deals and the numbers of their moves."""

    played: Game
    host: Host
    seeds: NDArray[np.int64]
    winners: NDArray[np.int64]  # masks of seats
    learners: NDArray[np.int64]  # with opponents, the learner's seat; otherwise -1
    lengths: NDArray[np.int64]  # how many moves each game had
    actions: NDArray[np.int64]  # game by game
    policies: NDArray[np.float32]  # of the legal moves of each decision for which the caller gave a policy
    policy_sizes: NDArray[np.int64]  # how many of these belong to each action

    def __len__(self) -> int:
        return len(self.seeds)

    @property
    def offsets(self) -> NDArray[np.int64]:
        """Where the actions of each game begin, and where the last end."""
        return _offsets(self.lengths)

    def records(self) -> Iterator[dict[str, JSON]]:
        for seed, (first, last) in zip(self.seeds.tolist(), pairwise(self.offsets.tolist()), strict=True):
            state = self.played.deal(seed)
            for number in cast("list[int]", self.actions[first:last].tolist()):
                state.play(self.played.actions[number])
            yield state.record()

    def chunks(self) -> Iterator[Decisions]:
        """Yield all decisions, some thousands at a time."""
        first, offsets = 0, self.offsets
        while first < len(self):
            last = int(np.searchsorted(offsets, int(offsets[first]) + _ROWS_AT_ONCE, side="right")) - 1
            last = max(last, first + 1)
            yield self._chunk(first, last)
            first = last

    def _chunk(self, first: int, last: int) -> Decisions:
        game, engine = self.played, array_engine(self.played.name, self.host)
        engine.prepare_function(replay_games, OBSERVING)
        offsets = self.offsets
        begin, end = int(offsets[first]), int(offsets[last])
        written = decision_buffers(engine, end - begin, game.observations.length)
        states, pack = engine.states(2), engine.cells(len(game.pack))
        engine.load(game.fresh_table(), states, 1)
        pack[:] = game.pack
        deals = Deals(self.seeds, self.actions, offsets, pack)
        scratch = engine.cells(1), engine.cells(engine.pack_size), engine.cells(engine.max_moves)
        engine.hosted(replay_games)(cast("list[Fields]", states), deals, written, *scratch, first, last)
        rewards = shares_of(game.seats)[self.winners[first:last]]
        found = Decisions.of(written, self.actions[begin:end], self.lengths[first:last], rewards)
        sizes, skipped = self.policy_sizes[begin:end], int(self.policy_sizes[:begin].sum())
        found.policy[np.repeat(sizes > 0, written.sizes)] = self.policies[skipped : skipped + int(sizes.sum())]
        return replace(found, game=first + found.game)


_ARRAYS = [field.name for field in fields(Finished) if field.name not in ("played", "host")]


def _offsets(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where lists of some sizes begin that lie one after the other, and where the last ends."""
    return np.concatenate([[0], np.cumsum(sizes)])


def decision_buffers(engine: Engine, decisions: int, width: int | None) -> Written:
    """Make the arrays that a replay writes decisions into, with observations of a width unless that is None."""
    return Written(
        seats=np.zeros(decisions, dtype=np.int64),
        sizes=np.zeros(decisions, dtype=np.int64),
        legal=np.empty(decisions * engine.max_moves, dtype=np.int64),  # far more than is used
        grid=np.zeros((0 if width is None else decisions, width or 0), dtype=np.int16),
    )


_Kind = TypeVar("_Kind", bound=np.generic)
_FIRST_CAPACITY = 256  # moves that the log of each game holds at first


class _Deals(NamedTuple):
    """How the games of a batch were dealt."""

    seeds: NDArray[np.int64]
    callers: NDArray[np.int64]  # the caller's seats


class _Redealt(NamedTuple):
    """Where redealt games began."""

    states: list[Fields] | NDArray[np.void]
    generators: list[Cells]  # of what chance decides later


class MoveLog:
    """The moves of each game since it began, where that was not a deal by its seed, and the games that have ended."""

    def __init__(self, n: int, *, keep: bool) -> None:
        self.moves = np.zeros((n, _FIRST_CAPACITY), dtype=np.int16)
        self._loaded: dict[int, State] = {}
        self._followed: dict[int, tuple[int, State]] = {}  # with the seed of the deal
        self._redealt: _Redealt | None = None
        self._ended: list[Finished] | None = [] if keep else None
        self._policies = Policies(
            lines=np.zeros((n, 0), dtype=np.float32),
            filled=np.zeros(n, dtype=np.int64),
            sizes=np.zeros((n, _FIRST_CAPACITY if keep else 0), dtype=np.int16),
        )

    @property
    def has_loaded(self) -> bool:
        """Whether a game began with a position of the caller."""
        return bool(self._loaded)

    @property
    def is_keeping(self) -> bool:
        return self._ended is not None

    def forget(self, chosen: NDArray[np.bool_]) -> None:
        for place in np.flatnonzero(chosen).tolist():
            self._loaded.pop(place, None)
            self._followed.pop(place, None)

    def begin_with(self, place: int, state: State) -> None:
        self._loaded[place] = state

    def begin_redealt(self, games: GameArrays, chosen: NDArray[np.bool_]) -> None:
        if self._redealt is None:
            engine = games.loops.engine
            self._redealt = _Redealt(engine.states(len(games)), engine.rows(len(games), 1))
        (states, generators), arrays = self._redealt, games.arrays
        if isinstance(states, np.ndarray):
            states[chosen] = cast("NDArray[np.void]", arrays.states)[: len(games)][chosen]
            cast("NDArray[np.int64]", generators)[chosen] = cast("NDArray[np.int64]", arrays.generators)[chosen]
        else:
            for place in np.flatnonzero(chosen).tolist():
                copy_fields(arrays.states[place], states[place])
                generators[place][0] = arrays.generators[place][0]

    def state(self, games: GameArrays, place: int) -> State:
        return self._played(games, place, self._start_of(games, place))

    def follow(self, games: GameArrays, place: int) -> State:
        """Return a game as a state that is not to be changed: the next call plays the later moves alone."""
        seed = int(games.columns[place, contract.SEED])
        before, state = self._followed.get(place, (-1, None))
        if state is None or before != seed:
            state = self._start_of(games, place)
        self._followed[place] = seed, self._played(games, place, state)
        return state

    def _played(self, games: GameArrays, place: int, state: State) -> State:
        moves = self.moves[place, len(state.moves) : games.columns[place, contract.MOVES_PLAYED]]
        for number in cast("list[int]", moves.tolist()):
            state.play(games.game.actions[number])
        return state

    def __getstate__(self) -> dict[str, object]:
        """Leave out the states that are followed: they are made again."""
        return {**vars(self), "_followed": {}}

    def _start_of(self, games: GameArrays, place: int) -> State:
        if place in self._loaded:
            return self._loaded[place].copy()
        if games.columns[place, contract.SEED] >= 0 or self._redealt is None:
            return games.game.deal(int(games.columns[place, contract.SEED]))
        states, generators = self._redealt
        chance = Seeded(0)
        chance.state = [int(generators[place][0])]
        return State(games.game, games.loops.engine.unload(states, place), chance)

    def grow(self, longest: int) -> None:
        """Grow the arrays if they cannot hold another move of the longest game."""
        if longest >= self.moves.shape[1]:
            more = (0, 0), (0, longest)
            self.moves = np.pad(self.moves, more)
            self._policies = self._policies._replace(sizes=np.pad(self._policies.sizes, more))

    def keep_policies(self, games: GameArrays, policies: NDArray[np.generic] | None) -> None:
        if not self.is_keeping:
            if policies is None:
                return
            raise UndercutError("policy: this batch keeps no games; undercut.batch(..., keep=True) does")
        lines, filled, sizes = self._policies
        new = games.columns[:, contract.CALLER_MOVES] == 0
        filled[new], sizes[new] = 0, 0
        if policies is None:
            return
        enough = int((filled + games.columns[:, contract.LEGAL_COUNT]).max())
        if enough > lines.shape[1]:
            lines = np.pad(lines, ((0, 0), (0, 2 * enough - lines.shape[1])))
            self._policies = self._policies._replace(lines=lines)
        given = cast("NDArray[np.floating]", np.ascontiguousarray(policies))
        games.loops.run(keep_policies, games.arrays, given, self._policies)

    def begin_step(self, games: GameArrays) -> _Deals | None:
        """Return how the games were dealt, which a step may change; None if finished games are not kept."""
        columns = contract.SEED, contract.CALLER_SEAT
        return _Deals(*(games.columns[:, column].copy() for column in columns)) if self.is_keeping else None

    def end_step(self, games: GameArrays, before: _Deals | None, longest: int) -> None:
        """Keep the games that the last step ended, unless they were loaded, and prepare for another move."""
        self.grow(longest)
        if self._ended is None or before is None:
            return
        columns = games.columns
        over = np.flatnonzero(columns[:, contract.END_STATE] == contract.ENDED_NOW)
        columns[over, contract.END_STATE] = contract.ENDED_BEFORE  # should an opponent still move in the next deal
        dealt = over[before.seeds[over] >= 0]
        if len(dealt):
            policies, lengths = self._policies, columns[dealt, contract.FINAL_LENGTH]
            ended = Finished(
                games.game,
                games.loops.host,
                seeds=before.seeds[dealt],
                winners=columns[dealt, contract.WINNERS],
                learners=before.callers[dealt],
                lengths=lengths,
                actions=_heads(self.moves, dealt, lengths).astype(np.int64),
                policies=_heads(policies.lines, dealt, policies.filled[dealt]),
                policy_sizes=_heads(policies.sizes, dealt, lengths).astype(np.int64),
            )
            self._ended.append(ended)

    def finished(self, game: Game, host: Host) -> Finished:
        if self._ended is None:
            raise UndercutError("finished: this batch keeps no games; undercut.batch(..., keep=True) does")
        nothing: list[NDArray[Any]] = [np.zeros(0, dtype=np.int64)] * len(_ARRAYS)
        parts, self._ended = self._ended or [Finished(game, host, *nothing)], []
        joined: list[NDArray[Any]] = [np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS]
        return Finished(game, host, *joined)


def _heads(rows: NDArray[_Kind], chosen: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[_Kind]:
    """Join the beginnings of chosen rows, each of its length."""
    heads = rows[chosen, : lengths.max()]
    return heads[np.arange(heads.shape[1]) < lengths[:, None]]


class Histories:
    """Events in rows of integers, up to a fixed capacity; of a history that outgrows it, they are only counted."""

    def __init__(self, games: GameArrays, capacity: int, states: Sequence[State]) -> None:
        """Take over the histories of games that are in progress."""
        n, seats = len(games), games.game.seats
        lines, sizes = (
            np.zeros((n * seats, capacity * EVENT_WIDTH), dtype=np.int16),
            np.zeros(n * seats, dtype=np.int64),
        )
        self.events = Events(lines, sizes, seats)
        self._shape = (n, seats, capacity, EVENT_WIDTH)
        # What the caller sees: a history of each game; and how many cells of it are not empty.
        self._picked = np.zeros((n, capacity * EVENT_WIDTH), dtype=np.int16)
        self._filled = np.zeros(n, dtype=np.int64)
        for place, (state, seat) in enumerate((state, seat) for state in states for seat in range(seats)):
            events = state.history(seat)
            sizes[place] = len(events)
            lines[place, : events[:capacity].size] = events[:capacity].reshape(-1)

    def begin(self, games: GameArrays, chosen: NDArray[np.bool_]) -> None:
        if chosen.any():
            places = chosen.astype(np.int64)
            games.loops.run_in(games.scratch, begin_histories, games.arrays, places, self.events)

    def pick(self, games: GameArrays, seats: NDArray[np.int64]) -> NDArray[np.int16]:
        """Copy the history of one seat of each game (-1: none); an error if one has outgrown its capacity."""
        n, _, capacity, width = self._shape
        outgrown = max(games.loops.run(copy_histories, self.events, seats, self._picked, self._filled))
        if outgrown >= 0:
            size = self.events.sizes[outgrown]
            message = f"history of game {outgrown // self.events.seats}: it has {size} events, and history_room is "
            raise UndercutError(f"{message}{capacity}")
        return self._picked.reshape(n, capacity, width)
