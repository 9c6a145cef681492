"""Rule books: the text of each clause, and what each option value means.

Titles, paragraphs, list items and meanings are messages of the catalogue, each on one line.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import cast

from undercut.engine.contract import Option, OptionKind, Value
from undercut.errors import UndercutError
from undercut.games.base import registry
from undercut.games.base.definition import GameSpec
from undercut.games.base.words import Question, value_text
from undercut.translation import _

_CLAUSE = re.compile(r"### (?P<id>[A-Z]{2}-\w+) (?P<title>.+)")
_CHOICE = re.compile(r"- `(?P<option>\w+)(?:=(?P<value>\w+))?`: (?P<text>.+)", re.DOTALL)
_RULE_SET = re.compile(r"- `(?P<name>[\w-]+)`, (?P<title>[^:]+): (?P<text>.+)", re.DOTALL)
_MESSAGE = re.compile(r"(?P<bullet>^- )?(?P<text>\S.*(?:\n(?!- |\n).+)*)", re.MULTILINE)
"""A paragraph or an item of a list."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The meaning of one value of an option, or of its number, in a sentence for players."""

    option: str
    value: str  # as text; empty for numbers
    text: str


@dataclass(frozen=True, slots=True)
class Clause:
    id: str  # such as "CU-31"
    title: str
    section: str
    text: str  # in Markdown
    choices: tuple[Choice, ...] = ()

    @property
    def gist(self) -> str:
        """The first paragraph of the text."""
        return self.text.partition("\n\n")[0]

    @property
    def words(self) -> str:
        return "\n".join((self.text, *(choice.text for choice in self.choices)))


@dataclass(frozen=True, slots=True)
class Book:
    title: str
    introduction: str
    clauses: tuple[Clause, ...]
    rule_sets: dict[str, str] = field(default_factory=dict[str, str])  # the source of each, by name
    titles: dict[str, str] = field(default_factory=dict[str, str])  # of the rule sets, by name
    chapters: dict[str, str] = field(default_factory=dict[str, str])  # sections without clauses, by title, in Markdown

    def clause(self, clause_id: str) -> Clause:
        for clause in self.clauses:
            if clause_id.lower() in (clause.id.lower(), _bare(clause.id)):
                return clause
        message = _("{asked!r} is not a clause of {title}; the nearest is {nearest}")
        nearest = self._nearest(_bare(clause_id)[:20])
        raise UndercutError(message.format(asked=clause_id[:20], title=self.title, nearest=nearest))

    def _nearest(self, name: str) -> str:
        """Return the id nearest to a name without its prefix: by its number, else by its letters."""
        if name.isdecimal():
            numbers = {clause.id: re.search(r"\d+", clause.id) for clause in self.clauses}
            return min((abs(int(found[0]) - int(name)), each) for each, found in numbers.items() if found)[1]
        from difflib import SequenceMatcher  # noqa: PLC0415  a page without a server starts sooner without it

        likeness = {clause.id: SequenceMatcher(None, name, _bare(clause.id)).ratio() for clause in self.clauses}
        return max(likeness, key=likeness.__getitem__)

    def find(self, text: str) -> tuple[Clause, ...]:
        """List the clauses with an id or a word, those with the word in their title first; all for an empty text."""
        word = (text := text.strip()).lower()
        prefix = self.clauses[0].id.partition("-")[0].lower()
        if re.fullmatch(rf"(\w{{2}}-)?\d+\w?|{prefix}-\w+", word):
            return (self.clause(text),)
        by_title = [clause for clause in self.clauses if word in clause.title.lower()]
        by_text = [clause for clause in self.clauses if clause not in by_title and word in clause.words.lower()]
        if found := (*by_title, *by_text):
            return found
        message = _("no clause of {title} mentions {asked!r}")
        raise UndercutError(message.format(asked=text[:40], title=self.title))


@cache
def read_book(game: str) -> Book:
    head, *sections = re.split(r"^## ", registry.book_source(game), flags=re.MULTILINE)
    title, introduction = head.strip().partition("\n")[::2]
    clauses: list[Clause] = []
    rule_sets: dict[str, str] = {}
    titles: dict[str, str] = {}
    chapters: dict[str, str] = {}
    for part in sections:
        name, body = part.partition("\n")[::2]
        if name.strip() == "Rule sets":
            found = [match for item in _items(body) if (match := _RULE_SET.fullmatch(item))]
            rule_sets = {match["name"]: _(_joined(match["text"])) for match in found}
            titles = {match["name"]: _(_joined(match["title"])) for match in found}
        elif "\n### " in body:
            clauses += _clauses(_(name.strip()), body)
        else:
            chapters[_(name.strip())] = _translated(body.strip())
    introduction = _translated(introduction.strip())
    return Book(title.removeprefix("# "), introduction, tuple(clauses), rule_sets, titles, chapters)


def rules_title(game: str, rules: object) -> str:
    """Return the title of rules: of a rule set, or of an object with ``set`` and the options that differ."""
    if not isinstance(rules, Mapping):
        return read_book(game).titles.get(str(rules), str(rules))
    entries = cast("Mapping[str, object]", rules)
    title = rules_title(game, entries.get("set") or next(iter(registry.spec(game).rule_sets)))
    return _("{title}, with changes").format(title=title) if entries.keys() - {"set"} else title


def chosen_text(clause: Clause, option: Option, value: Value) -> str:
    written = value_text(value)
    texts = {choice.value: choice.text for choice in clause.choices if choice.option == option.name}
    return f"{option.name} = {written}: {texts.get(written) or texts.get('', '')}"


def read_value(option: Option, text: str) -> object:
    """Parse an option's value as typed, a list with spaces or commas; what does not fit is returned as it is."""
    if option.kind is OptionKind.LETTERS:
        return text
    if option.kind is OptionKind.NUMBERS:
        return [_number(part) for part in text.replace(",", " ").split()]
    for value in option.listed:
        if text.strip().lower() in (value_text(value), *(("usual", "null") if value is None else ())):
            return value
    return _number(text)


def _number(text: str) -> object:
    try:
        return int(text)
    except ValueError:
        return text


def options_of(game: str, clause_id: str) -> tuple[Option, ...]:
    return tuple(option for option in registry.spec(game).options if option.clause == clause_id)


def clause_markdown(game: str, clause: Clause, options: Mapping[str, Value]) -> str:
    """Format a clause with its chosen options; values that differ from the default rule set are marked."""
    default = next(iter(registry.spec(game).rule_sets.values()))
    lines = [f"### {clause.id} {clause.title}", "", clause.text]
    for option in options_of(game, clause.id):
        value = options[option.name]
        mark = "" if value == default[option.name] else f" *(differs: usually {value_text(default[option.name])})*"
        lines += ["", f"- {chosen_text(clause, option, value)}{mark}"]
    return "\n".join(lines)


def book_markdown(game: str, options: Mapping[str, Value]) -> str:
    book = read_book(game)
    parts = [f"# {book.title}", book.introduction]
    section = ""
    for clause in book.clauses:
        if clause.section != section:
            section = clause.section
            parts.append(f"## {section}")
        parts.append(clause_markdown(game, clause, options))
    parts += [f"## {title}\n\n{text}" for title, text in book.chapters.items()]
    return "\n\n".join(parts) + "\n"


def question_of(spec: GameSpec, option: Option) -> Question:
    return spec.offer.questions.get(option.name) or Question(f"{option.name.replace('_', ' ').capitalize()}?")


def recommended(spec: GameSpec) -> str:
    """Return the rule set that the site deals by default: the first that the game suggests."""
    return next(iter(spec.offer.suggested or spec.rule_sets))


def in_order(spec: GameSpec) -> tuple[str, ...]:
    """List the names of the rule sets as people choose them: the site's default first, then the other suggestions."""
    return tuple(dict.fromkeys((*spec.offer.suggested, *spec.rule_sets)))


def fitting(spec: GameSpec, options: Mapping[str, Value], seats: int) -> dict[str, str]:
    """Return a sentence for each option that must change so that all are valid together."""
    changes = spec.fit(dict(options), seats)
    texts = {name: _(spec.offer.fixes[name]) if name in spec.offer.fixes else name for name in changes}
    return {name: texts[name].format(seats=seats, value=value_text(value)) for name, value in changes.items()}


def _bare(clause_id: str) -> str:
    return clause_id.rpartition("-")[2].lower()


def _clauses(section: str, body: str) -> list[Clause]:
    found: list[Clause] = []
    for part in re.split(r"^(?=### )", body, flags=re.MULTILINE)[1:]:
        heading, rest = part.partition("\n")[::2]
        match = _CLAUSE.fullmatch(heading.strip())
        if not match:
            raise ValueError(f"{heading!r} is not the heading of a clause")
        choices = [choice for item in _items(rest) if (choice := _CHOICE.fullmatch(item))]
        text = "\n".join(_paragraphs(rest)).strip()
        meanings = tuple(Choice(c["option"], c["value"] or "", _(_joined(c["text"]))) for c in choices)
        found.append(Clause(match["id"], _(match["title"]), section, _translated(text), meanings))
    return found


def _items(body: str) -> list[str]:
    return [item.strip() for item in re.findall(r"^- .+(?:\n(?!- |\n|#).+)*", body, flags=re.MULTILINE)]


def _paragraphs(body: str) -> list[str]:
    """The text without the bullets that explain options."""
    for item in _items(body):
        if _CHOICE.fullmatch(item):
            body = body.replace(item, "", 1)
    return re.sub(r"\n{3,}", "\n\n", body).splitlines()


def _translated(text: str) -> str:
    """Translate Markdown; what has no translation keeps its line breaks."""

    def said(match: re.Match[str]) -> str:
        message = _joined(match["text"])
        translation = _(message)
        return match[0] if translation == message else f"{match['bullet'] or ''}{translation}"

    return _MESSAGE.sub(said, text)


def _joined(text: str) -> str:
    return " ".join(text.split())
