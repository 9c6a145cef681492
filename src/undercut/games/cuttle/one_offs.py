"""The one-offs of Cuttle: everything the game says about each, in one place.

`moves` decides when one may be announced and `rules` what it does. Notation, refusals, chips, positions, explanations,
questions, drawings and the game on one screen read the rest here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from undercut.cards import FRENCH
from undercut.engine.bits import count, lowest
from undercut.games.base.parts.explanation import Brief, Icon, Tone
from undercut.games.base.sentences import Plural, Template, Text, another_player, cards_text, say, the_card
from undercut.games.base.words import Question, RuleText
from undercut.games.cuttle import table
from undercut.games.cuttle.moves import eight_targets, nine_targets, permanent_targets
from undercut.games.cuttle.options import OPPONENT, OPTIONS, RANDOM
from undercut.games.cuttle.table import Table
from undercut.translation import N_


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """The target of a one-off.

    `kinds` are all cards on the table of the kinds it may choose, and `targets` those it may choose now. `any` stands
    for one of them. The messages say why a card or none can be chosen.
    """

    kinds: Callable[[Table], int]
    targets: Callable[[Table], int]
    any: Callable[[Table], Text]
    other_kind: str
    theirs_missing: Callable[[Table], str]
    all_missing: Callable[[Table], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOff:
    """A one-off of one rank; `option` is the house rule that allows it, or empty.

    `heading` says what it does in short, with ``{target}`` where it has one, and the ``{cards}`` that ``{name}``, the
    other player, scraps; `heading_to_other` to that player, if that is something else. `effect` and `effect_to_other`
    say it in the sentence of the move, if they differ from that. `needs` says why it may not be announced, if it has no
    target. `hits` are the cards on the table that it affects besides its target. It may wait on while its player or the
    other one chooses (`phase`): then `discards` is the most cards that the other player is to discard.
    """

    rank: int
    clause: str
    heading: str
    heading_to_other: str = ""
    effect: Callable[[Table, Text], Text] | None = None
    effect_to_other: Callable[[Table], Text] | None = None
    chip: Callable[[Table], Brief]
    glance: RuleText
    needs: str = ""
    choice: Choice | None = None
    hits: Callable[[Table], int] = lambda _: 0
    phase: int = table.COUNTERING
    discards: Callable[[Table], int] = lambda _: 0
    explained: Callable[[Table, Table, int], str] = lambda _before, _after, _seat: ""
    option: str = ""
    question: Question | None = None

    def allowed(self, s: Table) -> bool:
        return not self.option or getattr(s, self.option) != 0

    def allowed_by(self, value: object) -> bool:
        """Whether a value of its option allows it: each but the first does."""
        return not self.option or value != next(it.values[0] for it in OPTIONS if it.name == self.option)


def one_off(s: Table, card: int) -> OneOff | None:
    return next((it for it in ONE_OFFS if it.rank == card >> 2 and it.allowed(s)), None)


def cards_with_one_offs(s: Table) -> int:
    """Return the cards that have a one-off under the rules of the table, with or without something to act on."""
    return sum({15 << 4 * it.rank for it in ONE_OFFS if it.allowed(s)})


def one_off_under(options: Mapping[str, object], card: int) -> OneOff | None:
    return next((it for it in ONE_OFFS if it.rank == card >> 2 and it.allowed_by(options.get(it.option))), None)


def discard_clause(s: Table) -> str:
    if s.phase in (table.LIMITING, table.TURNED):
        return "CU-35" if s.phase == table.LIMITING else "CU-7a"
    waits = one_off(s, s.waiting)
    return waits.clause if waits else ""


def rank_text(card: int) -> Text:
    """Return a card as "the four"."""
    return Text(f"the {FRENCH.rank_names[card >> 2]}")


# --- Ranks whose words depend on the table ---------------------------------------------------------------------------


def _spell(verb: Text, told: Text, more: Text | None = None, icon: Icon | None = None) -> Brief:
    return Brief(verb, Tone.SPELL, more, icon=icon, told=told)


def _four(s: Table, _: Text) -> Text:
    if count(s.hands[1 - s.turn]) == 1:
        return Text("the other player scraps the only card in hand")
    return Text(
        "the other player scraps two cards at random" if s.four == RANDOM else "the other player scraps two cards"
    )


def _four_to_other(s: Table) -> Text:
    if count(s.hands[1 - s.turn]) == 1:
        return Text("you scrap the only card in your hand")
    return Text("you scrap two cards at random" if s.four == RANDOM else "you scrap two cards")


def _four_chip(s: Table) -> Brief:
    if count(s.hands[1 - s.turn]) == 1:
        return _spell(Text("They scrap"), Text("Costs the only card"), Text("the only card in hand"))
    more = Text("at random") if s.four == RANDOM else Text("they choose")
    return _spell(Text("They scrap two"), Text("Costs two cards"), more)


def _four_explained(before: Table, _: Table, seat: int) -> str:
    theirs = count(before.hands[1 - seat])
    template: Template = "{player} loses 2 of {cards}"
    if theirs <= 2:  # noqa: PLR2004  as many as a four scraps
        template = Plural("{player} loses the only card in hand", "{player} loses both cards in hand")
    return say(template, player=another_player(1 - seat), cards=cards_text(theirs), count=theirs)


def _draws(s: Table) -> tuple[int, bool]:
    """How many cards a five draws, and whether it discards one first: it needs another card in hand for that."""
    return min(3 if s.five else 2, s.stock_size), bool(s.five) and count(s.hands[s.turn]) > (s.phase == table.PLAYING)


def _five(s: Table, _: Text) -> Text:
    number, discards = _draws(s)
    many = "scrap one card, then draw {count} cards" if discards else "draw {count} cards"
    last = "scrap one card, then draw the last card of the stock" if discards else "draw the last card of the stock"
    return Text(Plural(last, many), {"count": number})


def _five_chip(s: Table) -> Brief:
    number, discards = _draws(s)
    first = Text("scrap one first") if discards else Text("from the stock")
    told = Text(Plural("Draws a card", "Draws {count} cards"), {"count": number})
    return _spell(Text(Plural("Draw {count} card", "Draw {count} cards"), {"count": number}), told, first, Icon.DRAW)


def _five_explained(before: Table, after: Table, seat: int) -> str:
    if before.five:
        return say("you scrap one card and draw {drawn}", drawn=min(3, before.stock_size))
    held, then = count(before.hands[seat]), count(after.hands[seat])
    return say("you then hold {cards} instead of {held}", cards=cards_text(then), held=held)


def _seven(s: Table, _: Text) -> Text:
    if min(s.seven, s.stock_size) > 1:
        return Text("turn the top two cards of the stock and play one")
    return Text("turn the top card of the stock and play it")


def _seven_chip(s: Table) -> Brief:
    if min(s.seven, s.stock_size) > 1:
        return _spell(Text("Turn two cards up"), Text("Turns two cards up"), Text("and play one"), Icon.DRAW)
    return _spell(Text("Turn a card up"), Text("Turns a card up"), Text("and play it"), Icon.DRAW)


_RETURNS = (
    "return {target} to its owner's hand",
    "return {target} to the hand of the player who played it",
    "return {target} to the top of the stock",
)
"""Effects of a nine, by the option `nine_to`."""


def _nine(s: Table, aim: Text) -> Text:
    return Text(_RETURNS[s.nine_to], {"target": aim})


def _nine_chip(s: Table) -> Brief:
    return _spell(
        (Text("Back to hand"), Text("Back to hand"), Text("Back to stock"))[s.nine_to], Text("Returns {card}")
    )


def _ten(s: Table, _: Text) -> Text:
    aim = the_card(FRENCH, lowest(s.scuttled)) if s.scuttled else Text("a point card")
    return Text("bring back {target}, which was scuttled", {"target": aim})


# --- Targets ---------------------------------------------------------------------------------------------------------


def on_side(s: Table, side: int) -> int:
    """The cards that lie on a side; a jack lies where its point card does, unless `buried_jacks` forbids its choice."""
    return s.points[side] | s.permanents[side] | table.side_jacks(s, side)


def on_table(s: Table) -> int:
    """All cards on the table, buried jacks too."""
    return _points(s) | _permanents(s)


def aims(s: Table, choice: Choice) -> int:
    """The cards of its kinds on the sides that a one-off may choose from, queens or not."""
    theirs = on_side(s, 1 - s.turn)
    return choice.kinds(s) & (theirs if s.target_side == OPPONENT else theirs | on_side(s, s.turn))


def _points(s: Table) -> int:
    return s.points[0] | s.points[1]


def _permanents(s: Table) -> int:
    return s.permanents[0] | s.permanents[1] | s.jacks


_TWO = Choice(
    kinds=_permanents,
    targets=permanent_targets,
    any=lambda _: Text("a permanent"),
    other_kind="{target} is a point card: a two scraps permanents only",
    theirs_missing=lambda _: "your opponent has no permanent for {card} to scrap",
    all_missing=lambda _: "there is no permanent on the table for {card} to scrap",
)
_EIGHT = Choice(
    kinds=lambda s: _permanents(s) & table.EIGHTS,
    targets=eight_targets,
    any=lambda _: Text("glasses"),
    other_kind="{target} is not glasses; an eight scraps only glasses",
    theirs_missing=lambda _: "your opponent has no glasses for {card} to scrap",
    all_missing=lambda _: "there are no glasses on the table for {card} to scrap",
)
_NINE = Choice(
    kinds=lambda s: _permanents(s) | (_points(s) if s.nine_targets else 0),
    targets=nine_targets,
    any=lambda s: Text("a card" if s.nine_targets else "a permanent"),
    other_kind="{target} is a point card: a nine returns permanents only",
    theirs_missing=lambda s: (
        "your opponent has no card on the table for {card} to return"
        if s.nine_targets
        else "your opponent has no permanent for {card} to return"
    ),
    all_missing=lambda s: (
        "there is no card on the table for {card} to return"
        if s.nine_targets
        else "there is no permanent on the table for {card} to return"
    ),
)
_SIDE = RuleText(
    N_("It can choose only your opponent's cards."), "target_side", {"any": N_("It can also choose your own cards.")}
)

# --- The one-offs ----------------------------------------------------------------------------------------------------

ONE_OFFS = (
    OneOff(
        rank=table.ACE,
        clause="CU-A",
        heading=N_("scrap all point cards"),
        chip=lambda _: _spell(Text("Scrap all points"), Text("Scraps all points"), Text("yours too")),
        hits=_points,
        glance=RuleText(N_("Scraps all point cards on the table.")),
    ),
    OneOff(
        rank=table.TWO,
        clause="CU-2a",
        heading=N_("scrap {target}"),
        chip=lambda _: _spell(Text("Scrap a permanent"), Text("Scraps {card}")),
        choice=_TWO,
        glance=RuleText(
            N_("Counters a one-off, even on your opponent's turn; or scraps a jack, queen, king or glasses."),
            more=(_SIDE,),
        ),
    ),
    OneOff(
        rank=table.THREE,
        clause="CU-3a",
        heading=N_("take a card from the scrap"),
        chip=lambda _: _spell(Text("Take from the scrap"), Text("Takes from the scrap"), Text("a card of your choice")),
        needs="the scrap has no card for a three to take",
        phase=table.TAKING,
        explained=lambda before, _after, _seat: say(
            "you take one of the {cards} in the scrap", cards=cards_text(count(before.scrap))
        ),
        glance=RuleText(
            N_("Takes a card of your choice from the scrap pile, but not a three."),
            "three_takes_threes",
            {"true": N_("Takes a card of your choice from the scrap pile.")},
        ),
    ),
    OneOff(
        rank=table.FOUR,
        clause="CU-4a",
        heading=N_("{name} scraps {cards}"),
        heading_to_other=N_("you scrap {cards}"),
        effect=_four,
        effect_to_other=_four_to_other,
        chip=_four_chip,
        needs="the other player has no cards to scrap",
        phase=table.DISCARDING,
        discards=lambda s: 0 if s.four == RANDOM else 2,
        explained=_four_explained,
        glance=RuleText(
            N_("Makes your opponent scrap two cards."),
            "four",
            {"random": N_("Scraps two random cards from your opponent's hand.")},
        ),
    ),
    OneOff(
        rank=table.FIVE,
        clause="CU-5a",
        effect=_five,
        heading=N_("draw cards"),
        chip=_five_chip,
        needs="the stock is empty: a five has nothing to draw",
        phase=table.RECYCLING,
        explained=_five_explained,
        glance=RuleText(N_("Draws two cards."), "five", {"recycle": N_("Scraps a card, then draws three.")}),
    ),
    OneOff(
        rank=table.SIX,
        clause="CU-6a",
        heading=N_("scrap all permanents"),
        chip=lambda _: _spell(Text("Scrap permanents"), Text("Scraps permanents"), Text("yours too")),
        hits=_permanents,
        glance=RuleText(N_("Scraps all jacks, queens, kings and glasses.")),
    ),
    OneOff(
        rank=table.SEVEN,
        clause="CU-7a",
        effect=_seven,
        heading=N_("play a card from the stock"),
        chip=_seven_chip,
        needs="the stock is empty: a seven has nothing to turn",
        explained=lambda _before, _after, _seat: say("you play a card from the stock at once"),
        glance=RuleText(
            N_("Turns up the top card of the stock, which you play at once."),
            "seven",
            {"2": N_("Turns up the top two cards of the stock; you play one of them at once.")},
        ),
    ),
    OneOff(
        rank=table.EIGHT,
        clause="CU-8a",
        option="eight_scraps_eight",
        question=Question(N_("May an eight be played to scrap glasses?")),
        heading=N_("scrap {target}"),
        chip=lambda _: _spell(Text("Scrap glasses"), Text("Scraps {card}")),
        choice=_EIGHT,
        glance=RuleText("", "eight_scraps_eight", {"true": N_("It can also be played once to scrap other glasses.")}),
    ),
    OneOff(
        rank=table.NINE,
        clause="CU-9a",
        effect=_nine,
        heading=N_("send {target} back"),
        chip=_nine_chip,
        choice=_NINE,
        glance=RuleText(
            N_("Returns a card from the table to the hand of the player whose side it is on."),
            "nine_to",
            {
                "stock": N_("Puts a card from the table back on top of the stock."),
                "player": N_("Returns a card from the table to the hand of the player who played it."),
            },
            more=(
                RuleText("", "nine_targets", {"permanents": N_("It cannot return point cards.")}),
                RuleText(
                    "", "nine_freeze", {"true": N_("A card that goes back to your opponent is frozen for a turn.")}
                ),
                _SIDE,
            ),
        ),
    ),
    OneOff(
        rank=table.TEN,
        clause="CU-Ta",
        option="ten_undoes_scuttle",
        question=Question(N_("May a ten be played to undo last turn's scuttle?")),
        effect=_ten,
        heading=N_("bring {target} back"),
        chip=lambda s: _spell(
            Text("Undo the scuttle"),
            Text("Undoes the scuttle"),
            the_card(FRENCH, lowest(s.scuttled)) if s.scuttled else None,
        ),
        needs="none of your cards was scuttled last turn",
        hits=lambda s: s.scuttled,
        glance=RuleText(
            "",
            "ten_undoes_scuttle",
            {"true": N_("It can also bring back the card that your opponent has just scuttled.")},
        ),
    ),
)
"""Every one-off; of two with the same rank, the first that the rules allow counts."""
