"""A race of the root's moves, in place of a tree, for games in which the luck of a deal outweighs what moves differ by.

Every deal is played with the sensible move first, then with some of its rivals, by the same random choices. What a
rival got more than the sensible move on the same deals is its lead: the luck of the deal is left out of it. All run on
the first deal; then the two best run always, the next two on every second deal, the next four on every fourth.
"""

from __future__ import annotations

from undercut.engine.chance import advance
from undercut.engine.contract import Cells, legal_moves
from undercut.search.contract import rollout_move
from undercut.search.workspace import CHANCE, FEW, FIRST, MOVES, RACE, SETTINGS, mixed

# The row of a race: how many moves there are, the deal's number, the seed of all deals, how many run on this deal, who
# is next, and what the sensible move got. Then for each move, the sensible one first: itself, on how many deals it ran,
# its lead in all, and the sum of its squares; and last the places of those who run.
FIELD, DEAL, SEED, RUNNERS, NEXT, PAR = range(6)
MOST_RUNNERS = 256
RUNNER, RUNS, LEAD, LEAD_SQUARES, LINE = range(MOST_RUNNERS, 6 * MOST_RUNNERS, MOST_RUNNERS)


def enter(s: object, workspace: list[Cells]) -> None:
    """Enter all moves for a race, the sensible one first.

    Args:
        s: The state as the searching seat sees it.
    """
    race, moves = workspace[RACE], workspace[MOVES]
    race[SEED] = advance(workspace[CHANCE])
    race[FIELD] = legal_moves(s, moves)
    race[RUNNER] = rollout_move(s, advance(workspace[CHANCE]))
    place = 1
    for each in range(race[FIELD]):
        if moves[each] != race[RUNNER]:
            race[RUNNER + place] = moves[each]
            place += 1


def is_ahead(race: Cells, one: int, other: int) -> bool:
    """Tell whether one rival has a greater lead a deal than another, or the same and a smaller number."""
    ahead = race[LEAD + one] * (race[RUNS + other] + FEW) - race[LEAD + other] * (race[RUNS + one] + FEW)
    return ahead > 0 or (ahead == 0 and one < other)


def line_up(race: Cells) -> None:
    """Begin a new deal: say who runs on it."""
    race[LINE] = 0
    size = 1
    for rival in range(1, race[FIELD]):
        rank = 0
        for other in range(1, race[FIELD]):
            if other != rival and is_ahead(race, other, rival):
                rank += 1
        period = 1
        while rank >= 2 * period:
            period *= 2
        if race[DEAL] % period == 0:
            race[LINE + size] = rival
            size += 1
    race[DEAL] += 1
    race[RUNNERS] = size
    race[NEXT] = 0


def start(s: object, workspace: list[Cells]) -> None:
    """Set up the next game of a race: its first move, and the chance of its deal.

    Args:
        s: The state as the searching seat sees it.
    """
    race = workspace[RACE]
    if race[FIELD] == 0:
        enter(s, workspace)
    if race[NEXT] == race[RUNNERS]:
        line_up(race)
    workspace[SETTINGS][FIRST] = race[RUNNER + race[LINE + race[NEXT]]] + 1
    workspace[CHANCE][0] = mixed(race[SEED], race[DEAL])


def arrive(race: Cells, got: int) -> None:
    """Note what a game of a race has brought.

    Args:
        got: The share of the searching seat.
    """
    place = race[LINE + race[NEXT]]
    if race[NEXT] == 0:
        race[PAR] = got
    lead = got - race[PAR]
    race[RUNS + place] += 1
    race[LEAD + place] += lead
    race[LEAD_SQUARES + place] += lead * lead
    race[NEXT] += 1
