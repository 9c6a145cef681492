"""Random endings of all games, and two slow and simple ways to solve them that share nothing with the solver."""

import random
from collections import defaultdict
from contextlib import suppress

import undercut
from tests.clauses import cups_table, cuttle_table, rope_table
from tests.touring import covering_games
from undercut.engine.contract import copy_fields
from undercut.play.game import random_rules
from undercut.play.loading import determinize


def mixed_rules(name: str, chance: random.Random) -> dict[str, object]:
    if chance.random() < 0.5:
        return random_rules(name, chance)
    game = chance.choice(covering_games(name, chance))
    return {"set": game.rule_set, **game.changes}


def take(chance: random.Random, cards: list[str], most: int, ranks: str) -> list[str]:
    taken = [card for card in cards if card[0] in ranks][: chance.randint(0, most)]
    cards[:] = [card for card in cards if card not in taken]
    return taken


def totals(state: undercut.State) -> list[int]:
    values = "A23456789T"
    return [sum(values.index(pile["card"][0]) + 1 for pile in side) for side in state.position()["points"]]


def cuttle_ending(chance: random.Random, stock: int | None = None) -> undercut.State:
    while True:
        cards = list(cuttle_table.PACK)
        chance.shuffle(cards)
        hands = tuple(" ".join(take(chance, cards, 3, "A23456789TJQK")) for _ in range(2))
        points = []
        for _ in range(2):
            side = take(chance, cards, 3, "56789T")
            jacks = [take(chance, cards, 1, "J") if not chance.randrange(4) else [] for _ in side]
            points.append(" ".join(":".join([card, *jack]) for card, jack in zip(side, jacks, strict=True)))
        permanents = tuple(" ".join(take(chance, cards, 1, "QK8")) for _ in range(2))
        pile = " ".join(cards.pop() for _ in range(chance.randint(0, 2) if stock is None else stock))
        try:
            rules, fields = mixed_rules("cuttle", chance), {"points": tuple(points), "permanents": permanents}
            turn = chance.randrange(2)
            state = cuttle_table.table(rules, hands=hands, stock=pile, rest="scrap", turn=turn, **fields)
        except undercut.UndercutError:
            continue
        if state.game.options["win"] == "at_once" and any(map(int.__ge__, totals(state), state.goals)):
            continue  # the game would have ended before
        # Some positions in the middle of a turn, too.
        for _ in range(chance.randrange(3)):
            if not state.result:
                state.play(chance.choice(state.legal_moves()))
        if not state.result:
            return state


def several(chance: random.Random, cards: list[str], *numbers: int) -> str:
    return " ".join(cards.pop() for _ in range(chance.choice(numbers)))


def rope_ending(chance: random.Random) -> undercut.State:
    """Small hands, one or two personal cards, and a deck that is empty or hidden."""
    seats = chance.choice((2, 2, 3))
    rules = mixed_rules("cut_the_rope", chance) | {"reshuffle": chance.random() < 0.3}
    while True:
        pack, tops = [*rope_table.PACK.elements()], [chance.randint(0, 9) for _ in range(3)]
        for card in (card for top in tops for card in rope_table.NUMBERS[:top]):
            pack.remove(card)
        chance.shuffle(pack)
        fields = {
            "hands": [several(chance, pack, 0, 1, 2, 3) for _ in range(seats)],
            "personal": [several(chance, pack, 1, 1, 1, 2) for _ in range(seats)],
            "supply": ["|".join(several(chance, pack, 0, 1) for _ in range(3)) for _ in range(seats)],
            "levels": [rope_table.rising(top) if top else "" for top in tops],
            "deck": several(chance, pack, 0, 0, 0, 4),
        }
        try:
            return rope_table.table(rules, seats=seats, turn=chance.randrange(seats), discards=" ".join(pack), **fields)
        except undercut.BadRules:
            rules = {"set": "standard"}
        except undercut.BadPosition:
            rules = {"set": "standard", "reshuffle": False}


def cups_ending(chance: random.Random) -> undercut.State:
    """Small hands, an empty stack or a card or two, the rest in the dump or put away."""
    seats = chance.choice((2, 2, 3))
    while True:
        pack = [*cups_table.PACK]
        chance.shuffle(pack)
        fields = {
            "hands": [several(chance, pack, 1, 2, 3) for _ in range(seats)],
            "stack": several(chance, pack, 0, 0, 1, 2),
            "graveyards": [several(chance, pack, 0, 0, 0, 1) for _ in range(seats)],
            "away": several(chance, pack, 0, 0, 3),
        }
        rules = mixed_rules("cups", chance) | {"decks": 1, "hand_size": 7}
        with suppress(undercut.UndercutError):
            return cups_table.table(rules, turn=chance.randrange(seats), dump=" ".join(pack), **fields)


ENDINGS = {"cuttle": cuttle_ending, "cut_the_rope": rope_ending, "cups": cups_ending}


# --- Open cards: plain minimax ---


def children(functions, table, moves=None):
    codes = [0] * 1024
    for code in codes[: functions.legal_moves(table, codes)] if moves is None else moves:
        child = type(table)()
        copy_fields(table, child)
        functions.play(child, code)
        yield code, child


def can_force(functions, table, seat: int, own_moves: int, *, draw: bool = False, depth: int = 40) -> bool:
    """Tell by looking at everything whether a seat wins, or draws, in so many moves of its own; all cards are open."""
    if functions.is_over(table):
        won = functions.winners(table)
        return won == 1 << seat or (draw and (won == 0 or bool(won >> seat & 1)))
    if functions.chance_need(table) or depth == 0:
        return False
    own = functions.mover(table) == seat
    if own and own_moves == 0:
        return False
    after = (child for _, child in children(functions, table))
    found = (can_force(functions, one, seat, own_moves - own, draw=draw, depth=depth - 1) for one in after)
    return any(found) if own else all(found)


# --- Hidden cards: all that a seat thinks possible at once ---


def worlds(state: undercut.State, seat: int, number: int) -> list:
    view = state.view(seat)
    found = {}
    for seed in range(number):
        other = determinize(view, random.Random(seed))
        found[str(other.position())] = other.table_copy()
    return list(found.values())


def can_be_sure(game, tables, seat: int, own_moves: int, moves=None, depth: int = 12) -> bool:
    """Tell whether a seat that cannot tell these tables apart wins on all of them, knowing only what it sees."""
    functions = game.engine.functions
    if any(functions.is_over(table) for table in tables):
        return all(functions.is_over(table) and functions.winners(table) == 1 << seat for table in tables)
    if depth == 0 or any(functions.chance_need(table) for table in tables):
        return False
    own = functions.mover(tables[0]) == seat
    if not own:
        replies = [(code, child) for table in tables for code, child in children(functions, table)]
        groups = sorted_by_sight(game, replies, seat)
        return all(can_be_sure(game, group, seat, own_moves, depth=depth - 1) for group in groups)
    if own_moves == 0:
        return False
    if moves is None:
        moves = set.intersection(*({code for code, _ in children(functions, table)} for table in tables))
    for code in moves:
        after = [child for table in tables for child in children(functions, table, [code])]
        groups = sorted_by_sight(game, after, seat)
        if all(can_be_sure(game, group, seat, own_moves - 1, depth=depth - 1) for group in groups):
            return True
    return False


def sorted_by_sight(game, after, seat: int) -> list:
    """Put those tables after a move together that a seat cannot tell apart."""
    functions = game.engine.functions
    groups = defaultdict(list)
    for code, table in after:
        settled = not functions.is_over(table) and not functions.chance_need(table)
        sight = repr(game.spec.positions.view(table, seat)) if settled else functions.is_over(table)
        groups[code, sight].append(table)
    return list(groups.values())
