"""The generated parts of the pages `engine` and `states`: functions, fields and constants, read from the code."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from types import ModuleType

from undercut.engine import contract
from undercut.engine.contract import Option
from undercut.games.base import registry
from undercut.games.base.words import value_text

# What the source does not say beside the field, because its name does.
PLAIN = {
    "seats": "number of players",
    "hands": "masks of the kinds in each hand",
    "scrap": "mask",
    "stock_size": "number of cards",
    "stack_size": "number of cards",
    "turn": "the seat whose turn it is",
    "phase": "one of the phases below",
    "side_active": "1 if the top of the side pile is the active card",
    "direction": "1 or -1",
    "to_discard": "number of cards still to be discarded",
    "passes": "number of passes in a row",
    "known_top": "number of top cards of the stock that both players know",
    "reason": "one of the reasons below",
    "to_move": "the seat to move",
    "run": "1 if the last card laid down was a cup on an identical cup",
    "idle": "number of turns in a row without a change",
    "moved": "1 if a card has moved in this turn",
    "called": "1 if the player on turn has called",
    "still": "number of turns in a row in which no card moved",
}
MODULES = ("table", "moves")


def functions() -> str:
    """Write the table of the functions that every game has."""
    lines = ["| function | what it does |", "|---|---|"]
    for stub in contract.RULES.stubs:
        arguments = ", ".join(inspect.signature(stub).parameters)
        first, _, _ = (inspect.getdoc(stub) or "").partition("\n")
        lines.append(f"| `{stub.__name__}({arguments})` | {first} |")
    return "\n".join(lines)


def fields(name: str) -> str:
    """Write the table of a game's fields, from the field table of its rules."""
    spec = registry.spec(name)
    options = {option.name: option for option in (*spec.options, *spec.research.options)}
    lines = ["| field | size | meaning |", "|---|---:|---|"]
    for field, size, comment in _declared(_module(name, "table")):
        meaning = _option(options[field]) if field in options else comment or PLAIN[field]
        lines.append(f"| `{field}` | {size or 1} | {meaning} |")
    return "\n".join(lines)


def _module(name: str, file: str) -> ModuleType:
    return import_module(f"{registry.package(name)}.{file}")


def _declared(module: ModuleType) -> list[tuple[str, int, str]]:
    source = inspect.getsource(module.Table)
    lines = re.findall(r"^    (\w+): (?:int|Annotated\[Cells, \w+\])(?:  # (.+))?$", source, re.MULTILINE)
    return [(name, module.Table.lengths[name], comment.partition("; the options start")[0]) for name, comment in lines]


def _option(option: Option) -> str:
    if option.kind == "letters":
        return f"option ({option.clause}): a mask of the letters {''.join(map(str, option.values))}"
    if option.kind == "numbers":
        return f"option ({option.clause}): the numbers themselves"
    if option.kind == "number":
        named = [f"{-1 - place}: {value_text(word)}" for place, word in enumerate(option.named)]
        return f"option ({option.clause}): {'; '.join(['the number itself', *named])}"
    codes = ", ".join(f"{option.code(value)}: `{value_text(value)}`" for value in option.values)
    return f"option ({option.clause}): {codes}"


def constants(name: str) -> str:
    """List a game's numbered constants: phases, reasons, kinds of moves."""
    lines: list[str] = []
    for file in MODULES:
        module = _module(name, file)
        for found in re.findall(r"^([A-Z][A-Z_, ]+) = range\(\d+\)$", inspect.getsource(module), re.MULTILINE):
            names = found.split(", ")
            lines.append(f"- `{file}`: {', '.join(f'`{each}` {getattr(module, each)}' for each in names)}")
    return "\n".join(lines)
