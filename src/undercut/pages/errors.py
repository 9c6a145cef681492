"""The page of a refused request or an error."""

from collections.abc import Sequence
from http import HTTPStatus

from msgspec import Struct, field

from undercut.errors import BadPosition, BadRecord, BadRules, UndercutError
from undercut.games.base.registry import names, spec
from undercut.pages.addresses import rule_address
from undercut.table.commands import NotPossible, NotYours, TooLate
from undercut.table.events import RulesStamp
from undercut.translation import N_, _

TOO_MANY = "Too many at once"  # the title of the page that says that a quota is used up
BANNED = "Banned"  # the title of the page for clients that the owner has banned


class ErrorPage(Struct, frozen=True):
    status: int
    title: str
    detail: str
    clause: str | None = None
    faults: list[str] = field(default_factory=list[str])
    version: int | None = None
    table: str | None = None
    request: str | None = None
    rules: RulesStamp | None = None

    @property
    def rule_address(self) -> str:
        games = [name for name in names() if self.clause and self.clause.startswith(f"{spec(name).words.prefix}-")]
        return rule_address(games[0], self.rules, self.clause or "") if games else ""

    @property
    def more(self) -> list[str]:
        return [fault for fault in self.faults if fault != self.detail]

    @property
    def leads_back(self) -> bool:
        return bool(self.table) and self.status != HTTPStatus.NOT_FOUND

    @property
    def advice(self) -> str:
        if self.status == HTTPStatus.NOT_FOUND and self.table:
            return _(_NO_TABLE)
        advice = _ADVICE.get(self.status)
        return _(advice) if advice and self.title not in (_(TOO_MANY), _(BANNED)) else ""


_NO_TABLE = N_(
    "The address may be mistyped or incomplete, or the table never existed. Table links are long; copy them whole."
)

_ADVICE = {
    400: N_("Go back and try again; your input should still be there."),
    403: N_("To play, open your seat link on this device, or sit down at an open table."),
    404: N_("The address may be mistyped or incomplete."),
    405: N_("This address does not accept that method; the API page lists the methods of each address."),
    409: N_("Another player acted first, or you had the page open twice. Nothing was lost; go back to the table."),
    413: N_("Records and forms have a size limit here. A record of one game is always small enough."),
    422: N_("Nothing was changed. Go back, correct it, and send it again."),
    429: N_("Too many requests came from your network in a short time. Wait a minute, then try again."),
    500: N_("The error is on our side, not yours. Every confirmed move is saved. Try again in a moment."),
    503: N_("Every confirmed move is saved. Try again in a moment; games continue where they left off."),
}

_MOST = 20
_LONGEST = 300


class Missing(UndercutError):  # noqa: N818  reads better without "Error"
    """There is nothing at an address."""


def few_faults(faults: Sequence[str]) -> list[str]:
    """Return at most 20 lines of at most 300 characters; if there are more faults, the last line counts them."""
    shown = [fault[:_LONGEST] for fault in faults[:_MOST]]
    if len(faults) > _MOST:
        shown[-1] = _("and {count} more").format(count=len(faults) - _MOST + 1)
    return shown


def refusal_page(error: Exception) -> ErrorPage | None:
    match error:
        case Missing():
            return ErrorPage(404, _("Not found"), _("There is nothing at this address."))
        case TooLate():
            return ErrorPage(409, _("Too late"), str(error), version=error.version)
        case NotYours():
            return ErrorPage(403, _("Not allowed"), str(error))
        case NotPossible():
            return ErrorPage(422, _("Not possible"), str(error), clause=error.clause, rules=error.rules)
        case BadRules() | BadRecord() | BadPosition():
            faults = few_faults(error.faults)
            return ErrorPage(422, _("Not possible"), faults[0], faults=faults)
        case UndercutError():
            return ErrorPage(422, _("Not possible"), str(error))
        case _:
            return None
