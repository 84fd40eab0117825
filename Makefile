# Needs make and Python 3.11 or later, nothing else. Another Python: make test PYTHON=python3.13

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PLAY := $(VENV)/.ready-to-play
DEV := $(VENV)/.ready-to-develop
BENCH := $(VENV)/.ready-to-measure
FIGURES := $(VENV)/figures.json
comma := ,
SWITCH := DECKMASTOR_PURE
COMPILE := $(BIN)/python tools/compile.py
COMPILED := $(BIN)/python -c 'from deckmastor.engine import COMPILED; raise SystemExit(not COMPILED)'
PROCESSES ?= 2
# A worker that is done takes tests from another.
PYTEST := $(BIN)/pytest -q -n $(PROCESSES) --dist worksteal
# What never touches the engine is the same in both builds.
ONCE := tests/language tests/content tests/test_project.py
# What plays long (the laws of play among it), and what only uses the engine (the stories of the games,
# terminal, command line, bots, measures), runs on one build: the compiled one, if there is one. No test
# that is marked `source` is among it.
HEAVY := tests/meaning tests/engine/test_corpus_runs.py tests/engine/test_corpus_stories.py \
	tests/engine/test_two_worlds.py tests/engine/test_prompts.py tests/engine/test_laws.py \
	tests/engine/test_sharing.py \
	tests/test_example_games.py tests/test_bench.py tests/test_bots.py tests/test_cli.py \
	tests/test_play.py tests/test_screen.py tests/test_simulate.py tests/test_deck_command.py \
	tests/games

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test test-long siege test-pythons fast profiled wheel mutants check bench figures format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

play: $(PLAY) ## play a game in the terminal
	@$(COMPILE) beside
	@$(BIN)/deckmastor play

test: $(DEV) ## style, types, layers and every test but the long ones, on both builds
	@echo "== style: ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check .
	@echo "== types: mypy"
	@$(BIN)/mypy --strict src
	@echo "== layers: import-linter"
	@$(BIN)/lint-imports --no-logo
	@echo "== tests of language and content, while mypyc compiles the engine: pytest"
	@$(COMPILE) now > $(VENV)/make-test.log 2>&1 & compiling=$$!; \
	$(PYTEST) -m "not long" $(ONCE); tests=$$?; \
	wait $$compiling; engine=$$?; \
	echo "== engine: mypyc"; \
	cat $(VENV)/make-test.log; \
	exit $$((tests + engine))
	@echo "== tests on the source: pytest"
	@$(SWITCH)=1 $(PYTEST) -m "not long" $(ONCE:%=--ignore %) $$($(COMPILED) && echo $(HEAVY:%=--ignore %))
	@if $(COMPILED); then \
		echo "== tests on the compiled engine: pytest"; \
		$(PYTEST) -m "not long" $(ONCE:%=--ignore %); \
	else \
		echo "== no compiled engine here: its tests are left out"; \
	fi

# Without a C compiler it says so, and everything goes on as pure Python.
fast: $(PLAY) ## compile the engine now, and say what it brought; PROFILE=1: profile-guided
	@DECKMASTOR_PROFILE=$(PROFILE) $(COMPILE) now --measure

profiled: $(PLAY) ## the same, profile-guided: compile, play some games, compile with that profile
	@DECKMASTOR_PROFILE=1 $(COMPILE) now

wheel: $(PLAY) ## the compiled, profile-guided wheel for release, in dist/
	@$(COMPILE) wheel

test-pythons: ## the tests on every supported Python that is here; some: PYTHONS="3.12 3.13"
	@$(PYTHON) tools/test_pythons.py $(PYTHONS)

# pytest leaves with status 5 where no test is marked long.
test-long: $(DEV) ## the long sweeps
	@$(BIN)/pytest -q -m long || test $$? -eq 5

# Each build is tried though the other broke. Another seed: make siege SEED=7
SEED ?= 1
BESIEGED := DECKMASTOR_SIEGE=1 DECKMASTOR_SIEGE_SEED=$(SEED)
siege: $(DEV) ## all that is tried to break, leak or lose something, in large numbers, on both builds; SEED=1
	@$(COMPILE) now
	@echo "== siege of the source: pytest"
	@$(BESIEGED) $(SWITCH)=1 $(PYTEST) tests/siege; source=$$?; \
	if $(COMPILED); then \
		echo "== siege of the compiled engine: pytest"; \
		$(BESIEGED) $(PYTEST) tests/siege; compiled=$$?; \
	else \
		echo "== no compiled engine here: its siege is left out"; compiled=0; \
	fi; \
	exit $$((source + compiled))

mutants: $(DEV) ## change sentences of the shipped books, and see whether their tests notice; COUNT=100
	@for game in crazy_eights hypertext unicorns; do \
		$(BIN)/python tools/mutants.py $$game --count $(or $(COUNT),100) || exit 1; \
	done

check: $(PLAY) ## check every rulebook that ships with the package
	@status=0; \
	books=$$(find src/deckmastor -name "*rulebook.md" | sort); \
	test -n "$$books" || echo "No rulebook ships with the package yet."; \
	for book in $$books; do \
		echo "== $$book"; \
		$(BIN)/deckmastor check "$$book" || status=1; \
	done; \
	exit $$status

bench: $(BENCH) profiled ## measure speed: reading, then playing beside other engines
	@echo "== benchmarks/bench_language.py"
	@$(BIN)/python benchmarks/bench_language.py
	@echo "== deckmastor bench"
	@$(BIN)/deckmastor bench --json $(FIGURES)

# On a machine that does nothing else: two or three minutes.
figures: bench ## the same, and write what was measured into docs/performance.md
	@$(BIN)/python benchmarks/write_figures.py $(FIGURES)

format: $(DEV) ## let ruff rewrite what it can
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

clean: ## remove the environment, caches and build products
	@rm -rf $(VENV) $(VENV)-build .venv-3.* build dist src/*.egg-info src/deckmastor/engine/compiled
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY): pyproject.toml setup.py
	$(call install,.)

$(DEV): pyproject.toml setup.py
	$(call install,.[dev])
	@touch $(PLAY)

$(BENCH): pyproject.toml setup.py
	$(call install,.[dev$(comma)bench])
	@touch $(PLAY) $(DEV)

# Make the environment unless a working one is there, then install the project into it, editable.
# A Python without ensurepip (some distributions) may still have virtualenv.
define install
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Deckmastor needs Python 3.11 or later; name one: make PYTHON=python3.13 ..." >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		echo "Making the environment $(VENV) ..."; \
		$(PYTHON) -m venv --clear $(VENV) || $(PYTHON) -m virtualenv --clear --quiet $(VENV) || { \
			echo "Could not make $(VENV): install your system's venv package (often python3-venv)." >&2; \
			rm -rf $(VENV); exit 1; }; }
	@echo "Installing $(1) into $(VENV) ..."
	@$(PIP) install --editable '$(1)'
	@touch $@
endef
