"""What a player learns from the times of bots, and how long bots take while one seat floods the site with requests.

Rows of ``python bench/site.py``. Players play at many tables against bots of one level and note how long each bot takes
for each move. When a game is over, its record shows what was hidden. Simple classifiers then guess two facts from the
times: whether the bot held the card that its opponents would most like to know of (a two at Cuttle, an ace at Cups,
scissors at Cut the Rope), and whether it had more legal moves than usual. The area under the curve (AUC) of a
classifier is 0.5 where the times tell nothing and 1 where they tell all.

Opponents know the phase, the size of the bot's hand, whether this decision and the one before answered a move of
theirs, and how late the one before was. All this says something about the two facts, or about how busy the site is; so
only decisions that are equal in it are compared, and of each time only the part after the public deadline counts. A
site is `idle` while its tables need at most a third of its thinking process, and `loaded` when they need three times as
much as it has; `late by a step` says how many moves came late all the same, for instance because other programs ran.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import statistics
import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from load import Client

import undercut
from undercut.site.workers.thinkers import STEP, timing

FLOOD = 60
PACE = 0.7
PATIENCE = 60.0
WARMING = 10.0
SHARES = {"idle": 1 / 3, "loaded": 3.0}
OPPONENTS = {"cuttle": 1, "cups": 2, "cut_the_rope": 2}
CARDS = {"cuttle": "2", "cups": "A", "cut_the_rope": "X"}

Pairs = Mapping[object, tuple[Sequence[float], Sequence[float]]]
"""The scores of each group: where the fact is true, and where it is false."""


class Group(NamedTuple):
    """What everyone knows about a decision.

    Args:
        answers: Whether it answers another seat's move.
        after_answer: Whether the bots' decision before did so.
        load: By how many seconds that one was late.
    """

    phase: str
    hand: int
    answers: bool
    after_answer: bool = False
    load: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """One move of a bot.

    Args:
        seconds: How long the bot took.
        late: The part of it after the public deadline.
        before: The same of the bots' decision before.
        holds: Whether the bot held a card of the kind in `CARDS`.
        moves: Number of legal moves.
    """

    group: Group
    seconds: float
    late: float
    before: float
    holds: bool
    moves: int


CLASSIFIERS: dict[str, Callable[[Decision, float], float]] = {
    "longer": lambda one, _: one.late,
    "longer than before": lambda one, _: one.late - one.before,
    "far from usual": lambda one, median: abs(one.late - median),
    "within a step": lambda one, _: (one.late + STEP / 2) % STEP,
}
FACTS: dict[str, Callable[[Decision, float], bool]] = {
    "card": lambda one, _: one.holds,
    "choice": lambda one, median: one.moves > median,
}


# --- Guessing ---


def auc(groups: Pairs) -> tuple[float, float]:
    """Return the AUC of a score, whichever way round it tells more, and its upper 95 % bound.

    Only scores of the same group are compared. Groups weigh as in van Elteren's test; the bound is Hanley and McNeil's.

    Example:
        >>> auc({"a": ([2.0, 3.0], [1.0, 2.0])})[0]
        0.875
    """
    both = [(sorted(yes), sorted(no)) for yes, no in groups.values() if yes and no]
    if not both:
        return math.nan, math.nan
    weights = [len(yes) * len(no) / (len(yes) + len(no) + 1) for yes, no in both]
    area = sum(weight * _area(yes, no) for weight, (yes, no) in zip(weights, both, strict=True)) / sum(weights)
    area = max(area, 1 - area)
    spread = sum(weight**2 * _spread(area, len(yes), len(no)) for weight, (yes, no) in zip(weights, both, strict=True))
    return area, area + 1.96 * math.sqrt(spread) / sum(weights)


def _area(yes: Sequence[float], no: Sequence[float]) -> float:
    wins = sum(bisect_left(no, one) + bisect_right(no, one) for one in yes) / 2
    return wins / (len(yes) * len(no))


def _spread(area: float, yes: int, no: int) -> float:
    first, second = area / (2 - area) - area**2, 2 * area**2 / (1 + area) - area**2
    return (area * (1 - area) + (yes - 1) * first + (no - 1) * second) / (yes * no)


def guesses(found: Sequence[Decision]) -> dict[str, float]:
    """Return the figures of all classifiers for all facts."""
    groups: dict[object, list[Decision]] = defaultdict(list)
    for one in found:
        groups[one.group].append(one)
    figures = {"decisions": float(len(found)), "late by a step": sum(one.late > STEP / 2 for one in found) / len(found)}
    for fact, is_true in FACTS.items():
        split = {name: _split(group, is_true) for name, group in groups.items()}
        figures[f"with {fact}"] = sum(len(yes) for yes, _ in split.values())
        for name, score in CLASSIFIERS.items():
            scored = {group: _scores(*both, score) for group, both in split.items()}
            figures[f"AUC {fact} {name}"], figures[f"AUC {fact} {name} bound"] = auc(scored)
    return {"highest AUC bound": max(value for name, value in figures.items() if name.endswith("bound")), **figures}


def _split(
    group: Sequence[Decision], is_true: Callable[[Decision, float], bool]
) -> tuple[list[Decision], list[Decision]]:
    median = statistics.median(one.moves for one in group)
    yes = [one for one in group if is_true(one, median)]
    return yes, [one for one in group if not is_true(one, median)]


def _scores(
    yes: Sequence[Decision], no: Sequence[Decision], score: Callable[[Decision, float], float]
) -> tuple[list[float], list[float]]:
    median = statistics.median(one.late for one in (*yes, *no))
    return [score(one, median) for one in yes], [score(one, median) for one in no]


# --- Playing ---


@dataclass(slots=True)
class Played:
    """A game with the times at which its events arrived.

    Args:
        last: The number of the event of the last move.
    """

    name: str
    level: str
    arrived: dict[int, float] = field(default_factory=dict[int, float])
    last: int = 0
    record: dict[str, object] = field(default_factory=dict[str, object])

    def decisions(self) -> list[Decision]:
        """Return all moves of bots whose times are known."""
        state = undercut.replay(self.record)
        facts: list[tuple[Group, bool, int] | None] = []
        for place in reversed(range(len(state.moves))):
            while len(state.moves) > place:
                state.undo()
            facts.append(self._facts(state))
        found: list[Decision] = []
        for place, fact in enumerate(reversed(facts)):
            number = self.last - len(facts) + 1 + place
            at, since = self.arrived.get(number), self.arrived.get(number - 1)
            if fact and at and since:
                group, holds, moves = fact
                late = at - since - timing(self.name, self.level, PACE, answers=group.answers).release
                last = found[-1] if found else None
                before = last.late if last else 0.0
                group = group._replace(after_answer=bool(last and last.group.answers), load=round(before))
                found.append(Decision(group, at - since, late, before, holds, moves))
        return found

    def _facts(self, state: undercut.State) -> tuple[Group, bool, int] | None:
        """Return the group of a bot's decision, whether it holds the card, and the number of moves."""
        if not state.to_move:
            return None
        position = state.position()
        hand = position["hands"][state.to_move]
        group = Group(position["phase"], len(hand), position["turn"] != state.to_move)
        return group, any(card.startswith(CARDS[self.name]) for card in hand), len(state.legal_moves())


@dataclass(slots=True)
class Row:
    """The games of one measurement.

    Args:
        wanted: Number of bots' moves after which it ends.
        end: When it ends at the latest.
    """

    name: str
    level: str
    wanted: float = math.inf
    end: float = math.inf
    moves: int = 0
    games: list[Played] = field(default_factory=list[Played])

    @property
    def over(self) -> bool:
        """Whether players resign now."""
        return self.moves >= self.wanted or time.perf_counter() > self.end

    async def fill(self, port: int, tables: int) -> list[Decision]:
        """Play at this many tables until the row ends; return all decisions."""
        await asyncio.gather(*(self._sit(port, random.Random(seed)) for seed in range(tables)))
        return [one for game in self.games for one in game.decisions()]

    async def _sit(self, port: int, chance: random.Random) -> None:
        await asyncio.sleep(chance.random())
        while not self.over:
            self.games.append(await self._play(port, chance))

    async def _play(self, port: int, chance: random.Random) -> Played:
        """Play one game, one-offs first."""
        player, played, scenes = Client(port), Played(self.name, self.level), asyncio.Queue[bytes]()
        await player.request("GET", "/lobby")
        wish = {"game": self.name, "opponents": [self.level] * OPPONENTS[self.name], "name": "Ann"}
        table = json.loads(await player.request("POST", "/tables", wish))["table"]
        stream = player.listen(f"/t/{table}/events?show=table", played.arrived.__setitem__, scenes.put_nowait)
        listening, version = asyncio.create_task(stream), 0
        while not self.over:
            scene = json.loads(await asyncio.wait_for(scenes.get(), PATIENCE))
            if scene["phase"] == "over":
                break
            if scene["version"] > version:
                version = scene["version"]
                self.moves += bool(scene["to_move"])
                if moves := [move for move in scene["moves"] if move["kind"] == "one-off"] or scene["moves"]:
                    move = {"version": version, "move": chance.choice(moves)["move"]}
                    await player.request("POST", f"/t/{table}/moves", move)
        else:
            await player.request("POST", f"/t/{table}/resign", {})
        listening.cancel()
        scene = json.loads(await player.request("GET", f"/t/{table}"))
        played.last = max(line["seq"] for line in scene["log"] if line["move"])
        played.record = json.loads(await player.request("GET", f"/t/{table}/record.json"))
        return played


async def times(name: str, level: str, load: str, port: int, wanted: float) -> dict[str, float]:
    """Guess what bots hold from their times, at as many tables at once as the load says."""
    await Row(name, level, end=time.perf_counter() + WARMING).fill(port, 1)
    usual = timing(name, level, PACE, answers=False)
    tables = max(1, round(SHARES[load] * usual.release / usual.slot))
    return {"tables": tables, **guesses(await Row(name, level, wanted).fill(port, tables))}


# --- Floods ---


async def hints(port: int, seconds: float) -> dict[str, float]:
    """Return how long an easy bot takes while one seat asks for the same hint 60 times, at table after table."""
    await Row("cuttle", "easy", end=time.perf_counter() + WARMING).fill(port, 1)
    flooding = asyncio.create_task(flood(port))
    found = await Row("cuttle", "easy", end=time.perf_counter() + seconds).fill(port, 1)
    waits = [one.seconds for one in found if one.group.answers]
    flooding.cancel()
    await asyncio.gather(flooding, return_exceptions=True)
    return {"answers": len(waits), "median ms": 1000 * statistics.median(waits), "longest ms": 1000 * max(waits)}


async def flood(port: int) -> None:
    """Ask for the same hint on many connections at once, then for one at another table."""
    clients = [Client(port) for _ in range(FLOOD)]
    await clients[0].request("GET", "/lobby")
    for client in clients:
        client.cookies = clients[0].cookies
    while True:
        made = await clients[0].request("POST", "/tables", {"game": "cuttle", "opponents": ["easy"]})
        table = json.loads(made)["table"]
        wish = {"version": json.loads(await clients[0].request("GET", f"/t/{table}"))["version"]}
        await asyncio.gather(*(client.request("POST", f"/t/{table}/hint", wish) for client in clients))
