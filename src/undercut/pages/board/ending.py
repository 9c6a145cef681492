"""Texts about a game as a whole: whose turn it is, what a spectator watches, how it ended."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Literal, NamedTuple, cast

from undercut.bots.players import other_levels
from undercut.games.base.definition import Value
from undercut.games.base.game_types import TABLE_REASONS
from undercut.games.base.parts.bots import LEVEL_NAMES, PERSONS
from undercut.games.base.parts.drawing import TableDrawing
from undercut.games.base.words import TableEnd
from undercut.pages import addresses
from undercut.pages.addresses import ReviewAddress, written
from undercut.pages.board.log import WATCHED
from undercut.pages.texts import percent, seat_name, seat_names
from undercut.table.judged import Fall, Review, costliest, largest_fall
from undercut.table.names import BadName, player_name
from undercut.table.opening.terms import DUEL, QUICK
from undercut.table.scene import Scene, SceneResult
from undercut.translation import _, ngettext


class Next(NamedTuple):
    words: str
    address: str


class Turned(NamedTuple):
    said: str
    words: str
    address: str


class OtherTable(NamedTuple):
    words: str
    fields: tuple[tuple[str, str], ...]
    stronger: bool = False


class Ending(NamedTuple):
    kind: Literal["won", "lost", "drawn", "over"]
    headline: str
    scores: tuple[tuple[int, str, str], ...]  # of each seat: who, and the score in words
    last_seat: int | None  # whose card of the last move is shown: the winner's whose move won
    again: str  # the words of the button for another game; empty without one
    analyse: bool  # whether one press has the game analysed
    turned: Turned | None  # the costliest mistake of a lost game, or else the largest fall of the chances
    others: tuple[OtherTable, ...]
    first: Next | None  # where the game leads: to its day, or to its duplicate
    last: Next | None  # where else to go; None if there is a first, or the players may play a duplicate


def ending(scene: Scene, table: TableDrawing, review: Review | None = None) -> Ending | None:
    if scene.result is None:
        return None
    kind = _kind(scene.result, scene.you)
    scores = tuple((seat, side.heading, side.score) for seat, side in enumerate(table.sides))
    mover = scene.last.seat if scene.last and scene.result.story and scene.result.reason not in TABLE_REASONS else None
    last_seat = mover if mover is not None and scene.result.won(mover) else None
    leads, together = bool(scene.daily or scene.duplicate), scene.can.duplicate and not is_deserted(scene)
    return Ending(
        kind=kind,
        headline=headline(scene),
        scores=scores,
        last_seat=last_seat,
        again=_again(scene),
        analyse=kind == "lost" and not scene.sealed and not (review and review.is_done),
        turned=_turned(scene, review) if review and review.is_done else None,
        others=tuple(_other_tables(scene, kind)),
        first=_next(scene) if leads else None,
        last=None if leads or together else _next(scene),
    )


def _again(scene: Scene) -> str:
    if scene.can.rematch is not True or scene.offers.rematch or scene.rematch or scene.duplicate:
        return ""
    goes_on = scene.match is not None and not scene.match.winners and not scene.match.ended
    return _("Next game of the match") if goes_on else _("Rematch")


def lost_to_bots(scene: Scene) -> bool:
    """Return whether the reader lost a game against bots alone, and may see all of it."""
    if scene.result is None or scene.sealed or _kind(scene.result, scene.you) != "lost":
        return False
    return all(seat.kind == "bot" and not seat.stand_in for seat in scene.seats if seat.seat != scene.you)


def _turned(scene: Scene, review: Review) -> Turned | None:
    if worst := costliest(review, scene.you):
        said = _("Your chance was {before} until move {number}, “{move}”.")
        figures = {"number": worst.number, "move": worst.text.rstrip("."), "before": percent(worst.expected)}
        return Turned(said.format(**figures), _("Retry it"), addresses.retry_address(scene.table, worst.number))
    fall = largest_fall(review, scene.you, scene.result)
    return fall and Turned(fell(fall), _("Review"), str(ReviewAddress(scene.table, fall.number)))


def fell(fall: Fall) -> str:
    said = _("Your chance dropped most after move {number}, from {before} to {after}; you made no clear mistake.")
    return said.format(number=fall.number, before=percent(fall.before), after=percent(fall.after))


def _kind(result: SceneResult, you: int | None) -> Literal["won", "lost", "drawn", "over"]:
    if _is_draw(result):
        return "drawn"
    if you is None:
        return "over"
    return "won" if result.won(you) else "lost"


def _is_draw(result: SceneResult) -> bool:
    return not result.winners and result.reason != TableEnd.ABANDONED.value


def headline(scene: Scene) -> str:
    result = scene.result
    assert result is not None  # noqa: S101  the game has ended
    if not result.winners:
        return _("A draw") if _is_draw(result) else _("No one won")
    # Among several players, the winner is the news: the others have not lost to each other.
    if scene.you is not None and (result.won(scene.you) or len(scene.seats) == DUEL):
        return _("You won") if result.won(scene.you) else _("You lost")
    if len(result.winners) > 1:
        return _("The game is over")
    name = seat_name(scene, result.winners[0])
    return (_("The bot in {name}'s seat won") if result.bots else _("{name} won")).format(name=name)


def tab_title(scene: Scene) -> str:
    game = {"game": scene.title}
    if scene.phase == "open":
        return _("{game}: waiting for players").format(**game)
    if scene.result:
        return _("{headline} · {game}").format(headline=headline(scene), **game)
    if scene.closed:
        return _("{game}: closed").format(**game)
    if scene.imported or scene.step is not None or scene.to_move is None:
        return scene.title
    if scene.moves:
        return _("Your move · {game}").format(**game)
    return _("{name} to move · {game}").format(name=seat_name(scene, scene.to_move), **game)


def watching(scene: Scene) -> str:
    """Tell a spectator of a game in play who plays, and that hands are hidden; empty for other readers."""
    if scene.you is not None or scene.phase != "playing":
        return ""
    *names, last = seat_names(scene)
    return _("You are watching {names} and {last}. Their hands are hidden from you.").format(
        names=", ".join(names), last=last
    )


def is_deserted(scene: Scene) -> bool:
    """Return whether the reader has played people, and none of them is at the table any more."""
    others = [seat for seat in scene.seats if seat.kind == "person" and seat.seat != scene.you]
    return scene.you is not None and bool(others) and not any(seat.present for seat in others)


def _next(scene: Scene) -> Next:
    if scene.duplicate:
        return Next(_("Continue the duplicate"), addresses.duplicate_address(scene.duplicate))
    if scene.daily:
        return Next(_("Results of the day"), f"{addresses.daily_address(scene.daily)}#daily-{scene.game}")
    if scene.you is None and not scene.imported and scene.table != WATCHED:
        return Next(_("Watch another game"), "/watch")
    if is_deserted(scene):
        return Next(_("Find an opponent"), "/lobby")
    if scene.you is not None and sum(seat.kind == "person" for seat in scene.seats) > 1:
        return Next(_("Play a duplicate"), "/duplicate")
    if scene.you is not None and len(scene.seats) == DUEL and not scene.practice:
        return Next(_("Your ladder"), addresses.ladder_address(scene.game))
    return Next(_("Play today's deal"), "/daily")


def _other_tables(scene: Scene, kind: Literal["won", "lost", "drawn", "over"]) -> list[OtherTable]:
    """List the tables against stronger or easier bots, or bots for people who have left; none if all are adaptive."""
    others = [seat for seat in scene.seats if seat.seat != scene.you]
    if is_deserted(scene) and not (scene.duplicate or scene.daily):
        return [OtherTable(ngettext("Play a bot", "Play bots", len(others)), _fields(scene, (QUICK,) * len(others)))]
    if (
        scene.you is None
        or scene.duplicate
        or scene.daily
        or any(seat.stand_in for seat in others)
        or all(seat.adaptive for seat in others)
    ):
        return []
    levels = tuple(seat.level or "" for seat in others)
    offered: list[OtherTable] = []
    for each in other_levels(levels, won={"won": True, "lost": False}.get(kind)):
        # One step changes all levels in the same direction, so their sum says which it is.
        stronger = _strength(each) > _strength(levels)
        offered.append(OtherTable(_offer(each, stronger=stronger), _fields(scene, each), stronger))
    return offered


def _offer(levels: tuple[str, ...], *, stronger: bool) -> str:
    level, *others = levels
    if others:
        return _("Stronger opponents") if stronger else _("Easier opponents")
    said = _("Face {name} ({level})") if stronger else _("Try {name} ({level})")
    return said.format(name=PERSONS[level][0], level=_(level))


def _strength(levels: tuple[str, ...]) -> int:
    return sum(map(LEVEL_NAMES.index, levels))


def _fields(scene: Scene, levels: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    fields = [("game", scene.game), ("seat", str(scene.you))]
    with suppress(BadName):  # a name that the site gave cannot be chosen
        fields.append(("name", player_name(scene.seats[cast("int", scene.you)].name)))
    fields += [("hints", "false")] * (not scene.hints) + [("practice", "true")] * (scene.practice and not scene.undone)
    fields += [("even_answers", "true")] * scene.even_answers
    fields += [("best_of", str(scene.match.best_of))] if scene.match else []
    if clock := scene.clock:
        fields += [("clock.time", clock.time), ("clock.zero", clock.zero)]
    rules = {"set": scene.rules} if isinstance(scene.rules, str) else scene.rules
    fields += [(f"rules.{name}", written(value)) for name, value in cast("Mapping[str, Value]", rules).items()]
    return (*fields, *(("opponents[]", level) for level in levels))
