"""Lessons and puzzles: the page of one step, the coach's words and the table as in a game; and the lists of both."""

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from undercut.cards import UNKNOWN
from undercut.draw.read import number, seat_cards
from undercut.games.base.book import rules_title
from undercut.games.base.parts.lessons import Lesson
from undercut.games.base.registry import spec
from undercut.games.base.sentences import named
from undercut.lessons import learner
from undercut.lessons.courses import POSSIBLE, find_lesson, lessons, next_lesson, puzzles
from undercut.lessons.learner import LESSON, YOU, Learned, LessonPosition, TryResult
from undercut.pages.addresses import lesson_address, rule_address
from undercut.pages.game_cards import GameCard, LessonLink, game_card, game_cards, lesson_link
from undercut.play.game import Game
from undercut.play.loading import from_position
from undercut.play.state import State
from undercut.table.events import Sat
from undercut.table.opening.deals import streak
from undercut.table.parts import Reader
from undercut.table.replay import table_at
from undercut.table.scene import Permissions, Scene
from undercut.table.showing import Live, scene
from undercut.table.table import Table
from undercut.translation import _, ngettext

PuzzleState = Literal["new", "missed", "late", "right"]  # late: solved after a wrong try

_CACHED = 512
_FIRST = "first"  # the lesson that a newcomer takes; its later steps do not name the card
_MOST_TOLD = 2  # reasons why a solution works
_MOST_ANSWERS = 4  # moves that are told against a wrong one; the table shows all
_SENTENCES = re.compile(r"(?<=[.]) ")
_FANNED = 6  # most cards of a hand in a picture


class LessonPage(Struct, frozen=True):
    game: str
    lesson: str
    lesson_title: str
    step: int
    steps: int
    title: str
    text: str
    wrong: str  # the answer to a wrong try; empty if none was made
    refuted: str  # what the other player plays against it; the scene then shows that
    why: str  # why the solution of a puzzle works, once it is solved or shown
    others: str  # what the other moves lack; empty before that
    clause: str | None
    read: bool
    right: str  # what the right move before this step did; empty if none led here
    answered: str  # the answers to it
    note: str  # a remark on another right move that was tried; empty if there was none
    rating: int  # the difficulty of a puzzle; 0 in other lessons
    yours: int  # the learner's own rating; 0 in other lessons
    change: int | None  # by how much this puzzle changed it; None if it has not counted yet
    # The right moves of a puzzle, once its first try is over, or that of a later step of a first lesson; may be empty.
    solution: str
    answer: str  # the first of them
    next: str  # the address of the lesson or puzzle that follows; empty after the last one
    scene: Scene

    @property
    def over(self) -> bool:
        return self.step > self.steps

    @property
    def card(self) -> GameCard:
        return game_card(self.game)

    @property
    def address(self) -> str:
        return lesson_address(self.game, self.lesson)


def lesson_page(
    lesson: Lesson, number: int, known: Sequence[Learned] = (), verdict: TryResult | None = None, by: str = ""
) -> LessonPage:
    step = lesson.steps[number - 1] if number <= len(lesson.steps) else None
    read = step is not None and not step.wanted
    is_other = by not in ("", *lesson.steps[number - 2].wanted[:1])
    shown = _lesson_scene(lesson.game, lesson.name, number - 1, "" if step else by)
    yours = learner.rating(known, lesson.game) if lesson.is_puzzle else 0
    following = _following(lesson, known, yours if verdict else 0)
    change = learner.rating_change(known, lesson) if lesson.is_puzzle else None
    solution = _solution(lesson, number, shown) if step and (change is not None or not lesson.is_puzzle) else ""
    explains = lesson.is_puzzle and (step is None or (verdict is not None and number == 1))
    happened = _happened(lesson.game, lesson.name, number - 2, by) if by else ("",)
    refuted = ""
    if verdict and verdict.refuted:
        shown, refuted = _refutation(lesson, number - 1, verdict.refuted)
    return LessonPage(
        game=lesson.game,
        lesson=lesson.name,
        lesson_title=_(lesson.title),
        step=number,
        steps=len(lesson.steps),
        title=_(step.title if step and step.title else lesson.title),
        text=_(step.text if step else lesson.end),
        wrong=_wrong(lesson, verdict) if verdict else "",
        refuted=refuted,
        why=_why(lesson.game, lesson.name) if explains else "",
        others=_others(lesson.game, lesson.name) if explains else "",
        clause=verdict.clause if verdict else None,
        read=read,
        right=happened[0],
        answered=" ".join(happened[1:]),
        note=_instead(lesson, number - 2) if is_other and step else "",
        rating=lesson.rating,
        yours=yours,
        change=change,
        solution=solution,
        answer=step.wanted[0] if step and solution else "",
        next=lesson_address(following.game, following.name, 1) if following else "",
        scene=replace(shown, moves=[], uses={}) if read else shown,
    )


def _wrong(lesson: Lesson, verdict: TryResult) -> str:
    if not lesson.is_puzzle or not verdict.tried:
        return verdict.text
    told = _("Not this: {move} {why}").format(move=verdict.tried, why=verdict.text)
    return told if verdict.refuted else f"{told} {_('Try again.')}"


@lru_cache(maxsize=_CACHED)
def _lesson_scene(game: str, name: str, number: int, by: str = "") -> Scene:
    lesson = find_lesson(game, name)
    return _scene_at(lesson, learner.position_at(lesson, number, by))


@lru_cache(maxsize=_CACHED)
def _happened(game: str, name: str, number: int, by: str) -> tuple[str, ...]:
    lesson = find_lesson(game, name)
    step, before = lesson.steps[number], learner.position_at(lesson, number)
    replies = step.replies if by in step.wanted[:1] else ()
    after = _scene_at(lesson, before._replace(moves=(*before.moves, by, *replies)))
    return tuple(line.text for line in after.log if line.number and line.number > len(before.moves))


def _following(lesson: Lesson, known: Sequence[Learned], near: int) -> Lesson | None:
    if not lesson.is_puzzle:
        return next_lesson(lesson)
    return learner.nearest(known, lesson.game, near, lesson) if near else learner.harder(known, lesson)


def _solution(lesson: Lesson, number: int, shown: Scene) -> str:
    """Tell a puzzle's moves and answers from a step to its end, or the move of a later step of a first lesson."""
    if lesson.is_puzzle:
        before, end = (learner.position_at(lesson, place) for place in (number - 1, len(lesson.steps)))
        rows = [line for line in _scene_at(lesson, end).log if line.number and line.number > len(before.moves)]
        told = [_SENTENCES.split(line.text) for line in rows]
        return " ".join(dict.fromkeys([*map(itemgetter(0), told), told[-1][-1]]))
    wanted = lesson.steps[number - 1].wanted[:1] if lesson.name == _FIRST and number > len(lesson.steps) // 2 else ()
    return next((move.text for move in shown.moves if move.move in wanted), "")


def _instead(lesson: Lesson, number: int) -> str:
    wanted, state = lesson.steps[number].wanted[0], learner.position_at(lesson, number).state()
    move = next(move.text for move in state.legal_moves() if str(move) == wanted)
    return _("Your move wins, too. The puzzle goes on with this one instead: {move}").format(move=move)


def _scene_at(lesson: Lesson, now: LessonPosition) -> Scene:
    start = from_position(now.start)
    names = (_("You"), *lesson.others)[: start.game.seats]
    players = [Sat(seat, "person", player) for seat, player in enumerate(names)]
    return replace(lesson_like(table_at(LESSON, start, players, now.moves), YOU), steps=0)  # no address has them


def _refutation(lesson: Lesson, number: int, moves: Sequence[str]) -> tuple[Scene, str]:
    """Return the table after a wrong move and its answers, and what was played; hidden cards stay hidden at the end."""
    before = learner.position_at(lesson, number)
    now = before._replace(moves=(*before.moves, *moves))
    shown = _scene_at(lesson, now)
    told = [line.text for line in shown.log if line.number and line.number > len(before.moves) + 1]
    shown = replace(shown, view=dict(now.state().view(YOU)), moves=[], uses={}, refusals={})
    return shown, " ".join(told[-_MOST_ANSWERS:])


@lru_cache(maxsize=_CACHED)
def _why(game: str, name: str) -> str:
    lesson = find_lesson(game, name)
    state = learner.position_at(lesson, 0).state()
    wanted, view = lesson.steps[0].wanted[0], state.view(YOU)
    move = next(move for move in state.legal_moves() if str(move) == wanted)
    explanation = state.game.spec.explanation
    found = explanation.motives(state, view, move, YOU) or explanation.reasons(state, view, move, YOU)
    told = [reason.text for reason in found]
    state.play(move)
    is_open = UNKNOWN not in seat_cards(view, "hands", 1 - YOU)
    if is_open and state.to_move == 1 - YOU and len(state.legal_moves()) == 1:
        only = _("{player} then has only one move").format(player=lesson.others[0])
        told = _no_choice(lesson, state) or [*told[:1], only]
    return named("; ".join(told[:_MOST_TOLD]), (_("You"), *lesson.others))


def _no_choice(lesson: Lesson, state: State) -> list[str]:
    """Say why the other player can no longer play what it plays after other moves; empty if that is not known."""
    sure = (text for text in lesson.steps[0].against.values() if not text.startswith(POSSIBLE))
    answer = next(sure, "").split()
    waits = state.view(None).get("turn", 1 - YOU) != 1 - YOU  # it may only answer a move
    refused = state.why_not(answer[0]) if answer and not waits else None
    template = _("it leaves {player} no choice, as {why}")
    return [template.format(player=lesson.others[0], why=refused.text)] if refused else []


@lru_cache(maxsize=_CACHED)
def _others(game: str, name: str) -> str:
    lesson = find_lesson(game, name)
    step = lesson.steps[0]
    others = [
        move for each in learner.position_at(lesson, 0).state().legal_moves() if (move := str(each)) not in step.wanted
    ]
    answers = {step.against.get(move, step.against.get("*", "")) for move in others}
    if lesson.saves and len(answers) == 1 and (answer := answers.pop()):
        said = _refutation(lesson, 0, (others[0], *answer.split()))[1]
        return _("After any other move: {answers}").format(answers=said)
    if len(step.wanted) > 1:
        return _("{count} moves force the win; no other does.").format(count=len(step.wanted))
    return _("No other move forces the win.") if others else ""


def task(puzzle: Lesson) -> str:
    if puzzle.saves:
        return _("Save the game: every move but one loses at once.")
    moves = len(puzzle.steps)
    return ngettext("Win with one move.", "Win in {count} moves.", moves).format(count=moves)


def lesson_like(table: Table, reader: Reader) -> Scene:
    return replace(scene(table, reader, Live(present=frozenset(range(len(table.seats))))), can=Permissions())


class Course(Struct, frozen=True):
    game: GameCard
    lessons: list[LessonLink]
    puzzles: int
    solved: int
    puzzle: str  # the address of the puzzle of the day; empty if there is none
    rules: str  # that the lessons teach
    rules_address: str
    others: str = ""  # the rules of the table from which the reader comes, if they differ
    others_address: str = ""


class LearnPage(Struct, frozen=True):
    courses: list[Course]


def learn_page(known: Sequence[Learned], chosen: Game | None = None) -> LearnPage:
    """List the lessons of all games, and what of them is done; ``chosen`` is the game from which the reader comes."""
    return LearnPage(
        [_course(card, known, chosen if chosen and chosen.name == card.name else None) for card in game_cards()]
    )


def _course(card: GameCard, known: Sequence[Learned], chosen: Game | None) -> Course:
    other_rules = chosen.rules if chosen and chosen.rules != card.rule_set else None
    return Course(
        game=card,
        lessons=[lesson_link(lesson, known) for lesson in lessons(card.name)],
        puzzles=len(puzzles(card.name)),
        solved=_solved(known, card.name),
        puzzle=lesson_address(card.name, "today") if puzzles(card.name) else "",
        rules=rules_title(card.name, card.rule_set),
        rules_address=rule_address(card.name, card.rule_set),
        others=rules_title(card.name, other_rules) if other_rules else "",
        others_address=rule_address(card.name, other_rules) if other_rules else "",
    )


def _solved(known: Sequence[Learned], game: str) -> int:
    done = learner.solved(known)
    return sum((game, puzzle.name) in done for puzzle in puzzles(game))


class TodaysPuzzle(Struct, frozen=True):
    game: str
    title: str
    rating: int
    address: str
    state: PuzzleState
    task: str
    yours: int  # the reader's rating
    solved: int  # number of the game's puzzles that the reader has solved
    number: int  # of all puzzles of the game
    harder: str  # the address of a puzzle harder than today's, once that is solved, else at your rating; may be empty
    hand: list[str]  # cards that the reader has to play, for the picture

    @property
    def solution(self) -> str:
        return {"right": _("Solved on the first try"), "late": _("Solved")}.get(self.state, "")


class PuzzlesPage(Struct, frozen=True):
    day: str
    streak: int
    solved_today: bool  # whether any puzzle was solved for the first time
    puzzles: list[TodaysPuzzle]


def puzzles_page(known: Sequence[Learned], day: str) -> PuzzlesPage:
    todays = [_todays_puzzle(known, day, puzzle) for puzzle in learner.puzzles_of_day(day).values()]
    days = learner.days_solved(known)
    return PuzzlesPage(day, streak(days, day), day in days, todays)


def _todays_puzzle(known: Sequence[Learned], day: str, puzzle: Lesson) -> TodaysPuzzle:
    game = puzzle.game
    tries = (learned for learned in known if (learned.game, learned.lesson, learned.day) == (game, puzzle.name, day))
    yours, state = learner.rating(known, game), _state(next(tries, None))
    is_solved = state in {"right", "late"}
    following = learner.harder(known, puzzle) if is_solved else learner.nearest(known, game, yours)
    return TodaysPuzzle(
        game=game,
        title=spec(game).title,
        rating=puzzle.rating,
        address=lesson_address(game, puzzle.name, 1),
        state=state,
        task=task(puzzle),
        yours=yours,
        solved=_solved(known, game),
        number=len(puzzles(game)),
        harder=lesson_address(game, following.name, 1) if following else "",
        hand=_hand(puzzle),
    )


def _hand(puzzle: Lesson) -> list[str]:
    """List some cards of the hand to play, with the one that the solution plays among them."""
    start = puzzle.steps[0].start or {}
    hand = seat_cards(start, "hands", number(start, "to_move"))
    state = learner.position_at(puzzle, 0).state()
    key = next((move.card for move in state.legal_moves() if str(move) in puzzle.steps[0].wanted), None)
    first = max(min(hand.index(key) - _FANNED // 2, len(hand) - _FANNED), 0) if key in hand else 0
    return hand[first : first + _FANNED]


def _state(learned: Learned | None) -> PuzzleState:
    if learned is None or (learned.right and not learned.done):
        return "new"
    if not learned.done:
        return "missed"
    return "right" if learned.right else "late"
