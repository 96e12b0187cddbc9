# The commands of this project. Each sets up what it needs first; a second run finds that done.
.PHONY: setup compiled run test bench proof clean
PYTHON = .venv/bin/python

setup: .venv/ready

.venv/ready: pyproject.toml tools/setup tools/apt-packages.txt
	@tools/setup

# What Python makes of the sources, kept beside them: a third of the start-up time, also where Python itself is told not
# to keep it (PYTHONDONTWRITEBYTECODE).
compiled: setup
	@$(PYTHON) -m compileall -q engine kiosk firmware

# A demo table: on the screen where there is one, else one hand plays itself offscreen.
run: compiled
	@.venv/bin/liege run --demo

# Everything is run even when an early check fails, so that one run shows all that is wrong.
test: compiled
	@status=0; \
	$(PYTHON) -m ruff check --cache-dir build/ruff . || status=1; \
	$(PYTHON) -m ruff format --check --quiet --cache-dir build/ruff . || status=1; \
	$(PYTHON) -m mypy || status=1; \
	.venv/bin/lint-imports --no-logo --cache-dir build/imports || status=1; \
	$(PYTHON) -m pytest -o cache_dir=build/pytest $(ARGS) || status=1; \
	exit $$status

# Figures: a table, and build/bench.json. BENCH=name runs only tests/benchmarks/bench_name.py.
bench: compiled .venv/rivals
	@$(PYTHON) -m tests.benchmarks $(BENCH)

.venv/rivals: .venv/ready
	@$(PYTHON) -m pip install --quiet --disable-pip-version-check --editable ".[bench]" \
		&& touch $@ || echo "bench: a rival program could not be installed; its benchmark will fail"

# Proofs too long for every test run: a table, and build/proof.json. PROOF=name runs only tests/proofs/name.py.
proof: compiled
	@$(PYTHON) -m tests.proofs $(PROOF)

clean:
	rm -rf build .venv
