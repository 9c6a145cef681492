"""Our own bots by the protocol of other people's, so that they can play in any arena that speaks it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import cast

from undercut.bots.external import protocol
from undercut.bots.external.protocol import Message
from undercut.bots.players.player import Forfeit, Player
from undercut.bots.players.registry import make
from undercut.bots.players.search import Search
from undercut.bots.thinking.think import Budget
from undercut.errors import UndercutError
from undercut.play.facts import Move
from undercut.play.game import game as make_game


def serve(name: str, lines: Iterable[bytes], tell: Callable[[bytes], None]) -> None:
    r"""Play as an arena asks, until it says goodbye or nothing more.

    Args:
        name: The opponent's name, as `make` knows it.
        lines: What the arena says.
        tell: Says a line to the arena.

    Example:
        >>> hello = b'{"type":"hello","protocol":1,"game":"cuttle","rules":"sipie","seats":2,"seat":0,"seed":7}'
        >>> serve("random", [hello], print)
        b'{"type":"ready","name":"random","repeatable":true}\n'
    """
    player: Player | None = None
    for line in lines:
        try:
            message = protocol.read(line)
            if message.get("type") == "hello":
                player = _made(name, message)
                tell(protocol.written(_ready(player)))
            elif message.get("type") == "choose":
                tell(protocol.written({"move": _chosen(player, message)}))
            elif message.get("type") == "goodbye":
                return
        except (Forfeit, UndercutError) as error:
            tell(protocol.written({"error": str(error)}))


def _made(name: str, hello: Message) -> Player:
    game, seed = hello.get("game"), hello.get("seed")
    if not isinstance(game, str) or not isinstance(seed, int):
        message = "hello must have a game and a seed"
        raise UndercutError(message)
    player = make(name, game, seed)
    if isinstance(player, Search):
        _warm_up(player, game)
    return player


def _warm_up(player: Search, game: str) -> None:
    """Compile the search, if nobody has done so yet: no decision waits for that."""
    state = make_game(game).deal(seed=0)
    Search(random.Random(0), Budget(iterations=1), player.settings).choose(state.view(0), state.legal_moves())  # noqa: S311  no secret


def _ready(player: Player) -> Message:
    # Who thinks by the clock plays otherwise on a busy machine.
    timed = isinstance(player, Search) and player.budget.seconds is not None
    return {"type": "ready", "name": player.name, "repeatable": not timed}


def _chosen(player: Player | None, question: Message) -> str:
    view, listed = question.get("view"), question.get("moves")
    if player is None or not isinstance(view, dict) or not isinstance(listed, list):
        message = "choose must have a view and moves, and come after hello"
        raise UndercutError(message)
    moves = [_move(cast("dict[str, str | None]", entry)) for entry in listed]
    return player.choose(view, moves).notation


def _move(entry: dict[str, str | None]) -> Move:
    notation = str(entry.get("move"))
    return Move(notation, str(entry.get("text")), str(entry.get("kind")), entry.get("card"), entry.get("target"))
