"""Past games that fit what a seat has seen, weighed by how likely the others would have moved so, as plain loops.

A past redeals the cards that the seat did not know at the start, and replays all moves. Where a card is not where
the seat then saw it, it changes places with one that lies there unseen (`contract.reconcile`); so every past that fits
is equally likely. Its weight is the product of the network's priors of the moves that the others have chosen, each for
the hand held then. A past ends in a state that the seat considers possible: a hand that it should have played long ago
gets little weight.
"""

from __future__ import annotations

from undercut.engine.chance import below
from undercut.engine.contract import Cells, Fields, Weights, copy_state, legal_moves, mover, play
from undercut.engine.elementary import exponential, logarithm
from undercut.search.contract import determinize, reconcile, shuffle_piles
from undercut.search.network import FIXED_POINT_ONE, fill_priors
from undercut.search.workspace import (
    CHANCE,
    FIRST_PAST,
    FITTING,
    MOVES,
    ODDS,
    PASTS,
    PLAYED,
    POOL,
    PRIORS,
    PROGRESS,
    ROOT,
    SEAT,
    SETTINGS,
    first_dealt,
)

UNFORESEEN = 0.015  # how likely a move follows no prior
FREE = 10  # one iteration of this many redeals the hidden cards without regard to the past
FINE = 1_000_000
LEAST = -(1 << 60)


def sample_pasts(states: list[Fields], moves: Cells, number: int, workspace: list[Cells], weights: Weights) -> None:
    """Sample and weigh as many pasts as the settings say; the progress says how many fit."""
    wanted, odds = workspace[SETTINGS][PASTS], workspace[ODDS]
    first = first_dealt(wanted)
    fitting, best = 0, LEAST
    for _ in range(wanted):
        if not sample_past(states, first, moves, number, workspace):
            continue
        odds[fitting] = weigh_past(states, first, moves, number, workspace, weights)
        if odds[fitting] == LEAST:
            continue
        best = max(best, odds[fitting])
        copy_state(states, first + 1, FIRST_PAST + fitting)
        fitting += 1
    workspace[PROGRESS][FITTING] = fitting
    total = 0
    for place in range(fitting):
        total += int(FINE * exponential((odds[place] - best) / FINE))
        odds[place] = total


def sample_past(states: list[Fields], first: int, moves: Cells, number: int, workspace: list[Cells]) -> bool:
    """Deal a past, and play it through to its end in the next state; return whether it fits the real game."""
    seat, generator = workspace[SETTINGS][SEAT], workspace[CHANCE]
    end, seen = first + 1, first + 2
    copy_state(states, seen, first)
    determinize(states[first], seat, generator, workspace[POOL])
    copy_state(states, first, end)
    for place in range(number + 1):
        move = moves[place] if place < number else -1
        if not reconcile(states[first], states[end], states[seen + place], seat, move, generator):
            return False
        if place < number:
            play(states[end], move)
    return True


def weigh_past(
    states: list[Fields], first: int, moves: Cells, number: int, workspace: list[Cells], weights: Weights
) -> int:
    """Return the log likelihood of the others' moves in a past, in units of 1 / `FINE`; `LEAST`: one was illegal."""
    seat, listed = workspace[SETTINGS][SEAT], workspace[MOVES]
    copy_state(states, first, first + 1)
    s = states[first + 1]
    total = 0.0
    for place in range(number):
        size = legal_moves(s, listed) if mover(s) != seat else 1
        if size > 1:
            chosen = -1
            for each in range(size):
                if listed[each] == moves[place]:
                    chosen = each
            if chosen < 0:
                return LEAST
            fill_priors(s, size, workspace, weights)
            total += logarithm((1 - UNFORESEEN) * workspace[PRIORS][chosen] / FIXED_POINT_ONE + UNFORESEEN / size)
        play(s, moves[place])
    return int(FINE * total)


def draw_past(states: list[Fields], workspace: list[Cells]) -> None:
    """Copy a past, the likelier the more often, to the state to play on; sometimes any deal of the hidden cards."""
    fitting, generator, odds = workspace[PROGRESS][FITTING], workspace[CHANCE], workspace[ODDS]
    if below(generator, FREE) == 0:
        copy_state(states, ROOT, PLAYED)
        determinize(states[PLAYED], workspace[SETTINGS][SEAT], generator, workspace[POOL])
        return
    sought = below(generator, odds[fitting - 1])
    low, high = 0, fitting - 1
    while low < high:
        middle = (low + high) >> 1
        if odds[middle] <= sought:
            low = middle + 1
        else:
            high = middle
    copy_state(states, FIRST_PAST + low, PLAYED)
    shuffle_piles(states[PLAYED], generator, workspace[POOL])


ENTRY_POINTS = (sample_pasts,)  # the functions that Python calls
