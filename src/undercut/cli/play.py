"""The command ``undercut play``: a new or a saved game in the terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter

from undercut.bots.external.client import is_external
from undercut.bots.levels import ADAPTIVE
from undercut.cli.files import load_record, new_game, read_json, unfinished_game
from undercut.cli.opponents import PERSON, PLAYERS_HELP, Opponents, adapted, complete_players
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game
from undercut.cli.screen import Plain, Screen, this_terminal
from undercut.cli.session import Session, command_name
from undercut.errors import UndercutError
from undercut.play.loading import LONGEST_NAME
from undercut.play.state import State


@dataclass(frozen=True, slots=True)
class _Options:
    """What a person asked for; with --resume, nothing but the defaults."""

    game: str
    rules: str | None = None
    changes: Sequence[str] = ()
    players: int | None = None
    seat: int = 0
    opponents: tuple[str, ...] = ()
    seed: int | None = None


def play(  # noqa: PLR0913  one parameter an option of the command
    game: GameName = "cuttle",
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    vs: Annotated[
        str,
        Parameter(
            completer=complete_players,
            help=f"The opponents by seat, separated by commas: {PLAYERS_HELP}; or adaptive, a level by your saved "
            "games. One name stands for all.",
        ),
    ] = "greedy",
    seat: Annotated[int, Parameter(help="Your seat.")] = 0,
    players: Annotated[int | None, Parameter(help="Number of players; from --vs by default.")] = None,
    seed: Annotated[int | None, Parameter(help="Seed of the deal and the opponents' choices.")] = None,
    resume: Annotated[bool, Parameter(negative="", help="Resume the unfinished game.")] = False,
    plain: Plain = False,
) -> int:
    """Play a game in the terminal. At the prompt, `?` lists the moves and `help` the commands."""
    options = _Options(game, rules, changes, players, seat, tuple(vs.split(",")), seed)
    screen, left = this_terminal(plain=plain), unfinished_game()
    if not resume:
        state, keep = _deal(screen, options), new_game()
        if left:
            screen.copyable(f"An unfinished game is saved as well; resume it with: {command_name()} play --resume")
        return _play(screen, state, seat, keep, seed)
    if options != _Options("cuttle", opponents=("greedy",)):
        raise UndercutError("--resume continues the game as it was left, so it cannot be combined with other options")
    if left is None:
        raise UndercutError("there is no unfinished game")
    state = load_record(cast("dict[str, object]", read_json(str(left))))
    return _play(screen, state, state.players.index(PERSON) if PERSON in state.players else 0, left, None)


def _play(screen: Screen, state: State, seat: int, keep: Path, seed: int | None) -> int:
    _use_line_editing()
    names = {place: name for place, name in enumerate(state.players) if place != seat}
    opponents = Opponents(state.game, names, seed)
    try:
        opponents.start()
        return Session(state, seat, opponents, screen, input, keep).run()
    finally:
        opponents.close(state.result)


def _deal(screen: Screen, options: _Options) -> State:
    """Deal a new game and name its players; an adaptive opponent has the name of the level that it plays."""
    names = list(options.opponents)
    if ADAPTIVE in names:
        level, why = adapted(options.game)
        screen.line(why)
        names = [level if name == ADAPTIVE else name for name in names]
    seats = len(names) + 1 if options.players is None and names else options.players
    chosen = choose_game(options.game, options.rules, options.changes, seats)
    if len(names) == 1:
        names *= chosen.seats - 1
    if len(names) != chosen.seats - 1:
        raise UndercutError(f"--vs: {len(names)} opponents for {chosen.seats - 1} other seats")
    if not 0 <= options.seat < chosen.seats:
        raise UndercutError(f"--seat: {options.seat} is not a seat from 0 to {chosen.seats - 1}")
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
