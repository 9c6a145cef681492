"""What a game offers to the rest of the library, put together from its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from undercut.cards import Pack
from undercut.engine.contract import MoveParts, Option, Value
from undercut.errors import Reason
from undercut.games.reader import JSON
from undercut.games.sentences import Sentence
from undercut.games.words import GameWords


@dataclass(frozen=True, slots=True)
class GameSpec:
    """What the files of a game offer to the rest of the library.

    Args:
        name: The game's name.
        words: Its title, its piles, its ends.
        options: Its options.
        rule_sets: The named choices of every option, the default first.
        earlier: By rule set, the options that it had otherwise before it was corrected.
        refused: Rule sets that cannot be played, with the reason.
        full_pack: Lists every card that is dealt, given the options.
        seats: How many seats a table may have.
        clash: Lists what is impossible about valid options together.
        parse: Reads a move, given the state and the text; raises ValueError.
        write_move: Writes a move's code.
        parts: Takes a move's code apart.
        sentence: Says what a move does, given the state before it and its code; a game that hides moves also takes
            `hidden`, whether the reader may not know the card.
        over_clause: The clause to cite when the table has ended the game.
        refusal: Says why a move is not legal, given the state and its code.
        fields: The fields of a position beside those of every game.
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
    words: GameWords
    options: tuple[Option, ...]
    rule_sets: dict[str, dict[str, Value]]
    earlier: dict[str, dict[str, Value]]
    refused: dict[str, str]
    full_pack: Callable[[Mapping[str, Value]], list[int]]
    seats: range
    clash: Callable[[dict[str, Value], int], list[str]]
    parse: Callable[[Any, str], int]
    write_move: Callable[[int], str]
    parts: Callable[[int], MoveParts]
    sentence: Callable[..., Sentence]
    over_clause: str
    refusal: Callable[[Any, int], Reason | None]
    fields: set[str]
    write: Callable[[Any], dict[str, JSON]]
    read: Callable[..., None]
    view: Callable[[Any, int | None], dict[str, JSON]]
    arrange: Callable[[Mapping[str, Value], dict[str, JSON], list[str], Random], None] | None
    hides: Callable[[Any, int, int | None], bool]
    attempts: Callable[[Any], dict[str, list[str]]]
    taken_up: Callable[[str], str | None]
    goals: Callable[[Any], list[int] | None]

    @property
    def title(self) -> str:
        """The game's title for people."""
        return self.words.title

    @property
    def pack(self) -> Pack:
        """The pack that its cards are from."""
        return self.words.pack

    @property
    def piles(self) -> tuple[str, ...]:
        """The fields of a position that hold cards, each card in one of them."""
        return tuple(pile.id for pile in self.words.piles)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons that the rules know for an end, at the places of their codes; the first is empty."""
        return self.words.reasons


def assemble(name: str, package: str) -> GameSpec:
    """Put together what the files of a game offer.

    Args:
        name: The game's name.
        package: The package that holds them.
    """
    words, options, notation, refusals, position, view, uses = (
        import_module(f"{package}.{file}")
        for file in ("words", "options", "notation", "refusals", "position", "view", "uses")
    )
    return GameSpec(
        name=name,
        words=words.WORDS,
        options=options.OPTIONS,
        rule_sets=options.RULE_SETS,
        earlier=getattr(options, "EARLIER", {}),
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
        write=position.write,
        read=position.read,
        view=view.view,
        arrange=getattr(view, "arrange", None),
        hides=view.hides,
        attempts=uses.attempts,
        taken_up=uses.taken_up,
        goals=view.goals,
    )
