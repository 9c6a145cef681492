"""Files of positions and records, and ``undercut moves``, ``perft``, ``replay`` and ``check``."""

import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal, cast

import platformdirs
from cyclopts import Parameter

from undercut import draw
from undercut.cli.screen import DONE, REFUSED, Json, Plain, print_json, read_number, this_terminal
from undercut.decoding import JSON
from undercut.engine.host import Host
from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.play import checks, loading
from undercut.play.arguments import Found, found_in
from undercut.play.game import game
from undercut.play.narration import Voice
from undercut.play.narrator import story
from undercut.play.state import State

_MAX_BYTES = 64 * 1024 * 1024
_MAX_GAMES = 50
_PLACE = re.compile(r"(?P<file>.+?)(?P<place>:\d+|\[\d+\])")


def read_json(path: str) -> object:
    """Read the JSON value of a file; arguments as for `read_several`."""
    several = read_several(path)
    if len(several) > 1:
        first, last = several[0].source, several[-1].source
        raise UndercutError(f"{path}: it holds {len(several)} records; choose one, from {path}{first} to {path}{last}")
    if several[0].fault:
        raise UndercutError(f"{path}: {several[0].fault}")
    return several[0].record


def read_several(path: str) -> list[Found]:
    """Read the JSON values of a file: one, a list of them, or one on each line."""
    matched = None if Path(path).exists() else _PLACE.fullmatch(path)
    file, place = (matched["file"], matched["place"]) if matched else (path, "")
    found = list(found_in(_bytes_of(file))) or [Found("", [])]
    chosen = [each for each in found if not place or each.source == place]
    if not chosen:
        raise UndercutError(f"{path}: there is no such record")
    return chosen


def _bytes_of(path: str) -> bytes:
    try:
        if path == "-":
            raw = sys.stdin.buffer.read(_MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                raw = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UndercutError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if len(raw) > _MAX_BYTES:
        raise UndercutError(f"{path}: the file is larger than {_MAX_BYTES >> 20} MiB")
    return raw


def write_json(path: Path, data: JSON) -> None:
    """Write a JSON file atomically."""
    temporary = ""
    try:
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8", suffix=".part") as file:
            temporary = file.name
            json.dump(data, file, ensure_ascii=False, indent=1)
            file.write("\n")
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise UndercutError(f"{path}: {error.strerror or error}") from None


def saved_games() -> list[Path]:
    """List the saved games, newest first."""
    try:
        return sorted(_folder().glob("game-*.json"), reverse=True)
    except OSError:
        return []


def new_game() -> Path:
    """Return the file for a new game, and delete the oldest saved games beyond the limit."""
    for old in saved_games()[_MAX_GAMES:]:
        with suppress(OSError):
            old.unlink()
    return _folder() / f"game-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.json"


def unfinished_game() -> Path | None:
    """Find the newest saved game that is unfinished."""
    for path in saved_games():
        with suppress(UndercutError):
            record = read_json(str(path))
            if isinstance(record, dict) and cast("dict[str, object]", record).get("result") is None:
                return path
    return None


def _folder() -> Path:
    return Path(platformdirs.user_data_dir("undercut"))


Kind = Literal["record", "records", "options", "position", "file"]
Frame = tuple[str | None, str, dict[str, JSON], list[int] | None]

Position = Annotated[
    str,
    Parameter(
        allow_leading_hyphen=True,
        help="A JSON file with a position or a record, whose last position counts; - for standard input.",
    ),
]


def load_record(data: Mapping[str, object]) -> State:
    """Replay a record; control characters in its names are shown, not obeyed."""
    state = loading.replay(data)
    state.players = tuple("".join(one if one.isprintable() else "\ufffd" for one in name) for name in state.players)
    return _noted(state)


def load_complete(data: Mapping[str, object]) -> State:
    return _noted(loading.from_position(data))


def load_view(data: Mapping[str, object]) -> State:
    """Set up a game that fits a view of the seat to move."""
    return _noted(loading.from_view(data))


def _noted(state: State) -> State:
    if state.note:
        print(f"note: {state.note}", file=sys.stderr)  # noqa: T201  JSON on standard output stays JSON
    return state


def kind_of(data: object) -> Kind:
    """Return the kind of some JSON data; ``"file"`` if it is not an object."""
    if not isinstance(data, dict):
        return "file"
    fields = cast("dict[str, object]", data).keys()
    if fields & {"start", "moves"}:
        return "record"
    return "position" if fields - {"game", "rules", "seats"} else "options"


def load_position(path: str) -> State:
    """Read a position, or the last position of a record."""
    data = cast("dict[str, object]", read_json(path))
    return load_record(data) if kind_of(data) == "record" else load_complete(data)


def load_seen(path: str) -> State:
    """Read a position, a record, or a view of the seat to move, whose unknown cards are then dealt."""
    data = cast("dict[str, object]", read_json(path))
    kind = kind_of(data)
    if kind == "record":
        return load_record(data)
    return load_view(data) if kind == "position" and loading.is_view(data) else load_complete(data)


def moves(position: Position, *, json: Json = False) -> int:
    """List the legal moves of a position, with a sentence for each."""
    screen, legal = this_terminal(), load_position(position).legal_moves()
    if json:
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


def perft(
    position: Position,
    depth: Annotated[int, Parameter(help="Number of moves.")],
    *,
    host: Annotated[
        Literal["plain", "compiled", "checked"] | None, Parameter(help="Count in plain Python or compiled.")
    ] = None,
    json: Json = False,
) -> int:
    """Count the move sequences of a given length from a position."""
    state = load_position(position)
    began = time.perf_counter()
    count = checks.perft(state, depth, host=Host(host) if host else None)
    seconds = time.perf_counter() - began
    if json:
        print_json({"depth": depth, "count": count, "seconds": round(seconds, 6)})
    else:
        this_terminal().line(f"{count}")
    return DONE


def replay(
    record: Annotated[str, Parameter(help="A file with a game record as JSON.")],
    *,
    seat: Annotated[int | None, Parameter(help="Show only what this seat may know.")] = None,
    json: Json = False,
    plain: Plain = False,
) -> int:
    """Step through a recorded game; without a terminal, print all of it."""
    screen, state = this_terminal(plain=plain), load_record(cast("dict[str, object]", read_json(record)))
    frames = _frames(state, seat)
    if json:
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


def _frames(state: State, seat: int | None) -> list[Frame]:
    """List every position of a game in order, each with the move that led to it."""
    everything = seat is None
    frames: list[Frame] = []
    for again, text in story(state, Voice(state.players, seat), everything=everything):
        position = again.position() if everything else again.view(seat)
        move = again.moves[-1] if text else None
        frames.append((move, f"{text.move}  {text.text}" if text else "The deal.", position, again.goals))
    if state.result:
        frames[-1] = (*frames[-1][:2], state.position() if everything else state.view(seat), state.goals)
    return frames


def _step(place: int) -> int | None:
    """Ask which move to show next."""
    try:
        line = input("Enter: next, b: back, a number: that move, q: quit > ").strip().lower()
    except EOFError:
        return None
    if line.startswith("q"):
        return None
    if line.startswith("b"):
        return place - 1
    number = read_number(line)
    return place + 1 if number is None else number


def check(
    file: Annotated[
        str,
        Parameter(
            allow_leading_hyphen=True, help="A JSON file with a position, a record or options; - for standard input."
        ),
    ],
    *,
    json: Json = False,
) -> int:
    """Check a file and print every fault."""
    kind: Kind = "file"
    faults: list[str] = []
    try:
        several = read_several(file)
    except UndercutError as error:
        faults = [str(error)]
    else:
        if len(several) > 1:
            kind, faults = (
                "records",
                [f"{file}{found.source}: {fault}" for found in several for fault in _faults(found)],
            )
        elif several[0].fault:
            faults = [f"{file}: {several[0].fault}"]
        else:
            kind, faults = kind_of(several[0].record), _faults(several[0])
    if json:
        print_json({"file": file, "kind": kind, "ok": not faults, "faults": [*faults]})
    elif faults:
        for fault in faults:
            this_terminal().line(f"{kind}: {fault}")
    else:
        this_terminal().line(f"{kind}: no fault")
    return REFUSED if faults else DONE


def _faults(found: Found) -> list[str]:
    if found.fault:
        return [found.fault]
    try:
        _load(kind_of(found.record), found.record)
    except (BadPosition, BadRecord, BadRules) as error:
        return [*error.faults]
    except UndercutError as error:
        return [str(error)]
    return []


def _load(kind: Kind, data: object) -> None:
    fields = cast("dict[str, object]", data)
    if kind == "file":
        raise UndercutError("this is not a JSON object")
    if kind == "record":
        load_record(fields)
    elif kind == "position":
        load_complete(fields)
    else:
        game(
            cast("str", fields.get("game")),
            rules=cast("str | None", fields.get("rules")),
            seats=cast("int | None", fields.get("seats")),
        )
