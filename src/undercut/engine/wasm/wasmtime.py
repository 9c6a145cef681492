"""Run a module under wasmtime: an engine whose arrays lie in the memory of an instance of its own."""

# wasmtime's types are incomplete: the type checker looks away here, as in `compiled`.
# pyright: basic

from __future__ import annotations

import atexit
import ctypes
from array import array
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast
from weakref import WeakSet

import numpy as np
import wasmtime

from undercut.engine.engine import Engine
from undercut.errors import UndercutError

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

_PAGE = 1 << 16
_ALIGNED = 16
_NOT_FUNCTIONS = ("memory", "__heap_base")
_LIVE: WeakSet[_Instance] = WeakSet()


@cache
def _translated(path: Path) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Translate a module to machine code, once in a process; this takes a tenth of a second."""
    config = wasmtime.Config()
    with suppress(wasmtime.WasmtimeError):  # without a home folder, each process translates it
        config.cache = True
    config.memory_may_move = False  # arrays are views of it
    runtime = wasmtime.Engine(config)
    module = wasmtime.Module.from_file(runtime, str(path))
    # What is left when Python ends cannot be freed any more, and says so.
    atexit.register(runtime.close)
    atexit.register(module.close)
    return runtime, module


@atexit.register
def _close_instances() -> None:
    for instance in [*_LIVE]:
        instance.close()


class _Block:
    """A part of an instance's memory, as NumPy wants it described; the array keeps the instance alive."""

    __slots__ = ("__array_interface__", "_owner")

    def __init__(self, owner: _Instance, address: int, size: int) -> None:
        self._owner = owner
        self.__array_interface__ = {"data": (address, False), "shape": (size,), "typestr": "|u1", "version": 3}


class _Instance:
    """A module with memory of its own, which is freed with the last array in it."""

    def __init__(self, path: Path) -> None:
        runtime, module = _translated(path)
        self._store = wasmtime.Store(runtime)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory = cast("wasmtime.Memory", self._exports["memory"])
        self._base = ctypes.addressof(self._memory.get_buffer_ptr(self._store))
        self._free = cast("wasmtime.Global", self._exports["__heap_base"]).value(self._store)
        self._constants: dict[int, tuple[object, int]] = {}
        _LIVE.add(self)
        self.names = [each.name for each in module.exports if each.name not in _NOT_FUNCTIONS]

    def close(self) -> None:
        """Free the memory; no array in it may be used afterwards."""
        self._store.close()

    def zeros(self, shape: int | tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
        """Make an array in unused memory."""
        kind = np.dtype(dtype)
        size = int(np.prod(shape)) * kind.itemsize
        address = -(-self._free // _ALIGNED) * _ALIGNED
        self._free = address + size
        missing = self._free - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))
        return np.asarray(_Block(self, self._base + address, size)).view(kind).reshape(shape)

    def call(self, name: str, *given: np.ndarray | np.void | array[int] | int) -> int:
        """Call an export: an array is given by its address and its shape, a state by its address."""
        arguments: list[int] = []
        for each in given:
            if isinstance(each, array):
                arguments += (self._constant(each), len(each))
            elif isinstance(each, np.ndarray | np.void):
                arguments += (self._place(each), *each.shape)
            else:
                arguments.append(int(each))
        return cast("int", cast("wasmtime.Func", self._exports[name])(self._store, *arguments))

    def _place(self, given: np.ndarray | np.void) -> int:
        """Return the address of an array in the memory."""
        # The interface also lists the fields of a state, in Python.
        start = given.ctypes.data if isinstance(given, np.ndarray) else given.__array_interface__["data"][0]
        address = start - self._base
        if 0 <= address < self._free:
            return address
        raise UndercutError(f"an array of {given.dtype} does not lie in the memory of this instance")

    def _constant(self, weights: array[int]) -> int:
        """Return the address of weights, which never change: they are copied to the memory once."""
        if id(weights) not in self._constants:
            copy = self.zeros(len(weights), np.int32)
            copy[...] = weights
            self._constants[id(weights)] = weights, self._place(copy)
        return self._constants[id(weights)][1]


class WasmtimeEngine(Engine):
    """An engine with an instance of its game's module; one thread at a time may use it."""

    def __init__(self, engine: Engine, path: Path) -> None:
        super().__init__(engine.game, engine.host, *engine.layers)
        instance = _Instance(path)
        self._zeros = instance.zeros
        self.functions = SimpleNamespace(**{name: partial(instance.call, name) for name in instance.names})
