"""Interface of a game's rules: a field table, the functions of its rules over it, and declared options.

A game defines the functions of `RULES` by the same names. The loops that serve all games import them from here, and
each host puts the game's own in their place; a game that has no use for an optional one gets the one written here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from types import FunctionType, ModuleType
from typing import Annotated, TypeVar, cast, get_args, get_origin, get_type_hints

Cells = list[int]  # a list of integers in the plain host, a NumPy array of int64 in the compiled ones

Weights = list[int]
"""The weights of a network: a list in the plain host, a NumPy array of int32 in the compiled ones."""

Value = bool | int | str | tuple[int, ...] | None  # the value of an option

NO_WINNERS = 0  # the set of winners of a drawn game

WHOLE_SHARE = 840  # a whole win in shares that are whole numbers: it divides among up to eight winners

_Table = TypeVar("_Table")


class Numbers(tuple[int, ...]):
    """A long table of constant integers: the compiled hosts look them up in an array, not in code for each of them."""

    __slots__ = ()


def starts(*lengths: int) -> tuple[int, ...]:
    """Return where sections of given lengths start, one after the other, and where the last one ends."""
    return tuple(accumulate(lengths, initial=0))


class Fields:
    """The base of every game's state: integers and lists of integers, declared in one field table.

    A subclass declares its fields as annotations, ``int`` or ``Annotated[Cells, length]``, and is made by
    `field_table`. From the same table the compiled hosts derive the NumPy dtype of their states.
    """

    __slots__ = ()
    lengths: dict[str, int]

    def __init__(self) -> None:
        """Start with every field zero."""
        for name, length in self.lengths.items():
            setattr(self, name, [0] * length if length else 0)


def field_table(declared: type[_Table]) -> type[_Table]:
    """Make a state class with ``__slots__`` from a subclass of `Fields`; raises TypeError for a field of another type.

    Examples:
        >>> @field_table
        ... class Tiny(Fields):
        ...     turn: int
        ...     hand: Annotated[Cells, 2]
        >>> Tiny().hand, Tiny.lengths
        ([0, 0], {'turn': 0, 'hand': 2})
    """
    lengths: dict[str, int] = {}
    for name, hint in get_type_hints(declared, include_extras=True).items():
        if name == "lengths":
            continue
        if hint is int:
            lengths[name] = 0
        elif get_origin(hint) is Annotated:
            lengths[name] = get_args(hint)[1]
        else:
            message = f"field {name} is neither int nor Annotated[Cells, length]"
            raise TypeError(message)
    body = {
        "__slots__": tuple(lengths),
        "__doc__": declared.__doc__,
        "__module__": declared.__module__,
        "lengths": lengths,
    }
    return cast("type[_Table]", type(declared.__name__, declared.__bases__, body))


def copy_fields(source: Fields, target: Fields) -> None:
    """Copy every field of a plain state into another of the same game."""
    for name, length in source.lengths.items():
        value = getattr(source, name)
        setattr(target, name, value[:] if length else value)


def copy_state(states: list[Fields], source: int, target: int) -> None:
    """Copy one state of a batch over another; the compiled hosts replace this by an assignment of records."""
    copy_fields(states[source], states[target])


class OptionKind(StrEnum):
    """What the value of an option is."""

    CHOICE = "choice"  # one of its values
    NUMBER = "number"  # from the least to the greatest
    NUMBERS = "numbers"  # a list of these
    LETTERS = "letters"  # some of its values, in their order, as one text


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a documented choice, and the field of the state that holds it."""

    name: str  # also the field's
    clause: str
    values: tuple[Value, ...]  # to choose from, in the order of their codes; for numbers, the least and the greatest
    kind: OptionKind = OptionKind.CHOICE
    length: int = 0  # of a list of numbers
    named: tuple[str | None, ...] = ()  # for a number: what may stand in its place; the codes are -1, -2 and so on
    # Whether networks were trained with it: as "changed" from the default, as each "value", as the "fourth" of a list.
    learned: str = ""

    @property
    def listed(self) -> tuple[Value, ...]:
        """The values that players choose from: of a number, those that stand in its place."""
        return self.values if self.kind is OptionKind.CHOICE else self.named

    def fault(self, value: object) -> str | None:
        """Say what is wrong with a JSON value, or None."""
        if self.kind is OptionKind.CHOICE:
            if any(value == known and type(value) is type(known) for known in self.values):
                return None
            return f"{value!r} is not one of: {', '.join(map(repr, self.values))}"
        if self.kind is OptionKind.LETTERS:
            letters = "".join(map(str, self.values))
            if value and isinstance(value, str) and value == "".join(each for each in letters if each in value):
                return None
            return f"{value!r} is not made of some of the letters {letters}, in this order"
        if self.kind is OptionKind.NUMBER:
            return None if value in self.named else self._number_fault(value)
        if not isinstance(value, list | tuple):
            return f"{value!r} is not a list of {self.length} numbers"
        numbers = cast("Sequence[object]", value)
        if len(numbers) != self.length:
            return f"{' '.join(map(str, numbers))!r} is not a list of {self.length} numbers"
        return self._number_fault(*numbers)

    def _number_fault(self, *numbers: object) -> str | None:
        least, greatest = cast("tuple[int, int]", self.values)
        wrong = [repr(number) for number in numbers if not (type(number) is int and least <= number <= greatest)]
        if not wrong:
            return None
        others = "".join(f", nor {'null' if word is None else repr(word)}" for word in self.named)
        what = "is not a whole number" if len(wrong) == 1 else "are not whole numbers"
        return f"{', '.join(wrong)} {what} from {least} to {greatest}{others}"

    def code(self, value: Value) -> int | list[int]:
        """Return the code of a value without fault in a state: an integer, a list of them, or a mask for letters."""
        if self.kind is OptionKind.NUMBERS:
            return list(value)  # type: ignore[arg-type]
        if self.kind is OptionKind.LETTERS:
            return sum(1 << place for place, each in enumerate(self.values) if each in value)  # type: ignore[operator]
        if value in self.named:
            return -1 - self.named.index(value)  # type: ignore[arg-type]
        if self.kind is OptionKind.NUMBER or type(self.values[0]) is int:
            return value  # type: ignore[return-value]
        return next(code for code, known in enumerate(self.values) if known == value)


def first_values(options: Iterable[Option]) -> dict[str, Value]:
    """Return the first value of every option; of a number, that is the least."""
    return {option.name: option.values[0] for option in options}


@dataclass(frozen=True, slots=True)
class MoveParts:
    """A move split for programs."""

    kind: str  # a word of the game's own, such as "scuttle"
    card: str | None  # played, taken or discarded
    target: str | None  # the card or place that it is played on


@dataclass(frozen=True, slots=True)
class Contract:
    """Functions that loops over any game expect of a game; one that is optional has a default here."""

    required: tuple[FunctionType, ...]
    optional: tuple[FunctionType, ...] = ()

    @property
    def stubs(self) -> tuple[FunctionType, ...]:
        return self.required + self.optional


def deal(s: object, order: Cells) -> None:
    """Deal a shuffled pack; the options and the number of seats are already set, and every other field is 0."""
    raise NotImplementedError


def legal_moves(s: object, moves: Cells) -> int:
    """List the legal moves of the seat to move, at least one, and return their number; the game is not over."""
    raise NotImplementedError


def scratch() -> Cells:
    """Return a list with room for every legal move; each host replaces this function."""
    raise NotImplementedError


def count_moves(s: object) -> int:
    """Count the legal moves; a game's own function need not list them."""
    return legal_moves(s, scratch())


def random_move(s: object, k: int) -> int:
    """Return a legal move: of n, the one at place ``k * n >> 32``; a game's own function need not list them all."""
    moves = scratch()
    return moves[k * legal_moves(s, moves) >> 32]


def play(s: object, move: int) -> None:
    """Play a move that `legal_moves` lists."""
    raise NotImplementedError


def is_over(s: object) -> bool:
    """Tell whether the game has ended; by default it has if there is a reason."""
    return s.reason != 0  # type: ignore[attr-defined]  every game's state has this field


def chance_need(s: object) -> int:
    """Count the cards that chance must order before the game goes on: 0 if a seat is to move; by default always 0."""
    return 0


def chance_pool(s: object, cards: Cells) -> int:
    """List the cards that chance draws from, and return their number, at least `chance_need`."""
    return 0


def apply_chance(s: object, cards: Cells) -> None:
    """Continue the game with the first `chance_need` cards, in the order that chance chose (a shuffle: top first)."""


def mover(s: object) -> int:
    """Tell which seat is to move; by default the state says so."""
    return s.to_move  # type: ignore[attr-defined]  as above


def winners(s: object) -> int:
    """Return the winners of a finished game as a mask; `NO_WINNERS` for a draw."""
    raise NotImplementedError


def seen_move(s: object, move: int, seat: int) -> int:
    """Number a legal move as a seat sees it (-1: the public): moves it cannot tell apart are equal; default: none."""
    return move


RULES = Contract(
    required=(deal, legal_moves, play, winners),
    optional=(count_moves, random_move, is_over, mover, chance_need, chance_pool, apply_chance, seen_move),
)
"""The functions of a game's rules."""


# --- Copies of functions for each host --------------------------------------------------------------------------------


Decorator = Callable[[FunctionType], Callable[..., object]]


def defined_in(module: ModuleType) -> list[FunctionType]:
    """List the functions that a module defines itself."""
    found = (value for value in vars(module).values() if isinstance(value, FunctionType))
    return [function for function in found if function.__module__ == module.__name__]


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
