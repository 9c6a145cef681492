"""One game of an arena: the players made anew, the clock read, whatever a player does wrong held against it alone."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from undercut.arena.cheating import Omniscient
from undercut.arena.jobs import Job, Plan, deal_seed, entry_at, player_seed
from undercut.arena.players import make
from undercut.arena.times import Times, time_class
from undercut.bots.players.player import Forfeit, Guest, Player
from undercut.errors import UndercutError
from undercut.games.reader import JSON
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game, game
from undercut.play.loading import LONGEST_NAME
from undercut.play.state import State

LIMIT, ERROR, ILLEGAL = "limit", "error", "illegal"
"""Reasons for an end that an arena adds to those of the rules."""

_LONGEST_FAULT = 300

Make = Callable[[str, str, int | None], Player]
"""Makes a player from its name, the game's name and a seed."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What a player did wrong.

    Args:
        seat: Where it sat.
        text: What happened.
    """

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game of an arena went.

    Args:
        job: Which game it was.
        winners: The seats that won; none: a draw.
        reason: Why it ended: a reason of the rules, or ``limit``, ``error``, ``illegal``, or that of a `Forfeit`.
        moves: How many moves were played.
        fault: What ended it, if a player did something wrong.
        times: How long each seat's decisions took; not those with a single legal move. Games are the same without them.
        record: The game's record, if it was asked for.
    """

    job: Job
    winners: tuple[int, ...]
    reason: str
    moves: int
    fault: Fault | None = None
    times: tuple[Times, ...] = field(default=(), compare=False)
    record: dict[str, JSON] | None = field(default=None, compare=False)


class _Broken(Exception):  # noqa: N818  not an error of ours: a player's
    """A player failed."""

    def __init__(self, seat: int, reason: str, error: Exception) -> None:
        """Keep who, and what; a forfeit says itself why."""
        text = str(error)
        if isinstance(error, Forfeit):
            reason = error.reason
        else:
            text = f"{type(error).__name__}: {text}"
        super().__init__(text)
        self.seat, self.reason, self.text = seat, reason, text[:_LONGEST_FAULT]


def play_job(plan: Plan, job: Job, *, keep: bool = False, maker: Make = make) -> Result:
    """Play one game of a plan: the same result wherever and whenever it is played.

    Args:
        plan: The plan.
        job: Which game.
        keep: Whether to give the game's record too.
        maker: Makes the players.

    Raises:
        UndercutError: There is no such player, or it cannot play this game.

    Example:
        >>> plan = Plan("cuttle", "sipie", 2, (("greedy", "random"),))
        >>> play_job(plan, Job(0, 0, 0)) == play_job(plan, Job(0, 0, 0))
        True
    """
    line_up = plan.line_ups[job.line_up]
    names = [line_up[entry_at(seat, job.rotation, plan.seats)] for seat in range(plan.seats)]
    state = game_of(plan).deal(deal_seed(plan, job))
    state.players = tuple(name[:LONGEST_NAME] for name in names)
    times: list[Counter[int]] = [Counter() for _ in names]
    players: list[Player] = []
    broken: _Broken | None = None
    over = False
    try:
        for seat, name in enumerate(names):
            players.append(_made(maker, name, plan, job, seat))
        _begin(state, players)
        _play_out(state, players, plan.limit, times)
        over = True
    except _Broken as found:
        broken, over = found, True
    finally:
        _close(players, _outcome(state, broken) if over else None)
    return _result(state, job, broken, tuple(times), keep=keep)


def game_of(plan: Plan) -> Game:
    """Give the game that a plan is for.

    Args:
        plan: The plan.
    """
    return game(plan.game, rules=plan.rules, seats=plan.seats)  # type: ignore[arg-type]  JSON of rules


def _made(maker: Make, name: str, plan: Plan, job: Job, seat: int) -> Player:
    try:
        return maker(name, plan.game, player_seed(plan, job, seat))
    except UndercutError as error:
        if isinstance(error, Forfeit):
            raise _Broken(seat, ERROR, error) from error
        # There is no such player: a mistake in the plan, not a lost game.
        raise
    except Exception as error:
        raise _Broken(seat, ERROR, error) from error


def _begin(state: State, players: list[Player]) -> None:
    for seat, player in enumerate(players):
        if isinstance(player, Guest):
            try:
                player.begin(state.game, seat)
            except Exception as error:
                raise _Broken(seat, ERROR, error) from error


def _play_out(state: State, players: list[Player], limit: int, times: list[Counter[int]]) -> None:
    for _ in range(limit):
        seat = state.to_move
        if seat is None:
            return
        move = _choice(state, players[seat], seat, times[seat])
        try:
            state.play(move)
        except UndercutError as error:
            raise _Broken(seat, ILLEGAL, error) from error


def _choice(state: State, player: Player, seat: int, times: Counter[int]) -> Move:
    view, moves = state.view(seat), state.legal_moves()
    several = len(moves) > 1
    began = time.perf_counter()
    try:
        move = player.choose_openly(state.copy()) if isinstance(player, Omniscient) else player.choose(view, moves)
    except Exception as error:
        raise _Broken(seat, ERROR, error) from error
    if several:
        times[time_class(time.perf_counter() - began)] += 1
    return move


def _close(players: list[Player], outcome: Outcome | None) -> None:
    """Let players go that hold something, such as a process of their own."""
    for player in players:
        if not isinstance(player, Guest):
            continue
        try:
            player.close(outcome)
        except Exception:  # noqa: BLE001, S112  the game is over: nothing that a player does now matters
            continue


def _outcome(state: State, broken: _Broken | None) -> Outcome:
    """Say how a game ended; whoever fails has lost, and all the others have won."""
    if broken:
        return Outcome(tuple(seat for seat in range(state.game.seats) if seat != broken.seat), broken.reason)
    return state.result or Outcome((), LIMIT)


def _result(state: State, job: Job, broken: _Broken | None, times: tuple[Times, ...], *, keep: bool) -> Result:
    fault, outcome = None, _outcome(state, broken)
    if broken:
        fault = Fault(broken.seat, broken.text)
        # Records know no broken players; whoever fails has given up, or was too slow.
        state.finish(Outcome(outcome.winners, "time" if broken.reason == "time" else "resigned"))
    record = state.record() if keep else None
    return Result(job, outcome.winners, outcome.reason, len(state.moves), fault, times, record)
