"""The rule books as pages: HTML from our Markdown, an anchor for each clause, what the chosen rules change marked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast
from urllib.parse import quote, urlencode

import msgspec
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from undercut.engine.contract import Option, Value
from undercut.errors import BadRules, UndercutError
from undercut.games import registry
from undercut.games.book import Book, Clause, options_of, read_book, read_value, rules_title, value_text
from undercut.games.reader import JSON
from undercut.play.game import Game, game
from undercut.server.tables.events import RulesStamp

_CLAUSE_ID = re.compile(r"\b[A-Z]{2}-\w+")


class RuleValue(msgspec.Struct, frozen=True):
    """One value that an option may have.

    Args:
        value: The value as text.
        html: The sentence that says what it means, as HTML.
        rule_sets: The rule sets that choose it.
    """

    value: str
    html: str
    rule_sets: tuple[str, ...]


class RuleOption(msgspec.Struct, frozen=True):
    """What the chosen rules make of one option of a clause.

    Args:
        name: The option's name.
        chosen: The value that holds.
        usual: The value of the default rule set, where it is another one; empty otherwise.
        others: The other values that the option may have; for numbers those that some rule set has.
    """

    name: str
    chosen: RuleValue
    usual: str
    others: tuple[RuleValue, ...]


class RuleClause(msgspec.Struct, frozen=True):
    """One clause on a page.

    Args:
        id: Its id, also its anchor.
        html: Its words, as HTML.
        options: What the chosen rules make of its options.
    """

    id: str
    title: str
    html: str
    options: tuple[RuleOption, ...]

    @property
    def differs(self) -> bool:
        """Whether the chosen rules change the clause."""
        return any(option.usual for option in self.options)


class RuleSection(msgspec.Struct, frozen=True):
    """A chapter of a rule book.

    Args:
        clauses: Its clauses; none in a chapter of plain text.
        html: The text of a chapter without clauses.
    """

    title: str
    anchor: str
    clauses: tuple[RuleClause, ...] = ()
    html: str = ""


class RuleSetLine(msgspec.Struct, frozen=True):
    """A rule set to choose.

    Args:
        html: Where it comes from and what is special about it, as HTML.
    """

    name: str
    html: str


def sections(chosen: Game) -> tuple[RuleSection, ...]:
    """Write a rule book for the chosen rules, chapter by chapter.

    Args:
        chosen: The game and its rules.

    Example:
        >>> from undercut.play.game import game
        >>> [section.title for section in sections(game("cuttle"))][:2]
        ['Cards and values', 'Deal and turn']
    """
    book = read_book(chosen.name)
    found: dict[str, list[RuleClause]] = {}
    for clause in book.clauses:
        found.setdefault(clause.section, []).append(_clause(chosen, clause))
    with_clauses = [RuleSection(title, _anchor(title), tuple(clauses)) for title, clauses in found.items()]
    chapters = [
        RuleSection(title, _anchor(title), html=to_html(chosen.name, text)) for title, text in book.chapters.items()
    ]
    return (*with_clauses, *chapters)


class RulesPage(msgspec.Struct, frozen=True):
    """What the page of a rule book shows.

    Args:
        game: The game's name.
        rules: The chosen rules.
        rule_set: The rule set that they start from.
        default: The default rule set, from which differences are counted.
        rule_sets: Every rule set.
        changes: The options that differ from the rule set, as ``name=value``.
        introduction: The game in a paragraph, as HTML.
        sections: The chapters, in order.
        find: What a person looks for.
        hits: The clauses that have it.
        lost: Why there are none.
    """

    game: str
    title: str
    rules: RulesStamp
    rule_set: str
    default: str
    rule_sets: tuple[RuleSetLine, ...]
    changes: tuple[str, ...]
    introduction: str
    sections: tuple[RuleSection, ...]
    find: str
    hits: tuple[RuleClause, ...]
    lost: str

    @property
    def changed(self) -> tuple[RuleClause, ...]:
        """The clauses that the chosen rules change."""
        return tuple(clause for section in self.sections for clause in section.clauses if clause.differs)

    @property
    def about(self) -> str:
        """What the rule set is, as HTML."""
        return next(line.html for line in self.rule_sets if line.name == self.rule_set)

    @property
    def heading(self) -> str:
        """What the window is called."""
        usual = self.rule_set == self.default and not self.changes
        return f"Rules of {self.title}" + ("" if usual else f" ({rules_title(self.game, self.rules)})")

    @property
    def lost_sentence(self) -> str:
        """Why nothing was found, as a sentence."""
        return f"{self.lost[0].upper()}{self.lost[1:]}." if self.lost else ""

    @property
    def hits_title(self) -> str:
        """How many clauses were found."""
        return f"{len(self.hits)} clause{'' if len(self.hits) == 1 else 's'}"

    @property
    def first_clause(self) -> str:
        """The id of the first clause."""
        return self.sections[0].clauses[0].id

    @property
    def play_address(self) -> str:
        """The address at which a table with these rules can be opened."""
        changes = [change.partition("=")[::2] for change in self.changes]
        fields = {"game": self.game, "rules.set": self.rule_set} | {f"rules.{name}": value for name, value in changes}
        return f"/new?{urlencode(fields, quote_via=quote)}"


def rules_page(chosen: Game, find: str = "") -> RulesPage:
    """Give what the page of a rule book shows.

    Args:
        chosen: The game and its rules.
        find: What a person looks for: a clause's id or a word; empty for nothing.

    Example:
        >>> from undercut.play.game import game
        >>> [clause.id for clause in rules_page(game("cuttle", rules="denexa")).changed]
        ['CU-31']
    """
    book = read_book(chosen.name)
    chapters = sections(chosen)
    hits, lost = _found(book, find)
    return RulesPage(
        game=chosen.name,
        title=book.title,
        rules=cast("RulesStamp", chosen.rules),
        rule_set=chosen.rule_set,
        default=default_rules(chosen.name),
        rule_sets=rule_sets(chosen.name),
        changes=tuple(f"{name}={written(value)}" for name, value in chosen.changes.items()),
        introduction=to_html(chosen.name, book.introduction),
        sections=chapters,
        find=find,
        hits=tuple(_clause(chosen, clause) for clause in hits),
        lost=lost,
    )


def rule_sets(name: str) -> tuple[RuleSetLine, ...]:
    """List a game's rule sets, the default first, each with a sentence.

    Example:
        >>> [line.name for line in rule_sets("cut_the_rope")]
        ['standard', 'short', 'quick', 'cat-and-mouse']
    """
    texts = read_book(name).rule_sets
    return tuple(RuleSetLine(each, inline_html(name, texts.get(each, ""))) for each in registry.spec(name).rule_sets)


def default_rules(name: str) -> str:
    """Name a game's default rule set."""
    return next(iter(registry.spec(name).rule_sets))


def chosen_game(name: str, rules: str | None, changes: Sequence[str]) -> Game:
    """Choose the rules that an address names, for as few players as they allow: the book is the same for all numbers.

    Args:
        rules: A rule set's name, or None for the default.
        changes: Single options, each ``name=value``.

    Raises:
        BadRules: Anything of this does not exist or does not fit.

    Example:
        >>> chosen_game("cuttle", "denexa", ["seven=2"]).rules
        {'set': 'denexa', 'seven': 2}
    """
    spec = registry.spec(name)
    known = {option.name: option for option in spec.options}
    chosen: dict[str, object] = {"set": rules or default_rules(name)}
    for change in changes:
        option, _, value = change.partition("=")
        chosen[option] = read_value(known[option], value) if option in known else value
    refused = BadRules([])
    for seats in spec.seats:
        try:
            return game(name, rules=chosen, seats=seats)
        except BadRules as error:
            refused = error if not refused.faults else refused
    raise refused


def rule_address(name: str, rules: JSON = None, clause: str = "") -> str:
    """Give the address of a rule book, or of a clause, under the rules that a table plays.

    Args:
        rules: A rule set's name, or ``{"set": name}`` with what differs; None for the default.
        clause: A clause's id; empty for the whole book.

    Example:
        >>> rule_address("cuttle", {"set": "denexa", "kings": [21, 14, 10, 7, 4]}, "CU-31")
        '/rules/cuttle?rules=denexa&set=kings%3D21+14+10+7+4#CU-31'
    """
    query: list[tuple[str, str]] = []
    changes: Mapping[str, JSON] = rules if isinstance(rules, dict) else {"set": rules}
    for option, value in changes.items():
        if option == "set":
            query += [("rules", value)] if isinstance(value, str) else []
        else:
            chosen = cast("Value", tuple(value) if isinstance(value, list) else value)
            query.append(("set", f"{option}={written(chosen)}"))
    asked = f"?{urlencode(query)}" if query else ""
    return f"/rules/{name}{asked}{f'#{clause}' if clause else ''}"


def written(value: Value) -> str:
    """Write an option's value as the books and records do.

    Example:
        >>> written(None), written((21, 14)), written(True)
        ('null', '21 14', 'true')
    """
    return "null" if value is None else value_text(value)


def to_html(name: str, text: str) -> str:
    """Write some Markdown of a rule book as HTML, with clauses and options as links to where they stand.

    Args:
        text: The Markdown.

    Example:
        >>> print(to_html("cuttle", "See CU-31."), end="")
        <p>See <a href="#CU-31">CU-31</a>.</p>
    """
    return _writer().render(text, _targets(name, page=""))


def inline_html(name: str, text: str, page: str = "") -> str:
    """Write one sentence of a rule book as HTML with links, without a paragraph around it.

    Args:
        text: The Markdown.
        page: The address of the rule book; empty on that page itself.

    Example:
        >>> inline_html("cuttle", "as `win` says", page="/rules/cuttle")
        'as <a href="/rules/cuttle#CU-7"><code>win</code></a> says'
    """
    return _writer().renderInline(text, _targets(name, page=page))


def plain_html(text: str) -> Markup:
    """Write one sentence of a rule book as HTML without links, for labels.

    Args:
        text: The Markdown.

    Example:
        >>> plain_html("as `win` says")
        Markup('as <code>win</code> says')
    """
    return Markup(_writer().renderInline(text, {"clauses": (), "options": {}, "page": ""}))  # noqa: S704  our own books


def value_rule_sets(name: str, option: Option, value: Value) -> tuple[str, ...]:
    """List the rule sets that choose a value."""
    return tuple(each for each, options in registry.spec(name).rule_sets.items() if options[option.name] == value)


def meaning(name: str, option: Option, value: Value) -> str:
    """Say in a sentence what a value of an option means, in Markdown."""
    texts = {
        choice.value: choice.text
        for choice in read_book(name).clause(option.clause).choices
        if choice.option == option.name
    }
    return texts.get(value_text(value)) or texts.get("", "")


def _clause(chosen: Game, clause: Clause) -> RuleClause:
    options = tuple(_option(chosen, option) for option in options_of(chosen.name, clause.id))
    return RuleClause(clause.id, clause.title, to_html(chosen.name, clause.text), options)


def _option(chosen: Game, option: Option) -> RuleOption:
    value = chosen.options[option.name]
    usual = chosen.spec.rule_sets[default_rules(chosen.name)][option.name]
    values: list[Value] = []
    for known in (*_listed(option), *(options[option.name] for options in chosen.spec.rule_sets.values())):
        # True equals 1, but never are both values of one option.
        if known != value and known not in values:
            values.append(known)
    return RuleOption(
        option.name,
        _value(chosen.name, option, value),
        "" if value == usual else written(usual),
        tuple(_value(chosen.name, option, each) for each in values),
    )


def _listed(option: Option) -> Sequence[Value]:
    return option.values if option.kind == "choice" else option.named


def _value(name: str, option: Option, value: Value) -> RuleValue:
    html = inline_html(name, meaning(name, option, value))
    return RuleValue(written(value), html, value_rule_sets(name, option, value))


def _found(book: Book, find: str) -> tuple[tuple[Clause, ...], str]:
    if not find.strip():
        return (), ""
    try:
        return book.find(find.strip()), ""
    except UndercutError as error:
        return (), str(error)


def _anchor(title: str) -> str:
    return "-".join(title.lower().split())


def _targets(name: str, page: str) -> EnvType:
    """What a text may link to."""
    book = read_book(name)
    return {
        "clauses": {clause.id for clause in book.clauses},
        "options": {option.name: option.clause for option in registry.spec(name).options},
        "page": page,
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
    """Write plain text, with each clause's id as a link to it."""

    def link(match: re.Match[str]) -> str:
        clause = match[0]
        return f'<a href="{env["page"]}#{clause}">{clause}</a>' if clause in env["clauses"] else clause

    return _CLAUSE_ID.sub(link, escapeHtml(tokens[place].content))


def _code(
    self: RendererHTML,  # noqa: ARG001  as above
    tokens: Sequence[Token],
    place: int,
    options: OptionsDict,  # noqa: ARG001  as above
    env: EnvType,
) -> str:
    """Write code, with the name of an option as a link to its clause."""
    content = tokens[place].content
    code = f"<code>{escapeHtml(content)}</code>"
    clause = env["options"].get(content.partition("=")[0])
    return f'<a href="{env["page"]}#{clause}">{code}</a>' if clause else code
