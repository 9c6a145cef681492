"""Tables of Cuttle as JSON: complete, read with every fault reported, and as a seat may know them."""

from collections.abc import Sequence
from functools import lru_cache

from undercut.cards import FRENCH
from undercut.decoding import JSON
from undercut.engine.bits import as_mask, count, lowest, members
from undercut.games.base.position_reader import FieldReader, Placed, unknown, write_result
from undercut.games.base.sentences import Text
from undercut.games.cuttle import table
from undercut.games.cuttle.moves import above, takeable
from undercut.games.cuttle.one_offs import cards_with_one_offs, one_off
from undercut.games.cuttle.options import AFTER, BEFORE, PLAYED, RECYCLE
from undercut.games.cuttle.rules import clear_table, open_cards
from undercut.games.cuttle.table import Table, goal, total
from undercut.games.cuttle.words import WORDS

SEATS = 2
_TEXTS = FRENCH.texts
PHASES = WORDS.phase_names
REASONS = WORDS.reasons
_LAST_PASSES = ("one pass ends the game", "two passes end the game", "three passes end the game")


def texts(cards: int) -> list[JSON]:
    return [*card_texts(cards)]


@lru_cache(maxsize=4096)  # most piles of a view look as they did before, and alike to all readers
def card_texts(cards: int) -> tuple[str, ...]:
    return tuple(_TEXTS[card] for card in members(cards))


def row_texts(row: int) -> list[JSON]:
    found: list[JSON] = []
    while row:
        found.append(_TEXTS[(row & 255) - 1])
        row >>= 8
    return found


def _pile(s: Table, point_card: int) -> JSON:
    jacks: list[JSON] = []
    if not s.jacks:
        return {"card": _TEXTS[point_card], "jacks": jacks}
    on_it = table.pile_jacks(s, point_card)
    below = point_card
    for _ in range(count(on_it)):
        below = next(
            jack
            for jack in range(table.FIRST_JACK, table.FIRST_JACK + 4)
            if s.jack_under[jack - table.FIRST_JACK] == below
        )
        jacks.append(_TEXTS[below])
    return {"card": _TEXTS[point_card], "jacks": jacks}


def stock_texts(s: Table, number: int) -> list[JSON]:
    return [_TEXTS[table.stock_card(s, depth)] for depth in range(number)]


def write(s: Table) -> dict[str, JSON]:
    return write_with(s, [texts(hand) for hand in s.hands], stock_texts(s, s.stock_size))


def write_with(s: Table, hands: list[JSON], stock: list[JSON]) -> dict[str, JSON]:
    waiting: JSON = None
    if s.waiting != table.NONE:
        target = _TEXTS[s.target] if s.target != table.NONE else None
        waiting = {"card": _TEXTS[s.waiting], "target": target}
    found: dict[str, JSON] = {
        "to_move": None if s.phase == table.OVER else s.to_move,
        "result": write_result(s.winners, REASONS[s.reason]) if s.phase == table.OVER else None,
        "hands": hands,
        "points": [[_pile(s, card) for card in members(side)] for side in s.points],
        "permanents": [texts(side) for side in s.permanents],
        "scrap": texts(s.scrap),
        "stock": stock,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "waiting": waiting,
        "counters": row_texts(s.counters),
        "suspended": row_texts(s.suspended),
        "revealed": texts(s.revealed),
        "to_discard": s.to_discard,
        "passes": s.passes,
        "frozen": texts(s.frozen),
        "known": [texts(cards) for cards in s.known],
        "known_top": s.known_top,
        "jacked_by": {_TEXTS[jack]: s.jack_by >> jack & 1 for jack in members(s.jacks)},
    }
    if s.ten_undoes_scuttle:
        found["scuttled"] = _TEXTS[lowest(s.scuttled)] if s.scuttled else None
    return found


def read(reader: FieldReader, s: Table) -> None:
    placed = Placed(reader, _cards(s.pack))
    clear_table(s)
    _read_piles(reader, s, placed)
    _read_points(reader, s, placed)
    _read_course(reader, s, placed)
    placed.check_all_there("stock")
    if not reader.faults:
        _read_result(reader, s)
        _check_knowledge(reader, s)
        _check_scuttled(reader, s)
        _read_phase(reader, s)


@lru_cache(maxsize=64)
def _cards(pack: int) -> tuple[int, ...]:
    both = table.RANKS, table.PACK_SIZE
    return tuple(card for card in range(both[1]) if pack >> (card >> 2) & pack >> both[0] + (card & 3) & 1)


def _read_piles(reader: FieldReader, s: Table, placed: Placed) -> None:
    for seat, cards in enumerate(reader.rows("hands", 2)):
        s.hands[seat] = placed.put_set(f"hands[{seat}]", cards)
    for seat, cards in enumerate(reader.rows("permanents", 2)):
        wrong = "{card} is not a permanent (queen, king or eight; jacks lie on point cards)"
        s.permanents[seat] = placed.put_set(
            f"permanents[{seat}]", cards, table.EIGHTS | table.QUEENS | table.KINGS, wrong
        )
    s.scrap = placed.put_set("scrap", reader.cards("scrap"))
    stock = reader.cards("stock")
    placed.put("stock", stock)
    for card in reversed(stock[: table.PACK_SIZE]):
        table.put_on_stock(s, card)


def _read_points(reader: FieldReader, s: Table, placed: Placed) -> None:
    played_by = reader.entry("jacked_by", reader.data.get("jacked_by"))
    for seat, side in enumerate(reader.items("points", reader.data.get("points"), 2)):
        for place, entry in enumerate(reader.items(f"points[{seat}]", side)):
            where = f"points[{seat}][{place}]"
            pile = reader.entry(where, entry, {"card", "jacks"})
            card = reader.card(f"{where}.card", pile.get("card"))
            jacks = reader.cards_of(f"{where}.jacks", pile.get("jacks"))
            lying = placed.put_set(f"{where}.jacks", jacks, table.JACKS, "{card} is not a jack")
            if card is None or not placed.put(f"{where}.card", [card], table.POINT_CARDS, "{card} is not a point card"):
                continue
            s.points[seat] |= 1 << card
            s.jacks |= lying
            below = card
            for jack in (jack for jack in jacks if lying >> jack & 1):
                s.jack_under[jack - table.FIRST_JACK] = below
                s.jack_by |= seat << jack
                below = jack
    for name, seat in played_by.items():
        jack = reader.card("jacked_by", name)
        if jack is None or not s.jacks >> jack & 1:
            reader.fault("jacked_by", "{value} is not a jack on the table", value=name)
        elif type(seat) is not int or seat not in (0, 1):
            reader.fault(f"jacked_by.{name}", "{value} is not a seat", value=seat)
        else:
            s.jack_by = s.jack_by & ~(1 << jack) | seat << jack


def _read_course(reader: FieldReader, s: Table, placed: Placed) -> None:
    s.turn = reader.whole("turn", 0, 1)
    s.phase = reader.phase(PHASES)
    waiting = reader.data.get("waiting")
    if waiting is not None:
        entry = reader.entry("waiting", waiting, {"card", "target"})
        card = reader.card("waiting.card", entry.get("card"))
        target = reader.card("waiting.target", entry["target"]) if entry.get("target") is not None else None
        if card is not None and placed.put("waiting.card", [card], cards_with_one_offs(s), "{card} is not a one-off"):
            s.waiting = card
        s.target = table.NONE if target is None else target
    rows = (("counters", table.TWOS, "{card} is not a two"), ("suspended", table.SEVENS, "{card} is not a seven"))
    for name, allowed, wrong in rows:
        cards = reader.cards(name)
        lying = placed.put_set(name, cards, allowed, wrong)
        for card in (card for card in cards if lying >> card & 1):
            setattr(s, name, table.pushed(getattr(s, name), card))
    s.revealed = placed.put_set("revealed", reader.cards("revealed"))
    s.to_discard = reader.whole("to_discard", 0, table.PACK_SIZE)
    s.passes = reader.whole("passes", 0, s.pass_limit)
    if reader.data.get("scuttled") is not None:
        card = reader.card("scuttled", reader.data["scuttled"])
        s.scuttled = 0 if card is None else 1 << card
    s.frozen = as_mask(reader.cards("frozen"))
    for seat, cards in enumerate(reader.rows("known", 2)):
        s.known[seat] = as_mask(cards)
    s.known_top = reader.whole("known_top", 0, table.PACK_SIZE)


def _read_result(reader: FieldReader, s: Table) -> None:
    """Read the result, and reject winners who have not won (CU-5, CU-7)."""
    s.winners, s.reason = reader.ending(PHASES[s.phase], SEATS, REASONS)
    if count(s.winners) > 1:
        reader.fault("result.winners", "at most one seat wins")
    if (s.reason == table.BY_POINTS and not s.winners) or (s.reason == table.BY_PASSES and s.winners):
        reader.fault("result", "a player who has reached the goal wins; passes end in a draw without winners")


def _check_knowledge(reader: FieldReader, s: Table) -> None:
    for seat in range(2):
        if extra := s.known[seat] & ~s.hands[seat]:
            reader.fault(f"known[{seat}]", "{cards} is not in that hand", cards=texts(extra))
    if extra := s.frozen & ~(s.hands[0] | s.hands[1]):
        reader.fault("frozen", "{cards} is in no hand", cards=texts(extra))
    if s.known_top > s.stock_size:
        reader.fault("known_top", "{count} cards are known of a stock of {size}", count=s.known_top, size=s.stock_size)
    if s.passes and s.stock_size and s.phase != table.OVER:
        reader.fault("passes", "passes are possible only without a stock")
    if s.passes == s.pass_limit and s.phase != table.OVER:
        reader.fault("passes", _LAST_PASSES[s.passes - 1])


def _check_scuttled(reader: FieldReader, s: Table) -> None:
    """CU-Ta: reject a card that the turn before cannot have scuttled."""
    if not s.scuttled:
        return
    card = lowest(s.scuttled)
    if not s.ten_undoes_scuttle:
        reader.fault("scuttled", "under these rules no scuttle is undone")
    elif not s.scuttled & s.scrap & table.POINT_CARDS:
        reader.fault("scuttled", "{card} is not a point card in the scrap", card=FRENCH.text(card))
    elif not s.scrap & table.POINT_CARDS & above(card):
        reader.fault("scuttled", "the card that scuttled {card} must be in the scrap", card=FRENCH.text(card))
    elif s.passes and s.phase != table.OVER:
        reader.fault("scuttled", "no player has passed since a scuttle of the turn before")


def _read_phase(reader: FieldReader, s: Table) -> None:
    """Reject a phase that contradicts the piles, and read who is to move."""
    if s.phase == table.OVER:
        reader.check_to_move(PHASES[table.OVER], s.turn)
        return
    before = len(reader.faults)
    phase = PHASES[s.phase]
    if (s.waiting != table.NONE) != (s.phase in (table.COUNTERING, table.TAKING, table.DISCARDING, table.RECYCLING)):
        waits = "in phase {phase} no card waits" if s.waiting != table.NONE else "in phase {phase} a card must wait"
        reader.fault("waiting", waits, phase=phase)
    if s.counters and s.phase != table.COUNTERING:
        reader.fault("counters", "in phase {phase} there are none", phase=phase)
    _check_seven(reader, s)
    if len(reader.faults) == before:
        _check_waiting(reader, s)
        _check_discards(reader, s)
        s.to_move = _whose_move(s)
        reader.check_to_move(phase, s.to_move)


def _check_seven(reader: FieldReader, s: Table) -> None:
    if bool(s.revealed) != (s.phase == table.TURNED):
        turned = "in phase {phase} no card is turned" if s.revealed else "in phase {phase} a card must be turned"
        reader.fault("revealed", turned, phase=PHASES[s.phase])
    if count(s.revealed) > s.seven:
        reader.fault("revealed", "a seven turns {count} at most", count=s.seven)
    most = _most_suspended(s)
    if count(table.row_mask(s.suspended)) > most:
        reader.fault("suspended", "only one seven is in suspension here" if most else "no seven is in suspension here")
    if s.phase == table.TURNED and s.seven_leaves == BEFORE and not s.scrap & table.SEVENS:
        reader.fault("scrap", "the seven that turned the cards must be in the scrap")
    if s.phase == table.TURNED and s.seven_leaves != BEFORE and not s.suspended:
        reader.fault("suspended", "the seven that turned the cards must be in suspension")


def _most_suspended(s: Table) -> int:
    """CU-23: how many sevens can be in suspension."""
    if s.seven_leaves == AFTER:
        return 0 if s.phase in (table.PLAYING, table.LIMITING) else count(table.SEVENS)
    return int(s.seven_leaves == PLAYED and s.phase == table.TURNED)


def _check_waiting(reader: FieldReader, s: Table) -> None:
    if s.waiting == table.NONE:
        return
    described = one_off(s, s.waiting)
    if described is None or s.phase not in (table.COUNTERING, described.phase):
        reader.fault(
            "waiting.card", "{card} does not lead to phase {phase}", card=FRENCH.text(s.waiting), phase=PHASES[s.phase]
        )
    elif described.choice:
        if s.target == table.NONE or not described.choice.targets(s) >> s.target & 1:
            reader.fault("waiting.target", "{card} needs a target that it may choose", card=FRENCH.text(s.waiting))
    elif s.target != table.NONE:
        reader.fault("waiting.target", "{card} has no target", card=FRENCH.text(s.waiting))
    elif described.option == "ten_undoes_scuttle" and not s.scuttled:
        reader.fault("scuttled", "{card} needs a scuttle to undo", card=FRENCH.text(s.waiting))
    if s.phase == table.TAKING and not takeable(s):
        reader.fault("scrap", "it holds no card that the three may take")
    if s.phase == table.RECYCLING and s.five != RECYCLE:
        reader.fault("phase", "under these rules a five discards nothing")


def _check_discards(reader: FieldReader, s: Table) -> None:
    seat = _whose_move(s)
    hand = count(s.hands[seat])
    waits = one_off(s, s.waiting) if s.waiting != table.NONE else None
    most = waits.discards(s) if waits else 0
    least, greatest = {
        table.DISCARDING: (1, min(most, hand)),
        table.RECYCLING: (1, 1),
        table.LIMITING: (hand - s.hand_limit, hand - s.hand_limit),
    }.get(s.phase, (0, 0))
    if s.phase == table.DISCARDING and not most:
        reader.fault("phase", "under these rules {card} lets no player discard", card=FRENCH.text(s.waiting))
    if s.phase == table.LIMITING and (not s.hand_limit or greatest < 1):
        reader.fault("phase", "that hand is not over the hand limit")
    elif s.phase == table.RECYCLING and not hand:
        reader.fault(f"hands[{seat}]", "there is no card to discard")
    elif not least <= s.to_discard <= greatest:
        due = least if least == greatest else Text("{least} or {greatest}", {"least": least, "greatest": greatest})
        reader.fault(
            "to_discard",
            "{number}; in phase {phase} with that hand it is {due}",
            number=s.to_discard,
            phase=PHASES[s.phase],
            due=due,
        )


def _whose_move(s: Table) -> int:
    if s.phase == table.DISCARDING:
        return 1 - s.turn
    if s.phase == table.COUNTERING and count(table.row_mask(s.counters)) % 2 == 0:
        return 1 - s.turn
    return s.turn


def views(s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
    """Write what some seats may know of a table; the views share what they have in common."""
    stock = stock_texts(s, s.known_top)
    stock += unknown(s.stock_size - s.known_top)
    shared = write_with(s, [], stock)
    return [{**shared, "hands": [_hand(s, owner, seat) for owner in range(2)]} for seat in seats]


def _hand(s: Table, owner: int, seat: int | None) -> JSON:
    visible = s.hands[owner] if owner == seat else open_cards(s, owner)
    return texts(visible) + unknown(count(s.hands[owner] & ~visible))


def goals(s: Table) -> list[int] | None:
    """CU-6, CU-33: the total that each seat needs."""
    return [goal(s, seat) for seat in range(2)]


def to_go(s: Table) -> list[int] | None:
    """CU-6: the points that each seat still needs."""
    return [max(0, goal(s, seat) - total(s, seat)) for seat in range(2)]
