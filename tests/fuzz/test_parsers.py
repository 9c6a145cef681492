import copy
import json
import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import undercut
from tests.amounts import amount
from tests.touring import played, varied
from undercut.cli.rules import choose_game
from undercut.errors import BadSettings
from undercut.games.base import registry

games = st.sampled_from(list(registry.names()))
seeds = st.integers(0, 200)
plain_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["?", "Ah", "5", "over"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
relaxed = settings(max_examples=amount(60, 300))


def some_game(name: str, seed: int) -> undercut.State:
    return played(varied(name, seed), seed, random.Random(seed).randint(0, 40))


def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*path, key))


GONE = object()


def put(value, path, new):
    if not path:
        return None if new is GONE else new
    value = copy.copy(value)
    if len(path) == 1 and new is GONE:
        del value[path[0]]
    else:
        value[path[0]] = put(value[path[0]], path[1:], new)
    return value


def with_one_thing_changed(draw, value):
    value = json.loads(json.dumps(value))
    return put(value, draw(st.sampled_from([*places(value)])), draw(plain_json | st.just(GONE)))


@relaxed
@given(games, seeds, st.text(max_size=12) | st.text("A23456789TJQKcdhsxw+!->/10Xup=~^", max_size=8))
def test_any_text_as_a_move(name, seed, text):
    state = some_game(name, seed)
    before = state.position()
    legal = {move.notation for move in state.legal_moves()}
    try:
        state.play(text)
    except (undercut.BadNotation, undercut.IllegalMove):
        assert text not in legal
        assert state.position() == before
    else:
        assert text in legal


@pytest.mark.parametrize(
    ("read", "fault"), [(undercut.from_position, undercut.BadPosition), (undercut.replay, undercut.BadRecord)]
)
@relaxed
@given(data=plain_json)
def test_any_json_as_a_position_or_a_record(read, fault, data):
    with pytest.raises(fault):
        read(data)


@relaxed
@given(games, plain_json)
def test_any_json_with_a_game_as_a_position(name, data):
    fields = data if isinstance(data, dict) else {}
    with pytest.raises(undercut.BadPosition):
        undercut.from_position(fields | {"game": name})


@relaxed
@given(games, seeds, st.data())
def test_a_position_with_one_thing_changed(name, seed, data):
    changed = with_one_thing_changed(data.draw, some_game(name, seed).position())
    try:
        state = undercut.from_position(changed)
    except undercut.BadPosition as error:
        assert error.faults
        assert all(": " in fault for fault in error.faults)
        return
    # What is accepted is a position that can be played on.
    assert undercut.from_position(state.position()).position() == state.position()
    for _ in range(30):
        if state.result:
            break
        state.play(state.legal_moves()[0])


@relaxed
@given(games, seeds, st.data())
def test_a_view_with_one_thing_changed(name, seed, data):
    state = some_game(name, seed)
    changed = with_one_thing_changed(data.draw, state.view(state.to_move or 0))
    with suppress(undercut.BadPosition):
        assert not isinstance(changed, dict) or isinstance(undercut.from_view(changed), undercut.State)


@relaxed
@given(games, seeds, st.data())
def test_a_record_with_one_thing_changed(name, seed, data):
    changed = with_one_thing_changed(data.draw, some_game(name, seed).record())
    try:
        state = undercut.replay(changed)
    except undercut.BadRecord as error:
        assert error.faults
        return
    assert undercut.replay(state.record()).position() == state.position()


@relaxed
@given(games, plain_json, plain_json)
def test_any_json_as_rules(name, rules, seats):
    try:
        undercut.game(name, rules=rules, seats=seats)
    except undercut.BadRules as error:
        assert error.faults


@relaxed
@given(games, st.data())
def test_any_value_of_any_option(name, data):
    option = data.draw(st.sampled_from(registry.spec(name).options))
    try:
        game = undercut.game(name, rules={option.name: data.draw(plain_json)})
    except undercut.BadRules as error:
        assert all(fault.startswith(("rules", "seats", option.name)) for fault in error.faults)
    else:
        assert game.deal(seed=1).legal_moves()


@relaxed
@given(games, st.lists(st.text(max_size=20), max_size=3))
def test_any_words_as_changes_on_the_command_line(name, changes):
    try:
        choose_game(name, None, changes, None)
    except BadSettings as error:
        assert error.faults
