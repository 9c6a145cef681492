"""Why a move is good or bad, in sentences that rest on clauses: facts that its seat can know, never guesses.

What a move does is read off positions before and after it; what the others could do then is tried in deals that the
seat thinks possible. No sentence depends on which deal was imagined, but for the shares of deals that some of them
name.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean

from undercut.bots.players.player import View
from undercut.bots.thinking.determinize import determinize
from undercut.errors import Reason
from undercut.games import registry
from undercut.play.facts import Move, Outcome
from undercut.play.state import State

DEALS = 24
"""How many deals are imagined to see what the others could do."""

_LIKELY = 0.5


@dataclass(frozen=True, slots=True)
class _Words:
    """What a game offers for explaining its moves.

    Args:
        reasons: Says what a move does, given the game with hidden cards made up, the seat's view, the move, the seat.
        can_win: Whether the next player can win then, given the game after a seat's move and the seat; None if the
            seat's turn goes on.
        winning: The clause about how players win.
        answer: Says what an answer does in a word or two, given the game before it and its code.
    """

    reasons: Callable[[State, View, Move, int], list[Reason]]
    can_win: Callable[[State, int], bool | None]
    winning: str
    answer: Callable[[State, int], str]


def _no_reasons(state: State, view: View, move: Move, seat: int) -> list[Reason]:
    del state, view, move, seat
    return []


def _unknown(state: State, seat: int) -> None:
    del state, seat


def _kind(state: State, code: int) -> str:
    return state.game.spec.parts(code).kind


def _words(game: str) -> _Words:
    """What a game offers; one that offers nothing has its moves explained by figures alone."""
    own = registry.part(game, "explain", "undercut.bots.advice.explain_{}")
    return _Words(
        getattr(own, "reasons", _no_reasons),
        getattr(own, "can_win", _unknown),
        registry.spec(game).words.goal,
        getattr(own, "answer", _kind),
    )


class Explainer:
    """Explains the moves of the seat to move.

    Args:
        view: What the seat may know.
        chance: Where imagined deals come from.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> explainer = Explainer(state.view(0), random.Random(1))
        >>> for reason in explainer.reasons(state.legal_moves()[6]):
        ...     print(reason)
        CU-30 their hand of 6 cards lies open to you
    """

    def __init__(self, view: View, chance: random.Random) -> None:
        """Imagine some deals, and try every move in them."""
        self.view = view
        self.deals = [determinize(view, chance) for _ in range(DEALS)]
        seat = self.deals[0].to_move
        assert seat is not None, "the game is over"  # noqa: S101  the caller asked
        self.seat = seat
        self.words = _words(self.deals[0].game.name)
        self.ends: dict[str, Outcome | None] = {}
        self.dangers: dict[str, float] = {}
        for move in self.deals[0].legal_moves():
            self._try(str(move))

    def _try(self, move: str) -> None:
        """Note how a move ends the game, if it surely does, and how often the next player could win then."""
        ends: list[Outcome | None] = []
        wins: list[bool] = []
        for deal in self.deals:
            after = deal.copy()
            after.play(move)
            ends.append(after.result)
            if after.to_move is not None and (win := self.words.can_win(after, self.seat)) is not None:
                wins.append(win)
        if len(set(ends)) == 1:
            self.ends[move] = ends[0]
        if wins:
            self.dangers[move] = mean(wins)

    def reasons(self, move: Move) -> tuple[Reason, ...]:
        """Say what a move does, wins, stops and risks, the most important first.

        Args:
            move: A legal move.
        """
        found = self.words.reasons(self.deals[0], self.view, move, self.seat)
        return (*self._end(move), *self._stops(move), *found, *self._risk(move))

    def _end(self, move: Move) -> list[Reason]:
        outcome = self.ends.get(str(move))
        if outcome is None:
            return []
        end = self.deals[0].game.spec.words.end(outcome.reason)
        clause = end.clause if end else self.words.winning
        if outcome.winners == (self.seat,):
            return [Reason(clause, "wins now")]
        if self.seat in outcome.winners:
            return [Reason(clause, f"ends the game; {len(outcome.winners)} share the win")]
        return [Reason(clause, "ends the game, which you lose" if outcome.winners else "ends the game in a draw")]

    def _stops(self, move: Move) -> list[Reason]:
        """Whether most other moves would let the next player win, and this one does not."""
        if not self._is_stopper(move):
            return []
        danger, others = self.dangers[str(move)], self._other_danger(move)
        rest = f", this one in {_percent(danger)}" if danger else ""
        text = f"stops a win of {self._next_player(move)} next turn, which other moves allow in {_percent(others)}"
        return [Reason(self.words.winning, f"{text} of the cases imagined{rest}")]

    def _risk(self, move: Move) -> list[Reason]:
        danger = self.dangers.get(str(move), 0.0)
        if not danger or self._is_stopper(move):
            return []
        how_often = "all" if danger == 1 else _percent(danger)
        text = f"{self._next_player(move)} can win next turn in {how_often} of the deals imagined"
        return [Reason(self.words.winning, text)]

    def _is_stopper(self, move: Move) -> bool:
        danger, others = self.dangers.get(str(move)), self._other_danger(move)
        return danger is not None and others >= _LIKELY and danger <= others / 2

    def _other_danger(self, move: Move) -> float:
        others = [share for other, share in self.dangers.items() if other != str(move)]
        return mean(others) if others else 0.0

    def _next_player(self, move: Move) -> str:
        game = self.deals[0].game
        if game.seats == 2:  # noqa: PLR2004  two players: there is one other side
            return "the other side"
        after = self.deals[0].copy()
        after.play(move)
        return f"seat {after.to_move}"

    def answers(self, move: Move, shares: Sequence[tuple[str, float]]) -> list[tuple[str, float, str]]:
        """Sort what is played next by kind, if another seat plays it.

        Args:
            move: The move that is answered.
            shares: Answers, with the share of games in which they are given, the most frequent first.

        Returns:
            By kind, the most frequent first: the kind, its share, and the most frequent move of it.
        """
        after = self.deals[0].copy()
        after.play(move)
        if after.to_move in (None, self.seat):
            return []
        table, spec = after.table_copy(), after.game.spec
        kinds: dict[str, tuple[float, str]] = {}
        for text, share in shares:
            kind = self.words.answer(after, spec.parse(table, text))
            total, first = kinds.get(kind, (0.0, text))
            kinds[kind] = (total + share, first)
        found = [(kind, round(share, 4), first) for kind, (share, first) in kinds.items()]
        return sorted(found, key=lambda one: -one[1])

    def follow(self, line: Sequence[str]) -> list[tuple[int, Move]]:
        """Tell who plays what in a line of moves, as far as one of the imagined deals allows.

        Args:
            line: Moves, the first one the seat's own.
        """
        longest: list[tuple[int, Move]] = []
        for deal in self.deals:
            after = deal.copy()
            found: list[tuple[int, Move]] = []
            for text in line:
                seat = after.to_move
                if seat is None or after.why_not(text):
                    break
                found.append((seat, after.play(text)))
            if len(found) > len(longest):
                longest = found
        return longest


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")
