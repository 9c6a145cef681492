"""Games for tests that speak for all rules: they have every value of every option, and every kind of move."""

import random
from collections import Counter
from collections.abc import Iterator

import undercut
from undercut.play.checks import covering_games
from undercut.play.state import State


def walk(state: State, chance: random.Random, moves: int = 400) -> Iterator[State]:
    """Give a game before each of its random moves, until there are so many or it is over."""
    while state.to_move is not None and len(state.moves) < moves:
        yield state
        state.play(chance.choice(state.legal_moves()))


def played(game: undercut.Game, seed: int, moves: int = 400) -> State:
    """Give a game after so many random moves, or at its end."""
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
    """Give positions, some of each game, of games under rules that cover every value of every option."""
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
