"""Who has to agree to what at a table, after every way to come and go."""

import pytest

from tests.server.making import build, do, moved_twice, open_hands, opened, waiting
from undercut.pages.board.invitation import invitation
from undercut.pages.board.panel import proposal_offer
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotYours
from undercut.table.opening.new_table import next_table, with_friends
from undercut.table.showing import scene


@pytest.mark.parametrize("gone", ["left", "replaced"])
def test_no_move_of_a_player_who_is_gone_is_undone(gone):
    table = moved_twice()
    do(table, 1, asked.Leave)
    if gone == "replaced":
        do(table, 0, asked.TakeOver, seat=1)
    assert isinstance(scene(table, 0).can.take_back, str)
    with pytest.raises(NotYours, match="A move of Bob would be undone"):
        do(table, 0, asked.TakeBack)
    do(table, 1, asked.Sit)
    do(table, 0, asked.TakeBack)
    assert len(table.steps) == 2
    do(table, 1, asked.TakeBack, accept=True)
    assert not table.steps


def test_no_move_of_a_player_who_resigned_is_undone():
    table = opened("cut_the_rope", ["open", "open"])
    movers = []
    while len(movers) < 3:
        mover = table.to_move
        movers += [mover] if mover not in movers else []
        do(table, mover, asked.Play, move=str(table.state.legal_moves()[0]))
    do(table, movers[1], asked.Resign)
    table.steps[:] = [step._replace(revealed=frozenset(), chance=False, answer=False) for step in table.steps]
    with pytest.raises(NotYours, match="would be undone"):
        do(table, movers[0], asked.TakeBack)


@pytest.mark.parametrize("command", [asked.Draw, asked.TakeBack])
def test_a_question_lapses_when_a_player_goes(command):
    table = moved_twice()
    do(table, 0, command)
    do(table, 1, asked.Leave)
    assert (table.draw, table.take_back) == (None, None)
    with pytest.raises(NotYours, match="no longer open"):
        do(table, 1, command, accept=True)


def test_no_draw_without_a_player_who_has_left():
    table = opened("cut_the_rope", ["open", "open"])
    do(table, 2, asked.Leave)
    with pytest.raises(NotYours, match="has left"):
        do(table, 0, asked.Draw)
    do(table, 2, asked.Draw)  # who left and comes back may
    do(table, 0, asked.Draw, accept=True)
    do(table, 1, asked.Leave)
    assert (table.draw, table.phase) == (None, "playing")


PROPOSALS = {
    "clock": (asked.Change, {"clock": asked.NewClock(time="game 10 0")}),
    "rules": (asked.Change, {"rules": "children"}),
    "match": (asked.Change, {"best_of": 3}),
    "seats": (asked.Change, {"players": 5}),
    "dealing to those present": (asked.Change, {"players": 3}),
    "bots": (asked.Fill, {"level": "easy"}),
    "closing": (asked.Close, {}),
}


def terms(table):
    return table.opened, table.phase, [seat.kind for seat in table.seats]


@pytest.mark.parametrize("what", PROPOSALS)
def test_a_table_that_people_sit_at_changes_only_when_all_accept(what):
    command, fields = PROPOSALS[what]
    table = waiting(sat=2)
    before = terms(table)
    do(table, 0, command, **fields)
    offer = proposal_offer(scene(table, 1))
    assert offer.text.startswith("Ann proposes: ")
    assert len(offer.answers) == 2
    do(table, 1, asked.AnswerProposal, accept=True)
    assert do(table, 1, asked.AnswerProposal, accept=True).events == []
    assert terms(table) == before
    do(table, 2, asked.AnswerProposal, accept=True)
    assert terms(table) != before
    assert table.proposal is None


@pytest.mark.parametrize("what", PROPOSALS)
def test_a_host_alone_decides_alone(what):
    command, fields = PROPOSALS[what]
    table = waiting(sat=0)
    before = terms(table)
    do(table, 0, command, **fields)
    assert terms(table) != before


@pytest.mark.parametrize("end", ["declined", "withdrawn", "someone sits down", "someone leaves", "the host leaves"])
def test_a_proposal_ends_and_nothing_has_changed(end):
    table = waiting(sat=2)
    rules = table.opened
    do(table, 0, asked.Change, players=3)
    do(table, 1, asked.AnswerProposal, accept=True)
    if end == "someone sits down":
        do(table, None, asked.Sit)
    elif end in ("someone leaves", "the host leaves"):
        do(table, 1 if end == "someone leaves" else 0, asked.Leave)
    else:
        do(table, 2 if end == "declined" else 0, asked.AnswerProposal, accept=False)
    assert (table.proposal, table.opened) == (None, rules)
    with pytest.raises(NotYours, match="no longer open" if table.phase == "open" else "at this point"):
        do(table, 2, asked.AnswerProposal, accept=True)


def test_a_proposal_asked_twice_is_one_and_another_needs_new_answers():
    table = waiting(sat=1)
    do(table, 0, asked.Change, best_of=3)
    seen = table.version
    assert do(table, 0, asked.Change, best_of=3).events == []
    do(table, 0, asked.Change, best_of=5)
    assert table.proposal.number == table.version > seen
    with pytest.raises(NotYours, match="Only the host"):
        do(table, 1, asked.Fill)


def with_hints(hints):
    return waiting(sat=0, **({} if hints is None else {"hints": hints}))


@pytest.mark.parametrize(("hints", "allowed"), [(None, False), (False, False), (True, True)])
def test_hints_against_people_only_where_the_invitation_said_so(hints, allowed):
    table = with_hints(hints)
    said = invitation(scene(table, None)).hints
    assert said.startswith("Everyone may ask" if allowed else "No hints")
    for _ in range(3):
        do(table, None, asked.Sit)
    assert (scene(table, table.to_move).can.hint is True) == allowed == scene(table, 0).hints


def test_hints_against_bots_alone_as_ever():
    for hints in (None, True, False):
        table = with_hints(hints)
        do(table, 0, asked.Fill)
        assert scene(table, 0).hints is (hints is not False)


def test_a_table_from_a_position_gives_friends_no_hints():
    table = build(with_friends(open_hands().state, asked.PlayOn(), "guest 0").events)
    do(table, None, asked.Sit)
    assert not scene(table, 0).hints


@pytest.mark.parametrize("how", ["left", "replaced", "resigned"])
def test_a_match_ends_when_a_player_goes_and_nobody_inherits_the_score(how):
    table = opened("cups", ["open", "open"], best_of=3, name="Ann")
    do(table, 1, asked.Resign if how == "resigned" else asked.Leave)
    if how == "replaced":
        do(table, 0, asked.TakeOver, seat=1, level="easy")
    table.apply(happened.Ended([0], "resigned"), 2.0)
    assert scene(table, 0).match.ended
    following = build(next_table(table))
    assert following.match.wins == (0, 0, 0)
    assert following.names[2] == {"left": "Seat 2", "replaced": "Ben", "resigned": "Cleo"}[how]


def test_a_match_goes_on_with_a_player_who_came_back():
    table = opened(best_of=3, name="Ann")
    do(table, 1, asked.Leave)
    do(table, 0, asked.TakeOver, seat=1)
    do(table, 1, asked.Sit)
    table.apply(happened.Ended([0], "resigned"), 2.0)
    assert build(next_table(table)).match.wins == (0, 1)


@pytest.mark.parametrize("practice", [True, False])
def test_a_player_who_left_before_the_game_ended_sits_at_the_rematch_and_nobody_else_can(practice):
    sitting = [happened.Sat(0, "person", "Ann", key="k"), happened.Sat(1, "bot", "Easy bot", "easy")]
    opening = happened.Opened("cuttle", "sipie", 2, best_of=3, practice=practice)
    table = build([opening, *sitting, happened.Dealt(open_hands().state.position())])
    do(table, 0, asked.Leave)
    table.apply(happened.Ended([1], "resigned"), 2.0)
    following = build(do(table, 0, asked.Rematch).rematch)
    assert [seat.kind for seat in following.seats] == ["bot", "person"]
    assert (following.phase, following.match.wins) == ("playing", (1, 0))


def test_a_stranger_at_an_earlier_table_of_a_match_inherits_nothing():
    table = build([happened.Opened("cuttle", "sipie", 2, best_of=3, wins=[1, 0]), happened.Sat(0, "person", "Ann")])
    for event in (happened.Sat(1, "person", "Eve"), happened.Dealt(open_hands().state.position())):
        table.apply(event, 9.0)
    assert table.match.wins == (0, 0)


def test_changed_seats_begin_a_new_match():
    opening = [happened.Opened("cups", "simple", 2, best_of=3, wins=[1, 0]), happened.Sat(0, "person", "Ann", key="k")]
    table = build(opening)
    do(table, 0, asked.Change, players=3)
    assert table.match.wins == (0, 0, 0)
