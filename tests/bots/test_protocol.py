"""The protocol's messages, and the page that tells authors of them."""

import json
import re
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import undercut
from undercut.bots.external.client import INHERITED, External, protocol
from undercut.bots.external.protocol import Ready, Repertoire, read_move, read_ready, serve
from undercut.bots.players import Forfeit, take_turn
from undercut.bots.registry import make

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def fields_of(title: str) -> list[str]:
    section = PAGE.partition(f"### {title}")[2].partition("\n### ")[0]
    return re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)


def test_the_page_has_every_field_in_the_order_in_which_it_is_sent():
    state = undercut.game("cuttle").deal(seed=11)
    assert fields_of("`hello`") == list(protocol.hello(state.game, 0, 1, 10.0))
    question = protocol.choose(state.view(0), state.legal_moves(), 10.0)
    assert fields_of("`choose`") == list(question)
    assert all(f"`{field}`" in PAGE for field in question["moves"][0])
    assert fields_of("`ready`") == ["type", "name", "repeatable", "plays", "reusable", "history"]


def test_the_page_has_every_reason_and_variable():
    from undercut.bots.external import client  # noqa: PLC0415  beside what it is compared with

    reasons = re.findall(r"^\| `(\w+)` \|", PAGE.partition("## What loses a game")[2], re.MULTILINE)
    known = {client.TIME, client.EXITED, client.NOISE, protocol.ERROR, protocol.GARBLED, protocol.ILLEGAL}
    assert set(reasons) == known | {protocol.REFUSED}
    assert all(f"`{name}`" in PAGE for name in INHERITED)


def test_the_examples_on_the_page_can_be_read():
    ready, move, error = (line.encode() for line in re.findall(r"```json\n(.+)\n```", PAGE))
    assert read_ready(ready).plays == (
        Repertoire("cups", ("simple", "magellan"), (2, 3, 4)),
        Repertoire("cuttle"),
    )
    assert read_move(move) == "7hx6d"
    with pytest.raises(Forfeit, match="I do not know this option"):
        read_move(error)


def test_the_game_on_the_page_is_what_is_played(monkeypatch):
    monkeypatch.chdir(ROOT)
    said = []
    marks = {"sent": "> ", "received": "< "}
    state = undercut.game("cuttle").deal(seed=11)
    with closing(External("exec:./examples/bots/any.sh", 7, watch=lambda way, line: said.append((way, line)))) as bot:
        players = [bot, make("greedy", "cuttle", 1)]
        bot.begin(state.game, 0)
        while not state.result:
            take_turn(state, players)
        bot.close(state.result)
    played = [marks[way] + line.decode() for way, line in said]
    shown = re.search(r"<!-- exchange -->\n\n```\n(.+?)\n```", PAGE, re.DOTALL)[1].splitlines()
    gap = shown.index("…")
    expected = [*played[:gap], "…", *played[gap + 1 - len(shown) :]]
    for told, line in zip(shown, expected, strict=True):
        before, left_out, after = told.partition(",…")
        assert line == told or (left_out and line.startswith(before) and line.endswith(after))
    assert [line.count(",…") for line in shown] == [1, *[0] * (len(shown) - 1)]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b'{"type": "move"}', 'must have "type": "ready"'),
        (b'{"type": "ready", "name": 3}', "name: 3 is not a text: "),
        (b'{"type": "ready", "repeatable": "yes"}', "repeatable: 'yes' is not true or false"),
        (b'{"type": "ready", "plays": "cuttle"}', "plays: 'cuttle' is not a list or null"),
        (b'{"type": "ready", "plays": ["cuttle"]}', r"plays\[0\]: 'cuttle' is not an object"),
        (
            b'{"type": "ready", "plays": [{"game": "cups", "seats": ["3"]}]}',
            r"plays\[0\].seats\[0\]: '3' is not a whole number",
        ),
        (
            b'{"type": "ready", "plays": [{"game": "cups", "rules": "simple"}]}',
            r"plays\[0\].rules: 'simple' is not a list or null",
        ),
        (b'{"type": "ready", "history": 1}', "history: 1 is not true or false"),
        (b'{"type": "ready", "name": "%s"}' % (b"x" * 101), "name: longer than 100 characters"),
        (
            b'{"type": "ready", "plays": [{"seats": 2}], "reusable": 1}',
            r"plays\[0\].game: missing; .*; reusable: 1 is not",
        ),
        (b'{"type": "ready", "error": "no"}', "the bot reports: no"),
        (b"\xff", r"not JSON: '\\xff'"),
        (b"", "not JSON: ''"),
    ],
)
def test_a_wrong_ready_is_refused(line, text):
    with pytest.raises(Forfeit, match=text):
        read_ready(line)


def test_unknown_fields_are_no_fault():
    assert read_ready(b'{"type":"ready","name":"x","plays":[{"game":"cups","level":3}],"more":[1]}').plays is not None
    assert read_move(b'{"move":"7h","type":"move","why":{"points":7}}') == "7h"


def test_what_a_bot_plays():
    sipie, changed = undercut.game("cuttle"), undercut.game("cuttle", rules={"set": "sipie", "seven": 2})
    cups = undercut.game("cups", seats=4)
    assert Ready("").covers(changed)
    assert Ready("", plays=(Repertoire("cuttle"),)).covers(changed)
    assert not Ready("", plays=(Repertoire("cuttle", rules=("sipie",)),)).covers(changed)
    assert Ready("", plays=(Repertoire("cuttle", rules=("sipie",)),)).covers(sipie)
    assert Ready("", plays=(Repertoire("cuttle"), Repertoire("cups", seats=(4,)))).covers(cups)
    assert not Ready("", plays=(Repertoire("cups", seats=(2, 3)),)).covers(cups)


def test_our_own_bots_play_by_it_as_they_do_without_it():
    state = undercut.game("cuttle").deal(seed=11)
    lines = [protocol.written(protocol.hello(state.game, 0, 7, 10.0))]
    lines += [protocol.written(protocol.choose(state.view(0), state.legal_moves(), 10.0))] * 3
    said = []
    serve(partial(make, "greedy"), [*lines, b'{"type":"goodbye"}', b"never read"], said.append)
    greedy = make("greedy", "cuttle", 7)
    chosen = [greedy.choose(state.view(0), state.legal_moves()).notation for _ in range(3)]
    assert [json.loads(line) for line in said[1:]] == [{"move": move} for move in chosen]
    assert json.loads(said[0]) == {"type": "ready", "name": "greedy", "repeatable": True, "reusable": True}


def test_our_own_bots_stay_for_another_game_if_they_may():
    hello = protocol.written(protocol.hello(undercut.game("cuttle"), 0, 7, 10.0, reuse=True))
    said = []
    serve(partial(make, "greedy"), [hello, b'{"type":"goodbye"}', hello, b'{"type":"goodbye"}'], said.append)
    assert [json.loads(line)["type"] for line in said] == ["ready", "ready"]


def test_our_own_bots_say_what_they_cannot_do():
    said = []
    questions = [b"x", b'{"type":"hello"}', b'{"type":"hello","game":"whist","seed":1}', b'{"type":"choose"}']
    serve(partial(make, "hard"), [*questions, b'{"type":"future"}'], said.append)
    assert [[*json.loads(line)] for line in said] == [["error"]] * 4
    assert b"whist" in said[2]
