"""The app in a frame of another site, as in a learning platform or a slide: which sites may."""

import re
from pathlib import Path

import pytest
from serving import nginx

from deploy import serve


def test_the_sites_that_are_named_may_frame_the_app_and_get_its_cookie(tmp_path: Path, monkeypatch) -> None:
    nginx()
    for site, cookie in (("", "SameSite=Lax"), ("https://lms.example.org", "SameSite=None; Secure; Partitioned")):
        monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", site)
        serve.write_configuration(tmp_path, "127.0.0.1:1", [2])
        written = "".join(path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.conf"))
        assert re.findall(r"frame-ancestors 'self' ([^;\"]*)", written) == [site]
        (table,) = re.findall(rf'map "{site}" \$same_site {{(.*?)}}', written, re.DOTALL)
        assert dict(re.findall(r'(\S+)\s+"(.*?)";', table))['""' if site == "" else "default"] == cookie


def test_what_is_no_site_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", "https://*.example.edu https://lms.example.org:8443")
    assert serve.frame_hosts() == "https://*.example.edu https://lms.example.org:8443"
    monkeypatch.setenv("GLASSFORMER_FRAME_HOSTS", "https://lms.example.org; script-src")
    with pytest.raises(SystemExit, match="is no site: write for example"):
        serve.frame_hosts()
