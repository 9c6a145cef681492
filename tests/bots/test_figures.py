"""The logarithms, roots and exponentials of searches: the same plain and compiled, and the same as ever."""

import random
from itertools import pairwise
from math import exp, log, sqrt

import numba
import pytest

CHANCE = random.Random(1)
COUNTS = [*range(1, 2001), *(CHANCE.randrange(1, 1 << 31) for _ in range(2000))]
ODDS = [20 * CHANCE.random() for _ in range(4000)]


@numba.njit
def all_three(number):
    return log(number), sqrt(number), exp(-number)


def test_plain_and_compiled_agree_bit_for_bit():
    for number in [*map(float, COUNTS), *ODDS, *(log(above) / below for above, below in pairwise(COUNTS[1:]))]:
        assert all_three(number) == (log(number), sqrt(number), exp(-number))


@pytest.mark.parametrize(
    ("found", "pinned"),
    [
        (log(2), "0x1.62e42fefa39efp-1"),
        (log(3), "0x1.193ea7aad030bp+0"),
        (log(10), "0x1.26bb1bbb55516p+1"),
        (log(1000), "0x1.ba18a998fffa0p+2"),
        (sqrt(log(1000) / 7), "0x1.fc9d83b66f547p-1"),
        (exp(-0.1), "0x1.cf46d99d52b3ap-1"),
        (exp(-1.5), "0x1.c8f87724b5c1dp-3"),
        (exp(-7.25), "0x1.7455fe323fafdp-11"),
    ],
)
def test_values_are_the_pinned_ones(found, pinned):
    assert found.hex() == pinned
