import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

import undercut
from tests.amounts import THOROUGH
from undercut.engine.contract import Option
from undercut.games.base import registry
from undercut.games.base.book import options_of

Rules = str | dict[str, Any]


class RuleSets(dict[str, dict[str, Any]]):
    """The rule sets of a game with the values of all options, typed in from the rule book.

    A table has a line for each option, with its value in every rule set.
    """

    def __init__(self, table: str) -> None:
        names, *options = map(str.split, table.strip().splitlines())
        super().__init__((name, {}) for name in names)
        for option, *values in options:
            for name, value in zip(names, values, strict=True):
                self[name][option] = json.loads(value) if re.match(r"[\[\d]|true|false|null", value) else value

    def under(self, *names: str, **options: Any) -> list[Rules]:
        """List every rule set (or those named), with these options changed where they differ."""
        cases: list[Rules] = []
        for name in names or self:
            # An option that the book's table does not have is off in every rule set.
            changed = {option: value for option, value in options.items() if self[name].get(option) != value}
            cases.append({"set": name, **changed} if changed else name)
        return cases

    def option(self, rules: Rules, name: str) -> Any:
        return self[rules][name] if isinstance(rules, str) else (self[rules["set"]] | rules)[name]

    def apart(self, rules: list[Rules], clauses: Iterable[str]) -> list[Rules]:
        """Leave out rules under which these clauses say the same as under others before them."""
        options, found = sorted(options_in_book(clauses)), dict[str, Rules]()
        for each in rules:
            values = self[each] if isinstance(each, str) else self[each["set"]] | each
            found.setdefault(str([values.get(option) for option in options]), each)
        return [*found.values()]

    def clause(self, *clauses: str, rules: Iterable[Rules] | None = None, **options: Any):
        """Mark a test of clauses, and run it under these rules; else under every rule set, with these options.

        Where rules are not listed, `make test` leaves out rule sets that do not differ in these clauses.
        """
        every = self.under(**options)
        usual = every if THOROUGH else self.apart(every, clauses)
        cases = [pytest.param(each, id=label(each)) for each in rules or usual]

        def mark(test):
            return pytest.mark.parametrize("rules", cases)(pytest.mark.clause(*clauses)(test))

        return mark


def options_in_book(clauses: Iterable[str]) -> set[str]:
    games = {registry.spec(name).words.prefix: name for name in registry.names()}
    found = [options_of(games[clause.partition("-")[0]], clause) for clause in clauses]
    return {option.name for options in found for option in options}


def label(rules: Rules) -> str:
    """Write rules in short: ``"sipie+four=random"``."""
    if isinstance(rules, str):
        return rules
    return "+".join([rules["set"], *(f"{name}={value}" for name, value in rules.items() if name != "set")])


def replayed(start: dict[str, Any], shuffles: Iterable[str], *moves: str) -> undercut.State:
    """Return the state after moves from a position, where the shuffles come out as given (top first)."""
    record = {field: start[field] for field in ("game", "rules", "seats")}
    record |= {"start": start, "shuffles": [cards.split() for cards in shuffles], "moves": list(moves), "result": None}
    return undercut.replay(record)


def play(state: undercut.State, *texts: str) -> undercut.State:
    for text in texts:
        state.play(text)
    return state


def moves(state: undercut.State) -> set[str]:
    texts = [str(move) for move in state.legal_moves()]
    assert len(texts) == len(set(texts)), f"a move is listed twice: {texts}"
    return set(texts)


Reading = Callable[[Any], Any]


class Outcome:
    """What a position is after moves, said in the words in which a game's tests set positions up.

    Every word has its reading, which brings a text and what a position has into one form. Words of `each` have an entry
    for each seat or row, those of `whole` one for the table; those of `more` are found in no position.
    """

    def __init__(self, each: dict[str, Reading], whole: dict[str, Reading], more: dict[str, Reading]) -> None:
        self.each, self.whole = each | {"seen": each["hands"]}, whole | {"moves": as_set}
        self.more = {"turn": ordinary_turn, "to_move": lambda state: state.to_move, "moves": moves, "seen": seen} | more

    def then(self, state: undercut.State, *texts: str, **said: Any) -> undercut.State:
        """Play moves, and hold that what is said is so then, of seats and rows by number, or of all from the first on.

        `turn` is whose ordinary turn it is then, `moves` are the legal moves, `top` is what the deck begins with, and
        `seen` tells by viewer (None: the public) and seat which hand is seen.
        """
        play(state, *texts)
        for word, wanted in said.items():
            found, expected = self.read(state, word, wanted)
            assert found == expected, f"{word}: {found}, not {expected}"
        return state

    def read(self, state: undercut.State, word: str, wanted: Any) -> tuple[Any, Any]:
        has = self.more[word](state) if word in self.more else state.position()[word]
        if word == "top":
            return has[: len(as_list(wanted))], as_list(wanted)
        if word not in self.each:
            read = self.whole.get(word, as_it_is)
            return read(has), read(wanted)
        entries = wanted if isinstance(wanted, dict) else dict(enumerate(wanted))
        read = self.each[word]
        return {place: read(has[place]) for place in entries}, {place: read(said) for place, said in entries.items()}


def as_it_is(value: Any) -> Any:
    return value


def as_list(cards: str | Iterable[str]) -> list[str]:
    return cards.split() if isinstance(cards, str) else list(cards)


def as_set(cards: str | Iterable[str]) -> set[str]:
    return set(as_list(cards))


def as_sorted(cards: str | Iterable[str]) -> list[str]:
    return sorted(as_list(cards))


def ordinary_turn(state: undercut.State) -> int | None:
    """Say which seat is about to play an ordinary turn, if any."""
    at = state.position()
    ordinary = at["phase"] == "play" and at["turn"] == at["to_move"] == state.to_move and state.result is None
    return state.to_move if ordinary else None


def seen(state: undercut.State) -> dict[tuple[int | None, int], list[str]]:
    seats = range(state.game.seats)
    views = {viewer: state.view(viewer)["hands"] for viewer in (None, *seats)}
    return {(viewer, seat): views[viewer][seat] for viewer in views for seat in seats}


def ended(state: undercut.State, reason: str, *winners: int) -> bool:
    """Say whether the game is over for this reason, won by exactly these seats."""
    at = state.position()
    if state.result is None:
        return False
    assert (at["phase"], at["to_move"], state.to_move, state.legal_moves()) == ("over", None, None, [])
    assert at["result"] == {"winners": [*state.result.winners], "reason": state.result.reason}
    return (state.result.reason, sorted(state.result.winners)) == (reason, sorted(winners))


def refused(state: undercut.State, move: str, *clauses: str) -> None:
    """Hold that a move is neither offered nor taken, changes nothing, and is refused by one of the clauses, if any."""
    before = state.position()
    assert move not in moves(state), f"{move} is offered"
    with pytest.raises((undercut.IllegalMove, undercut.BadNotation)) as caught:
        state.play(move)
    assert state.position() == before, f"the refused {move} changed the state"
    if clauses:
        reason = state.why_not(move)
        assert reason is not None, f"no reason why {move} is refused"
        assert reason.text, f"no words for the refusal of {move}"
        assert reason.clause in clauses, f"{move} is refused by {reason.clause}, not by {' or '.join(clauses)}"
        assert isinstance(caught.value, undercut.IllegalMove), f"{move} is notation, but not taken as such"
        assert caught.value.reason.clause == reason.clause


def allowed(state: undercut.State, *texts: str) -> None:
    """Hold that these moves are offered and that nothing speaks against them."""
    for text in texts:
        assert text in moves(state), f"{text} is not offered"
        assert state.why_not(text) is None, f"{text} is offered, but: {state.why_not(text)}"


def choices(game: str, **more: list[Any]) -> list[tuple[Option, Any]]:
    return [(option, value) for option in registry.spec(game).options for value in _values(game, option, more)]


def _values(game: str, option: Option, more: dict[str, list[Any]]) -> list[Any]:
    if option.kind == "choice":
        return list(option.values)
    found = list(option.named)
    for rules in registry.spec(game).rule_sets.values():
        value = rules[option.name]
        found += [list(value) if isinstance(value, tuple) else value]
    found += more.get(option.name, [])
    return [value for place, value in enumerate(found) if value not in found[:place]]
