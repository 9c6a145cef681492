import json
import random
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import undercut
from tests.conformance.suite import POLICIES, check_game, traces
from tests.play.test_truth import hold
from tests.plugin.installing import HERE, PACKAGE, install
from tests.server.running import Client, running, wait_for
from tests.touring import tours
from undercut import draw
from undercut.bots.advice.explain import Explainer
from undercut.bots.players import PLAYERS, levels_of, play_out
from undercut.bots.registry import make
from undercut.draw.tables import describe
from undercut.engine.host import BY_SOURCE, Host
from undercut.games.base import registry
from undercut.games.base.book import read_book
from undercut.games.base.parts import figures as columns
from undercut.games.base.parts.bots import LEVEL_NAMES
from undercut.games.base.parts.drawing import Viewer
from undercut.games.base.registry import load
from undercut.games.base.words import Number
from undercut.lab.cells import Cell, play_deals
from undercut.offline.build import copy_packages
from undercut.pages.books.rulebook import rules_page
from undercut.pages.game_cards import game_cards

FILES = [HERE / "pyproject.toml", *sorted(path for path in (HERE / PACKAGE).iterdir() if path.is_file())]
ANY = "exec:/bin/sh examples/bots/any.sh"


def run(*arguments, typed=""):
    command = [sys.executable, "-m", "undercut.cli.app", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, check=False, timeout=120)


EIGHTS = [path for path in (HERE / "undercut_eights").iterdir() if path.is_file()]


@pytest.mark.parametrize(("files", "number", "lines"), [(FILES, 7, 220), (EIGHTS, 6, 260)])
def test_it_is_small(files, number, lines):
    assert len(files) <= number
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= lines


def test_it_is_unknown_unless_installed():
    assert "trumps" not in registry.names()


def test_an_edition_without_a_server_comes_with_it(trumps, tmp_path):
    copy_packages(tmp_path)
    code = "import undercut; from undercut.games.base import registry; print(undercut.__file__, *registry.names())"
    command = [sys.executable, "-S", "-c", code]
    path = [str(tmp_path), *(place for place in sys.path if place.endswith("site-packages"))]
    found = subprocess.run(command, env={"PYTHONPATH": ":".join(path)}, capture_output=True, text=True, check=True)
    assert found.stdout.split() == [str(tmp_path / "undercut/__init__.py"), *registry.own_names(), trumps]


@pytest.mark.usefixtures("trumps", "eights")
@pytest.mark.parametrize("name", ["trumps", "eights"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_passes_the_conformance_suite_and_plays_alike_on_every_host(name, seats):
    game = undercut.game(name, seats=seats)
    for seed, policy in enumerate(POLICIES):
        check_game(game, seed, policy, every=4)
    for seed in range(2):
        plain, *others = traces(game, seed, BY_SOURCE)
        assert [plain] * 2 == others


def test_a_definition_lists_all_that_is_missing():
    whole = registry.spec("cuttle")
    with pytest.raises(undercut.UndercutError, match=r"rules: Table, rules: PACK_SIZE.*rules: deal"):
        replace(whole, rules=())


def test_the_lab_plays_it_at_random(trumps):
    game = undercut.game(trumps, seats=3)
    rows, _ = play_deals(Cell(game, ("random",) * 3), 7, 0, 20)
    assert {*rows[:, columns.DECISIONS]} == {*rows[:, columns.TURNS]} == {15}
    assert not rows[:, [columns.LEAD_CHANGES, *range(columns.FACTS, columns.COLUMNS)]].any()
    with pytest.raises(undercut.UndercutError, match="Trumps has no ranking of moves, so greedy cannot play it here"):
        Cell(game, ("greedy", "random", "random"))


def test_each_game_of_a_batch_begins_as_a_single_one(trumps):
    games = undercut.batch(trumps, 4, seed=7, host=Host.PLAIN)
    for _ in range(2 * 10 + 3):  # all games have ten moves; stop in the third ones
        games.step(games.sample())
    fresh = [undercut.game(trumps).deal(int(seed)) for seed in games.seeds]
    for place, state in enumerate(fresh):
        for move in games.state(place).moves:
            state.play(move)
        assert games.steps[place] == 3
        assert np.flatnonzero(games.mask[place]).tolist() == sorted(move.action for move in state.legal_moves())


def test_each_of_some_random_games_begins_with_an_empty_table(trumps):
    chosen, made = undercut.game(trumps), load(trumps, Host.PLAIN)
    states, order, pool, generator = made.states(2), [*chosen.pack], made.cells(made.pack_size), [7]
    made.load(chosen.fresh_table(), states, 1)
    assert made.functions.random_games(states, order, pool, generator, 5, 100) == 5 * 10


def test_every_layer_knows_it(trumps):
    state = undercut.game(trumps).deal(seed=7)
    view, moves = state.view(0), state.legal_moves()
    assert draw.text(view, seat=0)
    assert draw.svg(view, seat=0).startswith("<svg")
    assert make("greedy", trumps, seed=1).choose(view, moves) in moves
    assert tuple(levels_of(trumps).budgets) == LEVEL_NAMES
    assert all(reason.clause for move in moves for reason in Explainer(view, random.Random(1)).reasons(move))
    assert read_book(trumps).clause(registry.spec(trumps).words.goal)
    assert rules_page(undercut.game(trumps)).sections
    assert {"Cuttle", "Cups", "Cut the Rope", "Trumps"} <= {card.title for card in game_cards()}


@pytest.mark.parametrize("name", [*PLAYERS, "easy", "search:40"])
def test_every_opponent_plays_it(trumps, name):
    players = [make(name, trumps, seed=seat) for seat in range(3)]
    assert play_out(undercut.game(trumps, seats=3).deal(seed=1), players).result.reason == "tricks"


def test_a_hint_rests_on_what_the_seat_sees(trumps):
    state = undercut.game(trumps).deal(seed=7)
    advice = undercut.hint(state, budget="200", seed=1)
    assert advice.best.move in state.legal_moves()
    assert sum(found.visits for found in advice.moves) == 200


def test_refused_cards_of_the_hand_say_why(trumps):
    state = undercut.game(trumps).deal(seed=7)
    state.play("6c")
    uses = state.uses()
    assert list(uses) == ["9c", "Kc", "2h", "5s", "7s"]
    assert str(uses["2h"][0].reason) == "TR-2 you hold cards of the suit led: play one of them"


def test_every_value_of_every_option_is_played_and_every_legal_move_offered(trumps):
    played = set()
    for state in tours(trumps, 1):
        hold(state)
        played |= {*state.game.options.items()}
    assert played >= {(option.name, value) for option in registry.spec(trumps).options for value in option.values}


def test_its_numbers_are_told_in_words_while_they_mean_something(trumps):
    state = undercut.game(trumps, seats=3).deal(seed=7)
    assert describe(state.view(1), Viewer(1)).facts == ()
    state.play("6c")
    told = [str(fact) for fact in describe(state.view(1), Viewer(1, ("Ann", "Ben", "Cleo"))).facts]
    assert told == ["Suit led: clubs", "Wins the trick so far: Ann"]


def test_a_number_may_be_hidden_or_lack_a_word():
    assert [Number(range(2, 4), words=("two", "")).word(value) for value in (2, 3, 4)] == ["two", "", ""]
    words = replace(registry.spec("cuttle").words, numbers={"passes": range(3), "fits": Number(range(9), shown=False)})
    told = [(name, number.label, number.shown) for name, number in words.told_numbers.items()]
    assert told == [("passes", "", True), ("fits", "", False)]


def test_wrong_positions_are_refused_with_every_fault(trumps):
    position = undercut.game(trumps).deal(seed=7).position()
    with pytest.raises(undercut.BadPosition) as refused:
        undercut.from_position({**position, "trick": ["2s"], "lead": 4, "up": ["Zz"]})
    assert len(refused.value.faults) == 4, refused.value.faults


def test_a_hand_of_too_many_cards_is_refused(trumps):
    position = undercut.game(trumps).deal(seed=7).position()
    position["hands"][1].append(position["stock"].pop())
    with pytest.raises(undercut.BadPosition) as refused:
        undercut.from_position(position)
    assert refused.value.faults == ("hands[1]: there are 6 cards; a hand has at most 5",)


def test_the_terminal_plays_it_and_prints_its_rules(trumps):
    played = run("play", trumps, "--vs", "random", "--seed", "7", typed="1\n" * 40)
    assert played.returncode == 0, played.stderr
    assert "by tricks" in played.stdout
    assert "Following suit" in run("rules", trumps, "TR-2").stdout


def test_the_arena_plays_it_in_workers_and_beside_other_programs(trumps):
    players = ["greedy", ANY]
    done = run("arena", trumps, *players, "--games", "4", "--processes", "2", "--seed", "1", "--json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["matches"]
    assert (found["deals"], found["games"], found["moves"]) == (2, 4, 10), "two hands of five cards"
    assert found["ends"] == {"tricks": 4}
    assert [player["name"] for player in found["players"]] == players
    assert [player["faults"] for player in found["players"]] == [{}, {}]
    assert all(player["decisions"] for player in found["players"])
    assert sum(player["share"] for player in found["players"]) == 1


FAULTS = {
    "table.py": ("    stock: int\n", "    stock: int\n    hoard: int\n", "no pile and no number for hoard"),
    "rules.py": (
        "def winners(",
        "def chance_need(s: Table) -> int:\n    return 0\n\n\ndef winners(",
        "missing are rules: chance_pool, rules: apply_chance",
    ),
    "__init__.py": (
        "GAME = GameSpec(\n",
        (
            "from undercut.engine.contract import Option\n\n"
            "GAME = GameSpec(\n    options=(Option('pass', 'TR-2', (False, True)),),\n"
        ),
        "missing are table: pass, options: pass in the rule set standard",
    ),
    "refusals.py": ("from undercut.errors import Reason\n", "", "name 'Reason' is not defined (refusals.py, line "),
}


@pytest.mark.parametrize("file", FAULTS)
def test_a_fault_that_keeps_a_game_from_loading_says_what_is_missing_and_where(folder, file):
    old, new, message = FAULTS[file]
    install(folder)
    path = folder / PACKAGE / file
    source = path.read_text(encoding="utf-8")
    assert old in source
    path.write_text(source.replace(old, new), encoding="utf-8")
    refused = run("play", "trumps")
    assert refused.returncode == 2
    assert "trumps is installed but cannot be loaded" in refused.stderr
    assert message in " ".join(refused.stderr.split())


def test_a_game_that_cannot_be_loaded_is_named_and_the_rest_works(folder):
    (folder / "hollow").mkdir()
    (folder / "hollow" / "__init__.py").touch()
    install(folder, {"trumps": "undercut_trumps", "lost": "nowhere_at_all", "hollow": "hollow"})
    registry.forget()
    assert registry.names() == ("cuttle", "cups", "cut_the_rope", "trumps")
    assert "nowhere_at_all" in registry.faults()["lost"]
    assert "GAME" in registry.faults()["hollow"]
    asked = run("play", "hollow")
    assert asked.returncode == 2
    assert "hollow is installed but cannot be loaded" in asked.stderr
    assert run("rules", "cuttle", "CU-1").returncode == 0
    with pytest.raises(undercut.BadRules, match="cannot be loaded"):
        undercut.game("lost")


PAGE = (HERE.parent.parent / "docs" / "add_a_game.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^<!-- (\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize(("file", "text"), SHOWN, ids=[file for file, _ in SHOWN])
def test_a_block_is_part_of_its_file(file, text):
    folder = HERE if file == "pyproject.toml" else HERE / PACKAGE
    assert text in (folder / file).read_text(encoding="utf-8")


def test_every_block_names_its_file_or_holds_commands():
    assert PAGE.count("\n```") == 2 * (len(SHOWN) + len(COMMANDS))


def test_every_file_of_the_game_is_mentioned():
    files = [path.name for path in (HERE / PACKAGE).iterdir() if path.is_file()]
    assert [file for file in files if f"`{file}`" not in PAGE] == []


CARDS = re.compile(r'data-card="([^"]+)"')
CARD = re.compile(r'"([A2-9TJQK][cdhs])"')


def sees_its_view(client: Client, path: str) -> dict:
    scene = client.get(path).json()
    assert set(CARDS.findall(client.page(path))) == set(CARD.findall(json.dumps(scene["view"])))
    return scene


@pytest.fixture
def site(tmp_path):
    with running(f"sqlite:///{tmp_path}/tables.db") as address:
        yield address


def test_two_people_a_bot_and_a_spectator_see_a_whole_game(trumps, site):
    ann, ben, spectator = Client(site), Client(site), Client(site)
    assert f'value="{trumps}"' in ann.page(f"/new?game={trumps}")
    table = ann.open(game=trumps, opponents=["open", "easy"])
    assert ben.ask(table, "sit").status_code == 200
    people, played = [ann, ben], 0
    while True:
        wait_for(lambda: spectator.look(table)["to_move"] != 2)
        for reader in (*people, spectator):
            scene = sees_its_view(reader, f"/t/{table}")
        if scene["result"]:
            break
        mover = people[scene["to_move"]]
        assert mover.ask(table, "moves", move=mover.look(table)["moves"][0]["move"]).status_code == 200
        played += 1
    assert (played, scene["steps"]) == (10, 15)
    assert scene["result"]["reason"] == "tricks"
    assert "by tricks" in ann.page(f"/t/{table}")
    assert "Following suit" in ann.page("/rules/trumps")
    for step in range(scene["steps"] + 1):
        sees_its_view(ann, f"/t/{table}/steps/{step}")


def test_an_eight_is_played_with_a_suit_and_draws_come_by_chance(eights):
    state = undercut.game(eights, seats=2).deal(seed=1)
    position = state.position()
    stock = position["stock"] + [card for hand in position["hands"] for card in hand]
    position["hands"] = [["8h"], ["2c"]]
    position["stock"] = [card for card in stock if card not in {"8h", "2c", *position["top"]}]
    state = undercut.from_position(position)
    assert [str(move) for move in state.legal_moves()] == ["8h=c", "8h=d", "8h=h", "8h=s", "draw"]
    assert state.legal_moves()[0].text == "Play the eight of hearts and choose clubs."
    state.play("draw")
    assert len(state.position()["hands"][0]) == 2
    assert state.to_move == 0
    assert "pass" in map(str, state.legal_moves())
    assert len(state.shuffles) == 1


def test_its_observations_tell_what_a_seat_may_know(eights):
    state = undercut.game(eights, seats=3).deal(seed=2)
    columns = {column.name: column.index for column in state.game.spec.observations.columns}
    row, view = state.observation(1), state.view(1)
    pack = state.game.spec.pack.texts
    assert [card for card in pack if row[columns[f"hands {card}"]]] == view["hands"][1]
    assert [card for card in pack if row[columns[f"top {card}"]]] == view["top"]
    assert row[columns["stock size"]] == len(view["stock"])
    assert row[columns["hands size seat +1"]] == len(view["hands"][2])
    assert state.redeal(1, seed=5).observation(1).tolist() == row.tolist()


def test_bots_and_batches_play_it(eights):
    batch = undercut.batch(eights, 8, seats=3, seed=1)
    for _ in range(20):
        batch.step(batch.sample())
    match = undercut.match(eights, ["greedy", "random"], deals=20, seed=1)
    assert match.share > 0.7
