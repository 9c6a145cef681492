"""Players: their interface, games between them, and those that are built in: random, greedy, searching, by level."""

import random
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from operator import itemgetter
from typing import Protocol, runtime_checkable

from undercut.bots.thinking.budget import QUIET, Effort, Watch
from undercut.bots.thinking.prove import look_ahead
from undercut.bots.thinking.think import think
from undercut.engine.contract import Fields
from undercut.engine.host import Host, default_host
from undercut.errors import BadNotation, UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import GameState, Move, Outcome, View
from undercut.games.base.parts.bots import LEVEL_NAMES, Budget, Character, Level, Levels, Ranking, Settings
from undercut.play.game import Game
from undercut.play.loading import determinize
from undercut.play.observing import view_with_history
from undercut.play.state import State
from undercut.search.contract import BUFFER, STATES
from undercut.search.layers import can_rank, greedy_engine
from undercut.translation import N_


class Player(Protocol):
    """Chooses moves for a seat.

    A player with an attribute ``wants_history`` that is true gets views with the field ``history``: the moves and
    revealed cards of the game so far, as its seat knows them.
    """

    name: str  # shown in records and on the screen

    def choose(self, view: View, moves: Sequence[Move]) -> Move | str:
        """Choose one of the legal moves for the seat to move, which sees the view; return it or its notation."""
        ...


@runtime_checkable
class Guest(Player, Protocol):
    """A player that holds a resource, such as a process, and is notified when a game starts and ends."""

    def begin(self, game: Game, seat: int) -> None:
        """Start a game; if this is not called, the first `choose` starts it."""
        ...

    def close(self, result: Outcome | None = None) -> None: ...


class Forfeit(UndercutError):  # noqa: N818  the term that players use
    """A player cannot continue and loses its game."""

    def __init__(self, reason: str, text: str) -> None:
        super().__init__(text)
        self.reason = reason

    def __reduce__(self) -> "tuple[type[Forfeit], tuple[str, str]]":
        return Forfeit, (self.reason, str(self))


def wants_history(player: Player) -> bool:
    return getattr(player, "wants_history", False) is True


def view_for(player: Player, state: State, seat: int) -> View:
    """Return what a player may choose from: its seat's view, with the history if the player wants it."""
    return view_with_history(state, seat) if wants_history(player) else state.view(seat)


def ask(player: Player, state: State, seat: int) -> Move:
    return read_answer(state, player.choose(view_for(player, state, seat), state.legal_moves()))


def read_answer(state: State, answer: object) -> Move:
    """Return the legal move that a player has answered, as a move or as text; errors as for `ask`."""
    if not isinstance(answer, str | Move):
        raise BadNotation(f"choose returned {answer!r:.40}, and {answer!r:.40} is not a move")
    return state.legal_move(answer)


@contextmanager
def seated(state: State, make: Callable[[int], Player]) -> Generator[list[Player]]:
    """Make a player for each seat; guests are told of the game's start and, whatever happens, of its end."""
    players: list[Player] = []
    try:
        for seat in range(state.game.seats):
            players.append(player := make(seat))
            if isinstance(player, Guest):
                player.begin(state.game, seat)
        yield players
    finally:
        close_guests(players, state.result)


def close_guests(players: Iterable[object], result: Outcome | None) -> None:
    """Tell all guests among some players of the end, even if one of them fails."""
    with ExitStack() as ending:
        for player in players:
            if isinstance(player, Guest):
                ending.callback(player.close, result)


def start_guest(guest: Guest, game: Game, seat: int) -> None:
    try:
        guest.begin(game, seat)
    except Exception as error:
        raise UndercutError(f"{guest.name}: {error_text(error)}") from error


def try_out(player: Player, game: Game) -> None:
    """Refuse a guest that cannot start a game."""
    if isinstance(player, Guest):
        with closing(player):
            start_guest(player, game, 0)


def error_text(error: Exception) -> str:
    """Say what went wrong; an error that is not ours is of a person's own code."""
    return str(error) if isinstance(error, UndercutError) else f"{type(error).__name__}: {error}"


def take_turn(state: State, players: Sequence[Player]) -> Move:
    """Play one move, chosen by the player to move; errors as for `ask`."""
    seat = state.to_move
    assert seat is not None, "the game is over"  # noqa: S101  the caller asked
    return state.play(ask(players[seat], state, seat))


def play_out(state: State, players: Sequence[Player], limit: int = 10_000) -> State:
    for _ in range(limit):
        if state.result:
            break
        take_turn(state, players)
    return state


class Uniform:
    name = "random"

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        del view
        return self.chance.choice(moves)


_SHORT_SEARCH, _NEAR = Budget(iterations=8), Settings(limit=20)
"""The search in games without their own ranking of moves: a few milliseconds, and no further than the next turns."""


def ranks_of(state: GameState, moves: Sequence[Move]) -> list[int]:
    table = state.table_copy()
    return rank_codes(state.game.name, table, [state.game.spec.notation.parse(table, str(move)) for move in moves])


def rank_codes(name: str, table: Fields, codes: Sequence[int]) -> list[int]:
    engine, states = greedy_engine(name, Host.PLAIN), _scratch_states(name)
    engine.load(table, states, 0)
    ranks = [0] * len(codes)
    engine.functions.rank_moves(states, [*codes], len(codes), ranks, [0] * BUFFER)
    return ranks


_scratch = threading.local()


def _scratch_states(game: str) -> list[Fields]:
    """Return the states of a ranking, one set for each game and thread: making them takes longer than ranking."""
    kept: dict[str, list[Fields]] = _scratch.__dict__
    if game not in kept:
        engine = greedy_engine(game, Host.PLAIN)
        kept[game] = [engine.table() for _ in range(STATES)]
    return kept[game]


class Greedy:
    """Plays the move that leaves its own side looking best; a short search in a game without a ranking."""

    name = "greedy"

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        if not can_rank(str(view["game"])):
            found = think(view, Effort(_SHORT_SEARCH, Host.PLAIN), self.chance, settings=_NEAR).moves
            most = max(each.expected for each in found)
            return self.chance.choice([each.move for each in found if each.expected == most])
        ranks = ranks_of(determinize(view, self.chance), moves)
        # Less than a unit on top: it decides between equal ranks only.
        tied = [rank + self.chance.random() for rank in ranks]
        return moves[tied.index(max(tied))]


_DUEL = 2


@dataclass(slots=True, eq=False)
class SearchPlayer:
    chance: random.Random
    budget: Budget
    settings: Settings
    _: KW_ONLY
    name: str = "search"
    host: Host | None = None
    crowd: Budget | None = None  # the budget with three or more seats; None: the same
    watch: Watch = QUIET
    wants_history: bool = field(init=False)

    def __post_init__(self) -> None:
        # Plain Python would take longer over past games than over the move.
        self.wants_history = self.settings.pasts > 0 and (self.host or default_host()) is not Host.PLAIN

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Take a win at once; otherwise search, and choose the best move that gives no win to an opponent."""
        if len(moves) == 1:
            return moves[0]
        winning, losing = look_ahead(view, host=self.host)
        if winning:
            return next(move for move in moves if str(move) in winning)
        seats = view["seats"]
        is_crowd = isinstance(seats, int) and seats > _DUEL
        budget = self.crowd if self.crowd and is_crowd else self.budget
        found = think(view, Effort(budget, self.host, self.watch), self.chance, settings=self.settings)
        return next((one.move for one in found.moves if str(one.move) not in losing), found.best.move)


@dataclass(slots=True, eq=False)
class Ranked:
    """Takes a win at once; otherwise plays the move that ranks highest and gives no win to an opponent."""

    chance: random.Random
    ranking: Ranking
    _: KW_ONLY
    name: str
    host: Host | None = None

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        deal = determinize(view, self.chance)
        winning, losing = look_ahead(view, deal=deal, host=self.host)
        if winning:
            return next(move for move in moves if str(move) in winning)
        safe = [move for move in moves if str(move) not in losing] or _on_turn(deal, moves) or moves
        ranks = self.ranking(deal, safe)
        return max(zip(ranks, (self.chance.random() for _ in safe), safe, strict=True), key=itemgetter(0, 1))[2]


def _on_turn(deal: State, moves: Sequence[Move]) -> list[Move]:
    """List the moves after which the same seat is to move; where all lose, they lose the latest."""
    seat, found = deal.to_move, list[Move]()
    for move in moves:
        after = deal.copy()
        after.play(str(move))
        if after.to_move == seat:
            found.append(move)
    return found


PLAYERS: dict[str, Callable[[random.Random], Player]] = {"random": Uniform, "greedy": Greedy}
"""Factories of the players that need no settings, by name."""


_USUAL = (
    ("Ada", N_("Ada tries two or three moves and plays the best of them."), Budget(iterations=3, seconds=0.5)),
    ("Ben", N_("Ben compares a handful of moves and looks no further."), Budget(iterations=12, seconds=0.5)),
    ("Cleo", N_("Cleo looks at your reply, but rarely at what follows."), Budget(iterations=50, seconds=0.5)),
    ("Dora", N_("Dora looks a few moves ahead, but not at every move."), Budget(iterations=250, seconds=1.0)),
    ("Emil", N_("Emil looks ahead along all moves that seem good."), Budget(iterations=1_000, seconds=1.0)),
    ("Mira", N_("Mira thinks the longest of all."), Budget(iterations=5_000, seconds=5.0)),
)

ADAPTIVE = "adaptive"  # the name of the opponent whose level follows the results

USUAL = Levels(Settings(limit=200), *(Level(Character(name, style), budget) for name, style, budget in _USUAL))
"""The default for games without their own levels."""


def levels_of(game: str) -> Levels:
    return registry.spec(game).bots() or USUAL


def advice_settings(game: str) -> Settings:
    levels = levels_of(game)
    return levels.advice or levels.settings


def other_levels(levels: Sequence[str], *, won: bool | None) -> list[tuple[str, ...]]:
    """Return the levels to offer a person after a game: one step up after a win, one down after a loss, both else."""
    if not levels or any(level not in LEVEL_NAMES for level in levels):
        return []
    steps = [LEVEL_NAMES.index(level) for level in levels]
    found: list[list[int]] = []
    if won is not False and min(steps) + 1 < len(LEVEL_NAMES):
        found.append([max(step, min(steps) + 1) for step in steps])
    if not won and max(steps) > 0:
        found.append([min(step, max(steps) - 1) for step in steps])
    return [tuple(LEVEL_NAMES[step] for step in each) for each in found]


def level_player(
    name: str,
    game: str,
    chance: random.Random,
    *,
    host: Host | None = None,
    watch: Watch = QUIET,
    timed: bool = True,
) -> Player:
    """Make the player of a level; one that is not timed has a limit of iterations alone, and is the same everywhere."""
    levels = levels_of(game)
    level = levels.levels[name]
    if level.ranking:
        return Ranked(chance, level.ranking, name=name, host=host)
    settings = level.settings or levels.settings
    budget, crowd = level.budget, level.crowd
    if not timed:
        budget, crowd = replace(budget, seconds=None), replace(crowd, seconds=None) if crowd else None
    return SearchPlayer(chance, budget, settings, name=name, host=host, crowd=crowd, watch=watch)
