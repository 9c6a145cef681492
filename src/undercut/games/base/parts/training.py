"""How the networks of a game are trained: games against itself, and how the networks are fitted to them."""

from dataclasses import dataclass

from undercut.games.base.parts.searching import EXPLORING, Settings


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """How games of a search against itself are played."""

    settings: Settings
    fast_iterations: int = 150
    full_iterations: int = 800
    full_share: float = 0.25  # how often a search has the full iterations, 0 to 1
    opening_moves: int = 24  # the greatest number of moves at the start that are not chosen by the search alone
    random_share: float = 0.15  # how many of the opening moves are random, 0 to 1
    rollout_share: float = 0.25  # how many of them are those of a rollout, 0 to 1
    usual: float = 0.67  # how often the default rule set is played, 0 to 1


@dataclass(frozen=True, slots=True)
class NetworkSizes:
    """The size of the networks, and how long they are fitted."""

    units: int = 64
    inner: int = 16
    policy: int = 64
    epochs: int = 10
    rate: float = 4e-3


@dataclass(frozen=True, slots=True)
class GradientPlan:
    """How a linear policy follows the gradient of its own games."""

    imitation_steps: int = 150
    steps: int = 500
    tables: int = 10
    games: int = 30
    usual: float = 0.67
    trace: float = 0.9
    rate: float = 0.03


@dataclass(frozen=True, slots=True)
class Recipe:
    """The training of one game."""

    first: SelfPlayPlan
    later: SelfPlayPlan
    games: int = 25_000
    window: int = 3
    trust: float = 0.8
    # Quick games whose positions teach a first network the game's own evaluation, or the results of rollouts.
    warm: SelfPlayPlan | None = None
    warm_games: int = 0
    sizes: NetworkSizes = NetworkSizes()
    # How the value network is fitted from scratch; None: as in `sizes`, from the network that the warm games taught.
    values: NetworkSizes | None = None
    deals: int = 100
    iterations: int = 4_000
    reference: str = "search:40000"
    # How a linear policy for a race is trained; None: networks are fitted to searches.
    tuning: GradientPlan | None = None


def plan_without_network(settings: Settings) -> SelfPlayPlan:
    """Return games of a search without a network."""
    return SelfPlayPlan(settings, fast_iterations=120, full_iterations=1_000, opening_moves=20)


def plan_with_network() -> SelfPlayPlan:
    """Return games of a search by a network."""
    return SelfPlayPlan(EXPLORING, fast_iterations=100, full_iterations=600, opening_moves=20)
