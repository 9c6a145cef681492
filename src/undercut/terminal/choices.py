"""What the command line's words choose: a game, its options, its opponents."""

from __future__ import annotations

from collections.abc import Sequence

from undercut.errors import BadRules
from undercut.games.contract import Option
from undercut.games.registry import modules
from undercut.play.game import Game, game


def choose_game(name: str, rules: str | None, changes: Sequence[str], seats: int | None) -> Game:
    """Choose a game from the command line's words.

    Args:
        name: The game's name.
        rules: The rule set's name, or None for the default.
        changes: Single options, each ``name=value``.
        seats: The number of seats, or None for the least.

    Raises:
        BadRules: Anything of this does not exist or does not fit; all faults are listed.

    Example:
        >>> choose_game("cuttle", "denexa", ["seven=2", "kings=21,14,10,7,4"], None).rules
        {'set': 'denexa', 'kings': [21, 14, 10, 7, 4], 'seven': 2}
    """
    files = modules(name)
    known = {option.name: option for option in files.options}
    chosen: dict[str, object] = {"set": rules or next(iter(files.rule_sets))}
    faults: list[str] = []
    for change in changes:
        option, equals, value = change.partition("=")
        if not equals:
            faults.append(f"--set {change}: write name=value, such as {files.options[0].name}=...")
        else:
            chosen[option] = read_value(known[option], value) if option in known else value
    if faults:
        raise BadRules(faults)
    return game(name, rules=chosen, seats=seats)


def read_value(option: Option, text: str) -> object:
    """Read an option's value as it is typed.

    Args:
        option: The option.
        text: The value; numbers of a list are parted by commas.

    Returns:
        The value that fits the option, or the text itself where none does.

    Example:
        >>> read_value(Option("nine_freeze", "CU-9a", (False, True)), "true")
        True
    """
    if option.kind == "numbers":
        parts = text.replace(",", " ").split()
        return [_number(part) for part in parts]
    for value in option.values if option.kind == "choice" else option.named:
        if text.lower() == ("null" if value is None else str(value).lower()):
            return value
    return _number(text)


def _number(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return text
