"""The phrases that players can say to each other: a fixed list, which each reader gets in the language of the site."""

from __future__ import annotations

from undercut.translation import N_

PHRASES = {
    "hello": N_("Hello!"),
    "luck": N_("Good luck!"),
    "well": N_("Well played!"),
    "thanks": N_("Thank you!"),
    "oops": N_("Oops!"),
    "wait": N_("One moment, please."),
    "again": N_("Another game?"),
    "bye": N_("Good game, bye!"),
}
"""Every phrase by its word in the log and in commands."""

MOST_AT_ONCE = 2
"""How many phrases a player can say before something else happens at the table."""

MOST = 60
"""How many phrases can be said at one table."""
