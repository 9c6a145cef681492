import asyncio
import importlib.util
import random
import sys
from pathlib import Path

import pytest

import undercut
from tests.amounts import THOROUGH, amount, some_of_each_game
from tests.server.inside import workers
from tests.server.loops import run
from tests.server.making import seated
from undercut.games.base import registry
from undercut.play.loading import determinize
from undercut.site.rooms.bots import BotTurn
from undercut.site.workers import thinkers as times_of_moves
from undercut.site.workers.thinkers import STEP, Thinkers, Timing, timing
from undercut.table.bot_requests import BotReply
from undercut.table.opening.terms import OPPONENT_NAMES
from undercut.table.showing import BotProgress
from undercut.table.table import Table

KINDS = [
    (game, rules, seats)
    for game in registry.names()
    for rules in registry.spec(game).rule_sets
    for seats in (registry.spec(game).seats if THOROUGH else registry.spec(game).seats[:2][-1:])
]
PACE = 0.7
OTHERS = 3
"""How many requests of other tables come after the bot's."""


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setattr(times_of_moves, "_is_plain", lambda _game: False)


class Room:
    def __init__(self, trace: list) -> None:
        self.trace, self.turn, self.moved = trace, None, asyncio.Event()

    async def owner(self) -> str:
        return "Ann"

    async def bot_moves(self, version, make):
        make(self.turn._table)  # noqa: SLF001  the move is legal
        self.note("moves", version)
        self.moved.set()

    def show_seats(self):
        self.note("shows", *sorted(self.turn.shown.items()))

    def note(self, *what) -> None:
        self.trace.append((what[0], round(asyncio.get_running_loop().time(), 6), *what[1:]))


async def _turn(table: Table, chance: random.Random, longest: float, before: int = 0) -> list:
    """Let a bot play one move, with one thinking process; give all that happened, and when."""
    trace: list = []
    room, level = Room(trace), table.seats[0].level

    async def think(request, _stop):
        """Think as long as it takes: longer with more legal moves, and by chance."""
        now = asyncio.get_running_loop().time()
        trace.append(("starts", round(now, 6), request.game, request.level, request.seconds))
        moves = [str(move) for move in determinize(request.view, chance).legal_moves()]
        await asyncio.sleep(min(longest, 0.001 * len(moves) + chance.random() * longest))
        return BotReply(chance.choice(moves))

    thinkers = Thinkers(1, workers(think))
    await thinkers.start()
    await asyncio.sleep(0.01)
    times = timing(table.game.name, level, PACE, answers=table.is_answer)
    other = undercut.game("cuttle").deal(seed=1)
    for number in range(before):
        thinkers.ask_move("cuttle", other.view(0), "easy", guest=f"early {number}", timing=Timing(0.7, 0.9, 1.1))
    room.turn = BotTurn(room, table, thinkers, times)
    await asyncio.sleep(0.005)
    for number in range(OTHERS):
        thinkers.ask_move("cuttle", other.view(0), "easy", guest=f"guest {number}", timing=Timing(0.1, 0.02, 0.7))
    await room.moved.wait()
    trace.append(times)
    await thinkers.close()
    return trace


@pytest.fixture
def turn(monkeypatch):
    monkeypatch.setattr("undercut.site.workers.thinkers.needs_compiler", lambda: False)
    return lambda table, chance, longest=0.019, before=0: run(_turn(table, chance, longest, before))


def positions(game: str, rules: str, seats: int, number: int) -> list:
    choice = random.Random(f"{game} {rules}")
    found = []
    for seed in range(6):
        state = undercut.game(game, rules=rules, seats=seats).deal(seed=seed)
        while state.result is None and len(state.moves) < 120:
            special = state.view(None)["phase"] != "play" or len(state.legal_moves()) == 1
            if choice.random() < (0.5 if special else 0.05):
                found.append(state.copy())
            state.play(str(choice.choice(state.legal_moves())))
    choice.shuffle(found)
    return found[:number]


def permuted(state, choice: random.Random):
    """The same position as another seat may imagine it, if possible with another number of legal moves."""
    reader = choice.choice([seat for seat in range(state.game.seats) if seat != state.to_move])
    for _ in range(12):
        imagined = determinize(state.view(reader), choice)
        if len(imagined.legal_moves()) != len(state.legal_moves()):
            break
    return imagined


@pytest.mark.parametrize(("game", "rules", "seats"), some_of_each_game(KINDS, 1))
def test_a_bots_time_does_not_depend_on_hidden_cards(game, rules, seats, turn):
    choice, differ = random.Random(rules), 0
    for place, state in enumerate(positions(game, rules, seats, amount(8, 20))):
        other = permuted(state, choice)
        differ += len(other.legal_moves()) != len(state.legal_moves())
        first = place % len(OPPONENT_NAMES)
        for level in OPPONENT_NAMES if THOROUGH else (OPPONENT_NAMES[first], OPPONENT_NAMES[-1 - first]):
            tables = [seated(each.position(), kind="bot", level=level) for each in (state, other)]
            one, two = (turn(table, random.Random(choice.random())) for table in tables)
            assert one == two
            assert len([what for what, *_ in one[:-1] if what == "starts"]) == 1 + OTHERS
    assert differ


@pytest.mark.parametrize("level", ["easy", "master"])
def test_a_late_move_is_late_by_whole_steps(turn, level):
    state = undercut.game("cuttle").deal(seed=3)
    release = timing("cuttle", level, PACE, answers=False).release
    late = set()
    for seed in range(12):
        trace = turn(seated(state.position(), kind="bot", level=level), random.Random(seed), longest=4.0)
        [moment] = [moment for what, moment, *_ in trace[:-1] if what == "moves"]
        steps = (moment - 0.01 - release) / STEP
        assert steps == pytest.approx(round(steps))
        late.add(round(steps))
    assert len(late) > 2


@pytest.mark.parametrize("before", range(1, 6))
def test_a_move_that_had_to_wait_does_not_tell_how_long_the_search_took(turn, before):
    table = seated(undercut.game("cuttle").deal(seed=3).position(), kind="bot", level="master")
    late = set()
    for longest in (0.001, 0.3, 0.6, 0.85):
        trace = turn(table, random.Random(before), longest, before)
        late |= {moment for what, moment, *_ in trace[:-1] if what == "moves"}
    assert len(late) == 1


@pytest.mark.parametrize("level", OPPONENT_NAMES)
def test_answering_a_one_off_takes_a_second_or_more_and_other_moves_the_pace(level):
    answer, play = (timing("cuttle", level, PACE, answers=answers).release for answers in (True, False))
    assert 1.0 <= answer <= 1.5
    assert play == (1.2 if level == "master" else PACE)
    assert timing("cuttle", level, 0.0, answers=True).release == 0.0


def test_progress_is_a_matter_of_the_clock(turn):
    state = undercut.game("cuttle").deal(seed=3)
    for seed in range(3):
        trace = turn(seated(state.position(), kind="bot", level="master"), random.Random(seed), longest=1.0)
        shown = [thinking for what, _, *seats in trace[:-1] if what == "shows" for _, thinking in seats]
        assert shown == [BotProgress(0.3 / 1.2), BotProgress(0.8 / 1.2)]


BENCH = Path(__file__).parents[3] / "bench"


def script(name: str):
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)
        patch.setitem(sys.modules, spec.name, module)
        spec.loader.exec_module(module)
    return module


telling = script("telling")


def decisions(number: int, tells: float) -> list:
    """Decisions of two groups, late by chance, and by `tells` more seconds with the card."""
    chance, found = random.Random(number), []
    groups = [telling.Group("play", 5, answers=False), telling.Group("counter", 4, answers=True)]
    for _ in range(number):
        group, holds = chance.choice(groups), chance.random() < 0.4
        late = chance.gauss(0.02, 0.01) + tells * holds + 0.3 * group.answers
        found.append(telling.Decision(group, late + 0.7, late, 0.01, holds, chance.randrange(1, 9)))
    return found


@pytest.mark.parametrize("fact", ["card", "choice"])
def test_times_that_tell_nothing_give_an_area_of_one_half(fact):
    figures = telling.guesses(decisions(4000, 0.0))
    assert figures["highest AUC bound"] < 0.55
    assert 100 < figures[f"with {fact}"] < 3900
    assert figures["decisions"] == 4000


def test_a_classifier_finds_times_that_tell():
    figures = telling.guesses(decisions(1000, 0.005))
    assert figures["AUC card longer"] > 0.6
    assert figures["AUC card longer than before"] > 0.6
    assert figures["AUC choice longer bound"] < 0.57
    assert figures["highest AUC bound"] > 0.65


@pytest.mark.parametrize("name", telling.CARDS)
def test_a_finished_game_shows_what_each_bot_held(name):
    state, chance = undercut.game(name, seats=1 + telling.OPPONENTS[name]).deal(seed=1), random.Random(1)
    expected = []
    for _ in range(20):
        if state.to_move:
            hand = state.view(state.to_move)["hands"][state.to_move]
            held = sum(card.startswith(telling.CARDS[name]) for card in hand)
            expected.append((held > 0, len(state.legal_moves())))
        state.play(chance.choice(state.legal_moves()))
    played = telling.Played(name, "hard", {number: float(number) for number in range(5, 27)}, 26, state.record())
    found = played.decisions()
    assert [(one.holds, one.moves) for one in found] == expected
    assert {round(one.late, 3) for one in found} <= {0.3, -0.19}
    assert all(one.late < 0 for one in found if one.group.answers)
    assert [one.group.answers for one in found[:-1]] == [one.group.after_answer for one in found[1:]]
    assert [one.late for one in found[:-1]] == [one.before for one in found[1:]]
