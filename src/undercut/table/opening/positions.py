"""Tables that start from a position: of a finished game, or from the editor."""

from __future__ import annotations

from msgspec.structs import replace

from undercut.games.base.game_types import TABLE_REASONS
from undercut.play.state import State
from undercut.table.commands import NotPossible, PlayOn
from undercut.table.events import Sat
from undercut.table.names import player_name
from undercut.table.opening.new_table import Opening, open_dealt, opened_with
from undercut.table.opening.terms import OPPONENT_NAMES
from undercut.table.replay import state_at
from undercut.table.table import Table
from undercut.translation import _


def play_on(table: Table, step: int, choices: PlayOn, guest: str) -> Opening:
    """Open a table that continues from a position of a finished game, against bots."""
    state = state_at(table, step)
    if state.result and state.result.reason in TABLE_REASONS:
        state.undo()  # the game ended by resignation, agreement or time, so it can continue
    if state.to_move is None:
        raise NotPossible(_("The game is over in this position."))
    return from_start(state, choices, guest, note="")


def with_friends(state: State, choices: PlayOn, guest: str) -> Opening:
    """Open a table that starts from a position once friends have taken the other seats."""
    opening = from_start(state, choices, guest)
    (seat,) = opening.guests
    own = [event for event in opening.events if isinstance(event, Sat) and event.seat == seat]
    return Opening([replace(opening.opened, start=dict(state.position())), *own], opening.guests)


def from_start(state: State, choices: PlayOn, guest: str, note: str = "started from a position") -> Opening:
    """Open a table that starts from a position, against bots."""
    seat, seats = state.to_move if choices.seat is None else choices.seat, state.game.seats
    if seat is None or seat >= seats or choices.level not in OPPONENT_NAMES:
        raise NotPossible(f"seat: 0 to {seats - 1}; level: one of {', '.join(OPPONENT_NAMES)}.")
    opened = replace(opened_with(state.game, listed=False, hints=True), note=note or None)
    return open_dealt(opened, state, seat, choices.level, player_name(choices.name), guest)
