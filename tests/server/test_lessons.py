import re
import time
from html import escape
from urllib.parse import urlencode

import pytest

from tests.server.running import Client
from undercut.lessons.courses import first_lesson, puzzles
from undercut.lessons.learner import YOU, answer_try, harder, position_at, puzzles_of_day
from undercut.pages.game_cards import game_card
from undercut.table.opening.deals import day_at

PAGE = {"Accept": "text/html"}


def tried(client: Client, address: str, move: str):
    return client.post(address, data={"move": move}, headers=PAGE, follow_redirects=False)


@pytest.mark.parametrize("game", ["cups", "cut_the_rope", "cuttle"])
def test_a_lesson_without_script_from_the_front_page_to_the_first_game(client, game):
    lesson = first_lesson(game)
    address = f"/learn/{game}/first"
    assert f'href="{address}/1"' in client.page("/")
    for number, step in enumerate(lesson.steps, 1):
        assert step.text.split(".")[0].replace("'", "&#39;") in client.page(f"{address}/{number}")
        led = tried(client, f"{address}/{number}", step.wanted[0]).headers["location"]
        assert led == f"{address}/{number + 1}?{urlencode({'by': step.wanted[0]})}"
        assert re.search(r'class="answer right"[^>]* autofocus[^>]*><b>Right!</b> You ', client.page(led))
        assert "<b>Right!</b>" not in client.page(f"{address}/{number + 1}")
        if number < len(lesson.steps):
            told = f'href="{address}/{number + 1}">.*Continue at step {number + 1} of {len(lesson.steps)}'
            for page in client.page("/"), client.page("/learn"):
                assert re.search(told, page)
    end = client.page(f"{address}/{len(lesson.steps) + 1}")
    assert "Play your first game" in end
    assert "✓" in client.page("/learn")
    assert end.count('name="opponents[]" value="beginner"') == (3 if game == "cups" else 1)
    assert f'name="rules.set" value="{game_card(game).first_set}"' in end


def test_a_wrong_try_is_answered_in_place(client):
    client.page("/")
    legal = tried(client, "/learn/cuttle/first/1", "draw")
    assert legal.status_code == 200
    assert "You may draw, but" in legal.text
    assert 'class="coach near"' in legal.text, "a kind answer looks like none to an error"
    illegal = tried(client, "/learn/cuttle/first/1", "Jc>9h")
    assert "Not possible:" in illegal.text
    assert 'class="coach wrong"' in illegal.text
    assert "/rules/cuttle?rules=cuttle-cards-2#CU-13" in illegal.text


def test_no_other_step_exists(site):
    wrong = ["cuttle/first/10", "cuttle/last/1", "chess/first/1", "cuttle/first/0", "chess/today"]
    for address in (*wrong, "shown_cups/today", "shown_cups/first/1"):
        assert Client(site).get(f"/learn/{address}").status_code == 404, address


def test_a_lesson_shows_no_hidden_card(site):
    scene = Client(site).get("/learn/cuttle/first/1").json()["scene"]
    assert scene["view"]["hands"][1] == ["?"] * 5
    assert set(scene["view"]["stock"]) == {"?"}


def test_a_puzzle_without_script_from_the_list_of_lessons(client):
    assert 'href="/learn/cut_the_rope/today"' in client.page("/learn")
    today = client.get("/learn/cut_the_rope/today", follow_redirects=False).headers["location"]
    assert today.endswith("/1")
    assert "Rating of this puzzle" in client.page(today)
    puzzle = puzzles("cut_the_rope")[0]
    address = f"/learn/cut_the_rope/{puzzle.name}"
    legal = {move.notation for move in position_at(puzzle, 0).state().legal_moves()}
    wrong = min(legal.difference(puzzle.steps[0].wanted))
    assert "Show the solution" not in client.page(f"{address}/1")
    answer = tried(client, f"{address}/1", wrong).text
    assert "That ends your turn, but you can win in it." in answer
    assert "Show the solution" in answer
    assert " win by emptying the personal deck." in answer
    assert answer.index(">Next puzzle<") < answer.index('id="solution"')
    assert f'form="play" name="move" value="{escape(puzzle.steps[0].wanted[0])}">Play it' in answer
    for number, step in enumerate(puzzle.steps, 1):
        led = tried(client, f"{address}/{number}", step.wanted[-1]).headers["location"]
        assert led.startswith(f"{address}/{number + 1}")
    following = harder([], puzzle)
    assert f'href="/learn/cut_the_rope/{following.name}/1"' in client.page(f"{address}/{len(puzzle.steps) + 1}")
    hardest = puzzles("cut_the_rope")[-1]
    assert "the hardest one" in client.page(f"/learn/cut_the_rope/{hardest.name}/{len(hardest.steps) + 1}")


def test_a_failed_puzzle_shows_what_refutes_the_move_but_no_hidden_card(client):
    client.page("/")
    puzzle = next(one for one in puzzles("cuttle") if one.saves)
    address, first = f"/learn/cuttle/{puzzle.name}", puzzle.steps[0]
    state = position_at(puzzle, 0).state()
    wrong = min({str(move) for move in state.legal_moves()}.difference(first.wanted))
    shown = client.post(f"{address}/1", data={"move": wrong}).json()
    assert shown["refuted"].startswith("Rosa ")
    assert "Rosa wins" in shown["refuted"]
    assert shown["change"] < 0
    assert shown["wrong"].startswith(f"Not this: {answer_try(puzzle, 0, wrong).tried} ")
    for move in answer_try(puzzle, 0, wrong).refuted:
        state.play(move)
    assert state.result
    assert shown["scene"]["view"] == state.view(YOU), "the end of a game would show all cards"
    failed = tried(client, f"{address}/1", wrong).text
    assert f'href="{address}/1">Try again' in failed
    assert "Why it works:" in failed
    solve(client, puzzle)
    solved = client.page(f"{address}/2")
    assert "Why it works:" in solved
    assert f"went down by {-shown['change']} to" in solved, "a second solve counts nothing"


def solve(client, puzzle, *wrong):
    for move in wrong:
        tried(client, f"/learn/{puzzle.game}/{puzzle.name}/1", move)
    for number, step in enumerate(puzzle.steps, 1):
        tried(client, f"/learn/{puzzle.game}/{puzzle.name}/{number}", step.wanted[0])


def test_todays_puzzles_are_kept_with_a_streak_a_rating_and_the_next_harder(site, client):
    day = day_at(time.time())
    client.page("/")
    before = client.get("/puzzles").json()
    assert [(one["state"], one["yours"]) for one in before["puzzles"]] == [("new", 1000)] * 3
    assert before["streak"] == 0
    cuttle, cups = (puzzles_of_day(day).get(game) for game in ("cuttle", "cups"))
    solve(client, cuttle)
    legal = {move.notation for move in position_at(cups, 0).state().legal_moves()}
    solve(client, cups, min(legal.difference(cups.steps[0].wanted)))
    after = {one["game"]: one for one in client.get("/puzzles").json()["puzzles"]}
    assert [after[game]["state"] for game in ("cuttle", "cups", "cut_the_rope")] == ["right", "late", "new"]
    assert after["cups"]["yours"] < 1000 < after["cuttle"]["yours"]
    assert client.get("/puzzles").json()["streak"] == client.get("/").json()["day"]["puzzle_streak"] == 1
    assert re.search(r'href="/puzzles">.*<b>Puzzles: 2 of 3 solved</b> <small>Streak: 1 day<', client.page("/"))
    assert after["cuttle"]["harder"] != f"/learn/cuttle/{cuttle.name}/1"
    solve(client, cuttle)
    assert {one["game"]: one for one in client.get("/puzzles").json()["puzzles"]} == after
    other = Client(site)
    token = client.post("/games/move").json()["address"].rpartition("/")[2]
    other.post(f"/move/{token}")
    assert {one["game"]: one for one in other.get("/puzzles").json()["puzzles"]} == after
    assert client.post("/forget").status_code == 200
    assert client.get("/puzzles").json() == before


def test_another_right_move_is_named_as_such(client):
    longer = [one for one in puzzles("cut_the_rope") if len(one.steps) > 1]
    puzzle = next(one for one in longer if len(one.steps[0].wanted) > 1)
    address, wanted = f"/learn/cut_the_rope/{puzzle.name}", puzzle.steps[0].wanted
    assert "Your move wins, too." in client.page(tried(client, f"{address}/1", wanted[1]).headers["location"])
    assert "Your move wins, too." not in client.page(f"{address}/2?by=end")
