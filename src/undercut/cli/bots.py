"""The commands ``undercut bot check`` and ``bot run``: a program checked, and one of ours run over the protocol."""

import sys
from functools import partial
from typing import Annotated

from cyclopts import App, Parameter
from rich.console import Console

from undercut.bots.external.check import BotCheck, Finding
from undercut.bots.external.client import is_external
from undercut.bots.external.protocol import serve
from undercut.bots.registry import make
from undercut.cli.screen import DONE, REFUSED, Json, Screen, print_json
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base import registry

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
    json: Json = False,
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
        print_json({"bot": name, "name": bot_check.ready.name, "seed": seed, "ok": not failed, "checks": checks})
    return REFUSED if failed else DONE


def _printed(bot_check: BotCheck) -> list[Finding]:
    screen = Screen(Console(highlight=False, no_color=True), plain=True)
    findings: list[Finding] = []
    for finding in bot_check.run():
        findings.append(finding)
        _print(screen, finding)
    passed, failed = (sum(finding.passed is wanted for finding in findings) for wanted in (True, False))
    screen.line("")
    screen.line(f"{failed} of {passed + failed} checks failed." if failed else f"All {passed} checks passed.")
    return findings


def _print(screen: Screen, finding: Finding) -> None:
    screen.line(f"{_WORDS[finding.passed]:5} {finding.check}: {finding.text}")
    for direction, line in finding.lines:
        screen.line(f"      {direction}: {line}")
    if finding.again:
        screen.line(f"      to repeat: {finding.again}")


@app.command
def run(name: Annotated[str, Parameter(help="The bot's name, such as greedy or search:5000.")]) -> int:
    """Run a built-in bot over the protocol on standard input and output, for use in other arenas."""
    make(name, next(iter(registry.names())), 0)

    def tell(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    serve(partial(make, name), sys.stdin.buffer, tell)
    return DONE
