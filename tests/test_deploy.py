"""The files of `deploy/` say one thing: what the proxy on one machine does, containers and Kubernetes do too."""

import base64
import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
import streamlit
import yaml
from places import ROOT

DEPLOY = ROOT / "deploy"
SITE = (DEPLOY / "site.conf.template").read_text(encoding="utf-8")
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
KUBERNETES = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text(encoding="utf-8")))
HEALTH = "/_stcore/health"


def of_kind(kind: str) -> list[Any]:
    return [each for each in KUBERNETES if each["kind"] == kind]


def header(name: str) -> str:
    return re.findall(rf'add_header {name} "?([^"\n]*?)"? always;', SITE)[0]


def test_the_policy_allows_the_inline_script_of_streamlit_and_no_other() -> None:
    page = (Path(streamlit.__file__).parent / "static" / "index.html").read_text(encoding="utf-8")
    inline = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in inline]
    assert re.findall(r"'sha256-([^']*)'", header("Content-Security-Policy")) == hashes
    (scripts,) = re.findall(r"script-src ([^;]*);", header("Content-Security-Policy"))
    assert "unsafe" not in scripts


def test_kubernetes_sends_the_headers_of_the_proxy() -> None:
    (headers,) = [each["spec"]["headers"] for each in of_kind("Middleware") if "headers" in each["spec"]]
    assert headers == {
        "contentTypeNosniff": header("X-Content-Type-Options") == "nosniff",
        "customFrameOptionsValue": header("X-Frame-Options"),
        "referrerPolicy": header("Referrer-Policy"),
        "permissionsPolicy": header("Permissions-Policy"),
        "contentSecurityPolicy": header("Content-Security-Policy"),
    }


def test_the_middlewares_service_and_volume_that_are_named_are_there() -> None:
    (ingress,), (service,), (deployment,) = map(of_kind, ("Ingress", "Service", "Deployment"))
    (named,) = ingress["metadata"]["annotations"].values()
    middlewares = [f"default-{each['metadata']['name']}@kubernetescrd" for each in of_kind("Middleware")]
    assert named.split(",") == middlewares
    (path,) = ingress["spec"]["rules"][0]["http"]["paths"]
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]
    template = deployment["spec"]["template"]
    assert (
        service["spec"]["selector"] == template["metadata"]["labels"] == deployment["spec"]["selector"]["matchLabels"]
    )
    claims = [each["persistentVolumeClaim"]["claimName"] for each in template["spec"]["volumes"][:1]]
    assert claims == [each["metadata"]["name"] for each in of_kind("PersistentVolumeClaim")]
    (container,) = template["spec"]["containers"]
    assert {each["name"] for each in container["volumeMounts"]} == {
        each["name"] for each in template["spec"]["volumes"]
    }


def test_everyone_asks_the_same_address_whether_the_app_is_well() -> None:
    (container,) = of_kind("Deployment")[0]["spec"]["template"]["spec"]["containers"]
    probes = [container[name]["httpGet"]["path"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]
    assert probes == [HEALTH] * 3
    assert f":8501{HEALTH}" in DOCKERFILE
    assert COMPOSE["services"]["proxy"]["healthcheck"]["test"][-1].endswith(HEALTH)
    assert container["ports"][0]["containerPort"] == 8501


def test_all_share_the_folder_of_kept_models() -> None:
    (container,) = of_kind("Deployment")[0]["spec"]["template"]["spec"]["containers"]
    variables = {each["name"]: each["value"] for each in container["env"]}
    folders = re.findall(r"GLASSFORMER_MODELS=(\S+)", DOCKERFILE)
    assert [variables["GLASSFORMER_MODELS"]] == folders
    assert f"models:{folders[0]}" in COMPOSE["services"]["app"]["volumes"]
    assert "models" in COMPOSE["volumes"]
    assert of_kind("PersistentVolumeClaim")[0]["spec"]["accessModes"] == ["ReadWriteMany"]


def test_the_containers_fill_in_every_place_of_the_template() -> None:
    places = set(re.findall(r"\$\{(\w+)\}", SITE))
    proxy = COMPOSE["services"]["proxy"]["environment"]
    assert places == {"SERVERS", "LISTEN", "CACHE", "LOG"} == set(proxy) - {"NGINX_ENVSUBST_FILTER"}
    filtered = re.compile(proxy["NGINX_ENVSUBST_FILTER"].replace("$$", "$"))
    assert all(filtered.search(place) for place in places)
    assert not filtered.search("PATH")


def test_the_container_runs_as_nobody_in_particular_and_installs_the_exact_torch_first() -> None:
    users = re.findall(r"^USER (\d+)$", DOCKERFILE, re.MULTILINE)
    security = of_kind("Deployment")[0]["spec"]["template"]["spec"]["securityContext"]
    assert users == [str(security["runAsUser"])] != ["0"]
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
