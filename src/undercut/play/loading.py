"""Loading states from positions, records and views, with all input checked."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from undercut.cards import UNKNOWN
from undercut.decoding import JSON
from undercut.engine.contract import Fields
from undercut.errors import BadPosition, BadRecord, BadRules, IllegalMove, UndercutError
from undercut.games.base import registry
from undercut.games.base.game_types import TABLE_REASONS, Outcome, View, read_outcome
from undercut.games.base.position_reader import FieldReader, field_name
from undercut.play.game import Game, Rules, game
from undercut.play.input import outcome_fault, plain_fault
from undercut.play.observing import HISTORY, history_faults
from undercut.play.piles import cards
from undercut.play.sources import Recorded, Secure, source
from undercut.play.state import SEAT, State

_COMMON = {"game", "rules", "seats"}
_CARDS = {"start", "shuffles", "moves"}
_RECORD = _COMMON | _CARDS | {"players", "result"}

LONGEST_NAME = 100  # longest name of a player in a record, in characters


def from_position(position: Mapping[str, object], *, seed: int | None = None) -> State:
    """Load a complete position.

    A position that is possible only under an earlier version of its rule set loads under that version, and
    `State.note` says so.

    Args:
        position: JSON data as `State.position` returns it; missing fields take their defaults. The ``seat`` and
            the ``history`` of views are checked and ignored.
        seed: Seed of later random choices; None: the system's secure source.

    Raises:
        BadPosition: The position is impossible or incomplete; every fault is listed.

    Examples:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> undercut.from_position(state.position()).position() == state.position()
        True
    """
    if not isinstance(position, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
        raise BadPosition(["position: not a JSON object"])
    if fault := plain_fault(position):
        raise BadPosition([f"position: {fault}"])
    try:
        chosen = game_of(position)
    except BadRules as error:
        raise BadPosition(error.faults) from None

    def set_up(rules: Game) -> State:
        table, outcome = _read_table(position, rules)
        return State(rules, table, source(seed), outcome)

    return _under_either(chosen, set_up)


def _read_table(position: Mapping[str, object], chosen: Game) -> tuple[Fields, Outcome | None]:
    """Read the cards of a position, and how it ended if that was decided at the table."""
    spec = chosen.spec
    table = chosen.fresh_table()
    reader = FieldReader(position, spec.pack)
    reader.only(_COMMON | spec.fields | {SEAT, HISTORY})
    reader.whole(SEAT, 0, chosen.seats - 1)
    reader.faults += history_faults(chosen, position.get(HISTORY))
    spec.positions.read(reader, table)
    outcome = _read_end(reader, chosen)
    if reader.faults:
        raise BadPosition(reader.faults)
    return table, outcome if outcome and outcome.reason in TABLE_REASONS else None


def _under_either(chosen: Game, read: Callable[[Game], State]) -> State:
    """Load under the given rules or, if that fails, under the earlier version of their rule set."""
    try:
        return read(chosen)
    except (BadPosition, BadRecord):
        earlier = _earlier(chosen)
        if earlier is None:
            raise
        with suppress(BadPosition, BadRecord):
            state = read(earlier)
            state.note = (
                f"{chosen.rule_set} has been corrected since this was saved; "
                f"it was loaded with the rules of that time: {json.dumps(earlier.rules)}"
            )
            return state
        raise


def _earlier(chosen: Game) -> Game | None:
    """Return a game under the earlier version of its rule set; None if that makes no difference."""
    before = chosen.spec.earlier.get(chosen.rule_set, {})
    earlier = game(chosen.name, rules={"set": chosen.rule_set, **before, **chosen.changes}, seats=chosen.seats)
    return None if earlier == chosen else earlier


def game_of(data: Mapping[str, object]) -> Game:
    """Parse the fields that positions, views and records share; raises BadRules with every fault."""
    name = data.get("game")
    if name is None:
        raise BadRules([f"game: missing; choose one of: {', '.join(registry.names())}"])
    if not isinstance(name, str):
        raise BadRules([f"game: {registry.no_such_game(name)}"])
    rules, seats = data.get("rules"), cast("int | None", data.get("seats"))
    if type(rules) is str and type(seats) is int:
        return _same_game(name, rules=rules, seats=seats)
    return game(name, rules=cast("Rules | None", rules), seats=seats)


_same_game = lru_cache(maxsize=64)(game)  # most records are many to a game


def _read_end(reader: FieldReader, chosen: Game) -> Outcome | None:
    result = reader.data.get("result")
    if result is None:
        return None
    try:
        outcome = read_outcome(result)
    except ValueError as error:
        reader.fault("result", str(error))
        return None
    reasons = tuple(reason for reason in chosen.spec.words.reasons if reason) + TABLE_REASONS
    if fault := outcome_fault(outcome, chosen.seats, reasons):
        reader.fault("result", fault)
    return outcome


def replay(record: Mapping[str, object]) -> State:
    """Replay a recorded game to its last move; `State.undo` steps back through it.

    A record whose moves are legal only under an earlier version of its rule set loads under that version, and
    `State.note` says so.

    Args:
        record: JSON data as `State.record` returns it.

    Raises:
        BadRecord: The record cannot be replayed; each fault says where.

    Examples:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> undercut.replay(state.record()).position() == state.position()
        True
    """
    if not isinstance(record, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  as above
        raise BadRecord(["record: not a JSON object"])
    if fault := plain_fault(record):
        raise BadRecord([f"record: {fault}"])
    faults = [f"{field_name(name)}: unknown field" for name in record if name not in _RECORD]
    chosen = _game_of_record(record, faults)
    if chosen is None:
        raise BadRecord(faults)
    return _under_either(chosen, lambda rules: _replay(record, rules, [*faults]))


def _replay(record: Mapping[str, object], chosen: Game, faults: list[str]) -> State:
    read = _read_record(record, chosen, faults)
    state = State(chosen, read.start, Recorded(read.choices, Secure()), read.outcome)
    state.players = read.players or state.players
    shuffles = [[chosen.spec.pack.text(card) for card in choice] for choice in read.choices]
    for place, move in enumerate(cast("list[str]", read.moves)):
        used = state.shuffle_count
        try:
            state.play(move)
        except IllegalMove as error:
            before = "a move or a shuffle" if used else "a move"
            raise BadRecord([f"moves[{place}]: {error} (or {before} before it is missing)"]) from None
        except UndercutError as error:
            raise BadRecord([f"moves[{place}]: {error}"]) from None
        if fault := _shuffle_fault(state.shuffles_from(used), shuffles, used, f"moves[{place}] ({move})"):
            raise BadRecord([fault])
    if state.shuffle_count != len(shuffles):
        raise BadRecord([f"shuffles: the record has more than the {state.shuffle_count} that its moves use"])
    outcome = agreed_outcome(record.get("result"), state.result, chosen)
    if outcome and not state.result:
        state.finish(outcome)
    return state


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A record that has been read, but not replayed."""

    game: Game
    start: Fields
    outcome: Outcome | None  # of the start, if it was decided at the table
    players: tuple[str, ...] | None
    choices: list[list[int]]  # of chance: the codes of the cards
    moves: list[object]


def read_unplayed(record: Mapping[str, object]) -> Unplayed | None:
    """Read all of a record but its moves; None if `replay` has to say whether it is right."""
    faults: list[str] = []
    rest = {name: value for name, value in record.items() if name not in _CARDS}
    chosen = None if plain_fault(rest) else _game_of_record(record, faults)
    if chosen is None or not record.keys() <= _RECORD:
        return None
    try:
        read = _read_record(record, chosen, faults)
    except BadRecord:
        return None
    return None if read.outcome or chosen.engine.functions.is_over(read.start) else read


def _read_record(record: Mapping[str, object], chosen: Game, faults: list[str]) -> Unplayed:
    """Read a record of a game; raises BadRecord with every fault, also those found before."""
    try:
        start, outcome = _read_table(cast("Mapping[str, object]", record["start"]), chosen)
    except BadPosition as error:
        raise BadRecord([*faults, *(f"start.{fault}" for fault in error.faults)]) from None
    players, moves = _players(record.get("players"), chosen, faults), _given(record, "moves")
    if not isinstance(moves, list):
        faults.append("moves: not a list")
    reader = FieldReader({}, chosen.spec.pack)
    rows = reader.items("shuffles", _given(record, "shuffles"))
    choices = [reader.cards_of(f"shuffles[{place}]", row) for place, row in enumerate(rows)]
    faults += map(str, reader.faults)
    if faults:
        raise BadRecord(faults)
    return Unplayed(chosen, start, outcome, players, choices, cast("list[object]", moves))


def _shuffle_fault(made: list[list[str]], recorded: list[list[str]], first: int, move: str) -> str | None:
    """Compare the shuffles after a move with those of the record from `first` on, which are used where they fit."""
    for place, order in enumerate(made, first):
        if place == len(recorded):
            return f"shuffles: too few; the record has {place}, and another is needed after {move}"
        if recorded[place] != order:
            there, needed = len(recorded[place]), len(order)
            wrong = f"{there} cards, but {needed} are needed" if there != needed else "other cards are needed"
            return f"shuffles[{place}], after {move}: {wrong}; it is not whole, or a shuffle before it is missing"
    return None


def _game_of_record(record: Mapping[str, object], faults: list[str]) -> Game | None:
    """Parse the game of a record and its start position, appending every fault."""
    start = record.get("start")
    if not isinstance(start, Mapping):
        faults.append("start: missing" if start is None else "start: not an object")
        return None
    start = cast("Mapping[str, object]", start)
    try:
        chosen = game_of({**_stamp(record), **start})
    except BadRules as error:
        faults += [f"start.{fault}" for fault in error.faults]
        return None
    try:
        if start.items() >= _stamp(record).items():
            return chosen
        if game_of({**start, **_stamp(record)}) != chosen:
            faults.append("start: game, rules or seats differ from those of the record")
    except BadRules as error:
        faults += error.faults
        return None
    return chosen


def _stamp(record: Mapping[str, object]) -> dict[str, object]:
    return {name: record[name] for name in _COMMON if name in record}


def _given(record: Mapping[str, object], name: str) -> object:
    """Return a list of a record, which may be missing or null."""
    found = record.get(name)
    return [] if found is None else found


def _players(players: object, chosen: Game, faults: list[str]) -> tuple[str, ...] | None:
    """Read the names of a record's players; None if it has none."""
    if players is None:
        return None
    names = cast("list[object]", players) if isinstance(players, list) else []
    fit = [name for name in names if isinstance(name, str) and len(name) <= LONGEST_NAME]
    if not isinstance(players, list) or len(names) != chosen.seats or len(fit) != len(names):
        faults.append(f"players: must be a list of {chosen.seats} names of at most {LONGEST_NAME} characters")
    return tuple(fit)


def agreed_outcome(result: object, led: Outcome | None, chosen: Game) -> Outcome | None:
    """Return how a record's game ended by its result, which must fit how the moves led it to end, if they did."""
    if result is None:
        return led
    try:
        outcome = read_outcome(result)
    except ValueError as error:
        raise BadRecord([f"result: {error}"]) from None
    if led is None:
        if outcome.reason in chosen.spec.words.reasons:
            raise BadRecord([f"result: the record says {_told(outcome)}, but the game goes on after its last move"])
        if fault := outcome_fault(outcome, chosen.seats, TABLE_REASONS):
            raise BadRecord([f"result: {fault}"])
        return outcome
    if (sorted(outcome.winners), outcome.reason) != (sorted(led.winners), led.reason):
        raise BadRecord([f"result: the record says {_told(outcome)}, but its moves lead to {_told(led)}"])
    return led


def _told(outcome: Outcome) -> str:
    seats = " and ".join(f"seat {seat}" for seat in outcome.winners)
    return f"that {seats} won ({outcome.reason})" if seats else f"a draw ({outcome.reason})"


def determinize(view: View, chance: random.Random) -> State:
    """Build a complete position from a view by dealing its hidden cards at random.

    Every card that the view shows stays in place, so the seat cannot distinguish the result from the real game.
    """
    table = game_of(view)
    piles = {name: view[name] for name in table.spec.piles}
    left = sorted(_hidden(table, piles).elements())
    chance.shuffle(left)
    if table.spec.positions.arrange:
        table.spec.positions.arrange(table.options, view, left, chance)
    filled = {name: _filled(pile, left) for name, pile in piles.items()}
    return from_position({**view, **filled}, seed=chance.getrandbits(62))


def _hidden(table: Game, piles: Mapping[str, object]) -> Counter[str]:
    """Count the cards that no pile shows; cards shown too often, and unknown ones, have numbers below 0."""
    hidden = Counter(map(table.spec.pack.text, table.pack))
    hidden.subtract(cards([*piles.values()]))
    return hidden


def is_view(data: Mapping[str, object]) -> bool:
    """Return whether JSON data contains unknown cards."""
    return UNKNOWN in cards([*data.values()])


def from_view(data: Mapping[str, object]) -> State:
    """Build a complete position from an untrusted view of the seat to move."""
    try:
        table = game_of(data)
    except BadRules as error:
        raise BadPosition(error.faults) from None
    view = cast("dict[str, JSON]", {"rules": None, **data, "seats": table.seats})
    piles = {name: view[name] for name in table.spec.piles if name in view}
    left = _not_shown(table, piles)
    try:
        state = from_position({**data, **{name: _filled(pile, left) for name, pile in piles.items()}})
        faults = [*_unlike(state, data)]
    except BadPosition as error:
        state, faults = None, error.found
    if faults and table.spec.positions.arrange and _can_be_arranged(table, view):
        # Not every order of the hidden cards is possible, so look for one that is.
        with suppress(BadPosition):
            state = determinize(view, random.Random(0))  # noqa: S311  any order will do
            faults = [*_unlike(state, data)]
    if state is None or faults:
        raise BadPosition(faults)
    return state


def _can_be_arranged(table: Game, view: View) -> bool:
    """Return whether a view has the shape that `determinize` relies on, and its seat to move knows its own hand."""
    seat, piles = view.get("to_move"), [view.get(name) for name in table.spec.piles]
    if "phase" not in view or type(seat) is not int or not all(isinstance(pile, list) for pile in piles):
        return False
    hands = cast("list[JSON]", view["hands"])
    is_whole = len(hands) == table.seats and all(isinstance(hand, list) for hand in hands)
    return is_whole and seat in range(table.seats) and UNKNOWN not in cards(hands[seat])


def _not_shown(table: Game, piles: dict[str, JSON]) -> list[str]:
    """List the cards that no pile shows; raise BadPosition if their number does not match the unknown cards."""
    hidden = _hidden(table, piles)
    unknown = -hidden.pop(UNKNOWN, 0)
    try:
        _filled([*piles.values()], [UNKNOWN] * unknown)
    except RecursionError:
        raise BadPosition(["view: nested too deeply"]) from None
    left = [*hidden.elements()]
    # Duplicate and invalid cards are separate faults, reported later.
    if unknown > len(left) or (unknown < len(left) and min(hidden.values()) >= 0):
        raise BadPosition([f"view: {unknown} cards are unknown, but {len(left)} are not shown"])
    return left


def _unlike(state: State, data: Mapping[str, object]) -> Iterator[str]:
    """Yield a fault for each field where the seat to move would see something else."""
    seat = state.to_move
    if seat is None:
        yield "view: the game is over, so no seat is to move"
        return
    seen = state.view(seat)
    hands = cast("list[list[JSON]]", data.get("hands") or [[]] * state.game.seats)
    if UNKNOWN in hands[seat]:
        yield f"hands[{seat}]: seat {seat} is to move and knows its own hand; this is another seat's view"
        return
    if data.get(SEAT) not in (None, seat):
        yield f"seat: this is the view of seat {data[SEAT]}, but seat {seat} is to move"
        return
    for name, value in data.items():
        if name not in ("game", "rules", "seats", HISTORY) and value is not None and value != seen.get(name):
            yield f"{name}: seat {seat} would see {json.dumps(seen.get(name))} instead"


def _filled(value: JSON, left: list[str]) -> JSON:
    """Copy a pile, replacing each unknown card with one taken from `left`."""
    if value == UNKNOWN:
        return left.pop()
    if isinstance(value, list):
        return [_filled(item, left) for item in value]
    return value
