"""Opponents in the terminal, by name; the commands ``undercut bot check`` and ``bot run`` for authors of bots."""

import re
import secrets
import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Annotated, cast

from cyclopts import App, Parameter
from cyclopts.completion import CompletionContext
from rich.console import Console

from undercut.bots.external.check import BotCheck, Finding
from undercut.bots.external.client import is_external
from undercut.bots.external.protocol import serve
from undercut.bots.players import PLAYERS, Guest, Player, close_guests, levels_of, other_levels, start_guest
from undercut.bots.registry import make
from undercut.cli import terminal
from undercut.cli.files import read_json, saved_games
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import Outcome
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.lessons.learner import GameScore, level_at, score_of, strength_of
from undercut.play.game import Game
from undercut.play.sources import derive
from undercut.translation import _

PERSON = "human"  # the person's name in saved games

PLAYERS_HELP = (
    f"{', '.join((*PLAYERS, *LEVEL_NAMES))}, search:5000 (iterations), search:2s, "
    "baseline:ppo or baseline:FILE.npz for a trained policy, "
    "exec:COMMAND for a program of your own, or python:MODULE:FUNCTION for a function of yours that makes a player"
)

_SEEDS = 1 << 62


def complete_players(context: CompletionContext) -> list[str]:
    """List the players that the last name of a list may become."""
    head = context.incomplete.rpartition(",")[0]
    return [f"{head},{name}" if head else name for name in (*PLAYERS, *LEVEL_NAMES)]


def _kind_of(name: str) -> str:
    """Return a player's name without the number that distinguishes players of one kind."""
    return re.sub(r" #\d+$" if is_external(name) else r" #?\d+$", "", name)


class Opponents:
    """The players of all seats but the person's; external bots run for the whole game."""

    # A built-in player is created for each move from the seed and the number of the move, so after `undo` the same
    # move gets the same answer.

    def __init__(self, game: Game, names: Mapping[int, str], seed: int | None) -> None:
        self.game = game
        self.names = {seat: _kind_of(names[seat]) for seat in sorted(names)}
        self.seed = secrets.randbelow(_SEEDS) if seed is None else seed
        self._guests: dict[int, Player] = {}
        for seat, name in self.names.items():
            if not is_external(name):
                self.at(seat, 0)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self.names)

    @property
    def styles(self) -> list[str]:
        """How the levels among the opponents play, a sentence for each level."""
        levels = levels_of(self.game.name)
        names = dict.fromkeys(name for name in self.names.values() if name in levels.levels)
        return [f"{name}: {levels.style(name, self.game.seats)}" for name in names]

    def commands(self, seat: int, result: Outcome) -> list[str]:
        """Return the commands, after ``undercut``, for games like this one against stronger or easier levels."""
        game = self.game
        won = seat in result.winners if result.winners else None
        options = [*game.command_options, *(["--seat", str(seat)] if seat else [])]
        return [
            shlex.join(["play", game.name, *options, "--vs", ",".join(levels)])
            for levels in other_levels([*self.names.values()], won=won)
        ]

    def start(self) -> None:
        for seat, name in self.names.items():
            if is_external(name):
                self._guests[seat] = self._made(seat, 0)
        for seat, player in self._guests.items():
            if isinstance(player, Guest):
                start_guest(player, self.game, seat)

    def at(self, seat: int, number: int) -> Player:
        return self._guests.get(seat) or self._made(seat, number)

    def close(self, result: Outcome | None) -> None:
        with suppress(Exception):  # the game is over: a failure now changes nothing
            close_guests(self._guests.values(), result)

    def _made(self, seat: int, number: int) -> Player:
        return make(self.names[seat], self.game.name, derive(self.seed, "answer", seat, number))


def adapted(game: str) -> tuple[str, str]:
    """Return the level that an adaptive opponent plays now, and a sentence that says why."""
    results = list(_results(game))
    level = level_at(strength_of(results))
    if not results:
        text = _("The adaptive opponent starts at {level} because you have not finished a game against any level yet.")
        return level, text.format(level=level)
    return level, _("The adaptive opponent plays as {level}, based on {number} of your saved games.").format(
        level=level, number=len(results)
    )


def _results(game: str) -> Iterator[GameScore]:
    """Read the finished games against levels, the earliest first; files that cannot be read do not count."""
    for path in reversed(saved_games()):
        with suppress(UndercutError, AttributeError, TypeError, ValueError):
            record = cast("dict[str, object]", read_json(str(path)))
            if record.get("game") == game and (result := _result(record)):
                yield result


def _result(record: dict[str, object]) -> GameScore | None:
    players = [_kind_of(name) for name in cast("list[str]", record["players"])]
    result = cast("dict[str, list[int]] | None", record.get("result"))
    return score_of(["" if name == PERSON else name for name in players], result["winners"] if result else None)


app = App(
    name="bot", help="Commands for bot authors: check a program that speaks the bot protocol, or run one of ours."
)

_WORDS = {True: "ok", False: "FAIL", None: "-"}


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
    json: terminal.Json = False,
) -> int:
    """Check whether a program follows the protocol; a failure shows the lines sent and received.

    The bot plays every game, rule set and number of seats it supports, and meets every kind of decision. Exits with 1
    if a check fails.
    """
    name = command if is_external(command) else f"exec:{command}"
    chosen = list(dict.fromkeys(game)) or list(registry.names())
    if rules and len(chosen) > 1:
        raise UndercutError("--rules: a rule set belongs to one game; name it with --game")
    bot_check = BotCheck(name, chosen, rules=rules, seats=players, seed=seed)
    findings = list(bot_check.run()) if json else _printed(bot_check)
    failed = any(finding.passed is False for finding in findings)
    if json:
        checks: list[JSON] = [finding.as_json() for finding in findings]
        terminal.print_json(
            {"bot": name, "name": bot_check.ready.name, "seed": seed, "ok": not failed, "checks": checks}
        )
    return terminal.REFUSED if failed else terminal.DONE


def _printed(bot_check: BotCheck) -> list[Finding]:
    screen = terminal.Screen(Console(highlight=False, no_color=True), plain=True)
    findings: list[Finding] = []
    for finding in bot_check.run():
        findings.append(finding)
        _print(screen, finding)
    passed, failed = (sum(finding.passed is wanted for finding in findings) for wanted in (True, False))
    screen.line("")
    screen.line(f"{failed} of {passed + failed} checks failed." if failed else f"All {passed} checks passed.")
    return findings


def _print(screen: terminal.Screen, finding: Finding) -> None:
    screen.line(f"{_WORDS[finding.passed]:5} {finding.check}: {finding.text}")
    for direction, line in finding.lines:
        screen.line(f"      {direction}: {line}")
    if finding.again:
        screen.line(f"      to repeat: {finding.again}")


@app.command
def run(name: Annotated[str, Parameter(help="The bot's name, such as greedy or search:5000.")]) -> int:
    """Run a built-in bot over the protocol on standard input and output, for use in other arenas."""
    close_guests([make(name, next(iter(registry.names())), 0)], None)  # refuse an unknown name now

    def tell(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    serve(partial(make, name), sys.stdin.buffer, tell)
    return terminal.DONE
