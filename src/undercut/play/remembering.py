"""The history that a view may carry: the moves and revealed cards of the game so far, as its seat knows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from undercut.engine.rows import CARD, EVENT_WIDTH, MOVE

if TYPE_CHECKING:
    from undercut.games.base.reader import JSON
    from undercut.play.game import Game
    from undercut.play.state import State

HISTORY = "history"
"""The field of a view, always its last."""

MOST_EVENTS = 2_000
"""Most events of a history in a view, so that a view stays a short line of JSON; that is longer than usual games."""


def view_with_history(state: State, seat: int) -> dict[str, JSON]:
    """Return a seat's view with its history, unless the game has none or it is longer than `MOST_EVENTS`.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> view_with_history(state, 0)["history"][0]      # a card in the seat's own hand
        [2, 1, 3, 1]
    """
    view = state.view(seat)
    if state.game.spec.observations and len(events := state.history(seat)) <= MOST_EVENTS:
        view[HISTORY] = events.tolist()
    return view


def history_faults(game: Game, history: object) -> Iterator[str]:
    """Yield a fault for each event of an untrusted history that no game could have."""
    if history is None:
        return
    if not isinstance(history, list):
        yield f"{HISTORY}: not a list"
        return
    rows = cast("list[object]", history)
    if not game.spec.observations:
        yield f"{HISTORY}: {game.spec.title} has no histories"
    elif len(rows) > MOST_EVENTS:
        yield f"{HISTORY}: there are {len(rows)} events, more than {MOST_EVENTS}"
    else:
        for place, row in enumerate(rows):
            if fault := _fault(game, row):
                yield f"{HISTORY}[{place}]: {fault}"


def _fault(game: Game, row: object) -> str | None:
    cells = cast("list[object]", row) if isinstance(row, list) else []
    numbers = [cell for cell in cells if type(cell) is int]
    if len(numbers) != EVENT_WIDTH or len(cells) != EVENT_WIDTH:
        return f"not a list of {EVENT_WIDTH} whole numbers"
    event, *others = numbers
    assert game.spec.observations is not None  # noqa: S101  the caller has checked
    cards, places = len(game.spec.pack.texts), len(game.spec.observations.places)
    ranges = {
        MOVE: (("seat", 1, game.seats), ("move", 0, len(game.actions)), ("place", 0, 0)),
        CARD: (("seat", 0, game.seats), ("card", 1, cards), ("place", 1, places - 1)),
    }
    if event not in ranges:
        return f"event {event} is neither {MOVE} (a move) nor {CARD} (a revealed card)"
    for value, (name, least, greatest) in zip(others, ranges[event], strict=True):
        if not least <= value <= greatest:
            return f"{name} {value} is not a whole number from {least} to {greatest}"
    return None
