"""The side panel of a table: offers, commands, and the steps of a finished game."""

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from undercut.bots.players import levels_of
from undercut.games.base.game_types import TABLE_REASONS
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.pages.board.players import bot_note
from undercut.pages.books.markup import isolate
from undercut.pages.texts import clock_text, is_local, ordinal, seat_name
from undercut.table.scene import Permission, Scene, SceneProposal, SceneSeat
from undercut.translation import _, ngettext


class Button(Struct, frozen=True):
    name: str
    words: str
    kind: str = "quiet"
    fields: tuple[tuple[str, str], ...] = ()
    why_not: str = ""  # why the command is not allowed now; empty if it is
    leaves: bool = False  # whether it leads to another page
    note: str = ""  # what the command costs
    question: str = ""  # asked before the command is given; empty if it is given at once


class Offer(Struct, frozen=True):
    text: str
    answers: tuple[Button, ...]


class Chair(Struct, frozen=True):
    seat: SceneSeat
    place: str
    name: str
    who: str


class SidePanel(Struct, frozen=True):
    offers: tuple[Offer, ...]
    invitations: tuple[Button, ...]
    tools: tuple[Button, ...]
    actions: tuple[Button, ...]
    resign: str  # the question before it; empty if the reader may not
    step: int  # the shown one
    may_go_on: bool
    bots: str
    chairs: tuple[Chair, ...]
    only_here: bool
    looking_back: str  # which earlier moment of a game in play is shown, in a few words; empty for the current one
    match: str  # the score of the match that the game belongs to, in a sentence; empty without one


class RulesNote(NamedTuple):
    title: str
    changes: tuple[str, ...]
    clock: str  # the clock in sentences; empty without one
    practice: bool
    even_answers: bool
    styles: tuple[str, ...] = ()


def _resign_question(scene: Scene) -> str:
    if scene.daily and not scene.practice:
        return _("Resign? This is your only try today.")
    return _("Resign this game?")


def side_panel(scene: Scene) -> SidePanel:
    # A game that ended by resignation, agreement or time can continue.
    may_go_on = scene.to_move is not None or bool(scene.result and scene.result.reason in TABLE_REASONS)
    names = [seat.name for seat in scene.seats]
    return SidePanel(
        offers=tuple(replace(offer, text=isolate(offer.text, names)) for offer in _offers(scene)),
        invitations=tuple(replace(button, words=isolate(button.words, names)) for button in _invitations(scene)),
        tools=tuple(_tools(scene)),
        actions=tuple(_actions(scene)),
        resign=_resign_question(scene) if scene.can.resign is True else "",
        step=scene.steps if scene.step is None else scene.step,
        may_go_on=may_go_on,
        bots=ngettext("bot", "bots", len(scene.seats) - 1),
        chairs=tuple(_chair(scene, seat) for seat in scene.seats) if scene.phase == "open" else (),
        only_here=is_local(scene.invite or ""),
        looking_back=_looking_back(scene),
        match=isolate(_match_score(scene), names),
    )


def _looking_back(scene: Scene) -> str:
    if scene.step is None or scene.phase == "over":
        return ""
    if scene.step == 0:
        return _("Looking back at the deal")
    return _("Looking back: after move {step}").format(step=scene.step)


def _match_score(scene: Scene) -> str:
    match = scene.match
    if scene.phase == "open" or not (match or scene.series):
        return ""
    wins = ", ".join(
        f"{_who(scene, seat)} {number}" for seat, number in enumerate(match.wins if match else scene.series)
    )
    if match is None:
        return _("Games won: {wins}.").format(wins=wins)
    if not match.winners and not match.ended:
        return _("Best of {games}: {wins}.").format(games=match.best_of, wins=wins)
    if match.ended:
        text = _("The match ends here because its players have changed. Best of {games}: {wins}.")
        return text.format(games=match.best_of, wins=wins)
    names = ", ".join(_who(scene, seat) for seat in match.winners)
    return _("The match goes to {names}. Best of {games}: {wins}.").format(names=names, games=match.best_of, wins=wins)


def styles(scene: Scene) -> tuple[str, ...]:
    levels, seats = levels_of(scene.game), len(scene.seats)
    present = {seat.level for seat in scene.seats}
    return tuple(f"{_(name.capitalize())}: {levels.style(name, seats)}" for name in levels.levels if name in present)


def _who(scene: Scene, seat: int) -> str:
    return _("You") if seat == scene.you else seat_name(scene, seat)


def _asks(scene: Scene, seat: int, you: str, they: str, **more: str) -> str:
    return (you if seat == scene.you else they).format(name=seat_name(scene, seat), **more)


def _answers_to(may: Permission, name: str, yes: str, no: str, *, is_own: bool) -> tuple[Button, ...]:
    """Return the buttons that withdraw the reader's own offer or answer another's; none if that is not possible."""
    if is_own:
        return (Button(name, _("Withdraw"), "quiet", (("accept", "false"),)),)
    if may is not True:
        return ()
    return Button(name, yes, "main", (("accept", "true"),)), Button(name, no, "quiet", (("accept", "false"),))


def _offers(scene: Scene) -> list[Offer]:
    offers, can, found = scene.offers, scene.can, list[Offer]()
    if offers.draw is not None:
        answers = _answers_to(can.answer_draw, "draw", _("Accept"), _("Decline"), is_own=offers.draw == scene.you)
        found.append(Offer(_asks(scene, offers.draw, _("You offered a draw."), _("{name} offers a draw.")), answers))
    if offers.take_back is not None:
        is_own = offers.take_back == scene.you
        answers = _answers_to(can.answer_take_back, "take-back", _("Allow"), _("Refuse"), is_own=is_own)
        you, they = _("You asked to take back a move."), _("{name} asks to take back a move.")
        found.append(Offer(_asks(scene, offers.take_back, you, they), answers))
    if offers.rematch and not scene.rematch:
        is_own = scene.you in offers.rematch
        answers = _answers_to(can.answer_rematch, "rematch", _("Play again"), _("Decline"), is_own=is_own)
        found.append(Offer(_rematch(scene), answers))
    if offers.duplicate is not None and can.duplicate:
        you = _("You suggested a duplicate.")
        they = _("{name} suggests a duplicate: you both play the same deals, each against a bot.")
        words, kind = (_("To the duplicate"), "quiet") if offers.duplicate == scene.you else (_("Join"), "main")
        found.append(Offer(_asks(scene, offers.duplicate, you, they), (Button("duplicate", words, kind, leaves=True),)))
    return found


def _rematch(scene: Scene) -> str:
    """Say who wants a rematch or, to a player who wants one, who has yet to answer."""
    asking = scene.offers.rematch
    if scene.you in asking:
        others = [one for one in scene.seats if one.kind == "person" and one.seat not in asking]
        awaited = [one for one in others if not one.gone] or others
        gone = ngettext("{names} has left the table.", "{names} have left the table.", len(awaited))
        waits = _("Waiting for {names}…") if any(one.present for one in awaited) else gone
        return waits.format(names=", ".join(seat_name(scene, one.seat) for one in awaited))
    names = ", ".join(seat_name(scene, seat) for seat in asking)
    return ngettext("{names} wants a rematch.", "{names} want a rematch.", len(asking)).format(names=names)


def _invitations(scene: Scene) -> list[Button]:
    found: list[Button] = []
    if scene.phase != "open":
        found += [
            Button("sit", _("Take {name}'s seat").format(name=seat_name(scene, seat)), "main", _seat(seat))
            for seat in scene.can.sit
        ]
    found += [
        Button("take-over", _("Let a bot play for {name}").format(name=_who(scene, seat)), "quiet", _seat(seat))
        for seat in scene.can.take_over
    ]
    return found


def _seat(seat: int) -> tuple[tuple[str, str], ...]:
    return (("seat", str(seat)),)


def _asked(commands: tuple[tuple[Permission, str, str], ...]) -> list[Button]:
    return [
        Button(name, words, why_not=allowed if isinstance(allowed, str) else "")
        for allowed, name, words in commands
        if allowed
    ]


def _tools(scene: Scene) -> list[Button]:
    back = scene.can.take_back
    if not scene.hints or scene.clock or sum(seat.kind == "person" for seat in scene.seats) > 1:
        back = back is True  # where it is seldom possible, it is offered only then
    skip = _asked(((scene.can.skip, "skip", _("Skip")),))  # in the place of the hint
    hint = not skip and scene.hints and scene.can.hint
    found = _asked(((hint, "hint", _("Hint")), (back, "take-back", _("Take back"))))
    counts = may_count(scene) and not (scene.advised or scene.undone)
    cost = _("Games with hints or take-backs do not count on the ladder, your list of bots to beat.")
    return skip + ([replace(button, note=cost) for button in found] if counts else found)


def may_count(scene: Scene) -> bool:
    """Return whether the game counts for the reader's ladder unless there is a hint."""
    levels = {seat.level for seat in scene.seats if seat.seat != scene.you}
    return len(levels) == 1 and levels <= set(LEVEL_NAMES) and not (scene.practice or scene.imported)


def _actions(scene: Scene) -> list[Button]:
    has_bots = any(seat.kind == "bot" for seat in scene.seats)  # they never agree
    asked = () if has_bots else _asked(((scene.can.offer_draw, "draw", _("Offer a draw")),))
    others = [seat for seat in range(len(scene.seats)) if seat != scene.you]
    question = _("Offer everyone a draw?")
    if len(others) == 1:
        question = _("Offer {name} a draw?").format(name=seat_name(scene, others[0]))
    found = [replace(button, question=question) for button in asked]
    if scene.can.leave is True and scene.phase == "open":
        found.append(Button("leave", _("Leave")))
    return found


def _chair(scene: Scene, seat: SceneSeat) -> Chair:
    name = _("You") if seat.seat == scene.you else _("Open seat") if seat.kind == "open" else seat.name
    who = {"bot": bot_note(seat), "person": _("here") if seat.present else _("away"), "open": ""}[seat.kind]
    return Chair(seat, ordinal(seat.seat + 1), name, who)


def proposal_offer(scene: Scene) -> Offer | None:
    proposal = scene.offers.proposal
    if proposal is None:
        return None
    is_own = proposal.seat == scene.you
    answers = _answers_to(scene.can.answer, "answer", _("Accept"), _("Decline"), is_own=is_own)
    you, they = _("You propose: {change}"), _("{name} proposes: {change}")
    text = _asks(scene, proposal.seat, you, they, change=_change(scene, proposal))
    return Offer(isolate(text, [seat.name for seat in scene.seats]), answers)


def _change(scene: Scene, proposal: SceneProposal) -> str:
    if proposal.close:
        return _("to close the table.")
    if proposal.level:
        return _("to deal, with a bot ({level}) in each open seat.").format(level=_(proposal.level))
    seats = proposal.seats or len(scene.seats)
    parts = [proposal.rules_title, ngettext("{count} player", "{count} players", seats).format(count=seats)]
    if proposal.best_of:
        parts.append(_("best of {games}").format(games=proposal.best_of))
    parts.append(clock_text(proposal.clock) or _("no clock"))
    if proposal.deal:
        parts.append(_("the cards are dealt at once"))
    return "; ".join(part.rstrip(".") for part in parts) + "."
