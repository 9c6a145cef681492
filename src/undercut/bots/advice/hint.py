"""Advice on a position: what to play, what it is worth, why, and what is likely to follow.

Everything is worked out from one seat's view, so advice never gives away what that seat could not know.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from math import hypot
from typing import cast

from undercut.bots.advice.explain import Explainer
from undercut.bots.players.levels import levels_of
from undercut.bots.players.player import View
from undercut.bots.thinking.proof import Proof, Result
from undercut.bots.thinking.stats import MoveStats, margin
from undercut.bots.thinking.think import Budget, Watch, several, think
from undercut.engine.host import Host
from undercut.errors import Reason, UndercutError
from undercut.games.reader import JSON
from undercut.play.facts import Move
from undercut.play.state import State

BUDGET = Budget(seconds=2.0)
"""How long to think about advice if nobody says otherwise."""

EXPLAINED = 3
"""How many of the best moves are explained."""

# What the search tries less often than this, against the best move, it hardly knows: if it is to be explained, it gets
# a search of its own with this part of the budget.
_GIVEN_UP, _PART = 0.1, 8
_PROVEN = {Result.WIN: "wins", Result.DRAW: "keeps the draw", Result.LOSS: "resists longest"}


@dataclass(frozen=True, slots=True)
class Step:
    """One move of what is likely to follow.

    Args:
        seat: Who plays it.
        move: The move.
        text: What it does, as a sentence.
    """

    seat: int
    move: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One way in which the next player may answer a move.

    Args:
        kind: What is done, in a word, such as ``"scuttle"``.
        share: In what share of the games that the seat thinks possible.
        move: The most frequent move of that kind.
    """

    kind: str
    share: float
    move: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One legal move, and what there is to say for and against it.

    Args:
        move: The move.
        expected: The share of the game that the seat may expect, 0 to 1: 1 for a win, a part of it if winners share,
            and for a draw what all get.
        error: The standard error of that, from the number of games tried; it knows nothing of what the search
            misjudges.
        visits: In how many games it was tried; 0 if never, and then nothing is expected of it.
        why: What it does, wins, stops and risks, by clause; empty for moves that are not among the best.
        line: What is likely to follow, the move itself first; empty likewise.
        answers: How the next player may answer, the most frequent first; empty likewise.
    """

    move: Move
    expected: float
    error: float
    visits: int
    why: tuple[Reason, ...] = ()
    line: tuple[Step, ...] = ()
    answers: tuple[Answer, ...] = ()

    @property
    def chances(self) -> str:
        """The expected result in per cent, with two standard errors, which hold the truth in 95 of 100 cases.

        Example:
            >>> Suggestion(Move("7h", "", "points", "7h", None), 0.712, 0.0101, 2000).chances
            '71 % ± 2'
        """
        if not self.visits:
            return "not tried"
        return f"{100 * self.expected:.0f} % ± {margin(self.error)}"


@dataclass(frozen=True, slots=True)
class Advice:
    """What to play in a position, as one seat sees it.

    Args:
        game: The game's name.
        seats: How many play.
        seat: Whom the advice is for.
        moves: Every legal move, the one to play first; the best are explained.
        iterations: How many games were tried in all.
        seconds: How long that took.
        proof: What is certain about the position; None if nothing was proven.
    """

    game: str
    seats: int
    seat: int
    moves: tuple[Suggestion, ...]
    iterations: int
    seconds: float = field(compare=False)
    proof: Proof | None = None

    @property
    def best(self) -> Suggestion:
        """The move to play."""
        return self.moves[0]

    @property
    def verdict(self) -> str:
        """Say in a sentence how clear the choice is."""
        best = self.best
        if len(self.moves) == 1:
            return f"{best.move} is the only legal move."
        if self.proof:
            return f"{best.move} {_PROVEN[self.proof.result]}: {self.proof.text}, proven."
        equal = [other for other in self.moves[1:] if not _behind(best, other)]
        if not equal:
            return f"{best.move} is clearly best."
        if len(equal) == len(self.moves) - 1:
            return f"{best.move} looks best, but no move is clearly worse."
        named = ", ".join(str(other.move) for other in equal[:EXPLAINED])
        more = f" and {len(equal) - EXPLAINED} more" if len(equal) > EXPLAINED else ""
        return f"{best.move} looks best; {named}{more} may be as good."

    def to_json(self) -> dict[str, JSON]:
        """Write it as JSON-ready data, the same for the same seed and number of iterations."""
        return {
            "game": self.game,
            "seats": self.seats,
            "seat": self.seat,
            "verdict": self.verdict,
            "proof": _proof_json(self.proof),
            "iterations": self.iterations,
            "moves": [_suggestion_json(move) for move in self.moves],
        }


def _behind(best: Suggestion, other: Suggestion) -> bool:
    """Whether a move is worse than the best: by more than chance explains, or the search soon gave it up."""
    if best.expected == 1 and not best.error:
        return other.expected < 1
    given_up = other.visits < _GIVEN_UP * best.visits
    return given_up or best.expected - other.expected > 2 * hypot(best.error, other.error)


def _proof_json(proof: Proof | None) -> JSON:
    if proof is None:
        return None
    return {"text": proof.text, "moves": list(proof.moves), "line": list(proof.line)}


def _suggestion_json(suggestion: Suggestion) -> dict[str, JSON]:
    return {
        "move": str(suggestion.move),
        "text": suggestion.move.text,
        "expected": round(suggestion.expected, 4),
        "error": round(suggestion.error, 4),
        "visits": suggestion.visits,
        "chances": suggestion.chances,
        "why": [{"clause": reason.clause, "text": reason.text} for reason in suggestion.why],
        "line": [{"seat": step.seat, "move": step.move, "text": step.text} for step in suggestion.line],
        "answers": [
            {"kind": answer.kind, "share": round(answer.share, 4), "move": answer.move} for answer in suggestion.answers
        ],
    }


def advise(
    state: State,
    seat: int | None = None,
    *,
    budget: Budget = BUDGET,
    chance: random.Random | None = None,
    explained: int = EXPLAINED,
    host: Host | None = None,
    watch: Watch | None = None,
) -> Advice:
    """Advise the seat to move.

    Args:
        state: The game; what the seat cannot see in it changes nothing.
        seat: Whom to advise, which must be to move; None: whoever is.
        budget: How long to think. Only iterations give the same advice every time.
        chance: Where random choices come from; None: from the system.
        explained: How many of the best moves to explain.
        host: Where the search runs; None: as `default_host` says.
        watch: Who waits for it.

    Raises:
        UndercutError: The game is over, or the seat is not to move.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> advice = advise(state, budget=Budget(iterations=60), chance=random.Random(1), host=Host.PLAIN)
        >>> advice.seat, advice.iterations, len(advice.moves) == len(state.legal_moves())
        (0, 60, True)
    """
    mover = state.to_move
    if mover is None:
        message = "the game is over: there is nothing to advise"
        raise UndercutError(message)
    if seat is not None and seat != mover:
        state.view(seat)  # refuses what is not a seat at all
        message = f"seat {seat} is not to move, seat {mover} is; advice is for whoever is to move"
        raise UndercutError(message)
    return advise_view(state.view(mover), budget=budget, chance=chance, explained=explained, host=host, watch=watch)


def advise_view(
    view: View,
    *,
    budget: Budget = BUDGET,
    chance: random.Random | None = None,
    explained: int = EXPLAINED,
    host: Host | None = None,
    watch: Watch | None = None,
) -> Advice:
    """Advise the seat to move from its view alone, for those who have nothing else.

    Args:
        view: What the seat to move may know, as `State.view` writes it.
        budget: As for `advise`.
        chance: As for `advise`.
        explained: As for `advise`.
        host: As for `advise`.
        watch: As for `advise`.
    """
    # Not for secrets: advice may be repeated from a seed.
    chance = chance or random.Random()  # noqa: S311
    settings, budget = levels_of(str(view["game"])).settings, several(budget)
    thought = think(view, budget, chance, settings=settings, lines=explained, host=host, watch=watch)
    found, iterations, seconds = list(thought.moves), thought.iterations, thought.seconds
    patience = Watch(cancelled=watch.cancelled) if watch else None
    for place, given_up in enumerate(found[:explained]):
        if given_up.visits < _GIVEN_UP * thought.best.visits:
            alone = replace(settings, first=str(given_up.move))
            second = think(view, _part(budget), chance, settings=alone, lines=1, host=host, watch=patience)
            iterations, seconds = iterations + second.iterations, seconds + second.seconds
            found[place] = next(one for one in second.moves if one.move == given_up.move)
    explainer = Explainer(view, chance)
    moves = tuple(_suggestion(explainer, one, explains=place < explained) for place, one in enumerate(found))
    seats, seat = cast("int", view["seats"]), cast("int", view["to_move"])
    return Advice(str(view["game"]), seats, seat, moves, iterations, seconds, thought.proof)


def _part(budget: Budget) -> Budget:
    """The part of a budget that a second look may take."""
    return replace(
        budget,
        iterations=-(-budget.iterations // _PART) if budget.iterations else None,
        seconds=budget.seconds / _PART if budget.seconds else None,
    )


def _suggestion(explainer: Explainer, found: MoveStats, *, explains: bool) -> Suggestion:
    plain = Suggestion(found.move, found.expected, found.error, found.visits)
    if not explains:
        return plain
    line = tuple(Step(seat, str(move), move.text) for seat, move in explainer.follow(found.line))
    answers = tuple(Answer(*one) for one in explainer.answers(found.move, found.answers))
    return replace(plain, why=explainer.reasons(found.move), line=line, answers=answers)
