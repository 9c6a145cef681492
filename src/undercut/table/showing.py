"""The scene of a table for one reader, and the server-sent messages of its stream."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeVar, cast

import msgspec
from msgspec.structs import replace

from undercut.games.base.book import question_of, rules_title
from undercut.games.base.game_types import Move, Outcome, View
from undercut.games.base.parts.explanation import Brief
from undercut.games.base.words import TableEnd
from undercut.play.game import Game
from undercut.play.narration import Voice
from undercut.play.state import State
from undercut.table import scene as scenes
from undercut.table.decisions.clocks import answer_delay
from undercut.table.decisions.permissions import is_advised, permissions
from undercut.table.events import DrawOffered, DuplicateAsked, Event, Said, TakeBackAsked
from undercut.table.parts import PHRASES, Line, OpenOffer, Reader, outcome_text
from undercut.table.replay import state_after
from undercut.table.scene import Permissions, Scene, SceneLine
from undercut.table.table import Table
from undercut.translation import N_, _


@dataclass(frozen=True, slots=True)
class BotProgress:
    progress: float | None = None  # the share that has passed of the time of the move, 0 to 1
    waiting: int | None = None


@dataclass(frozen=True, slots=True)
class Live:
    present: frozenset[int] = frozenset()  # the seats whose players are connected
    absent: frozenset[int] = frozenset()  # those whose players have been away for a while
    # the progress of each bot whose turn has lasted 300 ms
    thinking: Mapping[int, BotProgress] = field(default_factory=dict[int, BotProgress])
    hint: scenes.SceneHint | None = None
    address: str = ""
    muted: frozenset[int] = frozenset()  # the seats whose requests the reader does not want to see
    spent: float = 0.0  # seconds of the current turn
    watchers: int = 0  # at this process


class Span(NamedTuple):
    first: int
    last: int


NO_LOG = Span(1, 0)  # asks for no lines

_Asked = TypeVar("_Asked", OpenOffer, DuplicateAsked)

_MUTED: dict[type[Event], str] = {
    **dict.fromkeys((DrawOffered, TakeBackAsked), N_("A request from a player that you have muted.")),
    Said: N_("A phrase from a player that you have muted."),
}
"""Placeholders in the log for events of a muted player."""

LONGEST_LOG = 200  # number of lines of a log that one answer holds at most


def scene(table: Table, reader: Reader, live: Live | None = None, span: Span | None = None) -> Scene:
    live = live or Live()
    state = table.state
    view = state.position() if state and table.face_up else table.view(reader)
    log, earlier = _told(table.lines, reader, span, live.muted)
    shown = replace(
        _base(table, reader, live, state, view),
        to_move=table.to_move,
        log=log,
        earlier=earlier,
        last=table.lines[table.steps[-1].line].for_reader(reader) if table.steps else None,
        offers=_offers(table, live.muted),
        can=_permissions(table, reader, live),
        result=_result(table, reader),
        invite=f"{live.address}/t/{table.id}" if table.phase == "open" else None,
        seat_link=_seat_link(table, reader, live),
    )
    seat = table.seats[reader] if reader is not None else None
    if state is None or seat is None or table.to_move != reader or seat.kind != "person":
        return shown
    moves = state.legal_moves()
    return replace(
        shown,
        moves=[_move(state, move) for move in moves],
        uses=_uses(state, moves),
        refusals=_refusals(state),
        hint=live.hint,
        answer_after=answer_delay(seat.key or "", table.settled) if table.is_answer and len(moves) == 1 else None,
    )


def _told(
    lines: Sequence[Line], reader: Reader, span: Span | None, muted: frozenset[int] = frozenset()
) -> tuple[list[SceneLine], int]:
    last = len(lines) if span is None else min(span.last, len(lines))
    first = max(last - LONGEST_LOG, 0 if span is None else span.first - 1)
    told = lines[first:last]
    shown = [line_for(line, reader, muted) for line in told] if muted else [line.for_reader(reader) for line in told]
    return shown, min(first, len(lines))


def line_for(line: Line, reader: Reader, muted: frozenset[int]) -> SceneLine:
    told = line.for_reader(reader)
    return replace(told, text=_(_MUTED[line.kind])) if line.seat in muted and line.kind in _MUTED else told


def scene_at(table: Table, step: int, reader: Reader, live: Live | None = None) -> Scene:
    """Return a game after some of its moves: with all cards open once it is over, before that as the reader saw it."""
    state, is_over = state_after(table, step), table.phase == "over"
    live = live or Live()
    log, earlier = _told([table.lines[one.line] for one in table.steps[:step]], reader, None)
    view = state.position() if table.face_up else state.view(reader)
    shown = _base(table, reader, live, state, view)
    shown = replace(shown, step=step, log=log, earlier=earlier, last=log[-1] if log else None)
    if step < len(table.steps) or not is_over:
        return shown
    return replace(shown, can=permissions(table, reader, live.absent), result=_result(table, reader))


def _base(table: Table, reader: Reader, live: Live, state: State | None, view: View | None) -> Scene:
    """Return what a scene of the current cards and one of an earlier step have in common."""
    opened = table.opened
    return Scene(
        table=table.id,
        version=table.version,
        game=table.game.name,
        title=table.game.spec.title,
        rules=table.game.rules,
        rules_title=rules_title(table.game.name, table.game.rules),
        rule_changes=[*rule_changes(table.game)],
        phase=table.phase,
        seats=scene_seats(table, live),
        you=reader,
        view=None if view is None else dict(view),
        to_move=state.to_move if state else None,
        goals=state.goals if state else None,
        rematch=table.next_game.table,
        steps=len(table.steps),
        advised=is_advised(table, reader),
        watchers=live.watchers,
        said={seat: _(PHRASES.get(it, it)) for seat, it in table.spoken.items() if seat not in live.muted},
        match=_match(table),
        series=list(table.match.wins) if opened.wins and not opened.best_of else [],
        clock=_clock(table, live.spent),
        address=f"{live.address}/t/{table.id}" if live.address else "",
        listed=opened.listed,
        hints=table.hints,
        imported=opened.imported,
        created=table.created,
        practice=table.is_practice,
        undone=table.undone,
        even_answers=opened.even_answers,
        daily=opened.daily,
        duplicate=opened.duplicate,
        sealed=table.sealed,
        closed=table.closed,
        host=table.host,
    )


def _clock(table: Table, spent: float) -> scenes.SceneClock | None:
    clock, running = table.clock, table.to_move
    if clock is None:
        return None
    left = [round(table.budget(seat) - spent * (seat == running), 1) for seat in range(len(table.seats))]
    left = [max(seconds, 0.0) for seconds in left]
    return scenes.SceneClock(clock.kind, clock.seconds, clock.increment, clock.zero, time_left=left, running=running)


def _match(table: Table) -> scenes.SceneMatch | None:
    match = table.match
    ended = table.phase == "over" and not table.is_complete and not match.decided
    return scenes.SceneMatch(match.best_of, list(match.wins), list(match.winners), ended) if match.best_of else None


def scene_seats(table: Table, live: Live) -> list[scenes.SceneSeat]:
    seats: list[scenes.SceneSeat] = []
    for place, seat in enumerate(table.seats):
        thinking = live.thinking.get(place, BotProgress())
        seats.append(
            scenes.SceneSeat(
                place,
                seat.kind,
                seat.name,
                seat.level,
                present=seat.kind == "bot" or place in live.present,
                thinking=thinking.progress,
                waiting=thinking.waiting,
                gone=seat.gone,
                stand_in=seat.stand_in,
                adaptive=seat.strength is not None,
            )
        )
    return seats


@lru_cache(maxsize=256)
def rule_changes(chosen: Game) -> tuple[str, ...]:
    options = [option for option in chosen.spec.options if option.name in chosen.changes]
    questions = [(question_of(chosen.spec, option), chosen.changes[option.name]) for option in options]
    return tuple(f"{_(question.text)} {question.answer(value)}." for question, value in questions)


def _move(state: State, move: Move) -> scenes.SceneMove:
    return scenes.SceneMove(move.notation, move.text, move.kind, move.card, move.target, _brief(state.brief(move)))


def _brief(brief: Brief | None) -> scenes.SceneBrief | None:
    if brief is None:
        return None
    more, meaning, badge = (text.say() if text else "" for text in (brief.more, brief.meaning, brief.badge))
    tone, icon = brief.tone.value, brief.icon.value if brief.icon else ""
    return scenes.SceneBrief(brief.verb.say(), tone, more, meaning, icon, brief.hits, brief.score, badge, brief.clause)


def _refusals(state: State) -> dict[str, str]:
    reasons = {notation: state.why_not(notation) for notation in state.game.spec.words.buttons}
    return {notation: reason.text for notation, reason in reasons.items() if reason}


def _uses(state: State, moves: Sequence[Move]) -> dict[str, list[scenes.SceneUse]]:
    found: dict[str, list[scenes.SceneUse]] = {}
    for card, uses in state.uses_among(moves).items():
        found[card] = [
            scenes.SceneUse(
                use.move.notation,
                use.move.text,
                use.reason is None,
                use.reason.text if use.reason else None,
                use.reason.clause if use.reason else None,
                use.move.target,
            )
            for use in uses
        ]
    return found


def _permissions(table: Table, reader: Reader, live: Live) -> Permissions:
    can, offers = permissions(table, reader, live.absent), table.offers
    return replace(
        can,
        answer_draw=can.answer_draw and bool(_unmuted(offers.draw, live.muted)),
        answer_take_back=can.answer_take_back and bool(_unmuted(offers.take_back, live.muted)),
    )


def _offers(table: Table, muted: frozenset[int]) -> scenes.SceneOffers:
    offers, after = table.offers, table.next_game
    draw, take_back = _unmuted(offers.draw, muted), _unmuted(offers.take_back, muted)
    duplicate = _unmuted(after.duplicate, muted)
    question = draw or take_back or offers.proposal
    return scenes.SceneOffers(
        draw=draw.seat if draw else None,
        take_back=take_back.seat if take_back else None,
        rematch=sorted(after.asked),
        accepted=sorted(question.accepted) if question else [],
        proposal=_proposal(table),
        duplicate=duplicate.seat if duplicate else None,
    )


def _unmuted(asked: _Asked | None, muted: frozenset[int]) -> _Asked | None:
    return None if asked and asked.seat in muted else asked


def _proposal(table: Table) -> scenes.SceneProposal | None:
    if table.offers.proposal is None:
        return None
    wanted, change = table.offers.proposal.wanted, table.offers.proposal.wanted.change
    if change is None:
        return scenes.SceneProposal(wanted.seat, deal=bool(wanted.level), level=wanted.level, close=wanted.close)
    title = rules_title(table.game.name, change.rules)
    deal = change.seats <= len(table.seats) and all(seat.kind != "open" for seat in table.seats[: change.seats])
    return scenes.SceneProposal(wanted.seat, change.rules, title, change.seats, change.best_of, change.clock, deal)


def _result(table: Table, reader: Reader) -> scenes.SceneResult | None:
    outcome = table.state.result if table.state else None
    if outcome is None:
        return None
    text = outcome_text(table.game.spec.words, outcome, Voice(table.names, reader), table.stand_ins)
    bots = sorted(table.stand_ins & {*outcome.winners})
    return scenes.SceneResult(list(outcome.winners), outcome.reason, text, bots, _story(table, outcome, reader))


def _story(table: Table, outcome: Outcome, reader: Reader) -> str:
    if outcome.reason == TableEnd.RESIGNED.value:
        return _resigned(table, outcome, reader)
    last = table.steps[-1].seat if table.steps else None
    if last is None or outcome.winners != (last,) or outcome.reason != table.game.spec.words.reasons[1]:
        return ""
    story = cast("State", table.state).story(last)
    return Voice(table.names, reader, stood_in=reader in table.stand_ins).did(last, story) if story else ""


def _resigned(table: Table, outcome: Outcome, reader: Reader) -> str:
    out = [seat for seat, each in enumerate(table.seats) if each.out and seat not in outcome.winners]
    if len(out) != 1:
        return ""
    return _("You resigned.") if out[0] == reader else _("{name} resigned.").format(name=table.names[out[0]])


def _seat_link(table: Table, reader: Reader, live: Live) -> str | None:
    key = table.seats[reader].key if reader is not None else None
    return None if key is None else f"{live.address}/s/{table.id}.{reader}.{key}"


# --- Server-sent events -----------------------------------------------------------------------------------------------

KEEP_ALIVE = b": still here\n\n"


def retry(milliseconds: int) -> bytes:
    """Write how soon a reader that loses the stream connects again."""
    return b"retry: %d\n\n" % milliseconds


def message(data: object, *, number: int | None = None, name: str | None = None) -> bytes:
    head = b"" if number is None else b"id: %d\n" % number
    if name is not None:
        head += b"event: %s\n" % name.encode()
    return head + b"data: " + msgspec.json.encode(data) + b"\n\n"


def html_message(html: bytes, name: str) -> bytes:
    return b"event: %b\ndata: %b\n\n" % (name.encode(), html.replace(b"\r", b" ").replace(b"\n", b"\ndata: "))


def missed_messages(table: Table, after: int, reader: Reader, muted: frozenset[int] = frozenset()) -> bytes:
    if after > table.version:
        return message(scenes.Ahead(table.version), name="reload")
    return event_messages(table, table.lines[max(after, 0) :], reader, muted)


def event_messages(table: Table, lines: Iterable[Line], reader: Reader, muted: frozenset[int]) -> bytes:
    now = (table.version, table.phase, table.to_move)
    return b"".join(
        message(
            scenes.Happened(line.seq, str(line.kind.__struct_config__.tag), line_for(line, reader, muted), *now),
            number=line.seq,
        )
        for line in lines
    )
