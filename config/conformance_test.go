package config_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/casefiletest"
	"github.com/casefile/casefile/config"
)

// TestEveryToolOfTheExamples holds each tool of both workspaces to what every tool promises.
func TestEveryToolOfTheExamples(t *testing.T) {
	good := map[string]map[string]string{
		"returns-desk": {
			"search_policy":         `{"query":"耳机 无理由退货 签收"}`,
			"search_documents":      `{"query":"headphones return"}`,
			"read_document_section": `{"doc_id":"headphone-policy","section":"V2-1"}`,
			"calculate":             `{"expression":"a / b","inputs":[{"name":"a","value":"57"},{"name":"b","value":"1200"}]}`,
			"query_database":        `{"function":"get_order","parameters":{"order_id":"A123"}}`,
			"get_order":             `{"order_id":"A123"}`,
			"get_shipping":          `{"order_id":"A123"}`,
			"get_payment":           `{"order_id":"A123"}`,
			"list_my_orders":        `{}`,
			"get_my_spending":       `{"period":"2026-01-01..2026-09-20"}`,
		},
		"supply-chain": {
			"search_standards":       `{"query":"供应商A 包装破损率 上限"}`,
			"get_top_sku_by_returns": `{"period":"2026-08-01..2026-08-31","region":"华东","n":3}`,
			"get_packaging_damage":   `{"skus":["CER-1012","KET-3005"],"period":"2026-08-01..2026-08-31"}`,
			"get_supplier_of_sku":    `{"skus":["CER-1012"]}`,
		},
	}
	for name, calls := range good {
		w := open(t, name, config.Options{State: t.TempDir()})
		as := map[string]string{"returns-desk": "u7", "supply-chain": "analyst"}[name]
		id, err := w.Asker(as, nil)
		if err != nil {
			t.Fatal(err)
		}
		who, err := casefile.NewScope(id, casefile.DateOf(w.Now()))
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range w.Engine().Tools {
			args, ok := calls[tool.Spec().Name]
			if !ok {
				continue
			}
			delete(calls, tool.Spec().Name)
			t.Run(name+"/"+tool.Spec().Name, func(t *testing.T) {
				casefiletest.TestTool(t, casefiletest.ToolTest{Tool: tool, Who: who, Good: json.RawMessage(args)})
			})
		}
		for missing := range calls {
			t.Errorf("%s has no tool %s", name, missing)
		}
		t.Run(name+"/retriever", func(t *testing.T) {
			casefiletest.TestRetriever(t, w.Retriever(), who, "退货 标准 期限")
		})
	}
}

// TestNoCommandReadsWithoutAScope calls every tool of every example with the zero scope.
func TestNoToolReadsWithoutAScope(t *testing.T) {
	for _, name := range []string{"returns-desk", "supply-chain", "long-research"} {
		w := open(t, name, config.Options{State: t.TempDir()})
		for _, tool := range w.Engine().Tools {
			res, err := tool.Call(t.Context(), casefile.Scope{}, json.RawMessage(`{}`))
			if err == nil || len(res.Evidence) > 0 {
				t.Errorf("%s: %s gave %+v and error %v without a scope", name, tool.Spec().Name, res, err)
			}
		}
	}
}

// TestSchemasFitAModelServer holds the tools of each workspace to what the strictest servers take.
func TestSchemasFitAModelServer(t *testing.T) {
	for _, name := range []string{"returns-desk", "supply-chain", "long-research"} {
		w := open(t, name, config.Options{State: t.TempDir()})
		size := 0
		var names []string
		for _, tool := range w.Engine().Tools {
			s := tool.Spec()
			size += len(s.Schema)
			names = append(names, s.Name)
			if strings.Contains(string(s.Schema), `"$ref"`) {
				t.Errorf("%s: %s uses $ref", name, s.Name)
			}
		}
		slices.Sort(names)
		if len(slices.Compact(names)) != len(w.Engine().Tools) {
			t.Errorf("%s: two tools share a name", name)
		}
		if size > 32<<10 {
			t.Errorf("%s: the schemas have %d bytes, at most 32 KiB are sent", name, size)
		}
	}
}
