"""Describe moves and results in sentences for one reader, naming only cards that the reader may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from gettext import NullTranslations

from msgspec import Struct

from undercut.cards import Pack
from undercut.games.sentences import Plural, Sentence, Text, the_card
from undercut.games.words import Arrival, GameWords
from undercut.play.facts import Move, Outcome
from undercut.play.piles import UNKNOWN, Movement, Place
from undercut.server.tables import messages
from undercut.server.tables.scene import SceneLine, SceneMovement, ScenePlace
from undercut.translation import SPOKEN

_MOST_NAMED = 6


class EventText(Struct, frozen=True):
    """The description of an event for one reader.

    Args:
        text: One or more sentences.
        move: The notation, if the event is a move.
        cards: The cards involved.
        went: The movements of cards, in order.
    """

    text: str
    move: str | None = None
    cards: tuple[str, ...] = ()
    went: tuple[Movement, ...] = ()

    def followed_by(self, text: str) -> EventText:
        """Append a sentence."""
        return EventText(f"{self.text} {text}", self.move, self.cards, self.went)

    def line(self, seq: int, seat: int | None, at: float, number: int | None = None) -> SceneLine:
        """Make it a line of the log.

        Args:
            seq: The event's number.
            seat: The seat that acted.
            at: The time, in seconds since 1970.
            number: For a move: its number in the game.
        """
        went = [SceneMovement(one.card, _zone(one.source), _zone(one.target)) for one in self.went]
        return SceneLine(seq, seat, self.move, self.text, list(self.cards), at, went, number)


@lru_cache(maxsize=1024)
def _zone(place: Place) -> ScenePlace:
    return ScenePlace(place.zone, place.seat)


@dataclass(frozen=True, slots=True)
class Voice:
    """Addresses one reader: the reader's own seat is "you", others go by name.

    Args:
        names: The name of each seat.
        reader: The reader's seat; None for a spectator.
        stood_in: Whether a bot plays the reader's seat.
        language: The message catalogue of the reader's language.
    """

    names: Sequence[str]
    reader: int | None = None
    stood_in: bool = False
    language: NullTranslations = SPOKEN

    def did(self, seat: int, sentence: Sentence) -> str:
        """Write a player's action as a sentence.

        Example:
            >>> from undercut.games.sentences import Deed
            >>> draw = Deed("Draw.", "You draw.", "{name} draws.").said()
            >>> [Voice(["Ann", "Bob"], reader).did(0, draw) for reader in (0, 1)]
            ['You draw.', 'Ann draws.']
        """
        if seat == self.reader and not self.stood_in:
            return sentence.you(self.language)
        if seat == self.reader:
            return sentence.they(self.say(messages.BOT_IN_YOUR_SEAT), self.language)
        return sentence.they(self.names[seat], self.language, to_other=self.reader is not None)

    def stand_in(self, seat: int) -> str:
        """Name the bot that plays for a person, for the middle of a sentence."""
        if seat == self.reader:
            return self.say(messages.THE_BOT_IN_YOUR_SEAT)
        return self.say(messages.THE_BOT_IN_SEAT, name=self.names[seat])

    def say(self, template: str | Plural, **values: str | int | Text) -> str:
        """Write a message in the reader's language, with a value for each placeholder."""
        return Text(template, values).say(self.language)

    def place(self, words: GameWords, place: Place) -> str:
        """Name a place, for the middle of a sentence."""
        pile = self.say(words.pile(place.pile).place)
        if place.seat is None:
            return pile
        if place.seat == self.reader:
            return self.say(messages.YOUR_PILE, pile=pile)
        return self.say(messages.PILE_OF, pile=pile, name=self.names[place.seat])

    def joined(self, items: Sequence[str]) -> str:
        """Join names with commas and "and".

        Args:
            items: At least one name.

        Example:
            >>> Voice([]).joined(["Ann", "Bob", "Cem"])
            'Ann, Bob and Cem'
        """
        if len(items) == 1:
            return items[0]
        return self.say(messages.AND, items=", ".join(items[:-1]), last=items[-1])


def move_text(
    words: GameWords, voice: Voice, seat: int, move: Move, sentence: Sentence, moved: Sequence[Movement]
) -> EventText:
    """Describe a move and the movements of cards that it caused.

    Args:
        seat: The seat that moved.
        move: The move, as far as the reader may know it.
        sentence: The move's description, likewise.
        moved: The movements that the reader saw.
    """
    played = [card for card in (move.card, move.target) if card and _is_card(words.pack, card)]
    sentences = [voice.did(seat, sentence)]
    cards = list(dict.fromkeys(played))
    for place, arrivals in _by_target(words, moved).items():
        came = _others([one.card for one in arrivals if one.card != UNKNOWN], played)
        if came and words.pile(place.pile).arrival is not Arrival.UNTOLD:
            stays = all(one.source == place for one in arrivals)
            sentences.append(_arrival(words, voice, place, came, stays=stays))
            cards += [card for card in dict.fromkeys(came) if card not in played]
        elif place.pile == "hands" and place.seat != seat and (count := _number_gone(arrivals)):
            sentences.append(voice.say(messages.CARDS_GO, count=count, place=voice.place(words, place)))
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


def _number_gone(arrivals: Sequence[Movement]) -> int:
    return sum(one.source != one.target for one in arrivals)


def _arrival(words: GameWords, voice: Voice, place: Place, cards: list[str], *, stays: bool) -> str:
    """Describe the arrival of cards at a place, or that they are now visible there."""
    count = len(cards)
    if count > _MOST_NAMED:
        named = voice.say(messages.CARDS, count=count)
    else:
        named = voice.joined([_name(words.pack, card, voice.language) for card in cards])
    arrival = words.pile(place.pile).arrival
    if arrival is Arrival.ON_TOP:
        template = messages.ON_TOP
    elif arrival is Arrival.TURNED_UP:
        template = messages.TURNED_UP
    else:
        template = messages.SEEN if stays else messages.GO
    return voice.say(template, count=count, cards=named[0].upper() + named[1:], place=voice.place(words, place))


def _name(pack: Pack, card: str, language: NullTranslations) -> str:
    return the_card(pack, pack.code(card)).say(language)


def outcome_text(words: GameWords, outcome: Outcome, voice: Voice, stand_ins: Collection[int] = ()) -> str:
    """Describe the result of a game.

    Args:
        stand_ins: The seats in which a bot played for a person; the bot wins there, not the person.

    Example:
        >>> from undercut.games.cuttle.words import WORDS
        >>> [outcome_text(WORDS, Outcome((1,), "resigned"), Voice(["Ann", "Bob"], reader)) for reader in (0, 1)]
        ['Bob wins by resignation.', 'You win by resignation.']
    """
    reason = voice.say(words.end_text(outcome.reason))
    if not outcome.winners:
        return voice.say(messages.NO_ONE_WINS if outcome.abandoned else messages.DRAWN, reason=reason)
    you_win = voice.reader in outcome.winners and voice.reader not in stand_ins
    seats = [seat for seat in outcome.winners if not (you_win and seat == voice.reader)]
    others = [voice.stand_in(seat) if seat in stand_ins else voice.names[seat] for seat in seats]
    names = voice.joined([voice.say(messages.YOU)] * you_win + others)
    if you_win:
        template = messages.YOU_AND_OTHERS_WIN if others else messages.YOU_WIN
        return voice.say(template, winners=names, reason=reason)
    told = voice.say(messages.WIN, count=len(others), names=names, reason=reason)
    return told[0].upper() + told[1:]
