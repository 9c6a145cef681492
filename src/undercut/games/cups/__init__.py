"""Cups, the tarot shedding game: its definition."""

from pathlib import Path

from undercut.games.base.definition import GameSpec, Offer
from undercut.games.base.parts.bots import Levels, Search
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.explanation import Explanation
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.playing import CardOptions, Notation, Positions, Sentences
from undercut.games.cups import card_options, explain, lab, moves, notation, options, position, rules, table
from undercut.games.cups.observation import OBSERVATIONS
from undercut.games.cups.words import FIXES, MINUTES, QUESTIONS, SUGGESTED, WORDS


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


def _drawing() -> Drawer:
    from undercut.games.cups.drawing import drawer

    return drawer


GAME = GameSpec(
    name="cups",
    words=WORDS,
    place=2,
    rules=(options, table, moves, rules),
    seats=options.SEATS,
    full_pack=options.full_pack,
    options=options.OPTIONS,
    rule_sets=options.RULE_SETS,
    refused=options.REFUSED,
    clash=options.faults,
    fit=options.fit,
    offer=Offer(questions=QUESTIONS, suggested=SUGGESTED, minutes=MINUTES, fixes=FIXES),
    notation=Notation(parse=notation.parse, write=notation.write, parts=notation.parts),
    card_options=CardOptions(
        attempts=card_options.attempts,
        taken_up=card_options.taken_up,
        brief=card_options.brief,
        refusal=card_options.refusal,
    ),
    sentences=Sentences(move=notation.sentence, aftermath=notation.aftermath),
    positions=Positions(
        write=position.write,
        read=position.read,
        views=position.views,
        arrange=position.arrange,
        to_go=position.to_go,
    ),
    actions=notation.ACTIONS,
    observations=OBSERVATIONS,
    search=_search,
    bots=_bots,
    drawing=_drawing,
    explanation=Explanation(
        explain.reasons,
        explain.can_win,
        explain.answer,
        motives=explain.motives,
        gauges=explain.GAUGES,
        at_once=explain.at_once,
        standing=explain.standing,
        distance=explain.DISTANCE,
    ),
    figures=Figures((lab,), facts=lab.FACTS, kinds=lab.KINDS, ways=lab.WAYS, behind=lab.BEHIND),
)
"""Cups: its rules, its words and its parts."""
