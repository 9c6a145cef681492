"""Command-line definition of ``undercut bot check`` and ``undercut bot run``."""

from __future__ import annotations

from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console

from undercut.cli import bots
from undercut.cli.screen import Screen
from undercut.games.base import registry

app = App(
    name="bot", help="Commands for bot authors: check a program that speaks the bot protocol, or run one of ours."
)


@app.command
def check(
    command: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True,
            help="The command that starts the bot, such as ./mybot or 'python3 mybot.py'; exec@2s:./mybot allows two "
            "seconds per answer instead of ten.",
        ),
    ],
    *,
    game: Annotated[
        tuple[str, ...],
        Parameter(choices=registry.names(), negative="", show_default=False, help="Check only this game."),
    ] = (),
    rules: Annotated[str | None, Parameter(help="Check only this rule set.")] = None,
    players: Annotated[int | None, Parameter(help="Check only this number of players.")] = None,
    seed: Annotated[int, Parameter(help="Seed of the deals.")] = 0,
    json: Annotated[bool, Parameter(name="--json", negative="", help="Print JSON instead of text.")] = False,
) -> int:
    """Check whether a program follows the protocol; a failure shows the lines sent and received.

    The bot plays every game, rule set and number of seats it supports, and meets every kind of decision. Exits with 1
    if a check fails.
    """
    screen = Screen(Console(highlight=False, no_color=True), plain=True)
    return bots.check(screen, command, game, rules=rules, seats=players, seed=seed, as_json=json)


@app.command
def run(name: Annotated[str, Parameter(help="The bot's name, such as greedy or search:5000.")]) -> int:
    """Run a built-in bot over the protocol on standard input and output, for use in other arenas."""
    return bots.run(name)
