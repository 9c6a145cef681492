"""A table as one reader may see it: JSON for programs, template data for pages."""

from typing import Literal

from msgspec import Struct, field

from undercut.play.narration import Shown
from undercut.table.events import Clock, RulesStamp

Kind = Literal["open", "person", "bot"]  # the kind of player in a seat
Phase = Literal["open", "playing", "over"]  # whether a table is waiting for players, in play, or over


class SceneSeat(Struct, frozen=True):
    seat: int  # the seat's number, from 0
    kind: Kind
    name: str  # the player's name; empty for an open seat
    level: str | None = None
    present: bool = False  # whether the player is connected; a bot always is
    # the share that has passed of the time of a bot's move, 0 to 1, after the first 300 ms
    thinking: float | None = None
    waiting: int | None = None  # a bot's place in the queue of those that think; None: it has its turn
    gone: bool = field(default=False, name="left")  # whether the player has left the game
    stand_in: bool = False  # whether a bot plays for a person
    adaptive: bool = False  # whether the bot's level follows the people's strength


class SceneBrief(Struct, frozen=True):
    """A move in short words: `undercut.games.base.parts.explanation.Brief`, said in the reader's language."""

    verb: str
    tone: str = "plain"
    more: str = ""
    meaning: str = ""
    icon: str = ""
    hits: tuple[str, ...] = ()
    score: tuple[int, int] | None = None
    badge: str = ""
    clause: str = ""


class SceneMove(Struct, frozen=True):
    move: str
    text: str
    kind: str
    card: str | None = None
    target: str | None = None
    brief: SceneBrief | None = None  # the move in short words; None for a move without a card


class SceneUse(Struct, frozen=True):
    """A way to use a card, legal or not."""

    move: str
    text: str
    legal: bool
    reason: str | None = None
    clause: str | None = None
    target: str | None = None


class ScenePlace(Struct, frozen=True):
    # the field of the view that holds the card, with the number of the row, from 1, if it has several: ``"hands"``,
    # ``"levels-1"``
    zone: str
    seat: int | None  # the seat that owns the hand, row or pile; None if it is shared


class SceneMovement(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """The movement of a card, as far as the reader may know it."""

    card: str
    source: ScenePlace
    target: ScenePlace


class SceneLine(Struct, frozen=True):
    """A line of the log: an event, as far as the reader may know it."""

    seq: int
    seat: int | None
    move: str | None
    text: str
    cards: list[str]
    at: float  # the time, in seconds since 1970
    went: list[SceneMovement] = field(default_factory=list[SceneMovement])
    number: int | None = None
    shown: Shown | None = None  # None for a move without a card that the reader may know
    turned: Shown | None = None  # the card that the move turned up by itself, such as that of a new dump


class SceneProposal(Struct, frozen=True):
    """Proposals of the host of a table that waits for players; None and empty: as it is."""

    seat: int
    rules: RulesStamp | None = None
    rules_title: str = ""
    seats: int | None = None
    best_of: int = 0
    clock: Clock | None = None
    deal: bool = False
    level: str = ""
    close: bool = False


class SceneOffers(Struct, frozen=True):
    """Offers and requests that are not answered yet."""

    draw: int | None = None
    take_back: int | None = None
    rematch: list[int] = field(default_factory=list[int])
    accepted: list[int] = field(default_factory=list[int])
    proposal: SceneProposal | None = None
    duplicate: int | None = None  # the seat that asks the other person to a duplicate after the game


Permission = bool | str  # true; or the reason for a refusal, in a sentence; or False if the command does not apply


class Permissions(Struct, frozen=True, kw_only=True):
    """The commands other than moves that a seat may give now; they decide commands and disable buttons."""

    resign: Permission = False
    offer_draw: Permission = False
    answer_draw: Permission = False
    take_back: Permission = False
    answer_take_back: Permission = False
    answer_rematch: Permission = False
    hint: Permission = False
    skip: bool = False
    rematch: Permission = False
    duplicate: bool = False
    say: Permission = False
    leave: Permission = False
    new_link: Permission = False
    change: Permission = False
    answer: Permission = False
    take_over: list[int] = field(default_factory=list[int])
    sit: list[int] = field(default_factory=list[int])


class SceneMatch(Struct, frozen=True):
    best_of: int
    wins: list[int]
    winners: list[int]  # the seats that have won the match; empty while it goes on
    ended: bool = False


class SceneClock(Clock, frozen=True, omit_defaults=False, kw_only=True):
    """The clock of a table, with the seconds that each seat has left."""

    time_left: list[float] = field(name="left")
    running: int | None


class SceneResult(Struct, frozen=True):
    # the seats that won; empty for a draw, and if every player gave up (the reason is ``"abandoned"``)
    winners: list[int]
    reason: str
    text: str
    bots: list[int] = field(default_factory=list[int])
    story: str = ""  # how the last move won, or who resigned, in a sentence; empty otherwise

    def won(self, seat: int | None) -> bool:
        """Return whether the player of a seat won, not a bot in that player's place."""
        return seat in self.winners and seat not in self.bots


class SceneHint(Struct, frozen=True):
    """The move that a bot would play in the reader's place."""

    move: str
    text: str
    card: str | None = None
    prospect: str = ""  # what it leads to
    plain: str = ""  # why to play it, in plain sentences
    lead: str = ""  # the first of these sentences


class Scene(Struct, frozen=True, kw_only=True):
    """A table as one reader may see it."""

    table: str
    version: int
    game: str
    title: str
    rules: RulesStamp
    rules_title: str
    rule_changes: list[str]
    phase: Phase
    seats: list[SceneSeat]
    you: int | None  # the reader's seat; None for a spectator
    view: dict[str, object] | None  # the reader's view, in the format of the game; None before the deal
    to_move: int | None
    goals: list[int] | None  # each seat's points needed to win; None for games not won by points
    moves: list[SceneMove] = []
    uses: dict[str, list[SceneUse]] = {}
    log: list[SceneLine] = []
    last: SceneLine | None = None
    offers: SceneOffers = field(default_factory=SceneOffers)
    can: Permissions = field(default_factory=Permissions)
    result: SceneResult | None = None
    rematch: str | None = None
    address: str = ""
    invite: str | None = None
    seat_link: str | None = None
    # number of moves played before the position shown, if it is an earlier one; None for the current position
    step: int | None = None
    steps: int = 0
    listed: bool = False
    hints: bool = False
    imported: bool = False
    created: float = 0.0  # the time when the table was opened, in seconds since 1970
    hint: SceneHint | None = None
    advised: bool = False  # whether you have asked for a hint in this game
    # why each move without a card is not allowed now, by its notation
    refusals: dict[str, str] = field(default_factory=dict[str, str])
    practice: bool = False  # whether the game counts for nothing
    undone: bool = False  # whether moves taken back made it practice
    closed: str = ""  # why the table was closed before a game was finished, in a sentence; empty if it was not
    earlier: int = 0
    host: int | None = None
    match: SceneMatch | None = None
    series: list[int] = field(default_factory=list[int])  # wins by seat since the first of rematches; empty before one
    clock: SceneClock | None = None  # the clock; None if players may think as long as they like
    # if the reader has one legal move, which answers another player or, against bots alone, needs no card: the seconds
    # after which a client may play it; they do not depend on hidden cards, and no other player knows them
    answer_after: float | None = None
    even_answers: bool = False
    watchers: int = 0
    said: dict[int, str] = field(default_factory=dict[int, str])  # what seats have said since the last move
    daily: str = ""  # the day of the daily deal that it is; empty for other tables
    duplicate: str = ""  # the duplicate of which it is a board; empty for other tables
    sealed: bool = False  # whether its cards stay hidden after the end, because its player plays the deal once more


class Happened(Struct, frozen=True):
    """An event at a table, as far as the reader may know it."""

    seq: int
    type: str
    line: SceneLine
    version: int
    phase: Phase
    to_move: int | None


class Ahead(Struct, frozen=True):
    """A reader's last event does not exist; it must forget the table and load it again."""

    version: int
