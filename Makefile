# `make demo` and `make test` are the whole set-up: Python 3.11 or newer, make, nothing else. Everything lands in this folder.

UV_VERSION := 0.13.9
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(if $(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo yes),$(name))))
ARGS ?=
JOBS ?= 2

BIN := .venv/bin
UV := .venv-tools/bin/uv

# The machine's own Python and certificates, a cache inside the clone (so that links work and HOME may be empty).
export UV_CACHE_DIR ?= $(CURDIR)/.venv-tools/cache
export UV_PYTHON_DOWNLOADS := never
export UV_NO_PROGRESS := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport VIRTUAL_ENV UV_PROJECT_ENVIRONMENT PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.PHONY: help setup demo test check lint types imports lock wheel corpus bench crash retail attacks browser mail eval clean

help:  ## what there is to make
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

setup: .venv/.ready  ## the environment alone

$(UV):
	@test -n "$(PYTHON)" || { echo "deskgraph needs Python 3.11 or newer; none was found on PATH. Install one, or name it: make $(MAKECMDGOALS) PYTHON=/path/to/python3" >&2; exit 1; }
	@$(PYTHON) -m venv .venv-tools > .venv-tools.log 2>&1 || { \
	  cat .venv-tools.log >&2; rm -rf .venv-tools .venv-tools.log; \
	  echo "$(PYTHON) cannot make a virtual environment. On Debian and Ubuntu: apt-get install python3-venv; or name a uv you have: make $(MAKECMDGOALS) UV=/path/to/uv" >&2; exit 1; }
	@rm -f .venv-tools.log
	@.venv-tools/bin/python -m pip install --quiet "uv==$(UV_VERSION)"

# Bytecode is compiled at once: many images forbid Python to write it later, and every start would pay for it.
.venv/.ready: pyproject.toml uv.lock | $(UV)
	@$(UV) sync --quiet --frozen --compile-bytecode --python "$$(command -v $(PYTHON))"
	@touch $@

demo: .venv/.ready  ## work the sample tickets, then serve (ARGS=--once: end after the table)
	@$(BIN)/deskgraph demo $(ARGS)

test: .venv/.ready  ## the whole suite on real PostgreSQL (ARGS: pytest's arguments)
	@$(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

check: lint types imports lock  ## style, types, import contracts, lock file

lint: .venv/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.ready
	$(BIN)/mypy

imports: .venv/.ready
	$(BIN)/lint-imports

lock: .venv/.ready
	$(UV) lock --check --offline

wheel: .venv/.ready  ## the wheel and the source archive, in dist/
	$(UV) build

corpus: .venv/.ready  ## real requests and questions, on throw-away databases
	@$(BIN)/python -m bench.corpus $(ARGS)

bench: .venv/.ready  ## start-up, help, ms and CPU of a run by route
	@$(BIN)/deskgraph bench $(ARGS)

crash: .venv/.ready  ## workers killed at every boundary, then 200 times at random (ARGS: --routes, --kills, ...)
	@$(BIN)/python -m tests.runs.crash $(ARGS)

retail: .venv/.ready  ## every writing call of a shop's tasks, with workers killed on the way (ARGS: --tasks FILE, ...)
	@$(BIN)/python -m bench.gold $(ARGS)

attacks: .venv/.ready  ## a model that obeys every text: what it gets done and what goes out (ARGS: --mails, --every, ...)
	@$(BIN)/python -m bench.attacks $(ARGS)

browser mail eval: .venv/.ready
	@echo "make $@: not yet; it comes with a later release (see CHANGELOG.md)." >&2; exit 1

clean:  ## remove what was made here, the demo's database too
	rm -rf .venv .venv-tools .deskgraph dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
