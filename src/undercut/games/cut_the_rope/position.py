"""Tables of Cut the Rope as JSON: complete, read with every fault reported, and as a seat may know them."""

from struct import Struct

from undercut.cards import ROPE
from undercut.decoding import JSON
from undercut.games.base.position_reader import FieldReader, Placed, write_result
from undercut.games.cut_the_rope import moves, table
from undercut.games.cut_the_rope.options import RULE_SETS, full_pack, personal_size
from undercut.games.cut_the_rope.rules import clear_table, fewest_personal, lay
from undercut.games.cut_the_rope.table import Table, copies, personal_pile, slot_card, supply_pile
from undercut.games.cut_the_rope.words import WORDS

PHASES = WORDS.phase_names
REASONS = WORDS.reasons
DIRECTIONS = (None, "up", "down")
_TEXTS = ROPE.texts
# Four slots of 16 bits a word of the store.
_STORE, _SLOTS = Struct(f"<{Table.lengths['store']}q"), Struct(f"<{4 * Table.lengths['store']}H")


def hand_texts(hand: int) -> list[JSON]:
    return [_TEXTS[card] for card in range(table.KINDS_OF_CARDS) for _ in range(copies(hand, card))]


class Piles:
    __slots__ = ("_slots", "_tops")

    def __init__(self, s: Table) -> None:
        self._slots = _SLOTS.unpack(_STORE.pack(*s.store))
        self._tops = s.tops

    def contents(self, pile: int) -> list[int]:
        found: list[int] = []
        number, slots = self._tops[pile] & 255, self._slots
        while number:
            found.append(slots[number])
            number = table.slot_below(slots[number])
        return found

    def texts(self, pile: int) -> list[JSON]:
        return [_TEXTS[slot_card(content)] for content in self.contents(pile)]


def row_values(s: Table, row: int) -> list[int]:
    """CR-20, CR-24: what each card of a level row stands for; steps from the start while the row has no direction."""
    found: list[int] = []
    step = -1
    for content in reversed(Piles(s).contents(table.LEVELS + row)):
        card, same = slot_card(content), content >> 4 & 1
        if card == table.SCISSORS:
            step += 1 - same
        else:
            step = card if s.way[row] == table.UP else table.HIGHEST - card
        found.append({table.NO_WAY: step, table.UP: step + 1, table.DOWN: table.COMPLETE - step}[s.way[row]])
    return found


def declares(s: Table) -> bool:
    """CR-20: whether scissors get a value when they are played on a level row."""
    return bool(s.equal and not s.open_scissors)


def write(s: Table) -> dict[str, JSON]:
    piles, seats = Piles(s), range(s.seats)
    written: dict[str, JSON] = {
        "to_move": None if s.phase == table.OVER else s.to_move,
        "result": write_result(s.winners, REASONS[s.reason]) if s.phase == table.OVER else None,
        "hands": [hand_texts(s.hands[seat]) for seat in seats],
        "personal": [piles.texts(personal_pile(seat)) for seat in seats],
        "supply": [[piles.texts(supply_pile(seat, row))[::-1] for row in range(table.ROWS)] for seat in seats],
        "levels": [piles.texts(table.LEVELS + row)[::-1] for row in range(table.ROWS)],
        "directions": [DIRECTIONS[way] for way in s.way],
        "deck": piles.texts(table.DECK),
        "discards": [
            ROPE.text(card) for card in range(table.KINDS_OF_CARDS) for _ in range(s.discards >> 5 * card & 31)
        ],
        "turn": s.to_move,
        "phase": PHASES[s.phase],
        "still": s.still,
        "moved": bool(s.moved),
    }
    if declares(s):
        written["values"] = [[*row_values(s, row)] for row in range(table.ROWS)]
    return written


def read(reader: FieldReader, s: Table) -> None:
    clear_table(s)
    placed = Placed(reader, full_pack(RULE_SETS["standard"]))
    hands = _read_hands(reader, s, placed)
    piles = _read_piles(reader, s, placed)
    _read_levels(reader, s, placed)
    discards = placed.put("discards", reader.cards("discards"))
    piles[table.DECK] = placed.put("deck", reader.cards("deck"))
    placed.check_all_there("deck")
    _read_course(reader, s)
    if reader.faults:
        return
    for seat, hand in enumerate(hands):
        s.hands[seat] = sum(1 << 3 * card for card in hand)
    s.discards = sum(1 << 5 * card for card in discards)
    for pile, cards in piles.items():
        for card in reversed(cards):
            table.put_on(s, pile, card, 0)
    _read_result(reader, s)
    _check_decks(reader, s)


def _read_hands(reader: FieldReader, s: Table, placed: Placed) -> list[list[int]]:
    hands = [placed.put(f"hands[{seat}]", cards) for seat, cards in enumerate(reader.rows("hands", s.seats))]
    for seat, hand in enumerate(hands):
        if len(hand) > table.HAND_SIZE:
            reader.fault(
                f"hands[{seat}]",
                "{count} cards; no hand ever has more than {most}",
                count=len(hand),
                most=table.HAND_SIZE,
            )
    return hands


def _read_piles(reader: FieldReader, s: Table, placed: Placed) -> dict[int, list[int]]:
    """Read personal decks and supply rows; return each pile, top card first."""
    piles: dict[int, list[int]] = {}
    dealt = personal_size(s.personal, s.seats)
    for seat, cards in enumerate(reader.rows("personal", s.seats)):
        where = f"personal[{seat}]"
        piles[personal_pile(seat)] = placed.put(where, cards)
        if len(cards) > dealt:
            reader.fault(
                where, "{count} cards; {dealt} are dealt, and none are added later", count=len(cards), dealt=dealt
            )
    for seat, rows in enumerate(reader.items("supply", reader.data.get("supply"), s.seats)):
        for row, entry in enumerate(reader.items(f"supply[{seat}]", rows, table.ROWS)):
            where = f"supply[{seat}][{row}]"
            cards = placed.put(where, reader.cards_of(where, entry))
            piles[supply_pile(seat, row)] = cards[::-1]
            if table.SCISSORS in cards and not s.supply_scissors:
                reader.fault(where, "under these rules scissors may not lie on supply rows")
    return piles


def _read_levels(reader: FieldReader, s: Table, placed: Placed) -> None:
    rows = [placed.put(f"levels[{row}]", cards) for row, cards in enumerate(reader.rows("levels", table.ROWS))]
    directions = reader.items("directions", reader.data.get("directions"), table.ROWS)
    values = _read_values(reader, s)
    for row, cards in enumerate(rows):
        if directions[row] not in DIRECTIONS:
            reader.fault(f"directions[{row}]", "{value} is neither up nor down", value=str(directions[row])[:20])
        else:
            _read_level(reader, s, row, cards, (directions[row], values[row]))


def _read_values(reader: FieldReader, s: Table) -> list[list[object]]:
    """Read what the cards of level rows stand for; empty lists where the position does not say."""
    found = reader.items("values", reader.data.get("values"), table.ROWS if declares(s) else None)
    rows = [reader.items(f"values[{row}]", entry) for row, entry in enumerate(found)]
    if declares(s):
        return rows
    if any(rows):
        reader.fault("values", "only for rules with equal and without open_scissors")
    return [[] for _ in range(table.ROWS)]


def _read_level(reader: FieldReader, s: Table, row: int, cards: list[int], given: tuple[object, list[object]]) -> None:
    """Replay the cards of a level row in order, and compare the result with the given direction and values."""
    where = f"levels[{row}]"
    direction, values = given
    said = bool(values) or (declares(s) and table.SCISSORS in cards)
    if said and len(values) != len(cards):
        reader.fault(f"values[{row}]", "{values} values for {count} cards", values=len(values), count=len(cards))
        return
    for place, card in enumerate(cards):
        if not s.fits >> 3 * card + row & 1:
            wanted = [ROPE.text(other) for other in range(table.KINDS_OF_CARDS) if s.fits >> 3 * other + row & 1]
            reader.fault(
                f"{where}[{place}]",
                "{given} cannot lie here, only {wanted}",
                given=ROPE.text(card),
                wanted=", ".join(wanted),
            )
            return
        kind = moves.PLAY
        if card == table.SCISSORS and said and place and values[place] == values[place - 1]:
            kind = moves.SAME
        elif card != table.SCISSORS and s.twice >> 3 * card + row & 1:
            if direction is None:
                reader.fault(f"directions[{row}]", "these cards fit both ways: say whether the row goes up or down")
                return
            kind = moves.GO_UP if direction == DIRECTIONS[table.UP] else moves.GO_DOWN
        lay(s, row, card, kind)
        if not s.tops[table.LEVELS + row]:
            reader.fault(f"{where}[{place}]", "this card completes the level, so the row would have been discarded")
            return
    _check_direction(reader, s, row, direction)
    if said and (any(type(value) is not int for value in values) or values != row_values(s, row)):
        reader.fault(f"values[{row}]", "these cards cannot have the values {values}", values=str(values)[:60])


def _check_direction(reader: FieldReader, s: Table, row: int, direction: object) -> None:
    if direction not in {None, DIRECTIONS[s.way[row]]}:
        wrong = "{direction} does not fit the row: its numbers go the other way"
        if s.way[row] == table.NO_WAY:
            wrong = "{direction} does not fit the row: it has no direction yet"
        reader.fault(f"directions[{row}]", wrong, direction=direction)


def _read_course(reader: FieldReader, s: Table) -> None:
    s.to_move = reader.whole("turn", 0, s.seats - 1)
    s.phase = reader.phase(PHASES)
    s.moved = reader.flag("moved")
    # A full round in which no card moved has ended the game.
    s.still = reader.whole("still", 0, s.seats if s.phase == table.OVER else s.seats - 1)
    reader.check_to_move(PHASES[s.phase], s.to_move)


def _read_result(reader: FieldReader, s: Table) -> None:
    """Read the result, and reject winners who have not won (CR-16, CR-19)."""
    s.winners, s.reason = reader.ending(PHASES[s.phase], s.seats, REASONS)
    if s.reason == table.BY_EMPTYING and s.winners != 1 << s.to_move:
        reader.fault(
            "result.winners",
            "a player who empties the personal deck wins alone, on their own turn: [{winner}]",
            winner=s.to_move,
        )
    if s.reason == table.BY_STALEMATE and s.winners != (0 if s.stalemate else fewest_personal(s)):
        reader.fault("result.winners", "in a stalemate the fewest personal cards win, or no player does")


def _check_decks(reader: FieldReader, s: Table) -> None:
    """CR-16: an empty personal deck has won."""
    for seat in range(s.seats):
        empty = not table.personal_left(s, seat)
        winner = s.reason == table.BY_EMPTYING and s.winners >> seat & 1
        if empty and not winner:
            reader.fault(f"personal[{seat}]", "it is empty, but its owner has not won by emptying it")
        if winner and not empty:
            reader.fault(f"personal[{seat}]", "it is not empty, but its owner has won by emptying it")


def to_go(s: Table) -> list[int] | None:
    """CR-16: the cards left in each personal deck."""
    return [table.personal_left(s, seat) for seat in range(s.seats)]
