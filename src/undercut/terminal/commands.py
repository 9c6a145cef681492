"""What each command does; every one gives its exit code."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from undercut import draw
from undercut.bots.external.client import is_external
from undercut.bots.players.player import Guest, Player
from undercut.bots.players.registry import make
from undercut.bots.thinking.determinize import is_view
from undercut.engine.host import Host
from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.games.book import book_markdown, chosen_text, clause_markdown, options_of, read_book
from undercut.games.reader import JSON
from undercut.play.counting import perft as count_sequences
from undercut.play.game import Game
from undercut.play.game import game as make_game
from undercut.play.loading import LONGEST_NAME
from undercut.play.state import State
from undercut.terminal.choices import choose_game
from undercut.terminal.files import new_game, read_json, unfinished_game
from undercut.terminal.guests import sit_down
from undercut.terminal.loading import load_complete, load_record, load_view
from undercut.terminal.screen import Screen
from undercut.terminal.session import Session, command_name

DONE, REFUSED = 0, 1
PERSON = "human"


@dataclass(frozen=True, slots=True)
class Table:
    """What the command line says of a table.

    Args:
        game: The game's name.
        rules: The rule set's name, or None for the default.
        changes: Single options, each ``name=value``.
        players: How many play, or None: as many as there are opponents, and one.
        seat: The person's seat.
        opponents: The opponents' names, in the order of their seats.
        seed: For the deal and the opponents, or None.
    """

    game: str
    rules: str | None = None
    changes: Sequence[str] = ()
    players: int | None = None
    seat: int = 0
    opponents: tuple[str, ...] = ()
    seed: int | None = None

    def chosen(self) -> Game:
        """Resolve the game and its rules."""
        seats = self.players
        if seats is None and self.opponents:
            seats = len(self.opponents) + 1
        return choose_game(self.game, self.rules, self.changes, seats)


def play(screen: Screen, table: Table | None) -> int:
    """Play in the terminal.

    Args:
        screen: Where to show things.
        table: What to play; None: go on with the game that was left.
    """
    left = unfinished_game()
    if table is None:
        if left is None:
            message = "there is no unfinished game"
            raise UndercutError(message)
        state, keep = load_record(cast("dict[str, object]", read_json(str(left)))), left
        seat = state.players.index(PERSON) if PERSON in state.players else 0
        names = [name for place, name in enumerate(state.players) if place != seat]
        seed = None
    else:
        state, seat, names, seed = _new_table(table)
        keep = new_game()
        if left:
            screen.line(f"An unfinished game is kept, too; go on with it by: {command_name()} play --resume")
    others = [place for place in range(state.game.seats) if place != seat]
    _use_line_editing()
    opponents: dict[int, Player] = {}
    try:
        for place, name in zip(others, names, strict=True):
            opponents[place] = make(_kind_of(name), state.game.name, None if seed is None else seed + place + 1)
        for place, player in opponents.items():
            if isinstance(player, Guest):
                sit_down(player, state.game, place)
        Session(state, seat, opponents, screen, input, keep).run()
    finally:
        for player in opponents.values():
            if isinstance(player, Guest):
                player.close(state.result)
    return DONE


def _kind_of(name: str) -> str:
    """Say which opponent is meant by a name that may tell it from others of its kind."""
    return name.partition(" #" if is_external(name) else " ")[0]


def _new_table(table: Table) -> tuple[State, int, list[str], int | None]:
    """Deal a new game and name its players."""
    chosen = table.chosen()
    names = list(table.opponents)
    if len(names) == 1:
        names *= chosen.seats - 1
    if len(names) != chosen.seats - 1:
        message = f"--vs: {len(names)} opponents for {chosen.seats - 1} other seats"
        raise UndercutError(message)
    if not 0 <= table.seat < chosen.seats:
        message = f"--seat: {table.seat} is not a seat from 0 to {chosen.seats - 1}"
        raise UndercutError(message)
    if len(set(names)) < len(names):
        names = [f"{name} {'#' * is_external(name)}{place}" for place, name in enumerate(names, start=1)]
    for name in names:
        if len(name) > LONGEST_NAME:
            message = f"--vs: {name[:40]}... has more than {LONGEST_NAME} characters; a script may have a shorter name"
            raise UndercutError(message)
    state = chosen.deal(table.seed)
    state.players = (*names[: table.seat], PERSON, *names[table.seat :])
    return state, table.seat, names, table.seed


def _use_line_editing() -> None:
    """Let arrow keys edit the line and bring back older ones, where Python has that."""
    try:
        import readline  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport]  importing it is what switches it on; not every Python has it
    except ImportError:
        return


def rules(screen: Screen, table: Table, wanted: str | None, *, as_json: bool) -> int:
    """Print the rule book.

    Args:
        screen: Where to print.
        table: The game and its rules.
        wanted: One clause only, those that use a word, or None for all.
        as_json: Whether to print JSON.
    """
    chosen = table.chosen()
    book = read_book(chosen.name)
    clauses = book.find(wanted) if wanted else book.clauses
    if as_json:
        written: list[JSON] = []
        for clause in clauses:
            options: list[JSON] = [
                chosen_text(clause, option, chosen.options[option.name])
                for option in options_of(chosen.name, clause.id)
            ]
            written.append({"id": clause.id, "title": clause.title, "text": clause.text, "options": options})
        print_json({"game": chosen.name, "rules": chosen.rules, "clauses": written})
    elif wanted:
        screen.markdown("\n\n".join(clause_markdown(chosen.name, clause, chosen.options) for clause in clauses))
    else:
        screen.markdown(book_markdown(chosen.name, chosen.options))
    return DONE


def moves(screen: Screen, path: str, *, as_json: bool) -> int:
    """List the legal moves of a position.

    Args:
        screen: Where to print.
        path: The position's file.
        as_json: Whether to print JSON.
    """
    state = load_position(path)
    legal = state.legal_moves()
    if as_json:
        print_json(
            [
                {"move": str(move), "text": move.text, "kind": move.kind, "card": move.card, "target": move.target}
                for move in legal
            ]
        )
    else:
        for move in legal:
            screen.line(f"{move.notation:8} {move.text}")
    return DONE


def perft(screen: Screen, path: str, depth: int, host: Host | None, *, as_json: bool) -> int:
    """Count move sequences.

    Args:
        screen: Where to print.
        path: The position's file.
        depth: How many moves.
        host: Where to count.
        as_json: Whether to print JSON.
    """
    state = load_position(path)
    began = time.perf_counter()
    count = count_sequences(state, depth, host=host)
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"depth": depth, "count": count, "seconds": round(seconds, 6)})
    else:
        screen.line(f"{count}")
    return DONE


def replay(screen: Screen, path: str, seat: int | None, *, as_json: bool) -> int:
    """Step through a record.

    Args:
        screen: Where to print.
        path: The record's file.
        seat: Whose view to show; None: everything.
        as_json: Whether to print all positions as JSON.
    """
    data = read_json(path)
    state = load_record(cast("dict[str, object]", data))
    frames = _frames(state, seat)
    if as_json:
        print_json([{"move": move, "position": position} for move, _, position, _ in frames])
        return DONE
    place = 0
    while True:
        _, sentence, position, goals = frames[place]
        screen.line("")
        screen.line(f"Move {place} of {len(frames) - 1}. {sentence}")
        screen.table(
            draw.text(position, seat=seat, colour=screen.colour, width=screen.width, names=state.players, goals=goals)
        )
        if not sys.stdin.isatty():
            place += 1
        elif (step := _step(place)) is None:
            return DONE
        else:
            place = max(0, min(step, len(frames) - 1))
        if place >= len(frames):
            return DONE


Frame = tuple[str | None, str, dict[str, JSON], list[int] | None]


def _frames(state: State, seat: int | None) -> list[Frame]:
    """Every position of a game, first to last, each with the move that led to it."""
    again = state.copy()
    frames: list[Frame] = []
    while True:
        position = again.position() if seat is None else again.view(seat)
        goals = again.goals
        if not again.moves:
            frames.append((None, "The deal.", position, goals))
            return frames[::-1]
        move = again.undo()
        if move is None:
            continue
        sentence = next(legal.text for legal in again.legal_moves() if str(legal) == move)
        frames.append((move, f"{again.players[again.to_move or 0]}: {move}  {sentence}", position, goals))


def _step(place: int) -> int | None:
    """Ask where to go from a move."""
    try:
        line = input("Enter: on, b: back, a number: that move, q: quit > ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        return None
    if line.startswith("q"):
        return None
    if line.startswith("b"):
        return place - 1
    return int(line[:6]) if line.isascii() and line.isdigit() else place + 1


def check(screen: Screen, path: str, *, as_json: bool) -> int:
    """Check a position, a record, or a choice of options.

    Args:
        screen: Where to print.
        path: The file.
        as_json: Whether to print JSON.
    """
    kind, faults = "file", []
    try:
        data = read_json(path)
        kind = _kind(data)
        _load(kind, data)
    except (BadPosition, BadRecord, BadRules) as error:
        faults = list(error.faults)
    except UndercutError as error:
        faults = [str(error)]
    if as_json:
        print_json({"file": path, "kind": kind, "ok": not faults, "faults": [*faults]})
    elif faults:
        for fault in faults:
            screen.line(f"{kind}: {fault}")
    else:
        screen.line(f"{kind}: no fault")
    return REFUSED if faults else DONE


def _kind(data: object) -> str:
    if not isinstance(data, dict):
        return "file"
    if "start" in data or "moves" in data:
        return "record"
    return "options" if not cast("dict[str, object]", data).keys() - {"game", "rules", "seats"} else "position"


def _load(kind: str, data: object) -> None:
    fields = cast("dict[str, object]", data)
    if kind == "file":
        message = "this is not a JSON object"
        raise UndercutError(message)
    if kind == "record":
        load_record(fields)
    elif kind == "position":
        load_complete(fields)
    else:
        make_game(
            cast("str", fields.get("game")),
            rules=cast("str | None", fields.get("rules")),
            seats=cast("int | None", fields.get("seats")),
        )


def bench(screen: Screen, game: str, seats: int | None, runs: int, *, as_json: bool) -> int:
    """Measure random games.

    Args:
        screen: Where to print.
        game: The game's name.
        seats: How many play.
        runs: How often to measure.
        as_json: Whether to print JSON.
    """
    from undercut.terminal.speed import Speed, measure  # noqa: PLC0415  it compiles: no other command waits for that

    if not 1 <= runs <= 1000:  # noqa: PLR2004  as its help says
        message = f"--runs: {runs} is not a whole number from 1 to 1000"
        raise UndercutError(message)
    chosen = make_game(game, seats=seats)
    found: list[Speed] = []
    for host in (Host.PLAIN, Host.COMPILED):
        speeds = [measure(chosen, host, place) for place in range(runs)]
        found.append(sorted(speeds, key=lambda speed: speed.decisions_per_second)[len(speeds) // 2])
    if as_json:
        print_json([speed.as_json() for speed in found])
    else:
        for speed in found:
            screen.line(speed.sentence())
    return DONE


def load_position(path: str) -> State:
    """Read a position, or the last one of a record.

    Args:
        path: The file.
    """
    data = cast("dict[str, object]", read_json(path))
    return load_record(data) if _kind(data) == "record" else load_complete(data)


def load_seen(path: str) -> State:
    """Read what `load_position` reads, or a view of the seat to move; some other cards then lie where it knows none.

    Args:
        path: The file.
    """
    data = cast("dict[str, object]", read_json(path))
    kind = _kind(data)
    if kind == "record":
        return load_record(data)
    return load_view(data) if kind == "position" and is_view(data) else load_complete(data)


def print_json(data: JSON) -> None:
    """Print JSON for programs.

    Args:
        data: The data.
    """
    print(json.dumps(data, ensure_ascii=False))  # noqa: T201  for programs: nothing but the JSON
