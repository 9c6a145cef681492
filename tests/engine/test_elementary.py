"""The exponential function and the logarithm that all machines and hosts share."""

import math
import random

import pytest

import undercut
from undercut.engine.elementary import MOST_DOUBLINGS, exponential, log_of_count, logarithm
from undercut.engine.host import Host
from undercut.search.layers import search_engine

CHANCE = random.Random(3)
POWERS = [0.0, -0.0, *(CHANCE.uniform(-42, 42) for _ in range(300))]
NUMBERS = [1.0, 2.0, 0.5, *(10 ** CHANCE.uniform(-12, 7) for _ in range(300))]
COUNTS = [*range(1, 1100), 4096, 10**6, 10**9]


def test_they_are_as_near_as_those_of_the_machine():
    for power in POWERS:
        assert exponential(power) == pytest.approx(math.exp(power), rel=1e-15)
    for number in NUMBERS:
        assert logarithm(number) == pytest.approx(math.log(number), rel=1e-14, abs=1e-15)
    for count in COUNTS:
        assert log_of_count(count) == pytest.approx(math.log(count), rel=1e-14)


def test_what_is_too_small_or_large_has_a_limit():
    assert exponential(-1e9) == exponential(-44) == 0 < exponential(-42)
    assert exponential(1e3) > 2**MOST_DOUBLINGS


def test_hosts_agree_to_the_bit():
    functions = search_engine(undercut.game("cuttle").name, Host.COMPILED).functions
    for function, numbers in ((exponential, POWERS), (logarithm, NUMBERS), (log_of_count, COUNTS)):
        compiled = getattr(functions, function.__name__)
        assert [compiled(number).hex() for number in numbers] == [function(number).hex() for number in numbers]


def test_a_known_value_has_known_bits():
    """A machine that finds others would play another daily deal."""
    assert exponential(-1.5).hex() == "0x1.c8f87724b5c1dp-3"
    assert logarithm(10.0).hex() == "0x1.26bb1bbb55515p+1"
