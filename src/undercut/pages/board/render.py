"""Build the template data of a table from a scene, without knowledge of the rules."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from undercut.draw.tables import describe, marked
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.parts.drawing import Item, Viewer
from undercut.games.base.reader import UNKNOWN
from undercut.lessons.courses import card_anchor
from undercut.pages.board.clock_texts import SeatClock, clock_text, proposal_offer, seat_clocks
from undercut.pages.board.ending import Ending, ending, tab_title, watching
from undercut.pages.board.faces import faces_of, saying
from undercut.pages.board.log_rows import LogRow, log_rows, since_your_turn
from undercut.pages.board.panel import Offer, RulesNote, SidePanel, seat_name, side_panel, styles
from undercut.pages.board.pictures import Board, Held, Latest, Pick, Plate, Player, Refusal, Use, sprite_address
from undercut.pages.books.rule_links import Links
from undercut.pages.forms.choices import levels
from undercut.pages.forms.invitations import Invitation, Share, invitation, sharing
from undercut.pages.lists.pages import Level
from undercut.table.opening.choices import QUICK
from undercut.table.parts import PHRASES
from undercut.table.scene import SceneBrief, ScenePlace
from undercut.table.showing import LONGEST_LOG, Span
from undercut.translation import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from undercut.cards import Pack
    from undercut.games.base.parts.drawing import TableDrawing, Zone
    from undercut.table.judged import Review
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

    Examples:
        >>> log_span("1-200"), log_span("all")
        (Span(first=1, last=200), None)
    """
    found = _SPAN.fullmatch(text or "")
    return Span(int(found[1]), int(found[2])) if found else None


class TablePage(Struct, frozen=True):
    """What the templates of a table read, as `table`."""

    scene: Scene
    board: Board | None  # the picture of the table, and the reader's choices; None before the deal
    end: Ending | None  # how the game ended; None while it goes on
    panel: SidePanel  # the side panel
    log: list[LogRow]  # newest first
    earlier: int  # number of lines before these
    earlier_lines: str  # which lines the link to earlier ones asks for
    later_lines: bool  # whether there are later lines
    ticker: list[LogRow]  # the moves since the reader's last one
    bare_moves: tuple[Use, ...]  # the legal moves without a card
    refused_moves: tuple[tuple[str, str], ...]  # the usual moves without a card that are not legal now, each with a why
    clocks: tuple[SeatClock, ...]
    proposal: Offer | None
    inviting: Invitation | None  # the invitation, while the table waits for players
    refused: RefusedName | None
    links: Links
    sprite: str  # the address of the cards' pictures
    names: list[str]  # of each seat
    given: tuple[str, ...]  # the names that players have chosen, for `isolate`

    @property
    def style(self) -> str:
        """The class of the game."""
        return self.scene.game.replace("_", "-")

    @property
    def tab(self) -> str:
        """The title of the browser's tab."""
        return tab_title(self.scene)

    @property
    def watching(self) -> str:
        """What a spectator watches; empty for others."""
        return watching(self.scene)

    @property
    def draw_move(self) -> str:
        """The move that draws a card; empty if it is not legal now."""
        return next((move.move for move in self.scene.moves if move.kind == "draw"), "")

    @property
    def hinted(self) -> str:
        """The move of the hint, for a button; empty without one."""
        return _short(self.scene.hint.text) if self.scene.hint else ""

    @property
    def about_rules(self) -> RulesNote:
        """What the side panel says about the rules."""
        it = self.scene
        return RulesNote(
            it.rules_title, tuple(it.rule_changes), self.clock_text, it.practice, it.even_answers, styles(it)
        )

    @property
    def clock_text(self) -> str:
        """The clock in sentences; empty without one."""
        return clock_text(self.scene.clock)

    @property
    def share(self) -> Share:
        """The preview of the table's link."""
        return sharing(self.scene)

    @property
    def phrases(self) -> tuple[tuple[str, str], ...]:
        """What players can say to each other: words and texts."""
        return tuple(PHRASES.items())

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels of bots."""
        return levels()

    @property
    def quick(self) -> str:
        """The level of bots that a page suggests."""
        return QUICK


def board_context(
    scene: Scene,
    *,
    chosen: str | None = None,
    log: str | None = None,
    refused: RefusedName | None = None,
    review: Review | None = None,
) -> dict[str, object]:
    """Return the variables of the templates `table.html` and `board.html`."""
    table = _described(scene) if scene.view else None
    lines = scene.log if log else scene.log[-_LINES:]
    rows, earlier = log_rows(scene, lines), scene.earlier + len(scene.log) - len(lines)
    page = TablePage(
        scene=scene,
        board=_board(scene, table, chosen) if table else None,
        end=ending(scene, table, review) if table else None,
        panel=side_panel(scene),
        log=rows,
        earlier=earlier,
        earlier_lines=f"{max(1, earlier - LONGEST_LOG + 1)}-{earlier}" if log else "all",
        later_lines=log_span(log) is not None and earlier + len(lines) < scene.version,
        ticker=since_your_turn(scene, rows),
        bare_moves=tuple(_bare_moves(scene)),
        refused_moves=_refused_moves(scene),
        clocks=seat_clocks(scene),
        proposal=proposal_offer(scene),
        inviting=invitation(scene) if scene.phase == "open" else None,
        refused=refused,
        links=Links(scene.game, scene.rules),
        sprite=sprite_address(table.pack) if table else "",
        names=[seat_name(scene, seat.seat) for seat in scene.seats],
        given=tuple(seat.name for seat in scene.seats if seat.name),
    )
    piles, book = registry.spec(scene.game).words.piles, read_book(scene.game)
    return {"table": page, "links": page.links, "piles": piles, "book": book}


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


def _refused_moves(scene: Scene) -> tuple[tuple[str, str], ...]:
    """Return the texts of the game's usual moves without a card that are not legal now, and why they are not."""
    if scene.you is None or scene.phase != "playing" or scene.step is not None:
        return ()
    legal = {move.move for move in scene.moves}
    other = _("It is not your move.")
    buttons = registry.spec(scene.game).words.buttons
    return tuple((_(it.text), scene.refusals.get(move, other)) for move, it in buttons.items() if move not in legal)


def _hinted(scene: Scene, move: str) -> bool:
    return scene.hint is not None and scene.hint.move == move


def _short(sentence: str) -> str:
    """Remove the full stop of a sentence, for a button."""
    return sentence.strip(".")


def _described(scene: Scene) -> TableDrawing:
    """Describe the table, with the cards of the last move marked."""
    names = [seat.name for seat in scene.seats]
    choices = frozenset(move.kind for move in scene.moves)
    table = describe(scene.view or {}, Viewer(scene.you, names, scene.goals, choices))
    last = scene.last
    if last is None:
        return marked(table)

    def arrived(zone: str, seat: int | None) -> frozenset[str]:
        where = ScenePlace(zone, seat)
        return frozenset(one.card for one in last.went if one.target == where != one.source)

    return marked(table, last.cards, arrived)


def _board(scene: Scene, table: TableDrawing, chosen: str | None) -> Board:
    hides_turn = scene.imported or bool(scene.closed)
    letters = initials([side.heading for side in table.sides])
    times = {clock.seat: clock for clock in seat_clocks(scene)}
    players = [
        Player(
            side,
            Plate(
                scene.seats[seat],
                side.heading,
                side.turn and not hides_turn,
                scene.imported,
                *faces_of(scene, seat),
                letters[seat],
                times.get(seat),
                own=seat == scene.you,
                says=saying(scene, seat),
            ),
        )
        for seat, side in enumerate(table.sides)
    ]
    picks = _Picks(scene, table).everywhere(chosen) if scene.uses else {}
    return Board(
        picture=table,
        own=players[table.bottom],
        others=(*players[table.bottom + 1 :], *players[: table.bottom]),
        hand=_held(table.own.hand, table.pack, picks.get("hand", ()), by_suit=table.by_suit),
        picks=picks,
        latest=_latest(scene, players),
    )


def _latest(scene: Scene, players: Sequence[Player]) -> Latest | None:
    """Return the last move with up to two of its cards; None before the first."""
    line = scene.last
    if line is None or line.seat is None or line.move is None:
        return None
    return Latest(players[line.seat].plate, tuple(line.cards[:2]), _short(line.text))


@lru_cache(maxsize=512)  # changes with most moves
def _held(hand: Zone, pack: Pack, picks: tuple[Pick, ...], *, by_suit: bool) -> tuple[Held, ...]:
    by_card = {pick.what: pick for pick in picks}
    grouped: dict[str, list[Item]] = {}
    for place, card in enumerate(hand.cards):
        # Face-down cards are equal but not grouped.
        grouped.setdefault(f"? {place}" if card.hidden else card.card, []).append(card)
    order = sorted(grouped, key=lambda card: _rank_in_hand(pack, card, by_suit=by_suit))
    return tuple(Held(_counted(grouped[card]), by_card.get(card)) for card in order)


def _counted(cards: Sequence[Item]) -> tuple[Item, ...]:
    """Name equal cards once, with their number."""
    first, *more = cards
    if not more:
        return (first,)
    name = _("%(card)s, %(count)s times") % {"card": first.name, "count": len(cards)}
    return (replace(first, name=name), *(replace(card, name="") for card in more))


def _rank_in_hand(pack: Pack, card: str, *, by_suit: bool) -> tuple[int, int]:
    if card.startswith(UNKNOWN):
        return (len(pack.suits) + 1, 0)
    code = pack.code(card)
    return (code % len(pack.suits) if by_suit else 0, code)


def initials(names: Sequence[str]) -> list[str]:
    """Shorten names to two characters each, all different.

    Examples:
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


class _Picks:
    """Lists what the reader can choose on one table."""

    def __init__(self, scene: Scene, table: TableDrawing) -> None:
        self.scene = scene
        self.table = table
        self.moves = {move.move: move for move in scene.moves}
        self.targets = {zone.target: zone.heading for zone in (*table.own.zones, *table.middle) if zone.target}

    def everywhere(self, chosen: str | None) -> dict[str, tuple[Pick, ...]]:
        """List the cards that the reader can choose, by zone; equal cards of a hand count as one."""
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
    ) -> tuple[Pick, ...]:
        """Return the cards that have uses."""
        grouped: dict[str, list[Item]] = {}
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
            *(brief.verb, brief.more, brief.meaning, brief.tone, brief.icon),
            hits=" ".join(brief.hits),
            score=brief.score and brief.score[0],
            added=self._added(brief),
            kind=move.kind.replace(" ", "-"),
            target=target,
            where=self.targets.get(target, ""),
            seen=Item(card, name=self.card_name(card)) if card else None,
            hinted=_hinted(self.scene, use.move),
        )

    def _added(self, brief: SceneBrief) -> int:
        """How many cards a use adds to the hand, in a game that is won without cards."""
        if brief.score is None or brief.score[1]:
            return 0
        return max(brief.score[0] - (self.table.own.hand.count or 1) + 1, 0)

    def pick(self, what: str, cards: Sequence[Item], chosen: str | None, *, apart: bool = False) -> Pick:
        """Return a card with its legal and illegal uses."""
        uses = self.scene.uses[what]
        refused: dict[tuple[str, str], list[str]] = {}
        for use in uses:
            if not use.legal:
                refused.setdefault((use.reason or "", use.clause or ""), []).append(use.text)
        return Pick(
            what=what,
            name=self.card_name(cards[0].card),
            cards=tuple(cards),
            uses=tuple(self.use(use, what if apart else "") for use in uses if use.legal),
            refused=tuple(Refusal(tuple(texts), *why) for why, texts in refused.items()),
            chosen=what == chosen,
            rule=_anchor(self.scene.game, cards[0].card),
        )

    def card_name(self, card: str) -> str:
        return self.table.pack.name(self.table.pack.code(card))
