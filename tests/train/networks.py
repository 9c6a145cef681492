import numpy as np

from undercut.search.network_file import Network, write_network
from undercut.train.networks import Fitted, Layer, inputs_of, rounded


def random_weights(game="cuttle", seed=0, units=12, inner=4, policy=8):
    chance = np.random.default_rng(seed)
    inputs = inputs_of(game)

    def some(*shape, size):
        return chance.normal(0, size, shape).astype(np.float32)

    return Fitted(
        Layer(some(units, size=0.3), some(inputs.state_features, units, size=0.15)),
        Layer(some(inner, size=0.3), some(inner, units, size=0.5)),
        Layer(some(inputs.seats, size=0.3), some(inputs.seats, inner, size=1.0)),
        Layer(some(policy, size=0.3), some(inputs.state_features, policy, size=0.15)),
        Layer(some(inputs.move_features, size=0.5), some(inputs.move_features, policy, size=0.7)),
    )


def random_network(path, game="cuttle", seed=0):
    write_network(path, Network(game, rounded(random_weights(game, seed)).tolist(), {"seed": seed}))
    return str(path)
