"""Checks of arrays that come from the caller, and arrays that the caller cannot change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np

from undercut.errors import UndercutError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from undercut.games.base.layout import Observations

_Kind = TypeVar("_Kind", bound=np.generic)
_NAMES = {"b": "bool", "f": "a floating-point number"}
_WRITTEN = ("int16", "int32", "int64", "float32", "float64", "uint8")


def read_only(array: NDArray[_Kind]) -> NDArray[_Kind]:
    """Return a view of an array that cannot be made writable, unlike one whose flag is cleared."""
    return np.asarray(memoryview(array).toreadonly())  # type: ignore[arg-type]


def as_array(name: str, values: ArrayLike) -> NDArray[np.generic]:
    """Convert to an array; refuse lists of uneven shape and the like."""
    try:
        return np.asarray(values)
    except (ValueError, TypeError, OverflowError) as error:
        raise UndercutError(f"{name}: {error}") from None


def shaped(name: str, values: ArrayLike, shape: tuple[int, ...], kinds: str) -> NDArray[np.generic]:
    """Check the shape and the kind of an array."""
    array = as_array(name, values)
    if array.shape != shape:
        raise UndercutError(f"{name}: the shape is {array.shape}, not {shape}")
    if array.dtype.kind not in kinds:
        raise UndercutError(f"{name}: the type is {array.dtype}, not {_NAMES.get(kinds, 'a whole number')}")
    return array


def check_out(out: object, shape: tuple[int, ...], columns: Observations) -> None:
    """Check an array for observations."""
    array = cast("NDArray[Any] | None", out if isinstance(out, np.ndarray) else None)
    if array is None or array.shape != shape or not (array.flags.c_contiguous and array.flags.writeable):
        shown = "no array" if array is None else f"an array of shape {array.shape}"
        raise UndercutError(f"out: {shown}, not a contiguous, writable array of shape {shape}")
    if array.dtype.name not in _WRITTEN:
        raise UndercutError(f"out: the type is {array.dtype}, which is not one of: {', '.join(_WRITTEN)}")
    if array.dtype == np.uint8:
        for block in columns.blocks:
            if block.greatest > np.iinfo(np.uint8).max:
                raise UndercutError(f"out: uint8 has no room for {block.name}, up to {block.greatest}")
