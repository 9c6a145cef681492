"""What every game has: a field table, the functions of its rules over it, and declared options.

A game defines the functions of `RULES` by the same names. The loops that serve all games import them from here, and
each host puts the game's own in their place; a game that has no use for an optional one gets the one written here.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType
from typing import Annotated, TypeVar, cast, get_args, get_origin, get_type_hints

Cells = list[int]
"""A list of integers in the plain host, a NumPy array of int64 in the compiled ones."""

Weights = list[int]
"""The weights of a network: a list in the plain host, a NumPy array of int32 in the compiled ones."""

Value = bool | int | str | tuple[int, ...] | None
"""The value of an option."""

NO_WINNERS = 0
"""The set of winners of a drawn game."""

_Table = TypeVar("_Table")


class Numbers(tuple[int, ...]):
    """A long table of constant integers: the compiled hosts look them up in an array, not in code for each of them."""

    __slots__ = ()


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
    """Make a state class with ``__slots__`` out of its declared fields.

    Args:
        declared: A subclass of `Fields` whose annotations are its fields.

    Raises:
        TypeError: A field is neither ``int`` nor ``Annotated[Cells, length]``.

    Example:
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
    """Copy every field of a plain state into another.

    Args:
        source: The state to copy.
        target: The state to overwrite, of the same game.
    """
    for name, length in source.lengths.items():
        value = getattr(source, name)
        setattr(target, name, value[:] if length else value)


def copy_state(states: list[Fields], source: int, target: int) -> None:
    """Copy one state of a batch over another; the compiled hosts put an assignment of records in its place.

    Args:
        states: The batch.
        source: The place of the state to copy.
        target: The place of the state to overwrite.
    """
    copy_fields(states[source], states[target])


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a documented choice, and the field of the state that holds it.

    Args:
        name: The option's name, also the field's.
        clause: The clause of the rule book that it belongs to.
        values: The values to choose from, in the order of their codes; for a number, its least and greatest.
        kind: ``"choice"``, ``"number"``, ``"numbers"`` for a list of numbers, or ``"letters"`` for some of the values,
            which are then letters, written as one text in their order.
        length: How many numbers a list has.
        named: For a number: what may stand in its place; their codes are -1, -2 and so on.
    """

    name: str
    clause: str
    values: tuple[Value, ...]
    kind: str = "choice"
    length: int = 0
    named: tuple[str | None, ...] = ()

    def fault(self, value: object) -> str | None:
        """Say what is wrong with a value, or None.

        Args:
            value: A JSON value.

        Example:
            >>> Option("four", "CU-4a", ("choose", "random")).fault("both")
            "'both' is not one of: 'choose', 'random'"
        """
        if self.kind == "choice":
            if any(value == known and type(value) is type(known) for known in self.values):
                return None
            return f"{value!r} is not one of: {', '.join(map(repr, self.values))}"
        if self.kind == "letters":
            letters = "".join(map(str, self.values))
            if value and isinstance(value, str) and value == "".join(each for each in letters if each in value):
                return None
            return f"{value!r} is not made of some of the letters {letters}, in this order"
        if value in self.named:
            return None
        least, greatest = self.values
        if self.kind == "numbers" and not isinstance(value, list | tuple):
            return f"{value!r} is not a list of {self.length} numbers"
        numbers = cast("list[object]", value if self.kind == "numbers" else [value])
        if self.length and len(numbers) != self.length:
            return f"{' '.join(map(str, numbers))!r} is not a list of {self.length} numbers"
        for number in numbers:
            if type(number) is not int or not least <= number <= greatest:  # type: ignore[operator]
                others = "".join(f", nor {'null' if word is None else repr(word)}" for word in self.named)
                return f"{number!r} is not a whole number from {least} to {greatest}{others}"
        return None

    def code(self, value: Value) -> int | list[int]:
        """Give the integer (or integers) that stand for a value in a state; letters are a mask.

        Args:
            value: A value without fault.
        """
        if self.kind == "numbers":
            return list(value)  # type: ignore[arg-type]
        if self.kind == "letters":
            return sum(1 << place for place, each in enumerate(self.values) if each in value)  # type: ignore[operator]
        if value in self.named:
            return -1 - self.named.index(value)  # type: ignore[arg-type]
        if self.kind == "number" or type(self.values[0]) is int:
            return value  # type: ignore[return-value]
        return next(code for code, known in enumerate(self.values) if known == value)


@dataclass(frozen=True, slots=True)
class MoveParts:
    """A move taken apart for programs.

    Args:
        kind: What is done, in a word of the game's own, such as ``"scuttle"``.
        card: The card that is played, taken or discarded, or None.
        target: What it is played on, or None.
    """

    kind: str
    card: str | None
    target: str | None


@dataclass(frozen=True, slots=True)
class Contract:
    """Functions that loops over any game expect of a game.

    Args:
        required: Every game defines them.
        optional: Where a game does not, the function here is used.
    """

    required: tuple[FunctionType, ...]
    optional: tuple[FunctionType, ...] = ()

    @property
    def stubs(self) -> tuple[FunctionType, ...]:
        """All of them."""
        return self.required + self.optional


def deal(s: object, order: Cells) -> None:
    """Deal a new game; the options and the number of seats are already set, and every other field is 0.

    Args:
        order: The shuffled pack, one code a card.
    """
    raise NotImplementedError


def legal_moves(s: object, moves: Cells) -> int:
    """List the legal moves of the seat to move.

    Args:
        s: The state, not over and not at a chance.
        moves: Filled with move codes; at least the game's ``MAX_MOVES`` long.

    Returns:
        How many there are, at least 1.
    """
    raise NotImplementedError


def scratch() -> Cells:
    """Give a list with room for every legal move; each host puts its own in its place."""
    raise NotImplementedError


def count_moves(s: object) -> int:
    """Count the legal moves; a game's own function need not list them.

    Args:
        s: The state, not over and not at a chance.
    """
    return legal_moves(s, scratch())


def random_move(s: object, k: int) -> int:
    """Find one legal move; a game's own function need not list them all.

    Args:
        s: The state, not over and not at a chance.
        k: 0 to 2**32 - 1; of n moves, the one at place ``k * n >> 32`` in the order of `legal_moves`.
    """
    moves = scratch()
    return moves[k * legal_moves(s, moves) >> 32]


def play(s: object, move: int) -> None:
    """Play a legal move.

    Args:
        s: The state, changed in place.
        move: A move code that `legal_moves` lists.
    """
    raise NotImplementedError


def is_over(s: object) -> bool:
    """Tell whether the game has ended."""
    raise NotImplementedError


def chance_need(s: object) -> int:
    """Count the cards that chance must order before the game goes on: 0 if a seat is to move; by default always 0."""
    return 0


def chance_pool(s: object, cards: Cells) -> int:
    """List the cards that chance draws from.

    Args:
        s: The state, at a chance.
        cards: Filled with card codes.

    Returns:
        How many there are, at least as many as `chance_need` says.
    """
    return 0


def apply_chance(s: object, cards: Cells) -> None:
    """Continue the game with the cards that chance chose.

    Args:
        s: The state, at a chance; changed in place.
        cards: As many cards of the pool as `chance_need` says, the first one first (for a shuffle: top first).
    """


def mover(s: object) -> int:
    """Tell which seat is to move.

    Args:
        s: The state, not over and not at a chance.
    """
    raise NotImplementedError


def winners(s: object) -> int:
    """Tell who has won.

    Args:
        s: The state, over.

    Returns:
        The seats, as a mask; `NO_WINNERS` for a draw.
    """
    raise NotImplementedError


def seen_move(s: object, move: int, seat: int) -> int:
    """Number a move as a seat sees it, the same for moves that it cannot tell apart; by default every move differs.

    Args:
        s: The state before the move.
        move: A legal move.
        seat: Whose eyes.
    """
    return move


RULES = Contract(
    required=(deal, legal_moves, play, is_over, mover, winners),
    optional=(count_moves, random_move, chance_need, chance_pool, apply_chance, seen_move),
)
"""The functions of a game's rules."""
