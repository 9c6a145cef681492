"""Advice on a position from one seat's view alone: the best moves, their values, reasons and likely continuations."""

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from math import inf
from typing import cast

from undercut.bots.advice import explain
from undercut.bots.advice.evidence import calibrated, calibration_of, pooled
from undercut.bots.advice.explain import GIVEN_UP, Explainer, compare, done, idea, is_worse, twins_in
from undercut.bots.advice.outlook import percent
from undercut.bots.players import advice_settings
from undercut.bots.thinking.budget import Effort, Watch, over_several_trees
from undercut.bots.thinking.prove import Proof, Result
from undercut.bots.thinking.think import MoveStats, chance_text, think
from undercut.decoding import JSON
from undercut.errors import Reason, UndercutError
from undercut.games.base.game_types import Move, View
from undercut.games.base.parts.bots import Budget
from undercut.games.base.sentences import Plural, another_player, say
from undercut.play.loading import determinize
from undercut.play.state import State
from undercut.translation import N_

BUDGET = Budget(seconds=1.0)  # default search budget

EXPLAINED = 3  # number of best moves that are explained

_MOTIVES = 2  # most motives of a move that are told
_MORE = 2  # most further sentences
_FAR_BEHIND = 0.1  # the chance between two players below which a hint says so

_PART = 8  # a move that the search gave up gets a search of its own with this part of the budget, to be explained

_WHOLE = 1.5  # times the seconds of the search after which no further comparison of moves begins

_NEARLY = 0.005  # the largest chance of a move that is called lost, and the largest doubt of one that is called won

_ONLY = N_("You have no other move.")
_LOST = N_("Every move loses against good play; this one keeps most chances.")
_SURE = Plural("You win, whatever {player} does.", "You win, whatever the others do.")
_PROVEN = {
    Result.WIN: N_("{move} wins: {proof}, proven."),
    Result.DRAW: N_("{move} keeps the draw: {proof}, proven."),
    Result.LOSS: N_("{move} resists longest: {proof}, proven."),
}


@dataclass(frozen=True, slots=True)
class Step:
    seat: int
    move: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    kind: str
    share: float  # share of sampled games with such a reply
    move: str  # the most frequent move of that kind


@dataclass(frozen=True, slots=True)
class Suggestion:
    move: Move
    expected: float  # expected share of the game, 0 to 1: 1 for a win, an equal part for a shared win or a draw
    error: float
    visits: int  # number of games that tried the move; if 0, `expected` means nothing
    why: tuple[Reason, ...] = ()
    line: tuple[Step, ...] = ()  # the likely continuation, starting with the move itself; only for the best moves
    answers: tuple[Answer, ...] = ()  # likely replies of the next player, most frequent first; only for the best moves

    @property
    def chances(self) -> str:
        """The expected share in per cent, with a 95 % margin, in words."""
        if not self.visits:
            return say("not tried")
        return chance_text(self.expected, self.error)


@dataclass(frozen=True, slots=True)
class Advice:
    game: str
    seats: int
    seat: int  # the seat to move, which the advice is for
    moves: tuple[Suggestion, ...]  # every legal move, best first; the best few are explained
    iterations: int
    seconds: float = field(compare=False)
    proof: Proof | None = None  # the proven result; None if nothing was proven
    contrast: str = ""  # what the best move gains beside another one, with figures; empty if nothing can be said
    told: tuple[str, ...] = ()  # what the best move gains, the most first, and then what another one lacks
    warning: str = ""  # what others may well do even so
    obvious: str = ""  # the move that most beginners would play
    twins: frozenset[str] = frozenset()  # the other moves of equal worth: only a suit or a place differs

    @property
    def best(self) -> Suggestion:
        return self.moves[0]

    @property
    def verdict(self) -> str:
        best = str(self.best.move)
        if len(self.moves) == 1:
            return say("{move} is the only legal move.", move=best)
        if self.proof:
            return say(_PROVEN[self.proof.result], move=best, proof=self.proof.text)
        equal = [str(other.move) for other in self.moves[1:] if not explain.is_behind(self.best, other)]
        if not equal:
            return say("{move} is clearly best.", move=best)
        if len(equal) == len(self.moves) - 1:
            return say("{move} looks best, but no move is clearly worse.", move=best)
        others = ", ".join(equal[:EXPLAINED])
        if len(equal) <= EXPLAINED:
            return say("{move} looks best; {others} may be as good.", move=best, others=others)
        more = len(equal) - EXPLAINED
        return say("{move} looks best; {others} and {count} more may be as good.", move=best, others=others, count=more)

    @property
    def lead(self) -> str:
        """The strongest reason to play the best move, in a sentence or two."""
        return self.told[0] if self.told else say(_ONLY)

    @property
    def more(self) -> str:
        """What else speaks for the best move, or what danger remains, in up to two sentences."""
        is_open = self.best.expected >= 2 * _FAR_BEHIND / self.seats or not self.best.visits
        last = self.warning if is_open or self._is_lost else say("You are far behind, whatever you play.")
        return " ".join(filter(None, [*self.told[1:][: _MORE - bool(last)], last]))

    @property
    def plain(self) -> str:
        return f"{self.lead} {self.more}".strip()

    @property
    def prospect(self) -> str:
        """The chance to win after the best move, and after another one; empty if others win, too."""
        best = self.best
        if not best.visits:
            return say(_ONLY)
        others = [one for one in self.moves[1:] if one.visits and idea(one.move) != idea(best.move)]
        known = [one for one in others if one.visits >= GIVEN_UP * best.visits or one.expected <= best.expected]
        apart = (one for one in known if str(one.move) not in self.twins)
        second = max(apart, key=lambda one: (str(one.move) == self.obvious, one.expected - 2 * one.error), default=None)
        if self._is_lost:
            return say(_LOST)
        if best.expected > 1 - _NEARLY and (not second or second.expected > 1 - _NEARLY):
            player = another_player((self.seat + 1) % self.seats)
            return "" if second else say(_SURE, count=self.seats - 1, player=player)
        own = say("Your chance to win after this move, if all play well: {share}.", share=_about(best.expected))
        if not second:
            return own
        template = "If you {move}: {share}." if is_worse(best, second) else "You could as well {move}: either is fine."
        return f"{own} {say(template, move=done(second.move), share=_about(second.expected))}"

    @property
    def _is_lost(self) -> bool:
        return bool(self.best.visits) and self.best.expected < _NEARLY

    def to_json(self) -> dict[str, JSON]:
        proof = self.proof
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "verdict": self.verdict,
            "proof": proof and {"text": proof.text, "moves": list(proof.moves), "line": list(proof.line)},
            "contrast": self.contrast,
            "iterations": self.iterations,
            "moves": [_suggestion_json(move) for move in self.moves],
        }


def _about(share: float) -> str:
    is_extreme = not _NEARLY < share < 1 - _NEARLY
    template = "about {share}" if not is_extreme else "over {share}" if share > _NEARLY else "under {share}"
    return say(template, share=percent(min(max(share, 0.01), 0.99)))


def _suggestion_json(suggestion: Suggestion) -> dict[str, JSON]:
    return {
        "move": str(suggestion.move),
        "text": suggestion.move.text,
        "expected": round(suggestion.expected, 4),
        "error": round(suggestion.error, 4),
        "visits": suggestion.visits,
        "chances": suggestion.chances,
        "why": [{"clause": reason.clause, "text": reason.text} for reason in suggestion.why],
        "line": [asdict(step) for step in suggestion.line],
        "answers": [asdict(answer) for answer in suggestion.answers],
    }


def advise(
    state: State,
    seat: int | None,
    effort: Effort,
    *,
    chance: random.Random | None = None,
    explained: int = EXPLAINED,
) -> Advice:
    """Advise the seat to move, from its view alone; only iterations are reproducible."""
    mover = state.to_move
    if mover is None:
        raise UndercutError("the game is over; there are no moves")
    if seat is not None and seat != mover:
        state.view(seat)  # raises for an unknown seat
        raise UndercutError(f"seat {seat} is not to move; advice is only for seat {mover}, which is")
    return advise_view(state.view(mover), effort, chance=chance, explained=explained)


def advise_view(
    view: View, effort: Effort, *, chance: random.Random | None = None, explained: int = EXPLAINED
) -> Advice:
    """Advise the seat to move from its view, at once if it has one legal move; other arguments as for `advise`."""
    until = time.perf_counter() + _WHOLE * (effort.budget.seconds or inf)
    chance = chance or random.Random()  # noqa: S311  advice is repeatable from a seed
    # The seat knows its legal moves, so any deal will do.
    deal = determinize(view, random.Random(0))  # noqa: S311  as above
    only, *others = deal.legal_moves()
    if not others:
        explainer = Explainer(view, chance)
        advice = _advice(view, (Suggestion(only, 0.0, 0.0, 0, why=explainer.reasons(only)),), 0, 0.0)
        return replace(advice, told=explainer.motives(only))
    name, seats = str(view["game"]), cast("int", view["seats"])
    settings, effort = advice_settings(name), replace(effort, budget=over_several_trees(effort.budget))
    search = think(view, effort, chance, settings=settings, lines=explained)
    calibration = calibration_of(name, seats, search.iterations)
    twins = twins_in(deal)
    result = pooled(calibrated(search, calibration), twins)
    ranked, iterations, seconds = list(result.moves), result.iterations, result.seconds
    part = Effort(_part(effort.budget), effort.host, Watch(cancelled=effort.watch.cancelled))
    for place, given_up in enumerate(ranked[:explained]):
        if given_up.visits < GIVEN_UP * result.best.visits:
            alone = replace(settings, first=str(given_up.move))
            second = think(view, part, chance, settings=alone, lines=1)
            iterations, seconds = iterations + second.iterations, seconds + second.seconds
            ranked[place] = calibrated(second, calibration).of(given_up.move)
    explainer = Explainer(view, chance, until)
    moves = tuple(_suggestion(explainer, stats, explains=place < explained) for place, stats in enumerate(ranked))
    found = compare(explainer.outlook, ranked)
    best, advice = result.best.move, _advice(view, moves, iterations, seconds, result.proof)
    return replace(
        advice,
        contrast=found.figures,
        told=told(explainer, ranked, found.words),
        warning=explainer.warning(best),
        obvious=explainer.outlook.obvious(),
        twins=frozenset(move for move, twin in twins.items() if twin == twins[str(best)]),
    )


def told(explainer: Explainer, ranked: Sequence[MoveStats], beside: str) -> tuple[str, ...]:
    """Say what the best move gains that a worse one does not, and what the worse one lacks."""
    best, *others = ranked
    worse = next((other.move for other in others if is_worse(best, other)), None)
    shared = explainer.motives(worse) if worse else ()
    motives = explainer.motives(best.move) or explainer.effects(best.move)[:1]
    own = [text for text in motives if text not in shared] or motives[:1]
    if explainer.is_stopper(best.move):
        beside = ""  # it would say again that others win
    return tuple(filter(None, [*own[:_MOTIVES], beside]))


def _advice(
    view: View, moves: tuple[Suggestion, ...], iterations: int, seconds: float, proof: Proof | None = None
) -> Advice:
    seats, seat = cast("int", view["seats"]), cast("int", view["to_move"])
    return Advice(str(view["game"]), seats, seat, moves, iterations, seconds, proof)


def _part(budget: Budget) -> Budget:
    return replace(
        budget,
        iterations=-(-budget.iterations // _PART) if budget.iterations else None,
        seconds=budget.seconds / _PART if budget.seconds else None,
    )


def _suggestion(explainer: Explainer, stats: MoveStats, *, explains: bool) -> Suggestion:
    plain = Suggestion(stats.move, stats.expected, stats.error, stats.visits)
    if not explains:
        return plain
    line = tuple(Step(seat, str(move), move.text) for seat, move in explainer.follow(stats.line))
    answers = tuple(Answer(*answer) for answer in explainer.answers(stats.move, stats.answers))
    return replace(plain, why=explainer.reasons(stats.move), line=line, answers=answers)
