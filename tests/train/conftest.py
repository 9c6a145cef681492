"""What is compiled for one training serves the next."""

from tests.jax_cache import compiled_once

__all__ = ["compiled_once"]
