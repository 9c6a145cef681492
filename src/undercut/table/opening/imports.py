"""Tables with finished games from records."""

from collections.abc import Mapping
from typing import cast

from msgspec.structs import replace

from undercut.bots.levels import level_of_person
from undercut.errors import BadRecord
from undercut.games.base.game_types import TABLE_REASONS
from undercut.play.arguments import found_in
from undercut.play.loading import replay
from undercut.table.events import Dealt, Ended, Event, Moved, Opened, RulesStamp, Sat
from undercut.table.listing import LobbyTable, listing
from undercut.table.names import recorded_names
from undercut.table.opening.new_table import Opening
from undercut.table.table import Table

_MOST_MOVES = 5_000


def read_records(text: bytes, most: int) -> list[Mapping[str, object]]:
    records: list[Mapping[str, object]] = []
    for value in found_in(text):
        if len(records) == most:
            raise BadRecord([f"record: more than {most} in one file"])
        if value.fault:
            raise BadRecord([f"record: {value.fault}"])
        record: object = value.record
        if not isinstance(record, dict):
            raise BadRecord(["record: not a JSON object"])
        records.append(cast("Mapping[str, object]", record))
    if not records:
        raise BadRecord(["record: not a JSON object"])
    return records


def import_record(record: Mapping[str, object]) -> Opening:
    """Open a table with the finished game of a record."""
    moves = record.get("moves")
    if isinstance(moves, list) and len(cast("list[object]", moves)) > _MOST_MOVES:
        raise BadRecord([f"moves: more than {_MOST_MOVES}"])
    state = replay(record)
    game = state.game.refuse_research()
    rules = cast("RulesStamp", game.rules)
    events: list[Event] = [Opened(game.name, rules, game.seats, hints=False, imported=True, note=state.note)]
    events += [Sat(seat, "person", name) for seat, name in enumerate(recorded_names(state.players))]
    steps: list[Event] = []
    result = state.result
    if result and result.reason in TABLE_REASONS:
        state.undo()
        steps.append(Ended(list(result.winners), result.reason))
    while state.moves:
        shuffles = state.shuffles
        move = state.undo()
        steps.append(Moved(cast("int", state.to_move), cast("str", move), shuffles[len(state.shuffles) :]))
    return Opening([*events, Dealt(dict(state.position())), *reversed(steps)], outcome=result)


def seat_of_reader(opening: Opening) -> int | None:
    """Return the seat of the only player whose name is not a bot's: a file of many games is a reader's history."""
    persons = [event.seat for event in opening.events if isinstance(event, Sat) and not level_of_person(event.name)]
    return persons[0] if len(persons) == 1 else None


def summary(opening: Opening) -> LobbyTable:
    """Summarise the table for lists; its moves, which take long to apply, count but are not applied."""
    table = Table("")
    for event in opening.events:
        if not isinstance(event, Moved | Ended):
            table.apply(event, 0.0)
    movers = [event.seat for event in opening.events if isinstance(event, Moved)]
    played = [movers.count(seat) for seat in range(len(table.seats))]
    outcome = opening.outcome
    ended = {"winners": list(outcome.winners), "reason": outcome.reason} if outcome else {}
    return replace(listing(table), moves=len(movers), played=played, **ended)
