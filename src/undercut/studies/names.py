"""Names for the cells of a study, its players, and the rules in which two cells differ."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from undercut.engine.contract import Value
from undercut.games.base import registry
from undercut.games.base.book import question_of, rules_title
from undercut.games.base.words import Question, value_text
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
        return f"{_(self._question.text)} {self.answers}"

    @property
    def answers(self) -> str:
        answers = {"answer": self._question.answer(self.value), "base": self._question.answer(self.base)}
        return _("“{answer}” instead of “{base}”").format(**answers)

    def by_answer(self) -> str:
        """Name the change by the option's question and the new answer."""
        question = self._question
        return _("“{question} {answer}”").format(question=_(question.text), answer=question.answer(self.value))

    def by_code(self) -> str:
        """Name the change as the options do."""
        return f"{self.option} = {value_text(self.value)}"

    @property
    def _question(self) -> Question:
        option = next(option for option in registry.spec(self.game).options if option.name == self.option)
        return question_of(registry.spec(self.game), option)


Naming = Callable[[OptionChange], str]  # names the change of an option where several are listed


def game_of(study: Study, cell: CellResult) -> Game:
    return game(study.game, rules=cast("Rules", cell.rules), seats=cell.seats)


def option_changes(study: Study, cell: CellResult, base: CellResult) -> tuple[OptionChange, ...]:
    """List the options in which a cell differs from another."""
    options, others = game_of(study, cell).options, game_of(study, base).options
    return tuple(
        OptionChange(study.game, name, value, base=others[name])
        for name, value in options.items()
        if value != others[name]
    )


def difference(study: Study, cell: CellResult, base: CellResult, naming: Naming = OptionChange.by_code) -> str:
    """Describe how a cell differs from another, for the beginning of a sentence that ends with a colon."""
    if cell.seats != base.seats:
        return _("{seats} players instead of {base}").format(seats=cell.seats, base=base.seats)
    if by_name(cell) and by_name(base):
        rules, others = (rules_name(study, named, naming) for named in (cell, base))
        return _("{rules} instead of {base}").format(rules=rules, base=others)
    changes = option_changes(study, cell, base)
    return changes[0].text if len(changes) == 1 else ", ".join(map(naming, changes))


def short(study: Study, cell: CellResult, base: CellResult, naming: Naming = OptionChange.by_code) -> str:
    """Name a cell in a chart or a table, by what differs from its base."""
    if cell.seats != base.seats:
        return _("{seats} players").format(seats=cell.seats)
    if by_name(cell) and by_name(base):
        return rules_name(study, cell, naming)
    return ", ".join(map(naming, option_changes(study, cell, base))) or rules_name(study, cell, naming)


def by_name(cell: CellResult) -> bool:
    """Whether the rules of a cell are a rule set without changes."""
    return isinstance(cell.rules, str)


def rules_name(study: Study, cell: CellResult, naming: Naming = OptionChange.by_code) -> str:
    """Return the title of a cell's rules, with the options that are changed."""
    chosen = game_of(study, cell)
    title = rules_title(study.game, chosen.rule_set)
    changes = (OptionChange(study.game, name, value, base=value) for name, value in chosen.changes.items())
    changed = ", ".join(map(naming, changes))
    return _("{rules} with {changes}").format(rules=title, changes=changed) if changed else title


def players(policies: Sequence[str]) -> str:
    """Name the players, as "greedy players" or "greedy against random"."""
    if len(set(policies)) > 1:
        return _(" against ").join(dict.fromkeys(policies))
    name = policies[0]
    return _(_PLAYERS[name]) if name in _PLAYERS else _("players “{name}”").format(name=name)


def players_code(policies: Sequence[str]) -> str:
    return policies[0] if len(set(policies)) == 1 else " + ".join(policies)


def part_name(part: str) -> str:
    """Name a part of the variance of a `SkillShare`."""
    return _(_PARTS[part]) if part in _PARTS else part
