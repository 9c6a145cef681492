"""What the host of a table that waits for players proposes, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from undercut.pages.board.beside import Button, Offer, answers_to, seat_name
from undercut.pages.board.clock_texts import clock_rules
from undercut.translation import _, ngettext

if TYPE_CHECKING:
    from undercut.table.scene import Scene, SceneProposal


def proposal_offer(scene: Scene) -> Offer | None:
    """Return what the host proposes, with the reader's possible answers; None if nothing is proposed."""
    proposal = scene.offers.proposal
    if proposal is None:
        return None
    answers = answers_to(scene.can.answer, "answer", _("Accept"), _("Decline"))
    if proposal.seat == scene.you:
        answers = (Button("answer", _("Withdraw it"), "quiet", (("accept", "false"),)),)
    you, they = _("You propose: %(change)s"), _("%(name)s proposes: %(change)s")
    text = you if proposal.seat == scene.you else they
    return Offer(text % {"name": seat_name(scene, proposal.seat), "change": _change(scene, proposal)}, answers)


def _change(scene: Scene, proposal: SceneProposal) -> str:
    if proposal.close:
        return _("to close the table.")
    if proposal.level:
        return _("to deal, with a bot (%(level)s) in each open seat.") % {"level": _(proposal.level)}
    seats = proposal.seats or len(scene.seats)
    parts = [proposal.rules_title, ngettext("{count} player", "{count} players", seats).format(count=seats)]
    if proposal.best_of:
        parts.append(_("best of {games}").format(games=proposal.best_of))
    parts.append(clock_rules(proposal.clock))
    if proposal.deal:
        parts.append(_("the cards are dealt at once"))
    return "; ".join(part.rstrip(".") for part in parts) + "."
