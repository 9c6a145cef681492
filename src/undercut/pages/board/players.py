"""The players around a table: names, portraits, moods, remarks and clocks."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from undercut.games.base.parts.bots import ALL_NAMES, HELLO, HIT, LOST, PERSONS, WON, portrait_of
from undercut.games.base.parts.drawing import Side, TableDrawing
from undercut.lessons.learner import LESSON
from undercut.pages.texts import figures, ordinal
from undercut.table.scene import Scene, SceneSeat
from undercut.translation import _


@dataclass(frozen=True, slots=True)
class SeatClock:
    time_left: float
    text: str
    runs: bool
    own: bool


class Plate(Struct, frozen=True):
    seat: SceneSeat
    heading: str
    turn: bool
    named: bool = False
    face: str = ""  # the portrait; empty for a person other than the reader, whose initials stand there
    mood: str = ""
    initials: str = ""
    hue: int = 0  # the colour behind the initials; it follows from the names, and stays in a rematch
    clock: SeatClock | None = None
    own: bool = False
    says: str = ""
    wins: str = ""  # the number of games that the player has won of a match or of rematches; empty at the first
    opens: bool = False  # whether the player may still be on the way to a new table

    @property
    def presence(self) -> str:
        """Whether a person is ``"here"`` or ``"away"``; empty for bots, open seats, and persons who have left."""
        if self.seat.kind != "person" or self.named or self.seat.gone or self.own:
            return ""
        return "here" if self.seat.present else "" if self.opens else "away"

    @property
    def who(self) -> str:
        if self.own:
            return _("Your move") if self.turn else ""
        if self.seat.kind == "bot":
            return bot_note(self.seat)
        if self.seat.kind == "open":
            return _("open seat")
        if self.seat.gone and not self.named:
            return _("left")
        return {"here": _("here"), "away": _("away")}.get(self.presence, "")

    @property
    def absent(self) -> str:
        """A word for a person who is away or has left; empty for all others."""
        return self.who if self.seat.kind == "person" and not self.own and not self.seat.present else ""

    @property
    def thought(self) -> int:
        return round(100 * (self.seat.thinking or 0))

    @property
    def queue(self) -> str:
        return _("{place} in line to think").format(place=ordinal(self.seat.waiting or 1))


class Player(Struct, frozen=True):
    side: Side
    plate: Plate

    @property
    def seat(self) -> int:
        return self.plate.seat.seat


def players_of(scene: Scene, table: TableDrawing) -> list[Player]:
    hides_turn = scene.imported or bool(scene.closed)
    letters = initials([side.heading for side in table.sides])
    clocks = _clocks(scene)
    wins = scene.match.wins if scene.match else scene.series
    by_name = sorted(scene.seats, key=lambda seat: seat.name)
    return [
        Player(
            side,
            Plate(
                scene.seats[seat],
                side.heading,
                turn=side.turn and not hides_turn,
                named=scene.imported or scene.table == LESSON,
                face=face,
                mood=mood,
                initials=letters[seat],
                hue=by_name.index(scene.seats[seat]) % 8,
                clock=clocks.get(seat),
                own=seat == scene.you,
                says=saying(scene, seat),
                wins=str(wins[seat]) if wins else "",
                opens=scene.steps == 0 and seat not in scene.can.take_over,
            ),
        )
        for seat, side in enumerate(table.sides)
        for face, mood in [faces_of(scene, seat)]
    ]


def _clocks(scene: Scene) -> dict[int, SeatClock]:
    """Return the clocks of a game in play: of all seats, or only the running one if each move has its own time."""
    clock = scene.clock
    if clock is None or scene.phase == "open" or (scene.step is not None and scene.phase == "over"):
        return {}
    return {
        seat: SeatClock(left, figures(left), runs=seat == clock.running, own=seat == scene.you)
        for seat, left in enumerate(clock.time_left)
        if clock.kind == "game" or seat == clock.running
    }


def bot_note(seat: SceneSeat) -> str:
    """Return the level and "bot", unless the bot's name already says so."""
    if (seat.level or "bot") in seat.name.lower():
        return ""
    if seat.adaptive:
        return _("Adaptive bot, {level}").format(level=_(seat.level or ""))
    return _("{level} bot").format(level=_(seat.level.capitalize())) if seat.level else _("bot")


def initials(names: Sequence[str]) -> list[str]:
    """Shorten names to two characters each, all different.

    Examples:
        >>> initials(["Ann", "Anna", "Bot 2", "Ann"])
        ['An', 'Aa', 'B2', 'A3']
        >>> initials(["Medium"])  # "Me" would read as the reader's own place
        ['Md']
    """
    found: list[str] = []
    misread = _("Me")
    for place, name in enumerate(names):
        first, number = name[:1].upper() or "?", name[-1:] if name[-1:].isdecimal() else ""
        rest = (*number, *name[1:].replace(" ", ""), str(place))
        found.append(next((two for letter in rest if (two := first + letter) not in (misread, *found)), f"?{place}"))
    return found


def faces_of(scene: Scene, seat: int) -> tuple[str, str]:
    if seat == scene.you and scene.seats[seat].kind != "bot":
        return "you", _mood(scene, seat)
    if scene.table == LESSON and scene.seats[seat].name in ALL_NAMES:
        return scene.seats[seat].name.lower(), _mood(scene, seat)
    level = scene.seats[seat].level
    if scene.seats[seat].kind != "bot" or level not in PERSONS:
        return "", ""
    return portrait_of(scene.seats[seat].name, level), _mood(scene, seat)


def saying(scene: Scene, seat: int) -> str:
    it = scene.seats[seat]
    if seat in scene.said and scene.step is None:
        return scene.said[seat]
    if it.kind != "bot" or it.level not in HELLO or scene.step is not None:
        return ""
    if scene.result is None and scene.steps < len(scene.seats):
        is_first = all(each.kind != "bot" for each in scene.seats[:seat])  # only one speaks at a time
        is_late = scene.advised or scene.undone or any(line.number and line.seat != seat for line in scene.log)
        return _(HELLO[it.level]) if is_first and not is_late else ""
    if scene.result is None:
        return _(HIT[it.level]) if _is_hit(scene, seat) else ""
    bots = [each.seat for each in scene.seats if each.kind == "bot"]
    speaker = next((bot for bot in bots if scene.result.won(bot)), bots[0])
    if not scene.result.winners or seat != speaker:
        return ""
    return _((WON if scene.result.won(seat) else LOST)[it.level])


def _is_hit(scene: Scene, seat: int) -> bool:
    moves = [line for line in reversed(scene.log) if line.number]
    own = next((line for line in moves if line.seat == seat), None)
    return bool(own and moves[0] is not own and own.shown and moves[0].shown and own.shown.card in moves[0].shown.hits)


def _mood(scene: Scene, seat: int) -> str:
    if scene.result is not None and scene.step is None:
        return "glad" if scene.result.won(seat) else "sad" if scene.result.winners else ""
    return "think" if scene.to_move == seat != scene.you else ""
