import re
from functools import partial
from random import Random
from unittest.mock import AsyncMock
from urllib.parse import quote

import httpx
import pytest

import undercut
from tests.server import inside
from tests.server.untranslated import Pseudo, untranslated
from undercut.bots.advice.explain import Explainer
from undercut.bots.advice.hint import Step
from undercut.bots.advice.judging import JudgedMove, MoveValue
from undercut.bots.thinking.prove import Proof, Result
from undercut.cards import FRENCH
from undercut.games.base.parts.bots import ALL_NAMES
from undercut.games.base.sentences import the_card
from undercut.pages.position_text import pack_position, unpack_position
from undercut.site.routes.visit import template_engine
from undercut.site.security.bans import Ban, BanKind
from undercut.site.security.limits import Allowance, TooMuch
from undercut.table.commands import NotPossible, PlayOn
from undercut.table.events import Sat
from undercut.table.judged import Progress, Review
from undercut.table.names import FRIENDLY
from undercut.table.opening.new_table import from_start
from undercut.table.opening.terms import check_match, read_choices, read_clock
from undercut.table.replay import state_after, table_at
from undercut.table.table import Table
from undercut.translation import SPOKEN, speak

GAMES = ("cuttle", "cups", "cut_the_rope")
LISTS = ("/", "/lobby", "/games")
NAMES = frozenset({"Cuttle", "Cups", "Cut the Rope", "Undercut", "Ann", "Bob", *FRIENDLY}) | ALL_NAMES
CODES = re.compile(r"\b(C[UPR]-\w+|An|Bo|Ro|To|GET|POST|[ATJQKPN][cdhsw])\b")
"""Clauses, the players' names in two letters, methods, and cards as the editor's fields have them."""

PAGES = ["/", "/lobby", "/games", "/about", "/settings", "/learn", "/nowhere", "/t/none", "/schema/list", "/rules"]
PAGES += [f"/{page}{game}" for game in GAMES for page in ("new?game=", "rules/", "editor/")]
PAGES += ["/daily", "/duplicate", "/puzzles"]
PAGES += ["/lab", *(f"/lab/{game}" for game in GAMES)]
PAGES += ["/rules/cuttle?rules=denexa&set=seven=2&find=jack", "/rules/cups?find=zebra"]
PAGES += [f"/learn/{game}/first/{step}" for game in GAMES for step in (1, 3)]

FAULTY = {
    "cuttle": {
        "hands": [["Ah", "9x", "Kc"], ["Ah"]], "permanents": [["Jc", "9x"], []], "points": [[{"card": "Qd"}], 3],
        "jacked_by": {"Ks": 7}, "waiting": {"card": "8h", "by": 1}, "counters": ["3c"], "turn": 7, "phase": "sleep",
        "known": [], "color": "red",
    },
    "cups": {
        "hands": [["Ac", "Ac", "?"], "Kd"], "graveyards": [[[]], []], "side": ["2d"], "direction": 2, "out": [0, 0, 9],
        "dealt": "Kc", "given": [{"card": "2c", "from": 0, "to": 0, "by": 1}], "lead": 1,
    },
    "cut_the_rope": {
        "hands": [["X"] * 40, ["11"]], "personal": [["2"] * 30, []], "levels": [["9", "9", "3"], [], []],
        "directions": ["left", "up", None], "values": [[1], [], []], "result": {"winners": [5], "reason": "boredom"},
    },
}  # fmt: skip
"""Fields with many faults each."""
LATER = {
    "cuttle": {"phase": "counter", "passes": 1, "known_top": 50, "counters": [], "to_move": 1},
    "cups": {"called": True, "givers": [0], "emptied": [1], "to_move": 1},
    "cut_the_rope": {"to_move": 1, "directions": ["up", None, None]},
}
"""Fields whose faults show only where all others fit."""


def faulty_pages() -> list[str]:
    dealt = {game: undercut.game(game).deal(seed=7).position() for game in GAMES}
    made = [(game, dealt[game] | fields) for faults in (FAULTY, LATER) for game, fields in faults.items()]
    return [f"/editor/{game}?p={pack_position(position)}" for game, position in made]


class Visitor:
    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def look(self, address: str) -> list[str]:
        answer = await self.client.get(address, headers={"accept": "text/html"})
        return [text for text in untranslated(answer.text, NAMES) if re.search(r"[A-Za-z]{2}", CODES.sub("", text))]

    async def lists(self) -> list[str]:
        return [text for address in LISTS for text in await self.look(address)]

    async def send(self, address: str, **data: object) -> dict:
        answer = await self.client.post(address, json=data)
        assert answer.status_code < 300, answer.text
        return answer.json()


def review_of(table: Table) -> Review:
    state, judged = table.state.copy(), []
    while state.moves and len(judged) < 4:
        number, played = len(state.moves), state.undo()
        if played is None:
            continue
        legal, explainer = state.legal_moves(), Explainer(state.view(state.to_move), Random(1))
        move, best = next(one for one in legal if str(one) == played), legal[0]
        why, against = ([*explainer.reasons(each)] for each in (best, move))
        values = [MoveValue(str(one), one.text, 0.6 - 0.1 * place, 0.01) for place, one in enumerate(legal)]
        line = [Step(state.to_move, str(best), best.text)]
        proof = Proof(tuple(Result)[len(judged) % 3], len(judged), (), ()).text
        shares = {"expected": 0.9 - 0.2 * len(judged), "error": 0.01, "loss": 0.3, "loss_error": 0.01, "lead": 0.1}
        names = {"move": str(move), "text": move.text, "best": str(best), "best_text": best.text}
        said = {"proof": proof, "why": why, "against": against, "line": line, "values": values}
        judged.append(JudgedMove(number=number, seat=state.to_move, legal=len(legal), **names, **shares, **said))
    return Review(len(table.state.moves), judged[::-1], len(table.state.moves) - len(judged))


@pytest.mark.usefixtures("pseudo")
def test_refusals_of_the_site_are_messages():
    allowance = Allowance(1)
    allowance.take_locally(("ann",))
    with pytest.raises(TooMuch, match=r"^⟦.*⟧$"):
        allowance.take_locally(("ann",))
    faults = read_choices({"opponents": ["x"], "seat": "5"}).faults + read_choices({"opponents": []}).faults
    faults += read_choices({"opponents": ["open"], "practice": True, "clock": {"time": "move 60"}}).faults
    assert all("⟦" in fault for fault in faults)
    state, seated = undercut.game("cuttle").deal(seed=7), [Sat(0, "person", "Ann"), Sat(1, "person", "Bob")]
    for refused in (
        partial(read_clock, "x", "", 2),
        partial(read_clock, "move 60", "x", 2),
        partial(check_match, 4),
        partial(from_start, state, PlayOn(seat=5), "ann"),
        partial(state_after, table_at("t", state, seated), 7),
        partial(unpack_position, "x"),
    ):
        with pytest.raises(NotPossible, match=r"^⟦.*⟧$"):
            refused()
    for until in (None, 1e9):
        assert not untranslated(Ban(BanKind.GUEST, "ann", 0.0, until).sentence)


@pytest.mark.usefixtures("pseudo")
async def test_no_english_is_left_on_the_pages(tmp_path):
    left: dict[str, list[str]] = {}
    async with inside.site(inside.settings(tmp_path)) as (app, guest):
        ann, bob, watcher = [Visitor(await guest()) for _ in range(3)]
        for address in [*PAGES, *faulty_pages()]:
            left[address] = await ann.look(address)
        for game in GAMES:
            table = (await ann.send("/tables", game=game, opponents=["open"], name="Ann"))["table"]
            address = f"/t/{table}"
            left[f"{game}, open"] = await ann.look(address) + await watcher.look(address)
            left[f"{game}, lists with an open table"] = await ann.lists() + await watcher.lists()
            room = app.state.site.rooms.room(table)
            await bob.send(f"{address}/sit", version=(await room.enter()).version, name="Bob")
            choice = Random(game)
            for turn in range(10):
                now = await room.enter()
                if now.phase == "over":
                    break
                mover = (ann, bob)[now.to_move or 0]
                move = str(choice.choice(now.state.legal_moves()))
                await mover.send(f"{address}/moves", version=now.version, move=move)
                if turn % 4 == 0:
                    left[f"{game}, move {turn}"] = await ann.look(address) + await bob.look(address)
            left[f"{game}, players"] = await ann.look(f"{address}/players")
            left[f"{game}, lists with a table in play"] = await bob.lists() + await watcher.lists()
            if (now := await room.enter()).phase == "playing":
                await bob.send(f"{address}/resign", version=now.version)
            for seen in (ann, bob, watcher):
                left[f"{game}, over"] = await seen.look(address) + await seen.look(f"{address}/steps/3")
            left[f"{game}, lists with a finished table"] = await ann.lists() + await watcher.lists()
            left[f"{game}, not reviewed"] = await ann.look(f"{address}/review")
            site, progress = app.state.site, Progress(review_of(await room.enter()), active=False)
            with pytest.MonkeyPatch.context() as changed:
                changed.setattr(site.reviews, "find", AsyncMock(return_value=progress))
                numbers = [judged.number for judged in progress.review.judged]
                for page in (*(f"review?move={number}" for number in numbers), f"retry?move={numbers[0]}"):
                    left[f"{game}, {page}"] = await ann.look(f"{address}/{page}")
                attempt = f"retry?move={numbers[0]}&try={quote(progress.review.judged[0].values[-1].move)}"
                left[f"{game}, retry"] = await ann.look(f"{address}/{attempt}")
    assert "\n".join(f"{address}: {text}" for address, texts in left.items() for text in texts) == ""


def test_a_sentence_that_is_not_translated_is_found():
    page = '<p title="Hello">⟦Hé <b>thé</b> ré⟧ <b>Ann</b> sits <code>x y</code></p>'
    assert untranslated(page, frozenset({"Ann"})) == ["Hello", "sits"]


@pytest.mark.usefixtures("pseudo")
def test_a_card_and_its_article_are_one_message():
    assert the_card(FRENCH, FRENCH.code("7h")).say() == "⟦thé sévéñ öf héàrts⟧"


def test_a_card_named_in_another_language_is_named_anew():
    before = SPOKEN.catalogue
    speak(Pseudo())
    the_card(FRENCH, FRENCH.code("8h")).say()
    speak(before)
    assert the_card(FRENCH, FRENCH.code("8h")).say() == "the eight of hearts"


@pytest.mark.usefixtures("pseudo")
def test_templates_use_the_language_of_the_process():
    page = template_engine().engine.from_string(
        "{{ _('Sit <b>here</b>, %(name)s', name=name) }} {% trans count=2 %}one{% pluralize %}many{% endtrans %}"
    )
    assert page.render(name="<Ann>") == "⟦Sît <b>héré</b>, &lt;Ann&gt;⟧ ⟦màñý⟧"
