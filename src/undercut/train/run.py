"""A training run: generations of self-play, fitting and matches, in a folder from which it can be resumed at any time.

Every step writes a file that appears whole or not at all, and is skipped if its file is there. All games repeat from
the seed, whatever the number of processes.
"""

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from undercut.arena.contest import Contest, play
from undercut.arena.playing import Plan, line_up_of, make_entrant
from undercut.arena.scores import estimate
from undercut.bots.players import Player, SearchPlayer
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.files import claimed, damaged, file_errors, write_whole
from undercut.games.base.parts.bots import Budget, GradientPlan, Recipe, SelfPlayPlan, Settings
from undercut.play.game import game as make_game
from undercut.play.sources import derive
from undercut.search.network_file import Network, read_network, write_network
from undercut.train.examples import ExampleWriter
from undercut.train.networks import by_network, inputs_of, recipe_of, rounded
from undercut.train.playing import Positions, SelfPlay, concatenate, read_positions, write_positions
from undercut.train.policy_gradient import PolicyGradient, linear, linear_weights
from undercut.workers import runner_for

if TYPE_CHECKING:
    from undercut.train.fit import Weights


PART = 1_000  # games in a file
CURVE = "curve.json"  # the file with a row for each generation, one JSON object a line
INTERRUPTED = "interrupted.json"  # the number of an unfinished generation, and the seconds spent on it
WARM = "warm.network"  # a network fitted to the warm games, without preferences among moves
HOUR = 3600.0


@dataclass(frozen=True, slots=True, order=True)
class PositionsFile:
    path: Path
    games: int
    seed: int


@dataclass(frozen=True, slots=True)
class Run:
    game: str
    folder: Path
    hours: float
    processes: int
    seed: int
    recipe: Recipe
    say: Callable[[str], None]  # told of the progress

    def positions_folder(self, generation: int) -> Path:
        return self.folder / f"generation-{generation:03}"

    def network_file(self, generation: int) -> Path:
        return self.folder / f"generation-{generation:03}.network"

    def settings(self, generation: int) -> Settings:
        if generation == 0:
            first = self.recipe.first.settings
            return replace(first, network=str(self.folder / WARM)) if first.guidance else first
        return replace(self.recipe.later.settings, network=str(self.network_file(generation - 1)))

    def plan(self, generation: int) -> SelfPlayPlan:
        plan = self.recipe.later if generation else self.recipe.first
        return replace(plan, settings=self.settings(generation))

    def parts(self, generation: int) -> list[PositionsFile]:
        folder = self.positions_folder(generation)
        return [
            PositionsFile(folder / f"part-{number:04}.npz", PART, derive(self.seed, generation, number))
            for number in range(-(-self.recipe.games // PART))
        ]


@dataclass(frozen=True, slots=True)
class _Playing:
    game: str
    play: SelfPlayPlan

    def open(self) -> AbstractContextManager[Callable[[PositionsFile], PositionsFile]]:
        return nullcontext(partial(_write_part, SelfPlay(self.game, self.play)))

    def describe(self, job: PositionsFile) -> str:
        return job.path.name


def _write_part(playing: SelfPlay, part: PositionsFile) -> PositionsFile:
    write_positions(part.path, playing.games(part.games, part.seed))
    return replace(part, games=part.games - playing.left_out)


def train(
    game: str, folder: Path, *, hours: float, processes: int, seed: int, deals: int, say: Callable[[str], None]
) -> list[dict[str, JSON]]:
    inputs_of(game)
    recipe = recipe_of(game)
    run = Run(game, folder, hours, processes, seed, replace(recipe, deals=deals), say)
    with claimed(folder, {"game": game, "seed": seed, "undercut": version("undercut"), "recipe": repr(recipe)}):
        curve = read_rows(folder / CURVE)
        interrupted = [row for row in read_rows(folder / INTERRUPTED) if row["generation"] == len(curve)]
        spent = _seconds(interrupted)
        began = time.monotonic() - _seconds(curve) - spent
        while time.monotonic() - began < hours * HOUR:
            started, spent = time.monotonic() - spent, 0.0
            try:
                row = _generation(run, len(curve))
            except BaseException:
                left = {"generation": len(curve), "seconds": round(time.monotonic() - started, 1)}
                write_whole(folder / INTERRUPTED, json.dumps(left) + "\n")
                raise
            row["seconds"] = round(time.monotonic() - started, 1)
            curve.append(row)
            write_whole(folder / CURVE, "".join(json.dumps(each) + "\n" for each in curve))
            say(json.dumps(row))
    return curve


def _seconds(rows: list[dict[str, JSON]]) -> float:
    return sum(float(str(row["seconds"])) for row in rows)


def read_rows(path: Path) -> list[dict[str, JSON]]:
    """Read a file with a JSON object on each line; a missing file has none."""
    if not path.exists():
        return []
    try:
        with file_errors(path):
            return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise damaged(path, error) from None


def _generation(run: Run, generation: int) -> dict[str, JSON]:
    """Make the network of a generation, unless it is there, and measure it; return its row of the learning curve."""
    row: dict[str, JSON] = {"generation": generation}
    note = run.network_file(generation).with_suffix(".json")
    if not note.exists():
        facts = _tune(run, run.recipe.tuning, generation) if run.recipe.tuning else _play_and_fit(run, generation)
        write_whole(note, json.dumps(facts))
    row |= read_rows(note)[0]
    before = run.network_file(generation - 1) if generation else None
    if run.recipe.deals == 0:
        return row
    return row | _measure(run, run.network_file(generation), before)


def _play_and_fit(run: Run, generation: int) -> dict[str, JSON]:
    """Play the games of a generation, fit its networks to them, and say how well they predict games held out."""
    if run.settings(generation).network == str(run.folder / WARM) and not (run.folder / WARM).exists():
        _fit_warm(run)
    play_generation(run, generation)
    positions = concatenate([*_read_window(run, generation)])
    weights, measured = _fitted(run, generation, positions)
    numbers: dict[str, JSON] = {name: round(number, 5) for name, number in measured.items()}
    facts = _facts(run, generation, run.recipe.games * min(generation + 1, run.recipe.window))
    facts |= {"positions": len(positions), "jax": version("jax"), **numbers}
    write_network(run.network_file(generation), Network(run.game, weights, facts))
    return {"games": run.recipe.games, **numbers}


def play_generation(run: Run, generation: int) -> None:
    run.positions_folder(generation).mkdir(exist_ok=True)
    missing = [part for part in run.parts(generation) if not part.path.exists()]
    work = _Playing(run.game, run.plan(generation))
    for done, part in enumerate(runner_for(run.processes).run(work, iter(missing)), start=1):
        run.say(f"generation {generation}: {part.path.name}, {len(missing) - done} to go{_without(PART - part.games)}")


def _without(games: int) -> str:
    return f"; games too long to keep: {games}" if games else ""


def _read_window(run: Run, generation: int) -> Iterator[Positions]:
    """Read the positions that a generation is fitted to: its own, and those of some generations before."""
    for number in range(max(0, generation + 1 - run.recipe.window), generation + 1):
        yield from (read_positions(part.path) for part in run.parts(number))


def _fitted(run: Run, generation: int, positions: Positions) -> tuple[list[int], dict[str, float]]:
    from undercut.train import fit  # noqa: PLC0415  only fitting needs JAX

    recipe, inputs = run.recipe, inputs_of(run.game)
    writer = ExampleWriter(run.game, run.settings(generation))
    examples = writer.values(positions, inputs.seats, recipe.trust)
    run.say(f"generation {generation}: fitting to {len(examples.seats)} positions")
    first = _warm_value(run, recipe.warm) if recipe.warm and not recipe.values else None
    seeds = derive(run.seed, "fit", generation), derive(run.seed, "policy", generation)
    value, errors = fit.fit_value(examples, inputs, recipe.values or recipe.sizes, seeds[0], first)
    policy, agreement = fit.fit_policy(writer.choices(positions), inputs, recipe.sizes, seeds[1])
    return rounded(fit.lay_out(value, policy)).tolist(), errors | agreement


def _facts(run: Run, generation: int, games: int) -> dict[str, JSON]:
    return {
        "generation": generation,
        "seed": run.seed,
        "games": games,
        "recipe": json.loads(json.dumps(asdict(run.recipe))),
        "undercut": version("undercut"),
        "license": "MIT, as the rest of Undercut; trained on games that Undercut played against itself",
    }


def _tune(run: Run, tuning: GradientPlan, generation: int) -> dict[str, JSON]:
    before = linear_weights(read_network(run.network_file(generation - 1)).weights) if generation else None
    run.say(f"generation {generation}: following the gradient for {tuning.steps} steps")
    weights = PolicyGradient(run.game, tuning, derive(run.seed, "tune", generation)).train(before)
    games = (tuning.steps * (generation + 1) + tuning.imitation_steps) * tuning.tables * tuning.games
    network = Network(run.game, linear(inputs_of(run.game), weights).tolist(), _facts(run, generation, games))
    write_network(run.network_file(generation), network)
    return {"games": games}


def _warm_value(run: Run, play: SelfPlayPlan) -> "Weights":
    """Fit a value network to the game's own evaluation of quick games, which are played once."""
    from undercut.train import fit  # noqa: PLC0415  only fitting needs JAX

    path, inputs = run.folder / "warm.npz", inputs_of(run.game)
    if not path.exists():
        playing = SelfPlay(run.game, play)
        write_positions(path, playing.games(run.recipe.warm_games, derive(run.seed, "warm")))
        run.say(f"{path.name}: played{_without(playing.left_out)}")
    examples = ExampleWriter(run.game, play.settings).evaluated(read_positions(path), inputs.seats)
    return fit.fit_value(examples, inputs, run.recipe.sizes, seed=0)[0]


def _fit_warm(run: Run) -> None:
    from undercut.train import fit  # noqa: PLC0415  only fitting needs JAX

    recipe, inputs = run.recipe, inputs_of(run.game)
    if recipe.warm is None:
        raise UndercutError(f"{run.game}: a first generation played by a network needs warm games")
    weights = rounded(fit.lay_out(_warm_value(run, recipe.warm), fit.indifferent(inputs, recipe.sizes)))
    facts: dict[str, JSON] = {"seed": run.seed, "warm games": recipe.warm_games}
    write_network(run.folder / WARM, Network(run.game, weights.tolist(), facts))


def _player(files: dict[str, Path], budget: Budget, name: str, game: str, seed: int | None) -> Player:
    if name not in files:
        return make_entrant(name, game, seed)
    settings = replace(by_network(game), network=str(files[name]))
    return SearchPlayer(random.Random(seed), budget, settings, name=name)  # noqa: S311  repeatable from a seed


def _measure(run: Run, network: Path, before: Path | None) -> dict[str, JSON]:
    recipe, table = run.recipe, make_game(run.game)
    files = {path.stem: path for path in (network, before) if path}
    maker = partial(_player, files, Budget(iterations=recipe.iterations))
    opponents = {f"against {recipe.reference}": recipe.reference}
    if before:
        opponents["against the generation before"] = before.stem
    results: dict[str, JSON] = {}
    for title, opponent in opponents.items():
        line_up = line_up_of([network.stem, opponent], table.seats)
        plan = Plan(run.game, table.rules, table.seats, (line_up,), derive(run.seed, "match"))
        contest = Contest(plan, recipe.deals)
        play(contest, runner_for(run.processes), maker=maker)
        result = estimate(contest.values)
        results[title] = [round(100 * share, 1) for share in (result.mean, result.low, result.high)]
    return results
