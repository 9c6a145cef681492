"""The ``undercut play`` command: play a game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from undercut.bots.external.client import is_external
from undercut.bots.players.adaptive import ADAPTIVE
from undercut.cli.adapting import PERSON, adapted
from undercut.cli.choices import choose_game
from undercut.cli.files import new_game, read_json, unfinished_game
from undercut.cli.loading import load_record
from undercut.cli.opponents import Opponents
from undercut.cli.screen import Screen
from undercut.cli.session import Session, command_name
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.play.loading import LONGEST_NAME
from undercut.play.state import State


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The options of ``undercut play``.

    Args:
        rules: The rule set's name, or None for the default.
        players: The number of players; None: one more than the opponents.
        seed: The seed of the deal and the opponents; None: a random one.
    """

    game: str
    rules: str | None = None
    changes: Sequence[str] = ()
    players: int | None = None
    seat: int = 0
    opponents: tuple[str, ...] = ()
    seed: int | None = None


def play(screen: Screen, options: PlayOptions | None) -> int:
    """Play in the terminal."""
    left = unfinished_game()
    if options is None:
        if left is None:
            message = "there is no unfinished game"
            raise UndercutError(message)
        state, keep, seed = load_record(cast("dict[str, object]", read_json(str(left)))), left, None
        seat = state.players.index(PERSON) if PERSON in state.players else 0
    else:
        state, keep, seed = _deal(screen, options), new_game(), options.seed
        seat = options.seat
        if left:
            screen.copyable(f"An unfinished game is saved as well; resume it with: {command_name()} play --resume")
    _use_line_editing()
    names = {place: name for place, name in enumerate(state.players) if place != seat}
    opponents = Opponents(state.game, names, seed)
    try:
        opponents.start()
        return Session(state, seat, opponents, screen, input, keep).run()
    finally:
        opponents.close(state.result)


def _deal(screen: Screen, options: PlayOptions) -> State:
    """Deal a new game and name its players; an adaptive opponent has the name of the level that it plays."""
    names = list(options.opponents)
    if ADAPTIVE in names and options.game in registry.names():
        level, why = adapted(options.game)
        screen.line(why)
        names = [level if name == ADAPTIVE else name for name in names]
    seats = len(names) + 1 if options.players is None and names else options.players
    chosen = choose_game(options.game, options.rules, options.changes, seats)
    if len(names) == 1:
        names *= chosen.seats - 1
    if len(names) != chosen.seats - 1:
        message = f"--vs: {len(names)} opponents for {chosen.seats - 1} other seats"
        raise UndercutError(message)
    if not 0 <= options.seat < chosen.seats:
        message = f"--seat: {options.seat} is not a seat from 0 to {chosen.seats - 1}"
        raise UndercutError(message)
    if len(set(names)) < len(names):
        names = [f"{name} {'#' * is_external(name)}{place}" for place, name in enumerate(names, start=1)]
    for name in names:
        if len(name) > LONGEST_NAME:
            message = f"--vs: {name[:40]}... has more than {LONGEST_NAME} characters; a script may have a shorter name"
            raise UndercutError(message)
    state = chosen.deal(options.seed)
    state.players = (*names[: options.seat], PERSON, *names[options.seat :])
    return state


def _use_line_editing() -> None:
    """Enable line editing and history at the prompt, if this Python supports it."""
    try:
        import readline  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport]  importing it is what switches it on; not every Python has it
    except ImportError:
        return
