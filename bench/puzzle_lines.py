"""What makes a position a puzzle: the moves that win or save it, and the answers that refute all others."""

from __future__ import annotations

from collections.abc import Iterator

from undercut.bots.registry import Bot
from undercut.bots.thinking.prove import OutOfBudgetError, ProofLimit, Result, endgame_of, prove
from undercut.lessons.learner import YOU
from undercut.play.state import State

NODES = 3_000  # positions to which each proof is limited
LEAST_CHOICE = 4  # legal moves that differ
MOST = 12  # moves to a win
MOST_RIGHT = 3  # moves that solve a puzzle, and at most half of all
LONGEST_ANSWER = 12  # moves of the other player that a puzzle shows against a wrong one

Step = tuple[list[str], list[str]]
"""A step of a puzzle: its right moves, and the answers to the first of them."""


def played(state: State, *moves: str) -> State:
    """Return a copy of a state after some moves."""
    after = state.copy()
    for move in moves:
        after.play(move)
    return after


def is_won(state: State, seat: int = YOU) -> bool:
    return state.result is not None and state.result.winners == (seat,)


def wins_at_once(state: State, seat: int) -> list[str]:
    """List the moves that end the game with a seat's win."""
    return [str(move) for move in state.legal_moves() if is_won(played(state, str(move)), seat)]


def in_turn(state: State) -> bool:
    """Return whether a player is to begin a turn, rather than to answer a card or to finish its effect."""
    return state.position()["phase"] == "play"


def has_choice(state: State) -> bool:
    """Return whether a puzzle can start here: several cards to play, and moves that differ in card, use or target."""
    moves = {(move.card, move.kind, move.target) for move in state.legal_moves()}
    return len(moves) >= LEAST_CHOICE and len({card for card, *_use in moves if card}) > 1


# --- Wins -------------------------------------------------------------------------------------------------------------


def winning(state: State) -> list[str]:
    """List the moves that win, whatever is hidden and whatever the other player does; empty if none is proved."""
    proof = prove(state.view(YOU), nodes=NODES)
    if proof is not None:
        return list(proof.moves) if proof.result is Result.WIN and proof.count <= MOST else []
    return forks(state) if sees_hand(state) else []


def sees_hand(state: State) -> bool:
    """Return whether the first seat of a game of Cuttle knows all cards of the other hand."""
    return state.game.name == "cuttle" and "?" not in state.view(YOU)["hands"][1 - YOU]


def forks(state: State) -> list[str]:
    """List the moves of Cuttle after which every answer of an open hand lets the next move win at once.

    The solver gives the other player every unseen card. But a card that is drawn now cannot be played before that
    move, and no two can counter it unless it is a one-off, which never wins at once.
    """
    return [
        str(move)
        for move in state.legal_moves()
        if not is_chance(state, str(move)) and all_answers_lose(played(state, str(move)))
    ]


def is_chance(state: State, move: str) -> bool:
    """Return whether a move of Cuttle brings unknown cards."""
    found = next(one for one in state.legal_moves() if str(one) == move)
    return found.kind == "draw" or (found.kind == "one-off" and str(found.card)[0] in "57")


def all_answers_lose(state: State) -> bool:
    """Return whether the first seat wins with its next move at the latest; only the other one may draw."""
    if state.result is not None:
        return is_won(state)
    if state.to_move == YOU:
        if in_turn(state):
            return bool(wins_at_once(state, YOU))
        return any(all_answers_lose(played(state, str(move))) for move in state.legal_moves())
    moves = sorted(map(str, state.legal_moves()), key=lambda move: move != "draw")
    return all(not is_seven(state, move) and all_answers_lose(played(state, move)) for move in moves)


def is_seven(state: State, move: str) -> bool:
    """Return whether a move plays unknown cards at once."""
    return move[0] == "7" and is_chance(state, move)


def line(state: State, bot: Bot) -> list[Step] | None:
    """Return the steps to a forced win; None if the position is no puzzle."""
    now, steps = state.copy(), list[Step]()
    while now.result is None:
        right = wins_at_once(now, YOU) or (all_answers(now) if steps else winning(now))
        if not right or (not steps and len(right) > min(MOST_RIGHT, len(now.legal_moves()) // 2)):
            return None
        now.play(right[0])
        answers = answer(now, bot)
        if answers is None or len(steps) > MOST:
            return None
        steps.append((right, answers))
    return steps if is_won(now) else None


def all_answers(state: State) -> list[str]:
    """List the moves that keep a win that has begun."""
    if state.game.name == "cuttle" and not in_turn(state):
        return [str(move) for move in state.legal_moves() if all_answers_lose(played(state, str(move)))]
    return winning(state)


def answer(now: State, bot: Bot) -> list[str] | None:
    """Play the bot's moves until the first seat is to move, and return them; None if one of them shuffles."""
    answers, known = list[str](), len(now.shuffles)
    while now.result is None and now.to_move != YOU:
        answers.append(str(bot.choose(now.view(1 - YOU), now.legal_moves())))
        now.play(answers[-1])
    return answers if len(now.shuffles) == known else None


# --- Rescues ----------------------------------------------------------------------------------------------------------


def rescue(state: State) -> list[Step] | None:
    """Return the only move that does not lose at once, as the single step of a puzzle; None if it is no puzzle."""
    if state.game.name == "cut_the_rope":  # where a turn has many moves
        return None
    legal = [str(move) for move in state.legal_moves()]
    lost = losing(state)
    right = [move for move in legal if move not in lost]
    if len(right) != 1:
        return None
    after = played(state, *right)
    return None if after.to_move is None or loss(after) else [(right, [])]


def losing(state: State) -> set[str]:
    """Return the moves that provably lose to the other player's next move."""
    if state.game.name == "cups":
        return losing_in_cups(state)
    try:
        return {*endgame_of(state.view(YOU), None, ProofLimit(NODES)).losing()}
    except OutOfBudgetError:
        return set()


def losing_in_cups(state: State) -> set[str]:
    """Return the moves of Cups after which a hand that is known can go out, without a new stack before it does."""
    view = state.view(YOU)
    if "?" in view["hands"][1 - YOU]:
        return set()
    found, known = set[str](), len(state.shuffles)
    for move in map(str, state.legal_moves()):
        after = played(state, move)
        against = loss(after)
        if against and len(played(after, *against).shuffles) == known:
            found.add(move)
    return found


def loss(state: State, *, moved: bool = False) -> list[str] | None:
    """Return how the other player wins with its next move, answered as well as possible with all cards open.

    Args:
        moved: Whether that move has been made, and is now being answered.
    """
    if state.result is not None:
        return [] if is_won(state, 1 - YOU) else None
    turn = in_turn(state)
    if turn and (moved or state.to_move == YOU):
        return None
    lines = (
        None if rest is None else [str(move), *rest]
        for move in state.legal_moves()
        for rest in [loss(played(state, str(move)), moved=moved or turn)]
    )
    if state.to_move != YOU:
        return next(filter(None, lines), None)
    longest = None
    for one in lines:
        if one is None:
            return None
        longest = longest or one
    return longest


# --- Wrong moves ------------------------------------------------------------------------------------------------------


def against(state: State, right: list[str], bot: Bot, *, saves: bool) -> dict[str, str]:
    """Return the moves that refute each wrong one, under `*` the most common; `~` precedes possible ones."""
    found = dict[str, str]()
    for move in state.legal_moves():
        if str(move) not in right:
            after = played(state, str(move))
            sure = [text for text in found.values() if not text.startswith("~")]
            found[str(move)] = " ".join(refutation(after, bot, sure, saves=saves) or example(after, bot))
    most = max(found.values(), key=[*found.values()].count, default="")
    return {move: text for move, text in found.items() if text != most} | ({"*": most} if most else {})


def refutation(after: State, bot: Bot, known: list[str], *, saves: bool) -> list[str]:
    """Return the answer to a wrong move; an answer that refutes others is tried first."""
    if after.result is not None or after.to_move == YOU:
        return []
    if lost := loss(after):
        again = (text.split() for text in dict.fromkeys(known) if text and is_line(after, text.split()))
        return next((moves for moves in again if is_won(played(after, *moves), 1 - YOU)), lost)
    if saves:
        return []
    return next((moves for moves in answers_to(after, bot, known) if moves != ["draw"] and stops(after, moves)), [])


def example(after: State, bot: Bot) -> list[str]:
    """Return the bot's answer to a wrong move that nothing surely refutes; empty if a win at once is left."""
    if after.game.name == "cut_the_rope" or after.result is not None or after.to_move == YOU:
        return []
    now = after.copy()
    answers = answer(now, bot)
    return ["~", *answers] if answers and not (now.to_move == YOU and wins_at_once(now, YOU)) else []


def is_line(state: State, moves: list[str]) -> bool:
    """Return whether moves can be played one after another."""
    now = state.copy()
    for move in moves:
        if now.result is not None or move not in map(str, now.legal_moves()):
            return False
        now.play(move)
    return True


def answers_to(after: State, bot: Bot, known: list[str]) -> Iterator[list[str]]:
    """List answers to a wrong move: those to others, the bot's, and every single move."""
    yield from (text.split() for text in dict.fromkeys(known) if text and is_line(after, text.split()))
    now = after.copy()
    yield answer(now, bot) or []
    if after.game.name != "cut_the_rope":
        for move in after.legal_moves():
            now = played(after, str(move))
            yield [str(move), *(answer(now, bot) or [])]


def stops(after: State, moves: list[str]) -> bool:
    """Return whether no win is proved any more after an answer, and the turn is back."""
    if not 0 < len(moves) <= LONGEST_ANSWER:
        return False
    now = played(after, *moves)
    return now.result is None and now.to_move == YOU and not wins_at_once(now, YOU) and not winning(now)
