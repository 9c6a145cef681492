"""The moves of Cut the Rope to offer for each card, legal or not, and their short words."""

from __future__ import annotations

from undercut.cards import ROPE
from undercut.games.base.sentences import Brief, Icon, Score, Sentence, Text, Tone
from undercut.games.cut_the_rope import table, words
from undercut.games.cut_the_rope.moves import source_card
from undercut.games.cut_the_rope.notation import PERSONAL_SOURCE, split

_ROWS = range(3)


def taken_up(move: str) -> str | None:
    """Return the card or pile that a move plays from; None for a move without a card."""
    return None if move == "end" else move.replace("/", ">").partition(">")[0]


def attempts(s: table.Table) -> dict[str, list[str]]:
    """List the moves to offer for each card of the hand, supply row (``s1`` to ``s3``) and personal deck (``p``)."""
    found: dict[str, list[str]] = {}
    hand = s.hands[s.to_move]
    for place in range(PERSONAL_SOURCE + 1):
        card = source_card(s, place)
        in_hand = place < table.KINDS_OF_CARDS
        if card == table.NONE or (in_hand and not hand >> 3 * card & 7):
            continue
        text = (
            ROPE.text(card) if in_hand else "p" if place == PERSONAL_SOURCE else f"s{place - table.KINDS_OF_CARDS + 1}"
        )
        found[text] = [f"{text}>{row + 1}{mark}" for row in _ROWS for mark in _marks(s, card, row)]
        if in_hand:
            found[text] += [f"{text}/{row + 1}" for row in _ROWS]
    return found


def _marks(s: table.Table, card: int, row: int) -> tuple[str, ...]:
    """The ways in which a card may go on a level row: up or down, or scissors as the next number or the same."""
    if not s.twice >> 3 * card + row & 1:
        return ("",)
    return ("", "=") if card == table.SCISSORS else ("u", "d")


# --- Short words -----------------------------------------------------------------------------------------------------


def brief(s: table.Table, move: int) -> Brief:
    """Describe a legal move of a card in short words, with the number of cards then left in the personal deck."""
    kind, card, source, row = split(move)
    if kind == table.PUT:
        return words.SUPPLIES
    tone = Tone.SPELL if card == table.SCISSORS else Tone.GAIN if source == PERSONAL_SOURCE else Tone.SAFE
    left = (
        Score(table.pile_size(s, table.SEAT_PILES * s.to_move + table.PERSONAL) - 1, 0)
        if source == PERSONAL_SOURCE
        else None
    )
    on_row, told = (Text(template, {"row": row + 1}) for template in (words.ON_ROW, words.TOLD))
    return Brief(words.PLAYS, tone, on_row, _meaning(s, card, row, kind), Icon.ROW, told=told, score=left)


def _meaning(s: table.Table, card: int, row: int, kind: int) -> Text | None:
    """What tells two plays of a card on the same row apart."""
    if kind in (table.GO_UP, table.GO_DOWN):
        return words.UPWARDS if kind == table.GO_UP else words.DOWNWARDS
    if kind == table.SAME:
        return words.AGAIN
    return words.AS_NEXT if s.twice >> 3 * card + row & 1 else None


def story(s: table.Table, move: int, seat: int) -> Sentence:  # noqa: ARG001  other games look at the table
    """Say where the last card of the personal deck went."""
    _, card, _, row = split(move)
    return words.LAST_CARD.said(card=words.named(card), row=row + 1)
