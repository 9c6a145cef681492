import asyncio
import re

import pytest

import undercut
from tests.server.making import build
from tests.server.running import Client, running, wait_for
from undercut.bots.advice.hint import Step
from undercut.bots.advice.judging import JudgedMove, MoveValue
from undercut.games.base.game_types import Outcome
from undercut.games.base.words import TableEnd
from undercut.pages.answers import Preferences
from undercut.pages.answers.tables import review_of
from undercut.pages.board.ending import fell
from undercut.pages.learning.verdicts import answer_to, blame, verdict
from undercut.site.security.limits import Allowance, TooMuch
from undercut.site.store.store import Store
from undercut.site.workers.reviews import Reviews
from undercut.site.workers.thinkers import Thinkers
from undercut.table.judged import Fall, Progress, Review, largest_fall, mistakes
from undercut.table.opening.records import import_record
from undercut.table.table import Table

MOVES = ("7c", "draw")


def move(number: int = 1, **changed) -> JudgedMove:
    fields = {
        "number": number, "seat": 0, "move": "draw", "text": "Draw a card.", "legal": 7, "best": "7c",
        "best_text": "Play the seven.", "expected": 0.6, "error": 0.01, "loss": 0.3, "loss_error": 0.02, "lead": 0.0,
        "values": [MoveValue("7c", "", 0.6, 0.01), MoveValue("8d", "", 0.58, 0.01), MoveValue("9h", "", 0.4, 0.2)],
    }  # fmt: skip
    return JudgedMove(**(fields | changed))


def record() -> dict:
    state = undercut.game("cuttle").deal(seed=7)
    for text in MOVES:
        state.play(text)
    return state.record()


@pytest.fixture
def imported(site):
    client = Client(site)
    return client, client.post("/import", json=record()).json()["table"]


def reviewed(client: Client, table: str) -> dict:
    assert client.post(f"/t/{table}/review").status_code == 200
    return wait_for(lambda: (page := client.get(f"/t/{table}/review").json())["state"] == "done" and page)


def test_a_review_is_computed_once_and_stored(url):
    with running(url, reviews=1) as address:
        client = Client(address)
        table = client.post("/import", json=record()).json()["table"]
        assert f'action="/t/{table}/review">' in client.page(f"/t/{table}/review")
        before = client.get(f"/t/{table}/review").json()
        assert (before["state"], before["done"], before["wanted"]) == ("none", 0, len(MOVES))
        found = reviewed(client, table)
        assert [one["move"] for one in found["judged"]] == [*MOVES]
        assert set(found["curves"]) == {"0", "1"}
        for (number, share), (same, rest) in zip(*found["curves"].values(), strict=True):
            assert (number, share + rest) == (same, pytest.approx(1, abs=1e-3))
        page = client.page(f"/t/{table}/review?move=1")
        assert "add up to 100 %" in page
        told = re.search(r'<ul class="legend unmarked".*?</ul>', page, re.DOTALL)[0]
        assert sum(map(int, re.findall(r"(\d+)\xa0%", told))) == 100
        assert "±" not in page
        assert client.post(f"/t/{table}/review").status_code == 200, "nothing to do costs nothing"
        other = client.post("/import", json=record()).json()["table"]
        refused = client.post(f"/t/{other}/review")
        assert refused.status_code == 429
        assert "analysed" in refused.json()["detail"]
    with running(url) as address:
        client = Client(address)
        assert client.get(f"/t/{table}/review").json() == found
        pages_need_no_script(client, table, found)


class Shared(Allowance):
    async def take(self, clients, units=1.0):
        await asyncio.sleep(0.1)
        await super().take(clients, units)


def finished(name: str) -> Table:
    return build(import_record(record()).events, name)


async def test_a_guest_has_two_games_analysed_at_once_even_if_more_are_asked_for_together(tmp_path):
    async with await Store.open(f"sqlite:///{tmp_path}/tables.db") as store:
        studies = Reviews(store, Thinkers(0), Shared(3))
        asked = (studies.begin(finished(name), "ann", ["ann"]) for name in "abc")
        errors = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(error) for error in errors if error] == [TooMuch]
        await studies.begin(finished("d"), "bob", ["bob"])
        with pytest.raises(TooMuch, match="Too many requests"):
            await Reviews(store, Thinkers(0), Shared(0.5)).begin(finished("e"), "ann", ["ann"])
        await studies.close()


def pages_need_no_script(client: Client, table: str, found: dict) -> None:
    page = client.page(f"/t/{table}/review?move=1")
    assert found["judged"][0]["text"] in page
    assert re.search(rf'href="/t/{table}/review\?move=2"\s+data-walk rel="next"', page)
    assert f'action="/t/{table}/steps/0/play"' in page
    assert 'class="latest' not in page, "the table is shown before the move, which nothing precedes"
    assert re.search(r'class="card moved"[^>]*data-card="7c"', page), "the played card is ringed"
    assert "seven of clubs, played<" in page
    assert ", target<" not in page, "nothing gives the better move away"
    following = client.page(f"/t/{table}/review?move=2")
    assert "seven of clubs" in re.search(r'class="latest.*?</p>', following, re.DOTALL)[0]
    assert 'rel="next"' not in client.page(f"/t/{table}/review?move={len(MOVES) + 1}&line=2")
    assert 'rel="prev"' in client.page(f"/t/{table}/review?move={len(MOVES) + 1}&line=2"), "a line that is not there"


def test_a_position_is_shown_openly_or_as_its_player_saw_it(imported):
    client, table = imported
    state = undercut.game("cuttle").deal(seed=7)
    hidden = state.position()["hands"][1]
    openly = client.page(f"/t/{table}/review?move=1")
    seen = client.page(f"/t/{table}/review?move=1&cards=seen")
    assert all(f'data-card="{card}"' in openly for card in hidden)
    assert not any(f'data-card="{card}"' in seen for card in hidden)


@pytest.mark.parametrize("query", ["move=0", "move=x", "cards=all", "line=-1", "line=99"])
def test_odd_addresses_are_refused(imported, query):
    client, table = imported
    assert client.get(f"/t/{table}/review?{query}").status_code in (400, 422)


def test_retrying_before_the_analysis_finds_nothing(imported):
    client, table = imported
    assert client.get(f"/t/{table}/retry").status_code == 404


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"legal": 1}, "only"),
        ({"move": "7c", "loss": 0.0}, "best"),
        ({}, "blunder"),
        ({"loss": 0.12}, "mistake"),
        ({"loss": 0.06}, "inaccuracy"),
        ({"loss": 0.3, "loss_error": 0.2}, "doubtful"),
        ({"loss": 0.02}, "good"),
        ({"expected": 1.0, "loss": 0.21}, "blunder"),
    ],
)
def test_doubtful_losses_are_called_doubtful(changed, kind):
    judged = move(**changed)
    assert verdict(judged).kind == kind
    missed = judged.expected == 1
    assert (verdict(judged).title == "Missed win") == missed
    assert verdict(judged).title.startswith("Perhaps") == (judged.doubtful and judged.loss > 0.02 and not missed)


@pytest.mark.parametrize(
    ("tried", "kind"), [("7c", "best"), ("8d", "good"), ("9h", "doubtful"), ("draw", "doubtful"), ("x", "doubtful")]
)
def test_tries_are_answered_by_what_the_search_saw(tried, kind):
    assert answer_to(move(), tried).kind == kind


def spaced(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_bad_try_says_what_refutes_it_and_what_it_loses():
    assert spaced(answer_to(move(), "draw").text).startswith("“Draw a card” left you a chance of ")
    nine = MoveValue("9h", "Play the nine.", 0.4, 0.01, "Seat 1 may then win at once.")
    bad = answer_to(move(values=[MoveValue("7c", "", 0.6, 0.01), nine]), "9h")
    leaves = "“Play the nine” leaves you a chance of 40 %. There is a better move."
    assert (bad.kind, spaced(bad.text)) == ("mistake", f"Seat 1 may then win at once. {leaves}")
    close = answer_to(
        move(values=[MoveValue("7c", "", 0.6, 0.01), MoveValue("9h", "Play the nine.", 0.53, 0.01)]), "9h"
    )
    told = "“Play the nine” leaves you a chance of 53 %; one move is a little better still."
    assert (close.kind, close.title, spaced(close.text)) == ("doubtful", "Much better", told)


@pytest.mark.parametrize(
    ("judged", "at", "line", "telling", "first"),
    [
        ([move()], 1, 0, "compared", "Draw a card."),
        ([move(line=[Step(0, "7c", "Play.")])], 1, 1, "line", "Draw a card."),
        ([move(loss=0.0)], 1, 0, "sentences", "Draw a card."),
        ([move()], 2, 0, "sentences", ""),
        ([], 1, 0, "sentences", ""),
        ([move()], 3, 0, "sentences", ""),
    ],
)
def test_a_review_tells_of_a_move_in_one_of_three_ways(judged, at, line, telling, first):
    page = review_of(finished("a"), None, Progress(Review(2, judged), active=False), at, "open", line)
    moment = page.more(Preferences())["moment"]
    assert (moment.telling, moment.sentences[0]) == (telling, first)
    assert bool(moment.branch) == bool(line)


def test_a_review_without_a_mistake_tells_the_best_move():
    judged = [move(1, loss=0.0, move="7c", lead=0.2), move(2, seat=1)]
    page = review_of(finished("a"), 0, Progress(Review(2, judged), active=False), 3, "open", 0)
    moment = page.more(Preferences())["moment"]
    assert spaced(moment.faultless).endswith("move 1, “Draw a card”: every other move left you at most 40 %.")
    assert (moment.highlight.text, moment.highlight.address) == ("Best moment", moment.address.at(1))


def test_a_resignation_is_listed_and_a_small_loss_is_no_mistake():
    ended = undercut.game("cuttle").deal(seed=7)
    ended.play(MOVES[0])
    ended.finish(Outcome((1,), "resigned"))
    table = build(import_record(ended.record()).events, "a")
    page = review_of(table, 0, Progress(Review(1, [move(1, loss=0.06, loss_error=0.001)]), active=False), 1, "open", 0)
    moment = page.more(Preferences())["moment"]
    assert moment.superlative == "Your weakest move"
    assert [row.number for row in moment.rows] == [1, 2]
    assert moment.rows[1].text.endswith("wins by resignation.")


def test_only_marked_moves_of_the_reader_are_retried():
    review = Review(4, [move(1), move(2, seat=1), move(3, loss=0.01), move(4, loss_error=0.2)])
    assert mistakes(review, 0) == [1]
    assert mistakes(review, None) == [1, 2]


def test_a_mistake_is_blamed_with_its_reasons():
    found = move(gist="Keep the nine back: seat 1 may well scuttle it.", line=[Step(0, "7c", "Play.")])
    fall = "30\N{NO-BREAK SPACE}%; “Play the seven” kept 60\N{NO-BREAK SPACE}%."
    own = f"Your move 1, “Draw a card”, left you {fall} Keep the nine back: Bo may well scuttle it."
    assert blame(["Ada", "Bo"], found, 0) == own
    assert blame(["Ada", "Bo"], found) == f"Move 1, “Draw a card”, left Ada {fall}"


def test_a_game_lost_without_a_sure_mistake_turned_where_the_chances_fell_most():
    """Not at the end: resigning is no fall."""
    shares = (0.6, 0.5, 0.55, 0.48, 0.2, 0.46)
    rows = [move(number, seat=number % 2, loss=0.0, expected=share) for number, share in enumerate(shares, 1)]
    whole, lost = Review(6, rows), Outcome((1,), "points")
    assert largest_fall(whole, 0, lost) == (6, 0.46, 0.0)
    assert largest_fall(whole, 0, Outcome((1,), TableEnd.RESIGNED)) is None, "three per cent are nothing"
    assert largest_fall(whole, 1, Outcome((0,), TableEnd.RESIGNED)) == (3, 0.55, 0.2)
    for review, seat in ((whole, 1), (whole, None), (Review(7, rows), 0)):
        assert largest_fall(review, seat, lost) is None
    assert spaced(fell(Fall(6, 0.46, 0.0))).endswith("from 46 % to 0 %; you made no clear mistake.")


@pytest.mark.parametrize("game", ["cuttle", "cups", "cut_the_rope"])
def test_a_move_that_a_hint_said_is_no_mistake(site, game):
    client = Client(site)
    table = client.post("/tables", json={"game": game, "opponents": ["random"]}).json()["table"]
    scene = wait_for(lambda: (now := client.get(f"/t/{table}").json())["moves"] and now)
    hint = client.post(f"/t/{table}/hint", json={"version": scene["version"]}).json()["move"]
    played = client.post(f"/t/{table}/moves", json={"version": scene["version"], "move": hint})
    assert played.status_code == 200
    version = client.get(f"/t/{table}").json()["version"]
    assert client.post(f"/t/{table}/resign", json={"version": version}).status_code == 200
    judged = {one["number"]: one for one in reviewed(client, table)["judged"]}
    (said,) = (one for one in judged.values() if one["advised"])
    assert (said["move"], said["loss"]) == (hint, 0.0)


def test_a_move_that_a_hint_said_is_told_so():
    said = verdict(move(advised=True, loss=0.0))
    assert (said.kind, said.title) == ("good", "The hint's move")
    assert verdict(move(move="7c", advised=True, loss=0.0)).kind == "best"
