"""Positions and records from outside, checked and brought to life."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.games import registry
from undercut.games.reader import Reader
from undercut.play.facts import TABLE_REASONS, Outcome, outcome_fault, read_outcome
from undercut.play.game import Game, Rules, game
from undercut.play.sources import Recorded, Secure, source
from undercut.play.state import State

_COMMON = {"game", "rules", "seats"}
_RECORD = {"game", "rules", "seats", "players", "start", "shuffles", "moves", "result"}

LONGEST_NAME = 100
"""So many characters may a player's name have in a record."""


def from_position(position: Mapping[str, object], *, seed: int | None = None) -> State:
    """Set up a game from a complete position.

    Args:
        position: JSON data as `State.position` writes it; what is left out takes its default.
        seed: For the random choices to come; None: the system's secure source.

    Raises:
        BadPosition: The position is impossible or incomplete; all faults are listed.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> undercut.from_position(state.position()).position() == state.position()
        True
    """
    if not isinstance(position, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
        raise BadPosition(["position: this is not a JSON object"])
    try:
        chosen = game_of(position)
    except BadRules as error:
        raise BadPosition(error.faults) from None
    spec = chosen.spec
    table = chosen.fresh_table()
    reader = Reader(position, spec.pack)
    reader.only(_COMMON | spec.fields)
    spec.read(reader, table)
    outcome = _read_end(reader, chosen)
    if reader.faults:
        raise BadPosition(reader.faults)
    by_table = outcome if outcome and outcome.reason in TABLE_REASONS else None
    return State(chosen, table, source(seed), by_table)


def game_of(data: Mapping[str, object]) -> Game:
    """Read the fields that every position, view and record has.

    Args:
        data: JSON data.

    Raises:
        BadRules: They name no game that can be played; all faults are listed.

    Example:
        >>> game_of({"game": "cups", "seats": 3}).rules
        'simple'
    """
    name = data.get("game")
    if name is None:
        raise BadRules([f"game: none is named; there are {', '.join(registry.names())}"])
    if not isinstance(name, str):
        raise BadRules([f"game: {registry.no_such_game(name)}"])
    return game(name, rules=cast("Rules | None", data.get("rules")), seats=cast("int | None", data.get("seats")))


def _read_end(reader: Reader, chosen: Game) -> Outcome | None:
    result = reader.data.get("result")
    if result is None:
        return None
    try:
        outcome = read_outcome(result)
    except ValueError as error:
        reader.fault("result", str(error))
        return None
    reasons = tuple(reason for reason in chosen.spec.reasons if reason) + TABLE_REASONS
    if fault := outcome_fault(outcome, chosen.seats, reasons):
        reader.fault("result", fault)
    return outcome


def replay(record: Mapping[str, object]) -> State:
    """Play a recorded game again, to its last move; `State.undo` steps back through it.

    Args:
        record: JSON data as `State.record` writes it.

    Raises:
        BadRecord: It cannot be replayed; the faults say where.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> undercut.replay(state.record()).position() == state.position()
        True
    """
    if not isinstance(record, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  as above
        raise BadRecord(["record: this is not a JSON object"])
    faults = [f"{str(name)[:40]}: there is no such field" for name in record if name not in _RECORD]
    state = _start_of(record, faults)
    if state is None or faults:
        raise BadRecord(faults)
    moves = cast("list[str]", record.get("moves") or [])
    for place, move in enumerate(moves):
        try:
            state.play(move)
        except UndercutError as error:
            raise BadRecord([f"moves[{place}]: {error}"]) from None
        except ValueError as error:
            raise BadRecord([f"shuffles[{len(state.shuffles)}], after moves[{place}]: {error}"]) from None
    if len(state.shuffles) != len(cast("list[object]", record.get("shuffles") or [])):
        raise BadRecord([f"shuffles: {len(state.shuffles)} are used, more are written"])
    _check_end(state, record.get("result"))
    return state


def _start_of(record: Mapping[str, object], faults: list[str]) -> State | None:
    """Set up a record's start position with its players and shuffles, noting every fault."""
    start = record.get("start")
    if not isinstance(start, Mapping):
        faults.append("start: there is no start position")
        return None
    start = cast("Mapping[str, object]", start)
    stamp = {name: record[name] for name in ("game", "rules", "seats") if name in record}
    try:
        state = from_position({**stamp, **start})
        if game_of({**start, **stamp}) != state.game:
            faults.append("start: game, rules and seats are not those of the record")
    except BadPosition as error:
        faults += [f"start.{fault}" for fault in error.faults]
        return None
    except BadRules as error:
        faults += error.faults
        return None
    state.players = _players(record.get("players"), state.players, faults)
    moves = cast("object", record.get("moves") or [])
    if not isinstance(moves, list):
        faults.append("moves: this is not a list")
    faults += _set_shuffles(state, record.get("shuffles") or [])
    return state


def _players(players: object, default: tuple[str, ...], faults: list[str]) -> tuple[str, ...]:
    if players is None:
        return default
    names = cast("list[object]", players) if isinstance(players, list) else []
    fit = [name for name in names if isinstance(name, str) and len(name) <= LONGEST_NAME]
    if not isinstance(players, list) or len(names) != len(default) or len(fit) != len(names):
        faults.append(f"players: there must be {len(default)} names of at most {LONGEST_NAME} characters")
        return default
    return tuple(fit)


def _set_shuffles(state: State, shuffles: object) -> list[str]:
    reader = Reader({}, state.game.spec.pack)
    rows = reader.items("shuffles", shuffles)
    choices = [reader.cards_of(f"shuffles[{place}]", row) for place, row in enumerate(rows)]
    state.set_chance(Recorded(choices, Secure()))
    return reader.faults


def _check_end(state: State, result: object) -> None:
    """Hold a record's result against the game's; ends that the table decided are taken from the record."""
    if result is None:
        return
    try:
        outcome = read_outcome(result)
        if state.result is None:
            state.finish(outcome)
    except ValueError as error:
        raise BadRecord([f"result: {error}"]) from None
    if outcome != state.result:
        raise BadRecord([f"result: the game ends with {state.result}, not {outcome}"])
