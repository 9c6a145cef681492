"""The protocol between an arena and an external bot (`docs/protocol.md`): its messages, and our side as such a bot."""

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from undercut.bots.players import Forfeit, Player, SearchPlayer, wants_history
from undercut.decoding import JSON, decode
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, Outcome, View
from undercut.games.base.parts.bots import Budget
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.loading import from_view

VERSION = 1  # version of the protocol

LONGEST_LINE = 65_536  # longest line from a bot, in bytes

ERROR, GARBLED, ILLEGAL, REFUSED = "error", "garbled", "illegal", "refused"
"""Forfeit reasons: the bot reported an error, sent a malformed line or an illegal move, or does not play the game."""

_LONGEST_NAME = 100
_SHOWN = 200
_MOST_FAULTS = 5

Message = dict[str, JSON]  # a line as a JSON object


@dataclass(frozen=True, slots=True)
class Repertoire:
    game: str
    rules: tuple[str, ...] | None = None
    seats: tuple[int, ...] | None = None

    def covers(self, game: Game) -> bool:
        if game.name != self.game or (self.seats is not None and game.seats not in self.seats):
            return False
        return self.rules is None or (game.rule_set in self.rules and not game.changes)


@dataclass(frozen=True, slots=True)
class Ready:
    name: str = ""
    repeatable: bool = False  # whether equal seeds give equal play
    plays: tuple[Repertoire, ...] | None = None  # the games it supports; None: all
    reusable: bool = False
    history: bool = False

    def covers(self, game: Game) -> bool:
        return self.plays is None or any(entry.covers(game) for entry in self.plays)


def hello(game: Game, seat: int, seed: int, clock: float, *, reuse: bool = False) -> Message:
    options: dict[str, JSON] = {
        name: cast("JSON", list(value) if isinstance(value, tuple) else value) for name, value in game.options.items()
    }
    return {
        "type": "hello",
        "protocol": VERSION,
        "game": game.name,
        "rules": game.rules,
        "seats": game.seats,
        "seat": seat,
        "seed": seed,
        "clock": clock,
        "options": options,
        "reuse": reuse,
    }


def choose(view: View, moves: Sequence[Move], clock: float) -> Message:
    listed: list[JSON] = [
        {"move": move.notation, "text": move.text, "kind": move.kind, "card": move.card, "target": move.target}
        for move in moves
    ]
    return {"type": "choose", "moves": listed, "clock": clock, "view": view}


def goodbye(result: Outcome) -> Message:
    return {"type": "goodbye", "result": {"winners": [*result.winners], "reason": result.reason}}


def written(message: Message) -> bytes:
    r"""Encode a message as a line of compact ASCII JSON, easy to parse even in a shell script."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read(line: bytes) -> Message:
    try:
        message = cast("object", json.loads(line.decode("utf-8")))
    except (ValueError, RecursionError):
        raise Forfeit(GARBLED, f"not JSON: {shown(line)}") from None
    if not isinstance(message, dict):
        raise Forfeit(GARBLED, f"not a JSON object: {shown(line)}")
    found = cast("Message", message)
    if "error" in found:
        raise Forfeit(ERROR, f"the bot reports: {shortened(str(found['error']))}")
    return found


def read_ready(line: bytes) -> Ready:
    message = read(line)
    if message.get("type") != "ready":
        raise Forfeit(GARBLED, f'the answer to hello must have "type": "ready": {shown(line)}')
    ready, faults = decode(message, Ready, unknown=True)
    if not faults and len(ready.name) > _LONGEST_NAME:
        faults = [f"name: longer than {_LONGEST_NAME} characters"]
    if faults:
        raise Forfeit(GARBLED, f"{'; '.join(faults[:_MOST_FAULTS])}: {shown(line)}")
    return ready


def read_move(line: bytes) -> str:
    move = read(line).get("move")
    if not isinstance(move, str):
        raise Forfeit(GARBLED, f'an answer needs a "move", a string: {shown(line)}')
    return move


def shown(line: bytes) -> str:
    return shortened(repr(line)[1:])


def shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


# --- A player of ours answers the messages of an arena ---


@dataclass(frozen=True, slots=True)
class _Listed:
    move: str


@dataclass(frozen=True, slots=True)
class _Question:
    view: dict[str, JSON]
    moves: tuple[_Listed, ...]


def serve(make: Callable[[str, int], Player], lines: Iterable[bytes], send: Callable[[bytes], None]) -> None:
    """Answer an arena's messages until its last goodbye or the end of its lines; `make` gets a game and a seed."""
    player: Player | None = None
    game, reuse = None, False
    for line in lines:
        try:
            message = read(line)
            if message.get("type") == "hello":
                player, reuse = _make_player(make, message), message.get("reuse") is True
                game = message["game"]
                send(written(_ready(player)))
            elif message.get("type") == "choose":
                send(written({"move": _choose(player, game, message)}))
            elif message.get("type") == "goodbye" and not reuse:
                return
        except (Forfeit, UndercutError) as error:
            send(written({"error": str(error)}))


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


def _choose(player: Player | None, game: object, question: Message) -> str:
    asked, faults = decode(question, _Question, unknown=True)
    if player is None or faults:
        raise UndercutError("; ".join(faults[:_MOST_FAULTS]) or "choose must come after hello")
    state = from_view(asked.view)
    if state.game.name != game:
        raise UndercutError(f"view: a position of {state.game.name}, but hello was for {game}")
    moves = state.legal_moves()
    if {move.notation for move in moves} != {each.move for each in asked.moves}:
        raise UndercutError("moves: these are not the legal moves of the view")
    return str(player.choose(asked.view, moves))
