# Everything runs in .venv, which make creates. Set PYTHON to use another Python than python3, PORT for another port
# than 8484, and ARGS for arguments to pytest or bench. LOCKS= (empty) installs versions that pyproject.toml allows,
# instead of the locked ones.
PYTHON ?= python3
VENV := .venv
LOCKS ?= .ci/requirements
# One more than the number of cores, since browser tests mostly wait for the browser.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
# Run modules, not the scripts in .venv/bin, which break when the folder is moved.
PY := $(VENV)/bin/python

.PHONY: help run setup test lint bench proofs build release words lock clean venv packages

help:
	@echo "make run     serves Scorepad to this machine and the phones in your network (PORT=8485 for another port)"
	@echo "make test    runs all tests, including those in a browser"
	@echo "make lint    runs ruff, mypy, djlint and the checks of this project"
	@echo "make bench   prints each benchmark beside its goal; fails if a goal is missed without a written reason"
	@echo "make proofs  tries to refute what docs/reliability.md claims; takes eight hours or more"
	@echo "make build   builds the packages, a wheel and a source archive, in dist"
	@echo "make release checks and tests this commit, builds its packages with their hashes, and tags it; pushes nothing"
	@echo "make setup   installs all dependencies in .venv; the other targets do this when needed"
	@echo "make words   adds new text to the translations, and says how far each is (LANGUAGES=fr begins another one)"
	@echo "make lock    locks the newest versions of all dependencies, with their hashes, for every platform"
	@echo "make clean   removes what make created, never your clubs"

run: $(VENV)/.run
	@exec $(PY) -m scorepad serve $(if $(PORT),--port "$(PORT)")

setup: $(VENV)/.dev

test: $(VENV)/.dev packages
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder --max-worker-restart 0 $(ARGS)

lint: $(VENV)/.dev
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check --quiet
	@$(PY) -m mypy --strict scorepad
	@$(PY) -m tests.support.house_rules
	@if [ -d templates ]; then $(PY) -m djlint --lint --quiet templates; fi

bench: $(VENV)/.dev
	@$(PY) -m bench $(ARGS)

proofs: $(VENV)/.dev
	@failed=; for proof in typed kill imports uploads club_file power damage slow answered malformed files lossy season clock rights schemas clients programs watchers fuzz restore two_hosts container updating; do \
	$(PY) -m bench.proofs.$$proof || [ $$? -eq 77 ] || failed="$$failed $$proof"; done; \
	if [ -n "$$failed" ]; then echo "Refuted:$$failed" >&2; exit 1; fi

build: $(VENV)/.build
	@rm -rf dist
	@$(PY) -m build --no-isolation

release: $(VENV)/.dev
	@$(PY) .ci/release.py

words: $(VENV)/.dev
	@$(PY) -m tests.support.catalogues $(LANGUAGES)

lock: venv
	@.ci/lock $(PY) .ci/requirements

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each is made again when the dependencies change.
$(VENV)/.run: pyproject.toml .ci/requirements/run.txt | venv
	@echo "Installing what Scorepad needs ..."
	@.ci/install $(PY) run "$(LOCKS)"
	@touch $@

$(VENV)/.dev: pyproject.toml .ci/requirements/dev.txt | venv
	@echo "Installing what Scorepad and its tests need ..."
	@.ci/install $(PY) dev "$(LOCKS)"
	@touch $(VENV)/.run $(VENV)/.build $@

$(VENV)/.build: .ci/requirements/build.txt | venv
	@.ci/install $(PY) build "$(LOCKS)"
	@touch $@

venv:
	@if [ -x $(PY) ] && $(PY) -c 'import pip' 2>/dev/null; then exit 0; fi; \
	refuse() { echo "$$1" >&2; exit 1; }; \
	command -v "$(PYTHON)" >/dev/null || \
		refuse "Scorepad needs Python 3.11 or newer, and $(PYTHON) is missing. Install it, or choose one: make PYTHON=..."; \
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		refuse "Scorepad needs Python 3.11 or newer, and $(PYTHON) is older. Install it, or choose one: make PYTHON=..."; \
	"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
		refuse "$(PYTHON) has no venv. Install it (Debian: apt-get install python3-venv), then try again."; \
	"$(PYTHON)" -m venv --clear $(VENV)

packages:
	@.ci/packages
