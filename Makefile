# Everything a fresh machine with Python (and its venv module) and cargo needs. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python

# Whatever environment is active: ours is meant.
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
unexport CONDA_PREFIX
export PYO3_PYTHON := $(CURDIR)/$(PY)
# The suite starts some hundreds of processes: each would compile all it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: test-servers docs help build build-testing demo test test-all test-rest test-rust test-suite test-release test-python test-newest quick lint lint-rust lint-python format bench bench-interpreters bench-web bench-logs wheel wheel-pure test-wheel-pure test-engines test-downstream fuzz hard public-suffixes idna-tables clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 20

# What pip and cargo say goes to target/logs, and is shown if they fail.
QUIETLY := @tools/quietly

$(VENV)/ready: pyproject.toml
	$(QUIETLY) venv "a virtual environment, $(VENV)" $(PYTHON) -m venv --clear $(VENV)
	$(QUIETLY) pip "pip, its newest" $(PY) -m pip install --upgrade pip
	$(QUIETLY) packages "what is needed to build and to test" $(PY) -m pip install --group dev
	@touch $@

build: $(VENV)/ready  ## the library, in release mode, into .venv
	$(QUIETLY) build "urlmill, in release mode" $(PY) -m maturin develop --release

build-testing: $(VENV)/ready  ## the library as the tests take it, into .venv: assertions on, quickly built
	$(QUIETLY) build-testing "urlmill, for tests" $(PY) -m maturin develop --profile testing

demo: build  ## see it at work on a log, and its speed beside urllib.parse
	@$(PY) demo/demo.py

# Two at a time where they do not wait for each other: pip beside cargo, what checks beside what builds.
TOGETHER = $(MAKE) --no-print-directory --output-sync=target -j2
# One more than there are processors: many tests wait for a process or for a server.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := -m pytest --numprocesses $(WORKERS) --dist worksteal

test:  ## lints, types, the Rust tests, the suite in .venv on both backends: minutes
	@$(TOGETHER) $(VENV)/ready test-rust
	@$(TOGETHER) lint-python lint-rust
	@$(MAKE) --no-print-directory test-suite

test-all: test test-rest  ## that, and all the rest that CI runs

# The tests that take gigabytes come first: later, the engines would have taken the memory.
test-rest:  ## what `make test` leaves out: every Python, the newest ones, the docs, the pure wheel, the engines, real servers, what takes gigabytes, two minutes of fuzzing
	@$(TOGETHER) test-rest-pythons test-rest-engines

.PHONY: test-rest-pythons test-rest-engines
test-rest-pythons:
	@if [ -x $(NEWEST) ]; then \
		newer=$$($(NEWEST) sh -c "ls /usr/bin | sed -n 's/^python\(3\.[0-9]*\)$$/\1/p'") && \
		$(MAKE) --no-print-directory test-python OTHERS="--others --newer-elsewhere $$(echo $$newer) --" && \
		$(MAKE) --no-print-directory test-newest; \
	else \
		$(MAKE) --no-print-directory test-python OTHERS=--others && \
		echo "the newest Pythons are left out: there is no $(NEWEST)"; \
	fi

test-rest-engines:
	@$(MAKE) --no-print-directory docs
	@$(MAKE) --no-print-directory test-servers
	@$(MAKE) --no-print-directory test-release
	@$(MAKE) --no-print-directory fuzz MINUTES=2
	@$(MAKE) --no-print-directory test-wheel-pure
	@$(MAKE) --no-print-directory test-engines

test-rust:  ## the tests of the crates that know no Python
	+cargo test --quiet --profile testing --workspace

test-suite: build-testing  ## the suite in .venv, on both backends
	HYPOTHESIS_PROFILE=quick $(PY) $(PYTEST) -m "not large and not long"
	HYPOTHESIS_PROFILE=brief URLMILL_BACKEND=pure $(PY) $(PYTEST) -m "not large and not long and not once and not door"

test-release: build  ## the suite on the library as it ships, with the tests that take gigabytes or minutes
	$(PY) -m pytest -m large
	$(PY) $(PYTEST) -m long --ignore=tests/servers  # which `make test-servers` has
	$(PY) -m pytest -m "not large and not long and not once"

test-python: $(VENV)/ready  ## the suite on every CPython here, on both backends
	$(PY) tools/every_python.py $(OTHERS)

# Virtual environments that are made inside run only inside, so they have names of their own.
NEWEST := ../shared/tools/newest-pythons

test-newest:  ## the suite on the newest CPythons and on PyPy, through ../shared/tools/newest-pythons
	@[ -x $(NEWEST) ] || { echo "make test-newest needs $(NEWEST), which is not here" >&2; exit 1; }
	$(QUIETLY) venv-newest "a virtual environment, .venv-newest" $(NEWEST) sh -c '$$(ls /usr/bin/python3.?? | tail -n 1) -m venv --clear .venv-newest'
	$(QUIETLY) packages-newest "maturin" $(NEWEST) .venv-newest/bin/python -m pip install "maturin>=1.9.4,<2"
	$(NEWEST) .venv-newest/bin/python tools/every_python.py --prefix .venv-newest-

quick: build-testing  ## the suite in .venv only, with few examples: for a change in progress
	HYPOTHESIS_PROFILE=brief $(PY) $(PYTEST) -m "not large and not long and not once"
	HYPOTHESIS_PROFILE=brief URLMILL_BACKEND=pure $(PY) $(PYTEST) -m "not large and not long and not once and not door"

lint: build-testing lint-rust lint-python  ## formatting, types, stubs, lints; changes nothing

lint-rust: $(VENV)/ready
	cargo fmt --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	for crate in fuzz bench-web; do \
		cargo metadata --quiet --locked --format-version 1 --manifest-path rust/$$crate/Cargo.toml > /dev/null || exit 1; \
	done
	for config in tools/interpreters/*.txt; do \
		PYO3_CONFIG_FILE=$(CURDIR)/$$config cargo check --quiet -p urlmill-py --target-dir target/other || exit 1; \
	done

lint-python: build-testing
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m basedpyright --pythonpath $(PY)
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

# A file has a URL a line.
bench-web:  ## the core of the web profile, beside Ada and the url crate: needs a C++ compiler; FILES has the URLs
	cargo run --release --quiet --locked --manifest-path rust/bench-web/Cargo.toml --target-dir target/bench-web -- \
		$(or $(FILES),$(or $(wildcard ../shared/data/urls/top100.txt ../shared/data/urls/userbait.txt),tests/data/top100.txt))

bench-logs: $(VENV)/ready  ## logs of 400 MB and of 5 GB, beside DuckDB, Polars, mawk, jq and goaccess; writes docs/bench-logs.md
	$(PY) -m benches.environment
	.venv-bench/bin/python -m benches.suites.logs .venv-bench/logs

wheel: $(VENV)/ready  ## a wheel for this interpreter, in dist/
	$(PY) -m maturin build --release -i $(PY) --out dist

wheel-pure: $(VENV)/ready  ## a wheel for any Python, without the native module, in dist/
	$(PY) tools/build_pure_wheel.py dist

test-wheel-pure: wheel-pure  ## the suite on that wheel, where there is no native module at all
	$(QUIETLY) venv-pure "a virtual environment, .venv-pure" $(PYTHON) -m venv --clear .venv-pure
	$(QUIETLY) pip-pure "pip, its newest" .venv-pure/bin/python -m pip install --upgrade pip
	$(QUIETLY) packages-pure "what is needed to test" .venv-pure/bin/python -m pip install --group test dist/urlmill-*-py3-none-any.whl
	HYPOTHESIS_PROFILE=quick .venv-pure/bin/python -m pytest -m "not large and not long and not once"

ENGINES_PY := .venv-engines/bin/python

.venv-engines/ready: pyproject.toml
	$(QUIETLY) venv-engines "a virtual environment, .venv-engines" $(PYTHON) -m venv --clear .venv-engines
	$(QUIETLY) pip-engines "pip, its newest" $(ENGINES_PY) -m pip install --upgrade pip
	$(QUIETLY) packages-engines "Spark and the other engines" $(ENGINES_PY) -m pip install --group engines
	@touch $@

test-engines: $(VENV)/ready .venv-engines/ready  ## every engine, on one table of cases; none is skipped here
	@rm -rf .venv-engines/wheels
	$(QUIETLY) build-engines "urlmill, for tests" $(PY) -m maturin build --profile testing -i $(ENGINES_PY) --out .venv-engines/wheels
	$(QUIETLY) install-engines "its wheel" $(ENGINES_PY) -m pip install --force-reinstall .venv-engines/wheels/*.whl
	$(ENGINES_PY) -c "import chdb, daft, dask.dataframe, datafusion, duckdb, numpy, pandas, polars, pyarrow, pyspark, ray"
	$(ENGINES_PY) -m pytest -m "not large" tests/engines tests/test_docs.py

DOCS_PY := .venv-docs/bin/python

.venv-docs/ready: pyproject.toml
	$(QUIETLY) venv-docs "a virtual environment, .venv-docs" $(PYTHON) -m venv --clear .venv-docs
	$(QUIETLY) pip-docs "pip, its newest" $(DOCS_PY) -m pip install --upgrade pip
	$(QUIETLY) packages-docs "mkdocs and what it needs" $(DOCS_PY) -m pip install --group docs
	@touch $@

docs: .venv-docs/ready  ## the pages and the reference of every public name, into site/; a link that leads nowhere fails
	$(QUIETLY) docs "the pages, into site/" env NO_MKDOCS_2_WARNING=1 $(DOCS_PY) -m mkdocs build --strict

test-servers: build-testing  ## every plan of a table of cases against vsftpd, proftpd, INN, gophernicus and nginx; skipped where they are not installed
	$(QUIETLY) debian-servers "the servers, from Debian's packages" tools/debian_servers
	$(PY) -m pytest tests/servers -rs

FUZZ_PY := .venv-fuzz/bin/python
MINUTES ?= 10

.venv-fuzz/ready: pyproject.toml
	$(QUIETLY) venv-fuzz "a virtual environment, .venv-fuzz" $(PYTHON) -m venv --clear .venv-fuzz
	$(QUIETLY) pip-fuzz "pip, its newest" $(FUZZ_PY) -m pip install --upgrade pip
	$(QUIETLY) packages-fuzz "Atheris, and what is needed to test" $(FUZZ_PY) -m pip install --group fuzz
	@touch $@

fuzz: .venv-fuzz/ready  ## every fuzz target, as many at a time as there are processors, for MINUTES in all (default: 10)
	$(FUZZ_PY) -m tools.fuzz $(MINUTES)

hard: build .venv-fuzz/ready  ## by hand: the suite under AddressSanitizer, threads, allocations that fail, kills; STEPS chooses
	$(PY) -m tools.hard $(STEPS)

test-downstream: $(VENV)/ready  ## the suites of packages that lean on urllib.parse, with and without urlmill
	$(PY) -m tests.downstream.run

public-suffixes: $(VENV)/ready  ## the newest Public Suffix List into the package
	$(PY) tools/update_public_suffixes.py

idna-tables: $(VENV)/ready  ## the Unicode data of the web profile, from the releases that tools/update_idna_tables.py names
	$(PY) tools/update_idna_tables.py

.PHONY: release-check
RELEASE_PY := .venv-release/bin/python

.venv-release/ready: pyproject.toml
	$(PYTHON) -m venv --clear .venv-release
	$(RELEASE_PY) -m pip install --quiet --upgrade pip
	$(RELEASE_PY) -m pip install --quiet --group release
	touch $@

release-check: .venv-release/ready  ## build all that a release consists of, install it, look at it; ARGS=--advisories asks for known faults of crates
	$(RELEASE_PY) -m tools.release $(ARGS)

clean:  ## remove what was built
	rm -rf target dist site .venv .venv-* .hypothesis .pytest_cache .mypy_cache .ruff_cache
