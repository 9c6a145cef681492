"""Reasons for and against a move, each with its clause, and how the best move compares with a worse one."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, inf
from typing import Protocol

from undercut.bots.advice.outlook import Outlook, percent
from undercut.bots.thinking.think import MoveStats
from undercut.errors import Reason
from undercut.estimates import mean
from undercut.games.base.game_types import Move, Outcome, View
from undercut.games.base.sentences import Text, another_player, as_sentence, because, cards_text, say, the_card
from undercut.play.loading import determinize
from undercut.play.state import State

DEALS = 48  # number of random deals in which the opponents' replies are tried

_LIKELY = 0.5


class Explainer:
    def __init__(self, view: View, chance: random.Random, until: float = inf) -> None:
        """Deal the hidden cards several times, and try every move in each deal; compare moves up to a moment."""
        self.view = view
        self.deals = [determinize(view, chance) for _ in range(DEALS)]
        seat = self.deals[0].to_move
        assert seat is not None, "the game is over"  # noqa: S101  the caller asked
        self.seat = seat
        self.goal = self.deals[0].game.spec.words.goal
        self.explanation = self.deals[0].game.spec.explanation
        self.outlook = Outlook(self.deals, seat, self.goal, until)
        self.ends: dict[str, Outcome | None] = {}
        self.dangers: dict[str, float] = {}
        self._found: dict[str, list[Reason]] = {}  # motives
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
        motives = self._motives(move)
        effects = self.explanation.reasons(self.deals[0], self.view, move, self.seat)
        new = (effect for effect in effects if effect not in motives)
        return (*self._end(move), *self._stops(move), *motives, *new, *self._risk(move))

    def effects(self, move: Move) -> tuple[str, ...]:
        """Return what a move does, and then what it leads to, in sentences."""
        found = self.explanation.reasons(self.deals[0], self.view, move, self.seat)
        return tuple(as_sentence(reason.text) for reason in found if reason not in self._motives(move))

    def _motives(self, move: Move) -> list[Reason]:
        if (found := self._found.get(str(move))) is None:
            found = self._found[str(move)] = self.explanation.motives(self.deals[0], self.view, move, self.seat)
        return found

    def motives(self, move: Move) -> tuple[str, ...]:
        """Return why one would play a legal move, strongest first, in sentences without shares of deals."""
        told = [reason.text for reason in (*self._end(move), *self._motives(move))]
        if self.is_stopper(move):
            text = say("stop {player} now", player=self._next_player(move))
            told.insert(0, _with(text, self._distance(move, ahead=False)))
        return tuple(map(as_sentence, told))

    def decides(self, move: Move) -> bool:
        first = next(iter((*self._end(move), *self._stops(move), *self._motives(move))), None)
        return first is not None and first.clause == self.goal

    def warning(self, move: Move) -> str:
        """Say that the next player may well win even after the best move; empty otherwise."""
        if self.dangers.get(str(move), 0.0) < _LIKELY:
            return ""
        text = say("even so, {player} may well win next turn", player=self._next_player(move))
        return as_sentence(_with(text, self._distance(move, ahead=True)))

    def _distance(self, move: Move, *, ahead: bool) -> str:
        after, template = self._after(move), self.explanation.distance
        left = (after if ahead else self.deals[0]).to_go
        if after.to_move is None or left is None or not template:
            return ""
        count = max(1, left[after.to_move])
        return say(template, count=count, cards=cards_text(count))

    def refutation(self, move: Move, best: Move, after: Text) -> str:
        """Say what others do after a worse move, or where it leads; empty if no deal shows it."""
        if self.wins(best):
            return say("You could win at once.")
        danger, otherwise = (self.dangers.get(str(each), 0.0) for each in (move, best))
        if danger >= _LIKELY and otherwise <= danger / 2:
            text = say("{after}, {player} may win at once", after=after, player=self._next_player(move))
            return as_sentence(_with(text, self._distance(move, ahead=True)))
        return cause(self.outlook, best, move, after)

    def wins(self, move: Move) -> bool:
        outcome = self.ends.get(str(move))
        return outcome is not None and outcome.winners == (self.seat,)

    def _end(self, move: Move) -> list[Reason]:
        outcome = self.ends.get(str(move))
        if outcome is None:
            return []
        end = self.deals[0].game.spec.words.end(outcome.reason)
        clause = end.clause if end else self.goal
        if self.wins(move):
            return [because(clause, "you win now")]
        if self.seat in outcome.winners:
            return [because(clause, "it ends the game; {count} share the win", count=len(outcome.winners))]
        if outcome.winners:
            return [because(clause, "it ends the game, which you lose")]
        return [because(clause, "it ends the game in a draw")]

    def _stops(self, move: Move) -> list[Reason]:
        if not self.is_stopper(move):
            return []
        danger, others = self.dangers[str(move)], self._other_danger(move)
        template = "it keeps {player} from winning next turn, which other moves allow in {others} of the deals tried"
        if danger:
            template = (
                "it keeps {player} from winning next turn, which other moves allow in {others} of the deals tried, "
                "this one in {danger}"
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

    def _next_player(self, move: Move) -> Text:
        return another_player(self._after(move).to_move or 0)

    def _after(self, move: Move) -> State:
        after = self.deals[0].copy()
        after.play(move)
        return after

    def answers(self, move: Move, shares: Sequence[tuple[str, float]]) -> list[tuple[str, float, str]]:
        """List the next seat's kinds of replies, each with its share and its most frequent move."""
        after = self._after(move)
        if after.to_move in (None, self.seat):
            return []
        table, spec = after.table_copy(), after.game.spec
        kinds: dict[str, tuple[float, str]] = {}
        for text, share in shares:
            kind = self.explanation.answer(after, spec.notation.parse(table, text))
            total, first = kinds.get(kind, (0.0, text))
            kinds[kind] = (total + share, first)
        shares_of_kinds = [(kind, round(share, 4), first) for kind, (share, first) in kinds.items()]
        return sorted(shares_of_kinds, key=lambda entry: -entry[1])

    def wins_this_turn(self, line: Sequence[str]) -> bool:
        """Return whether a line wins in every deal tried before another seat is to move."""
        for deal in self.deals:
            steps, after = _followed(deal, line)
            movers = {seat for seat, _ in steps}
            if movers != {self.seat} or after.result is None or after.result.winners != (self.seat,):
                return False
        return True

    def follow(self, line: Sequence[str]) -> list[tuple[int, Move]]:
        """Return the seat and move of each step of a line, as far as any of the random deals allows."""
        return max((_followed(deal, line)[0] for deal in self.deals), key=len)


def _followed(deal: State, line: Sequence[str]) -> tuple[list[tuple[int, Move]], State]:
    after = deal.copy()
    steps: list[tuple[int, Move]] = []
    for text in line:
        seat = after.to_move
        if seat is None or after.why_not(text):
            break
        steps.append((seat, after.play(text)))
    return steps, after


def twins_in(state: State) -> dict[str, str]:
    """Return a text for each legal move, which is the same for moves that differ in nothing but a suit or a place."""
    twin = state.game.spec.explanation.twin
    return {str(move): twin(state, move) for move in state.legal_moves()}


def _with(text: str, detail: str) -> str:
    return say("{text}: {detail}", text=text, detail=detail) if detail else text


# --- The best move beside a worse one that most people would play ---

GIVEN_UP = 0.1  # a move with less than this share of the best move's visits is poorly known

_MOST_RIVALS = 3  # number of moves that the best one is compared with, until one differs
_NOTICEABLE = 0.02  # the least lead at which a move is called better than another
_HORIZONS = (1, 2)  # the turns of the seat by which the moves are compared, until they differ


class Valued(Protocol):
    @property
    def expected(self) -> float: ...
    @property
    def error(self) -> float: ...
    @property
    def visits(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Comparison:
    """The best move beside another one, in sentences; empty if nothing can be said."""

    figures: str = ""
    words: str = ""  # what happens after the one or the other; empty unless the other move is worse


def is_behind(best: Valued, other: Valued) -> bool:
    """Return whether a move is worse than the best by more than chance, or was rarely visited."""
    if best.expected == 1 and not best.error:
        return other.expected < 1
    given_up = other.visits < GIVEN_UP * best.visits
    return given_up or best.expected - other.expected > 2 * hypot(best.error, other.error)


def is_worse(best: Valued, other: Valued) -> bool:
    return is_behind(best, other) and (not other.visits or best.expected - other.expected >= _NOTICEABLE)


def done(move: Move) -> Text:
    """Write a move so that it follows "you could" or "if you"."""
    text = re.split(r"[:;,]", move.text.rstrip("."))[0]
    return Text("{move}", {"move": text[:1].lower() + text[1:]})


def compare(outlook: Outlook, ranked: Sequence[MoveStats]) -> Comparison:
    best, *others = ranked
    if not best.error or not others:
        return Comparison()
    obvious = outlook.obvious()
    # Nobody needs a warning against a worse move if a beginner's move is as good as the advised one.
    harmless = any(str(other.move) == obvious and not is_worse(best, other) for other in others)

    def last(other: MoveStats) -> tuple[bool, ...]:
        # The same card on another place of the table is hardly another idea.
        same = idea(other.move) == idea(best.move)
        return same, not is_worse(best, other), not other.visits, str(other.move) != obvious

    others.sort(key=last)
    figures, trade_off, words = "", "", ""
    for turns in _HORIZONS:
        for rival in others[:_MOST_RIVALS]:
            if outlook.is_spent:
                break
            contrast, worse = outlook.contrast(best.move, rival.move, turns), is_worse(best, rival)
            after = _after(rival.move)
            gains = [as_sentence(gain.reason(after).text) for gain in contrast.gains]
            said = " ".join([_judged(best, rival), *gains]) if gains else ""
            figures = figures or (said if contrast.balance > 0 else "")
            trade_off = trade_off or (said if worse else "")
            if worse and not words and not harmless:
                words = cause(outlook, best.move, rival.move, after, turns)
        if figures and (words or harmless):
            break
    return Comparison(figures or trade_off or _unclear(best, others[0]), words)


def _unclear(best: MoveStats, other: MoveStats) -> str:
    template = "The difference shows only later in the game." if is_worse(best, other) else "The choice hardly matters."
    return f"{_judged(best, other)} {say(template)}"


def _after(move: Move) -> Text:
    what = done(move)
    return Text("if you {move}", {"move": what}) if len(what.say()) <= _LONGEST_NAME else _WEAKER


def idea(move: Move) -> tuple[str, str | None]:
    """Return what tells one idea from another: the kind of the move, and its card."""
    return move.kind, move.card


_WEAKER = Text("after a weaker move")
_LONGEST_NAME = 60  # letters of a move in a comparison


def cause(outlook: Outlook, best: Move, other: Move, after: Text, turns: int = 1) -> str:
    """Say what to expect after another move beside the best; empty if no game shows it."""
    if turns == 1 and (harm := outlook.harm(other, best)):
        if harm.card and harm.card == other.card != best.card:
            pack = outlook.deals[0].game.spec.pack
            card = the_card(pack, pack.code(harm.card))
            return as_sentence(say("keep {card} back: {event}", card=card, event=harm.of_it))
        return as_sentence(say("{after}, {event}", after=after, event=harm.text))
    return outlook.contrast(best, other, turns).words(after)


def _judged(best: MoveStats, rival: MoveStats) -> str:
    template = "Better than “{move}”" if is_worse(best, rival) else "About as good as “{move}”"
    judged = say(template, move=rival.move.text.rstrip("."))
    return say("{judged} ({share}).", judged=judged, share=percent(rival.expected)) if rival.visits else f"{judged}."
