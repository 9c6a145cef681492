"""The results of a daily deal in words, and its pars."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from undercut.games.base.sentences import capitalized
from undercut.pages.lobby.played import Outcome, played_game
from undercut.table.listing import LobbyTable
from undercut.table.names import is_default
from undercut.translation import N_, _, ngettext

_DRAWN = N_("drawn after {moves} move"), N_("drawn after {moves} moves")
_RESULTS = {
    "won": (N_("won in {moves} move"), N_("won in {moves} moves")),
    "lost": (N_("lost after {moves} move"), N_("lost after {moves} moves")),
}
_GROUPS = {"won": N_("Won in {low} to {high} moves"), "lost": N_("Lost after {low} to {high}")}
_HEADLINES = {
    "won": N_("You beat {character}!"),
    "lost": N_("{character} won this time"),
}
_MESSAGES = {
    "won": (N_("🏆 Beat {character} in {moves} move"), N_("🏆 Beat {character} in {moves} moves")),
    "lost": (
        N_("🌊 Held out against {character} for {moves} move"),
        N_("🌊 Held out against {character} for {moves} moves"),
    ),
}
_MESSAGE_DRAWN = N_("🤝 Drew with {character} in {moves} move"), N_("🤝 Drew with {character} in {moves} moves")


class Par(Struct, frozen=True):
    """The share of wins of a level in many plays of the deal from the same seat, with its interval."""

    level: str
    plays: int
    share: float
    low: float
    high: float

    @property
    def range(self) -> str:
        """How many plays it is from, and its interval."""
        message = _("{level}: {low} to {high} %, from {plays} plays")
        numbers = {"low": round(100 * self.low), "high": round(100 * self.high)}
        return message.format(level=_(self.level).capitalize(), plays=self.plays, **numbers)


def par_sentence(pars: Sequence[Par]) -> str:
    """Say in one sentence how often the bots win a deal from the reader's seat; empty without a par."""
    first, following = _("a {level} bot wins {share} of 100 games with your cards"), _("a {level} bot {share}")
    messages = (first, *[following] * len(pars))
    told = [
        message.format(level=_(par.level), share=round(100 * par.share))
        for message, par in zip(messages, pars, strict=False)
    ]
    return f"{capitalized(', '.join(told))}." if told else ""


def read_par(data: bytes | None) -> tuple[Par, ...]:
    """Decode a stored par; empty if there is none yet."""
    return msgspec.json.decode(data, type=tuple[Par, ...]) if data else ()


class StoredDay(Struct, frozen=True):
    """The stored data of a day's deal, besides its cards."""

    level: str
    par: tuple[Par, ...]


class DailyResult(Struct, frozen=True):
    """A finished try in the day's table of results, with the person's own moves."""

    name: str
    outcome: Outcome
    moves: int
    yours: bool = False

    @property
    def text(self) -> str:
        """The result in words."""
        singular, plural = _RESULTS.get(self.outcome, _DRAWN)
        return ngettext(singular, plural, self.moves).format(moves=self.moves)

    @property
    def group(self) -> str:
        """The results that the chart of a day counts together, in words: by the outcome, and by tens of moves."""
        tens = max(self.moves - 1, 0) // 10
        message = _(_GROUPS.get(self.outcome, N_("Drawn")))
        return message.format(low=10 * tens + 1, high=10 * tens + 10)

    def headline(self, character: str) -> str:
        """The result as the page says it to its player."""
        return _(_HEADLINES.get(self.outcome, N_("A draw with {character}"))).format(character=character)

    def message(self, character: str) -> str:
        """The result as its player shares it with others, without a word about the cards."""
        singular, plural = _MESSAGES.get(self.outcome, _MESSAGE_DRAWN)
        return ngettext(singular, plural, self.moves).format(character=character, moves=self.moves)


def daily_result(table: LobbyTable, *, yours: bool = False) -> DailyResult:
    """Return the result of a finished try; players without a name of their own are called a guest."""
    seat = next((seat for seat, level in enumerate(table.levels) if not level), 0)  # the person's
    name = _("You") if yours else _("A guest") if is_default(table.players[seat]) else table.players[seat]
    moves = table.played[seat] if table.played else table.moves
    return DailyResult(name, played_game(table, seat).outcome, moves, yours)


def rank(result: DailyResult) -> tuple[bool, bool, int]:
    """Order results: wins first, the shortest first; then draws, and the longest defeats."""
    lost = result.outcome == "lost"
    return result.outcome != "won", lost, -result.moves if lost else result.moves
