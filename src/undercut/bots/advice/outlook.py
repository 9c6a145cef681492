"""Where a move leads by its seat's next turn, and how that differs from another move, in sentences."""
# In some deals that fit the seat's view, all seats play on greedily, by what they hold there. Both moves are tried in
# the same deals, so the luck of the deal is the same for both.

import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, sqrt

from undercut.bots.players import rank_codes
from undercut.errors import Reason
from undercut.estimates import deviation, mean
from undercut.games.base.game_types import Move
from undercut.games.base.parts.explanation import Gauge, Harm
from undercut.games.base.sentences import Plural, Template, Text, another_player, as_sentence, say
from undercut.play.state import State
from undercut.search.layers import can_rank
from undercut.translation import N_

_MOST_TRIED = 1_000  # greedy moves in all games tried, after which no comparison begins: a second or less in a page
_LONGEST = 60  # moves until the seat's next turn; longer games are left out
_MOST_GAINS = 2
_SURE = 2.0  # standard errors that a difference must exceed

_LEAST_ENDS = 0.08
_WINNING = N_("{after}, you are less likely to win soon")
_LOSING = N_("{after}, you are more likely to lose soon")
_LOSSES = Plural("{after}, {player} usually wins soon", "{after}, another player usually wins soon")

_IN_FIGURES = N_("{event} ({there} of the games tried, not {here})")

_USUAL = 0.5  # the least share of games in which something usually happens
_SURELY, _OPEN = 0.95, 0.8  # the least share in which it is all but sure, and the largest in which it is open

_NOTICEABLE = 0.2  # the least difference of two shares that a person notices

_COUNTABLE = 0.5  # values that differ by less are not told: people do not count in fractions of a card or a point

_OFTEN_DONE = 0.3  # the least share of games in which others may well do something

Standing = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is better after a move than after another one, called by the value ``after``."""

    gauge: Gauge
    event: Template
    values: dict[str, str | int | Text]
    noticed: bool  # whether a person notices it

    def reason(self, other: Text) -> Reason:
        event = say(self.event, **self.values, after=other)
        text = event if self.gauge.counted else say(_IN_FIGURES, event=event, **self.values)
        return Reason(self.gauge.clause, text)


@dataclass(frozen=True, slots=True)
class Contrast:
    gains: tuple[Difference, ...]
    balance: float  # of all differences together; above 0 if the gains are larger

    def words(self, other: Text) -> str:
        """Return the largest gain that a person notices, rather one without numbers; empty if there is none."""
        told = (each for each in self.gains if each.noticed)
        gain = min(told, key=lambda each: each.gauge.counted is not None, default=None)
        return as_sentence(say(gain.event, **gain.values, after=other)) if gain else ""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game tried after a move, at a turn of the seat."""

    state: State
    chance: random.Random
    at_once: Standing
    standing: Standing | None = None  # with the values at once; None if the turn does not come soon
    harms: frozenset[Harm] = frozenset()  # what other seats did to the seat


class Outlook:
    def __init__(self, deals: Sequence[State], seat: int, goal: str, until: float = inf) -> None:
        """Prepare to try moves of a seat in some deals, up to a moment; `goal` is the clause of winning."""
        # With more seats, it takes longer until the seat's next turn.
        self.deals = deals[: max(1, 2 * len(deals) // deals[0].game.seats)]
        self._tried, self._until = 0, until
        self.seat = seat
        self.explanation = deals[0].game.spec.explanation
        self.gauges = (
            Gauge(goal, _WINNING, _LEAST_ENDS),
            Gauge(goal, _LOSING, _LEAST_ENDS, more_is_better=False, usual=_LOSSES),
            *self.explanation.gauges,
        )
        self._games: dict[tuple[str, int], list[_Game]] = {}

    def contrast(self, move: Move, other: Move, turns: int = 1) -> Contrast:
        """Compare two legal moves by where they lead in some turns of the seat."""
        games_of_both = [*zip(self._after(str(move), turns), self._after(str(other), turns), strict=True)]
        pairs = [(one.standing, two.standing) for one, two in games_of_both if one.standing and two.standing]
        sizes, balance = list[tuple[float, Difference]](), 0.0
        values = [tuple(zip(one, two, strict=True)) for one, two in pairs]
        for gauge, *games in zip(self.gauges, *values, strict=True):
            here, there = zip(*games, strict=True) if games else ((), ())
            if size := _telling(gauge, here, there):
                balance += size
                if size > 0 and (not gauge.counted or abs(mean(here) - mean(there)) >= _COUNTABLE):
                    sizes.append((size, self._difference(gauge, mean(here), mean(there))))
        sizes.sort(key=lambda pair: -pair[0])
        return Contrast(tuple(difference for _size, difference in sizes)[:_MOST_GAINS], balance)

    def harm(self, move: Move, other: Move) -> Harm | None:
        """Return what others may well do to the seat after a move, and hardly after the other."""
        found, seldom = (
            Counter(harm for game in self._after(str(one), 1) for harm in game.harms) for one in (move, other)
        )
        for harm, times in found.most_common():
            if times >= _OFTEN_DONE * len(self.deals) and seldom[harm] <= times / 2:
                return harm
        return None

    @property
    def is_spent(self) -> bool:
        """Whether the comparisons have taken long enough; another one would keep a person waiting."""
        return self._tried > _MOST_TRIED or (self._tried > 0 and time.perf_counter() > self._until)

    def obvious(self) -> str:
        return _greedy(self.deals[0], random.Random(0))  # noqa: S311  repeatable

    def _after(self, move: str, turns: int) -> list[_Game]:
        if (move, turns) not in self._games:
            if turns > 1:
                games = [self._play_on(game) for game in self._after(move, turns - 1)]
            else:
                games = [self._begin(deal, move, place) for place, deal in enumerate(self.deals)]
            self._games[move, turns] = games
        return self._games[move, turns]

    def _begin(self, deal: State, move: str, place: int) -> _Game:
        state, chance = deal.copy(), random.Random(place)  # noqa: S311  repeatable
        state.play(move)
        return self._until_turn(_Game(state, chance, tuple(self.explanation.at_once(state, self.seat))))

    def _play_on(self, game: _Game) -> _Game:
        if game.state.result is not None or game.standing is None:
            return game
        following = replace(game, state=game.state.copy(), chance=random.Random())  # noqa: S311  repeatable
        following.chance.setstate(game.chance.getstate())
        following.state.play(_greedy(following.state, following.chance))
        return self._until_turn(following)

    def _until_turn(self, game: _Game) -> _Game:
        harms: set[Harm] = set()
        for _ in range(_LONGEST):
            standing = self.explanation.standing(game.state, self.seat)
            if standing is not None:
                values = (*self._ends(game.state), *game.at_once, *standing)
                return replace(game, standing=values, harms=frozenset(harms))
            if game.state.result is not None:
                break
            move = _greedy(game.state, game.chance)
            if game.state.to_move != self.seat and (harm := self.explanation.harm(game.state, move, self.seat)):
                harms.add(harm)
            game.state.play(move)
            self._tried += 1
        return replace(game, standing=None)

    def _ends(self, state: State) -> tuple[float, float]:
        """Return 1.0 if the seat has won or can win, and 1.0 if it has lost."""
        if state.result is not None:
            return float(self.seat in state.result.winners), float(self.seat not in state.result.winners)
        # Any other seat may ask whether the seat on turn can win.
        return float(self.explanation.can_win(state, (self.seat + 1) % state.game.seats) or False), 0.0

    def _difference(self, gauge: Gauge, here: float, there: float) -> Difference:
        seats = self.deals[0].game.seats
        values: dict[str, str | int | Text] = {"count": seats - 1, "player": another_player((self.seat + 1) % seats)}
        if gauge.counted:
            gap = max(1, round(abs(here - there)))
            values["gap"] = Text(gauge.counted, {"number": gap, "count": gap})
            return Difference(gauge, gauge.sentence, values, noticed=abs(here - there) >= 2 * gauge.least)
        values |= {"here": percent(here), "there": percent(there)}
        if gauge.usual and _is_usual(here, there):
            return Difference(gauge, gauge.usual, values, noticed=True)
        return Difference(gauge, gauge.sentence, values, noticed=abs(here - there) >= _NOTICEABLE)


def _is_usual(here: float, there: float) -> bool:
    """Return whether something bad usually happens after one move alone, or is all but sure after one."""
    least, most = sorted((here, there))
    return most >= _USUAL and (least <= most / 2 or (least <= _OPEN and most >= _SURELY))


def _greedy(state: State, chance: random.Random) -> str:
    """Return the move that ranks highest, or any move in a game without a ranking."""
    name, codes = state.game.name, state.legal_codes()
    if len(codes) == 1 or not can_rank(name):
        return state.game.spec.notation.write(chance.choice(codes))
    ranks = [rank + chance.random() for rank in rank_codes(name, state.table_copy(), codes)]
    return state.game.spec.notation.write(codes[ranks.index(max(ranks))])


def _telling(gauge: Gauge, here: Sequence[float], there: Sequence[float]) -> float:
    """Return how much better the first values are, in units of what is worth a sentence; 0 if less, or chance."""
    if len(here) < 2:  # noqa: PLR2004  a single game says nothing
        return 0.0
    differences = [one - other for one, other in zip(here, there, strict=True)]
    size, error = mean(differences), deviation(differences) / sqrt(len(differences))
    if abs(size) < max(gauge.least, _SURE * error):
        return 0.0
    return size / gauge.least if gauge.more_is_better else -size / gauge.least


def percent(share: float) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"
