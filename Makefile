STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: build test lint bench fuzz ci

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

fuzz: ## every fuzz target for FUZZTIME
	@.ci/fuzz $(or $(FUZZTIME),20s)

ci:
	.ci/run
