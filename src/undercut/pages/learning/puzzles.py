"""The page of today's puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from undercut.draw.read import number, seat_cards
from undercut.games.base.parts.lessons import Lesson
from undercut.games.base.registry import names, spec
from undercut.lessons.course import puzzles
from undercut.lessons.learner import Learned, days_solved, harder, nearest, puzzle_of_day, rating, solved
from undercut.pages.assets import sprite_address
from undercut.table.opening.daily import streak

PuzzleState = Literal["new", "missed", "late", "right"]  # late: solved after a wrong try

_FANNED = 6  # most cards of a hand in a picture


class TodaysPuzzle(Struct, frozen=True):
    """A game's puzzle of the day, with the reader's rating and another puzzle."""

    game: str
    title: str
    rating: int
    address: str
    state: PuzzleState
    yours: int  # the reader's rating
    solved: int  # number of the game's puzzles that the reader has solved
    number: int  # of all puzzles of the game
    harder: str  # the address of a puzzle harder than today's, once that is solved, else at your rating; may be empty
    hand: list[str]  # cards that the reader has to play, for the picture

    @property
    def sprite(self) -> str:
        """The address of the cards' pictures."""
        return sprite_address(spec(self.game).pack)


class PuzzlesPage(Struct, frozen=True):
    """Today's puzzles."""

    day: str
    streak: int
    puzzles: list[TodaysPuzzle]


def puzzles_page(known: Sequence[Learned], day: str) -> PuzzlesPage:
    """Put together the page for what a guest has tried."""
    todays = [puzzle for name in names() if (puzzle := puzzle_of_day(name, day))]
    return PuzzlesPage(day, streak(days_solved(known), day), [_todays_puzzle(known, day, puzzle) for puzzle in todays])


def _todays_puzzle(known: Sequence[Learned], day: str, puzzle: Lesson) -> TodaysPuzzle:
    game = puzzle.game
    tries = (learned for learned in known if (learned.game, learned.lesson, learned.day) == (game, puzzle.name, day))
    yours, state = rating(known, game), _state(next(tries, None))
    is_solved = state in {"right", "late"}
    following = harder(known, game, puzzle.rating) if is_solved else nearest(known, game, yours)
    return TodaysPuzzle(
        game=game,
        title=spec(game).title,
        rating=puzzle.rating,
        address=f"/learn/{game}/{puzzle.name}/1",
        state=state,
        yours=yours,
        solved=sum(of == game and name.startswith("puzzle-") for of, name in solved(known)),
        number=len(puzzles(game)),
        harder=f"/learn/{game}/{following.name}/1" if following else "",
        hand=_hand(puzzle)[:_FANNED],
    )


def _hand(puzzle: Lesson) -> list[str]:
    start = puzzle.steps[0].start or {}
    return seat_cards(start, "hands", number(start, "to_move"))


def _state(learned: Learned | None) -> PuzzleState:
    if learned is None or (learned.right and not learned.done):
        return "new"
    if not learned.done:
        return "missed"
    return "right" if learned.right else "late"
