"""Build the template data of a table from a scene, without knowledge of the rules."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from undercut.draw.tables import describe
from undercut.games.base import registry
from undercut.games.base.parts.drawing import HIDDEN, Viewer
from undercut.lessons.courses import card_anchor
from undercut.pages.board.beside import RulesNote, beside, seat_name, styles
from undercut.pages.board.brush import Brush, pack_name, sprite_address
from undercut.pages.board.clock_texts import clock_text, proposal_offer, seat_clocks
from undercut.pages.board.ending import ending, tab_title, watching
from undercut.pages.board.log_rows import log_rows, since_your_turn
from undercut.pages.board.pictures import (
    Board,
    Course,
    Held,
    Pick,
    Picture,
    Place,
    Plate,
    Player,
    Refusal,
    Use,
)
from undercut.pages.books.rule_links import Links
from undercut.pages.forms.choices import levels
from undercut.pages.forms.invitations import invitation, sharing
from undercut.table.lines import PHRASES
from undercut.table.scene import SceneBrief
from undercut.table.showing import LONGEST_LOG, Span
from undercut.table.wishes import QUICK
from undercut.translation import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from undercut.cards import Pack
    from undercut.games.base.parts.drawing import Fact, Side, TableDrawing
    from undercut.table.scene import Scene, SceneMove, SceneUse

_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)

_LINES = 40
"""Number of log lines that a table shows by default."""


class RefusedName(NamedTuple):
    """A name that a reader typed to sit down with."""

    seat: int | None  # the seat; None: the first open one
    name: str
    fault: str


def log_span(text: str | None) -> Span | None:
    """Read which lines of the log an address asks for; None: the last ones.

    Example:
        >>> log_span("1-200"), log_span("all")
        (Span(first=1, last=200), None)
    """
    found = _SPAN.fullmatch(text or "")
    return Span(int(found[1]), int(found[2])) if found else None


def board_context(
    scene: Scene, *, chosen: str | None = None, log: str | None = None, refused: RefusedName | None = None
) -> dict[str, object]:
    """Return the context of the templates `table.html` and `board.html`."""
    table = _described(scene) if scene.view else None
    board = _board(scene, table, chosen) if table else None
    lines = scene.log if log else scene.log[-_LINES:]
    earlier = scene.earlier + len(scene.log) - len(lines)
    clock = clock_text(scene.clock)
    links = Links(scene.game, scene.rules)
    return {
        "scene": scene,
        "board": board,
        "sprite": sprite_address(board.pack) if board else "",
        "log": log_rows(scene, lines),
        "earlier": earlier,
        "earlier_lines": f"{max(1, earlier - LONGEST_LOG + 1)}-{earlier}" if log else "all",
        "later_lines": log_span(log) and earlier + len(lines) < scene.version,
        "bare_moves": tuple(_bare_moves(scene)),
        "drawing": next((move.move for move in scene.moves if move.kind == "draw"), ""),
        "standing": _standing(scene),
        "style": scene.game.replace("_", "-"),
        "end": ending(scene, table) if table else None,
        "tab": tab_title(scene),
        "watching": watching(scene),
        "phrases": tuple(PHRASES.items()),
        "ticker": since_your_turn(scene),
        "hinted": _short(scene.hint.text) if scene.hint else "",
        "quick": QUICK,
        "levels": levels(),
        "beside": beside(scene),
        "clocks": seat_clocks(scene),
        "clock_text": clock,
        "about_rules": RulesNote(
            scene.rules_title, tuple(scene.rule_changes), clock, scene.practice, scene.even_answers, styles(scene)
        ),
        "share": sharing(scene),
        "proposal": proposal_offer(scene),
        "inviting": invitation(scene) if scene.phase == "open" else None,
        "refused": refused,
        "names": [seat_name(scene, seat.seat) for seat in scene.seats],
        "given": tuple(seat.name for seat in scene.seats if seat.name),
        "rules_address": links.rules,
        "links": links,
    }


def _bare_moves(scene: Scene) -> list[Use]:
    """List the moves without a card."""
    taken_up = {use.move for uses in scene.uses.values() for use in uses}
    return [_bare(scene, move) for move in scene.moves if move.move not in taken_up]


def _bare(scene: Scene, move: SceneMove) -> Use:
    text, hinted = _short(move.text), _hinted(scene, move.move)
    button = registry.spec(scene.game).words.buttons.get(move.move)
    if button:
        return Use(move.move, text, _(button.text), f" {_(button.rest)}" if button.rest else "", hinted=hinted)
    verb, colon, effect = text.partition(":")
    return Use(move.move, text, verb, colon + effect, hinted=hinted)


def _standing(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the texts of the game's usual moves without a card that are not legal now, and why they are not."""
    if scene.you is None or scene.phase != "playing" or scene.step is not None:
        return ()
    legal = {move.move for move in scene.moves}
    other = _("It is not your move.")
    buttons = registry.spec(scene.game).words.buttons
    return tuple((_(it.text), scene.standing.get(move, other)) for move, it in buttons.items() if move not in legal)


def _hinted(scene: Scene, move: str) -> bool:
    return scene.hint is not None and scene.hint.move == move


def _short(sentence: str) -> str:
    """Remove the full stop of a sentence, for a button."""
    return sentence.strip(".")


def _described(scene: Scene) -> TableDrawing:
    names = [seat.name for seat in scene.seats]
    choices = frozenset(move.kind for move in scene.moves)
    return describe(scene.view or {}, Viewer(scene.you, names, scene.goals, choices))


def _board(scene: Scene, table: TableDrawing, chosen: str | None) -> Board:
    painter = _Painter(scene, table)
    players = [painter.player(seat) for seat in range(len(table.sides))]
    own = players[table.bottom]
    middle = {zone.id: painter.place(zone, "", None) for zone in table.middle}
    picks = painter.picks(own, middle, chosen)
    return Board(
        pack=pack_name(table.pack),
        status=table.status,
        facts=tuple(fact for fact in table.facts if not fact.course),
        own=own,
        others=(*players[table.bottom + 1 :], *players[: table.bottom]),
        middle=middle,
        hand=_held(own.hand, table.pack, picks.get("hand", ()), by_suit=table.by_suit),
        picks=picks,
        course=_course(table.facts),
    )


def _course(facts: Sequence[Fact]) -> Course | None:
    arrows = {"right": "↻", "left": "↺"}
    return next((Course(fact.course, arrows[fact.course], fact) for fact in facts if fact.course), None)


@lru_cache(maxsize=512)  # changes with most moves
def _held(hand: Place, pack: Pack, picks: tuple[Pick, ...], *, by_suit: bool) -> tuple[Held, ...]:
    by_card = {pick.what: pick for pick in picks}
    grouped: dict[str, list[Picture]] = {}
    for place, card in enumerate(hand.cards):
        # Face-down cards are equal but not grouped.
        grouped.setdefault(f"? {place}" if card.hidden else card.card, []).append(card)
    order = sorted(grouped, key=lambda card: _rank_in_hand(pack, card, by_suit=by_suit))
    return tuple(Held(_counted(grouped[card]), by_card.get(card)) for card in order)


def _counted(cards: Sequence[Picture]) -> tuple[Picture, ...]:
    """Name equal cards once, with their number."""
    first, *more = cards
    if not more:
        return (first,)
    name = _("%(card)s, %(count)s times") % {"card": first.name, "count": len(cards)}
    return (replace(first, name=name), *(replace(card, name="") for card in more))


def _rank_in_hand(pack: Pack, card: str, *, by_suit: bool) -> tuple[int, int]:
    if card.startswith(HIDDEN):
        return (len(pack.suits) + 1, 0)
    code = pack.code(card)
    return (code % len(pack.suits) if by_suit else 0, code)


def initials(names: Sequence[str]) -> list[str]:
    """Shorten names to two characters each, all different.

    Example:
        >>> initials(["Ann", "Anna", "Bot 2", "Ann"])
        ['An', 'Aa', 'B2', 'A3']
        >>> initials(["Medium"])  # "Me" would read as the reader's own place
        ['Md']
    """
    found: list[str] = []
    misread = _("Me")
    for place, name in enumerate(names):
        first, number = name[:1].upper() or "?", name[-1:] if name[-1:].isdecimal() else ""
        rest = (*number, *name[1:].replace(" ", ""), str(place))
        found.append(next((two for letter in rest if (two := first + letter) not in (misread, *found)), f"?{place}"))
    return found


_anchor = lru_cache(maxsize=1024)(card_anchor)


@lru_cache(maxsize=1024)
def _player(plate: Plate, hand: Place, places: tuple[Place, ...], two: str, *asked_and_next: bool) -> Player:
    """Return a player; one who looks as before is the same object."""
    return Player(plate, hand, {place.id: place for place in places}, *asked_and_next, initials=two)


class _Painter:
    """Builds the players and choices of one table."""

    def __init__(self, scene: Scene, table: TableDrawing) -> None:
        self.scene = scene
        self.table = table
        self.brush = Brush(table, scene.last)
        self.place = self.brush.place
        self.initials = initials([side.heading for side in table.sides])
        self.moves = {move.move: move for move in scene.moves}
        self.targets: dict[str, str] = {}

    def player(self, seat: int) -> Player:
        side: Side = self.table.sides[seat]
        turn = side.turn and not self.scene.imported and not self.scene.closed
        return _player(
            Plate(self.scene.seats[seat], side.heading, turn, self.scene.imported),
            self.place(side.hand, side.owner, seat),
            tuple(self.place(zone, side.owner, seat) for zone in side.zones),
            self.initials[seat],
            side.asked,
            side.next,
        )

    def picks(self, own: Player, middle: Mapping[str, Place], chosen: str | None) -> dict[str, tuple[Pick, ...]]:
        """List the cards that the reader can choose, by place; equal cards of a hand count as one."""
        if not self.scene.uses:
            return {}
        places = (*own.places.values(), *middle.values())
        self.targets = {place.target: place.short for place in places if place.target}
        found = {"hand": self.of_cards(own.hand.cards, chosen)}
        for place in own.places.values():
            if place.cards and place.source:
                found[place.id] = self.of_cards(place.cards[-1:], chosen, place.source)
        for place in middle.values():
            # In the middle a card is identified by its name alone, which requires a pack of unique cards.
            if self.table.unique:
                found[place.id] = self.of_cards(place.cards, chosen, apart=True)
        return {place: picks for place, picks in found.items() if picks}

    def of_cards(
        self, cards: Sequence[Picture], chosen: str | None, what: str | None = None, *, apart: bool = False
    ) -> tuple[Pick, ...]:
        """Return the cards that have uses."""
        grouped: dict[str, list[Picture]] = {}
        for card in cards:
            grouped.setdefault(what or card.card, []).append(card)
        return tuple(
            self.pick(key, pictures, chosen, apart=apart) for key, pictures in grouped.items() if key in self.scene.uses
        )

    def use(self, use: SceneUse, seen: str) -> Use:
        """Return a legal use."""
        move = self.moves[use.move]
        brief = move.brief or SceneBrief(_short(use.text))
        target = move.target or seen
        card = target if target in self.table.pack.texts else ""
        return Use(
            use.move,
            _short(use.text),
            *(brief.verb, brief.more, brief.meaning, brief.tone),
            kind=move.kind.replace(" ", "-"),
            target=target,
            where=self.targets.get(target, ""),
            seen=Picture(card, self.brush.card_name(card)) if card else None,
            hinted=_hinted(self.scene, use.move),
        )

    def pick(self, what: str, cards: Sequence[Picture], chosen: str | None, *, apart: bool = False) -> Pick:
        """Return a card with its legal and illegal uses."""
        uses = self.scene.uses[what]
        refused: dict[tuple[str, str], list[str]] = {}
        for use in uses:
            if not use.legal:
                refused.setdefault((use.reason or "", use.clause or ""), []).append(use.text)
        return Pick(
            what=what,
            name=self.brush.card_name(cards[0].card),
            cards=tuple(cards),
            uses=tuple(self.use(use, what if apart else "") for use in uses if use.legal),
            refused=tuple(Refusal(tuple(texts), *why) for why, texts in refused.items()),
            chosen=what == chosen,
            rule=_anchor(self.scene.game, cards[0].card),
        )
