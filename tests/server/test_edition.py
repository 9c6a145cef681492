"""The site offers the edition without a server, if it has been built."""

import pytest
from licences import licences
from litestar.testing import TestClient

from undercut.errors import BadSettings
from undercut.site.operations.settings import Settings
from undercut.site.routes.app import make_app

FILES = {
    "index.html": '<base href="./"><iframe src="front.html"></iframe>',
    "service.js": "//",
    "learn/index.html": "lessons",
    "python/python.wasm": "\0asm",
}


OUTSIDE = ("../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "%2fetc%2fpasswd")


def settings(tmp_path, **more):
    return Settings(database=f"sqlite:///{tmp_path}/tables.db", secret="not kept", thinkers=0, hosts="*", **more)  # noqa: S106


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "edition"
    for name, text in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text)
    (tmp_path / "secret.txt").write_text("secret")
    return made


def test_the_edition_is_served_with_a_policy_of_its_own(tmp_path, folder):
    with TestClient(make_app(settings(tmp_path, offline=str(folder)))) as client:
        assert client.get("/offline", follow_redirects=False).headers["location"] == "/offline/"
        shell = client.get("/offline/")
        assert shell.text == FILES["index.html"]
        assert "wasm-unsafe-eval" in shell.headers["content-security-policy"]
        found = client.get("/offline/python/python.wasm")
        assert (found.headers["content-type"], found.headers["content-encoding"]) == ("application/wasm", "gzip")
        assert "wasm-unsafe-eval" in found.headers["content-security-policy"]
        assert "set-cookie" not in found.headers
        assert client.get("/offline/learn").text == "lessons"
        assert 'href="/offline/"' in client.get("/offline/t/abc", headers={"accept": "text/html"}).text
        assert client.get("/offline/nothing.js", headers={"accept": "*/*"}).status_code == 404
        assert "/offline/" in client.get("/no-connection", headers={"accept": "text/html"}).text
        assert "wasm" not in client.get("/").headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "/etc/passwd", "%2fetc%2fpasswd"]
)
def test_nothing_beside_the_edition_is_served(tmp_path, folder, path):
    with TestClient(make_app(settings(tmp_path, offline=str(folder)))) as client:
        found = client.get(f"/offline/{path}", headers={"accept": "*/*"})
        assert found.status_code in {400, 404}
        assert not {"secret", "root:"} & {*found.text.split()}


def test_without_an_edition_the_page_about_the_connection_answers(tmp_path):
    with TestClient(make_app(settings(tmp_path))) as client:
        found = client.get("/offline", headers={"accept": "text/html"})
        assert "You are offline" in found.text
        assert "/offline/" not in found.text
        assert client.get("/offline/index.html").status_code == 404


def test_a_folder_without_the_edition_is_refused(tmp_path):
    with pytest.raises(BadSettings, match="make pages"):
        settings(tmp_path, offline=str(tmp_path))


@pytest.mark.parametrize("address", ["", "/docs/", "https://docs.example.org/"])
def test_the_foot_of_a_page_links_to_the_docs_that_the_settings_name(tmp_path, address):
    with TestClient(make_app(settings(tmp_path, docs=address))) as client:
        page = client.get("/about", headers={"accept": "text/html"}).text
    assert (f'<a href="{address}">Documentation</a>' in page) == bool(address)


@pytest.mark.parametrize("address", ["docs", "javascript:alert(1)", 'https://a"b'])
def test_an_address_of_docs_that_is_none_is_refused(tmp_path, address):
    with pytest.raises(BadSettings, match=r"UNDERCUT_DOCS: .* is not an address"):
        settings(tmp_path, docs=address)


def test_the_about_page_lists_the_licence_of_everything_in_the_lock_file(tmp_path):
    with TestClient(make_app(settings(tmp_path))) as client:
        listed = client.get("/about", headers={"accept": "application/json"}).json()["licences"]
    assert licences().items() <= listed.items()
    assert all(listed.values())
    assert "litestar" in listed
