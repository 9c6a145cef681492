"""Inference of a game's network in integers, as plain loops: every host computes the same bits.

The weights are one row, given at run time. A value network and a policy network both sum the rows of a state's features
(`contract.value_features`, `contract.policy_features`) into units and clip these. The value network has a second,
inner layer and gives the log odds of each seat, counted from the seat to move. The policy network gives each legal move
the product of its units with the sum of the rows of the move's features.

The first cells of the row are a table of contents. In each block, the biases come first.
"""

from undercut.engine.contract import WHOLE_SHARE, Cells, Numbers, Weights, legal_moves, mover
from undercut.engine.elementary import exponential
from undercut.search.contract import move_features, policy_features, prepare_moves, value_features
from undercut.search.workspace import INNER, MOVES, POOL, PRIORS, SHARES, UNITS

# The table of contents: the numbers of units and of outputs, and where the blocks start.
CONTENTS = 10
(
    VALUE_UNITS,
    INNER_UNITS,
    OUTPUTS,  # the greatest number of seats
    POLICY_UNITS,
    VALUE_ROWS,  # a row of units for each feature of a state
    INNER_ROWS,  # a row of units for each inner unit
    LAST_ROWS,  # a row of inner units for each seat
    POLICY_ROWS,  # a row of units for each feature of a state
    MOVE_ROWS,  # a row of units for each feature of a move, after a bias for each
    MOVE_FEATURES,  # the number of features of moves
) = range(CONTENTS)

FULL = 255  # a unit is clipped to 0 to this, which stands for 1
FINE_BITS = 10
SCALE = FULL << FINE_BITS  # the scale of log odds
STEPS = 256
EXPONENTIALS = Numbers(round(exponential(-step / STEPS) * (1 << 30)) for step in range(16 * STEPS))
PLACE = (1 << 31) - 1
"""A mask for places in the row: compiled code, which sees that they are not negative, adds several weights at once."""
FIXED_POINT_ONE = 1 << 16  # the sum of all priors, but for rounding


def scaled_exponential(below: int) -> int:
    """Return the exponential function of a negative number, at least 1 and at most 2**30."""
    step = below * STEPS // SCALE
    return EXPONENTIALS[step] if step < len(EXPONENTIALS) else 1


def fill_units(units: Cells, number: int, features: Cells, size: int, weights: Weights, rows: int) -> None:
    """Sum the rows of the features, and clip."""
    for unit in range(number):
        units[unit] = weights[rows + unit]
    whole = size & ~3
    for place in range(0, whole, 4):  # four at once: most of the time goes by reading and writing the units
        first, second = row_of(features[place], number, rows), row_of(features[place + 1], number, rows)
        third, fourth = row_of(features[place + 2], number, rows), row_of(features[place + 3], number, rows)
        for unit in range(number):
            units[unit] += (
                weights[first + unit] + weights[second + unit] + weights[third + unit] + weights[fourth + unit]
            )
    for place in range(whole, size):
        row = row_of(features[place], number, rows)
        for unit in range(number):
            units[unit] += weights[row + unit]
    for unit in range(number):
        units[unit] = min(max(units[unit], 0), FULL)


def row_of(feature: int, number: int, rows: int) -> int:
    return rows + number * (1 + feature) & PLACE


def weighted(units: Cells, number: int, weights: Weights, row: int) -> int:
    """Multiply units by a row of weights, and add."""
    total = 0
    row &= PLACE
    for unit in range(number):
        total += units[unit] * weights[row + unit]
    return total


def net_shares(s: object, seats: int, workspace: list[Cells], weights: Weights) -> None:
    """Evaluate a state with the network: fill in each seat's share of `WHOLE_SHARE`."""
    units, inner, shares = workspace[UNITS], workspace[INNER], workspace[SHARES]
    number, wide = weights[VALUE_UNITS], weights[INNER_UNITS]
    fill_units(units, number, workspace[POOL], value_features(s, workspace[POOL]), weights, weights[VALUE_ROWS])
    start = weights[INNER_ROWS]
    for place in range(wide):
        total = weights[start + place] + weighted(units, number, weights, start + wide + place * number)
        inner[place] = min(max(total >> FINE_BITS, 0), FULL)
    start = weights[LAST_ROWS]
    first = mover(s)
    best = -(1 << 60)
    for place in range(seats):
        seat = (first + place) % seats
        shares[seat] = weights[start + place] + weighted(inner, wide, weights, start + weights[OUTPUTS] + place * wide)
        best = max(best, shares[seat])
    total = 0
    for seat in range(seats):
        shares[seat] = scaled_exponential(best - shares[seat])
        total += shares[seat]
    for seat in range(seats):
        shares[seat] = WHOLE_SHARE * shares[seat] // total


def fill_odds(s: object, number: int, workspace: list[Cells], weights: Weights) -> int:
    """Fill in the log odds of each move by the policy network; return the index of the likeliest, ties to the first."""
    units, features, odds, moves = workspace[UNITS], workspace[POOL], workspace[PRIORS], workspace[MOVES]
    sums = workspace[INNER]
    width, start = weights[POLICY_UNITS], weights[MOVE_ROWS]
    if width:
        fill_units(units, width, features, policy_features(s, features), weights, weights[POLICY_ROWS])
    prepare_moves(s, features)
    first = start + weights[MOVE_FEATURES]
    best = 0
    for place in range(number):
        size = move_features(s, moves[place], features)
        total = 0
        for unit in range(width):
            sums[unit] = 0
        for feature in range(size):
            total += weights[start + features[feature]]
            row = first + features[feature] * width & PLACE
            for unit in range(width):
                sums[unit] += weights[row + unit]
        for unit in range(width):
            total += units[unit] * sums[unit]
        odds[place] = total
        if total > odds[best]:
            best = place
    return best


def likeliest_move(s: object, workspace: list[Cells], weights: Weights) -> int:
    """Choose the move that the policy network thinks likeliest."""
    number = legal_moves(s, workspace[MOVES])
    if number == 1:
        return workspace[MOVES][0]
    return workspace[MOVES][fill_odds(s, number, workspace, weights)]


def fill_priors(s: object, number: int, workspace: list[Cells], weights: Weights) -> None:
    """Fill in the prior of each move: how likely the policy network thinks it, in units of 1 / `FIXED_POINT_ONE`."""
    priors = workspace[PRIORS]
    best = priors[fill_odds(s, number, workspace, weights)]
    total = 0
    for place in range(number):
        priors[place] = scaled_exponential(best - priors[place])
        total += priors[place]
    for place in range(number):
        priors[place] = priors[place] * FIXED_POINT_ONE // total
