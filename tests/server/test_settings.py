import re
import subprocess
from dataclasses import fields

import pytest

from tests import preloaded
from tests.deploy.files import DEPLOY, ROOT
from undercut.cli.app import app
from undercut.errors import BadSettings, UndercutError
from undercut.site.base.settings import LIBRARY, PREFIX, SITE, TESTS, Settings, from_environment

NAMES = {f"{PREFIX}{field.name.upper()}" for field in fields(Settings)}
KNOWN = NAMES | {PREFIX + name for name in (*SITE, *LIBRARY, *TESTS)}
GIVEN = {"UNDERCUT_SECRET": "s", "UNDERCUT_DATABASE": "sqlite:///never.db"}


def faults(**wrong: str) -> tuple[str, ...]:
    with pytest.raises(BadSettings) as caught:
        from_environment(GIVEN | {PREFIX + name: value for name, value in wrong.items()})
    return caught.value.faults


NEAREST = {"THINKRES": "THINKERS", "HOTS": "HOST", "DATABSE": "DATABASE", "PROXY": "PROXIES"}
NEAREST["XYZ"] = "docs/site.md"


@pytest.mark.parametrize(("name", "meant"), NEAREST.items())
def test_an_unknown_name_is_refused_with_the_nearest(name, meant):
    (fault,) = faults(**{name: "1"})
    assert fault.startswith(f"{PREFIX}{name}: no such setting")
    assert meant in fault


def test_a_name_in_small_letters_is_refused():
    with pytest.raises(BadSettings, match="undercut_rate: no such setting; did you mean UNDERCUT_RATE"):
        from_environment(GIVEN | {"undercut_rate": "5"})


NETWORKS = ["10.0.0.0/33", "10.0.0.1/8", "10.0.0.1 10.0.0.2", "10.0.0.1:80", "127.0.0.1, ::g"]


@pytest.mark.parametrize("value", [*NETWORKS, "proxy.local", "http://10.0.0.1"])
def test_a_list_of_proxies_that_cannot_be_read_is_refused(value):
    (fault,) = faults(PROXIES=value)
    assert fault.startswith("UNDERCUT_PROXIES: ")
    assert "is not an address or a network" in fault
    assert ("did you mean 10.0.0.0/8?" in fault) == (value == "10.0.0.1/8")


@pytest.mark.parametrize("field", [field for field in fields(Settings) if field.type in ("int", "float", "Duration")])
def test_a_number_that_is_none_or_out_of_range_is_refused(field):
    for value in ("", "many", "-1", "nan", "inf", "1e400", "1_000_000_000_000_000_000", "0x10"):
        (fault,) = faults(**{field.name.upper(): value})
        assert fault.startswith(f"{PREFIX}{field.name.upper()}: "), value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE", ""),
        ("DATABASE", "mysql://x/y"),
        ("SECRET", " "),
        ("METRICS_TOKEN", "a token with spaces in it"),
        ("LOG", ""),
        ("LOG", "xml"),
        ("METRICS_TOKEN", "short"),
        ("ACCESS_LOG", "yes"),
        ("ACCESS_LOG", "true"),
        ("HOST", "fast"),
        ("THINKERS", "1000000"),
        ("BURST", "0"),
    ],
)
def test_every_other_malformed_value_is_refused(name, value):
    (fault,) = faults(**{name: value})
    assert fault.startswith(f"{PREFIX}{name}: ")


def test_all_faults_are_told_at_once():
    assert len(faults(HSOST="a", PROXIES="b", RATE="c", LOG="d")) == 4


def test_the_site_does_not_start_and_touches_no_database(tmp_path):
    own = {"UNDERCUT_DATA": str(tmp_path), "UNDERCUT_PROXEIS": "10.0.0.1", "PATH": ""}
    done = preloaded.run(["serve", "--port", "0"], env=own)
    assert done.returncode == 1
    assert "UNDERCUT_PROXEIS: no such setting; did you mean UNDERCUT_PROXIES?" in done.stderr
    assert not list(tmp_path.iterdir())
    own = {"UNDERCUT_DATA": str(tmp_path), "UNDERCUT_SECRET": "s", "UNDERCUT_HOSTS": "http://x"}
    done = preloaded.run(["serve", "--port", "0"], env=own)
    assert (done.returncode, "UNDERCUT_HOSTS: 'http://x'" in done.stderr) == (1, True)
    assert not list(tmp_path.iterdir())


def test_the_owners_commands_refuse_a_mistyped_database(monkeypatch):
    monkeypatch.setenv(f"{PREFIX}DATABSE", "postgresql://elsewhere/undercut")
    with pytest.raises(UndercutError, match="did you mean UNDERCUT_DATABASE"):
        app(["admin", "tables"])


def test_code_pages_and_files_name_variables_that_there_are():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    used: set[str] = set()
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if (
            path.suffix in {".py", ".md", ".yaml", ".yml", ".service", ".conf", ""}
            and path.is_file()
            and path.name not in {"test_settings.py", "settings.py"}
        ):
            found = set(re.findall(r"\bUNDERCUT_[A-Z_]*[A-Z]\b", path.read_text(encoding="utf-8", errors="replace")))
            assert found <= KNOWN, path
            used |= found
    assert used == KNOWN


def test_the_environment_file_has_every_setting_with_its_default():
    text = (DEPLOY / "environment").read_text(encoding="utf-8")
    lines = [line.removeprefix("#") for line in text.splitlines() if re.match(r"#?UNDERCUT_", line)]
    values = dict(line.split("=", 1) for line in lines)
    assert values.keys() == NAMES
    assert [line for line in text.splitlines() if line.startswith(PREFIX)] == ["UNDERCUT_HOSTS=play.example.org"]
    read = from_environment(values | {"UNDERCUT_SECRET": "s"})
    for field in fields(Settings):
        if field.name not in {"database", "secret", "hosts", "thinkers"}:
            assert getattr(read, field.name) == field.default, field.name
