"""Finished games from records, as the events and the summary of their tables."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace

from undercut.errors import BadRecord
from undercut.games.base.game_types import TABLE_REASONS, Outcome
from undercut.games.base.parts.bots import level_of_person
from undercut.play.input import parsed_in
from undercut.play.loading import replay
from undercut.table import names
from undercut.table.events import Dealt, Ended, Event, Moved, Opened, Sat, write_event
from undercut.table.listing import LobbyTable, listing
from undercut.table.names import BLANK, MOST_MARKS, NAME_LENGTH
from undercut.table.table import Table

_MOST_MOVES = 5_000


class RecordedGame(NamedTuple):
    events: list[Event]
    outcome: Outcome | None


class ImportedGame(Struct, frozen=True):
    events: list[bytes]
    shown: LobbyTable
    seat: int | None = None  # the reader's, if the record is one of a history


def import_games(text: bytes, most: int) -> list[ImportedGame]:
    try:
        games = [import_record(record) for record in _records_in(text, most)]
    except RecursionError:
        raise BadRecord(["record: nested too deeply"]) from None
    return [
        ImportedGame(
            [write_event(event) for event in game.events],
            _summary(game),
            _seat_of_reader(game) if len(games) > 1 else None,
        )
        for game in games
    ]


def _records_in(text: bytes, most: int) -> list[Mapping[str, object]]:
    records: list[Mapping[str, object]] = []
    for value in parsed_in(text):
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


def import_record(record: Mapping[str, object]) -> RecordedGame:
    moves = record.get("moves")
    if isinstance(moves, list) and len(cast("list[object]", moves)) > _MOST_MOVES:
        raise BadRecord([f"moves: more than {_MOST_MOVES}"])
    state = replay(record)
    chosen = state.game.refuse_research()
    events: list[Event] = [Opened(chosen.name, chosen.rules, chosen.seats, hints=False, imported=True, note=state.note)]
    events += [Sat(seat, "person", name) for seat, name in enumerate(recorded_names(state.players))]
    steps: list[Event] = []
    result = state.result
    if result and result.reason in TABLE_REASONS:
        state.undo()
        steps.append(Ended(list(result.winners), result.reason))
    shuffles = state.shuffles
    for _ in state.moves:
        last = state.shuffle_count
        move = state.undo()
        steps.append(Moved(cast("int", state.to_move), cast("str", move), shuffles[state.shuffle_count : last]))
    return RecordedGame([*events, Dealt(dict(state.position())), *reversed(steps)], result)


def _seat_of_reader(game: RecordedGame) -> int | None:
    """Return the seat of the only player whose name is not a bot's: a file of many games is a reader's history."""
    persons = [event.seat for event in game.events if isinstance(event, Sat) and not level_of_person(event.name)]
    return persons[0] if len(persons) == 1 else None


def _summary(game: RecordedGame) -> LobbyTable:
    """Summarise the table for lists; its moves, which take long to apply, count but are not applied."""
    table = Table.of("", (event for event in game.events if not isinstance(event, Moved | Ended)), 0.0)
    movers = [event.seat for event in game.events if isinstance(event, Moved)]
    played = [movers.count(seat) for seat in range(len(table.seats))]
    outcome = game.outcome
    ended = {"winners": list(outcome.winners), "reason": outcome.reason} if outcome else {}
    return replace(listing(table), moves=len(movers), played=played, **ended)


def clean_name(text: str) -> str:
    """Remove from a name in a record what cannot be shown safely, and cut it to the maximum length."""
    kept: list[str] = []
    marks = 0
    for one in normalize("NFC", text):
        marks = marks + 1 if names.is_mark(one) else 0
        if one.isspace():
            kept.append(" ")
        elif one.isprintable() and one not in BLANK and marks <= (MOST_MARKS if kept else 0):
            kept.append(one)
    return " ".join("".join(kept).split())[:NAME_LENGTH].strip()


def recorded_names(texts: Sequence[str]) -> list[str]:
    """Return the names of a record's players as a table can show them; names that the site gave stay."""
    found: list[str] = []
    for seat, text in enumerate(texts):
        name = clean_name(text)
        if not name or (names.imitates_site(name) and not names.is_given(name)):
            name = names.default_name(seat, [*texts, *found])
        base, number = name[: NAME_LENGTH - 5], 2
        while any(names.look_alike(name, other) for other in found):
            name, number = f"{base} ({number})", number + 1
        found.append(name)
    return found
