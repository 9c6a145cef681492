"""Cuttle, the two-player card game: its definition."""

from pathlib import Path

from undercut.games.base.definition import GameSpec, Offer, Research
from undercut.games.base.parts.bots import Levels, Search
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.explanation import Explanation
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.playing import CardOptions, Notation, Positions, Sentences
from undercut.games.cuttle import card_options, explain, lab, moves, notation, options, position, rules, table
from undercut.games.cuttle.observation import OBSERVATIONS
from undercut.games.cuttle.words import MINUTES, QUESTIONS, SUGGESTED, WORDS


def _search() -> Search:
    from undercut.games.cuttle.search import evaluation, features, greedy, hidden, rollout

    return Search(
        modules=(hidden, features.options_module, evaluation, features, rollout),
        ranking=(hidden, greedy),
        network=Path(hidden.__file__).with_name("master.network"),
        features=(features.STATE_FEATURES, features.MOVE_FEATURES),
    )


def _bots() -> Levels:
    from undercut.games.cuttle.bots import LEVELS

    return LEVELS


def _drawing() -> Drawer:
    from undercut.games.cuttle.drawing import drawer

    return drawer


GAME = GameSpec(
    name="cuttle",
    words=WORDS,
    place=1,
    rules=(options, table, moves, rules),
    seats=options.SEATS,
    full_pack=options.full_pack,
    options=options.OPTIONS,
    rule_sets=options.RULE_SETS,
    earlier=options.EARLIER,
    clash=options.faults,
    offer=Offer(questions=QUESTIONS, suggested=SUGGESTED, minutes=MINUTES),
    research=Research(options=options.DEAL_OPTIONS, deal=options.DEAL, rule_sets=options.RESEARCH_SETS),
    notation=Notation(parse=notation.parse, write=notation.write, parts=notation.parts),
    card_options=CardOptions(
        attempts=card_options.attempts,
        taken_up=card_options.taken_up,
        brief=card_options.brief,
        refusal=card_options.refusal,
    ),
    sentences=Sentences(move=notation.sentence, story=card_options.story),
    positions=Positions(
        write=position.write,
        read=position.read,
        views=position.views,
        goals=position.goals,
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
        twin=explain.twin,
        gauges=explain.GAUGES,
        standing=explain.standing,
        harm=explain.harm,
        distance=explain.DISTANCE,
    ),
    figures=Figures((lab,), facts=lab.FACTS, kinds=lab.KINDS, ways=lab.WAYS, behind=lab.BEHIND),
    glance=card_options.glance,
)
"""Cuttle: its rules, its words and its parts."""
