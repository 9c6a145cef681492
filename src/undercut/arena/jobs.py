"""The games of an arena: line-ups, deals, rotations and seeds."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from undercut.arena.references import Cheating, Peeking, valuations
from undercut.bots import registry as players
from undercut.bots.external.client import Programs
from undercut.bots.levels import levels_of
from undercut.bots.players import Player, SearchPlayer
from undercut.bots.thinking.budget import read_budget
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.parts.levels import BY_NETWORK
from undercut.play.arguments import derive, expect, read_seed
from undercut.search.network_file import own_network

CHEATING, LEARNED = "cheating", "learned"


def make(name: str, game: str, seed: int | None = None, *, programs: Programs | None = None) -> Player:
    """Make a player for an arena."""
    registry.spec(expect("game", game, str))
    kind, _, argument = expect("name", name, str).partition(":")
    # Not for secrets: a player's choices may be repeated from a seed.
    chance = random.Random(read_seed(seed))  # noqa: S311
    if kind == CHEATING and argument:
        return Cheating(chance, read_budget(argument), levels_of(game).settings, name=name)
    if kind == LEARNED and argument:
        own_network(game)
        return SearchPlayer(chance, read_budget(argument), BY_NETWORK, name=name)
    if name in (known := valuations(game)):
        return Peeking(chance, known[name], name=name)
    try:
        return players.make(name, game, seed, programs=programs)
    except players.NoSuchOpponent as error:
        references = ", ".join(known)
        message = f"{error}; and in an arena, to compare with, {references} and {CHEATING}:5000"
        raise players.NoSuchOpponent(message) from None


LONGEST_GAME = 5_000  # default move limit; a game that reaches it counts as a draw

LineUp = tuple[str, ...]  # player names by seat, as seated in the first game of a deal


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that determines the games of an arena."""

    game: str
    rules: JSON
    seats: int
    line_ups: tuple[LineUp, ...]
    seed: int = 0
    limit: int = LONGEST_GAME

    def as_json(self) -> dict[str, JSON]:
        """Return the plan as JSON-ready data."""
        return {
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "line_ups": [[*line_up] for line_up in self.line_ups],
            "seed": self.seed,
            "limit": self.limit,
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct player names, in order of appearance."""
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """One game of a plan."""

    deal: int  # the deal's number, from 0
    line_up: int
    rotation: int


def jobs_of(plan: Plan, deal: int) -> list[Job]:
    """List the games on one deal: every line-up in every rotation."""
    return [Job(deal, line_up, rotation) for line_up in range(len(plan.line_ups)) for rotation in range(plan.seats)]


def all_jobs(plan: Plan, deals: int | None = None) -> Iterator[Job]:
    """Yield the games of a plan, deal by deal."""
    for deal in count() if deals is None else range(deals):
        yield from jobs_of(plan, deal)


def entry_at(seat: int, rotation: int, seats: int) -> int:
    """Return the index in the line-up of the player in a seat."""
    return (seat - rotation) % seats


def deal_seed(plan: Plan, job: Job) -> int:
    """Return the seed of a job's deal, shared by all games on that deal."""
    return derive(plan.seed, "deal", job.deal)


def player_seed(plan: Plan, job: Job, seat: int) -> int:
    """Return the seed of the player in a seat, unique to this game."""
    return derive(plan.seed, "player", job.line_up, job.deal, job.rotation, seat)


def line_up_of(names: Sequence[str], seats: int) -> LineUp:
    """Assign players to seats."""
    if len(names) == seats:
        return tuple(names)
    if len(names) == 2:  # noqa: PLR2004  two names: one against the rest
        return (names[0], *[names[1]] * (seats - 1))
    raise UndercutError(f"players: {len(names)} names for {seats} seats; give two names, or one per seat")


def pool_line_ups(names: Sequence[str], seats: int) -> tuple[LineUp, ...]:
    """Pair all players of a pool, alternately; twice at an odd number of seats, for the extra one."""
    if len(names) < 2 or len(set(names)) < len(names):  # noqa: PLR2004  two make a match
        raise UndercutError("players: a pool needs at least two, each named once")
    found: list[LineUp] = []
    for pair in combinations(names, 2):
        found.append(tuple(pair[seat % 2] for seat in range(seats)))
        if seats % 2:
            found.append(tuple(pair[1 - seat % 2] for seat in range(seats)))
    return tuple(found)


def labels_of(line_up: LineUp) -> LineUp:
    """Return the label under which each place is scored: one for all copies, unless there are only copies."""
    if len(set(line_up)) == 1:
        return tuple(f"{name} #{place}" for place, name in enumerate(line_up, start=1))
    return line_up
