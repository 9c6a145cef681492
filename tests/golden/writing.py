"""How golden games are written: the start in full, then each move with what it changes.

```text
0: 7s!                                   Seat 0 plays 7s!.
  hands 0: -7s; phase: counter           What changes in the position: 7s leaves the hand of seat 0.
  seen: hands 0 only 4c (public, 1)      What changes for viewers: of the hand of seat 0 they see only 4c.
  may: Ad{,!} draw                       The legal moves: Ad, Ad! and draw.
```

In a pile, `-7s` leaves (the first of its kind), `+Qc` is added last, `&Qc` is added in its place in a sorted pile;
cards without a sign are the whole pile. Null, false and empty lists are left out, and written `-` where a field becomes
so.

A viewer sees a field as the position has it, unless it is listed: `?` hides every card, `only 4c` hides all other
cards, `=` hides nothing any more, and `as 5d ? ?` is the field as the viewer sees it.
"""

import json
import re
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

import undercut

COLUMNS = 160
RANKS = ("A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "T", "10", "J", "P", "N", "Q", "K", "X")
CARD = re.compile(rf"({'|'.join(RANKS)})([cdhsw]?)(\(.*)?")

Field = str | list[str]
Fields = dict[str, Field]
Choose = Callable[[list[undercut.Move]], undercut.Move | str | None]


def written(title: str, state: undercut.State, choose: Choose) -> str:
    lines = [title]
    viewers = {"public": None} | {str(seat): seat for seat in range(state.game.seats)}
    position: Fields = {}
    seen: dict[str, Fields] = {viewer: {} for viewer in viewers}
    while True:
        before, position = position, fields(state.position())
        lines += paragraph("", changes(before, position))
        before, seen = seen, {viewer: sight(position, fields(state.view(seat))) for viewer, seat in viewers.items()}
        lines += paragraph("seen: ", sights(position, before, seen))
        moves = state.legal_moves()
        lines += paragraph("may: ", [compact(moves)])
        move = choose(moves) if moves else None
        if move is None:
            return "\n".join(lines) + "\n"
        shuffles = len(state.shuffles)
        lines.append(f"{state.to_move}: {move}")
        state.play(move)
        lines += paragraph("told: ", told(state, viewers))
        for order in state.shuffles[shuffles:]:
            lines += paragraph("chance: ", [" ".join(order)])


def paragraph(label: str, parts: list[str]) -> list[str]:
    indents = {"initial_indent": f"  {label}", "subsequent_indent": "    "}
    text = "; ".join(part for part in parts if part)
    return textwrap.wrap(text, COLUMNS, **indents, break_long_words=False, break_on_hyphens=False)


# --- Fields ---


def fields(position: dict) -> Fields:
    """Take a position apart into piles and single values, without those that hold nothing."""
    stamp = ("game", "rules", "seats")
    return {path: field for name, value in position.items() if name not in stamp for path, field in parts(name, value)}


def parts(path: str, value) -> Iterator[tuple[str, Field]]:
    if not isinstance(value, list):
        if value is not None and value is not False and value != {}:
            yield path, token(value)
    elif value and all(isinstance(item, list) for item in value):
        for place, item in enumerate(value):
            yield from parts(f"{path} {place}", item)
    elif value:
        tokens = [token(item) for item in value]
        cards = all(item == "?" or (not isinstance(item, int) and CARD.fullmatch(token(item))) for item in value)
        yield path, tokens if cards else " ".join(tokens)


def token(value) -> str:
    """Write a value without spaces and quotes: `Ad(from:0,to:3)` for a card with its circumstances."""
    if isinstance(value, dict) and "card" in value:
        rest = {key: item for key, item in value.items() if key != "card" and item not in (None, [])}
        return value["card"] + (f"({token(rest)[1:-1]})" if rest else "")
    return json.dumps(value, separators=(",", ":")).replace('"', "")


# --- Changes ---


def changes(before: Fields, after: Fields) -> list[str]:
    paths = [path for path in before | after if before.get(path) != after.get(path)]
    return [f"{path}: {change(before.get(path), after.get(path))}" for path in paths]


def change(before: Field | None, after: Field | None) -> str:
    """Write how a field has changed.

    Example:
        >>> change(["9d", "7s", "2c"], ["9d", "2c", "Ac"]), change(["2s", "Kd"], ["2s", "8c", "Kd"])
        ('-7s +Ac', '&8c')
        >>> change(["2s"], ["Kd", "2s"])
        'Kd 2s'
    """
    if after is None or isinstance(after, str):
        return after or "-"
    whole = " ".join(after)
    if not isinstance(before, list):
        return whole
    gone, added = Counter(before) - Counter(after), Counter(after) - Counter(before)
    left = before[:]
    for card in gone.elements():
        left.remove(card)
    new = list(added.elements())
    sign = "+" if left + new == after else "&" if sorted(left + new, key=order) == after else None
    moved = " ".join([*(f"-{card}" for card in gone.elements()), *(f"{sign}{card}" for card in new)])
    return moved if sign and len(moved) <= len(whole) else whole


def order(card: str) -> tuple[int, str]:
    rank, suit, _ = CARD.fullmatch(card).groups()
    return RANKS.index(rank), suit


# --- Views ---


def sight(position: Fields, view: Fields) -> dict[str, str]:
    paths = [*position, *(path for path in view if path not in position and path != "seat")]
    return {path: masked(position.get(path), view.get(path)) for path in paths if position.get(path) != view.get(path)}


def masked(true: Field | None, shown: Field | None) -> str:
    """Write how a field is shown in place of what it truly is.

    Example:
        >>> masked(["9d", "7s"], ["?", "?"]), masked(["9d", "7s"], ["7s", "?"]), masked(["9d", "7s"], ["?"])
        ('?', 'only 7s', 'as ?')
    """
    if shown is None or isinstance(shown, str):
        return shown or "-"
    open_cards = [card for card in shown if card != "?"]
    if isinstance(true, list) and len(true) == len(shown) and not Counter(open_cards) - Counter(true):
        in_place = all(card in ("?", other) for card, other in zip(shown, true, strict=True))
        if in_place or shown[: len(open_cards)] == open_cards:
            return f"only {' '.join(open_cards)}" if open_cards else "?"
    return f"as {' '.join(shown)}"


def sights(position: Fields, before: dict[str, dict[str, str]], after: dict[str, dict[str, str]]) -> list[str]:
    """Write what has changed for viewers, once for all those for whom it is the same."""
    found = defaultdict(list)
    for viewer, shown in after.items():
        for path in (*shown, *(path for path in before[viewer] if path in position and path not in shown)):
            if before[viewer].get(path) != shown.get(path):
                found[f"{path} {shown.get(path, '=')}"].append(viewer)
    return [f"{text} ({', '.join(viewers) if len(viewers) < len(after) else 'all'})" for text, viewers in found.items()]


# --- Moves ---


def told(state: undercut.State, viewers: dict[str, int | None]) -> list[str]:
    found = defaultdict(list)
    for viewer, seat in viewers.items():
        found[state.log(seat)[-1]].append(viewer)
    return [f"{text} ({', '.join(names)})" for text, names in found.items() if text != state.moves[-1]]


def compact(moves: list[undercut.Move]) -> str:
    """Write moves, those of one card together: `7s{,!,x6d}` for 7s, 7s! and 7sx6d."""
    tails = defaultdict(list)
    for move in moves:
        card = move.card if move.card and move.notation.startswith(move.card) else move.notation
        tails[card].append(move.notation.removeprefix(card))
    return " ".join(card + (tail[0] if len(tail) == 1 else f"{{{','.join(tail)}}}") for card, tail in tails.items())
