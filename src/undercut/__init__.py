"""Undercut: Cuttle, Cups and Cut the Rope, played exactly as their written rules say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from undercut.engine import loops
from undercut.engine.host import Host, default_host
from undercut.errors import (
    BadNotation,
    BadPosition,
    BadRecord,
    BadRules,
    IllegalMove,
    PlayerError,
    Reason,
    UndercutError,
    with_extra,
)
from undercut.games.base.game_types import Move, Outcome
from undercut.games.base.registry import load
from undercut.installed import installed
from undercut.play.game import Game, Rules, game
from undercut.play.input import expect, read_host, read_seat, read_seed, read_whole
from undercut.play.loading import from_position, replay
from undercut.play.state import State

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path
    from typing import Literal

    from undercut.arena.contest import Match
    from undercut.bots.advice.analysis import Analysis
    from undercut.bots.advice.hint import Advice
    from undercut.bots.players import Player
    from undercut.bots.registry import Bot
    from undercut.frames.dataset import Dataset
    from undercut.frames.rows import ArrowTable
    from undercut.play.arrays.batch import Batch
    from undercut.play.arrays.log import Finished
    from undercut.play.arrays.opponents import Opponent, Opponents

__version__ = installed().version

_make_game = game  # for functions with a parameter called game

__all__ = [
    "BadNotation",
    "BadPosition",
    "BadRecord",
    "BadRules",
    "Game",
    "Host",
    "IllegalMove",
    "Move",
    "Outcome",
    "PlayerError",
    "Reason",
    "State",
    "UndercutError",
    "analyse",
    "batch",
    "bot",
    "dataset",
    "frame",
    "from_position",
    "from_view",
    "game",
    "hint",
    "match",
    "perft",
    "replay",
]


def batch(  # noqa: PLR0913  each is a choice of its own
    game: str,
    n: int,
    *,
    rules: Rules | None = None,
    seats: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    host: Host | None = None,
    auto_reset: bool = True,
    history_room: int | None = None,
    opponents: Opponent | Sequence[Opponent] | None = None,
    seat: int | None = 0,
    keep: bool = False,
) -> Batch:
    """Deal many games that are stepped together by NumPy arrays.

    Args:
        game: The game's name.
        n: How many games, 1 to 1,048,576.
        rules: As for `game`.
        seats: As for `game`.
        seed: 0 to 2**63 - 1. Game i depends on the seed and i alone, not on n, the number of threads or the host; None:
            from the system.
        threads: How many threads share the games, 1 to 64. Waking a thread takes 20 to 50 µs, as long as some hundred
            moves, and each `step` and `observe` does it: more than one helps batches of many thousand games.
        host: Where the rules run; None: ``UNDERCUT_HOST``, or compiled if that is not set.
        auto_reset: Whether each game that ends is replaced by a new deal at once.
        history_room: How many events `Batch.history` has room for; None: the game's `Observations.history_room`.
        opponents: Who moves for the other seats, so that each step ends at the next move of the learner's seat:
            ``"random"`` and ``"greedy"`` play compiled; another name as for `bot`, an object with ``choose(view,
            moves)``, or a function of the observations and masks of some games (a row for each) that returns numbers
            of moves; or one for each other seat, in the order of play from the learner's on. None: the caller moves
            for all seats.
        seat: With opponents, the learner's seat; None: game i begins with seat i, and each new deal has the next one.
        keep: Whether games that end are kept, until `Batch.finished` returns them.

    Raises:
        BadRules: The game, its rules or its seats are invalid.
        UndercutError: Another argument is invalid, or the game has no fixed numbers of moves.

    Examples:
        >>> import undercut
        >>> games = undercut.batch("cuttle", 8, seed=1, host=undercut.Host.PLAIN)
        >>> rewards, done = games.step(games.sample())
        >>> games.mask.shape, rewards.shape, bool(done.any())
        ((8, 1415), (8, 2), False)
    """
    from undercut.play.arrays.batch import Batch  # noqa: PLC0415  programs without batches need not load NumPy

    chosen = _make_game(game, rules=rules, seats=seats)
    if opponents is None and seat != 0:
        raise UndercutError(f"seat: {seat!r:.40} means nothing without opponents; they move for the other seats")
    others = None if opponents is None else _opponents(chosen, opponents, seat, seed, host)
    return Batch(
        chosen,
        n,
        seed=seed,
        threads=threads,
        host=host,
        auto_reset=auto_reset,
        history_room=history_room,
        opponents=others,
        keep=keep,
    )


def _opponents(
    game: Game, given: Opponent | Sequence[Opponent], seat: int | None, seed: int | None, host: Host | None
) -> Opponents:
    """Make players of the names that have no compiled policy; where the batch is compiled, their searches are, too."""
    from undercut.bots.registry import make, unwrapped  # noqa: PLC0415  above `play`
    from undercut.play.arrays.opponents import COMPILED, Opponents  # noqa: PLC0415  as in `batch`
    from undercut.search.layers import can_rank  # noqa: PLC0415  as in `batch`

    searching = Host.COMPILED if (read_host(host) or default_host()) is Host.COMPILED else None
    compiled = {name for name in COMPILED if name != "greedy" or can_rank(game.name)}

    def made(each: Opponent) -> Opponent:
        if isinstance(each, str):
            return each if each in compiled else make(each, game.name, read_seed(seed), host=searching)
        return unwrapped(each, game.name)

    if isinstance(given, Sequence) and not isinstance(given, str):
        return Opponents(game, [made(each) for each in cast("Sequence[Opponent]", given)], seat)
    return Opponents(game, made(given), seat)


def bot(name: str, game: str, *, seed: int | None = None) -> Bot:
    """Make a bot, which chooses a move from a view and the legal moves, or from a state.

    Args:
        name: ``"random"``, ``"greedy"``, a level such as ``"hard"``, ``"search:5000"``, ``"baseline:ppo"``,
            ``"exec:./mybot"`` or ``"python:mymodule:make"``.
        game: The name of the game it will play.
        seed: 0 to 2**63 - 1 for repeatable choices; None: from the system.

    Raises:
        UndercutError: The name, the game or the seed is invalid.

    Examples:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> bot("greedy", "cuttle", seed=1).choose(state) in state.legal_moves()
        True
    """
    from undercut.bots import registry  # noqa: PLC0415  programs without bots need not load them

    return registry.Bot(registry.make(name, game, seed), game)


def from_view(view: Mapping[str, object]) -> State:
    """Complete a view by cards that the viewer cannot know, for a player of your own that needs a state.

    The viewer cannot distinguish the result from the real game: its view, legal moves and observation are the same. It
    is one fixed guess, the same each time; for random ones, call `State.redeal` on it.

    Args:
        view: As `State.view` returns it for the seat to move.

    Raises:
        BadPosition: No position is consistent with the view; every fault found is listed.

    Examples:
        >>> state = game("cups").deal(seed=7)
        >>> guess = from_view(state.view(0))
        >>> guess.view(0) == state.view(0), guess.legal_moves() == state.legal_moves(), guess == state
        (True, True, False)
    """
    from undercut.play import loading  # noqa: PLC0415  as above

    expect("view", view, Mapping)
    return loading.from_view(view)


_DEEPEST = 100  # no deeper count would ever finish


def perft(state: State, depth: int, *, host: Host | None = None) -> int:
    """Count the sequences of exactly `depth` moves from a state, to compare implementations of the rules.

    Games that end earlier do not count. Random choices take the cards in the order of the pool.

    Args:
        depth: Number of moves, 0 to 100.
        host: The host to run on; None: ``UNDERCUT_HOST``, or compiled if that is not set.

    Raises:
        UndercutError: An argument is invalid.

    Examples:
        >>> import undercut
        >>> undercut.perft(undercut.game("cuttle").deal(seed=7), 2, host=undercut.Host.PLAIN)
        89
    """
    state, depth = expect("state", state, State), read_whole("depth", depth, 0, _DEEPEST)
    engine = load(state.game.name, read_host(host) or default_host()).instance()
    if depth == 0:
        return 1
    if state.result:
        return 0
    engine.prepare_function(loops.perft)
    states = engine.states(depth)
    engine.load(state.table_copy(), states, 0)
    moves = engine.rows(depth, engine.max_moves)
    return int(engine.functions.perft(states, moves, engine.cells(depth), engine.cells(engine.pack_size), depth))


def analyse(
    game: State | Mapping[str, object],
    seats: Sequence[int] | None = None,
    *,
    budget: str = "1s",
    seed: int = 0,
    host: Host | None = None,
) -> Analysis:
    """Judge every move of a game by a search.

    Args:
        game: A state, or a record as `State.record` returns it.
        seats: The seats to analyse; None: all.
        budget: Search budget per move, as for `hint`.
        seed: 0 to 2**63 - 1. The same seed gives the same analysis, unless the budget is in seconds.
        host: The host to run on; None: ``UNDERCUT_HOST``, or compiled if that is not set.

    Raises:
        UndercutError: The record or an argument is invalid, or the game has no moves.

    Examples:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> move = state.play("7c")
        >>> [str(found.move) for found in analyse(state, budget="60", host=Host.PLAIN).judged]
        ['7c']
    """
    from undercut.bots.advice import analysis  # noqa: PLC0415  as above
    from undercut.bots.thinking.budget import Effort, read_budget  # noqa: PLC0415  as above

    state = game if isinstance(game, State) else replay(game)  # type: ignore[arg-type]  replay checks it
    if seats is not None:
        expect("seats", seats, Sequence)
        seats = [read_whole("seats", seat, 0, state.game.seats - 1) for seat in seats]
    return analysis.analyse(state, seats, Effort(read_budget(budget), read_host(host)), seed=read_seed(seed) or 0)


def frame(
    records: Iterable[Mapping[str, object] | State] | Finished,
    of: Literal["decisions", "games"] = "decisions",
    *,
    columns: Sequence[str] | None = None,
) -> ArrowTable:
    """Make an Arrow table of games, for Polars, pandas and everything else that reads Arrow.

    Args:
        records: Records as `State.record` returns them, or states; or what `Batch.finished` returns.
        of: ``"decisions"`` for a row for every decision, ``"games"`` for a row for every game. The decisions of a
            batch have an observation in place of texts, and are replayed in compiled code.
        columns: The names of the columns; None for all. Decisions without ``"view"`` are replayed in compiled code,
            tens of times as fast.

    Raises:
        BadRecord: A record cannot be replayed; the message gives its place.
        UndercutError: There is no such table or column, or pyarrow is not installed (``undercut[frames]``).

    Examples:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> move = state.play("7c")
        >>> [row["move"] for row in frame([state]).to_pylist()]
        ['7c']
    """
    with with_extra("frames", "frames need"):
        from undercut.frames import tables  # noqa: PLC0415  as above
    return tables.frame(records, of, columns)


def dataset(folder: Path | str) -> Dataset:
    """Open a dataset that ``undercut dataset`` made, to read its tables part by part.

    Args:
        folder: The folder that the command was given.

    Raises:
        UndercutError: The folder holds no dataset, or pyarrow is not installed (``undercut[frames]``).

    Examples:
        >>> dataset("no/such/folder")
        Traceback (most recent call last):
        ...
        undercut.errors.UndercutError: no/such/folder/dataset.json: No such file or directory
    """
    with with_extra("frames", "frames need"):
        from undercut.frames.dataset import Dataset  # noqa: PLC0415  as above
    return Dataset(folder)


def match(  # noqa: PLR0913  each is a choice of its own
    game: str | Game,
    players: Sequence[str | Player],
    *,
    deals: int = 100,
    seed: int = 0,
    rules: Rules | None = None,
    seats: int | None = None,
    records: bool = True,
    faults: Literal["raise", "loss"] = "raise",
) -> Match:
    """Play a paired match: each deal is played from every seat.

    Args:
        game: The game's name, or a `Game`.
        players: Names as for `bot`, or objects with ``choose(view, moves)``: one for each seat; or two, of which the
            first plays one seat against copies of the second.
        deals: Number of deals.
        seed: 0 to 2**63 - 1; the same seed gives the same deals.
        rules: As for `game`; not allowed with a `Game`.
        seats: As for `game`; not allowed with a `Game`.
        records: Keep the records of the games.
        faults: ``"raise"``: an error or an illegal move of a player ends the match; ``"loss"``: it loses that game, and
            `Match.faults` counts it. A program (``exec:``) that fails always loses.

    Raises:
        PlayerError: A player raised an error or gave no legal move; the cause is its own error.
        UndercutError: A player does not exist, or an argument is invalid.

    Examples:
        >>> found = match("cuttle", ["greedy", "random"], deals=2, seed=1)
        >>> found.games, found.interval[0] <= found.share <= found.interval[1], len(found.records)
        (4, True, 4)
    """
    from undercut.arena.contest import play_match  # noqa: PLC0415  as above

    if not isinstance(game, Game):
        game = _make_game(game, rules=rules, seats=seats)
    elif rules is not None or seats is not None:
        raise UndercutError("rules, seats: not allowed with a Game, which already has both")
    return play_match(game, players, deals=deals, seed=read_seed(seed) or 0, records=records, faults=faults)


def hint(
    state: State, seat: int | None = None, *, budget: str = "1s", seed: int | None = None, host: Host | None = None
) -> Advice:
    """Advise the seat to move, from its view: the best moves, the reasons, and likely continuations.

    Args:
        state: The game; it is not changed.
        seat: The seat to advise, which must be to move; None: the seat to move.
        budget: Search budget: a number of games, such as ``"5000"``, or seconds, such as ``"1s"``.
        seed: 0 to 2**63 - 1 for repeatable advice, unless the budget is in seconds; None: from the system.
        host: The host to run on; None: ``UNDERCUT_HOST``, or compiled if that is not set.

    Raises:
        UndercutError: The game is over, the seat is not to move, or an argument is invalid.

    Examples:
        >>> state = game("cuttle").deal(seed=7)
        >>> advice = hint(state, budget="100", seed=1, host=Host.PLAIN)
        >>> advice.seat, len(advice.moves), advice.best.move in state.legal_moves()
        (0, 10, True)
    """
    # Imported here so that programs without hints do not load the search.
    from random import Random  # noqa: PLC0415  see above

    from undercut.bots.advice.hint import advise  # noqa: PLC0415  see above
    from undercut.bots.thinking.budget import Effort, read_budget  # noqa: PLC0415  see above

    state = expect("state", state, State)
    chance = Random(read_seed(seed))  # noqa: S311  hints are repeatable from a seed
    effort = Effort(read_budget(budget), read_host(host))
    return advise(state, read_seat(seat, state.game.seats), effort, chance=chance)
