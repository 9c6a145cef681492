"""A race of the root's moves instead of a tree, for games where the luck of the deal outweighs the choice of move.

Every deal is played with the policy's move first (the network's, or without one, the rollout move), then with some of
its rivals under the same random choices. A rival's lead is what it gained over the policy's move on the same deals,
which cancels the luck of the deal. All moves run on the first deal; then the two best run on every deal, the next two
on every second, the next four on every fourth.
"""

from math import sqrt

from undercut.engine.chance import advance
from undercut.engine.contract import WHOLE_SHARE, Cells, Weights, legal_moves
from undercut.search.contract import rollout_move
from undercut.search.network import likeliest_move
from undercut.search.workspace import CHANCE, FEW, FORCED, GUIDANCE, MOVES, PROGRESS, RACE, SETTINGS, combine

# The row of a race.
(
    CANDIDATE_COUNT,  # the number of moves
    DEAL,  # the number of the deal
    SEED,  # of all deals
    RUNNERS,  # how many moves run on this deal
    NEXT,  # the place of the next one among them
    PAR,  # the result of the policy's move on this deal
) = range(6)
MOST_RUNNERS = 256
# Then columns with a cell for each move, the policy's first.
(
    CANDIDATES,  # the move
    RUNS,  # its number of deals
    LEAD,  # its total lead
    LEAD_SQUARES,  # the sum of its squared leads
    ON_DEAL,  # the places of the moves on this deal
) = range(MOST_RUNNERS, 6 * MOST_RUNNERS, MOST_RUNNERS)

# A few imagined runs keep the error of a lead from being underestimated; this is the spread of their results.
IMAGINED_SPREAD = 0.01


def policy_move(s: object, k: int, workspace: list[Cells], weights: Weights) -> int:
    """Choose the move of the race's policy: the network's, or without one, the rollout move."""
    if workspace[SETTINGS][GUIDANCE]:
        return likeliest_move(s, workspace, weights)
    return rollout_move(s, k)


def list_candidates(s: object, workspace: list[Cells], weights: Weights) -> None:
    """Enter all moves for a race, the policy's move first."""
    race, moves = workspace[RACE], workspace[MOVES]
    race[SEED] = advance(workspace[CHANCE])
    race[CANDIDATES] = policy_move(s, advance(workspace[CHANCE]), workspace, weights)
    race[CANDIDATE_COUNT] = legal_moves(s, moves)
    place = 1
    for each in range(race[CANDIDATE_COUNT]):
        if moves[each] != race[CANDIDATES]:
            race[CANDIDATES + place] = moves[each]
            place += 1


def is_ahead(race: Cells, one: int, other: int) -> bool:
    """Tell whether a rival has a greater lead per deal than another; ties go to the smaller index."""
    ahead = race[LEAD + one] * (race[RUNS + other] + FEW) - race[LEAD + other] * (race[RUNS + one] + FEW)
    return ahead > 0 or (ahead == 0 and one < other)


def select_runners(race: Cells) -> None:
    """Begin a new deal and select the moves that run on it."""
    race[ON_DEAL] = 0
    size = 1
    for rival in range(1, race[CANDIDATE_COUNT]):
        rank = 0
        for other in range(1, race[CANDIDATE_COUNT]):
            if other != rival and is_ahead(race, other, rival):
                rank += 1
        period = 1
        while rank >= 2 * period:
            period *= 2
        if race[DEAL] % period == 0:
            race[ON_DEAL + size] = rival
            size += 1
    race[DEAL] += 1
    race[RUNNERS] = size
    race[NEXT] = 0


def start_race(s: object, workspace: list[Cells], weights: Weights) -> None:
    """Set up the next game of a race: its first move, and the random state of its deal."""
    race = workspace[RACE]
    if race[CANDIDATE_COUNT] == 0:
        list_candidates(s, workspace, weights)
    if race[NEXT] == race[RUNNERS]:
        select_runners(race)
    workspace[PROGRESS][FORCED] = race[CANDIDATES + race[ON_DEAL + race[NEXT]]] + 1
    workspace[CHANCE][0] = combine(race[SEED], race[DEAL])


def record_result(race: Cells, got: int) -> None:
    place = race[ON_DEAL + race[NEXT]]
    if race[NEXT] == 0:
        race[PAR] = got
    lead = got - race[PAR]
    race[RUNS + place] += 1
    race[LEAD + place] += lead
    race[LEAD_SQUARES + place] += lead * lead
    race[NEXT] += 1


def sure_lead(lead: int, squares: int, runs: int) -> float:
    """Return the mean lead over some runs, at least one, less its standard error."""
    spread = (squares / (1.0 * WHOLE_SHARE * WHOLE_SHARE) + FEW * IMAGINED_SPREAD) / (runs + FEW)
    return lead / (1.0 * WHOLE_SHARE * runs) - sqrt(spread / runs)
