"""A game whose random choices are made from outside, card by card, as game trees with chance need it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from math import comb
from typing import cast

from undercut.decoding import JSON
from undercut.errors import UndercutError
from undercut.play.game import Game
from undercut.play.moments import facts_by_code
from undercut.play.state import State

_STAMP = ("game", "rules", "seats", "seat")
_CARD = re.compile(r"[0-9A-Z]+[a-z]")


class _MissingChoiceError(ValueError):
    def __init__(self, cards: list[int], number: int) -> None:
        super().__init__("a random choice is missing")
        self.cards = cards
        self.number = number


class _Given:
    """A source of random choices that were made outside."""

    def __init__(self, chosen: list[list[int]]) -> None:
        self.chosen = chosen

    def order(self, cards: list[int], first: int) -> list[int]:
        if not self.chosen:
            raise _MissingChoiceError(cards, first)
        return self.chosen.pop(0)

    def copy(self) -> _Given:
        return _Given([*self.chosen])


@cache
def _pack(game: Game) -> list[int]:
    return game.pack


@cache
def _chances(size: int, rest: int) -> tuple[float, ...]:
    """Return the chance of each of some cards in order to be the lowest of a hand, which has more cards after it."""
    ways = comb(size, rest + 1)
    return tuple(comb(size - place - 1, rest) / ways for place in range(size - rest))


class Dealing:
    """A game, from before its deal, in which chance chooses one card at a time.

    Cards whose order makes no difference, those of a hand, are chosen in rising order. The last card of the pack, which
    is certain, is not asked for: all deals take equally many choices.
    """

    __slots__ = (
        "_blocks", "_left", "_legal", "_made", "_move", "_need", "_seen", "_views", "_written",
        "chosen", "game", "log", "state",
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state: State | None = None  # do not change it
        self.chosen: list[int] = []
        self.log: list[list[int] | str] = []  # the cards of each complete choice, the notation of each move
        self._seen: list[list[str]] = [[] for _ in range(game.seats)]
        self._written = 0  # the number of positions that the seats' lines tell of
        self._move: str | None = None
        self._made: list[list[int]] = []
        self._views: list[dict[str, JSON]] = [{}] * game.seats
        self._legal: dict[int, str] | None = None
        hands = cast("tuple[int, ...]", {**game.spec.usual_deal, **game.options}.get("dealt", ()))
        self._blocks = [*accumulate(hands)]
        self._need = 0
        self._ask(_pack(game), len(_pack(game)))

    def _ask(self, cards: list[int], number: int) -> None:
        """Let chance choose a number of cards."""
        self._left = dict(sorted(Counter(cards).items()))  # how many of each are left
        self._need = number

    def __deepcopy__(self, memo: dict[int, object]) -> Dealing:
        """Return an independent copy, without copying what never changes."""
        twin = Dealing.__new__(Dealing)
        for name in self.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if isinstance(value, list) else value)  # pyright: ignore[reportUnknownArgumentType]
        twin._seen = [lines[:] for lines in self._seen]  # noqa: SLF001  a Dealing, too
        twin._left = self._left.copy()  # noqa: SLF001  as above
        twin.state = self.state and self.state.copy()
        return twin

    @property
    def is_chance(self) -> bool:
        """Whether a card is to be chosen at random."""
        return self._need > 0

    def outcomes(self) -> list[tuple[int, float]]:
        """List the cards that chance may choose now, with their probabilities."""
        end = next((block for block in self._blocks if block > len(self.chosen)), 0)
        if not end:
            size = sum(self._left.values())
            return [(card, number / size) for card, number in self._left.items() if number]
        start = max((block for block in self._blocks if block <= len(self.chosen)), default=0)
        least = self.chosen[-1] if len(self.chosen) > start else -1
        cards = [card for card, number in self._left.items() if card > least for _ in range(number)]
        # The lowest of the cards that are left of the hand: each set of them is equally likely.
        return list(zip(cards, _chances(len(cards), end - len(self.chosen) - 1), strict=False))

    def choose(self, card: int) -> None:
        """Let chance choose a card."""
        self._take(card)
        if len(self.chosen) == self._need - 1 and sum(self._left.values()) == 1:
            self._take(self.outcomes()[0][0])
        if len(self.chosen) < self._need:
            return
        self.log.append(self.chosen)
        self._made.append(self.chosen)
        self.chosen, self._need, self._blocks = [], 0, []
        if self._move is not None:
            self._carry_out(self._move)
            return
        table = self.game.fresh_table()
        self.game.engine.functions.deal(table, self._made.pop())
        self.state = State(self.game, table, _Given([]))

    def _take(self, card: int) -> None:
        self.chosen.append(card)
        self._left[card] -= 1

    def legal(self) -> dict[int, str]:
        """List the legal moves by number."""
        if self._legal is None:
            codes, written = self.state.legal_codes() if self.state else [], facts_by_code(self.game.name)
            self._legal = {cast("int", written[code].action): written[code].notation for code in codes}
        return self._legal

    def move(self, number: int) -> None:
        """Play a legal move; chance may have to choose cards before it is complete."""
        notation = self.legal()[number]
        self.log.append(notation)
        self._made = []
        self._carry_out(notation)

    def view(self, seat: int | None) -> dict[str, JSON]:
        """Return what a seat sees; nothing before the deal."""
        return self.state.view(seat) if self.state else {}

    def hidden_from(self, seat: int) -> list[int]:
        """List the cards that a seat has never seen."""
        seen = set(_CARD.findall("\n".join(self.seen[seat])))
        return [card for card in self.game.pack if self.game.spec.pack.text(card) not in seen]

    def again(self, cards: Mapping[int, int]) -> Dealing | None:
        """Repeat the game with other cards in place of some; None if it could not have gone that way."""
        if self.is_chance:
            message = "chance is choosing; repeat the game at a player's move"
            raise UndercutError(message)
        twin, pack = Dealing(self.game), self.game.spec.pack
        texts = {pack.text(old): pack.text(new) for old, new in cards.items()}
        for entry in self.log:
            if isinstance(entry, str):
                move = _CARD.sub(lambda found: texts.get(found[0], found[0]), entry)
                number = next((number for number, legal in twin.legal().items() if legal == move), None)
                if number is None or twin.is_chance:
                    return None
                twin.move(number)
                continue
            if not twin.is_chance:
                return None
            chosen = [cards.get(card, card) for card in entry]
            if twin.state is None:
                chosen = twin._sorted(chosen)
            if not twin._choose_all(chosen):
                return None
        return None if twin.is_chance else twin

    def _choose_all(self, chosen: list[int]) -> bool:
        entries = len(self.log)
        for card in chosen:
            if len(self.log) > entries:
                break
            if card not in dict(self.outcomes()):
                return False
            self.choose(card)
        return self.log[entries:] == [chosen]

    def _sorted(self, order: list[int]) -> list[int]:
        """Put the cards of each hand in rising order."""
        found, start = order[:], 0
        for end in self._blocks:
            found[start:end] = sorted(found[start:end])
            start = end
        return found

    def _carry_out(self, move: str) -> None:
        state = cast("State", self.state)
        state.set_chance(_Given([*self._made]))
        try:
            state.play(move)
        except _MissingChoiceError as missing:
            self._move = move
            self._ask(missing.cards, missing.number)
            return
        self._move, self._legal = None, None

    @property
    def seen(self) -> list[list[str]]:
        """For each seat, all that it has seen, in order; written when it is asked for, since few algorithms ask."""
        if self.state is None:
            return self._seen
        back, seats = self.state.copy(), range(self.game.seats)
        missing: list[tuple[list[str], list[dict[str, JSON]]]] = []
        for _ in range(len(back.moves) + 1 - self._written):
            views = [_changing(back.view(seat)) for seat in seats]
            move = back.undo() if back.moves else None
            told = [f"{back.to_move}: {told}" for told, _ in back.told(move, seats)] if move else []
            missing.append((told, views))
        for told, views in reversed(missing):
            self._write(told, views)
        return self._seen

    def _write(self, told: list[str], views: list[dict[str, JSON]]) -> None:
        """Note for each seat a move, and what it has changed in the seat's view."""
        before, self._views = self._views, views
        self._written += 1
        for seat, lines in enumerate(self._seen):
            old, new = before[seat], views[seat]
            changed = {name: value for name, value in new.items() if name not in old or old[name] != value}
            lines += [*told[seat : seat + 1], json.dumps(changed, separators=(",", ":"))]


def _changing(view: dict[str, JSON]) -> dict[str, JSON]:
    """Leave out what is the same all game long."""
    return {name: value for name, value in view.items() if name not in _STAMP}
