# DeepInfer support knowledge base: everything a developer runs.
# `make` alone prints the targets. The environment is .venv, the built site is site/.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

PYTHON   ?= python3
CHROMIUM ?= $(firstword $(foreach n,chromium chromium-browser google-chrome google-chrome-stable,$(shell command -v $(n) 2>/dev/null)))
ARGS     ?=

VENV := .venv
BIN  := $(VENV)/bin
PIP  := $(BIN)/python -m pip --quiet --quiet --disable-pip-version-check
UV   := uv==0.13.9

# Stamps: younger than the files they depend on = nothing to install.
VENV_STAMP    := $(VENV)/.stamp-venv
RUNTIME_STAMP := $(VENV)/.stamp-runtime
TEST_STAMP    := $(VENV)/.stamp-test
# Folders with a package.json: what the tests take from npm.
NODE_FOLDERS  := tests/textlint tests/browser
NODE_STAMPS   := $(NODE_FOLDERS:%=%/node_modules/.stamp)

export CHROMIUM
export NO_MKDOCS_2_WARNING := 1

.PHONY: help
help: ## This list
	@echo "Usage: make TARGET [PYTHON=python3.12] [CHROMIUM=/path/to/chromium] [ARGS='options for the command']"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-10s %s\n", $$1, $$2 }'

.PHONY: setup
setup: need-all ## Create .venv with everything, tests included; names what the system lacks
	@$(MAKE) --no-print-directory $(TEST_STAMP) $(NODE_STAMPS)
	@echo "setup: ready ($$($(BIN)/python --version), $(VENV)); try: make serve"

.PHONY: build
build: $(RUNTIME_STAMP) ## Build the site into site/
	$(BIN)/kb build $(ARGS)

.PHONY: serve
serve: $(RUNTIME_STAMP) ## Serve the site here and rebuild on every change
	$(BIN)/kb serve $(ARGS)

.PHONY: check
check: $(RUNTIME_STAMP) ## Check data and texts: file, line, what is wrong, how to fix it
	$(BIN)/kb check $(ARGS)

.PHONY: test
test: need-all ## Check, then run all tests (needs Chromium, Japanese fonts, Node.js, Java and nginx)
	@$(MAKE) --no-print-directory $(TEST_STAMP) $(NODE_STAMPS)
	$(BIN)/kb check
	$(BIN)/python -m pytest --numprocesses 2 --dist loadfile $(ARGS)

.PHONY: bench
bench: $(TEST_STAMP) ## Measure the build, what readers wait for, and whether drift between the languages is found
	$(BIN)/python benchmarks/build.py $(ARGS)
	$(BIN)/python benchmarks/edit.py
	$(BIN)/python benchmarks/drift.py
	$(BIN)/python benchmarks/api.py
	$(BIN)/python benchmarks/resolve.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/readers.py
	$(BIN)/python benchmarks/serve.py

.PHONY: lock
lock: need-python ## Write both lock files anew (ARGS=--upgrade: newest versions)
	@'$(PYTHON)' -m venv --clear .build/lock
	@.build/lock/bin/python -m pip --quiet --quiet --disable-pip-version-check install '$(UV)'
	$(call compile,requirements.lock,)
	$(call compile,requirements-test.lock,--extra test --constraints requirements.lock)

compile = @.build/lock/bin/uv pip compile pyproject.toml --quiet --output-file $(1) --extra build $(2) $(ARGS) \
	--universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command 'make lock' \
	&& echo "lock: $(1): $$(grep -c == $(1)) pins"

.PHONY: clean
clean: ## Remove .venv, site/ and everything else that was made here
	rm -rf $(VENV) site .build build *.egg-info .pytest_cache .hypothesis $(NODE_FOLDERS:%=%/node_modules)
	find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

# ---- the environment ---------------------------------------------------------------------------

$(VENV_STAMP): | need-python
	@echo "setup: creating $(VENV)"
	@'$(PYTHON)' -m venv --clear $(VENV)
	@echo '$(CURDIR)' > $@

# The lock holds setuptools too, so that the project itself is installed (editable) without a download.
$(RUNTIME_STAMP): requirements.lock pyproject.toml | $(VENV_STAMP)
	@echo "setup: installing requirements.lock"
	@$(PIP) install --require-hashes --no-deps -r requirements.lock
	@$(PIP) install --no-deps --no-index --no-build-isolation --editable .
	@$(PIP) check
	@touch $@

$(TEST_STAMP): requirements-test.lock $(RUNTIME_STAMP)
	@echo "setup: installing requirements-test.lock"
	@$(PIP) install --require-hashes --no-deps -r requirements-test.lock
	@$(PIP) check
	@touch $@

$(NODE_STAMPS): %/node_modules/.stamp: %/package-lock.json
	@echo "setup: installing $*"
	@cd $* && npm ci --ignore-scripts --silent
	@touch $@

# ---- what the system must have: all of it is named at once, before anything is made ---------------

PYTHON_TOO_OLD = import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: need-python
need-python:
	@$(need-python-sh); $(verdict-sh)

.PHONY: need-all
need-all:
	@$(need-python-sh); $(need-browser-sh); $(need-node-sh); $(need-servers-sh); $(verdict-sh)

define need-python-sh
bad=0; lacks() { echo "setup: missing: $$1" >&2; echo "       remedy:  $$2" >&2; bad=1; }; \
if ! command -v '$(PYTHON)' >/dev/null 2>&1; then \
  lacks "Python 3.11 or newer: '$(PYTHON)' is not there" "install it, or name one: make PYTHON=/path/to/python3.12 ..."; \
elif ! '$(PYTHON)' -c '$(PYTHON_TOO_OLD)'; then \
  lacks "Python 3.11 or newer: '$(PYTHON)' is $$('$(PYTHON)' --version 2>&1)" "install it, or name one: make PYTHON=/path/to/python3.12 ..."; \
elif ! '$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null; then \
  lacks "the venv module of '$(PYTHON)'" "Debian, Ubuntu: apt-get install python3-venv"; \
fi; \
if [ -e $(VENV_STAMP) ]; then \
  if ! $(BIN)/python -c '' 2>/dev/null; then lacks "the Python that $(VENV) was made with" "make clean, then again"; \
  elif [ "$$(cat $(VENV_STAMP))" != '$(CURDIR)' ]; then lacks "$(VENV) was made in another folder" "make clean, then again"; fi; \
fi
endef

define need-browser-sh
if ! command -v "$$CHROMIUM" >/dev/null 2>&1; then \
  lacks "Chromium (only the tests need it)" "Debian: apt-get install chromium; or name one: make CHROMIUM=/path/to/chromium ..."; \
fi; \
if [ "$$(uname)" = Linux ] && [ -z "$$(fc-list :lang=ja family 2>/dev/null)" ]; then \
  lacks "Japanese fonts (only the tests need them)" "Debian, Ubuntu: apt-get install fontconfig fonts-noto-cjk"; \
fi
endef

define need-node-sh
if ! command -v npm >/dev/null 2>&1; then \
  lacks "Node.js 18 or newer with npm (only the tests need them)" "Debian: apt-get install nodejs npm"; \
elif ! node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 18 ? 1 : 0)' 2>/dev/null; then \
  lacks "Node.js 18 or newer: node is $$(node --version 2>&1)" "install a newer one"; \
fi
endef

define need-servers-sh
if ! java -version >/dev/null 2>&1; then \
  lacks "Java 11 or newer (only the tests need it: the HTML checker)" "Debian, Ubuntu: apt-get install default-jre-headless"; \
fi; \
if ! PATH="$$PATH:/usr/sbin" command -v nginx >/dev/null 2>&1; then \
  lacks "nginx (only the tests need it)" "Debian, Ubuntu: apt-get install nginx-light"; \
fi
endef

verdict-sh = [ $$bad = 0 ] || { echo "setup: nothing was changed" >&2; exit 1; }
