"""Workspace of one search: scratch rows, settings, progress, and the table of tree edges."""

from undercut.engine.bits import INCREMENT, MULTIPLIER, wrapped
from undercut.engine.contract import Cells

# An edge: a cache line. Its key is never zero; the parent is the hash of the sequence that it continues.
WIDTH = 8
KEY, PARENT, MOVE, VISITS, AVAILABLE, TOTAL, SQUARES, SPARE = range(WIDTH)

# The rows of the workspace.
ROWS = 13
MOVES, POOL, PATH, HISTORY, SETTINGS, PROGRESS, CHANCE, SHARES, RACE, PRIORS, UNITS, INNER, ODDS = range(ROWS)
LONGEST_PATH = 200
LEAST_ROW = 2048
# With this many observations, a share counts half.
FEW = 4

# The states of a search: its position, and the one that an iteration plays on. With past games, room for those that
# fit; then how the one at work begins, and how it ends; and the real game, move by move, as a seat has seen it.
ROOT, PLAYED, FIRST_PAST = range(3)

# The table of settings, which a search does not change: each name is the place of a setting in its row.
SETTING_COUNT = 14
(
    SEAT,  # the seat that searches, or `ALL`
    SEATS,  # the number of seats
    EXPLORATION,  # the weight of exploration, in thousandths
    LIMIT,  # the number of moves after which a rollout is cut short
    SENSE,  # how often, of 2**32, a rollout asks the rollout policy
    MASK,  # the size of the table of edges, a power of two, less one
    WIDTH_FACTOR,  # how soon a node tries more moves, in thousandths (progressive widening)
    FIRST,  # the move that starts every game, counted from 1; 0: the search chooses
    HISTORY_ORDER,  # 1: try new moves in the order of how well the same moves did elsewhere (history heuristic)
    RACES,  # 1: the moves of the root race
    GUIDANCE,  # the weight of the network's priors, in thousandths; 0: no network
    FIRST_PLAY,  # how much less an untried move promises than the tried ones, in thousandths
    SPREAD,  # the part of the root's priors that is shared out evenly, in thousandths
    PASTS,  # the number of past games to sample; 0: all deals of the hidden cards are equally likely
) = range(SETTING_COUNT)

# The progress of a search.
(
    EDGES_LEFT,  # the number of edges that still fit
    FORCED,  # the first move of the game at work, counted from 1; 0: the search chooses
    FITTING,  # the number of past games that were found to fit; 0: none are used
) = range(3)

# The records of a seat's moves, wherever played, are edges of a sequence that no seat can have.
MOST_SEATS = 8
# In place of a seat: the searcher sees all cards.
ALL = -1


def first_dealt(pasts: int) -> int:
    """Return the place of the state with which the past at work begins; its end lies in the next one."""
    return FIRST_PAST + pasts


def first_seen(pasts: int) -> int:
    """Return the place of the first state of the real game."""
    return first_dealt(pasts) + 2


def combine(history: int, move: int) -> int:
    """Continue the hash of a sequence of moves; never zero."""
    product = wrapped(history, MULTIPLIER, INCREMENT + move)
    return wrapped(product ^ (product >> 29), MULTIPLIER, 0) | 1


def first_history(seat: int) -> int:
    """Return a seat's history hash before the first move; every seat has a tree of its own."""
    return seat + 1


def find(tree: Cells, mask: int, key: int) -> int:
    """Find the index of an edge, or of the empty slot where it would go."""
    place = key >> 20 & mask
    while tree[place * WIDTH] != key and tree[place * WIDTH] != 0:
        place = place + 1 & mask
    return place * WIDTH
