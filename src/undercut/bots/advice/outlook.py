"""Where a move leads by its seat's next turn, and how that differs from another move, in sentences."""
# In some deals that fit the seat's view, all seats play on greedily, by what they hold there. Both moves are tried in
# the same deals, so the luck of the deal is the same for both.

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from undercut.bots.players import rank_codes
from undercut.errors import Reason
from undercut.estimates import deviation, mean
from undercut.games.base.game_types import Move
from undercut.games.base.parts.explanation import Gauge
from undercut.games.base.sentences import Plural, Template, Text, another_player, capitalized, say
from undercut.play.state import State
from undercut.search.layers import can_rank
from undercut.translation import N_

_MOST_TRIED = 1_000  # greedy moves in all games tried, after which no comparison begins: a second or less in a page
_LONGEST = 60  # moves until the seat's next turn; longer games are left out
_MOST_GAINS, _MOST_COSTS = 2, 1
_SURE = 2.0  # standard errors that a difference must exceed

_LEAST_ENDS = 0.08
_WINNING = N_("you win or can win at once")
_LOSING = N_("you have lost")
_WINS = N_("you usually win or can win at once")
_LOSSES = Plural("{player} usually wins", "another player usually wins")

_IN_FIGURES = N_("{event} in {here} of the games tried, not {there}")
_COUNTED = N_("{event}, not {there}")
_MORE_OR_LESS = N_("{when}, {event}; after {move}, about {there}.")
_PRICE = N_("by your next turn, {event}; after the best move, about {there}.")
_OFTEN = N_("{when}, {event} in about {here} of 10 cases; after {move}, in about {there}.")
_SELDOM = N_("after {move}, {event} in about {there} of 10 cases; after the best move, in about {here}.")
_USUALLY = N_("{when}, {event}, unlike after {move}.")
_USUAL_HARM = N_("after {move}, {event}.")
_USUAL_LOSS = N_("after {move}, {event} {when}.")

_USUAL = 0.5  # the least share of games in which something usually happens
_SURELY, _OPEN = 0.95, 0.8  # the least share in which it is all but sure, and the largest in which it is open

_NOTICEABLE = 0.2  # the least difference of two shares that is told as cases of ten

# Values that differ by as much, or are as near to whole numbers, are written without decimals.
_CLEAR, _ROUND = 1.0, 0.05

Standing = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two moves: with figures, and as what a person can expect."""

    reason: Reason
    words: Template | None = None  # a sentence with the other {move} and {when}; None if the difference is too small
    event: str = ""  # what the sentence says of one of the moves
    here: str = ""  # the value after the move
    there: str = ""  # the value after the other move


@dataclass(frozen=True, slots=True)
class Contrast:
    """What speaks for and against a move beside another one, most telling first."""

    gains: tuple[Difference, ...]
    costs: tuple[Difference, ...]
    balance: float  # of all differences together; above 0 if the gains are larger

    @property
    def text(self) -> str:
        """The gains, then the costs, as part of a sentence with figures."""
        gains, costs = ("; ".join(each.reason.text for each in found) for found in (self.gains, self.costs))
        return say("{gains}; but {costs}", gains=gains, costs=costs) if costs else gains

    def words(self, other: Text, when: str, *, counted: bool = True) -> str:
        """Return the largest gain that a person notices, or pictures without counting; empty if there is none."""
        gain = next((gain for gain in self.gains if gain.words and (counted or not gain.there)), None)
        if gain is None or gain.words is None:
            return ""
        return capitalized(say(gain.words, move=other, event=gain.event, when=when, here=gain.here, there=gain.there))


@dataclass(frozen=True, slots=True)
class _Game:
    """A game tried after a move, at a turn of the seat."""

    state: State
    chance: random.Random
    at_once: Standing
    standing: Standing | None = None  # with the values at once; None if the turn does not come soon
    harms: frozenset[str] = frozenset()  # what other seats did to the seat


class Outlook:
    def __init__(self, deals: Sequence[State], seat: int, goal: str) -> None:
        """Prepare to try moves of a seat in some deals; `goal` is the clause of winning."""
        # With more seats, it takes longer until the seat's next turn.
        self.deals = deals[: max(1, 2 * len(deals) // deals[0].game.seats)]
        self._tried = 0
        self.seat = seat
        self.explanation = deals[0].game.spec.explanation()
        self.gauges = (
            Gauge(goal, _WINNING, _LEAST_ENDS, usual=_WINS),
            Gauge(goal, _LOSING, _LEAST_ENDS, more_is_better=False, usual=_LOSSES),
            *self.explanation.gauges,
        )
        self._games: dict[tuple[str, int], list[_Game]] = {}

    def contrast(self, move: Move, other: Move, turns: int = 1) -> Contrast:
        """Compare two legal moves by where they lead in some turns of the seat."""
        games_of_both = [*zip(self._after(str(move), turns), self._after(str(other), turns), strict=True)]
        pairs = [(one.standing, two.standing) for one, two in games_of_both if one.standing and two.standing]
        sizes: list[tuple[float, Difference]] = []
        values = [tuple(zip(one, two, strict=True)) for one, two in pairs]
        for gauge, *games in zip(self.gauges, *values, strict=True):
            here, there = zip(*games, strict=True) if games else ((), ())
            if size := _telling(gauge, here, there):
                sizes.append((size, self._difference(gauge, mean(here), mean(there))))
        sizes.sort(key=lambda pair: -abs(pair[0]))
        return Contrast(
            gains=tuple(difference for size, difference in sizes if size > 0)[:_MOST_GAINS],
            costs=tuple(difference for size, difference in sizes if size < 0)[:_MOST_COSTS],
            balance=sum(size for size, _ in sizes),
        )

    def harm(self, move: Move, other: Move) -> str:
        """Say what others usually do to the seat after a move, and hardly after the other; empty if nothing."""
        found, seldom = (
            Counter(harm for game in self._after(str(one), 1) for harm in game.harms) for one in (move, other)
        )
        for harm, times in found.most_common():
            if times >= _USUAL * len(self.deals) and seldom[harm] <= times / 2:
                return harm
        return ""

    def price(self, move: Move, best: Move) -> str:
        """Say what a worse move costs by the seat's next turn, as far as a person counts it; empty if nothing."""
        costs = self.contrast(move, best).costs
        cost = next((each for each in costs if each.words is _MORE_OR_LESS), None)
        return capitalized(say(_PRICE, event=cost.event, there=cost.there)) if cost else ""

    @property
    def is_spent(self) -> bool:
        """Whether the comparisons have tried enough moves; another one would keep a person waiting."""
        return self._tried > _MOST_TRIED

    def obvious(self) -> str:
        """Return the move that looks best without thinking ahead."""
        return _greedy(self.deals[0], random.Random(0))  # noqa: S311  repeatable

    def _after(self, move: str, turns: int) -> list[_Game]:
        """Try a move in each deal, up to a turn of the seat."""
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
        harms: set[str] = set()
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
        others: dict[str, int | Text] = {"count": seats - 1, "player": another_player((self.seat + 1) % seats)}
        if gauge.counted:
            least, most = _counts(gauge.counted, here, there)
            event = say(gauge.sentence, here=least, **others)
            reason = Reason(gauge.clause, say(_COUNTED, event=event, there=most))
            # People do not count in fractions of a card or a point.
            return Difference(reason, _MORE_OR_LESS if abs(here - there) >= _CLEAR else None, event, there=most)
        event = say(gauge.sentence, **others)
        shares = {"here": percent(here), "there": percent(there)}
        reason = Reason(gauge.clause, say(_IN_FIGURES, event=event, **shares))
        if gauge.usual and _is_usual(gauge, here, there):
            bad = _USUAL_LOSS if gauge.usual is _LOSSES else _USUAL_HARM
            words = _USUALLY if gauge.more_is_better else bad
            return Difference(reason, words, say(gauge.usual, **others))
        if abs(here - there) < _NOTICEABLE:
            return Difference(reason, event=event)
        tenths = (f"{10 * share:.0f}" for share in (here, there))
        return Difference(reason, _OFTEN if gauge.more_is_better else _SELDOM, event, *tenths)


def _is_usual(gauge: Gauge, here: float, there: float) -> bool:
    """Return whether something usually happens after one move alone, or is bad and all but sure after one."""
    least, most = sorted((here, there))
    return most >= _USUAL and (least <= most / 2 or (not gauge.more_is_better and least <= _OPEN and most >= _SURELY))


def _greedy(state: State, chance: random.Random) -> str:
    """Return the move that ranks highest, or any move in a game without a ranking."""
    name, codes = state.game.name, state.legal_codes()
    if len(codes) == 1 or not can_rank(name):
        return state.game.spec.write_move(chance.choice(codes))
    ranks = [rank + chance.random() for rank in rank_codes(name, state.table_copy(), codes)]
    return state.game.spec.write_move(codes[ranks.index(max(ranks))])


def _telling(gauge: Gauge, here: Sequence[float], there: Sequence[float]) -> float:
    """Return how much better the first values are, in units of what is worth a sentence; 0 if less, or chance."""
    if len(here) < 2:  # noqa: PLR2004  a single game says nothing
        return 0.0
    differences = [one - other for one, other in zip(here, there, strict=True)]
    size, error = mean(differences), deviation(differences) / sqrt(len(differences))
    if abs(size) < max(gauge.least, _SURE * error):
        return 0.0
    return size / gauge.least if gauge.more_is_better else -size / gauge.least


def _counts(counted: Plural, here: float, there: float) -> tuple[Text, str]:
    """Write both values as whole numbers, or with a decimal where whole ones would hide the difference."""
    is_whole = abs(here - there) >= _CLEAR or all(abs(value - round(value)) < _ROUND for value in (here, there))
    first, second = (f"{value:.{0 if is_whole else 1}f}" for value in (here, there))
    return Text(counted, {"number": first, "count": 1 if first == "1" else 2}), second


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")
