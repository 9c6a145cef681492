import pytest

from tests.server.making import begun, build, do, from_cards, moved_twice, open_hands, opened, refused, waiting
from undercut.pages.board.invitation import invitation
from undercut.pages.board.panel import proposal_offer
from undercut.table import commands as asked
from undercut.table import events as happened
from undercut.table.commands import NotYours, TooLate
from undercut.table.decisions.decide import event_of_move
from undercut.table.events import read_event, write_event
from undercut.table.opening.new_table import next_table, with_friends
from undercut.table.showing import scene

MEANWHILE = {
    "a phrase": (asked.Say, {"phrase": "hello"}),
    "an offer": (asked.Draw, {}),
    "a seat link": (asked.NewLink, {}),
    "leaving": (asked.Leave, {}),
}


def duel():
    return from_cards("7h 8h", "6d 5c")


@pytest.mark.parametrize("what", MEANWHILE)
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_but_the_position_makes_a_move_late(what, seat):
    table, (command, fields) = duel(), MEANWHILE[what]
    before = table.version
    do(table, seat, command, **fields)
    for event in (happened.Renamed(1, "Bea"), happened.Returned(1), happened.TakenOver(1, "easy", 0)):
        table.apply(event, 1.0)
    assert isinstance(do(table, 0, asked.Play, version=before, move="7h").events[-1], happened.Moved)


def test_what_is_late_says_what_has_happened():
    table = duel()
    before = table.version
    do(table, 0, asked.Play, move="7h")
    after = table.version
    for command, fields in [(asked.Play, {"move": "6d"}), (asked.Draw, {}), (asked.TakeBack, {})]:
        with pytest.raises(TooLate, match=r"too late. In the meantime: Ann plays") as caught:
            do(table, 1, command, version=before, **fields)
        assert caught.value.version == table.version
    do(table, 0, asked.TakeBack)
    do(table, 1, asked.TakeBack, accept=False)
    assert do(table, 1, asked.Play, version=after, move="6d").events, "a refused request makes no move late"


def test_sitting_down_is_no_reason_to_refuse_another_who_sits_down():
    table = begun("cups", ["open"] * 3)
    before = table.version
    do(table, None, asked.Sit)
    assert do(table, None, asked.Sit, version=before).holders == {2: "guest None"}


def test_who_sits_down_has_seen_the_rules():
    table = begun("cups", ["open"] * 3)
    before = table.version
    do(table, 0, asked.Change, clock=asked.NewClock(time="game 10 0"))
    refused(table, None, asked.Sit, TooLate, version=before)


def test_a_move_sent_again_gets_the_first_answer():
    table = duel()
    before = table.version
    do(table, 0, asked.Play, move="7h")
    first = table.version
    for step in range(4):
        assert do(table, 0, asked.Play, version=before, move="7h").events == []
        assert event_of_move(table, asked.Play(version=before, move="7h"), 0) == first
        if step == 0:
            do(table, 1, asked.Say, phrase="well")
        elif step == 1:
            do(table, 0, asked.TakeBack)
            do(table, 1, asked.TakeBack, accept=True)
        elif step == 2:
            do(table, 0, asked.Resign)
    refused(table, 0, asked.Play, TooLate, version=before, move="8h")
    refused(table, 1, asked.Play, TooLate, version=before, move="7h")


def test_the_same_move_for_the_position_after_is_a_new_one():
    table = duel()
    do(table, 0, asked.Play, move="7h")
    do(table, 0, asked.TakeBack)
    do(table, 1, asked.TakeBack, accept=True)
    assert isinstance(do(table, 0, asked.Play, move="7h").events[0], happened.Moved)


def test_a_hint_that_comes_too_late_is_no_error():
    table = from_cards("7h 8h", "6d 5c", hints_with_people=True)
    before = table.version
    do(table, 0, asked.Play, move="7h")
    assert do(table, 0, asked.Hint, version=before).events == []
    refused(table, 0, asked.Hint, NotYours, "not your move")


def test_equal_wishes_that_cross_are_an_agreement():
    table = duel()
    do(table, 0, asked.Draw)
    do(table, 1, asked.Draw)
    assert table.state.result.reason == "agreed"
    before = table.version
    for seat in (0, 1):
        rematch = do(table, seat, asked.Rematch, version=before).rematch
    assert rematch


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0)])
def test_two_take_backs_that_cross_undo_what_both_want(first, second):
    table = moved_twice()
    do(table, first, asked.TakeBack)
    do(table, second, asked.TakeBack)
    assert len(table.steps) == 1
    assert table.offers.take_back is None


def test_an_answer_is_never_given_to_a_later_question():
    table = opened("cut_the_rope", ["open", "open"])
    do(table, 0, asked.Draw)
    seen = table.version
    do(table, 2, asked.Draw, accept=False)
    do(table, 2, asked.Draw)
    for accept in (True, False):
        refused(table, 1, asked.Draw, NotYours, "no longer open", version=seen, accept=accept)


def test_a_rematch_can_be_declined_and_still_be_agreed_on():
    table = duel()
    do(table, 1, asked.Resign)
    refused(table, 1, asked.Rematch, NotYours, accept=False)
    do(table, 0, asked.Rematch)
    do(table, 1, asked.Rematch, accept=False)
    assert not table.next_game.asked
    refused(table, 0, asked.Rematch, NotYours, "Bob does not want a rematch")
    do(table, 1, asked.Rematch)
    assert read_event(write_event(happened.RematchDeclined(1))) == happened.RematchDeclined(1)
    assert do(table, 0, asked.Rematch, accept=True).rematch


@pytest.mark.parametrize("gone", ["left", "replaced"])
def test_no_move_of_a_player_who_is_gone_is_undone(gone):
    table = moved_twice()
    do(table, 1, asked.Leave)
    if gone == "replaced":
        do(table, 0, asked.TakeOver, seat=1)
    assert isinstance(scene(table, 0).can.take_back, str)
    refused(table, 0, asked.TakeBack, NotYours, "would also undo a move by Bob")
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
    refused(table, movers[0], asked.TakeBack, NotYours, "would also undo")


@pytest.mark.parametrize("command", [asked.Draw, asked.TakeBack])
def test_a_question_lapses_when_a_player_goes(command):
    table = moved_twice()
    do(table, 0, command)
    do(table, 1, asked.Leave)
    assert (table.offers.draw, table.offers.take_back) == (None, None)
    refused(table, 1, command, NotYours, "no longer open", accept=True)


def test_no_draw_without_a_player_who_has_left():
    table = opened("cut_the_rope", ["open", "open"])
    do(table, 2, asked.Leave)
    refused(table, 0, asked.Draw, NotYours, "has left")
    do(table, 2, asked.Draw)  # who left and comes back may
    do(table, 0, asked.Draw, accept=True)
    do(table, 1, asked.Leave)
    assert (table.offers.draw, table.phase) == (None, "playing")


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
    assert offer.text.startswith("<bdi>Ann</bdi> proposes: ")
    assert len(offer.answers) == 2
    do(table, 1, asked.AnswerProposal, accept=True)
    assert do(table, 1, asked.AnswerProposal, accept=True).events == []
    assert terms(table) == before
    do(table, 2, asked.AnswerProposal, accept=True)
    assert terms(table) != before
    assert table.offers.proposal is None


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
    assert (table.offers.proposal, table.opened) == (None, rules)
    with pytest.raises(NotYours, match="no longer open" if table.phase == "open" else "at this point"):
        do(table, 2, asked.AnswerProposal, accept=True)


def test_a_proposal_asked_twice_is_one_and_another_needs_new_answers():
    table = waiting(sat=1)
    do(table, 0, asked.Change, best_of=3)
    seen = table.version
    assert do(table, 0, asked.Change, best_of=3).events == []
    do(table, 0, asked.Change, best_of=5)
    assert table.offers.proposal.number == table.version > seen
    refused(table, 1, asked.Fill, NotYours, "Only the table's host")


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
    assert following.names[2] == {"left": "Player 3", "replaced": "Ben", "resigned": "Cleo"}[how]


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
