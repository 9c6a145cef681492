"""Phrases: said and read, limited, muted, and in nobody's way."""

from __future__ import annotations

import pytest

from tests.server.making import do, opened, play
from undercut.table import commands as asked
from undercut.table.commands import NotPossible, NotYours
from undercut.table.decide import By, decide
from undercut.table.parts import MOST, PHRASES
from undercut.table.showing import Live, scene


def last(table, reader, **live) -> str:
    return scene(table, reader, Live(**live)).log[-1].text


def test_a_phrase_is_read_by_all_and_hidden_from_those_who_have_muted_its_speaker() -> None:
    table = opened(name="Ann")
    do(table, 0, asked.Say, phrase="well")
    assert [last(table, reader) for reader in (0, 1, None)] == ["You: Well played!", *["Ann: Well played!"] * 2]
    assert "Well played" not in last(table, 1, muted=frozenset({0}))
    assert "Well played" not in repr(table.state.record())


def test_a_move_is_not_late_because_something_was_said() -> None:
    table = opened()
    before, seat = table.version, table.to_move
    do(table, 1 - seat, asked.Say, phrase="hello")
    move = str(table.state.legal_moves()[0])
    assert decide(table, asked.Play(version=before, move=move), By("guest", seat)).events
    play(table, move)
    assert decide(table, asked.Say(version=before, phrase="hello"), By("guest", seat)).events


def test_phrases_are_limited() -> None:
    table = opened()
    for _ in range(MOST // 4):
        for seat in (0, 1, 0, 1):
            do(table, seat, asked.Say, phrase="oops")
        with pytest.raises(NotYours):
            do(table, 0, asked.Say, phrase="oops")
        play(table, "draw") if table.state.legal_moves()[0].notation == "draw" else play(table)
    assert scene(table, 0).can.say == "Enough has been said at this table."


def test_only_players_among_people_speak_and_only_in_known_words() -> None:
    table = opened()
    with pytest.raises(NotPossible):
        do(table, 0, asked.Say, phrase="anything else")
    with pytest.raises(NotYours):
        do(table, None, asked.Say, phrase="hello")
    alone = opened(opponents=["easy"])
    with pytest.raises(NotYours):
        do(alone, 0, asked.Say, phrase=next(iter(PHRASES)))
