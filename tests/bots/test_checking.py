import json
import re
import shlex
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import undercut
from tests.amounts import amount, some
from tests.bots.rogues import ANY, SENSIBLE, rogue
from undercut.bots.external import check as bot_check
from undercut.bots.external import client
from undercut.bots.external.check import BotCheck
from undercut.bots.external.client import INHERITED, External, protocol
from undercut.bots.external.protocol import Ready, Repertoire, read_move, read_ready, serve
from undercut.bots.players import Forfeit, take_turn
from undercut.bots.registry import make
from undercut.errors import UndercutError
from undercut.games.base import registry


@pytest.fixture(autouse=True)
def shorter(monkeypatch):
    """Ask for fewer decisions and wait less; each kind that matters here is met all the same."""
    monkeypatch.setattr(bot_check, "_RANDOM_MOVES", amount(500, 6_000))
    monkeypatch.setattr(bot_check, "MARATHON", amount(350, 1_000))
    monkeypatch.setattr(bot_check, "_PAUSE", 0.05)
    for module in (bot_check, client):
        monkeypatch.setattr(module, "EXIT_TIMEOUT", 0.5)


@pytest.mark.parametrize(
    ("name", "games", "seats"),
    some([(SENSIBLE, [*registry.names()], 2), (ANY, ["cuttle"], None), (ANY, ["cut_the_rope", "cups"], 3)], 2),
)
def test_the_examples_pass(name, games, seats, monkeypatch):
    if seats is None:
        monkeypatch.setattr(bot_check, "_RANDOM_MOVES", 6_000)
    check = BotCheck(name, games, seats=seats)
    found = list(check.run())
    assert [(finding.check, finding.text) for finding in found if not finding.passed] == []
    assert len(found) == 10 + 2 * len(games)
    assert check.ready.repeatable
    assert len(check.seconds) > bot_check.MARATHON
    if seats is None:
        said = next(finding.text for finding in found if finding.check == "handles every decision of Cuttle")
        assert all(phase in said for phase in ("counter", "discard", "limit", "play", "recycle", "seven", "take"))


@pytest.mark.parametrize(
    ("wrong", "checks", "text"),
    [
        ("early", ["answers hello"], "'Loading..."),
        ("no-hello", ["answers hello"], "time: no answer within 1.2 s"),
        ("stays", ["exits after goodbye", "exits when its input closes"], "still running after 0.5 s"),
        ("sulks", ["exits after goodbye", "exits when its input closes"], "with exit code 7"),
        ("strict", ["ignores unknown fields and messages"], "exited: exited with code 1; last stderr line"),
        ("illegal", ["plays Cuttle"], "illegal: pass: CU-5"),
        ("never-counters", ["handles every decision of Cuttle", "survives a long session"], "RuntimeError: I am lost"),
        ("fickle", ["plays the same for the same seed"], "of the same game was "),
        ("remembers", ["starts every game afresh"], "game 2 in one process differs from one in a new process at "),
        ("tires", ["survives a long session"], "exited: exited with code 0"),
    ],
)
def test_what_is_wrong_is_found(wrong, checks, text):
    clock = "0.2s" if wrong == "no-hello" else ""
    check = BotCheck(rogue(wrong, clock=clock), ["cuttle"], rules="pagat")
    failed = [finding for finding in check.run() if finding.passed is False]
    assert [finding.check for finding in failed] == checks
    for finding in failed:
        assert text in finding.text
        assert shlex.split(finding.again)[:3] == ["undercut", "bot", "check"]
        # Whoever talks too early may have done so before it was greeted.
        sent = [json.loads(line)["type"] for direction, line in finding.lines if direction == "sent"]
        assert sent[:1] == ["hello"] or wrong == "early"


def test_a_failure_can_be_seen_again_from_its_lines():
    *_, failed = (f for f in BotCheck(rogue("nonsense"), ["cups"], rules="magellan", seed=5).run() if f.again)
    assert [direction for direction, _ in failed.lines] == ["sent", "received", "sent", "received"]
    greeting, question = json.loads(failed.lines[0][1]), json.loads(failed.lines[2][1])
    assert 0 <= greeting["seed"] < 1 << 32
    assert failed.lines[3][1] == '{"move": "Zz"}'
    assert question["view"]["phase"] == "play"
    words = shlex.split(failed.again)
    assert words[4:6] == ["--game", "cups"]
    seats, seed = int(words[words.index("--players") + 1]), int(words[words.index("--seed") + 1])
    again = BotCheck(words[3], ["cups"], rules="magellan", seats=seats, seed=seed)
    *_, same = (finding for finding in again.run() if finding.again)
    assert same.lines == failed.lines


def test_a_bot_is_checked_at_what_it_plays():
    found = {finding.check: finding for finding in BotCheck(rogue("picky"), ["cuttle", "cups"]).run()}
    assert "plays Cuttle" not in found
    assert "5 rule sets, 3 seats: 5 games" in found["plays Cups"].text
    assert found["plays the same for the same seed"].passed is None
    assert all(finding.passed is not False for finding in found.values())
    *_, last = BotCheck(rogue("picky"), ["cuttle"]).run()
    assert (last.passed, last.text) == (False, "none of the games to check")


def test_tables_that_do_not_exist_are_refused():
    with pytest.raises(undercut.BadRules, match="'whist' is not one of"):
        BotCheck(ANY, ["cuttle"], rules="whist")
    with pytest.raises(undercut.UndercutError, match="cuttle cannot be played with 3 seats"):
        BotCheck(ANY, ["cuttle"], seats=3)


UNDERCUT = Path(sys.executable).with_name("undercut")
MODULE = '''
import random

class First:
    """Plays the first legal move."""
    def __init__(self, game, seed):
        self.game, self.seed = game, seed
    def choose(self, view, moves):
        assert view["game"] == self.game
        return moves[0]

class Slots:
    __slots__ = ()
    def choose(self, view, moves):
        return moves[-1]

def last(game, seed):
    return Slots()

def fails(game, seed):
    raise RuntimeError("no weights")

def nothing(game, seed):
    return None
'''


@pytest.fixture
def bots(tmp_path, monkeypatch):
    (tmp_path / "some_bots.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "python:some_bots"
    sys.modules.pop("some_bots", None)


def test_a_match_has_players_from_a_module(bots):
    found = undercut.match("cuttle", [f"{bots}:First", f"{bots}:last"], deals=2, seed=1)
    assert found.players == (f"{bots}:First", f"{bots}:last")
    assert (found.games, found.faults) == (4, ())
    assert found.records[0]["players"] == [*found.players]
    chosen = undercut.bot(f"{bots}:First", "cuttle", seed=1)
    assert chosen.choose(undercut.game("cuttle").deal(seed=7)).notation == "draw"


def test_the_arena_has_players_from_the_current_folder_in_its_processes(bots, tmp_path):
    arena = [UNDERCUT, "arena", "cuttle", f"{bots}:First", "random", "--games", "4", "--processes", "2", "--json"]
    ran = subprocess.run(arena, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["games"] == 4


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("python:", "write python:MODULE:FUNCTION"),
        ("python:some_bots", "write python:MODULE:FUNCTION"),
        ("python:nowhere:make", "ModuleNotFoundError: No module named 'nowhere'"),
        ("python:some_bots:Missing", "AttributeError: module 'some_bots' has no attribute 'Missing'"),
        ("python:some_bots:fails", "RuntimeError: no weights"),
        ("python:some_bots:nothing", "it returned None, which has no choose"),
    ],
)
@pytest.mark.usefixtures("bots")
def test_what_makes_no_player_is_refused(name, fault):
    with pytest.raises(UndercutError, match=fault):
        undercut.match("cuttle", [name, "random"], deals=1)


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
    assert read_ready(ready).plays == (Repertoire("cups", ("simple", "magellan"), (2, 3, 4)), Repertoire("cuttle"))
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
        (b'{"type": "ready", "plays": [{"game": "cups", "seats": ["3"]}]}', "seats.0.: '3' is not a whole"),
        (b'{"type": "ready", "plays": [{"game": "cups", "rules": "x"}]}', "rules: 'x' is not a list or null"),
        (b'{"type": "ready", "history": 1}', "history: 1 is not true or false"),
        (b'{"type": "ready", "name": "%s"}' % (b"x" * 101), "name: longer than 100 characters"),
        (b'{"type": "ready", "plays": [{"seats": 2}], "reusable": 1}', "game: missing; .*; reusable: 1 is"),
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


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"moves": [1]}, "moves[0]: 1 is not an object"),
        ({"moves": []}, "moves: these are not the legal moves"),
        ({"view": {"game": "cuttle"}}, "0 cards are unknown"),
        ({"view": undercut.game("cups").deal(seed=1).view(0)}, "hello was for cuttle"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused(changes, text):
    state, said = undercut.game("cuttle").deal(seed=11), []
    question = protocol.choose(state.view(0), state.legal_moves(), 10.0)
    lines = map(protocol.written, [protocol.hello(state.game, 0, 7, 10.0), question | changes, question])
    serve(partial(make, "hard"), lines, said.append)
    assert text in json.loads(said[1])["error"]
    assert "move" in json.loads(said[2])
