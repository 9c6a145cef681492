"""HTML from the Markdown of the rule books, with clauses and options as links."""

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import cast

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape

from undercut.engine.contract import Option, Value
from undercut.games.base import registry
from undercut.games.base.book import question_of, read_book, read_value
from undercut.games.base.words import Pile
from undercut.translation import _

_WRITTEN = re.compile(r"\s\((?:written\s)?`[^()]*\)")
_CLAUSE_ID = re.compile(r"\b[A-Z]{2}-\w+")


def to_html(name: str, text: str) -> str:
    return _writer().render(text, _targets(name))


def for_players(text: str) -> str:
    """Leave out how records write a move or an end: codes in brackets, with what else these say.

    Examples:
        >>> for_players("You win (`went_out`). Play it at once (written `Aw^`, or `ok` to keep it).")
        'You win. Play it at once.'
    """
    return _WRITTEN.sub("", text)


def inline_html(name: str, text: str) -> str:
    return _writer().renderInline(text, _targets(name))


def plain_html(text: str) -> Markup:
    """Convert a sentence in Markdown to HTML without links, for labels."""
    return Markup(_writer().renderInline(text, {"clauses": (), "options": {}}))  # noqa: S704  our own books


def isolate(text: str, names: Sequence[str]) -> Markup:
    """Escape a text, with each player's name in it isolated, so that its direction of writing changes nothing else."""
    if isinstance(text, Markup):
        return text
    found = _any_of(tuple(names)).split(text)
    # Every other part is a name.
    parts = [f"<bdi>{escape(part)}</bdi>" if place % 2 else escape(part) for place, part in enumerate(found)]
    return Markup("".join(parts))  # noqa: S704  every part is escaped


def glossed(text: str, piles: Iterable[Pile]) -> Markup:
    """Escape a text, with the first mention of each place as a button that explains it.

    Examples:
        >>> glossed("The dump is your dump.", [Pile("dump", "dump", clause="CP-4")])
        Markup('The <button type="button" class="term" popovertarget="term-dump">dump</button> is your dump.')
    """
    ids = {_(pile.row or pile.label).replace("{}", "").strip(): pile.id for pile in piles if pile.clause}
    words = "|".join(map(re.escape, sorted(ids, key=len, reverse=True)))
    button = Markup('<button type="button" class="term" popovertarget="term-{}">{}</button>')

    def explained(found: re.Match[str]) -> str:
        pile = ids.pop(found[0], None)
        return button.format(pile, found[0]) if pile else found[0]

    return Markup(re.sub(rf"\b(?:{words})\b", explained, str(escape(text))) if ids else escape(text))  # noqa: S704  as above


def cite(clause: str, rules_address: str) -> Markup:
    """Link to a clause by its title."""
    title = read_book(rules_address.partition("?")[0].rpartition("/")[2]).clause(clause).title
    link = '<a class="cite" href="{}#{}" title="{}">§ {}</a>'
    return Markup(link).format(rules_address, clause, clause, title)  # noqa: S704  format escapes its arguments


@lru_cache(maxsize=1024)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(filter(None, names), key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)" if longest_first else "(?!)()")


def bdi(name: str) -> Markup:
    return name if isinstance(name, Markup) else Markup(f"<bdi>{escape(name)}</bdi>")  # noqa: S704  as above


def _targets(name: str) -> EnvType:
    book = read_book(name)
    return {
        "clauses": {clause.id for clause in book.clauses},
        "options": {option.name: option for option in registry.spec(name).options},
        "game": registry.spec(name),
    }


@cache
def _writer() -> MarkdownIt:
    writer = MarkdownIt("commonmark", {"html": False})
    writer.add_render_rule("text", _text)
    writer.add_render_rule("code_inline", _code)
    return writer


def _text(
    self: RendererHTML,  # noqa: ARG001  the library calls it as a method
    tokens: Sequence[Token],
    place: int,
    options: OptionsDict,  # noqa: ARG001  as above
    env: EnvType,
) -> str:
    def link(match: re.Match[str]) -> str:
        clause = match[0]
        return f'<a href="#{clause}">{clause}</a>' if clause in env["clauses"] else clause

    return _CLAUSE_ID.sub(link, escapeHtml(tokens[place].content))


def _code(
    self: RendererHTML,  # noqa: ARG001  as above
    tokens: Sequence[Token],
    place: int,
    options: OptionsDict,  # noqa: ARG001  as above
    env: EnvType,
) -> str:
    """Render code; an option, alone or with a value, in the words of its question, as a link to its clause."""
    content = tokens[place].content
    name, _sign, value = content.partition("=")
    option: Option | None = env["options"].get(name)
    if option is None:
        return f"<code>{escapeHtml(content)}</code>"
    question = question_of(env["game"], option)
    words = (
        f"{_(question.text)} {question.answer(cast('Value', read_value(option, value)))}" if value else question.text
    )
    return f'<a href="#{option.clause}">“{escapeHtml(words)}”</a>'
