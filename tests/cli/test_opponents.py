"""Opponents in the terminal: levels that adapt, and the commands for other levels."""

import json

import pytest

import undercut
from undercut.cli import records
from undercut.cli.bots import Opponents, adapted
from undercut.games.base.facts import Outcome


@pytest.fixture
def save(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "_folder", lambda: tmp_path)

    def save(number, text):
        (tmp_path / f"game-{number}.json").write_text(text if isinstance(text, str) else json.dumps(text))

    return save


def game(level, winners, name="cuttle"):
    return {"game": name, "players": ["human", level], "result": {"winners": winners, "reason": "points"}}


def test_without_saved_games_it_starts_at_easy(save):
    save(0, game("easy", [0], name="cups"))
    level, why = adapted("cuttle")
    assert level == "easy"
    assert why.endswith("starts at easy, because you have not finished a game against a level yet.")


def test_wins_raise_it_and_losses_lower_it(save):
    save(1, game("easy", [0]))
    save(2, game("medium", [0]))
    assert adapted("cuttle")[0] == "hard"
    save(3, game("hard", [1]))
    assert adapted("cuttle") == ("medium", "The adaptive opponent plays as medium, by 3 of your saved games.")


def test_files_that_are_no_results_do_not_count(save):
    save(1, game("easy", [0]))
    save(2, "no JSON")
    save(3, {"game": "cuttle", "players": ["human", "easy"], "result": None})
    save(4, {"game": "cuttle", "players": None})
    save(5, ["cuttle"])
    save(6, game("greedy", [1]))
    assert adapted("cuttle")[1].endswith("by 1 of your saved games.")


def test_the_next_game_against_a_stronger_or_easier_level_is_one_command_away():
    game = undercut.game("cuttle", rules={"set": "denexa", "seven": 2})
    opponents = Opponents(game, {0: "easy"}, 1)
    same = "play cuttle --rules denexa --set seven=2 --seat 1 --vs"
    assert opponents.commands(1, Outcome((0,), "points")) == [f"{same} beginner"]
    assert opponents.commands(1, Outcome((1,), "points")) == [f"{same} medium"]
    assert opponents.commands(1, Outcome((), "passes")) == [f"{same} medium", f"{same} beginner"]
    assert Opponents(game, {0: "greedy"}, 1).commands(1, Outcome((0,), "points")) == []
