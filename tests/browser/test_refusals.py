"""What cannot be done: the page says why, and nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.amounts import some
from undercut.games.base import registry
from undercut.play.game import game


@pytest.mark.parametrize("name", some(registry.names(), 1))
def test_what_is_not_legal_says_why_and_leads_to_the_rule(site, newcomer, name):
    ann = newcomer(site.lay(game(name, seats=2).deal(seed=3), ["Ann", "Ben"]).seats[0])
    uses = ann.scene()["uses"]
    card, refused = next((card, use) for card in uses for use in uses[card] if not use["legal"])
    ann.page.locator(f".pick:has(> input[value='{card}']) > label").click()
    ann.page.locator(".ask:visible").click()
    cited = ann.page.get_by_role("link", name=refused["clause"], exact=True)
    why = ann.page.locator(".uses:visible .why").filter(has=cited).first
    expect(why).to_contain_text(refused["reason"], ignore_case=True)
    why.get_by_role("link", name=refused["clause"], exact=True).click()
    expect(ann.page.locator(f"#{refused['clause']}")).to_be_in_viewport()
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text(registry.spec(name).title)


def test_a_page_that_is_behind_is_told_and_brought_up_to_date(couple):
    ann, ben = couple(seed=3)
    before = ann.version
    ann.page.locator("#play [name=version]").evaluate("field => field.value = '1'")
    ann.button("Draw a card").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("came too late")
    assert ann.scene()["version"] == ben.version == before
    ann.page.reload()
    ann.wrong.clear()
    ann.play("draw")
    ben.reaches(before + 1)


def test_a_command_is_not_lost_while_the_answer_to_another_is_on_its_way(site, newcomer):
    ann = newcomer(site.lay(game("cuttle", seats=2).deal(seed=3), ["Ann", "Ben"]).seats[0])
    held = []
    ann.page.route("**/moves", lambda route: held.append((route, route.fetch())))
    ann.play("draw")
    expect(ann.page.locator(".log li.mine")).not_to_have_count(0)
    ann.page.locator("summary", has_text="Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.page.locator(".steps")).to_be_visible()
    for route, answer in held:
        route.fulfill(response=answer)
    expect(ann.page.locator("[aria-busy]")).to_have_count(0)
    assert len(held) == 1
