"""Functions of a game that are generated as source, so that every host can run them.

Most follow from the piles of a small game, whose cards are unique and whose piles are sets of cards (`definition`).
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import platformdirs

from undercut.engine.contract import Option, Value
from undercut.games.base.layout import Block, Observations, course, relative_seats
from undercut.games.base.words import GameWords, Number, Pile, Sight

STOCK, HANDS, DUE = "stock", "hands", "due"
"""The piles and the field of the default chance draw: `due` cards of the stock go to the hand of the seat to move."""

PHASES = ("play", "over")

_HISTORY_ROOM = 256
_MOST_PLACES = 7


def load(game: str, layer: str, source: str) -> ModuleType:
    """Import source from a file of its own, because compiled code is kept by the file that it is made from."""
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
    root = os.environ.get("UNDERCUT_CACHE") or platformdirs.user_cache_dir("undercut")
    path = Path(root) / "derived" / name
    if path.is_file():
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}")
        draft.write_text(source, encoding="utf-8")
        # The name tells the content; compiled code is kept by the time as well.
        os.utime(draft, (1, 1))
        draft.replace(path)
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="undercut-")) / name
        path.write_text(source, encoding="utf-8")
    return path


# --- Rules -----------------------------------------------------------------------------------------------------------

_IS_OVER = "def is_over(s):\n    return s.reason != 0\n"
_MOVER = "def mover(s):\n    return s.to_move\n"
_CHANCE = f"""\
from undercut.engine.bits import lowest


def chance_need(s):
    return s.{DUE}


def chance_pool(s, cards):
    left = s.{STOCK}
    size = 0
    while left:
        cards[size] = lowest(left)
        size += 1
        left &= left - 1
    return size


def apply_chance(s, cards):
    for place in range(s.{DUE}):
        s.{HANDS}[s.to_move] |= 1 << cards[place]
        s.{STOCK} ^= 1 << cards[place]
    s.{DUE} = 0
"""


def rules(game: str, names: dict[str, Any]) -> ModuleType | None:
    """Write the rules that a game's names lack: the end, the seat to move, draws from the stock; None if none."""
    fields: dict[str, int] = names["Table"].lengths if "Table" in names else {}
    parts = [_CHANCE] if {DUE, STOCK, HANDS} <= fields.keys() and "chance_need" not in names else []
    parts += [_IS_OVER] if "is_over" not in names and "reason" in fields else []
    parts += [_MOVER] if "mover" not in names and "to_move" in fields else []
    return load(game, "rules", "\n\n".join(parts)) if parts else None


# --- Search ----------------------------------------------------------------------------------------------------------

_DETERMINIZE = """\
from undercut.engine.bits import count, lowest
from undercut.engine.chance import shuffle


def determinize(s, seat, generator, pool):
    unseen = 0
{gather}
    size = 0
    while unseen:
        pool[size] = lowest(unseen)
        size += 1
        unseen &= unseen - 1
    shuffle(generator, pool, size, size)
    used = 0
{spread}


def deal_unseen(s, seat, generator, buffer):
    determinize(s, seat, generator, buffer)


def gathered(cards, first, number):
    found = 0
    for place in range(first, first + number):
        found |= 1 << cards[place]
    return found
"""


def search(game: str, words: GameWords) -> ModuleType | None:
    """Write the determinization, which redeals the cards a seat cannot see; None if no pile is hidden."""
    gather, spread = "", ""
    for pile in words.piles:
        if pile.sight in (Sight.ALL, Sight.TOP):
            continue
        place, indent = (f"s.{pile.id}[other]", "    ") if pile.owned else (f"s.{pile.id}", "")
        opening = "    for other in range(s.seats):\n" if pile.owned else ""
        if pile.sight is Sight.OWNER:
            opening += "        if other == seat:\n            continue\n"
        gather += f"{opening}    {indent}unseen |= {place}\n"
        spread += f"{opening}    {indent}held = count({place})\n"
        spread += f"    {indent}{place} = gathered(pool, used, held)\n    {indent}used += held\n"
    return load(game, "search", _DETERMINIZE.format(gather=gather, spread=spread)) if gather else None


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


# --- Batches ---------------------------------------------------------------------------------------------------------

_ACTIONS = "def action(move):\n    return move\n\n\ndef move_of(s, number):\n    return number\n"


def actions(game: str) -> ModuleType:
    """Write the numbers of moves: their codes."""
    return load(game, "actions", _ACTIONS)


class _Columns:
    """The columns of an observation, and the lines that fill them."""

    def __init__(self, words: GameWords, seats: int) -> None:
        self.words, self.seats = words, seats
        self.blocks = [*course(seats, PHASES, words.reasons[1:])]
        self.each: list[str] = []
        self.once: list[str] = []
        self.place = {block.name: sum(each.length for each in self.blocks[:n]) for n, block in enumerate(self.blocks)}
        self.end = sum(block.length for block in self.blocks)
        for pile in words.piles:
            self._pile(pile)
        for name, number in words.told_numbers.items():
            self._number(name, number)

    def _add(self, block: Block) -> int:
        self.blocks.append(block)
        self.end += block.length
        return self.end - block.length

    def _pile(self, pile: Pile) -> None:
        cards, pack = self.words.pack.texts, len(self.words.pack.texts)
        hidden = pile.sight not in (Sight.ALL, Sight.TOP)
        if not pile.owned and not hidden:
            start = self._add(Block(pile.id, f"the card is in {pile.place}", cards))
            self.once.append(f"set_columns(row, {start}, s.{pile.id})")
        elif not pile.owned:
            block = Block(f"{pile.id} size", f"cards in {pile.place}", unit="cards", greatest=pack)
            self.once.append(f"row[{self._add(block)}] = count(s.{pile.id})")
        if not pile.owned:
            return
        if pile.sight is Sight.OWNER:
            start = self._add(Block(pile.id, f"the card is in your {pile.label}", cards))
            self.once.append(f"set_columns(row, {start}, s.{pile.id}[seat])")
        elif not hidden:
            for place, owner in enumerate(relative_seats(self.seats)):
                start = self._add(Block(f"{pile.id} {owner}", f"the card is in the {pile.label} of this seat", cards))
                if place == 0:
                    self.each.append(f"set_columns(row, {start} + place * {pack}, s.{pile.id}[other])")
        if hidden:
            names = relative_seats(self.seats)
            block = Block(f"{pile.id} size", f"cards in the {pile.label} of this seat", names, "cards", pack)
            self.each.append(f"row[{self._add(block)} + place] = count(s.{pile.id}[other])")

    def _number(self, name: str, number: Number) -> None:
        label, values = number.label or name.replace("_", " "), number.values
        condition = f"if s.{number.while_in}: " if number.while_in else ""
        if number.is_seat:
            start = self._add(Block(name, f"{label}: this seat", relative_seats(self.seats)))
            self.once.append(f"{condition}row[{start} + (s.{name} - seat) % s.seats] = 1")
        else:
            greatest = values[-1] - values[0]
            start = self._add(Block(name, label, unit="moves", greatest=greatest))
            self.once.append(f"{condition}row[{start}] = s.{name} - {values[0]}")


_OBSERVE = """\
from undercut.engine.bits import count
from undercut.engine.rows import list_set, set_columns
{imports}


def observe(s, seat, row):
    row[{turn} + (s.to_move - seat) % s.seats] = 1
    if is_over(s):
        row[{phase} + 1] = 1
        row[{end} + s.reason - 1] = 1
        won = winners(s)
        for other in range(s.seats):
            if won >> other & 1:
                row[{winner} + (other - seat) % s.seats] = 1
    else:
        row[{phase}] = 1
        row[{to_move} + (mover(s) - seat) % s.seats] = 1
    for other in range(s.seats):
        place = (other - seat) % s.seats
{each}
{once}


def seen_cards(s, seat):
    found = 0
{seen}
    return found


def news(before, s, seat, move, found):
    known = 0
    if move >= 0:
        known = seen_cards(before, seat)
        if move < {pack}:
            known |= 1 << move
        if move >= {choices}:
            known |= 1 << (move - {choices}) // {number}
    size = 0
{told}
    return size
"""


def observations(game: str, words: GameWords, seats: int, names: dict[str, Any]) -> Observations:
    """Write the observations of a game: each pile as far as a seat sees it, the sizes of the others, the numbers."""
    columns = _Columns(words, seats)
    open_piles = [pile for pile in words.piles if pile.sight is not Sight.NOBODY]
    seen, told = "", ""
    for place, pile in enumerate(open_piles, start=1):
        code = min(place, _MOST_PLACES)
        if not pile.owned:
            seen += f"    found |= s.{pile.id}\n"
            told += f"    size = list_set(found, size, s.{pile.id} & ~known, {code}, -1)\n"
        elif pile.sight is Sight.OWNER:
            seen += f"    found |= s.{pile.id}[seat]\n"
            told += f"    size = list_set(found, size, s.{pile.id}[seat] & ~known, {code}, 0)\n"
        else:
            loop = "    for other in range(s.seats):\n"
            seen += f"{loop}        found |= s.{pile.id}[other]\n"
            owner = "(other - seat) % s.seats"
            told += f"{loop}        size = list_set(found, size, s.{pile.id}[other] & ~known, {code}, {owner})\n"
    start = {name.replace(" ", "_"): number for name, number in columns.place.items()}
    source = _OBSERVE.format(
        imports=_imports(names[name] for name in ("is_over", "mover", "winners")),
        each=_indented(columns.each, 8) or "        pass",
        once=_indented(columns.once, 4),
        seen=seen,
        told=told,
        pack=len(words.pack.texts),
        choices=words.choice_code(0, 0),
        number=max(1, len(words.choices)),
        **start,
    )
    made = load(game, "observations", source)
    places = ("", *(pile.label for pile in open_piles[:_MOST_PLACES]))
    return Observations(1, tuple(columns.blocks), places, _HISTORY_ROOM, made.observe, made.news)


def _imports(functions: Iterable[FunctionType]) -> str:
    return "\n".join(f"from {function.__module__} import {function.__name__}" for function in functions)


def _indented(lines: Sequence[str], width: int) -> str:
    return "\n".join(" " * width + line for line in lines)
