"""The words of the command line for authors of bots: ``undercut bot check`` and ``undercut bot run``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console

from undercut.games import registry
from undercut.terminal import bots
from undercut.terminal.screen import Screen

app = App(name="bot", help="For authors of bots: programs that play by the protocol, in any language.")


@app.command
def check(
    command: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True,
            help="The command that starts the bot, such as ./mybot or 'python3 mybot.py'; exec@2s:./mybot gives it two "
            "seconds an answer, not ten.",
        ),
    ],
    *,
    game: Annotated[
        tuple[str, ...],
        Parameter(
            choices=registry.names(),
            negative="",
            show_default=False,
            help="A game; all that it plays if left out.",
        ),
    ] = (),
    rules: Annotated[str | None, Parameter(help="Only this rule set.")] = None,
    players: Annotated[int | None, Parameter(help="Only tables of so many.")] = None,
    seed: Annotated[int, Parameter(help="Where deals come from.")] = 0,
    json: Annotated[bool, Parameter(name="--json", negative="", help="Print JSON, for programs.")] = False,
) -> int:
    """Check whether a program keeps to the protocol; a failure shows the lines that were sent and received.

    It plays every game, rule set and number of seats that it says it plays, and meets every kind of decision. Exit code
    1 if a check fails.
    """
    screen = Screen(Console(highlight=False, no_color=True), plain=True)
    return bots.check(screen, command, game, rules=rules, seats=players, seed=seed, as_json=json)


@app.command
def run(name: Annotated[str, Parameter(help="The opponent's name, such as greedy or search:5000.")]) -> int:
    """Play by the protocol on standard input and output, so that other arenas can start one of our bots."""
    return bots.run(name)
