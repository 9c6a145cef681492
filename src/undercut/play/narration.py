"""Describe moves in sentences for one reader, naming only cards that the reader may know."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Self, cast

from undercut.cards import UNKNOWN, Pack
from undercut.decoding import JSON
from undercut.games.base.definition import GameSpec
from undercut.games.base.game_types import Move, hands_in
from undercut.games.base.parts.explanation import Aftermath, Brief, Icon, Tone
from undercut.games.base.sentences import Plural, Sentence, Text, capitalized, the_card
from undercut.games.base.words import Arrival, GameWords, Sight
from undercut.play.piles import Changes, Movement, Place, Played, changed, contents, movements
from undercut.play.sources import Recorded, Secure
from undercut.play.state import State

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
_ON_TOP = "{place} now shows {cards}."
_CARDS_GO = Plural("A card goes to {place}.", "{count} cards go to {place}.")


@dataclass(frozen=True, slots=True)
class Shown:
    """A move of a card as others are shown it: its `undercut.games.base.parts.explanation.Brief` as they read it."""

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

    def followed_by(self, text: str) -> Self:
        return replace(self, text=f"{self.text} {text}")

    def and_then(self, it: Aftermath | None) -> Self:
        """Add what the move led to by itself, and the card that it turned up next to the card that was played."""
        if it is None:
            return self
        said = self.followed_by(it.text.say())
        if not it.card:
            return said
        played = self.cards[:1] if self.shown else ()
        cards = tuple(dict.fromkeys((*played, it.card, *self.cards)))
        turned = Shown(it.card, it.verb.say(), Tone.PLAIN.value, Icon.DRAW.value, ())
        return replace(said, cards=cards, turned=turned)


@dataclass(frozen=True, slots=True)
class Voice:
    """Addresses one reader: the reader's own seat is "you", others go by name."""

    names: Sequence[str]
    reader: int | None = None  # the reader's seat; None for a spectator
    stood_in: bool = False

    def did(self, seat: int, sentence: Sentence) -> str:
        if seat == self.reader and not self.stood_in:
            return sentence.you()
        if seat == self.reader:
            return sentence.they(self.say(_BOT_IN_YOUR_SEAT))
        return sentence.they(self.names[seat], to_other=self.reader is not None)

    def say(self, template: str | Plural, **values: str | int | Text) -> str:
        return Text(template, values).say()

    def place(self, words: GameWords, place: Place) -> str:
        pile = self.say(words.pile(place.pile).place)
        if place.seat is None:
            return pile
        if place.seat == self.reader:
            return self.say(_YOUR_PILE, pile=pile)
        return self.say(_PILE_OF, pile=pile, name=self.names[place.seat])

    def joined(self, items: Sequence[str]) -> str:
        if len(items) == 1:
            return items[0]
        return self.say(_AND, items=", ".join(items[:-1]), last=items[-1])


def move_text(
    words: GameWords, voice: Voice, seat: int, move: Move, sentence: Sentence, moved: Sequence[Movement]
) -> EventText:
    played = [card for card in (move.card, move.target) if card and _is_card(words.pack, card)]
    sentences = [voice.did(seat, sentence)]
    cards = list(dict.fromkeys(played))
    for place, arrivals in _by_target(words, moved).items():
        pile = words.pile(place.pile)
        if pile.arrival is Arrival.UNTOLD:
            continue
        shown = [one.card for one in arrivals if one.source == one.target]
        gone = [one.card for one in arrivals if one.source != one.target]
        left = {one.card for one in moved if one.source == place}
        came = _others([card for card in gone if card != UNKNOWN], [card for card in played if card not in left])
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
    count, where = len(cards) + unseen, voice.place(words, place)
    if not cards:
        return voice.say(_CARDS_GO, count=count, place=where)
    if count > _MOST_NAMED:
        named = voice.say(_CARDS, count=count)
    else:
        others = [voice.say(_OTHER_CARDS, count=unseen)] if unseen else []
        named = voice.joined([the_card(words.pack, words.pack.code(card)).say() for card in cards] + others)
    arrival = words.pile(place.pile).arrival
    if arrival is Arrival.ON_TOP:
        return voice.say(_ON_TOP, cards=named, place=capitalized(where))
    template = _SEEN if stays else _GO
    if arrival is Arrival.TURNED_UP:
        template = _TURNED_UP
    pair = count == 1 and words.pack.names[words.pack.code(cards[0])] in words.pack.pairs
    return voice.say(template, count=count + pair, cards=capitalized(named), place=where)


# --- Moves played and described, from the views of the readers before and after each ----------------------------------


Views = Mapping[int | None, Mapping[str, object]]  # views by reader


class Announced(NamedTuple):
    """A legal move before it is played, as each of some readers may know it."""

    spec: GameSpec
    seat: int
    known: list[tuple[Move, Sentence]]
    hand: Place | None
    views: Views
    brief: Brief | None

    def changes(self, after: Views) -> list[Changes]:
        return changed(self.spec.words.piles, [*self.views.values()], [*after.values()])

    def texts(
        self, voices: Sequence[Voice], changes: Sequence[Changes], after: Views, *, shuffled: bool
    ) -> list[EventText]:
        found = self._movements(changes, shuffled=shuffled)
        texts: list[EventText] = []
        for voice, known, went in zip(voices, self.known, found, strict=True):
            text = move_text(self.spec.words, voice, self.seat, *known, went)
            views = self.views[voice.reader], after[voice.reader]
            led_to = self.spec.sentences.aftermath(known[0], *views, shuffled=shuffled)
            shown = self._shown(known[0], voice)
            texts.append(replace(text, shown=shown).and_then(led_to))
        return texts

    def _shown(self, move: Move, voice: Voice) -> Shown | None:
        it = self.brief
        if it is None or move.card is None:
            return None
        verb = it.verb.say() if voice.reader == self.seat else (it.told or it.verb).say()
        return Shown(move.card, verb, it.tone.value, it.icon.value if it.icon else "", it.hits)

    def _played(self, move: Move, view: Mapping[str, object]) -> Played | None:
        """Return the card that the move takes from the hand, as a reader with this view knows it."""
        if self.hand is None:
            return None
        held = hands_in(view)[self.seat]
        return Played(move.card or UNKNOWN, self.hand, UNKNOWN not in held)

    def _movements(self, changes: Sequence[Changes], *, shuffled: bool) -> list[list[Movement]]:
        """Infer the movements that each reader saw, once for all readers who saw the same."""
        piles = self.spec.words.piles
        places = tuple(contents(piles, next(iter(self.views.values()))))
        played = [self._played(move, view) for (move, _), view in zip(self.known, self.views.values(), strict=True)]
        seen, found = [*zip(changes, played, strict=True)], list[list[Movement]]()
        for number, (each, card) in enumerate(seen):
            same = seen.index((each, card))
            if same < number:
                found.append(found[same])
            else:
                found.append(movements(piles, places, each, played=card, shuffled=shuffled))
        return found


def announced(state: State, move: str | Move, views: Views, *, everything: bool = False) -> Announced:
    seat = cast("int", state.to_move)
    known = state.described(move, [seat if everything else reader for reader in views])
    (own, _), *_ = state.described(move, [seat])
    hands = cast("list[list[str]]", (views.get(seat) or state.view(seat)).get("hands"))
    taken = state.game.spec.card_options.taken_up(own.notation)
    hand = Place("hands", seat) if hands and taken in hands[seat] else None
    return Announced(state.game.spec, seat, known, hand, views, state.brief(move))


def narrate(state: State, move: str | Move, voice: Voice, *, everything: bool = False) -> EventText:
    def views() -> dict[int | None, dict[str, JSON]]:
        return {voice.reader: state.position() if everything else state.view(voice.reader)}

    legal, shuffles = state.legal_move(move), state.shuffle_count
    told = announced(state, legal, views(), everything=everything)
    state.play(legal)
    after = views()
    (text,) = told.texts([voice], told.changes(after), after, shuffled=state.shuffle_count > shuffles)
    return text


def narrated(state: State, voice: Voice, *, everything: bool = False) -> Iterator[tuple[State, EventText | None]]:
    """Yield a game after the deal and each move, with the move's text for one reader; each is valid until the next."""
    again, pack = state.copy(), state.game.spec.pack
    moves = list(again.moves)
    while again.moves:
        again.undo()
    shuffles = state.shuffles_from(again.shuffle_count)
    again.set_chance(Recorded([[pack.code(card) for card in cards] for cards in shuffles], Secure()))
    yield again, None
    for move in moves:
        yield again, narrate(again, move, voice, everything=everything)
