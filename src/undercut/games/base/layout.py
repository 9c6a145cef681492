"""The layout of a game's observations: what each column means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

_MOST = 2**15 - 1

TABLE_ENDS = ("resigned", "agreed", "time")
"""Ends that players decide; an observation shows them after the game's own."""


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring columns of one meaning.

    Args:
        name: A short name, unique in the game.
        meaning: What a column says of its item.
        items: What the columns stand for, in order: cards, seats, phases; one empty text for a single number.
        unit: What is counted: ``"flag"``, ``"cards"``, ``"points"``, ``"place"``, ``"moves"`` or ``"turns"``.
        greatest: The greatest value; the least is 0.
    """

    name: str
    meaning: str
    items: tuple[str, ...] = ("",)
    unit: str = "flag"
    greatest: int = 1

    @property
    def length(self) -> int:
        """The number of columns."""
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an observation or of a history.

    Args:
        index: Its number, from 0.
        name: A unique name, such as ``"hand 7h"``.
        meaning: What it says.
        unit: What is counted; see `Block`.
        least: The least value.
        greatest: The greatest value.
    """

    index: int
    name: str
    meaning: str
    unit: str
    least: int
    greatest: int


@dataclass(frozen=True, slots=True)
class Observations:
    """The layout of a game's observations and histories: the same under all rule sets, only ever appended to.

    Args:
        version: The version of the layout.
        blocks: The columns of an observation, in blocks.
        places: Where a card of a history may be revealed; place 0 is none.
        history_room: How many rows a history has room for unless chosen otherwise.
        observe: Writes an observation, given the state, the seat and an empty row.
        news: Lists the cards that a move reveals, given the state before and after it, the seat and the move.
        modules: The modules with `observe` and `news`, compiled for batches.
    """

    version: int
    blocks: tuple[Block, ...]
    places: tuple[str, ...]
    history_room: int
    observe: Callable[[Any, int, Any], None]
    news: Callable[[Any, Any, int, int, Any], int]
    modules: tuple[ModuleType, ...] = ()

    @property
    def length(self) -> int:
        """The number of columns of an observation."""
        return sum(block.length for block in self.blocks)

    @property
    def columns(self) -> tuple[Column, ...]:
        """Every column of an observation."""
        found: list[Column] = []
        for block in self.blocks:
            for item in block.items:
                name = f"{block.name} {item}".strip()
                found.append(Column(len(found), name, block.meaning, block.unit, 0, block.greatest))
        return tuple(found)

    @property
    def history(self) -> tuple[Column, ...]:
        """Every column of a history."""
        seats = "1: you, 2: the next seat, and so on; 0: none"
        places = ", ".join(f"{number}: {place}" for number, place in enumerate(self.places) if place)
        return (
            Column(0, "event", "1: a move; 2: a revealed card; 0: the row is unused", "code", 0, 2),
            Column(1, "seat", f"who moved, or whose pile the card is in ({seats})", "seat", 0, self.seats),
            Column(
                2, "what", "1 + the number of the move (0: hidden), or 1 + the number of the card", "code", 0, _MOST
            ),
            Column(3, "place", f"where the card is ({places}); 0 in a move", "code", 0, len(self.places) - 1),
        )

    @property
    def seats(self) -> int:
        """The most seats that a table may have."""
        return self.blocks[0].length

    def span(self, name: str) -> slice:
        """Return the columns of a block.

        Raises:
            KeyError: No such block.
        """
        column = 0
        for block in self.blocks:
            if block.name == name:
                return slice(column, column + block.length)
            column += block.length
        raise KeyError(name)


def relative_seats(number: int) -> tuple[str, ...]:
    """Name the seats as the observing one counts them.

    Example:
        >>> relative_seats(3)
        ('you', 'seat +1', 'seat +2')
    """
    return ("you", *(f"seat +{place}" for place in range(1, number)))


def course(seats: int, phases: Sequence[str], reasons: Sequence[str]) -> tuple[Block, ...]:
    """Give the blocks that every game begins with: whose move it is, whose turn, the phase, the result.

    Args:
        seats: The most that a table may have.
        phases: The phases of a view.
        reasons: The reasons for ends, without those that players decide.
    """
    names = relative_seats(seats)
    return (
        Block("to move", "this seat is to move", names),
        Block("turn", "it is this seat's turn", names),
        Block("phase", "the game is in this phase", tuple(phases)),
        Block("winner", "the game is over, and this seat has won", names),
        Block("end", "the game is over for this reason", (*reasons, *TABLE_ENDS)),
    )


@dataclass(frozen=True, slots=True)
class ActionNumbers:
    """The fixed numbers of a game's moves.

    Args:
        number: Returns the number of a move's code.
        notations: The notation of each number.
        layout: The version of the numbers.
    """

    number: Callable[[int], int]
    notations: tuple[str, ...]
    layout: int
    modules: tuple[ModuleType, ...] = ()
