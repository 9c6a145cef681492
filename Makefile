# Everything here needs Python 3.11 or newer and make, nothing else.
PYTHON ?= python3
BIN := .venv/bin

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: .venv/play ## Open the tables in the browser (in the terminal: .venv/bin/undercut play)
	@echo "To play in the terminal instead: .venv/bin/undercut play"
	@$(BIN)/undercut serve --open

setup: .venv/dev ## Make the environment that development needs; the other targets do so too

check: .venv/dev ## Check a change in under three minutes; GAME=cuttle: that game (default: the changed ones)
	@$(BIN)/python -m tests.check $(GAME)

test: .venv/dev ## Run every test
	$(BIN)/python -m tests.needs
	$(BIN)/python -m tests.compile
	$(BIN)/python -m pytest -n 2 --maxprocesses 2 --dist worksteal --ignore=tests/browser
	$(BIN)/python -m pytest -n 2 --maxprocesses 2 tests/browser

thorough: .venv/dev ## Run the tests with all their games: every rule set, every number of seats; this takes hours
	$(BIN)/python -m tests.needs
	$(BIN)/python -m tests.compile
	UNDERCUT_THOROUGH=1 $(BIN)/python -m pytest -n 2 --maxprocesses 2 --dist worksteal --ignore=tests/browser

lint: .venv/dev ## Check style, types and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache

bench: .venv/bench ## Measure speed beside OpenSpiel's; the table goes to bench/results
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/search.py

strength: .venv/dev ## Let the opponents play each other, which takes hours; docs/bots.md gets the tables
	$(BIN)/python bench/strength.py
	$(BIN)/python docs/pages.py

golden: .venv/dev ## Write the golden games and perft tables again; review the diff
	$(BIN)/python -m tests.golden.make
	$(BIN)/python -m tests.perft.make

figures: .venv/dev ## Play the games that the pages in docs give figures of, and fill them in
	$(BIN)/python bench/games.py
	$(BIN)/python docs/pages.py

conformance: .venv/dev ## Compare the hosts on 100,000 random games, and hold whole games
	$(BIN)/python -m tests.conformance.full --games 100000

lock: .venv/bench ## Pin the versions that are installed now
	$(BIN)/pip freeze --exclude-editable > constraints.txt

.venv/pip: constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Undercut needs Python 3.11 or newer: make PYTHON=python3.12")'
	@echo "Setting up .venv; this happens once, and takes a minute or so."
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/play: .venv/pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[site,plots]'
	@touch $@

.venv/dev: .venv/play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[site,plots,dev]'
	@touch $@

.venv/bench: .venv/dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[site,plots,dev,bench]'
	@touch $@

.PHONY: help play setup check test thorough lint bench strength golden figures conformance lock
