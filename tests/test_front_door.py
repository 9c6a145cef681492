"""What `import undercut` offers: players, analyses and matches, and the old addresses that still work."""

import pkgutil

import pytest

import undercut
from undercut.engine.host import Host


class First:
    def choose(self, view, moves):  # noqa: ARG002  a player's
        return moves[0]


@pytest.mark.parametrize(
    "name", ["bot", "analyse", "match", "hint", "game", "perft", "replay", "from_position", "from_view"]
)
def test_no_submodule_hides_a_name_of_the_front_door(name):
    assert callable(getattr(undercut, name))
    assert name not in {module.name for module in pkgutil.iter_modules(undercut.__path__)}


def test_a_bot_chooses_from_a_view_and_from_a_state():
    state = undercut.game("cuttle").deal(seed=7)
    from_state = undercut.bot("greedy", "cuttle", seed=1).choose(state)
    from_view = undercut.bot("greedy", "cuttle", seed=1).choose(state.view(0), state.legal_moves())
    assert from_state == from_view
    assert from_state in state.legal_moves()


def test_a_state_from_a_view_hides_what_the_view_hides():
    state = undercut.game("cuttle").deal(seed=7)
    guess = undercut.from_view(state.view(0))
    assert guess.view(0) == state.view(0)
    assert guess.position()["hands"][1] != state.position()["hands"][1]
    with pytest.raises(undercut.BadPosition, match="another seat's view"):
        undercut.from_view(state.view(1))


def test_a_bot_refuses_what_it_cannot_play():
    bot, state = undercut.bot("random", "cuttle"), undercut.game("cups").deal(seed=1)
    with pytest.raises(undercut.UndercutError, match="a position of 'cups', but this bot plays cuttle"):
        bot.choose(state)
    with pytest.raises(undercut.UndercutError, match="moves: "):
        bot.choose(undercut.game("cuttle").deal(seed=1).view(0))
    with pytest.raises(undercut.UndercutError, match="view: None is not a dict"):
        bot.choose(None)
    state = undercut.game("cuttle").deal(seed=1)
    state.finish(undercut.Outcome((0,), "resigned"))
    with pytest.raises(undercut.UndercutError, match="the game is over"):
        bot.choose(state)


def test_a_match_is_paired_and_repeats():
    own = First()
    found = undercut.match("cuttle", [own, "random"], deals=3, seed=1)
    assert found.players == ("First", "random")
    assert found.games == len(found.records) == 6
    assert found.par == 0.5
    assert 0 <= found.interval[0] <= found.share <= found.interval[1] <= 1
    starts = [undercut.replay(record).shuffles for record in found.records]
    assert starts[0::2] == starts[1::2]
    assert undercut.match("cuttle", [First(), "random"], deals=3, seed=1) == found
    assert undercut.match("cuttle", ["random", "random"], deals=1, records=False).records == ()


def test_a_match_of_more_seats_and_other_rules():
    found = undercut.match("cups", ["greedy", "random"], deals=1, seats=3, seed=2)
    assert found.players == ("greedy", "random", "random")
    assert found.games == 3
    game = undercut.game("cups", seats=3)
    assert undercut.match(game, ["greedy", "random", "random"], deals=1, seed=2).share == found.share


def test_players_of_the_same_name_are_told_apart():
    assert undercut.match("cuttle", [First(), First()], deals=1).players == ("First", "First (2)")


def test_an_analysis_takes_a_state_or_a_record():
    state = undercut.game("cuttle").deal(seed=7)
    for move in ("7c", "draw"):
        state.play(move)
    found = [undercut.analyse(each, [0], budget="60", host=Host.PLAIN) for each in (state, state.record())]
    assert found[0].judged == found[1].judged
    assert [str(judged.move) for judged in found[0].judged] == ["7c"]
