"""Argument checks for public functions; each error names the argument and what it accepts."""

from __future__ import annotations

from numbers import Integral
from typing import TypeVar

from undercut.engine.host import Host
from undercut.errors import UndercutError

_Kind = TypeVar("_Kind")

_SEEDS = 1 << 63


def read_whole(name: str, value: object, least: int, greatest: int) -> int:
    """Check an integer of any integral type, such as NumPy's; booleans are refused.

    Raises:
        UndercutError: The value is not an integer in this range.

    Example:
        >>> read_whole("depth", 3, 0, 100)
        3
    """
    return _within(value, least, greatest, name, f"whole number from {least} to {greatest}")


def read_seed(seed: object) -> int | None:
    """Check a seed, 0 to 2**63 - 1, or None for the system's secure source.

    Raises:
        UndercutError: The value is neither.
    """
    if seed is None:
        return None
    return _within(seed, 0, _SEEDS - 1, "seed", "whole number from 0 to 2**63 - 1")


def read_seat(seat: object, seats: int) -> int | None:
    """Check a seat, 0 to ``seats - 1``, or None for the public view.

    Raises:
        UndercutError: The value is neither.
    """
    if seat is None:
        return None
    return _within(seat, 0, seats - 1, "seat", f"seat from 0 to {seats - 1}")


def read_host(host: object) -> Host | None:
    """Check a host, or None for the default host.

    Raises:
        UndercutError: The value is neither.
    """
    return None if host is None else expect("host", host, Host)


def expect(name: str, value: object, kind: type[_Kind]) -> _Kind:
    """Return an argument unchanged if it has the expected class.

    Raises:
        UndercutError: It has another class.

    Example:
        >>> expect("name", "cuttle", str)
        'cuttle'
    """
    if not isinstance(value, kind):
        message = f"{name}: {value!r:.40} is not a {kind.__name__}"
        raise UndercutError(message)
    return value


def integer(value: object) -> int | None:
    """Convert any integral number except a boolean to an int; None for everything else."""
    if isinstance(value, bool):
        return None
    return int(value) if isinstance(value, Integral) else None


def _within(value: object, least: int, greatest: int, name: str, accepted: str) -> int:
    number = integer(value)
    if number is None or not least <= number <= greatest:
        message = f"{name}: {value!r:.40} is not a {accepted}"
        raise UndercutError(message)
    return number
