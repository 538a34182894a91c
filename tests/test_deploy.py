"""The files of `deploy/` agree: the proxy on one machine and the containers; what is refused, and who may frame it."""

import base64
import hashlib
import re
import shutil
import socket
from pathlib import Path

import pytest
import streamlit
import yaml
from places import ROOT
from serving import nginx

from deploy import serve

DEPLOY = ROOT / "deploy"
SITE = (DEPLOY / "site.conf.template").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def header(name: str) -> str:
    return re.findall(rf'add_header {name} "?([^"\n]*?)"? always;', SITE)[0]


def test_the_policy_allows_the_inline_script_of_streamlit_and_no_other() -> None:
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    inline = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline]
    assert re.findall(r"'sha256-([^']*)'", header("Content-Security-Policy")) == hashes
    (scripts,) = re.findall(r"script-src ([^;]*);", header("Content-Security-Policy"))
    assert re.findall(r"'[^']*unsafe[^']*'", scripts) == ["'wasm-unsafe-eval'"]


def test_the_containers_fill_in_every_place_of_the_template() -> None:
    places = set(re.findall(r"\$\{(\w+)\}", SITE))
    proxy = COMPOSE["services"]["proxy"]["environment"]
    assert places == {"SERVERS", "LISTEN", "CACHE", "LOG", "FRAMES"} == set(proxy) - {"NGINX_ENVSUBST_FILTER"}
    filtered = re.compile(proxy["NGINX_ENVSUBST_FILTER"].replace("$$", "$"))
    assert all(filtered.search(place) for place in places)
    assert not filtered.search("PATH")


def test_the_container_runs_as_nobody_in_particular_and_installs_the_exact_torch_first() -> None:
    users = re.findall(r"^USER (\d+)$", DOCKERFILE, re.MULTILINE)
    assert len(users) == 1
    assert users != ["0"]
    assert DOCKERFILE.index("grep '^torch==' constraints.txt") < DOCKERFILE.index("--editable .")


def test_what_cannot_be_served_is_one_sentence(monkeypatch, capsys) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(SystemExit, match=r"nginx is not installed.*make run\.$"):
        serve.main([])
    monkeypatch.setattr(serve, "find_nginx", lambda: "nginx")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        taken = str(listening.getsockname()[1])
        for arguments, words in (
            (["--workers", "0"], "--workers 0: from 1 to 64."),
            (["--port", "99999"], "--port 99999: from 1 to 65535."),
            (["--port", taken], f"Nothing can listen at 127.0.0.1:{taken}: Address already in use."),
        ):
            with pytest.raises(SystemExit) as refused:
                serve.main(arguments)
            assert words in str(refused.value) + capsys.readouterr().err


def test_all_processes_share_one_folder_of_kept_models(tmp_path, monkeypatch) -> None:
    for given in ("", "/somewhere/kept"):
        monkeypatch.setenv("GLASSFORMER_MODELS", given)
        variables = serve.environment(tmp_path)
        assert variables["GLASSFORMER_MODELS"] == (given or str(tmp_path / "models"))
        assert variables["OMP_NUM_THREADS"] == "1"


def test_the_sites_that_are_named_may_frame_the_app_and_get_its_cookie(tmp_path: Path, monkeypatch) -> None:
    nginx()
    for site, cookie in (("", "SameSite=Lax"), ("https://lms.example.org", "SameSite=None; Secure; Partitioned")):
        monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", site)
        serve.write_configuration(tmp_path, "127.0.0.1:1", [2])
        written = "".join(path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.conf"))
        assert re.findall(r"frame-ancestors 'self' ([^;\"]*)", written) == [site]
        (table,) = re.findall(rf'map "{site}" \$same_site {{(.*?)}}', written, re.DOTALL)
        assert dict(re.findall(r'(\S+)\s+"(.*?)";', table))['""' if site == "" else "default"] == cookie
    monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", "https://*.example.edu https://lms.example.org:8443")
    assert serve.frame_hosts() == "https://*.example.edu https://lms.example.org:8443"
    monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", "https://lms.example.org; script-src")
    with pytest.raises(SystemExit, match="is no site: write for example"):
        serve.frame_hosts()
