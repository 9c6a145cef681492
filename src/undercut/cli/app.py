"""The command ``undercut``: play, rules, moves, perft, replay, check, hint, analyse, arena, lab, export, serve, ...

Exit codes: 0 success; 1 invalid input, with all reasons; 2 wrong usage; 130 interrupted.
"""

from __future__ import annotations

import io
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, CycloptsError, Parameter
from cyclopts.completion import CompletionContext
from rich.console import Console

from undercut.bots.players.registry import LEVEL_NAMES, PLAYERS
from undercut.cli.analyse import AnalysisOptions
from undercut.cli.analyse import analyse as judge_game
from undercut.cli.arena import ArenaOptions
from undercut.cli.arena import arena as hold_arena
from undercut.cli.bench import bench as measure_speed
from undercut.cli.bot_app import app as bot_app
from undercut.cli.check import check as check_file
from undercut.cli.choices import choose_game
from undercut.cli.exits import DONE, INTERRUPTED, MISUSED, REFUSED
from undercut.cli.export import export as export_tables
from undercut.cli.hint import HintOptions
from undercut.cli.hint import hint as give_hint
from undercut.cli.lab_options import LabOptions
from undercut.cli.moves import moves as list_moves
from undercut.cli.perft import perft as count_moves
from undercut.cli.play import PlayOptions
from undercut.cli.play import play as play_game
from undercut.cli.replay import replay as step_through
from undercut.cli.rules import rules as print_rules
from undercut.cli.screen import Screen
from undercut.cli.train import TrainOptions
from undercut.cli.train import train as train_networks
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.book import read_book

app = App(
    name="undercut",
    help="Card games by their written rules: play them, look up their rules, count and check their positions.",
    help_format="markdown",
    help_epilogue="Exit codes: 0 success, 1 invalid input (every reason is printed), 2 wrong usage, 130 interrupted.",
    version=lambda: version("undercut"),
    result_action="return_value",
)
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]  its rest is untyped
    help="Install shell completion for names and options."
)
app.command(bot_app)
# The site is an extra, and the owner's commands need it; they are loaded when they are used.
app.command("undercut.site.admin.app:app", name="admin", help="Commands for the owner of a site.")


def _chosen_games(context: CompletionContext) -> list[str]:
    game = context.get("game")
    return [game.raw] if game and game.raw in registry.names() else list(registry.names())


def _rule_sets(context: CompletionContext) -> list[str]:
    return [name for game in _chosen_games(context) for name in registry.spec(game).rule_sets]


def _clauses(context: CompletionContext) -> list[tuple[str, str]]:
    return [(clause.id, clause.title) for game in _chosen_games(context) for clause in read_book(game).clauses]


def _changes(context: CompletionContext) -> list[str]:
    return [f"{option.name}=" for game in _chosen_games(context) for option in registry.spec(game).options]


def _players(context: CompletionContext) -> list[str]:
    head = context.incomplete.rpartition(",")[0]
    return [f"{head},{name}" if head else name for name in (*PLAYERS, *LEVEL_NAMES)]


_RULE_SETS = " ".join(f"{spec.title}: {', '.join(spec.rule_sets)}." for spec in map(registry.spec, registry.names()))
_OPTIONS_HELP = "Change an option: name=value, repeatable; `undercut rules GAME` lists the options."
_PLAYERS = (
    f"{', '.join((*PLAYERS, *LEVEL_NAMES))}, search:5000 (iterations), search:2s, "
    "exec:COMMAND for a program of your own, or python:MODULE:FUNCTION for a function of yours that makes a player"
)

GameName = Annotated[str, Parameter(choices=registry.names(), help="The game.")]
RuleSet = Annotated[
    str | None, Parameter(completer=_rule_sets, help=f"The rule set; the first one by default. {_RULE_SETS}")
]
Changes = Annotated[
    tuple[str, ...],
    Parameter(name="--set", completer=_changes, negative="", show_default=False, help=_OPTIONS_HELP),
]
Json = Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of text.")]
Plain = Annotated[bool, Parameter(negative="", help="Print plain lines without colours or layout.")]
Budget = Annotated[
    str | None,
    Parameter(help="How long to think about a move: a number of games, such as 5000, or of seconds, such as 2s."),
]
SearchSeed = Annotated[int, Parameter(help="Seed of the search; the result repeats unless the budget is a time.")]
Position = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON file with a position or a record, whose last position counts; - for standard input.",
    ),
]
Seen = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON file with a position, a view of the seat to move, or a record, whose last position counts; "
        "- for standard input.",
    ),
]
HostName = Literal["plain", "compiled", "checked"]


def _screen(*, plain: bool = False) -> Screen:
    return Screen(Console(highlight=False, no_color=True if plain else None), plain=plain)


@app.command
def play(  # noqa: PLR0913  one parameter an option of the command
    game: GameName = "cuttle",
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    vs: Annotated[
        str,
        Parameter(
            completer=_players,
            help=f"The opponents by seat, separated by commas: {_PLAYERS}; or adaptive, a level by your saved games. "
            "One name stands for all.",
        ),
    ] = "greedy",
    seat: Annotated[int, Parameter(help="Your seat.")] = 0,
    players: Annotated[int | None, Parameter(help="Number of players; from --vs by default.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed of the deal and the opponents' choices.")] = None,
    resume: Annotated[bool, Parameter(negative="", help="Resume the unfinished game.")] = False,
    plain: Plain = False,
) -> int:
    """Play a game in the terminal. At the prompt, `?` lists the moves and `help` the commands."""
    options = PlayOptions(game, rules, changes, players, seat, tuple(vs.split(",")), seed)
    if resume and options != PlayOptions("cuttle", opponents=("greedy",)):
        message = "--resume continues the game as it was left, so it cannot be combined with other options"
        raise UndercutError(message)
    return play_game(_screen(plain=plain), None if resume else options)


@app.command
def rules(
    game: GameName,
    clause: Annotated[
        str | None, Parameter(completer=_clauses, help="One clause, such as CU-31, or a word to search for.")
    ] = None,
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Print a game's rule book, one clause, or the clauses that contain a word, with rule changes marked."""
    return print_rules(_screen(plain=plain), choose_game(game, rules, changes, None), clause, as_json=json)


@app.command
def moves(position: Position, *, json: Json = False) -> int:
    """List the legal moves of a position, with a sentence for each."""
    return list_moves(_screen(), position, as_json=json)


@app.command
def perft(
    position: Position,
    depth: Annotated[int, Parameter(help="Number of moves.")],
    *,
    host: Annotated[HostName | None, Parameter(help="Count in plain Python or compiled.")] = None,
    json: Json = False,
) -> int:
    """Count the move sequences of a given length from a position."""
    return count_moves(_screen(), position, depth, Host(host) if host else None, as_json=json)


@app.command
def replay(
    record: Annotated[str, Parameter(help="A file with a game record as JSON.")],
    *,
    seat: Annotated[int | None, Parameter(help="Show only what this seat may know.")] = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Step through a recorded game; without a terminal, print all of it."""
    return step_through(_screen(plain=plain), record, seat, as_json=json)


@app.command
def check(
    file: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True, help="A JSON file with a position, a record or options; - for standard input."
        ),
    ],
    *,
    json: Json = False,
) -> int:
    """Check a file and print every fault."""
    return check_file(_screen(), file, as_json=json)


@app.command
def hint(  # noqa: PLR0913  one parameter an option of the command
    position: Seen,
    *,
    seat: Annotated[int | None, Parameter(help="The seat to advise; it must be the seat to move.")] = None,
    level: Annotated[str | None, Parameter(choices=LEVEL_NAMES, help="Think as long as this opponent does.")] = None,
    budget: Budget = None,
    move: Annotated[int | None, Parameter(help="Advise before this move of a record, from 1.")] = None,
    seed: SearchSeed = 0,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Advise the player to move: the best moves, their chances, the reasons, and what is likely to follow.

    The advice uses only what that player may know.
    """
    options = HintOptions(seat, level, budget, move, seed)
    return give_hint(_screen(plain=plain), position, options, as_json=json)


@app.command
def analyse(
    record: Annotated[str, Parameter(allow_leading_hyphen=True, help="A file with a game record as JSON.")],
    *,
    seat: Annotated[Literal["all"] | int, Parameter(help="The seat whose moves to judge, or all.")] = "all",
    budget: Budget = None,
    plot: Annotated[Path | None, Parameter(help="Save a chart of every seat's winning chances, .svg or .png.")] = None,
    seed: SearchSeed = 0,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Judge every move of a game: what it cost, where the game turned, how each player played.

    Every move is judged by what its player could know at that moment. Ctrl-C stops and prints the moves judged so far.
    """
    seats = None if seat == "all" else [seat]
    return judge_game(_screen(plain=plain), record, AnalysisOptions(seats, budget, plot, seed), as_json=json)


@app.command
def arena(
    game: GameName,
    *names: Annotated[
        str,
        Parameter(
            completer=_players,
            help="The opponents: one for each seat, or two; in games of more than two the first then plays one seat "
            f"against copies of the second. Choose from {_PLAYERS}; or, for comparison, cheating:5000 and peeking, "
            "which see all cards.",
        ),
    ],
    rules: RuleSet = None,
    changes: Changes = (),
    players: Annotated[int | None, Parameter(help="Number of players; from the opponents by default.")] = None,
    options: Annotated[ArenaOptions | None, Parameter(name="*")] = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Let opponents play each other on the same deals, in all rotations, and print which is better and how surely.

    Draws and shared wins count as parts. Intervals count deals, not games. A player that fails or plays an
    illegal move loses that game.
    """
    options = options or ArenaOptions()
    chosen = choose_game(game, rules, changes, players or options.seats_for(names))
    return hold_arena(_screen(plain=plain), chosen, names, options, as_json_only=json)


@app.command
def lab(
    game: GameName,
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    options: Annotated[LabOptions | None, Parameter(name="*")] = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Measure what rules do: play many games under each between simple players, and compare them.

    Each option that is varied is compared with the base rules, which --rules and --set choose. Ctrl-C stops and prints
    the results so far.
    """
    # The lab needs NumPy; the other commands need not wait for it.
    from undercut.cli.lab import lab as hold_study  # noqa: PLC0415  as said

    return hold_study(_screen(plain=plain), game, rules, changes, options or LabOptions(), as_json=json)


@app.command
def export(
    *records: Annotated[
        Path,
        Parameter(
            help="Files with records (.json: one or a list of them; .jsonl: one on each line), or folders of them."
        ),
    ],
    out: Annotated[Path, Parameter(help="The folder for games.parquet and decisions.parquet.")],
    skip_bad: Annotated[
        bool, Parameter(negative="", help="Leave out records that cannot be replayed, and print their faults.")
    ] = False,
    json: Json = False,
) -> int:
    """Write records as two Parquet tables: a row for every game, and a row for every decision."""
    return export_tables(_screen(), records, out, skip_bad=skip_bad, as_json=json)


@app.command
def bench(
    game: GameName = "cuttle",
    *,
    seats: Annotated[int | None, Parameter(help="Number of players.")] = None,
    runs: Annotated[int, Parameter(help="Number of measurements, 1 to 1000; the median counts.")] = 5,
    json: Json = False,
) -> int:
    """Measure how fast random games run on this machine: plain, and compiled or on the host in UNDERCUT_HOST."""
    return measure_speed(_screen(), game, seats, runs, as_json=json)


@app.command
def train(game: GameName, *, options: Annotated[TrainOptions, Parameter(name="*")], json: Json = False) -> int:
    """Train the networks of a game's search by games against itself; the same command continues after a stop."""
    return train_networks(_screen(), game, options, as_json=json)


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int | None, Parameter(help="The port; by default 8000, or any free port if that is taken.")] = None,
    database: Annotated[
        str | None, Parameter(help="sqlite:///FILE or postgresql://...; by default a file in the data folder.")
    ] = None,
    browse: Annotated[bool, Parameter(name="--open", negative="", help="Open a browser.")] = False,
    thinkers: Annotated[int | None, Parameter(help="Number of bots that may think at once.")] = None,
) -> int:
    """Serve the site: tables in the browser, for people, bots and programs. Ctrl-C stops it."""
    try:
        # The site is an extra that people who only play in the terminal need not install.
        from undercut.site.operations.serve import serve as run  # noqa: PLC0415  as said
        from undercut.site.operations.settings import from_environment  # noqa: PLC0415  as said
    except ImportError as error:
        message = f"the site needs more packages, such as {error.name}: pip install 'undercut[site]'"
        raise UndercutError(message) from None
    run(from_environment(database=database, thinkers=thinkers), host, port, browse=browse)
    return DONE


def main() -> None:
    """Run the command that was typed, and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Replace characters that the terminal cannot show with question marks.
            stream.reconfigure(errors="replace")
    try:
        code = app(exit_on_error=False)
        sys.stdout.flush()
    except CycloptsError:
        # The requested game may be installed but fail to load.
        _refuse(*map(registry.no_such_game, registry.faults()))
        code = MISUSED
    except ImportError as error:
        # Cyclopts wraps what a command that it loads lacks.
        missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
        name = getattr(missing, "name", None) or "undercut"
        if name.startswith("undercut"):
            raise
        code = _refuse(f"this command needs more packages, such as {name}: pip install 'undercut[site]'")
    except UndercutError as error:
        code = _refuse(*getattr(error, "faults", (str(error),)))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        # The reader of our output closed the pipe.
        _drop_output()
        code = DONE
    except OSError as error:
        code = _refuse(": ".join(filter(None, (error.filename or "output", error.strerror))))
        _drop_output()
    sys.exit(code or DONE)


def _refuse(*faults: str) -> int:
    for fault in faults:
        print(f"undercut: {fault}", file=sys.stderr)  # noqa: T201  errors go to stderr, whatever the screen is
    return REFUSED


def _drop_output() -> None:
    """Discard unwritten output, since Python would try again at exit and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
