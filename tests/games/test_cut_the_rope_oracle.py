"""Cut the Rope against a second, naive reading of its rules that works on the lists of a position.

The oracle finds what fits a level row by trying every value that scissors may have; it shares nothing with the library.
"""

import copy
import random
from typing import Any

import pytest

import undercut
from tests.amounts import amount

Position = dict[str, Any]
Options = dict[str, Any]

UP, DOWN = "up", "down"
STARTS = {UP: 1, DOWN: 10}
STEPS = {UP: 1, DOWN: -1}
ENDS = {UP: 10, DOWN: 1}


def order(card: str) -> int:
    return 11 if card == "X" else int(card)


def has_values(cards: list[str], way: str) -> bool:
    possible: set[int] = set()
    for place, card in enumerate(cards):
        reached = {STARTS[way]} if place == 0 else possible | {value + STEPS[way] for value in possible}
        possible = {v for v in reached if 1 <= v <= 10 and (card == "X" or v == int(card))}
    return bool(possible)


def number_ways(position: Position, options: Options, row: int, card: str) -> list[str]:
    cards, given = position["levels"][row], position["directions"][row]
    number, found = int(card), []
    for way in (UP, DOWN) if given is None else (given,):
        if options["open_scissors"]:
            fits = has_values([*cards, card], way)
        elif not cards:
            fits = number == STARTS[way]
        elif not options["equal"]:
            fits = number == STARTS[way] + STEPS[way] * len(cards)
        else:
            last = position["values"][row][-1]
            last = STARTS[way] + STEPS[way] * last if given is None else last
            fits = number in (last, last + STEPS[way])
        if fits:
            found.append(way)
    return found


def legal(position: Position, options: Options) -> set[str]:
    seat = position["turn"]
    sources = {card: card for card in position["hands"][seat]}
    sources |= {f"s{row + 1}": cards[-1] for row, cards in enumerate(position["supply"][seat]) if cards}
    sources["p"] = position["personal"][seat][0]
    found: set[str] = set()
    for source, card in sources.items():
        for row in range(3):
            move = f"{source}>{row + 1}"
            if card == "X":
                found.add(move)
                if options["equal"] and not options["open_scissors"] and position["levels"][row]:
                    found.add(move + "=")
            else:
                ways = number_ways(position, options, row, card)
                found |= {move + way[0] for way in ways} if len(ways) > 1 else {move for _ in ways}
    hand = [card for card in position["hands"][seat] if card != "X" or options["supply_scissors"]]
    found |= {f"{card}/{row + 1}" for card in hand for row in range(3)} or {"end"}
    return found


def lay(position: Position, options: Options, row: int, card: str, mark: str) -> None:
    cards, way = position["levels"][row], position["directions"][row]
    declared = options["equal"] and not options["open_scissors"]
    top = cards[-1] if cards else None
    if card == "X":
        done = len(cards) == 9 and not options["equal"]
        done |= bool(options["equal"] and options["bookend"] and (way, top) in ((UP, "9"), (DOWN, "2")))
        if declared:
            values = position["values"][row]
            step = 0 if mark == "=" else STEPS[way] if way else 1
            values.append(values[-1] + step if values else 0)
            done |= values[-1] == (ENDS[way] if way else 9)
    else:
        if way is None:
            ways = number_ways(position, options, row, card)
            way = {"u": UP, "d": DOWN}[mark] if mark else ways[0]
            position["directions"][row] = way
            if declared:
                offsets = position["values"][row]
                position["values"][row] = [STARTS[way] + STEPS[way] * offset for offset in offsets]
        if declared:
            position["values"][row].append(int(card))
        done = int(card) == ENDS[way] if options["equal"] else len(cards) == 9
    cards.append(card)
    if done:
        position["discards"] += cards
        position["levels"][row], position["directions"][row] = [], None
        if declared:
            position["values"][row] = []


def draw_up(position: Position, options: Options, shuffles: list[list[str]]) -> None:
    hand = position["hands"][position["turn"]]
    while len(hand) < 6:
        if not position["deck"]:
            if not options["reshuffle"] or not position["discards"]:
                return
            position["deck"] = list(shuffles.pop(0))
            assert sorted(position["deck"], key=order) == position["discards"]
            position["discards"] = []
        hand.append(position["deck"].pop(0))
        position["moved"] = True


def play(before: Position, options: Options, move: str, shuffles: list[list[str]]) -> Position:
    position = copy.deepcopy(before)
    seat = position["turn"]
    hand = position["hands"][seat]
    if ">" in move:
        source, target = move.split(">")
        row, mark = int(target[0]) - 1, target[1:]
        position["moved"] = True
        if source == "p":
            card = position["personal"][seat].pop(0)
        elif source[0] == "s":
            card = position["supply"][seat][int(source[1]) - 1].pop()
        else:
            hand.remove(source)
            card = source
        lay(position, options, row, card, mark)
        position["discards"].sort(key=order)
        if not position["personal"][seat]:
            result = {"winners": [seat], "reason": "emptied"}
            return tidy(position | {"phase": "over", "to_move": None, "result": result})
        if source not in ("p", "s1", "s2", "s3") and not hand and options["refill"] == "when_empty":
            draw_up(position, options, shuffles)
        return tidy(position)
    if move != "end":
        card, row = move.split("/")
        hand.remove(card)
        position["supply"][seat][int(row) - 1].append(card)
        position["moved"] = True
    draw_up(position, options, shuffles)
    return tidy(end_turn(position, options))


def end_turn(position: Position, options: Options) -> Position:
    """Count the turn, and end the game after a round without any card moved."""
    seats = position["seats"]
    position["still"] = 0 if position["moved"] else position["still"] + 1
    position["moved"] = False
    if position["still"] == seats:
        sizes = [len(deck) for deck in position["personal"]]
        winners = [seat for seat in range(seats) if sizes[seat] == min(sizes)]
        result = {"winners": winners if options["stalemate"] == "fewest" else [], "reason": "stalemate"}
        return position | {"phase": "over", "to_move": None, "result": result}
    position["turn"] = position["to_move"] = (position["turn"] + 1) % seats
    return position


def tidy(position: Position) -> Position:
    for hand in position["hands"]:
        hand.sort(key=order)
    position["discards"].sort(key=order)
    return position


def random_rules(chance: random.Random, seats: int) -> dict[str, Any]:
    equal = chance.random() < 0.6
    most = min(74, 160 // seats - 6)
    return {
        "set": chance.choice(["standard", "short", "quick", "cat-and-mouse"]),
        "personal": chance.choice([None, "half", 1, 2, most, chance.randint(1, most)]),
        "equal": equal,
        "open_scissors": equal and chance.random() < 0.5,
        "bookend": chance.random() < 0.5,
        "refill": chance.choice(["turn_end", "when_empty"]),
        "supply_scissors": chance.random() < 0.5,
        "reshuffle": chance.random() < 0.6,
        "stalemate": chance.choice(["fewest", "draw"]),
    }


def choose(chance: random.Random, style: int, moves: list[str]) -> str:
    """Choose a move: any one; a play as long as there is one; or a play most of the time, personal cards first."""
    plays = [move for move in moves if ">" in move]
    if style == 0 or not plays or (style == 2 and chance.random() < 0.2):
        return chance.choice(moves if style == 0 else [move for move in moves if ">" not in move])
    own = [move for move in plays if move[0] == "p"]
    return chance.choice(own if style == 2 and own else plays)


def hidden_shuffled(position: Position, seat: int | None, chance: random.Random) -> Position:
    """Deal all cards that a seat cannot know anew."""
    changed = copy.deepcopy(position)
    piles = [hand for owner, hand in enumerate(changed["hands"]) if owner != seat] + [changed["deck"]]
    pool = [card for pile in piles for card in pile] + [c for deck in changed["personal"] for c in deck[1:]]
    chance.shuffle(pool)
    for pile in piles:
        pile[:] = [pool.pop() for _ in pile]
    for deck in changed["personal"]:
        deck[1:] = [pool.pop() for _ in deck[1:]]
    return changed


def check_state(state: undercut.State, position: Position, options: Options) -> list[str]:
    """Hold a state against its position; give its legal moves."""
    moves = [str(move) for move in state.legal_moves()]
    if position["result"]:
        assert moves == []
        return moves
    assert len(set(moves)) == len(moves) <= 123
    assert set(moves) == legal(position, options)
    return moves


def check_views(state: undercut.State, position: Position, chance: random.Random) -> None:
    for seat in (None, *range(state.game.seats)):
        twin = undercut.from_position(hidden_shuffled(position, seat, chance))
        assert repr(twin.view(seat)) == repr(state.view(seat))


def scissors_first(position: Position, chance: random.Random) -> Position:
    """Deal anew with scissors, fives and sixes in the hands, on top of the deck and of the personal decks."""
    piles = [*position["hands"], position["deck"], *position["personal"]]
    pool = [card for pile in piles for card in pile]
    early = {"X": 0.05, "5": 0.4, "6": 0.4}
    pool.sort(key=lambda card: chance.random() * early.get(card, 1))
    coming = iter(pool)
    for place in range(max(map(len, piles))):
        for pile in piles:
            if place < len(pile):
                pile[place] = next(coming)
    return tidy(position)


@pytest.mark.parametrize("seed", range(amount(20, 60)))
def test_games_agree_with_the_oracle(seed: int) -> None:
    """Play a game of a random mix in one of three styles: legal moves and positions agree all along."""
    chance = random.Random(seed)
    seats = chance.randint(2, 8)
    game = undercut.game("cut_the_rope", rules=random_rules(chance, seats), seats=seats)
    state = game.deal(seed)
    style = seed % 3
    if chance.random() < 0.4:
        state = undercut.from_position(scissors_first(state.position(), chance), seed=seed)
    position: Position = state.position()
    for _ in range(3000):
        moves = check_state(state, position, game.options)
        if chance.random() < 0.02:
            check_views(state, position, chance)
        if not moves:
            break
        move = choose(chance, style, moves)
        told = len(state.shuffles)
        state.play(move)
        position = play(position, game.options, move, state.shuffles[told:])
        assert state.position() == position, (seed, move)
    assert state.result


def test_the_oracle_finds_both_ways_of_a_five_after_five_scissors() -> None:
    assert [has_values([*"XXXX", "5"], way) for way in (UP, DOWN)] == [True, False]
    assert [has_values([*"XXXXX", "5"], way) for way in (UP, DOWN)] == [True, True]
