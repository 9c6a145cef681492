import json
import re
import shutil
import subprocess
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy.files import DEPLOY, ROOT, UNITS, admin_command, directives, steps, verify_units
from undercut.cli.app import app
from undercut.site.base.settings import from_environment


def test_the_image_holds_what_is_in_the_project_and_runs_without_rights():
    found = steps()
    for name, value in found:
        if name == "COPY" and not value.startswith("--from"):
            for source in value.split()[:-1]:
                assert (ROOT / source).exists(), source
    last = {name: value for name, value in found if name in ("USER", "CMD", "HEALTHCHECK", "VOLUME")}
    assert last["USER"] == "10001:10001"
    assert json.loads(last["CMD"])[:2] == ["undercut", "serve"]
    assert "/health" in last["HEALTHCHECK"]
    assert last["VOLUME"] == "/var/lib/undercut"
    assert any("--require-hashes" in value for name, value in found if name == "RUN")


def test_the_service_is_hardened_and_has_limits():
    service, listener = directives("undercut.service"), directives("undercut.socket")
    for name in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome", "DynamicUser", "RestrictNamespaces"):
        assert service[name] == ["yes"], name
    assert service["ProtectSystem"] == ["strict"]
    assert service["Type"] == ["notify"]
    assert int(service["LimitNOFILE"][0]) >= 65_536
    assert {"MemoryMax", "StateDirectory", "TasksMax"} <= service.keys()
    assert service["Requires"] == ["undercut.socket"]
    assert listener["ListenStream"] == ["127.0.0.1:8000"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_reads_the_units(tmp_path):
    verify_units(tmp_path)


def test_a_timer_starts_its_service_and_the_service_runs_a_command_of_the_owner():
    timers = [unit for unit in UNITS if unit.endswith(".timer")]
    assert timers
    for timer in timers:
        assert directives(timer)["Persistent"] == ["true"]
        service = directives(timer.replace(".timer", ".service"))
        command = re.search(r"/usr/local/sbin/undercut-admin ([a-z-]+)", service["ExecStart"][0])
        assert command
        assert command[1] in app["admin"]
        assert service["ProtectSystem"] == ["strict"]
        # These would change the owner of the site's files.
        assert not service.keys() & {"StateDirectory", "CacheDirectory", "DynamicUser"}


def test_the_owners_command_has_the_settings_of_the_service_alone(tmp_path):
    program = tmp_path / "undercut"
    program.write_text('#!/bin/sh\nenv | grep ^UNDERCUT | sort\necho "$@"\n')
    program.chmod(0o755)
    value = "a $(touch bad) `touch bad` & \\\\ ' ; #b"
    lines = ["# Settings", "", "#UNDERCUT_PACE=9", f"UNDERCUT_METRICS_TOKEN={value}", 'UNDERCUT_HOSTS="a.example, b"']
    (tmp_path / "environment").write_text("\n".join([*lines, "UNDERCUT_LOG='json'"]))
    command = admin_command(tmp_path, program, tmp_path / "state")
    own = {"PATH": "/usr/bin:/bin", "UNDERCUT_DATABASE": "sqlite:///another.db", "UNDERCUT_DATA": "/elsewhere"}
    words = [command, "rename", "-x", "0", "A  B"]
    done = subprocess.run(words, env=own, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"UNDERCUT_DATA={tmp_path}/state",
        "UNDERCUT_HOST=plain",
        "UNDERCUT_HOSTS=a.example, b",
        "UNDERCUT_LOG=json",
        f"UNDERCUT_METRICS_TOKEN={value}",
        "admin rename -x 0 A  B",
    ]
    assert not (tmp_path / "bad").exists()


def test_compose_runs_two_processes_behind_a_proxy():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    services = compose["services"]
    assert services.keys() == {"proxy", "site-1", "site-2", "database"}
    for name in ("proxy", "site-1", "site-2"):
        assert services[name]["read_only"]
        assert services[name]["cap_drop"] == ["ALL"]
    for name in ("site-1", "site-2"):
        assert "ports" not in services[name]
        settings = services[name]["environment"]
        read = from_environment({**settings, "UNDERCUT_SECRET": "s"}, database="sqlite:///never.db")
        subnet = compose["networks"]["front"]["ipam"]["config"][0]["subnet"]
        assert read.proxies == subnet
        assert all("?" in settings[f"UNDERCUT_{asked}"] for asked in ("SECRET", "HOSTS"))  # compose asks for them
        volume = services[name]["volumes"][0].partition(":")[0]
        assert volume in compose["volumes"]
    assert compose["networks"]["back"]["internal"]
    assert (DEPLOY / "compose.yaml").parent.joinpath(services["site-1"]["build"]["dockerfile"].split("/")[1]).exists()


def test_the_proxy_passes_on_what_the_site_needs():
    text = (DEPLOY / "nginx.conf").read_text()
    for line in (
        "Strict-Transport-Security",
        "proxy_buffering off;",
        "proxy_set_header Host $http_host;",
        "proxy_set_header X-Forwarded-Proto $scheme;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
    ):
        assert line in text
    assert "\n    gzip on" not in text


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
RUN, DEVELOPMENT = "requirements.txt", "requirements-dev.txt"
EXTRAS = {RUN: ["site"], DEVELOPMENT: ["site", "lab", "dev", "bench"]}


def pins(name: str) -> dict[str, tuple[str, int]]:
    found = {}
    for block in re.split(r"\n(?=\S)", (ROOT / name).read_text()):
        if match := re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)", block):
            found[canonicalize_name(match[1])] = (match[2], block.count("--hash=sha256:"))
    return found


def asked(name: str) -> list[Requirement]:
    project = PROJECT["project"]
    lines = [*project["dependencies"], *PROJECT["dependency-groups"]["install"]]
    for extra in EXTRAS[name]:
        lines += project["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", [RUN, DEVELOPMENT])
def test_a_lock_pins_what_is_asked_for(name):
    found = pins(name)
    for requirement in asked(name):
        version, _ = found[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement}: {version}; run make lock"
    assert all(hashes for _, hashes in found.values())


def test_the_locks_agree():
    assert pins(RUN).items() <= pins(DEVELOPMENT).items()


def test_the_lock_to_run_has_nothing_for_development_plots_or_research():
    """What the other extras ask for, except where a package of the site itself needs it."""
    extras = PROJECT["project"]["optional-dependencies"]
    others = {canonicalize_name(Requirement(line).name) for name in extras if name != "site" for line in extras[name]}
    by_litestar_and_hatchling = {"httpx", "pyyaml", "packaging"}
    needed = {canonicalize_name(one.name) for one in asked(RUN)} | by_litestar_and_hatchling
    behind = {"contourpy", "kiwisolver", "coverage", "iniconfig", "nodeenv", "pip", "setuptools"}
    assert len(others - needed) > 20
    assert not ((others - needed) | behind) & pins(RUN).keys()


@pytest.mark.parametrize("name", ["numba", "llvmlite", "numpy", "psycopg-binary", "uvloop", "msgspec"])
def test_compiled_packages_have_hashes_for_several_systems(name):
    """Linux on two kinds of processors and macOS, for Python 3.11 to 3.14."""
    assert pins(RUN)[name][1] >= 12
