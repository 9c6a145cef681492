"""Whatever anybody asks of a table in whatever order: it is carried out or refused, and the log tells all."""

from __future__ import annotations

import random
import secrets

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from undercut.server.tables import commands as asked
from undercut.server.tables import events as happened
from undercut.server.tables.commands import Refused, TooLate
from undercut.server.tables.decide import By, decide, moved
from undercut.server.tables.opening import open_table
from undercut.server.tables.showing import scene
from undercut.server.tables.table import Table
from undercut.server.tables.wishes import read_wish

SEATS = st.one_of(st.none(), st.integers(0, 3))
ANSWERS = st.sampled_from([None, True, False])


class AnyTable(RuleBasedStateMachine):
    """A table, what was written of it, and who holds which seat."""

    def __init__(self):
        super().__init__()
        # What is found must be found again: the system's chance gives way to one that repeats.
        self.chance = pytest.MonkeyPatch()
        self.chance.setattr(secrets, "randbelow", random.Random(0).randrange)

    def teardown(self):
        self.chance.undo()

    @initialize(
        game=st.sampled_from([("cuttle", 1), ("cups", 1), ("cups", 3), ("cut_the_rope", 2)]),
        opponents=st.lists(st.sampled_from(["open", "open", "easy"]), min_size=3, max_size=3),
    )
    def open(self, game, opponents):
        name, others = game
        opening = open_table(read_wish({"game": name, "opponents": opponents[:others]}).checked(), "guest 0")
        self.table = Table("a table")
        self.log: list[bytes] = []
        self.holders = {seat: min(guests) for seat, guests in opening.guests.items()}
        self.happen(opening.events)

    def happen(self, events):
        for event in events:
            self.log.append(happened.write_event(event))
            self.table.apply(event, 1.0)

    def ask(self, seat, command, /, *, absent=(), late=0, **fields):
        table = self.table
        if seat is not None and (seat >= len(table.seats) or seat not in self.holders):
            seat = None
        before = table.version, scene(table, seat)
        try:
            decision = decide(
                table,
                command(version=max(0, table.version - late), **fields),
                By(f"guest {seat}", seat, frozenset(absent)),
            )
        except Refused as refusal:
            assert str(refusal)
            assert (table.version, scene(table, seat)) == before
            assert type(refusal) is not TooLate or late
            return
        self.happen(decision.events)
        for place, guest in decision.holders.items():
            self.holders.pop(place, None)
            if guest:
                self.holders[place] = guest

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
                self.happen(moved(self.table, seat, move).events)
            else:
                self.ask(seat, asked.Play, move=move)

    @rule(seat=SEATS, move=st.sampled_from(["draw", "pass", "Kh+", "nonsense", ""]), late=st.integers(0, 1))
    def move_somehow(self, seat, move, late):
        self.ask(seat, asked.Play, move=move, late=late)

    @rule(seat=SEATS, accept=ANSWERS)
    def draw(self, seat, accept):
        self.ask(seat, asked.Draw, accept=accept)

    @rule(seat=SEATS, accept=ANSWERS)
    def take_back(self, seat, accept):
        self.ask(seat, asked.TakeBack, accept=accept)

    @rule(seat=SEATS, command=st.sampled_from([asked.Leave, asked.Hint, asked.Rematch]))
    def do(self, seat, command):
        self.ask(seat, command)

    @rule(seat=SEATS, sure=st.integers(0, 4))
    def resign(self, seat, sure):
        if not sure:
            self.ask(seat, asked.Resign)

    @rule(seat=SEATS, other=st.integers(0, 3), absent=st.sets(st.integers(0, 3)))
    def take_over(self, seat, other, absent):
        self.ask(seat, asked.TakeOver, seat=other, absent=absent)

    @invariant()
    def the_log_tells_all(self):
        again = Table("a table")
        for data in self.log:
            again.apply(happened.read_event(data), 1.0)
        assert again.version == self.table.version == len(self.log)
        for reader in self.table.readers:
            assert scene(again, reader) == scene(self.table, reader)

    @invariant()
    def nobody_gets_what_is_not_theirs(self):
        for reader in self.table.readers:
            shown = scene(self.table, reader)
            assert bool(shown.moves) == (
                reader is not None and shown.to_move == reader and shown.seats[reader].kind == "person"
            )
            if self.table.state:
                over = self.table.phase == "over"  # then all cards lie open
                assert shown.view == (self.table.state.position() if over else self.table.state.view(reader))
            link = shown.seat_link or ""
            assert link.endswith(self.table.seats[reader].key or "no key") if link else True
            assert reader is not None or not link


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=25, stateful_step_count=25)
