"""Pictures of a game for environments: as text, in the terminal, and as pixels."""

import io

import numpy as np
from numpy.typing import NDArray

from undercut import draw
from undercut.draw import Colour
from undercut.draw.as_svg import png
from undercut.errors import UndercutError
from undercut.play.state import State

RENDER_MODES = ("ansi", "human", "rgb_array")  # text; text printed in colour; pixels

FRAMES_PER_SECOND = 2
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
