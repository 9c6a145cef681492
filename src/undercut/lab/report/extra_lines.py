"""Sentences about the worth of cards and about luck and skill."""

from __future__ import annotations

from undercut.cards import Pack
from undercut.games.base import registry
from undercut.studies.amounts import percent, worth_of
from undercut.studies.names import part_name, players, rules_name
from undercut.studies.results import CardWorth
from undercut.studies.sentences import Reader
from undercut.studies.summary import of_bases, sentence
from undercut.translation import _


def worth_lines(reader: Reader) -> list[str]:
    """Say which kinds of card are worth more or less than a random one, under the base rules."""
    lines: list[str] = []
    pack: Pack = registry.spec(reader.study.game).pack
    found = of_bases(reader, reader.study.worths)
    for cell in dict.fromkeys(each.cell for each in found):
        here = sorted((each for each in found if each.cell == cell), key=lambda each: -each.value)
        clear = [_worth(each, pack) for each in here if worth_of(each).clear]
        if clear:
            text = _("{where}: compared with a random card of the stock, {cards}.").format(
                where=_where(reader, cell), cards=", ".join(clear)
            )
        else:
            bound = max((worth_of(each) for each in here), key=lambda each: max(-each.low, each.high)).bound
            text = _("{where}: no card differs from a random one by more than {bound} percentage points.").format(
                where=_where(reader, cell), bound=bound
            )
        lines.append(text)
    return lines


def turn_lines(reader: Reader) -> list[str]:
    """Say what a turn is worth, under the base rules."""
    lines: list[str] = []
    for each in of_bases(reader, reader.study.turn_worths):
        worth = worth_of(each)
        gain = worth.within(_("{value} percentage points of the share").format(value=worth.signed))
        text = _("{where}: the first turn is worth {gain}.") if each.first else _("{where}: a turn is worth {gain}.")
        lines.append(text.format(where=_where(reader, each.cell), gain=gain))
    return lines


def _where(reader: Reader, cell: int) -> str:
    found = reader.cell(cell)
    named = {"rules": rules_name(reader.study, found), "players": players(found.policies)}
    return _("{rules}, between {players}").format(**named)


def skill_lines(reader: Reader) -> list[str]:
    """Say which part of the results the players, the deal and the seat explain."""
    lines: list[str] = []
    for share in of_bases(reader, reader.study.skills):
        amounts = {part: percent(*ends, difference=False) for part, ends in share.parts.items()}
        parts = [
            found.within(_("{part} {value} %").format(part=part_name(part), value=found))
            for part, found in amounts.items()
        ]
        text = _("of the variance of results between {players}: {parts}.")
        lines.append(sentence(text.format(players=_(", ").join(share.players), parts=", ".join(parts))))
    return lines


def _worth(worth: CardWorth, pack: Pack) -> str:
    found = worth_of(worth)
    gain = _("{value} percentage points").format(value=found.signed)
    return _("the {card}, {gain}").format(card=kind_name(worth.card, pack), gain=found.within(gain))


def kind_name(kind: str, pack: Pack) -> str:
    """Name a kind of card.

    Example:
        >>> from undercut.cards import FRENCH
        >>> kind_name("J", FRENCH)
        'jack'
    """
    if kind in pack.texts:
        return pack.name(pack.code(kind))
    return pack.name(pack.code(f"{kind}{pack.suits[0]}")).partition(" of ")[0]
