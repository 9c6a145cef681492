"""Whatever programs send, whether the description allows it or not, is answered as the description says."""

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.amounts import amount
from tests.server.running import PATIENCE, Client
from undercut.site.base.settings import Settings
from undercut.site.server.app import make_app

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
APP = make_app(Settings(database="sqlite://", secret="none"))  # noqa: S106  never run
DESCRIPTION = msgspec.json.decode(msgspec.json.encode(APP.openapi_schema.to_schema()))
OPERATIONS = {
    operation.label: operation
    for operation in (found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations())
    if not operation.path.endswith("/events")  # these never end
}
KINDS = [
    (label, mode)
    for label, operation in OPERATIONS.items()
    for mode in GenerationMode
    # Where nothing can be said, nothing wrong can be.
    if mode is GenerationMode.POSITIVE or any([*operation.path_parameters, *operation.query, *operation.body])
]
EXAMPLES = amount(2, 12)


@pytest.fixture(scope="module")
def person(site):
    return Client(site)


@pytest.fixture(scope="module")
def tables(person) -> list[str]:
    """Tables in every phase."""
    opened = person.open(game="cuttle", opponents=["open"])
    playing = person.open(game="cups", opponents=["random", "random"])
    over = person.open(game="cut_the_rope", opponents=["random"])
    assert person.ask(over, "resign").status_code == 200
    return [opened, playing, over]


@pytest.mark.parametrize(("label", "mode"), KINDS)
def test_every_address_does_as_described(site, person, tables, label, mode):
    operation = OPERATIONS[label]

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), table=st.sampled_from([*tables, None]))
    def check(case, table):
        if table and "table" in case.path_parameters:
            case.path_parameters["table"] = table
            if isinstance(case.body, dict) and isinstance(case.body.get("version"), int):
                case.body["version"] = person.look(table)["version"]
        own = {"accept": "application/json", "x-csrf-token": person.headers["x-csrf-token"]}
        answer = case.call(base_url=site, headers=own, cookies=dict(person.cookies), timeout=PATIENCE)
        case.validate_response(answer, checks=CHECKS)

    check()
