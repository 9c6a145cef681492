"""The messages between an arena and a bot that is a program of its own; `docs/protocol.md` tells authors of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from undercut.bots.players.player import Forfeit, View
from undercut.games.reader import JSON
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game

VERSION = 1
"""The number of the protocol."""

LONGEST_LINE = 65_536
"""So many bytes may a line of a bot have."""

ERROR, GARBLED, ILLEGAL, REFUSED = "error", "garbled", "illegal", "refused"
"""Reasons to lose a game by what was said: it failed, made no sense, is against the rules, is not for this bot."""

_LONGEST_NAME = 100
_SHOWN = 200

Message = dict[str, JSON]
"""A line as a JSON object."""


@dataclass(frozen=True, slots=True)
class Repertoire:
    """A game that a bot says it plays.

    Args:
        game: The game's name.
        rules: The rule sets that it knows; None: all, and any options.
        seats: The numbers of seats; None: all.
    """

    game: str
    rules: tuple[str, ...] | None = None
    seats: tuple[int, ...] | None = None

    def covers(self, game: Game) -> bool:
        """Say whether a game with its rules and seats is meant.

        Args:
            game: The game.
        """
        if game.name != self.game or (self.seats is not None and game.seats not in self.seats):
            return False
        return self.rules is None or (game.rule_set in self.rules and not game.changes)


@dataclass(frozen=True, slots=True)
class Ready:
    """What a bot says of itself.

    Args:
        name: What it calls itself.
        repeatable: Whether the same seed makes it play the same.
        plays: What it plays; None: everything.
    """

    name: str
    repeatable: bool = False
    plays: tuple[Repertoire, ...] | None = None

    def covers(self, game: Game) -> bool:
        """Say whether it plays a game.

        Args:
            game: The game with its rules and seats.
        """
        return self.plays is None or any(entry.covers(game) for entry in self.plays)


def hello(game: Game, seat: int, seed: int, clock: float) -> Message:
    """Write the first message of a game.

    Args:
        game: The game with its rules.
        seat: The bot's seat.
        seed: Where its random choices shall come from, 0 to 2**32 - 1.
        clock: How many seconds an answer may take.
    """
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
    }


def choose(view: View, moves: Sequence[Move], clock: float) -> Message:
    """Write a question.

    Args:
        view: What the bot's seat may know.
        moves: The legal moves.
        clock: How many seconds the answer may take.
    """
    listed: list[JSON] = [
        {"move": move.notation, "text": move.text, "kind": move.kind, "card": move.card, "target": move.target}
        for move in moves
    ]
    return {"type": "choose", "moves": listed, "clock": clock, "view": view}


def goodbye(result: Outcome) -> Message:
    """Write the last message of a game.

    Args:
        result: How the game ended.
    """
    return {"type": "goodbye", "result": {"winners": [*result.winners], "reason": result.reason}}


def written(message: Message) -> bytes:
    r"""Write a message as a line: ASCII, without spaces between its parts, so that a shell script can take it apart.

    Args:
        message: The message.

    Example:
        >>> written({"type": "ready", "name": "any"})
        b'{"type":"ready","name":"any"}\n'
    """
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read(line: bytes) -> Message:
    """Read a line of a bot.

    Args:
        line: The line.

    Raises:
        Forfeit: It is no JSON object, or says that the bot has failed.

    Example:
        >>> read(b'{"move": "7h"}')
        {'move': '7h'}
    """
    try:
        message = cast("object", json.loads(line.decode("utf-8")))
    except (ValueError, RecursionError):
        raise Forfeit(GARBLED, f"this is no JSON: {shown(line)}") from None
    if not isinstance(message, dict):
        raise Forfeit(GARBLED, f"this is no JSON object: {shown(line)}")
    found = cast("Message", message)
    if "error" in found:
        raise Forfeit(ERROR, f"it says: {shortened(str(found['error']))}")
    return found


def read_ready(line: bytes) -> Ready:
    """Read the answer to `hello`.

    Args:
        line: The line.

    Raises:
        Forfeit: It is no such answer.

    Example:
        >>> read_ready(b'{"type": "ready", "plays": [{"game": "cuttle"}]}').plays
        (Repertoire(game='cuttle', rules=None, seats=None),)
    """
    message = read(line)
    if message.get("type") != "ready":
        raise Forfeit(GARBLED, f'the answer to hello must have "type": "ready": {shown(line)}')
    name, repeatable, plays = message.get("name", ""), message.get("repeatable", False), message.get("plays")
    if not isinstance(name, str) or len(name) > _LONGEST_NAME:
        raise Forfeit(GARBLED, f"name must be a text of at most {_LONGEST_NAME} characters: {shown(line)}")
    if not isinstance(repeatable, bool):
        raise Forfeit(GARBLED, f"repeatable must be true or false: {shown(line)}")
    if plays is not None and not isinstance(plays, list):
        raise Forfeit(GARBLED, f"plays must be a list: {shown(line)}")
    return Ready(name, repeatable, None if plays is None else tuple(_repertoire(entry, line) for entry in plays))


def _repertoire(entry: JSON, line: bytes) -> Repertoire:
    found = entry if isinstance(entry, dict) else {}
    game, rules, seats = found.get("game"), found.get("rules"), found.get("seats")
    if isinstance(game, str) and (rules is None or _all(rules, str)) and (seats is None or _all(seats, int)):
        return Repertoire(
            game,
            None if rules is None else tuple(cast("list[str]", rules)),
            None if seats is None else tuple(cast("list[int]", seats)),
        )
    message = f'an entry of plays has a "game", and may have "rules" (texts) and "seats" (numbers): {shown(line)}'
    raise Forfeit(GARBLED, message)


def _all(values: JSON, kind: type) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)


def read_move(line: bytes) -> str:
    """Read the answer to `choose`.

    Args:
        line: The line.

    Returns:
        The move's notation, legal or not.

    Raises:
        Forfeit: It is no such answer.
    """
    move = read(line).get("move")
    if not isinstance(move, str):
        raise Forfeit(GARBLED, f'an answer must have a "move", as text: {shown(line)}')
    return move


def shown(line: bytes) -> str:
    r"""Write a line as a person can read it, shortened.

    Args:
        line: The line.

    Example:
        >>> shown(b"one \xff two")
        "'one \\xff two'"
    """
    return shortened(repr(line)[1:])


def shortened(text: str) -> str:
    """Shorten a text to a few lines of a terminal.

    Args:
        text: The text.
    """
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
