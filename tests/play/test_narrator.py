import copy
import pickle
import random
import re
from collections import Counter
from contextlib import suppress

import pytest

import undercut
from tests.amounts import amount
from tests.clauses.cuttle_table import table
from tests.touring import played, tours
from undercut.cards import UNKNOWN
from undercut.errors import BadNotation, UndercutError
from undercut.games.base import registry
from undercut.play.loading import determinize
from undercut.play.moments import changing
from undercut.play.narration import Voice, narrate, narrated
from undercut.play.piles import Place, cards, changed, contents, movements

NAMES = ("Ann", "Bob", "Cem", "Dora", "Eva", "Finn", "Gus", "Hana")
GAMES = registry.names()
A_CARD = r"\b(?:the (?!last|stock|dump|scrap|hand)\w+(?: of \w+)?|scissors)\b"


def games(game: str, seed: int, moves: int = amount(40, 150)):
    last = None
    for state in tours(game, seed, games=1, moves=moves):
        if last is not None and state is not last:
            yield last
        last = state
    yield last


def told(state):
    """Each move of a game: the positions before and after, the move, and the text for three readers or for all."""
    seats = range(state.game.seats)
    readers = [*random.Random(len(state.moves)).sample(seats, min(amount(2, 8), len(seats))), None]
    before = None
    for steps in zip(*(narrated(state, Voice(NAMES, reader)) for reader in readers), strict=True):
        after = steps[0][0].copy()
        if before is not None:
            yield before, after, after.moves[-1], dict(zip(readers, [text for _, text in steps], strict=True))
        before = after


def hand(state, seat):
    return state.position()["hands"][seat]


def gone(before, after, move, seat):
    was, now = Counter(hand(before, seat)), Counter(hand(after, seat))
    if seat != before.to_move:
        return (was - now).total()
    if move.startswith("bury"):
        return was.total()
    if re.match(r"[sp]\d?>", move):  # in Cut the Rope: not from the hand
        return 0
    card = next(str(legal.card) for legal in before.legal_moves() if str(legal) == move)
    return max((was - now).total(), int(card in was))


def counted(text: str, name: str, seat: int, reader, mover: int, *, on_turn: bool) -> int:
    whose = "your" if seat == reader else rf"{name}'s"
    for sentence in re.split(r"(?<=\.) ", text):
        if found := re.fullmatch(rf"(.*) go(?:es)? to {whose} hand\.", sentence):
            numbers = re.findall(r"(\d+)(?: other)? cards?", found[1])
            return sum(map(int, numbers)) + len(re.findall(A_CARD, found[1], re.IGNORECASE)) + (found[1] == "A card")
    if seat != mover:  # in Cups, an open gift goes to the player on turn
        return int(re.match(r"\w+ gives? the ", text) is not None and on_turn)
    if re.search(r"draws nothing|no cards are left to draw", text):
        return 0
    if found := re.search(r"\b(?:draws|takes) (?:the last )?(\d+) cards?", text):
        return int(found[1])
    return len(re.findall(r"\bdraws (?:a card|the last card) (?:from|of)|\btakes the .* from the scrap", text))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(1, amount(2, 6)))
def test_each_card_that_comes_to_a_hand_is_counted_for_every_reader(game, seed):
    for state in games(game, seed):
        for before, after, move, texts in told(state):
            mover = before.to_move
            for seat in range(state.game.seats):
                came = len(hand(after, seat)) - len(hand(before, seat)) + gone(before, after, move, seat)
                for reader, text in texts.items():
                    if seat != reader:  # players see their own hands
                        on_turn = before.position().get("turn") == seat
                        said = counted(text.text, NAMES[seat], seat, reader, mover, on_turn=on_turn)
                        assert said == came, (move, text.text, NAMES[seat], reader)


def test_each_one_off_of_cuttle_is_said_to_take_effect_or_to_be_countered_once():
    twos = set()
    for state in games("cuttle", 3):
        for before, _after, move, texts in told(state):
            counters = before.position()["counters"]
            twos |= {len(counters)} if move == "ok" else set()
            for text in texts.values():
                ends = re.findall(r"takes effect|is countered", text.text)
                assert ends == ([] if move != "ok" else ["is countered" if len(counters) % 2 else "takes effect"])
    assert twos >= {0, 1}


def test_a_counter_names_the_card_that_it_undoes():
    state = table(hands=("4h 2c", "2d 9c 8c"))
    texts = [narrate(state, move, Voice(NAMES, None)).text for move in ("4h!", "2d!", "2c!", "ok")]
    assert texts[1] == "Bob counters the four of hearts with the two of diamonds."
    assert texts[2] == "Ann counters the two of diamonds with the two of clubs."
    assert texts[3].startswith("Bob does not counter the two of clubs: the four of hearts takes effect.")


@pytest.mark.parametrize("game", GAMES)
def test_what_a_reader_is_told_depends_on_nothing_hidden_from_that_reader(game):
    chance, same = random.Random(4), 0
    for state in tours(game, 4, games=1, moves=amount(15, 60)):
        legal = state.legal_moves()
        for reader in [*range(state.game.seats), None]:
            view = state.view(reader)
            with suppress(UndercutError):
                twin = determinize(view, chance)
                move = chance.choice(legal)
                shown = state.described(move, [reader])[0][0]
                like = [each for each in twin.legal_moves() if twin.described(each, [reader])[0][0] == shown]
                if not like:
                    continue
                real, texts = state.copy(), []
                for one, played in ((real, move), (twin, like[0])):
                    texts.append(narrate(one, played, Voice(NAMES, reader)))
                if real.view(reader) == twin.view(reader):
                    same += 1
                    assert texts[0] == texts[1]
    assert same > amount(50, 100)


@pytest.mark.parametrize("game", GAMES)
def test_who_sees_every_card_is_told_every_card(game):
    state = next(games(game, 5))
    for _, text in narrated(state, Voice(NAMES), everything=True):
        if text is not None:
            assert "?" not in text.cards
            assert not re.search(r"\d+ cards? go(es)? to \w+'s hand|A card goes", text.text) or len(text.cards) > 10


MOST_MOVES = 120


@pytest.mark.parametrize("name", GAMES)
def test_a_sentence_read_late_is_the_one_read_at_once(name):
    chance, state = random.Random(5), undercut.game(name).deal(seed=5)
    listed = []
    while state.to_move is not None and len(state.moves) < MOST_MOVES:
        at_once = [move.text for move in state.legal_moves()]
        late = state.copy().legal_moves()
        move = chance.choice(late)
        listed.append((state.described(move, [state.to_move])[0][0].text, state.play(move), at_once, late))
    for text, move, at_once, late in listed:
        assert move.text == text
        assert [move.text for move in late] == at_once


def test_a_move_can_be_copied_and_pickled_without_its_state():
    move = undercut.game("cuttle").deal(seed=7).legal_moves()[0]
    for twin in (copy.deepcopy(move), pickle.loads(pickle.dumps(move))):  # noqa: S301  our own bytes
        assert repr(twin) == repr(move)
        assert (twin, hash(twin)) == (move, hash(move))
    assert move != "draw"
    with pytest.raises(AttributeError):
        move.text = "Win."


def test_what_only_looks_like_a_move_is_refused():
    class Draw:
        def __str__(self):
            return "draw"

    state = undercut.game("cuttle").deal(seed=7)
    with pytest.raises(BadNotation, match="is not a move"):
        state.play(Draw())
    assert state.moves == ()


@pytest.mark.parametrize("name", GAMES)
def test_moves_change_no_option(name):
    game = undercut.game(name)
    fixed = {option.name for option in (*game.spec.options, *game.spec.research.options)}
    assert fixed | {*changing(name).names} == {*game.engine.table.lengths}
    before, after = game.deal(seed=7).table_copy(), played(game, 7).table_copy()
    assert [getattr(before, field) for field in fixed] == [getattr(after, field) for field in fixed]


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
    hand, grave = Place("hands", seat), Place("graveyards", seat)
    assert ways == {(Place("stack"), hand, True): size, (hand, grave, False): size}


def test_a_card_that_completes_a_row_goes_there_first():
    piles = registry.spec("cut_the_rope").words.piles
    state = undercut.game("cut_the_rope", seats=2).deal(seed=1)
    view = state.view(0)
    before = {**view, "hands": [["10"], ["?"]], "levels": [["8", "9"], [], []], "discards": []}
    after = {**view, "hands": [[], ["?"]], "levels": [[], [], []], "discards": ["8", "9", "10"]}
    (seen,) = changed(piles, [before], [after])
    found = movements(piles, contents(piles, view), seen)
    ways = {(movement.card, movement.source.zone, movement.target.zone) for movement in found}
    assert ways == {("10", "hands", "levels-1"), *((card, "levels-1", "discards") for card in ("8", "9", "10"))}
