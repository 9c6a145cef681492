import json
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pexpect
import pytest

import undercut
from tests import preloaded
from tests.amounts import some
from tests.clauses.cuttle_table import table
from undercut.cli import files

COMMAND = Path(sys.executable).with_name("undercut")
PROMPT = "Your move [^:]*: "
PLAY = ("play", "--seed", "7", "--vs")


@pytest.fixture
def terminal(tmp_path):
    @contextmanager
    def start(*words):
        home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "UNDERCUT_HOST": "plain", "TERM": "xterm"}
        environment = {**os.environ, **home}
        environment.pop("COLUMNS", None)
        environment.pop("NO_COLOR", None)
        screen = {"encoding": "utf-8", "timeout": 120, "dimensions": (40, 60)}
        child = pexpect.spawn(str(COMMAND), [*words], env=environment, **screen)
        try:
            yield child
        finally:
            child.close(force=True)

    return start


def ask(game, line):
    """Type a line at the prompt; give what is printed until the next one, without colours."""
    game.sendline(line)
    game.expect(PROMPT)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", game.before)


def test_moves_may_be_typed_freely(terminal, tmp_path):
    with terminal(*PLAY, "random") as game:
        game.expect(PROMPT)
        assert "\033[" in game.before, "a terminal gets colours"
        for typed in ("kd+", "KD +", "kD+"):
            assert "CU-4 the king of diamonds is not in your hand" in ask(game, f"why {typed}")
            assert "CU-4 the king of diamonds is not in your hand" in ask(game, typed)
        assert "10H is legal" not in ask(game, "why 10H")
        assert "8d is legal." in ask(game, "why 8D")
        # Enter plays nothing where there is a choice, and numbers may begin with zeros.
        assert "You:" not in ask(game, "")
        assert "There are moves 1 to 10." in ask(game, "0000015")
        assert "There are moves 1 to 10." in ask(game, "9" * 5000)
        # A long path is printed in one piece.
        path = tmp_path / f"{'long' * 20}.json"
        assert f"Saved as {path}." in ask(game, f"save {path}")
        assert "You: draw" in ask(game, "0001")


def interrupt(game):
    """Press Ctrl-C until the command ends: Python misses one that comes between the prompt and the wait for a line."""
    for _ in range(4):
        game.sendintr()
        if game.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=30) == 0:
            return
    pytest.fail("Ctrl-C does not end the command")


def test_enter_plays_the_only_move_and_a_hint_names_it_at_once(terminal, tmp_path):
    (tmp_path / "undercut").mkdir()
    kept = table().record() | {"players": ["human", "random"]}
    (tmp_path / "undercut" / "game-1.json").write_text(json.dumps(kept))
    with terminal("play", "--resume") as game:
        game.expect(r"Your move \(Enter plays draw, the only one; help\): ")
        hint = ask(game, "hint 1000000")
        assert "draw is the only legal move." in hint
        assert "Thinking" not in hint
        assert "You: draw" in ask(game, "")


def test_interrupting_a_hint_ends_the_hint_alone_and_at_the_prompt_the_game(terminal):
    with terminal(*PLAY, "random") as game:
        game.expect(PROMPT)
        for _ in range(3):  # lines of a hint are in the order of their percentages
            shown = ask(game, "hint 100")
            shares = [int(share) for share in re.findall(r"(?m)^(?:best|    ) \S+ +chance to win (\d+) %", shown)]
            assert len(shares) == 3
            assert shares == sorted(shares, reverse=True)
            assert len(re.findall(r"(?m)^best ", shown)) == 1
        game.sendline("hint 1000s")
        game.expect("Thinking")
        game.sendintr()
        game.expect(PROMPT)
        assert "from what you can know" in game.before
        ask(game, "draw")
        interrupt(game)
        assert "The game is saved in " in game.before
    assert game.exitstatus == 130


@pytest.mark.parametrize("opponent", some(["search:20", "random", "greedy"], 1))
def test_after_undo_the_same_move_gets_the_same_answer(terminal, opponent):
    with terminal(*PLAY, opponent) as game:
        game.expect(PROMPT)
        ask(game, "draw")
        first = re.search(rf"{opponent}: .*", ask(game, "draw"))[0]
        for _ in range(3):
            ask(game, "undo")
            assert first in ask(game, "draw")
        game.sendcontrol("d")
        game.expect(pexpect.EOF)
    assert game.exitstatus == 0


def test_a_record_is_stepped_through_by_keys(terminal, record):
    with terminal("replay", str(record)) as viewer:
        for key, place in (("", 0), ("", 1), ("b", 0), ("5", 5)):
            if place or key:
                viewer.sendline(key)
            viewer.expect(f"Move {place} of 5")
        viewer.sendline("q")
        viewer.expect(pexpect.EOF)


def test_a_plain_rule_book_is_wrapped_once(terminal):
    with terminal("rules", "cuttle", "CU-7", "--plain") as book:
        book.expect(pexpect.EOF)
        lines = book.before.splitlines()
    assert max(map(len, lines)) <= 60
    for line, following in pairwise(lines):
        if line and following and not following.startswith("-"):
            assert len(line) + len(following.split()[0]) >= 60, line


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("play", "--vs", "nobody"), "'nobody' is not a player of cuttle"),
        (("play", "--vs", "greedy,greedy"), "seats: 3"),
        (("play", "--seat", "2"), "--seat: 2 is not a seat"),
        (("play", "--set", "seven"), "--set seven: write name=value"),
        (("play", "--set", "eleven=1"), "rules.eleven: no such option; Cuttle has win, kings"),
        (("bench", "--runs", "0"), "--runs: 0"),
        (("play", "--seed", "-1"), "seed: -1"),
        (("rules", "cuttle", "CU-Tz"), "'CU-Tz' is not a clause of Cuttle; the nearest is CU-Ta"),
        (("moves", "nowhere.json"), "nowhere.json: No such file"),
        (("serve", "--port", -1), "undercut: --port: -1 is not a whole number from 0 to 65535\n"),
        (("serve", "--port", 65_536), "undercut: --port: 65536 is not a whole number from 0 to 65535\n"),
    ],
)
def test_input_that_is_refused_gives_a_reason_and_code_1(run, words, fault):
    done = run(*words, code=1)
    assert done.stdout == ""
    assert fault in done.stderr


@pytest.mark.parametrize("words", [("play", "whist"), ("frobnicate",), ("perft",), ("perft", "x", "three")])
def test_wrong_use_gives_code_2(run, words):
    run(*words, code=2)


def test_names_complete_in_the_shell():
    environment = {**os.environ, "COLUMNS": "100"}
    shell = pexpect.spawn("bash", ["--norc", "--noprofile", "-i"], env=environment, encoding="utf-8", timeout=120)
    try:
        shell.sendline(f"export PATH={COMMAND.parent}:$PATH PS1='$ '; bind 'set show-all-if-ambiguous on'")

        script = "from undercut.cli.app import app; print(app.generate_completion(shell='bash'))"
        shell.sendline(f'source <(python -c "{script}"); echo set up')

        shell.expect("set up\r\n.*set up\r\n|set up\r\n")
        shell.send("undercut play cuttle --rules cuttle-\t")
        shell.expect("cuttle-cards-")
        shell.send("\x15undercut pe\t")
        shell.expect("perft")
    finally:
        shell.close(force=True)


def test_a_terminal_that_lacks_a_character_gets_the_rest(run, tmp_path):
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    done = run("arena", "cuttle", "random", "random", "--games", "2", "--processes", "1", **ascii_only)
    assert done.stderr == ""
    state = undercut.game("cuttle").deal(seed=7)
    state.players = ("\u2660", "random")
    path = tmp_path / "record.json"
    path.write_text(json.dumps(state.record()))
    assert "?" in run("hint", path, "--budget", "10", **ascii_only).stdout.splitlines()[0]
    book = run("rules", "cuttle", "CU-33", "--json", **ascii_only)
    assert json.loads(book.stdout) == json.loads(run("rules", "cuttle", "CU-33", "--json").stdout)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("words", [("rules", "cuttle"), ("rules", "cuttle", "CU-3", "--json"), ("--version",)])
def test_a_full_disk_is_named(words):
    with Path("/dev/full").open("w") as full:
        _, errors = (process := preloaded.Process(words, streams=(None, full, subprocess.PIPE))).communicate()
    assert (process.returncode, errors) == (1, "undercut: output: No space left on device\n")


@pytest.mark.parametrize(("word", "said", "code"), [("foo", "no command 'foo'", 2), ("lab", "undercut[lab]", 1)])
def test_without_the_packages_of_a_command_it_says_what_is_missing(word, said, code):
    program = "import sys; sys.modules['scipy'] = None; from undercut.cli.app import main; main()"
    found = subprocess.run([sys.executable, "-c", program, word], capture_output=True, text=True, check=False)
    assert (found.returncode, said in found.stderr) == (code, True)


def test_moves_of_a_position_or_of_the_last_one_of_a_record(run, position, record):
    text = run("moves", position).stdout
    assert "Td+" not in text
    assert "Tdx9h" in text
    data = json.loads(run("moves", position, "--json").stdout)
    assert {"move": "draw", "text": "Draw a card from the stock.", "kind": "draw", "card": None, "target": None} in data
    assert run("moves", "-", typed=position.read_text()).stdout == text
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
    assert "no unfinished game can be resumed" in gone.stderr


def test_a_game_that_another_terminal_plays_is_not_resumed(run, tmp_path, monkeypatch):
    run("play", "--seed", "7", typed="draw\nquit\n")
    monkeypatch.setattr(files.platformdirs, "user_data_dir", lambda _: str(tmp_path / "data" / "undercut"))
    (path,) = files.saved_games()
    with files.playing(path):
        assert "no unfinished game can be resumed" in run("play", "--resume", code=1).stderr
        with pytest.raises(undercut.UndercutError, match="in another terminal"), files.playing(path):
            pass
    assert "you: draw" in run("play", "--resume", typed="log\nquit\n").stdout
    assert [*path.parent.iterdir()] == [path]


def test_a_saved_game_of_a_game_that_is_gone_is_named_and_an_earlier_one_resumed(run, tmp_path, monkeypatch):
    run("play", "--seed", "7", typed="draw\nquit\n")
    monkeypatch.setattr(files.platformdirs, "user_data_dir", lambda _: str(tmp_path / "data" / "undercut"))
    (path,) = files.saved_games()
    later = path.with_name("game-9.json")
    later.write_text(path.read_text().replace('"cuttle"', '"snap"'))
    again = run("play", "--resume", typed="log\nquit\n").stdout
    assert f"{later} cannot be resumed: " in again
    assert "'snap' is not one of" in again
    assert "you: draw" in again


def test_a_position_is_no_record_and_a_missing_file_makes_no_folder(run, tmp_path):
    position = tmp_path / "position.json"
    position.write_text(json.dumps(undercut.game("cuttle").deal(seed=1).position()))
    assert f"{position}: this is a position, and not the record of a game" in run("replay", position, code=1).stderr
    assert "missing.json: No such file" in run("export", "missing.json", "--out", tmp_path / "out", code=1).stderr
    assert not (tmp_path / "out").exists()
    assert "--out: path: '' is not the path" in run("export", "missing.json", "--out", "", code=2).stderr


def test_a_game_whose_moves_are_all_taken_back_is_not_saved(run):
    left = run("play", "--seed", "7", typed="draw\nundo\nquit\n")
    assert "nothing is saved" in left.stdout
    assert "no unfinished game can be resumed" in run("play", "--resume", code=1).stderr


def test_only_finished_games_are_deleted_beyond_the_limit(monkeypatch, tmp_path):
    monkeypatch.setattr(files.platformdirs, "user_data_dir", lambda _: str(tmp_path))
    for number in range(55):
        (tmp_path / f"game-{number:02}.json").write_text(json.dumps({"result": None if number == 1 else {}}))
    (tmp_path / "game-02.json").write_text('{"result": {')
    with files.playing(tmp_path / "game-03.json"):
        files.new_game()
    kept = ["game-05.json", "game-03.json", "game-02.json", "game-01.json"]
    assert [path.name for path in files.saved_games()[-4:]] == kept


def test_a_game_that_cannot_be_kept_goes_on(run, tmp_path):
    (tmp_path / "blocked").touch()
    done = run("play", "--seed", "7", typed="draw\ndraw\nresign\n", XDG_DATA_HOME=str(tmp_path / "blocked"))
    assert done.stdout.count("The game cannot be saved") == 1
    assert "greedy wins by resignation." in done.stdout


def test_three_opponents_and_their_hidden_gifts(run):
    done = run("play", "cups", "--players", "4", "--vs", "greedy,greedy,random", "--seed", "3", typed="1\n" * 20)
    assert "You sit in seat 0, greedy 1 in seat 1, greedy 2 in seat 2, random 3 in seat 3." in done.stdout
