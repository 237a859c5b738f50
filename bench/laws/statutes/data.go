// Package statutes reads a folder of statutes in several versions, and makes questions of their amended articles.
package statutes

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/casefile/casefile"
)

// A Law is one version of a law as the index has it.
type Law struct {
	Title, File                 string        // File is below a workspace's docs
	Published, Database, Stated casefile.Date // Stated is the day that the text gives, Database the index's
}

// From is the first day in force by the index, and whether a reader of the file can know it. The day that the text
// states counts unless the text was changed after it: then it is the day of an earlier version.
func (l Law) From() (day casefile.Date, knowable bool) {
	switch {
	case !l.Stated.IsZero() && l.Stated.Compare(l.Published) >= 0:
		return l.Stated, true
	case l.Database.IsZero():
		return l.Published, true
	}
	return l.Database, l.Database == l.Published
}

// ReadIndex reads index.csv.
func ReadIndex(path string) ([]Law, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	var out []Law
	for _, row := range rows[1:] {
		l := Law{Title: row[at["title"]], File: "docs/" + row[at["file"]]}
		for name, d := range map[string]*casefile.Date{"publish_date": &l.Published, "valid_from_db": &l.Database, "effective_in_text": &l.Stated} {
			if s := row[at[name]]; s != "" {
				err = errors.Join(err, d.UnmarshalText([]byte(s)))
			}
		}
		out = append(out, l)
	}
	return out, err
}

// A Pair is an article in two versions of a law.
type Pair struct {
	Title      string  `json:"title"`
	OldFile    string  `json:"old_file"`
	NewFile    string  `json:"new_file"`
	OldArticle string  `json:"old_article"`
	NewArticle string  `json:"new_article"`
	Sim        float64 `json:"sim"`
	OldText    string  `json:"old_text"`
	NewText    string  `json:"new_text"`
}

// ReadPairs reads version_diff.jsonl.
func ReadPairs(path string) ([]Pair, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []Pair
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p Pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		p.OldFile, p.NewFile = "docs/"+p.OldFile, "docs/"+p.NewFile
		out = append(out, p)
	}
	return out, lines.Err()
}
