"""The moves of Cut the Rope to offer for each card, their short words, and clause and reason against illegal ones."""

from dataclasses import replace

from undercut.cards import ROPE
from undercut.errors import Reason
from undercut.games.base.parts.explanation import Brief, Icon, Score, Tone
from undercut.games.base.sentences import Sentence, Text, because
from undercut.games.cut_the_rope import moves, table, words
from undercut.games.cut_the_rope.moves import PERSONAL_SOURCE, source_card
from undercut.games.cut_the_rope.notation import split
from undercut.games.cut_the_rope.table import Table, copies
from undercut.games.cut_the_rope.words import named


def refusal(s: Table, move: int) -> Reason:
    kind, card, source, row = split(move)
    if kind == moves.END:
        return because("CR-14", "a turn ends with a card on a supply row, and you hold one that may go there")
    if kind == moves.PUT:
        return _no_put(s, card, source)
    return _no_card(s, card, source) or _no_fit(s, card, row, kind)


def _no_put(s: Table, card: int, source: int) -> Reason:
    if source == PERSONAL_SOURCE:
        return because("CR-17", "cards of the personal deck never go on a supply row")
    if source >= table.KINDS_OF_CARDS:
        return because("CR-17", "cards never move from one supply row to another")
    if not _holds(s, card):
        return because("CR-14", "{card} is not in your hand", card=named(card))
    return because("CR-17", "under these rules scissors may not go on supply rows")


def _no_card(s: Table, card: int, source: int) -> Reason | None:
    if card == table.NONE:
        return because("CR-10", "your supply {row} is empty", row=source - table.KINDS_OF_CARDS + 1)
    if source < table.KINDS_OF_CARDS and not _holds(s, card):
        return because("CR-10", "{card} is not in your hand", card=named(card))
    return None


def _holds(s: Table, card: int) -> bool:
    return bool(copies(s.hands[s.to_move], card))


def _no_fit(s: Table, card: int, row: int, kind: int) -> Reason:
    bit = 3 * card + row
    if not s.fits >> bit & 1:
        return _wrong_number(s, card, row)
    if card == table.SCISSORS:
        return _wrong_scissors(s, row, kind)
    clause = _clause(s, row)
    if s.twice >> bit & 1 and kind not in (moves.GO_UP, moves.GO_DOWN):
        text = ROPE.text(card)
        return because(
            clause,
            "with {card} the row can go either way: write {card}>{row}u or {card}>{row}d",
            card=text,
            row=row + 1,
        )
    if kind == moves.SAME:
        return because("CR-20", "only scissors can be marked =")
    return because(clause, "{card} leaves no choice of direction here: write it without u or d", card=ROPE.text(card))


def _clause(s: Table, row: int) -> str:
    """The clause about which cards a level row takes."""
    if s.reach[row] == 0 and s.waiting[row] == 0:
        return "CR-11"
    if s.open_scissors:
        return "CR-21"
    if s.way[row] == table.NO_WAY:
        return "CR-24" if s.equal else "CR-12"
    return "CR-20" if s.equal else "CR-11"


def _wrong_number(s: Table, card: int, row: int) -> Reason:
    wanted = [_short(other) for other in range(table.SCISSORS + 1) if s.fits >> 3 * other + row & 1]
    values = {"cards": _alternatives(wanted), "card": ROPE.text(card)}
    if s.reach[row] == 0 and s.waiting[row] == 0:
        return because(_clause(s, row), "an empty level row takes {cards}, not {card}", **values)
    return because(_clause(s, row), "row {row} takes {cards}, not {card}", row=row + 1, **values)


def _short(card: int) -> Text:
    """Name a card in a list: numbers as digits."""
    return named(card) if card == table.SCISSORS else Text(ROPE.text(card))


def _alternatives(cards: list[Text]) -> Text:
    """Join at least one card with commas and "or"."""
    if len(cards) == 1:
        return cards[0]
    return Text("{cards} or {last}", {"cards": ", ".join(card.say() for card in cards[:-1]), "last": cards[-1]})


def _wrong_scissors(s: Table, row: int, kind: int) -> Reason:
    if kind != moves.SAME:
        return because("CR-12", "scissors give a row no direction: write them without u or d")
    if not s.equal:
        return because("CR-12", "scissors stand for the card that is due: write X>{row}", row=row + 1)
    if s.open_scissors:
        return because("CR-21", "scissors keep their value open: write X>{row}", row=row + 1)
    return because("CR-24", "the row has no number to repeat yet: write X>{row}", row=row + 1)


def taken_up(move: str) -> str | None:
    return None if move == "end" else move.replace("/", ">").partition(">")[0]


def attempts(s: Table) -> dict[str, list[str]]:
    """List the moves to offer for each card of the hand, supply row (``s1`` to ``s3``) and personal deck (``p``)."""
    found: dict[str, list[str]] = {}
    hand = s.hands[s.to_move]
    for place in range(PERSONAL_SOURCE + 1):
        card = source_card(s, place)
        in_hand = place < table.KINDS_OF_CARDS
        if card == table.NONE or (in_hand and not copies(hand, card)):
            continue
        text = (
            ROPE.text(card) if in_hand else "p" if place == PERSONAL_SOURCE else f"s{place - table.KINDS_OF_CARDS + 1}"
        )
        found[text] = [f"{text}>{row + 1}{mark}" for row in range(table.ROWS) for mark in _marks(s, card, row)]
        if in_hand:
            found[text] += [f"{text}/{row + 1}" for row in range(table.ROWS)]
    return found


def _marks(s: Table, card: int, row: int) -> tuple[str, ...]:
    """The ways in which a card may go on a level row: up or down, or scissors as the next number or the same."""
    if not s.twice >> 3 * card + row & 1:
        return ("",)
    return ("", "=") if card == table.SCISSORS else ("u", "d")


def brief(s: Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with the number of cards then left in the personal deck."""
    kind, card, source, row = split(move)
    if kind == moves.PUT:
        return replace(words.SUPPLIES, way=Text(words.HAND_TO_SUPPLY, {"row": row + 1}))
    left = Score(table.personal_left(s, s.to_move) - 1, 0) if source == PERSONAL_SOURCE else None
    wins = left is not None and not left.reached
    tone = Tone.GAIN if wins else Tone.SPELL if card == table.SCISSORS else Tone.SAFE
    on_row, told = (Text(template, {"row": row + 1}) for template in (words.ON_ROW, words.TOLD))
    from_hand = words.HAND_TO_ROW if source < table.KINDS_OF_CARDS else words.SUPPLY_TO_ROW
    way = words.PERSONAL_TO_ROW if source == PERSONAL_SOURCE else from_hand
    way = Text(way, {"row": row + 1, "source": source - table.KINDS_OF_CARDS + 1})
    return Brief(words.PLAYS, tone, on_row, _meaning(s, card, row, kind), Icon.ROW, told=told, score=left, way=way)


def _meaning(s: Table, card: int, row: int, kind: int) -> Text | None:
    """Describe the difference between two plays of a card on the same row."""
    if kind in (moves.GO_UP, moves.GO_DOWN):
        return words.UPWARDS if kind == moves.GO_UP else words.DOWNWARDS
    if kind == moves.SAME:
        return words.AGAIN
    return words.AS_NEXT if s.twice >> 3 * card + row & 1 else None


def story(s: Table, move: int, seat: int) -> Sentence:  # noqa: ARG001  other games look at the table
    _, card, _, row = split(move)
    return words.LAST_CARD.said(card=words.named(card), row=row + 1)
