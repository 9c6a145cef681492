"""The host ``wasm``: a game's loops and search as a WebAssembly module, built beforehand, so that nobody must compile.

`build` makes a module of the functions that Python calls; it lies beside the game's rules, with a digest of the sources
that it was made from. A `room` runs it under wasmtime: an instance with memory of its own, in which its arrays lie.
"""
