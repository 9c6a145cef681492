"""Check a change of a game in under two minutes: `python -m tests.check [game ...]` (part of `make check`).

Runs the tests that name the game, wherever they lie, a share of the conformance run, the pages about the game, the
style, the imports and the types, two steps at a time. Without a game it checks those in whose files something differs
from the main branch; all of them, and all types, where that is none.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from undercut.games.base import registry

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
ROOMS = (
    "tests/games",
    "tests/perft",
    "tests/golden",
    "tests/draw",
    "tests/lessons",
    "tests/play/test_narrator.py",
    "tests/play/test_truth.py",
    "tests/bots/test_beside.py",
    "tests/bots/test_explain.py",
    "tests/bots/test_history.py",
    "tests/bots/test_house_rules.py",
    "tests/server/tables",
    "tests/server/test_render.py",
    "tests/engine/test_wasm.py",
)
"""Where tests of several games lie, each with the game's name in its own."""
HALF = 6  # of them, so that two processes share the work
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


def changed() -> list[str]:
    """List the games whose files differ from the main branch; all of them if there is none, or no Git."""
    commands = (("git", "diff", "--name-only", "main"), ("git", "ls-files", "--others", "--exclude-standard"))
    try:
        done = [subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True) for command in commands]
    except (OSError, subprocess.CalledProcessError):
        return [*registry.names()]
    paths = [Path(line).parts for lines in done for line in lines.stdout.splitlines()]
    return [game for game in registry.names() if any(game in path for path in paths)] or [*registry.names()]


def steps(games: list[str]) -> dict[str, tuple[str, ...]]:
    clauses = [str(path) for game in games for path in sorted((ROOT / "tests/clauses").glob(f"test_{game}_*.py"))]
    folders = [f"src/undercut/games/{game}" for game in games] if len(games) < len(registry.names()) else []
    pages = [page for game in games if (ROOT / (page := f"docs/{game}.md")).exists()]
    return {
        **{f"conformance of {game}": (*PYTEST, "tests/conformance", "-k", game) for game in games},
        "types": (str(BIN / "pyright"), "--pythonpath", sys.executable, *folders),
        "clauses": (*PYTEST, *clauses, "tests/clauses/test_report.py"),
        "games": (*PYTEST, *ROOMS[:HALF], "-k", " or ".join(games)),
        "play, bots, tables": (*PYTEST, *ROOMS[HALF:], "-k", " or ".join(games)),
        "docs": (*PYTEST, *pages, "tests/docs/test_pages.py"),
        "style": (str(BIN / "ruff"), "check", "."),
        "format": (str(BIN / "ruff"), "format", "--check", "."),
        "imports": (str(BIN / "lint-imports"), "--no-cache"),
    }


def passes(name: str, command: tuple[str, ...]) -> bool:
    began = time.monotonic()
    # The rules are tested as ordinary Python; conformance loads the compiled hosts by itself.
    environment = os.environ | {"UNDERCUT_HOST": "plain"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    word = "FAILED" if done.returncode else "passed"
    shown = f"\n{done.stdout}{done.stderr}" if done.returncode else ""
    sys.stdout.write(f"{word} {name:24} {time.monotonic() - began:4.0f} s{shown}\n")
    sys.stdout.flush()
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a change of a game in under two minutes.")
    parser.add_argument("games", nargs="*", metavar="game", help=f"one of {', '.join(registry.names())}")
    games = parser.parse_args().games or changed()
    if unknown := ", ".join(game for game in games if game not in registry.names()):
        parser.error(f"not a game: {unknown}")
    sys.stdout.write(f"checking {', '.join(games)}\n")
    with ThreadPoolExecutor(2) as pool:
        todo = steps(games)
        return 0 if all([*pool.map(passes, todo, todo.values())]) else 1


if __name__ == "__main__":
    sys.exit(main())
