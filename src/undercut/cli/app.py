"""The command ``undercut``: play, rules, moves, perft, replay, check, hint, analyse, arena, lab, export, serve, ...

Exit codes: 0 success; 1 invalid input, with all reasons; 2 wrong usage; 130 interrupted.
"""

import io
import os
import sys
from importlib.metadata import version
from typing import Annotated

from cyclopts import App, CycloptsError, Parameter

from undercut.cli import advice, bots, play, records, rules, terminal
from undercut.errors import UndercutError, more_packages, with_extra
from undercut.games.base import registry

ARENA = """Let opponents play each other on the same deals, in all rotations, and print which is better and how clearly.

Draws and shared wins count as parts. Intervals count deals, not games. A player that fails or plays an
illegal move loses that game.
"""
LAB = """Measure what rules do: let simple players play many games under each, and compare the results.

Each option that is varied is compared with the base rules, which --rules and --set choose. Ctrl-C stops and prints
the results so far.
"""
TRAIN = """Train the networks of a game's search by games against itself; the same command continues after a stop.

With --algorithm, train a policy that plays without a search: by proximal policy optimization, neural fictitious
self-play or deep counterfactual regret minimization; a stop saves the policy, which cannot be trained further.
"""
BENCH = "Measure how fast this machine plays random games: in plain Python, and compiled or on the UNDERCUT_HOST host."

app = App(
    name="undercut",
    help="Card games by their written rules: play them, look up rules, count and check positions.",
    help_format="markdown",
    help_epilogue="Exit codes: 0 success, 1 invalid input (every reason is printed), 2 wrong usage, 130 interrupted.",
    version=lambda: version("undercut"),
    result_action="return_value",
)
app.register_install_completion_command(  # pyright: ignore[reportUnknownMemberType]  its rest is untyped
    help="Install shell completion for names and options."
)
# A command named by its path is loaded when it is used; its help is above. Research loads slowly, the site is an extra.
app.command(bots.app)
app.command("undercut.site.admin.app:app", name="admin", help="Commands for the owner of a site.")
app.command(play.play)
app.command(rules.rules)
app.command(records.moves)
app.command(records.perft)
app.command(records.replay)
app.command(records.check)
app.command(advice.hint)
app.command(advice.analyse)
app.command("undercut.cli.arena:arena", name="arena", help=ARENA)
app.command("undercut.cli.lab:lab", name="lab", help=LAB)
app.command(records.export)
app.command(records.dataset)
app.command("undercut.cli.bench:bench", name="bench", help=BENCH)
app.command("undercut.cli.train:train", name="train", help=TRAIN)


@app.command
def serve(
    *,
    host: Annotated[str, Parameter(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int | None, Parameter(help="The port; by default 8000, or any free port if that is taken.")] = None,
    database: Annotated[
        str | None, Parameter(help="sqlite:///FILE or postgresql://...; by default a file in the data folder.")
    ] = None,
    browse: Annotated[bool, Parameter(name="--open", negative="", help="Open a browser.")] = False,
    thinkers: Annotated[int | None, Parameter(help="How many bots may think at once.")] = None,
) -> int:
    """Serve the site: tables in the browser, for people, bots and programs. Ctrl-C stops it."""
    with with_extra("site"):
        from undercut.site.base.settings import from_environment  # noqa: PLC0415  an extra
        from undercut.site.server.serve import serve as run  # noqa: PLC0415  an extra
    run(from_environment(database=database, thinkers=thinkers), host, port, browse=browse)
    return terminal.DONE


def main() -> None:
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
        code = terminal.MISUSED
    except ImportError as error:
        code = _lacks(error)
    except UndercutError as error:
        code = _refuse(*getattr(error, "faults", (str(error),)))
    except KeyboardInterrupt:
        code = terminal.INTERRUPTED
    except BrokenPipeError:
        # The reader of our output closed the pipe.
        _drop_output()
        code = terminal.DONE
    except OSError as error:
        code = _refuse(": ".join(filter(None, (error.filename or "output", error.strerror))))
        _drop_output()
    sys.exit(code or terminal.DONE)


_EXTRAS = {"pyspiel": "envs", "scipy": "lab"}  # of packages that no command asks for first


def _lacks(error: ImportError) -> int:
    """Say which packages the typed command lacks; to suggest a command for an unknown one, Cyclopts loads them all."""
    # Cyclopts wraps what a command that it loads lacks.
    missing = error if isinstance(error, ModuleNotFoundError) else error.__cause__
    name = (getattr(missing, "name", None) or "undercut").partition(".")[0]
    if name == "undercut":
        raise error
    word = next((argument for argument in sys.argv[1:] if not argument.startswith("-")), "")
    if word not in app:
        _refuse(f"there is no command {word!r}; see: undercut --help")
        return terminal.MISUSED
    return _refuse(more_packages("this command needs", name, _EXTRAS.get(name, "site")))


def _refuse(*faults: str) -> int:
    for fault in faults:
        terminal.tell(f"undercut: {fault}")
    return terminal.REFUSED


def _drop_output() -> None:
    """Discard unwritten output, since Python would try again at exit and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
