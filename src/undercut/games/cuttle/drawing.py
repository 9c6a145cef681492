"""The table of Cuttle: hands, points, permanents, the stock, the scrap, and waiting or turned cards."""

from undercut.cards import FRENCH
from undercut.draw import read
from undercut.draw.tables import status
from undercut.games.base.parts import drawing
from undercut.games.base.sentences import Text, say, the_card
from undercut.games.cuttle.one_offs import one_off_under
from undercut.games.cuttle.options import DEAL, RESEARCH_SETS, RULE_SETS
from undercut.translation import _, ngettext

_SEATS = 2


def drawer(position: read.Position, viewer: drawing.Viewer) -> drawing.TableDrawing:
    return drawing.TableDrawing(
        title="Cuttle",
        pack=FRENCH,
        sides=tuple(_side(position, viewer, seat) for seat in range(_SEATS)),
        bottom=viewer.bottom,
        middle=_middle(position, viewer),
        status=_status(position, viewer),
        prompt=_prompt(viewer.choices),
    )


def _side(position: read.Position, viewer: drawing.Viewer, seat: int) -> drawing.Side:
    cards = read.seat_cards(position, "hands", seat)
    permanents = read.seat_cards(position, "permanents", seat)
    known = read.seat_cards(position, "known", seat)
    points = _points(position, viewer, seat)
    # Which cards others know matters only to the holder of the hand.
    seen = known if seat == viewer.seat else ()
    return drawing.Side(
        viewer.owner(seat),
        viewer.heading(seat),
        drawing.hand(FRENCH, cards, seen=seen, frozen=read.cards(position, "frozen")),
        (points, _permanents(tuple(permanents))),
        turn=position.get("to_move") == seat,
        score=_("{points} points").format(points=points.detail),
    )


def _points(position: read.Position, viewer: drawing.Viewer, seat: int) -> drawing.Zone:
    piles = read.mappings(read.seat_values(position, "points", seat), "points")
    cards = tuple((read.word(pile, "card"), tuple(read.cards(pile, "jacks"))) for pile in piles)
    goals = tuple(read.numbers(_options(position), "kings"))
    return _point_cards(cards, viewer.goals[seat] if viewer.goals is not None else None, goals)


@drawing.kept
def _point_cards(
    cards: tuple[tuple[str, tuple[str, ...]], ...], goal: int | None, goals: tuple[int, ...]
) -> drawing.Zone:
    items = tuple(drawing.Item(card, over=drawing.simple_items(jacks)) for card, jacks in cards)
    total = sum(FRENCH.code(item.card) // len(FRENCH.suits) + 1 for item in items)
    return drawing.Zone(
        "points",
        _("points"),
        (drawing.Part(items),),
        detail=f"{total}" if goal is None or total > goal else _("{total} of {goal}").format(total=total, goal=goal),
        meter=None if goal is None else drawing.Meter(total, goal, max(total, goal, *goals), goals),
        starts=True,
        accepts=("points",),
    )


@drawing.kept
def _permanents(cards: tuple[str, ...]) -> drawing.Zone:
    items = tuple(_permanent(card) for card in drawing.in_order(FRENCH, cards))
    return drawing.Zone("permanents", _("permanents"), (drawing.Part(items),), accepts=("permanent",))


def _permanent(card: str) -> drawing.Item:
    glasses = card.startswith("8")
    return drawing.Item(card, notes=(_("glasses"),) if glasses else (), turned=glasses)


def _middle(position: read.Position, viewer: drawing.Viewer) -> tuple[drawing.Zone, ...]:
    stock = read.cards(position, "stock")
    top = drawing.part_of(stock[: read.number(position, "known_top")], _("top, known to both"))
    return (
        drawing.zone("stock", _("stock"), (top,), drawing.Arrangement.PILE, count=len(stock)),
        _waiting(position, viewer),
        drawing.zone(
            "revealed",
            _("revealed"),
            (drawing.part_of(read.cards(position, "revealed")),),
            stays=False,
            stage=_("Turned up"),
            caption=_("Turned up by the seven"),
        ),
        drawing.zone(
            "suspended",
            _("suspended sevens"),
            (drawing.part_of(read.cards(position, "suspended")),),
            drawing.Arrangement.FAN,
            stays=False,
            stage=_("Seven"),
        ),
        _scrap(tuple(read.cards(position, "scrap"))),
    )


@drawing.kept
def _scrap(cards: tuple[str, ...]) -> drawing.Zone:
    return drawing.Zone(
        "scrap",
        _("scrap"),
        (drawing.part_of(drawing.in_order(FRENCH, cards)),),
        drawing.Arrangement.FAN,
        count=len(cards),
        accepts=("one-off", "counter", "discard"),
    )


def _waiting(position: read.Position, viewer: drawing.Viewer) -> drawing.Zone:
    found = position.get("waiting")
    if found is None:
        return drawing.zone("waiting", _("waiting"), stays=False)
    announced = read.mapping(found, "waiting")
    counters = read.cards(position, "counters")
    target, scuttled = read.word(announced, "target"), read.word(position, "scuttled")
    card = read.word(announced, "card")
    described = one_off_under(_options(position), FRENCH.code(card))
    phase, other = read.word(position, "phase", "play"), 1 - read.number(position, "turn")
    effect = (viewer.seat == other and described.heading_to_other) or described.heading if described else ""
    scrapped = Text("two cards" if len(read.seat_cards(position, "hands", other)) > 1 else "the only card in hand")
    aim = the_card(FRENCH, FRENCH.code(target or scuttled)) if target or scuttled else Text("its target")
    said = Text(effect, {"target": aim, "name": viewer.name(other), "cards": scrapped})
    known = _effect(card, said, len(counters), decided=phase != "counter")
    heading = f"{known} {_asked(position, viewer, back=len(counters) % 2 > 0)}".rstrip()
    parts = drawing.Part((drawing.Item(card, onto=target),)), drawing.part_of(counters, _("counters"))
    return drawing.zone("waiting", _("waiting"), parts, stays=False, stage=heading)


def _asked(position: read.Position, viewer: drawing.Viewer, *, back: bool) -> str:
    """Say which other player may counter a waiting one-off; the status asks the viewer."""
    seat = read.number(position, "to_move")
    if read.word(position, "phase", "play") != "counter" or viewer.seat == seat:
        return ""
    told = _("{name} may counter back.") if back else _("{name} may counter.")
    return told.format(name=viewer.name(seat))


def _effect(card: str, effect: Text, counters: int, *, decided: bool) -> str:
    known = Text("{card}: {effect}.", {"card": _name(card), "effect": effect})
    if counters:
        so = "It is countered, so nothing happens." if counters % 2 else "The counter is countered, so it happens."
        return say("{effect} {so}", effect=known, so=Text(so))
    return say("{effect} It is not countered.", effect=known) if decided else known.say()


def _name(card: str) -> str:
    return FRENCH.name(FRENCH.code(card)).capitalize()


def _status(position: read.Position, viewer: drawing.Viewer) -> str:
    phase = read.word(position, "phase", "play")
    left = read.number(position, "to_discard")
    if phase == "counter":
        return status(position, viewer, _counter(position, viewer), _("{name} may counter"))
    if phase == "take":
        return status(
            position, viewer, _("Your move: take a card from the scrap"), _("{name} takes a card from the scrap")
        )
    if phase in {"discard", "recycle"}:
        you = ngettext("Your move: scrap a card", "Your move: scrap {count} cards", left)
        they = ngettext("{name} scraps a card", "{name} scraps {count} cards", left)
        return status(position, viewer, you, they, left)
    if phase == "limit":
        you = ngettext(
            "Your move: scrap a card for the hand limit", "Your move: scrap {count} cards for the hand limit", left
        )
        return status(position, viewer, you, _("{name} scraps cards for the hand limit"), left)
    if phase == "seven":
        none = "discard" in viewer.choices
        you = _("Your move: no turned card can be played, so scrap one") if none else _("Your move: play a turned card")
        return status(position, viewer, you, _("{name} plays a turned card"))
    return status(position, viewer, _turn(position, viewer.choices))


def _counter(position: read.Position, viewer: drawing.Viewer) -> str:
    """Prompt for a waiting one-off; without a legal counter, it says why."""
    if viewer.seat is None or "let be" not in viewer.choices or "counter" in viewer.choices:
        return _("Your move: counter with a two, or let it happen")
    held = read.seat_cards(position, "hands", viewer.seat)
    twos = {card for card in held if card.startswith("2")}
    if not twos:
        return _("You hold no two: go on")
    if twos <= set(read.cards(position, "frozen")):
        return _("Your two is frozen: go on")
    return _("A queen protects the card: go on")


def _prompt(choices: frozenset[str]) -> str:
    """Say what to do if there is only one way to go on."""
    if choices == frozenset(["draw"]):
        return _("Draw a card")
    return _("Pass") if choices == frozenset(["pass"]) else ""


def _turn(position: read.Position, choices: frozenset[str]) -> str:
    if choices == frozenset(["draw"]):
        return _("Your move: draw a card")
    if choices == frozenset(["pass"]):
        return _("Your move: pass")
    if read.cards(position, "stock"):
        return _("Your move: play a card or draw")
    passes = read.number(position, "passes")
    if not passes:
        return _("Your move: play a card or pass")
    return ngettext(
        "Your move: play a card or pass (one pass so far; {limit} end the game)",
        "Your move: play a card or pass ({count} passes in a row; {limit} end the game)",
        passes,
    ).format(count=passes, limit={**DEAL, **_options(position)}["pass_limit"])


def _options(position: read.Position) -> dict[str, object]:
    return read.options(position, {**RULE_SETS, **RESEARCH_SETS})
