import re
from collections import Counter
from random import Random

import pytest
from litestar.testing import create_test_client
from msgspec.structs import replace

from tests.amounts import some_of_each_game
from tests.clauses.cuttle_table import position
from tests.server.html import Page
from tests.server.making import begun, do, from_cards, opened, play, seated
from undercut.games.base import registry
from undercut.games.base.parts.bots import HELLO, HIT
from undercut.pages.assets import packs, sprite_address
from undercut.pages.board.card_choices import bare_moves
from undercut.pages.board.ending import ending, tab_title
from undercut.pages.board.log import log_rows
from undercut.pages.board.players import saying
from undercut.pages.board.table_page import board_context
from undercut.site.routes.files import card_sprite
from undercut.site.routes.visit import Visit, template_engine
from undercut.table.commands import Play, Rematch, Resign, form_object
from undercut.table.events import Ended, TakenBack
from undercut.table.opening.terms import read_choices
from undercut.table.showing import Live, scene
from undercut.table.table import Table

TEMPLATES = template_engine().engine
TEMPLATES.globals["csrf_token"] = lambda: "a-token"

GAMES = [("cuttle", 2, rules) for rules in registry.spec("cuttle").rule_sets]
GAMES += [("cups", seats, rules) for rules, seats in zip(registry.spec("cups").rule_sets, (2, 3, 4, 6, 8), strict=True)]
GAMES += [("cut_the_rope", s, r) for r, s in zip(registry.spec("cut_the_rope").rule_sets, (2, 4, 8, 3), strict=True)]
EVERY = 11
"""How many moves lie between two looks at a table."""


def render(shown, **choices) -> Page:
    return Page(TEMPLATES.get_template("board.html").render(board_context(shown, **choices)))


def new_table(game: str, seats: int, rules: str | dict[str, object], name: str = "Ann") -> Table:
    return opened(game, ["open"] * (seats - 1), rules=rules, name=name)


def known(value: object) -> Counter[str]:
    if isinstance(value, str):
        return Counter([value])
    if isinstance(value, dict):
        value = list(value.values())
    return sum(map(known, value), Counter()) if isinstance(value, list) else Counter()


@pytest.mark.parametrize(("game", "seats", "rules"), some_of_each_game(GAMES, 1))
def test_every_reader_sees_what_may_be_done_and_nothing_hidden(game, seats, rules):
    table = new_table(game, seats, rules)
    random = Random(f"{game} {rules}")
    played = 0
    while table.phase == "playing" and played < 100:
        if played % EVERY == 0:
            for reader in table.readers:
                look(table, reader)
        play(table, str(random.choice(table.state.legal_moves())))
        played += 1
    look(table, 0)


def look(table: Table, reader: int | None) -> None:
    shown = scene(table, reader)
    page = render(shown)
    offered = [attrs["value"] for tag, attrs in page.tags if tag == "button" and attrs.get("name") == "move"]
    assert len(offered) - len(set(offered)) == sum(attrs.get("class") == "on-pile" for _tag, attrs in page.tags)
    assert sorted(set(offered)) == sorted(move.move for move in shown.moves)
    assert any(one.startswith("felt asks") for one in page.every("class")) == bool(shown.moves and reader is not None)
    assert {move.text.strip(".") for move in shown.moves if move.card} <= {word.strip() for word in page.words}
    assert all(attrs["form"] == "play" for tag, attrs in page.tags if attrs.get("name") == "move")
    usual = {*table.game.spec.words.buttons} - {move.move for move in shown.moves} if shown.moves else set()
    assert shown.refusals.keys() == usual
    reasons = {why[:1].upper() + why[1:] for why in shown.refusals.values()}
    assert reasons <= {*page.every("data-why")} or bare_moves(shown)
    assert not page.every("style")
    ids = page.every("id")
    assert len(set(ids)) == len(ids)
    assert {name for names in page.every("aria-labelledby") for name in names.split()} <= set(ids)
    assert set(page.every("for")) <= set(ids)
    keys = page.every("data-key")
    assert len(set(keys)) == len(keys)
    may_know = known(shown.view)
    assert not Counter(page.every("data-card")) - may_know
    used = page.every("href", "use")
    pictures = {address.partition("#")[2] for address in used if address.startswith("/cards/")}
    told = {card for line in shown.log for card in line.cards}
    assert pictures - {"back"} <= set(may_know) | told
    assert str(shown.version) in {attrs["value"] for _, attrs in page.tags if attrs.get("name") == "version"}


def test_the_uses_of_a_card_that_are_not_legal_say_why():
    # Not every hand has a card with a use that is not legal.
    pages = [render(scene(new_table("cuttle", 2, "denexa"), 0)) for _ in range(20)]
    refusals = [address for page in pages for address in page.every("href", "a") if "#CU-" in address]
    assert refusals
    assert all(re.fullmatch(r"/rules/cuttle\?rules=denexa#CU-\w+", address) for address in refusals)


def test_a_card_that_fits_no_row_has_one_sentence_for_that():
    table, random, said = new_table("cut_the_rope", 2, "standard"), Random(1), []
    for _ in range(20):
        said += render(scene(table, table.to_move)).every("data-unfit")
        play(table, str(random.choice(table.state.legal_moves())))
    assert {*said} == {"Fits no level row."}


def test_a_card_can_be_chosen_by_its_address():
    table = new_table("cuttle", 2, "sipie")
    shown = scene(table, 0)
    card = next(iter(shown.uses))
    page = render(shown, chosen=card)
    assert [attrs["value"] for _, attrs in page.tags if "checked" in attrs] == [card]
    assert not [attrs for _, attrs in render(shown).tags if "checked" in attrs]


def test_bots_show_how_far_they_have_thought_or_where_they_wait():
    shown = scene(new_table("cut_the_rope", 3, "standard"), 0)
    thinking = replace(shown.seats[1], kind="bot", name="Bo", level="medium", thinking=0.4)
    waiting = replace(shown.seats[2], kind="bot", name="Cy", level="medium", waiting=3)
    page = render(replace(shown, seats=[shown.seats[0], thinking, waiting]))
    assert page.every("value", "progress") == ["40"]
    assert page.every("aria-label", "progress") == ["Bo is thinking"]
    assert "3rd in line to think" in " ".join(page.words)


def test_only_the_card_that_moved_is_marked_however_many_equal_ones_there_are():
    table = new_table("cut_the_rope", 3, "standard")
    random = Random(3)
    seen = 0
    while len(table.steps) < 60:
        move = str(random.choice([move for move in table.state.legal_moves() if move.notation[0] not in "sp"]))
        play(table, move)
        tags = render(scene(table, 0)).tags
        marked = [attrs["data-card"] for _, attrs in tags if "moved" in attrs.get("class", "").split()]
        # A level that was finished is gone with all its cards.
        assert marked in ([], [re.split("[>/]", move)[0]])
        seen += len(marked)
    assert seen > 50


def test_names_are_text_and_nothing_else():
    table = new_table("cuttle", 2, "sipie", name="<u>Ann</u> & co")
    page = render(scene(table, 1))
    assert "<u>Ann</u> & co" in page.words
    assert "u" not in {tag for tag, _ in page.tags}


def test_a_long_log_shows_its_end_or_all_of_it():
    table = new_table("cut_the_rope", 2, "standard")
    while len(table.steps) < 60:
        play(table, str(table.state.legal_moves()[-1]))
    shown = scene(table, 0)
    ends = [int(seq) for seq in render(shown).every("data-seq")]
    assert ends == sorted(ends, reverse=True)
    assert len(ends) < len(shown.log)
    assert ends[0] == shown.log[-1].seq
    assert len(render(shown, log="all").every("data-seq")) == len(shown.log)


def test_lines_of_the_log_have_the_numbers_of_the_moves_that_count():
    table = new_table("cuttle", 2, "sipie")
    for undone in (False, True, False):
        if undone:
            table.apply(TakenBack(1 - table.to_move, 1), 0.0)
        play(table, "draw")
    play(table, "draw")
    rows = log_rows(scene(table, 0), scene(table, 0).log)
    assert [row.number for row in rows[:5]] == [3, 2, 1, None, None]
    assert [row.kind.removeprefix("mine").strip() for row in rows[:5]] == ["", "", "", "aside", "undone"]
    assert [row.moment.rpartition("/")[2] for row in rows[:5]] == ["3", "2", "1", "", ""]
    table.apply(Ended([1], "resigned"), 0.0)
    over = scene(table, 0)
    moments = {row.number: row.moment for row in log_rows(over, over.log)}
    assert moments[2] == f"/t/{table.id}/steps/2"


@pytest.mark.parametrize(
    ("reader", "winners", "headline", "tab"),
    [
        (0, [0], "You won", "You won · Cuttle"),
        (1, [0], "You lost", "You lost · Cuttle"),
        (None, [0], "Ann won", "Ann won · Cuttle"),
        (1, [], "A draw", "A draw · Cuttle"),
    ],
)
def test_the_end_of_a_game_is_told_to_each_reader(reader, winners, headline, tab):
    table = new_table("cuttle", 2, "sipie")
    mover = ["Your move · Cuttle" if seat == table.to_move else "to move · Cuttle" for seat in (0, 1)]
    assert tab_title(scene(table, 0)).endswith(mover[0])
    table.apply(Ended(winners, "agreed" if not winners else "resigned"), 0.0)
    page = render(scene(table, reader))
    assert headline in page.words
    assert page.every("data-title") == [tab]
    assert f"/t/{table.id}/review" not in page.every("href"), "nothing was played"
    assert any("points" in word for word in page.words)
    assert (f"/t/{table.id}/rematch" in page.every("action")) == (reader is not None)


def test_who_is_away_is_named_at_the_chip_and_after_a_rematch_request_that_has_an_alternative():
    table = opened("cups", name="Ann")
    play(table)
    assert "away" in render(scene(table, 0)).words
    here = Live(frozenset({0, 1}))
    assert "away" not in render(scene(table, 0, here)).words
    do(table, 0, Resign)
    do(table, 0, Rematch)
    left, waiting = render(scene(table, 0)), render(scene(table, 0, here))
    assert any(word.endswith("has left the table.") for word in left.words)
    assert any(word.startswith("Waiting for ") for word in waiting.words)
    offers = {"Play a bot", "Find an opponent"}
    assert offers <= {*left.words}, "a table that nobody else looks at leads on"
    assert not offers & {*waiting.words}


def against(levels, winners, **wish):
    rules = {"set": "denexa", "seven": 2}
    wish = {"game": "cuttle" if len(levels) == 1 else "cups", "opponents": levels, "hints": False} | wish
    table = begun(**wish | ({"rules": rules} if len(levels) == 1 else {}))
    table.apply(Ended(winners, "resigned" if winners else "agreed"), 0.0)
    return table


@pytest.mark.parametrize(
    ("levels", "winners", "offered"),
    [
        (["easy"], [0], {"Face Cleo (medium)": ["medium"]}),
        (["easy"], [1], {"Try Ada (beginner)": ["beginner"]}),
        (["easy"], [], {"Face Cleo (medium)": ["medium"], "Try Ada (beginner)": ["beginner"]}),
        (["easy", "hard"], [0], {"Stronger opponents": ["medium", "hard"]}),
        (["easy", "hard"], [0, 1], {"Stronger opponents": ["medium", "hard"]}),
        (["hard", "hard"], [2], {"Easier opponents": ["medium", "medium"]}),
        (["master"], [0], {}),
        (["beginner"], [1], {}),
        (["random"], [0], {}),
        (["adaptive"], [1], {}),
        (["adaptive", "easy"], [1], {"Easier opponents": ["beginner", "beginner"]}),
    ],
)
def test_after_a_game_against_bots_stronger_or_easier_ones_are_offered(levels, winners, offered):
    table = against(levels, winners)
    shown = ending(scene(table, 0), NoDrawing)
    opened = {other.words: read_choices(form_object(other.fields)).checked() for other in shown.others}
    assert {words: list(wish.opponents) for words, wish in opened.items()} == offered
    assert all((wish.game.rules, wish.opened.hints) == (table.game.rules, False) for wish in opened.values())
    page = render(scene(table, 0))
    assert ("/tables" in page.every("action")) == bool(offered)
    assert all(words in page.words for words in offered)


def test_of_the_targets_of_a_card_the_one_that_wins_comes_first():
    table = from_cards("Jc", "5d", piles={"points": ("Th 6h", "3s 5s 2d")})
    values = [value for value in render(scene(table, 0)).every("value") if value.startswith("Jc>")]
    assert values[0] == "Jc>5s", values


class NoDrawing:
    sides = ()


def test_spectators_are_told_that_they_watch():
    table = new_table("cuttle", 2, "sipie")
    told = "You are watching Ann and Calm Heron. Their hands are hidden from you."
    assert [told in map(str.strip, render(scene(table, reader)).words) for reader in (None, 0)] == [True, False]
    pages = [TEMPLATES.get_template("board.html").render(board_context(scene(table, reader))) for reader in (None, 0)]
    assert ['class="lately"' in page for page in pages] == [True, False], "what happened last is in place of the hand"


@pytest.mark.parametrize(("hand", "alone"), [("3d 5s", True), ("2d 5s", False)])
def test_the_game_goes_on_by_itself_only_where_no_person_waits_for_an_answer(hand, alone):
    """How fast it comes would tell a person what the hand lacks."""
    table = from_cards("6c 9d", hand)
    do(table, 0, Play, move="6c!")
    asked = scene(table, 1)
    ann, bob = asked.seats
    bot = replace(ann, kind="bot")
    for other, goes_on in ((ann, False), (bot, alone), (replace(bot, stand_in=True), False)):
        page = TEMPLATES.get_template("board.html").render(board_context(replace(asked, seats=[other, bob])))
        assert (" data-alone=" in page, " data-bots" in page) == (alone, goes_on)
        found = "Go on<" in page, 'class="move going"' in page
        assert found == (alone and not goes_on, goes_on), "no question without a choice"


def test_equal_cards_are_named_once_with_their_number():
    for _ in range(40):
        table = new_table("cut_the_rope", 2, "standard")
        hand = table.view(0)["hands"][0]
        several = [card for card in set(hand) if hand.count(card) > 1]
        if several:
            break
    words = [word for word in render(scene(table, 0)).words if word.endswith(" times")]
    assert len(words) >= len(several) > 0


@pytest.mark.parametrize("name", packs())
def test_every_card_has_its_picture(name):
    with create_test_client([card_sprite], request_class=Visit) as client:
        answer = client.get(sprite_address(packs()[name]))
    pictures = Page(answer.text).every("id", "symbol")
    assert pictures == [*packs()[name].texts, "back"]
    assert "immutable" in answer.headers["cache-control"]


SEVEN = "The seven of spades brought you"
SEVENS = {"hands": ("7s", "2c"), "points": ("7h", ""), "permanents": ("Ks", "")}
SECOND = {"hands": ("Kh", "2c"), "points": ("Ts", ""), "permanents": ("Ks", "")}
STOLEN = {"hands": ("Jc", "2c"), "points": ("Ts 9s", "5d")}


@pytest.mark.parametrize(
    ("piles", "move", "story", "other"),
    [
        ({"hands": ("7s", "2c"), "points": ("Ts 9s", "")}, "7s", f"{SEVEN} to 26 points.", "0"),
        (SEVENS, "7s", f"{SEVEN} to 14 points; you needed only 14.", "Player 0 to 14 points"),
        (SECOND, "Kh+", "Your second king made 10 enough.", "Player 0's second king"),
        (STOLEN, "Jc>5d", "Your jack took the five of diamonds: 24 points.", "Player 0's jack"),
    ],
)
def test_the_end_tells_how_the_last_move_won(piles, move, story, other):
    table = seated(position(**piles))
    play(table, move)
    told = [scene(table, reader).result.story for reader in (0, 1)]
    assert told[0] == story
    assert other in told[1]
    assert re.search(r"<dd>(\d+|(\d+) of \2) points</dd>", render(scene(table, 0)).source), "not 25 of 21"


@pytest.mark.parametrize(("game", "seats", "rules"), GAMES[::3])
def test_each_heading_of_a_place_has_its_explanation(game, seats, rules):
    context = board_context(scene(new_table(game, seats, rules), 0))
    asked = Page(TEMPLATES.get_template("board.html").render(context)).every("popovertarget")
    said = Page(TEMPLATES.get_template("parts/terms.html").render(context))
    assert {name for name in asked if name.startswith("term-")} <= {*said.every("id")}
    assert {address.partition("#")[2] for address in said.every("href")} == {pile.clause for pile in context["piles"]}
    assert {pile.meaning for pile in context["piles"] if pile.meaning} <= {*said.words}


def test_a_card_that_takes_effect_has_the_face_of_its_player():
    table = from_cards("6h 9s", "6d 5c")
    for move in ("6h!", "ok"):
        play(table, move)
    latest = board_context(scene(table, 1))["table"].board.latest
    assert (latest.cards, latest.plate.seat.seat) == (("6h",), 0)


def test_a_bot_says_so_when_the_card_that_it_has_just_played_is_hit():
    table = from_cards("7h 9s", "6d 5c")
    do(table, 0, Play, move="7h")
    do(table, 1, Play, move="6d")

    def words():
        shown = scene(table, 0)
        seats = [shown.seats[0], replace(shown.seats[1], kind="bot", level="medium")]
        return [saying(replace(shown, seats=seats), seat) for seat in (0, 1)]

    assert words() == ["", ""]
    do(table, 0, Play, move="9sx6d")
    assert words() == ["", HIT["medium"]]
    do(table, 1, Play, move="5c")
    assert words() == ["", ""]


def test_of_several_bots_one_greets():
    table = begun("cups", ["medium", "medium", "easy"])
    shown = scene(table, 0)
    assert [saying(shown, seat) for seat in range(4)] == ["", HELLO["medium"], "", ""]
    assert saying(replace(shown, advised=True), 1) == saying(replace(shown, undone=True), 1) == ""
