"""The log of a table: its lines as rows, and what happened since the reader's last move."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from re import ASCII, fullmatch
from typing import NamedTuple

from markupsafe import Markup, escape

from undercut.games.base import registry
from undercut.lessons.learner import LESSON
from undercut.pages.addresses import table_address
from undercut.pages.books.markup import isolate
from undercut.play.narration import Shown
from undercut.table.scene import Scene, SceneLine
from undercut.table.showing import LONGEST_LOG, Span


class LogRow(NamedTuple):
    seq: int
    text: str
    kind: str
    number: int | None
    cards: tuple[str, ...]
    moment: str
    seat: int | None = None
    shown: Shown | None = None
    turned: Shown | None = None
    sort: int | None = None  # which of the game's guesses the move is, for spectators
    is_news: bool = False  # whether its card is shown as it is played: a move of another player, in a lesson any
    draws: bool = False  # whether cards went to its player
    moves: bool = True  # whether it moves cards of its player, rather than lets a card take effect
    again: bool = False  # its player has moved since, too


class Log(NamedTuple):
    rows: list[LogRow]  # newest first
    earlier: int  # number of lines before these
    earlier_lines: str  # which lines the link to earlier ones asks for
    has_later: bool
    recent: list[LogRow]  # the moves since the reader's last one


_LINES = 40  # number of lines that a table shows by default


def log_span(text: str | None) -> Span | None:
    """Read which lines of the log an address asks for; None: the last ones.

    Examples:
        >>> log_span("1-200"), log_span("all")
        (Span(first=1, last=200), None)
    """
    found = fullmatch(r"(\d{1,9})-(\d{1,9})", text or "", ASCII)
    return Span(int(found[1]), int(found[2])) if found else None


def shown_log(scene: Scene, asked: str | None) -> Log:
    lines = scene.log if asked else scene.log[-_LINES:]
    rows, earlier = log_rows(scene, lines), scene.earlier + len(scene.log) - len(lines)
    earlier_lines = f"{max(1, earlier - LONGEST_LOG + 1)}-{earlier}" if asked else "all"
    has_later = log_span(asked) is not None and earlier + len(lines) < scene.version
    return Log(rows, earlier, earlier_lines, has_later, _recent(scene, rows))


WATCHED = "watch"  # the id of the bots' game, through which nobody steps


def log_rows(scene: Scene, lines: Sequence[SceneLine]) -> list[LogRow]:
    rows: list[LogRow] = []
    following = scene.steps + 1
    for line in reversed(lines):
        number, kind = line.number, ""
        if number is None:
            kind = "aside"
        elif number < following:
            following = number
        else:
            number, kind = None, "undone"
        rows.append(
            LogRow(
                line.seq,
                line.text,
                kind,
                number,
                cards=tuple(line.cards),
                moment=table_address(scene.table, "steps", number) if number and scene.table != WATCHED else "",
                seat=line.seat,
                shown=line.shown,
                turned=line.turned,
                sort=_sort(scene, line.move),
                is_news=line.shown is not None and (line.seat != scene.you or scene.table == LESSON),
                draws=any(one.target.seat == line.seat for one in line.went),
                moves=any(line.seat in (one.source.seat, one.target.seat) for one in line.went),
            )
        )
    return rows


def _sort(scene: Scene, move: str | None) -> int | None:
    if move is None or scene.you is not None:
        return None
    patterns = registry.spec(scene.game).words.guesses.values()
    return next((number for number, each in enumerate(patterns) if fullmatch(each, move)), None)


def log_html(rows: Sequence[LogRow], names: Sequence[str] = ()) -> Markup:
    r"""Write lines of a log as items of a list: every board has dozens, for which a template takes ten times as long.

    Examples:
        >>> log_html([LogRow(3, "Ann sits down.", "aside", None, (), "")])
        Markup('<li data-seq="3" class="aside">Ann sits down.</li>\n')
    """
    return Markup("".join(_item(row, tuple(names)) for row in rows))  # noqa: S704  every text is escaped


@lru_cache(maxsize=4096)  # a board has the lines of the one before
def _item(row: LogRow, names: tuple[str, ...]) -> str:
    text, number = isolate(row.text, names), f' value="{row.number}"' if row.number else ""
    cards = f' data-cards="{escape(" ".join(row.cards))}"' if row.cards else ""
    told = f'<a href="{row.moment}" data-swap>{text}</a>' if row.moment else text
    return f'<li data-seq="{row.seq}" class="{row.kind}"{number}{cards}>{told}</li>\n'


_SHOWN = 10  # most lines of what happened since a reader's last move


def _recent(scene: Scene, rows: Sequence[LogRow]) -> list[LogRow]:
    """Return the moves since the reader's last one, newest first, in a lesson with it; for spectators, of a round."""
    if scene.phase == "open" or scene.step is not None:
        return []
    is_lesson = scene.table == LESSON  # where moves have no address
    moves = [row for row in rows if row.number or (is_lesson and "undone" in row.kind)]
    found = list(takewhile(lambda row: row.seat != scene.you, moves))
    found += [row for row in moves[len(found) : len(found) + 1] if row.turned or is_lesson]
    shown = found[: len(scene.seats) if scene.you is None else _SHOWN]
    moved = [row.seat for row in shown]
    return [row._replace(again=row.seat in moved[:place]) for place, row in enumerate(shown)]
