package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/casefile/casefile"
)

// law is one version of a law as the index has it.
type law struct {
	title, file                 string
	published, database, stated casefile.Date
}

// from is the first day in force by the index, and whether a reader of the file can know it. The day that the text
// states counts unless the text was changed after it: then it is the day of an earlier version.
func (l law) from() (day casefile.Date, knowable bool) {
	switch {
	case !l.stated.IsZero() && l.stated.Compare(l.published) >= 0:
		return l.stated, true
	case l.database.IsZero():
		return l.published, true
	}
	return l.database, l.database == l.published
}

func readIndex(path string) ([]law, error) {
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
	var out []law
	for _, row := range rows[1:] {
		l := law{title: row[at["title"]], file: "docs/" + row[at["file"]]}
		for name, d := range map[string]*casefile.Date{"publish_date": &l.published, "valid_from_db": &l.database, "effective_in_text": &l.stated} {
			if s := row[at[name]]; s != "" {
				err = errors.Join(err, d.UnmarshalText([]byte(s)))
			}
		}
		out = append(out, l)
	}
	return out, err
}

// pair is an article in two versions of a law.
type pair struct {
	Title      string  `json:"title"`
	OldFile    string  `json:"old_file"`
	NewFile    string  `json:"new_file"`
	OldArticle string  `json:"old_article"`
	NewArticle string  `json:"new_article"`
	Sim        float64 `json:"sim"`
	OldText    string  `json:"old_text"`
	NewText    string  `json:"new_text"`
}

func readPairs(path string) ([]pair, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []pair
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		p.OldFile, p.NewFile = "docs/"+p.OldFile, "docs/"+p.NewFile
		out = append(out, p)
	}
	return out, lines.Err()
}
