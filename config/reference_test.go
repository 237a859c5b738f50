package config_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/casefile/casefile"
	"github.com/casefile/casefile/config"
)

// parts is a workspace whose documents speak of plants, and whose database says which part comes from which.
func parts(t *testing.T, reference string) string {
	t.Helper()
	root := lay(t, map[string]string{
		"casefile.yaml": "name: parts\ntenant: works\ndatabases:\n  d: {driver: sqlite, dsn: d.db}\nidentifiers:\n  part: '[A-Z]{2}-\\d{2}'\ndictionary:\n  plant: {东山工厂: [Hill plant], 南山工厂: [Lake plant]}\nembeddings: off\n" + reference,
		"docs/hill.md":  "# 东山工厂\n\n夜班从二十二点开始。\n",
		"docs/lake.md":  "# 南山工厂\n\n没有夜班。\n",
		"functions/list_parts.sql": "---\nname: list_parts\ndoes: Lists the parts and their plants.\nwhen: A question asks for parts.\nnot: No stock.\ndatabase: d\ncolumns:\n" +
			"  part: {type: identifier, title: 零件, title_en: part}\n  plant: {type: text, title: 工厂, title_en: plant}\nsay: {zh: '{part}：{plant}。', en: '{part}: {plant}.'}\n---\nSELECT part, plant FROM parts ORDER BY part\n",
	})
	database(t, filepath.Join(root, "d.db"), "CREATE TABLE parts (part TEXT, plant TEXT)", "INSERT INTO parts VALUES ('AB-12', '东山工厂'), ('CD-34', '南山工厂')")
	return root
}

func TestAReferenceTableLeadsToPassages(t *testing.T) {
	root := parts(t, "reference: [{function: list_parts, from: part, to: plant}]\n")
	w, err := config.Open(t.Context(), root, config.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	who, err := casefile.NewScope(casefile.Identity{Tenant: "works", User: "u"}, casefile.DateOf(w.Now()))
	if err != nil {
		t.Fatal(err)
	}
	found := func(q string) []string {
		t.Helper()
		if _, err := w.Ingest(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		hits, err := w.Retriever().Retrieve(t.Context(), who, casefile.Query{Text: q})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, h := range hits {
			out = append(out, h.Source.DocID)
		}
		return out
	}
	if got := found("AB-12"); !slices.Equal(got, []string{"docs/hill"}) {
		t.Errorf("the plant of the part: %v", got)
	}
	database(t, filepath.Join(root, "d.db"), "UPDATE parts SET plant = '南山工厂'")
	if got := found("AB-12"); !slices.Equal(got, []string{"docs/lake"}) {
		t.Errorf("after the part moved: %v", got)
	}
}

func TestReferenceProblems(t *testing.T) {
	for _, tt := range []struct{ reference, want string }{
		{"reference: [{function: list_part, from: part, to: plant}]\n", `there is no function "list_part"`},
		{"reference: [{function: list_parts, from: part, to: plants}]\n", `list_parts has no column "plants"`},
	} {
		problems, err := config.Check(t.Context(), parts(t, tt.reference), nil)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, p := range problems {
			all = append(all, p.Msg)
		}
		if !strings.Contains(strings.Join(all, "\n"), tt.want) {
			t.Errorf("%s: %v", tt.reference, all)
		}
	}
}
