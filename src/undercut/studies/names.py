"""Names for the cells of a study, its players, and the rules in which two cells differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from undercut.engine.contract import Value
from undercut.games.base import registry
from undercut.games.base.book import question_of, rules_title
from undercut.games.base.words import value_text
from undercut.play.game import Game, Rules, game
from undercut.studies.results import CellResult, Study
from undercut.translation import N_, _

_PLAYERS = {"random": N_("random players"), "greedy": N_("greedy players")}
_PARTS = {"deal": N_("the deal"), "seat": N_("the seat"), "player": N_("the player"), "rest": N_("the rest")}


@dataclass(frozen=True, slots=True)
class OptionChange:
    """An option in which a cell differs from its base."""

    game: str
    option: str
    value: Value
    base: Value

    @property
    def text(self) -> str:
        """The change as the option's question with both answers."""
        option = next(each for each in registry.spec(self.game).options if each.name == self.option)
        question = question_of(registry.spec(self.game), option)
        answers = {"answer": question.answer(self.value), "base": question.answer(self.base)}
        return f"{_(question.text)} {_('“{answer}” instead of “{base}”').format(**answers)}"

    @property
    def code(self) -> str:
        """The change as the options name it."""
        return f"{self.option} = {value_text(self.value)}"


def game_of(study: Study, cell: CellResult) -> Game:
    """Return the game of a cell with its rules."""
    return game(study.game, rules=cast("Rules", cell.rules), seats=cell.seats)


def option_changes(study: Study, cell: CellResult, base: CellResult) -> tuple[OptionChange, ...]:
    """List the options in which a cell differs from another."""
    here, there = game_of(study, cell).options, game_of(study, base).options
    return tuple(OptionChange(study.game, name, here[name], there[name]) for name in here if here[name] != there[name])


def difference(study: Study, cell: CellResult, base: CellResult) -> str:
    """Describe how a cell differs from another, for the beginning of a sentence that ends with a colon."""
    if cell.seats != base.seats:
        named = {"seats": cell.seats, "base": base.seats}
        return _("{seats} players instead of {base}").format(**named)
    if by_name(cell) and by_name(base):
        named = {"rules": rules_name(study, cell), "base": rules_name(study, base)}
        return _("{rules} instead of {base}").format(**named)
    found = option_changes(study, cell, base)
    return found[0].text if len(found) == 1 else ", ".join(each.code for each in found)


def short(study: Study, cell: CellResult, base: CellResult) -> str:
    """Name a cell in a chart or a table, by what differs from its base."""
    if cell.seats != base.seats:
        return _("{seats} players").format(seats=cell.seats)
    if by_name(cell) and by_name(base):
        return rules_name(study, cell)
    return ", ".join(each.code for each in option_changes(study, cell, base)) or rules_name(study, cell)


def by_name(cell: CellResult) -> bool:
    """Whether the rules of a cell are a rule set without changes."""
    return isinstance(cell.rules, str)


def rules_name(study: Study, cell: CellResult) -> str:
    """Return the title of a cell's rules, with the options that are changed."""
    chosen = game_of(study, cell)
    title = rules_title(study.game, chosen.rule_set)
    changed = ", ".join(f"{name} = {value_text(value)}" for name, value in chosen.changes.items())
    return _("{rules} with {changes}").format(rules=title, changes=changed) if changed else title


def players(policies: Sequence[str]) -> str:
    """Name the players, as "greedy players" or "greedy against random"."""
    if len(set(policies)) > 1:
        return _(" against ").join(dict.fromkeys(policies))
    name = policies[0]
    return _(_PLAYERS[name]) if name in _PLAYERS else _("players “{name}”").format(name=name)


def players_code(policies: Sequence[str]) -> str:
    """Name the players in a table, by their policies."""
    return policies[0] if len(set(policies)) == 1 else " + ".join(policies)


def part_name(part: str) -> str:
    """Name a part of the variance."""
    return _(_PARTS[part]) if part in _PARTS else part
