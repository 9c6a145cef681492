"""Cups, the tarot shedding game: its definition."""

from pathlib import Path

from undercut.games.base.definition import GameSpec, Offer
from undercut.games.base.parts.bots import Levels, Search
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.explanation import Explanation
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.playing import CardOptions, Notation, Positions, Sentences
from undercut.games.cups import card_options, moves, notation, observation, options, position, rules, table, words


def _search() -> Search:
    from undercut.games.cups.bots import may_end
    from undercut.games.cups.search import features, greedy, hidden, rollout

    return Search(
        modules=(hidden, features.options_module, features, rollout),
        ranking=(hidden, greedy),
        may_end=may_end,
        network=Path(hidden.__file__).with_name("master.network"),
        features=(features.STATE_FEATURES, features.MOVE_FEATURES),
    )


def _bots() -> Levels:
    from undercut.games.cups.bots import LEVELS

    return LEVELS


def _explanation() -> Explanation:
    from undercut.games.cups import explain

    return Explanation(
        explain.reasons,
        explain.can_win,
        explain.answer,
        motives=explain.motives,
        gauges=explain.GAUGES,
        at_once=explain.at_once,
        standing=explain.standing,
        distance=explain.distance,
    )


def _drawing() -> Drawer:
    from undercut.games.cups import drawing

    return drawing.table


def _figures() -> Figures:
    from undercut.games.cups import lab

    return Figures((lab,), facts=lab.FACTS, kinds=lab.KINDS, ways=lab.WAYS, behind=lab.BEHIND)


GAME = GameSpec(
    name="cups",
    words=words.WORDS,
    place=2,
    rules=(options, table, moves, rules),
    seats=options.SEATS,
    full_pack=options.full_pack,
    options=options.OPTIONS,
    rule_sets=options.RULE_SETS,
    refused=options.REFUSED,
    clash=options.faults,
    fit=options.fit,
    offer=Offer(questions=words.QUESTIONS, suggested=words.SUGGESTED, minutes=words.MINUTES, fixes=words.FIXES),
    notation=Notation(parse=notation.parse, write=notation.write, parts=notation.parts),
    card_options=CardOptions(
        attempts=card_options.attempts,
        taken_up=card_options.taken_up,
        brief=card_options.brief,
        refusal=card_options.refusal,
    ),
    sentences=Sentences(move=notation.sentence, hidden=notation.hidden_sentence, aftermath=notation.aftermath),
    positions=Positions(
        write=position.write,
        read=position.read,
        views=position.views,
        arrange=position.arrange,
        to_go=position.to_go,
    ),
    actions=notation.ACTIONS,
    observations=observation.OBSERVATIONS,
    search=_search,
    bots=_bots,
    explanation=_explanation,
    drawing=_drawing,
    figures=_figures,
)
"""Cups: its rules, its words and its parts."""
