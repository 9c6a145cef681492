"""Tables of Cups as JSON: complete, read with every fault reported, and as a seat may know them."""

import random
from collections.abc import Mapping, Sequence
from typing import cast

from undercut.cards import LATIN, UNKNOWN
from undercut.decoding import JSON
from undercut.engine.bits import as_mask, members
from undercut.engine.contract import Value
from undercut.games.base.position_reader import FieldReader, Placed, unknown, write_result
from undercut.games.cups import table
from undercut.games.cups.moves import can_give, next_giver
from undercut.games.cups.options import NO_ACE, ON_CALL, SIT_OUT, TO_SIDE
from undercut.games.cups.rules import clear_table
from undercut.games.cups.table import Table, below, count_hand, giver_of, is_held_by, kind_of, owned, place
from undercut.games.cups.words import WORDS

_TEXTS = LATIN.texts
_ANY_AWAY = table.AWAY * table.ALL_COPIES
_MOST_TRIES = 10_000
PHASES = WORDS.phase_names
REASONS = WORDS.reasons


def texts(kinds: list[int]) -> list[JSON]:
    return [_TEXTS[kind] for kind in kinds]


def hand_kinds(s: Table, seat: int) -> list[int]:
    found: list[int] = []
    for kind in members(s.hands[seat]):
        found += [kind] * table.held(s, seat, kind)
    return found


def copies_of(s: Table, kind: int) -> range:
    return range(kind, kind + table.COPY * s.decks, table.COPY)


def gifts(s: Table) -> list[tuple[int, int, int]]:
    """List the gifts that are still in their receivers' hands (CP-13): giver, receiver and kind, in rising order."""
    found: list[tuple[int, int, int]] = []
    for receiver in range(s.seats) if s.marked else ():
        for kind in members(s.hands[receiver] if s.marked >> receiver & 1 else 0):
            for card in copies_of(s, kind):
                where = place(s, card)
                if is_held_by(where, receiver) and giver_of(where):
                    found.append((giver_of(where) - 1, receiver, kind))
    return sorted(found)


def gift_entries(some: list[tuple[int, int, int]]) -> list[JSON]:
    return [{"card": _TEXTS[kind], "from": giver, "to": receiver} for giver, receiver, kind in some]


def givers(s: Table) -> list[int]:
    """List the seats that are still to be asked for a gift, in order (CP-13)."""
    found: list[int] = []
    seat = s.to_move
    # If the table has ended the game meanwhile, the position still lists who was to be asked.
    while s.phase in (table.GIVING, table.OVER) and seat != s.turn:
        found.append(seat)
        seat = next_giver(s, seat)
    return found


def _from_turn(s: Table) -> list[int]:
    found = [table.step(s, s.turn)]
    while len(found) < s.seats - 1:
        found.append(table.step(s, found[-1]))
    return found


def _pile(s: Table, top: int) -> list[JSON]:
    found: list[JSON] = []
    while top != table.NONE:
        found.append(_TEXTS[kind_of(top)])
        top = below(s, top)
    return found


def _layers(s: Table, seat: int) -> list[JSON]:
    layers: list[JSON] = []
    layer: list[JSON] = []
    card = s.graves[seat]
    while card != table.NONE:
        layer.append(_TEXTS[kind_of(card)])
        if place(s, card) & table.LAYER:
            layers.append(layer[::-1])
            layer = []
        card = below(s, card)
    return layers[::-1]


def _put_away(s: Table) -> list[JSON]:
    some = [kind for kind, places in enumerate(s.where) if places & _ANY_AWAY]
    return [_TEXTS[kind] for kind in some for card in copies_of(s, kind) if place(s, card) == table.AWAY]


def is_lead(s: Table) -> bool:
    """CP-21: whether no card is active, so that any may be led."""
    return s.dump == table.NONE and not s.side_active


def write(s: Table) -> dict[str, JSON]:
    hands: list[JSON] = [texts(hand_kinds(s, seat)) for seat in range(s.seats)]
    return write_with(s, hands, _pile(s, s.stack), gift_entries(gifts(s)))


def write_with(s: Table, hands: list[JSON], stack: list[JSON], given: list[JSON]) -> dict[str, JSON]:
    return {
        "to_move": None if s.phase == table.OVER else s.to_move,
        "result": write_result(s.winners, REASONS[s.reason]) if s.phase == table.OVER else None,
        "hands": hands,
        "graveyards": [_layers(s, seat) for seat in range(s.seats)],
        "dump": _pile(s, s.dump)[::-1],
        "side": _pile(s, s.side)[::-1],
        "stack": stack,
        "away": _put_away(s),
        "side_active": bool(s.side_active),
        "direction": s.direction,
        "turn": s.turn,
        "phase": PHASES[s.phase],
        "givers": [*givers(s)],
        "emptied": [seat for seat in _from_turn(s) if s.emptied >> seat & 1] if s.emptied else [],
        "dealt": LATIN.text(s.dealt - 1) if s.dealt else None,
        "given": given,
        "run": bool(s.run),
        "out": [*members(s.out)],
        "idle": s.idle,
        "moved": bool(s.moved),
        "called": bool(s.called),
        "lead": is_lead(s),
    }


def read(reader: FieldReader, s: Table) -> None:
    clear_table(s)
    placed = Placed(reader, [*range(table.KINDS)] * s.decks, step=table.COPY)
    _read_hands(reader, s, placed)
    _read_piles(reader, s, placed)
    placed.check_all_there("stack")
    asked = _read_course(reader, s)
    if reader.faults:
        return
    _read_given(reader, s)
    _check_active(reader, s)
    _check_seats(reader, s)
    if s.phase == table.REDEALING:
        _read_redeal(reader, s)
    elif s.phase == table.GIVING or asked:
        _read_givers(reader, s, asked)
    if not reader.faults:
        _read_result(reader, s)
        reader.check_to_move(PHASES[s.phase], s.to_move)


def _read_hands(reader: FieldReader, s: Table, placed: Placed) -> None:
    for seat, kinds in enumerate(reader.rows("hands", s.seats)):
        for card in placed.put(f"hands[{seat}]", kinds):
            table.take(s, seat, card)
    for seat, entry in enumerate(reader.items("graveyards", reader.data.get("graveyards"), s.seats)):
        for number, layer in enumerate(reader.items(f"graveyards[{seat}]", entry)):
            where = f"graveyards[{seat}][{number}]"
            mark = table.LAYER
            for card in placed.put(where, reader.cards_of(where, layer)):
                table.put(s, card, s.graves[seat] | mark)
                s.graves[seat] = card
                mark = 0
            if mark:
                reader.fault(where, "a layer has at least one card")


def _read_piles(reader: FieldReader, s: Table, placed: Placed) -> None:
    for card in placed.put("dump", reader.cards("dump")):
        table.put_on_dump(s, card)
    for card in placed.put("side", reader.cards("side")):
        if s.cup_goes != TO_SIDE:
            reader.fault("side", "under these rules there is no side pile")
        elif not table.is_cup(card):
            reader.fault("side", "{card} is not a cup", card=LATIN.text(kind_of(card)))
        else:
            table.put_on_side(s, card)
    for card in reversed(placed.put("stack", reader.cards("stack"))):
        table.put_on_stack(s, card)
    for card in placed.put("away", reader.cards("away")):
        table.put(s, card, table.AWAY)
        if table.is_cup(card):
            s.cups -= 1


def _read_course(reader: FieldReader, s: Table) -> list[int]:
    """Read whose turn it is and its progress; return the seats still to be asked for gifts."""
    s.turn = s.to_move = reader.whole("turn", 0, s.seats - 1)
    s.phase = reader.phase(PHASES)
    s.direction = reader.whole("direction", -1, 1, 1)
    if s.direction == 0:
        reader.fault("direction", "play goes to the right (1) or to the left (-1)")
        s.direction = 1
    s.side_active = reader.flag("side_active")
    s.run = reader.flag("run")
    s.moved = reader.flag("moved")
    s.called = reader.flag("called")
    limit = table.MOST_IDLE * s.seats
    s.idle = reader.whole("idle", 0, limit if s.phase == table.OVER else limit - 1)
    out, emptied, asked = (reader.seats(name, reader.data.get(name), s.seats) for name in ("out", "emptied", "givers"))
    s.out, s.emptied = as_mask(out), as_mask(emptied)
    dealt = reader.data.get("dealt")
    if dealt is not None and (kind := reader.card("dealt", dealt)) is not None:
        s.dealt = kind + 1
        if kind >= table.FIRST_TWO:
            reader.fault("dealt", "{card} is not an ace", card=LATIN.text(kind))
    if not reader.faults and emptied != [seat for seat in _from_turn(s) if seat in emptied]:
        reader.fault("emptied", "players give in the direction of play, from the one after the player on turn")
    return asked


def _read_given(reader: FieldReader, s: Table) -> None:
    """Read which cards in the hands are gifts, and who gave them (CP-13)."""
    for number, value in enumerate(reader.items("given", reader.data.get("given"))):
        where = f"given[{number}]"
        entry = reader.entry(where, value, {"card", "from", "to"})
        kind = reader.card(f"{where}.card", entry.get("card"))
        giver, receiver = (
            seat if type(seat) is int and 0 <= seat < s.seats else None for seat in (entry.get("from"), entry.get("to"))
        )
        if giver is None or receiver is None or giver == receiver:
            reader.fault(where, "from and to must be two different seats from 0 to {last}", last=s.seats - 1)
        elif kind is not None:
            unmarked = [card for card in copies_of(s, kind) if place(s, card) == table.HELD | receiver]
            if unmarked:
                table.put(s, unmarked[0], table.HELD | receiver | (giver + 1) * table.GIVER)
                s.marked |= 1 << receiver
            else:
                reader.fault(where, "{seat} holds fewer {card} than that", seat=receiver, card=LATIN.text(kind))


def _check_active(reader: FieldReader, s: Table) -> None:
    if s.side_active and s.side == table.NONE:
        reader.fault("side_active", "the side pile is empty")
    if s.called and s.no_cups_end != ON_CALL:
        reader.fault("called", "under these rules no call is needed when no cup is left")
    if s.phase == table.OVER:
        return
    if reader.flag("lead") != is_lead(s):
        wrong = "it must be false: a lead is free when no card is active"
        if is_lead(s):
            wrong = "it must be true: a lead is free when no card is active"
        reader.fault("lead", wrong)
    active = s.side if s.side_active else s.dump
    if s.run and (not s.identical_cups or active == table.NONE or not table.is_cup(active)):
        reader.fault("run", "a run is a series of identical cups, the last one active, under rules that allow it")


def _check_seats(reader: FieldReader, s: Table) -> None:
    """Reject hands, graveyards and seats sitting out that contradict each other or the phase."""
    if s.phase == table.OVER:
        return
    if s.phase != table.GIVING and s.emptied:
        reader.fault("emptied", "in phase {phase} there are no gifts", phase=PHASES[s.phase])
    if s.phase == table.PLAYING and not s.hands[s.turn]:
        reader.fault(f"hands[{s.turn}]", "the player on turn has a hand")
    for seat in range(s.seats):
        may_be_empty = s.phase == table.GIVING and (seat == s.turn or s.emptied >> seat & 1 != 0)
        if not s.hands[seat] and s.graves[seat] == table.NONE and not may_be_empty:
            reader.fault(f"hands[{seat}]", "a player without hand and graveyard would have won")
        is_out = s.out >> seat & 1 != 0
        if is_out and (s.hands[seat] or s.empty_hand != SIT_OUT or (s.phase == table.GIVING and seat == s.turn)):
            reader.fault("out", "{seat} does not sit out", seat=seat)
        elif s.empty_hand == SIT_OUT and not s.hands[seat] and not is_out and not may_be_empty:
            reader.fault("out", "{seat} has no hand, so it sits out", seat=seat)


def _read_givers(reader: FieldReader, s: Table, asked: list[int]) -> None:
    """CP-13: reject gifts that no ace asks for, and givers out of order; set the seat to move."""
    if s.phase not in (table.GIVING, table.OVER):
        reader.fault("givers", "in phase {phase} no seat is asked for a gift", phase=PHASES[s.phase])
        return
    if s.side_active or s.dump == table.NONE or table.is_cup(s.dump) or kind_of(s.dump) >= table.FIRST_TWO:
        reader.fault("dump", "only an ace on top of the dump, not of cups, asks for gifts")
    if not asked or not can_give(s, asked[0]):
        reader.fault("givers", "a seat that can give must be asked for a gift")
        return
    s.to_move = asked[0]
    if asked[0] == s.turn or givers(s) != asked:
        reader.fault("givers", "from the first seat on, all who can give are asked, in the direction of play")
    order = _from_turn(s)
    before = order[: order.index(asked[0])] if asked[0] in order else []
    for seat in (seat for seat in order if s.emptied >> seat & 1):
        if seat not in before or s.hands[seat] or (s.out >> seat & 1 and s.graves[seat] != table.NONE):
            reader.fault("emptied", "{seat} has not given its last card", seat=seat)


def _read_redeal(reader: FieldReader, s: Table) -> None:
    """CP-25, CP-26: reject an impossible redeal, and work out how far it has got."""
    if not s.redeal or s.redeal_ace == NO_ACE or s.empty_hand == SIT_OUT:
        reader.fault("phase", "under these rules a redeal does not ask about aces")
    if s.side_active or s.run:
        reader.fault("side_active" if s.side_active else "run", "a redeal ends it")
    for seat in range(s.seats):
        if s.graves[seat] == table.NONE:
            reader.fault(f"graveyards[{seat}]", "in a redeal every player has a graveyard")
    order = [s.turn, *_from_turn(s)]
    sizes = [count_hand(s, seat) for seat in order]
    dealt = sum(sizes)
    s.to_move = order[(dealt - 1) % s.seats]
    s.dealing = (dealt + s.stack_size) // s.seats * s.seats - dealt
    if dealt == 0 or s.dealing < 0 or sizes != [(dealt + s.seats - 1 - at) // s.seats for at in range(s.seats)]:
        reader.fault("hands", "the stack is dealt one card at a time, from the player on turn in the direction of play")
    elif not s.dealt:
        # Dealt cards are appended, so the ace in question is the last one in the hand as written.
        kinds = reader.rows("hands", s.seats)[s.to_move]
        s.dealt = next((kind + 1 for kind in reversed(kinds) if kind < table.FIRST_TWO), 0)
    if not s.dealt or not s.hands[s.to_move] >> (s.dealt - 1) & 1:
        reader.fault("dealt", "{seat} was not dealt this ace", seat=s.to_move)


def _read_result(reader: FieldReader, s: Table) -> None:
    """Read the result, and reject winners who have not won (CP-18, CP-22, CP-33)."""
    s.winners, s.reason = reader.ending(PHASES[s.phase], s.seats, REASONS)
    if not reader.faults:
        _check_result(reader, s)


def _check_result(reader: FieldReader, s: Table) -> None:
    """CP-18, CP-22, CP-27, CP-33: reject winners who have not won."""
    if s.reason == table.WENT_OUT:
        winner = s.winners.bit_length() - 1
        if s.winners & (s.winners - 1) or winner < 0 or s.hands[winner] or s.graves[winner] != table.NONE:
            reader.fault("result.winners", "exactly one player goes out, with neither hand nor graveyard")
    if s.reason == table.BY_NO_CUPS and s.cups:
        reader.fault("result.reason", "{count} cups are still in play", count=s.cups)
    if s.reason in (table.BY_NO_CUPS, table.BY_GUARD) and s.winners != table.fewest(s, 1, s.graveyard_weight):
        reader.fault("result.winners", "the fewest cards win")
    if s.reason == table.BY_GRAVEYARDS and (s.empty_hand != SIT_OUT or any(s.hands)):
        reader.fault("result.reason", "graveyards decide only when every player sits out")
    if s.reason == table.BY_GRAVEYARDS and s.winners != table.fewest(s, 0, 1):
        reader.fault("result.winners", "the smallest graveyard wins")


def views(s: Table, seats: Sequence[int | None]) -> list[dict[str, JSON]]:
    """Write what some seats may know of a table; the views share what they have in common."""
    known = gifts(s)
    shared = write_with(s, [], unknown(s.stack_size), [])
    away = cast("list[JSON]", shared["away"])
    apart = [card for card in away if s.cups_apart and str(card).endswith("c")]
    shared["away"] = apart + unknown(len(away) - len(apart))
    graveyards = cast("list[list[list[JSON]]]", shared["graveyards"])
    covered = [[*(unknown(len(layer)) for layer in layers[:-1]), *layers[-1:]] for layers in graveyards]
    found: list[dict[str, JSON]] = []
    for seat in seats:
        own: dict[str, JSON] = {
            "hands": [_hand(s, owner, seat, known) for owner in range(s.seats)],
            "graveyards": cast(
                "JSON", [graveyards[owner] if owner == seat else covered[owner] for owner in range(s.seats)]
            ),
            "given": gift_entries([gift for gift in known if seat in gift[:2]]),
        }
        if s.phase != table.REDEALING or seat != s.to_move:
            own["dealt"] = None
        found.append(shared | own)
    return found


def _hand(s: Table, owner: int, seat: int | None, some: list[tuple[int, int, int]]) -> list[JSON]:
    if owner == seat:
        return texts(hand_kinds(s, owner))
    known = [kind for giver, receiver, kind in some if (giver, receiver) == (seat, owner)]
    return texts(known) + unknown(count_hand(s, owner) - len(known))


def arrange(options: Mapping[str, Value], seen: dict[str, JSON], left: list[str], chance: random.Random) -> None:
    """Arrange hidden cards in an order that fits a view, all such orders equally likely."""
    hands = cast("list[list[JSON]]", seen["hands"])
    away = cast("list[JSON]", seen["away"]).count(UNKNOWN)
    asked = cast("int", seen["to_move"]) if seen["phase"] == "redeal" else 0
    end = len(left) - sum(hand.count(UNKNOWN) for hand in hands[:asked])
    start = end - hands[asked].count(UNKNOWN)
    asks = seen["phase"] == "redeal" and start < end
    for _ in range(_MOST_TRIES):
        if options["cups_apart"] and away:
            # CP-38: no cup is among the cards put away unseen.
            plain = [card for card in left if not card.endswith("c")][:away]
            for card in plain:
                left.remove(card)
            # Picking cards out has moved the others in a way that is not random.
            chance.shuffle(left)
            left[:0] = plain
        # CP-26: everyone can see that the player who is asked has an ace.
        has_ace = not asks or any(card.startswith("A") for card in left[start:end])
        if has_ace and _leaves_cup(options, seen, left[:away]):
            return
        chance.shuffle(left)


def _leaves_cup(options: Mapping[str, Value], seen: dict[str, JSON], hidden: list[str]) -> bool:
    """CP-22: whether a cup is left in play; otherwise the game would have ended, as everyone can see."""
    if seen["phase"] == "over" or options["no_cups_end"] != "automatic" or options["cup_burns"]:
        return True
    away = [*cast("list[JSON]", seen["away"]), *hidden]
    return sum(str(card).endswith("c") for card in away) < table.RANKS * cast("int", options["decks"])


def to_go(s: Table) -> list[int] | None:
    """CP-18: the cards that each seat must still be rid of."""
    return [owned(s, seat) for seat in range(s.seats)]
