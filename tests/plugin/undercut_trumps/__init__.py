"""Trumps, a game for Undercut in a distribution of its own."""

from undercut.games.base.definition import ActionNumbers, GameSpec
from undercut.games.base.parts.search import Search
from undercut_trumps import actions, refusals, rules, table, words


def _search() -> Search:
    from undercut_trumps import search

    return Search(modules=(search,))


GAME = GameSpec(
    name="trumps",
    words=words.WORDS,
    rules=(table, rules),
    seats=range(2, 5),
    refusal=refusals.refusal,
    actions=ActionNumbers(
        actions.action, tuple(map(words.WORDS.pack.text, actions.codes())), actions.LAYOUT, modules=(actions,)
    ),
    search=_search,
)
