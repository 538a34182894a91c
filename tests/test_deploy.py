"""The files of `deploy/` agree: the proxy on one machine and the containers do the same; what cannot be served."""

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


@pytest.mark.parametrize(
    ("cache_control", "path", "expected"),
    [
        ("public", "/component/a.files/walk_scores-3240561f13e69700.js", "public, max-age=31536000, immutable"),
        (
            "public",
            "/below/component/a.files/attention-3240561f13e69700.safetensors",
            "public, max-age=31536000, immutable",
        ),
        ("public", "/component/a.plotly/plotly.min.js", "public, max-age=3600"),
        ("no-cache", "/component/a.files/walk_scores-3240561f13e69700.js", "$upstream_http_cache_control"),
    ],
)
def test_what_bears_its_contents_hash_is_kept_for_good(cache_control: str, path: str, expected: str) -> None:
    table = re.search(r'map "\$upstream_http_cache_control \$uri" \$caching \{(.*?)^\}', SITE, re.DOTALL | re.MULTILINE)
    assert table
    rules = re.findall(r'"~(\S.*?)"\s+"(.*?)";', table[1])
    assert len(rules) == 2
    found = [kept for pattern, kept in rules if re.search(pattern, f"{cache_control} {path}")]
    assert (found or ["$upstream_http_cache_control"])[0] == expected


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--workers", "0"], "--workers 0: from 1 to 64."),
        (["--port", "99999"], "--port 99999: from 1 to 65535."),
        (["--port", "{taken}"], "Nothing can listen at 127.0.0.1:{taken}: Address already in use."),
    ],
)
def test_what_cannot_be_served_is_one_sentence(arguments, words, monkeypatch, capsys) -> None:
    monkeypatch.setattr(serve, "find_nginx", lambda: "nginx")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        taken = str(listening.getsockname()[1])
        with pytest.raises(SystemExit) as refused:
            serve.main([each.format(taken=taken) for each in arguments])
    told = str(refused.value) + capsys.readouterr().err
    assert words.format(taken=taken) in told


def test_a_missing_nginx_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_, **__: None)
    with pytest.raises(SystemExit, match=r"nginx is not installed.*make run\.$"):
        serve.main([])


@pytest.mark.slow
@pytest.mark.parametrize("given", ["", "/somewhere/kept"])
def test_all_processes_share_one_folder_of_kept_models(given, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GLASSFORMER_MODELS", given)
    variables = serve.environment(tmp_path)
    assert variables["GLASSFORMER_MODELS"] == (given or str(tmp_path / "models"))
    assert variables["OMP_NUM_THREADS"] == "1"
