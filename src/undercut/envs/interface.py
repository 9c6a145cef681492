"""What all environments share: spaces, what a seat sees and may do, checks of actions, and pictures."""

import io
from typing import Any, TypedDict, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import undercut
from undercut import draw
from undercut.draw import Colour
from undercut.draw.as_svg import png
from undercut.engine.host import Host
from undercut.errors import UndercutError
from undercut.play.arrays.batch import Batch, Single
from undercut.play.game import Game, Rules
from undercut.play.state import State


class GameOptions(TypedDict, total=False):
    """The arguments of `undercut.game`, and the host, that environments hand on."""

    seats: int | None
    rules: Rules | None
    host: Host | None


class BatchOptions(GameOptions, total=False):
    """The arguments of `undercut.batch` that environments hand on."""

    threads: int


def single(game: str, *, host: Host | None = None, seats: int | None = None, rules: Rules | None = None) -> Single:
    """Make a batch of one game."""
    return Single(undercut.game(game, rules=rules, seats=seats), host)


Seen = dict[str, NDArray[Any]]
"""An ``"observation"`` (int16, see `Game.observations`) and an ``"action_mask"`` (int8, 1 for a legal move)."""


def columns_box(game: Game, *, times: int = 1, flags: int = 0) -> spaces.Box:
    """Return the space of a game's columns, several times over, and of some flags after them."""
    columns = [*game.observations.columns] * times
    low = np.array([column.least for column in columns] + [0] * flags, dtype=np.int16)
    high = np.array([column.greatest for column in columns] + [1] * flags, dtype=np.int16)
    return spaces.Box(low, high, dtype=np.int16)


def seen_space(game: Game) -> spaces.Space[Seen]:
    """Return the space of what one agent sees."""
    mask = spaces.Box(0, 1, (len(game.actions),), dtype=np.int8)
    return cast("spaces.Space[Seen]", spaces.Dict({"observation": columns_box(game), "action_mask": mask}))


def legal_action(games: Batch, action: object) -> int:
    """Check the number of a move in the first game of a batch."""
    if type(action) is int or isinstance(action, np.integer):
        number = int(cast("int", action))
        if 0 <= number < games.mask.shape[1] and games.mask[0, number]:
            return number
    if games.to_move[0] < 0:
        raise UndercutError("action: the game is over; reset the environment")
    notations, given = games.game.actions, np.asarray(action)
    number = int(given) if given.shape == () and given.dtype.kind in "iu" else -1
    if not 0 <= number < len(notations):
        raise UndercutError(f"action: {action!r:.40} is not one of the actions 0 to {len(notations) - 1}")
    if not games.mask[0, number]:
        games.state(0).legal_move(notations[number])
    return number


RENDER_MODES = ("ansi", "human", "rgb_array")  # text; text printed in colour; pixels

RENDERING = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # what the metadata of every environment say
WIDTH = 720  # the width of a picture, in pixels; its height depends on the cards


def read_render_mode(mode: str | None) -> str | None:
    """Check a render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise UndercutError(f"render_mode: {mode!r:.40} is not one of: {', '.join(RENDER_MODES)}")
    return mode


def render(state: State, seat: int | None, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Render what a seat sees of a game."""
    view, goals = state.view(seat), state.goals
    if mode == "rgb_array":
        return _pixels(draw.svg(view, seat=seat, goals=goals))
    if mode == "human":
        print(draw.text(view, seat=seat, goals=goals, colour=Colour.TWO))  # noqa: T201  what this mode is for
        return None
    return draw.text(view, seat=seat, goals=goals)


def _pixels(svg: str) -> NDArray[np.uint8]:
    from PIL import Image  # noqa: PLC0415  only pixels need it

    with Image.open(io.BytesIO(png(svg, width=WIDTH))) as picture:
        return np.asarray(picture.convert("RGB"))
