# Everything a fresh machine with Python (and its venv module) and cargo needs. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# Whatever environment is active: ours is meant.
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
unexport CONDA_PREFIX
export PYO3_PYTHON := $(CURDIR)/$(PY)

.DEFAULT_GOAL := help
.PHONY: help build demo test test-rust test-python quick lint format bench bench-interpreters bench-logs wheel wheel-pure test-wheel-pure test-engines test-downstream public-suffixes clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 20

$(VENV)/ready: pyproject.toml
	$(PYTHON) -m venv --clear $(VENV)
	$(PY) -m pip install --quiet --upgrade pip
	$(PY) -m pip install --quiet --group dev
	touch $@

build: $(VENV)/ready  ## the library, in release mode, into .venv
	$(PY) -m maturin develop --release --quiet

demo: build  ## see it at work on a log, and its speed beside urllib.parse
	$(PY) demo/demo.py

test: lint test-rust  ## all that CI runs, but for the engines
	$(MAKE) -j2 test-python test-wheel-pure

test-rust:  ## the tests of the crates that know no Python
	cargo test --quiet -p urlmill-core -p urlmill-columns

test-python: $(VENV)/ready  ## the suite on every CPython here, on both backends
	$(PY) tools/every_python.py

quick: build  ## the suite in .venv only, with few examples: for a change in progress
	HYPOTHESIS_PROFILE=quick $(PY) -m pytest
	HYPOTHESIS_PROFILE=quick URLMILL_BACKEND=pure $(PY) -m pytest

lint: build  ## formatting, types, stubs, lints; changes nothing
	cargo fmt --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	for config in tools/interpreters/*.txt; do \
		PYO3_CONFIG_FILE=$(CURDIR)/$$config cargo check --quiet -p urlmill-py --target-dir target/other || exit 1; \
	done
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m mypy.stubtest --mypy-config-file pyproject.toml --allowlist tools/stubtest_absent.txt --ignore-unused-allowlist urlmill

format: $(VENV)/ready  ## bring all code into shape
	cargo fmt
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

# Each interpreter has an environment of its own, made by benches/environment.py; the report says what it ran on.
bench: $(VENV)/ready  ## measure on the newest interpreter here and on the distribution's; writes the README's table and docs/benchmarks.md
	$(PY) -m benches

bench-interpreters: $(VENV)/ready  ## the drop-in on every interpreter here; writes docs/bench-interpreters.md, fails if a row is slower
	$(PY) -m benches.interpreters

bench-logs: $(VENV)/ready  ## a job on an access log of 5 GB, beside awk, Polars and goaccess; writes docs/bench-logs.md
	$(PY) -m benches.environment
	.venv-bench/bin/python -m benches.logs .venv-bench/large.log

wheel: $(VENV)/ready  ## a wheel for this interpreter, in dist/
	$(PY) -m maturin build --release -i $(PY) --out dist

wheel-pure: $(VENV)/ready  ## a wheel for any Python, without the native module, in dist/
	$(PY) tools/build_pure_wheel.py dist

test-wheel-pure: wheel-pure  ## the suite on that wheel, where there is no native module at all
	$(PYTHON) -m venv --clear .venv-pure
	.venv-pure/bin/python -m pip install --quiet --upgrade pip
	.venv-pure/bin/python -m pip install --quiet --group test
	.venv-pure/bin/python -m pip install --quiet dist/urlmill-*-py3-none-any.whl
	HYPOTHESIS_PROFILE=quick .venv-pure/bin/python -m pytest

ENGINES_PY := .venv-engines/bin/python

.venv-engines/ready: pyproject.toml
	$(PYTHON) -m venv --clear .venv-engines
	$(ENGINES_PY) -m pip install --quiet --upgrade pip
	$(ENGINES_PY) -m pip install --quiet --group engines
	touch $@

test-engines: $(VENV)/ready .venv-engines/ready  ## every engine, on one table of cases; none is skipped here
	rm -rf .venv-engines/wheels
	$(PY) -m maturin build --release --quiet -i $(ENGINES_PY) --out .venv-engines/wheels
	$(ENGINES_PY) -m pip install --quiet --force-reinstall .venv-engines/wheels/*.whl
	$(ENGINES_PY) -c "import daft, dask.dataframe, datafusion, duckdb, numpy, pandas, polars, pyarrow, pyspark, ray"
	$(ENGINES_PY) -m pytest tests/engines tests/test_docs.py

test-downstream: $(VENV)/ready  ## the suites of packages that lean on urllib.parse, with and without urlmill
	$(PY) -m tests.downstream.run

public-suffixes: $(VENV)/ready  ## the newest Public Suffix List into the package
	$(PY) tools/update_public_suffixes.py

clean:  ## remove what was built
	rm -rf target dist .venv .venv-* .hypothesis .pytest_cache .mypy_cache .ruff_cache
