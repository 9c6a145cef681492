"""The ``undercut rules`` command: print a rule book."""

from __future__ import annotations

from undercut.cli.exits import DONE
from undercut.cli.screen import Screen, print_json
from undercut.games.base.book import book_markdown, chosen_text, clause_markdown, options_of, read_book, rules_title
from undercut.games.base.questions import recommended
from undercut.games.base.reader import JSON
from undercut.games.base.words import value_text
from undercut.play.game import Game


def rules(screen: Screen, game: Game, wanted: str | None, *, as_json: bool) -> int:
    """Print the rule book."""
    book = read_book(game.name)
    clauses = book.find(wanted) if wanted else book.clauses
    if as_json:
        written: list[JSON] = []
        for clause in clauses:
            options: list[JSON] = [
                chosen_text(clause, option, game.options[option.name]) for option in options_of(game.name, clause.id)
            ]
            written.append({"id": clause.id, "title": clause.title, "text": clause.text, "options": options})
        print_json({"game": game.name, "rules": game.rules, "clauses": written})
        return DONE
    screen.line(f"{_which(game)}\n")
    if wanted:
        screen.markdown("\n\n".join(clause_markdown(game.name, clause, game.options) for clause in clauses))
    else:
        screen.markdown(book_markdown(game.name, game.options))
    return DONE


def _which(game: Game) -> str:
    """Say by which rules the book is printed, and which ones the site plays."""
    changes = "".join(f", {name}={value_text(value)}" for name, value in game.changes.items())
    said = f"By {rules_title(game.name, game.rules)} ({game.rule_set}{changes})."
    if game.rules == next(iter(game.spec.rule_sets)):
        said += " These are the default in the terminal."
    site = recommended(game.spec)
    if game.rules != site:
        said += f" The site plays {rules_title(game.name, site)} unless a table chooses others: --rules {site}."
    return said
