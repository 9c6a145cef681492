import random
import re

import pytest

import undercut
from tests.amounts import amount, some_of_each_game
from tests.server.making import begun, do, from_cards, opened, play, refused, seated
from undercut.games.base import registry
from undercut.games.base.game_types import Outcome
from undercut.play.loading import determinize
from undercut.play.narration import Voice
from undercut.table import commands as asked
from undercut.table.commands import NotPossible, NotYours
from undercut.table.decisions.decide import play_move
from undercut.table.parts import MOST, PHRASES, outcome_text
from undercut.table.showing import Live, scene
from undercut.table.table import Table

PLAYERS = ("Ann", "Bob", "Cem")
KINDS = [(game, rules) for game in registry.names() for rules in registry.spec(game).rule_sets]
DONE = "passes|buries|draws|plays|puts|scuttles|counters|takes|scraps|does not|leads|gives|says|keeps|ends"
DOES = "pass|bury|draw|play|put|scuttle|counter|take|scrap|do not|lead|give|say|keep|end"
PLACE = r"hand|point cards|permanents|graveyard|personal deck|supply rows"


def told(table, reader) -> str:
    return scene(table, reader).log[-1].text


@pytest.mark.parametrize(("game", "rules"), some_of_each_game(KINDS, 1))
def test_every_move_is_told_to_each_reader_in_their_own_words(game, rules):
    random.seed(f"telling {game} {rules}")
    seats = 2 if game == "cuttle" else 3
    table = seated(undercut.game(game, rules=rules, seats=seats).deal().position(), name=PLAYERS)
    for _ in range(amount(80, 150)):
        if table.phase == "over":
            break
        seat = table.to_move
        play(table)
        for reader in table.readers:
            line = scene(table, reader).log[-1]
            text, chip = line.text, line.shown.verb if line.shown else ""
            names = "|".join(name for place, name in enumerate(table.names) if place != reader)
            if reader == seat:
                assert re.match(rf"You ({DOES})\b|No counter: ", text), text
                assert not re.match(r"(?!Glasses)\w+s\b", chip), chip
            else:
                assert re.match(rf"{PLAYERS[seat]} ({DONE})\b", text), text
            if reader is None:
                assert not re.search(r"\b(you|your)\b", text, re.IGNORECASE), text
            else:
                assert PLAYERS[reader] not in text
            # Whoever else is named does something, or something is theirs.
            rest = text.partition(" ")[2]
            for after in re.findall(rf"\b(?:{names})\b(.{{1,20}})", rest):
                assert re.match(rf"'s ({PLACE})|,| and | wins?\b", after), text
            assert not re.search(r"\byou \w+s\b(?<!pass)|\byour's|\byou's", text), text


def test_what_is_done_beside_the_cards_is_told_likewise():
    table = from_cards("7h 8h", "6d")
    dealt = [told(table, reader).removeprefix("The cards are dealt. ") for reader in (0, 1, None)]
    assert dealt == ["It is your move.", "It is Ann's move.", "It is Ann's move."]
    story = [
        (0, asked.Play, {"move": "7h"}, "You play the seven of hearts for 7 points."),
        (0, asked.TakeBack, {}, "You ask to take the last move back."),
        (0, asked.TakeBack, {"accept": False}, "You withdraw the request."),
        (0, asked.TakeBack, {}, "You ask to take the last move back."),
        (1, asked.TakeBack, {"accept": False}, "You refuse it."),
        (0, asked.Draw, {}, "You offer a draw."),
        (0, asked.Draw, {"accept": False}, "You withdraw the draw offer."),
        (1, asked.Draw, {}, "You offer a draw."),
        (0, asked.Draw, {"accept": False}, "You decline the draw."),
        (1, asked.Leave, {}, "You leave."),
        (1, asked.Sit, {}, "You return."),
        (0, asked.Resign, {}, "You resign."),
        (1, asked.Rematch, {}, "You want a rematch."),
    ]
    for seat, command, fields, mine in story:
        do(table, seat, command, **fields)
        lines = {reader: [line.text for line in scene(table, reader).log] for reader in (0, 1, None)}
        assert mine in lines[seat][-2:]
        verb = mine.removeprefix("You ").partition(" ")[0].rstrip(".")
        theirs = mine.replace(f"You {verb}", f"{('Ann', 'Bob')[seat]} {verb}s")
        for reader in (1 - seat, None):
            assert theirs in lines[reader][-2:]


def test_who_takes_back_is_told_so():
    table = from_cards("7h 8h", "6d")
    do(table, 0, asked.Play, move="7h")
    do(table, 0, asked.TakeBack)
    do(table, 1, asked.TakeBack, accept=True)
    assert [line.text for line in scene(table, 1).log][-2:] == ["You allow it.", "Ann takes back the last move."]
    assert told(table, 0) == "You take back the last move."


def test_the_other_player_of_a_duel_knows_who_is_meant():
    table = from_cards("4h 8h", "6d 6c 6s")
    do(table, 0, asked.Play, move="4h!")
    assert told(table, 1) == "Ann plays the four of hearts as a one-off: you scrap two cards."
    assert told(table, 0).endswith("the other player scraps two cards.")
    assert told(table, None).endswith("the other player scraps two cards.")


def test_what_a_bot_does_in_ones_seat_one_has_not_done():
    table = from_cards("7h 8h", "6d")
    do(table, 1, asked.TakeOver, seat=0, absent=[0])
    assert told(table, 0) == "A bot (medium) plays on for you."
    assert told(table, 1) == "A bot (medium) plays on for Ann."
    play(table, "draw")
    assert told(table, 0).startswith("The bot in your seat draws a card from the stock. The ")
    assert told(table, 0).endswith(" goes to your hand.")
    assert told(table, 1) == "Ann draws a card from the stock."


def test_what_somebody_did_before_one_sat_there_one_has_not_done():
    table = begun("cuttle", ["open", "open"], seat="none")
    do(table, None, asked.Sit, seat=0, name="Ann")
    assert told(table, 0) == "You sit down."
    do(table, 0, asked.Leave)
    do(table, None, asked.Sit, seat=0, name="Bob")
    texts = [line.text for line in scene(table, 0).log]
    assert texts[1:] == ["Ann sits down.", "Ann leaves.", "You sit down."]


@pytest.mark.parametrize(
    ("winners", "reason", "reader", "text"),
    [
        ((1,), "points", 1, "You win by points."),
        ((1,), "points", 0, "Bob wins by points."),
        ((0, 1), "resigned", 1, "You and Ann win by resignation."),
        ((0, 1), "resigned", None, "Ann and Bob win by resignation."),
        ((0, 1, 2), "smallest_graveyard", 2, "You, Ann and Bob win with the smallest graveyard."),
        ((2,), "stalemate", 2, "You win after a full round in which no card moved."),
        ((), "agreed", 0, "A draw by agreement."),
    ],
)
def test_an_end_is_told_to_each_reader(winners, reason, reader, text):
    words = next(spec.words for spec in map(registry.spec, registry.names()) if spec.words.end(reason))
    assert outcome_text(words, Outcome(winners, reason), Voice(PLAYERS, reader)) == text


def test_a_result_says_who_resigned():
    table = opened("cuttle", ["open"], name="Ann")
    do(table, 0, asked.Resign)
    winner, loser, public = (scene(table, reader).result for reader in (1, 0, None))
    assert (winner.text, winner.story) == ("You win by resignation.", "Ann resigned.")
    assert (loser.story, public.story) == ("You resigned.", "Ann resigned.")


def last(table, reader, **live) -> str:
    return scene(table, reader, Live(**live)).log[-1].text


def test_a_phrase_is_read_by_all_and_hidden_from_those_who_have_muted_its_speaker() -> None:
    table = opened(name="Ann")
    do(table, 0, asked.Say, phrase="well")
    assert [last(table, reader) for reader in (0, 1, None)] == ["You: Well played!", *["Ann: Well played!"] * 2]
    assert "Well played" not in last(table, 1, muted=frozenset({0}))
    assert "Well played" not in repr(table.state.record())


def test_phrases_are_limited() -> None:
    table = opened()
    for _ in range(MOST // 4):
        for seat in (0, 1, 0, 1):
            do(table, seat, asked.Say, phrase="oops")
        refused(table, 0, asked.Say, NotYours, phrase="oops")
        play(table, "draw") if table.state.legal_moves()[0].notation == "draw" else play(table)
    assert scene(table, 0).can.say == "This table has reached its limit of messages."


def test_only_players_among_people_speak_and_only_in_known_words() -> None:
    table = opened()
    refused(table, 0, asked.Say, NotPossible, phrase="anything else")
    refused(table, None, asked.Say, NotYours, phrase="hello")
    alone = opened(opponents=["easy"])
    refused(alone, 0, asked.Say, NotYours, phrase=next(iter(PHRASES)))


SEATS = {"cuttle": 2, "cups": 3, "cut_the_rope": 3}
MOVES, GUESSES, WORLDS = 30, amount(12, 25), 2


def answer(table: Table, move: str) -> tuple[str, str | None] | None:
    try:
        play_move(table, table.to_move, move)
    except NotPossible as refused:
        return str(refused), refused.clause
    return None


def guesses(game: str, seen: list[str], choice: random.Random) -> set[str]:
    cards = registry.spec(game).pack.texts
    pattern = "|".join(sorted(map(re.escape, cards), key=len, reverse=True))
    return {re.sub(pattern, lambda _: choice.choice(cards), choice.choice(seen)) for _ in range(GUESSES)}


@pytest.mark.parametrize(("game", "rules"), some_of_each_game(KINDS, 1))
def test_refusals_tell_nothing_of_hidden_cards(game, rules):
    choice = random.Random(f"refusals {game} {rules}")
    state = undercut.game(game, rules=rules, seats=SEATS[game]).deal(seed=5)
    seen: list[str] = []
    refused = 0
    for _ in range(MOVES):
        if state.result:
            break
        legal = [str(move) for move in state.legal_moves()]
        seen += legal
        real = seated(state.position())
        view = state.view(state.to_move)
        others = [seated(determinize(view, choice).position()) for _ in range(WORLDS)]
        for move in [*legal, *sorted(guesses(game, seen, choice))]:
            expected = answer(real, move)
            assert [answer(other, move) for other in others] == [expected] * WORLDS, move
            refused += expected is not None
        state.play(choice.choice(legal))
    assert refused > MOVES
