import re

from playwright.sync_api import expect

from tests.clauses.cuttle_table import table


def open_move(person) -> str:
    """A move that shows nobody a hidden card and leaves nothing to answer."""
    worth = {"permanent": 1, "points": 2}
    return max(person.scene()["moves"], key=lambda move: worth.get(move["kind"], 0))["move"]


def follow(people, move=None) -> None:
    mover = next(person for person in people if person.scene()["moves"])
    version = mover.version
    mover.play(move or open_move(mover))
    for person in people:
        person.reaches(version + 1)


def test_a_move_is_taken_back_when_the_other_allows_it(couple):
    people = ann, ben = couple()
    before = ann.scene()["view"]
    follow(people)
    assert ann.scene()["view"] != before
    ann.button("Take back", exact=True).click()
    expect(ben.offer).to_contain_text("Ann asks to take back a move.")
    expect(ann.offer).to_contain_text("You asked to take back a move.")
    ben.button("Refuse").click()
    expect(ann.page.locator(".log li").first).to_contain_text("Ben refuses it.")
    expect(ann.button("Take back")).to_have_count(0)
    expect(ben.offer).to_have_count(0)
    follow(people)
    ben.button("Take back", exact=True).click()
    ann.button("Allow", exact=True).click()
    expect(ben.offer).to_have_count(0)
    for person in people:
        expect(person.page.locator("#status")).to_contain_text("Ben" if person is ann else "You")
        person.sees_no_more_than_it_may()
    assert len(ann.scene()["view"]["hands"][1]) == 6


def test_a_line_of_the_log_shows_that_moment_while_the_game_goes_on(couple):
    people = ann, ben = couple()
    for _ in range(2):
        follow(people)
    now = ann.version
    ann.page.locator(".log li a").last.click()
    expect(ann.board).to_have_attribute("data-step", "1")
    expect(ann.page.locator("#status")).to_have_text("Looking back: after move 1")
    ann.page.get_by_role("link", name="Go to the deal").click()
    expect(ann.board).to_have_attribute("data-step", "0")
    mover = next(person for person in people if person.scene()["moves"])
    mover.page.keyboard.press("Escape")
    expect(mover.page.locator(".now")).to_have_count(0)
    mover.reaches(now)
    mover.play(open_move(mover))
    ben.reaches(now + 1)
    if mover is ben:
        ann.page.get_by_role("link", name="Back to the game (1 new)").click()
    ann.reaches(now + 1)
    expect(ann.page.locator(".now")).to_have_count(0)


def test_what_happens_while_a_step_is_fetched_is_told_at_once(couple):
    ann, ben = people = couple()
    follow(people)
    held = []
    ann.page.route(re.compile(r"/t/[^/]+(/steps/\d+)?$"), lambda route: held.append((route, route.fetch())))

    def meanwhile(go, happens) -> None:
        go.click()
        while not held:
            ann.page.wait_for_timeout(20)
        happens()
        ann.page.wait_for_timeout(500)  # until the stream has brought it
        route, answer = held.pop()
        route.fulfill(response=answer)

    meanwhile(ann.page.locator(".log li a").last, lambda: ben.play(open_move(ben)))
    back = ann.page.get_by_role("link", name="Back to the game (1 new)")
    expect(ann.board).to_have_attribute("data-step", "1")
    meanwhile(back, ben.offer_draw)
    expect(ann.offer).to_contain_text("Ben offers a draw.")


def test_a_draw_is_declined_then_agreed_and_the_next_game_has_the_seats_exchanged(couple):
    people = ann, ben = couple()
    ann.offer_draw()
    ann.button("Withdraw").click()
    expect(ben.page.locator("#message")).to_have_text("Ann withdraws the draw offer.")
    expect(ann.grey("Offer a draw", "You have offered a draw; make a move before you offer another.")).to_be_visible()
    ben.offer_draw()
    ann.button("Decline").click()
    follow(people)
    follow(people)
    ben.offer_draw()
    ann.button("Accept").click()
    for person in people:
        expect(person.page.locator("#status")).to_contain_text("draw")
    old = ann.path
    ben.button("Rematch").click()
    expect(ben.board.locator(".end")).to_contain_text("Waiting for Ann…")
    expect(ann.board.locator(".end .offer")).to_contain_text("Ben wants a rematch.")
    ben.button("Withdraw").click()
    expect(ann.page.locator("#message")).to_have_text("Ben withdraws the rematch request.")
    ben.button("Rematch").click()
    ann.button("Play again").click()
    for person in people:
        expect(person.page).not_to_have_url(re.compile(re.escape(old)))
        expect(person.page).to_have_url(re.compile("/t/"))
        expect(person.page.locator("#status")).to_be_visible()
    assert ann.path == ben.path
    assert [seat["name"] for seat in ann.scene()["seats"]] == ["Ben", "Ann"]
    assert (ann.scene()["you"], ben.scene()["you"]) == (1, 0)
    follow((ann, ben))


def test_a_hint_is_shown_and_can_be_played(newcomer):
    ann = newcomer("/new?game=cuttle&opponents[]=random")
    ann.button("Deal the cards").click()
    ann.ready()
    version = ann.version
    ann.button("Hint", exact=True).click()
    hint = ann.page.locator(".hint")
    expect(hint).to_be_visible()
    told = ann.scene()["hint"]
    expect(hint).to_contain_text(told["text"])
    assert told["move"] in {move["move"] for move in ann.scene()["moves"]}
    said = ann.page.locator("#live > p").filter(has_text=told["text"])
    expect(said).to_have_count(1)
    ann.page.keyboard.press("h")
    expect(said).to_have_count(2)
    play, reasons = (hint.get_by_role("button", name=name).bounding_box() for name in ("Play it", "Why?"))
    assert (play["y"], play["x"] < reasons["x"]) == (reasons["y"], True)
    ann.page.keyboard.press("2")
    expect(ann.page.locator("#live")).to_contain_text("Your chance to win")
    expect(ann.page.locator("#hint-why")).to_be_visible()
    ann.page.keyboard.press("1")
    expect(ann.board).not_to_have_attribute("data-version", str(version))
    expect(ann.page.locator(".log li", has_text="You ").first).to_be_visible()
    expect(hint).to_be_hidden()


def test_two_play_and_are_told_what_happens(site, newcomer):
    laid = site.lay(table(hands=("6c 9d", "3d 5s")), ["Ann", "Ben"])
    ann, ben, watcher = (newcomer(place) for place in (*laid.seats, laid.path))
    watcher.ready()

    # Ben has no two: his page says so and why it asks, and answers for him once he wants that.
    expect(ann.page).to_have_title("Your move · Cuttle · Undercut")
    expect(ben.page).to_have_title("Ann to move · Cuttle · Undercut")
    before = ann.version
    watcher.button("One-off").click()
    ann.play("6c!")
    expect(ben.page.locator("#status")).to_contain_text("You hold no two: go on")
    expect(ben.page.locator(".pause")).to_contain_text("You can't counter. We ask anyway, so that Ann can't tell.")
    ben.page.evaluate("document.cookie = 'look=answer:auto; path=/'")
    ben.page.reload()
    expect(ben.page.locator(".pause")).to_be_hidden()
    assert 1.5 <= float(ben.board.get_attribute("data-alone")) <= 4
    ben.reaches(before + 2)
    expect(ann.page.locator(".log li").first).to_contain_text("does not counter")
    expect(watcher.page.locator(".betting")).to_contain_text("Right! 1 of 1.")

    # A phrase reaches the other player, and stands at the seat of the one who says it.
    ann.page.get_by_role("button", name="Say something").locator("visible=true").click()
    ann.button("Well played!").click()
    expect(ben.page.locator("#live > :last-child")).to_have_text("Ann: Well played!")
    expect(ben.board.locator(".saying:visible").first).to_have_text("Well played!")
    expect(ben.board.locator(".watchers")).to_contain_text("1 person is watching.")

    # A line of the log and its card light up together, from both ends.
    line = ann.page.locator(".log li[data-cards~='6c']").last
    assert line.get_attribute("value") == "1"
    card = ann.page.locator("[data-card='6c']").first
    line.hover()
    expect(card).to_have_class(re.compile(r"\blit\b"))
    ann.page.locator(".log h2").hover()
    expect(card).not_to_have_class(re.compile(r"\blit\b"))
    card.hover()
    expect(line).to_have_class(re.compile(r"\blit\b"))

    # The end is told in words, in the title and to the keyboard; a line of the log leads back to its moment.
    ben.page.locator("summary", has_text="Resign").click()
    ben.button("Yes, resign").click()
    expect(ben.page.locator(".end.lost .headline")).to_have_text("You lost")
    expect(ann.page.locator(".end.won .headline")).to_have_text("You won")
    expect(ann.page).to_have_title("You won · Cuttle · Undercut")
    expect(ann.page.locator("#status")).to_contain_text("Ben resigned.")
    expect(ben.page.locator("#status")).to_be_focused()
    ann.page.locator(".log li[value='1'] a").click()
    expect(ann.board).to_have_attribute("data-step", "1")
