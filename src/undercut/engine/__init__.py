"""Runs the rules of any game on four hosts: plain Python, compiled, compiled with checks, WebAssembly; knows no game.

Begin with `contract`, the functions that rules consist of, then `host`, where they run, and `engine`, which runs them.

- `compiled`: functions compiled by Numba; `wasm`: those compiled beforehand
- `loops`: random games and perft counts; `chance`, `elementary`, `bits`: numbers that agree on every machine
- `rows`: observations and histories as integers
"""
