"""The command ``undercut play``: a person at a table in the terminal, in a new or a saved game."""

import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from undercut import draw
from undercut.bots.advice.hint import BUDGET, advise
from undercut.bots.external.client import is_external
from undercut.bots.players import ADAPTIVE, Player, ask, error_text
from undercut.bots.thinking.budget import Effort, Watch, read_budget
from undercut.cli import terminal
from undercut.cli.advice import end_text, show_advice
from undercut.cli.bots import PERSON, PLAYERS_HELP, Opponents, adapted, complete_players
from undercut.cli.files import new_game, playing, read_record, unfinished_games, write_json
from undercut.cli.rules import Changes, GameName, RuleSet, choose_game, rules_text
from undercut.errors import BadNotation, IllegalMove, UndercutError
from undercut.games.base.book import clause_markdown, read_book
from undercut.games.base.game_types import Move, Outcome, View, hands_in
from undercut.games.base.sentences import capitalized
from undercut.play.game import Game
from undercut.play.input import split_names, unquoted
from undercut.play.loading import LONGEST_NAME
from undercut.play.narration import Voice, narrate
from undercut.play.state import State

HELP = """\
A move in notation, or its number in the list.
?            the legal moves, each as a sentence
why MOVE     why a move is not legal, and under which clause
hint [2s]    what to play, why, and what is likely to follow; with a time or a number of games
undo         take back your last move, and the answers to it
table        draw the table again
log          the moves so far
rules [ID]   the rule book; one clause of it, such as: rules {clause}; or the clauses that contain a word
save FILE    write the game as a record, which holds every card
resign       give up
quit         stop; the game is saved
"""


def command_name() -> str:
    return "undercut" if shutil.which("undercut") else sys.argv[0]


def _prompt(moves: Sequence[Move]) -> str:
    if len(moves) == 1:
        return f"Your move (Enter plays {moves[0]}, the only one; help): "
    return f"Your move (1-{len(moves)}, ? lists them, help): "


class Stop(Exception):  # noqa: N818  not an error: the person leaves
    """The person leaves the game."""


@dataclass(eq=False)
class Session:
    state: State
    seat: int
    opponents: Opponents
    screen: terminal.Screen
    ask: Callable[[str], str]
    keep: Path
    _warned: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._voice = Voice(self.state.players, self.seat)
        self._hand = self._hand_in(self.state.view(self.seat))
        self._commands: dict[str, Callable[[str], None]] = {
            "?": lambda _: self._list_moves(),
            "help": lambda _: self.screen.line(HELP.format(clause=read_book(self.state.game.name).clauses[-1].id)),
            "why": self._why,
            "hint": self._hint,
            "undo": lambda _: self._undo(),
            "table": lambda _: self._show_table(),
            "log": lambda _: self._log(),
            "rules": self._rules,
            "save": self._save,
            "resign": lambda _: self._leave(self.seat),
            "quit": lambda _: self._quit(),
        }

    def run(self) -> int:
        self._greet()
        try:
            while not self.state.result:
                seat = self.state.to_move
                if seat is not None and seat != self.seat:
                    self._answer(seat, self.opponents.at(seat, len(self.state.moves)))
                else:
                    self._turn()
        except (Stop, EOFError):
            self._explain_resume()
            return terminal.DONE
        except KeyboardInterrupt:
            self._explain_resume()
            return terminal.INTERRUPTED
        self._show_table()
        self.screen.line(self._ending())
        if self._keep():
            self.screen.copyable(f"Step through the game with: {command_name()} replay {self.keep}")
        for command in self.opponents.commands(self.seat, self.state.result):
            self.screen.copyable(f"Play against another level with: {command_name()} {command}")
        return terminal.DONE

    def _explain_resume(self) -> None:
        self.screen.line("")
        if not self.state.moves:
            self.screen.line("No move was played; nothing is saved.")
        elif self._keep():
            self.screen.copyable(f"The game is saved in {self.keep}; resume it with: {command_name()} play --resume")

    # --- A turn ---

    def _turn(self) -> None:
        self._show_table()
        while True:
            moves = self.state.legal_moves()
            line = self.ask(_prompt(moves)).strip()
            if not line and len(moves) == 1:
                line = str(moves[0])
            word, _, rest = line.partition(" ")
            command = self._commands.get(word.lower())
            if command:
                before = len(self.state.moves), self.state.result
                command(rest.strip())
                if (len(self.state.moves), self.state.result) != before:
                    return
            elif line and self._play(line, moves):
                return

    def _play(self, line: str, moves: list[Move]) -> bool:
        choice: str | Move = spell_move(self.state, line)
        if (number := terminal.read_number(line)) is not None:  # no game writes a move as a bare number
            if not 1 <= number <= len(moves):
                self.screen.warn(f"There are moves 1 to {len(moves)}.")
                return False
            choice = moves[number - 1]
        try:
            text = narrate(self.state, choice, self._voice)
        except (BadNotation, IllegalMove) as error:
            self.screen.warn(str(error))
            return False
        self.screen.event("You", text)
        self._keep()
        return True

    def _answer(self, seat: int, player: Player) -> None:
        try:
            move = ask(player, self.state, seat)
        except Exception as error:  # noqa: BLE001  a player of the person's own may raise anything
            reason = "illegal" if isinstance(error, BadNotation | IllegalMove) else getattr(error, "reason", "error")
            self.screen.warn(f"{self.state.players[seat]} cannot continue ({reason}): {error_text(error)}")
            self._leave(seat)
            return
        self.screen.event(self.state.players[seat], narrate(self.state, move, self._voice))
        self._keep()

    # --- Commands ---

    def _list_moves(self) -> None:
        for number, move in enumerate(self.state.legal_moves(), start=1):
            self.screen.line(f"{number:3}  {move.notation:8} {move.text}")

    def _why(self, rest: str) -> None:
        if not rest:
            self.screen.warn(f"Name a move: why {self.state.legal_moves()[-1]}")
            return
        move = spell_move(self.state, rest)
        try:
            reason = self.state.why_not(move)
        except BadNotation as error:
            self.screen.warn(str(error))
            return
        self.screen.line(str(reason) if reason else f"{move} is legal.")

    def _hint(self, rest: str) -> None:
        try:
            budget = read_budget(rest) if rest else BUDGET
        except UndercutError as error:
            self.screen.warn(str(error))
            return
        moves = self.state.legal_moves()
        if len(moves) == 1:
            self.screen.line(f"{moves[0]} is the only legal move. {moves[0].text}")
            return
        names = ["you" if seat == self.seat else name for seat, name in enumerate(self.state.players)]
        with terminal.noting_interrupts() as interrupted, self.screen.thinking() as progress:
            advice = advise(self.state, None, Effort(budget, watch=Watch(progress, interrupted)))
        show_advice(self.screen, advice, names)

    def _undo(self) -> None:
        if not any(mover == self.seat for mover in self._movers()):
            self.screen.warn("You have no move to take back.")
            return
        while True:
            self.state.undo()
            if self.state.to_move == self.seat:
                break
        self.screen.line("Taken back.")
        self._keep()

    def _movers(self) -> list[int | None]:
        again = self.state.copy()
        movers: list[int | None] = []
        while again.moves:
            again.undo()
            movers.append(again.to_move)
        return movers[::-1]

    def _show_table(self) -> None:
        view = self.state.view(self.seat)
        hand = self._hand_in(view)
        new = list((Counter(hand) - Counter(self._hand)).elements())
        if new and self.state.moves:
            self.screen.line(f"New in your hand: {' '.join(new)}")
        self._hand = hand
        names = ["You" if seat == self.seat else name for seat, name in enumerate(self.state.players)]
        self.screen.line("")
        self.screen.table(
            draw.text(
                view,
                seat=self.seat,
                colour=self.screen.colour,
                width=self.screen.width,
                names=names,
                goals=self.state.goals,
            )
        )

    def _hand_in(self, view: View) -> list[str]:
        return hands_in(view)[self.seat]

    def _log(self) -> None:
        log = self.state.log(self.seat)
        names = {**dict(enumerate(self.state.players)), self.seat: "you"}
        moves = [f"{names[seat or 0]}: {move}" for seat, move in zip(self._movers(), log, strict=True)]
        self.screen.line(", ".join(moves) or "No move has been played.")

    def _rules(self, rest: str) -> None:
        game = self.state.game
        try:
            clauses = read_book(game.name).find(rest)
        except UndercutError as error:
            self.screen.warn(str(error))
            return
        self.screen.markdown("\n\n".join(clause_markdown(game.name, clause, game.options) for clause in clauses))

    def _save(self, rest: str) -> None:
        if not rest:
            self.screen.warn("Name a file: save game.json")
            return
        path = Path(rest).expanduser()
        if path.exists():
            self.screen.warn(f"Not saved: the file {path} already exists.")
            return
        try:
            write_json(path, self.state.record())
        except UndercutError as error:
            self.screen.warn(f"Not saved: {error}")
        else:
            self.screen.copyable(f"Saved as {path}. It holds every card, including hidden ones.")

    def _leave(self, who: int) -> None:
        """End the game as a win for all other players."""
        others = tuple(seat for seat in range(self.state.game.seats) if seat != who)
        self.state.finish(Outcome(others, "resigned"))

    def _quit(self) -> None:
        raise Stop

    # --- Saving and messages ---

    def _keep(self) -> bool:
        """Save the game, or delete its file if no move is left; play continues if that fails."""
        if not self.state.moves:
            with suppress(OSError):
                self.keep.unlink(missing_ok=True)
            return False
        try:
            with suppress(OSError):  # a missing folder is reported when writing
                self.keep.parent.mkdir(parents=True, exist_ok=True)
            write_json(self.keep, self.state.record())
        except UndercutError as error:
            if not self._warned:
                self.screen.warn(f"The game cannot be saved: {error}")
            self._warned = True
            return False
        return True

    def _greet(self) -> None:
        game = self.state.game
        others = ", ".join(f"{self.state.players[seat]} in seat {seat}" for seat in self.opponents.seats)
        self.screen.line(f"{game.spec.title}, rules: {rules_text(game)}. You sit in seat {self.seat}, {others}.")
        for style in self.opponents.styles:
            self.screen.line(style)

    def _ending(self) -> str:
        outcome = self.state.result
        assert outcome is not None  # noqa: S101  the game is over
        if self.seat in outcome.winners:
            return f"You win {self.state.game.spec.words.end_text(outcome.reason)}!"
        text = end_text(self.state)
        return f"{text if outcome.winners else capitalized(text)}."


def spell_move(state: State, typed: str) -> str:
    """Convert a typed move to notation, legal or not; text that is not a move is returned unchanged."""
    legal = [str(move) for move in state.legal_moves()]
    if typed in legal:
        return typed
    folded = _folded(typed)
    for move in legal:
        if _folded(move) == folded:
            return move
    pack = state.game.spec.pack
    cards = {_folded(text): text for text in map(pack.text, state.game.pack)}
    with_cards = re.sub("|".join(map(re.escape, cards)), lambda match: cards[match[0]], folded)
    return next((text for text in (typed, folded, with_cards) if _is_move(state, text)), typed)


def _folded(text: str) -> str:
    return "".join(text.split()).replace("10", "t").lower()


def _is_move(state: State, text: str) -> bool:
    try:
        state.why_not(text)
    except BadNotation:
        return False
    return True


# --- The command ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayOptions:
    vs: Annotated[
        str,
        Parameter(
            completer=complete_players,
            help=f"The opponents by seat, separated by commas: {PLAYERS_HELP}; or adaptive, a level by your saved "
            "games. One name stands for all.",
        ),
    ] = "greedy"
    seat: Annotated[int, Parameter(help="Your seat.")] = 0
    players: Annotated[int | None, Parameter(help="Number of players; from --vs by default.")] = None
    seed: Annotated[int | None, Parameter(help="Seed of the deal and the opponents' choices.")] = None


_USUAL, _GAME = PlayOptions(), "cuttle"


def play(
    game: GameName = _GAME,
    *,
    rules: RuleSet = None,
    changes: Changes = (),
    options: Annotated[PlayOptions, Parameter(name="*")] = _USUAL,
    resume: Annotated[bool, Parameter(negative="", help="Resume the unfinished game.")] = False,
    plain: terminal.Plain = False,
) -> int:
    """Play a game in the terminal. At the prompt, `?` lists the moves and `help` the commands."""
    screen = terminal.this_terminal(plain=plain)
    if resume:
        if (game, rules, tuple(changes), options) != (_GAME, None, (), _USUAL):
            raise UndercutError(
                "--resume continues the game as you left it, so it cannot be combined with other options"
            )
        return _resume(screen)
    names = _opponents(screen, game, options)
    seats = len(names) + 1 if options.players is None and names else options.players
    state, keep = _deal(choose_game(game, rules, changes, seats), names, options), new_game()
    if any(unfinished_games()):
        screen.copyable(f"An unfinished game is saved as well; resume it with: {command_name()} play --resume")
    with playing(keep):
        return _play(screen, state, options.seat, keep, options.seed)


def _resume(screen: terminal.Screen) -> int:
    """Play on the latest saved game that can be read."""
    for left in unfinished_games():
        with playing(left):
            try:
                state = read_record(str(left))
            except UndercutError as error:
                screen.warn(f"{left} cannot be resumed: {error}")
                continue
            return _play(screen, state, state.players.index(PERSON) if PERSON in state.players else 0, left, None)
    raise UndercutError("no unfinished game can be resumed")


def _play(screen: terminal.Screen, state: State, seat: int, keep: Path, seed: int | None) -> int:
    with suppress(ImportError):  # not every Python has it; importing it switches on line editing and history
        import readline  # noqa: F401, PLC0415  # pyright: ignore[reportUnusedImport]  as said
    names = {place: name for place, name in enumerate(state.players) if place != seat}
    opponents = Opponents(state.game, names, seed)
    try:
        opponents.start()
        return Session(state, seat, opponents, screen, input, keep).run()
    finally:
        opponents.close(state.result)


def _opponents(screen: terminal.Screen, game: str, options: PlayOptions) -> list[str]:
    """Return the opponents' names; an adaptive one has the name of the level that it plays."""
    names = [unquoted(name) for name in split_names(options.vs)]
    if ADAPTIVE not in names:
        return names
    level, why = adapted(game)
    screen.line(why)
    return [level if name == ADAPTIVE else name for name in names]


def _deal(chosen: Game, names: list[str], options: PlayOptions) -> State:
    if len(names) == 1:
        names *= chosen.seats - 1
    if len(names) != chosen.seats - 1:
        raise UndercutError(f"--vs: {len(names)} opponents for {chosen.seats - 1} other seats")
    if not 0 <= options.seat < chosen.seats:
        raise UndercutError(f"--seat: {options.seat} is not a seat from 0 to {chosen.seats - 1}")
    if len(set(names)) < len(names):
        names = [f"{name} {'#' * is_external(name)}{place}" for place, name in enumerate(names, start=1)]
    for name in names:
        if len(name) > LONGEST_NAME:
            message = f"--vs: {name[:40]}... has more than {LONGEST_NAME} characters; a script may have a shorter name"
            raise UndercutError(message)
    state = chosen.deal(options.seed)
    state.players = (*names[: options.seat], PERSON, *names[options.seat :])
    return state
