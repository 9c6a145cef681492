import gc
import warnings

import pytest


@pytest.fixture(autouse=True)
def _no_clients_left():
    """Drop the tests' own connections here; the site runs in other processes.

    A client whose site dies while it connects may leave a socket behind, about which a later test would be warned.
    """
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
