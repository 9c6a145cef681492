"""What one reader of a table gets: a program as JSON, a page through its template."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from undercut.server.tables.events import RulesStamp

Kind = Literal["open", "person", "bot"]
"""Who sits in a seat."""

Phase = Literal["open", "playing", "over"]
"""Whether a table waits for players, is in play, or is over."""


class SceneSeat(Struct, frozen=True):
    """A seat and who sits there.

    Args:
        seat: Its number, from 0.
        kind: Who sits there.
        name: What to call them; empty if nobody sits there.
        level: A bot's level.
        present: Whether they are looking at the table; bots always are.
        thinking: How much of its time a bot has thought, 0 to 1, once that takes longer than 300 ms.
        waiting: A bot's place in the queue of those who want to think, from 1.
        left: Whether a person's seat is empty at the moment: they said that they leave.
    """

    seat: int
    kind: Kind
    name: str
    level: str | None = None
    present: bool = False
    thinking: float | None = None
    waiting: int | None = None
    left: bool = False


class SceneMove(Struct, frozen=True):
    """A legal move.

    Args:
        move: Its notation.
        text: What it does, as a sentence.
        kind: What is done, in a word.
        card: The card that is played, taken or discarded.
        target: What it is played on.
    """

    move: str
    text: str
    kind: str
    card: str | None = None
    target: str | None = None


class SceneUse(Struct, frozen=True):
    """One thing that might be done with a card.

    Args:
        move: The notation of that move.
        text: What it does, as a sentence.
        legal: Whether it may be done now.
        reason: Why it may not.
        clause: The clause that says so.
    """

    move: str
    text: str
    legal: bool
    reason: str | None = None
    clause: str | None = None


class ScenePlace(Struct, frozen=True):
    """Where a card lies.

    Args:
        zone: The field of the view that holds it, and the number of the row, from 1, where that has several:
            ``"hands"``, ``"levels-1"``.
        seat: The seat whose hand, row or pile it is; None: it is shared.
    """

    zone: str
    seat: int | None


class SceneMovement(Struct, frozen=True, rename={"source": "from", "target": "to"}):
    """A card on its way, as the reader may know it.

    Args:
        source: Where it was.
        target: Where it went. Where that is the same, the card stays and the reader can see it from now on.
    """

    card: str
    source: ScenePlace
    target: ScenePlace


class SceneLine(Struct, frozen=True):
    """One event as its reader may know it.

    Args:
        seq: The event's number.
        seat: Who did it.
        move: The move in notation, if it was one; a card that the reader may not know is ``?``.
        text: What happened, in sentences; the reader is "you".
        cards: The cards that it happened to, as far as the reader may know them.
        at: When, in seconds since 1970.
        went: Where cards went, in order.
    """

    seq: int
    seat: int | None
    move: str | None
    text: str
    cards: list[str]
    at: float
    went: list[SceneMovement] = field(default_factory=list[SceneMovement])


class SceneOffers(Struct, frozen=True):
    """What is asked and not yet answered.

    Args:
        draw: The seat that offers a draw.
        take_back: The seat that asks to take its last move back.
        rematch: The seats that want to play again.
        accepted: The seats that have said yes to the draw or the take-back.
    """

    draw: int | None = None
    take_back: int | None = None
    rematch: list[int] = field(default_factory=list[int])
    accepted: list[int] = field(default_factory=list[int])


Permission = bool | str
"""True; or why not, a sentence; or False where the question makes no sense."""


class Permissions(Struct, frozen=True, kw_only=True):
    """What a seat may do beside moving; the same answers decide about commands and grey out buttons.

    Args:
        resign: Give up.
        answer_draw: Accept or decline the draw that is offered.
        take_back: Ask to take back one's last move.
        answer_take_back: Allow the other to take back.
        hint: Ask for a hint.
        rematch: Ask to play again, or agree to it.
        leave: Leave the table.
        take_over: The seats that a bot may take over now.
        sit: The seats to sit down in: open ones, or one's own that was left or that a bot took over.
    """

    resign: Permission = False
    offer_draw: Permission = False
    answer_draw: Permission = False
    take_back: Permission = False
    answer_take_back: Permission = False
    hint: Permission = False
    rematch: Permission = False
    leave: Permission = False
    take_over: list[int] = field(default_factory=list[int])
    sit: list[int] = field(default_factory=list[int])


class SceneResult(Struct, frozen=True):
    """How the game ended.

    Args:
        winners: The seats that won; none for a draw.
        reason: Why it ended, in a word.
        text: A sentence; the reader is "you".
    """

    winners: list[int]
    reason: str
    text: str


class SceneHint(Struct, frozen=True):
    """What a bot would do in the reader's place.

    Args:
        move: Its notation.
        text: What it does, as a sentence.
        card: The card that is played.
        why: A sentence more, if there is one to say.
    """

    move: str
    text: str
    card: str | None = None
    why: str | None = None


class Scene(Struct, frozen=True):
    """A table as one reader may know it.

    Args:
        table: The table's id.
        version: The number of its last event; commands name the version that they answer.
        game: The game's name.
        title: The game's title.
        rules: The rule set, or ``{"set": name, option: value}``.
        rules_title: What to call the rules.
        rule_changes: What the options say that differ from the rule set, a sentence each.
        phase: Whether it waits for players, is in play, or is over.
        you: The reader's seat; None: a spectator.
        view: What the reader may know of the cards, as a view of this game; None before the deal.
        goals: What each seat's total must reach, in games that are won by points.
        moves: The legal moves, if it is the reader's move.
        uses: What might be done with each card of the reader, if it is the reader's move; illegal uses say why.
        log: What happened, in order.
        last: The last thing that happened to cards.
        offers: What is asked and not yet answered.
        can: What the reader may do beside moving.
        result: How the game ended.
        rematch: The table on which the same players play again.
        invite: The address to send to friends while seats are open.
        seat_link: The address by which the reader comes back to this seat on any device. Nobody else gets it.
        step: At which move a finished game is shown; None: at its end, or it is not over.
        steps: How many moves were played.
        listed: Whether the lobby shows the table.
        hints: Whether hints are allowed.
        imported: Whether this is a record that somebody brought along.
        created: When the table was opened, in seconds since 1970.
        hint: The last hint that the reader asked for, while it is still the reader's move.
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
    invite: str | None = None
    seat_link: str | None = None
    step: int | None = None
    steps: int = 0
    listed: bool = False
    hints: bool = False
    imported: bool = False
    created: float = 0.0
    hint: SceneHint | None = None
