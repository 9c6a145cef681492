"""Duplicates: two friends play the same deals from both sides against the same bots, and the difference decides."""

from msgspec import Struct

from undercut.games.base import registry
from undercut.play.game import Game, game
from undercut.play.sources import secret_number, secret_text
from undercut.play.state import State
from undercut.table.events import Opened, RulesStamp
from undercut.table.opening.new_table import Opening, open_dealt
from undercut.translation import _

DUPLICATE_PLAYERS = 2

DEAL_COUNTS = (1, 2, 3)  # the numbers of deals to choose from


class Duplicate(Struct, frozen=True):
    """Duplicate match of two players."""

    id: str
    game: str
    rules: RulesStamp
    seats: int
    level: str
    deals: int
    secret: str

    @property
    def chosen(self) -> Game:
        return game(self.game, rules=self.rules, seats=self.seats)

    @property
    def boards(self) -> int:
        """Number of games that each friend plays."""
        return 2 * self.deals

    def deal_of(self, board: int) -> int:
        """Return the deal of a board: first all deals come from one side, then all from the other."""
        return board % self.deals

    def boards_of(self, board: int) -> tuple[int, int]:
        """Return the two boards of a board's deal."""
        deal = self.deal_of(board)
        return deal, deal + self.deals

    def seat_at(self, board: int) -> int:
        """Return the person's seat at a board."""
        return self.seats // 2 if board >= self.deals else 0

    def chance_of(self, board: int) -> str:
        """Return the secret of a board's deal."""
        return secret_text(self.secret, "deal", str(self.deal_of(board)))

    def deal(self, board: int) -> State:
        return self.chosen.deal(seed=secret_number(self.chance_of(board), "deal"))


def duplicate_games() -> list[str]:
    """Return the games that have another side to play."""
    return [name for name in registry.names() if registry.spec(name).seats[-1] > 1]


def open_board(duplicate: Duplicate, board: int, name: str, guest: str) -> Opening:
    """Deal the cards of a board to a person; bots of one level sit in all other seats."""
    note = _("Board {board} of {boards} of a duplicate; it counts, once")
    opened = Opened(
        duplicate.game,
        duplicate.rules,
        duplicate.seats,
        hints=False,
        note=note.format(board=board + 1, boards=duplicate.boards),
        chance=duplicate.chance_of(board),
        duplicate=duplicate.id,
    )
    return open_dealt(opened, duplicate.deal(board), duplicate.seat_at(board), duplicate.level, name, guest)
