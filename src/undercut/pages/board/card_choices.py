"""The cards that a reader can choose on a table, their uses, and the moves without a card."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import asdict, replace

from undercut.engine.contract import Value
from undercut.games.base import registry
from undercut.games.base.parts.drawing import Item, TableDrawing
from undercut.lessons.courses import card_rule
from undercut.play.game import game
from undercut.table.scene import Scene, SceneBrief, SceneMove, SceneUse
from undercut.translation import _

_CHIPS, _NAMED = 4, 3
"""The most buttons above the hand, and the most choices that one of them names."""


class Use(SceneBrief, frozen=True, kw_only=True):
    move: str  # empty for several uses of one kind
    text: str
    kind: str = ""
    target: str = ""  # the target of the move; empty for none
    where: str = ""  # the name of the place that is the target; empty for none
    seen: Item | None = None
    hinted: bool = False
    next: str = ""  # which of several to choose, in a sentence

    @property
    def wins(self) -> bool:
        score, goal = self.score or (-1, 0)
        return score >= goal if goal else score == 0


class Refusal(Struct, frozen=True):
    texts: tuple[str, ...]
    reason: str
    clause: str
    targets: tuple[str, ...] = ()


class CardFact(NamedTuple):
    text: str
    anchor: str  # of its rule in the rule book


class CardChoice(Struct, frozen=True):
    what: str
    name: str
    cards: tuple[Item, ...]
    uses: tuple[Use, ...]
    refused: tuple[Refusal, ...]
    unfit: str  # a sentence in place of several reasons; empty if the game has none for them
    chosen: bool
    rule: CardFact | None = None

    @property
    def bare(self) -> Item:
        return Item(self.cards[0].card, name=self.name)

    @property
    def chips(self) -> tuple[Use, ...]:
        kinds: dict[str, list[Use]] = {}
        for use in self.uses:
            kinds.setdefault(use.kind, []).append(use)
        made = tuple(use_button(same, self.name) for same in kinds.values())
        return made if len(made) <= _CHIPS else made[: _CHIPS - 1]


def use_button(uses: Sequence[Use], card: str = "") -> Use:
    first = uses[0]
    if len(uses) == 1:
        return first
    one_word = len({use.more for use in uses}) == 1
    more = _("choose a row") if first.where and not one_word else _one_of([use.more for use in uses], len(uses))
    named = _one_of([use.seen.name if use.seen else use.where or use.more for use in uses], len(uses))
    spoken = _("{what}: {more}") if named else _("{what}: choose one of {count}")
    if card and first.where:
        spoken = _("{what} the {card}: {more}")
    spoken = spoken.format(what=first.verb, more=named, count=len(uses), card=card)
    then = _("Choose {places}.").format(places=named) if first.where else _("Choose the card.")
    return replace(first, more=more, text=spoken, move="", hinted=any(use.hinted for use in uses), next=then)


def _one_of(named: Sequence[str], choices: int) -> str:
    """Name up to three things of which one is chosen, or the number of choices."""
    words = [*dict.fromkeys(filter(None, named))]
    if len(words) > _NAMED:
        return _("one of {count}").format(count=choices)
    if len(words) <= 1:
        return "".join(words)
    *others, last = words
    return _("{others} or {last}").format(others=", ".join(others), last=last)


def bare_moves(scene: Scene) -> list[Use]:
    taken_up = {use.move for uses in scene.uses.values() for use in uses}
    return [_bare(scene, move) for move in scene.moves if move.move not in taken_up]


def _bare(scene: Scene, move: SceneMove) -> Use:
    text, hinted = short(move.text), _hinted(scene, move.move)
    button = registry.spec(scene.game).words.buttons.get(move.move)
    if button:
        verb, more = _(button.text), f" {_(button.rest)}" if button.rest else ""
    elif scene.answer_after is not None:  # there is nothing to choose
        verb, more = _("Go on"), f": {text}"
    else:
        verb, colon, effect = text.partition(":")
        more = colon + effect
    return Use(move=move.move, text=text, verb=verb, more=more, hinted=hinted)


def refused_moves(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the texts of the game's usual moves without a card that are not legal now, and why they are not."""
    if scene.you is None or scene.phase != "playing" or scene.step is not None or bare_moves(scene):
        return ()
    legal = {move.move for move in scene.moves}
    other = _("It is not your move.")
    buttons = registry.spec(scene.game).words.buttons
    return tuple((_(it.text), scene.refusals.get(move, other)) for move, it in buttons.items() if move not in legal)


def _hinted(scene: Scene, move: str) -> bool:
    return scene.hint is not None and scene.hint.move == move


def short(sentence: str) -> str:
    """Remove the full stop of a sentence, for a button."""
    return sentence.strip(".")


class CardChoices:
    def __init__(self, scene: Scene, table: TableDrawing) -> None:
        self.scene = scene
        self.table = table
        self.moves = {move.move: move for move in scene.moves}
        self.targets = {zone.target: zone.heading for zone in (*table.own.zones, *table.middle) if zone.target}

    def everywhere(self, chosen: str | None) -> dict[str, tuple[CardChoice, ...]]:
        own = self.table.own
        found = {"hand": self.of_cards(own.hand.cards, chosen)}
        for zone in own.zones:
            if zone.cards and zone.source:
                found[zone.id] = self.of_cards(zone.cards[-1:], chosen, zone.source)
        for zone in self.table.middle:
            # In the middle a card is identified by its name alone, which requires a pack of unique cards.
            if self.table.unique:
                found[zone.id] = self.of_cards(zone.cards, chosen, apart=True)
        return {zone: picks for zone, picks in found.items() if picks}

    def of_cards(
        self, cards: Sequence[Item], chosen: str | None, what: str | None = None, *, apart: bool = False
    ) -> tuple[CardChoice, ...]:
        grouped: dict[str, list[Item]] = {}
        for card in cards:
            grouped.setdefault(what or card.card, []).append(card)
        return tuple(
            self.pick(key, pictures, chosen, apart=apart) for key, pictures in grouped.items() if key in self.scene.uses
        )

    def use(self, use: SceneUse, seen: str) -> Use:
        move = self.moves[use.move]
        brief = move.brief or SceneBrief(short(use.text))
        target = move.target or seen
        card = target if target in self.table.pack.texts else ""
        return Use(
            move=use.move,
            text=short(use.text),
            **asdict(brief),
            kind=move.kind.replace(" ", "-"),
            target=target,
            where=self.targets.get(target, ""),
            seen=Item(card, name=self.card_name(card)) if card else None,
            hinted=_hinted(self.scene, use.move),
        )

    def pick(self, what: str, cards: Sequence[Item], chosen: str | None, *, apart: bool = False) -> CardChoice:
        uses = self.scene.uses[what]
        refused: dict[tuple[str, str], list[SceneUse]] = {}
        for use in uses:
            if not use.legal:
                refused.setdefault((use.reason or "", use.clause or ""), []).append(use)
        found = [self.use(use, what if apart else "") for use in uses if use.legal]
        # Of the moves of one kind, keys come first to those that win.
        kinds = [use.kind for use in found]
        legal = tuple(sorted(found, key=lambda use: (kinds.index(use.kind), not use.wins)))
        return CardChoice(
            what=what,
            name=self.card_name(cards[0].card),
            cards=tuple(cards),
            uses=legal,
            refused=tuple(
                Refusal(tuple(use.text for use in same), *why, tuple(use.target for use in same if use.target))
                for why, same in refused.items()
            ),
            unfit="" if legal else self._unfit([clause for _reason, clause in refused]),
            chosen=what == chosen,
            rule=self._rule(cards[0].card, legal[0].clause if legal else next(iter(refused))[1]),
        )

    def _unfit(self, clauses: Sequence[str]) -> str:
        sentences = registry.spec(self.scene.game).words.unfit
        sentence, *others = {sentences.get(clause, "") for clause in clauses} or {""}
        return _(sentence) if sentence and len(clauses) > 1 and not others else ""

    @cached_property
    def _options(self) -> Mapping[str, Value]:
        return game(self.scene.game, rules=self.scene.rules, seats=len(self.scene.seats)).options

    def _rule(self, card: str, clause: str) -> CardFact | None:
        rule = card_rule(self.scene.game, card, clause)
        if rule is None:
            return None
        text, title = rule.fact.say(self._options), _(rule.title)
        return CardFact(text if title.lower() in self.card_name(card) else f"{title}: {text}", rule.id)

    def card_name(self, card: str) -> str:
        return self.table.pack.name(self.table.pack.code(card))
