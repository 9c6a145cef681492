"""A toy game with a planted strong card: in each turn the mover wins with a known chance, greater with that card."""

from typing import Annotated

from undercut.engine.contract import Cells, Fields, field_table

PACK_SIZE, MAX_MOVES = 4, 1
STRONG, WEAK = range(2)
KINDS = ("S", "W")
WAYS = ()
DICE = 10
CHANCES = (6, 3)
"""Of ten equal chances, how many win for a mover with and without the strong card, the card 0."""


@field_table
class Table(Fields):
    hands: Annotated[Cells, 2]
    stock: Annotated[Cells, 2]
    to_move: int
    rolling: int
    over: int


def deal(s: Table, order: Cells) -> None:
    for place in range(2):
        s.hands[place] = order[place]
        s.stock[place] = order[2 + place]


def legal_moves(s: Table, moves: Cells) -> int:  # noqa: ARG001  part of the contract
    moves[0] = 0
    return 1


def play(s: Table, move: int) -> None:  # noqa: ARG001  as above
    s.rolling = 1


def is_over(s: Table) -> bool:
    return s.over == 1


def mover(s: Table) -> int:
    return s.to_move


def winners(s: Table) -> int:
    return 1 << s.to_move


def chance_need(s: Table) -> int:
    return s.rolling


def chance_pool(s: Table, cards: Cells) -> int:  # noqa: ARG001  as above
    for number in range(DICE):
        cards[number] = number
    return DICE


def apply_chance(s: Table, cards: Cells) -> None:
    s.rolling = 0
    if cards[0] < CHANCES[min(s.hands[s.to_move], 1)]:
        s.over = 1
    else:
        s.to_move = 1 - s.to_move


def end_reason(s: Table) -> int:  # noqa: ARG001  as above
    return 1


def count_kind(s: Table, seat: int, kind: int) -> int:
    return 1 if min(s.hands[seat], 1) == kind else 0


def stock_size(s: Table) -> int:
    return len(s.stock)


def exchange(s: Table, seat: int, kind: int, which: int, depth: int) -> None:  # noqa: ARG001  as above
    s.hands[seat], s.stock[depth] = s.stock[depth], s.hands[seat]


def skip_turn(s: Table) -> bool:
    s.to_move = 1 - s.to_move
    return True


# --- The truth -------------------------------------------------------------------------------------------------------


def value(mine: float, other: float) -> float:
    return mine / (1 - (1 - mine) * (1 - other))


def worths() -> dict[str, float]:
    strong, weak = (chance / DICE for chance in CHANCES)
    gain = value(strong, weak) - value(weak, weak)
    # How often each is dealt: the strong card to the mover, to the other, to the stock; and the turns that follow.
    dealt = {(strong, weak): 0.25, (weak, strong): 0.25, (weak, weak): 0.5}
    starts = {pair: 1 / (1 - (1 - pair[0]) * (1 - pair[1])) for pair in dealt}
    turns: dict[tuple[float, float], float] = dict.fromkeys(dealt, 0.0)
    for (mine, other), part in dealt.items():
        turns[mine, other] += part * starts[mine, other]
        turns[other, mine] += part * starts[mine, other] * (1 - mine)
    tempo = {pair: value(*pair) - 1 + value(*pair[::-1]) for pair in dealt}
    in_stock = turns[weak, weak] / (turns[weak, weak] + turns[weak, strong])
    return {
        "first S": gain,
        "first W": -gain / 3,
        "first turn": sum(part * tempo[pair] for pair, part in dealt.items()),
        "S": gain,
        "W": -gain / 2 * in_stock,
        "turn": sum(number * tempo[pair] for pair, number in turns.items()) / sum(turns.values()),
    }
