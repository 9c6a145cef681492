"""What pages let a reader choose: games, levels of bots and lessons, summarised."""

from collections.abc import Sequence
from functools import cache

from msgspec import Struct

from undercut.bots.players import ADAPTIVE, PLAYERS, levels_of
from undercut.games.base import registry
from undercut.games.base.book import recommended
from undercut.games.base.parts.bots import LEVEL_NAMES, PERSONS
from undercut.games.base.parts.lessons import Lesson
from undercut.games.base.registry import spec
from undercut.lessons.courses import course, first_lesson
from undercut.lessons.learner import Learned, place_in, solved
from undercut.pages.addresses import lesson_address
from undercut.table.opening.terms import DUEL, OPPONENT_NAMES
from undercut.translation import N_, _, ngettext

_MINUTES = 3  # of a first lesson

_PLAYER_TEXTS = {
    "random": N_("Plays any legal move. Good for learning the rules."),
    "greedy": N_("Plays the move that looks best now, without looking ahead."),
}


class Choice(Struct, frozen=True):
    value: str
    text: str
    chosen: bool


class GameCard(Struct, frozen=True):
    name: str
    title: str
    pitch: str
    least: int
    most: int
    rule_set: str
    minutes: int = 0  # about how long a game takes; 0: not known
    players_at_once: int = 2  # at a table against bots that is opened with one click
    first_set: str = ""  # the rule set of the first games against bots: a shorter one if there is one
    first_minutes: int = 0

    @property
    def players(self) -> str:
        if self.least == self.most:
            return _("{count} players").format(count=self.least)
        return _("{least} to {most} players").format(least=self.least, most=self.most)

    @property
    def cover(self) -> tuple[str, ...]:
        return spec(self.name).words.cover

    @property
    def lesson(self) -> str:
        return lesson_address(self.name, "first", 1) if first_lesson(self.name) else ""


class LevelCard(Struct, frozen=True):
    name: str
    title: str
    text: str

    @property
    def searches(self) -> bool:
        return self.name not in PLAYERS

    @property
    def person(self) -> str:
        return PERSONS.get(self.name, ("",))[0]

    def opponents(self, players: int) -> str:
        if not self.person:
            return self.title
        if players > DUEL:
            return _("{count} {level} bots").format(count=players - 1, level=self.title.lower())
        return _("{person}, {level}").format(person=self.person, level=self.title.lower())


def game_card(name: str) -> GameCard:
    spec = registry.spec(name)
    taught, usual = course(name), recommended(spec)
    first = (taught and taught.first_game) or usual
    if spec.offer.minutes.get(first, 0) >= spec.offer.minutes.get(usual, 0):
        first = usual
    minutes = taught.first_minutes if taught else 0
    return GameCard(
        name=name,
        title=spec.title,
        pitch=" ".join(spec.words.told_pitch),
        least=spec.seats[0],
        most=spec.seats[-1],
        rule_set=usual,
        minutes=minutes or spec.offer.minutes.get(usual, 0),
        players_at_once=taught.first_seats if taught else spec.seats[0],
        first_set=first,
        first_minutes=minutes or spec.offer.minutes.get(first, 0),
    )


def game_cards() -> list[GameCard]:
    return [game_card(name) for name in registry.names()]


@cache
def levels(game: str = "", seats: int = 2) -> tuple[LevelCard, ...]:
    texts = {name: _(text) for name, text in _PLAYER_TEXTS.items()}
    if game:
        texts |= {name: levels_of(game).style(name, seats) for name in LEVEL_NAMES}
    return tuple(LevelCard(level, _(level.capitalize()), texts.get(level, "")) for level in OPPONENT_NAMES)


def opponents(game: str = "", seats: int = 2) -> list[LevelCard]:
    text = _("About as strong as you: one level up after you win, down after you lose.")
    return [LevelCard(ADAPTIVE, _("Adaptive"), text), *levels(game, seats)]


class LessonLink(Struct, frozen=True):
    title: str
    address: str
    game: str = ""  # the game's title
    done: bool = False
    step: int = 0  # at which it was left; 0 if it was not begun, or is done
    steps: int = 0

    @property
    def words(self) -> str:
        if not self.step:
            return self.title
        return _("Continue at step {step} of {steps}").format(step=self.step, steps=self.steps)

    @property
    def offer(self) -> str:
        if not self.step:
            return self.title
        minutes = -(-_MINUTES * (self.steps - self.step + 1) // self.steps)
        said = ngettext("Finish learning {game}: {count} minute", "Finish learning {game}: {count} minutes", minutes)
        return said.format(game=self.game, count=minutes)


def lesson_link(lesson: Lesson, known: Sequence[Learned]) -> LessonLink:
    step, is_done = place_in(known, lesson), (lesson.game, lesson.name) in solved(known)
    address = lesson_address(lesson.game, lesson.name, step or 1)
    return LessonLink(_(lesson.title), address, spec(lesson.game).title, is_done, step, len(lesson.steps))
