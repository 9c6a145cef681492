import random
from collections.abc import Callable, Sequence

from tests.browser.sites import Laid, Site
from tests.clauses import cuttle_table
from undercut.lessons.courses import first_lesson, lessons
from undercut.play.game import game
from undercut.play.loading import from_position
from undercut.play.state import State
from undercut.table.events import Clock, DrawOffered, Ended, Event, TakeBackAsked

GAMES = ("cuttle", "cups", "cut_the_rope")

EIGHT = {"set": "democratic-league", "hand_size": 6}
SEATS = range(2, 9)
NAMES = ["Ann", "Bartholomew", "Cleo", "Dora Longstocking", "Emil", "Fritz", "Gwendolyn", "Hal"]


def later(name: str, seats: int, moves: int, rules: object = None, *, seed: int = 5, prefer: str = "") -> State:
    state, chance = game(name, seats=seats, rules=rules).deal(seed=seed), random.Random(seed)
    while state.result is None and (len(state.moves) < moves or state.to_move):
        legal = state.legal_moves()
        state.play(chance.choice([move for move in legal if move.kind == prefer] or legal))
    return state


def reached(name: str, wanted: Callable[[State], bool], *, seats: int = 2, rules: object = None) -> State:
    for seed in range(200):
        state, chance = game(name, seats=seats, rules=rules).deal(seed=seed), random.Random(seed)
        while state.result is None and len(state.moves) < 200:
            if state.to_move == 0 and wanted(state):
                return state
            state.play(chance.choice(state.legal_moves()))
    raise AssertionError(name)


def dry(wanted: Callable[[dict], bool]) -> Callable[[State], bool]:
    return lambda state: not state.position()["stack"] and bool(wanted(state.position()))


def only(kind: str) -> Callable[[State], bool]:
    return lambda state: [move.kind for move in state.legal_moves()] == [kind]


def offers(zone: str) -> Callable[[State], bool]:
    return lambda state: len(state.position()[zone]) > 3 and state.position()["phase"] == "take"


def with_graveyards() -> State:
    position = dict(game("cups", seats=4, rules="democratic-league").deal(seed=2).position())
    stack = position["stack"]
    yards = [[stack[:4], stack[4:7]], [stack[7:18]], [stack[18:20]], []]
    return from_position(position | {"graveyards": yards, "stack": stack[20:]})


def with_hand(name: str, size: int, seats: int = 2) -> State:
    position = dict(game(name, seats=seats).deal(seed=2).position())
    stack, (own, *others) = position["stack"], position["hands"]
    cards = own + stack
    return from_position(position | {"hands": [cards[:size], *others], "stack": cards[size:]})


def full_cuttle(**more: object) -> State:
    return cuttle_table.table(
        hands=("9c 9d 4h 7s 2s Js Ah Th", "2d 3d 8c Tc 5d Jc"),
        points=("Ac:Jd 3c 2c 4c", "5c Ad 2h 3h 4d"),
        permanents=("Qc 8d Kc", "Qd 8h Kd Qh 8s"),
        stock="Jh Qs Kh Ks",
        rest="scrap",
        **more,
    )


def played_out(name: str, seats: int, rules: object = None, *, wins: bool | None = True, seed: int = 0) -> State:
    for each in range(seed, seed + 200):
        state = later(name, seats, 1000, rules, seed=each)
        winners = state.result.winners
        if (not winners) == (wins is None) and (wins is None or (0 in winners) == wins):
            return state
    raise AssertionError(name)


def seat(make: Callable[[], State], *more: Event, played: bool = False, **opened: object) -> Callable[[Site], str]:
    return lambda site: _laid(site, make(), more, played=played, hints_with_people=True, **opened).seats[0]


def watched(make: Callable[[], State], *, step: int | None = None) -> Callable[[Site], str]:
    return lambda site: _laid(site, make(), (), played=True).path + ("" if step is None else f"/steps/{step}")


def back(make: Callable[[], State], step: int) -> Callable[[Site], str]:
    return lambda site: f"{_laid(site, make(), (), played=True).seats[0]} /steps/{step}"


def address(path: str) -> Callable[[Site], str]:
    return lambda _site: path


def _laid(site: Site, state: State, more: Sequence[Event], **how: object) -> Laid:
    return site.lay(state, NAMES[: state.game.seats], *more, **how)


CLOCK = Clock("game", 600, 5)

STATES: dict[str, Callable[[Site], str]] = {
    "cuttle, the deal": seat(lambda: game("cuttle").deal(seed=1)),
    "cuttle, in the middle": seat(lambda: later("cuttle", 2, 12), played=True),
    "cuttle, full": seat(full_cuttle),
    "cuttle, a counter": seat(lambda: reached("cuttle", lambda one: len(one.position()["counters"]) > 1), played=True),
    "cuttle, a three": seat(lambda: reached("cuttle", offers("scrap"))),
    "cuttle, a three, full": seat(lambda: full_cuttle(phase="take", waiting={"card": "3s", "target": None})),
    "cuttle, a seven": seat(lambda: reached("cuttle", lambda state: bool(state.position()["revealed"])), played=True),
    "cuttle, a four": seat(lambda: reached("cuttle", lambda state: state.position()["to_discard"] > 0)),
    "cuttle, a draw offered, clocks": seat(lambda: later("cuttle", 2, 9), DrawOffered(1), played=True, clock=CLOCK),
    "cuttle, a move to be taken back": seat(lambda: later("cuttle", 2, 9), TakeBackAsked(1), played=True),
    "cuttle, watched": watched(lambda: later("cuttle", 2, 14)),
    "cuttle, looked back at": back(lambda: later("cuttle", 2, 14), 9),
    "cuttle, won": seat(lambda: played_out("cuttle", 2), played=True),
    "cuttle, lost, looked back at": back(lambda: played_out("cuttle", 2, wins=False), 8),
    "cuttle, drawn": seat(lambda: later("cuttle", 2, 10), Ended([], "agreed"), played=True),
    "cuttle, over, watched": watched(lambda: played_out("cuttle", 2)),
    "cuttle, over, looked back at": watched(lambda: played_out("cuttle", 2), step=6),
    **{
        f"cups, {n} seats": seat(lambda n=n: later("cups", n, 5 * n, EIGHT if n == 8 else None), played=True)
        for n in SEATS
    },
    "cups, forty cards": seat(lambda: with_hand("cups", 40)),
    "cups, no card fits": seat(lambda: reached("cups", only("bury"), seats=4), played=True),
    "cups, gifts": seat(lambda: reached("cups", dry(lambda at: at["phase"] == "gift"), seats=4), played=True),
    "cups, a free lead": seat(
        lambda: reached("cups", dry(lambda at: at.get("lead") and at["graveyards"][0]), seats=4), played=True
    ),
    "cups, graveyards, clocks": seat(with_graveyards, clock=CLOCK),
    "cups, eight clocks": seat(lambda: later("cups", 8, 20, EIGHT), clock=CLOCK),
    **{f"cups, {n} clocks": seat(lambda n=n: later("cups", n, 5 * n), clock=CLOCK) for n in (2, 3)},
    "cups, watched": watched(lambda: later("cups", 8, 30, EIGHT)),
    "cups, lost": seat(lambda: played_out("cups", 4, wins=False), played=True),
    "cups, over, eight": seat(lambda: played_out("cups", 8, EIGHT, wins=False), played=True),
    **{f"rope, {n} seats": seat(lambda n=n: later("cut_the_rope", n, 12 * n), played=True) for n in SEATS},
    "rope, eight clocks": seat(lambda: later("cut_the_rope", 8, 60), clock=CLOCK),
    **{f"rope, {n} clocks": seat(lambda n=n: later("cut_the_rope", n, 12 * n), clock=CLOCK) for n in (2, 3, 4)},
    "rope, watched": watched(lambda: later("cut_the_rope", 4, 60)),
    "rope, won": seat(lambda: played_out("cut_the_rope", 2), played=True),
    "rope, over, eight": seat(lambda: played_out("cut_the_rope", 8, wins=False), played=True),
    "rope, looked back at": back(lambda: later("cut_the_rope", 4, 50), 30),
    **{
        f"lesson, {lesson.game}, {lesson.name}, {step}": address(f"/learn/{lesson.game}/{lesson.name}/{step}")
        for lesson in map(first_lesson, GAMES)
        for step in range(1, len(lesson.steps) + 2)
    },
    **{
        f"exercise, {name}, {lesson.name}": address(f"/learn/{name}/{lesson.name}/1")
        for name in GAMES
        for lesson in lessons(name)[1:]
    },
}

NAMED = {
    "cuttle, full", "cuttle, over, watched", "lesson, cuttle, first, 2", "rope, watched", "cups, watched",
    "cuttle, a draw offered, clocks", "cups, gifts", "cups, a free lead", "cups, eight clocks",
    "cups, graveyards, clocks", "cups, no card fits", "rope, 2 clocks",
}  # fmt: skip
"""Those that are always looked at: with the least room, and where faults were found."""

HINTED: dict[str, Callable[[Site], str]] = {
    "cuttle": seat(lambda: later("cuttle", 2, 12), played=True),
    "cups": seat(lambda: later("cups", 8, 40, EIGHT), played=True),
    "rope": seat(lambda: later("cut_the_rope", 4, 48), played=True),
}
"""Tables at which a hint is asked for."""
