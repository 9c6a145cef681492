"""The ``undercut replay`` command: step through a recorded game."""

from __future__ import annotations

import sys
from typing import cast

from undercut import draw
from undercut.cli.exits import DONE
from undercut.cli.files import read_json
from undercut.cli.loading import load_record
from undercut.cli.screen import Screen, print_json
from undercut.cli.spelling import read_number
from undercut.games.base.reader import JSON
from undercut.play.narration import Voice
from undercut.play.narrator import story
from undercut.play.state import State

Frame = tuple[str | None, str, dict[str, JSON], list[int] | None]


def replay(screen: Screen, path: str, seat: int | None, *, as_json: bool) -> int:
    """Step through a record."""
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
