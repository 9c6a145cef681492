"""Make lines of the log, and describe results to one reader."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from undercut.games.base.facts import Outcome
from undercut.games.base.words import GameWords
from undercut.play.narration import EventText, Voice
from undercut.play.piles import Place
from undercut.table import messages
from undercut.table.scene import SceneLine, SceneMovement, ScenePlace


def line(text: EventText, seq: int, seat: int | None, at: float, number: int | None = None) -> SceneLine:
    """Make the description of an event a line of the log."""
    went = [SceneMovement(one.card, _zone(one.source), _zone(one.target)) for one in text.went]
    return SceneLine(seq, seat, text.move, text.text, list(text.cards), at, went, number)


@lru_cache(maxsize=1024)
def _zone(place: Place) -> ScenePlace:
    return ScenePlace(place.zone, place.seat)


def outcome_text(words: GameWords, outcome: Outcome, voice: Voice, stand_ins: Collection[int] = ()) -> str:
    """Describe the result of a game.

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
    others = [_stand_in(voice, seat) if seat in stand_ins else voice.names[seat] for seat in seats]
    names = voice.joined([voice.say(messages.YOU)] * you_win + others)
    if you_win:
        template = messages.YOU_AND_OTHERS_WIN if others else messages.YOU_WIN
        return voice.say(template, winners=names, reason=reason)
    told = voice.say(messages.WIN, count=len(others), names=names, reason=reason)
    return told[0].upper() + told[1:]


def _stand_in(voice: Voice, seat: int) -> str:
    """Name the bot that plays for a person, for the middle of a sentence."""
    if seat == voice.reader:
        return voice.say(messages.THE_BOT_IN_YOUR_SEAT)
    return voice.say(messages.THE_BOT_IN_SEAT, name=voice.names[seat])
