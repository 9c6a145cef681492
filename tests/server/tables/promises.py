"""The promises of `docs/table.md`, checked at each event by bookkeeping of its own."""

from undercut.table import events as happened
from undercut.table.table import Table

POSITIONS = (happened.RulesChanged, happened.Dealt, happened.Moved, happened.TakenBack, happened.Ended)
GONE = (happened.Left, happened.TakenOver, happened.Resigned)


class Promises:
    def __init__(self):
        self.draw: set[int] = set()
        self.back: set[int] = set()
        self.change: set[int] = set()
        self.resigned: set[int] = set()
        self.late: set[int] = set()
        self.movers: list[int | None] = []

    def before(self, table: Table, event: happened.Event) -> None:
        seat = getattr(event, "seat", None)
        self._note(event, seat)
        self._note_losers(table, event)
        if isinstance(event, happened.RulesChanged) or (isinstance(event, happened.Closed) and event.reason == "host"):
            assert table.persons() <= self.change | {table.host}
        if isinstance(event, happened.Sat) and event.kind == "bot" and table.host is not None:
            assert table.persons() <= self.change | {table.host}
        if isinstance(event, happened.TakenBack):
            undone = {mover for mover in self.movers[-event.moves :] if mover is not None}
            assert table.persons() <= self.back | {event.seat}
            assert table.opened.practice or undone <= (self.back | {event.seat}) & table.persons()
        if isinstance(event, happened.Ended):
            self._ended(table, event)

    def _note(self, event: happened.Event, seat: int | None) -> None:
        match event:
            case happened.DrawOffered():
                self.draw = {event.seat}
            case happened.DrawAnswered():
                self.draw = self.draw | {event.seat} if event.accepted else set()
            case happened.TakeBackAsked():
                self.back |= {event.seat}
            case happened.TakeBackAnswered():
                self.back = self.back | {event.seat} if event.accepted else set()
            case happened.Proposed():
                self.change = {event.seat}
            case happened.ProposalAnswered():
                self.change = self.change | {event.seat} if event.accepted else set()
        if isinstance(event, GONE) and seat is not None:
            self.draw, self.back = set(), set()

    def _note_losers(self, table: Table, event: happened.Event) -> None:
        match event:
            case happened.Resigned():
                self.resigned.add(event.seat)
            case happened.TimedOut():
                lasting = table.clock is not None and table.clock.zero != "move"
                self.late |= {event.seat} if lasting and table.seats[event.seat].kind == "person" else set()
            case happened.Returned():
                self.late.discard(event.seat)

    def _ended(self, table: Table, event: happened.Ended) -> None:
        assert not {*event.winners} & (self.resigned | self.late)
        assert event.winners or event.reason in ("agreed", "abandoned")
        if event.reason == "agreed":
            assert self.draw == {*range(len(table.seats))} == table.persons()

    def after(self, table: Table, event: happened.Event, left: dict[int, float]) -> None:
        if isinstance(event, happened.Moved):
            person = table.seats[event.seat].kind == "person"
            self.movers.append(event.seat if person else None)
            self.draw = self.draw if self.draw == {event.seat} else set()
        if isinstance(event, happened.TakenBack):
            del self.movers[-event.moves :]
        if isinstance(event, POSITIONS):
            self.back = set()
        if isinstance(event, (happened.Sat, happened.Left, happened.RulesChanged)):
            self.change = set()
        if table.clock and table.state:
            self._clocks(table, event, left)

    def _clocks(self, table: Table, event: happened.Event, left: dict[int, float]) -> None:
        clock = table.clock
        assert clock is not None
        for seat in range(len(table.seats)):
            was, now = (each.get(seat, float(clock.seconds)) for each in (left, table.clocks.time_left))
            if isinstance(event, happened.TimedOut):
                assert now == was or seat == event.seat
            elif isinstance(event, happened.Moved):
                assert now <= was + clock.increment if seat == event.seat else now == was
            elif isinstance(event, happened.Returned):
                assert now <= max(was, clock.overtime)
            elif not isinstance(event, happened.TakenBack):
                assert now == was
