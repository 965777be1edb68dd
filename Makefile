# Every target sets up what it needs; python3 (3.11 to 3.14, with venv) and a package index are enough.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
RUNTIME := $(VENV)/.runtime
DEV := $(VENV)/.dev
STATIC := src/sevenhex/server/static/index.html
WORKERS ?= 4 # on two cores: many tests wait for a server or a browser
PYTEST = $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --no-loadscope-reorder
ARGS ?=
WARM ?= $(if $(ARGS),,warm) # pages are tested first, and would wait for the compiler
# what strangers, learners and files can reach, by the tests that cross most of the compiled code
CHECKED := $(addprefix tests/,trust/test_fuzz.py env/test_combinations.py bots/test_master.py bots/test_games.py search/test_policy.py search/test_search.py test_check.py \
	test_routes.py test_notation_fuzz.py test_bad_input.py env/test_single.py)
PIP := $(BIN)/python -m pip --disable-pip-version-check
WEB_SOURCES := $(if $(wildcard web/package.json),$(shell find web -name node_modules -prune -o -name dist -prune -o -type f -print))
# `make play` needs no test tools: it uses the development environment where there is one, else a small one
ENVIRONMENT := $(if $(wildcard $(DEV)),$(DEV),$(RUNTIME))

.DEFAULT_GOAL := help
unexport PYTHONDONTWRITEBYTECODE # tests start hundreds of processes: each module is compiled once
.PHONY: help packages setup play web web-packages browser test test-long test-torch warm warm-checked checked check style types audit docs bench wheel load kill gpu-test gpu-bench clean

help: ## this list
	@echo "Sevenhex. Targets (each does its own set-up):"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

packages: $(DEV) web

setup: packages browser ## .venv with everything that development needs, the built page, a browser for the tests

play: | $(BIN)/python ## start a game on this machine (ARGS="--port 8000")
	@start=$$(date +%s); $(MAKE) --no-print-directory --jobs=2 $(ENVIRONMENT) web && \
	took=$$(($$(date +%s) - start)); [ $$took -lt 2 ] || echo "Set up in $$took s; from now on this is skipped." # packages and page at the same time
	@trap : INT; $(BIN)/sevenhex play $(ARGS) || [ $$? = 130 ] # stopped by Ctrl+C is no error

test: $(DEV) web web-packages browser $(WARM) ## the whole suite (ARGS="-k route" for a part)
	$(PYTEST) --durations 25 --durations-min 4 $(ARGS)

test-long: $(DEV) web web-packages browser ## the same with more games and inputs, and the runs of a night
	SEVENHEX_LONG=1 $(PYTEST) -m "not gpu" $(ARGS)

TORCH := $(addprefix tests/,learn nets observation/test_expand.py env/test_dlpack.py env/test_trajectory.py)

test-torch: $(DEV) ## the tests that need PyTorch, which the others skip (installs it into the environment)
	$(PIP) install -qq "torch>=2.11"
	$(PYTEST) $(TORCH) $(ARGS)

checked: $(DEV) ## rules, notation, environments and bots with every index of the compiled code checked
	SEVENHEX_BOUNDSCHECK=1 NUMBA_OPT=1 $(PYTEST) $(CHECKED) $(ARGS)

warm warm-checked: $(DEV) # compile what the tests call, once, before several workers do so
	$(if $(findstring checked,$@),SEVENHEX_BOUNDSCHECK=1 NUMBA_OPT=1) $(BIN)/python tests/warm.py

check: style types audit ## ruff, mypy --strict, the page's types, known vulnerabilities

style: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV)
	$(BIN)/mypy --strict
	@$(BIN)/python hatch_build.py check

audit: $(DEV) ## known vulnerabilities in the dependencies, where the advisory service can be reached
	@status=0; timeout 90 $(BIN)/pip-audit --skip-editable --progress-spinner off --timeout 5 > $(VENV)/audit.txt 2>&1 || status=$$?; \
	if grep -q '^Found .* known vulnerabilit' $(VENV)/audit.txt; then cat $(VENV)/audit.txt; exit 1; \
	elif [ $$status -ne 0 ] || grep -q 'numpy .*could not be audited' $(VENV)/audit.txt; then echo "audit: skipped, the advisory service cannot be reached from here"; \
	else tail -n 1 $(VENV)/audit.txt; fi

docs: $(DEV) ## the docs and the API reference as a site, in build/site (warnings are errors, links are checked)
	$(BIN)/python scripts/make_rulebooks.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "docs: build/site/index.html"

kill: $(DEV) ## 200 SIGKILLs in the middle of play: nothing that was acknowledged may be lost (counts go to docs/reliability.md)
	$(BIN)/python tests/trust/report.py kills

bench: $(DEV) ## speed of the rules on this machine
	$(BIN)/sevenhex bench $(ARGS)

wheel: $(DEV) ## build the wheel from the sdist, install it in an empty environment and run it
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	@scratch=$$(mktemp -d) && trap 'rm -rf "$$scratch"' EXIT && wheel=$$(ls "$$PWD"/dist/*.whl) && \
	$(BIN)/python -m venv "$$scratch/venv" && \
	"$$scratch/venv/bin/python" -m pip --disable-pip-version-check install -qq "$$wheel" && cd "$$scratch" && \
	venv/bin/sevenhex --version && \
	SEVENHEX_CACHE="$$scratch/cache" venv/bin/sevenhex simulate --games 20 --players 4 --edition sixth --seed 1 && \
	echo "wheel: $$wheel installs and runs"

load: $(DEV) ## tables of clients on loopback: actions/s, latency, memory
	$(BIN)/sevenhex load $(ARGS)

gpu-test: $(DEV) ## the tests that need a real GPU
	$(BIN)/python -m pytest -m gpu $(ARGS)

gpu-bench: $(DEV) ## speed of the rules on this machine's GPU
	$(BIN)/sevenhex bench --gpu $(ARGS)

web: $(if $(WEB_SOURCES),$(STATIC)) ## build the page (again only when its sources changed)

web-packages: $(DEV) web # all npm packages, where `make play` takes those of the page only
	@$(BIN)/python hatch_build.py packages

clean: ## remove what was built (the environment stays: rm -r .venv)
	rm -rf dist build src/sevenhex/server/static web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Sevenhex needs Python 3.11 or later, this is " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): pyproject.toml | $(BIN)/python
	@echo "Setting up (once) ..."
	@start=$$(date +%s); SEVENHEX_SKIP_WEB=1 $(PIP) install -qq --no-compile --editable . && \
	echo "  Python's packages: $$(($$(date +%s) - start)) s" # what is imported is compiled then, which is the lesser part
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	@echo "Setting up for development (once) ..."
	@SEVENHEX_SKIP_WEB=1 $(PIP) install -qq --no-compile --editable ".[dev]" # as above
	@touch $@ $(RUNTIME)

$(STATIC): $(WEB_SOURCES) | $(BIN)/python
	@$(BIN)/python hatch_build.py build

browser:
	@if [ -n "$$(for name in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$name; done)" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	  echo "Installing chromium for the browser tests ..."; \
	  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium-headless-shell >/dev/null; } \
	  || DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium >/dev/null \
	  || echo "browser: chromium could not be installed; the browser tests will be skipped"; \
	else echo "browser: no chromium here; install it (apt install chromium-headless-shell, or $(BIN)/playwright install chromium) to run the browser tests"; fi
