"""Positions for editing: each pile as a line of text, and a whole position in an address."""

import random
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from copy import deepcopy
from functools import lru_cache
from typing import NamedTuple, cast

import msgspec

from undercut.errors import BadRules, Steps
from undercut.games.base import registry
from undercut.games.base.words import Pile, Shape, Sight
from undercut.play import piles
from undercut.play.game import game
from undercut.table.commands import NotPossible
from undercut.translation import _

JSONObject = dict[str, object]
LONGEST = 20_000  # maximum size of a position, in bytes of JSON
COMMON = ("game", "rules", "seats")  # fields that say which game a position is of


class Spot(NamedTuple):
    pile: Pile
    owner: int | None  # the seat that owns it; None if it is shared
    row: int | None  # its row, from 0; None if the pile has no rows

    @property
    def id(self) -> str:
        return ".".join(("pile", *map(str, self.steps)))

    @property
    def steps(self) -> Steps:
        return (self.pile.id, *(step for step in (self.owner, self.row) if step is not None))

    def read(self, position: Mapping[str, object]) -> object:
        found = position.get(self.pile.id)
        for step in (self.owner, self.row):
            if step is not None:
                rows = cast("list[object]", found) if isinstance(found, list) else []
                found = rows[step] if step < len(rows) else None
        return found


def usual(name: str, seats: int, rules: object = None) -> JSONObject:
    """A dealt position under the given rules, or the first rule set for this number of seats; not to be changed."""
    return _usual(name, seats, msgspec.json.encode(rules))


@lru_cache(maxsize=64)
def _usual(name: str, seats: int, rules: bytes) -> JSONObject:
    for chosen in (msgspec.json.decode(rules), *registry.spec(name).rule_sets):
        with suppress(BadRules):
            return cast("JSONObject", game(name, rules=chosen, seats=seats).deal(seed=0).position())
    raise AssertionError(f"{name} has no rule set for {seats} seats")


def spots(name: str, seats: int) -> list[Spot]:
    words, found = registry.spec(name).words, list[Spot]()
    for pile in words.piles:
        owners: list[int | None] = [*range(seats)] if pile.owned else [None]
        for owner in owners:
            content = cast("list[list[object]]", usual(name, seats)[pile.id])
            rows = (content[owner] if owner is not None else content) if pile.row else []
            found += [Spot(pile, owner, row) for row in range(len(rows))] or [Spot(pile, owner, None)]
    return sorted(found, key=lambda spot: (spot.owner is None, spot.owner or 0))


def write_cards(shape: Shape, content: object) -> str:
    try:
        match shape:
            case Shape.ROW:
                return " ".join(_texts(content))
            case Shape.LAYERS:
                return " | ".join(" ".join(_texts(layer)) for layer in msgspec.convert(content or [], list[object]))
            case Shape.STACKED:
                entries = msgspec.convert(content or [], list[JSONObject])
                return " ".join("+".join((str(one["card"]), *_texts(one.get("jacks")))) for one in entries)
            case Shape.AIMED:
                one = msgspec.convert(content or {}, JSONObject)
                return ">".join(str(card) for card in (one["card"], one.get("target")) if card) if one else ""
    except (msgspec.ValidationError, KeyError):
        return msgspec.json.encode(content).decode()


def read_cards(shape: Shape, text: str) -> object:
    """Read the content of a place; cards are not checked."""
    if text.lstrip().startswith(("[", "{")):
        return read_json(text)
    match shape:
        case Shape.ROW:
            return _split(text)
        case Shape.LAYERS:
            return [layer for part in text.split("|") if (layer := _split(part))]
        case Shape.STACKED:
            return [{"card": first, "jacks": jacks} for first, *jacks in (one.split("+") for one in _split(text))]
        case Shape.AIMED:
            card, _, target = "".join(text.split()).partition(">")
            return {"card": card, "target": target or None} if card else None


def read_json(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return text


def _split(text: str) -> list[str]:
    return text.replace(",", " ").split()


def _texts(content: object) -> list[str]:
    return msgspec.convert([] if content is None else content, list[str])


def pack_position(position: Mapping[str, object]) -> str:
    return urlsafe_b64encode(zlib.compress(msgspec.json.encode(position), 9)).decode().rstrip("=")


def unpack_position(text: str) -> JSONObject:
    try:
        inflater = zlib.decompressobj()
        data = inflater.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4)), LONGEST)
        return msgspec.json.decode(data, type=JSONObject)
    except (ValueError, NotBase64, zlib.error, msgspec.MsgspecError, RecursionError):
        raise NotPossible(_("position: the address does not contain a whole position.")) from None


def _wanted_and_there(position: Mapping[str, object], name: str, seats: int) -> tuple[Counter[str], Counter[str]]:
    known, dealt = registry.spec(name).words.piles, usual(name, seats, position.get("rules"))
    wanted, there = (
        Counter(card for pile in known for card in piles.cards(one.get(pile.id))) for one in (dealt, position)
    )
    return wanted, there


def missing_cards(position: Mapping[str, object], name: str, seats: int) -> list[str]:
    wanted, there = _wanted_and_there(position, name, seats)
    return sorted((wanted - there).elements(), key=registry.spec(name).words.pack.code)


def without_twins(position: JSONObject, name: str, seats: int) -> JSONObject:
    """Take cards that have been typed elsewhere out of the stock."""
    pile = stock(name).id
    wanted, there = _wanted_and_there(position, name, seats)
    kept = list(cast("list[object]", position[pile])) if isinstance(position.get(pile), list) else []
    elsewhere = there - Counter(piles.cards(position.get(pile)))
    for card in (there - wanted).elements():
        if card in kept and elsewhere[card]:
            kept.remove(card)
    return position | {pile: kept} if kept else position


def counted(cards: Iterable[str]) -> list[str]:
    return [f"{card}\u00d7{number}" if number > 1 else card for card, number in Counter(cards).items()]


def stock(name: str) -> Pile:
    return next(one for one in registry.spec(name).words.piles if one.sight is Sight.NOBODY and not one.owned)


def with_missing_cards(position: JSONObject, name: str, seats: int) -> JSONObject:
    pile = stock(name)
    missing = missing_cards(position, name, seats)
    random.Random(secrets.randbits(62)).shuffle(missing)  # noqa: S311  the editor shows them all anyway
    there = position.get(pile.id)
    return position | {pile.id: [*(cast("list[object]", there) if isinstance(there, list) else []), *missing]}


def without_cards(position: JSONObject, name: str, seats: int) -> JSONObject:
    """Return a position without cards, with all other fields as after a deal."""
    found = fresh(name, seats, position.get("rules"))
    for spot in spots(name, seats):
        place(found, spot, read_cards(spot.pile.shape, ""))
    return found


def fresh(name: str, seats: int, rules: object) -> JSONObject:
    """Return a dealt position to change, under rules as in a position, possible or not."""
    return deepcopy(usual(name, seats, rules)) | {"rules": rules}


def place(position: JSONObject, spot: Spot, content: object) -> None:
    """Put cards in a place of a position; lists on the way there must exist."""
    if spot.owner is None and spot.row is None:
        position[spot.pile.id] = content
        return
    rows = cast("list[object]", position[spot.pile.id])
    if spot.owner is not None and spot.row is not None:
        rows = cast("list[object]", rows[spot.owner])
    rows[spot.row if spot.row is not None else cast("int", spot.owner)] = content
