"""Log messages other than those about moves: table events and results."""

from __future__ import annotations

from undercut.games.base.sentences import Deed, Plural


def _deed(you: str, they: str) -> Deed:
    return Deed(you, you, they)


SIT = _deed("You sit down.", "{name} sits down.")
LEAVE = _deed("You leave.", "{name} leaves.")
RETURN = _deed("You come back.", "{name} comes back.")
OFFER_DRAW = _deed("You offer a draw.", "{name} offers a draw.")
ACCEPT_DRAW = _deed("You accept the draw.", "{name} accepts the draw.")
DECLINE_DRAW = _deed("You decline the draw.", "{name} declines the draw.")
ASK_TAKE_BACK = _deed("You ask to take the last move back.", "{name} asks to take the last move back.")
ALLOW_TAKE_BACK = _deed("You allow it.", "{name} allows it.")
REFUSE_TAKE_BACK = _deed("You refuse it.", "{name} refuses it.")
TAKE_BACK = Deed(
    Plural("Take back the last move.", "Take back the last {count} moves."),
    Plural("You take back the last move.", "You take back the last {count} moves."),
    Plural("{name} takes back the last move.", "{name} takes back the last {count} moves."),
)
RESIGN = _deed("You resign.", "{name} resigns.")
DECLINE_REMATCH = _deed("You do not want to play again.", "{name} does not want to play again.")
PLAY_AGAIN = _deed("You want to play again.", "{name} wants to play again.")
SAY = _deed("You: {phrase}", "{name}: {phrase}")
NEW_LINK = _deed(
    "You make a new seat link; the old one no longer works.",
    "{name} makes a new seat link; the old one no longer works.",
)

PROPOSE = _deed("You propose a change of the table.", "{name} proposes a change of the table.")
ACCEPT_PROPOSAL = _deed("You accept it.", "{name} accepts it.")
DECLINE_PROPOSAL = _deed("You decline it.", "{name} declines it.")

CHANGE_RULES = Deed(
    Plural("Change the rules.", "Change the rules."),
    Plural("You change the table to {count} seat: {rules}.", "You change the table to {count} seats: {rules}."),
    Plural("{name} changes the table to {count} seat: {rules}.", "{name} changes the table to {count} seats: {rules}."),
)

TIME_UP = _deed("Your time is up.", "The time of {name} is up.")

BOT_FOR_YOU = "A bot ({level}) plays on for you."
BOT_FOR = "A bot ({level}) plays on for {name}."
OPENED = "A table of {game} for {count}: {rules}."
DEALT = "The cards are dealt."
DEALT_YOUR_MOVE = "The cards are dealt. It is your move."
DEALT_MOVE = "The cards are dealt. It is {name}'s move."
NEXT_GAME = "The next game begins at a new table."
MUTED = "A request from a player that you have muted."
MUTED_PHRASE = "A phrase from a player that you have muted."
RENAMED = "The owner of the site renamed a player: {name}."
ERASED = "The data of a player was erased; the seat is now called {name}."
CLOSED = {
    "away": "This table was closed because its maker was away.",
    "idle": "This table was closed because nothing had happened here for a long time.",
    "owner": "The owner of the site closed this table.",
    "host": "The host closed this table.",
}
THE_BOT_IN_YOUR_SEAT = "the bot in your seat"
THE_BOT_IN_SEAT = "the bot in {name}'s seat"
DRAWN = "A draw {reason}."
NO_ONE_WINS = "No one wins {reason}."
YOU = "You"
YOU_WIN = "You win {reason}."
WIN = Plural("{names} wins {reason}.", "{names} win {reason}.")
YOU_AND_OTHERS_WIN = "{winners} win {reason}."
