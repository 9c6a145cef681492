"""What there is to read beside the tables: rule books, settings, about, the source."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, QueryParameter
from litestar.response import Redirect
from litestar.status_codes import HTTP_303_SEE_OTHER
from msgspec import Struct

from undercut.errors import BadRules
from undercut.games.book import read_value
from undercut.games.reader import JSON
from undercut.games.registry import NAMES, modules
from undercut.play.game import Game, game
from undercut.server.web.choices import game_cards
from undercut.server.web.look import COOKIE, look_from
from undercut.server.web.pages import AboutPage, GameCard
from undercut.server.web.replies import show, wants_page
from undercut.server.web.rulebook import RuleSetLine, RulesPage, rule_json, rule_sets, rules_page
from undercut.server.web.security import SiteRequest
from undercut.server.web.source import source_zip

_YEAR = 365 * 24 * 3600

OneRuleSet = Annotated[str | None, QueryParameter(name="rules", max_length=40, description="A rule set's name.")]
Changes = Annotated[
    list[str] | None,
    QueryParameter(name="set", max_items=40, description="Single options that differ from it, each `name=value`."),
]
Sought = Annotated[str, QueryParameter(name="find", max_length=80, description="A clause's id, or a word.")]


class RulesIndex(Struct, frozen=True):
    """All rule books.

    Args:
        games: The games.
        rule_sets: Each game's rule sets.
    """

    games: list[GameCard]
    rule_sets: dict[str, tuple[RuleSetLine, ...]]


class SettingsPage(Struct, frozen=True):
    """The settings of this browser.

    Args:
        saved: Whether they have just been kept.
    """

    saved: bool = False


@get("/rules", summary="All rule books", tags=["rules"])
async def show_books(request: SiteRequest) -> Response[RulesIndex]:
    """List the games and their rule sets."""
    page = RulesIndex(game_cards(), {name: rule_sets(name) for name in NAMES})
    return show(request, "rules_index.html", page, here="rules")


@get("/rules/{name:str}", summary="A rule book", tags=["rules"])
async def show_book(
    request: SiteRequest, name: str, rules: OneRuleSet = None, changes: Changes = None, find: Sought = ""
) -> Response[RulesPage] | Response[dict[str, JSON]]:
    """Show a game's rule book, with what the chosen rules change marked; each clause's id is its anchor."""
    chosen = chosen_game(name, rules, changes or [])
    if not wants_page(request):
        return show(request, "rules.html", rule_json(chosen))
    return show(request, "rules.html", rules_page(chosen, find), here="rules")


@get("/settings", summary="The settings of this browser", tags=["pages"])
async def show_settings(
    request: SiteRequest, saved: Annotated[str, QueryParameter(name="kept", max_length=3)] = ""
) -> Response[SettingsPage]:
    """Show how pages look in this browser, and the keys."""
    return show(request, "settings.html", SettingsPage(saved == "yes"), here="settings")


@post("/settings", summary="Keep the settings of this browser", tags=["pages"], status_code=HTTP_303_SEE_OTHER)
async def keep_settings(
    request: SiteRequest, data: Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
) -> Redirect:
    """Keep how pages are to look in a cookie of this browser."""
    kept = Redirect("/settings?kept=yes", status_code=HTTP_303_SEE_OTHER)
    kept.set_cookie(
        key=COOKIE,
        value=look_from(data).cookie(),
        max_age=_YEAR,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return kept


@get("/about", summary="About the site", tags=["pages"])
async def show_about(request: SiteRequest) -> Response[AboutPage]:
    """Say what this is, whose games these are, and where the source is."""
    return show(request, "about.html", AboutPage(version("undercut"), game_cards()), here="about")


@get("/source.zip", summary="The source", tags=["pages"], media_type="application/zip", sync_to_thread=True)
def send_source() -> bytes:
    """Send the source of the program that runs here."""
    return source_zip()


def chosen_game(name: str, rules: str | None, changes: list[str]) -> Game:
    """Choose the rules that an address names.

    Args:
        name: The game's name.
        rules: A rule set's name, or None for the default.
        changes: Single options, each ``name=value``.

    Raises:
        BadRules: Anything of this does not exist or does not fit.

    Example:
        >>> chosen_game("cuttle", "denexa", ["seven=2"]).rules
        {'set': 'denexa', 'seven': 2}
    """
    files = modules(name)
    known = {option.name: option for option in files.options}
    chosen: dict[str, object] = {"set": rules or next(iter(files.rule_sets))}
    for change in changes:
        option, _, value = change.partition("=")
        chosen[option] = read_value(known[option], value) if option in known else value
    seats = _seats_that_fit(name, chosen)
    return game(name, rules=chosen, seats=seats)


def _seats_that_fit(name: str, chosen: dict[str, object]) -> int | None:
    """The book is the same for all numbers of players; find one that these rules allow, or let them be refused."""
    for seats in modules(name).seats:
        try:
            return game(name, rules=chosen, seats=seats).seats
        except BadRules:
            continue
    return None


READING = [show_books, show_book, show_settings, keep_settings, show_about, send_source]
"""The handlers of this module."""
