"""Trumps, a game for Undercut in a distribution of its own."""

from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.playing import CardOptions
from undercut_trumps import refusals, rules, table, words

GAME = GameSpec(
    name="trumps",
    words=words.WORDS,
    rules=(table, rules),
    seats=range(2, 5),
    card_options=CardOptions(refusal=refusals.refusal),
)
