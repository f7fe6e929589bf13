# The project's daily commands. `make` alone lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# What `make demo` counts the words of: the sources of the packages that this one depends on, which
# are there once it is built.
DIRECTORY ?= .build/checkouts
# For the test runner and the demo, for example: make test ARGUMENTS="--filter Store"
ARGUMENTS ?=

# Which seed `make simulate` and `make blame` run, and how many programs they try without; empty means any, and 1,000 or
# 200.
SEED ?=
PROGRAMS ?=
# How many seeds `make stress` and `make simulate-cluster` try; SEED names one.
SEEDS ?= 200
# How long `make fuzz` goes on.
SECONDS ?= 60

.PHONY: help demo test macros-test etcd-test page-test otlp-test cluster-test examples web-example tutorial docs simulate simulate-cluster postgres-test journal-torture mutate stress blame fuzz sanitize lint format bench bench-instructions bench-page bench-registry measure-builds deploy-check monitoring-check completions manual clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: bootstrap ## Count words on workers, kill one, compare with one process (DIRECTORY=...)
	swift run pando demo "$(DIRECTORY)" $(ARGUMENTS)

# One after the other: some keep a thread of the concurrency pool busy for seconds, and on two cores
# there are only two, while others wait for answers of this very process.
test: bootstrap $(if $(ARGUMENTS),,macros-test) ## Run every test that needs no other service (ARGUMENTS="--filter Store" runs some, but none of macros)
	Scripts/test --no-parallel $(ARGUMENTS)

macros-test: bootstrap ## Test what the macros write (ARGUMENTS="--filter ViewAction" runs some)
	PANDO_TESTS=PandoMacrosTests Scripts/test $(ARGUMENTS)

etcd-test: bootstrap ## Test the registry in a real etcd (ARGUMENTS="--filter EtcdScenario")
	Scripts/test-etcd $(ARGUMENTS)

page-test: bootstrap ## Test the status page in a real browser; its pictures lie in .build-etcd/screens
	Scripts/test-page $(ARGUMENTS)

otlp-test: bootstrap ## Test the exporter of traces with real programs, by OpenTelemetry's schema (ARGUMENTS="--only sampler")
	Scripts/test-otlp $(ARGUMENTS)

cluster-test: bootstrap ## Run a cluster on three hosts, as root, and have everything happen to it (ARGUMENTS="--only leader")
	Scripts/test-cluster $(ARGUMENTS)

postgres-test: bootstrap ## Test journals in a real PostgreSQL (ARGUMENTS="--filter PostgresFault")
	Scripts/test-postgres $(ARGUMENTS)

journal-torture: bootstrap ## Kill a program with a journal over and over, and check what it goes on with (KILLS=1000 POSTGRES="host=... dbname=...")
	swift build --product JournalProgram
	"$$(swift build --show-bin-path)/JournalProgram" torture $(or $(KILLS),1000) $(if $(POSTGRES),"$(POSTGRES)")

examples: bootstrap ## Build, test and run the sample programs (ARGUMENTS="--filter Game" runs some tests)
	@touch Package.swift Examples/Package.swift  # else files that were added since the last time are not seen
	Examples/check $(ARGUMENTS)

web-example: bootstrap ## Build, test and run the web back end in Examples/Web, which takes minutes
	Examples/Web/check $(ARGUMENTS)

tutorial: bootstrap ## Do what docs/tutorial tells a reader to do (ARGUMENTS=--keep leaves the package)
	Scripts/check-tutorial $(ARGUMENTS)

docs: bootstrap ## Make the documentation of the products, in .build/documentation (ARGUMENTS=Pando makes one)
	Scripts/check-docs $(ARGUMENTS)

simulate: bootstrap ## Compare random programs on workers that answer in any order with one process (PROGRAMS=2000, SEED=... makes one that failed short)
	swift build --product SimulationProgram
	"$$(swift build --show-bin-path)/SimulationProgram" \
	  $(if $(SEED),--seed $(SEED),$(if $(PROGRAMS),--seeds $(PROGRAMS))) $(ARGUMENTS)

simulate-cluster: bootstrap ## Run the programs of "make stress" on simulated clusters (SEEDS=200, SEED=... replays one)
	swift build --product StressProgram
	"$$(swift build --show-bin-path)/StressProgram" --simulated \
	  $(if $(SEED),--seed $(SEED) --verbose,--seeds $(SEEDS) --jobs $(shell nproc)) $(ARGUMENTS)

mutate: bootstrap ## Put known bugs into the code, one at a time, and see which tests notice (ARGUMENTS="--only TEXT")
	Scripts/mutate $(ARGUMENTS)

stress: bootstrap ## Compare random programs on killed and stopped workers with one process (SEEDS=200, SEED=... for one)
	swift build --product StressProgram
	"$$(swift build --show-bin-path)/StressProgram" $(if $(SEED),--seed $(SEED) --verbose,--seeds $(SEEDS)) $(ARGUMENTS)

blame: bootstrap ## Run random programs in which one of eight children ends its workers, and see who is blamed (PROGRAMS=200, SEED=... for one)
	swift build --product StressProgram
	"$$(swift build --show-bin-path)/StressProgram" --blame $(if $(SEED),--seed $(SEED) --verbose,--seeds $(or $(PROGRAMS),200)) $(ARGUMENTS)

fuzz: bootstrap ## Try bytes of libFuzzer's choice on every decoder, and on the machines behind them (SECONDS=60)
	Scripts/fuzz $(SECONDS)

sanitize: bootstrap ## Run the tests under the address and the thread sanitizer (ARGUMENTS="thread --filter Store", ARGUMENTS=--help)
	Scripts/sanitize $(ARGUMENTS)

lint: ## Check the format and the rules of the project
	Scripts/lint

format: ## Format every Swift file in place
	Scripts/format

# A run of all cases is what docs/BENCHMARKS.md shows; one of some, or with other choices, is kept apart.
bench: bootstrap ## Measure, and write Benchmarks/results.json and docs/BENCHMARKS.md (ARGUMENTS="--rounds 2 hosted" for some)
	program=$$(Scripts/build-benchmarks pando | tail -n 1) && \
	  "$$program" --output $(if $(ARGUMENTS),.build/benchmarks.json $(ARGUMENTS),Benchmarks/results.json)
	Scripts/benchmark-table

measure-builds: bootstrap ## Measure how long a new package takes to build, and how large it gets, for docs/PRODUCTS.md
	Scripts/measure-builds

bench-registry: bootstrap ## Measure coordinators, and write Benchmarks/registry.json (ARGUMENTS="--registry memory" for some)
	Scripts/bench-registry --output $(if $(ARGUMENTS),.build/registry.json $(ARGUMENTS),Benchmarks/registry.json)

bench-page: bootstrap ## Measure what a status page takes from a program's throughput (ARGUMENTS="12 2": rounds, seconds)
	Scripts/bench-page $(ARGUMENTS)

bench-instructions: bootstrap ## Count the instructions of an action, and compare them with Benchmarks/instructions.json (ARGUMENTS=--renew)
	Scripts/count-instructions $(ARGUMENTS)

# Linked as it is deployed, but not optimised, which would take three times as long.
deploy-check: bootstrap ## Verify the units, compose files and manifests, and boot what they start
	plugin=$$(Scripts/macros-plugin) && \
	  PANDO_MACROS=built swift build --scratch-path .build/static --static-swift-stdlib --disable-default-traits \
	  -Xswiftc -load-plugin-executable -Xswiftc "$$plugin#PandoMacros" --product pando
	Deploy/check .build/static/debug/pando

monitoring-check: bootstrap ## Test the alerts and the dashboard, and have Prometheus tell of a worker that is killed
	swift build --product pando
	Deploy/monitoring/check

completions: bootstrap ## Write completions of pando for bash, zsh and fish to .build/completions
	swift build --product pando
	mkdir -p .build/completions
	pando="$$(swift build --show-bin-path)/pando" && \
	  "$$pando" --generate-completion-script bash >.build/completions/pando.bash && \
	  "$$pando" --generate-completion-script zsh >.build/completions/_pando && \
	  "$$pando" --generate-completion-script fish >.build/completions/pando.fish

manual: bootstrap ## Write the manual pages of pando to .build/man
	swift build --product pando
	Scripts/man-pages "$$(swift build --show-bin-path)/pando" .build/man

clean: ## Remove everything that was built
	rm -rf .build .build-* Benchmarks/.build Examples/.build

.PHONY: bootstrap
bootstrap:
	@Scripts/bootstrap
