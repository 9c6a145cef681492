"""Solve toy Cuttle by CFR+ and look at the first move: ``python examples/toy_cuttle_cfr.py``.

It takes about a minute, mostly to enumerate the tree. ``--rules`` chooses other rules; see docs/toy_cuttle.md.
"""

import argparse

import pyspiel

import undercut.envs.openspiel  # noqa: F401  registers the games
from undercut.envs.tabular import exploitability, grow, solve


def main() -> None:
    """Solve, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="toy")
    parser.add_argument("--iterations", type=int, default=500)
    options = parser.parse_args()

    game = pyspiel.load_game(f"undercut_cuttle(rules={options.rules})")
    tree = grow(game)
    print(f"{len(tree.players)} histories, {len(tree.keys)} information sets")

    strategies = solve(tree)
    for iteration in range(1, options.iterations + 1):
        strategy = next(strategies)
        if iteration in (1, 10, 100, options.iterations):
            print(f"iteration {iteration}: exploitability {exploitability(tree, strategy):.6f}")

    # Seat 0 moves first: its first information sets differ only in its hand.
    policy = tree.policy(strategy)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    print(f"first move of a hand of {', '.join(state.dealing.view(0)['hands'][0])}:")
    for action, share in policy[state.information_state_string()]:
        print(f"  {state.action_to_string(action):<6}{share:.3f}")


if __name__ == "__main__":
    main()
