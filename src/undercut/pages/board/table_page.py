"""The page of a table: the picture with the reader's hand, and all that stands around it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import pairwise
from re import fullmatch
from typing import NamedTuple

from msgspec import Struct

from undercut.cards import UNKNOWN, Pack
from undercut.draw import read
from undercut.draw.tables import Ring, describe, marked, ringed
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.parts.drawing import Fact, Item, TableDrawing, Viewer, Zone
from undercut.pages.addresses import Links
from undercut.pages.assets import sprite_address
from undercut.pages.board import card_choices, panel
from undercut.pages.board.card_choices import CardChoice, CardChoices, Use
from undercut.pages.board.ending import Ending, ending, tab_title, watching
from undercut.pages.board.invitation import Invitation, LinkPreview, invitation, link_preview
from undercut.pages.board.log import Log, shown_log
from undercut.pages.board.panel import Offer, RulesNote, SidePanel
from undercut.pages.board.players import Plate, Player, players_of
from undercut.pages.texts import clock_text, seat_names
from undercut.play.narration import Shown
from undercut.table.judged import Review
from undercut.table.scene import Scene, SceneLine, ScenePlace
from undercut.translation import _

_CROWD = 18  # cards of a hand above which it is in rows everywhere
_WORDY, _MOST = 75, 125  # letters of what is long for the middle of a table, and of what it has room for
_CORNERS = 6  # most cards of a row whose corners show below its top card
_IN_ROW = 10  # most cards in each of several rows of a hand


class HandCard(Struct, frozen=True):
    cards: tuple[Item, ...]
    pick: CardChoice | None

    @property
    def cost(self) -> Use | None:
        """The use that has a badge, if there is only one."""
        uses = self.pick.uses if self.pick else ()
        return uses[0] if len(uses) == 1 and uses[0].badge else None


class TableCards(Struct, frozen=True):
    zone: Zone
    picks: tuple[CardChoice, ...]

    @property
    def caption(self) -> str:
        return self.zone.caption or _("From the {place}").format(place=self.zone.label)

    @property
    def chip(self) -> Use | None:
        """The button for all of the cards, if each of them has one use at most, all of one kind."""
        uses = [use for pick in self.picks for use in pick.uses]
        alike = len({use.kind for use in uses}) == 1 and all(len(pick.uses) <= 1 for pick in self.picks)
        return card_choices.use_button(uses) if alike and len(uses) > 1 else None


class Tray(Struct, frozen=True):
    zone: Zone
    pick: CardChoice | None

    @property
    def earlier(self) -> tuple[Item, ...]:
        return self.zone.cards[-2::-1][:_CORNERS]

    @property
    def deeper(self) -> int:
        return max(len(self.zone.cards) - 1 - _CORNERS, 0)

    @property
    def latest(self) -> tuple[Item, ...]:
        return self.zone.cards[-1:]


class LastMove(Struct, frozen=True):
    plate: Plate
    cards: tuple[str, ...]
    text: str
    shown: tuple[Shown, ...]  # in short words: the move with a card that the reader may know, and what it turned up


class Board(Struct, frozen=True):
    picture: TableDrawing
    own: Player  # at the bottom: the reader, or seat 0 for spectators
    others: tuple[Player, ...]  # the next seat first
    hand: tuple[HandCard, ...]
    picks: Mapping[str, tuple[CardChoice, ...]]  # by the zone's id; "hand" for the reader's hand
    latest: LastMove | None = None
    arrived: Mapping[str, str] = {}  # the card that came last, by the id of a pile in the middle

    @property
    def tops(self) -> Mapping[str, str]:
        """The picture on top of each open pile in the middle: the card that came last, if it is still there."""
        cards = {zone.id: zone.cards for zone in self.picture.middle if zone.cards}
        last = {zone: [item for item in items if item.card == self.arrived.get(zone)] for zone, items in cards.items()}
        return {zone: (last[zone] or items)[-1].face for zone, items in cards.items()}

    @property
    def players(self) -> tuple[Player, ...]:
        return (*self.others, self.own)

    @property
    def by_seat(self) -> Mapping[int, Player]:
        return {player.seat: player for player in self.players}

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for fact in self.picture.facts if not fact.course)

    @property
    def course(self) -> Fact | None:
        return next((fact for fact in self.picture.facts if fact.course), None)

    @property
    def has_uses(self) -> bool:
        return any(pick.uses for picks in self.picks.values() for pick in picks)

    @property
    def offered(self) -> tuple[TableCards, ...]:
        return tuple(TableCards(zone, self.picks[zone.id]) for zone in self.picture.middle if zone.id in self.picks)

    @property
    def trays(self) -> tuple[Tray, ...]:
        zones = [zone for zone in self.own.side.zones if zone.source]
        return tuple(Tray(zone, next(iter(self.picks.get(zone.id, ())), None)) for zone in zones)

    @property
    def hand_rows(self) -> tuple[tuple[HandCard, ...], ...]:
        """The hand in as few rows as a phone has room for, all of about the same length."""
        cards = len(self.hand)
        rows = 1 if cards <= self.picture.in_row else max(2, -(-cards // _IN_ROW))
        ends = [cards * row // rows for row in range(rows + 1)]
        return tuple(self.hand[start:end] for start, end in pairwise(ends) if end > start)

    @property
    def crowd(self) -> bool:
        return len(self.hand) > _CROWD


class RefusedName(NamedTuple):
    seat: int | None  # the seat; None: the first open one
    name: str
    fault: str


class Lane(NamedTuple):
    text: str
    move: str  # the only move, which a button plays; empty: there is a choice
    pauses: str  # who must not learn from a forced answer; empty if it does not wait


class Strip(NamedTuple):
    style: str  # the classes for how many of the last moves stand in a row, and whether that needs the whole strip
    is_brief: bool  # whether it says in two words that it is the reader's move
    is_silent: bool  # whether the status is only spoken, since the lane or a row says the same


class TablePage(Struct, frozen=True, dict=True):
    """The data of the templates of a table, there called `table`."""

    scene: Scene
    board: Board | None  # the picture of the table, and the reader's choices; None before the deal
    end: Ending | None  # how the game ended; None while it goes on
    panel: SidePanel  # the side panel
    log: Log
    bare_moves: tuple[Use, ...]  # the legal moves without a card
    refused_moves: tuple[tuple[str, str], ...]  # the usual moves without a card that are not legal now, each with a why
    proposal: Offer | None
    inviting: Invitation | None  # the invitation, while the table waits for players
    refused: RefusedName | None
    links: Links
    sprite: str  # the address of the cards' pictures
    names: list[str]  # of each seat
    given: tuple[str, ...]  # the names that players have chosen, for `isolate`
    tab: str
    watching: str
    clock_text: str
    link_preview: LinkPreview

    @property
    def is_turn(self) -> bool:
        """Whether a turn is to begin: nothing is to be answered or to be given first."""
        return (self.scene.view or {}).get("phase", "play") == "play"

    @property
    def guesses(self) -> tuple[str, ...]:
        """The kinds of moves from which a spectator may guess the next one; empty for others and during an answer."""
        it = self.scene
        asks = self.watching and it.step is None and self.is_turn
        return tuple(map(_, registry.spec(it.game).words.guesses)) if asks else ()

    @property
    def pitch(self) -> tuple[str, ...]:
        it = self.scene
        begins = it.you is not None and it.phase == "playing" and it.step is None and it.steps < len(it.seats)
        return registry.spec(it.game).words.told_pitch if begins else ()

    @property
    def first(self) -> tuple[str, str]:
        """A name for moves such as the last one, and what is said of them once as a turn begins; empty for nothing."""
        it = self.scene
        last = it.last if self.is_turn and it.last and not it.last.turned else None
        lies = last and (not last.shown or last.shown.card in (one.card for one in last.went))
        move = last.move if last and lies else None
        firsts = enumerate(registry.spec(it.game).words.firsts.items())
        fits = ((f"{it.game}-{number}", _(text)) for number, (text, each) in firsts if fullmatch(each, move or ""))
        return next(fits, ("", ""))

    @cached_property
    def lane(self) -> Lane | None:
        """What the reader is asked to do; None for spectators, between turns, and when stepping through the game."""
        it, board = self.scene, self.board
        if board is None or it.you is None or it.phase == "over" or it.step is not None:
            return None
        answers, move = it.answer_after is not None, ""
        text = board.picture.prompt or board.picture.status
        if board.has_uses:
            if not board.picture.prompt and self.is_turn:
                text = _("Choose a card to see what it can do.")
        elif len(self.bare_moves) == 1 and (self.goes_on or not answers):
            move = self.bare_moves[0].move
        else:
            text = board.picture.status if it.moves and not answers else ""
        lane = Lane(text, move, self._asker if answers and not self.goes_on else "")
        return lane if any(lane) else None

    @property
    def tells_last(self) -> bool:
        """Whether the middle of the table shows the last move; rows of cards leave no room for it."""
        return self.board is not None and self.board.latest is not None and not self.board.picture.rows

    @property
    def strip(self) -> Strip:
        scene, lane, moves = self.scene, self.lane, len(self.log.recent)
        is_asked = lane is not None and self.board is not None and self.board.own.plate.turn
        is_told = scene.last or (scene.daily and not (scene.practice or moves))
        is_whole = is_asked and (moves > 1 or bool(is_told and not self.tells_last))
        is_silent = lane is not None and bool(lane.move or (is_whole and (moves > 1 or not lane.pauses)))
        names = {"ticks": moves, "several": moves > 1, "thick": moves > 2, "full": is_whole}  # noqa: PLR2004
        return Strip(
            " ".join(name for name, holds in names.items() if holds),
            bool(is_asked and is_silent and scene.last),
            is_silent,
        )

    @property
    def _asker(self) -> str:
        others = [seat for seat in range(len(self.scene.seats)) if seat != self.scene.you]
        last = self.scene.last.seat if self.scene.last else None
        return self.names[last if last in others else others[0]]

    @property
    def goes_on(self) -> bool:
        """Whether only bots wait for the reader: no person can read anything from how fast an answer comes."""
        others = [seat for seat in self.scene.seats if seat.seat != self.scene.you]
        return all(seat.kind == "bot" and not seat.stand_in for seat in others)

    @property
    def may_rename(self) -> bool:
        people = sum(seat.kind == "person" for seat in self.scene.seats)
        return self.scene.you is not None and self.scene.phase == "playing" and people > 1

    @property
    def advised_off(self) -> bool:
        """Whether a hint is why the game that has ended does not count for the reader's ladder."""
        return self.scene.you is not None and self.scene.advised and panel.may_count(self.scene)

    @property
    def about_rules(self) -> RulesNote:
        it = self.scene
        return RulesNote(
            it.rules_title, tuple(it.rule_changes), self.clock_text, it.practice, it.even_answers, panel.styles(it)
        )


def board_context(
    scene: Scene,
    *,
    chosen: str | None = None,
    log: str | None = None,
    refused: RefusedName | None = None,
    review: Review | None = None,
    rings: Sequence[SceneLine] = (),
) -> dict[str, object]:
    """Return the variables of the templates of a table; `rings` are two moves set side by side."""
    table = _described(scene, rings) if scene.view else None
    page = TablePage(
        scene=scene,
        board=_board(scene, table, chosen) if table else None,
        end=ending(scene, table, review) if table else None,
        panel=panel.side_panel(scene),
        log=shown_log(scene, log),
        bare_moves=tuple(card_choices.bare_moves(scene)),
        refused_moves=card_choices.refused_moves(scene),
        proposal=panel.proposal_offer(scene),
        inviting=invitation(scene) if scene.phase == "open" else None,
        refused=refused,
        links=Links(scene.game, scene.rules),
        sprite=sprite_address(table.pack) if table else "",
        names=seat_names(scene),
        given=tuple(seat.name for seat in scene.seats if seat.name),
        tab=tab_title(scene),
        watching=watching(scene),
        clock_text=clock_text(scene.clock),
        link_preview=link_preview(scene),
    )
    spec, book = registry.spec(scene.game), read_book(scene.game)
    options = read.options({"rules": scene.rules}, spec.rule_sets)
    piles = tuple(pile for pile in spec.words.piles if not pile.needs or options[pile.needs[0]] == pile.needs[1])
    return {"table": page, "links": page.links, "piles": piles, "book": book, "watched": None, "moment": None}


def _described(scene: Scene, rings: Sequence[SceneLine]) -> TableDrawing:
    """Describe the table, with the cards of the last move marked, or those of two moves set side by side."""
    names = [seat.name for seat in scene.seats]
    choices = frozenset(move.kind for move in scene.moves)
    table = describe(scene.view or {}, Viewer(scene.you, names, scene.goals, choices))
    last = scene.last
    if rings:
        return ringed(table, *map(_ring, rings))
    if last is None:
        return marked(table)

    def arrived(zone: str, seat: int | None) -> frozenset[str]:
        where = ScenePlace(zone, seat)
        return frozenset(one.card for one in last.went if one.target == where != one.source)

    return marked(table, last.cards, arrived)


def _ring(move: SceneLine) -> Ring:
    def lying(zone: str, seat: int | None) -> frozenset[str]:
        return frozenset(one.card for one in move.went if one.source == ScenePlace(zone, seat))

    cards = frozenset(move.cards)
    return Ring(cards, lying, frozenset((one.target.zone, one.target.seat) for one in move.went if one.card in cards))


def _board(scene: Scene, table: TableDrawing, chosen: str | None) -> Board:
    players = players_of(scene, table)
    picks = CardChoices(scene, table).everywhere(chosen) if scene.uses else {}
    return Board(
        picture=table,
        own=players[table.bottom],
        others=(*players[table.bottom + 1 :], *players[: table.bottom]),
        hand=_held(table.own.hand, table.pack, picks.get("hand", ()), by_suit=table.by_suit),
        picks=picks,
        latest=_latest(scene, players),
        arrived=_arrived(scene),
    )


def _arrived(scene: Scene) -> dict[str, str]:
    last = scene.last.seq if scene.last else 0
    went = (one for line in scene.log if line.seq <= last for one in line.went)
    return {one.target.zone: one.card for one in went if one.target.seat is None}


def _latest(scene: Scene, players: Sequence[Player]) -> LastMove | None:
    """Return the last move with its card and one that it hits; None before the first."""
    line = scene.last
    if line is None or line.seat is None or line.move is None:
        return None
    cards = (line.shown.card, *line.shown.hits[:1]) if line.shown else tuple(line.cards[:1])
    shown = tuple(filter(None, (line.shown, line.turned)))
    text = card_choices.short(_caption(line, players[line.seat]))
    return LastMove(players[_owner(scene, line, line.seat)].plate, cards, text, shown)


def _owner(scene: Scene, line: SceneLine, seat: int) -> int:
    """Return whose card a move is about: who lets one take effect has not played it."""
    before = [one for one in scene.log if one.seq < line.seq and not _is_own(line)]
    seats = [one.seat for one in before if one.shown and one.shown.card in line.cards[:1]]
    return next((one for one in reversed(seats) if one is not None), seat)


def _is_own(line: SceneLine) -> bool:
    return line.shown is not None or any(one.source == ScenePlace("hands", line.seat) for one in line.went)


def _caption(line: SceneLine, player: Player) -> str:
    """Return what a move is said to have done: of a long one that lets a card take effect, only what that led to."""
    is_own = _is_own(line)
    if len(line.text) <= (_MOST if is_own else _WORDY):
        return line.text
    told = line.text.removeprefix(player.plate.seat.name)
    said, *led_to = told.split(". ")
    if not is_own:
        return ". ".join(led_to) or line.text
    said = line.text.removesuffix(told) + said
    brief = ". ".join((said, *led_to[-1:]))  # the log has the whole sentence
    return brief if len(brief) <= _MOST else said


@lru_cache(maxsize=512)  # changes with most moves
def _held(hand: Zone, pack: Pack, picks: tuple[CardChoice, ...], *, by_suit: bool) -> tuple[HandCard, ...]:
    by_card = {pick.what: pick for pick in picks}
    grouped: dict[str, list[Item]] = {}
    for place, card in enumerate(hand.cards):
        # Face-down cards are equal but not grouped.
        grouped.setdefault(f"? {place}" if card.hidden else card.card, []).append(card)
    order = sorted(grouped, key=lambda card: _rank_in_hand(pack, card, by_suit=by_suit))
    return tuple(HandCard(_counted(grouped[card]), by_card.get(card)) for card in order)


def _counted(cards: Sequence[Item]) -> tuple[Item, ...]:
    """Name equal cards once, with their number."""
    first, *more = cards
    if not more:
        return (first,)
    name = _("{card}, {count} times").format(card=first.name, count=len(cards))
    return (replace(first, name=name, times=len(cards)), *(replace(card, name="") for card in more))


def _rank_in_hand(pack: Pack, card: str, *, by_suit: bool) -> tuple[int, int]:
    if card.startswith(UNKNOWN):
        return (len(pack.suits) + 1, 0)
    code = pack.code(card)
    return (code % len(pack.suits) if by_suit else 0, code)
