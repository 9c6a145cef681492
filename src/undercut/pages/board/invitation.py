"""A table that waits for players, as its host and its guests see it."""

from dataclasses import dataclass
from functools import lru_cache

import msgspec
from markupsafe import Markup

from undercut.games.base.book import recommended
from undercut.games.base.registry import spec
from undercut.lessons.courses import first_lesson
from undercut.pages.addresses import Links, lesson_address
from undercut.pages.game_cards import Choice
from undercut.pages.new_page import match_text
from undercut.table.names import friendly_name, is_default
from undercut.table.opening.terms import MATCHES
from undercut.table.scene import Scene
from undercut.translation import _


@dataclass(frozen=True, slots=True)
class Invitation:
    title: str
    pitch: str  # what the game is about
    minutes: int  # about how long it takes; 0: not known
    learn: str  # the address of the first lesson; empty for a game without one
    qr: Markup
    is_host: bool
    is_guest: bool
    here: int
    may_deal: bool
    sizes: tuple[Choice, ...]
    matches: tuple[Choice, ...]
    hints: str  # whether hints are allowed, in a sentence; empty if no other person can come
    asks: bool
    otherwise: str  # the name of a reader who chooses none
    called: str | None  # the name that the reader may change, empty if there is none; None for a reader without a seat


def invitation(scene: Scene) -> Invitation:
    game = spec(scene.game)
    taken = [seat.seat for seat in scene.seats if seat.kind != "open"]
    here = len(taken)
    best_of = scene.match.best_of if scene.match else 0
    sizes = [size for size in game.seats if size > max(taken, default=0)]
    return Invitation(
        title=_title(scene),
        pitch=" ".join(game.words.told_pitch),
        minutes=game.offer.minutes.get(scene.rules, 0) if isinstance(scene.rules, str) else 0,
        learn=_lesson(scene),
        qr=qr_code(scene.invite or ""),
        is_host=scene.can.change is True,
        is_guest=bool(scene.can.sit),
        here=here,
        may_deal=here in game.seats and here < len(scene.seats) and taken == [*range(here)],
        sizes=tuple(Choice(str(size), str(size), size == len(scene.seats)) for size in sizes),
        matches=tuple(Choice(str(games), match_text(games), games == best_of) for games in MATCHES),
        hints=_("Everyone may ask a bot for hints. You accept this by joining.") if scene.hints else _("No hints."),
        called=_called(scene),
        otherwise=_otherwise(scene),
        asks=any(seat.kind == "person" and seat.seat != scene.you for seat in scene.seats),
    )


def _called(scene: Scene) -> str | None:
    """Return the name that a seated reader has chosen; empty before that, None without a seat."""
    if scene.you is None:
        return None
    name = scene.seats[scene.you].name
    return "" if is_default(name) else name


def _otherwise(scene: Scene) -> str:
    seat = next(iter(scene.can.sit), 0) if scene.you is None else scene.you
    return friendly_name(seat, [one.name for one in scene.seats if one.kind != "open" and one.seat != scene.you])


def _title(scene: Scene) -> str:
    if scene.host is None:
        return _("A {game} table is waiting for players").format(game=scene.title)
    if scene.host == scene.you and scene.listed:
        return _("Waiting for a {game} opponent").format(game=scene.title)
    if scene.host == scene.you:
        return _("Invite your friends to play {game}").format(game=scene.title)
    name = scene.seats[scene.host].name
    if is_default(name):
        return _("A friend invites you to play {game}").format(game=scene.title)
    return _("{name} invites you to play {game}").format(name=name, game=scene.title)


@dataclass(frozen=True, slots=True)
class LinkPreview:
    title: str
    text: str
    address: str  # the table's address; empty if the scene has none


def link_preview(scene: Scene) -> LinkPreview:
    names = ", ".join(seat.name for seat in scene.seats if seat.name)
    if scene.phase == "open" and not scene.closed:
        shown, pitch = _title(msgspec.structs.replace(scene, you=None)), " ".join(spec(scene.game).words.told_pitch)
        return LinkPreview(shown, pitch or scene.rules_title, scene.address)
    title = _("{game}: {names}").format(game=scene.title, names=names)
    text = scene.closed or (scene.result.text if scene.result else _("Watch this game; all hands are hidden."))
    return LinkPreview(title, text, scene.address)


def _lesson(scene: Scene) -> str:
    game = spec(scene.game)
    if not first_lesson(scene.game):
        return ""
    links = Links(scene.game, scene.rules)
    return lesson_address(scene.game, "first", 1) if scene.rules == recommended(game) else links.learn


@lru_cache(maxsize=256)
def qr_code(address: str) -> Markup:
    """Draw the QR code of an address as SVG, black on white in every theme."""
    import segno  # noqa: PLC0415  only invitations need it

    code = segno.make(address, micro=False, error="m")
    drawn = code.svg_inline(scale=4, border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704  the library draws it from modules, not from the text
