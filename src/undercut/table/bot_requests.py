"""Requests to bots: moves, hints, judgements and plays of daily deals, each answered from a view alone.

Until the compiled search is there it is plain Python, so that no move waits for a compiler.
"""

import random
import secrets
from collections.abc import Container, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from undercut.bots.advice.judging import JudgedMove
from undercut.bots.players import PLAYERS, Player, level_player, levels_of, wants_history
from undercut.bots.registry import make
from undercut.bots.thinking.budget import Effort, Watch
from undercut.engine.host import Host
from undercut.games.base.game_types import View
from undercut.games.base.parts.bots import Budget
from undercut.play.loading import determinize
from undercut.play.observing import HISTORY, view_with_history
from undercut.play.sources import SecretChance, secret_number
from undercut.play.state import State
from undercut.search.layers import ready_host, usual_host
from undercut.table.judged import LONGEST
from undercut.table.opening.deals import DAILY_SEATS, Day
from undercut.table.scene import SceneHint
from undercut.table.table import Table


class Played(Struct, frozen=True):
    move: str
    number: int
    advised: bool = False  # whether a hint said it


def moves_to_judge(table: Table, judged: Container[int]) -> Iterator[tuple[View, Played]]:
    """Give the moves that are not judged yet, with the views before them, from the last move backwards."""
    assert table.state is not None  # noqa: S101  the game is over
    state = table.state.copy()
    last = len(state.moves)
    while state.moves and len(state.moves) > last - LONGEST:
        number, move = len(state.moves), state.undo()
        if move is not None and number not in judged:  # None: the game ended at the table
            yield state.view(state.to_move), Played(move, number, table.steps[number - 1].advised)


class ParPlay(Struct, frozen=True):
    day: Day
    level: str
    number: int


class BotRequest(Struct, frozen=True):
    game: str
    view: dict[str, Any]
    level: str | None  # None for a hint or a judgement
    seed: int
    seconds: float
    played: Played | None = None  # the move to judge
    par: ParPlay | None = None  # a whole game to play
    exact: bool = False  # whether the answer depends on the view and the seed alone, and on no time


class BotReply(Struct, frozen=True):
    move: str
    prospect: str = ""  # of a hint: what the move leads to
    plain: str = ""  # of a hint: why to play the move, in plain sentences
    lead: str = ""  # of a hint: the first of them
    judged: JudgedMove | None = None
    share: float = 0.0  # of the win, for a play of a daily deal


def answer(request: BotRequest, watch: Watch) -> BotReply:
    """Answer a request with a move, a hint, a judgement, or a play of a daily deal."""
    if request.par:
        return BotReply("", share=played_share(request.par, watch))
    chance = random.Random(request.seed)  # noqa: S311  repeatable from its seed, not for secrets
    host = ready_host(request.game)
    if request.played:
        return _judgement(request, request.played, host, watch)
    if request.level is None:
        return _hint(request, chance, host, watch)
    if request.exact:
        player = _player(request, chance, usual_host(request.game), watch)
    else:
        player = _player(request, chance, host, watch.within(request.seconds))
    view = dict(request.view)
    if not wants_history(player):
        view.pop(HISTORY, None)
    return BotReply(str(player.choose(view, determinize(view, chance).legal_moves())))


def fallback_move(view: View) -> str:
    """Choose a greedy move here, for when what answers requests has failed."""
    request = BotRequest(str(view["game"]), dict(view), "greedy", secrets.randbits(62), 0.0)
    return answer(request, Watch()).move


def hint_from(state: State, reply: BotReply) -> SceneHint:
    move = next(move for move in state.legal_moves() if move.notation == reply.move)
    return SceneHint(move.notation, move.text, move.card, reply.prospect, reply.plain, reply.lead)


class WaitingBot(NamedTuple):
    position: int  # the event with which it began
    seat: int
    level: str


def waiting_bot(table: Table | None) -> WaitingBot | None:
    if table is None or table.to_move is None or table.seats[table.to_move].kind != "bot":
        return None
    return WaitingBot(table.settled, table.to_move, table.seats[table.to_move].level or "")


def question_for(table: Table, bot: WaitingBot) -> tuple[View, int | None]:
    """Return what a bot may know, and the seed of its answer; None: any, at tables whose chance has no secret."""
    assert table.state is not None  # noqa: S101  the table is in play
    view, secret = view_for_level(table.state, bot.seat, bot.level), table.opened.chance
    return view, answer_seed(secret, view) if secret else None


def view_for_level(state: State, seat: int, level: str) -> View:
    """Return what a bot may know: its seat's view, with the history if its level uses it."""
    player = levels_of(state.game.name).levels.get(level)
    return view_with_history(state, seat) if player and player.wants_history else state.view(seat)


def played_share(play: ParPlay, watch: Watch) -> float:
    """Play a daily deal to its end; return the share of the win that the level gets against the day's bot."""
    day = play.day
    host = usual_host(day.game)
    state = day.deal()
    while state.to_move is not None:
        seat = state.to_move
        level = play.level if seat == day.seat else day.level
        view = view_for_level(state, seat, level)
        seed = (
            answer_seed(day.secret, view)
            if seat != day.seat
            else secret_number(day.secret, "par", level, str(play.number))
        )
        # The level in the person's seat plays otherwise each time; its moves so far tell its requests apart.
        chance = random.Random(seed if seat != day.seat else f"{seed} {len(state.moves)}")  # noqa: S311  repeatable
        player = level_player(level, day.game, chance, host=host, watch=watch, timed=False)
        state.set_chance(SecretChance(day.secret, state.shuffle_count))
        state.play(player.choose(view, state.legal_moves()))
    result = state.result
    if result is None or not result.winners:
        return 1 / DAILY_SEATS
    return 1 / len(result.winners) if day.seat in result.winners else 0.0


def _player(request: BotRequest, chance: random.Random, host: Host, watch: Watch) -> Player:
    assert request.level is not None  # noqa: S101  the request is for a move
    if request.level in PLAYERS:
        return make(request.level, request.game, request.seed)
    return level_player(request.level, request.game, chance, host=host, watch=watch, timed=not request.exact)


def _hint(request: BotRequest, chance: random.Random, host: Host, watch: Watch) -> BotReply:
    from undercut.bots.advice.hint import advise_view  # noqa: PLC0415  most processes never need it

    advice = advise_view(request.view, Effort(Budget(seconds=request.seconds), host, watch), chance=chance)
    return BotReply(str(advice.best.move), advice.prospect, advice.plain, advice.lead)


def _judgement(request: BotRequest, played: Played, host: Host, watch: Watch) -> BotReply:
    from undercut.bots.advice.judging import REVIEW_BUDGET, review_move  # noqa: PLC0415  as above

    found = review_move(request.view, played.move, played.number, Effort(REVIEW_BUDGET, host, watch))
    return BotReply(found.best, judged=replace(found, advised=True, loss=0.0) if played.advised else found)


def answer_seed(secret: str, view: View) -> int:
    return secret_number(secret, "answer", msgspec.json.encode(view, order="sorted"))
