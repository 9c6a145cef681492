"""The exponential function and the logarithm by IEEE arithmetic alone, so that all machines and hosts agree to the bit.

`math.exp` and `math.log` come from the machine's C library, and libraries differ in the last bit.
"""

from itertools import accumulate
from math import floor

from undercut.engine.contract import Numbers

LOG_2 = 0.6931471805599453
LOG_2_HIGH, LOG_2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The logarithm of 2 in two parts; an integer times the first has no rounding."""
MOST_DOUBLINGS = 62
TERMS = tuple(1.0 / factorial for factorial in accumulate(range(1, 14), int.__mul__, initial=1))
"""The coefficients of the exponential series."""
ROOT_HALF, ROOT_2 = 0.7071067811865476, 1.4142135623730951


def exponential(power: float) -> float:
    """Return e to a power; 0 below 2**-62, and at most about 2**62."""
    doublings = min(floor(power / LOG_2 + 0.5), MOST_DOUBLINGS)
    if doublings < -MOST_DOUBLINGS:
        return 0.0
    rest = power - doublings * LOG_2_HIGH - doublings * LOG_2_LOW
    total = 0.0
    for term in range(len(TERMS) - 1, -1, -1):
        total = total * rest + TERMS[term]
    return total * (1 << doublings) if doublings >= 0 else total / (1 << -doublings)


def logarithm(number: float) -> float:
    """Return the natural logarithm of a positive number, by the series of the inverse hyperbolic tangent."""
    doublings = 0
    while number > ROOT_2:
        number *= 0.5
        doublings += 1
    while number < ROOT_HALF:
        number *= 2.0
        doublings -= 1
    ratio = (number - 1.0) / (number + 1.0)
    square = ratio * ratio
    total = 0.0
    for odd in range(21, 0, -2):
        total = total * square + 1.0 / odd
    return 2.0 * ratio * total + doublings * LOG_2


LOG_BITS = 52
LOGARITHMS = Numbers((0, *(int(logarithm(count) * (1 << LOG_BITS)) for count in range(1, 1024))))


def log_of_count(count: int) -> float:
    """Return the natural logarithm of a positive integer; it is looked up if small."""
    return LOGARITHMS[count] / (1 << LOG_BITS) if count < len(LOGARITHMS) else logarithm(count)
