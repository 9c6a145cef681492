"""The catalogue that every sentence passes through."""

import pytest

from tests.server.untranslated import Pseudo
from undercut.cards import FRENCH
from undercut.games.base.sentences import Plural, Text, the_card
from undercut.site.routes.replies import template_engine
from undercut.translation import SPOKEN, speak


@pytest.mark.usefixtures("pseudo")
def test_sentences_of_games_use_the_language_of_the_process():
    draw = Plural("draw {count} card", "draw {count} cards")
    assert [Text(draw, {"count": count}).say() for count in (1, 2)] == ["⟦dràw 1 çàrd⟧", "⟦dràw 2 çàrds⟧"]


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


def test_english_is_the_language_unless_another_is_chosen():
    assert Text("Draw {card}.", {"card": Text("the ace")}).say() == "Draw the ace."
