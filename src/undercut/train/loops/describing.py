"""What networks see of positions and moves, and the evaluations that they learn."""

from __future__ import annotations

from undercut.engine.contract import Cells, Fields, Weights, is_over
from undercut.search.contract import move_features, policy_features, prepare_moves, value_features
from undercut.search.ismcts import evaluate_shares, result_shares, roll_out
from undercut.search.network import net_shares
from undercut.search.workspace import GUIDANCE, POOL, RACES, SETTINGS, SHARES


def evaluate_seats(
    states: list[Fields], shares: list[Cells], workspace: list[Cells], weights: Weights, seats: int
) -> None:
    """Evaluate positions, all cards open: by a network if a tree search would use one, otherwise by a rollout."""
    for place in range(len(states)):
        if workspace[SETTINGS][GUIDANCE] and not workspace[SETTINGS][RACES]:
            net_shares(states[place], seats, workspace, weights)
        else:
            roll_out(states[place], workspace, weights)
            if is_over(states[place]):
                result_shares(states[place], workspace[SHARES], seats)
            else:
                evaluate_shares(states[place], workspace[SHARES], seats, workspace[POOL])
        for seat in range(seats):
            shares[place][seat] = workspace[SHARES][seat]


def describe_values(states: list[Fields], features: Cells, ends: Cells, buffer: Cells) -> int:
    """List the features of positions that the value network sees, and where those of each end.

    Return the number of positions; fewer if there was no room for more.
    """
    size = 0
    for place in range(len(states)):
        size = append_list(buffer, value_features(states[place], buffer), features, size)
        if size < 0:
            return place
        ends[place] = size
    return len(states)


def describe_choices(
    states: list[Fields], moves: Cells, counts: list[Cells], features: Cells, ends: Cells, buffer: Cells
) -> int:
    """List the features that the policy network sees: of each position, then of each of its moves; and where they end.

    Return the number of positions; fewer if there was no room for more.
    """
    size = lists = first = 0
    for place in range(len(states)):
        s = states[place]
        prepare_moves(s, buffer)
        for row in range(counts[place][0] + 1):
            number = policy_features(s, buffer) if row == 0 else move_features(s, moves[first + row - 1], buffer)
            size = append_list(buffer, number, features, size)
            if size < 0:
                return place
            ends[lists] = size
            lists += 1
        first += counts[place][0]
    return len(states)


def append_list(buffer: Cells, number: int, features: Cells, size: int) -> int:
    """Append a list of features to those before; return the new size, or -1 if there is no room."""
    if size + number > len(features):
        return -1
    for place in range(number):
        features[size + place] = buffer[place]
    return size + number


ENTRY_POINTS = (evaluate_seats, describe_values, describe_choices)
"""The functions that Python calls."""
