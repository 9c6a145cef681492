"""Matches of a few players in this process, as `undercut.match` plays them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from undercut.arena.contest import Contest
from undercut.arena.entrants import make
from undercut.arena.plan import LONGEST_GAME, Plan, all_jobs, labels_of, line_up_of, par
from undercut.arena.playing import Fault, Games
from undercut.arena.scores import estimate
from undercut.bots.external.client import Programs
from undercut.bots.players import Guest, Player
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.play.arguments import read_whole
from undercut.play.game import Game
from undercut.workers import InProcess

FAULTS = ("raise", "loss")  # what a player's error or illegal move leads to

_MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match; all shares are those of the first player."""

    players: tuple[str, ...]
    share: float  # the first player's share of the wins, 0 to 1; a draw is divided equally
    interval: tuple[float, float]  # the 95 % confidence interval of the share, by deals
    par: float  # the share of an equally strong player
    games: int
    faults: tuple[Fault, ...] = ()  # the players' faults; each of them lost a game. A program that fails always loses
    records: tuple[dict[str, JSON], ...] = field(default=(), repr=False)


def play_match(
    game: Game,
    players: Sequence[object],
    *,
    deals: int,
    seed: int,
    limit: int = LONGEST_GAME,
    records: bool = True,
    faults: str = "raise",
) -> Match:
    """Play a match, as `undercut.match` describes; the same players, seed and deals give the same games."""
    if faults not in FAULTS:
        raise UndercutError(f"faults: {faults!r:.40} is not one of: {', '.join(FAULTS)}")
    entered = _entered(players, game)
    line_up = line_up_of([name for name, _ in entered], game.seats)
    plan = Plan(game.name, game.rules, game.seats, (line_up,), seed, read_whole("limit", limit, 1, _MOST))
    contest = Contest(plan, read_whole("deals", deals, 1, _MOST))
    own = {name: player for name, player in entered if player is not None}

    with Programs() as programs:

        def maker(name: str, game: str, seed: int | None) -> Player:
            return own[name] if name in own else make(name, game, seed, programs=programs)

        games = Games(plan, records, maker, strict=faults == "raise")
        for result in InProcess().run(games, all_jobs(plan, contest.deals)):
            contest.add(result)
    label, shares = labels_of(line_up)[0], estimate(contest.values)
    return Match(
        players=line_up,
        share=shares.mean,
        interval=(shares.low, shares.high),
        par=par(plan, 0, label),
        games=len(contest.results),
        faults=tuple(result.fault for result in contest.results if result.fault),
        records=tuple(result.record for result in contest.results if result.record),
    )


def _entered(players: Sequence[object], game: Game) -> list[tuple[str, Player | None]]:
    """Check the players; return the name of each, and the player itself if it is an object."""
    if isinstance(players, str) or not isinstance(players, Sequence):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UndercutError(f"players: {players!r:.40} is not a list of names or players")
    entered: list[tuple[str, Player | None]] = []
    for place, player in enumerate(players):
        if isinstance(player, str):
            trial = make(player, game.name, 0)  # reject an unknown name now, instead of counting lost games
            if isinstance(trial, Guest):
                trial.close()
            entered.append((player, None))
        elif callable(getattr(player, "choose", None)):
            entered.append((_own_name(player, entered), cast("Player", player)))
        else:
            message = f"players[{place}]: {player!r:.40} is neither a name nor an object with choose(view, moves)"
            raise UndercutError(message)
    return entered


def _own_name(player: object, before: list[tuple[str, Player | None]]) -> str:
    """Return a name for a player that differs from those of other players."""
    base = str(getattr(player, "name", type(player).__name__))
    name, number = base, 2
    while any(name == other and player is not known for other, known in before):
        name, number = f"{base} ({number})", number + 1
    return name
