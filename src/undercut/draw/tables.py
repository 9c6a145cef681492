"""The table of any game: described by its own drawer, or else one zone for each pile."""

from __future__ import annotations

from collections.abc import Iterator

from undercut.draw import read
from undercut.draw.status import status
from undercut.games.base import registry
from undercut.games.base.parts.drawing import (
    HIDDEN,
    Arrangement,
    Drawer,
    Fact,
    Part,
    Side,
    TableDrawing,
    Viewer,
    Zone,
    hand,
    kept,
    simple_items,
)
from undercut.games.base.words import GameWords, Pile, Sight
from undercut.translation import _

_HANDS = "hands"


def table(position: read.Position, viewer: Viewer) -> TableDrawing:
    """Describe a table."""
    words = registry.spec(read.word(position, "game")).words
    seats = read.number(position, "seats", 2)
    return TableDrawing(
        title=f"{words.title}, {seats} players",
        pack=words.pack,
        sides=tuple(_side(position, viewer, seat) for seat in range(seats)),
        bottom=viewer.bottom,
        middle=tuple(_zone(pile, tuple(read.cards(position, pile.id))) for pile in words.piles if not pile.owned),
        status=status(position, viewer, _("Your move")),
        facts=tuple(_facts(position, viewer, words)),
    )


def _side(position: read.Position, viewer: Viewer, seat: int) -> Side:
    words = registry.spec(read.word(position, "game")).words
    held = {pile: read.seat_cards(position, pile.id, seat) for pile in words.piles if pile.owned}
    return Side(
        viewer.owner(seat),
        viewer.heading(seat),
        hand(words.pack, read.seat_cards(position, _HANDS, seat)),
        tuple(_zone(pile, tuple(cards)) for pile, cards in held.items() if pile.id != _HANDS),
        turn=position.get("to_move") == seat,
    )


def _facts(position: read.Position, viewer: Viewer, words: GameWords) -> Iterator[Fact]:
    """State the numbers that mean something now."""
    for name, number in words.told_numbers.items():
        if not number.shown or (number.while_in and not read.cards(position, number.while_in)):
            continue
        value = read.number(position, name, number.values.start)
        word = viewer.heading(value) if number.is_seat else _(said) if (said := number.word(value)) else ""
        if word:
            label = _(number.label) if number.label else name.replace("_", " ")
            yield Fact(name, label.capitalize(), word)


@kept
def _zone(pile: Pile, cards: tuple[str, ...]) -> Zone:
    known = simple_items([card for card in cards if card != HIDDEN])
    arrangement = Arrangement.ROW if pile.sight is Sight.ALL else Arrangement.PILE
    return Zone(pile.id, _(pile.label), (Part(known),), arrangement, count=len(cards))


def drawer(game: str) -> Drawer:
    """Find the function that describes the tables of a game."""
    return registry.spec(game).drawing() or table


def describe(position: read.Position, viewer: Viewer) -> TableDrawing:
    """Describe a table of any game."""
    game = read.word(position, "game")
    if game not in registry.names():
        message = f"game: {registry.no_such_game(game)}"
        raise ValueError(message)
    seats = read.number(position, "seats", 2)
    if viewer.seat is not None and not 0 <= viewer.seat < seats:
        message = f"seat: there is no seat {viewer.seat} at a table of {seats}"
        raise ValueError(message)
    return drawer(game)(position, viewer)
