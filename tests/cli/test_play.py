"""The command ``undercut play``, run as a program runs it."""

import json

import undercut


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
