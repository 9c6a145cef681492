import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import undercut
from undercut.engine.contract import Option, Value
from undercut.games.base import registry
from undercut.play.state import State

_TRIES = 400


def covering_games(game: str, chance: random.Random) -> list[undercut.Game]:
    """Choose few games among which every value of every option occurs at least once."""
    spec = registry.spec(game)
    missing = {(option.name, value) for option in spec.options for value in _telling_values(game, option)}
    found: list[undercut.Game] = []
    while missing:
        best = _most_of(game, missing, chance)
        missing -= {*best.options.items()}
        found.append(best)
    return found


def _most_of(game: str, missing: set[tuple[str, Value]], chance: random.Random) -> undercut.Game:
    spec = registry.spec(game)
    ordered = sorted(missing, key=repr)
    for left in range(_TRIES, 0, -1):
        # The first tries change nearly every option, the last ones only one.
        wanted = chance.sample(ordered, max(1, len(ordered) * left // _TRIES))
        rules: dict[str, object] = {"set": chance.choice(list(spec.rule_sets)), **dict(wanted)}
        with suppress(undercut.BadRules):
            return undercut.game(game, rules=rules, seats=chance.choice(spec.seats))
    name, value = ordered[0]
    raise undercut.BadRules([f"rules.{name}: found no rules that allow {value!r}"])


def _telling_values(game: str, option: Option) -> list[Value]:
    """List the values of an option to try: every choice; for numbers the ends; for lists what the rule sets have."""
    if option.kind == "choice":
        return [*option.values]
    if option.kind == "number":
        least, greatest = (int(value) for value in option.values if isinstance(value, int))
        return [*option.named, least, min(greatest, 10)]
    return [rules[option.name] for rules in registry.spec(game).rule_sets.values()]


def walk(state: State, chance: random.Random, moves: int = 400) -> Iterator[State]:
    while state.to_move is not None and len(state.moves) < moves:
        yield state
        state.play(chance.choice(state.legal_moves()))


def played(game: undercut.Game, seed: int, moves: int = 400) -> State:
    state = game.deal(seed=seed)
    for _ in walk(state, random.Random(seed), moves):
        pass
    return state


class Curious:
    """Plays the kind of move, with the kind of card, that it has played least often under these rules."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.played: Counter[tuple[str, str]] = Counter()

    def choose(self, moves: list[undercut.Move]) -> undercut.Move:
        chosen = min(moves, key=lambda move: (self.played[shape(move)], self.chance.random()))
        self.played[shape(chosen)] += 1
        return chosen


def shape(move: undercut.Move) -> tuple[str, str]:
    return move.kind, (move.card or "")[:-1]


def tours(name: str, seed: int, games: int = 2, moves: int = 200) -> Iterator[State]:
    for place, game in enumerate(covering_games(name, random.Random(seed))):
        player = Curious(seed)
        for number in range(games):
            state = game.deal(seed=100 * seed + 10 * place + number)
            while not state.result and len(state.moves) < moves:
                yield state
                state.play(player.choose(state.legal_moves()))


def varied(name: str, number: int) -> undercut.Game:
    """Give one game of an endless row: eight of them, from a multiple of eight, have every value of every option."""
    games = covering_games(name, random.Random(number // 8))
    assert len(games) <= 8, f"{name} has options with so many values that eight games are too few"
    return games[number % 8 % len(games)]


def under(state: State, option: str, value: object) -> State | None:
    """Give the same position under another value of an option, without the fields that only the first one has."""
    position = state.position()
    position["rules"] = {"set": state.game.rule_set, **state.game.changes, option: value}
    while True:
        try:
            return undercut.from_position(position)
        except undercut.BadPosition as error:
            named = {fault.split(":")[0].split("[")[0] for fault in error.faults} & {*position} - {"game", "rules"}
            if not named:
                return None
            position = {field: position[field] for field in position if field not in named}
        except undercut.BadRules:
            return None
