# Everything runs in .venv, which make makes. PYTHON names another Python than python3, PORT another port than 8484,
# ARGS goes to pytest.
PYTHON ?= python3
VENV := .venv
# One more than there are cores: the tests that drive a browser mostly wait for it.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )))
# Called by module, never by the scripts beside it: those stop working when the folder is moved.
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet

.PHONY: help run setup test lint bench clean venv chromium

help:
	@echo "make run     serves the pages, for the phones of your network too (PORT=8485 for another port)"
	@echo "make test    runs every test, the browser's too"
	@echo "make lint    runs ruff, mypy and djlint"
	@echo "make bench   measures, each figure beside its goal"
	@echo "make setup   makes .venv with all that these need, which they do themselves"
	@echo "make clean   removes what make made, never your clubs"

run: $(VENV)/.run
	@exec $(PY) -m scorepad serve $(if $(PORT),--port "$(PORT)")

setup: $(VENV)/.dev

test: $(VENV)/.dev chromium
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(VENV)/.dev
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check --quiet
	@$(PY) -m mypy --strict scorepad
	@if [ -d templates ]; then $(PY) -m djlint --lint --quiet templates; fi

# A question is a script that calls main() without arguments; floors and shared modules do not. All of them are asked.
bench: $(VENV)/.dev
	@scripts=$$(grep -lx -e '    main()' -e '    raise SystemExit(main())' -e '    sys.exit(main())' bench/*.py); failed=; \
	for script in $$scripts; do $(PY) "$$script" || failed="$$failed $$script"; done; \
	if [ -z "$$scripts" ]; then echo "There is nothing to measure in bench/." >&2; exit 1; fi; \
	if [ -n "$$failed" ]; then echo "Over the goal:$$failed" >&2; exit 1; fi

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Each is redone when what the project needs has changed.
$(VENV)/.run: pyproject.toml | venv
	@echo "Fetching what Scorepad stands on ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | venv
	@echo "Fetching what Scorepad and its tests stand on ..."
	@$(PIP) install --editable '.[dev]'
	@touch $(VENV)/.run $@

venv:
	@if [ -x $(PY) ] && $(PY) -c 'import pip' 2>/dev/null; then exit 0; fi; \
	refuse() { echo "$$1" >&2; exit 1; }; \
	command -v "$(PYTHON)" >/dev/null || \
		refuse "Scorepad needs Python 3.11 or newer, and $(PYTHON) is not here. Install it, or name one: make PYTHON=..."; \
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		refuse "Scorepad needs Python 3.11 or newer, and $(PYTHON) is older. Install it, or name one: make PYTHON=..."; \
	"$(PYTHON)" -c 'import ensurepip, venv' 2>/dev/null || \
		refuse "$(PYTHON) has no venv. Install it (Debian: apt-get install python3-venv), then try again."; \
	"$(PYTHON)" -m venv --clear $(VENV)

chromium:
	@.ci/chromium
