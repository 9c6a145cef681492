import re
from pathlib import Path

import pytest

from tests.golden.make import GAMES, names, sentences, text
from tests.golden.observations import FILE, lines
from tests.golden.writing import COLUMNS
from undercut.games.base import registry

HERE = Path(__file__).parent
LINES = 12_000

PHASES = {
    "cuttle": {"play", "counter", "take", "discard", "seven", "recycle", "limit", "over"},
    "cups": {"play", "gift", "redeal", "over"},
    "cut_the_rope": {"play", "over"},
}


def kept() -> dict[str, str]:
    return {path.relative_to(HERE).with_suffix("").as_posix(): path.read_text("utf-8") for path in HERE.rglob("*.txt")}


@pytest.mark.parametrize("name", names())
def test_a_golden_game_is_played_as_before(name):
    assert text(name) == kept()[name], "see: make golden, git diff"


def test_the_sentences_about_moves_are_as_before():
    assert sentences() == kept()["sentences"], "see: make golden, git diff"


def test_every_golden_text_is_made_from_a_game():
    assert kept().keys() == {*names(), "sentences", "observations"}


def test_the_golden_texts_can_be_reviewed():
    lines = [line for content in kept().values() for line in content.splitlines()]
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= COLUMNS


@pytest.mark.parametrize("game", GAMES)
def test_whole_games_cover_every_rule_set_and_number_of_seats(game):
    played = [(rules if isinstance(rules, str) else rules["set"], seats) for rules, seats, _ in GAMES[game]]
    assert {rules for rules, _ in played} == set(registry.spec(game).rule_sets)
    assert {seats for _, seats in played} == set(registry.spec(game).seats)


@pytest.mark.parametrize("game", GAMES)
def test_golden_texts_cover_every_reason_for_an_end(game):
    ended = re.findall(r"result: {winners:\[[\d,]*],reason:(\w+)}", "".join(contents(game)))
    assert {*ended} == {reason for reason in registry.spec(game).words.reasons if reason}


@pytest.mark.parametrize("game", GAMES)
def test_golden_texts_cover_every_phase(game):
    found = re.findall(r"\bphase: (\w+)", "".join(contents(game)))
    assert {*found} == PHASES[game]


def contents(game: str) -> list[str]:
    return [content for name, content in kept().items() if name.startswith(f"{game}/")]


@pytest.mark.parametrize("name", registry.names())
def test_columns_keep_their_places_and_values(name):
    golden = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line.startswith(f"{name} ")]
    assert golden
    assert lines(name) == golden, "add lines by python -m tests.golden.observations; change and remove none"
