"""The parts of a definition that follow from a game's words and rules, for a game that leaves them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from undercut.decoding import JSON
from undercut.engine.contract import MoveParts, Value
from undercut.errors import Reason
from undercut.games.base import generated
from undercut.games.base.generated import DUE, HANDS, PHASES
from undercut.games.base.layout import ActionNumbers, Observations
from undercut.games.base.parts.levels import Search
from undercut.games.base.position_reader import FieldReader, Placed, members, unknown, write_result
from undercut.games.base.sentences import Brief, Deed, Sentence, Text, the_card
from undercut.games.base.words import GameWords, Pile, Sight

if TYPE_CHECKING:
    from undercut.games.base.definition import GameSpec

_COURSE = {"turn", "to_move", "phase", "result"}
_CHOOSE = Deed(
    "Play {card} and choose {choice}.",
    "You play {card} and choose {choice}.",
    "{name} plays {card} and chooses {choice}.",
)
_WINS_WITH = Deed("", "Your last card was {card}.", "{name}'s last card was {card}.")
_PLAY = Deed("Play {card}.", "You play {card}.", "{name} plays {card}.")


@dataclass(frozen=True, slots=True)
class Defaults:
    """Functions derived for one game, by the names of the fields of `GameSpec`.

    They serve a game whose cards are unique, whose piles are sets of cards and whose moves each play one card. A pile
    is a field of the table with a mask of cards, or with one mask per seat if the pile is owned; the code of a move is
    the code of its card. A game that differs defines that function itself.
    """

    own: GameSpec

    @property
    def words(self) -> GameWords:
        return self.own.words

    @property
    def rules(self) -> SimpleNamespace:
        """All names that the rule modules define."""
        return self.own.rule_names

    # --- Options ---

    def clash(self, options: dict[str, Value], seats: int) -> list[str]:
        """Report no conflict between options."""
        del options, seats
        return []

    def fit(self, options: dict[str, Value], seats: int) -> dict[str, Value]:
        """Change no option: all combinations are valid."""
        del options, seats
        return {}

    @property
    def fields(self) -> set[str]:
        """The fields of a position besides those common to all games."""
        return {pile.id for pile in self.words.piles} | self.words.numbers.keys() | _COURSE

    @property
    def unexplained(self) -> list[str]:
        """The fields of the table that a derived position would leave out."""
        known = self.fields | {option.name for option in self.own.options} | {"seats", "reason", DUE}
        return [name for name in self.rules.Table.lengths if name not in known]

    def full_pack(self, options: Mapping[str, Value]) -> list[int]:
        """List every card that is dealt: the whole pack."""
        del options
        return list(range(len(self.words.pack.texts)))

    # --- Notation ---

    def parse(self, s: Any, text: str) -> int:  # noqa: ANN401  every game has a table class of its own
        """Parse a move: the card to play, perhaps with a choice, or the name of a move without a card."""
        del s
        buttons, (card, _, choice) = [*self.words.buttons], text.partition("=")
        if choice in self.words.choices:
            return self.words.choice_code(self.words.pack.code(card), [*self.words.choices].index(choice))
        return len(self.words.pack.texts) + buttons.index(text) if text in buttons else self.words.pack.code(text)

    def write_move(self, move: int) -> str:
        cards, first = len(self.words.pack.texts), self.words.choice_code(0, 0)
        if move < cards:
            return self.words.pack.text(move)
        if move < first:
            return [*self.words.buttons][move - cards]
        card, choice = divmod(move - first, len(self.words.choices))
        return f"{self.words.pack.text(card)}={[*self.words.choices][choice]}"

    def parts(self, move: int) -> MoveParts:
        text = self.own.write_move(move)
        card, _, choice = text.partition("=")
        return MoveParts(text, None, None) if text in self.words.buttons else MoveParts("play", card, choice or None)

    def sentence(self, s: Any, move: int) -> Sentence:  # noqa: ANN401  as above
        del s
        text = self.own.write_move(move)
        if button := self.words.buttons.get(text):
            return button.deed.said()
        card, _, choice = text.partition("=")
        played = the_card(self.words.pack, self.words.pack.code(card))
        return _CHOOSE.said(card=played, choice=self.words.choices[choice]) if choice else _PLAY.said(card=played)

    # --- Legal moves and refusals ---

    def legal(self, s: Any) -> list[int]:  # noqa: ANN401  as above
        if self.rules.is_over(s):
            return []
        moves = [0] * self.rules.MAX_MOVES
        return moves[: self.rules.legal_moves(s, moves)]

    def hand(self, s: Any) -> list[str]:  # noqa: ANN401  as above
        """List the cards in the hand of the seat to move, if there is a pile ``hands`` of masks."""
        held = getattr(s, HANDS, None)
        pile = next((pile for pile in self.words.piles if pile.id == HANDS), None)
        return self._cards(held[s.to_move]) if held and pile and pile.owned else []

    def refusal(self, s: Any, move: int) -> Reason | None:  # noqa: ANN401  as above
        """Explain with the game's main clause that a move is not legal; None if it is."""
        if self.rules.is_over(s):
            return Reason(self.words.goal, "the game is over")
        return None if move in self.legal(s) else Reason(self.words.goal, "this move is not legal now")

    def taken_up(self, move: str) -> str | None:
        """Return the card that a move uses, if its notation begins with one."""
        return next((card for card in self.words.pack.texts if move.startswith(card)), None)

    def reason(self, s: Any, move: int) -> Reason | None:  # noqa: ANN401  as above
        """Explain why a move that is not legal is refused."""
        return self.own.refusal(s, move)

    def attempts(self, s: Any) -> dict[str, list[str]]:  # noqa: ANN401  as above
        """List the legal moves, and each card of the hand alone."""
        found: dict[str, list[str]] = {}
        for move in map(self.own.write_move, self.legal(s)):
            if taken := self.own.taken_up(move):
                found.setdefault(taken, []).append(move)
        for card in self.hand(s):
            with suppress(ValueError):
                found.setdefault(card, [self.own.write_move(self.own.parse(s, card))])
        return found

    def brief(self, s: Any, move: int) -> Brief:  # noqa: ANN401  as above
        """Name the kind of move, and the card that it is played on."""
        del s
        parts = self.own.parts(move)
        hits = (parts.target,) if parts.target in self.words.pack.texts else ()
        return Brief(Text(parts.kind.replace("_", " ").capitalize()), hits=hits)

    def story(self, s: Any, move: int, seat: int) -> Sentence:  # noqa: ANN401  as above
        """Name the last card."""
        del s, seat
        card = self.own.parts(move).card
        return _WINS_WITH.said(card=the_card(self.words.pack, self.words.pack.code(str(card))))

    # --- Batches and search ---

    @property
    def actions(self) -> ActionNumbers:
        """Number the moves by their codes: the cards, the moves without a card, the cards with a choice."""
        codes = self.words.choice_code(len(self.words.pack.texts), 0)
        made = generated.actions(self.own.name)
        return ActionNumbers(made.action, tuple(map(self.own.write_move, range(codes))), 1)

    @property
    def observations(self) -> Observations:
        """Write what a seat sees of each pile, and the numbers."""
        return generated.observations(self.own.name, self.words, max(self.own.seats), vars(self.rules))

    def search(self) -> Search:
        """Return a search that redeals the cards a seat cannot see and has no other heuristics."""
        return self.complete(Search)

    def complete(self, given: Callable[[], Search]) -> Search:
        """Let a search and a ranking without functions that redeal hidden cards redeal what a seat cannot see."""
        found, made = given(), generated.search(self.own.name, self.words)
        if made is None:
            return found
        searches = any(hasattr(module, "determinize") for module in found.modules)
        ranks = not found.ranking or any(hasattr(module, "deal_unseen") for module in found.ranking)
        return replace(
            found,
            modules=found.modules if searches else (*found.modules, made),
            ranking=found.ranking if ranks else (*found.ranking, made),
        )

    # --- Positions ---

    def write(self, s: Any) -> dict[str, JSON]:  # noqa: ANN401  as above
        over = bool(self.rules.is_over(s))
        result = write_result(self.rules.winners(s), self.words.reasons[int(s.reason)]) if over else None
        course: dict[str, JSON] = {"to_move": None if over else s.to_move, "turn": s.to_move, "phase": PHASES[over]}
        numbers: dict[str, JSON] = {name: getattr(s, name) for name in self.words.numbers}
        return course | {"result": result} | {pile.id: self._written(s, pile) for pile in self.words.piles} | numbers

    def _written(self, s: Any, pile: Pile) -> JSON:  # noqa: ANN401  as above
        held = getattr(s, pile.id)
        if pile.owned:
            return [[*self._cards(cards)] for cards in held[: _seats(s)]]
        return [*self._cards(held)]

    def _cards(self, cards: int) -> list[str]:
        return [self.words.pack.text(code) for code in members(cards)]

    def view(self, s: Any, seat: int | None) -> dict[str, JSON]:  # noqa: ANN401  as above
        """Write what a seat may know: as `views` says, else as the words say which piles are hidden."""
        if self.own.views != self.views:
            return self.own.views(s, [seat])[0]
        shown = self.write(s)
        for pile in self.words.piles:
            if pile.sight is Sight.ALL:
                continue
            if pile.owned:
                seen = seat if pile.sight is Sight.OWNER else None
                hands = cast("list[list[JSON]]", shown[pile.id])
                shown[pile.id] = [each if owner == seen else unknown(len(each)) for owner, each in enumerate(hands)]
            else:
                shown[pile.id] = unknown(len(cast("list[JSON]", shown[pile.id])))
        return shown

    def views(self, s: Any, seats: Sequence[int | None]) -> list[dict[str, JSON]]:  # noqa: ANN401  as above
        return [self.own.view(s, seat) for seat in seats]

    def hides(self, s: Any, move: int, seat: int | None) -> bool:  # noqa: ANN401  as above
        """Return False: every card is played openly."""
        del s, move, seat
        return False

    def goals(self, s: Any) -> list[int] | None:  # noqa: ANN401  as above
        """Return None: no total has to be reached."""
        del s

    def to_go(self, s: Any) -> list[int] | None:  # noqa: ANN401  as above
        """Return None: nothing tells how near a seat is to winning."""
        del s

    def read(self, reader: FieldReader, s: Any) -> None:  # noqa: ANN401  as above
        """Read a position into a fresh table; the reader collects the faults."""
        self._read_piles(reader, s)
        for name, number in self.words.told_numbers.items():
            values = number.values
            setattr(s, name, reader.whole(name, values[0], values[-1], values[0]))
        seats = _seats(s)
        s.to_move = reader.whole("turn", 0, seats - 1)
        over = reader.phase(PHASES)
        winners, s.reason = reader.ending(PHASES[over], seats, self.words.reasons)
        if reader.faults:
            return
        reader.check_to_move(PHASES[over], s.to_move)
        if s.reason and winners != self.rules.winners(s):
            reader.fault("result.winners", "the cards give other winners")
        if not over and not self.legal(s):
            reader.fault("phase", "there is no legal move")

    def _read_piles(self, reader: FieldReader, s: Any) -> None:  # noqa: ANN401  as above
        placed = Placed(reader, range(len(self.words.pack.texts)))
        for pile in self.words.piles:
            if pile.owned:
                rows = reader.rows(pile.id, _seats(s))
                held = getattr(s, pile.id)
                for seat, row in enumerate(rows):
                    where = f"{pile.id}[{seat}]"
                    if pile.id == HANDS and len(row) > self.rules.MAX_MOVES:
                        # Each card in a hand is a possible move, and the list of moves has no room for more.
                        reader.fault(
                            where,
                            "there are {count} cards; a hand has at most {most}",
                            count=len(row),
                            most=self.rules.MAX_MOVES,
                        )
                    held[seat] = placed.put_set(where, row)
            else:
                setattr(s, pile.id, placed.put_set(pile.id, reader.cards(pile.id)))
        placed.check_all_there(self.words.piles[-1].id)


def _seats(s: Any) -> int:  # noqa: ANN401  as above
    return getattr(s, "seats", 2)
