import pytest

import undercut
from undercut.arena.language import LanguagePlayer, Reply, Role, answer_in, rules_text, table_text
from undercut.bots.players import Forfeit
from undercut.games.base import registry
from undercut.games.base.book import read_book


class Scripted:
    """Answers by a script, then with the last legal move; keeps what it was sent."""

    def __init__(self, *answers):
        self.answers, self.seen = list(answers), []

    def __call__(self, messages):
        self.seen.append(list(messages))
        if self.answers:
            return Reply(self.answers.pop(0), tokens_read=100, tokens_written=5, price=0.01)
        legal = messages[1].text.partition("Your legal moves:\n")[2].splitlines()
        return Reply(f"I think.\nMOVE: {legal[-1].split()[0]}")


def test_a_refused_answer_comes_back_with_its_reason_and_costs_are_counted():
    game = undercut.game("cuttle")
    state, model = game.deal(seed=7), Scripted("MOVE: Jc>8d", "let me see", "First MOVE: 2s, no: MOVE: draw")
    player = LanguagePlayer(game, model, tries=3)
    assert player.choose(state.view(0), state.legal_moves()).notation == "draw"
    system, user, first, why, second, unread = model.seen[-1]
    assert (system.role, user.role, first.role, why.role) == (Role.SYSTEM, Role.USER, Role.MODEL, Role.USER)
    assert why.text.startswith("Jc>8d is not legal: CU-4 the jack of clubs is not in your hand")
    assert second.text in unread.text
    costs = player.costs
    assert (costs.decisions, costs.requests, costs.refused) == (1, 3, 2)
    assert (costs.tokens_read, costs.tokens_written, round(costs.price, 2)) == (300, 15, 0.03)


def test_a_player_without_a_legal_answer_loses():
    game = undercut.game("cuttle")
    player = LanguagePlayer(game, lambda _: Reply("MOVE: resign"), name="stubborn", tries=2)
    state = game.deal(seed=7)
    with pytest.raises(Forfeit, match="stubborn gave no legal move in 2 answers, the last of them 'resign'"):
        player.choose(state.view(0), state.legal_moves())
    found = undercut.match(game, [player, "random"], deals=1, seed=1, faults="loss")
    assert (found.share, len(found.faults)) == (0.0, 2)


@pytest.mark.parametrize("name", registry.names())
def test_whole_games_show_no_hidden_card(name):
    class Watched(LanguagePlayer):
        def choose(self, view, moves):
            redealt = undercut.from_view(view).view(view["seat"])
            assert table_text(view, moves) == table_text(redealt, moves)
            return super().choose(view, moves)

    game, model = undercut.game(name), Scripted()
    player = Watched(game, model)
    found = undercut.match(game, [player, "random"], deals=1, seed=3)
    assert found.games == game.seats
    assert player.costs.refused == 0
    assert {len(messages) for messages in model.seen} == {2}


@pytest.mark.parametrize("name", registry.names())
def test_the_rules_name_every_clause_and_the_chosen_options(name):
    game = undercut.game(name)
    text = rules_text(game)
    assert all(f"\n{clause.id} " in text for clause in read_book(name).clauses)
    assert any(f"{option} = {value}" in text for option, value in game.options.items())


@pytest.mark.parametrize(
    ("text", "answer"), [("MOVE: `7h`", "7h"), ("move: 7h\nMOVE: 8d", "8d"), ("7h", "7h"), ("", "")]
)
def test_the_last_move_of_an_answer_counts(text, answer):
    assert answer_in(text) == answer
