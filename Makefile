# Each target makes the environment it needs by itself; see CONTRIBUTING.md.
#   make PYTHON=python3.12 test     another interpreter
#   make JOBS=8 test                more processes
#   make BENCH_ARGS=--quick bench   a look at speed, without writing the page
.DEFAULT_GOAL := help
.PHONY: help demo test check bench rules docs lock clean environment
SHELL := /bin/sh

PYTHON ?= python3
JOBS ?= 2
PYTEST_ARGS ?=
BENCH_ARGS ?=
FUZZ_SECONDS ?= 20

# Bytecode is worth having, whatever the caller's shell says; and only the environment's packages count.
unexport PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH VIRTUAL_ENV

RUN := .venv/bin/python

help:
	@echo 'make demo    score and explain the answers of examples/'
	@echo 'make test    run the tests'
	@echo 'make check   tests, lint, types, layers, a short fuzz, docs: what CI runs'
	@echo 'make bench   measure speed and write docs/performance.md'
	@echo 'make rules   show which cases and tests pin each rule'
	@echo 'make docs    build the documentation into site/'
	@echo 'make lock    pin the newest allowed dependencies again (needs the network)'
	@echo 'make clean   remove everything that was made'

environment:
	@'$(PYTHON)' scripts/environment.py .venv requirements/dev.txt --project

EXAMPLES := --tasks examples/tasks.json --annotations examples/annotations.jsonl
EXPLAIN := $(RUN) -m probatum answers explain $(EXAMPLES)
# A refuted answer gives exit code 1, and two of the demo's three are wrong on purpose.
REFUTED := test $$? -eq 1

demo: environment
	@mkdir -p out
	$(RUN) -m probatum answers score $(EXAMPLES) --answers examples/answers.jsonl --out out/verdicts.jsonl
	$(EXPLAIN) --task 34 --answer 'Up from 100: **one hundred and thirty** trams, in 5–10 rows.'
	$(EXPLAIN) --task 44 --answer 'Moonstone comes in small and in x-large packets.' || $(REFUTED)
	$(EXPLAIN) --task 26 --answer '❌ Not at rush hour.' || $(REFUTED)

test: environment
	@$(RUN) -m pytest -n $(JOBS) $(PYTEST_ARGS)

check: test
	$(RUN) -m ruff check
	$(RUN) -m ruff format --check
	$(RUN) -m mypy
	.venv/bin/lint-imports --no-logo --no-cache
	$(RUN) -m tests.fuzz --seconds $(FUZZ_SECONDS)
	@$(MAKE) --no-print-directory docs

bench: environment
	-@'$(PYTHON)' scripts/environment.py .venv-peers requirements/bench-peers.txt
	$(RUN) -m benchmarks $(BENCH_ARGS)

rules: environment
	@$(RUN) -m tests.rules_table

docs: environment
	$(RUN) -m zensical build --clean --strict

lock:
	@'$(PYTHON)' scripts/environment.py .venv-lock requirements/lock.txt
	'$(PYTHON)' scripts/lock.py

clean:
	rm -rf .venv .venv-lock .venv-peers .cache site build dist out .mypy_cache .ruff_cache .pytest_cache \
	  .hypothesis .import_linter_cache
	find src tests benchmarks scripts -type d -name __pycache__ -prune -exec rm -rf '{}' +
