"""The commands for positions, records and play, run as a program runs them."""

import json

import pytest

import undercut


def test_moves_of_a_position(run, position):
    text = run("moves", position).stdout
    assert "Td+" not in text
    assert "Tdx9h" in text
    data = json.loads(run("moves", position, "--json").stdout)
    assert {"move": "draw", "text": "Draw a card from the stock.", "kind": "draw", "card": None, "target": None} in data
    assert run("moves", "-", typed=position.read_text()).stdout == text


def test_the_last_position_of_a_record(run, record):
    state = undercut.replay(json.loads(record.read_text()))
    assert len(run("moves", record).stdout.splitlines()) == len(state.legal_moves())


def test_perft_of_a_position(run, position):
    counts = {run("perft", position, 3, "--host", host).stdout for host in ("plain", "compiled")}
    assert len(counts) == 1
    data = json.loads(run("perft", position, 2, "--json").stdout)
    state = undercut.from_position(json.loads(position.read_text()))
    assert data["count"] == undercut.perft(state, 2, host=undercut.Host.PLAIN)


def test_a_record_is_replayed(run, record):
    text = run("replay", record).stdout
    assert text.count("Move ") == 6
    assert "The deal." in text
    frames = json.loads(run("replay", record, "--json", "--seat", 0).stdout)
    assert len(frames) == 6
    assert frames[0]["move"] is None
    assert "?" in frames[0]["position"]["hands"][1]


@pytest.mark.parametrize(
    ("data", "kind", "fault"),
    [
        ({"game": "cuttle", "rules": {"set": "pagat", "seven": 2}, "seats": 2}, "options", None),
        ({"game": "cuttle", "rules": {"seven": 3, "x": 1}}, "options", "rules.x: no such option"),
        ({"game": "cuttle", "hands": [["Ah"], []]}, "position", "stock: 51 cards of the pack are missing"),
        ({"game": "cuttle", "moves": []}, "record", "start: missing"),
        ("{", "file", "line 1, column 2"),
        ("\ud800", "file", "is not UTF-8"),
    ],
)
def test_check_names_every_fault(run, tmp_path, data, kind, fault):
    path = tmp_path / "data.json"
    text = data if isinstance(data, str) else json.dumps(data)
    path.write_bytes(text.encode(errors="surrogatepass"))
    code = int(fault is not None)
    answer = json.loads(run("check", path, "--json", code=code).stdout)
    assert (answer["kind"], answer["ok"]) == (kind, fault is None)
    assert fault is None or any(fault in found for found in answer["faults"])
    run("check", path, code=code)


def test_rules_are_printed_with_what_differs(run):
    whole = run("rules", "cuttle", "--plain").stdout
    assert "### CU-1 " in whole
    assert "### CU-36 " in whole
    assert "differs" not in whole
    assert whole.startswith("By Sipie's rules (sipie). These are the default in the terminal. The site plays ")
    assert run("rules", "cups", "--plain").stdout.startswith("By Basic game (simple).")
    one = run("rules", "cuttle", "CU-31", "--rules", "denexa", "--plain").stdout
    assert "queen_stops = effects" in one
    assert "(differs: usually targets)" in one
    data = json.loads(run("rules", "cuttle", "cu-33", "--set", "kings=21,14,10,7,4", "--json").stdout)
    assert data["rules"] == {"set": "sipie", "kings": [21, 14, 10, 7, 4]}
    assert data["clauses"][0]["options"][0].startswith("kings = 21 14 10 7 4: ")


@pytest.mark.parametrize(("chosen", "hosts"), [("compiled", ["plain", "compiled"]), ("plain", ["plain"])])
def test_bench_measures_where_the_environment_says(run, chosen, hosts):
    data = json.loads(run("bench", "--runs", "1", "--json", UNDERCUT_HOST=chosen).stdout)
    assert [entry["host"] for entry in data] == hosts
    assert all(entry["decisions_per_second"] > 0 for entry in data)


def test_a_host_that_does_not_exist_is_named(run):
    done = run("bench", UNDERCUT_HOST="fast", code=1)
    assert done.stdout == ""
    assert "UNDERCUT_HOST is 'fast'" in done.stderr


def test_a_game_can_be_played_to_its_end(run):
    done = run("play", "cuttle", "--vs", "random", "--seed", "7", "--plain", typed="2\n1\n" * 400)
    assert "Cuttle, rules: sipie. You sit in seat 0, random in seat 1." in done.stdout
    assert "\033[" not in done.stdout
    last = done.stdout.strip().splitlines()[-1]
    assert last.startswith("Step through the game with: ")
    assert any(line.startswith(("You win", "random wins", "A draw")) for line in done.stdout.splitlines())


def test_every_word_at_the_prompt_works(run, tmp_path):
    saved = tmp_path / "saved.json"
    words = ("?", "help", "why pass", "why x", "why", "foo", "99", "undo", "draw", "undo", "1", "log", "table")
    rules = ("rules CU-31", "rules CU-99", "rules glasses", "rules marmalade")
    typed = "\n".join([*words, *rules, "save", f"save {saved}", f"save {saved}", "resign", ""])
    done = run("play", "--rules", "denexa", "--set", "seven=2", "--seed", "7", typed=typed)
    for part in (
        "Cuttle, rules: denexa with seven=2. You sit in seat 0, greedy in seat 1.",
        "  1  draw     Draw a card from the stock.",
        "take back your last move",
        "CU-5 you may pass only when the stock is empty",
        "'foo' is not a move",
        "There are moves 1 to",
        "You have no move to take back.",
        "Taken back.",
        "New in your hand: ",
        "you: draw",
        "CU-31",
        "'CU-99' is not a clause of Cuttle",
        "CU-30",
        "Name a move: why ",
        "no clause of Cuttle mentions 'marmalade'",
        "already exists",
        "Name a file",
        f"Saved as {saved}.",
        "greedy wins by resignation.",
    ):
        assert part in done.stdout, part
    assert undercut.replay(json.loads(saved.read_text())).players == ("human", "greedy")


def test_an_opponent_never_shows_its_hand(run):
    done = run("play", "--seed", "7", typed="table\nquit\n")
    hand = undercut.game("cuttle").deal(seed=7).position()["hands"][1]
    assert "6 unknown" in done.stdout
    assert not any(card in done.stdout for card in hand)


def test_a_game_that_was_left_goes_on(run):
    left = run("play", "--seed", "7", typed="draw\nquit\n")
    assert "play --resume" in left.stdout
    other = run("play", "--seed", "8", typed="quit\n")
    assert "An unfinished game is saved as well" in other.stdout
    assert "nothing is saved" in other.stdout
    clash = run("play", "--resume", "--rules", "pagat", code=1)
    assert "cannot be combined with other options" in clash.stderr
    again = run("play", "--resume", typed="log\nresign\n")
    assert "you: draw" in again.stdout
    assert "greedy wins by resignation." in again.stdout
    assert "Step through the game with: " in again.stdout
    gone = run("play", "--resume", code=1)
    assert "there is no unfinished game" in gone.stderr


def test_a_game_that_cannot_be_kept_goes_on(run, tmp_path):
    (tmp_path / "blocked").touch()
    done = run("play", "--seed", "7", typed="draw\ndraw\nresign\n", XDG_DATA_HOME=str(tmp_path / "blocked"))
    assert done.stdout.count("The game cannot be saved") == 1
    assert "greedy wins by resignation." in done.stdout


def test_three_opponents_and_their_hidden_gifts(run):
    done = run("play", "cups", "--players", "4", "--vs", "greedy,greedy,random", "--seed", "3", typed="1\n" * 20)
    assert "You sit in seat 0, greedy 1 in seat 1, greedy 2 in seat 2, random 3 in seat 3." in done.stdout
