"""A move told in sentences: what was done, and what became of which card, as far as one reader may know it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from msgspec import Struct

from undercut.cards import Pack
from undercut.play.facts import Move, Outcome
from undercut.play.game import Game

View = Mapping[str, object]
"""What a reader may know of the cards, as `State.view` writes it."""

Place = tuple[str, int | None]
"""A pile: the field of the view, and whose it is."""

_UNKNOWN = "?"
_OWNED = {"hands", "points", "permanents", "graveyards", "personal", "supply"}
_PLACES = {
    "hands": "{} hand",
    "points": "{} point cards",
    "permanents": "{} permanents",
    "scrap": "the scrap",
    "stock": "the top of the stock",
    "graveyards": "{} graveyard",
    "dump": "the dump",
    "side": "the side pile",
    "away": "the cards put away",
    "supply": "{} supply rows",
    "levels": "the level rows",
    "discards": "the discards",
}
_TOLD = {*_PLACES, "personal", "revealed"}
_MOST_NAMED = 6

_THIRD_PERSON = {"pass": "passes", "bury": "buries"}
_ALSO = (
    (" and draw ", " and draws "),
    (" and take ", " and takes "),
    (" and end ", " and ends "),
    ("your hand", "the whole hand"),
    ("your graveyard", "the graveyard"),
    (" that you were dealt", " just dealt"),
    (" may give you a card", " may give a card"),
)
_OTHER = ("the other player scraps", "you scrap")
"""What a game of two says of the one who does not move."""

_REASONS = {
    "points": "by points",
    "passes": "three passes in a row",
    "went_out": "by going out",
    "no_cups": "no cup is left in play",
    "smallest_graveyard": "with the smallest graveyard",
    "guard": "nobody could make headway",
    "emptied": "by emptying the personal deck",
    "stalemate": "nobody can move any more",
    "resigned": "by resignation",
    "agreed": "by agreement",
    "time": "on time",
}


_ADDING = ("by ", "with ", "on ")
"""How reasons begin that go on with the sentence; the others stand by themselves."""


class Told(Struct, frozen=True):
    """An event as one reader may know it.

    Args:
        text: What happened, in sentences.
        move: The move in notation, if it was one.
        cards: The cards that it happened to.
    """

    text: str
    move: str | None = None
    cards: tuple[str, ...] = ()


class Voice(Struct, frozen=True):
    """How one reader is told of the players: the reader's own seat is "you".

    Args:
        names: What to call each seat.
        reader: The reader's seat; None: a spectator.
        stood_in: Whether a bot plays the reader's seat.
    """

    names: Sequence[str]
    reader: int | None = None
    stood_in: bool = False

    def did(self, seat: int, text: str) -> str:
        """Say that somebody did something.

        Args:
            seat: Who.
            text: What, as the sentence of a move: ``"Draw a card."``.

        Example:
            >>> [Voice(["Ann", "Bob"], reader).did(0, "Bury your hand.") for reader in (0, 1)]
            ['You bury your hand.', 'Ann buries the whole hand.']
        """
        if seat != self.reader:
            told = third_person(self.names[seat], text)
            return told if self.reader is None else told.replace(*_OTHER)
        if self.stood_in:
            return third_person("The bot in your seat", text)
        return f"You {text[0].lower()}{text[1:]}"

    def name(self, seat: int) -> str:
        """Call somebody, not at the beginning of a sentence.

        Args:
            seat: Who.
        """
        return "you" if seat == self.reader else self.names[seat]

    def whose(self, seat: int) -> str:
        """Say whose something is.

        Args:
            seat: Who.
        """
        return "your" if seat == self.reader else f"{self.names[seat]}'s"


Seen = dict[Place, object]
"""What lies in each place, as one view shows it."""


class Change(Struct, frozen=True):
    """What a move changed in one place, as far as one reader can see.

    Args:
        place: The place.
        came: The cards that the reader can name there and could not before.
        went: The cards that the reader could name there and cannot any more.
        grew: How many more cards lie there.
    """

    place: Place
    came: Counter[str]
    went: Counter[str]
    grew: int


def look(game: Game, view: View) -> Seen:
    """Take a view's piles apart by place.

    Args:
        game: The game.
        view: The view.
    """
    seen: Seen = {}
    for name in game.spec.piles:
        value = view[name]
        if name in _OWNED:
            seen |= {(name, owner): part for owner, part in enumerate(cast("list[object]", value))}
        else:
            seen[name, None] = value
    return seen


def compare(before: Seen, after: Seen) -> list[Change]:
    """List the places where a reader sees a change.

    Args:
        before: What the reader saw.
        after: What the reader sees.

    Example:
        >>> import undercut
        >>> state = undercut.game("cuttle").deal(seed=7)
        >>> before = look(state.game, state.view(1))
        >>> move = state.play("draw")
        >>> [(change.place, change.came, change.grew) for change in compare(before, look(state.game, state.view(1)))]
        [(('hands', 0), Counter(), 1), (('stock', None), Counter(), -1)]
    """
    changes: list[Change] = []
    for place, now in after.items():
        then = before[place]
        if now != then:
            old, new = Counter(_cards(then)), Counter(_cards(now))
            grew = new.total() - old.total()
            del old[_UNKNOWN], new[_UNKNOWN]
            changes.append(Change(place, new - old, old - new, grew))
    return changes


def reveals(changes: Sequence[Change]) -> bool:
    """Tell whether a reader can name a card after these changes that could not be named before.

    Args:
        changes: What changed, everywhere.
    """
    came = sum((change.came for change in changes), Counter[str]())
    went = sum((change.went for change in changes), Counter[str]())
    return bool(came - went)


def _cards(value: object) -> Iterator[str]:
    """List the cards of a pile, however it is nested; an unknown one is ``?``."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _cards(item)
    elif isinstance(value, dict):
        entry = cast("dict[str, object]", value)
        yield from _cards([entry.get("card"), entry.get("jacks")])


def tell(game: Game, voice: Voice, seat: int, move: Move, changes: Sequence[Change]) -> Told:
    """Tell a move.

    Args:
        game: The game.
        voice: How the reader is told of the players.
        seat: Who played it.
        move: The move as the reader may know it.
        changes: What it changed, as the reader sees it.
    """
    pack = game.spec.pack
    played = Counter(card for card in (move.card, move.target) if card and _is_card(pack, card))
    sentences = [voice.did(seat, move.text)]
    cards = [*played]
    for change in changes:
        pile, owner = change.place
        came = list((change.came - played).elements())
        if came and pile in _TOLD:
            lies_open = pile == "hands" and owner != seat and change.grew <= 0
            sentences.append(_arrival(pack, voice, change.place, came, lies_open=lies_open))
            cards += [card for card in dict.fromkeys(came) if card not in played]
        elif pile == "hands" and owner != seat and change.grew > 0:
            what = "A card goes" if change.grew == 1 else f"{change.grew} cards go"
            sentences.append(f"{what} to {voice.whose(owner or 0)} hand.")
    return Told(" ".join(sentences), move.notation, tuple(cards))


def _is_card(pack: Pack, text: str) -> bool:
    try:
        pack.code(text)
    except ValueError:
        return False
    return True


def _arrival(pack: Pack, voice: Voice, place: Place, cards: list[str], *, lies_open: bool) -> str:
    """Say that cards came to a place, or that they can be seen there now."""
    pile, owner = place
    whose = "" if owner is None else voice.whose(owner)
    many = len(cards) > 1
    what = f"{len(cards)} cards" if len(cards) > _MOST_NAMED else joined([card_name(pack, card) for card in cards])
    what = what[0].upper() + what[1:]
    if pile == "personal":
        return f"{what} is now on top of {whose} personal deck."
    if pile == "revealed":
        return f"{what} {'are' if many else 'is'} turned up."
    where = _PLACES[pile].format(whose)
    if lies_open:
        return f"{what} can be seen in {where}."
    return f"{what} {'go' if many else 'goes'} to {where}."


def card_name(pack: Pack, card: str) -> str:
    """Call a card by its name.

    Args:
        pack: The pack that it belongs to.
        card: The card as notation writes it.

    Example:
        >>> from undercut.cards import FRENCH
        >>> card_name(FRENCH, "7h")
        'the seven of hearts'
    """
    return f"the {pack.name(pack.code(card))}"


def joined(words: Sequence[str]) -> str:
    """Join words as a sentence does.

    Args:
        words: At least one.

    Example:
        >>> joined(["Ann", "Bob", "Cem"])
        'Ann, Bob and Cem'
    """
    return " and ".join([*([", ".join(words[:-1])] if words[1:] else []), words[-1]])


def third_person(name: str, text: str) -> str:
    """Turn the sentence of a move into what somebody did.

    Args:
        name: Who.
        text: The sentence, such as ``"Draw a card."``.

    Example:
        >>> third_person("Ann", "Put the four on supply row 1 and end the turn.")
        'Ann puts the four on supply row 1 and ends the turn.'
    """
    verb, space, rest = text.partition(" ")
    bare = verb.rstrip(".").lower()
    done = _THIRD_PERSON.get(bare, f"{bare}s") + verb[len(bare) :]
    for you, they in _ALSO:
        rest = (space + rest).replace(you, they)[len(space) :]
    return f"{name} {done}{space}{rest}"


def outcome_text(outcome: Outcome, voice: Voice) -> str:
    """Say how a game ended.

    Args:
        outcome: The outcome.
        voice: How the reader is told of the players.

    Example:
        >>> [outcome_text(Outcome((1,), "resigned"), Voice(["Ann", "Bob"], reader)) for reader in (0, 1)]
        ['Bob wins, by resignation.', 'You win, by resignation.']
    """
    reason = _REASONS.get(outcome.reason, outcome.reason.replace("_", " "))
    if not outcome.winners:
        return f"A draw: {reason}."
    winners = joined([voice.name(seat) for seat in sorted(outcome.winners, key=lambda seat: seat != voice.reader)])
    alone = len(outcome.winners) == 1 and voice.reader not in outcome.winners
    link = "," if reason.startswith(_ADDING) else ":"
    return f"{winners[0].upper()}{winners[1:]} {'wins' if alone else 'win'}{link} {reason}."
