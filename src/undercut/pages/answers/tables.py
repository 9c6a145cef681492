"""A table's page, its record, and the review of a finished game."""

from __future__ import annotations

from typing import cast

from undercut.pages.answers import Page
from undercut.pages.board.table_page import RefusedName, board_context
from undercut.pages.errors import Missing
from undercut.pages.learning import review as reviews
from undercut.pages.learning.review_board import RetryPage, retry_context, review_context
from undercut.table.commands import NotYours
from undercut.table.judged import Progress, Review
from undercut.table.parts import Reader
from undercut.table.replay import SEALED
from undercut.table.scene import Scene
from undercut.table.table import Table
from undercut.translation import _


def table_page(
    scene: Scene,
    *,
    card: str | None = None,
    log: str | None = None,
    review: Review | None = None,
    refused: RefusedName | None = None,
) -> Page[Scene]:
    """Show a table, with what a card can do, or with the reason against a name."""
    status = 422 if refused else 200
    return Page(
        "table.html",
        scene,
        context=lambda _: board_context(scene, chosen=card, log=log, review=review, refused=refused),
        status=status,
    )


def record_of(table: Table) -> tuple[dict[str, object], str]:
    """Return the record of a finished game and the name of its file."""
    if table.state is None or table.phase != "over":
        message = _("The record is available when the game is over.")
        raise NotYours(message)
    if table.sealed:
        raise NotYours(_(SEALED))
    return cast("dict[str, object]", table.state.record()), f"{table.game.name}-{table.id[:6]}.json"


def review_of(
    table: Table, reader: Reader, progress: Progress, move: int | None, cards: reviews.Cards, line: int
) -> Page[reviews.ReviewPage]:
    """Show the review of a finished game at one move, as far as it is computed."""
    page = reviews.review_page(table, reader, progress)
    number = min(move or reviews.first_shown(progress.review, reader), page.moves + 1)
    address = reviews.Address(table.id, cards, number, line)
    retries = len(reviews.mistakes(progress.review, reader))
    return Page(
        "review.html",
        page,
        "games",
        lambda preferences: review_context(table, page, address, preferences) | {"retries": retries},
    )


def retry(table: Table, reader: Reader, review: Review, move: int | None, attempt: str) -> Page[RetryPage]:
    """Show a position in which the reader made a mistake, and the judgement of a move that is tried there."""
    numbers = reviews.mistakes(review, reader) or reviews.mistakes(review, None)
    number = numbers[0] if move is None and numbers else move
    if number not in numbers:
        raise Missing
    place = numbers.index(number) + 1
    judged = next(one for one in review.judged if one.number == number)
    said = reviews.answer_to(judged, attempt) if attempt else None
    page = RetryPage(
        table.id,
        table.game.spec.title,
        number,
        place,
        len(numbers),
        attempt if said else None,
        said.kind in ("best", "good") if said else None,
        said.text if said else "",
    )
    following = numbers[place] if place < len(numbers) else None
    return Page(
        "retry.html",
        page,
        "games",
        lambda preferences: (
            retry_context(table, review, number, attempt, said, reader, preferences) | {"following": following}
        ),
    )
