from markupsafe import Markup

import undercut
from undercut.arena import scores
from undercut.bots.advice.hint import Answer, Step
from undercut.bots.thinking import think
from undercut.cli import advice, arena, lab, terminal
from undercut.draw.chart import Axis
from undercut.draw.shapes import num
from undercut.estimates import deviation, mean, wilson
from undercut.games.base.game_types import TABLE_REASONS, MoveFacts, Outcome
from undercut.games.base.parts import bots
from undercut.games.base.sentences import capitalized
from undercut.games.base.words import Shape
from undercut.games.cut_the_rope.position import hand_texts
from undercut.pages import addresses
from undercut.pages.answers import Preferences, read_preferences
from undercut.pages.books import markup
from undercut.pages.learning.review import in_percent
from undercut.pages.position_text import read_cards, write_cards
from undercut.play.input import outcome_fault, parsed_in
from undercut.play.moments import without_card
from undercut.site.admin.lists import shown
from undercut.site.base import client
from undercut.site.routes.files import source_zip
from undercut.site.security.bans import Ban, BanKind, Bans
from undercut.site.store.statements import recent
from undercut.table.opening import terms
from undercut.table.showing import rule_changes


def test_the_owner_reads_values_on_one_line() -> None:
    assert [shown("at", 0.0), shown("seat", None)] == ["1970-01-01 00:00", "-"]
    assert shown("text", "a\x1b[1m") == "a?[1m"


def test_the_site_packs_itself_and_counts() -> None:
    assert source_zip()[:2] == b"PK"
    assert (recent(1200.0), recent(1799.0)) == (2, 2)


def test_addresses_have_groups() -> None:
    wide = client.wide_group_of
    assert wide("2001:db8:1:2::/64") == wide("2001:db8:1:3::/64")
    assert wide("192.0.2.7") != wide("192.0.3.7")
    own = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "192.0.2.7", ""]
    assert [client.is_loopback(address) for address in own] == [True, True, True, False, False]


def test_bans_end() -> None:
    bans = Bans()
    assert bans.replace([Ban(BanKind.ADDRESS, "192.0.2.0/24", 0.0, until=100.0)])
    assert [bool(bans.find("ann", "192.0.2.9", (), now)) for now in (50.0, 150.0)] == [True, False]


def test_the_cookie_of_preferences() -> None:
    chosen = Preferences(theme="dark", sound="on")
    assert chosen.cookie() == "theme:dark.sound:on"
    assert read_preferences("sound:on.theme:dark.suits:nine.later:yes.") == chosen


def test_texts_in_pages() -> None:
    linked = 'as <a href="#CU-7">“When do you win?”</a> says'
    assert markup.inline_html("cuttle", "as `win` says") == linked
    assert markup.plain_html("as `win` says") == Markup("as <code>win</code> says")
    assert markup.isolate("Ann & Bo draw.", ("Bo", "Ann")) == Markup("<bdi>Ann</bdi> &amp; <bdi>Bo</bdi> draw.")
    assert markup.bdi("<Ann>") == Markup("<bdi>&lt;Ann&gt;</bdi>")
    assert capitalized("you hold a coin") == "You hold a coin"
    assert [addresses.written(value) for value in (None, (21, 14), True)] == ["null", "21 14", "true"]
    assert [in_percent(shares) for shares in ([1 / 3] * 3, [0.125, 0.875])] == [[34, 33, 33], [13, 87]]


def test_cards_as_the_editor_writes_them() -> None:
    stacks = [{"card": "Td", "jacks": ["Jc", "Js"]}, {"card": "9h", "jacks": []}]
    assert write_cards(Shape.STACKED, stacks) == "Td+Jc+Js 9h"
    assert read_cards(Shape.LAYERS, "3s 3c | 4d") == [["3s", "3c"], ["4d"]]
    assert read_cards(Shape.AIMED, "2c>Kh") == {"card": "2c", "target": "Kh"}


def test_settings_of_a_table() -> None:
    asked = "How many cards does a seven turn up? Two, to choose from."
    assert rule_changes(undercut.game("cuttle", rules={"seven": 2})) == (asked,)
    draft = terms.corrected(terms.read_choices({"game": "cups", "opponents": ["easy"] * 7}))
    assert (draft.changes, draft.fixes) == ({"hand_size": 6}, ("8 players: 6 cards each.",))


def test_figures_of_the_commands() -> None:
    assert [arena.elo_text(0.75, 0.5), arena.elo_text(1.0, 0.5)] == ["+191", "+∞"]
    assert [arena.time_text(seconds) for seconds in (0.0000012, 0.00234, 1.5)] == ["1 µs", "2.3 ms", "1.5 s"]
    assert [lab.duration(seconds) for seconds in (0.4, 100, 9000, 10**6)] == ["1 s", "2 min", "2.5 h", "12 days"]
    assert terminal.percent(0.6125) == "61.3 %"
    assert [*terminal.aligned([["player", "share"], ["greedy", "96.0 %"]])] == ["player   share", "greedy  96.0 %"]
    assert terminal.reflow("# Title\n\nOne two\nthree four\n- five six\n  seven", 13).splitlines() == [
        "# Title",
        "",
        "One two three",
        "four",
        "- five six",
        "  seven",
    ]


def test_the_persons_behind_levels() -> None:
    assert next(bots.free_names("easy", ["Ben"])) == "Rosa"
    assert (bots.level_of_person("Rosa"), bots.level_of_person("Carol")) == ("easy", "")
    assert [bots.portrait_of(*bot) for bot in (("Rosa", "easy"), ("Adaptive bot", "hard"))] == ["rosa", "dora"]


def test_numbers_and_notation() -> None:
    assert (mean([0.1, 0.2, 0.6]), deviation([1, 2, 3])) == (0.3, 1.0)
    assert [round(end, 3) for end in wilson(0.5, 100, 1.96)] == [0.404, 0.596]
    assert [num(number) for number in (2.0, -0.001, 1 / 3)] == ["2", "0", "0.33"]
    assert [Axis(-3.0, 14.0, 0, 100).ticks(), Axis(1.0, 3.0, 0, 100).ticks(least=1)] == [[0, 5, 10], [1, 2, 3]]
    found = [(each.source, each.record, each.fault) for each in parsed_in(b'{"seats": 2}\n{"seats": }')]
    assert found == [(":1", {"seats": 2}, None), (":2", None, "not JSON: column 11: Expecting value")]
    assert outcome_fault(Outcome((2,), "time"), 2, TABLE_REASONS) == "winners: 2 is not a seat from 0 to 1"
    assert without_card(MoveFacts(0, "discard 7h", "discard", "7h", None, None)) == "discard ?"
    assert hand_texts(0o10000000002) == ["1", "1", "X"]


def test_what_is_likely() -> None:
    steps = [Step(0, "7h", ""), Step(1, "9sx7h", ""), Step(0, "draw", "")]
    assert advice.likely_text(steps, ["you", "greedy"]) == "greedy 9sx7h, you draw"
    answers = [Answer("scuttle", 0.42, "7dx7c"), Answer("draw", 0.4, "draw"), Answer("jack", 0.01, "Jh>9d")]
    assert advice.answers_text(answers) == "scuttle 42 % (such as 7dx7c), draw 40 %"
    assert [think.margin(error) for error in (0.0101, 0.0004, 0.0)] == [2, 1, 0]
    assert think.chance_text(0.712, 0.0101) == "chance to win 71 %, give or take 2"
    assert think.chance_text(1.0, 0.0) == "chance to win 100 %, proven"
    assert (scores.time_class(1e-6), scores.time_class(1.0), scores.quantile({0: 9, 240: 1}, 0.95)) == (0, 240, 1.0)
