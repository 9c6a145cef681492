"""Positions and records from outside, checked and brought to life."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import cast

from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.games import registry
from undercut.games.reader import FieldReader
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

    A position that is possible only under an earlier wording of its rule set is read by that; `State.note` says so.

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
    return _under_either(chosen, lambda rules: _set_up(position, rules, seed))


def _set_up(position: Mapping[str, object], chosen: Game, seed: int | None = None) -> State:
    spec = chosen.spec
    table = chosen.fresh_table()
    reader = FieldReader(position, spec.pack)
    reader.only(_COMMON | spec.fields)
    spec.read(reader, table)
    outcome = _read_end(reader, chosen)
    if reader.faults:
        raise BadPosition(reader.faults)
    by_table = outcome if outcome and outcome.reason in TABLE_REASONS else None
    return State(chosen, table, source(seed), by_table)


def _under_either(chosen: Game, read: Callable[[Game], State]) -> State:
    """Read by the rules that are named or, where those fail, by an earlier wording of their rule set."""
    try:
        return read(chosen)
    except (BadPosition, BadRecord):
        earlier = _earlier(chosen)
        if earlier is None:
            raise
        with suppress(BadPosition, BadRecord):
            state = read(earlier)
            state.note = (
                f"{chosen.rule_set} has been corrected since this was written; "
                f"it is read by the rules of that time: {json.dumps(earlier.rules)}"
            )
            return state
        raise


def _earlier(chosen: Game) -> Game | None:
    """Give a game as its rule set was before it was corrected; None if nothing was different then."""
    before = chosen.spec.earlier.get(chosen.rule_set, {})
    earlier = game(chosen.name, rules={"set": chosen.rule_set, **before, **chosen.changes}, seats=chosen.seats)
    return None if earlier == chosen else earlier


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


def _read_end(reader: FieldReader, chosen: Game) -> Outcome | None:
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

    A record whose moves are legal only under an earlier wording of its rule set is read by that; `State.note` says so.

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
    faults = [f"{str(name)[:40]}: unknown field" for name in record if name not in _RECORD]
    chosen = _game_of_record(record, faults)
    if chosen is None:
        raise BadRecord(faults)
    return _under_either(chosen, lambda rules: _replay(record, rules, [*faults]))


def _replay(record: Mapping[str, object], chosen: Game, faults: list[str]) -> State:
    state = _start_of(record, chosen, faults)
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


def _game_of_record(record: Mapping[str, object], faults: list[str]) -> Game | None:
    """Read which game a record and its start position name, noting every fault."""
    start = record.get("start")
    if not isinstance(start, Mapping):
        faults.append("start: the start position is missing")
        return None
    start = cast("Mapping[str, object]", start)
    try:
        chosen = game_of({**_stamp(record), **start})
    except BadRules as error:
        faults += [f"start.{fault}" for fault in error.faults]
        return None
    try:
        if game_of({**start, **_stamp(record)}) != chosen:
            faults.append("start: game, rules and seats are not those of the record")
    except BadRules as error:
        faults += error.faults
        return None
    return chosen


def _stamp(record: Mapping[str, object]) -> dict[str, object]:
    return {name: record[name] for name in _COMMON if name in record}


def _start_of(record: Mapping[str, object], chosen: Game, faults: list[str]) -> State | None:
    """Set up a record's start position with its players and shuffles, noting every fault."""
    try:
        state = _set_up(cast("Mapping[str, object]", record["start"]), chosen)
    except BadPosition as error:
        faults += [f"start.{fault}" for fault in error.faults]
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
    reader = FieldReader({}, state.game.spec.pack)
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
