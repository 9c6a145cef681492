"""The commands ``undercut moves``, ``perft``, ``replay``, ``check``, ``export``, ``dataset``: about files of games."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, cast

from cyclopts import Parameter

from undercut import draw
from undercut import perft as count_moves
from undercut.bots.registry import check_repeatable
from undercut.cli import files, terminal
from undercut.cli.bots import PLAYERS_HELP
from undercut.cli.files import Kind
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game
from undercut.decoding import JSON
from undercut.engine.host import Host
from undercut.errors import UndercutError, with_extra
from undercut.play.game import Rules, game
from undercut.play.input import Parsed, read_seed, split_names
from undercut.play.narration import Voice, narrated
from undercut.play.state import State
from undercut.workers import runner_for

# A move, its sentence, the position after it, and the goals.
Frame = tuple[str | None, str, dict[str, JSON], list[int] | None]

Position = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON file with a position or a record, whose last position counts; - for standard input.",
    ),
]


def moves(position: Position, *, json: terminal.Json = False) -> int:
    """List the legal moves of a position, with a sentence for each."""
    screen, legal = terminal.this_terminal(), files.load_state(position).legal_moves()
    if json:
        terminal.print_json(
            [
                {"move": str(move), "text": move.text, "kind": move.kind, "card": move.card, "target": move.target}
                for move in legal
            ]
        )
    else:
        for move in legal:
            screen.line(f"{move.notation:8} {move.text}")
    return terminal.DONE


def perft(
    position: Position,
    depth: Annotated[int, Parameter(help="Number of moves.")],
    *,
    host: Annotated[
        Literal["plain", "compiled", "checked"] | None, Parameter(help="Count in plain Python or compiled.")
    ] = None,
    json: terminal.Json = False,
) -> int:
    """Count the move sequences of a given length from a position."""
    state = files.load_state(position)
    began = time.perf_counter()
    count = count_moves(state, depth, host=Host(host) if host else None)
    seconds = time.perf_counter() - began
    if json:
        terminal.print_json({"depth": depth, "count": count, "seconds": round(seconds, 6)})
    else:
        terminal.this_terminal().line(f"{count}")
    return terminal.DONE


def replay(
    record: Annotated[str, Parameter(help="A file with a game record as JSON.")],
    *,
    seat: Annotated[int | None, Parameter(help="Show only what this seat may know.")] = None,
    json: terminal.Json = False,
    plain: terminal.Plain = False,
) -> int:
    """Step through a recorded game; without a terminal, print all of it."""
    screen, state = terminal.this_terminal(plain=plain), files.read_record(record)
    frames = _frames(state, seat)
    if json:
        terminal.print_json([{"move": move, "position": position} for move, _, position, _ in frames])
        return terminal.DONE
    place = 0
    while True:
        _, sentence, position, goals = frames[place]
        screen.line("")
        screen.line(f"Move {place} of {len(frames) - 1}. {sentence}")
        screen.table(
            draw.text(position, seat=seat, colour=screen.colour, width=screen.width, names=state.players, goals=goals)
        )
        if not sys.stdin.isatty():
            place += 1
        elif (step := _step(place)) is None:
            return terminal.DONE
        else:
            place = max(0, min(step, len(frames) - 1))
        if place >= len(frames):
            return terminal.DONE


def _frames(state: State, seat: int | None) -> list[Frame]:
    """List every position of a game in order, each with the move that led to it."""
    everything = seat is None
    frames: list[Frame] = []
    for again, text in narrated(state, Voice(state.players, seat), everything=everything):
        position = again.position() if everything else again.view(seat)
        move = again.moves[-1] if text else None
        frames.append((move, f"{text.move}  {text.text}" if text else "The deal.", position, again.goals))
    if state.result:
        frames[-1] = (*frames[-1][:2], state.position() if everything else state.view(seat), state.goals)
    return frames


def _step(place: int) -> int | None:
    try:
        line = input("Enter: next, b: back, a number: that move, q: quit > ").strip().lower()
    except EOFError:
        return None
    if line.startswith("q"):
        return None
    if line.startswith("b"):
        return place - 1
    number = terminal.read_number(line)
    return place + 1 if number is None else number


def check(
    file: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True, help="A JSON file with a position, a record or options; - for standard input."
        ),
    ],
    *,
    json: terminal.Json = False,
) -> int:
    """Check a file and print every fault."""
    kind: Kind = "file"
    faults: list[str] = []
    try:
        several = files.read_several(file)
    except UndercutError as error:
        faults = [str(error)]
    else:
        if len(several) > 1:
            kind = "records"
            faults = [f"{file}{value.source}: {fault}" for value in several for fault in _faults(value)]
        elif several[0].fault:
            faults = [f"{file}: {several[0].fault}"]
        else:
            kind, faults = files.kind_of(several[0].record), _faults(several[0])
    if json:
        terminal.print_json({"file": file, "kind": kind, "ok": not faults, "faults": [*faults]})
    elif faults:
        for fault in faults:
            terminal.this_terminal().line(f"{kind}: {fault}")
    else:
        terminal.this_terminal().line(f"{kind}: no fault")
    return terminal.REFUSED if faults else terminal.DONE


def _faults(value: Parsed) -> list[str]:
    if value.fault:
        return [value.fault]
    try:
        _load(files.kind_of(value.record), value.record)
    except UndercutError as error:
        return [*getattr(error, "faults", (str(error),))]
    return []


def _load(kind: Kind, data: object) -> None:
    fields = cast("dict[str, object]", data)
    if kind == "file":
        raise UndercutError("this is not a JSON object")
    if kind != "options":
        files.load(fields, kind)
    else:
        game(
            cast("str", fields.get("game")),
            rules=cast("str | None", fields.get("rules")),
            seats=cast("int | None", fields.get("seats")),
        )


def export(
    *records: Annotated[
        Path,
        Parameter(
            help="Files with records (.json: one or a list of them; .jsonl: one on each line), or folders of them."
        ),
    ],
    out: Annotated[terminal.Place, Parameter(help="The folder for games.parquet and decisions.parquet.")],
    skip_bad: Annotated[
        bool, Parameter(negative="", help="Skip records that cannot be replayed, and print what is wrong with them.")
    ] = False,
    columns: Annotated[
        str | None,
        Parameter(help="Columns of decisions.parquet, comma-separated; without view, compiled code replays the games."),
    ] = None,
    json: terminal.Json = False,
) -> int:
    """Write records as two Parquet tables: a row for every game, and a row for every decision."""
    if not records:
        raise UndercutError("export: name at least one file or folder with records")
    with with_extra("frames"):
        from undercut.frames import tables  # noqa: PLC0415  an extra
    chosen = split_names(columns) if columns else None
    written = tables.export(files.records_in(records), out, skip_bad=skip_bad, columns=chosen)
    for fault in written.faults:
        terminal.tell(f"undercut: {fault}")
    if json:
        terminal.print_json({"games": written.games, "decisions": written.decisions, "faults": [*written.faults]})
    else:
        terminal.this_terminal().line(f"Games: {written.games}, decisions: {written.decisions}, written to {out}")
    return terminal.DONE


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetOptions:
    out: Annotated[terminal.Place, Parameter(help="The folder of the dataset; parts that already exist are kept.")]
    games: Annotated[int, Parameter(help="Number of games.")] = 100_000
    level: Annotated[str, Parameter(help=f"Who plays all seats: {PLAYERS_HELP}.")] = "hard"
    players: Annotated[int | None, Parameter(help="Number of seats.")] = None
    seed: Annotated[int, Parameter(help="Seed of the first game; the others follow.")] = 0
    processes: terminal.Processes = 1
    cluster: terminal.Cluster = None


def dataset(
    game: GameName,
    *,
    options: Annotated[DatasetOptions, Parameter(name="*")],
    rules: RuleSet = None,
    changes: Changes = (),
    plain: terminal.Plain = False,
) -> int:
    """Make a dataset of games that a level plays against itself, with a data card; a second run continues the first."""
    faults = terminal.too_small(1, games=options.games, processes=options.processes)
    chosen = choose_game(game, rules, changes, options.players, faults)
    with with_extra("frames"):
        from undercut.frames.dataset import DatasetPlan, make_dataset  # noqa: PLC0415  as above
    seed = read_seed(options.seed) or 0
    plan = DatasetPlan(game, cast("Rules", chosen.rules), chosen.seats, options.level, options.games, seed)
    check_repeatable(options.level, chosen)
    screen = terminal.this_terminal(plain=plain)
    try:
        for done in make_dataset(plan, options.out, runner_for(options.processes, options.cluster)):
            screen.line(f"{done:,} of {plan.games:,} games")
    except KeyboardInterrupt:
        terminal.tell("Interrupted. Run the same command to continue.")
        return terminal.INTERRUPTED
    screen.line(f"{options.out}: its README.md describes the data.")
    return terminal.DONE
