"""The table of Cut the Rope: level rows, supply rows, personal decks, hands, the deck and the discards."""

from collections.abc import Sequence

from undercut.cards import ROPE, UNKNOWN
from undercut.draw import read
from undercut.draw.tables import status
from undercut.games.base.parts import drawing
from undercut.games.cut_the_rope.options import RULE_SETS
from undercut.games.cut_the_rope.table import COMPLETE, ROWS, SCISSORS
from undercut.translation import _, ngettext

_LIFTS = {1: 26, -1: -26}  # by the difference in cards from a mark on the same side of the ladder
_SCISSORS = ROPE.text(SCISSORS)


def drawer(position: read.Position, viewer: drawing.Viewer) -> drawing.TableDrawing:
    seats = read.number(position, "seats", 2)
    still = read.number(position, "still")
    lifts = _lifts([len(read.seat_cards(position, "personal", seat)) for seat in range(seats)], viewer.bottom)
    return drawing.TableDrawing(
        title=f"Cut the Rope, {seats} players",
        pack=ROPE,
        sides=tuple(_side(position, viewer, seat, lift) for seat, lift in enumerate(lifts)),
        bottom=viewer.bottom,
        middle=_middle(position),
        status=status(position, viewer, _asked(viewer.choices)),
        prompt=_prompt(viewer.choices),
        facts=(drawing.Fact("still", _("Turns in a row in which no card moved"), str(still)),) if still else (),
        unique=False,
    )


def _lifts(personal: Sequence[int], bottom: int) -> list[int]:
    """Return how far up each mark on the ladder moves to clear another; players stand on its two sides in turn."""
    seats, lifts = len(personal), [0] * len(personal)
    order = [(bottom + 1 + place) % seats for place in range(seats)]
    for place, seat in enumerate(order):
        above = (personal[mate] - personal[seat] for mate in order[place % 2 : place : 2])
        lifts[seat] = sum(_LIFTS.get(cards, 0) for cards in above)
    return lifts


def _prompt(choices: frozenset[str]) -> str:
    """Say what to do if there is only one way to go on."""
    if choices == frozenset(["put"]):
        return _("No card fits: put one on a supply row.")
    return _("End your turn") if choices == frozenset(["end"]) else ""


def _asked(choices: frozenset[str]) -> str:
    """Prompt for the viewer's move, by the kinds of legal moves."""
    plays = bool(choices & {"hand", "supply", "personal"})
    if "end" in choices:
        return _("Your move: play a card, or end your turn") if plays else _("Your move: end your turn")
    if "put" in choices and not plays:
        return _("Your move: no card fits, put one on a supply row")
    return _("Your move: play a card or add to a supply row")


def _side(position: read.Position, viewer: drawing.Viewer, seat: int, lift: int) -> drawing.Side:
    cards = read.seat_cards(position, "hands", seat)
    rows = read.seat_rows(position, "supply", seat)
    personal = read.seat_cards(position, "personal", seat)
    rows += [[] for _ in range(ROWS - len(rows))]
    return drawing.Side(
        viewer.owner(seat),
        viewer.heading(seat),
        drawing.hand(ROPE, cards),
        (
            drawing.zone(
                "personal",
                _("personal deck"),
                (drawing.part_of([card for card in personal[:1] if card != UNKNOWN], _("top")),),
                drawing.Arrangement.PILE,
                count=len(personal),
                short=_("Personal"),
                source="p",
            ),
            *(_supply(place, tuple(row)) for place, row in enumerate(rows, 1)),
        ),
        turn=position.get("to_move") == seat,
        score=ngettext("{count} card left", "{count} cards left", len(personal)).format(count=len(personal)),
        lift=lift,
    )


@drawing.kept
def _supply(number: int, cards: tuple[str, ...]) -> drawing.Zone:
    # If space is short, the three rows stay together, apart from hand and personal deck.
    return drawing.Zone(
        f"supply-{number}",
        _("supply row {number}").format(number=number),
        (drawing.part_of(cards),),
        count=len(cards),
        short=_("Supply {number}").format(number=number),
        starts=number == 1,
        target=f"supply {number}",
        source=f"s{number}",
    )


def _middle(position: read.Position) -> tuple[drawing.Zone, ...]:
    levels = read.card_lists(position, "levels", ROWS)
    directions = read.values(position, "directions") + [None] * ROWS
    meanings = [read.numbers({"values": row}, "values") for row in read.values(position, "values")]
    if not meanings and not read.options(position, RULE_SETS)["equal"]:  # each card is one further than that below
        meanings = [_counted(len(row), _way(direction)) for row, direction in zip(levels, directions, strict=False)]
    first = 0 if read.values(position, "values") else 1  # what counts as the first number from a row's start
    meanings += [[] for _ in range(ROWS)]
    deck = len(read.cards(position, "deck"))
    return (
        *(_level(n + 1, tuple(levels[n]), _way(directions[n]), tuple(meanings[n]), first) for n in range(ROWS)),
        drawing.zone("deck", _("deck"), arrangement=drawing.Arrangement.PILE, count=deck, starts=True),
        _discards(tuple(read.cards(position, "discards"))),
    )


@drawing.kept
def _discards(cards: tuple[str, ...]) -> drawing.Zone:
    thrown = tuple(drawing.Item(card, times=cards.count(card)) for card in ROPE.texts if card in cards)
    return drawing.Zone("discards", _("discards"), (drawing.Part(thrown),), count=len(cards))


def _way(direction: object) -> str:
    return direction if isinstance(direction, str) else ""


def _counted(cards: int, direction: str) -> list[int]:
    return [COMPLETE - place if direction == "down" else place + 1 for place in range(cards)]


def _due(cards: tuple[str, ...], direction: str, meanings: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that a level row takes next; empty if the rules allow others as well."""
    if not cards:
        return 1, COMPLETE
    if not direction:
        return (len(cards) + 1, COMPLETE - len(cards)) if [*meanings] == _counted(len(cards), "") else ()
    last = meanings[-1] if meanings else 0 if cards[-1] == _SCISSORS else int(cards[-1])
    return (last - 1 if direction == "down" else last + 1,) if last else ()


def _expected(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 1:
        return _("next {low} or {high}").format(low=numbers[0], high=numbers[1])
    return _("next {number}").format(number=numbers[0]) if numbers else ""


def _room(cards: int, direction: str, due: tuple[int, ...]) -> tuple[str, ...]:
    """Say on the empty places of a level row which numbers they take."""
    empty, step = max(COMPLETE - cards, 0), 1 if direction == "up" else -1
    if len(due) == 1:
        numbers = range(due[0], due[0] + step * empty, step)
        return tuple(str(each) if 0 < each <= COMPLETE or each == due[0] else "" for each in numbers)
    either = _("{low} or {high}").format(low=due[0], high=due[1]) if due else ""
    return (either, *[""] * empty)[:empty]


@drawing.kept
def _level(number: int, cards: tuple[str, ...], direction: str, meanings: tuple[int, ...], first: int) -> drawing.Zone:
    items = [_level_item(card, direction, meanings[place : place + 1], first) for place, card in enumerate(cards)]
    due = _due(cards, direction, meanings)
    expected = _expected(due)
    return drawing.Zone(
        f"levels-{number}",
        _("level row {number}").format(number=number),
        (drawing.Part(tuple(items)),),
        count=len(cards),
        short=_("Row {number}").format(number=number),
        detail=", ".join(
            part for part in ({"up": _("goes up"), "down": _("goes down")}.get(direction, ""), expected) if part
        ),
        target=f"level {number}",
        direction=direction,
        room=_room(len(cards), direction, due),
    )


def _level_item(card: str, direction: str, meaning: tuple[int, ...], first: int) -> drawing.Item:
    if card != _SCISSORS or not meaning:
        return drawing.Item(card)
    if direction:
        return drawing.Item(card, notes=(_("as {number}").format(number=meaning[0]),), badge=str(meaning[0]))
    # Before the row has a direction, scissors only have a number of steps from its start.
    low = meaning[0] + 1 - first
    return drawing.Item(card, notes=(_("as {low} or {high}").format(low=low, high=COMPLETE + 1 - low),))
