"""Turn the arguments of the command and of `undercut.lab.study` into a question."""

import shlex
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from os import PathLike
from pathlib import Path
from typing import cast

from undercut.engine.contract import Option, Value
from undercut.errors import BadRules, UndercutError
from undercut.games.base.book import read_value
from undercut.games.base.words import value_text
from undercut.lab.design import ALL, DESIGNS, ONE, Question, value_of
from undercut.play.arguments import read_whole
from undercut.play.game import Game, Rules, game

_MOST_SEATS = 999
_NEAR = 2  # distance from the base of a number's values if the rule sets have no other

Vary = str | Sequence[str] | Mapping[str, Sequence[object]]
"""Names of options, each alone or with values (``"seven=1:2"``); or the values by name; or ``"all"``."""


def ask(
    base: Game,
    *,
    vary: Vary = (),
    design: str = ONE,
    rule_sets: Sequence[str] = (),
    seats: Sequence[int] = (),
    players: Sequence[str] = ("greedy", "random"),
) -> Question:
    if design not in DESIGNS:
        raise UndercutError(f"design: {design!r:.40} is not one of: {', '.join(DESIGNS)}")
    if vary and rule_sets:
        raise UndercutError("vary: not possible with rule sets; compare options of one rule set, or rule sets")
    if rule_sets and base.changes:
        raise UndercutError(f"rule sets: not possible with changed options ({', '.join(base.changes)})")
    names = rule_sets_of(base, rule_sets) if rule_sets else ()
    line_ups = tuple(dict.fromkeys(tuple(each.split("+")) for each in players))
    if not line_ups:
        raise UndercutError("players: name at least one policy, such as greedy")
    return Question(base, _varied(base, vary), design, names, tuple(dict.fromkeys(seats)), line_ups)


def read_names(argument: str, value: object) -> tuple[str, ...]:
    """Read names that callers gave: a list of texts or a single one, each with one name or several between commas."""
    found: list[str] = []
    for each in _listed([value] if isinstance(value, str) else value, argument, "a text or a list of texts"):
        if not isinstance(each, str):
            raise UndercutError(f"{argument}: {each!r:.40} is not a text")
        found += (name.strip() for name in each.split(","))
    return tuple(found)


def read_seats(value: object) -> tuple[int, ...]:
    """Read numbers of players that callers gave: a number, a list, or None for no number."""
    if value is None or (isinstance(value, Sequence) and not isinstance(value, str)):
        return tuple(read_whole("seats", each, 1, _MOST_SEATS) for each in cast("Sequence[object]", value or ()))
    return (read_whole("seats", value, 1, _MOST_SEATS),)


def read_path(argument: str, value: object) -> Path:
    text = str(cast("object", value)) if isinstance(value, str | PathLike) else ""
    if not text or "\0" in text:
        raise UndercutError(f"{argument}: {value!r:.40} is not the path of a file or folder")
    return Path(text)


def _listed(value: object, argument: str, wanted: str) -> Sequence[object]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        raise UndercutError(f"{argument}: {value!r:.40} is not {wanted}")
    return cast("Sequence[object]", value)


def _varied(base: Game, vary: Vary) -> dict[str, tuple[Value, ...]]:
    if isinstance(vary, Mapping):
        return {
            name: values_of(base, name, _listed(values, f"vary: {name}", "a list of values"))
            for name, values in vary.items()
            if read_names("vary", name)
        }
    names = [*read_names("vary", vary)]
    if names == [ALL]:
        return {option.name: values_of(base, option.name) for option in base.spec.options}
    found: dict[str, tuple[Value, ...]] = {}
    faults: list[str] = []
    for each in filter(None, names):
        name, _, values = each.partition("=")
        try:
            option = option_of(base, name)
            found[name] = values_of(base, name, [read_value(option, value) for value in values.split(":") if value])
        except BadRules as error:
            faults += error.faults
    if faults:
        raise BadRules(faults)
    return found


def base_of(chosen: str | Game, rules: Rules | None, rule_sets: Sequence[str], seats: Sequence[int]) -> Game:
    if isinstance(chosen, Game):
        if rules is not None:
            raise UndercutError("rules: not allowed with a Game, which already has them")
        chosen, rules, seats = chosen.name, {"set": chosen.rule_set, **chosen.changes}, seats or (chosen.seats,)
    if rules is None and rule_sets and rule_sets[0] != ALL:
        rules = rule_sets[0]
    return game(chosen, rules=rules, seats=seats[0] if seats else None)


def command_of(question: Question, **options: object) -> str:
    base = question.base
    words = ["undercut", "lab", base.name, "--rules", base.rule_set]
    for name, value in base.changes.items():
        words += ["--set", f"{name}={value_text(value)}"]
    for name, values in question.vary.items():
        words += ["--vary", f"{name}={':'.join(map(value_text, values))}"]
    if question.vary and question.design != ONE:
        words += ["--design", question.design]
    if question.rule_sets:
        words += ["--rule-sets", ",".join(question.rule_sets)]
    if seats := question.seats or ((base.seats,) if base.seats != base.spec.seats[0] else ()):
        words += ["--seats", ",".join(map(str, seats))]
    words += ["--players", ",".join("+".join(line_up) for line_up in question.line_ups)]
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        words += [] if value is None else [flag] if value is True else [flag, str(value)]
    return shlex.join(words)


# --- The values of options -------------------------------------------------------------------------------------------


def values_of(base: Game, name: str, given: Sequence[object] = ()) -> tuple[Value, ...]:
    """Return the values of an option that a study compares with the base's."""
    option = option_of(base, name)
    values = _checked(option, given) if given else _usual(option, base)
    found = tuple(dict.fromkeys(value for value in values if value != value_of(base, name)))
    if not found:
        example = f"--vary {name}=VALUE:VALUE"
        raise BadRules([f"vary: {name}: every value equals the base's; name others: {example}"])
    return found


def option_of(base: Game, name: str) -> Option:
    known = {option.name: option for option in (*base.spec.options, *base.spec.deal_options)}
    if name not in known:
        raise BadRules([f"vary: {name[:40]!r} is not an option of {base.spec.title}; {_hint(base, name, known)}"])
    return known[name]


def _checked(option: Option, given: Iterable[object]) -> list[Value]:
    faults = [f"vary: {option.name}: {fault}" for value in given if (fault := option.fault(value))]
    if faults:
        raise BadRules(faults)
    return [cast("Value", tuple(cast("list[int]", value)) if isinstance(value, list) else value) for value in given]


def _usual(option: Option, base: Game) -> list[Value]:
    if option.kind == "choice":
        return [*option.values]
    usual = base.spec.usual_deal
    found = [*option.named, *({**usual, **values}[option.name] for values in base.spec.rule_sets.values())]
    now = value_of(base, option.name)
    if option.kind == "number" and set(found) <= {now} and isinstance(now, int):
        return [number for number in (now - _NEAR, now + _NEAR) if not option.fault(number)]
    return found


def rule_sets_of(base: Game, names: Sequence[str]) -> tuple[str, ...]:
    """Return the rule sets to compare, the base's first; ``["all"]`` stands for all."""
    known = base.spec.rule_sets
    chosen = tuple(dict.fromkeys([base.rule_set, *(known if [*names] == [ALL] else names)]))
    faults = [
        f"rule sets: {name[:40]!r} is not one of {base.spec.title}; {_hint(base, name, known)}"
        for name in chosen
        if name not in known
    ]
    if not faults and len(chosen) < 2:  # noqa: PLR2004  two to compare
        faults.append(f"rule sets: {', '.join(chosen)} alone cannot be compared; name two or more, or all")
    if faults:
        raise BadRules(faults)
    return chosen


def _hint(base: Game, name: str, known: Iterable[str]) -> str:
    names = [*known]
    near = get_close_matches(name, names, n=1)
    return f"did you mean {near[0]}?" if near else f"{base.spec.title} has {', '.join(names)}"
