"""Crazy Eights in a handful of files: draws, moves without a card and choices follow from its words and its table."""

import pytest

import undercut
from tests.conformance.suite import POLICIES, check_game, traces
from tests.plugin.installing import HERE, install, on_path
from undercut.engine.host import BY_SOURCE

PACKAGE = "undercut_eights"


@pytest.fixture(scope="module")
def eights(tmp_path_factory):
    folder = tmp_path_factory.mktemp("eights")
    install(folder, {"eights": PACKAGE}, PACKAGE)
    with on_path(folder):
        yield "eights"


def test_it_is_small():
    files = [path for path in (HERE / PACKAGE).iterdir() if path.is_file()]
    assert len(files) <= 6
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 260


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_passes_the_conformance_suite(eights, seats):
    for seed, policy in enumerate(POLICIES):
        check_game(undercut.game(eights, seats=seats), seed, policy, every=4)


def test_it_plays_alike_on_every_host(eights):
    for seed in range(3):
        plain, *others = traces(undercut.game(eights, seats=2 + seed), seed, BY_SOURCE)
        assert [plain] * 2 == others


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
