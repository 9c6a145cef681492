from tests.jax_cache import compiled_once

__all__ = ["compiled_once"]
