"""What is said about a bots' game while one watches it: what a move changed, and guesses of the next one."""

import random
import re
from collections.abc import Sequence
from typing import NamedTuple, cast

from undercut.bots.advice.explain import twins_in
from undercut.bots.players import ranks_of
from undercut.draw.tables import Viewer, describe
from undercut.games.base import registry
from undercut.games.base.parts.drawing import TableDrawing
from undercut.games.base.sentences import capitalized, named
from undercut.pages.board.card_choices import short
from undercut.pages.texts import seat_names
from undercut.play.state import Move, State
from undercut.table.scene import Scene
from undercut.translation import N_, _

_AHEAD, _SWING = 5, 12
"""How many per cent a leader is ahead of the next, and the least change of a chance that is told by itself."""

_SWINGS = {
    (True, True): N_("A strong move: {name} rises from {was} to {now} %."),
    (True, False): N_("{name} falls from {was} to {now} %."),
    (False, True): N_("Good for {name}: from {was} up to {now} %."),
    (False, False): N_("A blow to {name}: from {was} down to {now} %."),
}
"""Of the mover or of another player, whose chance has risen or fallen."""

_CHOICES = 3
_TALLY = re.compile(r"(\d{1,4})-(\d{1,4})", re.ASCII)


class Better(NamedTuple):
    move: str
    words: str
    share: int  # the mover's chance after it, in per cent
    why: str  # what it does, as the mover would be told


def comment(game: Sequence[Scene], chances: Sequence[Sequence[int]], step: int, better: Better | None = None) -> str:
    scene = game[step]
    if scene.result:
        return scene.result.story
    names, now = [seat.name for seat in scene.seats], chances[step] if len(chances) > step else ()
    mover = scene.last.seat if scene.last else None
    if mover is None:
        return f"{_standing(names, now)} {_('The chances come from a search that sees all hands.')}" if now else ""
    told = _mistake(names, chances[step - 1 : step + 1], mover, better) if better else ""
    told = told or (_change(names, chances, step, mover) if now else "")
    return told or _score(game, step, mover) or _standing(names, now)


def _mistake(names: Sequence[str], chances: Sequence[Sequence[int]], mover: int, better: Better) -> str:
    was, now = (row[mover] for row in chances)
    said = _(
        "A mistake: {name} falls from {was} to {now} %. Better: “{move}” ({share} %). "
        "A coach would tell {name}: “{why}.”"
    )
    figures = {"was": was, "now": now, **better._asdict(), "move": better.words}
    figures |= {"name": names[mover], "why": capitalized(named(better.why, names))}
    return said.format(**figures) if was - now >= _AHEAD else ""


def _change(names: Sequence[str], chances: Sequence[Sequence[int]], step: int, mover: int) -> str:
    was, now = chances[step - 1], chances[step]
    leader = _leader(now)
    led = next((found for row in chances[step - 1 :: -1] if (found := _leader(row)) is not None), None)
    if leader is not None and leader != led:
        return _("{name} takes the lead: {share} % to win.").format(name=names[leader], share=now[leader])
    changed = [seat for seat in range(len(now)) if abs(now[seat] - was[seat]) >= _SWING]
    if not changed:
        return ""
    seat = mover if mover in changed else max(changed, key=lambda one: abs(now[one] - was[one]))
    said = _SWINGS[seat == mover, now[seat] > was[seat]]
    return _(said).format(name=names[seat], was=was[seat], now=now[seat])


def describe_scene(scene: Scene) -> TableDrawing:
    return describe(scene.view or {}, Viewer(None, seat_names(scene), scene.goals))


def _score(game: Sequence[Scene], step: int, seat: int) -> str:
    was, now = (describe_scene(one).sides[seat].score for one in game[step - 1 : step + 1])
    return _("{name}: {score}.").format(name=game[step].seats[seat].name, score=now) if now != was else ""


def _standing(names: Sequence[str], chances: Sequence[int]) -> str:
    if not chances:
        return ""
    leader = _leader(chances)
    if leader is None:
        return _("It is anyone's game.")
    return _("{name} leads: {share} % to win.").format(name=names[leader], share=chances[leader])


def _leader(chances: Sequence[int]) -> int | None:
    first, second = sorted(chances, reverse=True)[:2]
    return list(chances).index(first) if first - second >= _AHEAD else None


class Option(NamedTuple):
    move: str
    words: str
    card: str  # empty for a move without a card
    spoken: str
    mark: str = ""  # once the move has been played: right, played, wrong or better; empty for the others
    verdict: str = ""  # the mark in words


def options(state: State, played: str, better: Better | None) -> tuple[Option, ...]:
    """Offer the move that was played, the best one if that is another, and others that look good."""
    moves = state.legal_moves()
    chance = random.Random(f"{played} {len(state.moves)} {len(moves)}")  # noqa: S311  the same for every watcher
    ranks = [rank + chance.random() for rank in ranks_of(state, moves)]
    ranked = sorted(zip(ranks, map(str, moves), strict=True), reverse=True)
    asked: dict[str, str] = {}  # of moves of equal worth, only the first
    twins = twins_in(state)
    for move in (played, *([better.move] if better else []), *(move for _rank, move in ranked)):
        asked.setdefault(twins[move], move)
    chosen = [*asked.values()][:_CHOICES]
    if len(chosen) == 1:
        return ()
    found = [_option(state, move) for move in moves if str(move) in chosen]
    alike = len({one.words for one in found}) < len(found)
    return tuple(_option(state, move, named=alike) for move in moves if str(move) in chosen)


def _option(state: State, move: Move, *, named: bool = False) -> Option:
    """Describe a move in short words; `named` tells the card first."""
    brief, spoken, card = state.brief(move), short(move.text), move.card or ""
    if brief is None:
        return Option(str(move), spoken, "", spoken)
    told = [text.say() for text in ([brief.way] if brief.way else (brief.verb, brief.more)) if text]
    if named and card:
        pack = registry.spec(state.game.name).pack
        told = [pack.name(pack.code(card)), *(told[1:] or told)]
    return Option(str(move), capitalized(": ".join(told)), card, spoken)


class Guess(NamedTuple):
    right: int
    tried: int
    options: tuple[Option, ...]
    told: tuple[Option, ...]  # of the last guess, until the watcher goes on
    said: str  # on the last guess, or the question

    @property
    def tally(self) -> str:
        return f"{self.right}-{self.tried}"


def guess(
    tally: str, tried: str, scene: Scene, choices: tuple[Option, ...], before: tuple[Option, ...], better: Better | None
) -> Guess | None:
    """Read the guesses from an address, and judge the last one or ask; None if it has none."""
    found = _TALLY.fullmatch(tally)
    if found is None:
        return None
    right, count = int(found[1]), int(found[2])
    tally = _("{right} of {count} right.")
    if tried and scene.last and scene.last.move:
        right, count = right + (tried == scene.last.move), count + 1
        told = tuple(_judged(option, tried, scene.last.move, better) for option in before)
        said = next((option.mark for option in told if option.move == tried), "wrong")
        return Guess(right, count, (), told, f"{_(_VERDICTS[said])} {tally.format(right=right, count=count)}")
    if scene.result:
        return Guess(right, count, (), (), "")
    name = scene.seats[cast("int", (scene.view or {})["to_move"])].name
    said = _("What will {name} do?")
    if not choices:
        said = _("Nothing to guess: {name} has only one move, or its card stays hidden.")
    stands = f" {tally.format(right=right, count=count)}" if count else ""
    return Guess(right, count, choices, (), said.format(name=name) + stands)


_VERDICTS = {"right": N_("Right!"), "wrong": N_("Not this time."), "better": N_("Not this time, but yours was better.")}
_MARKS = {"right": N_("Right"), "played": N_("Played"), "wrong": N_("Your guess"), "better": N_("Your guess: better")}


def _judged(option: Option, tried: str, played: str, better: Better | None) -> Option:
    mark = ""
    if option.move == played:
        mark = "right" if played == tried else "played"
    elif option.move == tried:
        mark = "better" if better and better.move == tried else "wrong"
    return option._replace(mark=mark, verdict=_(_MARKS[mark]) if mark else "")
