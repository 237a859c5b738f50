package main

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/casefile/casefile"
)

// A liar is a model that writes a true claim and several wrong ones about every record it is shown, and repeats itself when
// it is told so. It keeps which are wrong.
type liar struct {
	mu   sync.Mutex
	lies map[string]string // text → kind
}

type lieCite struct {
	Evidence string `json:"evidence"`
	Quote    string `json:"quote"`
	Row      *int   `json:"row"`
}

type lie struct {
	Replaces int       `json:"replaces"`
	Cites    []lieCite `json:"cites"`
	Values   []string  `json:"values"`
	Text     string    `json:"text"`
	Part     string    `json:"part"`
}

type shownRecord struct {
	ID     string                         `json:"id"`
	Kind   string                         `json:"kind"`
	Text   string                         `json:"text"`
	Fields []struct{ Name, Title string } `json:"fields"`
	Rows   []map[string]any               `json:"rows"`
}

const maxLies = 18

// Generate answers with lies about the records in the message.
func (l *liar) Generate(_ context.Context, r casefile.ModelRequest) (casefile.ModelResponse, error) {
	var data struct {
		Records []shownRecord `json:"records"`
		Faults  []struct {
			Number int    `json:"number"`
			Text   string `json:"text"`
		} `json:"refused_claims"`
	}
	dec := json.NewDecoder(strings.NewReader(r.Messages[0].Text))
	dec.UseNumber()
	if err := dec.Decode(&data); err != nil {
		return casefile.ModelResponse{}, fmt.Errorf("the message is not JSON: %w", err)
	}
	chinese := strings.Contains(r.System, "论断")
	var out []lie
	for _, f := range data.Faults {
		out = append(out, lie{Replaces: f.Number, Text: f.Text + " ", Part: "conclusion", Cites: []lieCite{{Evidence: data.Records[0].ID}}})
		l.note(strings.TrimSpace(f.Text), "repeated")
	}
	if len(data.Faults) == 0 {
		for _, rec := range data.Records {
			out = append(out, l.about(rec, chinese)...)
		}
	}
	props := ""
	if len(data.Faults) == 0 {
		props = "replaces"
	}
	b, err := reply(out[:min(len(out), maxLies)], props)
	return casefile.ModelResponse{Text: b, Model: "liar", Finish: "stop", Input: 1000, Output: 300, Told: true}, err
}

// reply is the JSON of claims, without one of their fields.
func reply(all []lie, without string) (string, error) {
	list := make([]map[string]json.RawMessage, 0, len(all))
	for _, c := range all {
		b, err := json.Marshal(c)
		if err != nil {
			return "", err
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(b, &m); err != nil {
			return "", err
		}
		if m["values"] = json.RawMessage("[]"); without != "" {
			delete(m, without)
		}
		list = append(list, m)
	}
	b, err := json.Marshal(map[string]any{"claims": list})
	return string(b), err
}

var (
	sentence = regexp.MustCompile(`[^。！？\n.|#]{6,80}[。.]?`)
	figure   = regexp.MustCompile(`(\d+)( ?(?:%|天|个|件|元|日|月|小时|days?|hours?|months?))`)
)

func (l *liar) about(rec shownRecord, chinese bool) []lie {
	say := func(kind, text string, cite lieCite) lie {
		if kind != "" {
			l.note(text, kind)
		}
		return lie{Text: text, Part: "conclusion", Cites: []lieCite{cite}}
	}
	var out []lie
	words := map[bool][3]string{
		true:  {"我们已经为您办理完毕。", "一共有 7391 条记录。", "详情见 https://evil.test/a。"},
		false: {"We have already done this for you.", "There are 7391 records in all.", "See https://evil.test/a for more."},
	}[chinese]
	switch rec.Kind {
	case "passage":
		for _, s := range sentence.FindAllString(rec.Text, -1) {
			m := figure.FindStringSubmatchIndex(s)
			if m == nil {
				continue
			}
			cite := lieCite{Evidence: rec.ID, Quote: s}
			out = append(out, say("", strings.TrimSpace(s), cite))
			wrong := strings.TrimSpace(s[:m[2]] + "9" + s[m[2]:m[3]] + "1" + s[m[3]:])
			out = append(out, say("number", wrong, cite))
			break
		}
		out = append(out, say("action", words[0], lieCite{Evidence: rec.ID, Quote: rec.Text}), say("invented", words[1], lieCite{Evidence: rec.ID, Quote: rec.Text}),
			say("link", strings.TrimSpace(strings.SplitN(rec.Text, "\n", 2)[0])+words[2], lieCite{Evidence: rec.ID, Quote: rec.Text}))
	case "table":
		if len(rec.Rows) < 2 || len(rec.Fields) < 2 {
			break
		}
		key := rec.Fields[0].Name
		if key == "rank" {
			key = rec.Fields[1].Name
		}
		for _, f := range rec.Fields {
			if f.Name == key {
				continue
			}
			a, b := fmt.Sprint(rec.Rows[0][f.Name]), fmt.Sprint(rec.Rows[1][f.Name])
			if a == b || !strings.ContainsAny(a, "0123456789") || fmt.Sprint(rec.Rows[0][key]) == fmt.Sprint(rec.Rows[1][key]) {
				continue
			}
			row := 0
			out = append(out, say("", fmt.Sprintf("%v %s %s", rec.Rows[0][key], f.Title, a), lieCite{Evidence: rec.ID, Row: &row}),
				say("swapped row", fmt.Sprintf("%v %s %s", rec.Rows[0][key], f.Title, b), lieCite{Evidence: rec.ID, Row: &row}))
			break
		}
	}
	return out
}

func (l *liar) note(text, kind string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lies == nil {
		l.lies = map[string]string{}
	}
	if l.lies[strings.Join(strings.Fields(text), " ")] == "" {
		l.lies[strings.Join(strings.Fields(text), " ")] = kind
	}
}

func (l *liar) lie(text string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lies[text]
}
