"""The games of an arena: line-ups, deals, rotations and seeds."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, count

from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.play.arguments import derive
from undercut.play.game import Game, game

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
        line_ups: list[JSON] = [[*line_up] for line_up in self.line_ups]
        return asdict(self) | {"line_ups": line_ups}

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


def game_of(plan: Plan) -> Game:
    return game(plan.game, rules=plan.rules, seats=plan.seats)  # type: ignore[arg-type]  JSON of rules


def par(plan: Plan, line_up: int, label: str) -> float:
    """Return the share an equally strong player would get: its fraction of the seats."""
    return labels_of(plan.line_ups[line_up]).count(label) / plan.seats
