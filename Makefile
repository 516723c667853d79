# What a person does here. CI calls the same targets.

PYTHON ?= python3.11
BIN := .venv/bin
READY := .venv/.ready

.PHONY: setup run test soak bench lint proto docs lock

setup: $(READY)

# The stamp is written last, so that an interrupted installation is taken up again.
$(READY): requirements.lock pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --editable .
	touch $@

run: setup
	$(BIN)/thousand up --demo

test: setup
	$(BIN)/python -m pytest

# More of all that is drawn by lot, and the packages of the image, installed as they are there.
SOAK ?= 3
soak: setup
	THOUSAND_SOAK=$(SOAK) $(BIN)/python -m pytest --timeout 3600

# The rules beside other libraries, in an environment of its own; without them where they don't install.
bench:
	test -x .venv-bench/bin/python || $(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --require-hashes --requirement bench/requirements.lock \
	  || echo "The other libraries do not install here."
	PYTHONPATH=libs/engine .venv-bench/bin/python -m bench.rules $(BENCH)

lint: setup judge-proto
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(call generate,.venv/stubs)
	diff --recursive --exclude=__pycache__ libs/stubs/thousand .venv/stubs/thousand

# Judged first, generated last: lint, breaking, generate. The stubs are committed.
proto: setup judge-proto
	$(call generate,libs/stubs)

.PHONY: judge-proto
NEWEST_RELEASE := $(shell ls proto/released/*.binpb 2>/dev/null | sort --version-sort | tail -1)
judge-proto: setup
	$(BIN)/buf lint proto
	$(BIN)/buf format proto --diff --exit-code
	$(if $(NEWEST_RELEASE),$(BIN)/buf breaking proto --against $(NEWEST_RELEASE))

define generate
rm -rf $(1)/thousand
mkdir -p $(1)
PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m grpc_tools.protoc -I proto \
  --python_out=$(1) --grpc_python_out=$(1) --mypy_out=quiet:$(1) --mypy_grpc_out=quiet:$(1) \
  $$(find proto/thousand -name '*.proto' | LC_ALL=C sort)
endef

# The page of rules, from the engine's catalogue. A test compares them.
docs: setup
	$(BIN)/thousand rules --markdown > docs/rules.md

# After a change of requirements.in; with UPGRADE=--upgrade every pin is renewed.
lock: setup
	$(BIN)/uv pip compile --quiet $(UPGRADE) --universal --python-version 3.11 \
	  --generate-hashes --no-annotate --no-header --no-emit-index-url --no-emit-find-links \
	  requirements.in --output-file requirements.lock
