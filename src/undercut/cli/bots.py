"""The ``undercut bot`` commands: check a program against the protocol, or run a built-in bot over it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from undercut.bots.external.check import BotCheck, Finding
from undercut.bots.external.client import is_external
from undercut.bots.external.serve import serve
from undercut.bots.players.registry import make
from undercut.cli.exits import DONE, REFUSED
from undercut.cli.screen import Screen, print_json
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.reader import JSON

_WORDS = {True: "ok", False: "FAIL", None: "-"}


def check(
    screen: Screen,
    command: str,
    games: Sequence[str],
    *,
    rules: str | None = None,
    seats: int | None = None,
    seed: int = 0,
    as_json: bool = False,
) -> int:
    """Check a bot, printing each finding as it comes.

    Raises:
        UndercutError: The bot cannot be started, or the games, rules and seats do not fit together.
    """
    name = command if is_external(command) else f"exec:{command}"
    chosen = list(dict.fromkeys(games)) or list(registry.names())
    if rules and len(chosen) > 1:
        message = "--rules: a rule set belongs to one game; name it with --game"
        raise UndercutError(message)
    bot_check = BotCheck(name, chosen, rules=rules, seats=seats, seed=seed)
    found: list[Finding] = []
    for finding in bot_check.run():
        found.append(finding)
        if not as_json:
            _print(screen, finding)
    failed = sum(finding.passed is False for finding in found)
    if as_json:
        checks: list[JSON] = [finding.as_json() for finding in found]
        report: JSON = {"bot": name, "name": bot_check.ready.name, "seed": seed, "ok": not failed, "checks": checks}
        print_json(report)
    else:
        screen.line("")
        screen.line(_verdict(found, failed))
    return REFUSED if failed else DONE


def _print(screen: Screen, finding: Finding) -> None:
    screen.line(f"{_WORDS[finding.passed]:5} {finding.check}: {finding.text}")
    for direction, line in finding.lines:
        screen.line(f"      {direction}: {line}")
    if finding.again:
        screen.line(f"      to repeat: {finding.again}")


def _verdict(found: Sequence[Finding], failed: int) -> str:
    passed = sum(finding.passed is True for finding in found)
    if failed:
        return f"{failed} of {passed + failed} checks failed."
    return f"All {passed} checks passed."


def run(name: str) -> int:
    """Run a built-in bot over the protocol on standard input and output.

    Raises:
        UndercutError: The bot does not exist.
    """
    make(name, next(iter(registry.names())), 0)

    def tell(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    serve(name, sys.stdin.buffer, tell)
    return DONE
