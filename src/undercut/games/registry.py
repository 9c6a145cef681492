"""The games that there are; a game is a folder beside this file and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from random import Random
from typing import Any

from undercut.cards import Pack
from undercut.engine.contract import MoveParts, Option, Value
from undercut.errors import BadRules, Reason
from undercut.games.reader import JSON

NAMES = {
    "cuttle": "Cuttle",
    "cups": "Cups",
    "cut_the_rope": "Cut the Rope",
}
"""Every game's name, and its title for people."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the files of a game offer to the rest of the library.

    Args:
        name: The game's name.
        title: Its title for people.
        pack: Its cards.
        options: Its options.
        rule_sets: The named choices of every option, the default first.
        refused: Rule sets that cannot be played, with the reason.
        full_pack: Lists every card that is dealt, given the options.
        seats: How many seats a table may have.
        clash: Lists what is impossible about valid options together.
        parse: Reads a move, given the state and the text; raises ValueError.
        write_move: Writes a move's code.
        parts: Takes a move's code apart.
        sentence: Says a move in words, given the state before it and its code.
        over_clause: The clause to cite when the table has ended the game.
        refusal: Says why a move is not legal, given the state and its code.
        fields: The fields of a position beside those of every game.
        piles: The fields of a position that hold cards.
        reasons: The reasons that the rules know for an end.
        write: Writes a state as a complete position.
        read: Reads a position, given its reader and a fresh state.
        view: Writes what a seat may know, given the state and the seat.
        arrange: Puts hidden cards in an order in which they may lie where a view hides them, given the options, the
            view, the cards and a random generator; None where any order will do.
        hides: Whether a seat may not know the card that a move names, given the state before it, its code and the seat.
        attempts: Lists the moves that the player to move may think of, by what they take up, given the state.
        taken_up: Names what a move takes up, given its notation.
        goals: Lists what each seat's total must reach, or gives None where there are no points.
    """

    name: str
    title: str
    pack: Pack
    options: tuple[Option, ...]
    rule_sets: dict[str, dict[str, Value]]
    refused: dict[str, str]
    full_pack: Callable[[Mapping[str, Value]], list[int]]
    seats: range
    clash: Callable[[dict[str, Value], int], list[str]]
    parse: Callable[[Any, str], int]
    write_move: Callable[[int], str]
    parts: Callable[[int], MoveParts]
    sentence: Callable[[Any, int], str]
    over_clause: str
    refusal: Callable[[Any, int], Reason | None]
    fields: set[str]
    piles: tuple[str, ...]
    reasons: tuple[str, ...]
    write: Callable[[Any], dict[str, JSON]]
    read: Callable[..., None]
    view: Callable[[Any, int | None], dict[str, JSON]]
    arrange: Callable[[Mapping[str, Value], dict[str, JSON], list[str], Random], None] | None
    hides: Callable[[Any, int, int | None], bool]
    attempts: Callable[[Any], dict[str, list[str]]]
    taken_up: Callable[[str], str | None]
    goals: Callable[[Any], list[int] | None]


@cache
def modules(name: str) -> GameSpec:
    """Load a game.

    Args:
        name: One of `NAMES`.

    Raises:
        BadRules: There is no such game.

    Example:
        >>> modules("cuttle").title
        'Cuttle'
    """
    if name not in NAMES:
        raise BadRules([f"game: {name!r} is not one of: {', '.join(NAMES)}"])
    options, notation, refusals, position, view, uses = (
        import_module(f"undercut.games.{name}.{file}")
        for file in ("options", "notation", "refusals", "position", "view", "uses")
    )
    return GameSpec(
        name=name,
        title=NAMES[name],
        pack=notation.PACK,
        options=options.OPTIONS,
        rule_sets=options.RULE_SETS,
        refused=options.REFUSED,
        full_pack=options.full_pack,
        seats=options.SEATS,
        clash=options.faults,
        parse=notation.parse,
        write_move=notation.write,
        parts=notation.parts,
        sentence=notation.sentence,
        over_clause=refusals.OVER_CLAUSE,
        refusal=refusals.refusal,
        fields=position.FIELDS,
        piles=position.PILES,
        reasons=position.REASONS,
        write=position.write,
        read=position.read,
        view=view.view,
        arrange=getattr(view, "arrange", None),
        hides=view.hides,
        attempts=uses.attempts,
        taken_up=uses.taken_up,
        goals=view.goals,
    )


def book_source(name: str) -> str:
    """Read a game's rule book as it is written, in Markdown.

    Args:
        name: One of `NAMES`.
    """
    return files(f"undercut.games.{name}").joinpath("book.md").read_text(encoding="utf-8")
