# Everything a fresh machine with Python (and its venv module) and cargo needs. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
BENCH_VENV := .venv-bench

.DEFAULT_GOAL := help
.PHONY: help build demo test test-rust test-python quick lint format bench wheel wheel-pure test-downstream fuzz clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 18

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --group dev
	touch $@

build: $(VENV)/ready  ## the library, in release mode, into .venv
	$(PY) -m maturin develop --release --quiet

demo: build  ## see it at work, and its speed beside urllib.parse
	$(PY) demo/demo.py

test: lint test-rust test-python  ## all that CI runs

test-rust:  ## the core's own tests
	cargo test --quiet -p urlmill-core

test-python: $(VENV)/ready  ## the suite on every CPython here, on both backends
	$(PY) tools/every_python.py

quick: build  ## the suite in .venv only, with few examples: for a change in progress
	HYPOTHESIS_PROFILE=quick $(PY) -m pytest
	HYPOTHESIS_PROFILE=quick URLMILL_BACKEND=pure $(PY) -m pytest

lint: build  ## formatting, types, stubs, lints; changes nothing
	cargo fmt --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m mypy.stubtest urlmill

format: $(VENV)/ready  ## bring all code into shape
	cargo fmt
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

wheel: $(VENV)/ready  ## a wheel for this interpreter, in dist/
	$(PY) -m maturin build --release --out dist

wheel-pure: $(VENV)/ready  ## a wheel for any Python, without the native module, in dist/
	$(PY) tools/build_pure_wheel.py dist

test-downstream: $(VENV)/ready  ## the suites of packages that lean on urllib.parse, with and without urlmill
	$(PY) tests/downstream/run.py

clean:  ## remove what was built
	rm -rf target dist .venv .venv-* .hypothesis .pytest_cache .mypy_cache .ruff_cache
