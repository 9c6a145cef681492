"""The layout of a game's observations: what each column means."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

_MOST = 2**15 - 1

TABLE_ENDS = ("resigned", "agreed", "time")
"""Ends that players decide; an observation shows them after the game's own."""


@dataclass(frozen=True, slots=True)
class Block:
    """Neighbouring columns of one meaning."""

    name: str  # unique in the game
    meaning: str  # what a column says of its item
    items: tuple[str, ...] = ("",)  # cards, seats or phases, in order; one empty text for a single number
    unit: str = "flag"  # or "cards", "points", "place", "moves", "turns"
    greatest: int = 1  # the least is 0

    @property
    def length(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class Column:
    """One column of an observation or of a history."""

    index: int
    name: str  # unique, such as "hand 7h"
    meaning: str
    unit: str
    least: int
    greatest: int


@dataclass(frozen=True, slots=True)
class Observations:
    """The layout of a game's observations and histories: the same under all rule sets, only ever appended to."""

    version: int
    blocks: tuple[Block, ...]
    places: tuple[str, ...]  # where a history may reveal a card; place 0 is none
    history_room: int  # rows of a history, unless chosen otherwise
    observe: Callable[[Any, int, Any], None]  # the state, the seat, an empty row
    # States before and after a move, the seat, the move, the cards found.
    news: Callable[[Any, Any, int, int, Any], int]
    length: int = field(init=False)  # the number of columns of an observation
    widest: Block = field(init=False)  # the block with the greatest value

    def __post_init__(self) -> None:
        """Measure the columns once: environments ask at every step."""
        object.__setattr__(self, "length", sum(block.length for block in self.blocks))
        object.__setattr__(self, "widest", max(self.blocks, key=lambda block: block.greatest))

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """The module of `observe` and `news`, compiled for batches."""
        return (sys.modules[self.observe.__module__],)

    @property
    def columns(self) -> tuple[Column, ...]:
        found: list[Column] = []
        for block in self.blocks:
            for item in block.items:
                name = f"{block.name} {item}".strip()
                found.append(Column(len(found), name, block.meaning, block.unit, 0, block.greatest))
        return tuple(found)

    @property
    def history(self) -> tuple[Column, ...]:
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
        """Return the columns of a block; raises KeyError."""
        column = 0
        for block in self.blocks:
            if block.name == name:
                return slice(column, column + block.length)
            column += block.length
        raise KeyError(name)


def relative_seats(number: int) -> tuple[str, ...]:
    """Name the seats as the observing one counts them: you, seat +1, seat +2."""
    return ("you", *(f"seat +{place}" for place in range(1, number)))


def course(seats: int, phases: Sequence[str], reasons: Sequence[str]) -> tuple[Block, ...]:
    """Return the blocks that every game begins with: whose move and turn it is, the phase, the result."""
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
    """The fixed numbers of a game's moves."""

    number: Callable[[int], int]  # of a move's code
    notations: tuple[str, ...]  # of each number

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """The module of `number`, compiled for batches."""
        return (sys.modules[self.number.__module__],)
