import re

from playwright.sync_api import expect

from tests.browser.people import PHONE, measures, no_fault_in
from tests.browser.test_everybody import fits_a_phone
from undercut.lessons.learner import puzzles_of_day


def resign(person):
    person.ready()
    person.post(f"{person.path}/resign", version=person.version)


def test_friends_play_a_duplicate_by_touch_and_by_keyboard(newcomer):
    ann = newcomer("/duplicate", bypass_csp=True, **PHONE)
    no_fault_in(ann.page)
    form = ann.page.get_by_role("article").filter(has=ann.page.get_by_role("heading", name="Cuttle"))
    form.get_by_label("Your name").fill("Ann")
    form.get_by_role("button", name="Challenge a friend").tap()
    ben = newcomer(ann.page.get_by_label("The link").input_value(), bypass_csp=True)
    no_fault_in(ben.page)
    ben.page.get_by_label("Your name").focus()
    ben.page.keyboard.type("Ben")
    ben.page.keyboard.press("Tab")
    ben.page.keyboard.press("Enter")
    for number in (1, 2):
        ann.button(f"Play board {number} of 2").tap()
        resign(ann)
        ann.page.get_by_role("link", name="Continue the duplicate").tap()
        if number == 2:  # the first board opened at once
            ben.button("Play board 2 of 2").focus()
            ben.page.keyboard.press("Enter")
        resign(ben)
        ben.page.get_by_role("link", name="Continue the duplicate").focus()
        ben.page.keyboard.press("Enter")
        ben.page.wait_for_url("**/duplicate/*")
    # The page of who waits shows the end by itself.
    for person in (ann, ben):
        # The bot may have begun the second board before one of them resigned.
        ends = re.compile("match is drawn|(win|lose) the match")
        expect(person.page.get_by_role("heading", name=ends)).to_be_visible()
        expect(person.page.get_by_role("link", name="Review")).to_have_count(4)
        expect(person.page.get_by_role("row", name="Board 2 the bot moves first")).to_be_visible()
        expect(person.page.get_by_label("Message to share")).to_have_value(re.compile("Ann ○○ : ○○ Ben\\n"))
        measures(person.page, "document.documentElement.scrollWidth <= innerWidth", wanted=True)
        no_fault_in(person.page)


def test_the_ladder_and_todays_puzzles_by_keyboard(newcomer):
    ann = newcomer("/games", bypass_csp=True)
    no_fault_in(ann.page)
    ann.button("Play Ada at Cuttle").focus()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/t/*")
    resign(ann)
    expect(ann.page.locator(".gains")).to_contain_text("Win 2 of 5 games against Ada")
    ann.page.get_by_role("link", name="Your ladder").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_role("img", name="0 of 1 won")).to_have_count(1)
    ann.page.locator("#ladder-cuttle summary").click()
    expect(ann.page.get_by_role("img", name="0 of 1 won")).to_have_count(2)
    ann.page.get_by_role("link", name="Learn", exact=True).focus()
    ann.page.keyboard.press("Enter")
    ann.page.get_by_role("link", name="Today's puzzles").focus()
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_url("**/puzzles")
    no_fault_in(ann.page)
    shown = ann.page.request.get("/puzzles", headers={"accept": "application/json"}).json()
    puzzle = puzzles_of_day(shown["day"]).get("cuttle")
    ann.page.get_by_role("link", name="Today's Cuttle puzzle").click()
    rating = ann.page.locator("#yours b")
    expect(rating).to_have_text("1000")
    for step in puzzle.steps:
        expect(ann.page.locator(".coach")).to_contain_text(step.text)
        ann.play(step.wanted[0])
    expect(ann.page.locator(".coach")).to_contain_text("Solved")
    gained = rating.inner_text()
    assert 1000 < int(gained) < 1040
    ann.page.reload()
    expect(rating).to_have_text(gained)
    ann.page.get_by_role("link", name="Today's puzzles").click()
    expect(ann.page.get_by_text("Solved on the first try")).to_be_visible()
    expect(ann.page.get_by_text("Streak: 1 day.")).to_be_visible()


def test_friends_meet_settle_the_rules_and_play_a_match_with_a_clock(newcomer):
    ann = newcomer("/new?game=cups&players=4&against=friends", bypass_csp=True, **PHONE)
    ann.page.get_by_label("Clock").select_option("game 900 10")
    ann.button("Open the table").tap()
    ann.ready()
    fits_a_phone(ann.page)
    expect(ann.page.locator("svg.qr")).to_be_hidden()
    ann.button("Show QR code").tap()
    expect(ann.page.locator("svg.qr")).to_be_visible()
    no_fault_in(ann.page)
    ann.page.keyboard.press("Escape")
    ann.page.get_by_label("Your name").fill("Ann")
    ann.button("Use this name").tap()
    expect(ann.page.locator(".log")).to_contain_text("A player is now called Ann.")
    ben = newcomer(ann.page.get_by_label("Send this link to a friend").input_value(), bypass_csp=True, **PHONE)
    expect(ben.page.get_by_role("heading", name="Ann invites you to play Cups")).to_be_visible()
    expect(ben.page.get_by_role("link", name="Learn in 3 minutes")).to_have_attribute("href", "/learn/cups/first/1")
    no_fault_in(ben.page)
    expect(ben.page.get_by_label("Your name")).to_have_attribute("placeholder", "Calm Heron")
    ben.button("Join the game").tap()
    expect(ann.page.get_by_text("Waiting for players: 2 of 4 seated")).to_be_visible()
    expect(ben.button("Close my table")).to_have_count(0)
    ann.page.locator("summary", has_text="Change the rules").tap()
    ann.page.get_by_role("link", name="Rule sets and house rules").tap()
    ann.page.get_by_role("radio", name="Children's game").check()
    ann.page.get_by_role("radio", name="Best of 3").check(force=True)
    ann.button("Change the rules").tap()
    expect(ben.page.get_by_text("Ann proposes: Children's game; 4 players; best of 3; ")).to_be_visible()
    no_fault_in(ben.page)
    expect(ann.button("Withdraw")).to_be_visible()
    ben.button("Accept").tap()
    expect(ben.page.locator(".gist").first).to_contain_text("Children's game · Best of 3")
    ann.button("Start with 2 players").tap()
    ben.button("Accept").tap()
    for person in (ann, ben):
        expect(person.page.locator(".board .plate .clock")).to_have_count(2)
        measures(person.page, "document.documentElement.scrollWidth <= innerWidth", wanted=True)
    running = ann.page.locator(".plate .clock [data-left]")
    before = running.inner_text()
    expect(running).not_to_have_text(before)
    running.evaluate("""(clock) => {
        const low = clock.cloneNode(true);
        Object.assign(low.dataset, { own: "", left: 30.5 });
        clock.replaceWith(low);
    }""")
    expect(ann.page.locator("#live > p", has_text="30 seconds left.")).to_have_count(1)
    expect(ann.page.locator(".plate h3", has_text="Calm Heron")).to_have_count(1)
    ben.button("Log and menu").tap()
    ben.page.locator("summary", has_text="Your name").tap()
    no_fault_in(ben.page)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.button("Use this name").tap()
    expect(ann.page.locator(".plate h3", has_text="Ben")).to_have_count(1)
    scene = ann.scene()
    assert (scene["match"]["best_of"], scene["clock"]["running"], len(scene["seats"])) == (3, scene["to_move"], 2)
    no_fault_in(ann.page)
