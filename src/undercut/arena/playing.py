"""The games of an arena: players by name, line-ups, deals, rotations and seeds, and how one game is played."""

import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import KW_ONLY, asdict, dataclass, field
from functools import partial
from itertools import combinations, count
from operator import itemgetter
from typing import cast

from undercut.arena.scores import Times, time_class
from undercut.bots.external.client import Programs, is_external
from undercut.bots.players import Forfeit, Guest, Player, SearchPlayer, close_guests, levels_of, read_answer, view_for
from undercut.bots.registry import NoSuchOpponent, is_imported, make
from undercut.bots.thinking.budget import Effort, read_budget
from undercut.bots.thinking.think import think_openly
from undercut.decoding import JSON
from undercut.engine.contract import WHOLE_SHARE, Fields
from undercut.engine.engine import table_after
from undercut.engine.host import Host
from undercut.errors import PlayerError, UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import Move, Outcome, View
from undercut.games.base.parts.bots import BY_NETWORK, Budget, Settings
from undercut.games.base.words import TableEnd
from undercut.play.game import Game, Rules, game
from undercut.play.input import expect, read_seed
from undercut.play.loading import LONGEST_NAME
from undercut.play.sources import derive
from undercut.play.state import State
from undercut.search.layers import own_function, search_engine
from undercut.search.network_file import own_network
from undercut.search.workspace import LEAST_ROW

PLIES = 2
# A move without a choice costs no ply; after this many in a row, looking further shows nothing more.
MOST_FORCED = 20
# How much a lead of one card moves a share away from a half.
STEP = 0.001

Valuation = Callable[[Game, Fields], list[float]]  # estimates every seat's share of a game that goes on


class Omniscient(ABC):
    name: str

    def choose(self, view: View, moves: Sequence[Move]) -> Move:  # noqa: ARG002  a player's
        raise UndercutError(f"{self.name} cheats: it plays in the arena only, where it is shown all cards")

    def choose_openly(self, state: State) -> Move:
        moves = state.legal_moves()
        return moves[0] if len(moves) == 1 else self.best(state, moves)

    @abstractmethod
    def best(self, state: State, moves: Sequence[Move]) -> Move:
        """Choose among several moves."""


@dataclass(eq=False)
class Cheating(Omniscient):
    """Plays the most visited move of a search that sees all hands and the order of every pile."""

    chance: random.Random
    budget: Budget
    settings: Settings
    _: KW_ONLY
    name: str
    host: Host | None = None

    def best(self, state: State, moves: Sequence[Move]) -> Move:  # noqa: ARG002  the search lists them itself
        return think_openly(state, Effort(self.budget, self.host), self.chance, settings=self.settings).best.move


def by_evaluation(game: Game, table: Fields) -> list[float]:
    """Value a table as searches do where they stop: by its evaluation."""
    shares = [0] * game.seats
    search_engine(game.name, Host.PLAIN).functions.evaluate(table, shares, [0] * LEAST_ROW)
    return [share / sum(shares) for share in shares]


def by_count(game: Game, table: Fields) -> list[float]:
    """Value a table of two players by the number of cards alone, where the game's search can count them."""
    count_lead = own_function(game.name, "count_lead")
    assert count_lead is not None, "a game without this count"  # noqa: S101  `valuations` does not offer it
    lead = float(count_lead(table))
    return [0.5 + STEP * lead, 0.5 - STEP * lead]


def valuations(game: str) -> dict[str, Valuation]:
    known: dict[str, Valuation] = {"peeking": by_evaluation} if own_function(game, "evaluate") else {}
    if own_function(game, "count_lead"):
        known["peeking:count"] = by_count
    return known


@dataclass(eq=False)
class Peeking(Omniscient):
    """Plays the move that is worth most if the next seat to choose answers best, with all cards open."""

    chance: random.Random
    valuation: Valuation = by_evaluation
    _: KW_ONLY
    name: str = "peeking"

    def best(self, state: State, moves: Sequence[Move]) -> Move:
        tied = [worth + self.chance.random() * 1e-6 for worth in shares_after_replies(state, self.valuation)]
        return moves[tied.index(max(tied))]


def shares_after_replies(state: State, valuation: Valuation = by_evaluation) -> list[float]:
    """Estimate the share that each legal move gets if the next seat answers best, in the real order of piles."""
    seat = state.to_move
    assert seat is not None, "the game is over"  # noqa: S101  the caller asked
    table = state.table_copy()
    looking = _Looking(state.game, valuation)
    return [looking.after(table, code, PLIES - 1)[seat] for code in looking.codes(table)]


class _Looking:
    def __init__(self, game: Game, valuation: Valuation) -> None:
        self.game = game
        self.engine = search_engine(game.name, Host.PLAIN)
        self.valuation = valuation
        self.buffer = [0] * self.engine.max_moves

    def codes(self, table: Fields) -> list[int]:
        """List the legal moves; none if the game is over, or it is for chance to go on."""
        functions = self.engine.functions
        if functions.is_over(table) or functions.chance_need(table):
            return []
        return self.buffer[: functions.legal_moves(table, self.buffer)]

    def after(self, table: Fields, code: int, plies: int) -> list[float]:
        """Estimate every seat's share after a move, looking a number of plies further."""
        functions = self.engine.functions
        twin = table_after(self.engine, table, code)
        codes = self.codes(twin)
        for _ in range(MOST_FORCED):
            if len(codes) != 1:
                break
            functions.play(twin, codes[0])
            codes = self.codes(twin)
        if plies == 0 or not codes:
            return self.valued(twin)
        chooser = functions.mover(twin)
        answers = [self.after(twin, code, plies - 1) for code in codes]
        return max(answers, key=itemgetter(chooser))

    def valued(self, table: Fields) -> list[float]:
        functions = self.engine.functions
        if not functions.is_over(table):
            return self.valuation(self.game, table)
        shares = [0] * self.game.seats
        functions.result_shares(table, shares, self.game.seats)
        return [share / WHOLE_SHARE for share in shares]


CHEATING, LEARNED = "cheating", "learned"


def make_entrant(name: str, game: str, seed: int | None = None, *, programs: Programs | None = None) -> Player:
    """Make a player; ``programs`` keeps one that is a program for later games."""
    registry.spec(expect("game", game, str))
    kind, _, argument = expect("name", name, str).partition(":")
    chance = random.Random(read_seed(seed))  # noqa: S311  choices may be repeated from a seed
    if kind == CHEATING and argument:
        return Cheating(chance, read_budget(argument), levels_of(game).settings, name=name)
    if kind == LEARNED and argument:
        own_network(game)
        return SearchPlayer(chance, read_budget(argument), BY_NETWORK, name=name)
    if name in (known := valuations(game)):
        return Peeking(chance, known[name], name=name)
    try:
        return make(name, game, seed, programs=programs)
    except NoSuchOpponent as error:
        references = ", ".join(known)
        raise NoSuchOpponent(f"{error}; and in an arena, to compare with, {references} and {CHEATING}:5000") from None


LONGEST_GAME = 5_000  # default move limit; a game that reaches it counts as a draw

LineUp = tuple[str, ...]  # player names by seat, as seated in the first game of a deal


@dataclass(frozen=True, slots=True, order=True)
class Job:
    deal: int  # the deal's number, from 0
    line_up: int
    rotation: int


@dataclass(frozen=True, slots=True)
class Plan:
    game: str
    rules: JSON
    seats: int
    line_ups: tuple[LineUp, ...]
    seed: int = 0
    limit: int = LONGEST_GAME

    def as_json(self) -> dict[str, JSON]:
        line_ups: list[JSON] = [[*line_up] for line_up in self.line_ups]
        return asdict(self) | {"line_ups": line_ups}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))

    def jobs(self, deals: int | None = None) -> Iterator[Job]:
        """List the games on a number of deals; without one, on endless deals."""
        for deal in count() if deals is None else range(deals):
            yield from self.jobs_on(deal)

    def jobs_on(self, deal: int) -> list[Job]:
        return [Job(deal, line_up, rotation) for line_up in range(len(self.line_ups)) for rotation in range(self.seats)]

    def seated(self, job: Job) -> LineUp:
        return rotated(self.line_ups[job.line_up], job.rotation)

    def deal_seed(self, job: Job) -> int:
        """Return the seed of a job's deal, shared by all games on that deal."""
        return derive(self.seed, "deal", job.deal)

    def player_seed(self, job: Job, seat: int) -> int:
        return derive(self.seed, "player", job.line_up, job.deal, job.rotation, seat)

    def deal(self, job: Job) -> State:
        return game(self.game, rules=cast("Rules", self.rules), seats=self.seats).deal(self.deal_seed(job))

    def par(self, line_up: int, label: str) -> float:
        return labels_of(self.line_ups[line_up]).count(label) / self.seats


def rotated(line_up: LineUp, rotation: int) -> LineUp:
    """Return who sits in each seat after some rotations: every time, all move on by one seat."""
    return line_up[-rotation:] + line_up[:-rotation]


def line_up_of(names: Sequence[str], seats: int) -> LineUp:
    if len(names) == seats:
        return tuple(names)
    if len(names) == 2:  # noqa: PLR2004  two names: one against the rest
        return (names[0], *[names[1]] * (seats - 1))
    raise UndercutError(f"players: {len(names)} names for {seats} seats; give two names, or one per seat")


def pool_line_ups(names: Sequence[str], seats: int) -> tuple[LineUp, ...]:
    """Pair all players of a pool, alternately; twice at an odd number of seats, for the extra one."""
    if len(names) < 2 or len(set(names)) < len(names):  # noqa: PLR2004  two make a match
        raise UndercutError("players: a pool needs at least two, each named once")
    line_ups: list[LineUp] = []
    for pair in combinations(names, 2):
        line_ups.append(tuple(pair[seat % 2] for seat in range(seats)))
        if seats % 2:
            line_ups.append(tuple(pair[1 - seat % 2] for seat in range(seats)))
    return tuple(line_ups)


def labels_of(line_up: LineUp) -> LineUp:
    """Return the label under which each place is scored: one for all copies, unless there are only copies."""
    if len(set(line_up)) == 1:
        return tuple(f"{name} #{place}" for place, name in enumerate(line_up, start=1))
    return line_up


LIMIT, ERROR, ILLEGAL = "limit", "error", "illegal"  # end reasons that an arena adds to those of the rules

_LONGEST_FAULT = 300

Make = Callable[[str, str, int | None], Player]  # creates a player from its name, the game's name and a seed


@dataclass(frozen=True, slots=True)
class Fault:
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    job: Job
    winners: tuple[int, ...]
    reason: str  # why it ended: a reason of the rules, `limit`, `error`, `illegal`, or the reason of a `Forfeit`
    moves: int
    fault: Fault | None = None  # the failure that ended the game, if any
    # Decision times by seat, without forced moves.
    times: tuple[Times, ...] = field(default=(), compare=False)
    record: dict[str, JSON] | None = field(default=None, compare=False)


class _PlayerFailed(Exception):  # noqa: N818  the player's error, not the arena's
    def __init__(self, seat: int, reason: str, error: Exception) -> None:
        text = str(error)
        self.cause = error
        if isinstance(error, Forfeit):
            reason = error.reason
        else:
            text = f"{type(error).__name__}: {text}"
        super().__init__(text)
        self.seat, self.reason, self.text = seat, reason, text[:_LONGEST_FAULT]


@dataclass(frozen=True, slots=True)
class Games:
    """The work of playing a plan's games, for runners of `undercut.workers`; programs can stay for several games."""

    plan: Plan
    keep: bool = False  # whether results have the games' records
    maker: Make | None = None  # makes your own objects under any name; None: players by their names
    strict: bool = False  # whether a player's error is raised instead of losing the game

    @contextmanager
    def open(self) -> Generator[Callable[[Job], Result]]:
        with closing(Programs()) as programs:
            yield partial(self.play, programs=programs)

    def describe(self, job: Job) -> str:
        players = ", ".join(self.plan.line_ups[job.line_up])
        return f"deal {job.deal}, rotation {job.rotation} of {players}"

    def play(self, job: Job, programs: Programs | None = None) -> Result:
        """Play one game; a player that fails loses it, unless its errors are raised."""
        plan, maker = self.plan, self.maker or partial(make_entrant, programs=programs)
        names, state = plan.seated(job), plan.deal(job)
        state.players = tuple(name[:LONGEST_NAME] for name in names)
        times: list[Counter[int]] = [Counter() for _ in names]
        players: list[Player] = []
        failure: _PlayerFailed | None = None
        outcome: Outcome | None = None  # None while the game may still fail as a whole
        try:
            for seat, name in enumerate(names):
                players.append(player := _make_player(maker, name, plan, job, seat))
                if isinstance(player, Guest):
                    with _failing(seat):
                        player.begin(state.game, seat)
            _play_out(state, players, plan.limit, times)
            outcome = state.result or Outcome((), LIMIT)
        except _PlayerFailed as error:
            if self.strict and not isinstance(error.cause, Forfeit):
                raise _error_of(error, names[error.seat], job, state) from error.cause
            failure = error  # the player loses, and all others win
            outcome = Outcome(tuple(seat for seat in range(plan.seats) if seat != error.seat), error.reason)
        finally:
            with suppress(Exception):  # the game is over: a failure now changes nothing
                close_guests(players, outcome)
        assert outcome  # noqa: S101  other errors were raised
        if failure:
            # Records have no reason for failures: store them as a resignation or as lost on time.
            end = TableEnd.TIME if failure.reason == TableEnd.TIME.value else TableEnd.RESIGNED
            state.finish(Outcome(outcome.winners, end.value))
        fault = Fault(failure.seat, failure.text) if failure else None
        record = state.record() if self.keep else None
        return Result(job, outcome.winners, outcome.reason, len(state.moves), fault, tuple(times), record)


def _error_of(failure: _PlayerFailed, player: str, job: Job, state: State) -> PlayerError:
    seat, moves = failure.seat, len(state.moves)
    text = f"{player} in seat {seat}, deal {job.deal}, rotation {job.rotation}, after {moves} moves: {failure.text}"
    return PlayerError(text, player=player, seat=seat, deal=job.deal, record={**state.record()})


@contextmanager
def _failing(seat: int) -> Generator[None]:
    try:
        yield
    except Exception as error:
        raise _PlayerFailed(seat, ERROR, error) from error


def _make_player(maker: Make, name: str, plan: Plan, job: Job, seat: int) -> Player:
    try:
        with _failing(seat):
            return maker(name, plan.game, plan.player_seed(job, seat))
    except _PlayerFailed as failure:
        # A program or function that fails loses; an unknown player makes the whole plan invalid.
        if isinstance(failure.cause, UndercutError) and not (is_external(name) or is_imported(name)):
            raise failure.cause from None
        raise


def _play_out(state: State, players: list[Player], limit: int, times: list[Counter[int]]) -> None:
    for _ in range(limit):
        seat = state.to_move
        if seat is None:
            return
        choice = _choice(state, players[seat], seat, times[seat])
        try:
            state.play(read_answer(state, choice))
        except UndercutError as error:
            raise _PlayerFailed(seat, ILLEGAL, error) from error


def _choice(state: State, player: Player, seat: int, times: Counter[int]) -> Move | str:
    moves = state.legal_moves()
    if isinstance(player, Omniscient):
        choose = partial(player.choose_openly, state.copy())
    else:
        choose = partial(player.choose, view_for(player, state, seat), moves)
    began = time.perf_counter()
    with _failing(seat):
        move = choose()
    if len(moves) > 1:
        times[time_class(time.perf_counter() - began)] += 1
    return move
