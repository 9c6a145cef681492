"""A player that asks a language model: rules, views and moves as text, refusals as feedback, costs counted."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from undercut import draw
from undercut.arena.playing import ILLEGAL
from undercut.bots.players import Forfeit
from undercut.errors import BadNotation
from undercut.games.base.book import read_book
from undercut.games.base.game_types import Move
from undercut.play.game import Game
from undercut.play.loading import from_view

_ANSWER = re.compile(r"MOVE:\s*`?([^\s`]+)", re.IGNORECASE)

_TASK = """You play {title} at a table of {seats}, in seat {seat}. The rules, under which you play to win:

{rules}

Each message shows what you can see, and your legal moves. Think as you like, and end your answer with a line
MOVE: followed by one of the moves as it is written there."""


class Role(StrEnum):
    """Role of the author of a message."""

    SYSTEM = "system"
    USER = "user"
    MODEL = "assistant"


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a conversation with a model."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """Answer of a model, and its cost as its maker counts it."""

    text: str
    tokens_read: int = 0
    tokens_written: int = 0
    price: float = 0.0


@dataclass(slots=True)
class Costs:
    """Expenses of a player so far."""

    decisions: int = 0
    requests: int = 0
    refused: int = 0  # answers that were no legal move
    tokens_read: int = 0
    tokens_written: int = 0
    price: float = 0.0
    seconds: float = 0.0

    def add(self, reply: Reply, seconds: float) -> None:
        """Count a request."""
        self.requests += 1
        self.tokens_read += reply.tokens_read
        self.tokens_written += reply.tokens_written
        self.price += reply.price
        self.seconds += seconds


class LanguagePlayer:
    r"""A player for `undercut.match` that asks a language model for each move; it gets its seat's view and no more.

    After an illegal answer the model gets the reason, such as ``CU-4 the jack of clubs is not in your hand``.
    Only forced moves are played without a question.

    Args:
        game: The game, with its rules.
        ask: Sends the messages to the model and returns its reply. An error that it raises is the player's.
        name: How records and results call the player.
        tries: How many answers a decision may take; after these, the player loses the game.

    Examples:
        >>> import undercut
        >>> game = undercut.game("cuttle")
        >>> player = LanguagePlayer(game, lambda messages: Reply("I draw.\nMOVE: draw"), name="drawer")
        >>> state = game.deal(seed=7)
        >>> player.choose(state.view(0), state.legal_moves()).notation, player.costs.requests
        ('draw', 1)
    """

    def __init__(
        self, game: Game, ask: Callable[[Sequence[Message]], Reply], *, name: str = "language model", tries: int = 3
    ) -> None:
        self.name = name
        self.costs = Costs()
        self._game, self._ask, self._tries = game, ask, tries

    def choose(self, view: Mapping[str, object], moves: Sequence[Move]) -> Move:
        """Ask for a move until the answer is legal.

        Raises:
            Forfeit: No answer was legal.
        """
        self.costs.decisions += 1
        if len(moves) == 1:
            return moves[0]
        title, seats, rules = self._game.spec.title, self._game.seats, rules_text(self._game)
        task = _TASK.format(title=title, seats=seats, seat=view["seat"], rules=rules)
        messages = [Message(Role.SYSTEM, task), Message(Role.USER, table_text(view, moves))]
        by_notation = {move.notation: move for move in moves}
        answer = ""
        for _ in range(self._tries):
            began = time.perf_counter()
            reply = self._ask(messages)
            self.costs.add(reply, time.perf_counter() - began)
            answer = answer_in(reply.text)
            if answer in by_notation:
                return by_notation[answer]
            self.costs.refused += 1
            feedback = f"{refusal(view, answer)}\nEnd with a line MOVE: and one of your legal moves."
            messages += [Message(Role.MODEL, reply.text), Message(Role.USER, feedback)]
        message = f"{self.name} gave no legal move in {self._tries} answers, the last of them {answer!r:.40}"
        raise Forfeit(ILLEGAL, message)


def rules_text(game: Game) -> str:
    """Write the rules of a game: each clause, with the values of the options that it names."""
    book = read_book(game.name)
    lines = [book.introduction]
    for clause in book.clauses:
        named = dict.fromkeys(choice.option for choice in clause.choices)
        chosen = [f"{option} = {game.options[option]}" for option in named]
        lines.append(f"{clause.id} {clause.words}" + (f" (Here: {', '.join(chosen)}.)" if chosen else ""))
    return "\n".join(lines)


def table_text(view: Mapping[str, object], moves: Sequence[Move]) -> str:
    """Write what a seat sees and may do."""
    seat = view["seat"]
    table = draw.text(view, seat=seat if isinstance(seat, int) else None, goals=from_view(view).goals)
    lines = [f"{move.notation}  {move.text}" for move in moves]
    return "\n".join([table, "Your legal moves:", *lines])


def answer_in(text: str) -> str:
    """Find the move that an answer names: after the last ``MOVE:``, else the whole answer."""
    moves = _ANSWER.findall(text)
    return moves[-1] if moves else text.strip()


def refusal(view: Mapping[str, object], answer: str) -> str:
    """Say why an answer is not a legal move."""
    try:
        reason = from_view(view).why_not(answer)
    except BadNotation as error:
        return str(error)
    return f"{answer} is not legal: {reason}"
