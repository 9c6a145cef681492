"""The page of the position editor."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from typing import NamedTuple, cast

import msgspec
from markupsafe import Markup
from msgspec import Struct, field

from undercut import draw
from undercut.bots.players import Greedy
from undercut.errors import BadPosition, BadRules, Fault, Steps, UndercutError, steps
from undercut.games.base import registry
from undercut.games.base.book import in_order, recommended, rules_title
from undercut.games.base.sentences import capitalized
from undercut.games.base.words import GameWords, Shape, Sight
from undercut.pages import position_text
from undercut.pages.addresses import rule_address
from undercut.pages.errors import few_faults
from undercut.pages.position_text import JSONObject, Spot, counted, read_json
from undercut.pages.texts import player
from undercut.play.game import Game, game
from undercut.play.loading import from_position
from undercut.play.state import State
from undercut.table.scene import SceneMove
from undercut.translation import N_, _

_WIDTH = 420  # of the picture, in its own units
_MORE = "more."
_TURN = f"{_MORE}turn"
_MIDDLE = 8  # moves of each player

_PLAYER = ("to_move", "turn")  # fields that hold a seat; people count seats from 1

_NUMBERS = re.compile(r"[1-9,\s]*", re.ASCII)
_CARDS = re.compile(r"[\w,\s]*", re.ASCII)  # not JSON

_LABELS = {"to_move": N_("Player to move"), "turn": N_("Turn"), "phase": N_("What comes next"), "result": N_("Result")}
"""The names of the fields without cards that games have in common."""

_PLAY, _OVER = {"play": N_("a turn")}, {"over": N_("nothing: the game is over")}  # phases that all games have

_FEW, _QUOTED = 2, 60
"""The most cards of a list that are named in full, and the most characters of a quoted value."""

_CARD = {True: N_("card {number} of {player}'s {pile}"), False: N_("card {number} of the {pile}")}
_PILE = {True: N_("{player}'s {pile}"), False: N_("the {pile}")}


class EditedField(Struct, frozen=True):
    id: str
    label: str
    text: str
    faults: list[str] = field(default_factory=list[str])
    choices: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])  # values and words; empty: any text
    kind: str = ""  # of a pile: "stock", "stacked", or "top" if cards are put on its first card
    wrong: str = ""  # the cards with faults


class EditorPage(Struct, frozen=True):
    game: str
    title: str
    position: JSONObject
    packed: str
    rules_title: str
    rules_address: str  # the address of their rule book; empty if there are no such rules
    faults: list[str]
    to_move: int | None
    moves: list[SceneMove]
    ended: bool
    missing: list[str]


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    fields: tuple[EditedField, ...]


def _seats_of(position: Mapping[str, object], name: str) -> int:
    """Return the number of seats of a position, or the least of the game if that is wrong."""
    possible, given = registry.spec(name).seats, position.get("seats")
    return given if isinstance(given, int) and given in possible else next(iter(possible))


class EditedPosition(NamedTuple):
    page: EditorPage
    state: State | None
    faults: Sequence[Fault | str]


def load(position: JSONObject) -> tuple[State | None, Sequence[Fault | str]]:
    try:
        state = from_position(position)
        state.game.refuse_research()
    except BadPosition as error:
        return None, error.found
    except BadRules as error:
        return None, error.faults
    except UndercutError as error:
        return None, [str(error)]
    except RecursionError:
        return None, ["position: nested too deeply"]
    return state, []


def editor_page(name: str, position: JSONObject) -> EditedPosition:
    state, faults = load(position)
    moves = [
        SceneMove(move.notation, move.text, move.kind, move.card, move.target)
        for move in (state.legal_moves() if state else ())
    ]
    chosen = _game_of(position, name)
    page = EditorPage(
        game=name,
        title=registry.spec(name).title,
        position=position,
        packed=position_text.pack_position(position),
        rules_title=rules_title(name, chosen.rules) if chosen else str(position.get("rules"))[:40],
        rules_address=rule_address(name, chosen.rules) if chosen else "",
        faults=few_faults([str(fault) for fault in faults]),
        to_move=state.to_move if state else None,
        moves=moves,
        ended=bool(state and state.result),
        missing=position_text.missing_cards(position, name, _seats_of(position, name)),
    )
    return EditedPosition(page, state, faults)


def _game_of(position: JSONObject, name: str) -> Game | None:
    """Return the game of a position's rules, if there are such; formats mean the first rule set if they name none."""
    rules = position.get("rules") or next(iter(registry.spec(name).rule_sets))
    try:
        return game(name, rules=rules, seats=_seats_of(position, name))  # pyright: ignore[reportArgumentType]  checked there
    except (UndercutError, TypeError, ValueError):
        return None


def groups(page: EditorPage, faults: Sequence[Fault | str] = ()) -> list[Group]:
    seats, chosen = _seats_of(page.position, page.game), _game_of(page.position, page.game)
    found: dict[int | None, list[EditedField]] = {}
    for spot in position_text.spots(page.game, seats):
        needs = spot.pile.needs
        if needs and chosen and chosen.options[needs[0]] != needs[1] and not spot.read(page.position):
            continue
        text = position_text.write_cards(spot.pile.shape, spot.read(page.position))
        here = _faults_at(spot.steps, faults)
        found.setdefault(spot.owner, []).append(
            EditedField(
                spot.id,
                _label(spot),
                text,
                [in_words(fault, page.game) for fault in here],
                kind=_kind(spot, page.game),
                wrong=_wrong_cards(here, len(spot.steps), text),
            )
        )
    return [
        Group(_("In the middle") if owner is None else player(owner), tuple(fields)) for owner, fields in found.items()
    ]


def _kind(spot: Spot, name: str) -> str:
    if spot.pile == position_text.stock(name):
        return "stock"
    if spot.pile.shape is Shape.STACKED:
        return "stacked"
    return "top" if spot.pile.sight in (Sight.NOBODY, Sight.TOP) else ""


def _wrong_cards(faults: Sequence[Fault], depth: int, text: str) -> str:
    """List the cards of a pile that its faults name, or whose place they name; `depth` counts the steps to the pile."""
    there = text.split()
    numbers = [step for fault in faults for step in fault.steps[depth : depth + 1] if isinstance(step, int)]
    named = [str(fault.values["card"]) for fault in faults if "card" in fault.values]
    return " ".join([*named, *(there[number].partition("+")[0] for number in numbers if number < len(there))])


def _label(spot: Spot) -> str:
    if spot.row is not None:
        return _(spot.pile.row).format(spot.row + 1).capitalize()
    return _(spot.pile.label).capitalize()


def more_fields(page: EditorPage, faults: Sequence[Fault | str] = ()) -> list[EditedField]:
    """Return the fields that hold no cards; those that follow from the others are left out."""
    words = registry.spec(page.game).words
    known = {pile.id for pile in words.piles} | {*position_text.COMMON}
    if page.position.get("phase") == "play":
        known |= {"to_move", "result"}
    return [
        EditedField(
            _MORE + ".".join(map(str, path)),
            _place(path, words),
            _written(value, lists_seats=_lists_seats(name, words)),
            [in_words(fault, page.game) for fault in _faults_at(path, faults)],
            _choices(page, name, value),
        )
        for name, content in page.position.items()
        if name not in known
        for path, value in _entries(name, content, words)
    ]


def _entries(name: str, value: object, words: GameWords) -> list[tuple[Steps, object]]:
    own = words.position_fields.get(name)
    if own is None or not own.row or not isinstance(value, list):
        return [((name,), value)]
    return [((name, row), entry) for row, entry in enumerate(cast("list[object]", value))]


def _field_label(name: str, words: GameWords, row: int | None = None) -> str:
    """Name a field without cards, as in JSON if the game has no label for it."""
    own, number = words.position_fields.get(name), words.told_numbers.get(name)
    if own and own.row and row is not None:
        return _(own.row).format(row + 1)
    if own is None and number and number.label:
        return _(number.label).capitalize()
    return _(own.label if own else _LABELS.get(name, name))


def _lists_seats(name: str, words: GameWords) -> bool:
    return name in words.position_fields and words.position_fields[name].lists_seats


def _written(value: object, *, lists_seats: bool) -> str:
    if value is None or value in ([], {}):
        return ""
    listed = cast("list[object]", value) if isinstance(value, list) else []
    if lists_seats and listed and all(isinstance(seat, int) for seat in listed):
        return " ".join(str(cast("int", seat) + 1) for seat in listed)
    if listed and all(isinstance(card, str) and _CARDS.fullmatch(card) for card in listed):
        return " ".join(map(str, listed))
    return value if isinstance(value, str) and read_json(value) == value else msgspec.json.encode(value).decode()


def _read(text: str, usual: object, *, lists_seats: bool) -> object:
    if lists_seats and _NUMBERS.fullmatch(text):
        return [int(number) - 1 for number in re.findall(r"\d+", text)]
    if isinstance(usual, list) and _CARDS.fullmatch(text):
        return text.replace(",", " ").split()
    if not text:
        return {} if isinstance(usual, dict) else None
    return read_json(text)


def _choices(page: EditorPage, name: str, value: object) -> list[tuple[str, str]]:
    """Return what a field or a row of it can be, if that is a player, yes or no, or has words of the game."""
    seats = range(_seats_of(page.position, page.game))
    found = [(each, _(told)) for each, told in _told(name, registry.spec(page.game).words).items()]
    if isinstance(value, bool):
        found = [("true", _("yes")), ("false", _("no"))]
    elif name in _PLAYER:
        found = [*((str(seat), player(seat)) for seat in seats), ("", _("nobody: the game is over"))]
    return found if _written(value, lists_seats=False) in dict(found) else []


def _told(name: str, words: GameWords) -> Mapping[str, str]:
    own = words.position_fields.get(name)
    return own.choices if own else {**_PLAY, **words.phases, **_OVER} if name == "phase" else {}


def _faults_at(place: Steps, faults: Sequence[Fault | str]) -> list[Fault]:
    return [fault for fault in faults if isinstance(fault, Fault) and fault.steps[: len(place)] == place]


def in_words(fault: Fault | str, game: str) -> str:
    """Say a fault in the words of people: places by their names, players from 1, a few cards by name.

    Examples:
        >>> in_words(Fault("points[0][0].card", "{value} is not a card", {"value": "9x"}), "cuttle")
        "Card 1 of Player 1's points: “9x” is not a card"
        >>> in_words(Fault("stock", "{card} is in {place} already", {"card": "Ah", "place": "hands[0]"}), "cuttle")
        "The stock: ace of hearts is in Player 1's hand already"
    """
    if isinstance(fault, str):
        return capitalized(fault)
    words = registry.spec(game).words

    def name_of(card: str) -> str:
        return words.pack.name(words.pack.code(card))

    said = fault.say({
        "card": name_of,
        "cards": lambda cards: ", ".join(map(name_of, cards)) if len(cards) <= _FEW else " ".join(counted(cards)),
        "phase": lambda phase: f"“{_(_told('phase', words).get(phase, phase))}”",
        "place": lambda where: _place(steps(where), words),
        "seat": player,
        "value": _quoted,
    })  # fmt: skip
    return f"{capitalized(_place(fault.steps, words))}: {said}"


def _quoted(value: object) -> str:
    return f"“{repr(value)[1:-1][:_QUOTED]}”" if isinstance(value, str) else repr(value)[:_QUOTED]


def _place(place: Steps, words: GameWords) -> str:
    name, *inner = place
    pile = next((pile for pile in words.piles if pile.id == name), None)
    numbers = [step for step in inner if isinstance(step, int)]
    if pile is None:
        return _field_label(str(name), words, next(iter(numbers), None)).replace("_", " ")
    owner = numbers.pop(0) if pile.owned and numbers else None
    label = _(pile.row).format(numbers.pop(0) + 1) if pile.row and numbers else _(pile.label)
    known = _(_CARD[owner is not None]) if numbers else _(_PILE[owner is not None])
    return known.format(
        player="" if owner is None else player(owner), pile=label, number=numbers[0] + 1 if numbers else 0
    )


def read_form(name: str, form: Mapping[str, str]) -> JSONObject:
    """Return the position of a filled-in form; cards of seats that no longer exist are dropped."""
    given = form.get("seats", "")
    seats = _seats_of({"seats": int(given) if given.isascii() and given.isdigit() and len(given) < 3 else 0}, name)  # noqa: PLR2004  two digits
    rules = read_json(form.get("rules") or recommended(registry.spec(name)))
    found = position_text.fresh(name, seats, rules)
    words = registry.spec(name).words
    known = {pile.id for pile in words.piles} | {*position_text.COMMON}
    for spot in position_text.spots(name, seats):
        position_text.place(found, spot, position_text.read_cards(spot.pile.shape, form.get(spot.id, "")))
    for other in found.keys() - known:
        lists_seats = _lists_seats(other, words)
        if _MORE + other in form:
            found[other] = _read(form[_MORE + other].strip(), found[other], lists_seats=lists_seats)
        rows = [*takewhile(form.__contains__, (f"{_MORE}{other}.{row}" for row in count()))]
        listed = found[other]
        if rows and isinstance(listed, list) and listed:
            usual = cast("list[object]", listed)[0]
            found[other] = [_read(form[key].strip(), usual, lists_seats=lists_seats) for key in rows]
    found = position_text.without_twins(found, name, seats)
    return found | ({"to_move": found["turn"]} if found.get("phase") == "play" and "turn" in found else {})


def apply_button(name: str, form: Mapping[str, str]) -> JSONObject:
    position = read_form(name, form)
    seats, rules = _seats_of(position, name), position["rules"]
    match form.get("do"):
        case "fill":
            return position_text.with_missing_cards(position, name, seats)
        case "clear":
            empty = position_text.without_cards(position, name, seats)
            return position_text.with_missing_cards(empty, name, seats)
        case "deal" | "middle" as do:
            state = game(name, rules=rules, seats=seats).deal()  # pyright: ignore[reportArgumentType]  checked there
            if do == "middle":
                state = _middle(state)
            return cast("JSONObject", dict(state.position())) | {"rules": rules}
        case _:
            return position


def _middle(state: State) -> State:
    greedy, last = Greedy(random.Random()), state  # noqa: S311  any position will do
    for number in range(_MIDDLE * state.game.seats):
        if number and state.position()["phase"] == "play":
            last = state.copy()
        state.play(greedy.choose(state.view(state.to_move), state.legal_moves()))
        if state.result:
            break
    return last


def rule_choices(page: EditorPage) -> list[tuple[str, str, bool]]:
    chosen = page.position.get("rules") or next(iter(registry.spec(page.game).rule_sets))
    found = [(name, rules_title(page.game, name), name == chosen) for name in in_order(registry.spec(page.game))]
    if chosen and not isinstance(chosen, str):
        text = msgspec.json.encode(chosen).decode()
        found.append((text, page.rules_title, True))
    return found


def drawing(state: State | None, suits: str) -> Markup:
    if state is None:
        return Markup()
    picture = drawn(state, draw.Style(_WIDTH, draw.Suits(suits or "two")))
    return Markup(picture)  # noqa: S704  drawn by us, with all texts escaped


def drawn(state: State, style: draw.Style = draw.PLAIN) -> str:
    names = [player(seat) for seat in range(state.game.seats)]
    return draw.svg(state.position(), style=style, names=names, goals=state.goals)


class EditorView(NamedTuple):
    faults: list[str]  # in the words of people
    players: list[str]
    groups: list[Group]
    others: list[EditedField]  # the fields without cards
    order: str  # all cards of the pack, in order
    rule_choices: list[tuple[str, str, bool]]
    seat_choices: list[int]
    tray: list[str]  # the cards that lie nowhere, with their numbers
    drawing: Markup
    shape_note: str

    @property
    def stock(self) -> EditedField:
        return next(field for group in self.groups for field in group.fields if field.kind == "stock")

    @property
    def turn(self) -> list[EditedField]:
        return [field for field in self.others if field.id == _TURN]

    @property
    def more(self) -> list[EditedField]:
        return [field for field in self.others if field.id != _TURN]


def editor_view(shown: EditedPosition, suits: str) -> EditorView:
    page, faults, spec = shown.page, shown.faults, registry.spec(shown.page.game)
    seats = _seats_of(page.position, page.game)
    pack = position_text.missing_cards({"rules": page.position.get("rules")}, page.game, seats)
    return EditorView(
        faults=few_faults([in_words(fault, page.game) for fault in faults]),
        players=[player(seat) for seat in range(seats)],
        groups=groups(page, faults),
        others=more_fields(page, faults),
        order=" ".join(dict.fromkeys(pack)),
        rule_choices=rule_choices(page),
        seat_choices=list(spec.seats),
        tray=counted(page.missing),
        drawing=drawing(shown.state, suits),
        shape_note=_(spec.words.shape_note) if spec.words.shape_note else "",
    )
