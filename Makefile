# Everything here needs Python 3.11 or newer and make, nothing else.
PYTHON ?= python3
BIN := .venv/bin
# With this set, each of the hundred test processes would compile everything that it imports.
unexport PYTHONDONTWRITEBYTECODE

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/play ## Open the tables in the browser (in the terminal: .venv/bin/undercut play)
	@echo "To play in the terminal instead: .venv/bin/undercut play"
	@$(BIN)/undercut serve --open

setup: .venv/dev ## Make the environment that development needs; the other targets do so too

check: .venv/dev ## Check a change of a game in under two minutes; GAME=cuttle: that game (default: the changed ones)
	@$(BIN)/python -m tests.check $(GAME)

test: .venv/dev ## Run every test, many with a sample of their games
	@# What tests need is downloaded while the games are compiled.
	$(BIN)/python -m tests.needs & needs=$$!; $(BIN)/python -m tests.compile && wait $$needs
	@# Tests wait for processes and clocks now and then: three side by side keep two cores busy.
	$(BIN)/python -m pytest -n 3 --maxprocesses 3 --dist worksteal --ignore=tests/browser
	@# A browser that falls behind on a busy machine gets a second try; the report names each test that needed it.
	$(BIN)/python -m pytest -n 3 --maxprocesses 3 --dist worksteal --reruns 1 -raR tests/browser

thorough: .venv/dev ## Run the tests with all their games: every rule set, every number of seats; this takes hours
	$(BIN)/python -m tests.needs
	$(BIN)/python -m tests.compile
	UNDERCUT_THOROUGH=1 $(BIN)/python -m pytest -n 2 --maxprocesses 2 --dist worksteal --ignore=tests/browser
	UNDERCUT_THOROUGH=1 $(BIN)/python -m pytest -n 2 --maxprocesses 2 --dist worksteal tests/browser

lint: .venv/dev ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache

bench: .venv/dev ## Measure speed beside other projects'; the tables go to bench/results
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/search.py
	$(BIN)/python bench/lab.py
	$(BIN)/python bench/lab_study.py
	$(BIN)/python bench/batches.py

bench-site: .venv/dev ## Measure what the site carries, in an hour; bench/results/load.md gets the table
	PYTHONPATH=. $(BIN)/python bench/site.py --keep

bench-pages: .venv/dev ## Measure the edition without a server in Chromium; bench/results/pages.md gets the tables
	PYTHONPATH=.:docs $(BIN)/python bench/pages.py

strength: .venv/dev ## Let the opponents play each other, which takes hours; docs/bots.md gets the tables
	$(BIN)/python bench/strength.py
	$(BIN)/python docs/pages.py

modules: .venv/dev ## Build the WebAssembly modules after a change of rules or search, in a minute; GAME=cuttle: one
	NUMBA_OPT=0 $(BIN)/python -m undercut.search.layers $(GAME)

SITE ?=
pages: docs ## Build the site that needs no server, with the docs, in dist/site; SITE=https://… : where people meet
	$(BIN)/python -m undercut.offline.build dist/site --site "$(SITE)" --docs dist/docs

docs: .venv/dev ## Build the docs site, in dist/docs
	$(BIN)/python docs/website.py

notebooks: .venv/dev ## Run the notebooks in examples and keep what they print, in three minutes
	$(BIN)/python docs/notebooks.py

licences: .venv/dev ## List the licences of all that is installed, for the about page; after make lock
	$(BIN)/python docs/licences.py

dist: .venv/dev ## Build the wheel and the source distribution, in dist, and check them
	rm -f dist/undercut-*
	$(BIN)/python -m hatchling build --directory dist
	$(BIN)/twine check --strict dist/undercut-*

dist-check: dist ## Install the wheel into empty environments, each extra alone, and run the README there; ten minutes
	$(BIN)/python -m tests.deploy.installed

golden: .venv/dev ## Write the golden games and perft tables again; review the diff
	$(BIN)/python -m tests.golden.make
	$(BIN)/python -m tests.golden.observations
	$(BIN)/python -m tests.perft.make

figures: .venv/dev ## Play the games that the pages in docs give figures of, and fill them in
	$(BIN)/python bench/games.py
	$(BIN)/python docs/pages.py

studies: .venv/dev ## Run the studies that the site and docs/findings.md show, in ten minutes, and fill in the tables
	$(BIN)/python bench/studies.py
	$(BIN)/python docs/pages.py

conformance: .venv/dev ## Compare the hosts on 100,000 random games, and hold whole games
	CONFORMANCE_GAMES=100000 $(BIN)/python -m pytest -n auto tests/conformance

deploy-check: .venv/dev ## Try the files of deploy; needs root, nginx and systemd
	$(BIN)/python -m tests.deploy.check

lock: .venv/dev ## Pin the versions in both lock files; UPGRADE=--upgrade: the newest
	$(LOCK) --extra lab --extra dev --extra bench --output-file requirements-dev.txt
	$(LOCK) --constraint requirements-dev.txt --output-file requirements.txt

LOCK = $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes $(UPGRADE) \
	--custom-compile-command "make lock" --group install --extra site
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.venv/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Undercut needs Python 3.11 or newer: make PYTHON=python3.12")'
	@echo "Setting up .venv; this happens once, and takes a minute or so."
	@$(PYTHON) -m venv .venv
	@touch $@

# Everything comes from a lock file, with hashes; the project itself is installed with what the lock file has.
# uv needs a fifth of pip's time; where it fails, for want of pip's own settings, pip installs.
.venv/uv: .venv/pip requirements-dev.txt
	@awk '/^[a-z]/ { wanted = /^uv==/ } wanted' requirements-dev.txt > .venv/uv.txt
	$(PIP) --require-hashes --requirement .venv/uv.txt
	@touch $@

define install
	$(BIN)/uv pip install --quiet --system-certs --python $(BIN)/python --require-hashes --requirement $(1) \
		|| $(PIP) --no-compile --require-hashes --requirement $(1)
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@
endef

.venv/play: .venv/uv pyproject.toml requirements.txt
	$(call install,requirements.txt)

.venv/dev: .venv/uv pyproject.toml requirements-dev.txt
	$(call install,requirements-dev.txt)

.PHONY: help play setup check test thorough lint bench bench-site bench-pages strength modules pages docs notebooks licences dist dist-check golden figures studies conformance deploy-check lock
