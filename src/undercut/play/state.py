"""A game in progress: its moves, its log, and the view of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random, SystemRandom
from typing import TYPE_CHECKING

from undercut.decoding import copied
from undercut.engine.engine import copy_of
from undercut.errors import BadNotation, IllegalMove, Reason, UndercutError
from undercut.games.base.game_types import TABLE_REASONS, CardOption, Move, Outcome, outcome_of
from undercut.play import moments, observing
from undercut.play.input import expect, outcome_fault, read_seat, read_seed, read_whole
from undercut.play.moments import Before, Hidden, Moment, changing, facts_by_code, move_and_sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from undercut.decoding import JSON
    from undercut.engine.contract import Fields
    from undercut.games.base.parts.explanation import Brief
    from undercut.games.base.sentences import Sentence
    from undercut.play.game import Game
    from undercut.play.sources import Source

SEAT = "seat"  # the field of a view that names its seat; null for the public


class State:
    """A game in progress. Make one with `Game.deal`, `from_position` or `replay`.

    Attributes:
        note: A sentence about how the game was loaded, for example under an earlier version of its rules; or None.

    Examples:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> state.play("draw").text
        'Draw a card from the stock.'
    """

    __slots__ = (
        "_before",
        "_chance",
        "_hidden",
        "_listed",
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
        """Take ownership of the table."""
        self.game = game
        self.note: str | None = None
        self.players = tuple(f"seat {seat}" for seat in range(game.seats))
        self._table = table
        self._chance = chance
        self._outcome = outcome
        self._listed: tuple[int, ...] | None = None
        self._moves: list[str] = []
        self._hidden: list[Hidden] = []
        self._shuffles: list[list[str]] = []
        self._before: list[Before] = []
        self._start = self.position()

    # --- Asking ---

    @property
    def to_move(self) -> int | None:
        """The seat whose move it is; None when the game is over."""
        return None if self.result else self._table.to_move  # type: ignore[attr-defined]

    @property
    def result(self) -> Outcome | None:
        """How the game ended; None while it is in progress."""
        if self._outcome:
            return self._outcome
        functions, reasons = self.game.engine.functions, self.game.spec.words.reasons
        if not functions.is_over(self._table):
            return None
        return outcome_of(functions.winners(self._table), reasons[self._table.reason])  # type: ignore[attr-defined]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far, in notation."""
        return tuple(self._moves)

    @property
    def shuffles(self) -> list[list[str]]:
        """The order of each shuffle (or random choice) since the deal, top first."""
        return self.shuffles_from(0)

    def log(self, seat: int | None) -> tuple[str, ...]:
        """List the moves so far as a seat may know them; hidden cards are ``?``.

        Args:
            seat: The seat; None: the public.

        Raises:
            UndercutError: No such seat.

        Examples:
            >>> import undercut
            >>> state = undercut.game("cuttle").deal(seed=7)
            >>> move = state.play("draw")
            >>> state.log(1)
            ('draw',)
        """
        reader = read_seat(seat, self.game.seats)
        return tuple(hidden.get(reader, move) for move, hidden in zip(self._moves, self._hidden, strict=True))

    def described(self, move: str | Move, seats: Sequence[int | None]) -> list[tuple[Move, Sentence]]:
        """Describe a legal move, before it is played, as each of some seats (None: the public) may know it."""
        code = self._parse(move)
        expect("seats", seats, Sequence)
        hidden = [moments.is_hidden(self.game, self._table, code, read_seat(seat, self.game.seats)) for seat in seats]
        known = {hides: move_and_sentence(self.game, self._table, code, hides=hides) for hides in set(hidden)}
        return [known[hides] for hides in hidden]

    def legal_moves(self) -> list[Move]:
        """List the legal moves of the seat to move; empty when the game is over.

        Examples:
            >>> import undercut
            >>> [str(move) for move in undercut.game("cuttle").deal(seed=7).legal_moves()][0]
            'draw'
        """
        codes, moment, written = self.legal_codes(), Moment(self.game, self._table), facts_by_code(self.game.name)
        return [Move.of(written[code], moment.order) for code in codes]

    def legal_move(self, move: str | Move) -> Move:
        """Return a legal move, given as a move or its text.

        Raises:
            BadNotation: The text is not a move in this game's notation.
            IllegalMove: The move is not legal now; the error names the clause.
        """
        code, moment = self._legal_code(move), Moment(self.game, self._table)
        return Move.of(facts_by_code(self.game.name)[code], moment.order)

    def why_not(self, move: str | Move) -> Reason | None:
        """Return why a move is not legal now, or None if it is legal.

        Raises:
            BadNotation: The text is not a move in this game's notation.

        Examples:
            >>> import undercut
            >>> str(undercut.game("cuttle").deal(seed=7).why_not("pass"))
            'CU-5 you may pass only when the stock is empty'
        """
        return self._refusal(self._parse(move))

    def uses(self) -> dict[str, tuple[CardOption, ...]]:
        """List the uses of each card that the seat to move can pick, with the reason for each use that is not legal.

        Returns:
            The uses by card; in Cut the Rope also by ``"s1"`` to ``"s3"`` for a supply row and ``"p"`` for the personal
            deck. Moves without a card, such as ``draw``, are left out.

        Examples:
            >>> import undercut
            >>> for use in undercut.game("cuttle").deal(seed=7).uses()["2s"]:
            ...     print(use.move, use.reason or "is legal")
            2s is legal
            2s! CU-24 there is no permanent on the table for the two of spades to scrap
        """
        return self.uses_among(self.legal_moves())

    def uses_among(self, moves: Sequence[Move]) -> dict[str, tuple[CardOption, ...]]:
        """List the uses of each card as `uses` does, for a caller that has listed all legal moves."""
        if not moves:
            return {}
        legal = {move.notation: CardOption(move, None) for move in moves}
        return {
            taken: tuple(legal.get(notation) or self._refused(notation) for notation in notations)
            for taken, notations in self.game.spec.card_options.attempts(self._table).items()
        }

    def brief(self, move: str | Move) -> Brief | None:
        """Describe a legal move in short words, for a button; None for a move without a card."""
        code, spec = self._parse(move), self.game.spec
        return spec.card_options.brief(self._table, code) if spec.notation.parts(code).card else None

    def story(self, winner: int) -> Sentence | None:
        """Say how the winner's last move won a finished game; None if it names no card or the table ended the game."""
        before, spec = self.copy(), self.game.spec
        if not self._moves or not (undone := before.undo()):
            return None
        code = before._parse(undone)  # noqa: SLF001  where the card of the move still lies in its pile
        return spec.sentences.story(self._table, code, winner) if spec.notation.parts(code).card else None

    def position(self) -> dict[str, JSON]:
        """Return the complete position as JSON-ready data; it shows every card."""
        return self._stamped(self.game.spec.positions.write(self._table))

    def view(self, seat: int | None) -> dict[str, JSON]:
        """Return what a seat may know as JSON-ready data; hidden cards are ``"?"``, and ``seat`` is the seat.

        Args:
            seat: The seat; None: the public, which knows only what all players know.

        Raises:
            UndercutError: No such seat.

        Examples:
            >>> import undercut
            >>> undercut.game("cuttle").deal(seed=7).view(0)["hands"][1]
            ['?', '?', '?', '?', '?', '?']
        """
        reader = read_seat(seat, self.game.seats)
        return self._stamped({SEAT: reader, **self.game.spec.positions.view(self._table, reader)})

    def views(self, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
        """Return what each of some seats may know, as `view` does; the views share what they have in common."""
        read = [read_seat(seat, self.game.seats) for seat in seats]
        views = self.game.spec.positions.views(self._table, read)
        return [self._stamped({SEAT: seat, **view}) for seat, view in zip(read, views, strict=True)]

    def observation(self, seat: int) -> NDArray[np.int16]:
        """Return what a seat may know as integers, one for each of `Game.observations`; it says no more than `view`.

        Raises:
            UndercutError: No such seat, or the game has no observations.
        """
        return observing.observation(self.game, self._table, seat, self._outcome)

    def history(self, seat: int) -> NDArray[np.int16]:
        """Return the moves so far and the cards revealed, as a seat knows them, a row of integers each.

        Raises:
            UndercutError: No such seat, or the game has no observations.
        """
        return observing.as_array(self.history_rows(seat))

    def history_rows(self, seat: int) -> list[list[int]]:
        """Return `history` as lists, without NumPy."""
        return observing.history(self.game, self._table, [moment.fields for moment in self._before], self._moves, seat)

    # --- Acting ---

    def play(self, move: str | Move) -> Move:
        """Play a move, and make and log the random choices that follow it.

        If it raises, the state is unchanged.

        Returns:
            The move that was played.

        Raises:
            BadNotation: The text is not a move in this game's notation.
            IllegalMove: The move is not legal now; the error names the clause.
        """
        game, table = self.game, self._table
        code = self._legal_code(move)
        hidden, moment = moments.hidden_from(game, table, code), Moment(game, table)
        chance, shuffles = self._chance, len(self._shuffles)
        self._listed = None
        try:
            game.engine.functions.play(table, code)
            self._settle_chance()
        except BaseException:
            # A record can contain an impossible shuffle, and a person can stop it; leave the state unchanged.
            self._restore(Before(changing(game.name).changed(moment.values, table), chance, shuffles))
            raise
        self._before.append(Before(changing(game.name).changed(moment.values, table), chance, shuffles))
        played = Move.of(facts_by_code(game.name)[code], moment.order)
        self._moves.append(played.notation)
        self._hidden.append(hidden)
        return played

    def finish(self, outcome: Outcome) -> None:
        """End the game by resignation, agreement or time, or because every player gave up.

        Args:
            outcome: The winners and the reason: ``"resigned"``, ``"agreed"``, ``"time"`` or ``"abandoned"``.

        Raises:
            UndercutError: The game is already over, or the outcome is invalid.

        Examples:
            >>> import undercut
            >>> state = undercut.game("cuttle").deal(seed=7)
            >>> state.finish(Outcome((1,), "resigned"))
            >>> state.result.winners
            (1,)
        """
        if self.result:
            raise UndercutError(f"the game is already over: {self.result.reason}")
        if fault := outcome_fault(expect("outcome", outcome, Outcome), self.game.seats, TABLE_REASONS):
            raise UndercutError(fault)
        self._outcome = Outcome(tuple(int(seat) for seat in outcome.winners), outcome.reason)
        self._listed = None

    def undo(self) -> str | None:
        """Take back the last move, or the call of `finish` after it.

        Returns:
            The move that was taken back; None for `finish`.

        Raises:
            UndercutError: No move to take back.
        """
        if self._outcome and not self._start["result"]:
            self._outcome = self._listed = None
            return None
        if not self._before:
            raise UndercutError("no move to take back")
        self._restore(self._before.pop())
        self._hidden.pop()
        return self._moves.pop()

    def copy(self) -> State:
        """Return an independent state with the same log and the same random choices to come."""
        twin = State.__new__(State)
        for name in ("game", "note", "players", "_chance", "_listed", "_outcome", "_start"):
            setattr(twin, name, getattr(self, name))
        for name in ("_moves", "_shuffles", "_before", "_hidden"):
            setattr(twin, name, getattr(self, name)[:])
        twin._table = self.table_copy()  # noqa: SLF001  its own class
        return twin

    __copy__ = copy

    def redeal(self, seat: int, seed: int | None = None) -> State:
        """Deal again all that a seat does not know: the result is one of the games that the seat may be in.

        The seat's view is the same, and so are its legal moves. The random choices to come are new as well. The log
        starts with the position: what the seat remembers of earlier moves is in its view.

        Args:
            seat: The seat.
            seed: 0 to 2**63 - 1: the same seed gives the same cards; None: the system's secure source.

        Raises:
            UndercutError: No such seat, or the seed is invalid.

        Examples:
            >>> import undercut
            >>> state = undercut.game("cuttle").deal(seed=7)
            >>> guesses = [state.redeal(0, seed) for seed in range(3)]
            >>> [guess.view(0) == state.view(0) for guess in guesses], guesses[0] == guesses[1]
            ([True, True, True], False)
        """
        from undercut.play import loading  # noqa: PLC0415  it makes states by this class

        reader, number = read_whole("seat", seat, 0, self.game.seats - 1), read_seed(seed)
        chance = Random(number) if number is not None else SystemRandom()  # noqa: S311  what a seat may suppose
        twin = loading.determinize(self.view(reader), chance)
        twin.players = self.players
        return twin

    def record(self) -> dict[str, JSON]:
        """Return the game so far as JSON-ready data, from which `replay` repeats it exactly.

        Examples:
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
            "start": copied(self._start),
            "shuffles": [[*shuffle] for shuffle in self._shuffles],
            "moves": [*self._moves],
            "result": None if result is None else {"winners": list(result.winners), "reason": result.reason},
        }

    def __eq__(self, other: object) -> bool:
        """Compare rules, log and position; players' names are ignored.

        States are mutable, so they are not hashable.
        """
        if not isinstance(other, State):
            return NotImplemented
        return self._log_and_position() == other._log_and_position()

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]  this is how Python spells it

    def __repr__(self) -> str:
        """Draw the table as text, with every card visible."""
        from undercut import draw  # noqa: PLC0415  drawing is loaded only when needed

        return draw.text(self.position(), goals=self.goals)

    def _repr_svg_(self) -> str:
        """Draw the table as SVG, with every card visible, for notebooks."""
        from undercut import draw  # noqa: PLC0415  as above

        return draw.svg(self.position(), goals=self.goals)

    @property
    def goals(self) -> list[int] | None:
        """Each seat's points needed to win; None for games not won by points."""
        return self.game.spec.positions.goals(self._table)

    @property
    def to_go(self) -> list[int] | None:
        """What each seat still needs to win, such as points or cards; None if the game has no such count."""
        return self.game.spec.positions.to_go(self._table)

    # --- For the rest of the library ---

    def table_copy(self) -> Fields:
        """Copy the engine's state, for search and counting."""
        return copy_of(self._table)

    @property
    def shuffle_count(self) -> int:
        """How many shuffles there were since the deal, without copying them."""
        return len(self._shuffles)

    def shuffles_from(self, number: int) -> list[list[str]]:
        """Copy the shuffles from a number on, counted from 0."""
        return [list(shuffle) for shuffle in self._shuffles[number:]]

    def set_chance(self, chance: Source) -> None:
        """Change where random choices come from."""
        self._chance = chance

    def legal_codes(self) -> tuple[int, ...]:
        """List the codes of the legal moves, which are kept until the game goes on."""
        if self._listed is None:
            engine = self.game.engine
            buffer = [0] * engine.max_moves
            over = self._outcome or engine.functions.is_over(self._table)
            self._listed = () if over else (*buffer[: engine.functions.legal_moves(self._table, buffer)],)
        return self._listed

    # --- Inside ---

    def _legal_code(self, move: str | Move) -> int:
        """Return the code of a legal move, or raise: most moves are legal, and need not be parsed."""
        notation, written = str(move) if isinstance(move, Move) else move, facts_by_code(self.game.name)
        for code in self.legal_codes():
            if written[code].notation == notation:
                return code
        code = self._parse(move)
        if reason := self._refusal(code):
            raise IllegalMove(str(move), reason)
        return code

    def _refused(self, notation: str) -> CardOption:
        code = self._parse(notation)
        return CardOption(move_and_sentence(self.game, self._table, code, hides=False)[0], self._refusal(code))

    def _refusal(self, code: int) -> Reason | None:
        if result := self.result:
            return self.game.spec.words.over(result.reason)
        return None if code in self.legal_codes() else self.game.spec.card_options.refusal(self._table, code)

    def _parse(self, move: str | Move) -> int:
        if not isinstance(move, str | Move):  # pyright: ignore[reportUnnecessaryIsInstance]  callers may not check types
            raise BadNotation(f"{move!r:.40} is not a move")
        try:
            return self.game.spec.notation.parse(self._table, str(move))
        except ValueError as error:
            raise BadNotation(str(error)) from None

    def _settle_chance(self) -> None:
        functions = self.game.engine.functions
        pack = self.game.spec.pack
        while not functions.is_over(self._table) and (need := functions.chance_need(self._table)):
            # Undo and copies of this state keep the source as it was.
            self._chance = self._chance.copy()
            pool = [0] * self.game.engine.pack_size
            size = functions.chance_pool(self._table, pool)
            chosen = self._chance.order(pool[:size], need)
            functions.apply_chance(self._table, chosen)
            self._shuffles.append([pack.text(card) for card in chosen])

    def _log_and_position(self) -> tuple[object, ...]:
        return self.game, self._start, self._shuffles, self._moves, self.position()

    def _restore(self, before: Before) -> None:
        for name, value in before.fields:
            # Copies of this state share what they restore, so copy the lists.
            setattr(self._table, name, value[:] if isinstance(value, list) else value)
        self._chance = before.chance
        self._listed = None
        del self._shuffles[before.shuffles :]

    def _stamped(self, written: dict[str, JSON]) -> dict[str, JSON]:
        whole: dict[str, JSON] = {"game": self.game.name, "rules": self.game.rules, "seats": self.game.seats, **written}
        if self._outcome:
            outcome: JSON = {"winners": list(self._outcome.winners), "reason": self._outcome.reason}
            whole |= {"result": outcome, "phase": "over", "to_move": None}
        return whole
