"""Copies of plain functions in namespaces of their own, where each host decorates them and puts its own in place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import FunctionType, ModuleType

from undercut.engine.contract import Numbers

Decorator = Callable[[FunctionType], Callable[..., object]]


def defined_in(module: ModuleType) -> list[FunctionType]:
    """List the functions that a module defines itself."""
    return [
        value
        for value in vars(module).values()
        if isinstance(value, FunctionType) and value.__module__ == module.__name__
    ]


def rehost(
    functions: Iterable[FunctionType],
    filled: Mapping[FunctionType, FunctionType],
    decorate: Decorator,
    known: dict[object, object],
) -> None:
    """Copy functions and decorate the copies, which call each other and everything else that is known."""
    scopes: dict[str, dict[str, object]] = {}
    for function in functions:
        if function in known:
            continue
        scope = scopes.setdefault(function.__module__, dict(function.__globals__))
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        known[function] = decorate(copy)
    for stub, function in filled.items():
        known[stub] = known[function]
    as_array = known.get(Numbers)
    for scope in scopes.values():
        for name, value in scope.items():
            if isinstance(value, FunctionType):
                scope[name] = known.get(value, value)
            elif isinstance(value, Numbers) and callable(as_array):
                scope[name] = as_array(value)
