"""Nothing that anybody is ever sent names a card that they may not know.

Whole games of every kind under every rule set are played by random moves, each seat and a spectator looking at every
page, asking for the table as JSON, and listening all the while. A reader may know the cards that its views and the
moves played openly have named so far; any other name in anything it was sent is a leak.

Where many cards are alike, names prove little. So tables are also compared that differ only in what a reader cannot
know: all that it is shown has to be the same.
"""

import asyncio
import json
import random
import re
from collections import Counter

import httpx
import pytest

import undercut
from tests.amounts import THOROUGH, amount, some_of_each_game
from tests.server import inside
from tests.server.making import seated
from undercut.bots.thinking.budget import Watch
from undercut.games.base import registry
from undercut.games.base.sentences import the_card
from undercut.play.loading import determinize
from undercut.site.rooms.streams import StreamFormat
from undercut.site.routes.table_pages import board_format, write_table
from undercut.site.workers.supervisor import Ticket
from undercut.site.workers.thinkers import Thinkers
from undercut.table.bot_requests import BotRequest, answer
from undercut.table.decisions.decide import play_move
from undercut.table.showing import scene, scene_at

USUAL_SEATS = (3, 2, 4)


def seats_for(game: str, place: int) -> list[int]:
    """Numbers of seats to try a rule set with: one of them, or all."""
    possible = list(registry.spec(game).seats)
    return possible if THOROUGH else [min(USUAL_SEATS[place % len(USUAL_SEATS)], possible[-1])]


EVERY_KIND = [
    (game, rules, seats)
    for game in registry.names()
    for place, rules in enumerate(registry.spec(game).rule_sets)
    for seats in seats_for(game, place)
]
KINDS = some_of_each_game(EVERY_KIND, 1)
KINDS_OF_PAGES = ("application/json", "text/html")
LOOKS = [(path, kind) for path in ("", "/steps/0") for kind in KINDS_OF_PAGES]
LOOKS += [("/board", "text/html"), ("?log=all", "text/html")]
REFUSED = [("/record.json", "application/json"), ("/review", "application/json")]
REFUSED += [("/review", "text/html"), ("/retry", "text/html")]
MOST_MOVES = amount(16, 400)
EVERY = amount(12, 6)
"""How many moves lie between two looks at all pages."""
HINTS = 40
"""How many moves lie between two hints."""
FIRST_HINT = 4
"""After how many moves the first one is asked for: no game is over so soon."""


@pytest.fixture
def quick_hints(monkeypatch):
    def ask_hint(_thinkers, game, view, *, guest):
        ticket = Ticket(BotRequest(game, dict(view), None, 7, 0.1), guest)
        thinking = asyncio.create_task(asyncio.to_thread(answer, ticket.job, Watch()))
        thinking.add_done_callback(lambda done: ticket.settle(done.result()))
        return ticket

    monkeypatch.setattr(Thinkers, "ask_hint", ask_hint)


@pytest.mark.parametrize(("game", "rules", "seats"), KINDS)
def test_what_a_reader_cannot_know_changes_nothing_for_it(game, rules, seats):
    choice = random.Random(f"{game} {rules} {seats}")
    compared = 0
    for seed in range(amount(2, 4)):
        real = seated(undercut.game(game, rules=rules, seats=seats).deal(seed=seed).position())
        for _ in range(amount(25, 80)):
            if real.phase == "over":
                break
            move = str(choice.choice(real.state.legal_moves()))
            (event,) = play_move(real, real.to_move, move).events
            for reader in real.readers:
                other = seated(determinize(real.state.view(reader), choice).position())
                start = seated(real.state.position())
                assert scene(other, reader) == scene(start, reader)
                if move not in {str(legal) for legal in other.state.legal_moves()} or event.shuffles:
                    continue
                other.apply(play_move(other, real.to_move, move).events[0], 1.0)
                start.apply(event, 1.0)
                if other.view(reader) == start.view(reader):
                    assert other.lines[-1].for_reader(reader) == start.lines[-1].for_reader(reader)
                    compared += 1
            real.apply(event, 1.0)
    assert compared > 12


@pytest.mark.parametrize(("game", "rules", "seats"), KINDS)
def test_looking_back_shows_each_reader_what_it_saw_then(game, rules, seats):
    choice = random.Random(f"{game} {rules} {seats}")
    table = seated(undercut.game(game, rules=rules, seats=seats).deal(seed=3).position())
    seen = [{reader: table.view(reader) for reader in table.readers}]
    for _ in range(amount(25, 80)):
        (event,) = play_move(table, table.to_move, str(choice.choice(table.state.legal_moves()))).events
        table.apply(event, 1.0)
        if table.phase == "over":
            break
        seen.append({reader: table.view(reader) for reader in table.readers})
        step = choice.randrange(len(seen))
        for reader in table.readers:
            then = scene_at(table, step, reader)
            assert then.view == seen[step][reader]
            moves = [line.move for line in scene(table, reader).log if line.move]
            assert [line.move for line in then.log] == moves[:step]
            assert (then.moves, then.uses, then.hint) == ([], {}, None)


class Reader:
    """Somebody who looks at everything and listens, and what may have been named to them so far."""

    def __init__(self, client: httpx.AsyncClient, who: int | None, game: str, deal: list[int]) -> None:
        pack = registry.spec(game).pack
        self.client, self.who = client, who
        self.names = {text: the_card(pack, pack.code(text)).say() for text in map(pack.text, set(deal))}
        if "1" in self.names:
            # In prose the words mean much else.
            self.names["1"] = "the one (?:on|from|is|goes|can|as|and the)"
        self.known: set[str] = set()
        self.heard: list[bytes] = []
        self.checked = 0
        self.shown: Counter[str] = Counter()

    async def listen(self, stream) -> None:
        async for data in stream.messages():
            self.heard.append(data)
            self.shown.update(re.findall(r"^event: (\w+)$", data.decode(), re.MULTILINE))

    def news(self) -> str:
        start, self.checked = self.checked, len(self.heard)
        return b"".join(self.heard[start:]).decode()

    def learn(self, state) -> None:
        self.known |= set(re.findall(r'"([^"]+)"', json.dumps(state.view(self.who))))
        self.known |= {card for move in state.log(self.who) for card in re.findall(r"[0-9A-Z]+[a-z]?", move)}

    def written(self, card: str) -> str:
        """How a card stands in data; plain numbers stand there for much else."""
        return f'#{card}"' if card.isdigit() else f'"{card}"'

    def leaks(self, text: str) -> list[str]:
        # What the rule book says of a place is the same for every reader.
        text = re.sub(r'<div class="explained".*?</div>', "", text, flags=re.DOTALL)
        # What scissors stand for is not a card; buttons follow one another without a full stop.
        text = re.sub(r"(scissors[^.]*?) as the \w+", r"\1", text)
        # Numbers that a level row still needs are known to all.
        text = re.sub(r"lacks only [^.]*? before your personal card", "", text)
        return [
            card
            for card, name in self.names.items()
            if card not in self.known and self.may_name(card, text)
            if re.search(rf'{name}\b|data-card="{card}"|{self.written(card)}', text)
        ]

    def may_name(self, card: str, text: str) -> bool:
        words = self.names[card].partition(" (?:")[0]
        return words in text or f'data-card="{card}"' in text or self.written(card) in text


def looks(app, site, guest: str) -> list[StreamFormat | None]:
    board = board_format(app.template_engine.engine, "http://test", site.guests.token(guest))
    return [None, StreamFormat("table", "http://test", write_table), board]


async def hint(table: str, version: int, mover: Reader, readers: list[Reader]) -> str | None:
    """Let everybody ask for a hint; give what the one who is to move was told."""
    told = None
    for reader in readers:
        answer = await reader.client.post(f"/t/{table}/hint", json={"version": version})
        assert answer.status_code == (200 if reader is mover else 403)
        assert not reader.leaks(answer.text)
        if reader is mover:
            told = answer.json()["text"]
        for kind, words in zip(KINDS_OF_PAGES, ('"prospect":', "Play it"), strict=True):
            shown = await reader.client.get(f"/t/{table}", headers={"accept": kind})
            assert (words in shown.text) == (reader is mover)
            assert not reader.leaks(shown.text)
    return told


@pytest.mark.usefixtures("quick_hints")
@pytest.mark.parametrize(("game", "rules", "seats"), KINDS)
async def test_nobody_is_sent_a_card_that_they_may_not_know(game, rules, seats, tmp_path, capfd, caplog):
    choice = random.Random(rules)
    async with inside.site(inside.settings(tmp_path, thinkers=1)) as (app, guest):
        clients = [await guest() for _ in range(seats + 1)]
        wish = {"game": game, "rules": rules, "opponents": ["open"] * (seats - 1), "hints": True}
        table = (await clients[0].post("/tables", json=wish)).json()["table"]
        site = app.state.site
        room = site.rooms.room(table)
        for client in clients[1:seats]:
            answer = await client.post(f"/t/{table}/sit", json={"version": (await room.enter()).version})
            assert answer.status_code == 200
        now = await room.enter()
        seated_at = zip(clients, [*range(seats), None], strict=True)
        readers = [Reader(client, who, game, now.game.pack) for client, who in seated_at]
        listening, hints = [], []
        for reader in readers:
            name = site.guests.read(reader.client.cookies["guest"])
            streams = [await room.listen(name, 0, look) for look in looks(app, site, name)]
            listening += [asyncio.create_task(reader.listen(stream)) for stream in streams]
        for turn in range(MOST_MOVES):
            now = await room.enter()
            if now.phase == "over":
                break
            for reader in readers:
                reader.learn(now.state)
                await asyncio.sleep(0)
                assert not reader.leaks(reader.news())
                for path, kind in (*LOOKS, *REFUSED) if turn % EVERY == 0 else ():
                    answer = await reader.client.get(f"/t/{table}{path}", headers={"accept": kind})
                    assert (answer.status_code == 200) == ((path, kind) in LOOKS)
                    assert not reader.leaks(answer.text), path
            mover = readers[now.to_move]
            if turn % HINTS == FIRST_HINT:
                hints.append(await hint(table, now.version, mover, readers))
            command = {"move": str(choice.choice(now.state.legal_moves())), "version": now.version}
            answer = await mover.client.post(f"/t/{table}/moves", json=command)
            assert answer.status_code == 200
            now = await room.enter()
            for reader in readers:
                reader.learn(now.state)  # a refusal says what has happened
                answer = await reader.client.post(f"/t/{table}/moves", json=command)
                # The mover gets the first answer again; for the others the position has changed.
                assert answer.status_code in ((200,) if reader is mover else (403, 409))
                assert not reader.leaks(answer.text.replace(command["move"], ""))
        assert all(min(reader.shown["board"], reader.shown["table"]) > turn // 4 for reader in readers)
        room.close()
        await asyncio.gather(*listening)
    assert any(hints)
    # Whoever runs the server sees no cards either, in what it writes and logs.
    readers[-1].known.clear()
    assert not readers[-1].leaks("".join(capfd.readouterr()) + caplog.text)
