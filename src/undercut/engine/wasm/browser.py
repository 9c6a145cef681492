"""Run a module in a web page: an engine whose arrays lie in the memory of an instance there, without NumPy.

The script ``browser.js`` keeps the instance; it is called for each cell that Python reads or writes, which are few.
"""

# The page's own objects have no types: the type checker looks away here, as in `compiled`.
# pyright: basic, reportMissingImports=false, reportAttributeAccessIssue=false

from __future__ import annotations

from array import array
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from weakref import finalize

from undercut.engine.engine import Engine
from undercut.errors import UndercutError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercut.engine.contract import Cells, Fields

_WIDTH = 8  # bytes of an integer; weights have half


@cache
def _module(path: Path) -> object:
    """Compile a module, once in a worker."""
    from js import undercutEngine  # noqa: PLC0415  the page's own
    from pyodide.ffi import to_js  # noqa: PLC0415  as above

    return undercutEngine.compile(to_js(path.read_bytes()))


class _Instance:
    """A module with memory, which goes back to the page's script with the last array in it: browsers free it late."""

    def __init__(self, path: Path) -> None:
        from js import undercutEngine  # noqa: PLC0415  the page's own

        self.memory = undercutEngine.start(_module(path))
        self._constants: dict[int, tuple[array[int], int]] = {}
        finalize(self, self.memory.end)

    def write(self, address: int, values: array[int]) -> None:
        from pyodide.ffi import to_js  # noqa: PLC0415  as above

        self.memory.write(address, to_js(values.tobytes()))

    def call(self, name: str, *given: _Block | Sequence[int] | int) -> int:
        """Call an export: an array is given by its address and its shape, an integer as 64 bits."""
        from pyodide.ffi import to_js  # noqa: PLC0415  as above

        numbers: list[int] = []
        wide: list[bool] = []
        for each in given:
            if isinstance(each, int):
                numbers.append(each)
                wide.append(True)
                continue
            if isinstance(each, array):
                found = (self._constant(each), len(each))
            elif isinstance(each, _Block) and each.instance is self:
                found = (each.address, *each.shape)
            else:
                raise UndercutError(f"{name}: {type(each).__name__} does not lie in the memory of this instance")
            numbers += found
            wide += [False] * len(found)
        return int(self.memory.call(name, to_js(numbers), to_js(wide)))

    def _constant(self, weights: array[int]) -> int:
        """Return the address of weights, which never change: they are copied to the memory once."""
        if id(weights) not in self._constants:
            address = self.memory.zeros(len(weights) * weights.itemsize)
            self.write(address, weights)
            self._constants[id(weights)] = weights, address
        return self._constants[id(weights)][1]


class _Block:
    """A part of an instance's memory, which it keeps alive; its shape is that of an array."""

    __slots__ = ("address", "instance", "shape")

    def __init__(self, instance: _Instance, address: int, *shape: int) -> None:
        self.instance = instance
        self.address = address
        self.shape = shape

    def __len__(self) -> int:
        return self.shape[0]


class _Cells(_Block):
    __slots__ = ()

    def __getitem__(self, place: int) -> int:
        return int(self.instance.memory.get(self.address + _WIDTH * self._checked(place)))

    def __setitem__(self, place: int, value: int) -> None:
        self.instance.memory.set(self.address + _WIDTH * self._checked(place), value)

    def _checked(self, place: int) -> int:
        if not 0 <= place < self.shape[0]:
            raise IndexError(place)
        return place


class _Rows(_Block):
    __slots__ = ()

    def __getitem__(self, row: int) -> _Cells:
        if not 0 <= row < self.shape[0]:
            raise IndexError(row)
        return _Cells(self.instance, self.address + _WIDTH * self.shape[1] * row, self.shape[1])


class BrowserEngine(Engine):
    def __init__(self, engine: Engine, path: Path) -> None:
        super().__init__(engine.game, engine.host, *engine.layers)
        self._instance = instance = _Instance(path)
        self._size = sum(size or 1 for size in self.table.lengths.values())
        self.functions = SimpleNamespace(**{name: partial(instance.call, name) for name in instance.memory.names})

    def _room(self, cells: int) -> int:
        return self._instance.memory.zeros(cells * _WIDTH)

    def states(self, number: int) -> list[Fields]:
        """Make a batch of states, every field zero."""
        return cast("list[Fields]", _Block(self._instance, self._room(number * self._size), number))

    def cells(self, length: int) -> Cells:
        """Make room for integers, zero at first."""
        return cast("Cells", _Cells(self._instance, self._room(length), length))

    def rows(self, number: int, length: int) -> list[Cells]:
        """Make room for rows of integers, zero at first."""
        return cast("list[Cells]", _Rows(self._instance, self._room(number * length), number, length))

    def load(self, source: Fields, states: object, place: int) -> None:
        """Copy a plain state into a batch."""
        values = array("q")
        for name, size in source.lengths.items():
            value = getattr(source, name)
            values.extend(value if size else [value])
        self._instance.write(self._address(states, place), values)

    def unload(self, states: object, place: int) -> Fields:
        found = self._instance.memory.read(self._address(states, place), self._size * _WIDTH).to_bytes()
        values, target, first = array("q", found), self.table(), 0
        for name, size in target.lengths.items():
            value = values[first : first + (size or 1)].tolist()
            setattr(target, name, value if size else value[0])
            first += size or 1
        return target

    def _address(self, states: object, place: int) -> int:
        return cast("_Block", states).address + place * self._size * _WIDTH
