"""Programs of XLA, which take a second each to compile: once for all trainings of a process that runs tests."""

import jax
import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory):
    """Cache all that JAX compiles, even small functions: each training compiles its own again."""
    jax.config.update("jax_compilation_cache_dir", str(tmp_path_factory.mktemp("jax")))
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
