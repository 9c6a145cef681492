"""From a table to what one reader gets of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from undercut.games.book import chosen_text, read_book, rules_title
from undercut.play.facts import Move
from undercut.play.game import Game
from undercut.play.state import State
from undercut.server.tables.events import Rules
from undercut.server.tables.opening import state_at
from undercut.server.tables.permissions import permissions
from undercut.server.tables.scene import (
    Permissions,
    Scene,
    SceneHint,
    SceneLine,
    SceneMove,
    SceneOffers,
    SceneResult,
    SceneSeat,
    SceneUse,
)
from undercut.server.tables.table import Line, Reader, Table
from undercut.server.tables.telling import Voice, outcome_text


@dataclass(frozen=True, slots=True)
class Thinking:
    """How far a bot is with its move.

    Args:
        progress: How much of its time is used up, 0 to 1; None: it waits for its turn to think.
        waiting: Its place among those who wait, from 1.
    """

    progress: float | None = None
    waiting: int | None = None


@dataclass(frozen=True, slots=True)
class Live:
    """What is true of a table at this moment and not kept in its log.

    Args:
        present: The seats whose persons are looking.
        absent: The seats whose persons have not been looking for a while.
        thinking: How far each bot is that has been thinking for more than a moment.
        hint: The last hint that this reader asked for.
        address: Where the site is, such as ``https://example.org``; links begin with it.
    """

    present: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    thinking: Mapping[int, Thinking] = field(default_factory=dict[int, Thinking])
    hint: SceneHint | None = None
    address: str = ""


def scene(table: Table, reader: Reader, live: Live | None = None) -> Scene:
    """Show a table to one reader.

    Args:
        table: The table.
        reader: The reader's seat; None: a spectator.
        live: What is true at this moment.
    """
    live = live or Live()
    state = table.state
    log = [line_for(line, reader) for line in table.lines]
    mine = reader is not None and table.to_move == reader and table.seats[reader].kind == "person"
    # Once the game is over all cards lie open, as when it is stepped through.
    view = state.position() if state and table.phase == "over" else table.view(reader)
    is_open = table.phase == "open"
    return Scene(
        table=table.id,
        version=table.version,
        game=table.game.name,
        title=table.game.spec.title,
        rules=cast("Rules", table.game.rules),
        rules_title=rules_title(table.game.name, table.game.rules),
        rule_changes=rule_changes(table.game),
        phase=table.phase,
        seats=scene_seats(table, live),
        you=reader,
        view=None if view is None else dict(view),
        to_move=table.to_move,
        goals=state.goals if state else None,
        moves=[_move(move) for move in state.legal_moves()] if state and mine else [],
        uses=_uses(state) if state and mine else {},
        log=log,
        last=log[table.steps[-1].line] if table.steps else None,
        offers=_offers(table),
        can=permissions(table, reader, live.absent),
        result=_result(table, reader),
        rematch=table.rematch,
        invite=f"{live.address}/t/{table.id}" if is_open else None,
        seat_link=_seat_link(table, reader, live),
        steps=len(table.steps),
        listed=table.opened.listed,
        hints=table.opened.hints,
        imported=table.opened.imported,
        created=table.created,
        hint=live.hint if mine else None,
    )


def scene_at(table: Table, step: int, reader: Reader, live: Live | None = None) -> Scene:
    """Show a finished game as it was after some of its moves, every card open.

    Args:
        table: A table whose game is over.
        step: How many moves.
        reader: The reader's seat; None: a spectator.
        live: What is true at this moment.

    Raises:
        NotPossible: The game is not over, or had fewer moves.
    """
    state = state_at(table, step)
    end = table.steps[step - 1].line if step else _deal_line(table)
    lines = [table.lines[one.line] for one in table.steps[:step]]
    log = [line_for(line, reader) for line in lines]
    last_moment = step == len(table.steps)
    live = live or Live()
    return Scene(
        table=table.id,
        version=table.version,
        game=table.game.name,
        title=table.game.spec.title,
        rules=cast("Rules", table.game.rules),
        rules_title=rules_title(table.game.name, table.game.rules),
        rule_changes=rule_changes(table.game),
        phase="over",
        seats=scene_seats(table, live),
        you=reader,
        view=dict(state.position()),
        to_move=state.to_move,
        goals=state.goals,
        moves=[],
        uses={},
        log=log,
        last=line_for(table.lines[end], reader) if step else None,
        offers=SceneOffers(),
        can=permissions(table, reader, live.absent) if last_moment else Permissions(),
        result=_result(table, reader) if last_moment else None,
        rematch=table.rematch,
        step=step,
        steps=len(table.steps),
        listed=table.opened.listed,
        hints=table.opened.hints,
        imported=table.opened.imported,
        created=table.created,
    )


def _deal_line(table: Table) -> int:
    return table.steps[0].line - 1 if table.steps else len(table.lines) - 1


def line_for(line: Line, reader: Reader) -> SceneLine:
    """Give a line of the log as a reader may know it.

    Args:
        line: The line.
        reader: Who looks.
    """
    told = line.as_told(reader)
    return SceneLine(line.seq, line.seat, told.move, told.text, list(told.cards), line.at)


def scene_seats(table: Table, live: Live) -> list[SceneSeat]:
    """Give the seats, with who is there and who thinks at this moment.

    Args:
        table: The table.
        live: What is true at this moment.
    """
    seats: list[SceneSeat] = []
    for place, seat in enumerate(table.seats):
        thinking = live.thinking.get(place, Thinking())
        seats.append(
            SceneSeat(
                place,
                seat.kind,
                seat.name,
                seat.level,
                present=seat.kind == "bot" or place in live.present,
                thinking=thinking.progress,
                waiting=thinking.waiting,
                left=seat.left,
            )
        )
    return seats


def rule_changes(chosen: Game) -> list[str]:
    """Say in sentences how the rules differ from their rule set.

    Args:
        chosen: The game.

    Example:
        >>> import undercut
        >>> [text.split(":")[0] for text in rule_changes(undercut.game("cuttle", rules={"seven": 2}))]
        ['seven = 2']
    """
    book = read_book(chosen.name)
    options = [option for option in chosen.spec.options if option.name in chosen.changes]
    return [chosen_text(book.clause(option.clause), option, chosen.changes[option.name]) for option in options]


def _move(move: Move) -> SceneMove:
    return SceneMove(move.notation, move.text, move.kind, move.card, move.target)


def _uses(state: State) -> dict[str, list[SceneUse]]:
    found: dict[str, list[SceneUse]] = {}
    for card, uses in state.uses().items():
        found[card] = [
            SceneUse(
                use.move.notation,
                use.move.text,
                use.reason is None,
                use.reason.text if use.reason else None,
                use.reason.clause if use.reason else None,
            )
            for use in uses
        ]
    return found


def _offers(table: Table) -> SceneOffers:
    question = table.draw or table.take_back
    return SceneOffers(
        draw=table.draw.seat if table.draw else None,
        take_back=table.take_back.seat if table.take_back else None,
        rematch=sorted(table.rematches),
        accepted=sorted(question.accepted) if question else [],
    )


def _result(table: Table, reader: Reader) -> SceneResult | None:
    outcome = table.state.result if table.state else None
    if outcome is None:
        return None
    return SceneResult(list(outcome.winners), outcome.reason, outcome_text(outcome, Voice(table.names, reader)))


def _seat_link(table: Table, reader: Reader, live: Live) -> str | None:
    key = table.seats[reader].key if reader is not None else None
    return None if key is None else f"{live.address}/s/{seat_token(table.id, reader or 0, key)}"


def seat_token(table: str, seat: int, key: str) -> str:
    """Write what the link of a seat ends with.

    Args:
        table: The table's id.
        seat: The seat.
        key: Its key.
    """
    return f"{table}.{seat}.{key}"
