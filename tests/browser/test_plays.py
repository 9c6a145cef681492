import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from tests.browser.people import PHONE, measures, script
from tests.browser.sites import Site
from tests.browser.tables_in_sight import NAMES, later, played_out, reached
from tests.browser.test_in_sight import OUT_OF_SIGHT
from tests.clauses import rope_table
from undercut.lessons.courses import puzzles
from undercut.lessons.learner import position_at
from undercut.play.game import game

MOVING = {"reduced_motion": "no-preference"}


def scuttling():
    return reached("cuttle", lambda state: any(move.kind == "scuttle" for move in state.legal_moves()))


def play(person, state) -> None:
    person.play(next(str(move) for move in state.legal_moves() if move.kind == "scuttle"))


@pytest.mark.parametrize("screen", some([PHONE, {}], 1))
def test_what_another_player_does_is_seen_and_hinders_no_one(site, newcomer, screen):
    state = scuttling()
    laid = site.lay(state, ["Ann", "Ben"], played=True)
    ann, ben = newcomer(laid.seats[0]), newcomer(laid.seats[1], **MOVING, **screen)
    ben.page.evaluate("document.documentElement.dataset.speed = 'slow'")
    play(ann, state)
    expect(ben.page.locator(".plays figure .use")).to_have_text("Scuttles 6♦")
    expect(ben.page.locator(".plays > .struck.strike")).to_have_count(1)
    expect(ben.page.locator(".plays .arrows .tip")).to_have_count(1)
    before = ben.version
    ben.page.locator(":is(.bare, .none) > .move").click()
    expect(ben.page.locator(".plays, .in-flight")).to_have_count(0)
    for person in (ann, ben):
        person.reaches(before + 1)
    assert len(ben.scene()["view"]["hands"][1]) == 1
    for person in (ann, ben):
        person.play("draw")
    ann.play(next(move["move"] for move in ann.scene()["moves"] if move["kind"] != "draw"))
    expect(ben.page.locator(".plays figure .use")).to_be_visible()


def test_the_moves_of_bots_are_skipped_until_it_is_the_readers_move(tmp_path, newcomer):
    site = Site(tmp_path, pace=30)
    site.start()
    laid = site.lay(game("cups", seats=4).deal(seed=2), ["Ann", *["random"] * 3])
    ann = newcomer(laid.seats[0], at=site.address, **MOVING)
    for skip in (ann.button("Skip").click, partial(ann.page.keyboard.press, "n")):
        ann.play(ann.scene()["moves"][0]["move"])
        expect(ann.button("Skip")).to_be_visible()
        ann.page.evaluate(script("noteFigures"))
        skip()
        expect(ann.page.locator("#board[data-yours]")).to_be_visible()
        assert not ann.page.evaluate("window.shown")
    ann.page.goto("about:blank")  # an open page would try to reach the stopped site
    site.stop()


def test_the_learners_one_off_is_seen_like_a_move_at_a_table(newcomer):
    learner = newcomer("/learn/cuttle/first/6", **MOVING, **PHONE)
    learner.page.evaluate("document.documentElement.dataset.speed = 'slow'")
    learner.play("4c!")
    expect(learner.page.locator(".plays figure .use")).to_have_text("They scrap two")
    learner.page.keyboard.press("Escape")
    expect(learner.page.locator(".plays, .in-flight")).to_have_count(0)


def test_the_solution_of_a_missed_puzzle_is_played_on_the_board(newcomer):
    puzzle = next(one for one in puzzles("cuttle") if len(one.steps) > 1)
    legal = [str(move) for move in position_at(puzzle, 0).state().legal_moves()]
    learner = newcomer(f"/learn/cuttle/{puzzle.name}/1")
    learner.play(next(move for move in legal if move not in puzzle.steps[0].wanted))
    expect(learner.page.locator(".coach > .coach-foot").get_by_role("link", name="Next puzzle")).to_be_visible()
    learner.page.get_by_text("Show the solution").click()
    for number in range(len(puzzle.steps)):
        learner.button("Play it").click()
        expect(learner.page).to_have_url(re.compile(rf"/{number + 2}\?by="))
    expect(learner.page.locator(".coach.solved")).to_be_visible()


@pytest.mark.parametrize("off", some(["speed", "motion"], 1))
def test_who_does_not_want_to_see_it_large_does_not(site, newcomer, off):
    state = scuttling()
    laid = site.lay(state, ["Ann", "Ben"], played=True)
    ann, ben = newcomer(laid.seats[0]), newcomer(laid.seats[1], **(MOVING if off == "speed" else {}))
    ben.page.locator(".gear").first.click()
    if off == "speed":
        ben.page.get_by_label("Other players' cards").select_option("do not enlarge")
    ben.button("Done").click()
    ben.page.evaluate(script("noteFigures"))
    version = ben.version
    play(ann, state)
    ben.reaches(version + 1)
    ben.page.wait_for_timeout(300)
    assert not ben.page.evaluate("window.shown")


def test_each_move_since_the_last_turn_says_what_it_was(site, newcomer):
    state = reached("cups", lambda state: len(state.moves) > 12, seats=4)
    laid = site.lay(state, ["Ann", "Ben", "Cleo", "Dora"], played=True)
    ann = newcomer(laid.seats[0], has_touch=True)
    for width, height in some([(360, 740), (820, 1180), (1366, 768)], 1):
        ann.page.set_viewport_size({"width": width, "height": height})
        recap = ann.page.get_by_role("region", name="Since your last turn")
        told = [line["text"] for line in reversed(ann.scene()["log"])]
        for number, move in enumerate(recap.locator("li:not([inert]) > button").all()):
            expect(move).to_have_accessible_name(told[number])
            move.tap()
            expect(recap.locator(":popover-open p")).to_have_text(told[number])
            ann.page.keyboard.press("Escape")
        recap.get_by_role("button").first.press("Enter")
        expect(recap.locator(":popover-open")).to_be_visible()
        ann.page.keyboard.press("Escape")


def test_a_long_last_move_is_told_whole(site, newcomer):
    state = reached("cups", lambda one: "bury" in one.moves[9:][-1:], seats=6)
    ann = newcomer(site.lay(state, NAMES[:6], played=True).path)
    expect(ann.page.locator(".recent p > span")).to_contain_text("buries the whole hand and draws")
    for width, height in (360, 740), (1920, 1080):
        ann.page.set_viewport_size({"width": width, "height": height})
        cut = (
            "[...document.querySelectorAll('.recent p > span')].some((one) => one.scrollHeight > one.clientHeight + 1)"
        )
        measures(ann.page, cut, wanted=False)


@pytest.mark.parametrize("size", some([(360, 740), (640, 400), (820, 1180), (1366, 768)], 1))
def test_the_end_is_celebrated_once_shown_large_and_gives_way_to_the_table(site, newcomer, size):
    state = played_out("cuttle", 2)
    last = state.moves[-1]
    state.undo()
    laid = site.lay(state, ["Ann", "Ben"], played=True)
    ann, ben = people = [newcomer(seat, **MOVING) for seat in laid.seats]
    for person in people:
        person.page.set_viewport_size({"width": size[0], "height": size[1]})
    people[state.to_move].play(last)
    expect(ann.page.locator(".burst i").first).to_be_attached()
    expect(ben.page.locator("body.grand")).to_be_visible()
    expect(ben.page.locator(".burst")).to_have_count(0)
    expect(ann.page.locator(".burst")).to_have_count(0)
    for person, headline in (ann, "You won"), (ben, "You lost"):
        end = person.board.locator(".end")
        expect(person.page.locator("body.grand")).to_be_visible()
        for shown in (end.get_by_role("heading", name=headline), end.get_by_role("button", name="Rematch")):
            expect(shown).to_be_in_viewport(ratio=1)
        if size[1] > 700:
            expect(end.locator(".nearness svg")).to_be_in_viewport(ratio=1)
        second = end.locator(".next :is(button, a)").nth(1)
        expect(second).to_have_text("Review")
        expect(second).to_be_in_viewport(ratio=1)
    ben.page.reload()
    ben.ready()
    ann.page.keyboard.press("Escape")
    for person in people:
        expect(person.page.locator("body.grand")).to_have_count(0)
        if size[1] > size[0] or size[0] > 1000:  # lower windows scroll
            measures(person.page, OUT_OF_SIGHT, [])


def test_sounds_begin_with_the_first_own_move_and_one_button_mutes_them(site, newcomer):
    state = later("cuttle", 2, 8)
    laid = site.lay(state, ["Ann", "Ben"], played=True)
    ann, ben = (newcomer(seat) for seat in laid.seats)
    for person in (ann, ben):
        person.page.evaluate(script("countSounds"))
    version = ann.version
    ann.page.locator(":is(.bare, .none) > .move").click()
    for person in (ann, ben):
        person.reaches(version + 1)
    assert ann.page.evaluate("window.heard") > 0
    assert ben.page.evaluate("window.heard") == 0
    ann.page.locator("header [data-mute]").click()
    heard = ann.page.evaluate("window.heard")
    ben.page.locator(":is(.bare, .none) > .move").click()
    ann.reaches(version + 2)
    assert ann.page.evaluate("window.heard") == heard
    ann.page.reload()
    expect(ann.page.locator("header [data-mute]")).to_have_attribute("aria-pressed", "false")


def test_a_hand_that_grows_says_by_how_much(site, newcomer):
    state = reached("cups", lambda state: any("draw 5 cards" in move.text for move in state.legal_moves()), seats=3)
    laid = site.lay(state, ["Ann", "Ben", "Cleo"], played=True)
    ann, ben = newcomer(laid.seats[0]), newcomer(laid.seats[1], **MOVING)
    ben.page.evaluate(script("noteGrowth"))
    ann.play(next(str(move) for move in state.legal_moves() if "draw 5 cards" in move.text))
    measures(ben.page, "() => window.grew", "+5")


def test_a_full_row_stays_until_its_last_card_lies_there_and_is_lifted(site, newcomer):
    laid = site.lay(rope_table.table(hands=("4", "10 5"), levels=("", rope_table.rising(9)), turn=1), ["Ann", "Ben"])
    ann, ben = newcomer(laid.seats[0], **MOVING), newcomer(laid.seats[1])
    ben.play("10>2")
    lifted = ann.page.locator(".lifted")
    expect(lifted.locator(".due")).to_have_text("10")
    expect(lifted).to_have_count(0)


def renewed(name):
    if name == "cut_the_rope":
        return rope_table.table(hands=("5", "4"), discards="2 3 6 7 8 9 X", rest="supply"), "5/1"
    state = reached(name, lambda state: any("draw the last" in move.text for move in state.legal_moves()))
    return state, next(str(move) for move in state.legal_moves() if "draw the last" in move.text)


@pytest.mark.parametrize(
    ("name", "verb", "said", "ending"),
    [
        ("cups", "New stack", "The stack is empty: ", "is turned up"),
        ("cut_the_rope", "New deck", "The deck is empty: ", "become the new deck"),
    ],
)
def test_a_new_stack_is_shown_told_and_kept_in_sight(site, newcomer, name, verb, said, ending):
    state, move = renewed(name)
    laid = site.lay(state, ["Ann", "Ben"], played=bool(state.moves))
    lying = {"viewport": {"width": 740, "height": 360}}
    ann, ben = newcomer(laid.seats[0]), newcomer(laid.seats[1], **MOVING, **lying)
    ben.page.evaluate("document.documentElement.dataset.speed = 'slow'")
    version = ben.version
    ann.play(move)
    expect(ben.page.locator(".plays figure .use", has_text=verb)).to_be_visible(timeout=15_000)
    measures(ben.page, script("coveredRows"), 0)
    for person in (ann, ben):
        person.reaches(version + 1)
        expect(person.page.locator("#live > p", has_text=said)).to_have_count(1)
        row = person.page.locator(".ticker li").first
        expect(row.get_by_role("button")).to_have_accessible_name(re.compile(ending))
        expect(row.locator(":scope > button .card")).to_have_count(2)
