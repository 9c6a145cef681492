"""Play moves and describe them: from the views of the readers before and after each move."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from undercut.cards import UNKNOWN
from undercut.decoding import JSON
from undercut.games.base.definition import GameSpec
from undercut.games.base.game_types import Move
from undercut.games.base.sentences import Brief, Sentence
from undercut.play.narration import EventText, Shown, Voice, move_text
from undercut.play.piles import Changes, Movement, Place, changed, contents, movements
from undercut.play.sources import Recorded, Secure
from undercut.play.state import State

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
        """Find what each reader sees change."""
        return changed(self.spec.words.piles, [*self.views.values()], [*after.values()])

    def texts(
        self, voices: Sequence[Voice], changes: Sequence[Changes], after: Views, *, shuffled: bool
    ) -> list[EventText]:
        """Describe the move for each reader, and what it led to by itself."""
        found = self._movements(changes, shuffled=shuffled)
        texts: list[EventText] = []
        for voice, known, went in zip(voices, self.known, found, strict=True):
            text = move_text(self.spec.words, voice, self.seat, *known, went)
            views = self.views[voice.reader], after[voice.reader]
            led_to = self.spec.aftermath(known[0], *views, shuffled=shuffled)
            shown = self._shown(known[0], voice)
            texts.append(replace(text, shown=shown).and_then(led_to, voice.language))
        return texts

    def _shown(self, move: Move, voice: Voice) -> Shown | None:
        """Return the move as a reader who knows its card is shown it."""
        it = self.brief
        if it is None or move.card is None:
            return None
        verb = (it.told or it.verb).say(voice.language)
        return Shown(move.card, verb, it.tone.value, it.icon.value if it.icon else "", it.hits)

    def _movements(self, changes: Sequence[Changes], *, shuffled: bool) -> list[list[Movement]]:
        """Infer the movements that each reader saw, once for all readers who saw the same."""
        piles = self.spec.words.piles
        places = tuple(contents(piles, next(iter(self.views.values()))))
        played = [(move.card or UNKNOWN, self.hand) if self.hand else None for move, _ in self.known]
        seen, found = [*zip(changes, played, strict=True)], list[list[Movement]]()
        for number, (each, card) in enumerate(seen):
            same = seen.index((each, card))
            if same < number:
                found.append(found[same])
            else:
                found.append(movements(piles, places, each, played=card, shuffled=shuffled))
        return found


def announced(state: State, move: str | Move, views: Views, *, everything: bool = False) -> Announced:
    """Prepare the description of a legal move, before it is played."""
    seat = cast("int", state.to_move)
    known = state.told(move, [seat if everything else reader for reader in views])
    (own, _), *_ = state.told(move, [seat])
    hands = cast("list[list[str]]", (views.get(seat) or state.view(seat)).get("hands"))
    taken = state.game.spec.taken_up(own.notation)
    hand = Place("hands", seat) if hands and taken in hands[seat] else None
    return Announced(state.game.spec, seat, known, hand, views, state.brief(move))


def narrate(state: State, move: str | Move, voice: Voice, *, everything: bool = False) -> EventText:
    def views() -> dict[int | None, dict[str, JSON]]:
        return {voice.reader: state.position() if everything else state.view(voice.reader)}

    legal, shuffles = state.legal_move(move), len(state.shuffles)
    told = announced(state, legal, views(), everything=everything)
    state.play(legal)
    after = views()
    (text,) = told.texts([voice], told.changes(after), after, shuffled=len(state.shuffles) > shuffles)
    return text


def story(state: State, voice: Voice, *, everything: bool = False) -> Iterator[tuple[State, EventText | None]]:
    """Yield a game after the deal and each move, with the move's text for one reader; each is valid until the next."""
    again, pack = state.copy(), state.game.spec.pack
    moves = list(again.moves)
    while again.moves:
        again.undo()
    shuffles = state.shuffles[len(again.shuffles) :]
    again.set_chance(Recorded([[pack.code(card) for card in cards] for cards in shuffles], Secure()))
    yield again, None
    for move in moves:
        yield again, narrate(again, move, voice, everything=everything)
