"""Reasons for and against a move, each with its clause: facts that the seat can know, never guesses."""
# The effects of a move come from comparing the positions before and after it. The opponents' options come from trying
# them in random deals consistent with the seat's view; only percentages depend on which deals were drawn.

import random
from collections.abc import Sequence

from undercut.bots.advice.outlook import Outlook, percent
from undercut.errors import Reason
from undercut.estimates import mean
from undercut.games.base.game_types import Move, Outcome, View
from undercut.games.base.sentences import another_player, because, capitalized, say
from undercut.play.loading import determinize

DEALS = 48  # number of random deals in which the opponents' replies are tried

_LIKELY = 0.5


class Explainer:
    def __init__(self, view: View, chance: random.Random) -> None:
        """Deal the hidden cards several times, and try every move in each deal."""
        self.view = view
        self.deals = [determinize(view, chance) for _ in range(DEALS)]
        seat = self.deals[0].to_move
        assert seat is not None, "the game is over"  # noqa: S101  the caller asked
        self.seat = seat
        self.goal = self.deals[0].game.spec.words.goal
        self.explanation = self.deals[0].game.spec.explanation()
        self.outlook = Outlook(self.deals, seat, self.goal)
        self.ends: dict[str, Outcome | None] = {}
        self.dangers: dict[str, float] = {}
        for move in self.deals[0].legal_moves():
            self._try(str(move))

    def _try(self, move: str) -> None:
        """Record whether a move ends the game in every deal, and how often the next player could then win."""
        ends: list[Outcome | None] = []
        wins: list[bool] = []
        for deal in self.deals:
            after = deal.copy()
            after.play(move)
            ends.append(after.result)
            if after.to_move is not None and (win := self.explanation.can_win(after, self.seat)) is not None:
                wins.append(win)
        if len(set(ends)) == 1:
            self.ends[move] = ends[0]
        if wins:
            self.dangers[move] = mean(wins)

    def reasons(self, move: Move) -> tuple[Reason, ...]:
        """Return what a legal move does, wins, stops and risks, most important first."""
        return (*self._end(move), *self._stops(move), *self._effects(move), *self._risk(move))

    def gist(self, move: Move) -> str:
        """Return the most telling consequence of a legal move, in a sentence without shares of deals."""
        text = next((reason.text for reason in self._end(move)), "") or self.effect(move)
        if self.is_stopper(move):
            text = say("stops a win of {player} next turn", player=self._next_player(move))
        text = f"{capitalized(text)}." if text else ""
        if self.dangers.get(str(move), 0.0) < _LIKELY:
            return text
        return f"{text} {say('Even so, {player} may well win next turn.', player=self._next_player(move))}".strip()

    def effect(self, move: Move) -> str:
        """Return the first thing that a legal move does; empty if there is nothing to say."""
        return next((reason.text for reason in self._effects(move)), "")

    def _effects(self, move: Move) -> list[Reason]:
        return self.explanation.reasons(self.deals[0], self.view, move, self.seat)

    def wins(self, move: Move) -> bool:
        """Return whether a move ends the game with a win of its seat alone."""
        outcome = self.ends.get(str(move))
        return outcome is not None and outcome.winners == (self.seat,)

    def _end(self, move: Move) -> list[Reason]:
        outcome = self.ends.get(str(move))
        if outcome is None:
            return []
        end = self.deals[0].game.spec.words.end(outcome.reason)
        clause = end.clause if end else self.goal
        if self.wins(move):
            return [because(clause, "wins now")]
        if self.seat in outcome.winners:
            return [because(clause, "ends the game; {count} share the win", count=len(outcome.winners))]
        if outcome.winners:
            return [because(clause, "ends the game, which you lose")]
        return [because(clause, "ends the game in a draw")]

    def _stops(self, move: Move) -> list[Reason]:
        """Explain that the move stops a win that most other moves allow."""
        if not self.is_stopper(move):
            return []
        danger, others = self.dangers[str(move)], self._other_danger(move)
        template = "stops a win of {player} next turn, which other moves allow in {others} of the deals tried"
        if danger:
            template = (
                "stops a win of {player} next turn, which other moves allow in {others} of the deals tried, this one "
                "in {danger}"
            )
        figures = {"others": percent(others), "danger": percent(danger)}
        return [because(self.goal, template, player=self._next_player(move), **figures)]

    def _risk(self, move: Move) -> list[Reason]:
        danger = self.dangers.get(str(move), 0.0)
        if not danger or self.is_stopper(move):
            return []
        template = "{player} can win next turn in {share} of the deals tried"
        if danger == 1:
            template = "{player} can win next turn in all of the deals tried"
        return [because(self.goal, template, player=self._next_player(move), share=percent(danger))]

    def is_stopper(self, move: Move) -> bool:
        """Return whether the move stops a win of the next player that most other moves allow."""
        danger, others = self.dangers.get(str(move)), self._other_danger(move)
        return danger is not None and others >= _LIKELY and danger <= others / 2

    def _other_danger(self, move: Move) -> float:
        others = [share for other, share in self.dangers.items() if other != str(move)]
        return mean(others) if others else 0.0

    def _next_player(self, move: Move) -> str:
        after = self.deals[0].copy()
        after.play(move)
        return another_player(after.game.seats, after.to_move or 0).say()

    def answers(self, move: Move, shares: Sequence[tuple[str, float]]) -> list[tuple[str, float, str]]:
        """List the next seat's kinds of replies, each with its share and its most frequent move."""
        after = self.deals[0].copy()
        after.play(move)
        if after.to_move in (None, self.seat):
            return []
        table, spec = after.table_copy(), after.game.spec
        kinds: dict[str, tuple[float, str]] = {}
        for text, share in shares:
            kind = self.explanation.answer(after, spec.parse(table, text))
            total, first = kinds.get(kind, (0.0, text))
            kinds[kind] = (total + share, first)
        shares_of_kinds = [(kind, round(share, 4), first) for kind, (share, first) in kinds.items()]
        return sorted(shares_of_kinds, key=lambda entry: -entry[1])

    def follow(self, line: Sequence[str]) -> list[tuple[int, Move]]:
        """Return the seat and move of each step of a line, as far as any of the random deals allows."""
        longest: list[tuple[int, Move]] = []
        for deal in self.deals:
            after = deal.copy()
            steps: list[tuple[int, Move]] = []
            for text in line:
                seat = after.to_move
                if seat is None or after.why_not(text):
                    break
                steps.append((seat, after.play(text)))
            if len(steps) > len(longest):
                longest = steps
        return longest
