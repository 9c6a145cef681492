"""Crazy Eights, a game for Undercut."""

from undercut.games.base.definition import GameSpec
from undercut.games.base.parts.bots import Search
from undercut.games.base.parts.playing import CardOptions
from undercut_eights import greedy, refusals, rules
from undercut_eights.words import WORDS

GAME = GameSpec(
    name="eights",
    words=WORDS,
    rules=(rules,),
    seats=range(2, 5),
    card_options=CardOptions(refusal=refusals.refusal),
    search=lambda: Search(ranking=(greedy,)),
)
