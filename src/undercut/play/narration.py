"""Describe moves in sentences for one reader, naming only cards that the reader may know."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations

from undercut.cards import UNKNOWN, Pack
from undercut.engine.contract import Fields
from undercut.games.base.definition import GameSpec
from undercut.games.base.game_types import Move
from undercut.games.base.sentences import Aftermath, Icon, Plural, Sentence, Text, Tone, capitalized, the_card
from undercut.games.base.words import Arrival, GameWords, Sight
from undercut.play.moments import facts_by_code
from undercut.play.piles import Movement, Place
from undercut.translation import SPOKEN

_MOST_NAMED = 10

_BOT_IN_YOUR_SEAT = "The bot in your seat"
_AND = "{items} and {last}"
_YOUR_PILE = "your {pile}"
_PILE_OF = "{name}'s {pile}"
_CARDS = Plural("{count} card", "{count} cards")
_OTHER_CARDS = Plural("{count} other card", "{count} other cards")
_GO = Plural("{cards} goes to {place}.", "{cards} go to {place}.")
_SEEN = Plural("{cards} can be seen in {place}.", "{cards} can be seen in {place}.")
_TURNED_UP = Plural("{cards} is turned up.", "{cards} are turned up.")
_ON_TOP = Plural("{cards} is now on top of {place}.", "{cards} are now on top of {place}.")
_CARDS_GO = Plural("A card goes to {place}.", "{count} cards go to {place}.")


@dataclass(frozen=True, slots=True)
class Shown:
    """A move of a card as others are shown it: its `undercut.games.base.sentences.Brief` as they read it."""

    card: str
    verb: str
    tone: str
    icon: str  # empty for that of the tone
    hits: tuple[str, ...]  # the cards on the table that it affects


@dataclass(frozen=True, slots=True)
class EventText:
    text: str
    move: str | None = None
    cards: tuple[str, ...] = ()
    went: tuple[Movement, ...] = ()
    shown: Shown | None = None  # None for a move without a card, or with one that the reader may not know
    turned: Shown | None = None  # the card that the move turned up by itself, such as that of a new dump

    def followed_by(self, text: str) -> EventText:
        return replace(self, text=f"{self.text} {text}")

    def and_then(self, it: Aftermath | None, language: NullTranslations) -> EventText:
        """Add what the move led to by itself, and the card that it turned up next to the card that was played."""
        if it is None:
            return self
        said = self.followed_by(it.text.say(language))
        if not it.card:
            return said
        played = self.cards[:1] if self.shown else ()
        cards = tuple(dict.fromkeys((*played, it.card, *self.cards)))
        turned = Shown(it.card, it.verb.say(language), Tone.PLAIN.value, Icon.DRAW.value, ())
        return replace(said, cards=cards, turned=turned)


@dataclass(frozen=True, slots=True)
class Voice:
    """Addresses one reader: the reader's own seat is "you", others go by name."""

    names: Sequence[str]
    reader: int | None = None  # the reader's seat; None for a spectator
    stood_in: bool = False
    language: NullTranslations = SPOKEN

    def did(self, seat: int, sentence: Sentence) -> str:
        """Write a player's action as a sentence."""
        if seat == self.reader and not self.stood_in:
            return sentence.you(self.language)
        if seat == self.reader:
            return sentence.they(self.say(_BOT_IN_YOUR_SEAT), self.language)
        return sentence.they(self.names[seat], self.language, to_other=self.reader is not None)

    def say(self, template: str | Plural, **values: str | int | Text) -> str:
        """Write a message in the reader's language, with a value for each placeholder."""
        return Text(template, values).say(self.language)

    def place(self, words: GameWords, place: Place) -> str:
        """Name a place, for the middle of a sentence."""
        pile = self.say(words.pile(place.pile).place)
        if place.seat is None:
            return pile
        if place.seat == self.reader:
            return self.say(_YOUR_PILE, pile=pile)
        return self.say(_PILE_OF, pile=pile, name=self.names[place.seat])

    def joined(self, items: Sequence[str]) -> str:
        """Join names with commas and "and"."""
        if len(items) == 1:
            return items[0]
        return self.say(_AND, items=", ".join(items[:-1]), last=items[-1])


def move_text(
    words: GameWords, voice: Voice, seat: int, move: Move, sentence: Sentence, moved: Sequence[Movement]
) -> EventText:
    """Describe a move and the movements of cards that it caused."""
    played = [card for card in (move.card, move.target) if card and _is_card(words.pack, card)]
    sentences = [voice.did(seat, sentence)]
    cards = list(dict.fromkeys(played))
    for place, arrivals in _by_target(words, moved).items():
        pile = words.pile(place.pile)
        if pile.arrival is Arrival.UNTOLD:
            continue
        shown = [one.card for one in arrivals if one.source == one.target]
        gone = [one.card for one in arrivals if one.source != one.target]
        came = _others([card for card in gone if card != UNKNOWN], played)
        if shown:
            sentences.append(_arrival(words, voice, place, shown, stays=True))
        # Only of a hand do players see how many cards came without seeing the cards.
        is_hand = pile.sight is Sight.OWNER
        unseen = gone.count(UNKNOWN) if is_hand else 0
        drawn = sentence.drawn if is_hand and place.seat == seat else 0
        count = len(came) + unseen
        if count and (count != drawn or (came and count <= _MOST_NAMED)):
            sentences.append(_arrival(words, voice, place, came, unseen))
        cards += [card for card in dict.fromkeys(shown + came) if card not in played]
    return EventText(" ".join(sentences), move.notation, tuple(cards), tuple(moved))


def _others(came: list[str], played: list[str]) -> list[str]:
    """Return the cards that came besides those played, equal ones together."""
    if len(came) == 1:  # most moves
        return [] if came[0] in played else came
    return list((Counter(came) - Counter(played)).elements())


def _is_card(pack: Pack, text: str) -> bool:
    try:
        pack.code(text)
    except ValueError:
        return False
    return True


def _by_target(words: GameWords, moved: Iterable[Movement]) -> dict[Place, list[Movement]]:
    """Group movements by their target pile, in the order of the game's piles; rows of a pile count as one."""
    found: dict[Place, list[Movement]] = {}
    for one in moved:
        found.setdefault(one.target._replace(row=None), []).append(one)
    if len(found) > 1:
        order = {pile.id: number for number, pile in enumerate(words.piles)}
        return dict(sorted(found.items(), key=lambda entry: (order[entry[0].pile], entry[0].seat or 0)))
    return found


def _arrival(
    words: GameWords, voice: Voice, place: Place, cards: list[str], unseen: int = 0, *, stays: bool = False
) -> str:
    """Describe the arrival of cards at a place, or that they are now visible there."""
    count, where = len(cards) + unseen, voice.place(words, place)
    if not cards:
        return voice.say(_CARDS_GO, count=count, place=where)
    if count > _MOST_NAMED:
        named = voice.say(_CARDS, count=count)
    else:
        others = [voice.say(_OTHER_CARDS, count=unseen)] if unseen else []
        named = voice.joined([_name(words.pack, card, voice.language) for card in cards] + others)
    arrival = words.pile(place.pile).arrival
    if arrival is Arrival.ON_TOP:
        template = _ON_TOP
    elif arrival is Arrival.TURNED_UP:
        template = _TURNED_UP
    else:
        template = _SEEN if stays else _GO
    return voice.say(template, count=count, cards=capitalized(named), place=where)


def _name(pack: Pack, card: str, language: NullTranslations) -> str:
    return the_card(pack, pack.code(card)).say(language)


# A hidden move hides the one card that it names.
_HIDDEN_CARD = re.compile(r"[0-9A-Z]+[a-z]?")
_NOBODY: frozenset[int | None] = frozenset()


def without_card(notation: str) -> str:
    """Put ``?`` in place of the card that a move names."""
    return _HIDDEN_CARD.sub("?", notation)


def hidden_from(spec: GameSpec, seats: int, table: Fields, code: int) -> frozenset[int | None]:
    """List who may not know the card of a legal move; the public (None) knows only what every seat knows."""
    hides = spec.hides
    if not hides(table, code, None):
        return _NOBODY
    return frozenset(seat for seat in (None, *range(seats)) if hides(table, code, seat))


def told(spec: GameSpec, table: Fields, code: int, *, hides: bool) -> tuple[Move, Sentence]:
    """Describe a legal move, with its card or without."""
    written = facts_by_code(spec.name)[code]
    if not hides:
        sentence = spec.sentence(table, code)
        return Move(written.notation, sentence.order(), *written[2:]), sentence
    sentence = spec.sentence(table, code, hidden=True)
    return Move(without_card(written.notation), sentence.order(), written.kind, None, written.target), sentence
