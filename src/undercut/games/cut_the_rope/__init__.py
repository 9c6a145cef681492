"""Cut the Rope, the card game: its definition."""

from undercut.games.base.definition import GameSpec, Offer
from undercut.games.base.parts.bots import Levels, Search
from undercut.games.base.parts.drawing import Drawer
from undercut.games.base.parts.explanation import Explanation
from undercut.games.base.parts.figures import Figures
from undercut.games.base.parts.playing import CardOptions, Notation, Positions, Sentences
from undercut.games.cut_the_rope import card_options, explain, lab, moves, notation, options, position, rules, table
from undercut.games.cut_the_rope.observation import OBSERVATIONS
from undercut.games.cut_the_rope.words import FIXES, MINUTES, QUESTIONS, SUGGESTED, WORDS


def _search() -> Search:
    from undercut.games.cut_the_rope.search import features, greedy, hidden, measures, rollout

    return Search(
        modules=(hidden, features.options_module, measures, features, rollout),
        ranking=(hidden, measures, greedy),
        features=(features.STATE_FEATURES, features.MOVE_FEATURES),
    )


def _bots() -> Levels:
    from undercut.games.cut_the_rope.bots import LEVELS

    return LEVELS


def _drawing() -> Drawer:
    from undercut.games.cut_the_rope.drawing import drawer

    return drawer


GAME = GameSpec(
    name="cut_the_rope",
    words=WORDS,
    place=3,
    rules=(options, table, moves, rules),
    seats=options.SEATS,
    full_pack=options.full_pack,
    options=options.OPTIONS,
    rule_sets=options.RULE_SETS,
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
    sentences=Sentences(move=notation.sentence, aftermath=notation.aftermath, story=card_options.story),
    positions=Positions(write=position.write, read=position.read, to_go=position.to_go),
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
    figures=Figures((lab,), facts=lab.FACTS, when=lab.WHEN, kinds=lab.KINDS, ways=lab.WAYS, behind=lab.BEHIND),
)
"""Cut the Rope: its rules, its words and its parts."""
