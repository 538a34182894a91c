"""The command `glassformer`: the library's commands, and one that serves the app."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT
from serving import free_port

from transformer.assets import HOME
from viewer.__main__ import COMMANDS, main


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What Streamlit is asked to do, in place of doing it."""
    asked: list[list[str]] = []
    monkeypatch.setattr("streamlit.web.cli.main", asked.append)
    monkeypatch.setattr("viewer.app.command._outlive_the_terminal", lambda: None)  # which it would do to these tests
    return asked


def test_the_app_is_served_on_this_machine_alone_unless_told_otherwise(started: list[list[str]]) -> None:
    port = str(free_port())
    assert main(["app", "--port", port]) == main(["app", "--address", "0.0.0.0", "--port", port]) == 0
    run = ["run", str(HOME / "app.py"), "--server.address"]
    names = [part for name in ("localhost", "127.0.0.1", "::1") for part in ("--server.allowedHosts", name)]
    assert started == [[*run, "127.0.0.1", "--server.port", port, *names], [*run, "0.0.0.0", "--server.port", port]]


def test_a_port_or_an_address_that_cannot_be_had_is_one_sentence(started, capsys) -> None:
    free = str(free_port())
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = str(other.getsockname()[1])
        for port, address in (
            *((port, "127.0.0.1") for port in ("0", "-1", "65536", "x", taken)),
            *((free, address) for address in ("999.1.1.1", "192.0.2.1", "", "a..b", "two words")),
        ):
            assert main(["app", f"--address={address}", "--port", port]) == 2
            told = capsys.readouterr().err
            assert told.count("\n") == 1 or told.startswith("error: argument --port: ")
            assert (port if port != free else repr(address)) in told
    assert not started


def python(*arguments: str, here: Path = ROOT) -> str:
    """What a Python of its own says, started in a folder, where it looks first."""
    own = {**os.environ, "PYTHONPATH": str(ROOT)}
    asked = [sys.executable, *arguments]
    return subprocess.run(asked, cwd=here, env=own, capture_output=True, text=True, check=False).stdout


LOADED = "print([each for each in ('torch', 'streamlit') if each in sys.modules])"


@pytest.mark.slow
def test_help_loads_no_torch_and_what_shows_no_page_no_streamlit() -> None:
    asked = f"import sys, atexit\natexit.register(lambda: {LOADED})\nfrom viewer.__main__ import main\nmain(['--help'])"
    told = python("-OO", "-c", asked)
    assert "    translate   Translate texts" in told
    assert told.endswith("\n[]\n")
    modules = [each for name, each in COMMANDS.items() if name != "site"]
    imported = f"import sys, {', '.join([*modules, 'viewer.notebook', 'viewer.notebook.widget'])}"
    assert python("-c", f"{imported}\n{LOADED}") == "['torch']\n"


@pytest.mark.slow
def test_a_file_that_hides_a_package_is_named_by_the_command_and_the_app(tmp_path: Path) -> None:
    hiding = tmp_path / "viewer" / "__init__.py"
    hiding.parent.mkdir()
    hiding.write_text("import transformer\ntransformer.load()\n")
    told = f"{hiding} hides "
    asked = "import sys, glassformer_start\nsys.stderr = sys.stdout\nprint(glassformer_start.main())"
    said = python("-c", asked, "--help", here=tmp_path)
    assert said.startswith(f"error: {told}")
    assert said.endswith("\n2\n")
    page = f"app = AppTest.from_file({str(ROOT / 'app.py')!r}).run()\nprint(app.text[0].value)"
    assert told in python("-c", f"from streamlit.testing.v1 import AppTest\n{page}", here=tmp_path)


SERVED = """
import signal, sys, time, streamlit.web.cli
from viewer.__main__ import main

def serve(_):
    signal.signal(signal.SIGTERM, lambda *_: (print("Stopping", flush=True), sys.exit(7)))
    print("up", flush=True)
    sys.stdin.readline()
    print("nobody reads this", flush=True)
    print("nor this", file=sys.stderr)
    signal.raise_signal(signal.SIGHUP)
    time.sleep(60)

streamlit.web.cli.main = serve
main(["app", "--port", sys.argv[1]])
"""


@pytest.mark.slow
def test_the_app_goes_on_when_nobody_reads_its_output_and_ends_at_a_signal() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([sys.executable, "-c", SERVED, str(free_port())], cwd=ROOT, text=True, **pipes) as serving:
        assert serving.stdout.readline() == "up\n"
        serving.stdout.close()
        serving.stdin.write("\n")
        serving.stdin.close()
        assert serving.wait(60) == 7
