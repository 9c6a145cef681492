"""Numba support for the compiled hosts: decorators, machine instructions for sets, a cache of their own."""

# Numba has no types: here, and nowhere else, the type checker looks away.
# pyright: basic, reportMissingParameterType=false

import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, SimpleNamespace

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.untyped_passes import IRProcessing
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from undercut.engine import bits, contract, rows


@intrinsic
def _lowest(typing_context, cards):  # noqa: ANN001, ANN202, ARG001  Numba's calling convention, without types
    def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001  as above
        return builder.cttz(arguments[0], context.get_constant(types.boolean, 0))

    return types.int64(types.int64), generate


@intrinsic
def _count(typing_context, cards):  # noqa: ANN001, ANN202, ARG001  as above
    def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001  as above
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _wrapped(typing_context, number, factor, addend):  # noqa: ANN001, ANN202, ARG001  as above
    def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001  as above
        # Numba's own products promise not to overflow, and LLVM relies on it; these do not.
        total = builder.add(builder.mul(arguments[0], arguments[1]), arguments[2])
        return builder.and_(total, context.get_constant(types.int64, (1 << 63) - 1))

    return types.int64(types.int64, types.int64, types.int64), generate


@intrinsic
def _short(typing_context, words, place):  # noqa: ANN001, ANN202, ARG001  as above
    def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001  as above
        shorts = builder.bitcast(make_array(words)(context, builder, arguments[0]).data, ir.IntType(16).as_pointer())
        number = builder.load(builder.gep(shorts, [arguments[1]]), align=2)
        return builder.zext(number, arguments[1].type)

    return types.int64(words, types.int64), generate


@intrinsic(prefer_literal=True)
def _set_columns(typing_context, row, start, length, cards):  # noqa: ANN001, ANN202, ARG001  as above
    number = length.literal_value

    def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001  as above
        array = make_array(row)(context, builder, arguments[0])
        flags = builder.bitcast(builder.trunc(arguments[3], ir.IntType(number)), ir.VectorType(ir.IntType(1), number))
        widen = builder.uitofp if isinstance(row.dtype, types.Float) else builder.zext
        columns = widen(flags, ir.VectorType(context.get_data_type(row.dtype), number))
        place = builder.gep(array.data, [arguments[1]])
        builder.store(columns, builder.bitcast(place, columns.type.as_pointer()), align=row.dtype.bitwidth // 8)
        return context.get_dummy_value()

    return types.none(row, types.int64, length, types.int64), generate


def copying(game: str) -> object:
    """Make the function that copies a game's states."""

    def copy_state(states, source, target):  # noqa: ANN001, ANN202  as above
        states[target] = states[source]

    return numba.njit(_named_for(game, copy_state))


def _as_array(numbers: contract.Numbers) -> np.ndarray:
    """Make an array of a long table: of a tuple, Numba would compile a case for each place."""
    return np.array(numbers, dtype=np.int64)


def scratch(size: int) -> object:
    """Make a function that gives a list of integers of a fixed size, on the stack of the function that calls it."""
    kind = types.Array(types.int64, 1, "C")

    @intrinsic
    def room(typing_context):  # noqa: ANN001, ANN202, ARG001  as above
        def generate(context, builder, signature, arguments):  # noqa: ANN001, ANN202, ARG001  as above
            cells = cgutils.alloca_once(builder, context.get_value_type(types.int64), size)
            made = make_array(kind)(context, builder)
            length, width = (context.get_constant(types.intp, number) for number in (size, 8))
            populate_array(made, cells, shape=[length], strides=[width], itemsize=width, meminfo=None)
            return made._getvalue()  # noqa: SLF001  Numba's interface

        return kind(), generate

    return room


REPLACED: dict[object, object] = {
    bits.lowest: _lowest,
    bits.count: _count,
    bits.wrapped: _wrapped,
    contract.Numbers: _as_array,
}
"""Functions and tables that the compiled hosts replace by something better."""

UNCHECKED: dict[object, object] = {bits.short: _short, rows.set_columns: _set_columns}
"""Functions that the host without checks of indices replaces, too."""


# --- Parts: functions that only compiled functions call --------------------------------------------------------------

# Numba by default optimizes each function with all that it calls, and makes machine code of it: a function that is
# called through ten others is optimized ten times. A part is only translated; a function that Python calls, an entry
# point, is optimized once, with all its parts.


class _LinkedCode(JITCodeLibrary):
    """The code of one part, which other code links."""

    @property
    def codegen(self):  # noqa: ANN202  Numba has no types
        # Numba sets an environment at the address of the code; a part has none.
        return SimpleNamespace(set_env=lambda _name, _environment: None)

    def _optimize_functions(self, ll_module):  # noqa: ANN001, ANN202  as above
        ll_module.data_layout = self._codegen._data_layout  # noqa: SLF001  as Numba's own libraries do

    def _optimize_final_module(self):  # noqa: ANN202  as above
        pass

    def _finalize_final_module(self):  # noqa: ANN202  as above
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name):  # noqa: ANN001, ANN202, ARG002  as above
        self._ensure_finalized()
        return 0


@register_pass(mutates_CFG=False, analysis_only=True)
class _AsPart(FunctionPass):
    _name = "as_part"

    def __init__(self):  # noqa: ANN204  as above
        FunctionPass.__init__(self)

    def run_pass(self, state):  # noqa: ANN001, ANN202  as above
        state.library = _LinkedCode(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class PartCompiler(CompilerBase):
    """Numba's compiler, which keeps what it makes as a part."""

    def define_pipelines(self):  # noqa: ANN201  as above
        """Give Numba's usual passes, and one that sets the part up."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_AsPart, IRProcessing)
        passes.finalize()
        return [passes]


def _named_for(game: str, function: FunctionType) -> FunctionType:
    # Numba counts functions and types of states in each process: by other names alone, code of two games that was
    # compiled in two processes may be one function to the linker of a third, which loads both.
    function.__qualname__ = f"{game}.{function.__name__}"
    return function


def part(game: str, *, checked: bool) -> Callable[[FunctionType], Callable[..., object]]:
    """Give the decorator for functions that compiled functions of a game call."""
    alone = {"pipeline_class": PartCompiler, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    decorate = _decorator(checked=checked, **alone)
    return lambda function: decorate(_named_for(game, function))


def entry(function: object, *, checked: bool, cached: bool) -> object:
    """Make a function that Python calls from one that compiled functions call; it compiles when first called."""
    if not isinstance(function, Dispatcher):
        return function
    return _decorator(checked=checked, cache=cached)(function.py_func)


def _decorator(*, checked: bool, **options):  # noqa: ANN003, ANN202  Numba has no types
    # They allocate nothing, so that references need not be counted, which would take up to a fifth of the time.
    options |= {"boundscheck": checked, "nogil": True, "error_model": "numpy", "_nrt": False}
    return numba.njit(**options)


@contextmanager
def cached_in(folder: Path) -> Generator[bool]:
    """Let functions decorated meanwhile keep their compiled code in a folder; yields whether it can be written."""
    before = config.CACHE_DIR  # pyright: ignore[reportAttributeAccessIssue]  it is set from a table
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        print(f"undercut: cannot keep compiled code: {error}", file=sys.stderr)  # noqa: T201  progress, on stderr
        yield False
        return
    # Numba reads this setting when a function is decorated; nobody else's functions are touched.
    config.CACHE_DIR = str(folder)  # pyright: ignore[reportAttributeAccessIssue]  as above
    try:
        yield True
    finally:
        config.CACHE_DIR = before  # pyright: ignore[reportAttributeAccessIssue]  as above


def prepare(title: str, functions: SimpleNamespace, entry_points: Sequence[FunctionType], dtype: np.dtype) -> None:
    """Compile functions, saying so."""
    began = time.monotonic()
    if not sys.stderr.isatty():
        print(f"compiling {title}, once ...", file=sys.stderr, flush=True)  # noqa: T201  as below
    for place, plain in enumerate(entry_points, start=1):
        _progress(f"compiling {title}, once: {place}/{len(entry_points)} {plain.__name__}")
        getattr(functions, plain.__name__).compile(signature(plain, dtype))
    _progress(f"compiled {title} in {time.monotonic() - began:.1f} s\n")


def signature(function: FunctionType, dtype: np.dtype) -> tuple[object, ...]:
    """Read the types of a function's arguments from its annotations."""
    state = numba.from_dtype(dtype)
    meant = {
        "object": state,
        "list[Fields]": types.Array(state, 1, "C"),
        "Cells": types.Array(types.int64, 1, "C"),
        "list[Cells]": types.Array(types.int64, 2, "C"),
        "Line": types.Array(types.int64, 1, "C"),
        "Grid": types.Array(types.int64, 2, "C"),
        "Weights": types.Array(types.int32, 1, "C"),
        "Shorts": types.Array(types.int16, 2, "C"),
        "Flags": types.Array(types.boolean, 2, "C"),
        "Floats": types.Array(types.float64, 1, "C"),
        "int": types.int64,
    }

    def type_of(kind: str):  # noqa: ANN202  Numba has no types
        if kind in meant:
            return meant[kind]
        given = function.__globals__[kind]  # a named tuple of arrays
        return types.BaseTuple.from_types(
            [type_of(each.__forward_arg__) for each in given.__annotations__.values()], given
        )

    return tuple(type_of(kind) for name, kind in function.__annotations__.items() if name != "return")


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)  # noqa: T201  progress, on stderr
    elif text.endswith("\n"):
        print(text, end="", file=sys.stderr, flush=True)  # noqa: T201  progress, on stderr
