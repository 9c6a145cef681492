"""The pages of duplicates: their score sheets, as far as each player may know them."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.players import levels_of
from undercut.games.base import registry
from undercut.games.base.book import rules_title
from undercut.pages.addresses import rule_address
from undercut.pages.game_cards import GameCard, LevelCard, game_card, game_cards, levels
from undercut.pages.lobby.rows import OUTCOME_TEXTS, SIGNS, Outcome, Row, played_game
from undercut.table.listing import LobbyTable
from undercut.table.names import friendly_name
from undercut.table.opening.deals import DEAL_COUNTS, DUPLICATE_PLAYERS, Duplicate, duplicate_games
from undercut.translation import N_, _, ngettext

_SCORES: dict[Outcome, float] = {"won": 1.0, "drawn": 0.5, "shared": 0.5}

BoardState = Literal["new", "playing", "over", "hidden"]

Tables = Mapping[tuple[int, int], LobbyTable]  # by place and board


class Score(Struct, frozen=True):
    state: BoardState
    table: str = ""
    sign: str = ""
    outcome: Outcome = "open"
    score: float = 0.0
    moves: int = 0
    open: bool = False  # whether its cards are open, so that it has a review

    @property
    def text(self) -> str:
        if self.state != "over":
            return {"new": _("not played yet"), "playing": _("in play")}.get(self.state, _("played, hidden"))
        result = _(OUTCOME_TEXTS.get(self.outcome, OUTCOME_TEXTS["lost"]))
        said = ngettext("{result}, {count} move", "{result}, {count} moves", self.moves)
        return said.format(result=result, count=self.moves)

    @property
    def pace(self) -> int:
        """The tie-break: quick wins and long defeats are better."""
        return -self.moves if self.score else self.moves


class DuplicateBoard(Struct, frozen=True):
    number: int  # from 1
    deal: int  # from 1
    seat: int  # where each of the two sits
    scores: tuple[Score, ...]  # by place


class DuplicatePage(Struct, frozen=True):
    duplicate: str
    game: str
    title: str
    rules: str
    rules_address: str
    pitch: str  # the aim of the game
    lesson: str  # the address of its first lesson; empty if there is none
    level: str
    character: str
    deals: int
    players: list[str]
    you: int | None  # the reader's place, 0 or 1; None for a spectator
    waits: bool  # for the second player
    boards: list[DuplicateBoard]
    totals: list[float]  # over the boards that both have played and the reader may see
    sums: list[str]  # the same in words; until there is such a board, the reader's own points so far
    next: int  # the reader's next board, from 1; 0 after the last one
    playing: str  # the reader's table in play; empty if there is none
    over: bool
    ahead: str  # who is ahead or has won, in a sentence
    address: str  # of the page, to invite a friend
    share: str = ""  # a text for others; empty while both play

    @property
    def live(self) -> bool:
        return self.you is not None and not self.over

    @property
    def stage(self) -> int:
        """How far it is: 0 before the second player comes, 1 while both play, 2 at the end."""
        return 2 if self.over else int(not self.waits)


class WaitingDuplicate(Struct, frozen=True):
    duplicate: str
    title: str
    friend: str
    text: str
    number: int  # the reader's next board, from 1; 0 after the last one
    is_new: bool  # whether the reader has not seen yet that the friend came, or who won
    is_duplicate: ClassVar[bool] = True

    @property
    def waits(self) -> bool:
        return not (self.number or self.is_new)


class DuplicatesPage(Struct, frozen=True):
    yours: list[DuplicatePage]
    games: list[GameCard]
    levels: list[LevelCard]
    deals: list[int]


def duplicates_page(yours: Sequence[DuplicatePage]) -> DuplicatesPage:
    offered = [card for card in game_cards() if card.name in duplicate_games()]
    searching = [level for level in levels() if level.searches]
    return DuplicatesPage([*yours], offered, searching, list(DEAL_COUNTS))


def waiting_duplicate(page: DuplicatePage, played: Tables, seen: int) -> WaitingDuplicate | None:
    """Return what waits or is new since the reader saw a stage; None if nothing is, or while a board is in play."""
    is_new = page.stage > seen
    if page.you is None or page.playing or (page.over and not is_new):
        return None
    friend = 1 - page.you
    theirs = played.get((friend, page.next - 1))
    told: list[str] = []
    if page.over or (theirs is not None and theirs.status == "over"):
        told.append(_("{name} has played.").format(name=page.players[friend]))
    elif is_new:
        told.append(_("{name} has joined.").format(name=page.players[friend]))
    if page.next:
        told.append(_("Your board {number} of {boards} is waiting.").format(number=page.next, boards=len(page.boards)))
    else:
        told.append(page.ahead if page.over else _("Waiting for {name}.").format(name=page.players[friend]))
    return WaitingDuplicate(page.duplicate, page.title, page.players[friend], " ".join(told), page.next, is_new)


def in_order(duplicates: Sequence[WaitingDuplicate], tables: Sequence[Row]) -> list[WaitingDuplicate | Row]:
    told = sorted(duplicates, key=lambda one: not one.is_new)
    return sorted((*told, *tables), key=lambda one: one.waits)


def duplicate_page(
    duplicate: Duplicate, names: Mapping[int, str], you: int | None, played: Tables, address: str
) -> DuplicatePage:
    boards = [_board(duplicate, number, you, played) for number in range(duplicate.boards)]
    seen = [board for board in boards if all(score.state == "over" for score in board.scores)]
    totals = [sum(board.scores[place].score for board in seen) for place in range(DUPLICATE_PLAYERS)]
    mine = [board.scores[you] for board in boards] if you is not None else []
    sums = [f"{total:g}" for total in totals] if seen or not mine else _so_far(duplicate, mine, you, played)
    players = [_name(duplicate, place, names, played) for place in range(DUPLICATE_PLAYERS)]
    over, waits = len(seen) == len(boards), len(names) < DUPLICATE_PLAYERS
    ahead = _ahead(players, totals, seen, you, over=over)
    if you is not None and not over:
        left = any(score.state != "over" for score in mine)
        ahead = _while_open(ahead if seen else "", players[1 - you], left=left, waits=waits)
    elif you is None and waits:
        ahead = _("Your boards are ready.")
    page = DuplicatePage(
        duplicate=duplicate.id,
        game=duplicate.game,
        title=registry.spec(duplicate.game).title,
        rules=rules_title(duplicate.game, duplicate.rules),
        rules_address=rule_address(duplicate.game, duplicate.rules),
        pitch="".join(registry.spec(duplicate.game).words.told_pitch[:1]),
        lesson=game_card(duplicate.game).lesson,
        level=duplicate.level,
        character=levels_of(duplicate.game).levels[duplicate.level].character.name,
        deals=duplicate.deals,
        players=players,
        you=you,
        waits=waits,
        boards=boards,
        totals=totals,
        sums=sums,
        next=next((number for number, score in enumerate(mine, 1) if score.state == "new"), 0),
        playing=next((score.table for score in mine if score.state == "playing"), ""),
        over=over,
        ahead=ahead,
        address=f"{address}/duplicate/{duplicate.id}",
    )
    told = _ahead(players, totals, seen, None, over=over)
    return replace(page, share=_share(page, told)) if over or waits else page


def _so_far(duplicate: Duplicate, mine: Sequence[Score], you: int | None, played: Tables) -> list[str]:
    """Return the reader's points before results can be compared, and whether the friend has played."""
    done = [score.score for score in mine if score.state == "over"]
    theirs = [table for (place, _board), table in played.items() if place != you and table.status == "over"]
    friends = _("{count} of {boards} played") if theirs else _("not played yet")
    own = _("{points} so far").format(points=f"{sum(done):g}") if done else _("not played yet")
    found = own, friends.format(count=len(theirs), boards=duplicate.boards)
    return [*(found if you == 0 else reversed(found))]


def _while_open(ahead: str, friend: str, *, left: bool, waits: bool) -> str:
    if left:
        begun = ahead or _("{name} gets the same boards. Play yours when you like.")
        return (
            _("Your friend has not joined yet. You can play your boards in the meantime.")
            if waits
            else begun.format(name=friend)
        )
    friends = _("Your friend has not joined yet.") if waits else _("{name} still has boards to play.")
    return f"{ahead or _('You have played all your boards.')} {friends.format(name=friend)}"


def _name(duplicate: Duplicate, place: int, names: Mapping[int, str], played: Tables) -> str:
    """Return a player's name: as the latest table has it, which the owner of the site may have changed."""
    for number in reversed(range(duplicate.boards)):
        if table := played.get((place, number)):
            return table.players[duplicate.seat_at(number)]
    others = [name for other, name in names.items() if other != place]
    return names.get(place, "") or (friendly_name(place, others) if place in names else _("your friend"))


def _board(duplicate: Duplicate, number: int, you: int | None, played: Tables) -> DuplicateBoard:
    """Return a board: the reader's own result, and both once they may not help the reader any more."""
    seat = duplicate.seat_at(number)

    def done(place: int) -> bool:
        tables = (played.get((place, board)) for board in duplicate.boards_of(number))
        return all(table is not None and table.status == "over" for table in tables)

    known = done(you) if you is not None else all(done(place) for place in range(DUPLICATE_PLAYERS))

    def score(place: int) -> Score:
        table = played.get((place, number))
        if known or place == you:
            return _score(table, seat, open_cards=done(place))
        return Score("new" if table is None else "hidden" if table.status == "over" else "playing")

    scores = tuple(map(score, range(DUPLICATE_PLAYERS)))
    return DuplicateBoard(number + 1, duplicate.deal_of(number) + 1, seat, scores)


def _score(table: LobbyTable | None, seat: int, *, open_cards: bool) -> Score:
    if table is None:
        return Score("new")
    if table.status != "over":
        return Score("playing", table.table)
    outcome = played_game(table, seat).outcome
    return Score("over", table.table, SIGNS[outcome], outcome, _SCORES.get(outcome, 0.0), table.moves, open=open_cards)


def _ahead(
    names: Sequence[str], totals: Sequence[float], seen: Sequence[DuplicateBoard], you: int | None, *, over: bool
) -> str:
    if not seen:
        return _("No results to compare yet.")
    paces = [sum(board.scores[place].pace for board in seen) for place in range(DUPLICATE_PLAYERS)]
    by_score, by_pace = totals[0] - totals[1], paces[0] - paces[1]
    difference = by_score or by_pace
    if not difference:
        return _("The match is drawn: all boards are equal.") if over else _("Level so far.")
    better = int(difference < 0)
    told = 0 if you is None else 1 if better == you else 2
    high, low = sorted(totals, reverse=True)
    figures = {"name": names[better], "points": f"{high - low:g}", "high": f"{high:g}", "low": f"{low:g}"}
    if not by_score:
        messages = (_WINS_BY_PACE if over else _LEADS_BY_PACE)[told]
        return ngettext(*messages, abs(by_pace)).format(count=abs(by_pace), **figures)
    return _((_WINS if over else _LEADS)[told]).format(**figures)


_WINS = (
    N_("{name} wins the match {high} to {low}."),
    N_("You win the match {high} to {low}."),
    N_("You lose the match {low} to {high}."),
)
_LEADS = N_("{name} is ahead by {points}."), N_("You are ahead by {points}."), N_("You are behind by {points}.")
_LEADS_BY_PACE = (
    (N_("Level by boards; {name} is ahead by {count} move."), N_("Level by boards; {name} is ahead by {count} moves.")),
    (N_("Level by boards; you are ahead by {count} move."), N_("Level by boards; you are ahead by {count} moves.")),
    (N_("Level by boards; you are behind by {count} move."), N_("Level by boards; you are behind by {count} moves.")),
)
_WINS_BY_PACE = (
    (
        N_("{name} wins the match by {count} move: the boards are level."),
        N_("{name} wins the match by {count} moves: the boards are level."),
    ),
    (
        N_("You win the match by {count} move: the boards are level."),
        N_("You win the match by {count} moves: the boards are level."),
    ),
    (
        N_("You lose the match by {count} move: the boards are level."),
        N_("You lose the match by {count} moves: the boards are level."),
    ),
)
"""To others, to the player who is better, and to the other one."""


def _share(page: DuplicatePage, told: str) -> str:
    """Return a text to share: an invitation, or the result as told to others, which says nothing of the cards."""
    if not page.over:
        message = _("Play the same {title} deals as me, against {character}. Who will do better? {address}")
        return message.format(title=page.title, character=page.character, address=page.address)
    mine, theirs = ("".join(board.scores[place].sign for board in page.boards) for place in range(DUPLICATE_PLAYERS))
    message = _("Undercut: {title} duplicate against {character}").format(title=page.title, character=page.character)
    return "\n".join([message, f"{page.players[0]} {mine} : {theirs} {page.players[1]}", told, page.address])
