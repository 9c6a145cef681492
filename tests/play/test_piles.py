"""Where cards went, as each reader may know it: nothing is lost on the way, and nothing hidden is named."""

import random
from collections import Counter

import pytest

import undercut
from undercut.cards import UNKNOWN
from undercut.games.base import registry
from undercut.play.piles import Place, cards, changed, contents, movements

KINDS = [(game, rules) for game in registry.names() for rules in registry.spec(game).rule_sets]


@pytest.mark.parametrize(("game", "rules"), KINDS)
def test_movements_lead_from_what_was_seen_to_what_is_seen(game, rules):
    choice = random.Random(f"{game} {rules}")
    seats = 2 if game == "cuttle" else 3
    state = undercut.game(game, rules=rules, seats=seats).deal(seed=choice.randrange(1000))
    piles = state.game.spec.words.piles
    gone = 0
    for _ in range(60):
        if state.result:
            break
        before = {seat: state.view(seat) for seat in (None, *range(seats))}
        shuffles = len(state.shuffles)
        state.play(choice.choice(state.legal_moves()))
        for seat, view in before.items():
            (seen,) = changed(piles, [view], [state.view(seat)])
            then, now = contents(piles, view), contents(piles, state.view(seat))
            found = movements(piles, now, seen, shuffled=len(state.shuffles) > shuffles)
            number = {place: sum(1 for _ in cards(value)) for place, value in then.items()}
            for movement in found:
                number[movement.source] -= 1
                number[movement.target] += 1
            assert number == {place: sum(1 for _ in cards(value)) for place, value in now.items()}
            named = Counter(cards([*then.values()])) | Counter(cards([*now.values()]))
            assert {movement.card for movement in found} <= {*named, UNKNOWN}
            gone += len(found)
    assert gone > 60


def burials():
    """Give tables of Cups where the player to move may bury, and the stack has enough cards to draw."""
    for seed in range(100):
        choice, state = random.Random(seed), undercut.game("cups", seats=2).deal(seed=seed)
        while moves := state.legal_moves():
            position = state.position()
            enough = len(position["stack"]) > len(position["hands"][state.to_move])
            if enough and "bury" in map(str, moves):
                yield state
            state.play(choice.choice(moves))


def test_a_buried_hand_goes_to_the_graveyard_before_cards_are_drawn():
    state = next(burials())
    seat, piles = state.to_move, state.game.spec.words.piles
    view = state.view(1 - seat)
    before = contents(piles, view)
    state.play("bury")
    (seen,) = changed(piles, [view], [state.view(1 - seat)])
    found = movements(piles, before, seen)
    ways = Counter((movement.source, movement.target, movement.card == UNKNOWN) for movement in found)
    size = len(list(cards(before[Place("hands", seat)])))
    assert ways == {
        (Place("stack"), Place("hands", seat), True): size,
        (Place("hands", seat), Place("graveyards", seat), False): size,
    }


def test_a_card_that_completes_a_row_goes_there_first():
    piles = registry.spec("cut_the_rope").words.piles
    state = undercut.game("cut_the_rope", seats=2).deal(seed=1)
    view = state.view(0)
    before = {**view, "hands": [["10"], ["?"]], "levels": [["8", "9"], [], []], "discards": []}
    after = {**view, "hands": [[], ["?"]], "levels": [[], [], []], "discards": ["8", "9", "10"]}
    (seen,) = changed(piles, [before], [after])
    found = movements(piles, contents(piles, view), seen)
    ways = {(movement.card, movement.source.zone, movement.target.zone) for movement in found}
    assert ways == {
        ("10", "hands", "levels-1"),
        *((card, "levels-1", "discards") for card in ("8", "9", "10")),
    }
