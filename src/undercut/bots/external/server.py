"""Our side of the protocol for other arenas: a player of ours answers their messages."""

import random
from collections.abc import Callable, Iterable
from typing import cast

from undercut.bots.external import protocol
from undercut.bots.external.protocol import Message
from undercut.bots.players import Forfeit, Player, SearchPlayer, wants_history
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move
from undercut.games.base.parts.levels import Budget
from undercut.play.game import game as make_game


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
