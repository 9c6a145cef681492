"""A game in play: its moves, its log, and what each seat may know of it."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING, NamedTuple

from undercut.engine.contract import copy_fields
from undercut.errors import BadNotation, IllegalMove, Reason, UndercutError
from undercut.play.arguments import expect, read_seat
from undercut.play.facts import TABLE_REASONS, Move, Outcome, Use, outcome_fault, read_outcome

if TYPE_CHECKING:
    from undercut.engine.contract import Fields
    from undercut.games.reader import JSON
    from undercut.games.sentences import Sentence
    from undercut.play.game import Game
    from undercut.play.sources import Source


# A move that is hidden hides its one card.
_HIDDEN_CARD = re.compile(r"[0-9A-Z]+[a-z]?")


class _Moment(NamedTuple):
    """What undoing a move brings back."""

    table: Fields
    chance: Source
    shuffles: int


class State:
    """A game in play. Make one with `Game.deal`, `from_position` or `replay`.

    Args:
        game: The game with its rules.
        table: The kernel's state; owned by this object from now on.
        chance: Where random choices come from.
        outcome: How the table ended the game, if it did and not the rules.

    Attributes:
        note: What to know about how it was read, in a sentence: an old record may need its rules as they were then.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> state.play("draw").text
        'Draw a card from the stock.'
    """

    __slots__ = (
        "_before",
        "_chance",
        "_hidden",
        "_moves",
        "_outcome",
        "_shuffles",
        "_start",
        "_table",
        "game",
        "note",
        "players",
    )

    def __init__(self, game: Game, table: Fields, chance: Source, outcome: Outcome | None = None) -> None:
        """Take over a table."""
        self.game = game
        self.note: str | None = None
        self.players = tuple(f"seat {seat}" for seat in range(game.seats))
        self._table = table
        self._chance = chance
        self._outcome = outcome
        self._moves: list[str] = []
        self._hidden: list[set[int | None]] = []
        self._shuffles: list[list[str]] = []
        self._before: list[_Moment] = []
        self._start = self.position()

    # --- Asking ---

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None when the game is over."""
        return None if self.result else self._table.to_move  # type: ignore[attr-defined]

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self._outcome:
            return self._outcome
        if not self.game.engine.functions.is_over(self._table):
            return None
        return read_outcome(self.game.spec.write(self._table)["result"])

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far, as notation."""
        return tuple(self._moves)

    @property
    def shuffles(self) -> list[list[str]]:
        """The order of each shuffle (or random choice) since the deal, top first."""
        return [list(shuffle) for shuffle in self._shuffles]

    def log(self, seat: int | None) -> tuple[str, ...]:
        """List the moves so far as a seat may know them; a card that was hidden from it is ``?``.

        Args:
            seat: Whose log; None: the public's.

        Raises:
            UndercutError: The seat does not exist.

        Example:
            >>> import undercut
            >>> state = undercut.game("cuttle").deal(seed=7)
            >>> move = state.play("draw")
            >>> state.log(1)
            ('draw',)
        """
        reader = read_seat(seat, self.game.seats)
        return tuple(
            _HIDDEN_CARD.sub("?", move) if reader in hidden else move
            for move, hidden in zip(self._moves, self._hidden, strict=True)
        )

    def told(self, move: str | Move, seat: int | None) -> Move:
        """Give a legal move as a seat may know it, before it is played; a card that is hidden from it is ``?``.

        Args:
            move: A legal move, or its notation.
            seat: Whose eyes; None: the public's.

        Raises:
            UndercutError: The seat does not exist.
        """
        code = self._parse(move)
        full = self._move(code)
        if not self.game.spec.hides(self._table, code, read_seat(seat, self.game.seats)):
            return full
        text = self.sentence(move, seat).order()
        return Move(_HIDDEN_CARD.sub("?", full.notation), text, full.kind, None, full.target)

    def sentence(self, move: str | Move, seat: int | None) -> Sentence:
        """Say what a legal move does, before it is played, naming only cards that a seat may know.

        Args:
            move: A legal move, or its notation.
            seat: Whose eyes; None: the public's.

        Raises:
            UndercutError: The seat does not exist.

        Example:
            >>> import undercut
            >>> undercut.game("cuttle").deal(seed=7).sentence("draw", 1).they("Ann")
            'Ann draws a card from the stock.'
        """
        code = self._parse(move)
        spec = self.game.spec
        if spec.hides(self._table, code, read_seat(seat, self.game.seats)):
            return spec.sentence(self._table, code, hidden=True)
        return spec.sentence(self._table, code)

    def legal_moves(self) -> list[Move]:
        """List the legal moves of the seat to move; none when the game is over.

        Example:
            >>> import undercut
            >>> [str(move) for move in undercut.game("cuttle").deal(seed=7).legal_moves()][0]
            'draw'
        """
        return [self._move(code) for code in self._codes()]

    def why_not(self, move: str | Move) -> Reason | None:
        """Say why a move is not legal now, or None if it is.

        Args:
            move: A move, or its notation.

        Raises:
            BadNotation: The text is not a move in this game's notation.

        Example:
            >>> import undercut
            >>> str(undercut.game("cuttle").deal(seed=7).why_not("pass"))
            'CU-5 you may pass only when the stock is empty'
        """
        code = self._parse(move)
        if self._outcome:
            return Reason(self.game.spec.over_clause, f"the game is over ({self._outcome.reason})")
        return self.game.spec.refusal(self._table, code)

    def uses(self) -> dict[str, tuple[Use, ...]]:
        """List what could be done with each card that the seat to move can take up, what is not legal with the reason.

        Returns:
            The uses by what is taken up: a card, or in Cut the Rope also ``"s1"`` to ``"s3"`` for a supply row and
            ``"p"`` for the personal deck. Moves that take up nothing, such as ``draw``, are in none.

        Example:
            >>> import undercut
            >>> for use in undercut.game("cuttle").deal(seed=7).uses()["2s"]:
            ...     print(use.move, use.reason or "is legal")
            2s is legal
            2s! CU-24 there is no permanent on the table that 2s could scrap
        """
        if self.result:
            return {}
        legal = {move.notation: move for move in self.legal_moves()}
        found: dict[str, tuple[Use, ...]] = {}
        for taken, notations in self.game.spec.attempts(self._table).items():
            found[taken] = tuple(
                Use(legal[notation], None)
                if notation in legal
                else Use(self._move(self._parse(notation)), self.why_not(notation))
                for notation in notations
            )
        return found

    def position(self) -> dict[str, JSON]:
        """Write the complete position, as JSON-ready data; whoever reads it sees every card."""
        return self._stamped(self.game.spec.write(self._table))

    def view(self, seat: int | None) -> dict[str, JSON]:
        """Write what a seat may know, as JSON-ready data; cards that it cannot know are ``"?"``.

        Args:
            seat: Whose view; None: the public's, which knows what all players know.

        Raises:
            UndercutError: The seat does not exist.

        Example:
            >>> import undercut
            >>> undercut.game("cuttle").deal(seed=7).view(0)["hands"][1]
            ['?', '?', '?', '?', '?', '?']
        """
        return self._stamped(self.game.spec.view(self._table, read_seat(seat, self.game.seats)))

    # --- Acting ---

    def play(self, move: str | Move) -> Move:
        """Play a move; chance, where it comes in, follows at once and is logged.

        Args:
            move: A move, or its notation.

        Returns:
            The move that was played.

        Raises:
            BadNotation: The text is not a move in this game's notation; nothing changes.
            IllegalMove: The move is not legal now, with the clause; nothing changes.
        """
        code = self._parse(move)
        if reason := self.why_not(move):
            raise IllegalMove(str(move), reason)
        played = self._move(code)
        hides = self.game.spec.hides
        hidden = {seat for seat in (None, *range(self.game.seats)) if hides(self._table, code, seat)}
        moment = self._moment()
        try:
            self.game.engine.functions.play(self._table, code)
            self._settle_chance()
        except ValueError:
            # Only a record can name an impossible shuffle: the state stays as it was.
            self._restore(moment)
            raise
        self._before.append(moment)
        self._moves.append(played.notation)
        self._hidden.append(hidden)
        return played

    def finish(self, outcome: Outcome) -> None:
        """End the game by a decision of the table: somebody resigned, a draw was agreed, time ran out.

        Args:
            outcome: The winners and the reason: ``"resigned"``, ``"agreed"`` or ``"time"``.

        Raises:
            UndercutError: The game is over already, or the outcome is none that a table can decide.

        Example:
            >>> import undercut
            >>> state = undercut.game("cuttle").deal(seed=7)
            >>> state.finish(Outcome((1,), "resigned"))
            >>> state.result.winners
            (1,)
        """
        if self.result:
            message = f"the game is over already: {self.result.reason}"
            raise UndercutError(message)
        if fault := outcome_fault(expect("outcome", outcome, Outcome), self.game.seats, TABLE_REASONS):
            raise UndercutError(fault)
        self._outcome = Outcome(tuple(int(seat) for seat in outcome.winners), outcome.reason)

    def undo(self) -> str | None:
        """Take back the last move, or the table's decision to end the game.

        Returns:
            The move that was taken back; None if it was the table's decision.

        Raises:
            UndercutError: There is nothing to take back.
        """
        if self._outcome and not self._start["result"]:
            self._outcome = None
            return None
        if not self._before:
            message = "there is no move to take back"
            raise UndercutError(message)
        self._restore(self._before.pop())
        self._hidden.pop()
        return self._moves.pop()

    def copy(self) -> State:
        """Give an independent state with the same past and the same future choices of chance."""
        twin = State.__new__(State)
        for name in ("game", "note", "players", "_outcome", "_start"):
            setattr(twin, name, getattr(self, name))
        for name in ("_moves", "_shuffles", "_before", "_hidden"):
            setattr(twin, name, getattr(self, name)[:])
        twin._table = self.table_copy()  # noqa: SLF001  its own class
        twin._chance = self._chance.copy()  # noqa: SLF001  as above
        return twin

    __copy__ = copy

    def record(self) -> dict[str, JSON]:
        """Write the game so far, as JSON-ready data from which `replay` repeats it exactly.

        Example:
            >>> import undercut
            >>> sorted(undercut.game("cuttle").deal(seed=7).record())
            ['game', 'moves', 'players', 'result', 'rules', 'seats', 'shuffles', 'start']
        """
        result = self.result
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "seats": self.game.seats,
            "players": list(self.players),
            "start": deepcopy(self._start),
            "shuffles": [[*shuffle] for shuffle in self._shuffles],
            "moves": [*self._moves],
            "result": None if result is None else {"winners": list(result.winners), "reason": result.reason},
        }

    def __eq__(self, other: object) -> bool:
        """Compare rules, log and position; players' names do not count.

        States change, so they have no hash.
        """
        if not isinstance(other, State):
            return NotImplemented
        return self._log_and_position() == other._log_and_position()

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]  this is how Python spells it

    def __repr__(self) -> str:
        """Show the whole table as text, every card open."""
        from undercut import draw  # noqa: PLC0415  drawing is loaded only by those who look

        return draw.text(self.position(), goals=self.goals)

    def _repr_svg_(self) -> str:
        """Draw the whole table, every card open; notebooks call this."""
        from undercut import draw  # noqa: PLC0415  as above

        return draw.svg(self.position(), goals=self.goals)

    @property
    def goals(self) -> list[int] | None:
        """What each seat's total must reach, in games that are won by points."""
        return self.game.spec.goals(self._table)

    # --- For the rest of the library ---

    def table_copy(self) -> Fields:
        """Copy the kernel's state, for search and counting."""
        table = self.game.engine.table()
        copy_fields(self._table, table)
        return table

    def set_chance(self, chance: Source) -> None:
        """Change where random choices come from.

        Args:
            chance: The new source.
        """
        self._chance = chance

    # --- Inside ---

    def _codes(self) -> list[int]:
        if self.result:
            return []
        engine = self.game.engine
        buffer = [0] * engine.max_moves
        return buffer[: engine.functions.legal_moves(self._table, buffer)]

    def _move(self, code: int) -> Move:
        spec = self.game.spec
        parts = spec.parts(code)
        text = spec.sentence(self._table, code).order()
        return Move(spec.write_move(code), text, parts.kind, parts.card, parts.target)

    def _parse(self, move: str | Move) -> int:
        if not isinstance(move, str | Move):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
            message = f"{move!r} is not a move"
            raise BadNotation(message)
        try:
            return self.game.spec.parse(self._table, str(move))
        except ValueError as error:
            raise BadNotation(str(error)) from None

    def _settle_chance(self) -> None:
        functions = self.game.engine.functions
        pack = self.game.spec.pack
        while not functions.is_over(self._table) and (need := functions.chance_need(self._table)):
            pool = [0] * self.game.engine.pack_size
            size = functions.chance_pool(self._table, pool)
            chosen = self._chance.order(pool[:size], need)
            functions.apply_chance(self._table, chosen)
            self._shuffles.append([pack.text(card) for card in chosen])

    def _log_and_position(self) -> tuple[object, ...]:
        return self.game, self._start, self._shuffles, self._moves, self.position()

    def _moment(self) -> _Moment:
        return _Moment(self.table_copy(), self._chance.copy(), len(self._shuffles))

    def _restore(self, moment: _Moment) -> None:
        # Copies of this state share its moments: each plays on with a table of its own.
        copy_fields(moment.table, self._table)
        self._chance = moment.chance.copy()
        del self._shuffles[moment.shuffles :]

    def _stamped(self, written: dict[str, JSON]) -> dict[str, JSON]:
        stamped: dict[str, JSON] = {"game": self.game.name, "rules": self.game.rules, "seats": self.game.seats}
        stamped |= written
        if self._outcome:
            outcome: JSON = {"winners": list(self._outcome.winners), "reason": self._outcome.reason}
            stamped |= {"result": outcome, "phase": "over", "to_move": None}
        return stamped
