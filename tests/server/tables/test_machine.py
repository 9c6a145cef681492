import random
import secrets
from copy import deepcopy

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.amounts import amount
from tests.server.tables.promises import Promises
from undercut.errors import BadRules
from undercut.play.loading import determinize, from_position
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import Refused, TooLate
from undercut.table.decisions.clocks import charge_clock, time_out
from undercut.table.decisions.decide import By, decide, play_move
from undercut.table.opening.new_table import open_table
from undercut.table.opening.terms import read_choices
from undercut.table.showing import scene
from undercut.table.table import Table

SEATS = st.one_of(st.none(), st.integers(0, 3))
ANSWERS = st.sampled_from([None, True, False])
CLOCK = {"clock": asked.NewClock(time="game 60 5")}
CHANGES = st.sampled_from([{"players": 2}, {"players": 3}, {"players": 4}, {"best_of": 3}, CLOCK, {}])


class AnyTable(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        # What is found must be found again: the system's chance gives way to one that repeats.
        self.chance = pytest.MonkeyPatch()
        source = random.Random(0)
        self.chance.setattr(secrets, "randbelow", source.randrange)
        self.chance.setattr("undercut.play.sources._SYSTEM", source)
        self.chance.setattr(secrets, "choice", source.choice)

    def teardown(self):
        if hasattr(self, "table"):
            self.the_log_tells_all()
        self.chance.undo()

    @initialize(
        game=st.sampled_from([("cuttle", 1), ("cups", 1), ("cups", 3), ("cut_the_rope", 1), ("cut_the_rope", 2)]),
        opponents=st.lists(st.sampled_from(["open", "open", "easy"]), min_size=3, max_size=3),
        time=st.sampled_from(["", "move 30", "game 60 0", "game 60 5"]),
        zero=st.sampled_from(["", "lose", "bot", "move"]),
        best_of=st.sampled_from([0, 3]),
        more=st.sampled_from([{}, {"hints": True}, {"practice": True}]),
    )
    def open(self, game, opponents, time, zero, best_of, more):
        name, others = game
        if more.get("practice"):
            opponents, time = ["easy"] * 3, ""
        wish = {"game": name, "opponents": opponents[:others], "best_of": best_of} | more
        wish |= {"clock": {"time": time, "zero": zero}} if time else {}
        opening = open_table(read_choices(wish).checked(), "guest 0")
        self.now = 1.0
        self.start(opening.events, {seat: min(guests) for seat, guests in opening.guests.items()})

    def start(self, events, holders):
        self.table = Table("a table")
        self.log: list[tuple[bytes, float]] = []
        self.played: list[tuple[int, str, asked.Play]] = []
        self.holders, self.promises = holders, Promises()
        self.happen(events)

    def happen(self, events):
        spent = max(self.now - self.table.clocks.turn_began, 0.0) if self.log else 0.0
        for event in charge_clock(self.table, events, spent) if self.log else events:
            if self.log:
                self.promises.before(self.table, event)
            left, version, settled = self.table.clocks.time_left, self.table.version, self.table.settled
            self.log.append((happened.write_event(event), self.now))
            self.table.apply(event, self.now)
            assert self.table.version == version + 1
            changes = isinstance(event, (*happened.POSITIONS, happened.Opened))
            assert self.table.settled == (version + 1 if changes else settled)
            self.promises.after(self.table, event, left)

    def ask(self, seat, command, /, *, absent=(), late=0, **fields):
        table = self.table
        if seat is not None and (seat >= len(table.seats) or seat not in self.holders):
            seat = None
        before = table.version, scene(table, seat), len(table.lines)
        given = command(version=max(0, table.version - late), **fields)
        try:
            decision = decide(table, given, By(f"guest {seat}", seat, frozenset(absent)))
        except (Refused, BadRules) as refusal:
            assert str(refusal)
            assert (table.version, scene(table, seat), len(table.lines)) == before
            assert type(refusal) is not TooLate or given.version < max(table.settled, table.began)
            return
        self.happen(decision.events)
        if isinstance(given, asked.Play) and seat is not None:
            self.played.append((seat, self.holders[seat], given))
        for place, guest in decision.holders.items():
            self.holders.pop(place, None)
            if guest:
                self.holders[place] = guest
        if decision.rematch:
            self.next_game(decision.rematch)

    def next_game(self, events):
        """Go on at the next table of a match: nobody who was not there has a score."""
        table, holders = self.table, self.holders
        wins, places = table.match.wins, len(table.seats)
        stays = not any(seat.gone or seat.stand_in for seat in table.seats) and not table.match.decided
        people = [(place - 1) % places for place in range(places)]
        there = holders.keys() & table.persons()
        self.start(events, {place: holders[was] for place, was in enumerate(people) if was in there})
        for seat in self.holders:
            assert self.table.seats[seat].kind == "person"
        if table.opened.best_of:
            assert self.table.match.wins == (tuple(wins[was] for was in people) if stays else (0,) * places)

    @rule(seconds=st.sampled_from([1, 20, 100]))
    def wait(self, seconds):
        due = self.table.due
        self.now = self.now + seconds if due is None else max(self.now, min(self.now + seconds, due))
        if due is not None and self.now >= due:
            decision = time_out(self.table)
            self.happen(decision.events)

    @rule(seat=SEATS, wanted=SEATS)
    def sit(self, seat, wanted):
        self.ask(seat, asked.Sit, seat=wanted)

    @rule(choice=st.randoms(use_true_random=False), times=st.integers(1, 10))
    def move(self, choice: random.Random, times):
        for _ in range(times):
            seat = self.table.to_move
            if seat is None:
                return
            move = str(choice.choice(self.table.state.legal_moves()))
            if self.table.seats[seat].kind == "bot":
                decision = play_move(self.table, seat, move)
                self.happen(decision.events)
            else:
                self.ask(seat, asked.Play, move=move)

    @rule(seat=SEATS, move=st.sampled_from(["draw", "pass", "Kh+", "nonsense", ""]), late=st.integers(0, 1))
    def move_somehow(self, seat, move, late):
        self.ask(seat, asked.Play, move=move, late=late)

    @precondition(lambda self: self.played)
    @rule(choice=st.randoms(use_true_random=False))
    def move_again(self, choice: random.Random):
        seat, guest, command = choice.choice(self.played)
        if self.holders.get(seat) == guest:
            assert decide(self.table, command, By(guest, seat)).events == []

    @rule(seat=SEATS, accept=ANSWERS, command=st.sampled_from([asked.Draw, asked.TakeBack, asked.Rematch]))
    def agree(self, seat, accept, command):
        self.ask(seat, command, accept=accept)

    @rule(seat=SEATS, accept=st.booleans(), late=st.integers(0, 1))
    def answer(self, seat, accept, late):
        self.ask(seat, asked.AnswerProposal, accept=accept, late=late)

    @rule(seat=SEATS, change=CHANGES)
    def change(self, seat, change):
        self.ask(seat, asked.Change, **change)

    @rule(seat=SEATS, command=st.sampled_from([asked.Leave, asked.Hint, asked.NewLink, asked.Fill]))
    def do(self, seat, command):
        self.ask(seat, command)

    @rule(seat=SEATS, phrase=st.sampled_from(["well", "nonsense"]))
    def say(self, seat, phrase):
        self.ask(seat, asked.Say, phrase=phrase)

    @rule(seat=SEATS, sure=st.integers(0, 4), command=st.sampled_from([asked.Resign, asked.Close]))
    def give_up(self, seat, sure, command):
        if not sure:
            self.ask(seat, command)

    @rule(seat=SEATS, other=st.integers(0, 3), absent=st.sets(st.integers(0, 3)))
    def take_over(self, seat, other, absent):
        self.ask(seat, asked.TakeOver, seat=other, absent=absent)

    @precondition(lambda self: self.table.phase == "playing")
    @rule(choice=st.randoms(use_true_random=False))
    def hidden_cards_show_nowhere(self, choice: random.Random):
        for reader in self.table.readers:
            shown = []
            for state in (self.table.state, determinize(self.table.state.view(reader), choice)):
                other = deepcopy(self.table)
                other.state = from_position(state.position())
                other._refresh_views()  # noqa: SLF001  no event changes hidden cards
                shown.append(scene(other, reader))
            assert shown[0] == shown[1]

    @rule()
    def the_log_tells_all(self):
        again = Table("a table")
        for data, at in self.log:
            again.apply(happened.read_event(data), at)
        assert again.version == self.table.version == len(self.log)
        assert (again.settled, again.clocks.time_left, again.clocks.turn_began) == (
            self.table.settled, self.table.clocks.time_left, self.table.clocks.turn_began,
        )  # fmt: skip
        for reader in self.table.readers:
            assert scene(again, reader) == scene(self.table, reader)

    @invariant()
    def nobody_gets_what_is_not_theirs(self):
        for reader in self.table.readers:
            shown = scene(self.table, reader)
            on_turn = reader is not None and shown.to_move == reader
            assert bool(shown.moves) == (on_turn and shown.seats[reader].kind == "person")
            if self.table.state:
                over = self.table.phase == "over"  # then all cards lie open
                assert shown.view == (self.table.state.position() if over else self.table.state.view(reader))
            link = shown.seat_link or ""
            assert link.endswith(self.table.seats[reader].key or "no key") if link else True
            assert reader is not None or not link

    @invariant()
    def practice_is_for_one_person_without_a_clock(self):
        if self.table.opened.practice:
            assert self.table.clock is None
            assert [seat.kind for seat in self.table.seats if seat.key] in (["person"], ["bot"], [])
            assert all(seat.kind != "open" for seat in self.table.seats)

    @invariant()
    def hints_need_consent(self):
        people = sum(seat.kind == "person" for seat in self.table.seats)
        assert people <= 1 or not self.table.hints or self.table.opened.hints_with_people


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=amount(15, 2000), stateful_step_count=50)
