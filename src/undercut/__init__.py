"""Undercut: Cuttle, Cups and Cut the Rope, played exactly as their written rules say."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from undercut.engine.host import Host
from undercut.errors import (
    BadNotation,
    BadPosition,
    BadRecord,
    BadRules,
    IllegalMove,
    Reason,
    UndercutError,
)
from undercut.play.arguments import expect, read_host, read_seat, read_seed, read_whole
from undercut.play.counting import perft
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game, Rules, game
from undercut.play.loading import from_position, replay
from undercut.play.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from undercut.arena.paired import Match
    from undercut.bots.advice.analysis import Analysis
    from undercut.bots.advice.hint import Advice
    from undercut.bots.players.front import Bot
    from undercut.bots.players.player import Player

__version__ = version("undercut")

_chosen = game  # where an argument has the same name

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
    "Reason",
    "State",
    "UndercutError",
    "analyse",
    "bot",
    "from_position",
    "game",
    "hint",
    "match",
    "perft",
    "replay",
]


def bot(name: str, game: str, *, seed: int | None = None) -> Bot:
    """Make an opponent that chooses moves, from a view and the legal moves or from a state.

    Args:
        name: ``"random"``, ``"greedy"``, a level such as ``"hard"``, ``"search:5000"`` or ``"exec:./mybot"``.
        game: The game it is to play.
        seed: 0 to 2**63 - 1 repeats its choices; None: from the system.

    Raises:
        UndercutError: There is no such opponent or game, or the seed cannot be used.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> bot("greedy", "cuttle", seed=1).choose(state) in state.legal_moves()
        True
    """
    from undercut.bots.players.front import make_bot  # noqa: PLC0415  who only plays does not load the opponents

    return make_bot(name, game, seed)


def analyse(
    game: State | Mapping[str, object],
    seats: Sequence[int] | None = None,
    *,
    budget: str = "2s",
    seed: int = 0,
    host: Host | None = None,
) -> Analysis:
    """Judge every move of a game by a search of its own.

    Args:
        game: A state, or a record as `State.record` gives it.
        seats: The seats whose moves to judge; None: all.
        budget: How long to think about each move, as for `hint`.
        seed: 0 to 2**63 - 1; the same seed gives the same analysis, unless the budget is a time.
        host: Where the search runs; None: compiled, if the environment says nothing else.

    Raises:
        UndercutError: The record is not valid, the game has no move, or an argument cannot be used.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> move = state.play("7c")
        >>> [str(found.move) for found in analyse(state, budget="60", host=Host.PLAIN).judged]
        ['7c']
    """
    from undercut.bots.advice import analysis  # noqa: PLC0415  as above
    from undercut.bots.thinking.think import read_budget  # noqa: PLC0415  as above

    state = game if isinstance(game, State) else replay(game)  # type: ignore[arg-type]  replay checks it
    return analysis.analyse(
        state,
        None if seats is None else [read_whole("seats", seat, 0, state.game.seats - 1) for seat in seats],
        budget=read_budget(budget),
        seed=read_seed(seed) or 0,
        host=read_host(host),
    )


def match(
    game: str | Game,
    players: Sequence[str | Player],
    *,
    deals: int = 100,
    seed: int = 0,
    rules: Rules | None = None,
    seats: int | None = None,
    records: bool = True,
) -> Match:
    """Let players meet on the same deals, each deal played from every seat.

    Args:
        game: The game's name, or the game with its rules.
        players: Two, of whom the first plays one seat against copies of the second, or one for each seat: names as for
            `bot`, or objects with ``choose(view, moves)``.
        deals: How many deals.
        seed: 0 to 2**63 - 1; the same seed gives the same deals.
        rules: As for `game`; only beside a name.
        seats: As for `game`; only beside a name.
        records: Whether to keep the games' records.

    Raises:
        UndercutError: A player does not exist, or an argument cannot be used.

    Example:
        >>> found = match("cuttle", ["greedy", "random"], deals=2, seed=1)
        >>> found.games, found.interval[0] <= found.share <= found.interval[1], len(found.records)
        (4, True, 4)
    """
    from undercut.arena.paired import play_match  # noqa: PLC0415  as above

    if not isinstance(game, Game):
        game = _chosen(game, rules=rules, seats=seats)
    elif rules is not None or seats is not None:
        message = "rules, seats: a Game has its own; give them only beside a name"
        raise UndercutError(message)
    return play_match(game, players, deals=deals, seed=read_seed(seed) or 0, records=records)


def hint(
    state: State, seat: int | None = None, *, budget: str = "2s", seed: int | None = None, host: Host | None = None
) -> Advice:
    """Advise the seat to move, from what it may know: what to play, why, and what is likely to follow.

    Args:
        state: The game; it stays as it is.
        seat: Whom to advise, which must be to move; None: whoever is.
        budget: How long to think: so many games tried, such as ``"5000"``, or seconds, such as ``"2s"``.
        seed: 0 to 2**63 - 1 repeats the advice, unless the budget is a time; None: from the system.
        host: Where the search runs; None: compiled, if the environment says nothing else.

    Raises:
        UndercutError: The game is over, the seat is not to move, or an argument cannot be used.

    Example:
        >>> state = game("cuttle").deal(seed=7)
        >>> advice = hint(state, budget="100", seed=1, host=Host.PLAIN)
        >>> advice.seat, len(advice.moves), advice.best.move in state.legal_moves()
        (0, 10, True)
    """
    # Whoever only plays does not load the search; and the layers below never see it.
    from random import Random  # noqa: PLC0415  as said

    from undercut.bots.advice.hint import advise  # noqa: PLC0415  as said
    from undercut.bots.thinking.think import read_budget  # noqa: PLC0415  as said

    state = expect("state", state, State)
    # Not for secrets: a hint may be repeated from a seed.
    chance = Random(read_seed(seed))  # noqa: S311
    return advise(
        state,
        read_seat(seat, state.game.seats),
        budget=read_budget(budget),
        chance=chance,
        host=read_host(host),
    )
