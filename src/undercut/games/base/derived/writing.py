"""Modules written for one game: the facts of its table, and functions for any table that work on them.

Each is a file, because compiled code is kept by the file that it is made from.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType

from undercut.engine.contract import Numbers, Option, Value, defined_in
from undercut.files import cache_folder, replacing
from undercut.games.base.derived import piles
from undercut.games.base.derived.piles import EVERYONE, NOBODY, OWNER
from undercut.games.base.words import GameWords, Pile, Sight


def load(game: str, layer: str, source: str) -> ModuleType:
    """Write the source of a module to a file, and import it."""
    name = f"undercut_derived_{game}_{layer}"
    path = _written(f"{game}-{layer}-{hashlib.sha256(source.encode()).hexdigest()[:12]}.py", source)
    found = spec_from_file_location(name, path)
    assert found is not None, path  # noqa: S101  the ending is one of Python's
    assert found.loader is not None, path  # noqa: S101  as above
    module = module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def _written(name: str, source: str) -> Path:
    path = cache_folder() / "derived" / name
    try:
        if path.is_file() and path.read_bytes() == source.encode():
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as draft:
            draft.write_text(source, encoding="utf-8")
            # The name tells the content; compiled code is kept by the time as well.
            os.utime(draft, (1, 1))
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="undercut-")) / name
        path.write_text(source, encoding="utf-8")
    return path


_FACTS = """\
from undercut.engine.contract import Numbers
{imports}

{constants}


def cards_of(s, pile, owner):
    return ({cards},)[pile]


def put_cards(s, pile, owner, cards):
{puts}


def number_of(s, number):
    return ({numbers}0,)[number]
"""


def module_for(
    game: str,
    template: ModuleType,
    words: GameWords,
    more: Mapping[str, int | Numbers],
    functions: Iterable[FunctionType] = (),
) -> ModuleType:
    """Make a module of a template's functions for one game: with its facts, further constants, and its functions."""
    constants: dict[str, int | Numbers] = {
        "PILES": len(words.piles),
        "OWNED": Numbers(int(pile.owned) for pile in words.piles),
        "SEEN_BY": Numbers(map(_seen_by, words.piles)),
        **more,
    }
    places = [f"s.{pile.id}[owner]" if pile.owned else f"s.{pile.id}" for pile in words.piles]
    source = _FACTS.format(
        imports="\n".join(f"from {each.__module__} import {each.__name__}" for each in functions),
        constants="\n".join(
            f"{name} = {each}" if isinstance(each, int) else f"{name} = Numbers({tuple(each)})"
            for name, each in constants.items()
        ),
        cards=", ".join(places),
        puts="\n".join(f"    if pile == {pile}:\n        {place} = cards" for pile, place in enumerate(places)),
        numbers="".join(f"s.{name}, " for name in words.numbers),
    )
    made = load(game, template.__name__.rpartition(".")[2], source)
    _copy_functions(template, made)
    return made


def _seen_by(pile: Pile) -> int:
    if pile.sight in (Sight.ALL, Sight.TOP):
        return EVERYONE
    return OWNER if pile.owned and pile.sight is Sight.OWNER else NOBODY


def _copy_functions(template: ModuleType, made: ModuleType) -> None:
    """Copy functions to a module, whose own names take the place of those of the same name."""
    scope = vars(made)
    for name, value in (vars(piles) | vars(template)).items():
        scope.setdefault(name, value)
    for plain in dict.fromkeys((*defined_in(piles), *defined_in(template))):
        if scope[plain.__name__] is plain:
            copy = FunctionType(plain.__code__, scope, plain.__name__, plain.__defaults__)
            copy.__module__ = made.__name__
            scope[plain.__name__] = copy
    scope["DATA"] = (Path(str(piles.__file__)), Path(str(template.__file__)))  # compiled in, too


_OPTION_FEATURES = """\
def option_features(s, found, size):
{tests}
    return size
"""


def write_option_features(
    game: str, options: Sequence[Option], usual: Mapping[str, Value], first: int
) -> tuple[int, ModuleType]:
    """Write the function that lists, from a number on, the features of the options that networks have learned.

    Return the next number as well.
    """
    conditions = [test for option in options for test in _feature_conditions(option, option.code(usual[option.name]))]
    tests = "\n".join(
        f"    if s.{test}:\n        found[size] = {number}\n        size += 1"
        for number, test in enumerate(conditions, start=first)
    )
    return first + len(conditions), load(game, "options", _OPTION_FEATURES.format(tests=tests))


def _feature_conditions(option: Option, usual: int | list[int]) -> list[str]:
    if option.learned == "value":
        codes = map(option.code, option.values)
        return [f"{option.name} == {code}" for code in codes if code != usual]
    if option.learned == "fourth" and isinstance(usual, list):
        return [f"{option.name}[3] != {usual[3]}"]
    return [f"{option.name} != {usual}"] if option.learned == "changed" else []
