"""A table's page, its record, and the review of a finished game."""

from collections.abc import Mapping
from typing import cast

from undercut.games.base.game_types import TABLE_REASONS
from undercut.pages.addresses import Cards, ReviewAddress, retry_address
from undercut.pages.answers import Page, Preferences
from undercut.pages.board.table_page import RefusedName, board_context
from undercut.pages.learning import review as reviewing
from undercut.pages.learning.review import ReviewPage
from undercut.pages.learning.verdicts import RetryPage, retry_at
from undercut.pages.new_page import NewPage, new_page
from undercut.table.commands import NotYours
from undercut.table.judged import Progress, Review
from undercut.table.opening.terms import read_choices, usual_zero
from undercut.table.parts import Reader
from undercut.table.replay import SEALED
from undercut.table.scene import Scene
from undercut.table.table import Table
from undercut.translation import _

_LONGEST = 40  # most characters of a number or a move in an address


def table_page(
    scene: Scene,
    *,
    card: str | None = None,
    log: str | None = None,
    review: Review | None = None,
    refused: RefusedName | None = None,
) -> Page[Scene]:
    def context(_preferences: Preferences) -> Mapping[str, object]:
        return board_context(scene, chosen=card, log=log, review=review, refused=refused)

    return Page("table.html", scene, context=context, status=422 if refused else 200)


def rules_form(scene: Scene) -> Page[NewPage]:
    if scene.can.change is not True:
        raise NotYours(_("Only the host of a table can change its rules, and only before the deal."))
    fields = {"game": scene.game, "rules": scene.rules, "players": len(scene.seats), "against": "friends"}
    fields["best_of"] = scene.match.best_of if scene.match else 0
    if clock := scene.clock:
        zero = "" if clock.zero == usual_zero(len(scene.seats)) else clock.zero
        fields["clock"] = {"time": clock.time, "zero": zero}
    draft = read_choices(cast("dict[str, object]", fields))
    return Page("new.html", new_page(draft, table=scene.table, version=scene.version), "play")


def record_of(table: Table) -> tuple[dict[str, object], str]:
    if table.state is None or table.phase != "over":
        raise NotYours(_("The record is available when the game is over."))
    if table.sealed:
        raise NotYours(_(SEALED))
    return cast("dict[str, object]", table.state.record()), f"{table.game.name}-{table.id[:6]}.json"


def review_of(
    table: Table, reader: Reader, progress: Progress, move: int | None, cards: Cards, line: int
) -> Page[ReviewPage]:
    page = reviewing.review_page(table, reader, progress)
    number = min(move or reviewing.first_shown(table, reader, progress), page.moves + 1)
    address = ReviewAddress(table.id, number, cards, line)

    def context(_preferences: Preferences) -> Mapping[str, object]:
        shown = reviewing.review_scene(table, page, address)
        rings = reviewing.compared_moves(table, page, address)
        told = {
            move: table.lines[table.steps[move - 1].line].for_reader(reader).text
            for move in reviewing.listed_moves(len(table.steps), number)
        }
        if page.moves in told and table.state and table.state.result and table.state.result.reason in TABLE_REASONS:
            told[page.moves + 1] = page.result  # a resignation, say, ended the game after the last move
        return board_context(shown, rings=rings) | {"moment": reviewing.review_moment(page, address, shown, told)}

    return Page("review.html", page, "games", context)


def retry(table: Table, reader: Reader, review: Review, move: int | None, attempt: str) -> Page[RetryPage]:
    tried = retry_at(table, reader, review, move, attempt)
    return Page("retry.html", tried.page(), "games", lambda _: board_context(tried.scene) | {"retry": tried})


def address_of_try(table: str, number: str, move: str) -> str:
    return retry_address(table, number[:_LONGEST], move[:_LONGEST])
