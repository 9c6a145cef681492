"""Conformance checks for external bots; a failure comes with the lines that show it."""

import random
import shlex
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from signal import SIGKILL

from undercut.bots.external import protocol
from undercut.bots.external.client import EXIT_TIMEOUT, SEEDS, START_FACTOR, TIME, External, Programs, read_name
from undercut.bots.players import Forfeit, Player, Uniform, take_turn, view_for
from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.games.base.game_types import Move, Outcome, View
from undercut.play.game import Game, published, random_game
from undercut.play.input import read_seed
from undercut.play.sources import derive
from undercut.play.state import State

LONGEST_GAME = 5_000  # move limit for the games of a check

MARATHON = 1_000  # number of answers asked of one process in the endurance check

_MARATHON_SECONDS = 60.0
_RANDOM_MOVES = 6_000  # random moves to find every kind of decision of a game
_LONGEST_RANDOM_GAME = 200
_PAUSE = 0.2  # seconds to listen for unsolicited output
_LINES_KEPT = 4

Line = tuple[str, str]  # `"sent"` or `"received"`, and the line


@dataclass(frozen=True, slots=True)
class Finding:
    check: str
    passed: bool | None  # whether the bot passed; None: not tried, or for information only
    text: str
    lines: tuple[Line, ...] = ()
    again: str | None = None

    def as_json(self) -> dict[str, JSON]:
        lines: list[JSON] = [{direction: line} for direction, line in self.lines]
        return {"check": self.check, "passed": self.passed, "text": self.text, "lines": lines, "again": self.again}


@dataclass(slots=True)
class _Transcript:
    lines: list[Line] = field(default_factory=list[Line])

    def add(self, direction: str, line: bytes) -> None:
        self.lines.append((direction, line.decode("utf-8", "backslashreplace")))
        if len(self.lines) > 2 * _LINES_KEPT:
            del self.lines[2:-_LINES_KEPT]

    def shown(self) -> tuple[Line, ...]:
        """Return hello with its answer, and the last question with everything after it."""
        asked = max((place for place, (direction, _) in enumerate(self.lines) if direction == "sent"), default=0)
        return (*self.lines[: min(2, asked)], *self.lines[asked:])


class Watched(External):
    def __init__(
        self, name: str, seed: int, *, programs: Programs | None, watch: Callable[[str, bytes], None] | None = None
    ) -> None:
        super().__init__(name, seed, programs=programs, watch=watch)
        self.moves: list[str] = []
        self.seconds: list[float] = []  # the duration of each answer

    def choose(self, view: View, moves: Sequence[Move]) -> Move:
        began = time.perf_counter()
        move = super().choose(view, moves)
        self.seconds.append(time.perf_counter() - began)
        self.moves.append(str(move))
        return move


class _Failed(Exception):  # noqa: N818  the bot's error, not the check's
    """The bot failed a check."""


class BotCheck:
    def __init__(
        self, name: str, games: Sequence[str], *, rules: str | None = None, seats: int | None = None, seed: int = 0
    ) -> None:
        self.name = name
        self.seed = read_seed(seed) or 0
        self.ready = protocol.Ready("")
        self.seconds: list[float] = []
        self._clock, _ = read_name(name)
        self._any_rules = rules is None and seats is None
        self._tables = {game: tables for game in games if (tables := [*published(game, rules, seats)])}
        if not self._tables:
            raise UndercutError(f"{' or '.join(games)} cannot be played with {seats} seats")
        self._table = self._default_table
        self._exits_politely = True
        self._transcript = _Transcript()

    @property
    def _default_table(self) -> Game:
        return next(iter(self._tables.values()))[0]

    def run(self) -> Iterator[Finding]:
        first = self._run_check("answers hello", self._says_hello)
        yield first
        if not first.passed:
            return
        covered = {game: [*filter(self.ready.covers, tables)] for game, tables in self._tables.items()}
        self._tables = {game: tables for game, tables in covered.items() if tables}
        if not self._tables:
            yield Finding("plays", passed=False, text="none of the games to check")
            return
        goodbye = self._run_check("exits after goodbye", lambda: self._exits(Outcome((0,), "points")))
        self._exits_politely = bool(goodbye.passed)
        yield goodbye
        yield self._run_check("exits when its input closes", lambda: self._exits(None))
        yield self._run_check("ignores unknown fields and messages", self._ignores_unknown)
        yield from self._plays_all()
        if not self._tables:
            yield Finding("other checks", None, "skipped: the bot finished no game")
            return
        yield self._is_repeatable()
        yield self._is_reusable()
        yield self._run_check("plays against itself", self._plays_itself)
        yield self._run_check("writes nothing but answers", self._writes_only_answers)
        yield self._run_check("survives a long session", self._plays_long_session)
        if self.seconds:
            yield self._answers_in_time()

    def _plays_all(self) -> Iterator[Finding]:
        for game, tables in [*self._tables.items()]:
            title = tables[0].spec.title
            played = self._run_check(f"plays {title}", lambda tables=tables: self._plays(tables))
            yield played
            if not played.passed:
                del self._tables[game]
                continue
            yield self._run_check(f"handles every decision of {title}", lambda tables=tables: self._decides(tables))

    # --- One check each: returns a description, or raises ---

    def _says_hello(self) -> str:
        bot = self._bot(self._default_table)
        try:
            bot.begin(self._default_table, 0)
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
            seat = derive(self.seed, "seat", table.rules, table.seats) % table.seats
            _, played = self._game(table, [seat])
            answers += len(played[0].moves)
        sets, seats = {table.rule_set for table in tables}, [table.seats for table in tables]
        seat_range = f"{min(seats)} to {max(seats)}" if min(seats) < max(seats) else f"{seats[0]}"
        rules = f"{_counted(len(sets), 'rule set')}, {seat_range} seats"
        return f"{rules}: {_counted(len(tables), 'game')}, {_counted(answers, 'answer')}"

    def _decides(self, tables: list[Game]) -> str:
        """Ask for decisions of every kind, in random order, as after moves are taken back."""
        chance = random.Random(derive(self.seed, "kinds", tables[0].name))  # noqa: S311  no secret
        seen: set[tuple[str, str]] = set()
        asked = walked = 0
        while walked < _RANDOM_MOVES:
            mix = self._any_rules and chance.random() < 1 / 2
            table = random_game(tables[0].name, chance) if mix else chance.choice(tables)
            if not self.ready.covers(table):
                table = chance.choice(tables)
            questions, moves = _questions(table, chance, seen)
            walked += moves
            asked += len(questions)
            self._ask(table, questions)
        phases = ", ".join(sorted({phase for phase, _ in seen}))
        return f"{len(seen)} kinds of moves in {phases}: {asked} positions, in any order"

    def _is_repeatable(self) -> Finding:
        check = "plays the same for the same seed"
        if not self.ready.repeatable:
            return Finding(check, None, 'skipped: no "repeatable":true in its answer to hello')
        return self._run_check(check, self._plays_twice)

    def _plays_twice(self) -> str:
        tables = [tables[0] for tables in self._tables.values()]
        for table in tables:
            (_, [first]), (_, [again]) = (self._game(table, [0]) for _ in range(2))
            for number, (one, other) in enumerate(zip(first.moves, again.moves, strict=False), start=1):
                if one != other:
                    raise _Failed(f"answer {number} of the same game was {one} at first, then {other}")
        return f"{_counted(len(tables), 'game')}, each played twice"

    def _is_reusable(self) -> Finding:
        check = "starts every game afresh"
        if self.ready.reusable and self.ready.repeatable:
            return self._run_check(check, self._plays_afresh)
        missing = "repeatable" if self.ready.reusable else "reusable"
        return Finding(check, None, f'skipped: no "{missing}":true in its answer to hello')

    def _plays_afresh(self) -> str:
        """Play games in one process, each also in a new one: nothing may be left of the games before."""
        tables = [table for tables in self._tables.values() for table in tables[:2]]
        tables += tables[:1]
        alone = [self._game(table, [0])[1][0].moves for table in tables]
        with closing(Programs()) as programs:
            for number, (table, moves) in enumerate(zip(tables, alone, strict=True), start=1):
                _, [again] = self._game(table, [0], programs)
                if again.moves != moves:
                    places = zip(again.moves, moves, strict=False)
                    answer = next((place for place, (one, other) in enumerate(places, start=1) if one != other), 0)
                    raise _Failed(f"game {number} in one process differs from one in a new process at answer {answer}")
        return f"{_counted(len(tables), 'game')} in one process, as in processes of their own"

    def _plays_itself(self) -> str:
        state, _ = self._game(self._default_table, range(self._default_table.seats))
        return f"{self._default_table.seats} copies at one table, {len(state.moves)} moves"

    def _ignores_unknown(self) -> str:
        """Send what a later version might: extra fields, unknown messages, a line of maximum length."""
        bot = self._bot(self._default_table)
        state = self._default_table.deal(derive(self.seed, "future"))
        future: protocol.Message = {"level": [1, {"seed": "none", "moves": []}], "text": "\u00e9\u2663"}
        try:
            hello = protocol.hello(self._default_table, 0, bot.seed, bot.clock)
            hello["future"] = future
            bot.ready = protocol.read_ready(bot.process.ask(protocol.written(hello), START_FACTOR * bot.clock))
            bot.process.send(protocol.written({"type": "future", "future": future}), bot.clock)
            bot.process.expect_silence(_PAUSE)
            question = protocol.choose(view_for(bot, state, 0), state.legal_moves(), bot.clock)
            question |= {"future": future, "long": ""}
            question["long"] = "x" * (protocol.LONGEST_LINE - len(protocol.written(question)))
            answer = protocol.read_move(bot.process.ask(protocol.written(question), bot.clock))
        finally:
            bot.process.end()
        if reason := state.why_not(answer):
            raise _Failed(f"{answer}: {reason}")
        return "unknown fields, an unknown message, a line of 64 KiB"

    def _writes_only_answers(self) -> str:
        bot = self._bot(self._default_table)
        state, players = dealt(self._default_table, {0: bot}, derive(self.seed, "silence"))
        try:
            bot.begin(self._default_table, 0)
            for _ in range(3 * self._default_table.seats):
                bot.process.expect_silence(_PAUSE / self._default_table.seats)
                if not state.result:
                    take_turn(state, players)
            bot.process.send(protocol.written(protocol.goodbye(Outcome((0,), "points"))), EXIT_TIMEOUT)
            bot.process.end(EXIT_TIMEOUT)
        finally:
            bot.process.end()
        if bot.process.unsolicited:
            raise _Failed(f"output after goodbye: {protocol.shown(bot.process.unsolicited)}")
        stderr_bytes = bot.process.stderr_bytes
        return f"{stderr_bytes:,} bytes on standard error" if stderr_bytes else "nothing on standard error"

    def _plays_long_session(self) -> str:
        with self._started(self._default_table) as bot:
            deal = 0
            while len(bot.moves) < MARATHON and sum(bot.seconds) < _MARATHON_SECONDS:
                state, players = dealt(self._default_table, {0: bot}, derive(self.seed, "long", deal := deal + 1))
                while not state.result and len(bot.moves) < MARATHON and len(state.moves) < LONGEST_GAME:
                    take_turn(state, players)
        self.seconds += bot.seconds
        return f"{len(bot.moves):,} answers from one process in {sum(bot.seconds):.1f} s"

    def _exits(self, result: Outcome | None) -> str:
        """Let the bot exit: after goodbye with a result, or without one as its input closes."""
        bot = self._bot(self._default_table)
        bot.begin(self._default_table, 0)
        if result:
            bot.close(result)
        bot.process.end(EXIT_TIMEOUT)
        code = bot.process.code
        if code:
            raise _Failed(f"still running after {EXIT_TIMEOUT:g} s" if code == -SIGKILL else f"with exit code {code}")
        return "with exit code 0"

    def _answers_in_time(self) -> Finding:
        slowest = max(self.seconds)
        middle, most = (1000 * sorted(self.seconds)[int(part * (len(self.seconds) - 1))] for part in (0.5, 0.95))
        text = f"median {middle:.1f} ms, 95 % within {most:.1f} ms, slowest {1000 * slowest:.1f} ms"
        text += f"; the limit is {self._clock:g} s"
        return Finding("answers in time", None if slowest > self._clock / 2 else True, text)

    # --- Inside ---

    def _run_check(self, check: str, attempt: Callable[[], str]) -> Finding:
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
        return Finding(check, False, text, self._transcript.shown(), shlex.join([*again, "--seed", str(self.seed)]))  # noqa: FBT003  a field

    def _bot(self, table: Game, programs: Programs | None = None) -> Watched:
        self._table = table
        transcript = _Transcript()

        def record(direction: str, line: bytes) -> None:
            self._transcript = transcript
            transcript.add(direction, line)

        return Watched(self.name, derive(self.seed, "bot") % SEEDS, programs=programs, watch=record)

    def _game(self, table: Game, seats: Sequence[int], programs: Programs | None = None) -> tuple[State, list[Watched]]:
        bots = [self._bot(table, programs) for _ in seats]
        seed = derive(self.seed, table.name, table.rules, table.seats)
        state, players = dealt(table, dict(zip(seats, bots, strict=True)), seed)
        try:
            for bot, seat in zip(bots, seats, strict=True):
                bot.begin(table, seat)
            while not state.result and len(state.moves) < LONGEST_GAME:
                take_turn(state, players)
        finally:
            for bot in bots:
                self._stop(bot, state.result)
        self.seconds += [second for bot in bots for second in bot.seconds]
        return state, bots

    def _stop(self, bot: External, result: Outcome | None = None) -> None:
        """End a bot: politely if it is known to exit after goodbye, otherwise at once."""
        bot.close((result or Outcome((), "limit")) if self._exits_politely else None)

    def _ask(self, table: Game, questions: list[State]) -> None:
        if questions:
            with self._started(table) as bot:
                for state in questions:
                    bot.choose(view_for(bot, state, 0), state.legal_moves())

    @contextmanager
    def _started(self, table: Game) -> Generator[Watched]:
        bot = self._bot(table)
        try:
            bot.begin(table, 0)
            yield bot
        finally:
            self._stop(bot)


def _questions(table: Game, chance: random.Random, seen: set[tuple[str, str]]) -> tuple[list[State], int]:
    """Play a random game, and return the first seat's positions with new kinds of moves, shuffled."""
    state = table.deal(chance.getrandbits(32))
    found: list[State] = []
    while (moves := state.legal_moves()) and len(state.moves) < _LONGEST_RANDOM_GAME:
        if state.to_move == 0:
            phase = str(state.view(0)["phase"])
            kinds = {(phase, move.kind) for move in moves}
            if kinds - seen:
                seen |= kinds
                found.append(state.copy())
        state.play(chance.choice(moves))
    chance.shuffle(found)
    return found, len(state.moves)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


# --- Games for the checks, with random opponents ---


def dealt(table: Game, players: Mapping[int, Player], seed: int) -> tuple[State, list[Player]]:
    others = [Uniform(random.Random(derive(seed, seat))) for seat in range(table.seats)]  # noqa: S311  a game
    return table.deal(seed), [players.get(seat, others[seat]) for seat in range(table.seats)]
