"""Other people's bots: programs of their own, in any language, which see their seat's view and nothing else."""

from __future__ import annotations

import random
import re
import shlex
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager

from undercut.bots.external import protocol
from undercut.bots.external.process import Process
from undercut.bots.players.player import Forfeit, View
from undercut.bots.thinking.determinize import determinize
from undercut.errors import UndercutError
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game
from undercut.play.game import game as make_game

CLOCK = 10.0
"""So many seconds may an answer take, unless the bot's name says otherwise."""

START = 6
"""The answer to `hello` may take so many times as long."""

FAREWELL = 2.0
"""So many seconds does a bot have to end by itself when its game is over."""

SEEDS = 1 << 32
"""A bot's seed is below this: every language can hold it."""

_NAME = re.compile(r"exec(?:@(?P<clock>\d+(?:\.\d+)?)s)?:(?P<command>.+)", re.DOTALL)


class External:
    """A bot that is another program; it is started at once, and ended by `close`.

    Args:
        name: ``"exec:"`` and the command, such as ``"exec:./mybot --fast"``, or ``"exec@2s:./mybot"`` for two seconds
            an answer. No shell reads the command.
        seed: Where the bot's random choices shall come from, below `SEEDS`.
        watch: Told of each line that is sent (``"sent"``) and received (``"received"``).

    Attributes:
        ready: What the bot said of itself when the game began.

    Raises:
        UndercutError: The name is wrong, or the program cannot be started.

    Example:
        >>> from contextlib import closing
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> with closing(External("exec:/bin/sh examples/bots/any.sh", seed=1)) as player:
        ...     player.choose(state.view(0), state.legal_moves()) in state.legal_moves()
        True
    """

    def __init__(self, name: str, seed: int, *, watch: Callable[[str, bytes], None] | None = None) -> None:
        """Start the program."""
        self.name = name
        self.seed = seed
        self.clock, command = read_name(name)
        self.ready: protocol.Ready | None = None
        self._lost: Forfeit | None = None
        self.process = Process(command, watch)

    def begin(self, game: Game, seat: int) -> None:
        """Tell the bot what is played, and hear what it says of itself.

        Args:
            game: The game with its rules.
            seat: Where it sits.

        Raises:
            Forfeit: It does not answer, or does not play this.
        """
        with self._losing():
            hello = protocol.hello(game, seat, self.seed, self.clock)
            self.ready = protocol.read_ready(self.process.ask(protocol.written(hello), START * self.clock))
            if not self.ready.covers(game):
                raise Forfeit(protocol.REFUSED, f"it does not play {game.name}, {game.rules}, {game.seats} seats")

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        """Ask the bot for a move.

        Args:
            view: What its seat may know.
            moves: The legal moves.

        Raises:
            Forfeit: It gave no legal move in time.
        """
        if self.ready is None:
            self.begin(*_seated(view))
        with self._losing():
            question = protocol.choose(view, moves, self.clock)
            answer = protocol.read_move(self.process.ask(protocol.written(question), self.clock))
            for move in moves:
                if move.notation == answer:
                    return move
            raise Forfeit(protocol.ILLEGAL, _why_not(view, answer))

    def close(self, result: Outcome | None = None) -> None:
        """Tell the bot how the game ended, and end it with all its children.

        Args:
            result: How the game ended; None: it was broken off, and nobody waits for the bot.
        """
        if self.process.closed:
            return
        if self.ready is None or self._lost or result is None:
            self.process.end()
            return
        try:
            self.process.tell(protocol.written(protocol.goodbye(result)), FAREWELL)
        except Forfeit:
            # The game is over: nothing that it does now matters.
            self.process.end()
        else:
            self.process.end(FAREWELL)

    @contextmanager
    def _losing(self) -> Generator[None]:
        """End the program as soon as it has lost."""
        if self._lost:
            raise self._lost
        try:
            yield
        except Forfeit as error:
            self._lost = error
            self.process.end()
            raise


def is_external(name: str) -> bool:
    """Say whether an opponent's name stands for another program.

    Args:
        name: The name.

    Example:
        >>> is_external("exec@2s:./mybot"), is_external("greedy")
        (True, False)
    """
    return name.startswith(("exec:", "exec@"))


def read_name(name: str) -> tuple[float, list[str]]:
    """Take an external bot's name apart.

    Args:
        name: The name.

    Returns:
        How many seconds an answer may take, and the command.

    Raises:
        UndercutError: It is no such name.

    Example:
        >>> read_name("exec@0.5s:./mybot 'two words'")
        (0.5, ['./mybot', 'two words'])
    """
    found = _NAME.fullmatch(name)
    if not found:
        message = f"{name!r}: write exec:COMMAND, or exec@2s:COMMAND for two seconds an answer"
        raise UndercutError(message)
    clock = float(found["clock"] or CLOCK)
    try:
        command = shlex.split(found["command"])
    except ValueError as error:
        message = f"{name!r}: {error}"
        raise UndercutError(message) from None
    if not command or clock <= 0:
        message = f"{name!r}: there is no {'command' if clock > 0 else 'time to answer'}"
        raise UndercutError(message)
    return clock, command


def _seated(view: View) -> tuple[Game, int]:
    """Find out from a view what is played, and who sees it."""
    seats, seat = view["seats"], view["to_move"]
    assert isinstance(seats, int)  # noqa: S101  a view is the library's own
    assert isinstance(seat, int)  # noqa: S101  it is to move
    return make_game(str(view["game"]), rules=view["rules"], seats=seats), seat  # type: ignore[arg-type]  JSON of rules


def _why_not(view: View, move: str) -> str:
    """Say why a move is not legal; the hidden cards have no say in that."""
    try:
        reason = determinize(view, random.Random(0)).why_not(move)  # noqa: S311  any cards will do
    except UndercutError as error:
        return str(error)
    return f"{protocol.shortened(move)}: {reason or 'this is not among the legal moves'}"
