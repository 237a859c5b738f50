package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A message of a chat, as servers of chat completions get it.
type message struct {
	Role    string     `json:"role"`
	Content content    `json:"content"`
	Calls   []toolCall `json:"tool_calls"`
}

type toolCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// content is a text, or a list of parts of which the texts count.
type content string

func (c *content) UnmarshalJSON(b []byte) error {
	var s string
	if json.Unmarshal(b, &s) == nil {
		*c = content(s)
		return nil
	}
	var parts []struct{ Text string }
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	for _, p := range parts {
		*c += content(p.Text)
	}
	return nil
}

var (
	todayIs = regexp.MustCompile(`(?i)today(?: is|"?:) ?"?(\d{4}-\d{2}-\d{2})`)
	fromDay = regexp.MustCompile(`effective_from['"]?: ?['"]?(\d{4}-\d{2}-\d{2})`)
	toDay   = regexp.MustCompile(`effective_to['"]?: ?['"]?(\d{4}-\d{2}-\d{2})`)

	// how prompts set evidence apart from what is to be done with it
	fences = []*regexp.Regexp{
		regexp.MustCompile(`(?s)<context>\n(.*)\n</context>`),
		regexp.MustCompile(`(?s)Below are several numbered sources of information:\n-{3,}\n(.*?)\n-{3,}\n`),
		regexp.MustCompile(`(?s)\n-{10,}\n(.*?)\n-{10,}\n`),
	}
	sources   = regexp.MustCompile(`(?m)^Source (\d+):\n|^Source: (.*)\nContent: `)
	path      = regexp.MustCompile(`['"]?source['"]?: ?['"]?([^'",}\n]+)`)
	titled    = regexp.MustCompile(`['"]?title['"]?: ?['"]?([^'",}\n]+)`)
	keyLine   = regexp.MustCompile(`(?m)\A(?:[a-z_]+: .*\n)+\n?`)
	responses = regexp.MustCompile(`(?s)SQL [Rr]esponse: (.*?)\n(?:Transformed query: .*?\nQuery engine response: (.*)\n)?Response:`)
	tuple     = regexp.MustCompile(`\(([^()]*)\)`)
	value     = regexp.MustCompile(`'((?:[^'\\]|\\.)*)'|"([^"]*)"|([^,\s][^,]*)`)
)

// shown finds the evidence in a prompt of text.
func shown(prompt string) []piece {
	if m := responses.FindStringSubmatch(prompt); m != nil {
		return []piece{evidence("", m[1])}
	}
	for _, f := range fences {
		if m := f.FindStringSubmatch(prompt); m != nil {
			return pieces(m[1])
		}
	}
	return nil
}

// answered is what a prompt gives as the answers of two parts of a program, to be put together.
func answered(prompt string) (all []said, ok bool) {
	m := responses.FindStringSubmatch(prompt)
	if m == nil || m[2] == "" {
		return nil, false
	}
	for _, part := range m[1:] {
		for line := range strings.Lines(part) {
			if line = strings.TrimSpace(line); line != "" && line != unknown {
				all = append(all, said{text: line})
			}
		}
	}
	return all, true
}

// pieces cuts evidence at its heads.
func pieces(shown string) []piece {
	at := sources.FindAllStringSubmatchIndex(shown, -1)
	if at == nil {
		return []piece{evidence("", shown)}
	}
	var out []piece
	for i, m := range at {
		end := len(shown)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		body := shown[m[1]:end]
		if m[2] >= 0 {
			p := evidence(keyLine.FindString(body), keyLine.ReplaceAllString(body, ""))
			p.label = shown[m[2]:m[3]]
			out = append(out, p)
			continue
		}
		head := shown[m[4]:m[5]]
		p := evidence(head, body)
		p.label = head
		if name := path.FindStringSubmatch(head); name != nil {
			p.label = name[1]
		}
		out = append(out, p)
	}
	return out
}

// evidence is a piece by its head and its body, which is text or the rows of a query as Python prints them.
func evidence(head, body string) piece {
	body = strings.TrimSpace(body)
	p := piece{text: body}
	if strings.HasPrefix(body, "[(") {
		p.text, p.rows = "", tuples(body)
	}
	for _, f := range []struct {
		re *regexp.Regexp
		to *string
	}{{fromDay, &p.from}, {toDay, &p.to}, {titled, &p.heading}} {
		if m := f.re.FindStringSubmatch(head); m != nil {
			*f.to = m[1]
		}
	}
	return p
}

func tuples(body string) []row {
	var out []row
	for i, t := range tuple.FindAllStringSubmatch(body, -1) {
		r := row{number: i}
		for _, v := range value.FindAllStringSubmatch(t[1], -1) {
			r.cells = append(r.cells, cell{value: strings.TrimSpace(v[1] + v[2] + v[3])})
		}
		out = append(out, r)
	}
	return out
}

// A brief is a prompt that is one JSON object: a question with its records or its parts.
type brief struct {
	Question string `json:"question"`
	Today    string `json:"today"`
	Records  []struct {
		ID      string                               `json:"id"`
		Kind    string                               `json:"kind"`
		Title   string                               `json:"title"`
		Heading string                               `json:"heading"`
		From    string                               `json:"in_force_from"`
		To      string                               `json:"in_force_to"`
		Text    string                               `json:"text"`
		Fields  []struct{ Name, Title, Unit string } `json:"fields"`
		Rows    []map[string]any                     `json:"rows"`
		Formula string                               `json:"formula"`
		Value   string                               `json:"value"`
		Unit    string                               `json:"unit"`
	} `json:"records"`
	Refused []struct {
		Number int      `json:"number"`
		Text   string   `json:"text"`
		Why    []string `json:"why"`
	} `json:"refused_claims"`
}

// parseBrief reads a prompt as a brief, if it is one.
func parseBrief(prompt string) (brief, bool) {
	var b brief
	dec := json.NewDecoder(strings.NewReader(prompt))
	dec.UseNumber()
	return b, dec.Decode(&b) == nil && b.Question != ""
}

func (b brief) pieces() []piece {
	var out []piece
	for _, r := range b.Records {
		p := piece{label: r.ID, heading: strings.TrimSpace(r.Title + " " + r.Heading), from: r.From, to: r.To, text: r.Text}
		for i, values := range r.Rows {
			w := row{number: i}
			if n, err := strconv.Atoi(fmt.Sprint(values["row"])); err == nil {
				w.number = n
			}
			for _, f := range r.Fields {
				if v, ok := values[f.Name]; ok && v != nil {
					w.cells = append(w.cells, cell{title: f.Title, value: strings.TrimSpace(fmt.Sprint(v) + " " + f.Unit)})
				}
			}
			p.rows = append(p.rows, w)
		}
		out = append(out, p)
	}
	return out
}
