import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.amounts import amount
from tests.draw.tables import ANY, COUNTERING, OF_MANY, SVG, Dealt, drawn_cards
from undercut import draw
from undercut.cards import FRENCH, LATIN
from undercut.draw.chart import Curve, MarkedMove, chart_document, chart_svg
from undercut.draw.faces import HEIGHT, WIDTH, detail_of, figure_of, parted
from undercut.errors import UndercutError
from undercut.play.game import game

FEWER = settings(max_examples=amount(40, 150))
SUITS, THEMES = st.sampled_from(draw.Suits), st.sampled_from(draw.Theme)


def labels(document: str) -> dict[str, str]:
    return {card.get("data-card", ""): card.get("aria-label", "") for card in drawn_cards(document)}


def places(document: str) -> list[str]:
    groups = ET.fromstring(document).iter(f"{SVG}g")
    return [group.get("aria-label", "") for group in groups if group.get("role") == "group"]


@FEWER
@given(dealt=ANY, style=st.builds(draw.Style, width=st.integers(280, 1600), suits=SUITS, theme=THEMES))
def test_every_open_card_lies_on_the_table_once_and_by_its_name_and_no_hidden_one_does(dealt, style):
    document = draw.svg(dealt.position, seat=0, style=style)
    drawn = drawn_cards(document)
    assert Counter(card.get("data-card") for card in drawn) == Counter(dealt.seen)
    for card, label in labels(document).items():
        assert label.split(", ")[0] == dealt.pack.name(dealt.pack.code(card))
    root = ET.fromstring(document)
    width, height = (float(root.get(name, "0")) for name in ("width", "height"))
    assert width == style.width
    for tray in root.iter(f"{SVG}rect"):
        x, y, wide, high = (float(tray.get(name, "0")) for name in ("x", "y", "width", "height"))
        assert x + wide <= width + 0.1
        assert y + high <= height + 0.1


@FEWER
@given(dealt=OF_MANY, data=st.data())
def test_every_seat_can_sit_at_the_bottom(dealt: Dealt, data: st.DataObject) -> None:
    seat = data.draw(st.integers(0, dealt.seats - 1))
    named = places(draw.svg(dealt.position, seat=seat))
    sides = [side[1] for place in named if (side := re.fullmatch(r"(You|Seat \d)(?: \(\w+\))?(?:, .*)?", place))]
    assert sides == [f"Seat {(seat + step) % dealt.seats}" for step in range(1, dealt.seats)] + ["You"]


def test_the_table_tells_its_title_and_its_state() -> None:
    root = ET.fromstring(draw.svg(COUNTERING, seat=0))
    assert root.findtext(f"{SVG}title") == "Cuttle"
    assert root.findtext(f"{SVG}desc") == "Cuttle. Seat 1 may counter"


def test_the_marks_of_cards_are_told() -> None:
    told = labels(draw.svg(COUNTERING, seat=0, highlight=["2h"]))
    assert told["9h"] == "nine of hearts, frozen"
    assert told["2d"] == "two of diamonds, seen"
    assert told["8s"] == "eight of spades, glasses"
    assert told["Qd"] == "queen of diamonds, target"
    assert told["2c"] == "two of clubs, on the queen of diamonds"
    assert told["2h"] == "two of hearts, last move"
    assert told["7h"] == "seven of hearts"


def test_places_are_named_with_their_counts() -> None:
    named = places(draw.svg(COUNTERING, seat=0, goals=(14, 21)))
    assert "Your hand, 3" in named
    assert "Seat 1 points, 4 of 21" in named
    assert "Your points, 16" in named
    assert "Stock, 3" in named
    assert "Scrap, 3" in named


def test_of_equal_cards_only_the_last_of_a_row_is_the_moved_one() -> None:
    position = {"game": "cut_the_rope", "hands": [["5"], []], "levels": [["1", "5", "5"], ["5", "4"], []]}
    drawn = drawn_cards(draw.svg(position, highlight=["5"]))
    assert [card.get("aria-label") for card in drawn if card.get("data-card") == "5"].count("five, last move") == 1


def test_names_are_written_as_text() -> None:
    document = draw.svg(COUNTERING, names=["<b>\x1b[31mAda & Bob</b>\x00", "x" * 500])
    assert "<b>Ada" not in document
    assert "<b> [31mAda & Bob</b>" in places(document)


def test_a_chart_has_any_name_in_its_room() -> None:
    curves = {"a\x01\ud800\uffff": Curve(0, [(1, 0.5)]), "x" * 500: Curve(1, [(1, 0.5)])}
    texts = [*ET.fromstring(chart_document(curves, [], 1, even=0.5, title="", below="", notes=[])).itertext()]
    assert "a\ufffd\ufffd\ufffd" in texts
    assert "x" * 23 + "…" in texts


def test_no_file_or_font_is_fetched() -> None:
    document = draw.svg(COUNTERING)
    assert document.count("http") == 1
    assert "href" not in document
    assert "url(" not in document
    assert " id=" not in document


def test_a_pile_shows_what_both_know_of_it_and_nothing_else() -> None:
    position = {"game": "cuttle", "hands": [[], []], "stock": ["4c", "5c", "6c"], "known_top": 2}
    assert set(labels(draw.svg(position))) == {"4c", "5c"}


def test_every_card_of_a_pack_has_a_name_as_a_single_drawing() -> None:
    for card in FRENCH.texts:
        root = ET.fromstring(draw.card_svg(card, pack=FRENCH))
        assert root.get("aria-label") == root.findtext(f"{SVG}title") == FRENCH.name(FRENCH.code(card))


@pytest.mark.parametrize(("suits", "more"), [(draw.Suits.TWO, 0), (draw.Suits.LETTERS, 1), (draw.Suits.FOUR, 1)])
def test_cards_show_the_letter_of_their_suit_only_where_wanted(suits, more) -> None:
    plain = draw.card_svg("7h", pack=FRENCH).count("<path")
    assert draw.card_svg("7h", pack=FRENCH, style=draw.Style(suits=suits)).count("<path") == plain + more


@pytest.mark.parametrize("pack", [FRENCH, LATIN])
@pytest.mark.parametrize("shown", [40, 70, WIDTH])
def test_the_figures_of_court_cards_are_whole_in_what_is_visible_of_them(pack, shown) -> None:
    detail = detail_of(shown, small=True)
    cards = [parted(card, pack, draw.Suits.TWO) for card in pack.texts]
    for card in (card for card in cards if card.is_court):
        paths = re.findall(r' d="([^"]+)"', figure_of(card, detail))
        numbers = [float(number) for path in paths for number in re.findall(r"-?[\d.]+", path)]
        across, down = numbers[::2], numbers[1::2]
        assert 0 < min(across) < max(across) < shown, card
        assert 0 < min(down) < max(down) < HEIGHT, card


def test_a_back_has_no_name_and_an_unknown_card_is_refused() -> None:
    assert 'aria-label="face-down card"' in draw.card_svg("?", pack=FRENCH)
    for wrong in ("1h", None, ["7h"]):
        with pytest.raises(UndercutError, match=r"is not a card of this pack|str is expected"):
            draw.card_svg(wrong, pack=FRENCH)


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"game": "whist"}, "game: 'whist' is not one of"),
        ({"game": "cuttle", "hands": "7h"}, "hands: a list is expected"),
        ({"game": "cuttle", "scrap": [7]}, "scrap: a list of cards is expected"),
        ({"game": "cuttle", "points": [["7h"]]}, "points: an object is expected"),
        ({"game": "cups", "seats": "two"}, "seats: a number is expected"),
        ({"game": "cups", "seats": 100_000}, "seats: 100000 is not one of: 2, 3"),
        ({"game": "cuttle", "rules": "nope"}, "rules: 'nope' is not one of: sipie"),
        ({"game": "cups", "rules": {"set": "nope"}}, "rules: 'nope' is not one of"),
    ],
)
def test_a_field_that_holds_something_else_is_named(position: dict[str, object], fault: str) -> None:
    with pytest.raises(UndercutError, match=fault):
        draw.svg(position)


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda: draw.text(5), "position: an object is expected"),
        (lambda: draw.svg(COUNTERING, seat=2), "2 is not a seat from 0 to 1"),
        (lambda: draw.text(COUNTERING, seat="0"), "seat: a number is expected"),
        (lambda: draw.svg(COUNTERING, arrows=[draw.Arrow(7, "7h", "", "red")]), "arrows: 7 is not a seat from 0 to 1"),
        (lambda: draw.svg(COUNTERING, arrows=[7]), "arrows: Arrow is expected"),
        (lambda: draw.Arrow(0, 7, "", "red"), "card: str is expected"),
        (lambda: draw.svg({**COUNTERING, "to_move": -1}), "to_move: -1 is not a seat from 0 to 1"),
        (lambda: draw.Style(width=100), "width: 100 is not a number of pixels from 280 to 10000"),
        (lambda: draw.Style(theme="felt"), "theme: Theme is expected"),
        (lambda: draw.svg(COUNTERING, style=None), "style: Style is expected"),
        (lambda: draw.text(COUNTERING, width=10), "width: 10 is not a number of letters from 20"),
        (lambda: draw.text(COUNTERING, width="80"), "width: a number is expected"),
        (lambda: draw.text(COUNTERING, colour="two"), "colour: Colour is expected"),
        (lambda: draw.text(COUNTERING, names=3), "names: a list is expected"),
        (lambda: draw.svg(COUNTERING, names=[3]), "names: a list of texts is expected"),
        (lambda: draw.svg(COUNTERING, goals=[21]), "goals: 1 for 2 seats"),
        (lambda: draw.svg(COUNTERING, highlight="7h"), "highlight: a list is expected"),
    ],
)
def test_a_wrong_argument_is_named(call, fault) -> None:
    with pytest.raises(UndercutError, match=fault):
        call()


def test_arrows_lead_from_a_card_to_what_a_move_affects():
    position = game("cuttle").deal(seed=7).position()
    (own, *_), (other, *_) = position["hands"]
    plain = draw.svg(position)
    arrow = draw.svg(position, arrows=[draw.Arrow(0, own, other, "#123456")])
    ring = draw.svg(position, arrows=[draw.Arrow(0, own, "", "#123456")])
    assert (plain.count("#123456"), arrow.count("#123456"), ring.count("#123456")) == (0, 2, 1)
    assert draw.svg(position, arrows=[draw.Arrow(0, "Zz", "", "#123456")]) == plain


def test_the_shares_of_all_players_are_stacked_to_the_whole():
    curves = [Curve(0, [(1, 0.5), (2, 0.25)]), Curve(1, [(1, 0.5), (2, 0.75)], own=True)]
    drawn = chart_svg(curves, [MarkedMove(0, 2, 0.25, "mistake")], 1, label="")
    own, other = re.findall(r'd="M([^"]+)Z"', drawn)
    edge = own.split("L")[:2]
    assert other.split("L")[2:] == edge[::-1]
    assert re.search(r'cy="([\d.]+)" r="4"', drawn)[1] == edge[1].split()[1], "where the two meet"
