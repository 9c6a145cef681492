import pytest

from tests.server.conftest import KINDS


@pytest.fixture(params=KINDS)
def database_kind(request) -> str:
    return request.param
