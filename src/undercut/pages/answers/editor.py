"""The position editor: a position is kept in its address, and nothing is stored."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from undercut.errors import BadPosition
from undercut.games.base import registry
from undercut.pages.addresses import chosen_game, editor_address
from undercut.pages.answers import Page, Preferences
from undercut.pages.editor_page import EditorPage, apply_button, drawn, editor_page, editor_view, load
from undercut.pages.errors import Missing
from undercut.pages.position_text import JSONObject, pack_position, unpack_position
from undercut.play.state import State
from undercut.table.bot_requests import BotReply, hint_from
from undercut.table.commands import NotPossible, PlayOn
from undercut.table.listing import LobbyTable
from undercut.table.scene import SceneHint
from undercut.translation import _

LONGEST_ADDRESS = 2_000  # most characters of a position in an address; the largest possible ones need half of them


class PlayPosition(PlayOn, frozen=True, kw_only=True):
    p: str
    friends: bool = False


def _known(name: str) -> str:
    if name not in registry.names():
        raise Missing
    return name


def unpack(name: str, packed: str) -> JSONObject:
    return given(_known(name), unpack_position(packed))


def position_at(name: str, packed: str, rules: str | None, changes: Sequence[str]) -> JSONObject:
    if packed:
        return unpack(name, packed)
    return cast("JSONObject", dict(chosen_game(_known(name), rules, changes).deal().position()))


def editor(name: str, position: JSONObject, hint: SceneHint | None = None) -> Page[EditorPage]:
    shown = editor_page(name, position)

    def context(preferences: Preferences) -> dict[str, object]:
        return {
            "view": editor_view(shown, preferences.suits),
            "games": [(each, registry.spec(each).title) for each in registry.names()],
            "hint": hint,
        }

    return Page("editor.html", shown.page, context=context)


def address_for(held: Iterable[tuple[LobbyTable, int]]) -> str:
    """Lead to the editor of the game that a reader played last."""
    return editor_address(next((line.game for line, _seat in held), registry.names()[0]))


def given(name: str, position: JSONObject) -> JSONObject:
    return position | {"game": _known(name)}


def submit(name: str, form: Mapping[str, str]) -> JSONObject:
    return apply_button(_known(name), dict(form))


def address_of(name: str, position: JSONObject) -> str:
    packed = pack_position(position)
    if len(packed) > LONGEST_ADDRESS:
        raise NotPossible(_("The position is too large for a link."))
    return editor_address(name, packed=packed)


def _load_state(name: str, packed: str) -> State:
    state, faults = load(unpack(name, packed))
    if state is None:
        raise BadPosition(faults)
    return state


def in_play(name: str, packed: str) -> State:
    state = _load_state(name, packed)
    if state.to_move is None:
        raise NotPossible(_("The game is over in this position."))
    return state


def hint_in(state: State, answer: BotReply | None) -> SceneHint:
    if answer is None:
        raise NotPossible(_("No hint could be found. Try again."))
    return hint_from(state, answer)


def picture(name: str, packed: str) -> bytes:
    return drawn(_load_state(name, packed)).encode()
