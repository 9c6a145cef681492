"""The rules that a person chooses on the command line, and ``undercut rules``, which prints them."""

from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter
from cyclopts.completion import CompletionContext

from undercut.cli import terminal
from undercut.decoding import JSON
from undercut.errors import BadRules, BadSettings
from undercut.games.base import book as books
from undercut.games.base import registry
from undercut.games.base.words import value_text
from undercut.play.game import Game
from undercut.play.game import game as make_game


def _chosen_games(context: CompletionContext) -> list[str]:
    game = context.get("game")
    return [game.raw] if game and game.raw in registry.names() else list(registry.names())


def _rule_sets(context: CompletionContext) -> list[str]:
    return [name for game in _chosen_games(context) for name in registry.spec(game).rule_sets]


def _clauses(context: CompletionContext) -> list[tuple[str, str]]:
    return [(clause.id, clause.title) for game in _chosen_games(context) for clause in books.read_book(game).clauses]


def _changes(context: CompletionContext) -> list[str]:
    return [f"{option.name}=" for game in _chosen_games(context) for option in registry.spec(game).options]


_RULE_SETS = " ".join(f"{spec.title}: {', '.join(spec.rule_sets)}." for spec in map(registry.spec, registry.names()))
_OPTIONS_HELP = "Change an option: name=value, repeatable; `undercut rules GAME` lists the options."

GameName = Annotated[str, Parameter(choices=registry.names(), help="The game.")]
RuleSet = Annotated[
    str | None, Parameter(completer=_rule_sets, help=f"The rule set; the first one by default. {_RULE_SETS}")
]
Changes = Annotated[
    tuple[str, ...], Parameter(name="--set", completer=_changes, negative="", show_default=False, help=_OPTIONS_HELP)
]


def choose_game(
    name: str, rules: str | None, changes: Sequence[str], seats: int | None, others: Sequence[str] = ()
) -> Game:
    """Return the chosen game; its faults are named together with those of other options."""
    try:
        chosen = make_game(name, rules=read_rules(name, rules, changes), seats=seats)
    except BadRules as error:
        raise BadSettings([*error.faults, *others]) from None
    if others:
        raise BadSettings(others)
    return chosen


def read_rules(name: str, rules: str | None, changes: Sequence[str]) -> dict[str, object]:
    spec = registry.spec(name)
    known = {option.name: option for option in (*spec.options, *spec.research.options)}
    chosen: dict[str, object] = {"set": rules or next(iter(spec.rule_sets))}
    faults: list[str] = []
    for change in changes:
        option, equals, value = change.partition("=")
        if not equals:
            faults.append(f"--set {change}: write name=value, such as {spec.options[0].name}=...")
        else:
            chosen[option] = books.read_value(known[option], value) if option in known else value
    if faults:
        raise BadRules(faults)
    return chosen


def rules_text(game: Game) -> str:
    changes = [f"{name}={value_text(value)}" for name, value in game.changes.items()]
    return game.rule_set + (" with " + ", ".join(changes) if changes else "")


def rules(
    game: GameName,
    clause: Annotated[
        str | None, Parameter(completer=_clauses, help="One clause, such as CU-31, or a word to search for.")
    ] = None,
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    json: terminal.Json = False,
    plain: terminal.Plain = False,
) -> int:
    """Print a game's rule book, one clause, or the clauses that contain a word, with rule changes marked."""
    chosen, screen = choose_game(game, rules, changes, None), terminal.this_terminal(plain=plain)
    book = books.read_book(game)
    clauses = book.find(clause) if clause else book.clauses
    if json:
        written: list[JSON] = [_clause_json(chosen, clause) for clause in clauses]
        terminal.print_json({"game": game, "rules": chosen.rules, "clauses": written})
        return terminal.DONE
    screen.line(f"{_which(chosen)}\n")
    if clause:
        screen.markdown("\n\n".join(books.clause_markdown(game, clause, chosen.options) for clause in clauses))
    else:
        screen.markdown(books.book_markdown(game, chosen.options))
    return terminal.DONE


def _clause_json(game: Game, clause: books.Clause) -> JSON:
    options: list[JSON] = [
        books.chosen_text(clause, option, game.options[option.name])
        for option in books.options_of(game.name, clause.id)
    ]
    return {"id": clause.id, "title": clause.title, "text": clause.text, "options": options}


def _which(game: Game) -> str:
    """Say by which rules the book is printed, and which ones the site plays."""
    changes = "".join(f", {name}={value_text(value)}" for name, value in game.changes.items())
    text = f"By {books.rules_title(game.name, game.rules)} ({game.rule_set}{changes})."
    if game.rules == next(iter(game.spec.rule_sets)):
        text += " These are the default in the terminal."
    site = books.recommended(game.spec)
    if game.rules != site:
        text += f" The site plays {books.rules_title(game.name, site)} unless a table chooses others: --rules {site}."
    return text
