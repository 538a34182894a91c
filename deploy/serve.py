"""Serve the app with several processes on one machine behind nginx: `make serve WORKERS=2`.

Each process listens on a port of its own on loopback and computes with one thread; nginx shares the visitors out among
them (site.conf.template). A process that ends is started again; SIGINT, SIGTERM or SIGHUP end everything.
"""

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from string import Template

from viewer.pictures.learn.classroom.network import lan_address

ROOT = Path(__file__).resolve().parents[1]
MOST_WORKERS = 64
_LOOKS_AROUND = 0.3  # seconds between two looks at who still runs
_STEADY = 10.0  # seconds: a process that lived for less is started again only after as long
_PATIENCE = 10.0  # seconds that a process has to end by itself
_SITE = re.compile(r"https?://(\*\.)?[a-z0-9.-]+(:\d+)?", re.IGNORECASE)
_MAIN = """\
daemon off;
pid ${FOLDER}/nginx.pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 4096; }
http {
    types { }
    default_type application/octet-stream;
    client_body_temp_path ${FOLDER}/body;
    proxy_temp_path ${FOLDER}/proxy;
    fastcgi_temp_path ${FOLDER}/fastcgi;
    uwsgi_temp_path ${FOLDER}/uwsgi;
    scgi_temp_path ${FOLDER}/scgi;
    include ${FOLDER}/site.conf;
}
"""


class Worker:
    """One process of the app, which runs from now on.

    Args:
        port: on loopback, the same whenever it is started again.
        names: under which browsers may reach the app.
        folder: for what the processes share.
    """

    def __init__(self, port: int, names: Sequence[str], folder: Path) -> None:
        self.port = port
        self._command, self._environment = command(port, names), environment(folder)
        self._start()

    def look_after(self) -> None:
        """Start it again if it has ended, at once if it had lived for a while."""
        if self.process.poll() is not None and time.monotonic() - self._started > _STEADY:
            say(f"process {self.process.pid} on port {self.port} ended ({self.process.returncode}); started again")
            self._start()

    def _start(self) -> None:
        # In a session of its own: Ctrl-C reaches this supervisor alone, which ends it in order.
        self._started = time.monotonic()
        self.process = subprocess.Popen(self._command, cwd=ROOT, env=self._environment, start_new_session=True)
        say(f"process {self.process.pid} on port {self.port}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until a signal comes."""
    options = parse(arguments)
    nginx = find_nginx()
    refuse_taken(options.address, options.port)
    stop = threading.Event()
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, lambda *_: stop.set())
    with tempfile.TemporaryDirectory(prefix="glassformer-serve-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # nginx started by root continues as another user
        serve(options, nginx, Path(folder), stop)


def serve(options: argparse.Namespace, nginx: str, folder: Path, stop: threading.Event) -> None:
    """Start the processes and the proxy, look after them, and end them when `stop` is set or the proxy ends."""
    ports = free_ports(options.workers)
    write_configuration(folder, f"{options.address}:{options.port}", ports)
    reached = public_address(options.address)
    names = [*options.names, reached]
    workers: list[Worker] = []
    proxy: subprocess.Popen[bytes] | None = None
    try:
        for port in ports:
            workers.append(Worker(port, names, folder))
        if not all(wait_for(worker, stop) for worker in workers):
            return
        # Without -e it would open the log that it was compiled with, which only root may write.
        starting = [nginx, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
        proxy = subprocess.Popen(starting, start_new_session=True)
        say(f"http://{reached}:{options.port}")
        while not stop.wait(_LOOKS_AROUND):
            if proxy.poll() is not None:
                raise SystemExit(f"nginx ended ({proxy.returncode}); what it said stands above.")
            for worker in workers:
                worker.look_after()
    finally:
        end([*([proxy] if proxy else []), *(worker.process for worker in workers)])


def wait_for(worker: Worker, stop: threading.Event) -> bool:
    """Wait until a process answers; False if a signal came first.

    Raises:
        SystemExit: one sentence, if it ended before it answered.
    """
    while not stop.wait(_LOOKS_AROUND):
        if worker.process.poll() is not None:
            raise SystemExit(f"The app ended before it answered ({worker.process.returncode}); why stands above.")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{worker.port}/_stcore/health", timeout=2).close()
            return True
        except OSError:
            continue
    return False


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(prog="deploy/serve.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--workers", type=int, default=2, help="processes of the app, at most one a core pays")
    parser.add_argument("--address", default="127.0.0.1", help="to listen at; 0.0.0.0 for all")
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument(
        "--name",
        dest="names",
        action="append",
        default=["localhost", "127.0.0.1"],
        help="under which browsers may reach it, beside localhost: one --name for each, or '*' for any",
    )
    options = parser.parse_args(arguments)
    if not 1 <= options.workers <= MOST_WORKERS:
        parser.error(f"--workers {options.workers}: from 1 to {MOST_WORKERS}.")
    if not 1 <= options.port <= 65535:
        parser.error(f"--port {options.port}: from 1 to 65535.")
    return options


def find_nginx() -> str:
    """Where nginx is; on Debian it is outside the path of those who are not root."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin")
    if found is None:
        raise SystemExit(
            "nginx is not installed, which hands requests to the processes: install it (Debian: apt-get install "
            "nginx-light), or serve with one process: make run."
        )
    return found


def refuse_taken(address: str, port: int) -> None:
    """End with one sentence where the proxy could not listen."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            raise SystemExit(f"Nothing can listen at {address}:{port}: {error.strerror or error}.") from error


def free_ports(count: int) -> list[int]:
    """Ports of loopback at which nobody listens."""
    with ExitStack() as stack:  # all of them open at once, so that no port comes twice
        probes = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [int(probe.getsockname()[1]) for probe in probes]


def public_address(address: str) -> str:
    """Where browsers find what listens at an address: for all of them, this machine's own in its network."""
    return (lan_address() or "127.0.0.1") if address in ("0.0.0.0", "::") else address


def command(port: int, names: Sequence[str]) -> list[str]:
    """How one process of the app is started."""
    hosts = [part for name in dict.fromkeys(names) for part in ("--server.allowedHosts", name)]
    served_at = ["--server.address", "127.0.0.1", "--server.port", str(port)]
    return [sys.executable, "-m", "streamlit", "run", "app.py", *served_at, *hosts]


def environment(folder: Path) -> dict[str, str]:
    """What every process reads: one thread each, and one folder for the models that any of them keeps."""
    models = os.environ.get("GLASSFORMER_MODELS", "").strip() or str(folder / "models")
    return {**os.environ, "GLASSFORMER_MODELS": models, "OMP_NUM_THREADS": "1"}


def write_configuration(folder: Path, listen: str, ports: Sequence[int]) -> None:
    """Write nginx's configuration for these processes into `folder`."""
    places = {
        "SERVERS": "\n    ".join(f"server 127.0.0.1:{port} max_fails=1 fail_timeout=5s;" for port in ports),
        "LISTEN": listen,
        "CACHE": str(folder / "cache"),
        "LOG": str(folder / "access.log"),
        "FRAMES": frame_hosts(),
    }
    # What stands in the template for nginx's own variables stays.
    site = Template((ROOT / "deploy" / "site.conf.template").read_text(encoding="utf-8")).safe_substitute(places)
    (folder / "site.conf").write_text(site, encoding="utf-8")
    (folder / "nginx.conf").write_text(Template(_MAIN).substitute(FOLDER=str(folder)), encoding="utf-8")


def frame_hosts() -> str:
    """The sites that may frame the app, from `GLASSFORMER_FRAME_HOSTS`: "https://lms.example.org https://*.edu".

    Raises:
        SystemExit: one sentence, if one of them is no site.
    """
    hosts = os.environ.get("GLASSFORMER_FRAME_HOSTS", "").split()
    for host in hosts:
        if not _SITE.fullmatch(host):
            raise SystemExit(
                f"GLASSFORMER_FRAME_HOSTS: {host!r} is no site: write for example https://lms.example.org."
            )
    return " ".join(hosts)


def end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """End them all: asked first, and killed if they do not listen."""
    for process in processes:
        process.terminate()
    until = time.monotonic() + _PATIENCE
    for process in processes:
        try:
            process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def say(words: str) -> None:
    """Tell the terminal."""
    print(f"glassformer: {words}", flush=True)


if __name__ == "__main__":
    main()
