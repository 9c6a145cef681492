"""A table as one reader may see it: JSON for programs, template data for pages."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from undercut.server.tables.events import Clock, RulesStamp

Kind = Literal["open", "person", "bot"]
"""The kind of player in a seat."""

Phase = Literal["open", "playing", "over"]
"""Whether a table is waiting for players, in play, or over."""


class SceneSeat(Struct, frozen=True):
    """A seat and its player.

    Args:
        seat: The seat's number, from 0.
        kind: The kind of player.
        name: The player's name; empty for an open seat.
        level: A bot's level.
        present: Whether the player is connected to the table; always true for bots.
        thinking: The share that has passed of the time of a bot's move, 0 to 1, after the first 300 ms.
        waiting: A late bot's place in the queue for a thinking process, from 1.
        left: Whether the person in this seat has left the table.
        stand_in: Whether a bot plays for a person, whose name the seat keeps.
        adaptive: Whether the level of this bot follows the results of the people at the table.
    """

    seat: int
    kind: Kind
    name: str
    level: str | None = None
    present: bool = False
    thinking: float | None = None
    waiting: int | None = None
    left: bool = False
    stand_in: bool = False
    adaptive: bool = False


class SceneBrief(Struct, frozen=True):
    """A move in short words.

    Args:
        verb: What it does, such as ``"Scuttle"``.
        tone: ``"gain"``, ``"strike"``, ``"spell"``, ``"safe"`` or ``"plain"``; pages show it by a colour.
        more: On what, or what follows, such as ``"20 of 21"``.
        meaning: What tells it from moves of the same kind with the same target, such as ``"up"``.
    """

    verb: str
    tone: str = "plain"
    more: str = ""
    meaning: str = ""


class SceneMove(Struct, frozen=True):
    """A legal move.

    Args:
        move: The move's notation.
        text: The move as a sentence.
        kind: The kind of move in one word, such as ``"scuttle"``.
        card: The card played, taken or discarded.
        target: What the card is played on.
        brief: The move in short words; None for a move without a card.
    """

    move: str
    text: str
    kind: str
    card: str | None = None
    target: str | None = None
    brief: SceneBrief | None = None


class SceneUse(Struct, frozen=True):
    """A way to use a card, legal or not.

    Args:
        move: The move's notation.
        text: The move as a sentence.
        legal: Whether the move is legal now.
        reason: Why the move is not legal.
        clause: The clause that forbids the move.
    """

    move: str
    text: str
    legal: bool
    reason: str | None = None
    clause: str | None = None


class ScenePlace(Struct, frozen=True):
    """The place of a card.

    Args:
        zone: The field of the view that holds the card, with the number of the row, from 1, if it has several:
            ``"hands"``, ``"levels-1"``.
        seat: The seat that owns the hand, row or pile; None if it is shared.
    """

    zone: str
    seat: int | None


class SceneMovement(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """The movement of a card, as far as the reader may know it.

    Args:
        source: The place before.
        target: The place after; if it is the same, the card has stayed and become visible to the reader.
    """

    card: str
    source: ScenePlace
    target: ScenePlace


class SceneLine(Struct, frozen=True):
    """A line of the log: an event, as far as the reader may know it.

    Args:
        seq: The event's number.
        seat: The seat that acted.
        move: The notation, if the event is a move; a card that the reader may not know is ``?``.
        text: One or more sentences; the reader is "you".
        cards: The cards involved, as far as the reader may know them.
        at: The time, in seconds since 1970.
        went: The movements of cards, in order.
        number: For a move: its number in the game; a move played after a take-back has the number of one taken back.
    """

    seq: int
    seat: int | None
    move: str | None
    text: str
    cards: list[str]
    at: float
    went: list[SceneMovement] = field(default_factory=list[SceneMovement])
    number: int | None = None


class SceneProposal(Struct, frozen=True):
    """What the host of a table that waits for players proposes; None and empty: as it is.

    Args:
        seat: The host's seat.
        rules: The rule set, or ``{"set": name, option: value}``.
        rules_title: The name of the rules, for people.
        seats: Number of seats.
        best_of: Number of games of the match; 0: no match.
        clock: How long players may think.
        deal: Whether the cards are dealt at once.
        level: The level of the bots that take the open seats.
        close: Whether the table closes.
    """

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
    """Offers and requests that are not answered yet.

    Args:
        draw: The seat that offers a draw.
        take_back: The seat that asks to take its last move back.
        rematch: The seats that have asked for a rematch.
        accepted: The seats that have accepted the draw, the take-back or the proposal.
        proposal: What the host proposes.
    """

    draw: int | None = None
    take_back: int | None = None
    rematch: list[int] = field(default_factory=list[int])
    accepted: list[int] = field(default_factory=list[int])
    proposal: SceneProposal | None = None


Permission = bool | str
"""True; or the reason for a refusal, in a sentence; or False if the command does not apply."""


class Permissions(Struct, frozen=True, kw_only=True):
    """The commands other than moves that a seat may give now; they decide commands and disable buttons.

    Args:
        answer_draw: Whether the seat may accept or decline a draw.
        answer_take_back: Whether the seat may allow or refuse a take-back.
        answer_rematch: Whether the seat may accept or decline a rematch.
        answer: Whether the seat may accept or decline what the host proposes.
        change: Whether the seat may change the rules, fill open seats with bots, or close the table.
        take_over: The seats that a bot may take over.
        sit: The seats to take: open ones, or the reader's own if the reader left it or a bot took it over.
    """

    resign: Permission = False
    offer_draw: Permission = False
    answer_draw: Permission = False
    take_back: Permission = False
    answer_take_back: Permission = False
    answer_rematch: Permission = False
    hint: Permission = False
    rematch: Permission = False
    say: Permission = False
    leave: Permission = False
    new_link: Permission = False
    change: Permission = False
    answer: Permission = False
    take_over: list[int] = field(default_factory=list[int])
    sit: list[int] = field(default_factory=list[int])


class SceneMatch(Struct, frozen=True):
    """A match of several games.

    Args:
        best_of: Number of games; the match is won with more than half of them.
        wins: The games that each seat has won, this one included once it is over.
        winners: The seats that have won the match; empty while it goes on.
        ended: Whether the match ends with this game because a player has left or been replaced.
    """

    best_of: int
    wins: list[int]
    winners: list[int]
    ended: bool = False


class SceneClock(Struct, frozen=True):
    """The clock of a table.

    Args:
        kind: ``"move"``: each move has its own time; ``"game"``: all moves of a player share it.
        seconds: The time.
        increment: For a whole game: seconds that each move adds.
        zero: What happens when the time is up: ``"lose"``, ``"bot"`` or ``"move"``.
        left: Seconds that each seat has left.
        running: The seat whose time runs.
    """

    kind: Literal["move", "game"]
    seconds: int
    increment: int
    zero: Literal["lose", "bot", "move"]
    left: list[float]
    running: int | None

    @property
    def time(self) -> str:
        """The time as forms and programs send it."""
        return Clock(self.kind, self.seconds, self.increment).time


class SceneResult(Struct, frozen=True):
    """The result of a game.

    Args:
        winners: The seats that won; empty for a draw, and if every player gave up (the reason is ``"abandoned"``).
        reason: The reason for the end, in one word.
        text: The result as a sentence; the reader is "you".
        bots: The winners that a bot played for a person at the end; that person has not won.
    """

    winners: list[int]
    reason: str
    text: str
    bots: list[int] = field(default_factory=list[int])

    def won(self, seat: int | None) -> bool:
        """Return whether the player of a seat won, not a bot in that player's place."""
        return seat in self.winners and seat not in self.bots


class SceneHint(Struct, frozen=True):
    """The move that a bot would play in the reader's place.

    Args:
        move: The move's notation.
        text: The move as a sentence.
        card: The card played.
        why: The reasons, in sentences.
    """

    move: str
    text: str
    card: str | None = None
    why: str | None = None


class Scene(Struct, frozen=True):
    """A table as one reader may see it.

    Args:
        table: The table's id.
        version: The number of the last event; commands name the version that they are based on.
        game: The game's name.
        title: The game's title.
        rules: The rule set, or ``{"set": name, option: value}``.
        rules_title: The name of the rules, for people.
        rule_changes: One sentence for each option that differs from the rule set.
        phase: Whether the table is waiting for players, in play, or over.
        you: The reader's seat; None for a spectator.
        view: The reader's view, in the format of the game; None before the deal.
        goals: Each seat's points needed to win; None for games not won by points.
        moves: The legal moves, if it is the reader's move.
        uses: The uses of each of the reader's cards, if it is the reader's move, with the reason for illegal ones.
        standing: If it is the reader's move: why the game's usual moves without a card are not legal now, by notation.
        log: The events, in order; of a long log the last, or those asked for.
        earlier: Number of events before those of `log`.
        last: The last move.
        offers: Offers and requests that are not answered yet.
        can: The commands other than moves that the reader may give now.
        result: The result, once the game is over.
        rematch: The id of the rematch's table.
        address: The table's address.
        invite: The address to send to friends while seats are open.
        seat_link: The secret address of the reader's seat, to continue on another device.
        step: Number of moves played before the position shown, if it is an earlier one; None for the current position.
        steps: Number of moves played.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
        imported: Whether the table shows an imported record.
        created: The time when the table was opened, in seconds since 1970.
        practice: Whether moves can be taken back at any time; such a game counts for nothing.
        closed: Why the table was closed before a game was finished, in a sentence; empty if it was not.
        hint: The reader's last hint, while it is still the reader's move.
        host: The seat that may change the rules, while the table waits for players.
        match: The match that this game belongs to.
        clock: The clock; None if players may think as long as they like.
        even_answers: Whether every answer to another player's move is given the same time after it.
        answer_after: If the reader has to answer another player and has one legal move: the seconds after which a
            client may answer for the reader; they do not depend on hidden cards, and no other player knows them.
    """

    table: str
    version: int
    game: str
    title: str
    rules: RulesStamp
    rules_title: str
    rule_changes: list[str]
    phase: Phase
    seats: list[SceneSeat]
    you: int | None
    view: dict[str, object] | None
    to_move: int | None
    goals: list[int] | None
    moves: list[SceneMove]
    uses: dict[str, list[SceneUse]]
    log: list[SceneLine]
    last: SceneLine | None
    offers: SceneOffers
    can: Permissions
    result: SceneResult | None = None
    rematch: str | None = None
    address: str = ""
    invite: str | None = None
    seat_link: str | None = None
    step: int | None = None
    steps: int = 0
    listed: bool = False
    hints: bool = False
    imported: bool = False
    created: float = 0.0
    hint: SceneHint | None = None
    standing: dict[str, str] = field(default_factory=dict[str, str])
    practice: bool = False
    closed: str = ""
    earlier: int = 0
    host: int | None = None
    match: SceneMatch | None = None
    clock: SceneClock | None = None
    answer_after: float | None = None
    even_answers: bool = False
