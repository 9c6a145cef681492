"""Finished games: bring one along, step through it by keys, play on from a position, take it home again."""

import json
import re

from playwright.sync_api import expect

from undercut.bots.players import play_out
from undercut.bots.registry import make
from undercut.play.game import game


def test_a_record_is_refused_or_brought_along_and_stepped_through_by_keys(newcomer, tmp_path):
    ann = newcomer("/import")
    paste = ann.page.get_by_label("or paste the record")
    paste.fill('{"game": "cuttle", "moves": ["draw"]}')
    ann.button("Check and open").click()
    expect(ann.page.get_by_role("alert")).to_contain_text("cannot be replayed")
    expect(paste).to_have_value('{"game": "cuttle", "moves": ["draw"]}')
    ann.wrong.clear()  # the refusal
    state = play_out(game("cuttle").deal(seed=4), [make("random", "cuttle", seed=seed) for seed in (1, 2)])
    file = tmp_path / "record.json"
    file.write_text(json.dumps(state.record()), encoding="utf-8")
    ann.page.get_by_label("Choose a file").set_input_files(file)
    ann.button("Check and open").click()
    expect(ann.page.locator(".steps .at")).to_have_text(f"{len(state.moves)} of {len(state.moves)}")
    ann.ready()
    count, loads = len(state.moves), ann.loads
    for back in range(1, 4):
        ann.page.keyboard.press("ArrowLeft")
        expect(ann.board).to_have_attribute("data-step", str(count - back))
        expect(ann.page.locator(".steps .at")).to_have_text(f"{count - back} of {count}")
    ann.page.keyboard.press("ArrowRight")
    expect(ann.board).to_have_attribute("data-step", str(count - 2))
    expect(ann.page).to_have_url(re.compile(f"/steps/{count - 2}$"))
    assert ann.loads == loads
    ann.page.reload()
    ann.ready()
    expect(ann.page.locator(".steps .at")).to_have_text(f"{count - 2} of {count}")
    for _ in range(2):
        state.undo()
    other = ann.page.locator(".other .hand-of [data-card]")
    assert sorted(card.get_attribute("data-card") for card in other.all()) == sorted(state.position()["hands"][1])
    ann.page.get_by_role("link", name="To the deal").click()
    expect(ann.page.locator(".steps .at")).to_have_text(f"0 of {count}")
    ann.page.keyboard.press("ArrowLeft")
    ann.page.get_by_role("link", name="To the end").click()
    expect(ann.page.locator(".steps .at")).to_have_text(f"{count} of {count}")
    result = ann.scene()["result"]
    expect(ann.page.locator(".end .result")).to_have_text(f"{result['text']} {result['story']}".strip())
