"""What an arena plays: line-ups, deals, rotations, and the seeds of each game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from undercut.errors import UndercutError
from undercut.games.reader import JSON

LONGEST_GAME = 5_000
"""After so many moves a game counts as a draw, unless another limit is chosen."""

LineUp = tuple[str, ...]
"""The players of a game by name, as they sit at a deal's first game."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that decides how the games of an arena go.

    Args:
        game: The game's name.
        rules: The rules, as JSON.
        seats: How many play.
        line_ups: Who plays whom; a pool has one for each two of its players.
        seed: Where all other seeds come from.
        limit: After how many moves a game counts as a draw.
    """

    game: str
    rules: JSON
    seats: int
    line_ups: tuple[LineUp, ...]
    seed: int = 0
    limit: int = LONGEST_GAME

    def as_json(self) -> dict[str, JSON]:
        """Write the plan as JSON."""
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
        """Every player's name, once."""
        return tuple(dict.fromkeys(name for line_up in self.line_ups for name in line_up))


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """One game to play.

    Args:
        deal: Which deal, from 0.
        line_up: Which of the plan's line-ups.
        rotation: By how many seats the line-up has moved on.
    """

    deal: int
    line_up: int
    rotation: int


def jobs_of(plan: Plan, deal: int) -> list[Job]:
    """List the games that are played on one deal: every line-up, in every rotation.

    Args:
        plan: The plan.
        deal: Which deal.

    Example:
        >>> len(jobs_of(Plan("cuttle", "sipie", 2, (("greedy", "random"),)), 0))
        2
    """
    return [Job(deal, line_up, rotation) for line_up in range(len(plan.line_ups)) for rotation in range(plan.seats)]


def all_jobs(plan: Plan, deals: int | None = None) -> Iterator[Job]:
    """List the games of an arena, deal by deal.

    Args:
        plan: The plan.
        deals: How many deals; None: no end.
    """
    for deal in count() if deals is None else range(deals):
        yield from jobs_of(plan, deal)


def entry_at(seat: int, rotation: int, seats: int) -> int:
    """Say which place of the line-up sits in a seat.

    Args:
        seat: The seat.
        rotation: By how many seats the line-up has moved on.
        seats: How many seats there are.

    Example:
        >>> [entry_at(seat, 1, 4) for seat in range(4)]
        [3, 0, 1, 2]
    """
    return (seat - rotation) % seats


def derive(seed: int, *purpose: object) -> int:
    """Make a seed from another one, the same on every machine and in every process.

    Args:
        seed: The seed to begin with.
        purpose: What the new seed is for; each purpose has its own.

    Returns:
        A number from 0 to 2**62 - 1.

    Example:
        >>> derive(0, "deal", 1) == derive(0, "deal", 1) != derive(0, "deal", 2)
        True
    """
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 2


def deal_seed(plan: Plan, job: Job) -> int:
    """Give the seed of a deal, which all games on it share.

    Args:
        plan: The plan.
        job: The game.
    """
    return derive(plan.seed, "deal", job.deal)


def player_seed(plan: Plan, job: Job, seat: int) -> int:
    """Give the seed of the player in a seat, of this game only.

    Args:
        plan: The plan.
        job: The game.
        seat: The seat.
    """
    return derive(plan.seed, "player", job.line_up, job.deal, job.rotation, seat)


def line_up_of(names: Sequence[str], seats: int) -> LineUp:
    """Seat the players of a match.

    Args:
        names: A name for each seat, or two: the first then plays one seat against copies of the second.
        seats: How many seats there are.

    Raises:
        UndercutError: The names do not fit the seats.

    Example:
        >>> line_up_of(["greedy", "random"], 4)
        ('greedy', 'random', 'random', 'random')
    """
    if len(names) == seats:
        return tuple(names)
    if len(names) == 2:  # noqa: PLR2004  two names: one against the rest
        return (names[0], *[names[1]] * (seats - 1))
    message = f"players: {len(names)} names for {seats} seats; name two, or one for each seat"
    raise UndercutError(message)


def pool_line_ups(names: Sequence[str], seats: int) -> tuple[LineUp, ...]:
    """Pair every two players of a pool; with more than two seats they sit in turn.

    With an odd number of seats each of the two has one seat more in one of two line-ups.

    Args:
        names: The pool.
        seats: How many seats there are.

    Raises:
        UndercutError: There are fewer than two players, or one is named twice.

    Example:
        >>> pool_line_ups(["greedy", "random"], 3)
        (('greedy', 'random', 'greedy'), ('random', 'greedy', 'random'))
    """
    if len(names) < 2 or len(set(names)) < len(names):  # noqa: PLR2004  two make a match
        message = "players: a pool has at least two, each named once"
        raise UndercutError(message)
    found: list[LineUp] = []
    for pair in combinations(names, 2):
        found.append(tuple(pair[seat % 2] for seat in range(seats)))
        if seats % 2:
            found.append(tuple(pair[1 - seat % 2] for seat in range(seats)))
    return tuple(found)


def labels_of(line_up: LineUp) -> LineUp:
    """Say under which name each place of a line-up is counted; copies count together, unless all are copies.

    Args:
        line_up: The line-up.

    Example:
        >>> labels_of(("greedy", "greedy"))
        ('greedy #1', 'greedy #2')
    """
    if len(set(line_up)) == 1:
        return tuple(f"{name} #{place}" for place, name in enumerate(line_up, start=1))
    return line_up
