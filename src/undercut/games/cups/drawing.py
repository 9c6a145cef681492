"""The table of Cups: hands, graveyards, the stack, the dump, the side pile and the cards put away."""

from collections.abc import Sequence

from undercut.cards import LATIN, UNKNOWN
from undercut.draw import read
from undercut.draw.tables import status
from undercut.games.base.parts import drawing
from undercut.games.cups.options import RULE_SETS
from undercut.translation import _, ngettext

_SEEN = 4  # how many cards of the dump are shown: the active one, and the three that a cup would take

_PAIR = 2


def drawer(position: read.Position, viewer: drawing.Viewer) -> drawing.TableDrawing:
    seats = read.number(position, "seats", 2)
    return drawing.TableDrawing(
        title=f"Cups, {seats} players",
        pack=LATIN,
        sides=tuple(_side(position, viewer, seat, seats) for seat in range(seats)),
        bottom=viewer.bottom,
        middle=_middle(position),
        status=_status(position, viewer),
        facts=_facts(position, viewer, seats),
        unique=False,
        by_suit=True,
        in_row=4,
    )


def _status(position: read.Position, viewer: drawing.Viewer) -> str:
    phase = read.word(position, "phase", "play")
    if phase == "gift":
        asker = viewer.name(read.number(position, "turn")).replace("{", "{{").replace("}", "}}")
        asked = _("Your move: give {name} a card, or nothing").format(name=asker)
        return status(position, viewer, asked, _("{name} may give a card"))
    if phase == "redeal":
        return status(
            position,
            viewer,
            _("Your move: play the ace just dealt, or keep it"),
            _("{name} may play the ace just dealt"),
        )
    if "bury" in viewer.choices:
        if _takes_back(position, viewer):
            return status(position, viewer, _("No card fits: bury your hand until next turn"))
        return status(position, viewer, _("No card fits: bury your hand"))
    if viewer.choices:
        return status(position, viewer, _("Your move: play a card"))
    return status(position, viewer, _("Your move: play a card, or bury your hand if none can be played"))


def _takes_back(position: read.Position, viewer: drawing.Viewer) -> bool:
    """Tell whether the viewer draws nothing for a buried hand, and so picks it up at the next turn (CP-19)."""
    options = read.options(position, RULE_SETS)
    others = [hand for seat, hand in enumerate(read.values(position, "hands")) if seat != viewer.seat]
    draws = read.values(position, "stack") or options["short_draw"] in ("dump", "league")
    return not draws and options["empty_hand"] == "pick_up" and any(others)


def _side(position: read.Position, viewer: drawing.Viewer, seat: int, seats: int) -> drawing.Side:
    cards = read.seat_cards(position, "hands", seat)
    layers = read.seat_rows(position, "graveyards", seat)
    gone = read.numbers(position, "out")
    buried = sum(map(len, layers))
    left = len(cards) + buried
    score = ngettext("{count} card left", "{count} cards left", left).format(count=left)
    if buried:
        where = _("{left}, {count} of them in the graveyard") if cards else _("{left}, in the graveyard")
        score = where.format(left=score, count=buried)
    out = _(" (out)") if seat in gone else ""
    return drawing.Side(
        viewer.owner(seat),
        viewer.heading(seat) + out,
        drawing.hand(LATIN, cards),
        (_graveyard(layers),),
        turn=position.get("to_move") == seat,
        asked=seat in read.numbers(position, "givers"),
        score=score,
        next=seat == _next(position, seats, gone),
    )


def _next(position: read.Position, seats: int, gone: Sequence[int]) -> int | None:
    """Return the seat after the one to move, if play goes on as it does now."""
    if position.get("to_move") is None:
        return None
    step = 1 if read.number(position, "direction", 1) > 0 else -1
    mover = read.number(position, "to_move")
    others = [(mover + step * place) % seats for place in range(1, seats)]
    return next((seat for seat in others if seat not in gone), None)


def _graveyard(layers: list[list[str]]) -> drawing.Zone:
    lower = (_("layer {number}").format(number=place) for place in range(1, len(layers)))
    titles = [*lower, _("on top")] if len(layers) > 1 else [""]
    parts = tuple(map(drawing.part_of, layers, titles))
    return drawing.zone(
        "graveyards", _("graveyard"), parts, drawing.Arrangement.LAYERS, count=sum(map(len, layers)), stays=False
    )


def _middle(position: read.Position) -> tuple[drawing.Zone, ...]:
    dump, side = read.cards(position, "dump"), read.cards(position, "side")
    stack, away = read.cards(position, "stack"), read.cards(position, "away")
    on_side = bool(position.get("side_active"))
    # Of the cards put away, the cups can be known while the others are not.
    cups = sum(card.endswith("c") for card in away)
    return (
        drawing.zone("stack", _("stack"), arrangement=drawing.Arrangement.PILE, count=len(stack)),
        _pile("dump", _("dump"), dump, active=not on_side and not position.get("lead")),
        _pile("side", _("side pile"), side, active=on_side, stays=False),
        drawing.zone(
            "away",
            _("put away"),
            arrangement=drawing.Arrangement.PILE,
            count=len(away),
            detail=_("cups: {count}").format(count=cups) if cups else "",
            stays=False,
        ),
    )


def _pile(name: str, label: str, cards: list[str], *, active: bool, stays: bool = True) -> drawing.Zone:
    """Draw the visible cards on top of a pile."""
    top = cards[-_SEEN:]
    while UNKNOWN in top:
        top = top[top.index(UNKNOWN) + 1 :]
    title = _("on top, the last uppermost") if len(top) > 1 else _("on top")
    active = active and bool(top)
    return drawing.zone(
        name,
        label,
        (drawing.part_of(top, title),),
        drawing.Arrangement.FAN,
        count=len(cards),
        detail=_("active {card}").format(card=top[-1]) if top and active else "",
        stays=stays,
        active=active,
        accepts=("play",) if name == "dump" else (),
    )


def _direction(position: read.Position) -> drawing.Fact:
    if read.number(position, "direction", 1) > 0:
        return drawing.Fact("direction", _("Play goes to the right"), _("the next seat is one higher"), "right")
    return drawing.Fact("direction", _("Play goes to the left"), _("the next seat is one lower"), "left")


def _facts(position: read.Position, viewer: drawing.Viewer, seats: int) -> tuple[drawing.Fact, ...]:
    # Two players alternate in either direction.
    facts = [_direction(position)] if seats > _PAIR else []
    givers = read.numbers(position, "givers")
    if givers:
        facts.append(drawing.Fact("givers", _("Still asked for a gift"), ", ".join(map(viewer.heading, givers))))
    if position.get("lead"):
        facts.append(drawing.Fact("lead", _("No card is active"), _("any card may be led")))
    options = read.options(position, RULE_SETS)
    is_dry = position.get("stack") == [] and position.get("to_move") is not None
    if is_dry and options["short_draw"] in ("rest", "magellan"):
        facts.append(drawing.Fact("none", _("No cards left to draw"), _("other suits but cups are free")))
        if options["no_cups_end"] != "off":
            facts.append(drawing.Fact("last cup", _("Once no cup is left"), _("the fewest cards win")))
    if position.get("run"):
        facts.append(
            drawing.Fact("run", _("Identical cups lie on one another"), _("play reverses when they are covered"))
        )
    idle = read.number(position, "idle")
    if idle > len(read.values(position, "hands")):
        facts.append(
            drawing.Fact("idle", _("Turns in a row without a card drawn, taken, given or put away"), str(idle))
        )
    return tuple(facts)
