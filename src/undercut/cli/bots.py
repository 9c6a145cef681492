"""The commands ``undercut bot check`` and ``bot run``: a program checked, and one of ours run over the protocol."""

import random
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Annotated, cast

from cyclopts import App, Parameter
from rich.console import Console

from undercut.bots.external import protocol
from undercut.bots.external.check import BotCheck, Finding
from undercut.bots.external.client import is_external
from undercut.bots.external.protocol import Message
from undercut.bots.players import Forfeit, Player, SearchPlayer, wants_history
from undercut.bots.registry import make
from undercut.cli.screen import DONE, REFUSED, Json, Screen, print_json
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import Move
from undercut.games.base.parts.levels import Budget
from undercut.play.game import game as make_game

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
    screen.line("")
    screen.line(_verdict(findings))
    return findings


def _print(screen: Screen, finding: Finding) -> None:
    screen.line(f"{_WORDS[finding.passed]:5} {finding.check}: {finding.text}")
    for direction, line in finding.lines:
        screen.line(f"      {direction}: {line}")
    if finding.again:
        screen.line(f"      to repeat: {finding.again}")


def _verdict(findings: Sequence[Finding]) -> str:
    passed = sum(finding.passed is True for finding in findings)
    failed = sum(finding.passed is False for finding in findings)
    if failed:
        return f"{failed} of {passed + failed} checks failed."
    return f"All {passed} checks passed."


@app.command
def run(name: Annotated[str, Parameter(help="The bot's name, such as greedy or search:5000.")]) -> int:
    """Run a built-in bot over the protocol on standard input and output, for use in other arenas."""
    make(name, next(iter(registry.names())), 0)

    def tell(line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    serve(partial(make, name), sys.stdin.buffer, tell)
    return DONE


# --- The protocol, for arenas that speak it ---------------------------------------------------------------------------


def serve(make: Callable[[str, int], Player], lines: Iterable[bytes], send: Callable[[bytes], None]) -> None:
    """Answer an arena's messages until its last goodbye or the end of its lines; `make` gets a game and a seed."""
    player: Player | None = None
    reuse = False
    for line in lines:
        try:
            message = protocol.read(line)
            if message.get("type") == "hello":
                player, reuse = _make_player(make, message), message.get("reuse") is True
                send(protocol.written(_ready(player)))
            elif message.get("type") == "choose":
                send(protocol.written({"move": _choose(player, message)}))
            elif message.get("type") == "goodbye" and not reuse:
                return
        except (Forfeit, UndercutError) as error:
            send(protocol.written({"error": str(error)}))


def _make_player(make: Callable[[str, int], Player], hello: Message) -> Player:
    game, seed = hello.get("game"), hello.get("seed")
    if not isinstance(game, str) or not isinstance(seed, int):
        raise UndercutError("hello must have a game and a seed")
    player = make(game, seed)
    if isinstance(player, SearchPlayer):
        _warm_up(player, game)
    return player


def _warm_up(player: SearchPlayer, game: str) -> None:
    """Compile the search before the game, so that no decision waits for it."""
    state = make_game(game).deal(seed=0)
    SearchPlayer(random.Random(0), Budget(iterations=1), player.settings).choose(state.view(0), state.legal_moves())  # noqa: S311  no secret


def _ready(player: Player) -> Message:
    # With a time budget, play depends on the load of the machine.
    timed = isinstance(player, SearchPlayer) and player.budget.seconds is not None
    ready: Message = {"type": "ready", "name": player.name, "repeatable": not timed, "reusable": True}
    return {**ready, "history": True} if wants_history(player) else ready


def _choose(player: Player | None, question: Message) -> str:
    view, listed = question.get("view"), question.get("moves")
    if player is None or not isinstance(view, dict) or not isinstance(listed, list):
        raise UndercutError("choose must have a view and moves, and come after hello")
    moves = [_move(cast("dict[str, str | None]", entry)) for entry in listed]
    return str(player.choose(view, moves))


def _move(entry: dict[str, str | None]) -> Move:
    notation = str(entry.get("move"))
    return Move(notation, str(entry.get("text")), str(entry.get("kind")), entry.get("card"), entry.get("target"))
