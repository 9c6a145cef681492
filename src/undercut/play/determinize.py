"""Determinization: complete positions consistent with a seat's view."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import cast

from undercut.errors import BadPosition, BadRules
from undercut.games.base import registry
from undercut.games.base.facts import View
from undercut.games.base.reader import JSON, UNKNOWN
from undercut.play.game import Game
from undercut.play.loading import from_position, game_of
from undercut.play.observing import HISTORY
from undercut.play.piles import cards
from undercut.play.state import SEAT, State


def determinize(view: View, chance: random.Random) -> State:
    """Build a complete position from a view by dealing its hidden cards at random.

    Every card that the view shows stays in place, so the seat cannot distinguish the result from the real game.
    """
    table = game_of(view)
    hidden = Counter(table.spec.pack.text(card) for card in table.pack)
    piles = {name: view[name] for name in registry.spec(table.name).piles}
    hidden.subtract(cards([*piles.values()]))
    del hidden[UNKNOWN]
    left = sorted(hidden.elements())
    chance.shuffle(left)
    if table.spec.arrange:
        table.spec.arrange(table.options, view, left, chance)
    filled = {name: _filled(pile, left) for name, pile in piles.items()}
    return from_position({**view, **filled}, seed=chance.getrandbits(62))


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
    if faults and table.spec.arrange:
        # Not every order of the hidden cards is possible, so look for one that is; malformed data ends here, too.
        with suppress(BadPosition, LookupError, TypeError, AttributeError):
            state = determinize(view, random.Random(0))  # noqa: S311  any order will do
            faults = [*_unlike(state, data)]
    if state is None or faults:
        raise BadPosition(faults)
    return state


def _not_shown(table: Game, piles: dict[str, JSON]) -> list[str]:
    """List the cards that no pile shows; raise BadPosition if their number does not match the unknown cards."""
    hidden = Counter(map(table.spec.pack.text, table.pack))
    shown = Counter(cards([*piles.values()]))
    unknown = shown.pop(UNKNOWN, 0)
    hidden.subtract(shown)
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
