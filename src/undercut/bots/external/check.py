"""Whether a program keeps to the protocol: every rule of it tried, every failure with the lines that show it."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from signal import SIGKILL

from undercut.bots.external.client import FAREWELL, START, External, protocol, read_name
from undercut.bots.external.process import TIME
from undercut.bots.external.tables import Watched, dealt, mixed, published, seed_for
from undercut.bots.players.player import Forfeit, take_turn
from undercut.errors import UndercutError
from undercut.games.reader import JSON
from undercut.play.facts import Outcome
from undercut.play.game import Game
from undercut.play.state import State

LONGEST_GAME = 5_000
"""After so many moves a game of a check is broken off."""

MARATHON = 1_000
"""So many answers does one process give in the check of a long game."""

_MARATHON_SECONDS = 60.0
_WALKED = 6_000  # moves in search of all kinds of decisions of a game
_LONGEST_WALK = 200
_PAUSE = 0.2  # seconds in which a bot might say what nobody asked for
_LINES_KEPT = 4

Line = tuple[str, str]
"""``"sent"`` or ``"received"``, and the line."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found.

    Args:
        check: What was tried.
        passed: Whether the bot did well; None: it was not tried, or is worth knowing only.
        text: What was seen.
        lines: The first and the last lines of the conversation in which it failed.
        again: A command that shows it again.
    """

    check: str
    passed: bool | None
    text: str
    lines: tuple[Line, ...] = ()
    again: str | None = None

    def as_json(self) -> dict[str, JSON]:
        """Write it as JSON."""
        lines: list[JSON] = [{direction: line} for direction, line in self.lines]
        return {"check": self.check, "passed": self.passed, "text": self.text, "lines": lines, "again": self.again}


@dataclass(slots=True)
class _Talk:
    """The lines of a conversation, of which the first two and the last are kept."""

    lines: list[Line] = field(default_factory=list[Line])

    def add(self, direction: str, line: bytes) -> None:
        self.lines.append((direction, line.decode("utf-8", "backslashreplace")))
        if len(self.lines) > 2 * _LINES_KEPT:
            del self.lines[2:-_LINES_KEPT]

    def shown(self) -> tuple[Line, ...]:
        """Give hello and its answer, and the last question with what came."""
        asked = max((place for place, (direction, _) in enumerate(self.lines) if direction == "sent"), default=0)
        return (*self.lines[: min(2, asked)], *self.lines[asked:])


class _Failed(Exception):  # noqa: N818  not an error of ours: the bot's
    """A check was not passed."""


class Examination:
    """The checks of one bot.

    Args:
        name: The bot's name, ``"exec:COMMAND"``.
        games: The games' names.
        rules: Only this rule set; None: all, and mixes of options.
        seats: Only this number of seats; None: all.
        seed: Where deals and the other players' choices come from.

    Attributes:
        ready: What the bot said of itself.
        seconds: How long its answers took.

    Raises:
        UndercutError: The name is wrong, or there are no such rules and seats.

    Example:
        >>> bot = Examination("exec:/bin/sh examples/bots/any.sh", ["cuttle"], rules="pagat")
        >>> finding = next(bot.run())
        >>> finding.check, finding.passed, bot.ready.name
        ('answers hello', True, 'any')
    """

    def __init__(
        self, name: str, games: Sequence[str], *, rules: str | None = None, seats: int | None = None, seed: int = 0
    ) -> None:
        """Set up the tables."""
        self.name = name
        self.seed = seed
        self.ready = protocol.Ready("")
        self.seconds: list[float] = []
        self._clock, _ = read_name(name)
        self._any_rules = rules is None and seats is None
        self._tables = {game: tables for game in games if (tables := [*published(game, rules, seats)])}
        if not self._tables:
            message = f"{' or '.join(games)} cannot be played with {seats} seats"
            raise UndercutError(message)
        self._home = self._table = next(iter(self._tables.values()))[0]
        self._patient = True
        self._talk = _Talk()

    def run(self) -> Iterator[Finding]:
        """Try everything, and give each finding as soon as it is there."""
        first = self._tried("answers hello", self._says_hello)
        yield first
        if not first.passed:
            return
        covered = {game: [*filter(self.ready.covers, tables)] for game, tables in self._tables.items()}
        self._tables = {game: tables for game, tables in covered.items() if tables}
        if not self._tables:
            yield Finding("plays", passed=False, text="nothing that it was to be checked at")
            return
        self._home = next(iter(self._tables.values()))[0]
        goodbye = self._tried("ends after goodbye", self._says_goodbye)
        self._patient = bool(goodbye.passed)
        yield goodbye
        yield self._tried("ends when its input does", self._leaves)
        yield self._tried("passes over what it does not know", self._passes_over)
        yield from self._plays_all()
        if not self._tables:
            yield Finding("the rest", None, "not tried, as it plays no game to its end")
            return
        self._home = next(iter(self._tables.values()))[0]
        yield self._repeats()
        yield self._tried("plays against itself", self._plays_itself)
        yield self._tried("says nothing but answers", self._is_silent)
        yield self._tried("lasts", self._lasts)
        if self.seconds:
            yield self._is_quick()

    def _plays_all(self) -> Iterator[Finding]:
        """Play every game; those that it cannot play are left out of what follows."""
        for game, tables in [*self._tables.items()]:
            title = tables[0].spec.title
            played = self._tried(f"plays {title}", lambda tables=tables: self._plays(tables))
            yield played
            if not played.passed:
                del self._tables[game]
                continue
            yield self._tried(f"knows every decision of {title}", lambda tables=tables: self._decides(tables))

    # --- One check each: says what was seen, or raises ---

    def _says_hello(self) -> str:
        bot = self._bot(self._home)
        try:
            bot.begin(self._home, 0)
        except Forfeit as error:
            if error.reason != protocol.REFUSED:
                raise
        finally:
            self.ready = bot.ready or self.ready
            bot.close()
        return f"as {self.ready.name!r}" if self.ready.name else "without a name"

    def _plays(self, tables: list[Game]) -> str:
        answers = 0
        for table in tables:
            seat = seed_for(self.seed, "seat", table.rules, table.seats) % table.seats
            _, played = self._game(table, [seat])
            answers += len(played[0].moves)
        sets, seats = {table.rule_set for table in tables}, [table.seats for table in tables]
        seat_range = f"{min(seats)} to {max(seats)}" if min(seats) < max(seats) else f"{seats[0]}"
        rules = f"{_counted(len(sets), 'rule set')}, {seat_range} seats"
        return f"{rules}: {_counted(len(tables), 'game')}, {_counted(answers, 'answer')}"

    def _decides(self, tables: list[Game]) -> str:
        """Ask for a decision of each kind, in any order, as when moves are taken back."""
        chance = random.Random(seed_for(self.seed, "kinds", tables[0].name))  # noqa: S311  no secret
        seen: set[tuple[str, str]] = set()
        asked = walked = 0
        while walked < _WALKED:
            mix = self._any_rules and chance.random() < 1 / 2
            table = mixed(tables[0].name, chance) if mix else chance.choice(tables)
            if not self.ready.covers(table):
                table = chance.choice(tables)
            questions, moves = _questions(table, chance, seen)
            walked += moves
            asked += len(questions)
            self._ask(table, questions)
        phases = ", ".join(sorted({phase for phase, _ in seen}))
        return f"{len(seen)} kinds of moves in {phases}: {asked} positions, in any order"

    def _repeats(self) -> Finding:
        check = "repeats itself for a seed"
        if not self.ready.repeatable:
            return Finding(check, None, 'it does not say "repeatable":true')
        return self._tried(check, self._plays_twice)

    def _plays_twice(self) -> str:
        tables = [tables[0] for tables in self._tables.values()]
        for table in tables:
            (_, [first]), (_, [again]) = (self._game(table, [0]) for _ in range(2))
            for number, (one, other) in enumerate(zip(first.moves, again.moves, strict=False), start=1):
                if one != other:
                    message = f"answer {number} of the same game was {one} the first time, {other} the second"
                    raise _Failed(message)
        return f"{_counted(len(tables), 'game')}, each played twice"

    def _plays_itself(self) -> str:
        state, _ = self._game(self._home, range(self._home.seats))
        return f"{self._home.seats} of it at one table, {len(state.moves)} moves"

    def _passes_over(self) -> str:
        """Speak as a later version might: more fields, other messages, and as long a line as there may be."""
        bot = self._bot(self._home)
        state = self._home.deal(seed_for(self.seed, "future"))
        future: protocol.Message = {"level": [1, {"seed": "none", "moves": []}], "text": "\u00e9\u2663"}
        try:
            hello = protocol.hello(self._home, 0, bot.seed, bot.clock)
            hello["future"] = future
            protocol.read_ready(bot.process.ask(protocol.written(hello), START * bot.clock))
            bot.process.tell(protocol.written({"type": "future", "future": future}), bot.clock)
            bot.process.expect_silence(_PAUSE)
            question = protocol.choose(state.view(0), state.legal_moves(), bot.clock)
            question |= {"future": future, "long": ""}
            question["long"] = "x" * (protocol.LONGEST_LINE - len(protocol.written(question)))
            answer = protocol.read_move(bot.process.ask(protocol.written(question), bot.clock))
        finally:
            bot.process.end()
        if reason := state.why_not(answer):
            message = f"{answer}: {reason}"
            raise _Failed(message)
        return "unknown fields, an unknown message, a line of 64 KiB"

    def _is_silent(self) -> str:
        bot = self._bot(self._home)
        state, players = dealt(self._home, {0: bot}, seed_for(self.seed, "silence"))
        try:
            bot.begin(self._home, 0)
            for _ in range(3 * self._home.seats):
                bot.process.expect_silence(_PAUSE / self._home.seats)
                if not state.result:
                    take_turn(state, players)
            bot.process.tell(protocol.written(protocol.goodbye(Outcome((0,), "points"))), FAREWELL)
            bot.process.end(FAREWELL)
        finally:
            bot.process.end()
        if bot.process.unasked:
            message = f"after goodbye it said {protocol.shown(bot.process.unasked)}"
            raise _Failed(message)
        noise = bot.process.noise
        return f"{noise:,} bytes on standard error" if noise else "and nothing on standard error"

    def _lasts(self) -> str:
        bot = self._bot(self._home)
        watched = Watched(bot)
        try:
            bot.begin(self._home, 0)
            deal = 0
            while len(watched.moves) < MARATHON and sum(watched.seconds) < _MARATHON_SECONDS:
                state, players = dealt(self._home, {0: watched}, seed_for(self.seed, "long", deal := deal + 1))
                while not state.result and len(watched.moves) < MARATHON and len(state.moves) < LONGEST_GAME:
                    take_turn(state, players)
        finally:
            self._let_go(bot)
        self.seconds += watched.seconds
        return f"{len(watched.moves):,} answers of one process, in {sum(watched.seconds):.1f} s"

    def _says_goodbye(self) -> str:
        bot = self._bot(self._home)
        bot.begin(self._home, 0)
        bot.close(Outcome((0,), "points"))
        return _ending(bot)

    def _leaves(self) -> str:
        bot = self._bot(self._home)
        bot.begin(self._home, 0)
        bot.process.end(FAREWELL)
        return _ending(bot)

    def _is_quick(self) -> Finding:
        slowest = max(self.seconds)
        middle, most = (1000 * sorted(self.seconds)[int(part * (len(self.seconds) - 1))] for part in (0.5, 0.95))
        text = f"median {middle:.1f} ms, 95 % within {most:.1f} ms, slowest {1000 * slowest:.1f} ms"
        return Finding("answers in time", None if slowest > self._clock / 2 else True, f"{text}, of {self._clock:g} s")

    # --- Inside ---

    def _tried(self, check: str, attempt: Callable[[], str]) -> Finding:
        try:
            return Finding(check, passed=True, text=attempt())
        except _Failed as error:
            text = str(error)
        except Forfeit as error:
            flushed = " (does it flush its output after each line?)" if error.reason == TIME else ""
            text = f"{error.reason}: {error}{flushed}"
        again = ["undercut", "bot", "check", self.name, "--game", self._table.name]
        if not self._table.changes:
            again += ["--rules", self._table.rule_set, "--players", str(self._table.seats)]
        return Finding(check, False, text, self._talk.shown(), shlex.join([*again, "--seed", str(self.seed)]))  # noqa: FBT003  a field

    def _bot(self, table: Game) -> External:
        """Start the bot for a table; if it fails, its conversation is shown."""
        self._table = table
        talk = _Talk()

        def heard(direction: str, line: bytes) -> None:
            self._talk = talk
            talk.add(direction, line)

        return External(self.name, seed_for(self.seed, "bot"), watch=heard)

    def _game(self, table: Game, seats: Sequence[int]) -> tuple[State, list[Watched]]:
        """Play a game with the bot in some of its seats."""
        bots = [self._bot(table) for _ in seats]
        watched = [Watched(bot) for bot in bots]
        seed = seed_for(self.seed, table.name, table.rules, table.seats)
        state, players = dealt(table, dict(zip(seats, watched, strict=True)), seed)
        try:
            for bot, seat in zip(bots, seats, strict=True):
                bot.begin(table, seat)
            while not state.result and len(state.moves) < LONGEST_GAME:
                take_turn(state, players)
        finally:
            for bot in bots:
                self._let_go(bot, state.result)
        self.seconds += [second for player in watched for second in player.seconds]
        return state, watched

    def _let_go(self, bot: External, result: Outcome | None = None) -> None:
        """End a bot that is known to end by itself as it should, any other at once."""
        bot.close((result or Outcome((), "limit")) if self._patient else None)

    def _ask(self, table: Game, questions: list[State]) -> None:
        if not questions:
            return
        bot = self._bot(table)
        try:
            bot.begin(table, 0)
            for state in questions:
                bot.choose(state.view(0), state.legal_moves())
        finally:
            self._let_go(bot)


def _questions(table: Game, chance: random.Random, seen: set[tuple[str, str]]) -> tuple[list[State], int]:
    """Walk at random through a game for positions of the first seat with kinds of moves that were not seen before.

    They come in any order, with the number of moves of the walk.
    """
    state = table.deal(chance.getrandbits(32))
    found: list[State] = []
    while (moves := state.legal_moves()) and len(state.moves) < _LONGEST_WALK:
        if state.to_move == 0:
            phase = str(state.view(0)["phase"])
            kinds = {(phase, move.kind) for move in moves}
            if kinds - seen:
                seen |= kinds
                found.append(state.copy())
        state.play(chance.choice(moves))
    chance.shuffle(found)
    return found, len(state.moves)


def _ending(bot: External) -> str:
    code = bot.process.code
    if code:
        message = f"it was still there after {FAREWELL:g} s" if code == -SIGKILL else f"with exit code {code}"
        raise _Failed(message)
    return "with exit code 0"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
